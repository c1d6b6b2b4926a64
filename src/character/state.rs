//! States: what a character feels or does, as data.

use crate::face::{Brow, EyeShape, FaceScale, Mouth, Overlay};
use crate::geometry::Pose;
use crate::motion::{BlinkRule, Pulse, Spring, Wave};

/// A state: a look to hold.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Its name in files, flags and lists.
    pub name: String,
    /// What it says at a glance, in a line.
    pub summary: String,
    /// Eyes, right one first.
    pub eyes: [EyeLook; 2],
    /// Brows, right one first.
    pub brows: [Brow; 2],
    /// The mouth.
    pub mouth: MouthLook,
    /// Added to the pose.
    pub pose: Pose,
    /// Where the eyes rest when nothing else moves them, as shares of the gaze range: x to the right, y up.
    pub look: [f64; 2],
    /// Multiplies the character's own.
    pub scale: FaceScale,
    /// How the body is held.
    pub body: BodyLook,
    /// How strong the blush is; 1 is usual.
    pub blush: f64,
    /// Marks that float around it.
    pub overlays: Vec<Overlay>,
    /// How it moves while it is held.
    pub life: Life,
}

/// How a state moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Life {
    /// The spring that mouth, pose and body come in with; eyes are quicker.
    pub spring: Spring,
    /// How it blinks; none is not at all.
    pub blink: Option<BlinkRule>,
    /// Depth of its breath in shares of the body's height, and the seconds of one.
    pub breath: [f64; 2],
    /// How much of the idle drift of gaze and head there is; 1 is usual.
    pub drift: f64,
    /// The gesture it comes in with.
    pub enter: Option<Pulse>,
    /// What goes on and on. After three seconds it calms by half.
    pub waves: Vec<Wave>,
}

impl Default for Life {
    fn default() -> Self {
        Self {
            spring: Spring::DEFAULT,
            blink: Some(BlinkRule::default()),
            breath: [0.014, 3.4],
            drift: 1.0,
            enter: None,
            waves: Vec::new(),
        }
    }
}

/// One eye in a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EyeLook {
    /// Its shape; none is the face's own open eye.
    pub shape: Option<EyeShape>,
    /// Size over the usual.
    pub size: f64,
    /// How far the lid is open, 0..=1.
    pub lid: f64,
}

/// The mouth in a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MouthLook {
    /// Its form.
    pub form: Mouth,
    /// How much the opening is filled, 0..=1.
    pub fill: f64,
    /// Height of the tongue in it: 0 none, 1 half of the opening. Files have up to 1; the shapes of speech have up to
    /// 1.5, a tongue that is raised.
    pub tongue: f64,
    /// Height of the upper teeth in it: 0 none, 1 a strip of 30 % of the opening. Files have up to 1; the shapes of
    /// speech have up to 3, teeth that are shut.
    pub teeth: f64,
}

/// How the body is held.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BodyLook {
    /// Height over the usual; the width changes against it, so that the area stays.
    pub stretch: f64,
    /// Degrees clockwise around the foot.
    pub lean: f64,
    /// Up from the ground, in shares of the body's height.
    pub lift: f64,
}

impl Default for BodyLook {
    fn default() -> Self {
        Self { stretch: 1.0, lean: 0.0, lift: 0.0 }
    }
}
