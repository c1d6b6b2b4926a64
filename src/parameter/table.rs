//! The table of parameters and their values.

use crate::Error;
use crate::geometry::finite;

use super::blend::Blend;
use super::standard;

/// A named number with a range.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    id: String,
    min: f64,
    default: f64,
    max: f64,
    wraps: bool,
}

impl Parameter {
    /// A parameter that stays in its range.
    ///
    /// # Errors
    /// If the id is empty, a number is not finite, or `min <= default <= max` does not hold.
    pub fn new(id: &str, min: f64, default: f64, max: f64) -> Result<Self, Error> {
        if id.trim().is_empty() {
            return Err(refused("parameter id", id, "a name such as ParamAngleX"));
        }
        for (name, value) in [("min", min), ("default", default), ("max", max)] {
            finite(&format!("{name} of {id}"), value)?;
        }
        if !(min..=max).contains(&default) {
            let allowed = format!("min <= default <= max, not {min}, {default}, {max}");
            return Err(refused(&format!("range of {id}"), default, &allowed));
        }
        Ok(Self { id: id.into(), min, default, max, wraps: false })
    }

    /// A parameter that goes round: past the end of its range it begins again, as an angle does.
    ///
    /// # Errors
    /// As for [`Parameter::new`], and if its range is empty.
    pub fn wrapping(id: &str, min: f64, default: f64, max: f64) -> Result<Self, Error> {
        let parameter = Self::new(id, min, default, max)?;
        if !(max - min > 0.0 && (max - min).is_finite()) {
            return Err(refused(&format!("range of {id}"), max, "wider than nothing, to go round in"));
        }
        Ok(Self { wraps: true, ..parameter })
    }

    /// From numbers that are known to be right.
    pub(super) fn of_constants(id: &str, min: f64, default: f64, max: f64) -> Self {
        Self { id: id.into(), min, default, max, wraps: false }
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its least value.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// Its value when nothing is asked.
    pub fn default_value(&self) -> f64 {
        self.default
    }

    /// Its largest value.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// Whether it goes round.
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// A value brought into its range: to the nearest end, or round.
    pub fn bring(&self, value: f64) -> f64 {
        if self.wraps && !(self.min..=self.max).contains(&value) && value.is_finite() {
            // The remainder may round up to the whole range; the clamp is for that.
            (self.min + (value - self.min).rem_euclid(self.max - self.min)).clamp(self.min, self.max)
        } else {
            value.clamp(self.min, self.max)
        }
    }
}

fn refused(name: &str, value: impl ToString, allowed: &str) -> Error {
    Error::Parameter { name: name.into(), value: value.to_string(), allowed: allowed.into() }
}

/// Where a parameter is in a table: looked up once by name, then used every frame. It is good for the table it came
/// from and its copies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Slot(usize);

impl Slot {
    /// Its place in the order of the table.
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// A table of parameters with their values.
///
/// Values never leave their ranges and are always finite. Each frame begins with [`Parameters::restore`], so that layers
/// that add never pile up:
///
/// ```
/// use phiz::{Blend, Parameters};
/// let mut parameters = Parameters::standard();
/// let turn = parameters.slot("ParamAngleX")?;
/// for _frame in 0..1000 {
///     parameters.restore();
///     // Here a clip would write, and what it wrote would be saved.
///     parameters.save();
///     parameters.blend(turn, Blend::Additive, 12.0, 0.5);
/// }
/// assert_eq!(parameters.value(turn), 6.0);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    list: Vec<Parameter>,
    values: Vec<f64>,
    saved: Vec<f64>,
}

impl Parameters {
    /// A table, everything at its default.
    ///
    /// # Errors
    /// If two parameters have the same id.
    pub fn new(list: Vec<Parameter>) -> Result<Self, Error> {
        for (i, parameter) in list.iter().enumerate() {
            if list[..i].iter().any(|before| before.id == parameter.id) {
                return Err(refused("parameter id", &parameter.id, "different from all others in the table"));
            }
        }
        Ok(Self::of(list))
    }

