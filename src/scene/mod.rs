//! The scene: one frame as a flat list of shapes. Every renderer draws this list and nothing else.

mod paint;
mod part;
mod scratch;
mod shape;

pub use paint::{Gradient, GradientKind, Paint, Stop};
pub use part::{Layer, Part};
pub use shape::{Fill, Geometry, Picture, Scene, Shape, Stroke};

/// Width and height of the canvas in user units; output pixels = units * size / 200.
pub const CANVAS: f64 = 200.0;
