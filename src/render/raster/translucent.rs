//! Colours that eight premultiplied bits would change.

use super::color;
use super::pixels::{self, Pixel};
use crate::color::{Color, unit_to_u8};
use crate::scene::{Paint, Scene};

/// The translucent colours of a frame, so that [`Raster::straight`](super::Raster::straight) can give them back as they were.
///
/// `#3366cc` at half alpha is stored as (26, 51, 102, 128), which alone would read as `#3466cb`.
#[derive(Default)]
pub(super) struct Translucent {
    /// As stored, and as asked for.
    colors: Vec<(Pixel, Pixel)>,
}

impl Translucent {
    /// More than a scene needs; bounds the search per pixel.
    const MOST: usize = 16;

    pub fn note_all(&mut self, scene: &Scene, background: Option<Color>) {
        self.colors.clear();
        if let Some(background) = background {
            self.note(background, 1.0, 255);
        }
        for shape in scene.shapes().iter().filter(|shape| shape.opacity > 0.0) {
            let opacity = shape.opacity.min(1.0);
            let paints = [shape.fill.as_ref().map(|f| &f.paint), shape.stroke.as_ref().map(|s| &s.paint)];
            let grouped = opacity < 1.0 && paints.iter().all(Option::is_some);
            for paint in paints.into_iter().flatten() {
                if let Paint::Solid(color) = paint {
                    if grouped {
                        self.note(*color, 1.0, unit_to_u8(opacity));
                    } else {
                        self.note(*color, opacity, 255);
                    }
                }
            }
        }
    }

    fn note(&mut self, asked: Color, opacity: f64, layer_opacity: u8) {
        let drawn = color(asked, opacity).premultiply().to_color_u8();
        let stored = pixels::faded([drawn.red(), drawn.green(), drawn.blue(), drawn.alpha()], layer_opacity);
        let alpha = stored[3];
        let known = self.colors.iter().any(|(known, _)| *known == stored);
        if alpha != 0 && alpha != 255 && !known && self.colors.len() < Self::MOST {
            self.colors.push((stored, [asked.r, asked.g, asked.b, alpha]));
        }
    }

    pub fn straight(&self, pixel: Pixel) -> Option<Pixel> {
        self.colors.iter().find(|(stored, _)| *stored == pixel).map(|(_, asked)| *asked)
    }
}
