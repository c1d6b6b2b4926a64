//! exp3.json: expressions of Live2D Cubism.

use super::drive::{moves, standard};
use super::fault::{Fault, Faults, every, text};
use super::json::Value;
use super::motion3::{fade, unknown};
use crate::Error;
use crate::parameter::Blend;

/// A parameter of an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpressionParameter {
    /// Which parameter.
    pub id: String,
    /// The value that is laid over it.
    pub value: f64,
    /// How: added (the default of the format), as a factor, or in its place.
    pub blend: Blend,
}

impl ExpressionParameter {
    /// What it moves on a face, such as `mouth`; none if it has no counterpart here.
    pub fn moves(&self) -> Option<&'static str> {
        standard(&self.id).and_then(moves)
    }
}

/// An exp3 file: values laid over those of a clip, and held.
///
/// With weight w, `Add` is `p + v w`, `Multiply` is `p (1 + (v - 1) w)` and `Overwrite` is `p (1 - w) + v w`. Coming in
/// over f seconds, the weight after t is that of Cubism, [`sine`](super::sine)`(t / f)`; going out it is
/// `sine(1 - t / f)`.
///
/// ```
/// use phiz::clip::Expression;
/// let json = r#"{"Type": "Live2D Expression", "FadeInTime": 0.5,
///     "Parameters": [{"Id": "ParamMouthForm", "Value": 1, "Blend": "Add"}]}"#;
/// let smile = Expression::parse("smile.exp3.json", json.as_bytes())?;
/// assert_eq!(smile.parameters[0].value, 1.0);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    /// Seconds over which it comes in, where the file says.
    pub fade_in: Option<f64>,
    /// Seconds over which it goes out, where the file says.
    pub fade_out: Option<f64>,
    /// What it lays over what, in the order of the file.
    pub parameters: Vec<ExpressionParameter>,
}

/// The names of blends in files.
const BLENDS: [(&str, Blend); 3] =
    [("Add", Blend::Additive), ("Multiply", Blend::Multiply), ("Overwrite", Blend::Override)];

impl Expression {
    /// Seconds of a fade where the file says nothing, as in Cubism.
    pub const FADE: f64 = 1.0;

    /// Reads a file. `file` is its name for messages. Keys that are not known are passed over.
    ///
    /// # Errors
    /// [`Error::File`] with line and column of what is wrong.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        let text = text(file, bytes)?;
        Value::parse(text).map_err(Faults::from).and_then(Self::read).map_err(|fault| fault.in_text(file, text))
    }

    pub(super) fn read(whole: Value<'_>) -> Result<Self, Faults> {
        let whole = whole.object("the file")?;
        let parameters = every(whole.require("Parameters")?.array("Parameters")?.into_iter().map(parameter))?;
        Ok(Self { fade_in: fade(&whole, "FadeInTime")?, fade_out: fade(&whole, "FadeOutTime")?, parameters })
    }
}

fn parameter(value: Value<'_>) -> Result<ExpressionParameter, Fault> {
    let object = value.object("a parameter")?;
    let blend = match object.get("Blend")? {
        None => Blend::Additive,
        Some(value) => {
            let name = value.string("Blend")?;
            let known = BLENDS.iter().find(|(known, _)| *known == name).map(|(_, blend)| *blend);
            known.ok_or_else(|| unknown(value, "Blend", &name, BLENDS.map(|(known, _)| known)))?
        }
    };
    let (id, number) = (object.require("Id")?.string("Id")?, object.require("Value")?.number("Value")?);
    Ok(ExpressionParameter { id, value: number, blend })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blends_and_fades_are_read() {
        let json = r#"{"Type": "Live2D Expression", "FadeInTime": 0.8, "FadeOutTime": 0, "Parameters": [
            {"Id": "A", "Value": 1, "Blend": "Add"}, {"Id": "B", "Value": 0.5, "Blend": "Multiply"},
            {"Id": "C", "Value": -2, "Blend": "Overwrite"}, {"Id": "D", "Value": 3}]}"#;
        let expression = Expression::parse("e.json", json.as_bytes()).unwrap();
        assert_eq!((expression.fade_in, expression.fade_out), (Some(0.8), Some(0.0)));
        let read: Vec<_> = expression.parameters.iter().map(|p| (p.id.as_str(), p.value, p.blend)).collect();
        assert_eq!(
            read,
            [
                ("A", 1.0, Blend::Additive),
                ("B", 0.5, Blend::Multiply),
                ("C", -2.0, Blend::Override),
                ("D", 3.0, Blend::Additive)
            ]
        );
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (json, expected) in [
            ("{}", "e.json:1:1: error: \"Parameters\" is missing here"),
            ("{\"Parameters\": {}}", "e.json:1:16: error: Parameters must be an array, not an object"),
            ("{\"Parameters\": [\n{\"Id\": \"A\"}]}", "e.json:2:1: error: \"Value\" is missing here"),
            (
                "{\"Parameters\": [{\"Id\": \"A\", \"Value\": 1, \"Blend\": \"Multipl\"}]}",
                "e.json:1:50: error: Blend cannot be \"Multipl\"; did you mean \"Multiply\"?",
            ),
        ] {
            assert_eq!(Expression::parse("e.json", json.as_bytes()).unwrap_err().to_string(), expected);
        }
    }
}
