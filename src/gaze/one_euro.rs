//! The One-Euro filter: steady where the input is slow, quick where it is fast.

use std::time::Duration;

use super::limits::checked;
use crate::Error;
use crate::motion::Motion;

/// The rule of a One-Euro filter (Casiez, Roussel, Vogel: *1 Euro Filter*, CHI 2012).
///
/// A low pass whose cutoff grows with the speed of its input: `cutoff = min_cutoff + beta |speed|`. For a cutoff `fc` and a
/// time step `dt`, `alpha = r / (r + 1)` with `r = 2 pi fc dt`. The speed is measured from the last filtered value, and is
/// low-passed itself. How much it filters depends on the rate of the samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OneEuro {
    min_cutoff: f64,
    beta: f64,
    derivative_cutoff: f64,
}

impl OneEuro {
    /// For eyes, on offsets in head radii: 1.5 / 0.5 / 1.
    pub const EYES: Self = Self { min_cutoff: 1.5, beta: 0.5, derivative_cutoff: 1.0 };
    /// For heads, on angles in radians: 0.8 / 0.3 / 1.
    pub const HEAD: Self = Self { min_cutoff: 0.8, beta: 0.3, derivative_cutoff: 1.0 };

    /// A rule from the cutoff at rest (Hz, at least a thousandth), its growth with the speed (0 or more), and the cutoff of
    /// the speed (Hz, at least a thousandth).
    ///
    /// # Errors
    /// If one is not finite or out of its range.
    pub fn new(min_cutoff: f64, beta: f64, derivative_cutoff: f64) -> Result<Self, Error> {
        const HERTZ: std::ops::RangeInclusive<f64> = 1e-3..=1e6;
        Ok(Self {
            min_cutoff: checked("minimum cutoff", min_cutoff, HERTZ)?,
            beta: checked("beta", beta, 0.0..=1e6)?,
            derivative_cutoff: checked("derivative cutoff", derivative_cutoff, HERTZ)?,
        })
    }

    /// The filter's next value and speed, for a sample `dt` seconds after the last. Time that is 0, negative or not finite
    /// changes nothing, nor does a sample that is not finite.
    pub fn step(&self, from: Motion, sample: f64, dt: f64) -> Motion {
        if !(dt > 0.0 && dt.is_finite() && sample.is_finite()) {
            return from;
        }
        let speed = (sample - from.value) / dt;
        let velocity = from.velocity + alpha(self.derivative_cutoff, dt) * (speed - from.velocity);
        let value = from.value + alpha(self.min_cutoff + self.beta * velocity.abs(), dt) * (sample - from.value);
        // A jump over the whole range of f64 in no time overflows; what cannot be filtered is followed.
        if value.is_finite() && velocity.is_finite() { Motion { value, velocity } } else { Motion::at_rest(sample) }
    }
}

fn alpha(cutoff: f64, dt: f64) -> f64 {
    let r = std::f64::consts::TAU * cutoff * dt;
    r / (r + 1.0)
}

/// A One-Euro filter that is fed samples as they come.
///
/// It reads the time at which each sample was taken, not that at which it arrives. A [`Duration`] says its unit, so
/// milliseconds cannot be taken for seconds.
///
/// ```
/// use std::time::Duration;
/// use phiz::gaze::{OneEuro, OneEuroFilter};
/// let mut filter = OneEuroFilter::new(OneEuro::EYES);
/// assert_eq!(filter.filter(Duration::from_millis(0), 3.0), 3.0); // the first passes unchanged
/// assert!(filter.filter(Duration::from_millis(16), 4.0) < 3.5);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OneEuroFilter {
    rule: OneEuro,
    last: Option<(Duration, Motion)>,
}

impl OneEuroFilter {
    /// A filter that has seen nothing.
    pub fn new(rule: OneEuro) -> Self {
        Self { rule, last: None }
    }

    /// Takes a sample, and returns the filtered value.
    ///
    /// The first passes unchanged. A sample that is not later than the one before it, or not finite, changes nothing: the
    /// last value is returned again (0 if there is none).
    pub fn filter(&mut self, at: Duration, sample: f64) -> f64 {
        let Some((before, from)) = self.last else {
            if sample.is_finite() {
                self.last = Some((at, Motion::at_rest(sample)));
            }
            return self.value().unwrap_or(0.0);
        };
        if at > before && sample.is_finite() {
            self.last = Some((at, self.rule.step(from, sample, (at - before).as_secs_f64())));
        }
        self.value().unwrap_or(0.0)
    }

