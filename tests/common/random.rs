//! Poses that look random and are the same in every run.

use phiz::{Look, Pose};

/// A small generator (SplitMix64): a test that fails once fails always.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// -1..1.
    pub fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A whole number from 0 to below `count`, which is over 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((0.5 + 0.5 * self.share()) * count as f64) as usize % count
    }

    /// Any pose at all.
    pub fn pose(&mut self) -> Pose {
        Pose::new(180.0 * self.share(), 180.0 * self.share(), 180.0 * self.share()).unwrap()
    }

    /// Any look.
    pub fn look(&mut self) -> Look {
        Look::new(self.share(), self.share()).unwrap()
    }
}
