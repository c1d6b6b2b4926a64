//! How many frames, and how long each is shown.

use std::ops::RangeInclusive;

use crate::error::Error;

/// The frame rates that every format can hold.
pub const FPS: RangeInclusive<f64> = 0.01..=240.0;

/// The most frames in an animation: over an hour at the highest rate.
pub const MOST_FRAMES: u32 = 1_000_000;

/// The fastest GIF. A delay counts hundredths of a second, and viewers slow down what is shorter than two of them.
const GIF_FPS: f64 = 50.0;

/// Frames shown for 10 ms or less are shown for 100 ms by browsers. Delays are rounded, so stay a millisecond above.
const BROWSER_FPS: f64 = 90.0;

pub(super) fn check_fps(fps: f64) -> Result<(), Error> {
    if FPS.contains(&fps) {
        return Ok(());
    }
    let allowed = format!("{} to {} frames a second", FPS.start(), FPS.end());
    Err(Error::Parameter { name: "fps".into(), value: fps.to_string(), allowed })
}

/// The number of frames that fill a duration in seconds: the nearest, and at least one.
///
/// Frame `k` shows the time `k / fps`. The frame after the last would be the first of the next round, so it is none of
/// them.
///
/// # Errors
/// [`Error::Parameter`] for a duration that is negative or not finite or a rate outside [`FPS`]; [`Error::Limit`] for
/// more than [`MOST_FRAMES`].
pub fn frame_count(duration: f64, fps: f64) -> Result<u32, Error> {
    check_fps(fps)?;
    if !(duration.is_finite() && duration >= 0.0) {
        let allowed = "a number of seconds, 0 or more".into();
        return Err(Error::Parameter { name: "duration".into(), value: duration.to_string(), allowed });
    }
    let frames = (duration * fps).round().max(1.0);
    if frames > f64::from(MOST_FRAMES) {
        return Err(Error::Limit {
            what: "the animation".into(),
            value: format!("{frames} frames"),
            limit: format!("{MOST_FRAMES} frames; lower --duration or --fps"),
        });
    }
    Ok(frames as u32)
}

/// A frame rate to use in place of the one that was asked for, and what to tell the user about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Pace {
    /// Frames per second.
    pub fps: f64,
    /// One sentence, where there is something to know.
    pub note: Option<String>,
}

/// The rate for a GIF: at most 50 frames a second. Count the frames by it, and the animation takes the time it should.
pub fn gif_pace(fps: f64) -> Pace {
    if fps <= GIF_FPS {
        return Pace { fps, note: None };
    }
    let note = format!("a GIF holds at most {GIF_FPS} frames a second, so it gets {GIF_FPS} in place of {fps}");
    Pace { fps: GIF_FPS, note: Some(note) }
}

/// The rate for APNG and WebP: the one asked for, with a warning where browsers would play it in slow motion.
pub fn image_pace(fps: f64) -> Pace {
    let note = (fps > BROWSER_FPS).then(|| {
        format!("browsers slow down images of {fps} frames a second; they play up to {BROWSER_FPS} as they should")
    });
    Pace { fps, note }
}

/// How long frame `k` is shown, in units of which `per_second` make a second.
///
/// Each frame ends at the unit nearest to its true end, so rounding never adds up: the first `n` frames together take
/// the true time, to half a unit.
pub(super) fn delay(k: u32, fps: f64, per_second: f64) -> u32 {
    let end_of = |frames: f64| (frames * per_second / fps).round();
    let k = f64::from(k);
    (end_of(k + 1.0) - end_of(k)) as u32
}

