//! SVG art: from a file's bytes to a silhouette and what is drawn on, behind and in front of it.
//!
//! [`read`] takes any SVG. The way of the bytes: [`document`] (text, XML, limits, usvg) → [`fit`] (onto the canvas) →
//! [`roles`] (which element is which) → [`drawing`] and [`picture`] (what renderers draw) → [`outline`] (a body that
//! was drawn as one) or [`silhouette`] (the outline of whatever is drawn).

mod calm;
mod cost;
mod crossing;
mod curve;
mod document;
mod drawing;
mod fit;
mod geometry;
mod guard;
mod limits;
mod numbers;
mod outline;
mod picture;
mod read;
mod roles;
mod silhouette;
mod survey;
mod trace;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect};

use crate::color::Color;
use crate::finding::Place;
use crate::scene::{Fill, Picture, Stroke};

pub(crate) use calm::Calm;
pub(crate) use read::{ReadOptions, read};

/// What a character needs of its SVG. Everything is in canvas units.
#[derive(Clone, Debug)]
pub(crate) struct Art {
    /// Where the face lives.
    pub body: Body,
    /// What is drawn, in the order of the file. Decorations before the body's own piece are drawn behind it.
    pub pieces: Vec<Piece>,
    /// The box of all ink.
    pub bounds: Rect,
    /// Whether the file was drawn as a character: an element has the id `body`.
    pub authored: bool,
    /// Colours and edges of everything together, for finding a calm place for the face.
    pub calm: Calm,
}

/// The silhouette.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// Closed, finite, to be filled nonzero: solid subpaths wind +1 (as [`kurbo::Shape::winding`] counts), holes −1.
    pub outline: Arc<BezPath>,
    /// The one colour that fills it, if it is one colour.
    pub fill: Option<Color>,
    /// Whether the outline was traced from the rendered art, because no usable path is a body.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests read it"))]
    pub traced: bool,
}

/// One element of the art, or a run of neighbouring decorations.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The element's id, or empty.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// Where the element stands in the file, if it has an id.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests read it"))]
    pub place: Option<Place>,
    /// What is drawn.
    pub drawing: Drawing,
}

/// What an element is for, told by its id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// `behind…`: a part that hangs behind the body.
    Behind,
    /// `body`, or the whole of art that has no `body`.
    Body,
    /// `front…`: a part that hangs in front of the body and its face.
    Front,
    /// Anything else.
    Decoration,
}

/// What a renderer draws for a [`Piece`].
#[derive(Clone, Debug)]
pub(crate) enum Drawing {
    /// Plain paths, back to front.
    Shapes(Vec<DrawShape>),
    /// More than plain paths, and the map from the picture's units to the canvas.
    Picture(Arc<Picture>, Affine),
}

/// A plain path in canvas units.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DrawShape {
    /// Its geometry.
    pub path: Arc<BezPath>,
    /// 0..=1, over the whole shape.
    pub opacity: f64,
    /// Painted first.
    pub fill: Option<Fill>,
    /// Painted over the fill; its width is in canvas units.
    pub stroke: Option<Stroke>,
}
