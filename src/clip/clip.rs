//! A clip: a motion of either format, with its fades, ready to be played.

use super::drive::{Drive, Scope, slot};
use super::fault::{Faults, text};
use super::json::Value;
use super::motion3::{CurveTarget, LONGEST, Motion3};
use super::vmd::{SIGNATURE, Vmd};
use super::{live2d, mmd, sine};
use crate::Error;
use crate::geometry::wrapped;

/// A motion that can be played: a VMD or a motion3 file.
///
/// # Fades
///
/// Coming in over f seconds, its weight after t is [`sine`]`(t / f)`. Going out, it is `sine(left / f)` with the time that
/// is left until its end; a clip that goes round has no end. A curve of a motion3 file may have fades of its own.
///
/// Where nothing is said (VMD files have no fades), a clip comes in over 0.4 s, and at once if it begins at the very
/// start of a performance; when it has ended, its last pose is let go within 0.4 s. (Cubism would take 1 s for both.) A
/// clip that holds a single pose goes on holding it.
///
/// # Going round
///
/// A clip that goes round begins again without a fade. Where its end is not its start, the last 0.2 s lead over.
///
/// ```
/// use phiz::clip::Clip;
/// # let json = r#"{"Meta": {"Duration": 2}, "Curves": [{"Target": "Parameter", "Id": "ParamAngleX", "Segments": [0, 5]}]}"#;
/// # let bytes = json.as_bytes();
/// let clip = Clip::parse("turn.motion3.json", bytes)?.with_loop(true).with_fades(0.0, 0.5)?;
/// assert_eq!(clip.duration(), 2.0);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Clip {
    source: Source,
    duration: f64,
    looped: bool,
    fades: [Option<f64>; 2],
    moves: Moves,
}

#[derive(Clone, PartialEq, Debug)]
enum Source {
    Vmd(Vmd, mmd::Plan),
    Motion3(Motion3, live2d::Plan),
}

/// What changes while a clip plays. A curve that stays the same moves nothing: many programs write one for each thing
/// that a model has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Moves {
    pub lids: bool,
    pub mouth: bool,
    /// Head or gaze.
    pub head: bool,
    /// Head, gaze or body; also where it only holds them so.
    pub pose: bool,
}

/// Something that a clip moves, by the name it has in the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Track<'a> {
    /// `bone`, `morph`, `parameter`, `model` or `part`.
    pub kind: &'static str,
    /// Its name.
    pub name: &'a str,
    /// How many keys it has.
    pub keys: usize,
    /// What it moves on a face, such as `head`, `lids` or `mouth`; none if it has no counterpart here.
    pub moves: Option<&'static str>,
}

/// How a clip stands at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Playing {
    /// Seconds since it began.
    pub elapsed: f64,
    /// Seconds since it was told to stop.
    pub stopped: Option<f64>,
    /// Whether it began with the performance: there was nothing to come from.
    pub opening: bool,
}

/// What other JSON files than clips hold, and what they are.
const OTHERS: &[(&str, &str, &str)] = &[
    ("Parameters", "an expression", ""),
    ("mouthCues", "speech", ""),
    ("FileReferences", "a model of Live2D", "it names the motions: hand over one of those"),
    ("PhysicsSettings", "the physics of a model of Live2D", ""),
];
/// Seconds of a fade where nothing is said.
const FADE: f64 = 0.4;
/// Seconds in which the end leads over to the start.
const SEAM: f64 = 0.2;

