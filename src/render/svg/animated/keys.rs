//! Values over time, kept only at the frames that straight lines between them cannot give back.

/// One kept frame.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Key {
    pub frame: u32,
    pub values: Vec<f64>,
}

/// Takes the values of frame after frame, and keeps as few of them as keep its promise: between two keys that follow on
/// each other, the straight line meets every frame to its tolerance.
///
/// This is the "swinging door": from the last key, each frame leaves open a band of slopes that pass it closely enough.
/// A line to a later frame is good if its slope lies in all bands since. So a frame is looked at once, and the memory is
/// that of the keys. Two keys at one frame are a jump.
#[derive(Clone, Default, Debug)]
pub(super) struct Keys {
    keys: Vec<Key>,
    /// The newest frame, where it is not the last key; with the slopes from there that are still open.
    newest: Option<Key>,
    slopes: Vec<[f64; 2]>,
    finest: Option<f64>,
}

impl Keys {
    /// Adds a frame. The tolerances are those of the values at even and at odd places (x and y), each over 0.
    pub fn push(&mut self, frame: u32, values: &[f64], tolerance: [f64; 2]) {
        let finest = tolerance[0].min(tolerance[1]);
        self.finest = Some(self.finest.map_or(finest, |f| f.min(finest)));
        if self.starts_anew(frame, values) {
            self.close();
            self.keys.push(Key { frame, values: values.to_vec() });
            self.slopes = vec![[f64::NEG_INFINITY, f64::INFINITY]; values.len()];
            return;
        }
        if !self.is_on_the_way(frame, values) {
            self.close();
            self.slopes.fill([f64::NEG_INFINITY, f64::INFINITY]);
        }
        let Some(anchor) = self.keys.last() else { return };
        let time = f64::from(frame - anchor.frame);
        for (i, (value, from)) in values.iter().zip(&anchor.values).enumerate() {
            let tolerance = tolerance[i % 2];
            if let Some([low, high]) = self.slopes.get_mut(i) {
                *low = low.max((value - tolerance - from) / time);
                *high = high.min((value + tolerance - from) / time);
            }
        }
        match &mut self.newest {
            Some(newest) => {
                newest.frame = frame;
                newest.values.copy_from_slice(values);
            }
            None => self.newest = Some(Key { frame, values: values.to_vec() }),
        }
    }

    /// Holds the last values until a frame; what is added then or later starts anew.
    pub fn hold_until(&mut self, frame: u32) {
        self.close();
        if let Some(last) = self.keys.last().filter(|last| last.frame < frame).cloned() {
            self.keys.push(Key { frame, ..last });
        }
        self.slopes.clear();
    }

    /// The same in other units.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.close();
        self.keys.iter_mut().flat_map(|key| &mut key.values).for_each(|value| *value *= factor);
        self
    }

    /// All keys, in time order.
    pub fn finish(mut self) -> Vec<Key> {
        self.close();
        self.keys
    }

    /// The finest tolerance that was asked for.
    pub fn finest(&self) -> f64 {
        self.finest.unwrap_or(1.0)
    }

    /// Makes the newest frame a key.
    fn close(&mut self) {
        self.keys.extend(self.newest.take());
    }

    fn starts_anew(&self, frame: u32, values: &[f64]) -> bool {
        let newest = self.newest.as_ref().or(self.keys.last());
        // `hold_until` leaves no slopes. A value without numbers is constant anyway.
        self.slopes.len() != values.len() || newest.is_none_or(|newest| newest.frame >= frame)
    }

    fn is_on_the_way(&self, frame: u32, values: &[f64]) -> bool {
        let Some(anchor) = self.keys.last() else { return false };
        let time = f64::from(frame - anchor.frame);
        let mut steps = values.iter().zip(&anchor.values).zip(&self.slopes);
        steps.all(|((value, from), [low, high])| (*low..=*high).contains(&((value - from) / time)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn thinned(samples: &[f64], tolerance: f64) -> Vec<Key> {
        let mut keys = Keys::default();
        for (frame, value) in samples.iter().enumerate() {
            keys.push(frame as u32, &[*value], [tolerance; 2]);
        }
        keys.finish()
    }

    fn frames(keys: &[Key]) -> Vec<u32> {
        keys.iter().map(|key| key.frame).collect()
    }

    /// What a player shows at a time: the last key at or before it, and the straight line to the next.
    fn played(keys: &[Key], time: f64) -> f64 {
        let next = keys.iter().position(|key| f64::from(key.frame) > time).unwrap_or(keys.len());
        let [.., before] = &keys[..next] else { return keys[0].values[0] };
        let Some(after) = keys.get(next) else { return before.values[0] };
        let share = (time - f64::from(before.frame)) / f64::from(after.frame - before.frame);
        before.values[0] + share * (after.values[0] - before.values[0])
    }

    #[test]
    fn a_line_keeps_its_ends() {
        let line: Vec<f64> = (0..50).map(|k| 3.0 - 0.7 * f64::from(k)).collect();
        assert_eq!(frames(&thinned(&line, 1e-9)), [0, 49]);
        assert_eq!(frames(&thinned(&[2.0; 9], 1e-9)), [0, 8]);
        assert_eq!(frames(&thinned(&[2.0], 1e-9)), [0]);
    }

    #[test]
    fn a_corner_keeps_its_tip() {
        let corner: Vec<f64> = (0..21).map(|k| (f64::from(k) - 10.0).abs()).collect();
        assert_eq!(frames(&thinned(&corner, 1e-9)), [0, 10, 20]);
    }

    #[test]
    fn a_sine_keeps_about_as_many_as_it_must() {
        // A chord of n frames misses the crest by (w n)^2 / 8, so 0.01 allows n = 9 there, and more elsewhere.
        let sine: Vec<f64> = (0..360).map(|k| libm::sin(f64::from(k).to_radians() * 1.8)).collect();
        let keys = thinned(&sine, 0.01);
        assert!((20..45).contains(&keys.len()), "{} keys", keys.len());
    }

    #[test]
    fn what_is_held_jumps() {
        let mut keys = Keys::default();
        keys.push(0, &[0.0], [0.1; 2]);
        keys.push(1, &[1.0], [0.1; 2]);
        keys.hold_until(2);
        keys.push(2, &[9.0], [0.1; 2]);
        keys.push(3, &[9.0], [0.1; 2]);
        let keys = keys.finish();
        assert_eq!(frames(&keys), [0, 1, 2, 2, 3]);
        assert_eq!([0.5, 1.0, 1.9, 2.0, 3.0].map(|t| played(&keys, t)), [0.5, 1.0, 1.0, 9.0, 9.0]);
    }

    #[test]
    fn after_a_gap_it_goes_on() {
        let mut keys = Keys::default();
        keys.push(4, &[1.0], [0.1; 2]);
        keys.hold_until(5);
        keys.push(9, &[3.0], [0.1; 2]);
        assert_eq!(frames(&keys.finish()), [4, 5, 9]);
    }

    proptest! {
        #[test]
        fn every_frame_is_met(
            walk in prop::collection::vec(-1.0..1.0_f64, 1..200),
            tolerance in 0.001..2.0_f64,
        ) {
            let samples: Vec<f64> = walk.iter().scan(0.0, |sum, step| { *sum += step; Some(*sum) }).collect();
            let keys = thinned(&samples, tolerance);
            for (frame, sample) in samples.iter().enumerate() {
                let shown = played(&keys, frame as f64);
                prop_assert!((shown - sample).abs() <= tolerance + 1e-9, "frame {frame}: {shown} for {sample}");
            }
        }
    }
}
