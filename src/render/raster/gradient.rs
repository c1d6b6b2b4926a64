//! Gradients, evaluated row by row from a table of colours; several times as fast as tiny-skia's shaders.

use kurbo::{Affine, Point, Vec2};

use super::pixels::{self, Pixel};
use crate::scene::{Gradient, GradientKind, Stop};

/// The colours of a gradient, premultiplied, in equal steps from offset 0 to offset 1.
///
/// Colours are mixed straight in sRGB, as SVG does, and premultiplied after.
pub(super) struct Ramp {
    colors: Vec<Pixel>,
}

impl Ramp {
    /// Tables grow with the steepest part of the gradient, up to this.
    const LONGEST: usize = 4096;
    const SHORTEST: usize = 1024;

    /// `None` where stops stand so near to each other that a table cannot tell where the edge is, or are none at all.
    pub fn new(stops: &[Stop]) -> Option<Self> {
        // Half a step is the largest error of looking up the nearest entry. With a step of a level and a half at
        // most, that stays under one level.
        let steepest = stops.windows(2).map(|pair| slope(&pair[0], &pair[1])).fold(0.0, f64::max);
        let length = ((steepest / 1.5) as usize).checked_next_power_of_two()?.max(Self::SHORTEST);
        if length > Self::LONGEST {
            return None;
        }
        let (first, last) = (stops.first()?, stops.last()?);
        let mut next = 0;
        let colors = (0..length)
            .map(|i| {
                let offset = i as f64 / (length - 1) as f64;
                while stops.get(next).is_some_and(|stop| stop.offset <= offset) {
                    next += 1;
                }
                match (next.checked_sub(1).and_then(|before| stops.get(before)), stops.get(next)) {
                    (Some(a), Some(b)) => mixed(a, b, (offset - a.offset) / (b.offset - a.offset)),
                    (None, _) => mixed(first, first, 0.0),
                    (_, None) => mixed(last, last, 0.0),
                }
            })
            .collect();
        Some(Self { colors })
    }
}

/// Levels of the fastest channel per unit of offset.
fn slope(a: &Stop, b: &Stop) -> f64 {
    let (p, q) = (a.color, b.color);
    let rise = [p.r.abs_diff(q.r), p.g.abs_diff(q.g), p.b.abs_diff(q.b), p.a.abs_diff(q.a)].into_iter().max();
    match rise {
        None | Some(0) => 0.0,
        Some(rise) => f64::from(rise) / (b.offset - a.offset).max(1e-9),
    }
}

fn mixed(a: &Stop, b: &Stop, share: f64) -> Pixel {
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share + 0.5) as u8;
    let (p, q) = (a.color, b.color);
    let alpha = mix(p.a, q.a);
    // Premultiplied with tiny-skia's rounding, so that both ways to draw a gradient agree.
    let [r, g, b, _] = pixels::faded([mix(p.r, q.r), mix(p.g, q.g), mix(p.b, q.b), 255], alpha);
    [r, g, b, alpha]
}

/// Which offset of a gradient each pixel of a picture has.
pub(super) enum Offsets {
    /// `along.x * x + along.y * y + at`.
    Linear { along: Vec2, at: f64 },
    /// Distance from the origin after the map.
    Radial(Affine),
    /// The same everywhere: a line or circle without extent paints its last colour, as SVG asks.
    Last,
}