    /// The standard parameters of Live2D; see [`STANDARD`](super::STANDARD).
    pub fn standard() -> Self {
        Self::of(standard::parameters().collect())
    }

    fn of(list: Vec<Parameter>) -> Self {
        let values: Vec<f64> = list.iter().map(|p| p.default).collect();
        Self { saved: values.clone(), values, list }
    }

    /// All parameters with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&Parameter, f64)> {
        self.list.iter().zip(self.values.iter().copied())
    }

    /// Where a parameter is; none if the table has none of that name.
    pub fn find(&self, id: &str) -> Option<Slot> {
        self.list.iter().position(|p| p.id == id).map(Slot)
    }

    /// Where a parameter is.
    ///
    /// # Errors
    /// If there is none of that name; the error names the nearest.
    pub fn slot(&self, id: &str) -> Result<Slot, Error> {
        self.find(id).ok_or_else(|| Error::unknown("parameter", id, self.list.iter().map(Parameter::id)))
    }

    /// The parameter at a slot; none for a slot of another table.
    pub fn parameter(&self, slot: Slot) -> Option<&Parameter> {
        self.list.get(slot.0)
    }

    /// The value at a slot; 0 for a slot of another table.
    pub fn value(&self, slot: Slot) -> f64 {
        self.values.get(slot.0).copied().unwrap_or(0.0)
    }

    /// Sets a value, brought into its range. One that is not a number changes nothing.
    pub fn set(&mut self, slot: Slot, value: f64) {
        if let (Some(parameter), Some(old)) = (self.list.get(slot.0), self.values.get_mut(slot.0))
            && !value.is_nan()
        {
            *old = parameter.bring(value);
        }
    }

    /// Lays a value over that of a parameter, and brings the sum into its range. What is not a number changes nothing.
    pub fn blend(&mut self, slot: Slot, blend: Blend, value: f64, weight: f64) {
        self.set(slot, blend.mix(self.value(slot), value, weight));
    }

    /// Everything to its default.
    pub fn reset(&mut self) {
        for (value, parameter) in self.values.iter_mut().zip(&self.list) {
            *value = parameter.default;
        }
    }

    /// Keeps the values as they are, before layers are laid over them.
    pub fn save(&mut self) {
        self.saved.copy_from_slice(&self.values);
    }

