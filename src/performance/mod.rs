//! Performances: what a character was asked to do, in time order, and how it is at any moment of that.

mod acts;
mod channels;
mod cue;
mod play;
mod script;
mod takeover;
mod tint;

pub use cue::Cue;
pub use play::Performance;
pub use script::{CueFile, CueFileKind, Script};
