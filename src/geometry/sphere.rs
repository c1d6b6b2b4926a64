//! A feature painted on a sphere: where it goes and how it is foreshortened.
//!
//! The frame is built in head space, by projecting the head's right axis onto the tangent plane of the resting place,
//! and is then rotated as a whole. A polar frame around the centre would lay an eye on its side; a frame rebuilt after
//! the rotation would lose roll.

use glam::DVec3;
use kurbo::Point;

use super::angle::finite;
use super::pose::Rotation;
use crate::Error;

/// The sphere that carries the face, on the canvas.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Head {
    /// Centre in canvas units.
    pub center: Point,
    /// Radius in canvas units, over 0.
    pub radius: f64,
}

impl Head {
    /// Where a point of head space (in radii) is seen on the canvas: z is dropped, y is flipped.
    pub fn project(self, v: DVec3) -> Point {
        Point::new(self.center.x + self.radius * v.x, self.center.y - self.radius * v.y)
    }
}

/// How a feature gets from its flat drawing onto the sphere.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Projection {
    /// The flat feature is mapped by the matrix of its tangent plane. Cheap, and close while it faces the viewer.
    #[default]
    Tangent,
    /// The feature's outline itself is laid on the sphere and ends at the limb.
    Wrap,
}

impl Projection {
    /// All projections with their names.
    pub const ALL: [(&'static str, Self); 2] = [("tangent", Self::Tangent), ("wrap", Self::Wrap)];

    /// The name in files and flags.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tangent => "tangent",
            Self::Wrap => "wrap",
        }
    }
}

/// Where a feature rests on the unit sphere, seen from the front: x to the right, y up, inside the unit disc.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RestPlace {
    x: f64,
    y: f64,
}

impl RestPlace {
    /// A place; what lies outside the unit disc is pulled back to its rim.
    ///
    /// # Errors
    /// If a coordinate is NaN or infinite.
    pub fn new(x: f64, y: f64) -> Result<Self, Error> {
        Ok(Self::clamped(finite("x", x)?, finite("y", y)?))
    }

    /// As [`RestPlace::new`], for coordinates that are known to be finite.
    pub(crate) fn clamped(x: f64, y: f64) -> Self {
        let length = libm::hypot(x, y);
        let scale = if length > 1.0 { 1.0 / length } else { 1.0 };
        Self { x: x * scale, y: y * scale }
    }

    /// To the viewer's right, -1..=1.
    pub fn x(self) -> f64 {
        self.x
    }

    /// Up, -1..=1.
    pub fn y(self) -> f64 {
        self.y
    }

    /// The frame of the tangent plane here, with the head unturned:
    /// `u = normalise(right - (right . n) n)`, `v = n x u`; where n is parallel to right, up takes its place.
    pub fn tangent(self) -> Tangent {
        let z = (1.0 - self.x * self.x - self.y * self.y).max(0.0).sqrt();
        let normal = DVec3::new(self.x, self.y, z);
        let across = |axis: DVec3| axis - axis.dot(normal) * normal;
        // The length of the projected axis is sqrt(1 - X^2): below this it is mostly rounding.
        let flat = across(DVec3::X);
        let right = if flat.length_squared() > 1e-12 { flat.normalize() } else { across(DVec3::Y).normalize() };
        Tangent { normal, right, up: normal.cross(right) }
    }
}

/// An orthonormal frame on the sphere: the place a feature sits at, and the directions of its flat drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tangent {
    /// Outward normal, which is also the place on the unit sphere (n).
    pub normal: DVec3,
    /// The drawing's x axis (u).
    pub right: DVec3,
    /// The drawing's y axis, upward (v).
    pub up: DVec3,
}

impl Tangent {
    /// At and below this depth a feature in tangent projection is not drawn.
    pub const HIDDEN_DEPTH: f64 = 0.02;
    /// From this depth on a feature is fully opaque.
    pub const OPAQUE_DEPTH: f64 = 0.12;

    /// The same frame after the head has turned. All three axes turn together.
    pub fn rotated(self, rotation: Rotation) -> Self {
        Self { normal: rotation * self.normal, right: rotation * self.right, up: rotation * self.up }
    }

    /// How much it faces the viewer: 1 in front, 0 at the limb, below 0 behind. Equals the determinant of
    /// [`Tangent::matrix`].
    pub fn depth(self) -> f64 {
        self.normal.z
    }

    /// `[a b c d]` of SVG's `matrix(a b c d 0 0)`: `[u.x, -u.y, -v.x, v.y]`, for drawings with y down.
    pub fn matrix(self) -> [f64; 4] {
        [self.right.x, -self.right.y, -self.up.x, self.up.y]
    }

    /// `clamp(depth / 0.12, 0, 1)`: a feature fades towards the limb and never pops.
    pub fn opacity(self) -> f64 {
        (self.depth() / Self::OPAQUE_DEPTH).clamp(0.0, 1.0)
    }

