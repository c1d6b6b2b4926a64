//! Head and eyes that look at something while a clip moves the rest.

use glam::{DQuat, DVec3};

use super::aim::{eyes_toward, head_toward};
use super::forward::Forward;
use super::rig::{FaceRig, Finished};
use super::root::RootMatrix;
use super::skeleton::Bone;
use super::turn::Path;
use crate::gaze::{Limits, smoothed};
use crate::geometry::slerp;

/// Turns head and eyes of a rig to a target, after each frame of a clip.
///
/// The head goes to the target within 75 degrees to the sides and 35 up and down of what carries it, the eyes look at what
/// is left, within 9 and 8 of the head, both in one direction from the point between them. In `dt` seconds the head does
/// `1 - exp(-dt / 0.060)` of its way, the eyes `1 - exp(-dt / 0.0675)`. All other bones stay as the clip has them.
///
/// Kept from frame to frame is where the head pointed, in the world, and how the eyes lay in the head. Smoothing comes
/// after the limits: a clip that jumps makes neither jump.
#[derive(Clone, PartialEq, Debug)]
pub struct Gaze {
    path: Path,
    forward: Forward,
    kept: Option<Kept>,
}

/// What is kept between frames, in the axes of the rig.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Kept {
    /// In the world.
    head: DQuat,
    /// In the head: left, right.
    eyes: [DQuat; 2],
    /// How much of it counts; below 1 the clip takes over again.
    weight: f64,
}

const EYES: [Bone; 2] = [Bone::EyeLeft, Bone::EyeRight];
/// A share that is not seen any more.
const GONE: f64 = 1e-7;

impl Gaze {
    /// The head's time constant, in seconds.
    pub const HEAD_TAU: f64 = 0.060;
    /// That of the eyes.
    pub const EYES_TAU: f64 = 0.0675;

    /// Looks at nothing yet. `path` is how bones are turned; both give the same pose.
    pub fn new(path: Path) -> Self {
        Self { path, forward: Forward::PlusZ, kept: None }
    }

    /// For a model that faces another way in its own axes.
    #[must_use]
    pub fn facing(self, forward: Forward) -> Self {
        Self { forward, ..self }
    }

    /// Forgets everything, as for another model.
    pub fn reset(&mut self) {
        self.kept = None;
    }

    /// Turns head and eyes of the finished frame, `dt` seconds after the last time. The target is a place in the space in
    /// which the model stands.
    ///
    /// Without a target, or with one that is not finite, head and eyes go back to the clip. Time that is not over 0 moves
    /// nothing. Called again for the same frame of a clip, it begins from that frame again.
    pub fn update(&mut self, rig: &mut FaceRig, root: &RootMatrix, target: Option<DVec3>, dt: f64) {
        rig.restore();
        let written = Kept::of(rig.finished());
        match (target.and_then(|target| root.inward(target)), self.kept) {
            (None, None) => {}
            (None, Some(kept)) => {
                let weight = smoothed(kept.weight, 0.0, 1.0 / Self::HEAD_TAU, dt);
                self.kept = (weight > GONE).then_some(Kept { weight, ..kept });
                if let Some(kept) = self.kept {
                    self.turn(rig, &written.mixed(&kept));
                }
            }
            (Some(target), kept) => {
                // What comes back begins with what is shown.
                let start = kept.map_or(written, |kept| written.mixed(&kept));
                self.kept = Some(self.follow(rig, start, target, dt));
            }
        }
    }

    fn follow(&self, rig: &mut FaceRig, start: Kept, target: DVec3, dt: f64) -> Kept {
        let share = |tau: f64| smoothed(0.0, 1.0, 1.0 / tau, dt);
        // A model that faces the other way is the same one after half a turn.
        let forward = self.forward;
        let frame = rig.finished();
        let [neck, written] = [Bone::Neck, Bone::Head].map(|bone| forward.rotation(frame.rotation(bone)));
        let to = forward.direction(target - frame.position(Bone::Head));
        let wanted = forward.rotation(head_toward(neck, written, to, &Limits::CLIP_HEAD));
        let head = slerp(start.head, wanted, share(Self::HEAD_TAU));
        rig.turn(Bone::Head, head, self.path);

        let [left, right] = EYES.map(|eye| rig.finished().position(eye));
        let to = forward.direction(target - left.midpoint(right));
        let wanted = forward.rotation(eyes_toward(forward.rotation(head), to, &Limits::CLIP_EYES));
        let eyes = start.eyes.map(|eye| slerp(eye, wanted, share(Self::EYES_TAU)));
        let kept = Kept { head, eyes, weight: 1.0 };
        self.turn(rig, &kept);
        kept
    }

    fn turn(&self, rig: &mut FaceRig, kept: &Kept) {
        rig.turn(Bone::Head, kept.head, self.path);
        for (bone, eye) in EYES.into_iter().zip(kept.eyes) {
            rig.turn(bone, kept.head * eye, self.path);
        }
    }
}

impl Kept {
    /// How head and eyes are in a frame.
    fn of(frame: &Finished<6>) -> Self {
        let head = frame.rotation(Bone::Head);
        Self { head, eyes: EYES.map(|eye| head.inverse() * frame.rotation(eye)), weight: 1.0 }
    }

    /// On the way from this to another, by the weight of that one.
    fn mixed(&self, other: &Self) -> Self {
        let mix = |a: DQuat, b: DQuat| if other.weight == 1.0 { b } else { slerp(a, b, other.weight) };
        let eyes = std::array::from_fn(|i| mix(self.eyes[i], other.eyes[i]));
        Self { head: mix(self.head, other.head), eyes, weight: 1.0 }
    }
}
