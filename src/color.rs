//! Colour as files and renderers see it: sRGB, 8 bits a channel, straight alpha.

use std::fmt;
use std::str::FromStr;

use color::{AlphaColor, Oklch, Srgb};

/// An sRGB colour with straight (not premultiplied) alpha, 8 bits a channel.
///
/// Mixing and shading happen in OKLCH, where equal steps look equal; see [`Color::with_lightness`] and
/// [`Color::mix`].
///
/// ```
/// use phiz::Color;
/// let c: Color = "#3366cc80".parse()?;
/// assert_eq!((c.r, c.g, c.b, c.a), (0x33, 0x66, 0xcc, 0x80));
/// assert_eq!(c.to_string(), "#3366cc80");
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Color {
    /// Red, 0..=255.
    pub r: u8,
    /// Green, 0..=255.
    pub g: u8,
    /// Blue, 0..=255.
    pub b: u8,
    /// Alpha, 0 (clear) ..= 255 (opaque).
    pub a: u8,
}

/// Colours with names of their own: an even walk around the hues, each with room for light above and shade below when it
/// is a body's.
pub const NAMED_COLORS: [(&str, Color); 12] = [
    ("coral", Color::rgb(0xef, 0x8b, 0x7b)),
    ("peach", Color::rgb(0xf4, 0xa9, 0x7c)),
    ("honey", Color::rgb(0xec, 0xb2, 0x59)),
    ("pear", Color::rgb(0xaa, 0xcd, 0x67)),
    ("mint", Color::rgb(0x7f, 0xd1, 0xa0)),
    ("teal", Color::rgb(0x65, 0xc3, 0xc0)),
    ("sky", Color::rgb(0x75, 0xb1, 0xf3)),
    ("iris", Color::rgb(0x97, 0xa2, 0xf2)),
    ("lilac", Color::rgb(0xbd, 0x99, 0xe7)),
    ("rose", Color::rgb(0xee, 0x8f, 0xb4)),
    ("cloud", Color::rgb(0xd5, 0xdc, 0xe6)),
    ("slate", Color::rgb(0x55, 0x60, 0x78)),
];

/// CSS names that people type; only for telling what a mistyped one may have been.
const COMMON_NAMES: [&str; 30] = [
    "aqua", "beige", "black", "blue", "brown", "crimson", "cyan", "gold", "gray", "green", "grey", "indigo", "ivory",
    "khaki", "lime", "magenta", "maroon", "navy", "olive", "orange", "orchid", "pink", "plum", "purple", "red",
    "silver", "tomato", "violet", "white", "yellow",
];

impl Color {
    /// Opaque white.
    pub const WHITE: Self = Self::rgb(255, 255, 255);
    /// Opaque black.
    pub const BLACK: Self = Self::rgb(0, 0, 0);
    /// Nothing at all.
    pub const CLEAR: Self = Self { r: 0, g: 0, b: 0, a: 0 };

    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    /// The same colour with another alpha, 0..=1 (clamped).
    pub fn with_alpha(self, alpha: f64) -> Self {
        Self { a: unit_to_u8(alpha), ..self }
    }

    /// Lightness (0..=1), chroma (0..about 0.4) and hue (degrees) in OKLCH.
    pub fn to_oklch(self) -> [f64; 3] {
        let c: AlphaColor<Oklch> = self.to_alpha_color().convert();
        [f64::from(c.components[0]), f64::from(c.components[1]), f64::from(c.components[2])]
    }

    /// From OKLCH, opaque. Chroma is lowered until the colour can be shown, so hue and lightness stay as asked.
    pub fn from_oklch([lightness, chroma, hue]: [f64; 3]) -> Self {
        let lightness = lightness.clamp(0.0, 1.0);
        let at = |chroma: f64| -> AlphaColor<Srgb> {
            AlphaColor::<Oklch>::new([lightness as f32, chroma as f32, hue as f32, 1.0]).convert()
        };
        let shown = |c: &AlphaColor<Srgb>| c.components.iter().all(|v| (-0.0005..=1.0005).contains(v));
        let wanted = at(chroma.max(0.0));
        if shown(&wanted) {
            return Self::from_alpha_color(wanted);
        }
        let (mut low, mut high) = (0.0, chroma.max(0.0));
        for _ in 0..20 {
            let middle = 0.5 * (low + high);
            if shown(&at(middle)) { low = middle } else { high = middle }
        }
        Self::from_alpha_color(at(low))
    }

    /// Lightness (0..=1), and the two opponent axes green to red and blue to yellow, in OKLAB: where colours are blended.
    pub(crate) fn to_oklab(self) -> [f64; 3] {
        let c: AlphaColor<color::Oklab> = self.to_alpha_color().convert();
        [0, 1, 2].map(|i| f64::from(c.components[i]))
    }

    /// From OKLAB, opaque; what cannot be shown is clamped channel by channel.
    pub(crate) fn from_oklab([lightness, a, b]: [f64; 3]) -> Self {
        let lab = AlphaColor::<color::Oklab>::new([lightness as f32, a as f32, b as f32, 1.0]);
        Self::from_alpha_color(lab.convert())
    }

    /// The same hue at another lightness (0..=1), chroma multiplied by `chroma`, hue turned by `hue` degrees.
    pub fn with_lightness(self, lightness: f64, chroma: f64, hue: f64) -> Self {
        let [_, c, h] = self.to_oklch();
        Self { a: self.a, ..Self::from_oklch([lightness, c * chroma, h + hue]) }
    }

