//! Scripts: a performance as a file.

use std::sync::Arc;

use super::{Cue, Performance};
use crate::Error;
use crate::character::Character;
use crate::character::reader::{Document, Table};
use crate::clip::{Clip, Expression, Media, Speech};
use crate::face::FaceKind;
use crate::finding::{Finding, Findings, Place};
use crate::frame::{Look, Still};
use crate::geometry::Pose;
use crate::motion::Pulse;

/// A script file: who opens in which state, and cues in time order.
///
/// ```
/// # use phiz::{Character, Script};
/// let toml = r#"
/// duration = 4
/// [[cue]]
/// at = 1
/// state = "happy"
/// [[cue]]
/// at = 2.5
/// look = [0.8, 0.2]
/// pulse = "nod"
/// "#;
/// let script = Script::parse("hello.toml", toml.as_bytes(), &Character::builtin("nubo")?)?;
/// assert_eq!(script.duration, Some(4.0));
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Script {
    /// The state it opens in, settled.
    pub state: Option<String>,
    /// The face it opens with.
    pub face: Option<FaceKind>,
    /// How long it is, in seconds.
    pub duration: Option<f64>,
    /// Frames a second.
    pub fps: Option<f64>,
    /// How often it plays; 0 is for ever.
    pub loops: Option<u32>,
    /// Whether it is to end where it begins.
    pub seamless: bool,
    /// What blinks and drift are drawn from.
    pub seed: Option<u64>,
    /// What happens when.
    pub cues: Vec<(f64, Cue)>,
    /// Files that cues name; [`Script::load`] makes cues of them.
    pub files: Vec<CueFile>,
}

/// A file that a cue of a script names.
#[derive(Clone, PartialEq, Debug)]
pub struct CueFile {
    /// The time of the cue.
    pub at: f64,
    /// What the file is.
    pub kind: CueFileKind,
    /// Its path, as the script has it.
    pub path: String,
    /// Where the script has it.
    pub place: Place,
}

/// What a file that a cue names is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CueFileKind {
    /// A clip: VMD or motion3.
    Clip,
    /// An expression: exp3.
    Expression,
    /// Speech: mouth cues, or WAV.
    Say,
}

