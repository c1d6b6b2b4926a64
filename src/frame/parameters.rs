//! From named parameters to a frame: how a face reads its control surface.

use super::still::{Frame, Look, eye_shift};
use crate::Error;
use crate::character::MouthLook;
use crate::face::{Eye, EyeShape, Side};
use crate::geometry::{Pose, finite};
use crate::parameter::{Parameters, Slot};

/// What of a frame a parameter moves. At the value in brackets it changes nothing.
///
/// A flat body cannot turn: what turns with it is the face painted on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// Degrees that the head turns to the right, over its pose (0).
    Turn,
    /// Degrees up (0).
    Tilt,
    /// Degrees clockwise (0).
    Roll,
    /// Shares of the eyes' range to the right (0).
    GazeX,
    /// Shares of the eyes' range up (0).
    GazeY,
    /// How far an eye is open: a factor on its lid; over 1 the eye is wider, too (1).
    Lid(Side),
    /// How much an eye laughs: on its way to an arc (0).
    Smile(Side),
    /// Eye radii that a brow is raised (0). A brow that is moved is seen.
    BrowRaise(Side),
    /// Degrees that a brow is turned; + is cross (0).
    BrowAngle(Side),
    /// How a brow is bent; + up (0).
    BrowBend(Side),
    /// The corners of the mouth (0): below 0 so many eye radii down, over 0 half of it up and 0.35 of it apart; up or
    /// down by no more than 3/4 of the mouth's half width.
    MouthForm,
    /// How far the mouth is open (0).
    MouthOpen,
    /// Added to the blush (0).
    Blush,
    /// Degrees that the body leans clockwise (0).
    Lean,
    /// Depth of the breath (0).
    Breath,
}

/// The standard ids, what they move, and by how much at 1.
const STANDARD: [(&str, Control, f64); 22] = [
    ("ParamAngleX", Control::Turn, 1.0),
    ("ParamAngleY", Control::Tilt, 1.0),
    ("ParamAngleZ", Control::Roll, 1.0),
    ("ParamEyeLOpen", Control::Lid(Side::Left), 1.0),
    ("ParamEyeROpen", Control::Lid(Side::Right), 1.0),
    ("ParamEyeLSmile", Control::Smile(Side::Left), 1.0),
    ("ParamEyeRSmile", Control::Smile(Side::Right), 1.0),
    ("ParamEyeBallX", Control::GazeX, 1.0),
    ("ParamEyeBallY", Control::GazeY, 1.0),
    ("ParamBrowLY", Control::BrowRaise(Side::Left), 0.8),
    ("ParamBrowRY", Control::BrowRaise(Side::Right), 0.8),
    // In Live2D + is the worried angle.
    ("ParamBrowLAngle", Control::BrowAngle(Side::Left), -25.0),
    ("ParamBrowRAngle", Control::BrowAngle(Side::Right), -25.0),
    ("ParamBrowLForm", Control::BrowBend(Side::Left), 0.6),
    ("ParamBrowRForm", Control::BrowBend(Side::Right), 0.6),
    ("ParamMouthForm", Control::MouthForm, 0.8),
    ("ParamMouthOpenY", Control::MouthOpen, 1.2),
    ("ParamCheek", Control::Blush, 1.0),
    ("ParamBodyAngleX", Control::Turn, 1.0),
    ("ParamBodyAngleY", Control::Tilt, 1.0),
    ("ParamBodyAngleZ", Control::Lean, 1.0),
    ("ParamBreath", Control::Breath, 0.028),
];

/// Which parameters move what of a frame: found once in a table, read every frame.
///
/// ```
/// use phiz::{Character, ParameterMap, Parameters, Still};
/// let nubo = Character::builtin("nubo")?;
/// let mut parameters = Parameters::standard();
/// let map = ParameterMap::standard(&parameters);
///
/// let mut frame = Still::default().frame(&nubo, nubo.state("idle")?);
/// parameters.set(parameters.slot("ParamAngleX")?, 25.0);
/// parameters.set(parameters.slot("ParamMouthOpenY")?, 0.7);
/// map.apply(&parameters, &mut frame);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterMap {
    entries: Vec<(Slot, Control, f64)>,
}

