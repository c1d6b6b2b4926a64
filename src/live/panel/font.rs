//! The panel's letters: lines of one width with round ends, as the line face has them.
//!
//! A glyph is an SVG path on a grid: y down, the baseline at 0, small letters 5 high, capitals 7. So text is shapes like
//! all else that phiz draws, and needs no font.

use std::collections::BTreeMap;

use kurbo::{Affine, BezPath, PathEl};

/// The height of capitals on the grid.
pub const CAPITAL: f64 = 7.0;
/// The width of the pen on the grid.
pub const PEN: f64 = 0.92;
/// Between two letters.
const GAP: f64 = 1.75;
/// What is shown for a character that there is no glyph for: a small frame.
const UNKNOWN: (f64, &str) = (3.2, "M0 -5H3.2V0H0Z");

/// Characters, their widths and their paths.
const GLYPHS: [(char, f64, &str); 92] = [
    (' ', 1.5, ""),
    ('a', 4.6, "M4.6 -2.5A2.3 2.5 0 1 1 0 -2.5A2.3 2.5 0 1 1 4.6 -2.5M4.6 -5V0"),
    ('b', 4.6, "M4.6 -2.5A2.3 2.5 0 1 1 0 -2.5A2.3 2.5 0 1 1 4.6 -2.5M0 -7.3V0"),
    ('c', 3.9, "M3.9 -4.3A2.3 2.5 0 1 0 3.9 -0.7"),
    ('d', 4.6, "M4.6 -2.5A2.3 2.5 0 1 1 0 -2.5A2.3 2.5 0 1 1 4.6 -2.5M4.6 -7.3V0"),
    ('e', 4.6, "M0 -2.6H4.6A2.3 2.5 0 1 0 3.9 -0.7"),
    ('f', 2.7, "M2.7 -7.2C1.5 -7.5 1 -6.7 1 -5.7V0M0 -5H2.4"),
    ('g', 4.6, "M4.6 -2.5A2.3 2.5 0 1 1 0 -2.5A2.3 2.5 0 1 1 4.6 -2.5M4.6 -5V0.1C4.6 2.5 1.4 2.6 0.5 1.4"),
    ('h', 4.1, "M0 -7.3V0M0 -2.9A2.05 2.1 0 0 1 4.1 -2.9V0"),
    ('i', 0.0, "M0 -5V0M0 -7V-6.95"),
    ('j', 1.2, "M1.2 -5V0.7C1.2 1.7 0.7 2 0 2M1.2 -7V-6.95"),
    ('k', 3.7, "M0 -7.3V0M3.5 -5L0 -1.9M1.4 -3.1L3.7 0"),
    ('l', 0.0, "M0 -7.3V0"),
    ('m', 6.8, "M0 -5V0M0 -3.2A1.7 1.8 0 0 1 3.4 -3.2V0M3.4 -3.2A1.7 1.8 0 0 1 6.8 -3.2V0"),
    ('n', 4.1, "M0 -5V0M0 -2.9A2.05 2.1 0 0 1 4.1 -2.9V0"),
    ('o', 4.8, "M4.8 -2.5A2.4 2.5 0 1 1 0 -2.5A2.4 2.5 0 1 1 4.8 -2.5Z"),
    ('p', 4.6, "M4.6 -2.5A2.3 2.5 0 1 1 0 -2.5A2.3 2.5 0 1 1 4.6 -2.5M0 -5V2"),
    ('q', 4.6, "M4.6 -2.5A2.3 2.5 0 1 1 0 -2.5A2.3 2.5 0 1 1 4.6 -2.5M4.6 -5V2"),
    ('r', 2.4, "M0 -5V0M0 -2.7C0 -4.2 1 -5.2 2.4 -5"),
    ('s', 3.5, "M3.3 -4.2C2.8 -5.3 0.2 -5.3 0.2 -3.75C0.2 -2.1 3.5 -3 3.5 -1.3C3.5 0.4 0.5 0.4 0 -0.9"),
    ('t', 2.6, "M0.9 -6.7V-1.3C0.9 -0.1 1.7 0.1 2.6 -0.1M0 -5H2.4"),
    ('u', 4.1, "M0 -5V-2.1A2.05 2.1 0 0 0 4.1 -2.1M4.1 -5V0"),
    ('v', 4.0, "M0 -5L2 0L4 -5"),
    ('w', 6.2, "M0 -5L1.55 0L3.1 -5L4.65 0L6.2 -5"),
    ('x', 3.8, "M0 -5L3.8 0M3.8 -5L0 0"),
    ('y', 4.0, "M0 -5L2.05 -0.2M4 -5L1.7 0.9C1.3 1.9 0.8 2.1 0.1 2"),
    ('z', 3.7, "M0 -5H3.6L0 0H3.7"),
    ('A', 5.2, "M0 0L2.6 -7L5.2 0M0.9 -2.4H4.3"),
    ('B', 4.2, "M0 0V-7H2.2A1.7 1.65 0 0 1 2.2 -3.7H0M2.2 -3.7A1.85 1.85 0 0 1 2.2 0H0"),
    ('C', 5.6, "M5.6 -5.8A3.2 3.5 0 1 0 5.6 -1.2"),
    ('D', 5.0, "M0 0V-7H1.7A3.3 3.5 0 0 1 1.7 0Z"),
    ('E', 3.8, "M3.8 -7H0V0H3.8M0 -3.6H3.3"),
    ('F', 3.7, "M3.7 -7H0V0M0 -3.5H3.2"),
    ('G', 5.6, "M5.6 -5.8A3.2 3.5 0 1 0 5.6 -1.2V-3.2H3.6"),
    ('H', 4.8, "M0 -7V0M4.8 -7V0M0 -3.6H4.8"),
    ('I', 0.0, "M0 -7V0"),
    ('J', 2.9, "M2.9 -7V-1.9A1.6 1.9 0 0 1 0 -1.2"),
    ('K', 4.4, "M0 -7V0M4.2 -7L0 -2.7M1.5 -4.1L4.4 0"),
    ('L', 3.5, "M0 -7V0H3.5"),
    ('M', 6.0, "M0 0V-7L3 -2.2L6 -7V0"),
    ('N', 4.8, "M0 0V-7L4.8 0V-7"),
    ('O', 6.4, "M6.4 -3.5A3.2 3.5 0 1 1 0 -3.5A3.2 3.5 0 1 1 6.4 -3.5Z"),
    ('P', 4.2, "M0 0V-7H2.2A1.9 1.9 0 0 1 2.2 -3.2H0"),
    ('Q', 6.4, "M6.4 -3.5A3.2 3.5 0 1 1 0 -3.5A3.2 3.5 0 1 1 6.4 -3.5ZM4.2 -1.8L6.3 0.3"),
    ('R', 4.4, "M0 0V-7H2.2A1.9 1.9 0 0 1 2.2 -3.2H0M2.4 -3.2L4.4 0"),
    ('S', 4.2, "M4 -5.8C3.3 -7.4 0.2 -7.4 0.2 -5.3C0.2 -3 4.2 -4.2 4.2 -1.8C4.2 0.5 0.7 0.5 0 -1.3"),
    ('T', 4.6, "M0 -7H4.6M2.3 -7V0"),
    ('U', 4.8, "M0 -7V-2.4A2.4 2.4 0 0 0 4.8 -2.4V-7"),
    ('V', 5.0, "M0 -7L2.5 0L5 -7"),
    ('W', 7.6, "M0 -7L1.9 0L3.8 -7L5.7 0L7.6 -7"),
    ('X', 4.6, "M0 -7L4.6 0M4.6 -7L0 0"),
    ('Y', 4.6, "M0 -7L2.3 -3.4L4.6 -7M2.3 -3.4V0"),
    ('Z', 4.4, "M0 -7H4.3L0 0H4.4"),
    ('0', 4.2, "M4.2 -3.5A2.1 3.5 0 1 1 0 -3.5A2.1 3.5 0 1 1 4.2 -3.5Z"),
    ('1', 4.2, "M0.8 -5.6L2.4 -7V0"),
    ('2', 4.2, "M0.1 -5.2C0.1 -7.6 4 -7.6 4 -5.1C4 -3.5 1.6 -2.2 0.1 0H4.2"),
    ('3', 4.2, "M0.4 -7H3.8L1.8 -4.2C5.1 -4.5 4.9 0 1.9 0C1 0 0.3 -0.4 0 -1.1"),
    ('4', 4.2, "M3.2 0V-7L0 -2H4.4"),
    ('5', 4.2, "M3.8 -7H0.7L0.3 -3.8C1.9 -5 4.2 -4.2 4.2 -2.2C4.2 0.4 0.9 0.7 0 -1"),
    ('6', 4.2, "M3.4 -7C1.3 -6.3 0 -4.4 0 -2.2A2.1 2.2 0 1 0 0.3 -3.3"),
    ('7', 4.2, "M0 -7H4.2L1.4 0"),
    ('8', 4.2, "M2.1 -3.8A1.75 1.6 0 1 1 2.2 -3.8A2.1 1.9 0 1 1 2.1 -3.8Z"),
    ('9', 4.2, "M0.8 0C2.9 -0.7 4.2 -2.6 4.2 -4.8A2.1 2.2 0 1 0 3.9 -3.7"),
    ('-', 2.8, "M0 -2.6H2.8"),
    ('\u{2212}', 3.2, "M0 -3.4H3.2"),
    ('+', 3.6, "M0 -3.4H3.6M1.8 -5.2V-1.6"),
    ('.', 0.0, "M0 -0.05V0"),
    (',', 0.4, "M0.4 -0.2L0 1.2"),
    (':', 0.0, "M0 -0.05V0M0 -3.9V-3.85"),
    (';', 0.4, "M0.4 -0.2L0 1.2M0.4 -3.9V-3.85"),
    ('!', 0.0, "M0 -7V-2.2M0 -0.05V0"),
    ('?', 3.4, "M0 -5.6C0.2 -7.5 3.4 -7.4 3.4 -5.3C3.4 -3.7 1.7 -3.6 1.7 -2.1M1.7 -0.05V0"),
    ('\'', 0.0, "M0 -7.2V-5.6"),
    ('"', 1.6, "M0 -7.2V-5.6M1.6 -7.2V-5.6"),
    ('/', 2.8, "M0 0.6L2.8 -7.6"),
    ('\\', 2.8, "M0 -7.6L2.8 0.6"),
    ('(', 1.3, "M1.3 -7.6C-0.4 -5.4 -0.4 -1.4 1.3 0.8"),
    (')', 1.3, "M0 -7.6C1.7 -5.4 1.7 -1.4 0 0.8"),
    ('[', 1.2, "M1.2 -7.6H0V0.8H1.2"),
    (']', 1.2, "M0 -7.6H1.2V0.8H0"),
    ('_', 4.0, "M0 0.8H4"),
    ('=', 3.6, "M0 -4.2H3.6M0 -2.4H3.6"),
    ('*', 2.8, "M1.4 -6.9V-4.1M0.2 -6.2L2.6 -4.8M0.2 -4.8L2.6 -6.2"),
    ('#', 4.4, "M1.4 -6.6L0.6 -0.4M3.8 -6.6L3 -0.4M0.2 -4.7H4.4M0 -2.3H4.2"),
    (
        '%',
        5.6,
        "M4.7 -7L0.9 0M2.2 -5.7A1.1 1.3 0 1 1 0 -5.7A1.1 1.3 0 1 1 2.2 -5.7ZM5.6 -1.3A1.1 1.3 0 1 1 3.4 -1.3A1.1 1.3 0 1 1 5.6 -1.3Z",
    ),
    ('&', 5.0, "M5 0L1.3 -4.5C-0.2 -6.6 3.4 -8.2 3.3 -5.8C3.2 -4.2 0 -3.8 0 -1.7C0 0.7 3.8 0.7 4.6 -2.6"),
    (
        '@',
        6.2,
        "M4.5 -3.3A1.4 1.6 0 1 1 1.7 -3.3A1.4 1.6 0 1 1 4.5 -3.3M4.5 -4.9V-3C4.5 -1.4 6.2 -1.5 6.2 -3.5A3.1 3.4 0 1 0 4.4 -0.4",
    ),
    ('°', 2.0, "M2 -6.2A1 1 0 1 1 0 -6.2A1 1 0 1 1 2 -6.2Z"),
    ('·', 0.0, "M0 -2.6V-2.55"),
    ('\u{2026}', 3.6, "M0 -0.05V0M1.8 -0.05V0M3.6 -0.05V0"),
    ('<', 2.8, "M2.8 -5.4L0 -3.3L2.8 -1.2"),
    ('>', 2.8, "M0 -5.4L2.8 -3.3L0 -1.2"),
];