    /// A blend towards `other` in OKLAB, 0 is `self`, 1 is `other`. Alpha is blended beside the colour, not into it:
    /// halfway to a clear red is a half clear red.
    pub fn mix(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0) as f32;
        let [a, b]: [AlphaColor<color::Oklab>; 2] = [self, other].map(|c| c.to_alpha_color().convert());
        let mixed = std::array::from_fn(|i| a.components[i] + (b.components[i] - a.components[i]) * share);
        Self::from_alpha_color(AlphaColor::<color::Oklab>::new(mixed).convert())
    }

    /// Relative luminance as WCAG 2 defines it, 0..=1; alpha is ignored.
    pub fn luminance(self) -> f64 {
        let channel = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
        };
        0.2126 * channel(self.r) + 0.7152 * channel(self.g) + 0.0722 * channel(self.b)
    }

    /// Contrast ratio as WCAG 2 defines it, 1..=21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The name that a mistyped one may have been.
    ///
    /// ```
    /// assert_eq!(phiz::Color::nearest_name("ligac"), Some("lilac"));
    /// assert_eq!(phiz::Color::nearest_name("#12345"), None);
    /// ```
    pub fn nearest_name(name: &str) -> Option<&'static str> {
        let own = NAMED_COLORS.iter().map(|(name, _)| *name);
        crate::finding::nearest(name, own.chain(COMMON_NAMES))
    }

    fn to_alpha_color(self) -> AlphaColor<Srgb> {
        AlphaColor::from_rgba8(self.r, self.g, self.b, self.a)
    }

    fn from_alpha_color(c: AlphaColor<Srgb>) -> Self {
        let [r, g, b, a] = c.components.map(|v| unit_to_u8(f64::from(v)));
        Self { r, g, b, a }
    }
}

/// Rounds 0..=1 to 0..=255; what is outside is clamped, NaN becomes 0.
pub(crate) fn unit_to_u8(v: f64) -> u8 {
    (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

impl fmt::Display for Color {
    /// `#rrggbb`, or `#rrggbbaa` where alpha is not full.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)?;
        if self.a == 255 { Ok(()) } else { write!(f, "{:02x}", self.a) }
    }
}

impl FromStr for Color {
    type Err = crate::Error;

    /// One of [`NAMED_COLORS`], or any CSS colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, `tomato`, `rgb(…)`, `hsl(…)`,
    /// `oklch(…)`. Two of the names, coral and teal, are in CSS as well; ours win.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = || crate::Error::Parameter {
            name: "colour".into(),
            value: text.chars().take(40).collect(),
            allowed: "a CSS colour such as `#4f8ef7`, `tomato` or `oklch(0.7 0.15 250)`".into(),
        };
        if text.len() > 100 {
            return Err(refused());
        }
        if let Some((_, color)) = NAMED_COLORS.iter().find(|(name, _)| *name == text.trim()) {
            return Ok(*color);
        }
        // CSS spells gray either way; the parser knows one.
        let text = text.to_ascii_lowercase().replace("grey", "gray");
        let parsed = color::parse_color(text.trim()).map_err(|_| refused())?;
        let srgb: AlphaColor<Srgb> = parsed.to_alpha_color();
        if srgb.components.iter().any(|v| !v.is_finite()) {
            return Err(refused());
        }
        Ok(Self::from_alpha_color(srgb))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklch_round_trip_is_exact_to_one_step() {
        for r in (0..=255).step_by(51) {
            for g in (0..=255).step_by(51) {
                for b in (0..=255).step_by(51) {
                    let c = Color::rgb(r, g, b);
                    let back = Color::from_oklch(c.to_oklch());
                    for (x, y) in [(c.r, back.r), (c.g, back.g), (c.b, back.b)] {
                        assert!(x.abs_diff(y) <= 1, "{c} came back as {back}");
                    }
                }
            }
        }
    }

    #[test]
    fn contrast_of_black_on_white_is_21() {
        assert!((Color::BLACK.contrast(Color::WHITE) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn a_blend_with_a_clear_colour_keeps_its_hue() {
        let red = Color::rgb(200, 30, 40);
        for share in [0.0, 0.25, 0.5, 1.0] {
            let mixed = red.with_alpha(0.0).mix(red, share);
            assert_eq!(mixed, red.with_alpha(share), "{share}");
        }
    }

    #[test]
    fn every_name_is_a_colour() {
        for (name, color) in NAMED_COLORS {
            assert_eq!(name.parse::<Color>().unwrap(), color);
        }
        for name in COMMON_NAMES {
            assert!(name.parse::<Color>().is_ok(), "{name}");
        }
    }

    #[test]
    fn css_names_hex_and_functions_are_read() {
        assert_eq!("tomato".parse::<Color>().unwrap(), Color::rgb(255, 99, 71));
        assert_eq!(" #fff ".parse::<Color>().unwrap(), Color::WHITE);
        assert_eq!("DarkSlateGrey".parse::<Color>().unwrap(), Color::rgb(47, 79, 79));
        assert_eq!("rgb(51 102 204)".parse::<Color>().unwrap(), Color::rgb(0x33, 0x66, 0xcc));
        for bad in ["", "#ggg", "blurple", "rgb(nan 0 0)", "#12345"] {
            assert!(bad.parse::<Color>().is_err(), "{bad} was taken");
        }
    }
}
