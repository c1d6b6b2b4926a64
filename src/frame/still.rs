//! The values of a frame, and those of a character at rest.

use crate::Error;
use crate::character::{BodyLook, Character, MouthLook, State};
use crate::color::Color;
use crate::face::{Brow, Eye, FaceKind, FaceMix, FaceScale, Overlay, Side};
use crate::geometry::{Pose, Rotation, sin_cos};
use crate::motion::Rhythm;

/// How a character is at one moment: a plain value, the same from whatever side it is reached.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// The whole rotation of the head, `live * home`.
    pub rotation: Rotation,
    /// The resting rotation of the head alone: parts of the body are drawn where the art has them at this pose.
    pub home: Rotation,
    /// Which faces are worn, and how much of each.
    pub face: FaceMix,
    /// How far the eyes are shifted on the head, in head radii: x to the right, y up.
    pub gaze: [f64; 2],
    /// All multipliers, the character's and the state's.
    pub scale: FaceScale,
    /// Eyes, right one first.
    pub eyes: [Eye; 2],
    /// Brows, right one first.
    pub brows: [Brow; 2],
    /// The mouth.
    pub mouth: MouthLook,
    /// How the body is held.
    pub body: BodyLook,
    /// Strength of the blush.
    pub blush: f64,
    /// How loose parts swing.
    pub sway: Sway,
    /// How much there is of each overlay, in the order of [`Overlay::ALL`], 0..=1.
    pub overlays: [f64; Overlay::ALL.len()],
    /// The colour of the body where it is not the character's own.
    pub color: Option<Color>,
    /// The time, for what moves by itself: overlays.
    pub rhythm: Rhythm,
}

/// How parts that hang loosely swing, in degrees clockwise.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Sway {
    /// Parts that hang stiffly.
    pub stiff: f64,
    /// Parts that hang loosely.
    pub loose: f64,
}

/// Where the character looks, as shares of the whole gaze range of eyes and head: x -1..=1 to the right, y -1..=1 up.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Look {
    x: f64,
    y: f64,
}

impl Look {
    /// Straight ahead.
    pub const AHEAD: Self = Self { x: 0.0, y: 0.0 };

    /// A direction.
    ///
    /// # Errors
    /// If a share is not from -1 to 1.
    pub fn new(x: f64, y: f64) -> Result<Self, Error> {
        let share = |name: &str, value: f64| {
            let refused =
                || Error::Parameter { name: name.into(), value: value.to_string(), allowed: "from -1 to 1".into() };
            (-1.0..=1.0).contains(&value).then_some(value).ok_or_else(refused)
        };
        Ok(Self { x: share("look x", x)?, y: share("look y", y)? })
    }

    /// From finite shares that may lie beyond the range.
    pub(crate) fn clamped([x, y]: [f64; 2]) -> Self {
        Self { x: x.clamp(-1.0, 1.0), y: y.clamp(-1.0, 1.0) }
    }

    /// To the right.
    pub fn x(self) -> f64 {
        self.x
    }

    /// Up.
    pub fn y(self) -> f64 {
        self.y
    }

    /// The eyes' part in degrees, yaw and pitch: 30 to the sides, 18 up, 14 down.
    pub fn eyes(self) -> [f64; 2] {
        [30.0 * self.x, if self.y > 0.0 { 18.0 } else { 14.0 } * self.y]
    }

    /// The head's part: turn 20, tilt 12 up, 10 down.
    pub fn head(self) -> Pose {
        Pose::new(20.0 * self.x, if self.y > 0.0 { 12.0 } else { 10.0 } * self.y, 0.0).unwrap_or_default()
    }
}

/// How far the eyes slide over the head for a gaze of 90 degrees, in head radii.
const EYE_TRAVEL: f64 = 0.30;

/// Where eyes that look `[yaw, pitch]` degrees away are shifted to, in head radii.
pub(crate) fn eye_shift([yaw, pitch]: [f64; 2]) -> [f64; 2] {
    [EYE_TRAVEL * sin_cos(yaw).0, EYE_TRAVEL * sin_cos(pitch).0]
}

/// A time at which every overlay is well seen.
pub(crate) const POSTER_TIME: f64 = 0.75;

/// Which overlays a state has, each 0 or 1.
pub(crate) fn overlays(state: &State) -> [f64; Overlay::ALL.len()] {
    Overlay::ALL.map(|(_, overlay)| if state.overlays.contains(&overlay) { 1.0 } else { 0.0 })
}

/// What a still picture is asked to show.
///
/// ```
/// use phiz::{Character, FaceKind, Pose, Still};
/// let nubo = Character::builtin("nubo")?;
/// let still = Still { pose: Pose::new(30.0, 0.0, 0.0)?, face: Some(FaceKind::Eyes), ..Still::default() };
/// let frame = still.frame(&nubo, nubo.state("happy")?);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Still {
    /// The live pose, over the character's home pose.
    pub pose: Pose,
    /// Where it looks.
    pub look: Look,
    /// The face; none is the character's own.
    pub face: Option<FaceKind>,
    /// The home pose; none is the character's own.
    pub home: Option<Pose>,
}

impl Still {
    /// The character settled in a state: no blink, no breath, no idle motion.
    pub fn frame(&self, character: &Character, state: &State) -> Frame {
        let face = self.face.unwrap_or(character.face);
        let home = self.home.unwrap_or(character.home).rotation();
        let live = self.pose.plus(state.pose).plus(self.look.head());
        let shift = eye_shift(self.look.eyes());
        let resting = eye_shift(Look { x: state.look[0], y: state.look[1] }.eyes());
        let eye = |side: Side| {
            let look = state.eyes[side.index()];
            let shape = look.shape.unwrap_or(character.open_eye(face));
            Eye::of(shape, look.size, look.lid)
        };
        Frame {
            rotation: live.rotation() * home,
            home,
            face: face.mix(),
            gaze: [shift[0] + resting[0], shift[1] + resting[1]],
            scale: character.scale.times(&state.scale),
            eyes: Side::BOTH.map(eye),
            brows: state.brows,
            mouth: state.mouth,
            body: state.body,
            blush: state.blush,
            sway: Sway::default(),
            overlays: overlays(state),
            color: None,
            rhythm: Rhythm::at(POSTER_TIME),
        }
    }
}
