//! `phiz inspect`.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use phiz::clip::{Clip, Expression, ExpressionParameter, Media, MouthCue, Speech, Track, Viseme};
use phiz::{Blend, Character, Error, FaceKind};

use super::args::Inspect;
use super::json::{Json, object};
use super::{read, terminal};

/// Prints what a file holds.
pub fn run(args: &Inspect) -> Result<(), Error> {
    let character = read::character(&args.character)?;
    let file = read::called(&args.file);
    let media = Media::parse(&file, &read::media(&args.file)?)?;
    let report = Report::of(&file, &media, &character);
    if args.json { terminal::print(&report.json()) } else { terminal::print_styled(&report.text()) }
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
    /// Mouth shapes.
    Shapes(usize),
    /// As much as there is.
    All,
}

impl Amount {
    fn text(&self) -> String {
        match self {
            Self::Keys(keys) => counted(*keys, "key"),
            Self::Value(value, blend) => format!("{value} {blend}"),
            Self::Shapes(shapes) => counted(*shapes, "shape"),
            Self::All => String::new(),
        }
    }
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

/// A number of things.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

impl<'a> Report<'a> {
    fn of(file: &'a str, media: &'a Media, character: &'a Character) -> Self {
        let (format, mut rows) = match media {
            Media::Clip(clip) => (if clip.vmd().is_some() { "VMD" } else { "motion3" }, clip_rows(clip)),
            Media::Expression(expression) => ("exp3", expression_rows(expression)),
            Media::Speech(speech) => {
                let (format, amount) = match speech.cues().len() {
                    0 => ("WAV", Amount::All),
                    shapes => ("mouth cues", Amount::Shapes(shapes)),
                };
                (format, vec![Row { kind: "voice", name: format, amount, moves: Some("mouth") }])
            }
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

    /// For people; with styles, which are for terminals alone.
    fn text(&self) -> String {
        let (file, kind) = (printable(self.file), self.media.kind());
        let mut text = format!("{BOLD}{file}{BOLD:#}: {kind} ({})\n", self.format);
        for (key, value) in self.facts() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {key:10}  {}", printable(&value));
        }
        let name = self.character.name();
        let named = |row: &Row<'_>| printable(row.name);
        let kinds = self.rows.iter().map(|row| row.kind.len()).max().unwrap_or(0);
        let names = self.rows.iter().map(|row| columns(&named(row))).max().unwrap_or(0).min(40);
        let amounts = self.rows.iter().map(|row| row.amount.text().len()).max().unwrap_or(0);
        for (title, moved) in [("moves", true), ("leaves", false)] {
            let rows: Vec<&Row<'_>> = self.rows.iter().filter(|row| row.moves.is_some() == moved).collect();
            if rows.is_empty() {
                continue;
            }
            let _ = writeln!(text, "\n{BOLD}{name} {title} {} of {}{BOLD:#}", rows.len(), self.rows.len());
            for row in rows {
                let (name, amount) = (named(row), row.amount.text());
                let gap = names.saturating_sub(columns(&name));
                let line = format!("  {:kinds$}  {name}{:gap$}  {amount:amounts$}", row.kind, "");
                let _ = match row.moves {
                    Some(what) => writeln!(text, "{line}  {GOOD}{what}{GOOD:#}"),
                    None => writeln!(text, "{FAINT}{}{FAINT:#}", line.trim_end()),
                };
            }
        }
        text
    }

    /// What is to be known about the file as a whole.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = Vec::new();
        if let Some((seconds, fps)) = self.length() {
            facts.push(("length", format!("{} s", rounded(seconds))));
            facts.extend(fps.map(|fps| ("rate", format!("{} frames a second", rounded(fps)))));
        }
        match self.media {
            Media::Clip(clip) => {
                facts.push(("goes round", if clip.is_looped() { "yes" } else { "no" }.into()));
                if let Some(vmd) = clip.vmd() {
                    facts.extend((!vmd.model.is_empty()).then(|| ("model", vmd.model.clone())));
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
                        facts.push(("passed by", others.join(", ")));
                    }
                }
                if let Some(motion) = clip.motion3() {
                    facts.extend(fades(motion.fade_in, motion.fade_out));
                    let note = |(time, note): &(f64, String)| ("note", format!("{} s  {note}", rounded(*time)));
                    facts.extend(motion.user_data.iter().map(note));
                }
            }
            Media::Expression(expression) => facts.extend(fades(expression.fade_in, expression.fade_out)),
            Media::Speech(speech) => {
                if !speech.cues().is_empty() {
                    facts.push(("shapes", shapes(speech)));
                }
                if speech.merged() > 0 {
                    facts.push(("merged", format!("{}, too short to be seen", counted(speech.merged(), "cue"))));
                }
            }
        }
        facts
    }

    fn json(&self) -> String {
        let of_kind = |kinds: &[&str]| -> Json {
            let rows = self.rows.iter().filter(|row| kinds.contains(&row.kind));
            let entry = |row: &Row<'_>| {
                let mut entries = vec![("kind", row.kind.into()), ("name", row.name.into())];
                match row.amount {
                    Amount::Keys(keys) => entries.push(("keys", Json::Plain(keys.to_string()))),
                    Amount::Value(value, blend) => entries.extend([("value", value.into()), ("blend", blend.into())]),
                    Amount::Shapes(_) | Amount::All => {}
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

/// The fades that a file says.
fn fades(fade_in: Option<f64>, fade_out: Option<f64>) -> Option<(&'static str, String)> {
    let seconds = |(name, fade): (&str, Option<f64>)| fade.map(|fade| format!("{name} {} s", rounded(fade)));
    let fades: Vec<String> = [("in", fade_in), ("out", fade_out)].into_iter().filter_map(seconds).collect();
    (!fades.is_empty()).then(|| ("fades", fades.join(", ")))
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

const BOLD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// A text from a file without what a terminal would obey.
pub fn printable(text: &str) -> String {
    let one = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(one).collect()
}

/// How many columns of a terminal a text takes: the characters of Chinese, Japanese and Korean take two.
fn columns(text: &str) -> usize {
    let wide = |c: char| {
        matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'
            | '\u{FE30}'..='\u{FE6F}' | '\u{FF01}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}')
    };
    text.chars().map(|c| 1 + usize::from(wide(c))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_wide_characters_twice() {
        assert_eq!(["頭", "まばたき", "ｳｨﾝｸ2", "head", ""].map(columns), [2, 8, 5, 4, 0]);
    }

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert_eq!(printable("頭\x1b[2J\n"), "頭\\u{1b}[2J\\n");
    }
}
