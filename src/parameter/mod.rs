//! Named parameters: the control surface of a character.
//!
//! Trackers, clips, expressions, look controllers and sliders all write the same names; a
//! [`ParameterMap`](crate::ParameterMap) lets a face read them. The names and ranges are those of Live2D.

mod blend;
mod standard;
mod table;

pub use blend::Blend;
pub use standard::STANDARD;
pub use table::{Parameter, Parameters, Slot};