    /// Takes back the values that were kept last (the defaults, at first).
    pub fn restore(&mut self) {
        self.values.copy_from_slice(&self.saved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn standard_parameters_have_their_ranges() {
        let parameters = Parameters::standard();
        for (id, min, default, max) in [
            ("ParamAngleX", -30.0, 0.0, 30.0),
            ("ParamAngleY", -30.0, 0.0, 30.0),
            ("ParamAngleZ", -30.0, 0.0, 30.0),
            ("ParamEyeBallX", -1.0, 0.0, 1.0),
            ("ParamEyeBallY", -1.0, 0.0, 1.0),
            ("ParamEyeLOpen", 0.0, 1.0, 1.0),
            ("ParamEyeROpen", 0.0, 1.0, 1.0),
            ("ParamMouthForm", -1.0, 0.0, 1.0),
            ("ParamMouthOpenY", 0.0, 0.0, 1.0),
            ("ParamBodyAngleX", -10.0, 0.0, 10.0),
            ("ParamBodyAngleZ", -10.0, 0.0, 10.0),
            ("ParamBreath", 0.0, 0.0, 1.0),
        ] {
            let slot = parameters.slot(id).unwrap();
            let p = parameters.parameter(slot).unwrap();
            assert_eq!((p.min, p.default, p.max), (min, default, max), "{id}");
            assert_eq!(parameters.value(slot), default, "{id}");
        }
        // The constants pass what anyone else's have to.
        let checked =
            super::super::STANDARD.map(|(id, [min, default, max])| Parameter::new(id, min, default, max).unwrap());
        assert_eq!(Parameters::new(checked.into()).unwrap(), parameters);
        assert!(parameters.slot("ParamAngelX").unwrap_err().to_string().contains("did you mean \"ParamAngleX\""));
    }

    #[test]
    fn impossible_parameters_are_refused_by_name() {
        for (bad, name) in [
            (Parameter::new("", 0.0, 0.0, 1.0), "parameter id"),
            (Parameter::new("A", f64::NAN, 0.0, 1.0), "min of A"),
            (Parameter::new("A", 0.0, 0.0, f64::INFINITY), "max of A"),
            (Parameter::new("A", 0.0, 2.0, 1.0), "range of A"),
            (Parameter::new("A", 1.0, 0.5, 0.0), "range of A"),
            (Parameter::wrapping("A", 1.0, 1.0, 1.0), "range of A"),
        ] {
            assert!(bad.unwrap_err().to_string().starts_with(name), "{name}");
        }
        let twice = vec![Parameter::new("A", 0.0, 0.0, 1.0).unwrap(), Parameter::new("A", 0.0, 0.0, 2.0).unwrap()];
        assert!(Parameters::new(twice).unwrap_err().to_string().contains("\"A\""));
    }

    #[test]
    fn values_are_clamped_or_wrapped() {
        let plain = Parameter::new("A", -30.0, 0.0, 30.0).unwrap();
        let round = Parameter::wrapping("B", -180.0, 0.0, 180.0).unwrap();
        for (value, clamped, wrapped) in [
            (20.0, 20.0, 20.0),
            (190.0, 30.0, -170.0),
            (-200.0, -30.0, 160.0),
            (730.0, 30.0, 10.0),
            (-730.0, -30.0, -10.0),
            (180.0, 30.0, 180.0),
        ] {
            assert_eq!((plain.bring(value), round.bring(value)), (clamped, wrapped), "{value}");
        }
    }

    #[test]
    fn layers_do_not_pile_up() {
        let mut parameters = Parameters::standard();
        let [x, open] = ["ParamAngleX", "ParamEyeLOpen"].map(|id| parameters.slot(id).unwrap());
        let mut frame = |clip: f64| {
            parameters.restore();
            parameters.set(x, clip);
            parameters.save();
            parameters.blend(x, Blend::Additive, 3.0, 1.0);
            parameters.blend(open, Blend::Multiply, 0.5, 1.0);
            (parameters.value(x), parameters.value(open))
        };
        let first = frame(10.0);
        assert_eq!(first, (13.0, 0.5));
        assert!((0..10_000).all(|_| frame(10.0) == first));
    }

    #[test]
    fn slots_of_another_table_are_harmless() {
        let far = Parameters::standard().slot("ParamBreath").unwrap();
        let mut small = Parameters::new(vec![Parameter::new("A", 0.0, 0.5, 1.0).unwrap()]).unwrap();
        small.set(far, 1.0);
        small.blend(far, Blend::Override, 1.0, 1.0);
        assert_eq!((small.value(far), small.parameter(far)), (0.0, None));
        assert!(small.iter().map(|(_, value)| value).eq([0.5]));
    }

    proptest! {
        #[test]
        fn values_stay_finite_and_within_their_ranges(v in prop::num::f64::ANY, w in prop::num::f64::ANY, wrap: bool) {
            let make = if wrap { Parameter::wrapping } else { Parameter::new };
            let mut parameters = Parameters::new(vec![make("A", -3.0, 1.0, 7.0).unwrap()]).unwrap();
            let slot = parameters.slot("A").unwrap();
            for (_, blend) in Blend::ALL {
                parameters.blend(slot, blend, v, w);
                prop_assert!((-3.0..=7.0).contains(&parameters.value(slot)));
            }
        }
    }
}
