//! What a shape belongs to.

use std::sync::Arc;

/// The order of drawing, back to front. A renderer may keep a layer whose shapes did not change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layer {
    /// The contact shadow on the ground.
    Shadow,
    /// Parts behind the body.
    Behind,
    /// The body and what is painted on it.
    Body,
    /// The face: all that turns with the head.
    Face,
    /// Parts in front of body and face.
    Front,
    /// Marks that float around the character.
    Overlay,
}

/// Which part of the character a shape is, as named in `data-part` and in `phiz place`.
///
/// Left and right are the character's own: [`Part::EyeLeft`] is on the right of the screen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The contact shadow.
    Shadow,
    /// The silhouette with its shading.
    Body,
    /// What the art paints on the body.
    Decoration,
    /// The character's left eye (screen right).
    EyeLeft,
    /// The character's right eye (screen left).
    EyeRight,
    /// The character's left brow (screen right).
    BrowLeft,
    /// The character's right brow (screen left).
    BrowRight,
    /// The nose of the line face.
    Nose,
    /// The mouth with tongue and teeth.
    Mouth,
    /// The character's left cheek (screen right).
    BlushLeft,
    /// The character's right cheek (screen left).
    BlushRight,
    /// A mark that floats around the character, by its name.
    Overlay(&'static str),
    /// A part of the character's own (`behind…`, `front…`), by its name.
    Named(Arc<str>),
}

impl Part {
    /// The name in files and outputs: `eye_left`, `mouth`, …
    pub fn name(&self) -> &str {
        match self {
            Self::Shadow => "shadow",
            Self::Body => "body",
            Self::Decoration => "decoration",
            Self::EyeLeft => "eye_left",
            Self::EyeRight => "eye_right",
            Self::BrowLeft => "brow_left",
            Self::BrowRight => "brow_right",
            Self::Nose => "nose",
            Self::Mouth => "mouth",
            Self::BlushLeft => "blush_left",
            Self::BlushRight => "blush_right",
            Self::Overlay(name) => name,
            Self::Named(name) => name,
        }
    }
}
