//! How the head is held, and the rotation that follows from it.

use std::ops::Mul;

use glam::{DMat3, DVec3};

use super::angle::{finite, sin_cos, wrapped};
use crate::Error;

/// How the head is held, in degrees, as the viewer sees it: turn + to screen right, tilt + up, roll + clockwise.
///
/// Any finite angle is taken and wrapped into -180..=180. These are the signs of Live2D's `ParamAngleX/Y/Z`.
///
/// ```
/// let pose = phiz::Pose::new(20.0, -5.0, 0.0)?;
/// let nose = pose.rotation() * glam::DVec3::Z;
/// assert!(nose.x > 0.0 && nose.y < 0.0); // to the right and down
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Pose {
    turn: f64,
    tilt: f64,
    roll: f64,
}

impl Pose {
    /// Straight ahead.
    pub const NONE: Self = Self { turn: 0.0, tilt: 0.0, roll: 0.0 };

    /// A pose from three angles in degrees.
    ///
    /// # Errors
    /// If an angle is NaN or infinite.
    pub fn new(turn: f64, tilt: f64, roll: f64) -> Result<Self, Error> {
        Ok(Self {
            turn: wrapped(finite("turn", turn)?),
            tilt: wrapped(finite("tilt", tilt)?),
            roll: wrapped(finite("roll", roll)?),
        })
    }

    /// Degrees to screen right.
    pub fn turn(self) -> f64 {
        self.turn
    }

    /// Degrees up.
    pub fn tilt(self) -> f64 {
        self.tilt
    }

    /// Degrees clockwise.
    pub fn roll(self) -> f64 {
        self.roll
    }

    /// Turn, tilt and roll.
    pub(crate) fn angles(self) -> [f64; 3] {
        [self.turn, self.tilt, self.roll]
    }

    /// Both, angle by angle; for offsets that a state or a gaze adds to a pose. Whole rotations compose instead:
    /// see [`Rotation`].
    pub fn plus(self, other: Self) -> Self {
        Self {
            turn: wrapped(self.turn + other.turn),
            tilt: wrapped(self.tilt + other.tilt),
            roll: wrapped(self.roll + other.roll),
        }
    }

    /// `Ry(turn) Rx(-tilt) Rz(-roll)` with right-handed matrices: yaw, then pitch, then roll (YXZ).
    pub fn rotation(self) -> Rotation {
        let (st, ct) = sin_cos(self.turn);
        let (sp, cp) = sin_cos(-self.tilt);
        let (sr, cr) = sin_cos(-self.roll);
        let turn = DMat3::from_cols(DVec3::new(ct, 0.0, -st), DVec3::Y, DVec3::new(st, 0.0, ct));
        let tilt = DMat3::from_cols(DVec3::X, DVec3::new(0.0, cp, sp), DVec3::new(0.0, -sp, cp));
        let roll = DMat3::from_cols(DVec3::new(cr, sr, 0.0), DVec3::new(-sr, cr, 0.0), DVec3::Z);
        Rotation(turn * tilt * roll)
    }
}

/// A rotation of head space.
///
/// Compose with `*`, right one first: the whole rotation of a character is `live * home`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rotation(DMat3);

impl Rotation {
    /// No rotation.
    pub const IDENTITY: Self = Self(DMat3::IDENTITY);

    /// The matrix, row by row.
    pub fn rows(self) -> [[f64; 3]; 3] {
        [self.0.row(0).to_array(), self.0.row(1).to_array(), self.0.row(2).to_array()]
    }

    /// The rotation that undoes this one.
    pub fn inverse(self) -> Self {
        Self(self.0.transpose())
    }
}

impl Mul for Rotation {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Mul<DVec3> for Rotation {
    type Output = DVec3;

    fn mul(self, v: DVec3) -> DVec3 {
        self.0 * v
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pose(turn: f64, tilt: f64, roll: f64) -> Pose {
        Pose::new(turn, tilt, roll).unwrap()
    }

    #[test]
    fn signs_are_as_the_viewer_sees_them() {
        let (s, c) = (0.5, 0.75_f64.sqrt());
        for (pose, from, to) in [
            (pose(30.0, 0.0, 0.0), DVec3::Z, DVec3::new(s, 0.0, c)),
            (pose(0.0, 30.0, 0.0), DVec3::Z, DVec3::new(0.0, s, c)),
            // Clockwise on screen: what was up goes right.
            (pose(0.0, 0.0, 30.0), DVec3::Y, DVec3::new(s, c, 0.0)),
        ] {
            assert!((pose.rotation() * from - to).length() < 1e-15, "{pose:?}");
        }
    }

    #[test]
    fn yaw_comes_before_pitch_before_roll() {
        let whole = pose(30.0, 20.0, 10.0).rotation();
        let steps = pose(30.0, 0.0, 0.0).rotation() * pose(0.0, 20.0, 0.0).rotation() * pose(0.0, 0.0, 10.0).rotation();
        let other = pose(0.0, 20.0, 0.0).rotation() * pose(30.0, 0.0, 0.0).rotation() * pose(0.0, 0.0, 10.0).rotation();
        assert!(whole.rows().iter().flatten().zip(steps.rows().iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-15));
        assert!((whole * DVec3::Z - other * DVec3::Z).length() > 0.01);
    }

    #[test]
    fn home_and_live_both_count() {
        let roll = pose(0.0, 0.0, 30.0).rotation();
        assert!(((roll * roll * DVec3::X).x - 0.5).abs() < 1e-15);
    }

    #[test]
    fn only_finite_angles_are_taken() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for angles in [(bad, 0.0, 0.0), (0.0, bad, 0.0), (0.0, 0.0, bad)] {
                assert!(Pose::new(angles.0, angles.1, angles.2).is_err());
            }
        }
        assert_eq!(pose(720.0, -1000.0, 0.0), pose(0.0, 80.0, 0.0));
    }
}
