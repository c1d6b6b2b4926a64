//! The standard parameters of Live2D.

use super::table::Parameter;

/// Ids, least, default and largest values of the standard parameters that a face answers to. Left and right are the
/// character's own.
pub const STANDARD: [(&str, [f64; 3]); 24] = [
    // Degrees: to the right, up, clockwise.
    ("ParamAngleX", [-30.0, 0.0, 30.0]),
    ("ParamAngleY", [-30.0, 0.0, 30.0]),
    ("ParamAngleZ", [-30.0, 0.0, 30.0]),
    // 0 shut, 1 open. A table of one's own may go up to 2: wide open.
    ("ParamEyeLOpen", [0.0, 1.0, 1.0]),
    ("ParamEyeLSmile", [0.0, 0.0, 1.0]),
    ("ParamEyeROpen", [0.0, 1.0, 1.0]),
    ("ParamEyeRSmile", [0.0, 0.0, 1.0]),
    // To the right, up.
    ("ParamEyeBallX", [-1.0, 0.0, 1.0]),
    ("ParamEyeBallY", [-1.0, 0.0, 1.0]),
    ("ParamBrowLY", [-1.0, 0.0, 1.0]),
    ("ParamBrowRY", [-1.0, 0.0, 1.0]),
    ("ParamBrowLX", [-1.0, 0.0, 1.0]),
    ("ParamBrowRX", [-1.0, 0.0, 1.0]),
    ("ParamBrowLAngle", [-1.0, 0.0, 1.0]),
    ("ParamBrowRAngle", [-1.0, 0.0, 1.0]),
    ("ParamBrowLForm", [-1.0, 0.0, 1.0]),
    ("ParamBrowRForm", [-1.0, 0.0, 1.0]),
    // + smiles.
    ("ParamMouthForm", [-1.0, 0.0, 1.0]),
    ("ParamMouthOpenY", [0.0, 0.0, 1.0]),
    ("ParamCheek", [0.0, 0.0, 1.0]),
    ("ParamBodyAngleX", [-10.0, 0.0, 10.0]),
    ("ParamBodyAngleY", [-10.0, 0.0, 10.0]),
    ("ParamBodyAngleZ", [-10.0, 0.0, 10.0]),
    ("ParamBreath", [0.0, 0.0, 1.0]),
];

/// All of them.
pub(super) fn parameters() -> impl Iterator<Item = Parameter> {
    STANDARD.iter().map(|(id, [min, default, max])| Parameter::of_constants(id, *min, *default, *max))
}
