//! When which mouth shape is shown: cues become shapes that can be seen.

use super::viseme::Viseme;

/// A mouth shape from one time to another, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MouthCue {
    /// When it begins.
    pub start: f64,
    /// When it ends.
    pub end: f64,
    /// Which shape.
    pub shape: Viseme,
}

impl MouthCue {
    fn length(&self) -> f64 {
        self.end - self.start
    }
}

/// No shape is shown for a shorter time: one frame at 12 frames a second, so that no film is too slow for it (and a
/// little more than the 70 ms that an eye needs).
pub const LEAST: f64 = 1.0 / 12.0;
/// Times that are equal but for rounding.
const SAME: f64 = 1e-9;

/// The shapes that are shown, one after the other without gaps, each for at least [`LEAST`]; and how many cues of another
/// shape were merged into their neighbours.
///
/// 1. Cues are put in time order. Where two overlap, the later one cuts the earlier one short. Gaps are silence.
/// 2. A cue that is too short takes time from the one after it, then from the one before it, as far as those have some
///    to spare; silence before the first and after the last counts too.
/// 3. What is still too short is merged into the shape before it.
pub(super) fn arranged(mut cues: Vec<MouthCue>) -> (Vec<MouthCue>, usize) {
    cues.sort_by(|a, b| a.start.total_cmp(&b.start));
    let mut shown: Vec<MouthCue> = Vec::with_capacity(cues.len());
    let mut merged = 0;
    let mut waiting = filled(cues).into_iter().peekable();
    while let Some(mut cue) = waiting.next() {
        // The one before may have needed some of its time.
        cue.start = shown.last().map_or(cue.start, |before| before.end);
        let mut missing = LEAST - cue.length();
        if missing > SAME {
            let from_next = waiting.peek().map_or(missing, |next| (next.length() - LEAST).clamp(0.0, missing));
            cue.end += from_next;
            missing -= from_next;
            if let Some(next) = waiting.peek_mut() {
                next.start = next.start.max(cue.end);
            }
        }
        if missing > SAME {
            let spare = shown.last().map_or(cue.start, |before| before.length() - LEAST);
            let from_before = spare.clamp(0.0, missing);
            cue.start -= from_before;
            missing -= from_before;
            if let Some(before) = shown.last_mut() {
                before.end = cue.start;
            }
        }
        match (shown.last_mut(), missing > SAME) {
            (Some(before), true) => {
                before.end = before.end.max(cue.end);
                merged += usize::from(before.shape != cue.shape);
            }
            (Some(before), false) if before.shape == cue.shape => before.end = cue.end,
            (None, true) => {
                // The very first, at 0: it pushes what follows.
                cue.end = cue.start + LEAST;
                shown.push(cue);
            }
            _ => shown.push(cue),
        }
    }
    (shown, merged)
}

/// Cues in time order, without overlaps, with silence in their gaps.
fn filled(cues: Vec<MouthCue>) -> Vec<MouthCue> {
    let mut all: Vec<MouthCue> = Vec::with_capacity(cues.len());
    for cue in cues {
        if let Some(before) = all.last_mut() {
            let (end, start) = (before.end, cue.start);
            if start > end + SAME {
                all.push(MouthCue { start: end, end: start, shape: Viseme::X });
            } else {
                before.end = start;
            }
        }
        all.push(cue);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cues(list: &[(f64, f64, Viseme)]) -> Vec<MouthCue> {
        list.iter().map(|(start, end, shape)| MouthCue { start: *start, end: *end, shape: *shape }).collect()
    }

    #[test]
    fn long_cues_stay_as_they_are_and_gaps_are_silence() {
        use Viseme::{A, D, X};
        let given = cues(&[(0.0, 0.5, D), (0.8, 1.0, A)]);
        assert_eq!(arranged(given), (cues(&[(0.0, 0.5, D), (0.5, 0.8, X), (0.8, 1.0, A)]), 0));
    }

    #[test]
    fn order_and_overlaps_are_mended() {
        use Viseme::{B, D, F};
        let given = cues(&[(1.0, 2.0, F), (0.0, 1.5, D), (0.5, 0.7, B)]);
        let mended = cues(&[(0.0, 0.5, D), (0.5, 0.7, B), (0.7, 1.0, Viseme::X), (1.0, 2.0, F)]);
        assert_eq!(arranged(given), (mended, 0));
    }

    #[test]
    fn a_cue_that_is_too_short_takes_time_from_its_neighbours() {
        use Viseme::{A, C, D};
        let (shown, merged) = arranged(cues(&[(0.0, 1.0, D), (1.0, 1.01, A), (1.01, 2.0, C)]));
        assert_eq!((shown.len(), merged, shown[1].shape), (3, 0, A));
        assert!((shown[1].end - shown[1].start - LEAST).abs() < 1e-9 && shown[1].start == 1.0);
        // The one after has none to spare: the one before gives.
        let (shown, merged) = arranged(cues(&[(0.0, 1.0, D), (1.0, 1.01, A), (1.01, 1.01 + LEAST, C)]));
        assert_eq!((shown.len(), merged, shown[1].end), (3, 0, 1.01));
        // Alone in silence it has all the time.
        let (shown, merged) = arranged(cues(&[(0.5, 0.5, D)]));
        assert_eq!((shown[0].start, merged), (0.5, 0));
        assert!((shown[0].end - 0.5 - LEAST).abs() < 1e-9);
    }

    #[test]
    fn in_a_run_of_short_ones_some_are_merged_and_counted() {
        let short: Vec<_> = (0..30)
            .map(|i| {
                let start = f64::from(i) * 0.02;
                MouthCue { start, end: start + 0.02, shape: if i % 2 == 0 { Viseme::A } else { Viseme::D } }
            })
            .collect();
        let (shown, merged) = arranged(short);
        assert!(merged > 0 && shown.len() >= 4, "{merged} {shown:?}");
    }

    proptest! {
        #[test]
        fn whatever_comes_every_shape_is_shown_long_enough_one_after_the_other(
            list in prop::collection::vec((0.0..3.0f64, 0.0..0.3f64, 0..9usize), 1..40),
        ) {
            let given: Vec<_> = list
                .iter()
                .map(|(start, length, i)| MouthCue { start: *start, end: start + length, shape: Viseme::ALL[*i].1 })
                .collect();
            let (shown, merged) = arranged(given.clone());
            prop_assert!(shown.iter().all(|cue| cue.length() >= LEAST - 1e-6), "{:?}", shown);
            prop_assert!(shown.windows(2).all(|w| w[0].end == w[1].start && w[0].shape != w[1].shape), "{:?}", shown);
            prop_assert!(merged <= 2 * given.len());
            // Nothing lags behind by more than a shape.
            let last = given.iter().map(|cue| cue.start).fold(0.0, f64::max);
            let end = shown.last().unwrap().end;
            prop_assert!(end >= last - 1e-9 && end <= last + 0.3 + 2.0 * LEAST, "{} {}", end, last);
        }
    }
}
