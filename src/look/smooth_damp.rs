//! Smooth damp: a critically damped approach that never overshoots.

use crate::Error;
use crate::geometry::finite;
use crate::motion::Motion;

/// Goes to a target in about `time` seconds, without overshoot (*Game Programming Gems 4*, 1.10).
///
/// `w = 2 / T`, `x = w dt`, `e = 1 / (1 + x + 0.48 x^2 + 0.235 x^3)`, which is close to `exp(-x)`. With
/// `d = value - target` and `t = (velocity + w d) dt`, the next value is `target + (d + t) e` and the next velocity
/// `(velocity - w t) e`.
///
/// ```
/// use phiz::{Motion, look::SmoothDamp};
/// let next = SmoothDamp::new(0.15)?.step(Motion::at_rest(0.0), 1.0, 1.0 / 60.0);
/// assert!((next.value - 0.02105).abs() < 1e-5);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SmoothDamp {
    time: f64,
}

impl SmoothDamp {
    /// With a time in seconds; 0 goes there at once.
    ///
    /// # Errors
    /// If the time is not finite or below 0.
    pub fn new(time: f64) -> Result<Self, Error> {
        finite("damping", time)?;
        if time < 0.0 {
            let allowed = "a time of at least 0 seconds".into();
            return Err(Error::Parameter { name: "damping".into(), value: time.to_string(), allowed });
        }
        // The source's own floor, below which 2 / T means nothing.
        Ok(Self { time: time.max(1e-4) })
    }

    /// Where it is `dt` seconds later. Time that is 0, negative or not finite changes nothing.
    pub fn step(&self, from: Motion, target: f64, dt: f64) -> Motion {
        if !(dt > 0.0 && dt.is_finite()) {
            return from;
        }
        let w = 2.0 / self.time;
        let x = w * dt;
        let e = 1.0 / (1.0 + x + 0.48 * x * x + 0.235 * x * x * x);
        let d = from.value - target;
        let t = (from.velocity + w * d) * dt;
        let next = Motion { value: target + (d + t) * e, velocity: (from.velocity - w * t) * e };
        // It came from one side and would be on the other.
        let overshot = (target - from.value > 0.0) == (next.value > target);
        // A step of centuries makes 0 times infinity.
        if overshot || !next.value.is_finite() || !next.velocity.is_finite() { Motion::at_rest(target) } else { next }
    }
}

impl Default for SmoothDamp {
    /// 0.15 seconds.
    fn default() -> Self {
        Self { time: 0.15 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(time: f64, dt: f64, steps: usize) -> Motion {
        let damp = SmoothDamp::new(time).unwrap();
        (0..steps).fold(Motion::at_rest(0.0), |m, _| damp.step(m, 1.0, dt))
    }

    #[test]
    fn values_of_the_specification() {
        for (time, dt, expected) in [
            (0.15, 1.0 / 60.0, 0.02105),
            (0.15, 1.0 / 30.0, 0.07401),
            (0.15, 1.0 / 120.0, 0.00559),
            (0.3, 1.0 / 60.0, 0.005_592),
        ] {
            let value = after(time, dt, 1).value;
            assert!((value - expected).abs() < 6e-6, "{time} {dt}: {value}");
        }
        assert!((after(0.3, 1.0 / 60.0, 1).velocity - 0.66294).abs() < 5e-6);
        assert!((after(0.3, 1.0, 1).value - 0.9223).abs() < 5e-5);
        for steps in [30, 60, 144] {
            assert!((after(0.3, 1.0 / steps as f64, steps).value - 0.990).abs() < 6e-4, "{steps}");
        }
    }

    #[test]
    fn half_nine_tenths_and_all_of_the_way() {
        for (share, frame) in [(0.5, 8), (0.9, 18), (0.99, 30)] {
            // 133, 300 and 500 ms at 60 frames a second.
            assert!(after(0.15, 1.0 / 60.0, frame).value >= share && after(0.15, 1.0 / 60.0, frame - 1).value < share);
        }
    }

    #[test]
    fn it_hardly_depends_on_the_frame_rate() {
        // 1 - (1 + w t) exp(-w t) at w t = 4/3.
        for hertz in [30.0, 60.0, 120.0] {
            let value = after(0.15, 1.0 / hertz, (0.1 * hertz) as usize).value;
            assert!((value - 0.3849).abs() < 2e-3, "{hertz}: {value}");
        }
    }

    #[test]
    fn no_time_changes_nothing_and_much_time_ends_at_the_target() {
        let from = Motion { value: 0.3, velocity: -2.0 };
        for dt in [0.0, -0.016, f64::NAN, f64::INFINITY] {
            assert_eq!(SmoothDamp::default().step(from, 1.0, dt), from);
        }
        // At rest too: 0 / 0 in the source.
        assert_eq!(SmoothDamp::default().step(Motion::at_rest(1.0), 1.0, 0.0), Motion::at_rest(1.0));
        for dt in [10.0, 3600.0, 1e200] {
            let end = SmoothDamp::default().step(from, 1.0, dt);
            assert!((end.value - 1.0).abs() < 1e-2 && end.value <= 1.0 && end.velocity.is_finite(), "{dt}: {end:?}");
        }
        assert!((SmoothDamp::new(0.0).unwrap().step(Motion::at_rest(0.0), 1.0, 0.016).value - 1.0).abs() < 1e-4);
    }

    #[test]
    fn it_never_overshoots() {
        for dt in [0.001, 0.016, 0.1, 0.5, 2.0] {
            let damp = SmoothDamp::default();
            let mut motion = Motion { value: 0.0, velocity: 50.0 };
            for _ in 0..200 {
                motion = damp.step(motion, 1.0, dt);
                assert!(motion.value <= 1.0, "{dt}: {motion:?}");
            }
        }
    }

    #[test]
    fn impossible_times_are_refused() {
        for time in [-0.1, f64::NAN, f64::INFINITY] {
            assert!(SmoothDamp::new(time).is_err());
        }
    }
}