impl Offsets {
    /// For a gradient drawn with `to_pixels` from its own space to pixels.
    ///
    /// `None` where it cannot be seen (a map without an inverse), or has a focus of its own: that is left to tiny-skia.
    pub fn new(kind: GradientKind, to_pixels: Affine) -> Option<Self> {
        // The whole of a shape that is squeezed to nothing is not drawn.
        let to_gradient = inverse(to_pixels)?;
        match kind {
            GradientKind::Linear { start, end } => {
                let axis = end - start;
                if axis.hypot2() < 1e-18 {
                    return Some(Self::Last);
                }
                let unit = axis / axis.hypot2();
                let [a, b, c, d, e, f] = to_gradient.as_coeffs();
                let along = Vec2::new(unit.dot(Vec2::new(a, b)), unit.dot(Vec2::new(c, d)));
                Some(Self::Linear { along, at: unit.dot(Point::new(e, f) - start) })
            }
            GradientKind::Radial { center, focus, .. } if center != focus => None,
            GradientKind::Radial { radius, .. } if radius.is_nan() || radius < 1e-9 => Some(Self::Last),
            GradientKind::Radial { center, radius, .. } => {
                Some(Self::Radial(Affine::scale(1.0 / radius) * Affine::translate(-center.to_vec2()) * to_gradient))
            }
        }
    }

    /// Colours of the pixels of row `y` from column `left` on. What a pixel gets does not depend on `left`.
    pub fn row(&self, ramp: &Ramp, y: usize, left: usize, out: &mut [Pixel]) {
        let last = ramp.colors.len() - 1;
        let steps = last as f64;
        let y = y as f64 + 0.5;
        match self {
            Self::Last => out.fill(ramp.colors[last]),
            Self::Linear { along, at } => {
                let slope = (along.x * steps) as f32;
                let start = ((along.x * 0.5 + along.y * y + at) * steps + 0.5) as f32;
                if slope == 0.0 {
                    out.fill(ramp.colors[(start as usize).min(last)]);
                } else {
                    look_up(ramp, left, out, |x| start + slope * x);
                }
            }
            Self::Radial(map) => {
                let [a, b, c, d, e, f] = map.as_coeffs().map(|v| v * steps);
                let (ux, uy) = (a as f32, b as f32);
                let (x0, y0) = ((0.5 * a + c * y + e) as f32, (0.5 * b + d * y + f) as f32);
                look_up(ramp, left, out, |x| {
                    let (u, v) = (x0 + ux * x, y0 + uy * x);
                    (u * u + v * v).sqrt() + 0.5
                });
            }
        }
    }
}

/// Takes the colours at `index(column)`, in small batches so that the arithmetic is done for several at a time.
fn look_up(ramp: &Ramp, left: usize, out: &mut [Pixel], index: impl Fn(f32) -> f32) {
    let last = ramp.colors.len() - 1;
    let highest = last as f32;
    for (batch, pixels) in out.chunks_mut(16).enumerate() {
        let first = left + 16 * batch;
        // `max` and `min` also take NaN to 0.
        let indices: [i32; 16] = std::array::from_fn(|i| index((first + i) as f32).max(0.0).min(highest) as i32);
        for (pixel, i) in pixels.iter_mut().zip(indices) {
            *pixel = ramp.colors[(i as usize).min(last)];
        }
    }
}

/// The same gradient as tiny-skia draws it: the reference, and the way for what the table does not do.
pub(super) fn shader(gradient: &Gradient, to_pixels: Affine, opacity: f64) -> Option<tiny_skia::Shader<'static>> {
    let point = |p: Point| tiny_skia::Point::from_xy(p.x as f32, p.y as f32);
    let stops: Vec<_> = gradient
        .stops
        .iter()
        .map(|stop| tiny_skia::GradientStop::new(stop.offset as f32, super::color(stop.color, opacity)))
        .collect();
    inverse(to_pixels)?;
    let map = super::transform(to_pixels)?;
    let pad = tiny_skia::SpreadMode::Pad;
    match gradient.kind {
        GradientKind::Linear { start, end } => {
            tiny_skia::LinearGradient::new(point(start), point(end), stops, pad, map)
        }
        GradientKind::Radial { center, radius, focus } => {
            tiny_skia::RadialGradient::new(point(focus), 0.0, point(center), radius as f32, stops, pad, map)
        }
    }
}

/// The inverse of a map, if it has one that is finite.
pub(super) fn inverse(map: Affine) -> Option<Affine> {
    let det = map.determinant();
    (det.is_finite() && det.abs() > 1e-12).then(|| map.inverse()).filter(|inverse| inverse.is_finite())
}
