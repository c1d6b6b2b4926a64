//! A recording: what the pointer did, and what was asked for meanwhile, from the moment the character began anew.

use std::fmt::Write;

use phiz::gaze::{PointerEvent, Trace};
use phiz::{Color, Cue, Error, Pose, Projection, Still, Style};

use super::session::style_name;

/// How a take begins: all that `phiz render` must be told to begin in the same way.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The character as the command line names it.
    pub character: String,
    pub state: String,
    pub still: Still,
    /// The options that give the character another resting pose, as they were given.
    pub home: [Option<f64>; 3],
    pub color: Option<Color>,
    pub seed: u64,
    pub reduced: bool,
    pub projection: Projection,
    pub style: Style,
    pub shadow: bool,
    /// The size of the picture, in pixels.
    pub size: (u32, u32),
    pub background: Option<Color>,
}

/// A recording.
#[derive(Clone, PartialEq, Debug)]
pub struct Take {
    pub opening: Opening,
    pub trace: Trace,
    /// What was asked for on the panel or by keys, with its time.
    pub cues: Vec<(f64, Cue)>,
    /// How long it is, in seconds.
    pub length: f64,
}

impl Take {
    pub fn new(opening: Opening) -> Self {
        Self { opening, trace: Trace::default(), cues: Vec::new(), length: 0.0 }
    }

    /// Adds what the pointer did.
    ///
    /// # Errors
    /// If the recording is longer than a trace may be: a day.
    pub fn pointer(&mut self, time: f64, event: PointerEvent) -> Result<(), Error> {
        self.trace.push(time, event)
    }

    /// The script with everything that was asked for; none if that was nothing.
    pub fn script(&self) -> Option<String> {
        if self.cues.is_empty() {
            return None;
        }
        let mut toml = String::from("# What was asked for during the recording beside it.\n");
        for (time, line) in self.cues.iter().filter_map(|(time, cue)| Some((time, line(cue)?))) {
            // Writing to a string cannot fail. `{:?}` writes every f64 so that TOML reads the same bits.
            let _ = writeln!(toml, "\n[[cue]]\nat = {time:?}\n{line}");
        }
        Some(toml)
    }

    /// The command that shows it again.
    pub fn command(&self, trace: &str, script: Option<&str>) -> String {
        let Opening { still, home, .. } = &self.opening;
        let o = &self.opening;
        let mut words = vec!["phiz render".to_owned(), quoted(&o.character)];
        let mut option = |name: &str, value: String| words.push(format!("--{name} {value}"));
        option("cursor", quoted(trace));
        if let Some(script) = script {
            option("script", quoted(script));
        }
        option("state", quoted(&o.state));
        if let Some(face) = still.face {
            option("face", face.name().into());
        }
        for (name, angle) in [("turn", still.pose.turn()), ("tilt", still.pose.tilt()), ("roll", still.pose.roll())] {
            if angle != 0.0 {
                option(name, angle.to_string());
            }
        }
        if (still.look.x(), still.look.y()) != (0.0, 0.0) {
            option("look", format!("{},{}", still.look.x(), still.look.y()));
        }
        for (name, angle) in ["home-turn", "home-tilt", "home-roll"].iter().zip(home) {
            if let Some(angle) = angle {
                option(name, angle.to_string());
            }
        }
        if o.projection != Projection::default() {
            option("projection", o.projection.name().into());
        }
        if o.style != Style::SOLID {
            option("style", style_name(o.style).into());
        }
        if let Some(color) = o.color {
            option("color", quoted(&color.to_string()));
        }
        if let Some(color) = o.background {
            option("background", quoted(&color.to_string()));
        }
        if o.seed != 0 {
            option("seed", o.seed.to_string());
        }
        option("size", if o.size.0 == o.size.1 { o.size.0.to_string() } else { format!("{}x{}", o.size.0, o.size.1) });
        if o.reduced {
            words.push("--reduced-motion".into());
        }
        if !o.shadow {
            words.push("--no-shadow".into());
        }
        words.push(format!("--duration {:.3} -o take.gif", self.length.max(0.1)));
        words.join(" ")
    }
}

/// A cue as a line of a script; none for what plays a file, which nothing in the window asks for.
fn line(cue: &Cue) -> Option<String> {
    let color = |color: &Option<Color>| color.map_or("none".into(), |c| c.to_string());
    Some(match cue {
        Cue::State(name) => format!("state = {name:?}"),
        Cue::Face(face) => format!("face = {:?}", face.name()),
        Cue::Look(Some(look)) => format!("look = [{:?}, {:?}]", look.x(), look.y()),
        Cue::Look(None) => "look = \"none\"".into(),
        Cue::Pose(pose) => pose_line(*pose),
        Cue::Color(to) => format!("color = {:?}", color(to)),
        Cue::Pulse(pulse) => {
            let name = phiz::Pulse::ALL.iter().find(|(_, p)| p == pulse).map_or("", |(name, _)| name);
            format!("pulse = {name:?}")
        }
        Cue::ReducedMotion(reduced) => format!("reduced_motion = {reduced}"),
        Cue::Clip(_) | Cue::Expression(_) | Cue::Say(_) => return None,
    })
}

fn pose_line(pose: Pose) -> String {
    format!("pose = {{ turn = {:?}, tilt = {:?}, roll = {:?} }}", pose.turn(), pose.tilt(), pose.roll())
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./+,:=@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use phiz::{Character, FaceKind, Look, Pulse, Script};

    use super::*;

    #[test]
    fn a_script_says_every_cue_again() {
        let cues = vec![
            (0.1, Cue::State("happy".into())),
            (1.0 / 3.0, Cue::Face(FaceKind::Line)),
            (0.5, Cue::Pose(Pose::new(12.0, -1.0 / 3.0, 0.0).unwrap())),
            (0.5, Cue::Color(Some(Color::rgb(1, 2, 3)))),
            (0.75, Cue::Color(None)),
            (1.0, Cue::Look(Look::new(0.1, -1.0).ok())),
            (1.0, Cue::Look(None)),
            (2.0, Cue::Pulse(Pulse::LeanIn)),
            (3.0, Cue::ReducedMotion(true)),
        ];
        let nubo = Character::builtin("nubo").unwrap();
        let take = Take { cues: cues.clone(), ..Take::new(super::super::tests::opening()) };
        let script = Script::parse("t.toml", take.script().unwrap().as_bytes(), &nubo).unwrap();
        assert_eq!(script.cues, cues);
        assert_eq!(Take::new(super::super::tests::opening()).script(), None);
    }

    #[test]
    fn words_are_quoted_for_the_shell() {
        for (word, wanted) in [("nubo", "nubo"), ("my cat.svg", "'my cat.svg'"), ("it's", r"'it'\''s'"), ("", "''")] {
            assert_eq!(quoted(word), wanted);
        }
    }
}
