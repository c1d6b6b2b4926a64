//! Cubic Bezier easing, as animation formats have it: a curve from (0, 0) to (1, 1) whose x is time and y is progress.

/// The value of a cubic at `s`, by its four control values.
pub(super) fn cubic([a, b, c, d]: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    r * r * r * a + 3.0 * r * r * s * b + 3.0 * r * s * s * c + s * s * s * d
}

/// The `s` at which the cubic 0, `x1`, `x2`, 1 is `x`, all in 0..=1; there the curve only rises, so there is one.
pub(super) fn solve(x1: f64, x2: f64, x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    let (mut low, mut high, mut s) = (0.0, 1.0, x);
    // Newton's steps, and a bisection where one would leave the bracket: a flat curve has no useful slope.
    for _ in 0..80 {
        let miss = cubic([0.0, x1, x2, 1.0], s) - x;
        if miss.abs() < 1e-15 || high - low < 1e-16 {
            break;
        }
        if miss > 0.0 {
            high = s;
        } else {
            low = s;
        }
        let r = 1.0 - s;
        let slope = 3.0 * (r * r * x1 + 2.0 * r * s * (x2 - x1) + s * s * (1.0 - x2));
        let next = s - miss / slope;
        s = if next > low && next < high { next } else { 0.5 * (low + high) };
    }
    s
}

/// The easing through (x1, y1) and (x2, y2) at a share of the time; x1 and x2 are in 0..=1.
pub(super) fn ease([x1, y1, x2, y2]: [f64; 4], share: f64) -> f64 {
    // Handles on the diagonal: even progress.
    if x1 == y1 && x2 == y2 {
        return share.clamp(0.0, 1.0);
    }
    cubic([0.0, y1, y2, 1.0], solve(x1, x2, share))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by plain bisection on de Casteljau's points.
    pub fn by_bisection([x1, y1, x2, y2]: [f64; 4], x: f64) -> f64 {
        let point = |s: f64, p: [f64; 4]| {
            let mix = |a: f64, b: f64| a + (b - a) * s;
            let [a, b, c] = [mix(p[0], p[1]), mix(p[1], p[2]), mix(p[2], p[3])];
            mix(mix(a, b), mix(b, c))
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if point(middle, [0.0, x1, x2, 1.0]) < x { low = middle } else { high = middle }
        }
        point(0.5 * (low + high), [0.0, y1, y2, 1.0])
    }

    #[test]
    fn symmetric_easing_is_a_half_in_the_middle_and_handles_on_the_diagonal_ease_nothing() {
        assert!((ease([0.5, 0.0, 0.5, 1.0], 0.5) - 0.5).abs() < 1e-12);
        assert_eq!(ease([20.0 / 127.0, 20.0 / 127.0, 107.0 / 127.0, 107.0 / 127.0], 0.3), 0.3);
        // x = s^3 and y = 3s - 3s^2 + s^3 in closed form, for handles at (0, 1) and (0, 1).
        let s = libm::cbrt(0.2);
        assert!((ease([0.0, 1.0, 0.0, 1.0], 0.2) - (3.0 * s - 3.0 * s * s + s * s * s)).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn time_is_solved_for_everywhere(x1 in 0.0..=1.0f64, x2 in 0.0..=1.0f64, s in 0.0..=1.0f64) {
            let x = cubic([0.0, x1, x2, 1.0], s);
            prop_assert!((cubic([0.0, x1, x2, 1.0], solve(x1, x2, x)) - x).abs() < 1e-14);
        }

        #[test]
        fn easing_equals_bisection(
            h in prop::array::uniform4(0u8..=127), x in 0.001..0.999f64,
        ) {
            let handles = h.map(|b| f64::from(b) / 127.0);
            // Where the curve stands upright, y is as uncertain as the square root of x.
            let tolerance = if handles[0] > 0.02 && handles[2] < 0.98 { 1e-9 } else { 1e-5 };
            prop_assert!((ease(handles, x) - by_bisection(handles, x)).abs() < tolerance);
        }
    }
}