    /// Whether it is drawn at all in tangent projection.
    pub fn visible(self) -> bool {
        self.depth() > Self::HIDDEN_DEPTH
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Pose;
    use proptest::prelude::*;

    fn at(x: f64, y: f64, pose: (f64, f64, f64)) -> Tangent {
        let rotation = Pose::new(pose.0, pose.1, pose.2).unwrap().rotation();
        RestPlace::new(x, y).unwrap().tangent().rotated(rotation)
    }

    /// The table of the specification, section 1.
    #[test]
    fn matrices_of_the_specification() {
        #[rustfmt::skip]
        let table = [
            ((0.0, 0.0), (0.0, 0.0, 0.0), 1.0, [1.0, 0.0, 0.0, 1.0], 1e-12),
            ((0.0, 0.0), (30.0, 0.0, 0.0), 0.8660, [0.8660, 0.0, 0.0, 1.0], 5e-5),
            ((0.0, 0.0), (0.0, 20.0, 0.0), 0.9397, [1.0, 0.0, 0.0, 0.9397], 5e-5),
            ((0.0, 0.0), (0.0, 0.0, 30.0), 1.0, [0.8660, 0.5, -0.5, 0.8660], 5e-5),
            ((0.3, 0.1), (0.0, 0.0, 0.0), 0.9487, [0.9539, 0.0314, 0.0, 0.9945], 5e-5),
            ((0.3, 0.1), (30.0, 0.0, 0.0), 0.672, [0.677, 0.031, 0.052, 0.994], 6e-4),
            ((0.3, 0.1), (60.0, 0.0, 0.0), 0.215, [0.219, 0.031, 0.091, 0.994], 6e-4),
            ((-0.3, 0.1), (60.0, 0.0, 0.0), 0.734, [0.735, -0.031, 0.091, 0.994], 6e-4),
        ];
        for (place, pose, depth, matrix, within) in table {
            let tangent = at(place.0, place.1, pose);
            assert!((tangent.depth() - depth).abs() <= within, "{place:?} {pose:?}: depth {}", tangent.depth());
            for (got, want) in tangent.matrix().into_iter().zip(matrix) {
                assert!((got - want).abs() <= within, "{place:?} {pose:?}: {:?}", tangent.matrix());
            }
            assert!(tangent.visible());
        }
        let hidden = at(0.6, 0.2, (60.0, 0.0, 0.0));
        assert!((hidden.depth() + 0.132).abs() < 6e-4 && !hidden.visible() && hidden.opacity() == 0.0);
        assert!((at(0.0, 0.0, (0.0, 20.0, 0.0)).normal.y - 0.342).abs() < 5e-5, "the centre moves up");
    }

    #[test]
    fn an_eye_hides_when_its_longitude_reaches_the_limb() {
        // On the equator depth is cos(turn + asin X), which is 0.02 at 88.854 degrees.
        for (x, turn) in [(0.2, 77.317), (0.3, 71.397), (0.4, 65.276)] {
            assert!(at(x, 0.0, (turn - 0.01, 0.0, 0.0)).visible(), "{x}");
            assert!(!at(x, 0.0, (turn + 0.01, 0.0, 0.0)).visible(), "{x}");
        }
    }

    #[test]
    fn outside_the_disc_is_the_rim() {
        for (x, y) in [(0.9, 0.9), (1.0, 0.0), (-1.0, 0.0), (0.0, -5.0), (1e300, 1e300), (0.6, 0.8)] {
            let tangent = at(x, y, (0.0, 0.0, 0.0));
            assert!(tangent.normal.is_finite() && tangent.right.is_finite() && tangent.up.is_finite(), "{x} {y}");
            assert!(tangent.depth().abs() < 1e-7, "{x} {y}: {}", tangent.depth());
        }
        assert!(RestPlace::new(f64::NAN, 0.0).is_err() && RestPlace::new(0.0, f64::INFINITY).is_err());
    }

    proptest! {
        #[test]
        fn the_frame_is_orthonormal_and_its_determinant_is_the_depth(
            x in -1.2..1.2f64, y in -1.2..1.2f64, turn in -400.0..400.0f64, tilt in -400.0..400.0f64, roll in -400.0..400.0f64,
        ) {
            let t = at(x, y, (turn, tilt, roll));
            let [a, b, c, d] = t.matrix();
            prop_assert!((a * d - b * c - t.depth()).abs() < 1e-9);
            for axis in [t.normal, t.right, t.up] {
                prop_assert!((axis.length() - 1.0).abs() < 1e-9);
            }
            for (p, q) in [(t.normal, t.right), (t.normal, t.up), (t.right, t.up)] {
                prop_assert!(p.dot(q).abs() < 1e-9);
            }
            prop_assert!(t.visible() || t.opacity() <= Tangent::HIDDEN_DEPTH / Tangent::OPAQUE_DEPTH);
        }

        #[test]
        fn the_angle_between_two_features_is_the_same_in_every_pose(
            a in prop::array::uniform2(-0.7..0.7f64), b in prop::array::uniform2(-0.7..0.7f64),
            turn in -180.0..180.0f64, tilt in -180.0..180.0f64, roll in -180.0..180.0f64,
        ) {
            let pose = (turn, tilt, roll);
            let still = at(a[0], a[1], (0.0, 0.0, 0.0)).normal.dot(at(b[0], b[1], (0.0, 0.0, 0.0)).normal);
            let moved = at(a[0], a[1], pose).normal.dot(at(b[0], b[1], pose).normal);
            prop_assert!((still - moved).abs() < 1e-9);
        }
    }
}