impl Clip {
    /// Reads a VMD or motion3 file; its contents tell which. `file` is its name for messages.
    ///
    /// # Errors
    /// [`Error::File`] with the place of what is wrong; see [`Vmd::parse`] and [`Motion3::parse`].
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        if is_vmd(bytes) {
            return Vmd::parse(file, bytes).map(Self::of_vmd);
        }
        let text = text(file, bytes)?;
        let read = |whole: Value<'_>| {
            let object = whole.object("the file")?;
            for (key, what, help) in OTHERS {
                if object.has(key) && !object.has("Curves") {
                    return Err(whole.fault(format!("this is {what}, not a clip"), *help).into());
                }
            }
            Motion3::read(whole)
        };
        Value::parse(text)
            .map_err(Faults::from)
            .and_then(read)
            .map(Self::of_motion3)
            .map_err(|fault| fault.in_text(file, text))
    }

    /// Of a VMD file.
    pub fn of_vmd(vmd: Vmd) -> Self {
        let plan = mmd::Plan::of(&vmd);
        let changes = |what| plan.changes(&vmd, what);
        let moves = Moves {
            lids: changes("lids"),
            mouth: changes("mouth"),
            head: changes("head") || changes("gaze"),
            pose: plan.holds_a_pose(&vmd),
        };
        Self { duration: vmd.duration(), looped: false, fades: [None; 2], moves, source: Source::Vmd(vmd, plan) }
    }

    /// Of a motion3 file.
    pub fn of_motion3(motion: Motion3) -> Self {
        let plan = live2d::Plan::of(&motion);
        let changes =
            |what: &str| motion.curves.iter().any(|c| live2d::curve_moves(c) == Some(what) && !c.curve.is_constant());
        Self {
            duration: motion.duration,
            looped: motion.looped,
            fades: [motion.fade_in, motion.fade_out],
            moves: Moves {
                lids: changes("lids"),
                mouth: changes("mouth"),
                head: changes("head") || changes("gaze"),
                pose: plan.holds_a_pose(&motion),
            },
            source: Source::Motion3(motion, plan),
        }
    }

    /// The same clip going round, or not.
    #[must_use]
    pub fn with_loop(self, looped: bool) -> Self {
        Self { looped, ..self }
    }

    /// The same clip with other fades, in seconds. Curves with fades of their own keep them.
    ///
    /// # Errors
    /// If one of them is not finite, or not from 0 to 86400.
    pub fn with_fades(self, fade_in: f64, fade_out: f64) -> Result<Self, Error> {
        for (name, seconds) in [("fade-in", fade_in), ("fade-out", fade_out)] {
            if !(0.0..=LONGEST).contains(&seconds) {
                let allowed = format!("from 0 to {LONGEST} seconds");
                return Err(Error::Parameter { name: name.into(), value: seconds.to_string(), allowed });
            }
        }
        Ok(Self { fades: [Some(fade_in), Some(fade_out)], ..self })
    }

    /// Seconds from its start to its end, once.
    pub fn duration(&self) -> f64 {
        self.duration
    }

    /// Whether it goes round.
    pub fn is_looped(&self) -> bool {
        self.looped
    }

    /// Frames a second it was made with.
    pub fn fps(&self) -> f64 {
        match &self.source {
            Source::Vmd(..) => Vmd::FPS,
            Source::Motion3(motion, _) => motion.fps,
        }
    }

    /// The VMD file, if it is one.
    pub fn vmd(&self) -> Option<&Vmd> {
        if let Source::Vmd(vmd, _) = &self.source { Some(vmd) } else { None }
    }

    /// The motion3 file, if it is one.
    pub fn motion3(&self) -> Option<&Motion3> {
        if let Source::Motion3(motion, _) = &self.source { Some(motion) } else { None }
    }

    /// Everything it moves, in the order of the file.
    pub fn tracks(&self) -> Vec<Track<'_>> {
        match &self.source {
            Source::Vmd(vmd, _) => {
                let bones = vmd.bones.iter().map(|track| Track {
                    kind: "bone",
                    name: &track.name,
                    keys: track.keys.len(),
                    moves: mmd::bone(&track.name),
                });
                let morphs = vmd.morphs.iter().map(|track| Track {
                    kind: "morph",
                    name: &track.name,
                    keys: track.keys.len(),
                    moves: mmd::morph(&track.name),
                });
                bones.chain(morphs).collect()
            }
            Source::Motion3(motion, _) => {
                let tracks = motion.curves.iter().map(|curve| Track {
                    kind: match curve.target {
                        CurveTarget::Model => "model",
                        CurveTarget::Parameter => "parameter",
                        CurveTarget::PartOpacity => "part",
                    },
                    name: &curve.id,
                    keys: curve.curve.points(),
                    moves: live2d::curve_moves(curve),
                });
                tracks.collect()
            }
        }
    }

    /// What changes while it plays.
    pub(crate) fn moves(&self) -> Moves {
        self.moves
    }

    /// How much of it counts at a moment.
    pub(crate) fn weight(&self, now: Playing) -> f64 {
        self.weight_with(now, self.fades)
    }

    fn weight_with(&self, now: Playing, [fade_in, fade_out]: [Option<f64>; 2]) -> f64 {
        let over = |time: f64, seconds: f64| {
            if seconds > 0.0 { sine(time / seconds) } else { f64::from(u8::from(time >= 0.0)) }
        };
        let coming = match fade_in {
            Some(seconds) => over(now.elapsed, seconds),
            None if now.opening => 1.0,
            None => over(now.elapsed, FADE),
        };
        let going = match fade_out {
            _ if self.looped || self.duration == 0.0 => 1.0,
            Some(seconds) if seconds > 0.0 => over(self.duration - now.elapsed, seconds),
            _ => 1.0 - sine((now.elapsed - self.duration) / FADE),
        };
        let stopping = now.stopped.map_or(1.0, |since| {
            let seconds = fade_out.filter(|seconds| *seconds > 0.0).unwrap_or(FADE);
            1.0 - sine(since / seconds)
        });
        coming * going * stopping
    }

    /// Seconds in which it goes when it is told to stop.
    pub(crate) fn fade_out(&self) -> f64 {
        self.fades[1].filter(|seconds| *seconds > 0.0).unwrap_or(FADE)
    }

    /// When nothing of it is left, in seconds from its start; none if it goes on for ever.
    pub(crate) fn over_after(&self) -> Option<f64> {
        (!self.looped && self.duration > 0.0).then_some(self.duration + FADE)
    }

    /// Lays what it asks for at a moment over what is there.
    pub(crate) fn play(&self, now: Playing, scope: Scope, drive: &mut Drive) {
        if self.weight(now) == 0.0 && now.stopped.is_some() {
            return;
        }
        let goes_round = self.looped && self.duration > 0.0;
        let t = if goes_round { now.elapsed.rem_euclid(self.duration) } else { now.elapsed.min(self.duration) };
        let before = *drive;
        self.lay(t, now, scope, drive);
        let seam = SEAM.min(0.25 * self.duration);
        if goes_round && t > self.duration - seam {
            let (mut first, mut last) = (before, before);
            self.lay(0.0, now, scope, &mut first);
            self.lay(self.duration, now, scope, &mut last);
            // Angles go the short way.
            for index in [slot::TURN, slot::TILT, slot::ROLL] {
                first.values[index] = last.values[index] + wrapped(first.values[index] - last.values[index]);
            }
            for (first, last) in first.neck.iter_mut().zip(last.neck) {
                *first = last + wrapped(*first - last);
            }
            let share = ((t - self.duration) / seam + 1.0).clamp(0.0, 1.0);
            drive.shift(&last, &first, sine(share));
        }
    }

    fn lay(&self, t: f64, now: Playing, scope: Scope, drive: &mut Drive) {
        match &self.source {
            Source::Vmd(vmd, plan) => drive.mix(&plan.sample(vmd, t, scope), self.weight(now)),
            Source::Motion3(motion, plan) => plan.play(motion, t, scope, drive, |fade_in, fade_out| {
                self.weight_with(now, [fade_in.or(self.fades[0]), fade_out.or(self.fades[1])])
            }),
        }
    }
}

