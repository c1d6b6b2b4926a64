//! `phiz inspect`.

use std::fmt::Write;

use phiz::clip::{Clip, Expression, ExpressionParameter, Media, MouthCue, Speech, Track, Viseme};
use phiz::{Blend, Character, Cue, Error, FaceKind};

use super::args::Inspect;
use super::json::{Json, object};
use super::{read, terminal};

/// Prints what a file holds.
pub fn run(args: &Inspect) -> Result<(), Error> {
    let character = read::character(&args.character)?;
    let file = read::shown(&args.file);
    let media = Media::parse(&file, &read::media(&args.file)?)?;
    let report = Report::of(&file, &media, &character);
    terminal::print(&if args.json { report.json() } else { report.text() })
}

/// What of a file has no counterpart on any face, in a sentence; none if all of it has.
pub fn left(cue: &Cue) -> Option<String> {
    let rows = match cue {
        Cue::Clip(Some(clip)) => clip_rows(clip),
        Cue::Expression(Some(expression)) => expression_rows(expression),
        _ => Vec::new(),
    };
    let left: Vec<&str> = rows.iter().filter(|row| row.moves.is_none()).map(|row| row.name).collect();
    if left.is_empty() {
        return None;
    }
    let more = if left.len() > 5 { ", …" } else { "" };
    let names = left.iter().take(5).copied().collect::<Vec<_>>().join(", ");
    let (count, all) = (left.len(), rows.len());
    Some(format!("{count} of {all} names have no counterpart here: {names}{more}; `phiz inspect` tells more"))
}

/// Something that is moved.
struct Row<'a> {
    kind: &'static str,
    name: &'a str,
    amount: Amount,
    moves: Option<&'static str>,
}

enum Amount {
    Keys(usize),
    /// What an expression lays over it, and how.
    Value(f64, &'static str),
}

struct Report<'a> {
    file: &'a str,
    media: &'a Media,
    format: &'static str,
    character: &'a Character,
    rows: Vec<Row<'a>>,
}

fn clip_rows(clip: &Clip) -> Vec<Row<'_>> {
    let row = |Track { kind, name, keys, moves }| Row { kind, name, amount: Amount::Keys(keys), moves };
    clip.tracks().into_iter().map(row).collect()
}

fn expression_rows(expression: &Expression) -> Vec<Row<'_>> {
    let amount = |parameter: &ExpressionParameter| {
        let blend = Blend::ALL.iter().find(|(_, known)| *known == parameter.blend).map_or("", |(name, _)| name);
        Amount::Value(parameter.value, blend)
    };
    let rows = expression.parameters.iter().map(|parameter| Row {
        kind: "parameter",
        name: &parameter.id,
        amount: amount(parameter),
        moves: parameter.moves(),
    });
    rows.collect()
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

impl<'a> Report<'a> {
    fn of(file: &'a str, media: &'a Media, character: &'a Character) -> Self {
        let (format, mut rows) = match media {
            Media::Clip(clip) => (if clip.vmd().is_some() { "VMD" } else { "motion3" }, clip_rows(clip)),
            Media::Expression(expression) => ("exp3", expression_rows(expression)),
            Media::Speech(speech) => (if speech.cues().is_empty() { "WAV" } else { "mouth cues" }, Vec::new()),
        };
        // Two eyes alone have no mouth to move.
        for row in &mut rows {
            row.moves = row.moves.filter(|what| *what != "mouth" || character.face() != FaceKind::Eyes);
        }
        Self { file, media, format, character, rows }
    }

