//! Fills, strokes and gradients.

use std::fmt::{self, Write};

use kurbo::{Affine, Cap, Join, Point, Vec2};

use super::definitions::OWN_ID;
use super::geometry::{TransformAttribute, Units, is_invertible, stretch};
use super::number::Number;
use crate::color::Color;
use crate::scene::{Fill, Gradient, GradientKind, Paint, Shape, Stop, Stroke};

/// A paint that shows something.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ink<'a> {
    Solid(Color),
    Gradient(&'a Gradient),
}

impl<'a> Ink<'a> {
    /// The fill of a shape, if it shows.
    pub fn of_fill(shape: &'a Shape) -> Option<(Self, &'a Fill)> {
        let fill = shape.fill.as_ref()?;
        Some((Self::of(&fill.paint)?, fill))
    }

    /// The stroke of a shape, if it shows.
    pub fn of_stroke(shape: &'a Shape) -> Option<(Self, &'a Stroke)> {
        let stroke = shape.stroke.as_ref()?;
        let has_width = stroke.width.is_finite() && stroke.width > 0.0;
        Some((Self::of(&stroke.paint)?, stroke)).filter(|_| has_width)
    }

    /// What a paint comes down to: none where it is clear or not finite, the last colour of a gradient without extent.
    fn of(paint: &'a Paint) -> Option<Self> {
        let solid = |color: Color| (color.a > 0).then_some(Self::Solid(color));
        let gradient = match paint {
            Paint::Solid(color) => return solid(*color),
            Paint::Gradient(gradient) => gradient.as_ref(),
        };
        let (is_finite, has_extent) = match gradient.kind {
            GradientKind::Linear { start, end } => (start.is_finite() && end.is_finite(), start != end),
            GradientKind::Radial { center, radius, focus } => {
                (center.is_finite() && focus.is_finite() && radius.is_finite(), radius > 0.0)
            }
        };
        if !is_finite || !is_invertible(gradient.transform) {
            return None;
        }
        match gradient.stops.as_slice() {
            [] => None,
            [.., last] if gradient.stops.len() == 1 || !has_extent => solid(last.color),
            stops => stops.iter().any(|s| s.color.a > 0).then_some(Self::Gradient(gradient)),
        }
    }
}

/// The attributes of a stroke besides its paint and width.
pub(super) fn write_stroke_style(out: &mut String, stroke: &Stroke) -> fmt::Result {
    match stroke.cap {
        Cap::Butt => {}
        Cap::Round => out.push_str(r#" stroke-linecap="round""#),
        Cap::Square => out.push_str(r#" stroke-linecap="square""#),
    }
    match stroke.join {
        Join::Round => out.push_str(r#" stroke-linejoin="round""#),
        Join::Bevel => out.push_str(r#" stroke-linejoin="bevel""#),
        // 4 is what SVG takes where nothing is said.
        Join::Miter if stroke.miter_limit == 4.0 || !stroke.miter_limit.is_finite() => {}
        Join::Miter => write!(out, r#" stroke-miterlimit="{}""#, Number::new(stroke.miter_limit.max(1.0)))?,
    }
    Ok(())
}

/// The alpha of a colour as a share of 1; three places tell all 256 apart.
pub(super) fn alpha(color: Color) -> Number {
    Number::with_places(f64::from(color.a) / 255.0, 3)
}

/// The element of a gradient in written units, for [`Definitions`](super::definitions::Definitions).
pub(super) fn gradient_element(gradient: &Gradient, units: Units) -> Result<String, fmt::Error> {
    let n = Number::new;
    let (coordinates, transform) = gradient_space(gradient, units);
    let mut out = String::new();
    let name = match coordinates {
        GradientKind::Linear { start, end } => {
            write!(out, r#"<linearGradient id="{OWN_ID}" gradientUnits="userSpaceOnUse""#)?;
            write!(out, r#" x1="{}" y1="{}" x2="{}" y2="{}""#, n(start.x), n(start.y), n(end.x), n(end.y))?;
            "linearGradient"
        }
        GradientKind::Radial { center, radius, focus } => {
            write!(out, r#"<radialGradient id="{OWN_ID}" gradientUnits="userSpaceOnUse""#)?;
            write!(out, r#" cx="{}" cy="{}" r="{}""#, n(center.x), n(center.y), n(radius))?;
            if focus != center {
                write!(out, r#" fx="{}" fy="{}""#, n(focus.x), n(focus.y))?;
            }
            "radialGradient"
        }
    };
    write!(out, "{transform}>")?;
    let mut least = 0.0;
    for Stop { offset, color } in &gradient.stops {
        least = offset.max(least).min(1.0);
        write!(out, r#"<stop offset="{}" stop-color="{}""#, n(least), Color { a: 255, ..*color })?;
        if color.a < 255 {
            write!(out, r#" stop-opacity="{}""#, alpha(*color))?;
        }
        out.push_str("/>");
    }
    write!(out, "</{name}>")?;
    Ok(out)
}

/// The coordinates of a gradient and what is left of its transform once its size is in the coordinates.
///
/// So four places do for gradients of any space, and most need no transform at all.
fn gradient_space(gradient: &Gradient, units: Units) -> (GradientKind, TransformAttribute) {
    let transform = Affine::scale(units.per_local) * gradient.transform;
    let size = stretch(transform);
    let [a, b, c, d, e, f] = transform.as_coeffs();
    let linear = [a / size, b / size, c / size, d / size];
    let is_upright = linear.iter().zip([1.0, 0.0, 0.0, 1.0]).all(|(v, identity)| (v - identity).abs() < 1e-6);
    let (shift, transform) = if is_upright {
        (Vec2::new(e, f), Affine::IDENTITY)
    } else {
        (Vec2::ZERO, Affine::new([linear[0], linear[1], linear[2], linear[3], e, f]))
    };
    let place = |p: Point| (p.to_vec2() * size + shift).to_point();
    let (kind, far) = match gradient.kind {
        GradientKind::Linear { start, end } => {
            let (start, end) = (place(start), place(end));
            (GradientKind::Linear { start, end }, [start, end])
        }
        GradientKind::Radial { center, radius, focus } => {
            let (center, radius, focus) = (place(center), radius * size, place(focus));
            (GradientKind::Radial { center, radius, focus }, [center, center + Vec2::new(radius, radius)])
        }
    };
    let reach = far.iter().fold(Vec2::ZERO, |reach, p| Vec2::new(reach.x.max(p.x.abs()), reach.y.max(p.y.abs())));
    (kind, TransformAttribute { name: "gradientTransform", transform, reach })
}
