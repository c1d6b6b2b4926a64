//! Art styles: what becomes of a scene's body and parts before it is drawn. The face is left as it is, so every face
//! reads in every style.
//!
//! A style is a list of numbers in `styles.toml`; the same scene goes to every renderer afterwards.

mod apply;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crate::Error;
use crate::character::reader::{Document, Table};

pub(crate) use apply::Subject;

/// How body and parts are painted: a change to the shaded scene.
///
/// ```
/// use phiz::{Drawing, Style};
/// let drawing = Drawing { style: Style::builtin("sticker")?, ..Drawing::default() };
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Whether gradients stay; if not, body and parts have one colour each.
    pub shaded: bool,
    /// Whether the highlight of the body stays.
    pub gloss: bool,
    /// How far plain colours go towards paper, 0..=1. Paper is white, or black where the face's ink is light. Gradients
    /// are not tinted.
    pub tint: f64,
    /// Of body and parts, 0..=1; light and shade on them keep theirs.
    pub opacity: f64,
    /// Whether the contact shadow stays.
    pub shadow: bool,
    /// Width of the line around body and parts, in canvas units; 0 for none. What is painted on the body has a finer one.
    pub line: f64,
    /// What that line is drawn with.
    pub ink: LineInk,
    /// How far fills are moved against their lines, in canvas units, y down.
    pub shift: [f64; 2],
    /// Where each piece throws a shadow, in canvas units, y down.
    pub cast: [f64; 2],
    /// How dark that shadow is, 0..=1; 0 for none.
    pub cast_depth: f64,
    /// Width of the white rim around body and parts, in canvas units; 0 for none.
    pub rim: f64,
}

/// The colour of a style's lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineInk {
    /// The face's.
    Ink,
    /// White.
    White,
    /// A dark tone of the body; a lighter one where the body is dark.
    Shade,
}

/// A style that comes with phiz.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedStyle {
    /// Its name in flags.
    pub name: String,
    /// What it looks like, in a line.
    pub summary: String,
    /// What it does.
    pub style: Style,
}

impl Style {
    /// The scene as it is composed.
    pub const SOLID: Self = Self {
        shaded: true,
        gloss: true,
        tint: 0.0,
        opacity: 1.0,
        shadow: true,
        line: 0.0,
        ink: LineInk::Ink,
        shift: [0.0, 0.0],
        cast: [0.0, 0.0],
        cast_depth: 0.0,
        rim: 0.0,
    };

    /// All styles that come with phiz; the first is [`Style::SOLID`].
    pub fn all() -> &'static [NamedStyle] {
        // Parsed once: the text is part of the program, so this is a constant that takes time to write down.
        static PARSED: OnceLock<Vec<NamedStyle>> = OnceLock::new();
        PARSED.get_or_init(|| {
            Document::parse("styles.toml", include_bytes!("styles.toml")).map_or_else(
                |findings| {
                    debug_assert!(false, "{findings:?}");
                    Vec::new()
                },
                |document| {
                    let styles = read(&document);
                    let findings = document.into_findings().into_vec();
                    debug_assert!(findings.is_empty(), "{findings:?}");
                    styles
                },
            )
        })
    }

    /// A style by its name.
    ///
    /// # Errors
    /// [`Error::Unknown`], with the nearest name.
    pub fn builtin(name: &str) -> Result<Self, Error> {
        let found = Self::all().iter().find(|known| known.name == name).map(|known| known.style);
        found.ok_or_else(|| Error::unknown("style", name, Self::all().iter().map(|known| known.name.as_str())))
    }
}

impl Default for Style {
    fn default() -> Self {
        Self::SOLID
    }
}

const INKS: [(&str, LineInk); 3] = [("ink", LineInk::Ink), ("white", LineInk::White), ("shade", LineInk::Shade)];

fn read(document: &Document) -> Vec<NamedStyle> {
    let root = document.root();
    let styles = root.tables("styles").into_iter().map(|(name, table)| named(name, table)).collect();
    root.finish();
    styles
}

fn named(name: &str, table: Table<'_>) -> NamedStyle {
    let solid = Style::SOLID;
    let style = Style {
        shaded: table.bool("shaded").unwrap_or(solid.shaded),
        gloss: table.bool("gloss").unwrap_or(solid.gloss),
        tint: table.number("tint", 0.0..=1.0).unwrap_or(solid.tint),
        opacity: table.number("opacity", 0.0..=1.0).unwrap_or(solid.opacity),
        shadow: table.bool("shadow").unwrap_or(solid.shadow),
        line: table.number("line", 0.0..=10.0).unwrap_or(solid.line),
        ink: table.one_of("ink", &INKS).unwrap_or(solid.ink),
        shift: table.pair("shift", -10.0..=10.0).unwrap_or(solid.shift),
        cast: table.pair("cast", -10.0..=10.0).unwrap_or(solid.cast),
        cast_depth: table.number("cast_depth", 0.0..=1.0).unwrap_or(solid.cast_depth),
        rim: table.number("rim", 0.0..=20.0).unwrap_or(solid.rim),
    };
    let summary = table.text("summary").unwrap_or_default().to_owned();
    table.finish();
    NamedStyle { name: name.to_owned(), summary, style }
}