impl CueFileKind {
    /// All kinds with their keys in scripts.
    pub const ALL: [(&'static str, Self); 3] =
        [("clip", Self::Clip), ("expression", Self::Expression), ("say", Self::Say)];

    /// The cue that a file of this kind is.
    ///
    /// # Errors
    /// [`Error::File`] with what is wrong with the file, or that it is of another kind.
    pub fn cue(self, file: &str, bytes: &[u8]) -> Result<Cue, Error> {
        let cue = match self {
            Self::Clip => Clip::parse(file, bytes).map(|clip| Cue::Clip(Some(clip.into()))),
            Self::Expression => Expression::parse(file, bytes).map(|e| Cue::Expression(Some(e.into()))),
            Self::Say => Speech::parse(file, bytes).map(|speech| Cue::Say(Some(speech.into()))),
        };
        cue.map_err(|error| match Media::parse(file, bytes) {
            // Only a file of another kind is good now.
            Ok(media) => {
                let (kind, key) = match media {
                    Media::Clip(_) => ("a clip", "clip"),
                    Media::Expression(_) => ("an expression", "expression"),
                    Media::Speech(_) => ("speech", "say"),
                };
                let mut findings = Findings::new(file);
                findings.error(
                    None,
                    format!("this is {kind}"),
                    format!("name it with --{key}, or as {key} in a script"),
                );
                Error::File(findings.into_vec())
            }
            Err(_) => error,
        })
    }
}

/// The longest script, in seconds.
const LONGEST: f64 = 86_400.0;

impl Script {
    /// Reads a script for a character. `file` is its name for messages.
    ///
    /// # Errors
    /// [`Error::File`] with all findings, each with its place.
    pub fn parse(file: &str, bytes: &[u8], character: &Character) -> Result<Self, Error> {
        let document = Document::parse(file, bytes).map_err(|found| Error::File(found.into_vec()))?;
        let script = Self::read(document.root(), character);
        let findings = document.into_findings();
        if findings.has_errors() { Err(Error::File(findings.into_vec())) } else { Ok(script) }
    }

    /// Whether a TOML file is meant as a script: it has cues or a duration, which no character has.
    pub fn is_script(bytes: &[u8]) -> bool {
        match Document::parse("", bytes) {
            Ok(document) => {
                let root = document.root();
                root.has("cue") || root.has("duration")
            }
            // What cannot be read is told by its reader; which, its text says well enough.
            Err(_) => bytes.windows(7).any(|window| window == b"[[cue]]"),
        }
    }

    /// All that is wrong or doubtful about a script, for checking.
    pub fn check(file: &str, bytes: &[u8], character: &Character) -> Vec<Finding> {
        match Document::parse(file, bytes) {
            Ok(document) => {
                Self::read(document.root(), character);
                document.into_findings().into_vec()
            }
            Err(found) => found.into_vec(),
        }
    }

    fn read(root: Table<'_>, character: &Character) -> Self {
        let states: Vec<(&str, &str)> = character.states().iter().map(|s| (s.name.as_str(), s.name.as_str())).collect();
        let whole = |key: &str, range| {
            let value = root.number(key, range)?;
            if value.fract() != 0.0 {
                root.error(key, format!("{key:?} must be a whole number"), "leave out the fraction");
            }
            Some(value as u64)
        };
        let mut script = Self {
            state: root.one_of("state", &states).map(str::to_owned),
            face: root.one_of("face", &FaceKind::ALL),
            duration: root.number("duration", 0.001..=LONGEST),
            fps: root.number("fps", 0.01..=240.0),
            seamless: root.bool("seamless").unwrap_or(false),
            loops: whole("loops", 0.0..=65_535.0).and_then(|n| u32::try_from(n).ok()),
            seed: whole("seed", 0.0..=9_007_199_254_740_992.0),
            cues: Vec::new(),
            files: Vec::new(),
        };
        let mut last = 0.0;
        for t in root.array("cue") {
            t.require("at", "say when, in seconds: at = 1.5");
            let at = t.number("at", 0.0..=LONGEST).unwrap_or(last);
            if at < last {
                t.error(
                    "at",
                    format!("this cue is at {at}, before the one above it at {last}"),
                    "put cues in time order",
                );
            }
            last = last.max(at);
            let before = script.cues.len();
            let mut add = |cue| script.cues.push((last, cue));
            if let Some(state) = t.one_of("state", &states) {
                add(Cue::State(state.to_owned()));
            }
            if let Some(face) = t.one_of("face", &FaceKind::ALL) {
                add(Cue::Face(face));
            }
            if let Some(look) = t.pair_or("look", "none", -1.0..=1.0) {
                add(Cue::Look(look.and_then(|[x, y]| Look::new(x, y).ok())));
            }
            if let Some(t) = t.table("pose") {
                let any = f64::MIN..=f64::MAX;
                let angle = |key| t.number(key, any.clone()).unwrap_or(0.0);
                if let Ok(pose) = Pose::new(angle("turn"), angle("tilt"), angle("roll")) {
                    add(Cue::Pose(pose));
                }
                t.finish();
            }
            if let Some(color) = t.color_or("color", "none") {
                add(Cue::Color(color));
            }
            if let Some(pulse) = t.one_of("pulse", &Pulse::ALL) {
                add(Cue::Pulse(pulse));
            }
            if let Some(reduced) = t.bool("reduced_motion") {
                add(Cue::ReducedMotion(reduced));
            }
            for (key, kind) in CueFileKind::ALL {
                match t.text(key) {
                    Some("none") => add(match kind {
                        CueFileKind::Clip => Cue::Clip(None),
                        CueFileKind::Expression => Cue::Expression(None),
                        CueFileKind::Say => Cue::Say(None),
                    }),
                    Some(path) => {
                        script.files.push(CueFile { at: last, kind, path: path.to_owned(), place: t.place_of(key) });
                    }
                    None => {}
                }
            }
            const KEYS: [&str; 10] =
                ["state", "face", "look", "pose", "color", "pulse", "reduced_motion", "clip", "expression", "say"];
            if script.cues.len() == before && !KEYS.iter().any(|k| t.has(k)) {
                let help = "give it a state, face, look, pose, color, pulse, clip, expression or say";
                t.warning("at", "this cue asks for nothing", help);
            }
            t.finish();
        }
        root.finish();
        script
    }

    /// Makes cues of the files that cues name. `read` is given each, and returns its name for messages and its bytes.
    ///
    /// # Errors
    /// What `read` refuses, or [`Error::File`] with what is wrong with a file.
    pub fn load(&mut self, mut read: impl FnMut(&CueFile) -> Result<(String, Vec<u8>), Error>) -> Result<(), Error> {
        for file in std::mem::take(&mut self.files) {
            let (name, bytes) = read(&file)?;
            let index = self.cues.partition_point(|(time, _)| *time <= file.at);
            self.cues.insert(index, (file.at, file.kind.cue(&name, &bytes)?));
        }
        Ok(())
    }

    /// The performance of this script.
    ///
    /// # Errors
    /// If the character does not know one of its states, or files that cues name were not loaded.
    pub fn performance(
        &self,
        character: Arc<Character>,
        state: &str,
        still: Still,
        seed: u64,
    ) -> Result<Performance, Error> {
        if let Some(CueFile { path, .. }) = self.files.first() {
            let allowed = "loaded first, with Script::load".into();
            return Err(Error::Parameter { name: "the file of a cue".into(), value: path.clone(), allowed });
        }
        let still = Still { face: still.face.or(self.face), ..still };
        let state = self.state.as_deref().unwrap_or(state);
        let mut performance = Performance::new(character, state, still, self.seed.unwrap_or(seed))?;
        for (time, cue) in &self.cues {
            performance.cue(*time, cue.clone())?;
        }
        Ok(performance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(toml: &str) -> Vec<String> {
        let nubo = Character::builtin("nubo").unwrap();
        Script::check("s.toml", toml.as_bytes(), &nubo).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_fault_of_a_script_is_told_with_its_place() {
        let found = findings("fps = 0\n[[cue]]\nat = 2\nstate = \"hapy\"\n[[cue]]\nat = 1\nlok = [0, 0]\n");
        let expect =
            ["s.toml:1:7", "s.toml:4:9", "did you mean \"happy\"", "s.toml:6:1", "s.toml:7:1", "did you mean \"look\""];
        for part in expect {
            assert!(found.iter().any(|f| f.contains(part)), "{part} in {found:#?}");
        }
    }

    #[test]
    fn files_become_cues_at_their_times() {
        let nubo = Character::builtin("nubo").unwrap();
        let toml = "[[cue]]\nat = 1\nsay = \"a.tsv\"\nstate = \"happy\"\n[[cue]]\nat = 2\nsay = \"none\"\n";
        let mut script = Script::parse("s.toml", toml.as_bytes(), &nubo).unwrap();
        assert!(script.performance(nubo.clone().into(), "idle", Still::default(), 0).is_err());
        assert_eq!(script.files[0].place, Place { line: 3, column: 1 });
        script.load(|file| Ok((format!("folder/{}", file.path), b"0\tD\n1\tX\n".to_vec()))).unwrap();
        let said = Speech::parse("a.tsv", b"0\tD\n1\tX\n").unwrap();
        assert_eq!(
            script.cues,
            [(1.0, Cue::State("happy".into())), (1.0, Cue::Say(Some(said.into()))), (2.0, Cue::Say(None))]
        );
        let place = Place { line: 1, column: 1 };
        script.files = vec![CueFile { at: 0.0, kind: CueFileKind::Clip, path: "b".into(), place }];
        let refused = script.load(|file| Ok((file.path.clone(), b"{}".to_vec()))).unwrap_err().to_string();
        assert!(refused.starts_with("b:1:1: error: "), "{refused}");
        let other = CueFileKind::Say.cue("e", b"{\"Parameters\": []}").unwrap_err().to_string();
        assert_eq!(other, "e: error: this is an expression; name it with --expression, or as expression in a script");
    }

    #[test]
    fn a_gaze_can_be_handed_back() {
        let nubo = Character::builtin("nubo").unwrap();
        let toml = "[[cue]]\nat = 1\nlook = [1, 0]\n[[cue]]\nat = 2\nlook = \"none\"\n";
        let script = Script::parse("s.toml", toml.as_bytes(), &nubo).unwrap();
        assert_eq!(script.cues, [(1.0, Cue::Look(Look::new(1.0, 0.0).ok())), (2.0, Cue::Look(None))]);
    }
}
