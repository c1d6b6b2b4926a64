//! Blinks: when, and how far the lid is open.

use super::noise::chance;

/// How a state blinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BlinkRule {
    /// Shortest gap between blinks, in seconds.
    pub least: f64,
    /// Longest gap.
    pub most: f64,
    /// How long a blink takes.
    pub length: f64,
    /// How many of them are double, 0..=1.
    pub doubles: f64,
}

impl Default for BlinkRule {
    fn default() -> Self {
        Self { least: 2.4, most: 5.6, length: 0.18, doubles: 0.16 }
    }
}

/// How far the lid stays open at the bottom of a blink.
const FLOOR: f64 = 0.06;
/// The share of a blink that closes the eye.
const CLOSING: f64 = 0.45;
/// From the start of a blink to that of its double, in seconds.
const DOUBLE_AFTER: f64 = 0.24;
/// No gap is longer, whatever states follow on each other.
const LONGEST_GAP: f64 = 8.0;

/// The lid over one blink: 1 before, the floor at 45 % of its length, 1 after.
pub(crate) fn lid(since: f64, length: f64) -> f64 {
    let share = since / length;
    if !(0.0..1.0).contains(&share) {
        return 1.0;
    }
    let shut = if share < CLOSING { share / CLOSING } else { (1.0 - share) / (1.0 - CLOSING) };
    // Eased at both ends: a lid has weight.
    1.0 - (1.0 - FLOOR) * shut * shut * (3.0 - 2.0 * shut)
}

/// A stretch of time in which one rule holds.
#[derive(Clone, Copy, Debug)]
struct Span {
    from: f64,
    rule: Option<BlinkRule>,
    /// When the first blink is due, if the rule allows any.
    first: f64,
    /// Counts the random numbers used before.
    counter: u64,
}

/// All blinks of a performance: a pure function of seed and time, masked by what states allow.
#[derive(Clone, Debug)]
pub(crate) struct Blinks {
    seed: u64,
    spans: Vec<Span>,
    /// How long the film is that they are in, if it plays over and over.
    film: Option<f64>,
}

impl Blinks {
    /// From time 0 on by a rule; none never blinks.
    pub fn new(seed: u64, rule: Option<BlinkRule>) -> Self {
        // The first within 2.5 s, but never at the very start.
        let first = 0.7 + 1.8 * chance(seed, 0);
        Self { seed, spans: vec![Span { from: 0.0, rule, first, counter: 1 }], film: None }
    }

    /// In a film that plays over and over: no blink is cut by its end, and none comes so late that the first of the next
    /// round would follow too soon.
    pub fn set_film(&mut self, length: f64) {
        self.film = Some(length);
    }

    /// Whether a film has room for a blink that is due.
    fn has_room(&self, start: f64, rule: BlinkRule) -> bool {
        self.film.is_none_or(|length| {
            let first = self.spans[0].first;
            start + rule.length < length && (start <= first + DOUBLE_AFTER || length - start + first >= rule.least)
        })
    }

    /// Another rule from `time` on. A blink that has begun is finished; one that was due comes as soon as it may, so
    /// that quick changes of state cannot keep the eyes open for ever.
    pub fn change(&mut self, time: f64, rule: Option<BlinkRule>) {
        let Some(span) = self.spans.last().copied() else { return };
        let (mut due, mut counter) = (span.first, span.counter);
        let mut last = None;
        if let Some(old) = span.rule {
            let mut walk = Walk { seed: self.seed, rule: old, next: span.first, counter: span.counter };
            while walk.next < time {
                last = Some(walk.next);
                walk.advance();
            }
            (due, counter) = (walk.next, walk.counter);
        }
        let first = match (rule, span.rule) {
            (Some(new), Some(_)) => {
                let gap = new.least + (new.most - new.least) * chance(self.seed, counter);
                counter += 1;
                let latest = last.map_or(time + 2.5, |last| last + LONGEST_GAP);
                due.min(time + gap).max(time + 0.25).min(latest.max(time + 0.25))
            }
            // Awake again: a fresh interval.
            (Some(_), None) => {
                counter += 1;
                time + 0.7 + 1.8 * chance(self.seed, counter)
            }
            (None, _) => due,
        };
        self.spans.push(Span { from: time, rule, first, counter });
    }

    /// How far the blink leaves the lid open at a time, 0.06..=1.
    pub fn lid_at(&self, t: f64) -> f64 {
        let mut open: f64 = 1.0;
        let last = self.spans.partition_point(|s| s.from <= t);
        // The span before may have a blink that is not over yet.
        for (i, span) in self.spans.iter().enumerate().take(last).skip(last.saturating_sub(2)) {
            let until = self.spans.get(i + 1).map_or(f64::INFINITY, |next| next.from);
            let Some(rule) = span.rule else { continue };
            let mut walk = Walk { seed: self.seed, rule, next: span.first, counter: span.counter };
            while walk.next <= t && walk.next < until {
                if self.has_room(walk.next, rule) {
                    open = open.min(lid(t - walk.next, rule.length));
                }
                walk.advance();
            }
        }
        open
    }

    /// Drops what only moments before `time` need. The last blink before it stays: how long ago it was decides when the
    /// next may come.
    pub fn forget(&mut self, time: f64) {
        // The span before may have a blink that is not over yet.
        let needed = self.spans.partition_point(|s| s.from <= time).saturating_sub(2);
        self.spans.drain(..needed);
        for i in 0..self.spans.len() {
            let until = self.spans.get(i + 1).map_or(time, |next| next.from.min(time));
            let span = &mut self.spans[i];
            let Some(rule) = span.rule else { continue };
            let mut walk = Walk { seed: self.seed, rule, next: span.first, counter: span.counter };
            while walk.next <= until {
                (span.first, span.counter) = (walk.next, walk.counter);
                walk.advance();
            }
        }
    }