/// All glyphs, read once.
pub struct Font {
    glyphs: BTreeMap<char, (f64, BezPath)>,
    unknown: (f64, BezPath),
}

impl Font {
    pub fn new() -> Self {
        // The table is ours, and a test reads all of it.
        let read = |path: &str| BezPath::from_svg(path).unwrap_or_default();
        Self {
            glyphs: GLYPHS.iter().map(|(c, width, path)| (*c, (*width, read(path)))).collect(),
            unknown: (UNKNOWN.0, read(UNKNOWN.1)),
        }
    }

    fn glyph(&self, c: char) -> &(f64, BezPath) {
        self.glyphs.get(&c).unwrap_or(&self.unknown)
    }

    /// How wide a line of text is, if capitals are `size` high.
    pub fn width(&self, text: &str, size: f64) -> f64 {
        let widths = text.chars().map(|c| self.glyph(c).0 + GAP);
        (widths.sum::<f64>() - GAP).max(0.0) * size / CAPITAL
    }

    /// The text, or as much of its beginning as fits, with dots behind.
    pub fn fitted(&self, text: &str, size: f64, most: f64) -> String {
        if self.width(text, size) <= most {
            return text.to_owned();
        }
        let mut kept: Vec<char> = text.chars().collect();
        loop {
            let shown: String = kept.iter().chain(&['\u{2026}']).collect();
            if kept.pop().is_none() || self.width(&shown, size) <= most {
                return shown;
            }
        }
    }

