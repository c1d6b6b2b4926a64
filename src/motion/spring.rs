//! Springs, solved exactly.

use crate::Error;

/// A damped spring. Its motion is the closed form of `m x'' + c x' + k (x - target) = 0`, so any split of the time
/// gives the same value, and a step of an hour is as good as one of a millisecond.
///
/// ```
/// use phiz::{Motion, Spring};
/// let spring = Spring::new(180.0, 12.0, 1.0)?;
/// let moved = spring.step(Motion::at_rest(0.0), 1.0, 0.1);
/// assert!((moved.value - 0.5454).abs() < 1e-4);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spring {
    stiffness: f64,
    damping: f64,
    mass: f64,
}

/// A value and how fast it changes, per second.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Motion {
    /// Where it is.
    pub value: f64,
    /// Its change per second.
    pub velocity: f64,
}

impl Motion {
    /// A value that does not move.
    pub fn at_rest(value: f64) -> Self {
        Self { value, velocity: 0.0 }
    }
}

impl Spring {
    /// Quick and calm: 210 / 22 / 0.8.
    pub const DEFAULT: Self = Self { stiffness: 210.0, damping: 22.0, mass: 0.8 };
    /// Slow and soft: 130 / 20 / 1.
    pub const GENTLE: Self = Self { stiffness: 130.0, damping: 20.0, mass: 1.0 };
    /// Fast: 370 / 28 / 0.65.
    pub const SNAPPY: Self = Self { stiffness: 370.0, damping: 28.0, mass: 0.65 };
    /// With a visible overshoot: 260 / 12 / 0.75.
    pub const BOUNCY: Self = Self { stiffness: 260.0, damping: 12.0, mass: 0.75 };
    /// Heavy: 60 / 15.5 / 1, critically damped.
    pub const SLOW: Self = Self { stiffness: 60.0, damping: 15.491_933_384_829_668, mass: 1.0 };

