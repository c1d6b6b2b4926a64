//! What can be looked at.

use crate::gaze::PointerEvent;

/// Something to look at. Any type of a program can be one.
pub trait LookTarget {
    /// Where it is in the world. A place that is not finite counts as that of the frame before.
    fn position(&self) -> [f64; 3];

    /// Whether it is looked at. One that is not is eased away from, not dropped.
    fn is_active(&self) -> bool {
        true
    }
}

impl<T: LookTarget + ?Sized> LookTarget for &T {
    fn position(&self) -> [f64; 3] {
        (**self).position()
    }

    fn is_active(&self) -> bool {
        (**self).is_active()
    }
}

/// A point: one that stays, or one that is set from frame to frame, as another character is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PointTarget {
    /// Where it is.
    pub position: [f64; 3],
    /// Whether it is looked at.
    pub active: bool,
}

impl PointTarget {
    /// A point that is looked at.
    pub fn at(position: [f64; 3]) -> Self {
        Self { position, active: true }
    }
}

impl LookTarget for PointTarget {
    fn position(&self) -> [f64; 3] {
        self.position
    }

    fn is_active(&self) -> bool {
        self.active
    }
}

/// A point that goes along straight lines from place to place, and is looked at only on the way.
///
/// ```
/// use phiz::look::{LookTarget, PathTarget};
/// let path = PathTarget::new(vec![(1.0, [0.0, 0.0, 0.0]), (3.0, [10.0, 0.0, 0.0])])?;
/// let halfway = path.at(2.0);
/// assert_eq!(halfway.position(), [5.0, 0.0, 0.0]);
/// assert!(!path.at(3.5).is_active());
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PathTarget {
    stops: Vec<(f64, [f64; 3])>,
}

impl PathTarget {
    /// From places with the times, in seconds, at which it is there.
    ///
    /// # Errors
    /// If there is none, a number is not finite, or the times do not rise.
    pub fn new(stops: Vec<(f64, [f64; 3])>) -> Result<Self, crate::Error> {
        let refused = |value: String, allowed: &str| crate::Error::Parameter {
            name: "path".into(),
            value,
            allowed: allowed.into(),
        };
        if stops.is_empty() {
            return Err(refused(String::new(), "at least one place"));
        }
        for (time, place) in &stops {
            for v in place.iter().chain([time]) {
                crate::geometry::finite("path", *v)?;
            }
        }
        if let Some(pair) = stops.windows(2).find(|pair| pair[1].0 <= pair[0].0) {
            return Err(refused(pair[1].0.to_string(), &format!("later than {}, the time before it", pair[0].0)));
        }
        Ok(Self { stops })
    }

    /// The target at a time.
    pub fn at(&self, time: f64) -> PointTarget {
        let after = self.stops.partition_point(|(t, _)| *t <= time);
        let before = after.saturating_sub(1);
        let ((t0, from), (t1, to)) = (self.stops[before], self.stops[after.min(self.stops.len() - 1)]);
        let share = if t1 > t0 { ((time - t0) / (t1 - t0)).clamp(0.0, 1.0) } else { 0.0 };
        let position = std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share);
        let first_to_last = self.stops[0].0..=self.stops[self.stops.len() - 1].0;
        PointTarget { position, active: first_to_last.contains(&time) }
    }
}

/// The pointer: looked at while it is there.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PointerTarget {
    place: [f64; 2],
    there: bool,
}

impl PointerTarget {
    /// Takes what the pointer did. An event that is not finite changes nothing.
    pub fn take(&mut self, event: PointerEvent) {
        if event.is_finite() {
            self.there = event.place().is_some();
            self.place = event.place().unwrap_or(self.place);
        }
    }
}

impl LookTarget for PointerTarget {
    fn position(&self) -> [f64; 3] {
        [self.place[0], self.place[1], 0.0]
    }

    fn is_active(&self) -> bool {
        self.there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_followed_from_stop_to_stop() {
        let path = PathTarget::new(vec![(1.0, [0.0; 3]), (2.0, [4.0, 0.0, 1.0]), (4.0, [4.0, 8.0, 1.0])]).unwrap();
        for (time, position, active) in [
            (0.5, [0.0; 3], false),
            (1.0, [0.0; 3], true),
            (1.25, [1.0, 0.0, 0.25], true),
            (2.0, [4.0, 0.0, 1.0], true),
            (3.0, [4.0, 4.0, 1.0], true),
            (4.0, [4.0, 8.0, 1.0], true),
            (9.0, [4.0, 8.0, 1.0], false),
        ] {
            assert_eq!(path.at(time), PointTarget { position, active }, "{time}");
        }
        assert!(!path.at(f64::NAN).active);
    }

    #[test]
    fn impossible_paths_are_refused() {
        assert!(PathTarget::new(Vec::new()).is_err());
        assert!(PathTarget::new(vec![(0.0, [0.0; 3]), (0.0, [1.0; 3])]).is_err());
        assert!(PathTarget::new(vec![(0.0, [f64::NAN, 0.0, 0.0])]).is_err());
        assert!(PathTarget::new(vec![(f64::INFINITY, [0.0; 3])]).is_err());
    }

    #[test]
    fn the_pointer_is_looked_at_while_it_is_there() {
        let mut pointer = PointerTarget::default();
        assert!(!pointer.is_active());
        pointer.take(PointerEvent::Move { x: 3.0, y: 4.0 });
        pointer.take(PointerEvent::Move { x: f64::NAN, y: 4.0 });
        assert_eq!((pointer.position(), pointer.is_active()), ([3.0, 4.0, 0.0], true));
        pointer.take(PointerEvent::Leave);
        assert_eq!((pointer.position(), pointer.is_active()), ([3.0, 4.0, 0.0], false));
    }
}
