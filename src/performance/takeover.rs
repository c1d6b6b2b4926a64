//! What of the gaze a pointer takes over from a clip: head and eyes. All else stays as the clip has it.

use glam::{DQuat, DVec3};

use crate::Error;
use crate::gaze::{Aim, Follower, Limits, PointerEvent, Settings, Tracker};
use crate::geometry::{Pose, angles, direction, slerp, turned};
use crate::rig::{Bone, FaceRig, Gaze, Joint, Path, Rig, Skeleton, eyes_toward, head_toward};

/// Where a pointer is looked for while a clip plays, at one moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sight {
    /// Where the head is to face, `[yaw, pitch]` in degrees.
    pub head: [f64; 2],
    /// Where the eyes are to look.
    pub eyes: [f64; 2],
    /// How much the eyes are taken over, 0..=1.
    pub command: f64,
    /// How much the head is.
    pub weight: f64,
}

/// How a character is held before its gaze is taken over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stance {
    /// How far the body leans, in degrees.
    pub lean: f64,
    /// Turn, tilt and roll of what carries the head, on the body as it is seen.
    pub neck: [f64; 3],
    /// How the head is held on the body as it is seen.
    pub head: Pose,
}

/// Head and eyes with the gaze on the pointer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Taken {
    /// How the head is held on the body as it is seen.
    pub head: Pose,
    /// Where the eyes look, in degrees of their range.
    pub eyes: [f64; 2],
    /// How much of that counts, 0..=1.
    pub share: f64,
}

/// A tracker with the head's limits and both time constants of gaze over clips.
///
/// The head takes its usual share: a face that is painted on would all but vanish round the edge where the head of a model
/// may well turn. The eyes have their whole range, as the 9 degrees of a model's are the whole of theirs.
pub(super) fn tracker(aim: Aim) -> Result<Tracker, Error> {
    let plain = Settings::default();
    let eyes = Follower { rate: 1.0 / Gaze::EYES_TAU, ..plain.eyes };
    let head = Follower { rate: 1.0 / Gaze::HEAD_TAU, limits: Limits::CLIP_HEAD, ..plain.head };
    Tracker::new(aim, Settings { eyes, head, ..plain })
}

/// An event as that tracker hears it: where the pointer is, not what it presses.
pub(super) fn heard(event: PointerEvent) -> PointerEvent {
    match event {
        PointerEvent::Press { x, y } | PointerEvent::Release { x, y } => PointerEvent::Move { x, y },
        other => other,
    }
}

/// Turns head and eyes to what is to be seen.
///
/// A dancer who turns her back, or bends over backwards, lets go of it: what she would look at over her shoulder would
/// change sides there, and the head with it.
pub(super) fn take_over(stance: &Stance, sight: &Sight) -> Taken {
    let mut rig = standing(stance);
    let [body, neck, head] = [Bone::Body, Bone::Neck, Bone::Head].map(|bone| rig.finished().rotation(bone));
    let [to_head, to_eyes] = [sight.head, sight.eyes].map(toward);

    let wanted = head_toward(neck, head, to_head, &Limits::CLIP_HEAD);
    rig.turn(Bone::Head, slerp(head, wanted, sight.weight * in_sight(neck, to_head)), Path::Local);
    let head = rig.finished().rotation(Bone::Head);

    let [turn, tilt, roll] = angles(body.inverse() * head);
    let [yaw, pitch, _] = angles(eyes_toward(head, to_eyes, &Limits::EYES));
    Taken {
        head: Pose::new(turn, tilt, roll).unwrap_or_default(),
        eyes: [yaw, pitch],
        share: sight.command * in_sight(head, to_eyes),
    }
}

/// How much of a direction is held on to by what is turned so, 0..=1.
fn in_sight(rotation: DQuat, to: DVec3) -> f64 {
    let [yaw, pitch] = direction(rotation.inverse() * to);
    falling(yaw.abs(), BACK) * falling(pitch.abs(), OVER)
}

/// From how many degrees to the side it begins to let go, and where it has.
const BACK: [f64; 2] = [90.0, 150.0];
/// The same, up and down.
const OVER: [f64; 2] = [50.0, 80.0];

