//! What a trembling hand must not move: a soft zone at the centre for the eyes, hysteresis for the head.

/// Flattens directions near straight ahead; beyond `zone` degrees they stay as they are.
///
/// The length a is shortened to `zone t^3 (3 - 2 t)` with `t = a / zone`: flat at the centre, of slope 1 where it meets
/// what is not shortened, so that nothing jumps at the rim.
pub(super) fn soft_zone([yaw, pitch]: [f64; 2], zone: f64) -> [f64; 2] {
    let t = libm::hypot(yaw, pitch) / zone;
    // A zone of 0 makes t infinite or NaN: there is nothing to shorten.
    if t < 1.0 {
        let share = t * t * (3.0 - 2.0 * t);
        [yaw * share, pitch * share]
    } else {
        [yaw, pitch]
    }
}

/// What a target becomes that is only moved by steps of at least `step` degrees; an end of the range is always reached.
pub(super) fn hysteresis(held: f64, wanted: f64, step: f64, range: &std::ops::RangeInclusive<f64>) -> f64 {
    let at_end = wanted <= *range.start() || wanted >= *range.end();
    if at_end || (wanted - held).abs() >= step { wanted } else { held }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zone_is_flat_at_the_centre_and_smooth_at_its_rim() {
        let along = |a: f64| soft_zone([a, 0.0], 1.2)[0];
        assert_eq!(along(0.0), 0.0);
        assert!(along(0.12) < 0.12 * 0.03);
        assert_eq!((along(1.2), along(1.3), along(-20.0)), (1.2, 1.3, -20.0));
        let mut before = along(-2.0);
        for i in -1999..=2000 {
            let now = along(f64::from(i) / 1000.0);
            // Always onwards, and never much faster than the pointer: the steepest slope is 27/16.
            assert!(now >= before && now - before <= 0.001 * 1.6876, "{i}");
            before = now;
        }
    }

    #[test]
    fn the_zone_is_round() {
        // Inside it the direction is kept; outside, one small axis beside a large one is not flattened.
        let [x, y] = soft_zone([0.3, 0.4], 1.2);
        assert!((y / x - 4.0 / 3.0).abs() < 1e-12 && x < 0.3);
        assert_eq!(soft_zone([20.0, 0.3], 1.2), [20.0, 0.3]);
        assert_eq!(soft_zone([0.0, 0.0], 0.0), [0.0, 0.0]);
    }

    #[test]
    fn the_head_ignores_less_than_a_step() {
        let range = -20.0..=20.0;
        for (held, wanted, expected) in [
            (10.0, 11.1, 10.0),
            (10.0, 11.3, 11.3),
            (10.0, 8.9, 10.0),
            (10.0, 8.7, 8.7),
            (0.0, 1.2, 1.2),
            (0.0, -1.19, 0.0),
            // The limit is reached from anywhere.
            (19.5, 20.0, 20.0),
            (-19.5, -20.0, -20.0),
        ] {
            assert_eq!(hysteresis(held, wanted, 1.2, &range), expected, "{held} {wanted}");
        }
    }
}
