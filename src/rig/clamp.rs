//! How far a head or an eye may turn.

use glam::DQuat;

use crate::gaze::Limits;
use crate::geometry::{angles, turned, wrapped};

/// Yaw and pitch in degrees brought within limits, one by one: yaw first, then pitch in the turned frame, which yaw does
/// not change. Angles are taken round the circle: a yaw of 200 is -160. What is not finite counts as 0.
///
/// (Limits on the parts of a swing and a twist would lose pitch wherever there is yaw.)
///
/// ```
/// use phiz::{gaze::Limits, rig::clamp_angles};
/// assert_eq!(clamp_angles([40.0, 15.0], &Limits::CLIP_HEAD), [40.0, 15.0]);
/// assert_eq!(clamp_angles([200.0, 15.0], &Limits::CLIP_HEAD), [-75.0, 15.0]);
/// ```
pub fn clamp_angles(angles: [f64; 2], limits: &Limits) -> [f64; 2] {
    limits.clamp(angles.map(|angle| if angle.is_finite() { wrapped(angle) } else { 0.0 }))
}

/// A rotation whose yaw and pitch are brought within limits as [`clamp_angles`] does, as `Ry(yaw) Rx(-pitch) Rz(-roll)`;
/// its roll is kept. The same for q and -q. A rotation that is not finite, or has no length, is none.
///
/// Straight up or down, all that is turned about the vertical counts as yaw.
pub fn clamp_rotation(q: DQuat, limits: &Limits) -> DQuat {
    let [yaw, pitch, roll] = angles(super::joint::unit("rotation", q).unwrap_or(DQuat::IDENTITY));
    let [yaw, pitch] = clamp_angles([yaw, pitch], limits);
    turned([yaw, pitch, roll])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::direction;
    use glam::DVec3;

    /// What goes in, what comes out with the limits of heads in clips: 75 to the sides, 35 up and down.
    const TABLE: [([f64; 2], [f64; 2]); 15] = [
        ([0.0, 0.0], [0.0, 0.0]),
        // Within limits, yaw takes nothing of pitch.
        ([40.0, 15.0], [40.0, 15.0]),
        ([-75.0, -35.0], [-75.0, -35.0]),
        ([80.0, 15.0], [75.0, 15.0]),
        ([40.0, 50.0], [40.0, 35.0]),
        ([-40.0, -50.0], [-40.0, -35.0]),
        ([100.0, 60.0], [75.0, 35.0]),
        // Behind the head: the side is kept, and pitch.
        ([150.0, 15.0], [75.0, 15.0]),
        ([-150.0, 15.0], [-75.0, 15.0]),
        ([200.0, 15.0], [-75.0, 15.0]),
        ([-200.0, 15.0], [75.0, 15.0]),
        ([179.0, 0.0], [75.0, 0.0]),
        ([181.0, 0.0], [-75.0, 0.0]),
        ([560.0, -20.0], [-75.0, -20.0]),
        // Straight above.
        ([0.0, 90.0], [0.0, 35.0]),
    ];

    #[test]
    fn as_angles() {
        for (given, expect) in TABLE {
            let found = clamp_angles(given, &Limits::CLIP_HEAD);
            assert!((0..2).all(|i| (found[i] - expect[i]).abs() < 1e-12), "{given:?}: {found:?}");
        }
        assert_eq!(clamp_angles([f64::NAN, f64::INFINITY], &Limits::CLIP_HEAD), [0.0, 0.0]);
        assert_eq!(clamp_angles([30.0, -30.0], &Limits::CLIP_EYES), [9.0, -8.0]);
    }

    #[test]
    fn as_rotations_with_any_roll_and_for_q_and_minus_q() {
        for ([yaw, pitch], expect) in TABLE {
            // Straight up, roll is yaw.
            for roll in if pitch == 90.0 { vec![0.0] } else { vec![0.0, 20.0, -130.0] } {
                let q = turned([yaw, pitch, roll]);
                let found = clamp_rotation(q, &Limits::CLIP_HEAD);
                assert_eq!(found, clamp_rotation(-q, &Limits::CLIP_HEAD));
                let seen = direction(found * DVec3::Z);
                assert!((0..2).all(|i| (seen[i] - expect[i]).abs() < 1e-6), "{yaw} {pitch} {roll}: {seen:?}");
                assert!((angles(found)[2] - roll).abs() < 1e-6, "{yaw} {pitch} {roll}");
            }
        }
        let none = DQuat::from_xyzw(0.0, 0.0, 0.0, f64::NAN);
        assert_eq!(clamp_rotation(none, &Limits::CLIP_HEAD), DQuat::IDENTITY);
    }

    /// What limits on swing and twist would have made of yaw 40, pitch 15.
    #[test]
    fn swing_and_twist_lose_pitch() {
        let q = turned([40.0, 15.0, 0.0]);
        let (swing, twist) = crate::rig::swing_twist(q, DVec3::Y).unwrap();
        // The swing is about an axis that has turned with the head, so its part about x is smaller than pitch.
        assert!((angles(swing)[1] - 11.5).abs() < 0.1 && (angles(twist)[0] - 40.0).abs() < 1e-9, "{:?}", angles(swing));
        assert!((angles(clamp_rotation(q, &Limits::CLIP_HEAD))[1] - 15.0).abs() < 1e-12);
    }
}