impl ParameterMap {
    /// The standard parameters, as far as the table has them. `ParamBrowLX` and `ParamBrowRX` move nothing: brows stay
    /// over their eyes.
    pub fn standard(parameters: &Parameters) -> Self {
        let entries = STANDARD.iter().filter_map(|(id, control, scale)| Some((parameters.find(id)?, *control, *scale)));
        Self { entries: entries.collect() }
    }

    /// A map of one's own: ids, what they move, and by how much at 1.
    ///
    /// # Errors
    /// If the table lacks an id, or a number is not finite.
    pub fn new(parameters: &Parameters, entries: &[(&str, Control, f64)]) -> Result<Self, Error> {
        let entry = |(id, control, scale): &(&str, Control, f64)| {
            Ok((parameters.slot(id)?, *control, finite(&format!("scale of {id}"), *scale)?))
        };
        Ok(Self { entries: entries.iter().map(entry).collect::<Result<_, Error>>()? })
    }

    /// Lays the values over a frame. With everything at its default, the frame stays as it is.
    pub fn apply(&self, parameters: &Parameters, frame: &mut Frame) {
        self.apply_values(|slot| parameters.value(slot), frame);
    }

    /// The same with values that are in no table.
    pub(crate) fn apply_values(&self, value_of: impl Fn(Slot) -> f64, frame: &mut Frame) {
        let (mut turn, mut tilt, mut roll) = (0.0, 0.0, 0.0);
        let mut gaze = [0.0, 0.0];
        for (slot, control, scale) in &self.entries {
            let value = scale * value_of(*slot);
            match control {
                Control::Turn => turn += value,
                Control::Tilt => tilt += value,
                Control::Roll => roll += value,
                Control::GazeX => gaze[0] += value,
                Control::GazeY => gaze[1] += value,
                Control::Lid(side) => {
                    let eye = &mut frame.eyes[side.index()];
                    eye.lid = (eye.lid * value.max(0.0)).min(1.0);
                    eye.size *= 1.0 + 0.25 * (value.clamp(1.0, 2.0) - 1.0);
                }
                Control::Smile(side) => {
                    let eye: &mut Eye = &mut frame.eyes[side.index()];
                    if value > 0.0 {
                        *eye = eye.toward(EyeShape::Happy, value);
                    }
                }
                Control::BrowRaise(side) => frame.brows[side.index()].raise += value,
                Control::BrowAngle(side) => frame.brows[side.index()].angle += value,
                Control::BrowBend(side) => frame.brows[side.index()].bend += value,
                Control::MouthForm => {
                    let form = &mut frame.mouth.form;
                    // Corners that go up go apart too, or a smile becomes a V.
                    let smile = value.max(0.0);
                    form.half_width = (form.half_width + 0.35 * smile).min(3.0);
                    // No further than a mouth of its width can, and its middle stays about where it was.
                    let most = form.bend.abs().max(0.75 * form.half_width);
                    let bend = (form.bend + value - 0.5 * smile).clamp(-most, most);
                    form.dy -= 0.35 * (bend - form.bend);
                    form.bend = bend;
                }
                Control::MouthOpen => open(&mut frame.mouth, value),
                Control::Blush => frame.blush = (frame.blush + value).clamp(0.0, 2.0),
                Control::Lean => frame.body.lean += value,
                Control::Breath => frame.body.stretch = (frame.body.stretch + value).clamp(0.6, 1.5),
            }
            if let (Control::BrowRaise(side) | Control::BrowAngle(side) | Control::BrowBend(side), true) =
                (control, value != 0.0)
            {
                // Seen as soon as it says something.
                let brow = &mut frame.brows[side.index()];
                let said = (value_of(*slot).abs() / 0.25).min(1.0);
                brow.weight = brow.weight.max(said);
            }
        }
        if [turn, tilt, roll] != [0.0; 3]
            && let Ok(pose) = Pose::new(turn, tilt, roll)
        {
            frame.rotation = pose.rotation() * frame.rotation;
        }
        let shift = eye_shift(Look::clamped(gaze).eyes());
        frame.gaze = [frame.gaze[0] + shift[0], frame.gaze[1] + shift[1]];
    }
}

