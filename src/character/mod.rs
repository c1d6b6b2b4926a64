//! Characters: what is true before any time passes. Loaded from files, checked, immutable.

pub(crate) mod art;
mod builtin;
mod file;
mod fit;
mod load;
mod palette;
pub(crate) mod reader;
mod recolor;
mod skin;
mod state;

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect};

use crate::Error;
use crate::color::Color;
use crate::face::{EyeShape, FaceKind, FaceScale};
use crate::geometry::{Head, Pose, SpanTable};
use crate::scene::{Layer, Part, Picture};

pub(crate) use art::DrawShape;
pub use load::{Loaded, Source};
pub use palette::{INK_CONTRAST, Palette};
pub(crate) use skin::{Cheek, Painted, Skin};
pub use state::{BodyLook, EyeLook, Life, MouthLook, State};

/// A character: silhouette and parts, the sphere its face lives on, its colours, its states.
///
/// All slow work happens when it is loaded. A character never changes; drawing it borrows it, from as many threads as
/// one likes.
#[derive(Clone, PartialEq, Debug)]
pub struct Character {
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) face: FaceKind,
    pub(crate) home: Pose,
    pub(crate) scale: FaceScale,
    pub(crate) palette: Palette,
    pub(crate) outline: Arc<BezPath>,
    pub(crate) bounds: Rect,
    /// The highest point of any ink, in canvas units.
    pub(crate) top: f64,
    pub(crate) spans: SpanTable,
    pub(crate) head: Head,
    pub(crate) eye_radius: f64,
    /// The open eye of the cute, eyes and line face.
    pub(crate) open_eyes: [EyeShape; 3],
    /// Everything drawn besides the shaded silhouette and the face, in drawing order within its layer.
    pub(crate) parts: Vec<BodyPart>,
    pub(crate) skin: Skin,
    pub(crate) cheek: Cheek,
    pub(crate) highlight: Option<Point>,
    pub(crate) states: Vec<State>,
}

/// A part of the body, or what is painted on it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BodyPart {
    pub part: Part,
    pub layer: Layer,
    pub art: PartArt,
    /// How far it hangs in front of (+) or behind (-) the middle of the head, in head radii.
    pub depth: f64,
    /// Where it is attached, in canvas units.
    pub pivot: Point,
    /// How loosely it hangs, 0..=1.
    pub swing: f64,
}

/// What a part looks like.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PartArt {
    /// Plain paths in canvas units.
    Shapes(Vec<DrawShape>),
    /// More than plain paths, and where it goes.
    Picture(Arc<Picture>, Affine),
}

impl Character {
    /// A built-in character.
    ///
    /// # Errors
    /// If there is none of that name; the error names the nearest.
    ///
    /// ```
    /// let nubo = phiz::Character::builtin("nubo")?;
    /// assert_eq!(nubo.name(), "nubo");
    /// assert!(phiz::Character::builtin("nobu").unwrap_err().to_string().contains("did you mean \"nubo\""));
    /// # Ok::<(), phiz::Error>(())
    /// ```
    pub fn builtin(name: &str) -> Result<Self, Error> {
        builtin::character(name)
    }

    /// The names of the built-in characters; the first is the default.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        builtin::names()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is, in a line.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The face it wears by default.
    pub fn face(&self) -> FaceKind {
        self.face
    }

    /// Its resting three-quarter turn.
    pub fn home(&self) -> Pose {
        self.home
    }

    /// Its colours.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The closed silhouette in canvas units, holes wound the other way.
    pub fn outline(&self) -> &BezPath {
        &self.outline
    }

    /// The box of the silhouette.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// How wide the silhouette is at each height, from the face's centre line.
    pub fn spans(&self) -> &SpanTable {
        &self.spans
    }

    /// The sphere that carries the face.
    pub fn head(&self) -> Head {
        self.head
    }

    /// The fitted eye radius in canvas units, before any multiplier.
    pub fn eye_radius(&self) -> f64 {
        self.eye_radius
    }

    /// The names of the parts that hang on the body, in drawing order.
    pub fn part_names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter(|p| matches!(p.part, Part::Named(_))).map(|p| p.part.name())
    }

    /// All states it knows.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// A state by name.
    ///
    /// # Errors
    /// If there is none of that name; the error names the nearest.
    pub fn state(&self, name: &str) -> Result<&State, Error> {
        self.states
            .iter()
            .find(|s| s.name == name)
            .ok_or_else(|| Error::unknown("state", name, self.states.iter().map(|s| s.name.as_str())))
    }

    /// The same character with a body of another colour. Everything in the body's own hue follows; leaves, scarves and
    /// the like keep theirs.
    pub fn recolored(&self, color: Color) -> Self {
        recolor::recolored(self, color)
    }

    /// The middle of the foot, in canvas units: what it stands on, stretches and leans around.
    pub fn foot(&self) -> Point {
        Point::new(self.bounds.center().x, self.bounds.y1)
    }

    /// The open eye of a face.
    pub(crate) fn open_eye(&self, face: FaceKind) -> EyeShape {
        self.open_eyes[match face {
            FaceKind::Cute => 0,
            FaceKind::Eyes => 1,
            FaceKind::Line => 2,
        }]
    }
}
