//! Composing: a character and a frame become a scene.

mod body;
mod face;
mod overlay;

use crate::character::Character;
use crate::frame::{Frame, place};
use crate::geometry::Projection;
use crate::scene::Scene;
use crate::style::{Style, Subject};

/// How a frame is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drawing {
    /// How features get onto the sphere.
    pub projection: Projection,
    /// How many pixels the canvas is wide, if known: small pictures get a larger face, heavier strokes and fewer
    /// details.
    pub pixels: Option<f64>,
    /// Whether the contact shadow is drawn.
    pub shadow: bool,
    /// The art style.
    pub style: Style,
}

impl Default for Drawing {
    fn default() -> Self {
        Self { projection: Projection::Tangent, pixels: None, shadow: true, style: Style::SOLID }
    }
}

impl Drawing {
    /// From this size on, in pixels, nothing is enlarged.
    const FULL_SIZE: f64 = 96.0;

    /// How much larger the face is drawn.
    fn face_boost(&self) -> f64 {
        self.pixels.map_or(1.0, |px| libm::pow(Self::FULL_SIZE / px.max(1.0), 0.22).clamp(1.0, 1.42))
    }

    /// Whether marks are fewer and larger.
    fn is_small(&self) -> bool {
        self.pixels.is_some_and(|px| px < 80.0)
    }

    /// The least stroke width in canvas units: a pixel and a bit.
    fn least_stroke(&self) -> f64 {
        self.pixels.map_or(0.0, |px| 1.3 * crate::scene::CANVAS / px.max(1.0))
    }

    /// The least half width of an open eye in canvas units: most of a pixel.
    fn least_eye(&self) -> f64 {
        self.pixels.map_or(0.0, |px| 0.85 * crate::scene::CANVAS / px.max(1.0))
    }

    /// How much small detail is shown, 0..=1.
    fn fineness(&self) -> f64 {
        self.pixels.map_or(1.0, |px| ((px - 20.0) / 24.0).clamp(0.0, 1.0))
    }

    /// How much of nose and brows is shown, 0..=1: a pixel of them beside an eye or a mouth is taken for more of it.
    fn small_features(&self) -> f64 {
        self.pixels.map_or(1.0, |px| ((px - 28.0) / 12.0).clamp(0.0, 1.0))
    }
}

/// Fills `scene` with the picture of a frame. What the scene held before is dropped; its memory is kept.
pub fn compose(character: &Character, frame: &Frame, drawing: &Drawing, scene: &mut Scene) {
    scene.clear();
    let recolored;
    let character = match frame.color {
        Some(color) => {
            recolored = character.recolored(color);
            &recolored
        }
        None => character,
    };
    let boosted;
    let frame = if drawing.face_boost() > 1.0 {
        let mut f = frame.clone();
        f.scale.face *= drawing.face_boost();
        boosted = f;
        &boosted
    } else {
        frame
    };
    let placement = place(character, frame);
    body::behind(character, frame, &placement, drawing, scene);
    face::draw(character, frame, &placement, drawing, scene);
    body::in_front(character, frame, &placement, scene);
    overlay::draw(character, frame, &placement, drawing, scene);
    let subject = Subject {
        palette: &character.palette,
        outline: &character.outline,
        skin: &character.skin,
        body: placement.body,
        least_stroke: drawing.least_stroke(),
    };
    drawing.style.apply(&subject, scene);
}