    /// The lines of a text, to be drawn with a round pen of `PEN * size / CAPITAL`. It begins at `x` on the baseline `y`.
    pub fn lines<'a>(&'a self, text: &'a str, size: f64, [x, y]: [f64; 2]) -> impl Iterator<Item = PathEl> + 'a {
        let mut at = x;
        text.chars().flat_map(move |c| {
            let (width, path) = self.glyph(c);
            let place = Affine::translate((at, y)) * Affine::scale(size / CAPITAL);
            at += (width + GAP) * size / CAPITAL;
            path.elements().iter().map(move |el| place * *el)
        })
    }
}

#[cfg(test)]
mod tests {
    use kurbo::Shape;

    use super::*;

    #[test]
    fn every_glyph_is_a_path_as_wide_as_it_says() {
        for (c, width, text) in GLYPHS {
            let path = BezPath::from_svg(text).unwrap_or_else(|e| panic!("{c:?}: {e}"));
            let bounds = path.bounding_box();
            if c != ' ' {
                assert!(bounds.x0 > -0.1 && bounds.x1 < width + 0.25, "{c:?}: {bounds:?} in {width}");
                assert!(bounds.y0 > -8.0 && bounds.y1 < 2.6, "{c:?}: {bounds:?}");
            }
        }
        assert_eq!(Font::new().glyphs.len(), GLYPHS.len(), "none is there twice");
    }