    /// The last value.
    pub fn value(&self) -> Option<f64> {
        self.last.map(|(_, motion)| motion.value)
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of the vectors: those of the authors' own implementation.
    fn rule() -> OneEuro {
        OneEuro::new(1.0, 0.007, 1.0).unwrap()
    }

    fn filtered(samples: &[(Duration, f64)]) -> Vec<f64> {
        let mut filter = OneEuroFilter::new(rule());
        samples.iter().map(|(at, x)| filter.filter(*at, *x)).collect()
    }

    #[test]
    fn values_of_the_authors_at_60_hertz() {
        let expected = [0.0, 34.2815, 62.5773, 79.7758, 89.1502, 94.0947, 96.7055, 98.1077];
        let mut motion = Motion::at_rest(0.0);
        for (i, expected) in expected.iter().enumerate().skip(1) {
            motion = rule().step(motion, 100.0, 1.0 / 60.0);
            assert!((motion.value - expected).abs() < 5e-5, "sample {i}: {}", motion.value);
        }
    }

    #[test]
    fn samples_at_the_same_time_change_nothing() {
        let samples = [(0, 678.0), (109, 712.0), (218, 805.0), (218, 823.0), (327, 851.0), (405, 859.0), (405, 859.0)];
        let samples = samples.map(|(ms, x)| (Duration::from_millis(ms), x));
        let all = filtered(&samples);
        // Up to the first repeated stamp every policy agrees.
        for (value, expected) in all.iter().zip([678.0, 697.1704, 777.8622]) {
            assert!((value - expected).abs() < 5e-5, "{value}");
        }
        assert_eq!((all[3], all[6]), (all[2], all[5]));
        for (i, pair) in all.windows(2).enumerate() {
            assert!((pair[0]..=samples[i + 1].1).contains(&pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn time_that_runs_back_changes_nothing() {
        let mut filter = OneEuroFilter::new(rule());
        filter.filter(Duration::from_secs(2), 1.0);
        let before = filter;
        assert_eq!(filter.filter(Duration::from_secs(1), 50.0), 1.0);
        assert_eq!(filter, before);
        let from = Motion { value: 2.0, velocity: 3.0 };
        for dt in [0.0, -0.016, f64::NAN, f64::INFINITY] {
            assert_eq!(rule().step(from, 9.0, dt), from);
        }
    }

    #[test]
    fn units_cannot_be_mixed_up() {
        let in_ms: Vec<_> = (0..20).map(|i| (Duration::from_millis(17 * i), (i * i) as f64)).collect();
        let in_s: Vec<_> = (0..20).map(|i| (Duration::from_secs_f64(0.017 * i as f64), (i * i) as f64)).collect();
        let (a, b) = (filtered(&in_ms), filtered(&in_s));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-6));
        // Milliseconds taken for seconds would not filter at all.
        let r = std::f64::consts::TAU * 17.0;
        assert!(r / (r + 1.0) > 0.99 && a[1] < 0.2);
    }

    #[test]
    fn the_first_sample_passes_unchanged() {
        let mut filter = OneEuroFilter::new(rule());
        assert_eq!(filter.filter(Duration::from_secs(7), 500.0), 500.0);
        assert_eq!(filter.last, Some((Duration::from_secs(7), Motion::at_rest(500.0))));
    }

    #[test]
    fn impossible_rules_are_refused() {
        for (min, beta, derivative) in [
            (0.0, 0.0, 1.0),
            (-1.0, 0.0, 1.0),
            (1.0, 0.0, 0.0),
            (1.0, f64::NAN, 1.0),
            (1.0, -0.1, 1.0),
            (f64::INFINITY, 0.0, 1.0),
        ] {
            assert!(OneEuro::new(min, beta, derivative).is_err(), "{min} {beta} {derivative}");
        }
    }

    /// When a sample arrives makes no difference, only when it was taken.
    #[test]
    fn arrival_in_pairs_equals_even_arrival() {
        let samples: Vec<_> = (0..40).map(|i| (Duration::from_millis(8 * i), libm::sin(0.3 * i as f64))).collect();
        let even = filtered(&samples);
        let mut filter = OneEuroFilter::new(rule());
        let pairs =
            samples.chunks(2).flat_map(|pair| pair.iter().map(|(at, x)| filter.filter(*at, *x)).collect::<Vec<_>>());
        assert_eq!(pairs.collect::<Vec<_>>(), even);
    }

    /// Numbers of the system that the rules come from: a unit step, and the time to nine tenths of it.
    #[test]
    fn the_presets_are_as_quick_as_those_of_the_source() {
        let ticks = |rule: OneEuro, step: f64, hertz: f64| {
            let mut motion = Motion::at_rest(0.0);
            let outputs = std::iter::repeat_with(|| {
                motion = rule.step(motion, step, 1.0 / hertz);
                motion.value / step
            });
            outputs.take(200).collect::<Vec<f64>>()
        };
        for (hertz, first, seconds) in [(60.0, 0.3127, 0.083), (120.0, 0.1902, 0.058), (30.0, 0.4618, 0.133)] {
            let all = ticks(OneEuro::EYES, 1.0, hertz);
            assert!((all[0] - first).abs() < 1e-4, "{}", all[0]);
            let reached = (all.iter().position(|v| *v >= 0.9).unwrap() + 1) as f64 / hertz;
            assert!((reached - seconds).abs() < 1e-3, "{reached}");
        }
        for (hertz, seconds) in [(60.0, 0.183), (120.0, 0.125), (30.0, 0.267)] {
            let all = ticks(OneEuro::HEAD, 20.0_f64.to_radians(), hertz);
            let reached = (all.iter().position(|v| *v >= 0.9).unwrap() + 1) as f64 / hertz;
            assert!((reached - seconds).abs() < 1e-3, "{reached}");
        }
    }

    #[test]
    fn nothing_finite_makes_it_infinite() {
        let mut filter = OneEuroFilter::new(OneEuro::EYES);
        for (i, x) in [f64::MAX, -f64::MAX, 1e-300, f64::MAX, 0.0, f64::NAN, f64::INFINITY, 1.0].iter().enumerate() {
            assert!(filter.filter(Duration::from_nanos(i as u64), *x).is_finite(), "{x}");
        }
    }
}