/// 1 up to the first, 0 from the second on, smoothly.
fn falling(x: f64, [from, to]: [f64; 2]) -> f64 {
    let share = ((to - x) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn toward([yaw, pitch]: [f64; 2]) -> DVec3 {
    turned([yaw, pitch, 0.0]) * DVec3::Z
}

/// The bones as they are seen: a flat body leans and does not turn, so that all other turns of the trunk are the neck's.
fn standing(stance: &Stance) -> FaceRig {
    let (neck, head) = (turned(stance.neck), turned(stance.head.angles()));
    let mut rig = Rig::new(Skeleton::FACE);
    let mut next = rig.begin();
    let mut set = |bone: Bone, rotation: DQuat| next.set(bone, Joint::new(rotation, DVec3::ZERO).unwrap_or_default());
    set(Bone::Body, turned([0.0, 0.0, stance.lean]));
    set(Bone::Neck, neck);
    set(Bone::Head, neck.inverse() * head);
    next.finish();
    rig
}

#[cfg(test)]
mod tests {
    use super::*;

    const AHEAD: Sight = Sight { head: [0.0; 2], eyes: [0.0; 2], command: 1.0, weight: 1.0 };

    fn stance(lean: f64, neck: [f64; 3], head: [f64; 3]) -> Stance {
        Stance { lean, neck, head: Pose::new(head[0], head[1], head[2]).unwrap() }
    }

    /// Where the face points in the picture, with the lean of the body.
    fn faces(stance: &Stance, taken: &Taken) -> [f64; 2] {
        direction(turned([0.0, 0.0, stance.lean]) * (taken.head.rotation() * DVec3::Z))
    }

    #[test]
    fn the_face_points_where_it_is_told_however_the_body_leans() {
        for lean in [0.0, 20.0, -30.0] {
            for neck in [[0.0; 3], [20.0, 10.0, 5.0], [-40.0, 0.0, -10.0]] {
                for head in [[0.0; 3], [50.0, -20.0, 15.0]] {
                    for to in [[0.0, 0.0], [30.0, 10.0], [-25.0, -15.0]] {
                        let stance = stance(lean, neck, head);
                        let taken = take_over(&stance, &Sight { head: to, eyes: to, ..AHEAD });
                        let found = faces(&stance, &taken);
                        assert!((0..2).all(|i| (found[i] - to[i]).abs() < 1e-9), "{stance:?}: {found:?}");
                        assert!(taken.eyes.iter().all(|v| v.abs() < 1e-9) && taken.share == 1.0);
                    }
                }
            }
        }
    }

    #[test]
    fn how_the_head_leans_to_its_shoulders_stays_as_it_was() {
        for roll in [0.0, 15.0, -25.0] {
            let taken = take_over(&stance(0.0, [0.0; 3], [40.0, 10.0, roll]), &Sight { head: [-10.0, 5.0], ..AHEAD });
            assert!((taken.head.roll() - roll).abs() < 1e-9 && (taken.head.turn() + 10.0).abs() < 1e-9);
        }
    }

    #[test]
    fn eyes_take_what_the_head_has_not_reached_up_to_their_limits() {
        for (eyes, shown) in [
            ([10.0, 0.0], [10.0, 0.0]),
            ([0.0, 9.0], [0.0, 9.0]),
            ([-60.0, 0.0], [-30.0, 0.0]),
            ([0.0, 40.0], [0.0, 18.0]),
            ([0.0, -40.0], [0.0, -14.0]),
        ] {
            let taken = take_over(&stance(0.0, [0.0; 3], [0.0; 3]), &Sight { eyes, ..AHEAD });
            assert!((0..2).all(|i| (taken.eyes[i] - shown[i]).abs() < 1e-9), "{eyes:?}: {:?}", taken.eyes);
        }
    }

    /// The trunk turns right round, once flat and once over its back, under a gaze that stays: each degree moves head and
    /// eyes a few degrees at most.
    #[test]
    fn turning_round_does_not_make_it_jump() {
        let sight = Sight { head: [35.0, 10.0], eyes: [40.0, 12.0], ..AHEAD };
        for spin in
            [|k: f64| [k, 5.0, 3.0], |k: f64| [4.0, k, -6.0], |k: f64| [k, k, 0.0], |k: f64| [2.0 * k, 80.0, 30.0]]
        {
            let all: Vec<Taken> = (0..=7200)
                .map(|k| {
                    let neck = spin(f64::from(k) / 20.0);
                    // The head nods on it.
                    let [turn, tilt, roll] = angles(turned(neck) * turned([10.0, -15.0, 8.0]));
                    take_over(&stance(0.0, neck, [turn, tilt, roll]), &sight)
                })
                .collect();
            for (k, pair) in all.windows(2).enumerate() {
                let [a, b] = [pair[0], pair[1]].map(|taken| taken.head.rotation() * DVec3::Z);
                assert!(a.angle_between(b).to_degrees() < 0.5, "{k}: {pair:?}");
                let [a, b] = [pair[0], pair[1]].map(|taken| taken.eyes.map(|angle| angle * taken.share));
                assert!((0..2).all(|i| (a[i] - b[i]).abs() < 1.5), "{k}: {pair:?}");
            }
        }
    }

    #[test]
    fn with_no_weight_the_head_stays_and_with_some_it_goes_so_far() {
        let stance = stance(10.0, [5.0, 0.0, 0.0], [30.0, 0.0, 0.0]);
        let at = |weight: f64| take_over(&stance, &Sight { weight, ..AHEAD }).head;
        assert!((at(0.0).turn() - 30.0).abs() < 1e-9 && at(0.0).tilt().abs() < 1e-9);
        assert!((at(0.5).turn() - 15.0).abs() < 0.2 && at(1.0).turn().abs() < 1e-9);
    }
}