    /// The presets with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("default", Self::DEFAULT),
        ("gentle", Self::GENTLE),
        ("snappy", Self::SNAPPY),
        ("bouncy", Self::BOUNCY),
        ("slow", Self::SLOW),
    ];

    /// A spring from stiffness k (over 0), damping c (0 or more) and mass m (over 0).
    ///
    /// # Errors
    /// If one of them is not finite or out of its range.
    pub fn new(stiffness: f64, damping: f64, mass: f64) -> Result<Self, Error> {
        let checked = |name: &str, value: f64, fits: bool, allowed: &str| {
            if value.is_finite() && fits {
                Ok(value)
            } else {
                Err(Error::Parameter { name: name.into(), value: value.to_string(), allowed: allowed.into() })
            }
        };
        Ok(Self {
            stiffness: checked("stiffness", stiffness, stiffness > 0.0, "a finite number over 0")?,
            damping: checked("damping", damping, damping >= 0.0, "a finite number of at least 0")?,
            mass: checked("mass", mass, mass > 0.0, "a finite number over 0")?,
        })
    }

    /// A critically damped spring that has done nearly all (98 %) of its way after `seconds`.
    pub(crate) const fn critical(seconds: f64) -> Self {
        // 1 - (1 + w t) exp(-w t) = 0.98 at w t = 5.83.
        let w = 5.83 / seconds;
        Self { stiffness: w * w, damping: 2.0 * w, mass: 1.0 }
    }

    /// The same spring without overshoot: critically damped where it was less.
    pub(crate) fn calmed(self) -> Self {
        let critical = 2.6 * (self.stiffness * self.mass).sqrt();
        Self { damping: self.damping.max(critical), ..self }
    }

    /// Where a motion is `dt` seconds later, pulled towards `target`. Time that is 0, negative or NaN changes nothing.
    pub fn step(&self, from: Motion, target: f64, dt: f64) -> Motion {
        if dt.is_nan() || dt <= 0.0 {
            return from;
        }
        let decay = self.damping / (2.0 * self.mass);
        let square = self.stiffness / self.mass;
        let discriminant = decay * decay - square;
        let s = discriminant.abs().sqrt();
        // C and S are exp(-decay t) times cos(s t) and sin(s t)/s, or cosh and sinh where it is overdamped.
        let (c, sn) = if s * dt < 1e-5 {
            let e = libm::exp(-decay * dt);
            (e, e * dt)
        } else if discriminant < 0.0 {
            let e = libm::exp(-decay * dt);
            (e * libm::cos(s * dt), e * libm::sin(s * dt) / s)
        } else {
            // As two decays: cosh alone would overflow long before the product does.
            let (slow, fast) = (libm::exp((s - decay) * dt), libm::exp(-(s + decay) * dt));
            (0.5 * (slow + fast), 0.5 * (slow - fast) / s)
        };
        let y = from.value - target;
        let v = from.velocity;
        Motion { value: target + y * (c + decay * sn) + v * sn, velocity: v * (c - decay * sn) - y * square * sn }
    }

    /// The seconds after which what is left of a unit step stays below `share`; none for a spring without damping.
    pub fn settling_time(&self, share: f64) -> Option<f64> {
        let decay = self.damping / (2.0 * self.mass);
        let square = self.stiffness / self.mass;
        let slowest = if decay * decay > square { decay - (decay * decay - square).sqrt() } else { decay };
        // The envelope's factor: 1/sqrt(1 - zeta^2), bounded near critical damping, where the decay is steeper anyway.
        (slowest > 0.0).then(|| (libm::log(1.0 / share.clamp(1e-12, 1.0)) + 2.0) / slowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn step(spring: Spring, dt: f64, times: usize) -> Motion {
        (0..times).fold(Motion::at_rest(0.0), |m, _| spring.step(m, 1.0, dt))
    }

    #[test]
    fn values_of_the_specification() {
        let spring = Spring::new(180.0, 12.0, 1.0).unwrap();
        for (t, expected) in [(1.0 / 60.0, 0.0233), (1.0 / 30.0, 0.0865), (0.1, 0.5454), (0.25, 1.2052)] {
            for parts in [1, 3, 100] {
                let value = step(spring, t / parts as f64, parts).value;
                assert!((value - expected).abs() < 1e-4, "t {t} in {parts}: {value}");
            }
        }
        assert!((step(spring, 2.0, 1).value - 1.0).abs() < 1e-4);
        assert_eq!(step(spring, 3600.0, 1).value, 1.0);
    }

    #[test]
    fn a_soft_heavily_damped_spring_takes_its_time() {
        let spring = Spring::new(4.0, 35.0, 0.5).unwrap();
        assert!((step(spring, 2.0, 1).value - 0.20).abs() < 5e-3);
        // The slow root is -0.1145 per second: one hundredth is left after 40.2 s.
        assert!((1.0 - step(spring, 40.2, 1).value - 0.01).abs() < 1e-3);
    }

    #[test]
    fn no_time_changes_nothing() {
        let from = Motion { value: 0.3, velocity: -2.0 };
        for dt in [0.0, -0.016, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(Spring::BOUNCY.step(from, 1.0, dt), from);
        }
    }

    #[test]
    fn impossible_springs_are_refused() {
        for (k, c, m) in [
            (0.0, 1.0, 1.0),
            (-1.0, 1.0, 1.0),
            (1.0, -1.0, 1.0),
            (1.0, 1.0, 0.0),
            (f64::NAN, 1.0, 1.0),
            (1.0, f64::INFINITY, 1.0),
        ] {
            assert!(Spring::new(k, c, m).is_err(), "{k} {c} {m}");
        }
        assert_eq!(Spring::new(1.0, 0.0, 1.0).unwrap().settling_time(0.01), None);
    }

    proptest! {
        #[test]
        fn any_split_of_the_time_gives_the_same(
            k in 1.0..500.0f64, c in 0.0..80.0f64, m in 0.1..5.0f64, x in -2.0..2.0f64, v in -20.0..20.0f64,
            a in 0.0..1.0f64, b in 0.0..1.0f64,
        ) {
            let spring = Spring::new(k, c, m).unwrap();
            let from = Motion { value: x, velocity: v };
            let whole = spring.step(from, 1.0, a + b);
            let split = spring.step(spring.step(from, 1.0, a), 1.0, b);
            prop_assert!((whole.value - split.value).abs() < 1e-9);
            prop_assert!((whole.velocity - split.velocity).abs() < 1e-7);
        }

        /// The closed form solves the equation: checked by central differences.
        #[test]
        fn it_obeys_the_equation(k in 10.0..400.0f64, c in 0.0..60.0f64, m in 0.2..3.0f64, t in 0.05..0.8f64) {
            let spring = Spring::new(k, c, m).unwrap();
            let at = |t: f64| spring.step(Motion { value: 0.2, velocity: 3.0 }, 1.0, t);
            let h = 1e-4;
            let acceleration = (at(t + h).velocity - at(t - h).velocity) / (2.0 * h);
            let now = at(t);
            let force = m * acceleration + c * now.velocity + k * (now.value - 1.0);
            prop_assert!(force.abs() < 1e-2 * k.max(1.0), "{}", force);
            prop_assert!(((at(t + h).value - at(t - h).value) / (2.0 * h) - now.velocity).abs() < 1e-3);
        }
    }
}
