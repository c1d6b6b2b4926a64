//! The time of a session: the clock's, less pauses and sleep.

/// The longest step, in seconds. What lasts longer (a stopped program, a lid shut for the night) counts as this much, so
/// that nothing bursts afterwards.
pub const LONGEST_STEP: f64 = 0.25;

/// Session time. It begins at 0 and goes with the clock, except while paused.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Clock {
    time: f64,
    /// The last reading of the real clock.
    last: Option<f64>,
    paused: bool,
    /// While paused, time goes on until then all the same: what was changed is to be seen.
    until: f64,
}

impl Clock {
    /// Session time, in seconds.
    pub fn time(&self) -> f64 {
        self.time
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether time goes on.
    pub fn runs(&self) -> bool {
        !self.paused || self.time < self.until
    }

    /// Reads the real clock.
    pub fn tick(&mut self, now: f64) {
        if !now.is_finite() {
            return;
        }
        let step = self.last.map_or(0.0, |last| now - last).clamp(0.0, LONGEST_STEP);
        self.last = Some(now);
        if !self.paused {
            self.time += step;
        } else if self.time < self.until {
            self.time = (self.time + step).min(self.until);
        }
    }

    /// Stops time, or lets it go on from where it stopped.
    pub fn toggle(&mut self) {
        self.paused = !self.paused;
        self.until = self.time;
    }

    /// Lets time go on to a moment even while paused.
    pub fn run_until(&mut self, time: f64) {
        self.until = self.until.max(time);
    }

    /// Session time begins anew, at 0.
    pub fn restart(&mut self) {
        self.time = 0.0;
        self.until = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(times: &[f64]) -> Clock {
        let mut clock = Clock::default();
        times.iter().for_each(|now| clock.tick(*now));
        clock
    }

    #[test]
    fn it_begins_at_0_whenever_that_is() {
        assert_eq!(at(&[1234.5]).time(), 0.0);
        assert_eq!(at(&[1234.5, 1234.75]).time(), 0.25);
    }

    #[test]
    fn a_night_is_one_short_step_and_a_clock_that_goes_back_is_none() {
        assert_eq!(at(&[10.0, 10.0 + 8.0 * 3600.0]).time(), LONGEST_STEP);
        assert_eq!(at(&[10.0, 5.0, 5.125]).time(), 0.125);
        assert_eq!(at(&[10.0, f64::NAN, 10.25]).time(), 0.25);
    }

    #[test]
    fn a_pause_takes_no_time() {
        let mut clock = at(&[0.0, 0.1]);
        clock.toggle();
        for now in [0.2, 0.3, 99.0] {
            clock.tick(now);
        }
        assert!(!clock.runs() && clock.time() == 0.1);
        clock.toggle();
        clock.tick(99.1);
        assert!((clock.time() - 0.2).abs() < 1e-12);
    }

    #[test]
    fn what_is_changed_in_a_pause_takes_its_time_and_no_more() {
        let mut clock = at(&[0.0, 0.25]);
        clock.toggle();
        clock.run_until(0.6);
        for now in [0.5, 0.75, 1.0] {
            clock.tick(now);
        }
        assert!(clock.time() == 0.6 && !clock.runs() && clock.is_paused());
    }
}