pub(super) fn is_vmd(bytes: &[u8]) -> bool {
    // Also where it is cut in its first word.
    !bytes.is_empty() && (bytes.starts_with(SIGNATURE) || SIGNATURE.starts_with(bytes))
}

#[cfg(test)]
mod tests {
    use super::super::drive::standard;
    use super::*;
    use crate::clip::vmd::tests::Builder;
    use glam::DQuat;

    fn motion(meta: &str, curves: &str) -> Clip {
        let json = format!("{{\"Meta\": {{\"Duration\": 2{meta}}}, \"Curves\": [{curves}]}}");
        Clip::parse("m.json", json.as_bytes()).unwrap()
    }

    fn curve(id: &str, more: &str) -> String {
        format!("{{\"Target\": \"Parameter\", \"Id\": \"{id}\"{more}, \"Segments\": [0, 20]}}")
    }

    fn at(clip: &Clip, elapsed: f64, stopped: Option<f64>, opening: bool, id: &str) -> f64 {
        let mut drive = Drive::rest();
        clip.play(Playing { elapsed, stopped, opening }, Scope::All, &mut drive);
        drive.values[standard(id).unwrap()]
    }

    #[test]
    fn fades_are_those_of_cubism() {
        let clip = motion(", \"FadeInTime\": 0.5, \"FadeOutTime\": 1", &curve("ParamAngleX", ""));
        let cosine = |x: f64| 0.5 - 0.5 * libm::cos(std::f64::consts::PI * x);
        for (t, share) in
            [(0.0, 0.0), (0.1, cosine(0.2)), (0.5, 1.0), (1.0, 1.0), (1.25, cosine(0.75)), (2.0, 0.0), (3.0, 0.0)]
        {
            // Also at the start of a performance: it is what the file says.
            for opening in [true, false] {
                let value = at(&clip, t, None, opening, "ParamAngleX");
                assert!((value - 20.0 * share).abs() < 1e-9, "{t}: {value}");
            }
        }
        // Going round, it has no end to go out at.
        let round = clip.clone().with_loop(true);
        assert!([1.25, 2.0, 7.9].iter().all(|t| at(&round, *t, None, false, "ParamAngleX") == 20.0));
        // Told to stop, it goes out.
        assert!((at(&round, 7.0, Some(0.25), false, "ParamAngleX") - 20.0 * cosine(0.75)).abs() < 1e-9);
    }

