//! Where a model stands, and how large it is.

use glam::{DAffine3, DMat3, DVec3};

use crate::Error;

/// From the space of a rig to the space in which its model stands: scale, rotation and translation.
///
/// Bones know nothing of it. What they are to look at comes in through the inverse first; a direction between a place of
/// one space and one of the other means nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMatrix {
    outward: DAffine3,
    inward: DAffine3,
}

impl RootMatrix {
    /// A model that stands at the origin, in its own size.
    pub const IDENTITY: Self = Self { outward: DAffine3::IDENTITY, inward: DAffine3::IDENTITY };

    /// From a matrix. Scales may differ by axis, and may mirror.
    ///
    /// # Errors
    /// If a number is not finite, or the matrix has no inverse: an axis is scaled by 0.
    pub fn new(matrix: DAffine3) -> Result<Self, Error> {
        let inward = matrix.inverse();
        let there_and_back = matrix.matrix3 * inward.matrix3;
        if matrix.is_finite() && inward.is_finite() && there_and_back.abs_diff_eq(DMat3::IDENTITY, 1e-6) {
            return Ok(Self { outward: matrix, inward });
        }
        let allowed = "finite, with an inverse (no axis scaled by 0)".into();
        Err(Error::Parameter { name: "root matrix".into(), value: matrix.to_string(), allowed })
    }

    /// A place outside, in the space of the rig; none if one of its numbers is not finite there.
    pub fn inward(&self, place: DVec3) -> Option<DVec3> {
        Some(self.inward.transform_point3(place)).filter(|place| place.is_finite())
    }

    /// A place in the space of the rig, outside.
    pub fn outward(&self, place: DVec3) -> DVec3 {
        self.outward.transform_point3(place)
    }
}

impl Default for RootMatrix {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turned;

    #[test]
    fn places_come_in_through_the_inverse() {
        // Twice as large, a quarter to the right (+z goes to +x), and 10 up.
        let matrix = DAffine3::from_scale_rotation_translation(
            DVec3::splat(2.0),
            turned([90.0, 0.0, 0.0]),
            DVec3::new(0.0, 10.0, 0.0),
        );
        let root = RootMatrix::new(matrix).unwrap();
        let inside = root.inward(DVec3::new(6.0, 14.0, 0.0)).unwrap();
        assert!((inside - DVec3::new(0.0, 2.0, 3.0)).length() < 1e-14, "{inside}");
        assert!((root.outward(inside) - DVec3::new(6.0, 14.0, 0.0)).length() < 1e-14);
        assert_eq!(root.inward(DVec3::new(f64::NAN, 0.0, 0.0)), None);
    }

    #[test]
    fn what_has_no_inverse_is_refused() {
        let scaled = |x, y, z| RootMatrix::new(DAffine3::from_scale(DVec3::new(x, y, z)));
        for bad in [scaled(1.0, 0.0, 1.0), scaled(f64::NAN, 1.0, 1.0), scaled(f64::INFINITY, 1.0, 1.0)] {
            assert!(bad.unwrap_err().to_string().starts_with("root matrix"));
        }
        assert!(RootMatrix::new(DAffine3::from_translation(DVec3::new(0.0, f64::NAN, 0.0))).is_err());
        assert!(scaled(1e-3, -2.0, 1e3).is_ok());
    }
}
