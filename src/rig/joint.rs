//! How a bone lies in the one that carries it.

use glam::{DAffine3, DQuat, DVec3};

use crate::Error;

/// How a bone lies in the one that carries it: turned, and moved. Bones do not scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Joint {
    rotation: DQuat,
    translation: DVec3,
}

impl Joint {
    /// Not turned, at the place of the bone that carries it.
    pub const REST: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };

    /// Turned and moved. The rotation is brought to length 1.
    ///
    /// # Errors
    /// If a number is not finite, or the rotation has no length.
    pub fn new(rotation: DQuat, translation: DVec3) -> Result<Self, Error> {
        if !translation.is_finite() {
            let (name, value) = ("translation of a bone".into(), translation.to_string());
            return Err(Error::Parameter { name, value, allowed: "three finite numbers".into() });
        }
        Ok(Self { rotation: unit("rotation of a bone", rotation)?, translation })
    }

    /// How it is turned; of length 1.
    pub fn rotation(&self) -> DQuat {
        self.rotation
    }

    /// How far it is moved.
    pub fn translation(&self) -> DVec3 {
        self.translation
    }

    /// The same place, otherwise turned.
    pub(super) fn with_rotation(self, rotation: DQuat) -> Self {
        Self { rotation, ..self }
    }

    pub(super) fn matrix(&self) -> DAffine3 {
        DAffine3::from_rotation_translation(self.rotation, self.translation)
    }
}

impl Default for Joint {
    fn default() -> Self {
        Self::REST
    }
}

/// A rotation brought to length 1; one that has none, or is not finite, is refused by name.
pub(super) fn unit(name: &str, q: DQuat) -> Result<DQuat, Error> {
    // Divided first, the square of no finite number is too large or too small.
    let most = q.to_array().into_iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    if q.is_finite() && most > 1e-150 {
        return Ok(DQuat::from_array(q.to_array().map(|v| v / most)).normalize());
    }
    let allowed = "four finite numbers, not all 0".into();
    Err(Error::Parameter { name: name.into(), value: q.to_string(), allowed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rotations_are_taken() {
        let at = |rotation| Joint::new(rotation, DVec3::ZERO);
        for bad in [DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), DQuat::from_xyzw(0.0, f64::NAN, 0.0, 1.0)] {
            assert!(at(bad).unwrap_err().to_string().starts_with("rotation of a bone"));
        }
        assert!(Joint::new(DQuat::IDENTITY, DVec3::new(0.0, f64::INFINITY, 0.0)).is_err());
        for long in [1e-100, 3.0, 1e200] {
            let joint = at(DQuat::from_xyzw(0.0, long, 0.0, long)).unwrap();
            assert!((joint.rotation() * DVec3::Z - DVec3::X).length() < 1e-15, "{long}");
        }
    }
}