    #[test]
    fn fades_of_a_curve_stand_in_for_those_of_the_motion() {
        let curves = [
            curve("ParamAngleX", ""),
            curve("ParamAngleY", ", \"FadeInTime\": 0"),
            curve("ParamAngleZ", ", \"FadeInTime\": 2, \"FadeOutTime\": 0.5"),
        ];
        let clip = motion(", \"FadeInTime\": 1, \"FadeOutTime\": 1", &curves.join(","));
        let at = |t: f64, id: &str| at(&clip, t, None, false, id);
        assert_eq!([at(0.5, "ParamAngleX"), at(0.5, "ParamAngleY")].map(|v| (v * 1e9).round() / 1e9), [10.0, 20.0]);
        assert!((at(1.0, "ParamAngleZ") - 10.0).abs() < 1e-9);
        // Half of the last half second, over all but a sine of 7/8 of its long fade-in.
        assert!((at(1.75, "ParamAngleZ") - 10.0 * sine(0.875)).abs() < 1e-9);
    }

    #[test]
    fn where_nothing_is_said_it_opens_at_once_and_lets_go_softly() {
        let clip = motion("", &curve("ParamAngleX", ""));
        let at = |t, opening| at(&clip, t, None, opening, "ParamAngleX");
        assert_eq!((at(0.0, true), at(0.0, false)), (20.0, 0.0));
        assert!((at(0.2, false) - 10.0).abs() < 1e-9 && at(2.0, false) == 20.0);
        assert!((at(2.2, false) - 10.0).abs() < 1e-9 && at(2.4, false) == 0.0);
    }

