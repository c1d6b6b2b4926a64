//! One shape in one frame.

use std::sync::Arc;

use kurbo::{Affine, PathEl, Point, Vec2};

use super::super::geometry::{reach, stretch};
use super::super::paint::Ink;
use super::outline::{Freedom, mean};
use super::paint::is_same_kind;
use crate::scene::{Geometry, Paint, Scene, Shape};

/// A shape as its group sees it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its transform is that from its own units to the group's: none for an outline that was made for this frame.
    pub shape: Shape,
    /// In its own units; empty for a picture.
    pub outline: Vec<PathEl>,
}

impl Member {
    /// A shape of a scene. `to_group` leads from the shape's units to its group's and keeps all angles.
    pub fn new(scene: &Scene, shape: &Shape, to_group: Affine) -> Self {
        let outline = scene.outline(shape);
        let mut shape = Shape { transform: to_group, ..shape.clone() };
        if !matches!(shape.geometry, Geometry::Frame(_)) {
            return Self { shape, outline: outline.to_vec() };
        }
        shape.transform = Affine::IDENTITY;
        let moved = |paint: &mut Paint| {
            if let Paint::Gradient(gradient) = paint
                && to_group != Affine::IDENTITY
            {
                Arc::make_mut(gradient).transform = to_group * gradient.transform;
            }
        };
        if let Some(fill) = &mut shape.fill {
            moved(&mut fill.paint);
        }
        if let Some(stroke) = &mut shape.stroke {
            moved(&mut stroke.paint);
            stroke.width *= stretch(to_group);
        }
        Self { shape, outline: outline.iter().map(|element| to_group * *element).collect() }
    }

    pub fn is_picture(&self) -> bool {
        matches!(self.shape.geometry, Geometry::Picture(_))
    }

    /// How far it reaches from its own origin along each axis, in its own units.
    pub fn extent(&self) -> Vec2 {
        match &self.shape.geometry {
            Geometry::Picture(picture) => {
                let size = picture.tree.size();
                Vec2::new(size.width().into(), size.height().into())
            }
            Geometry::Frame(_) | Geometry::Shared(_) => reach(&self.outline),
        }
    }

    /// How far its points lie from the group's origin, at most.
    pub fn reach(&self) -> f64 {
        let far = self.extent();
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let corner = |(x, y): (f64, f64)| (self.shape.transform * Point::new(x * far.x, y * far.y)).to_vec2().hypot();
        corners.into_iter().map(corner).fold(0.0, f64::max)
    }

    /// Its middle in the group's units.
    pub fn middle(&self) -> Point {
        self.shape.transform * mean(&self.outline)
    }

    /// Whether one element of a document can show both, one after the other.
    pub fn is_of_kind(&self, other: &Self) -> bool {
        let (a, b) = (&self.shape, &other.shape);
        let same_geometry = match (&a.geometry, &b.geometry) {
            (Geometry::Picture(a), Geometry::Picture(b)) => Arc::ptr_eq(a, b),
            (Geometry::Shared(a), Geometry::Shared(b)) => Arc::ptr_eq(a, b),
            (Geometry::Frame(_), Geometry::Frame(_)) => has_same_commands(&self.outline, &other.outline),
            _ => false,
        };
        let same_fill = match (Ink::of_fill(a), Ink::of_fill(b)) {
            (Some((ink, fill)), Some((other, other_fill))) => {
                is_same_kind(ink, other) && fill.even_odd == other_fill.even_odd
            }
            (None, None) => true,
            _ => false,
        };
        let same_stroke = match (Ink::of_stroke(a), Ink::of_stroke(b)) {
            (Some((ink, stroke)), Some((other, other_stroke))) => {
                is_same_kind(ink, other)
                    && (stroke.cap, stroke.join) == (other_stroke.cap, other_stroke.join)
                    && stroke.miter_limit == other_stroke.miter_limit
            }
            (None, None) => true,
            _ => false,
        };
        same_geometry && same_fill && same_stroke
    }

    /// How different two are in colour, 0..=1.
    pub fn color_difference(&self, other: &Self) -> f64 {
        let color = |shape: &Shape| {
            let ink = Ink::of_fill(shape).map(|(ink, _)| ink).or(Ink::of_stroke(shape).map(|(ink, _)| ink));
            match ink {
                Some(Ink::Solid(color)) => Some(color),
                Some(Ink::Gradient(_)) | None => None,
            }
        };
        let (Some(a), Some(b)) = (color(&self.shape), color(&other.shape)) else { return 0.0 };
        let steps = [a.r.abs_diff(b.r), a.g.abs_diff(b.g), a.b.abs_diff(b.b)];
        f64::from(steps.into_iter().max().unwrap_or(0)) / 255.0
    }

    pub fn freedom(&self) -> Freedom {
        let is_gradient = |ink: Ink<'_>| matches!(ink, Ink::Gradient(_));
        let fill = Ink::of_fill(&self.shape).is_some_and(|(ink, _)| is_gradient(ink));
        match Ink::of_stroke(&self.shape) {
            _ if fill => Freedom::Fixed,
            Some((ink, _)) if is_gradient(ink) => Freedom::Fixed,
            Some(_) => Freedom::Shift,
            None => Freedom::ShiftAndScale,
        }
    }
}

fn has_same_commands(a: &[PathEl], b: &[PathEl]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| std::mem::discriminant(a) == std::mem::discriminant(b))
}
