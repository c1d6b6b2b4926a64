//! The shading of a body: one soft light from the upper left. Made once per character; it does not turn with the face.

use std::sync::Arc;

use kurbo::{Affine, Ellipse, Point, Rect, Shape};

use super::Palette;
use crate::color::Color;
use crate::geometry::{Head, Region, Span, SpanTable};
use crate::scene::{Gradient, GradientKind, Paint, Stop};

/// An outline that belongs to the character, and what it is painted with.
pub(crate) type Painted = (Arc<kurbo::BezPath>, Paint);

/// What a body is painted with, bottom to top.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Skin {
    /// The contact shadow, around the foot.
    pub shadow: Option<Painted>,
    /// The silhouette, in several passes.
    pub layers: Vec<Painted>,
    /// The highlight, over what is painted on the body.
    pub gloss: Vec<Painted>,
}

impl Skin {
    /// The shading of a silhouette in the colours of a palette. `highlight` is where the highlight goes; none is where
    /// the light falls.
    pub(crate) fn new(outline: &Arc<kurbo::BezPath>, palette: &Palette, head: Head, highlight: Option<Point>) -> Self {
        let bounds = outline.bounding_box();
        Self {
            shadow: Some(shadow(outline, bounds, palette)),
            layers: vec![(outline.clone(), light(bounds, palette)), (outline.clone(), rising_shade(bounds, palette))],
            gloss: gloss(outline, palette, head, highlight).into_iter().collect(),
        }
    }
}

/// What cheeks are drawn with: a unit circle and a soft gradient.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cheek {
    pub circle: Arc<kurbo::BezPath>,
    pub paint: Arc<Gradient>,
}

impl Cheek {
    pub(crate) fn new(palette: &Palette) -> Self {
        let stops = [(0.0, 0.62), (0.5, 0.52), (0.8, 0.26), (1.0, 0.0)]
            .map(|(offset, alpha)| Stop { offset, color: palette.blush.with_alpha(alpha) });
        Self {
            circle: Arc::new(kurbo::Circle::new(Point::ORIGIN, 1.0).to_path(1e-4)),
            paint: Arc::new(Gradient {
                kind: GradientKind::Radial { center: Point::ORIGIN, radius: 1.0, focus: Point::ORIGIN },
                transform: Affine::IDENTITY,
                stops: stops.into(),
            }),
        }
    }
}

/// Stops along a gradient from one colour to another, by a curve over 0..=1.
fn ease(from: Color, to: Color, start: f64, end: f64, curve: fn(f64) -> f64) -> Vec<Stop> {
    const PARTS: u32 = 6;
    (0..=PARTS)
        .map(|i| {
            let t = f64::from(i) / f64::from(PARTS);
            Stop { offset: start + (end - start) * t, color: from.mix(to, curve(t)) }
        })
        .collect()
}

/// Slow at both ends.
fn smooth(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

fn light(bounds: Rect, palette: &Palette) -> Paint {
    let (w, h) = (bounds.width(), bounds.height());
    let center = Point::new(bounds.x0 + 0.36 * w, bounds.y0 + 0.26 * h);
    let mut stops = ease(palette.light, palette.body, 0.0, 0.66, smooth);
    stops.push(Stop { offset: 1.0, color: palette.body.mix(palette.shade, 0.5) });
    // Round on screen for a round body, drawn out along a long one.
    let reach = 0.9 * w.max(h);
    let stretch = Affine::translate(center.to_vec2())
        * Affine::scale_non_uniform((w / w.max(h)).sqrt(), (h / w.max(h)).sqrt())
        * Affine::translate(-center.to_vec2());
    Paint::Gradient(Arc::new(Gradient {
        kind: GradientKind::Radial { center, radius: reach, focus: center },
        transform: stretch,
        stops,
    }))
}

fn rising_shade(bounds: Rect, palette: &Palette) -> Paint {
    let x = bounds.center().x;
    let clear = palette.shade.with_alpha(0.0);
    let full = palette.shade.with_alpha(0.9);
    Paint::Gradient(Arc::new(Gradient {
        kind: GradientKind::Linear {
            start: Point::new(x - 0.06 * bounds.width(), bounds.y0 + 0.30 * bounds.height()),
            end: Point::new(x + 0.06 * bounds.width(), bounds.y1 + 0.02 * bounds.height()),
        },
        transform: Affine::IDENTITY,
        // Creeps in: a visible beginning would look like a band around the body.
        stops: ease(clear, full, 0.0, 1.0, |t| t * t),
    }))
}

/// As wide as what is over the ground: a handle high up does not reach it. Around the foot, which is under the middle of
/// the bounds.
fn shadow(outline: &kurbo::BezPath, bounds: Rect, palette: &Palette) -> Painted {
    let middle = bounds.center().x;
    let low = SpanTable::new(outline, middle).at(bounds.y1 - 0.14 * bounds.height());
    // On two legs there is nothing over the foot itself.
    let whole = Span { left: 0.5 * bounds.width(), right: 0.5 * bounds.width() };
    let low = if low.width() < 0.4 * bounds.width() { whole } else { low };
    let x = 0.5 * (low.right - low.left);
    let (rx, ry) = (0.49 * low.width(), 0.055 * low.width() + 1.2);
    let tone = palette.shade.mix(Color::rgb(30, 30, 50), 0.6);
    let stops = [(0.0, 0.30), (0.45, 0.24), (0.75, 0.10), (1.0, 0.0)]
        .map(|(offset, alpha)| Stop { offset, color: tone.with_alpha(alpha) });
    let path = Ellipse::new((x, -0.2), (rx, ry), 0.0).to_path(0.01);
    let paint = Paint::Gradient(Arc::new(Gradient {
        kind: GradientKind::Radial { center: Point::ORIGIN, radius: 1.0, focus: Point::ORIGIN },
        transform: Affine::translate((x, -0.2)) * Affine::scale_non_uniform(rx, ry),
        stops: stops.into(),
    }));
    (Arc::new(path), paint)
}

/// One calm highlight, lying along the edge on the side of the light.
fn gloss(outline: &kurbo::BezPath, palette: &Palette, head: Head, at: Option<Point>) -> Option<Painted> {
    let region = Region::new(outline);
    let size = head.radius;
    let toward_light = kurbo::Vec2::new(-0.64, -0.77);
    let center = match at {
        Some(at) => at,
        // Outwards from the middle of the head until a fifth of its radius is left to the edge.
        None => (0..=60)
            .map(|i| head.center + toward_light * (size * (0.5 + f64::from(i) * 0.02)))
            .take_while(|p| region.clearance(*p) > 0.24 * size)
            .last()?,
    };
    let angle = -38.0_f64.to_radians();
    let (rx, ry) = (0.175 * size, 0.092 * size);
    if region.clearance(center) < rx * 0.8 {
        return None;
    }
    let path = Ellipse::new(center, (rx, ry), angle).to_path(0.005);
    let bright = palette.light.mix(Color::WHITE, 0.8);
    let along = kurbo::Vec2::new(-0.5, -0.85) * ry * 1.3;
    Some((
        Arc::new(path),
        Paint::Gradient(Arc::new(Gradient {
            kind: GradientKind::Linear { start: center + along, end: center - along },
            transform: Affine::IDENTITY,
            stops: vec![
                Stop { offset: 0.0, color: bright.with_alpha(0.78) },
                Stop { offset: 1.0, color: bright.with_alpha(0.34) },
            ],
        })),
    ))
}