/// Opens a mouth; what is open has an inside.
fn open(mouth: &mut MouthLook, value: f64) {
    if value > 0.0 {
        mouth.form.open = (mouth.form.open + value).min(3.0);
        mouth.fill = mouth.fill.max((3.0 * value).min(1.0));
        mouth.tongue = mouth.tongue.max((0.6 * value).min(0.6));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::Character;
    use crate::frame::{Still, place};
    use crate::parameter::Parameter;
    use crate::scene::Part;

    fn idle() -> (Character, Frame) {
        let nubo = Character::builtin("nubo").unwrap();
        let home = Some(Pose::NONE);
        let frame = Still { home, ..Still::default() }.frame(&nubo, nubo.state("idle").unwrap());
        (nubo, frame)
    }

    /// The idle frame with these values.
    fn with(values: &[(&str, f64)]) -> Frame {
        let mut parameters = Parameters::standard();
        for (id, value) in values {
            parameters.set(parameters.slot(id).unwrap(), *value);
        }
        let mut frame = idle().1;
        ParameterMap::standard(&parameters).apply(&parameters, &mut frame);
        frame
    }

    #[test]
    fn defaults_change_nothing() {
        assert_eq!(with(&[]), idle().1);
    }

    #[test]
    fn every_standard_parameter_but_two_moves_something() {
        for (id, [min, default, max]) in crate::parameter::STANDARD {
            let end = if max == default { min } else { max };
            let moved = with(&[(id, end)]) != idle().1;
            assert_eq!(moved, !matches!(id, "ParamBrowLX" | "ParamBrowRX"), "{id}");
        }
    }

    #[test]
    fn angles_are_those_of_a_pose() {
        let frame =
            with(&[("ParamAngleX", 20.0), ("ParamAngleY", 10.0), ("ParamAngleZ", -5.0), ("ParamBodyAngleX", 10.0)]);
        assert_eq!(frame.rotation, Pose::new(30.0, 10.0, -5.0).unwrap().rotation() * idle().1.rotation);
    }

    #[test]
    fn both_eyes_go_the_same_way_by_the_same() {
        let (nubo, idle) = idle();
        let frame = with(&[("ParamEyeBallX", 1.0), ("ParamEyeBallY", -0.5)]);
        let shift = |part: Part| {
            let rest = |frame: &Frame| place(&nubo, frame).feature(&part).unwrap().rest;
            let (a, b) = (rest(&idle), rest(&frame));
            [b.x() - a.x(), b.y() - a.y()]
        };
        let (left, right) = (shift(Part::EyeLeft), shift(Part::EyeRight));
        // 0.30 sin(30) to the right, 0.30 sin(7) down.
        for eye in [left, right] {
            assert!((eye[0] - 0.15).abs() < 1e-9 && (eye[1] + 0.036_56).abs() < 1e-5, "{eye:?}");
        }
    }

    #[test]
    fn lids_are_a_factor_and_sides_are_the_characters_own() {
        let frame = with(&[("ParamEyeLOpen", 0.25)]);
        assert_eq!(frame.eyes[Side::Left.index()].lid, 0.25);
        assert_eq!(frame.eyes[Side::Right.index()].lid, 1.0);
        // Over 1: wide open.
        let parameters = Parameters::new(vec![Parameter::new("ParamEyeLOpen", -0.5, 1.0, 2.0).unwrap()]).unwrap();
        let map = ParameterMap::standard(&parameters);
        for (value, lid, size) in [(1.5, 1.0, 1.125), (2.0, 1.0, 1.25), (-0.5, 0.0, 1.0)] {
            let mut parameters = parameters.clone();
            parameters.set(parameters.slot("ParamEyeLOpen").unwrap(), value);
            let (_, mut frame) = idle();
            let before = frame.eyes[1].size;
            map.apply(&parameters, &mut frame);
            assert_eq!((frame.eyes[1].lid, frame.eyes[1].size), (lid, before * size), "{value}");
        }
    }

    #[test]
    fn a_map_of_ones_own_is_checked() {
        let parameters = Parameters::standard();
        assert!(ParameterMap::new(&parameters, &[("ParamCheek", Control::Roll, 10.0)]).is_ok());
        assert!(ParameterMap::new(&parameters, &[("ParamCheek", Control::Roll, f64::NAN)]).is_err());
        assert!(ParameterMap::new(&parameters, &[("ParamChek", Control::Roll, 1.0)]).is_err());
    }
}