    /// The starts of all blinks before a time.
    #[cfg(test)]
    pub fn starts(&self, before: f64) -> Vec<f64> {
        let mut starts = Vec::new();
        for (i, span) in self.spans.iter().enumerate() {
            let until = self.spans.get(i + 1).map_or(f64::INFINITY, |next| next.from).min(before);
            let Some(rule) = span.rule else { continue };
            let mut walk = Walk { seed: self.seed, rule, next: span.first, counter: span.counter };
            while walk.next < until {
                if self.has_room(walk.next, rule) {
                    starts.push(walk.next);
                }
                walk.advance();
            }
        }
        starts
    }
}

/// Goes from blink to blink.
struct Walk {
    seed: u64,
    rule: BlinkRule,
    next: f64,
    counter: u64,
}

impl Walk {
    fn advance(&mut self) {
        // Two numbers for each blink: is the next a double of it, and how long is the gap.
        let double = self.counter % 2 == 1 && chance(self.seed, self.counter) < self.rule.doubles;
        self.counter += 1;
        if double {
            self.next += DOUBLE_AFTER.max(self.rule.length + 0.04);
            // A double is not doubled again.
            return;
        }
        if self.counter % 2 == 1 {
            self.counter += 1;
        }
        let gap = self.rule.least + (self.rule.most - self.rule.least) * chance(self.seed ^ 0xb11c, self.counter);
        self.counter += 1;
        self.next += gap.min(LONGEST_GAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blink_falls_then_rises_and_reaches_the_floor() {
        let values: Vec<f64> = (0..=240).map(|i| lid(f64::from(i) / 240.0 * 0.18, 0.18)).collect();
        let bottom = values.iter().position(|v| (*v - FLOOR).abs() < 1e-12).unwrap();
        assert_eq!(bottom, 108, "45 % of the way");
        assert!(values[..=bottom].windows(2).all(|w| w[1] <= w[0]));
        assert!(values[bottom..].windows(2).all(|w| w[1] >= w[0]));
        assert_eq!((values[0], values[240]), (1.0, 1.0));
    }

    #[test]
    fn gaps_first_blink_and_doubles_are_as_the_rule_says() {
        let (mut doubles, mut all) = (0, 0);
        for seed in 0..40 {
            let starts = Blinks::new(seed, Some(BlinkRule::default())).starts(600.0);
            assert!(starts[0] <= 2.5, "seed {seed}: {}", starts[0]);
            for gap in starts.windows(2).map(|w| w[1] - w[0]) {
                all += 1;
                if (gap - DOUBLE_AFTER).abs() < 1e-9 {
                    doubles += 1;
                } else {
                    assert!((2.4..=5.6).contains(&gap), "seed {seed}: {gap}");
                }
            }
        }
        let share = f64::from(doubles) / f64::from(all - doubles);
        // 16 % of about 6 000: the standard error is half a per cent.
        assert!((share - 0.16).abs() < 0.02, "{share}");
    }

    #[test]
    fn a_film_cuts_no_blink_and_crowds_none_at_its_seam() {
        let rule = BlinkRule::default();
        for seed in 0..200 {
            for length in [3.0, 4.0, 6.0, 10.0] {
                let mut blinks = Blinks::new(seed, Some(rule));
                blinks.set_film(length);
                let starts = blinks.starts(length);
                let (first, last) = (starts[0], starts[starts.len() - 1]);
                assert!(last + rule.length < length, "seed {seed}: {starts:?} in {length}");
                let seam = length - last + first;
                let alone = last - first <= DOUBLE_AFTER + 1e-9;
                assert!(seam >= rule.least || alone && length < 3.5, "seed {seed}: {starts:?} in {length}");
            }
        }
    }

    #[test]
    fn thirty_characters_do_not_blink_together() {
        let all: Vec<Vec<f64>> =
            (0..30).map(|seed| Blinks::new(seed, Some(BlinkRule::default())).starts(60.0)).collect();
        for (i, a) in all.iter().enumerate() {
            for b in &all[i + 1..] {
                let shared = a.iter().filter(|x| b.iter().any(|y| (*x - y).abs() < 0.02)).count();
                assert!(shared * 5 <= a.len(), "{shared} of {}", a.len());
            }
        }
    }

    #[test]
    fn quick_changes_of_state_do_not_keep_the_eyes_open() {
        let mut blinks = Blinks::new(5, Some(BlinkRule::default()));
        for i in 1..40 {
            blinks.change(f64::from(i), Some(BlinkRule { least: 3.0, most: 7.0, ..BlinkRule::default() }));
        }
        let starts = blinks.starts(40.0);
        assert!(starts.windows(2).all(|w| w[1] - w[0] <= 8.0) && starts.len() >= 5, "{starts:?}");
    }

    #[test]
    fn without_a_rule_the_lid_never_moves_and_waking_starts_afresh() {
        let mut blinks = Blinks::new(9, None);
        blinks.change(120.0, Some(BlinkRule::default()));
        assert!((0..12_000).all(|i| blinks.lid_at(f64::from(i) / 100.0) == 1.0));
        let first = blinks.starts(130.0)[0];
        assert!((120.5..=122.6).contains(&first), "{first}");
    }
}
