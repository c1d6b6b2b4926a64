//! Shapes, and the list of them.

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl};

use super::scratch::Scratch;
use super::{Layer, Paint, Part};

/// One drawing operation: a path (or picture) with its paint and place.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// What it belongs to.
    pub part: Part,
    /// When it is drawn.
    pub layer: Layer,
    /// From the geometry's local units to the canvas. Stroke widths are local units too.
    pub transform: Affine,
    /// 0..=1, over the whole shape.
    pub opacity: f64,
    /// What is drawn.
    pub geometry: Geometry,
    /// Painted first.
    pub fill: Option<Fill>,
    /// Painted over the fill, with round caps and joins.
    pub stroke: Option<Stroke>,
}

/// The fill of a [`Shape`].
#[derive(Clone, PartialEq, Debug)]
pub struct Fill {
    /// Colour or gradient.
    pub paint: Paint,
    /// Even-odd instead of nonzero winding.
    pub even_odd: bool,
}

/// The stroke of a [`Shape`]: round caps and joins, unless the art says otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct Stroke {
    /// Colour or gradient.
    pub paint: Paint,
    /// Width in local units, over 0.
    pub width: f64,
    /// How ends look.
    pub cap: kurbo::Cap,
    /// How corners look.
    pub join: kurbo::Join,
    /// Where a mitred corner becomes a bevel, at least 1.
    pub miter_limit: f64,
}

impl Stroke {
    /// A stroke with round caps and joins, as the face uses throughout.
    pub fn round(paint: Paint, width: f64) -> Self {
        Self { paint, width, cap: kurbo::Cap::Round, join: kurbo::Join::Round, miter_limit: 4.0 }
    }
}

/// Where a shape's outline is kept.
#[derive(Clone, PartialEq, Debug)]
pub enum Geometry {
    /// A run of the scene's own elements: geometry that is new in each frame.
    Frame(Range<usize>),
    /// A path that belongs to the character and lives on between frames.
    Shared(Arc<BezPath>),
    /// Art that is more than a path (masks, filters, images), drawn as it is; fill and stroke are unused.
    Picture(Arc<Picture>),
}

/// A self-contained piece of imported SVG.
#[derive(Debug)]
pub struct Picture {
    /// What resvg draws, in the units of its own view box.
    pub tree: usvg::Tree,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// One frame as a flat list of shapes, back to front.
///
/// A scene is filled again and again: [`Scene::clear`] keeps its buffers, so a frame allocates nothing once warm.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Scene {
    elements: Vec<PathEl>,
    shapes: Vec<Shape>,
    pub(crate) scratch: Scratch,
}

impl Scene {
    /// An empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.elements.clear();
        self.shapes.clear();
    }

    /// All shapes, back to front.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The outline of one of its shapes; empty for a picture.
    pub fn outline<'a>(&'a self, shape: &'a Shape) -> &'a [PathEl] {
        match &shape.geometry {
            // A range of another scene's memory is nothing here.
            Geometry::Frame(range) => self.elements.get(range.clone()).unwrap_or_default(),
            Geometry::Shared(path) => path.elements(),
            Geometry::Picture(_) => &[],
        }
    }

    /// Adds a shape on top.
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Keeps only the shapes that are wanted.
    pub fn retain(&mut self, wanted: impl FnMut(&Shape) -> bool) {
        self.shapes.retain(wanted);
    }

    /// Adds one of its shapes once more, on top.
    pub(crate) fn repeat(&mut self, index: usize) {
        self.shapes.extend_from_within(index..=index);
    }

    /// Drops the lowest shapes; what was drawn from their memory stays.
    pub(crate) fn forget(&mut self, count: usize) {
        self.shapes.drain(..count);
    }

    /// Takes a new outline into the scene's memory.
    pub fn geometry(&mut self, elements: impl IntoIterator<Item = PathEl>) -> Geometry {
        let start = self.elements.len();
        self.elements.extend(elements);
        Geometry::Frame(start..self.elements.len())
    }

    /// Takes a new outline into the scene's memory that is written there bit by bit; what else came of it is handed back.
    pub(crate) fn written<T>(&mut self, write: impl FnOnce(&mut Vec<PathEl>) -> T) -> (Geometry, T) {
        let start = self.elements.len();
        let result = write(&mut self.elements);
        (Geometry::Frame(start..self.elements.len()), result)
    }

    /// Adds all shapes of another scene on top, moved by `transform`; this is how contact sheets are made.
    pub fn append(&mut self, other: &Self, transform: Affine) {
        let offset = self.elements.len();
        self.elements.extend_from_slice(&other.elements);
        self.shapes.extend(other.shapes.iter().map(|shape| {
            let mut shape = shape.clone();
            shape.transform = transform * shape.transform;
            if let Geometry::Frame(range) = &mut shape.geometry {
                *range = range.start + offset..range.end + offset;
            }
            shape
        }));
    }
}
