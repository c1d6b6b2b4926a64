//! Files of any of the kinds.

use super::clip::{Clip, is_vmd};
use super::expression::Expression;
use super::fault::text;
use super::json::Value;
use super::speech::{Speech, is_wav};
use crate::Error;

/// A file, by what is in it.
#[derive(Clone, PartialEq, Debug)]
pub enum Media {
    /// VMD or motion3.
    Clip(Clip),
    /// exp3.
    Expression(Expression),
    /// The cues of Rhubarb, or WAV.
    Speech(Speech),
}

impl Media {
    /// Reads a file of any kind. `file` is its name for messages.
    ///
    /// # Errors
    /// [`Error::File`] with the place of what is wrong.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        if is_vmd(bytes) {
            return Clip::parse(file, bytes).map(Self::Clip);
        }
        if is_wav(bytes) {
            return Speech::parse(file, bytes).map(Self::Speech);
        }
        let text = text(file, bytes)?;
        if !text.trim_start().starts_with(['{', '[']) {
            return Speech::parse(file, bytes).map(Self::Speech);
        }
        let object = Value::parse(text).and_then(|whole| whole.object("the file"));
        let object = object.map_err(|fault| fault.in_text(file, text))?;
        if object.has("mouthCues") {
            Speech::parse(file, bytes).map(Self::Speech)
        } else if object.has("Parameters") && !object.has("Curves") {
            Expression::parse(file, bytes).map(Self::Expression)
        } else {
            Clip::parse(file, bytes).map(Self::Clip)
        }
    }

    /// `clip`, `expression` or `speech`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Clip(_) => "clip",
            Self::Expression(_) => "expression",
            Self::Speech(_) => "speech",
        }
    }
}
