//! From a place on the canvas to a direction of the head.

use super::limits::checked;
use crate::Error;
use crate::geometry::finite;

/// Where a character's eyes are on the canvas, and how far in front of it the pointer is taken to be.
///
/// A pointer has no depth. Taken to lie in the plane of the head itself, the least offset would be a right angle; so it
/// moves on a plane in front of the head, `depth` head radii away:
/// `yaw = atan2(dx, depth)`, `pitch = atan2(dy, hypot(dx, depth))`.
///
/// ```
/// use phiz::gaze::Aim;
/// let aim = Aim::new([100.0, 100.0], 50.0, Aim::DEPTH)?;
/// let offset = aim.offset([150.0, 100.0]).unwrap(); // one radius to the right
/// assert!((aim.direction(offset)[0] - 32.0).abs() < 0.01);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aim {
    anchor: [f64; 2],
    radius: f64,
    depth: f64,
}

/// Pointers further away count as this far, in head radii, in the same direction: 89 degrees are far beyond any limit.
const FAR: f64 = 100.0;

impl Aim {
    /// The depth that feels right, in head radii.
    pub const DEPTH: f64 = 1.6;

    /// From the point between the eyes and the radius of the head, in canvas units, and the depth in head radii.
    ///
    /// # Errors
    /// If a number is not finite, or radius or depth are not over 0.
    pub fn new(anchor: [f64; 2], radius: f64, depth: f64) -> Result<Self, Error> {
        Ok(Self {
            anchor: [finite("anchor x", anchor[0])?, finite("anchor y", anchor[1])?],
            radius: checked("head radius", radius, 1e-6..=1e9)?,
            depth: checked("virtual depth", depth, 1e-6..=1e9)?,
        })
    }

    /// How far a place on the canvas (y down) is from the eyes, in head radii: x to the right, y up. None for a place
    /// that is not finite.
    pub fn offset(&self, place: [f64; 2]) -> Option<[f64; 2]> {
        if !place.iter().all(|v| v.is_finite()) {
            return None;
        }
        // Halved, the difference of any two finite numbers is finite; and what is far is shortened before it can overflow.
        let half = [0.5 * place[0] - 0.5 * self.anchor[0], 0.5 * self.anchor[1] - 0.5 * place[1]];
        let most = half[0].abs().max(half[1].abs());
        let scale = if most > 0.5 * FAR * self.radius { FAR / most } else { 2.0 / self.radius };
        Some([half[0] * scale, half[1] * scale])
    }

    /// The direction of an offset, `[yaw, pitch]` in degrees: to the right and up.
    pub fn direction(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [libm::atan2(x, self.depth).to_degrees(), libm::atan2(y, libm::hypot(x, self.depth)).to_degrees()]
    }

    /// From one place on the canvas to another, as an offset in head radii, y up.
    pub(super) fn between(&self, from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
        let [a, b] = [from, to].map(|place| self.offset(place).unwrap_or_default());
        [b[0] - a[0], b[1] - a[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn aim() -> Aim {
        Aim::new([100.0, 80.0], 50.0, Aim::DEPTH).unwrap()
    }

    fn direction(place: [f64; 2]) -> [f64; 2] {
        aim().direction(aim().offset(place).unwrap())
    }

    #[test]
    fn directions_of_the_specification() {
        for (dx, yaw) in [(0.5, 17.4), (1.0, 32.0), (2.0, 51.3), (5.0, 72.3)] {
            assert!((direction([100.0 + 50.0 * dx, 80.0])[0] - yaw).abs() < 0.06, "{dx}");
            assert!((direction([100.0 - 50.0 * dx, 80.0])[0] + yaw).abs() < 0.06, "{dx}");
            // Straight above there is no yaw, and pitch is as steep.
            let up = direction([100.0, 80.0 - 50.0 * dx]);
            assert!(up[0] == 0.0 && (up[1] - yaw).abs() < 0.06, "{dx}");
        }
        // atan2(1, hypot(1, 1.6)).
        assert!((direction([150.0, 30.0])[1] - 27.924).abs() < 0.0005);
    }

    #[test]
    fn a_pointer_on_the_eyes_is_straight_ahead() {
        assert_eq!(direction([100.0, 80.0]), [0.0, 0.0]);
        // A pixel beside it is not at the limit.
        assert!(direction([101.0, 80.0])[0] < 1.0);
    }

    #[test]
    fn far_pointers_keep_their_direction() {
        for place in [[1e6, -1e6], [f64::from(f32::MAX), 80.0], [f64::MAX, -f64::MAX], [-f64::MAX, 80.0]] {
            let offset = aim().offset(place).unwrap();
            assert!(offset.iter().all(|v| v.is_finite() && v.abs() <= FAR), "{offset:?}");
            assert_eq!(offset[0] < 0.0, place[0] < 0.0);
        }
        let [x, y] = aim().offset([4e6, -2e6]).unwrap();
        assert!((x / y - 2.0).abs() < 1e-3);
    }

    #[test]
    fn only_finite_aims_are_taken() {
        for (anchor, radius, depth) in [
            ([f64::NAN, 0.0], 1.0, 1.0),
            ([0.0, f64::INFINITY], 1.0, 1.0),
            ([0.0, 0.0], 0.0, 1.0),
            ([0.0, 0.0], -1.0, 1.0),
            ([0.0, 0.0], 1.0, 0.0),
            ([0.0, 0.0], 1.0, f64::NAN),
        ] {
            assert!(Aim::new(anchor, radius, depth).is_err());
        }
        assert_eq!(aim().offset([f64::NAN, 0.0]), None);
        assert_eq!(aim().offset([0.0, f64::NEG_INFINITY]), None);
    }

    proptest! {
        /// Against the direction of the vector (dx, dy, depth) itself.
        #[test]
        fn it_is_the_direction_of_the_vector(x in -900.0..900.0f64, y in -900.0..900.0f64) {
            let [yaw, pitch] = direction([x, y]);
            let (dx, dy) = ((x - 100.0) / 50.0, (80.0 - y) / 50.0);
            let length = (dx * dx + dy * dy + 1.6 * 1.6).sqrt();
            prop_assert!((libm::sin(pitch.to_radians()) - dy / length).abs() < 1e-12);
            prop_assert!((libm::tan(yaw.to_radians()) - dx / 1.6).abs() < 1e-9 * (1.0 + dx.abs()));
        }
    }
}
