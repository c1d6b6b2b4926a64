//! The pen that strokes are drawn with.

use kurbo::Affine;
use tiny_skia::Pixmap;

use super::{gradient, outline};
use crate::scene::Stroke;

/// The space in which strokes are made: of the size of pixels, but with a round pen. Its outlines are then squashed as
/// the shape is.
pub(super) struct PenSpace {
    /// From the shape's units to lengths of this space.
    pub scale: f64,
    /// How wide a pen of 1 is in the end, on average over all directions: 1 or less.
    pub roundness: f64,
    /// From the shape's units to this space.
    pub to_pen: Affine,
    /// From this space to pixels; nothing grows on that way.
    pub to_pixels: Affine,
}

impl PenSpace {
    /// `None` where all is squashed so flat that nothing can be seen.
    pub fn new(to_pixels: Affine, target: &Pixmap) -> Option<Self> {
        // The largest and smallest stretch of the map: its singular values.
        let [a, b, c, d, ..] = to_pixels.as_coeffs();
        let length = |x: f64, y: f64| (x * x + y * y).sqrt();
        let (p, q) = (length(a + d, b - c), length(a - d, b + c));
        let (longest, shortest) = ((p + q) / 2.0, (p - q).abs() / 2.0);
        if !(longest > 0.0 && longest.is_finite()) {
            return None;
        }
        if longest - shortest <= 1e-9 * longest {
            // A map that keeps circles round, however it turns or mirrors: pixels will do.
            return Some(Self { scale: longest, roundness: 1.0, to_pen: to_pixels, to_pixels: Affine::IDENTITY });
        }
        let (width, height) = (f64::from(target.width()), f64::from(target.height()));
        if shortest / longest * outline::STROKE_LIMIT < length(width, height) {
            return None;
        }
        let middle = Affine::translate((width / 2.0, height / 2.0));
        let from_pen = middle * Affine::new([a / longest, b / longest, c / longest, d / longest, 0.0, 0.0]);
        let to_pen = gradient::inverse(from_pen)? * to_pixels;
        let roundness = (1.0 + shortest / longest) / 2.0;
        Some(Self { scale: longest, roundness, to_pen, to_pixels: from_pen })
    }
}

/// A stroke in pixels; `None` if its width is none.
pub(super) fn pen(stroke: &Stroke, scale: f64) -> Option<tiny_skia::Stroke> {
    // Thinner lines vanish between samples; wider ones cover any picture.
    const THINNEST: f64 = 0.1;
    const WIDEST: f64 = 1e6;
    if !(stroke.width > 0.0 && stroke.width.is_finite()) {
        return None;
    }
    Some(tiny_skia::Stroke {
        width: (stroke.width * scale).clamp(THINNEST, WIDEST) as f32,
        miter_limit: if stroke.miter_limit.is_finite() { stroke.miter_limit.clamp(1.0, 1000.0) as f32 } else { 4.0 },
        line_cap: match stroke.cap {
            kurbo::Cap::Butt => tiny_skia::LineCap::Butt,
            kurbo::Cap::Round => tiny_skia::LineCap::Round,
            kurbo::Cap::Square => tiny_skia::LineCap::Square,
        },
        line_join: match stroke.join {
            kurbo::Join::Bevel => tiny_skia::LineJoin::Bevel,
            kurbo::Join::Miter => tiny_skia::LineJoin::Miter,
            kurbo::Join::Round => tiny_skia::LineJoin::Round,
        },
        dash: None,
    })
}
