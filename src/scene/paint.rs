//! Paints: one colour, or a gradient that is shared between frames.

use std::sync::Arc;

use kurbo::{Affine, Point};

use crate::color::Color;

/// What a fill or stroke is painted with.
#[derive(Clone, PartialEq, Debug)]
pub enum Paint {
    /// One colour.
    Solid(Color),
    /// A gradient. Shared, so that renderers can keep what they computed for it.
    Gradient(Arc<Gradient>),
}

/// A gradient in the local units of its shape, padded beyond its ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Gradient {
    /// Along a line or around a centre.
    pub kind: GradientKind,
    /// From gradient space to the shape's local space.
    pub transform: Affine,
    /// At least two, offsets 0..=1 and not falling. Colours between stops are mixed in sRGB, as SVG does.
    pub stops: Vec<Stop>,
}

/// The shape of a [`Gradient`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GradientKind {
    /// From the first point to the second.
    Linear {
        /// Where offset 0 is.
        start: Point,
        /// Where offset 1 is.
        end: Point,
    },
    /// From the focus to the circle around the centre.
    Radial {
        /// Centre of the circle of offset 1.
        center: Point,
        /// Radius of that circle, over 0.
        radius: f64,
        /// Where offset 0 is; most often the centre.
        focus: Point,
    },
}

/// A colour at a place of a [`Gradient`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stop {
    /// 0..=1.
    pub offset: f64,
    /// Straight alpha.
    pub color: Color,
}
