//! Which parameter follows which axis.

use crate::Error;
use crate::geometry::finite;
use crate::parameter::Parameters;

/// An axis of the character's space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// To the right.
    X,
    /// Up.
    Y,
    /// Towards the viewer.
    Z,
}

/// A parameter that follows a target: `axis * factor + x y * cross`.
#[derive(Clone, PartialEq, Debug)]
pub struct LookParameter {
    id: String,
    axis: Axis,
    factor: f64,
    cross: f64,
}

impl LookParameter {
    /// A parameter that reaches its largest value where the axis is at 1.
    ///
    /// # Errors
    /// If the table has no such parameter, or its largest value is 0: then it would never move.
    pub fn new(parameters: &Parameters, id: &str, axis: Axis) -> Result<Self, Error> {
        let slot = parameters.slot(id)?;
        let factor = parameters.parameter(slot).map_or(0.0, |p| p.max());
        if factor == 0.0 {
            let allowed = "over 0 for it to follow; or say its factor with LookParameter::with_factor".into();
            return Err(Error::Parameter { name: format!("largest value of {id}"), value: "0".into(), allowed });
        }
        Self::with_factor(id, axis, factor)
    }

    /// A parameter and the value it has where the axis is at 1.
    ///
    /// # Errors
    /// If the factor is not finite.
    pub fn with_factor(id: &str, axis: Axis, factor: f64) -> Result<Self, Error> {
        Ok(Self { id: id.into(), axis, factor: finite(&format!("factor of {id}"), factor)?, cross: 0.0 })
    }

    /// The same, with a factor for x times y: what it has in the corners only.
    ///
    /// # Errors
    /// If the factor is not finite.
    pub fn with_cross(self, cross: f64) -> Result<Self, Error> {
        let cross = finite(&format!("cross factor of {}", self.id), cross)?;
        Ok(Self { cross, ..self })
    }

    /// How Live2D's own models follow: head, body and eyes to the sides, head and eyes up, and the head leans in the
    /// corners.
    ///
    /// # Errors
    /// If the table lacks one of `ParamAngleX/Y/Z`, `ParamBodyAngleX`, `ParamEyeBallX/Y`.
    pub fn standard(parameters: &Parameters) -> Result<Vec<Self>, Error> {
        parameters.slot("ParamAngleZ")?;
        Ok(vec![
            Self::new(parameters, "ParamAngleX", Axis::X)?,
            Self::new(parameters, "ParamAngleY", Axis::Y)?,
            Self::with_factor("ParamAngleZ", Axis::Z, 0.0)?.with_cross(-30.0)?,
            Self::new(parameters, "ParamBodyAngleX", Axis::X)?,
            Self::new(parameters, "ParamEyeBallX", Axis::X)?,
            Self::new(parameters, "ParamEyeBallY", Axis::Y)?,
        ])
    }

    /// The name of the parameter.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The value for a target at an offset from the centre.
    pub fn value(&self, [x, y, z]: [f64; 3]) -> f64 {
        let along = match self.axis {
            Axis::X => x,
            Axis::Y => y,
            Axis::Z => z,
        };
        along * self.factor + x * y * self.cross
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::Parameter;

    #[test]
    fn corners_of_the_standard_look() {
        let looks = LookParameter::standard(&Parameters::standard()).unwrap();
        let ids = ["ParamAngleX", "ParamAngleY", "ParamAngleZ", "ParamBodyAngleX", "ParamEyeBallX", "ParamEyeBallY"];
        assert!(looks.iter().map(LookParameter::id).eq(ids));
        for (offset, expected) in [
            ([1.0, 1.0, 0.0], [30.0, 30.0, -30.0, 10.0, 1.0, 1.0]),
            ([0.5, -0.5, 0.0], [15.0, -15.0, 7.5, 5.0, 0.5, -0.5]),
            ([1.0, -1.0, 0.0], [30.0, -30.0, 30.0, 10.0, 1.0, -1.0]),
            ([1.0, 0.0, 0.0], [30.0, 0.0, 0.0, 10.0, 1.0, 0.0]),
            ([0.0, 1.0, 1.0], [0.0, 30.0, 0.0, 0.0, 0.0, 1.0]),
        ] {
            assert!(looks.iter().map(|l| l.value(offset)).eq(expected), "{offset:?}");
        }
    }

    #[test]
    fn the_third_axis_counts_too() {
        let near = LookParameter::with_factor("ParamEyeLOpen", Axis::Z, 0.5).unwrap();
        assert_eq!(near.value([1.0, 1.0, -0.5]), -0.25);
    }

    #[test]
    fn what_could_never_move_is_refused_by_name() {
        let table = Parameters::new(vec![Parameter::new("Still", -1.0, 0.0, 0.0).unwrap()]).unwrap();
        let told = LookParameter::new(&table, "Still", Axis::X).unwrap_err().to_string();
        assert!(told.starts_with("largest value of Still \"0\""), "{told}");
        assert!(LookParameter::new(&table, "Stil", Axis::X).unwrap_err().to_string().contains("\"Still\""));
        for bad in [f64::NAN, f64::INFINITY] {
            let told = LookParameter::with_factor("A", Axis::X, bad).unwrap_err().to_string();
            assert!(told.starts_with("factor of A"), "{told}");
            let fine = LookParameter::with_factor("A", Axis::X, 1.0).unwrap();
            assert!(fine.with_cross(bad).unwrap_err().to_string().starts_with("cross factor of A"));
        }
    }
}
