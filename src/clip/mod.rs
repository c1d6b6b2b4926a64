//! Other people's motion: clips, expressions and speech, from bytes to curves. No file is opened here and no clock read.
//!
//! | file | what it is | read by |
//! |---|---|---|
//! | VMD | motions of MikuMikuDance | [`Vmd`], [`Clip`] |
//! | motion3.json | motions of Live2D Cubism | [`Motion3`], [`Clip`] |
//! | exp3.json | expressions of Live2D Cubism | [`Expression`] |
//! | TSV, XML, JSON | mouth cues of Rhubarb Lip Sync | [`Speech`] |
//! | WAV | a voice, by its loudness | [`Speech`] |
//!
//! [`Media`] tells them apart by what is in them. All are handed to a [`Performance`](crate::Performance) as
//! [`Cue`](crate::Cue)s. A name that a face has no counterpart for is left, which is no fault: [`Clip::tracks`] says which.
//!
//! A file that is not as it should be is refused with the place of what is wrong: line and column, or the byte where it is
//! no text. Lists of cues, curves and parameters tell the fault of each entry, up to twenty. Nothing is set aside on the
//! word of a file: what is read takes the file's size times a small constant.
//!
//! # Layers
//!
//! A clip asks for values of Live2D's standard parameters; bones and morphs of MikuMikuDance are brought to them, too.
//! Where a clip follows a clip, the later one lies over the earlier one by its weight. Expressions are blended onto that.
//! The result is laid over the state: angles are added, lids are multiplied, the mouth is opened further.
//!
//! # Who owns head and eyes
//!
//! Bones of MikuMikuDance become a [`rig`](crate::rig): root, body, neck, head and eyes. A flat body can lean and rise,
//! but not turn; what else the trunk does turns the face that is painted on it.
//!
//! Where a pointer is followed, head and eyes are taken over from a clip that holds head, eyes or body; all else stays as
//! the clip has it. The head takes 0.6 of the direction, within 75 degrees to the sides and 35 up and down of what carries
//! it, and keeps how it leans to its shoulders; the eyes take the rest within their range. Both are directions in the
//! picture: however the body leans, and wherever a round begins again, they stay on the pointer. Who turns right round lets
//! go of it on the way. A one-shot gesture has the head to itself, as without a clip.
//!
//! # Who owns lids and mouth
//!
//! | when | lids | mouth |
//! |---|---|---|
//! | nothing else is there | state x blink | state |
//! | a clip moves it | state x clip; no blinks but the clip's | state + clip; a state that talks by itself falls silent |
//! | an expression is held | that of the row above, with the expression blended onto the clip's value (1 or 0 without one); blinks go on | likewise |
//! | speech is heard | no change | speech alone, from its first cue until 30 ms after its end; then given back within 170 ms |
//! | the state's eyes are shut | state: nothing opens or reshapes them | no change |
//!
//! Where several rows hold, the lowest one counts. `tests/clips.rs` has a test for each of them. A state lends speech its
//! mood: the corners of a spoken shape are lower where those of the state are, so that who is sad does not smile between
//! two words.
//!
//! A clip moves what it has a curve for that changes. Where it comes in or goes out, so does its claim. What moves by
//! itself (blinks, idle drift of the gaze, talking states) gives way to what somebody made.

mod bezier;
mod bytes;
#[expect(clippy::module_inception, reason = "a clip is what this folder is about")]
mod clip;
mod curve;
mod drive;
mod expression;
mod fault;
mod json;
mod live2d;
mod media;
mod mmd;
mod motion3;
mod speech;
mod vmd;

pub(crate) use clip::Playing;
pub use clip::{Clip, Track};
pub use curve::{Curve, Segment};
pub(crate) use drive::{Drive, Scope, slot, standard};
pub use expression::{Expression, ExpressionParameter};
pub(crate) use live2d::in_range;
pub use media::Media;
pub use motion3::{CurveTarget, Motion3, MotionCurve};
pub(crate) use speech::blend as blend_mouths;
pub use speech::{LEAST as LEAST_SHOWN, MouthCue, Speech, Viseme};
pub use vmd::{BoneKey, BoneTrack, MorphKey, MorphTrack, Passed, Transform, Vmd};

/// How fades go: `1/2 - 1/2 cos(pi x)`, 0 below 0 and 1 over 1. Cubism calls it `GetEasingSine`.
pub fn sine(x: f64) -> f64 {
    0.5 - 0.5 * libm::cos(std::f64::consts::PI * x.clamp(0.0, 1.0))
}