    /// Seconds, and frames a second; an expression has neither.
    fn length(&self) -> Option<(f64, Option<f64>)> {
        match self.media {
            Media::Clip(clip) => Some((clip.duration(), Some(clip.fps()))),
            Media::Expression(_) => None,
            Media::Speech(speech) => Some((speech.duration(), None)),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}: {} ({})\n", self.file, self.media.kind(), self.format);
        // Writing to a string cannot fail.
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "  {key:10} {value}");
        };
        if let Some((seconds, fps)) = self.length() {
            line("length", &format!("{} s", rounded(seconds)));
            if let Some(fps) = fps {
                line("rate", &format!("{} frames a second", rounded(fps)));
            }
        }
        match self.media {
            Media::Clip(clip) => {
                line("goes round", if clip.is_looped() { "yes" } else { "no" });
                if let Some(vmd) = clip.vmd() {
                    line("model", &vmd.model);
                    let passed = vmd.passed;
                    let others = [
                        (passed.cameras, "camera key"),
                        (passed.lights, "light key"),
                        (passed.shadows, "shadow key"),
                        (passed.ik, "IK key"),
                    ];
                    let others: Vec<_> =
                        others.iter().filter(|(n, _)| *n > 0).map(|(n, what)| counted(*n, what)).collect();
                    if !others.is_empty() {
                        line("passed by", &others.join(", "));
                    }
                }
                if let Some(motion) = clip.motion3() {
                    line("fades", &fades(motion.fade_in, motion.fade_out));
                    for (time, note) in &motion.user_data {
                        line("note", &format!("{} s {note}", rounded(*time)));
                    }
                }
            }
            Media::Expression(expression) => line("fades", &fades(expression.fade_in, expression.fade_out)),
            Media::Speech(speech) => {
                if !speech.cues().is_empty() {
                    line("shapes", &shapes(speech));
                    if speech.merged() > 0 {
                        line("merged", &format!("{}, too short to be seen", counted(speech.merged(), "cue")));
                    }
                }
            }
        }
        let name = self.character.name();
        for (title, moved) in [("moves", true), ("leaves", false)] {
            let rows: Vec<&Row<'_>> = self.rows.iter().filter(|row| row.moves.is_some() == moved).collect();
            if rows.is_empty() {
                continue;
            }
            let _ = writeln!(text, "{name} {title} {}", rows.len());
            for row in rows {
                let amount = match row.amount {
                    Amount::Keys(keys) => counted(keys, "key"),
                    Amount::Value(value, blend) => format!("{value} {blend}"),
                };
                let _ = write!(text, "  {:10} {}, {amount}", row.kind, row.name);
                let _ = writeln!(text, "{}", row.moves.map(|what| format!(" -> {what}")).unwrap_or_default());
            }
        }
        text
    }

    fn json(&self) -> String {
        let of_kind = |kinds: &[&str]| -> Json {
            let rows = self.rows.iter().filter(|row| kinds.contains(&row.kind));
            let entry = |row: &Row<'_>| {
                let mut entries = vec![("kind", row.kind.into()), ("name", row.name.into())];
                match row.amount {
                    Amount::Keys(keys) => entries.push(("keys", Json::Plain(keys.to_string()))),
                    Amount::Value(value, blend) => entries.extend([("value", value.into()), ("blend", blend.into())]),
                }
                entries.push(("moves", optional(row.moves.map(Json::from))));
                Json::Object(entries)
            };
            rows.map(entry).collect::<Vec<_>>().into()
        };
        let names = |moved: bool| -> Json {
            let rows = self.rows.iter().filter(|row| row.moves.is_some() == moved);
            rows.map(|row| Json::from(row.name)).collect::<Vec<_>>().into()
        };
        let (duration, fps) = self.length().map_or((None, None), |(seconds, fps)| (Some(seconds), fps));
        let mut entries = vec![
            ("file", self.file.into()),
            ("kind", self.media.kind().into()),
            ("format", self.format.into()),
            ("duration", optional(duration.map(Json::from))),
            ("fps", optional(fps.map(Json::from))),
        ];
        match self.media {
            Media::Clip(clip) => {
                entries.push(("loop", clip.is_looped().into()));
                entries.push(("model", optional(clip.vmd().map(|vmd| vmd.model.as_str().into()))));
                entries.extend(clip.motion3().map(|m| fades_json(m.fade_in, m.fade_out)).into_iter().flatten());
            }
            Media::Expression(e) => entries.extend(fades_json(e.fade_in, e.fade_out)),
            Media::Speech(speech) => {
                let cue = |cue: &MouthCue| {
                    object([("start", cue.start.into()), ("end", cue.end.into()), ("shape", cue.shape.name().into())])
                };
                entries.push(("cues", speech.cues().iter().map(cue).collect::<Vec<_>>().into()));
                entries.push(("merged", Json::Plain(speech.merged().to_string())));
            }
        }
        entries.extend([
            ("bones", of_kind(&["bone"])),
            ("morphs", of_kind(&["morph"])),
            ("parameters", of_kind(&["parameter", "model", "part"])),
            ("character", self.character.name().into()),
            ("mapped", names(true)),
            ("left", names(false)),
        ]);
        Json::Object(entries).to_text()
    }
}

fn optional(value: Option<Json>) -> Json {
    value.unwrap_or(Json::Plain("null".into()))
}

fn fades(fade_in: Option<f64>, fade_out: Option<f64>) -> String {
    let seconds = |fade: Option<f64>| fade.map_or("not said".into(), |seconds| format!("{} s", rounded(seconds)));
    format!("in {}, out {}", seconds(fade_in), seconds(fade_out))
}

fn fades_json(fade_in: Option<f64>, fade_out: Option<f64>) -> [(&'static str, Json); 2] {
    [("fade_in", optional(fade_in.map(Json::from))), ("fade_out", optional(fade_out.map(Json::from)))]
}

/// How often each shape is shown.
fn shapes(speech: &Speech) -> String {
    let count = |(name, shape): &(&str, Viseme)| {
        let shown = speech.cues().iter().filter(|cue| cue.shape == *shape).count();
        (shown > 0).then(|| format!("{name} x {shown}"))
    };
    Viseme::ALL.iter().filter_map(count).collect::<Vec<_>>().join(", ")
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
