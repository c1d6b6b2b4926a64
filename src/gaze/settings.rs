//! The numbers of gaze.

use kurbo::Rect;

use super::limits::{Limits, checked};
use super::one_euro::OneEuro;
use super::pose::Joints;
use crate::Error;
use crate::geometry::finite;

/// How one channel, eyes or head, follows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Follower {
    /// How its input is filtered.
    pub filter: OneEuro,
    /// How fast it goes to its target, per second; over 0.
    pub rate: f64,
    /// How far it may turn.
    pub limits: Limits,
}

/// All numbers of a [`Tracker`](super::Tracker). The defaults are those of a lively mascot.
///
/// ```
/// use phiz::gaze::{Aim, Follower, Limits, Settings, Tracker};
/// let shy = Settings { head_share: 0.2, gain: 0.5, ..Settings::default() };
/// let aim = Aim::new([100.0, 100.0], 60.0, Aim::DEPTH)?;
/// assert!(Tracker::new(aim, shy).is_ok());
/// assert!(Tracker::new(aim, Settings { gain: f64::NAN, ..shy }).is_err());
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The eyes: quick and light.
    pub eyes: Follower,
    /// The head: slow and heavy.
    pub head: Follower,
    /// How much of the direction the head takes, 0..=1; the eyes take what is left.
    pub head_share: f64,
    /// How much of the direction is followed at all: 1 is all, 0 stays still, -1 looks the other way. -10..=10.
    pub gain: f64,
    /// The radius of the soft zone at the centre, in degrees; 0 is none.
    pub zone: f64,
    /// Smaller steps than this do not move the head, in degrees; 0 is none.
    pub hysteresis: f64,
    /// What of the character can turn.
    pub joints: Joints,
    /// Where the pointer is followed, in canvas units; outside it counts as gone. None is everywhere.
    pub area: Option<Rect>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            eyes: Follower { filter: OneEuro::EYES, rate: 12.0, limits: Limits::EYES },
            head: Follower { filter: OneEuro::HEAD, rate: 5.0, limits: Limits::HEAD },
            head_share: 0.6,
            gain: 1.0,
            zone: 1.2,
            hysteresis: 1.2,
            joints: Joints::ALL,
            area: None,
        }
    }
}

impl Settings {
    /// The same, but following only while the pointer is within a box grown by a margin on all sides: local mode.
    #[must_use]
    pub fn near(self, bounds: Rect, margin: f64) -> Self {
        Self { area: Some(bounds.inflate(margin, margin)), ..self }
    }

    pub(super) fn check(self) -> Result<Self, Error> {
        for (name, rate) in [("rate of the eyes", self.eyes.rate), ("rate of the head", self.head.rate)] {
            checked(name, rate, 1e-3..=1e3)?;
        }
        checked("share of the head", self.head_share, 0.0..=1.0)?;
        checked("gain", self.gain, -10.0..=10.0)?;
        checked("soft zone", self.zone, 0.0..=90.0)?;
        checked("hysteresis", self.hysteresis, 0.0..=90.0)?;
        if let Some(area) = self.area {
            for side in [area.x0, area.y0, area.x1, area.y1] {
                finite("edge of the area", side)?;
            }
        }
        Ok(self)
    }

    /// Whether a pointer there is followed.
    pub(super) fn follows([x, y]: [f64; 2], area: Option<Rect>) -> bool {
        area.is_none_or(|a| (a.x0..=a.x1).contains(&x) && (a.y0..=a.y1).contains(&y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_make_no_sense_are_refused_by_name() {
        let fine = Settings::default();
        let eyes = |rate| Follower { rate, ..fine.eyes };
        for (settings, name) in [
            (Settings { gain: f64::NAN, ..fine }, "gain"),
            (Settings { gain: f64::INFINITY, ..fine }, "gain"),
            (Settings { head_share: 1.1, ..fine }, "share of the head"),
            (Settings { zone: -1.0, ..fine }, "soft zone"),
            (Settings { hysteresis: f64::NAN, ..fine }, "hysteresis"),
            (Settings { eyes: eyes(0.0), ..fine }, "rate of the eyes"),
            (Settings { head: eyes(f64::NAN), ..fine }, "rate of the head"),
            (fine.near(Rect::new(0.0, 0.0, 1.0, 1.0), f64::NAN), "edge of the area"),
        ] {
            assert!(settings.check().unwrap_err().to_string().starts_with(name), "{name}");
        }
        assert!(fine.check().is_ok());
    }
}
