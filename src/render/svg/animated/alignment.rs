//! Which of the things drawn in one frame are those of the frames before.

/// What it costs to take something for new. Costs of matches lie below, or they are never made.
const NEW: f64 = 1.0;

/// Matches items with tracks so that the sum of costs is least and no two matches cross: what lies above something
/// stays above it. `cost` is none where an item and a track cannot be the same.
///
/// Returns the track of each item, or none for those that are new. This is the alignment of two sequences
/// (Needleman and Wunsch 1970) in which leaving out a track is free.
pub(super) fn align(items: usize, tracks: usize, cost: impl Fn(usize, usize) -> Option<f64>) -> Vec<Option<usize>> {
    let width = tracks + 1;
    // The least cost of the items from `i` on with the tracks from `j` on.
    let mut least = vec![0.0_f64; (items + 1) * width];
    let mut choice = vec![Choice::New; (items + 1) * width];
    let at = |i: usize, j: usize| i * width + j;
    for i in (0..items).rev() {
        for j in (0..=tracks).rev() {
            let mut best = (NEW + least[at(i + 1, j)], Choice::New);
            if j < tracks {
                if least[at(i, j + 1)] <= best.0 {
                    best = (least[at(i, j + 1)], Choice::SkipTrack);
                }
                if let Some(cost) = cost(i, j) {
                    let sum = cost + least[at(i + 1, j + 1)];
                    if sum <= best.0 {
                        best = (sum, Choice::Match);
                    }
                }
            }
            (least[at(i, j)], choice[at(i, j)]) = best;
        }
    }
    let mut matches = Vec::with_capacity(items);
    let mut j = 0;
    while matches.len() < items {
        match choice[at(matches.len(), j)] {
            Choice::New => matches.push(None),
            Choice::Match => {
                matches.push(Some(j));
                j += 1;
            }
            Choice::SkipTrack => j += 1,
        }
    }
    matches
}

#[derive(Clone, Copy)]
enum Choice {
    New,
    Match,
    SkipTrack,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters are the same only if they are equal.
    fn matched(items: &str, tracks: &str) -> Vec<Option<usize>> {
        let (items, tracks) = (items.as_bytes(), tracks.as_bytes());
        align(items.len(), tracks.len(), |i, j| (items[i] == tracks[j]).then_some(0.5))
    }

    #[test]
    fn what_is_left_out_moves_nothing() {
        assert_eq!(matched("abd", "abcd"), [Some(0), Some(1), Some(3)]);
        assert_eq!(matched("", "abc"), []);
        assert_eq!(matched("ab", ""), [None, None]);
    }

    #[test]
    fn what_is_new_stands_between() {
        assert_eq!(matched("axb", "ab"), [Some(0), None, Some(1)]);
    }

    #[test]
    fn matches_never_cross() {
        let matches = matched("ba", "ab");
        assert_eq!(matches.iter().flatten().count(), 1);
    }

    #[test]
    fn of_equals_the_nearest_match() {
        // The first of three marks has gone.
        let (items, tracks) = ([41.0, 80.0], [1.0, 40.0, 79.0]);
        let cost = |i: usize, j: usize| Some(f64::abs(items[i] - tracks[j]) / 100.0);
        assert_eq!(align(2, 3, cost), [Some(1), Some(2)]);
    }
}
