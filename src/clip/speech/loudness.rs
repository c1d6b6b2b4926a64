//! From loudness to how far a mouth is open.

use super::wav::Wav;
use crate::clip::fault::Fault;

/// How far the mouth is open, 100 times a second.
///
/// 1. Root mean square over 20 ms, every 10 ms, in decibels of full scale.
/// 2. 0 at 30 dB below the loudest moment of the recording, 1 at 6 dB below it, straight in between; recordings that are
///    quiet all over open the mouth as well. What is below -55 dB is silence.
/// 3. Followed with a time constant of 25 ms upwards and 60 ms downwards, so that it does not flutter.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Envelope {
    open: Vec<f32>,
}

const RATE: f64 = 100.0;
const SILENCE: f64 = -55.0;
const RANGE: [f64; 2] = [-30.0, -6.0];
const ATTACK: f64 = 0.025;
const RELEASE: f64 = 0.06;

impl Envelope {
    pub fn of(wav: &Wav<'_>) -> Result<Self, Fault> {
        let hop = |k: usize| (k as f64 * f64::from(wav.rate) / RATE) as usize;
        let count = (wav.duration() * RATE).ceil() as usize;
        let mut loudness = Vec::with_capacity(count);
        let mut before = 0.0;
        for k in 0..count {
            let power = wav.power(hop(k)..hop(k + 1))?;
            loudness.push(10.0 * libm::log10((0.5 * (before + power)).max(1e-12)));
            before = power;
        }
        let peak = loudness.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut open = 0.0;
        let follow = |db: f64| {
            let target =
                if db < SILENCE { 0.0 } else { ((db - peak - RANGE[0]) / (RANGE[1] - RANGE[0])).clamp(0.0, 1.0) };
            let constant = if target > open { ATTACK } else { RELEASE };
            open += (target - open) * (1.0 - libm::exp(-1.0 / (RATE * constant)));
            open as f32
        };
        Ok(Self { open: loudness.into_iter().map(follow).collect() })
    }

    /// How far it is open at a time, 0..=1. Each value stands at the end of its 10 ms.
    pub fn at(&self, t: f64) -> f64 {
        let place = (t * RATE).max(0.0);
        let index = place as usize;
        let value = |i: usize| {
            let i = i.checked_sub(1).map(|i| i.min(self.open.len().saturating_sub(1)));
            i.and_then(|i| self.open.get(i)).map_or(0.0, |v| f64::from(*v))
        };
        value(index) + (value(index + 1) - value(index)) * (place - index as f64)
    }
}
