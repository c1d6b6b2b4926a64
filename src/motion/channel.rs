//! A channel: one number over all time, pulled from target to target.

use super::spring::{Motion, Spring};

/// One number over time. Between changes of its target it is the closed form of its spring; so it can be asked for any
/// time in any order, and a change in the middle of a change starts from the value and the velocity of that moment.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    time: f64,
    from: Motion,
    target: f64,
    spring: Spring,
}

impl Channel {
    /// Settled at a value since ever.
    pub fn settled(value: f64) -> Self {
        let from = Motion::at_rest(value);
        Self { segments: vec![Segment { time: f64::NEG_INFINITY, from, target: value, spring: Spring::DEFAULT }] }
    }

    /// Pulls it to a new target from `time` on. Changes that were planned for later are dropped; the same target again
    /// with the same spring changes nothing.
    pub fn retarget(&mut self, time: f64, target: f64, spring: Spring) {
        self.drop_after(time);
        let last = self.last(time);
        if last.target == target && last.spring == spring {
            return;
        }
        let from = self.motion(time);
        self.segments.push(Segment { time, from, target, spring });
    }

    /// Sets it at once.
    pub fn jump(&mut self, time: f64, target: f64) {
        self.drop_after(time);
        self.segments.push(Segment { time, from: Motion::at_rest(target), target, spring: Spring::DEFAULT });
    }

    /// Pulls it to a target from `time` on, or sets it there at once.
    pub fn pull(&mut self, time: f64, target: f64, spring: Spring, at_once: bool) {
        if at_once { self.jump(time, target) } else { self.retarget(time, target, spring) }
    }

    /// Value and velocity at a time.
    pub fn motion(&self, t: f64) -> Motion {
        let s = self.last(t);
        if s.time == f64::NEG_INFINITY { s.from } else { s.spring.step(s.from, s.target, t - s.time) }
    }

    /// The value at a time.
    pub fn at(&self, t: f64) -> f64 {
        self.motion(t).value
    }

    /// What it is pulled to in the end.
    pub fn last_target(&self) -> f64 {
        self.segments.last().map_or(0.0, |s| s.target)
    }

    /// The time from which on it stays within `tolerance` of its last target; none if it never does.
    pub fn rests_from(&self, tolerance: f64) -> Option<f64> {
        let s = self.segments.last()?;
        if s.time == f64::NEG_INFINITY {
            return Some(f64::NEG_INFINITY);
        }
        let size = (s.from.value - s.target).abs() + s.from.velocity.abs();
        if size <= tolerance {
            return Some(s.time);
        }
        s.spring.settling_time(tolerance / size).map(|t| s.time + t)
    }

    /// Drops what only moments before `time` need.
    pub fn forget(&mut self, time: f64) {
        let needed = self.segments.partition_point(|s| s.time <= time).saturating_sub(1);
        self.segments.drain(..needed);
    }

    fn drop_after(&mut self, time: f64) {
        while self.segments.len() > 1 && self.segments.last().is_some_and(|s| s.time > time) {
            self.segments.pop();
        }
    }

    fn last(&self, t: f64) -> &Segment {
        let count = self.segments.partition_point(|s| s.time <= t);
        &self.segments[count.saturating_sub(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_in_the_middle_of_a_change_is_smooth() {
        let mut channel = Channel::settled(0.0);
        channel.retarget(0.0, 1.0, Spring::SNAPPY);
        channel.retarget(0.1, 0.0, Spring::BOUNCY);
        let (before, after) = (channel.motion(0.1 - 1e-9), channel.motion(0.1 + 1e-9));
        assert!((before.value - after.value).abs() < 1e-6 && (before.velocity - after.velocity).abs() < 1e-4);
    }

    #[test]
    fn the_order_of_questions_does_not_matter() {
        let mut channel = Channel::settled(0.0);
        channel.retarget(1.0, 1.0, Spring::DEFAULT);
        channel.retarget(1.05, -1.0, Spring::GENTLE);
        let times = [0.0, 0.99, 1.0, 1.03, 1.05, 1.2, 9.0];
        let forwards: Vec<f64> = times.iter().map(|t| channel.at(*t)).collect();
        let backwards: Vec<f64> = times.iter().rev().map(|t| channel.at(*t)).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()));
        assert_eq!(forwards[0], 0.0);
        assert!((forwards[6] + 1.0).abs() < 1e-9);
    }
}
