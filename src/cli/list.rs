//! `phiz list`.

use std::fmt::Write;

use phiz::{Character, Error, FaceKind, NAMED_COLORS, Style};

use super::args::List;
use super::json::{Json, object};
use super::terminal;

/// Prints what there is to choose from.
pub fn run(args: &List) -> Result<(), Error> {
    let cast = Character::builtin_names().map(Character::builtin).collect::<Result<Vec<_>, _>>()?;
    let states = cast.first().map(Character::states).unwrap_or_default();
    if args.json {
        let character =
            |c: &Character| row(c.name(), &[("summary", c.summary()), ("color", &c.palette().body.to_string())]);
        let whole = object([
            ("characters", cast.iter().map(character).collect::<Vec<_>>().into()),
            ("states", states.iter().map(|s| row(&s.name, &[("summary", &s.summary)])).collect::<Vec<_>>().into()),
            ("faces", FaceKind::ALL.map(|(name, face)| row(name, &[("summary", summary(face))])).into()),
            (
                "styles",
                Style::all().iter().map(|s| row(&s.name, &[("summary", &s.summary)])).collect::<Vec<_>>().into(),
            ),
            ("colors", NAMED_COLORS.map(|(name, color)| row(name, &[("color", &color.to_string())])).into()),
        ]);
        return terminal::print(&whole.to_text());
    }
    let mut text = String::new();
    let mut section = |title: &str, rows: &mut dyn Iterator<Item = (String, String)>| {
        let rows: Vec<_> = rows.collect();
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let _ = writeln!(text, "{title}");
        for (name, summary) in rows {
            let _ = writeln!(text, "  {name:width$}  {summary}");
        }
        let _ = writeln!(text);
    };
    section("Characters", &mut cast.iter().map(|c| (c.name().into(), c.summary().into())));
    section("States", &mut states.iter().map(|s| (s.name.clone(), s.summary.clone())));
    section("Faces", &mut FaceKind::ALL.iter().map(|(name, face)| ((*name).into(), summary(*face).into())));
    section("Styles", &mut Style::all().iter().map(|s| (s.name.clone(), s.summary.clone())));
    section("Colours", &mut NAMED_COLORS.iter().map(|(name, color)| ((*name).into(), color.to_string())));
    terminal::print(text.trim_end_matches('\n')).and_then(|()| terminal::print("\n"))
}

/// A thing that has a name.
fn row(name: &str, more: &[(&'static str, &str)]) -> Json {
    let more = more.iter().map(|(key, text)| (*key, Json::from(*text)));
    Json::Object(std::iter::once(("name", name.into())).chain(more).collect())
}

fn summary(face: FaceKind) -> &'static str {
    match face {
        FaceKind::Cute => "dot eyes, a small mouth, blush",
        FaceKind::Eyes => "two eyes alone",
        FaceKind::Line => "eyes, nose and mouth in one ink and one width",
    }
}
