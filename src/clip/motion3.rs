//! motion3.json: motions of Live2D Cubism.

use super::curve::{Curve, Segment};
use super::fault::{Fault, Faults, every, text};
use super::json::{Object, Value};
use crate::Error;

/// What a curve of a motion moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CurveTarget {
    /// The whole model: `EyeBlink`, `LipSync` or `Opacity`.
    Model,
    /// A parameter.
    Parameter,
    /// The opacity of a part.
    PartOpacity,
}

impl CurveTarget {
    /// All of them with their names in files.
    pub const ALL: [(&'static str, Self); 3] =
        [("Model", Self::Model), ("Parameter", Self::Parameter), ("PartOpacity", Self::PartOpacity)];
}

/// A curve of a motion.
#[derive(Clone, PartialEq, Debug)]
pub struct MotionCurve {
    /// What kind of thing it moves.
    pub target: CurveTarget,
    /// Which.
    pub id: String,
    /// Seconds of its own fades, in place of the motion's.
    pub fade_in: Option<f64>,
    /// Seconds, as above.
    pub fade_out: Option<f64>,
    /// Its value over time.
    pub curve: Curve,
}

/// A motion3 file.
///
/// ```
/// use phiz::clip::Motion3;
/// let json = r#"{"Version": 3, "Meta": {"Duration": 2, "Fps": 30, "Loop": true},
///     "Curves": [{"Target": "Parameter", "Id": "ParamAngleX", "Segments": [0, 0, 0, 2, 30]}]}"#;
/// let motion = Motion3::parse("turn.motion3.json", json.as_bytes())?;
/// assert_eq!(motion.curves[0].curve.at(0.5), 7.5);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Motion3 {
    /// Seconds.
    pub duration: f64,
    /// Frames a second it was made with.
    pub fps: f64,
    /// Whether it goes round.
    pub looped: bool,
    /// Seconds over which it comes in, where the file says.
    pub fade_in: Option<f64>,
    /// Seconds before its end over which it goes out, where the file says.
    pub fade_out: Option<f64>,
    /// What it moves.
    pub curves: Vec<MotionCurve>,
    /// Notes at times in seconds, in the order of the file.
    pub user_data: Vec<(f64, String)>,
}

/// The longest motion: a day, in seconds.
pub(super) const LONGEST: f64 = 86_400.0;

impl Motion3 {
    /// Reads a file. `file` is its name for messages. Keys that are not known are passed over.
    ///
    /// # Errors
    /// [`Error::File`] with line and column of what is wrong, of each curve: no JSON, wrong types, a missing key, a segment that is cut
    /// short or of an unknown kind, times that run backwards, counts that promise more than the file holds.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        let text = text(file, bytes)?;
        Value::parse(text).map_err(Faults::from).and_then(Self::read).map_err(|fault| fault.in_text(file, text))
    }

    pub(super) fn read(whole: Value<'_>) -> Result<Self, Faults> {
        let whole = whole.object("the file")?;
        if let Some(version) = whole.get("Version")?
            && version.number("Version")? != 3.0
        {
            return Err(version
                .fault("this is not version 3 of the format", "export it from Cubism 3 or newer")
                .into());
        }
        let meta = whole.require("Meta")?.object("Meta")?;
        let restricted = meta.get("AreBeziersRestricted")?.map(|v| v.bool("AreBeziersRestricted")).transpose()?;
        let (mut segments, mut points) = (0, 0);
        let curves = whole.require("Curves")?.array("Curves")?.into_iter().map(|value| {
            let (curve, counted) = curve(&value.object("a curve")?, restricted.unwrap_or(false))?;
            segments += curve.curve.points() - 1;
            points += counted;
            Ok(curve)
        });
        let curves = every(curves)?;
        for (key, found) in [("CurveCount", curves.len()), ("TotalSegmentCount", segments), ("TotalPointCount", points)]
        {
            promised(&meta, key, found)?;
        }
        let mut user_data = Vec::new();
        if let Some(list) = whole.get("UserData")? {
            for value in list.array("UserData")? {
                let note = value.object("an entry of UserData")?;
                user_data.push((note.require("Time")?.number("Time")?, note.require("Value")?.string("Value")?));
            }
        }
        promised(&meta, "UserDataCount", user_data.len())?;
        let duration = meta.require("Duration")?;
        let fps = meta.get("Fps")?.map(|v| in_range(v, "Fps", 0.1, 1000.0)).transpose()?;
        Ok(Self {
            duration: in_range(duration, "Duration", 0.0, LONGEST)?,
            fps: fps.unwrap_or(30.0),
            looped: meta.get("Loop")?.map(|v| v.bool("Loop")).transpose()?.unwrap_or(false),
            fade_in: fade(&meta, "FadeInTime")?,
            fade_out: fade(&meta, "FadeOutTime")?,
            curves,
            user_data,
        })
    }
}

