//! A character's colours, all derived from the colour of its body unless the file says otherwise.

use crate::color::Color;

/// The colours a character is drawn in.
///
/// Derived in OKLCH, so that ramps look even; light shifts the hue a little towards yellow, shade towards blue.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Palette {
    /// The body's own colour.
    pub body: Color,
    /// The light spot on the body.
    pub light: Color,
    /// The shade that rises from the bottom.
    pub shade: Color,
    /// Eyes and strokes: a very dark (on dark bodies very light) tone of the body's hue.
    pub ink: Color,
    /// Cheeks.
    pub blush: Color,
    /// Inside of an open mouth.
    pub mouth: Color,
    /// Tongue.
    pub tongue: Color,
    /// Teeth, catch-lights, white of round eyes.
    pub white: Color,
    /// Around all ink, where art is so colourful that no ink reads on all of it.
    pub rim: Option<Color>,
}

/// The least contrast of ink against the body (WCAG 2 ratio).
pub const INK_CONTRAST: f64 = 4.5;

impl Palette {
    /// The palette of a body colour; alpha is ignored.
    pub fn from_body(body: Color) -> Self {
        let body = body.with_alpha(1.0);
        let [lightness, chroma, hue] = body.to_oklch();
        let toward = |target: f64, amount: f64| {
            let turn = (target - hue + 540.0).rem_euclid(360.0) - 180.0;
            // Grey has no hue to shift.
            hue + turn.clamp(-amount, amount) * (chroma / 0.04).min(1.0)
        };
        let lit =
            |rise: f64| Color::from_oklch([lightness + rise * (0.97 - lightness), chroma * 0.72, toward(100.0, 9.0)]);
        let mut light = lit(0.52);
        let shade = Color::from_oklch([(lightness - 0.15).max(0.06), chroma * 1.12, toward(275.0, 10.0)]);
        let ink = ink_on(body, &[body, body.mix(light, 0.5), body.mix(shade, 0.5)]);
        let dark_body = ink.luminance() > body.luminance();
        if dark_body {
            // Light ink is lost on light: the light rises only as far as the ink still reads on it.
            let reads = |light: &Color| ink.contrast(*light) >= INK_CONTRAST;
            light = [0.52, 0.42, 0.33, 0.25, 0.18, 0.12].map(lit).into_iter().find(reads).unwrap_or(lit(0.08));
        }
        Self {
            body,
            light,
            shade,
            ink,
            blush: blush_on(lightness, hue, dark_body),
            mouth: if dark_body {
                Color::from_oklch([0.30, 0.09, 15.0])
            } else {
                Color::from_oklch([0.34, 0.115, 18.0])
            },
            tongue: Color::from_oklch([0.70, 0.155, 18.0]),
            white: Color::WHITE,
            rim: None,
        }
    }

    /// Hearts for eyes: a rose as far from the body's lightness as reads well.
    pub fn heart(&self) -> Color {
        let [lightness, ..] = self.body.to_oklch();
        Color::from_oklch([if lightness > 0.55 { 0.5 } else { 0.72 }, 0.2, 10.0])
    }

    /// Whether the ink is darker than the body, or than the rim around it.
    pub fn ink_is_dark(&self) -> bool {
        self.rim.is_some() || self.ink.luminance() <= self.body.luminance()
    }

    /// The least contrast between the ink and any tone of the body behind the face.
    pub fn ink_contrast(&self) -> f64 {
        let tones = [self.body, self.body.mix(self.light, 0.5), self.body.mix(self.shade, 0.5)];
        tones.iter().map(|tone| self.ink.contrast(*tone)).fold(f64::MAX, f64::min)
    }
}

/// A rose that stays itself on warm bodies and does not turn grey on cold ones. On dark bodies it glows.
fn blush_on(lightness: f64, hue: f64, dark_body: bool) -> Color {
    let warm = libm::cos((hue - 30.0).to_radians()).max(0.0);
    let tone = if dark_body { (lightness + 0.2).clamp(0.5, 0.72) } else { lightness - 0.06 - 0.06 * warm };
    Color::from_oklch([tone.clamp(0.35, 0.72), 0.165 + 0.02 * warm, 8.0])
}

/// The ink of a hue for a face on some tones: dark where that reads well enough, otherwise light.
pub(crate) fn ink_on(body: Color, tones: &[Color]) -> Color {
    let [_, chroma, hue] = body.to_oklch();
    let contrast = |ink: Color| tones.iter().map(|t| ink.contrast(*t)).fold(f64::MAX, f64::min);
    let tone =
        |lightness: f64, chroma_limit: f64| Color::from_oklch([lightness, (chroma * 0.55).min(chroma_limit), hue]);
    // From a soft dark to the deepest, then light ones: the first with contrast to spare.
    let dark = [0.25, 0.21, 0.17, 0.13, 0.08].map(|l| tone(l, 0.07));
    let light = [0.93, 0.97, 1.0].map(|l| tone(l, 0.03));
    let candidates = dark.into_iter().chain(light);
    let enough = candidates.clone().find(|ink| contrast(*ink) >= INK_CONTRAST * 1.15);
    enough.unwrap_or_else(|| {
        // Tones too far apart for one ink: the body's own decides, where black or white always reach 4.58.
        let contrast = |ink: &Color| ink.contrast(body);
        let all = candidates.chain([Color::BLACK, Color::WHITE]);
        all.max_by(|a, b| contrast(a).total_cmp(&contrast(b))).unwrap_or(Color::BLACK)
    })
}

/// A dark ink of a hue, and what goes around it on ground that is both light and dark.
pub(crate) fn ink_and_rim(body: Color) -> [Color; 2] {
    let [_, chroma, hue] = body.to_oklch();
    [(0.21, 0.07), (0.985, 0.012)].map(|(tone, limit)| Color::from_oklch([tone, (0.55 * chroma).min(limit), hue]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Black or white alone reach sqrt(21) = 4.58 : 1 on any single colour.
        #[test]
        fn ink_reads_on_every_body(r: u8, g: u8, b: u8) {
            let palette = Palette::from_body(Color::rgb(r, g, b));
            prop_assert!(palette.ink.contrast(palette.body) >= INK_CONTRAST, "{}", palette.ink.contrast(palette.body));
        }
    }

    #[test]
    fn light_is_lighter_and_shade_is_darker() {
        for hex in ["#75b1f3", "#ef8b7b", "#ecb259", "#bd99e7", "#aacd67", "#65c3c0", "#333333", "#eeeeee"] {
            let p = Palette::from_body(hex.parse().unwrap());
            assert!(p.light.luminance() > p.body.luminance() && p.body.luminance() > p.shade.luminance(), "{hex}");
        }
    }

    #[test]
    fn ink_of_a_dark_body_is_light() {
        let p = Palette::from_body("#222233".parse().unwrap());
        assert!(p.ink.luminance() > 0.5);
    }
}
