//! How far eyes and head may turn.

use std::ops::RangeInclusive;

use crate::Error;

/// How far something may turn from straight ahead, in degrees: as far to both sides, but not as far down as up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    yaw: f64,
    up: f64,
    down: f64,
}

impl Limits {
    /// Of the eyes: 30 to the sides, 18 up, 14 down.
    pub const EYES: Self = Self { yaw: 30.0, up: 18.0, down: 14.0 };
    /// Of the head: 20 to the sides, 12 up, 10 down.
    pub const HEAD: Self = Self { yaw: 20.0, up: 12.0, down: 10.0 };

    /// Of the eyes of a model while a clip plays: 9 to the sides, 8 up and down. Further, and the iris leaves the eye.
    pub const CLIP_EYES: Self = Self { yaw: 9.0, up: 8.0, down: 8.0 };
    /// Of its head over its neck: 75 to the sides, 35 up and down.
    pub const CLIP_HEAD: Self = Self { yaw: 75.0, up: 35.0, down: 35.0 };

    /// Limits in degrees.
    ///
    /// # Errors
    /// If one is not from 0 to 90.
    pub fn new(yaw: f64, up: f64, down: f64) -> Result<Self, Error> {
        Ok(Self {
            yaw: checked("yaw limit", yaw, 0.0..=90.0)?,
            up: checked("upper pitch limit", up, 0.0..=90.0)?,
            down: checked("lower pitch limit", down, 0.0..=90.0)?,
        })
    }

    /// The nearest direction within the limits.
    pub fn clamp(&self, [yaw, pitch]: [f64; 2]) -> [f64; 2] {
        let [x, y] = self.ranges();
        [yaw.clamp(*x.start(), *x.end()), pitch.clamp(*y.start(), *y.end())]
    }

    /// A direction in shares of the limits, each -1..=1; 0 where there is no room.
    pub(crate) fn shares(&self, angles: [f64; 2]) -> [f64; 2] {
        let [yaw, pitch] = self.clamp(angles);
        let room = [self.yaw, if pitch > 0.0 { self.up } else { self.down }];
        let share = |angle: f64, room: f64| if room > 0.0 { angle / room } else { 0.0 };
        [share(yaw, room[0]), share(pitch, room[1])]
    }

    /// The ranges of yaw and pitch.
    pub fn ranges(&self) -> [RangeInclusive<f64>; 2] {
        [-self.yaw..=self.yaw, -self.down..=self.up]
    }
}

/// Refuses what is outside a range, by name.
pub(super) fn checked(name: &str, value: f64, range: RangeInclusive<f64>) -> Result<f64, Error> {
    if range.contains(&value) {
        return Ok(value);
    }
    let allowed = format!("from {} to {}", range.start(), range.end());
    Err(Error::Parameter { name: name.into(), value: value.to_string(), allowed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pitch_is_not_limited_alike_up_and_down() {
        for (limits, far, near) in [
            (Limits::EYES, [[30.0, 18.0], [-30.0, -14.0]], [29.0, -13.0]),
            (Limits::HEAD, [[20.0, 12.0], [-20.0, -10.0]], [-19.0, 11.0]),
        ] {
            assert_eq!(limits.clamp([80.0, 80.0]), far[0]);
            assert_eq!(limits.clamp([-80.0, -80.0]), far[1]);
            assert_eq!(limits.clamp(near), near);
        }
    }

    #[test]
    fn directions_are_shares_of_them() {
        assert_eq!(Limits::EYES.shares([-15.0, 9.0]), [-0.5, 0.5]);
        assert_eq!(Limits::EYES.shares([90.0, -7.0]), [1.0, -0.5]);
        assert_eq!(Limits::new(0.0, 0.0, 10.0).unwrap().shares([5.0, 5.0]), [0.0, 0.0]);
    }

    #[test]
    fn impossible_limits_are_refused_by_name() {
        for (bad, name) in [
            (Limits::new(-1.0, 1.0, 1.0), "yaw limit"),
            (Limits::new(1.0, 91.0, 1.0), "upper pitch limit"),
            (Limits::new(1.0, 1.0, f64::NAN), "lower pitch limit"),
        ] {
            assert!(bad.unwrap_err().to_string().starts_with(name));
        }
    }
}