/// A curve, and how many points of the file it took, handles among them.
fn curve(object: &Object<'_>, restricted: bool) -> Result<(MotionCurve, usize), Fault> {
    let target = object.require("Target")?;
    let name = target.string("Target")?;
    let Some((_, target)) = CurveTarget::ALL.into_iter().find(|(known, _)| *known == name) else {
        return Err(unknown(target, "Target", &name, CurveTarget::ALL.map(|(known, _)| known)));
    };
    let segments = object.require("Segments")?;
    let numbers = segments.array("Segments")?;
    let mut points = Points { all: segments, numbers: numbers.iter(), last: f64::NEG_INFINITY, count: 0 };
    let start = points.next()?;
    let mut list = Vec::with_capacity(numbers.len() / 8);
    while let Some(kind) = points.numbers.next() {
        let kind_number = kind.number("the kind of a segment")?;
        let segment = if kind_number == 0.0 {
            Segment::Linear
        } else if kind_number == 1.0 {
            let handles = [points.handle()?, points.handle()?];
            if restricted { Segment::RestrictedBezier(handles.map(|h| h[1])) } else { Segment::Bezier(handles) }
        } else if kind_number == 2.0 {
            Segment::Stepped
        } else if kind_number == 3.0 {
            Segment::InverseStepped
        } else {
            let help = "it must be 0 (linear), 1 (Bezier), 2 (stepped) or 3 (inverse stepped)";
            return Err(kind.fault(format!("there is no segment of kind {kind_number}"), help));
        };
        list.push((segment, points.next()?));
    }
    list.shrink_to_fit();
    let curve = MotionCurve {
        target,
        id: object.require("Id")?.string("Id")?,
        fade_in: fade(object, "FadeInTime")?,
        fade_out: fade(object, "FadeOutTime")?,
        curve: Curve::new(start, list),
    };
    Ok((curve, points.count))
}

/// Takes points off the flat list of numbers that `Segments` is.
struct Points<'a, 'i> {
    all: Value<'a>,
    numbers: std::slice::Iter<'i, Value<'a>>,
    last: f64,
    count: usize,
}

impl Points<'_, '_> {
    /// The next point, which is not before the last.
    fn next(&mut self) -> Result<[f64; 2], Fault> {
        let place = self.numbers.as_slice().first().copied();
        let point = self.handle()?;
        match place {
            Some(place) if point[0] < self.last => {
                let message = format!("this point is at {}, before the one before it at {}", point[0], self.last);
                return Err(place.fault(message, "put points in time order"));
            }
            _ => self.last = point[0],
        }
        Ok(point)
    }

    fn handle(&mut self) -> Result<[f64; 2], Fault> {
        self.count += 1;
        let (Some(time), Some(value)) = (self.numbers.next(), self.numbers.next()) else {
            return Err(self
                .all
                .fault("these segments end in the middle of a point", "each point is a time and a value"));
        };
        Ok([time.number("a time")?, value.number("a value")?])
    }
}

/// Refuses a count of more than there is.
fn promised(meta: &Object<'_>, key: &str, found: usize) -> Result<(), Fault> {
    let Some(value) = meta.get(key)? else { return Ok(()) };
    let count = value.number(key)?;
    if count > found as f64 {
        return Err(value.fault(format!("{key} promises {count}, the file holds {found}"), "the file is incomplete"));
    }
    Ok(())
}

/// Seconds of a fade. Negative ones mean that nothing is said, as in Cubism.
pub(super) fn fade(object: &Object<'_>, key: &str) -> Result<Option<f64>, Fault> {
    let Some(value) = object.get(key)? else { return Ok(None) };
    let seconds = value.number(key)?;
    if seconds > LONGEST {
        return Err(value.fault(format!("{key} is {seconds}"), format!("it must be at most {LONGEST} seconds")));
    }
    Ok((seconds >= 0.0).then_some(seconds))
}

fn in_range(value: Value<'_>, key: &str, least: f64, most: f64) -> Result<f64, Fault> {
    let number = value.number(key)?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(value.fault(format!("{key} is {number}"), format!("it must be from {least} to {most}")))
}