    #[test]
    fn names_of_states_faces_and_characters_can_be_written() {
        let font = Font::new();
        let nubo = phiz::Character::builtin("nubo").unwrap();
        let states = nubo.states().iter().map(|s| s.name.as_str());
        let others = phiz::Character::builtin_names().chain(phiz::FaceKind::ALL.map(|(name, _)| name));
        let colors = phiz::NAMED_COLORS.map(|(name, _)| name);
        let texts: Vec<String> = states.map(str::to_owned).chain(others.chain(colors).map(str::to_owned)).collect();
        for text in texts.iter().map(String::as_str).chain(["\u{2212}12.5\u{b0}"]) {
            assert!(text.chars().all(|c| font.glyphs.contains_key(&c)), "{text}");
        }
        assert!(('!'..='~').all(|c| font.glyphs.contains_key(&c) || "$^`{|}~".contains(c)));
    }

    #[test]
    fn what_is_too_long_ends_in_dots() {
        let font = Font::new();
        assert_eq!(font.fitted("idle", 8.0, 100.0), "idle");
        let cut = font.fitted("a name that is far too long", 8.0, 60.0);
        assert!(cut.ends_with('\u{2026}') && cut.starts_with("a name") && font.width(&cut, 8.0) <= 60.0, "{cut}");
        assert_eq!(font.fitted("名前", 8.0, 1.0), "\u{2026}");
    }
}
