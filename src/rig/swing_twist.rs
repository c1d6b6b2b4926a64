//! A rotation as a twist about an axis, then a swing of that axis.

use glam::{DQuat, DVec3};

use crate::Error;

/// Takes a rotation apart: `q = swing * twist`, the twist about `axis`, the swing about an axis at right angles to it.
///
/// The same for q and -q, which are the same rotation; both parts have w >= 0. Where q is a half turn about an axis at
/// right angles to `axis`, every twist would do; it is the identity, and the swing is q.
///
/// ```
/// use glam::{DQuat, DVec3};
/// let (swing, twist) = phiz::rig::swing_twist(DQuat::from_rotation_y(1.0), DVec3::Y)?;
/// assert!(swing.is_near_identity() && (twist.to_axis_angle().1 - 1.0).abs() < 1e-12);
/// # Ok::<(), phiz::Error>(())
/// ```
///
/// # Errors
/// If the rotation or the axis is not finite, or has no length.
pub fn swing_twist(q: DQuat, axis: DVec3) -> Result<(DQuat, DQuat), Error> {
    let q = super::joint::unit("rotation", q)?;
    let most = axis.abs().max_element();
    if !axis.is_finite() || most < 1e-150 {
        let (name, value) = ("twist axis".into(), axis.to_string());
        return Err(Error::Parameter { name, value, allowed: "three finite numbers, not all 0".into() });
    }
    let axis = (axis / most).normalize();
    let along = q.xyz().dot(axis);
    let length = libm::hypot(along, q.w);
    let twist = if length < NO_TWIST {
        DQuat::IDENTITY
    } else {
        let v = axis * (along / length);
        upright(DQuat::from_xyzw(v.x, v.y, v.z, q.w / length))
    };
    Ok((upright((q * twist.inverse()).normalize()), twist))
}

/// A twist shorter than this is made of rounding.
const NO_TWIST: f64 = 1e-9;

/// Of q and -q the one with w > 0; for half turns the one whose first number that is not 0 is positive.
fn upright(q: DQuat) -> DQuat {
    let first = [q.w, q.x, q.y, q.z].into_iter().find(|v| v.abs() > 1e-12).unwrap_or(1.0);
    if first < 0.0 { -q } else { q }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turned;
    use proptest::prelude::*;

    fn about(axis: DVec3, degrees: f64) -> DQuat {
        let (s, c) = (libm::sin(0.5 * degrees.to_radians()), libm::cos(0.5 * degrees.to_radians()));
        let v = axis.normalize() * s;
        DQuat::from_xyzw(v.x, v.y, v.z, c)
    }

    /// How far apart two rotations are, whatever the signs of their quaternions.
    fn apart(a: DQuat, b: DQuat) -> f64 {
        [DVec3::X, DVec3::Y, DVec3::Z].into_iter().map(|axis| (a * axis - b * axis).length()).fold(0.0, f64::max)
    }

    fn angle(q: DQuat) -> f64 {
        2.0 * libm::atan2(q.xyz().length(), q.w).to_degrees()
    }

    #[test]
    fn known_rotations() {
        // q, axis, angle of the swing, angle of the twist.
        for (q, axis, swing, twist) in [
            (DQuat::IDENTITY, DVec3::Y, 0.0, 0.0),
            (about(DVec3::Y, 50.0), DVec3::Y, 0.0, 50.0),
            (about(DVec3::Y, -170.0), DVec3::Y, 0.0, 170.0),
            (about(DVec3::X, 50.0), DVec3::Y, 50.0, 0.0),
            (about(DVec3::X, 30.0) * about(DVec3::Y, 40.0), DVec3::Y, 30.0, 40.0),
            (about(DVec3::Z, -30.0) * about(DVec3::Y, 140.0), DVec3::Y, 30.0, 140.0),
            // Half turns: about the axis, at right angles to it, and in between.
            (about(DVec3::Y, 180.0), DVec3::Y, 0.0, 180.0),
            (about(DVec3::X, 180.0), DVec3::Y, 180.0, 0.0),
            (about(DVec3::new(1.0, 0.0, 1.0), 180.0), DVec3::Y, 180.0, 0.0),
            (about(DVec3::new(0.0, 1.0, 1.0), 180.0), DVec3::Y, 90.0, 180.0),
            // No twist at all, and one that is only rounding.
            (DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), DVec3::Y, 180.0, 0.0),
            (DQuat::from_xyzw(0.6, 0.0, -0.8, 0.0), DVec3::Y, 180.0, 0.0),
            (DQuat::from_xyzw(1.0, 1e-17, 0.0, 1e-17), DVec3::Y, 180.0, 0.0),
        ] {
            for q in [q, -q] {
                let (s, t) = swing_twist(q, 7.0 * axis).unwrap();
                assert!((angle(s) - swing).abs() < 1e-6 && (angle(t) - twist).abs() < 1e-6, "{q}: {s} {t}");
                assert!(apart(s * t, q) < 1e-14, "{q}");
            }
        }
    }

    #[test]
    fn what_is_no_rotation_or_axis_is_refused() {
        let nan = f64::NAN;
        for (q, axis, name) in [
            (DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), DVec3::Y, "rotation"),
            (DQuat::from_xyzw(nan, 0.0, 0.0, 1.0), DVec3::Y, "rotation"),
            (DQuat::IDENTITY, DVec3::ZERO, "twist axis"),
            (DQuat::IDENTITY, DVec3::new(nan, 0.0, 0.0), "twist axis"),
        ] {
            assert!(swing_twist(q, axis).unwrap_err().to_string().starts_with(name));
        }
    }

    proptest! {
        #[test]
        fn the_parts_make_the_whole_and_keep_to_their_axes(
            turn in -180.0..180.0f64, tilt in -180.0..180.0f64, roll in -180.0..180.0f64,
            axis in prop::array::uniform3(-1.0..1.0f64),
        ) {
            prop_assume!(DVec3::from(axis).length() > 1e-3);
            let (q, axis) = (turned([turn, tilt, roll]), DVec3::from(axis).normalize());
            let (swing, twist) = swing_twist(q, axis).unwrap();
            prop_assert_eq!(swing_twist(-q, axis).unwrap(), (swing, twist));
            prop_assert!(apart(swing * twist, q) < 1e-12);
            prop_assert!((twist * axis - axis).length() < 1e-12);
            prop_assert!(swing.xyz().dot(axis).abs() < 1e-9);
        }
    }
}
