//! A character in another colour.

use std::sync::Arc;

use super::{Character, Cheek, Palette, PartArt, Skin};
use crate::color::Color;
use crate::scene::{Gradient, Paint};

/// Hues this near to the body's own (degrees) follow it.
const FOLLOWS: f64 = 32.0;

pub(super) fn recolored(character: &Character, color: Color) -> Character {
    let palette = Palette { rim: character.palette.rim, ..Palette::from_body(color) };
    let change = Change { from: character.palette.body.to_oklch(), to: palette.body.to_oklch() };
    let mut new = character.clone();
    for part in &mut new.parts {
        if let PartArt::Shapes(shapes) = &mut part.art {
            for shape in shapes {
                if let Some(fill) = &mut shape.fill {
                    change.paint(&mut fill.paint);
                }
                if let Some(stroke) = &mut shape.stroke {
                    change.paint(&mut stroke.paint);
                }
            }
        }
    }
    if !new.skin.layers.is_empty() {
        new.skin = Skin::new(&new.outline, &palette, new.head, new.highlight);
    }
    new.cheek = Cheek::new(&palette);
    new.palette = palette;
    new
}

struct Change {
    from: [f64; 3],
    to: [f64; 3],
}

impl Change {
    fn paint(&self, paint: &mut Paint) {
        match paint {
            Paint::Solid(color) => *color = self.color(*color),
            Paint::Gradient(gradient) => {
                let mut new: Gradient = (**gradient).clone();
                for stop in &mut new.stops {
                    stop.color = self.color(stop.color);
                }
                *gradient = Arc::new(new);
            }
        }
    }

    /// Moved as the body's colour moves, if it is of the body's hue.
    fn color(&self, color: Color) -> Color {
        let [l, c, h] = color.to_oklch();
        let away = (h - self.from[2] + 540.0).rem_euclid(360.0) - 180.0;
        // White, black and greys are light and shade, not colour; on a grey body only greys follow.
        let grey_body = self.from[1] < 0.02;
        let follows = if grey_body { c < 0.03 } else { c >= 0.03 && away.abs() <= FOLLOWS };
        if !follows || (grey_body && !(0.15..=0.97).contains(&l)) {
            return color;
        }
        let chroma = if grey_body { self.to[1] } else { c * self.to[1] / self.from[1] };
        let moved = Color::from_oklch([l + self.to[0] - self.from[0], chroma, self.to[2] + away]);
        Color { a: color.a, ..moved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bodys_hue_follows_and_others_stay() {
        let blue: Color = "#75b1f3".parse().unwrap();
        let red: Color = "#e0556b".parse().unwrap();
        let change = Change { from: blue.to_oklch(), to: red.to_oklch() };
        let moved = change.color(blue);
        assert!(
            moved.r.abs_diff(red.r) <= 2 && moved.g.abs_diff(red.g) <= 2 && moved.b.abs_diff(red.b) <= 2,
            "{moved}"
        );
        for other in ["#63b76c", "#ffffff", "#000000", "#f6c85f"] {
            let other: Color = other.parse().unwrap();
            assert_eq!(change.color(other), other);
        }
        let clear = Color::rgb(0x75, 0xb1, 0xf3).with_alpha(0.5);
        assert_eq!(change.color(clear).a, clear.a);
    }
}