/// How long one frame is shown as a fraction of seconds, numerator and denominator.
///
/// Exact for whole rates and for those of film and television; any other is met to one part in 65,000 (the best
/// continued fraction that fits).
pub(super) fn frame_seconds(fps: f64) -> (u16, u16) {
    let exact = 1.0 / fps;
    let (mut before, mut best) = ((0, 1), (1, 0));
    let mut rest = exact;
    loop {
        let whole = rest.floor();
        let next = |before: u16, best: u16| {
            let value = whole * f64::from(best) + f64::from(before);
            (value <= f64::from(u16::MAX)).then_some(value as u16)
        };
        let (Some(numerator), Some(denominator)) = (next(before.0, best.0), next(before.1, best.1)) else {
            return best;
        };
        (before, best) = (best, (numerator, denominator));
        let value = f64::from(numerator) / f64::from(denominator);
        // What is left is the rounding of `f64`.
        if (value - exact).abs() <= 1e-12 * exact || rest == whole {
            return best;
        }
        rest = 1.0 / (rest - whole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays(frames: u32, fps: f64, per_second: f64) -> Vec<u32> {
        (0..frames).map(|k| delay(k, fps, per_second)).collect()
    }

    #[test]
    fn ninety_frames_at_30_fps_are_3_or_4_hundredths_and_300_together() {
        let delays = delays(90, 30.0, 100.0);
        assert!(delays.iter().all(|d| [3, 4].contains(d)), "{delays:?}");
        assert_eq!(delays.iter().sum::<u32>(), 300);
    }

    #[test]
    fn rounded_delays_keep_the_total_time() {
        for fps in [0.01, 0.3, 7.0, 12.5, 23.976, 24.0, 29.97, 33.3, 49.9, 50.0] {
            let delays = delays(1000, fps, 100.0);
            let total: u32 = delays.iter().sum();
            assert!((f64::from(total) - 1000.0 * 100.0 / fps).abs() <= 0.5, "{fps} fps took {total}");
            assert!(delays.iter().all(|d| *d >= 2), "{fps} fps");
            assert!(delays.iter().max().unwrap() - delays.iter().min().unwrap() <= 1, "{fps} fps is uneven");
        }
    }

    #[test]
    fn a_gif_is_lowered_to_50_fps_and_says_so() {
        for fps in [50.5, 60.0, 144.0, 240.0] {
            let pace = gif_pace(fps);
            assert_eq!(pace.fps, 50.0);
            let note = pace.note.unwrap();
            assert!(note.contains("50") && note.contains(&fps.to_string()), "{note}");
            // Three seconds stay three seconds.
            let frames = frame_count(3.0, pace.fps).unwrap();
            assert_eq!(delays(frames, pace.fps, 100.0), [2; 150]);
        }
        for fps in [0.01, 24.0, 50.0] {
            assert_eq!(gif_pace(fps), Pace { fps, note: None });
        }
    }

    #[test]
    fn a_rate_that_browsers_slow_down_is_told() {
        assert_eq!(image_pace(60.0), Pace { fps: 60.0, note: None });
        let fast = image_pace(144.0);
        assert_eq!(fast.fps, 144.0);
        assert!(fast.note.unwrap().contains("144"));
        // Up to there no frame is shown for 10 ms or less.
        assert!(delays(1000, BROWSER_FPS, 1000.0).iter().all(|ms| *ms > 10));
    }

    #[test]
    fn usual_rates_are_exact_fractions() {
        let cases = [
            (30.0, (1, 30)),
            (60.0, (1, 60)),
            (1.0, (1, 1)),
            (240.0, (1, 240)),
            (12.5, (2, 25)),
            (0.01, (100, 1)),
            (0.3, (10, 3)),
            (29.97, (100, 2997)),
            (23.976, (125, 2997)),
            (30000.0 / 1001.0, (1001, 30000)),
            (24000.0 / 1001.0, (1001, 24000)),
        ];
        for (fps, fraction) in cases {
            assert_eq!(frame_seconds(fps), fraction, "{fps} fps");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_rate_is_met_to_one_part_in_65_000(fps in FPS) {
            let (numerator, denominator) = frame_seconds(fps);
            let met = f64::from(numerator) / f64::from(denominator);
            proptest::prop_assert!((met * fps - 1.0).abs() <= 1.0 / 65_000.0, "{fps}: {numerator}/{denominator}");
        }
    }

    #[test]
    fn a_duration_holds_the_nearest_number_of_frames_and_at_least_one() {
        for (duration, fps, frames) in
            [(4.0, 30.0, 120), (1.0, 29.97, 30), (0.04, 12.0, 1), (0.0, 30.0, 1), (2.5, 1.0, 3), (0.01, 240.0, 2)]
        {
            assert_eq!(frame_count(duration, fps).unwrap(), frames, "{duration} s at {fps} fps");
        }
    }

    #[test]
    fn what_is_no_rate_or_duration_is_refused() {
        for fps in [0.0, -1.0, 0.009, 240.5, f64::NAN, f64::INFINITY] {
            assert!(matches!(frame_count(1.0, fps), Err(Error::Parameter { .. })), "{fps} fps");
        }
        for duration in [-0.1, f64::NAN, f64::INFINITY] {
            assert!(matches!(frame_count(duration, 30.0), Err(Error::Parameter { .. })), "{duration} s");
        }
        let error = frame_count(1e9, 30.0).unwrap_err().to_string();
        assert!(error.contains("30000000000 frames") && error.contains("--duration"), "{error}");
    }
}
