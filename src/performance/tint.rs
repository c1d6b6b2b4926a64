//! The colour of the body over time.

use crate::color::Color;
use crate::motion::{Channel, Spring};

/// A body colour that eases from one to the next in OKLAB, where equal steps look equal.
#[derive(Clone, Debug)]
pub(super) struct Tint {
    /// The character's own colour: where it starts, and what it can go back to.
    own: Color,
    /// Lightness and the two opponent axes.
    lab: [Channel; 3],
}

/// No overshoot: a colour beyond the one that was asked for is another colour.
const EASE: Spring = Spring::critical(0.3);

impl Tint {
    pub fn new(own: Color) -> Self {
        Self { own, lab: own.to_oklab().map(Channel::settled) }
    }

    /// Pulled to a colour (none is the own one) from `time` on, or there at once.
    pub fn pull(&mut self, time: f64, to: Option<Color>, at_once: bool) {
        let target = to.unwrap_or(self.own).to_oklab();
        for (channel, value) in self.lab.iter_mut().zip(target) {
            channel.pull(time, value, EASE, at_once);
        }
    }

    /// Settled on what it is pulled to.
    pub fn settle(&mut self, time: f64) {
        for channel in &mut self.lab {
            let target = channel.last_target();
            channel.jump(time, target);
        }
    }

    /// Drops what only moments before `time` need.
    pub fn forget(&mut self, time: f64) {
        self.lab.iter_mut().for_each(|channel| channel.forget(time));
    }

    /// The colour at a time, where it is not the own one.
    pub fn at(&self, t: f64) -> Option<Color> {
        let color = Color::from_oklab([0, 1, 2].map(|i| self.lab[i].at(t)));
        (color != self.own.with_alpha(1.0)).then_some(color)
    }

    /// From when on it does not change any more.
    pub fn rests_from(&self, tolerance: f64) -> Option<f64> {
        self.lab.iter().map(|c| c.rests_from(tolerance)).try_fold(f64::NEG_INFINITY, |latest, t| Some(latest.max(t?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_from_its_own_colour_to_another_and_back_without_a_jump() {
        let (own, red): (Color, Color) = (Color::rgb(0x75, 0xb1, 0xf3), Color::rgb(0xe0, 0x55, 0x6b));
        let mut tint = Tint::new(own);
        assert_eq!(tint.at(0.0), None);
        tint.pull(1.0, Some(red), false);
        // Taken back in the middle of the change.
        tint.pull(1.2, None, false);
        assert_eq!(tint.at(1.0), None);
        assert_eq!(tint.at(9.0), None, "at home again");
        let shown = |t: f64| tint.at(t).unwrap_or(own);
        let step = |t: f64| {
            let (a, b) = (shown(t), shown(t + 1.0 / 60.0));
            a.r.abs_diff(b.r).max(a.g.abs_diff(b.g)).max(a.b.abs_diff(b.b))
        };
        let largest = (0..180).map(|k| step(f64::from(k) / 60.0)).max();
        // The whole way is 136 levels of blue; a critical spring that settles in .3 s does at most a quarter of it in 1/60 s.
        assert!(largest.is_some_and(|step| (1..34).contains(&step)), "{largest:?}");
        tint.pull(2.0, Some(red), true);
        assert_eq!(tint.at(2.0), Some(red));
    }
}
