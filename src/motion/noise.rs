//! Seeded chance and slow drift, as pure functions.

use super::Rhythm;

/// A number in 0..1 from a seed and a counter (SplitMix64's finaliser): the same on every machine, for ever.
pub(crate) fn chance(seed: u64, counter: u64) -> f64 {
    let mut z = seed.wrapping_add(counter.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z >> 11) as f64 / (1u64 << 53) as f64
}

/// A wave of amplitude 1 and a period in seconds, its phase drawn from seed and lane. Where a short film makes it faster,
/// it becomes smaller, so that idle motion is never hasty.
fn wave(rhythm: Rhythm, period: f64, seed: u64, lane: u64) -> f64 {
    let phase = chance(seed ^ 0x5bd1_e995, lane);
    // Whole periods are dropped first, so that a late time loses no digits.
    let (_, share) = rhythm.turn(period);
    (rhythm.bent(period) / period).min(1.0) * libm::sin(std::f64::consts::TAU * (share + phase))
}

/// Slow idle drift: sums of sines whose periods have no common multiple. `[yaw, pitch, roll]` in degrees.
pub(crate) fn drift(rhythm: Rhythm, seed: u64) -> [f64; 3] {
    [
        4.2 * wave(rhythm, 11.3, seed, 0) + 1.6 * wave(rhythm, 3.7, seed, 1),
        2.6 * wave(rhythm, 9.1, seed, 2) + 1.0 * wave(rhythm, 4.3, seed, 3),
        1.6 * wave(rhythm, 13.7, seed, 4),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_even_and_seeds_differ() {
        let mean = (0..10_000).map(|i| chance(7, i)).sum::<f64>() / 10_000.0;
        // The standard error of the mean is 0.0029.
        assert!((mean - 0.5).abs() < 0.012, "{mean}");
        assert!((0..100).all(|i| chance(1, i) != chance(2, i)));
    }

    #[test]
    fn drift_stays_within_a_few_degrees_and_never_jumps() {
        for i in 0..20_000 {
            let t = f64::from(i) * 0.05;
            let (a, b) = (drift(Rhythm::at(t), 3), drift(Rhythm::at(t + 1.0 / 60.0), 3));
            for (axis, limit) in [(0, 5.8), (1, 3.6), (2, 1.6)] {
                assert!(a[axis].abs() <= limit);
                assert!((a[axis] - b[axis]).abs() < 0.12);
            }
        }
    }
}
