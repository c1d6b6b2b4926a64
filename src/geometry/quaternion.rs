//! Rotations as quaternions: what bones are turned by.

use glam::{DQuat, DVec3};

/// `Ry(turn) Rx(-tilt) Rz(-roll)` of angles in degrees: [`Pose::rotation`](super::Pose::rotation) as a quaternion.
pub(crate) fn turned([turn, tilt, roll]: [f64; 3]) -> DQuat {
    let half = |degrees: f64| (libm::sin(0.5 * degrees.to_radians()), libm::cos(0.5 * degrees.to_radians()));
    let ((sy, cy), (sx, cx), (sz, cz)) = (half(turn), half(-tilt), half(-roll));
    DQuat::from_xyzw(0.0, sy, 0.0, cy) * DQuat::from_xyzw(sx, 0.0, 0.0, cx) * DQuat::from_xyzw(0.0, 0.0, sz, cz)
}

/// Turn, tilt and roll of a rotation, in degrees: the inverse of [`turned`], with a tilt from -90 to 90. The same for q
/// and -q.
///
/// Straight up and down, turn and roll are about the same axis: all of it counts as turn there.
pub(crate) fn angles(q: DQuat) -> [f64; 3] {
    let [x, y, z] = [q * DVec3::X, q * DVec3::Y, q * DVec3::Z];
    // The columns of Ry(turn) Rx(-tilt) Rz(-roll).
    let level = libm::hypot(z.x, z.z);
    let tilt = libm::atan2(z.y, level);
    let (turn, roll) =
        if level < STEEP { (libm::atan2(-x.z, x.x), 0.0) } else { (libm::atan2(z.x, z.z), -libm::atan2(x.y, y.y)) };
    [turn, tilt, roll].map(f64::to_degrees)
}

/// What is as near to straight up or down as this, as the sine of the angle, is straight: less cannot be told from
/// rounding.
const STEEP: f64 = 1e-9;

/// Yaw and pitch of a direction, in degrees: to the right and up. Straight above and below, and for no direction at all,
/// yaw is 0.
pub(crate) fn direction(v: DVec3) -> [f64; 2] {
    let level = libm::hypot(v.x, v.z);
    let yaw = if level <= STEEP * v.y.abs() { 0.0 } else { libm::atan2(v.x, v.z) };
    [yaw.to_degrees(), libm::atan2(v.y, level).to_degrees()]
}

/// From one rotation to another along the shorter arc at an even pace; 0 is the first, 1 the second.
pub(crate) fn slerp(a: DQuat, b: DQuat, share: f64) -> DQuat {
    let dot = a.dot(b);
    // q and -q are the same rotation: the nearer one is gone to.
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (b, dot) };
    if dot > 1.0 - 1e-12 {
        return (a * (1.0 - share) + b * share).normalize();
    }
    let angle = libm::acos(dot);
    let part = |share: f64| libm::sin(share * angle) / libm::sin(angle);
    (a * part(1.0 - share) + b * part(share)).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Pose;
    use proptest::prelude::*;

    /// How far apart two rotations are, whatever the signs of their quaternions.
    fn apart(a: DQuat, b: DQuat) -> f64 {
        [DVec3::X, DVec3::Y, DVec3::Z].into_iter().map(|axis| (a * axis - b * axis).length()).fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn it_is_the_rotation_of_a_pose(turn in -180.0..180.0f64, tilt in -180.0..180.0f64, roll in -180.0..180.0f64) {
            let (q, pose) = (turned([turn, tilt, roll]), Pose::new(turn, tilt, roll).unwrap().rotation());
            for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                prop_assert!((q * axis - pose * axis).length() < 1e-14);
            }
        }

        #[test]
        fn angles_are_found_again(turn in -180.0..180.0f64, tilt in -89.0..89.0f64, roll in -180.0..180.0f64) {
            for q in [turned([turn, tilt, roll]), -turned([turn, tilt, roll])] {
                for (a, b) in angles(q).into_iter().zip([turn, tilt, roll]) {
                    prop_assert!((a - b).abs() < 1e-9, "{:?}", angles(q));
                }
            }
        }
    }

    #[test]
    fn straight_up_and_down_the_angles_are_still_the_rotation() {
        for tilt in [90.0, -90.0] {
            for (turn, roll) in [(0.0, 0.0), (30.0, 0.0), (0.0, -70.0), (110.0, 25.0)] {
                let q = turned([turn, tilt, roll]);
                let found = angles(q);
                assert_eq!(found[2], 0.0);
                assert!(apart(turned(found), q) < 1e-8, "{turn} {tilt} {roll}: {found:?}");
            }
        }
        assert_eq!(direction(DVec3::new(1e-17, 3.0, -1e-17)), [0.0, 90.0]);
        assert_eq!(direction(DVec3::ZERO), [0.0, 0.0]);
    }

    #[test]
    fn half_way_is_half_of_the_angle_on_the_shorter_arc() {
        let (a, b) = (turned([-100.0, 0.0, 0.0]), turned([120.0, 0.0, 0.0]));
        for b in [b, -b] {
            // Over the back: 140 degrees, not 220.
            assert!(apart(slerp(a, b, 0.5), turned([-170.0, 0.0, 0.0])) < 1e-12);
            assert!(apart(slerp(a, b, 1.0), b) < 1e-12 && apart(slerp(a, b, 0.0), a) < 1e-12);
        }
    }
}