    #[test]
    fn going_round_there_is_no_jump_and_matching_ends_stay_as_they_are() {
        let ramp = |end: f64| {
            let json = format!(
                "{{\"Target\": \"Parameter\", \"Id\": \"ParamAngleX\", \"Segments\": [0, 0, 0, 1, 30, 0, 2, {end}]}}"
            );
            motion(", \"Loop\": true", &json)
        };
        let open = ramp(30.0);
        let mut before = at(&open, 0.0, None, true, "ParamAngleX");
        for k in 1..5000 {
            let now = at(&open, f64::from(k) / 1000.0, None, true, "ParamAngleX");
            // 30 degrees by a sine over 0.2 s: at most 30 pi / 2 / 200 a millisecond.
            assert!((now - before).abs() < 0.24, "{k}: {before} {now}");
            before = now;
        }
        let shut = ramp(0.0);
        for t in [0.3, 1.0, 1.85, 1.95, 1.999] {
            let expect = if t < 1.0 { 30.0 * t } else { 30.0 * (2.0 - t) };
            assert!((at(&shut, t + 4.0, None, true, "ParamAngleX") - expect).abs() < 1e-9, "{t}");
        }
    }

    #[test]
    fn blinks_and_lips_of_the_model_join_those_of_parameters() {
        let curves = r#"{"Target": "Model", "Id": "EyeBlink", "Segments": [0, 0.5]},
            {"Target": "Model", "Id": "LipSync", "Segments": [0, 0.25]},
            {"Target": "Parameter", "Id": "ParamEyeLOpen", "Segments": [0, 0.8]},
            {"Target": "Parameter", "Id": "ParamMouthOpenY", "Segments": [0, 0.5]}"#;
        let clip = motion("", curves);
        let at = |id| at(&clip, 0.5, None, true, id);
        assert!((at("ParamEyeLOpen") - 0.4).abs() < 1e-9 && (at("ParamEyeROpen") - 0.5).abs() < 1e-9);
        assert!((at("ParamMouthOpenY") - 0.75).abs() < 1e-9);
    }

    #[test]
    fn what_changes_is_told_from_what_is_only_there() {
        let still = Clip::of_vmd(Builder::new().morph("まばたき", 0, 0.0).morph("まばたき", 30, 0.0).vmd());
        assert_eq!(still.moves(), Moves::default());
        let lively =
            Builder::new().morph("まばたき", 0, 0.0).morph("まばたき", 30, 1.0).morph("あ", 0, 0.0).morph("あ", 9, 1.0);
        assert_eq!(Clip::of_vmd(lively.vmd()).moves(), Moves { lids: true, mouth: true, ..Moves::default() });
    }

    #[test]
    fn tracks_say_what_they_move() {
        let clip = Clip::of_vmd(
            Builder::new()
                .bone("頭", 0, [0.0; 3], DQuat::IDENTITY)
                .bone("左ひじ", 0, [0.0; 3], DQuat::IDENTITY)
                .morph("あ", 0, 1.0)
                .vmd(),
        );
        let tracks: Vec<_> = clip.tracks().iter().map(|t| (t.kind, t.name, t.keys, t.moves)).collect();
        assert_eq!(
            tracks,
            [("bone", "頭", 1, Some("head")), ("bone", "左ひじ", 1, None), ("morph", "あ", 1, Some("mouth"))]
        );
    }

    #[test]
    fn other_files_are_told_from_clips() {
        for (text, what) in [
            ("{\"Parameters\": []}", "an expression, not a clip"),
            ("{\"mouthCues\": []}", "speech, not a clip"),
            (
                "{\"Version\": 3, \"FileReferences\": {}}",
                "a model of Live2D, not a clip; it names the motions: hand over one of those",
            ),
        ] {
            let told = Clip::parse("c", text.as_bytes()).unwrap_err().to_string();
            assert_eq!(told, format!("c:1:1: error: this is {what}"));
        }
    }
}
