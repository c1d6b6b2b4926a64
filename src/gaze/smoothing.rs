//! Exponential smoothing.

/// A value `dt` seconds later, pulled to a target at a rate per second: `from + (to - from) (1 - exp(-rate dt))`.
///
/// Any split of the time gives the same. Time that is not over 0 changes nothing.
///
/// ```
/// let left = 1.0 - phiz::gaze::smoothed(0.0, 1.0, 8.0, 0.5);
/// assert!((left - (-4.0_f64).exp()).abs() < 1e-12);
/// ```
pub fn smoothed(from: f64, to: f64, rate: f64, dt: f64) -> f64 {
    from + (to - from) * share(rate, dt)
}

/// The share of the way that is done in `dt` seconds.
pub(super) fn share(rate: f64, dt: f64) -> f64 {
    if dt > 0.0 { -libm::expm1(-rate * dt) } else { 0.0 }
}

/// Closer than this, what follows has arrived: a ten-millionth of a degree. So every motion ends, and what has ended need
/// not be stepped any more.
const ARRIVED: f64 = 1e-7;

/// Goes a share of the way, and arrives at the end of it.
pub(super) fn toward(from: f64, to: f64, share: f64) -> f64 {
    let next = from + (to - from) * share;
    if (to - next).abs() < ARRIVED { to } else { next }
}

/// Both axes at once.
pub(super) fn toward2(from: [f64; 2], to: [f64; 2], share: f64) -> [f64; 2] {
    [toward(from[0], to[0], share), toward(from[1], to[1], share)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_left_at_every_frame_rate() {
        for hertz in [30, 60, 144, 240] {
            let frames = hertz / 2;
            let value = (0..frames).fold(0.0, |x, _| smoothed(x, 1.0, 8.0, 1.0 / f64::from(hertz)));
            assert!((1.0 - value - 0.018_315_6).abs() < 1e-7, "{hertz}: {value}");
        }
    }

    #[test]
    fn shares_of_eyes_and_head_in_a_frame() {
        for (rate, dt, expected) in [
            (12.0, 1.0 / 60.0, 0.18127),
            (5.0, 1.0 / 60.0, 0.07996),
            (12.0, 1.0 / 120.0, 0.09516),
            (5.0, 1.0 / 120.0, 0.04081),
            (5.0, 10.0, 1.0),
            (5.0, 0.0, 0.0),
            (5.0, -1.0, 0.0),
            (5.0, f64::NAN, 0.0),
        ] {
            assert!((share(rate, dt) - expected).abs() < 5e-6, "{rate} {dt}");
        }
    }

    #[test]
    fn it_arrives() {
        let mut x = 0.0;
        for _ in 0..300 {
            x = toward(x, 30.0, 0.1);
        }
        assert_eq!(x, 30.0);
    }
}