/// A name that is none of those known.
pub(super) fn unknown<const N: usize>(value: Value<'_>, key: &str, name: &str, known: [&str; N]) -> Fault {
    let help = match crate::finding::nearest(name, known) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("known are {}", known.join(", ")),
    };
    value.fault(format!("{key} cannot be {:?}", super::fault::shown(name)), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A motion with these segments of `ParamAngleX`, and more of `Meta`.
    pub fn motion(meta: &str, segments: &str) -> String {
        format!(
            "{{\"Version\": 3, \"Meta\": {{\"Duration\": 4{meta}}},\n\"Curves\": [\n{{\"Target\": \"Parameter\", \
             \"Id\": \"ParamAngleX\",\n\"Segments\": [{segments}]}}]}}"
        )
    }

    fn parsed(meta: &str, segments: &str) -> Motion3 {
        Motion3::parse("m.json", motion(meta, segments).as_bytes()).unwrap()
    }

    #[test]
    fn all_four_kinds_of_segments_follow_each_other() {
        let segments = "0,0, 0, 1,10, 1, 1.25,10, 1.75,20, 2,20, 2, 3,30, 3, 4,40";
        for (restricted, quarter) in [(", \"AreBeziersRestricted\": true", 11.5625), ("", 0.0)] {
            let motion = parsed(restricted, segments);
            let curve = &motion.curves[0].curve;
            assert_eq!(
                [0.5, 1.0, 2.0, 2.9, 3.0, 3.1, 4.0].map(|t| curve.at(t)),
                [5.0, 10.0, 20.0, 20.0, 40.0, 40.0, 40.0]
            );
            let expected = if quarter > 0.0 {
                quarter
            } else {
                // x at quarters: x = 3 r^2 s / 4 + 9 r s^2 / 4 + s^3.
                10.0 + 10.0 * super::super::bezier::tests::by_bisection([0.25, 0.0, 0.75, 1.0], 0.25)
            };
            assert!((curve.at(1.25) - expected).abs() < 1e-9, "{} {expected}", curve.at(1.25));
        }
    }

    #[test]
    fn meta_fades_and_user_data_are_read() {
        let json = r#"{"Version": 3,
            "Meta": {"Duration": 1.5, "Fps": 24, "Loop": true, "FadeInTime": 0.25, "FadeOutTime": -1, "CurveCount": 2,
                     "TotalSegmentCount": 1, "TotalPointCount": 3, "UserDataCount": 1},
            "Curves": [{"Target": "Model", "Id": "EyeBlink", "Segments": [0, 1]},
                       {"Target": "PartOpacity", "Id": "Arm", "FadeInTime": 0, "FadeOutTime": 2, "Segments": [0, 1, 2, 1, 0]}],
            "UserData": [{"Time": 0.5, "Value": "step"}], "Unknown": [1, {}]}"#;
        let motion = Motion3::parse("m.json", json.as_bytes()).unwrap();
        assert_eq!((motion.duration, motion.fps, motion.looped), (1.5, 24.0, true));
        assert_eq!((motion.fade_in, motion.fade_out), (Some(0.25), None));
        assert_eq!(motion.curves[0].target, CurveTarget::Model);
        let part = &motion.curves[1];
        assert_eq!((part.id.as_str(), part.fade_in, part.fade_out), ("Arm", Some(0.0), Some(2.0)));
        assert_eq!(motion.user_data, [(0.5, "step".into())]);
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (meta, segments, expected) in [
            ("", "", "m.json:4:13: error: these segments end in the middle of a point"),
            ("", "0,0,1,1,1,2,2", "m.json:4:13: error: these segments end in the middle of a point"),
            ("", "0,0,4,1,1", "m.json:4:18: error: there is no segment of kind 4"),
            ("", "0,0,0.5,1,1", "m.json:4:18: error: there is no segment of kind 0.5"),
            ("", "1,0,0,0.5,1", "m.json:4:20: error: this point is at 0.5, before the one before it at 1"),
            ("", "0,\"0\"", "m.json:4:16: error: a value must be a number"),
            (", \"CurveCount\": 2", "0,0", "m.json:1:54: error: CurveCount promises 2, the file holds 1"),
            (", \"TotalPointCount\": 4e9", "0,0", "m.json:1:59: error: TotalPointCount promises 4000000000"),
            (", \"Fps\": 0", "0,0", "m.json:1:47: error: Fps is 0; it must be from 0.1 to 1000"),
            (", \"Duration\": 4", "0,0", "m.json:1:52: error: \"Duration\" is there twice"),
        ] {
            let error = Motion3::parse("m.json", motion(meta, segments).as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}\nfor {expected}");
        }
        let error = Motion3::parse("m.json", br#"{"Meta": {"Duration": 1}, "Curves": [{"Target": "Parametr"}]}"#);
        assert!(error.unwrap_err().to_string().contains("did you mean \"Parameter\"?"));
    }

    #[test]
    fn every_bad_curve_is_told() {
        let curve =
            |segments: &str| format!("{{\"Target\": \"Parameter\", \"Id\": \"A\", \"Segments\": [{segments}]}}");
        let json = format!(
            "{{\"Meta\": {{\"Duration\": 1}}, \"Curves\": [\n{},\n{},\n{}]}}",
            curve("0"),
            curve("0,1"),
            curve("0,1,7,2,2")
        );
        let error = Motion3::parse("m.json", json.as_bytes()).unwrap_err();
        let told: Vec<String> = error.findings().iter().map(ToString::to_string).collect();
        assert!(told.len() == 2 && told[0].starts_with("m.json:2:") && told[1].starts_with("m.json:4:"), "{told:?}");
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_do_not_matter() {
        let plain = motion("", "0,0,0,1,10");
        let other = format!("\u{feff}{}", plain.replace('\n', "\r\n"));
        assert_eq!(
            Motion3::parse("m.json", plain.as_bytes()).unwrap(),
            Motion3::parse("m.json", other.as_bytes()).unwrap()
        );
    }
}
