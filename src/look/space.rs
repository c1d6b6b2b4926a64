//! From the world to a character's own space.

use kurbo::{Affine, Point};

use crate::Error;
use crate::geometry::finite;

/// Where a character is in the world, and where on it looking begins.
///
/// In the character's space x is to the right and y up (for the viewer), and what is 1 away from the centre is looked at
/// as far as parameters go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LookSpace {
    from_world: Affine,
    center: [f64; 3],
}

impl LookSpace {
    /// From the map that takes the character's space into the world, and the centre in the character's space.
    ///
    /// # Errors
    /// If a number is not finite, or the map has no way back.
    pub fn new(to_world: Affine, center: [f64; 3]) -> Result<Self, Error> {
        for (name, v) in [("center x", center[0]), ("center y", center[1]), ("center z", center[2])] {
            finite(name, v)?;
        }
        let from_world = to_world.inverse();
        if to_world.determinant() == 0.0 || !to_world.is_finite() || !from_world.is_finite() {
            let value = format!("{:?}", to_world.as_coeffs());
            let allowed = "a finite map that has a way back".into();
            return Err(Error::Parameter { name: "place in the world".into(), value, allowed });
        }
        Ok(Self { from_world, center })
    }

    /// For a head that is drawn at `center` of a picture, y down, and looks as far as it can at what is `reach` away.
    ///
    /// # Errors
    /// If a number is not finite, or the reach not over 0.
    pub fn on_canvas(center: [f64; 2], reach: f64) -> Result<Self, Error> {
        if reach <= 0.0 {
            let allowed = "over 0".into();
            return Err(Error::Parameter { name: "reach".into(), value: reach.to_string(), allowed });
        }
        Self::new(Affine::new([reach, 0.0, 0.0, -reach, center[0], center[1]]), [0.0; 3])
    }

    /// A place of the world in the character's space, less the centre, each axis within -1..=1. A place that is not finite
    /// is none.
    pub(super) fn local(&self, place: [f64; 3]) -> Option<[f64; 3]> {
        let [x, y, z] = place;
        let p = self.from_world * Point::new(x, y);
        let offset = [p.x - self.center[0], p.y - self.center[1], z - self.center[2]];
        // Ten screens away is as far as the edge of one.
        let usable = place.iter().all(|v| v.is_finite()) && !offset.iter().any(|v| v.is_nan());
        usable.then_some(offset.map(|v| v.clamp(-1.0, 1.0)))
    }
}

impl Default for LookSpace {
    /// The world is the character's space.
    fn default() -> Self {
        Self { from_world: Affine::IDENTITY, center: [0.0; 3] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_taken_through_the_inverse() {
        // Twice as large, turned by a quarter, moved to (10, 20).
        let to_world = Affine::new([0.0, 2.0, -2.0, 0.0, 10.0, 20.0]);
        let space = LookSpace::new(to_world, [0.5, 0.0, 0.0]).unwrap();
        let [x, y, z] = space.local([10.0, 22.0, 0.25]).unwrap();
        assert!((x - 0.5).abs() < 1e-12 && y.abs() < 1e-12 && z == 0.25);
        let centre = space.local([10.0, 21.0, 0.0]).unwrap();
        assert!(centre.iter().all(|v| v.abs() < 1e-12), "{centre:?}");
    }

    #[test]
    fn far_targets_are_no_further_than_the_edge() {
        let space = LookSpace::on_canvas([100.0, 100.0], 80.0).unwrap();
        assert_eq!(space.local([180.0, 100.0, 0.0]), Some([1.0, 0.0, 0.0]));
        assert_eq!(space.local([100.0 + 800.0, 100.0 - 800.0, -3.0]), Some([1.0, 1.0, -1.0]));
        assert_eq!(space.local([f64::MAX, -f64::MAX, 0.0]), Some([1.0, 1.0, 0.0]));
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(space.local([bad, 0.0, 0.0]), None);
        }
    }

    #[test]
    fn spaces_without_a_way_back_are_refused() {
        for map in [Affine::scale(0.0), Affine::new([1.0, 1.0, 1.0, 1.0, 0.0, 0.0]), Affine::scale(f64::NAN)] {
            assert!(LookSpace::new(map, [0.0; 3]).is_err(), "{map:?}");
        }
        assert!(LookSpace::new(Affine::IDENTITY, [0.0, f64::NAN, 0.0]).is_err());
        assert!(LookSpace::on_canvas([0.0, 0.0], 0.0).is_err());
        assert!(LookSpace::on_canvas([0.0, f64::INFINITY], 1.0).is_err());
    }
}
