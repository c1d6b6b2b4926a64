//! How much the head follows while it has other things to do.

/// What a character is doing besides following.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Activity {
    /// A one-shot gesture plays.
    pub gesture: bool,
    /// It is dragged.
    pub dragged: bool,
    /// An animation for idling plays.
    pub idle_clip: bool,
}

/// The weight is approached at this rate, per second: a time constant of 0.2 s.
pub(super) const RATE: f64 = 1.0 / 0.2;
/// Below this the head is left alone.
pub(super) const LEAST: f64 = 1e-3;

impl Activity {
    /// How much of its share the head takes. The first that holds wins: gesture 0, dragged 0.15, idle clip 0.7, still 1.
    pub fn head_weight(self) -> f64 {
        match self {
            Self { gesture: true, .. } => 0.0,
            Self { dragged: true, .. } => 0.15,
            Self { idle_clip: true, .. } => 0.7,
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination() {
        for (gesture, dragged, idle_clip, weight) in [
            (false, false, false, 1.0),
            (false, false, true, 0.7),
            (false, true, false, 0.15),
            (false, true, true, 0.15),
            (true, false, false, 0.0),
            (true, false, true, 0.0),
            (true, true, false, 0.0),
            (true, true, true, 0.0),
        ] {
            let activity = Activity { gesture, dragged, idle_clip };
            assert_eq!(activity.head_weight(), weight, "{activity:?}");
        }
    }
}
