//! A frame: how a character is at one moment, and where its features are then.

mod parameters;
mod place;
mod still;

pub use parameters::{Control, ParameterMap};
pub use place::{Feature, Placement, place};
pub use still::{Frame, Look, Still, Sway};
pub(crate) use still::{POSTER_TIME, eye_shift, overlays};
