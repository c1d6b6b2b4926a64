//! From usvg's nodes to the scene's plain paths, where they are no more than that.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Cap, Join, Point, Shape};
use usvg::{BlendMode, ClipPath, Group, LineCap, LineJoin, Node, PaintOrder, SpreadMethod};

use super::DrawShape;
use super::geometry;
use crate::color::{Color, unit_to_u8};
use crate::scene::{Fill, Gradient, GradientKind, Paint, Stop, Stroke};

/// Some nodes as plain paths in canvas units, or `None` if they are more: masked, filtered, dashed, a picture, …
pub(super) fn shapes<'a>(nodes: impl IntoIterator<Item = &'a Node>, to_canvas: Affine) -> Option<Vec<DrawShape>> {
    let mut shapes = Vec::new();
    for node in nodes {
        add(node, to_canvas, &mut shapes)?;
    }
    Some(shapes)
}

/// Whether a group only groups (and moves) what is in it.
pub(super) fn is_plain(group: &Group) -> bool {
    group.opacity().get() == 1.0 && has_no_effects(group)
}

fn has_no_effects(group: &Group) -> bool {
    group.mask().is_none()
        && group.clip_path().is_none_or(|clip| clips_nothing(clip, group))
        && group.filters().is_empty()
        && group.blend_mode() == BlendMode::Normal
}

/// Whether a clip is a rectangle around everything in its group. Editors clip each frame to its own size.
fn clips_nothing(clip: &ClipPath, group: &Group) -> bool {
    let [Node::Path(path)] = clip.root().children() else { return false };
    let map = geometry::affine(group.abs_transform())
        * geometry::affine(clip.transform())
        * geometry::affine(path.abs_transform());
    let [_, xy, yx, _, _, _] = map.as_coeffs();
    let outline = geometry::path(path.data());
    let bounds = outline.bounding_box();
    let is_rectangle = outline.elements().len() <= 6 && outline.area().abs() >= 0.999 * bounds.area();
    let inside = geometry::rect(group.abs_stroke_bounding_box());
    let slack = 1e-3 * inside.width().max(inside.height());
    clip.clip_path().is_none()
        && is_rectangle
        && (xy, yx) == (0.0, 0.0)
        && map.transform_rect_bbox(bounds).inflate(slack, slack).contains_rect(inside)
}

fn add(node: &Node, to_canvas: Affine, shapes: &mut Vec<DrawShape>) -> Option<()> {
    match node {
        Node::Path(path) if path.is_visible() => add_path(path, to_canvas, shapes),
        Node::Path(_) => Some(()),
        Node::Text(text) => add_group(text.flattened(), to_canvas, shapes),
        Node::Group(group) => add_group(group, to_canvas, shapes),
        Node::Image(image) => (!image.is_visible()).then_some(()),
    }
}

fn add_group(group: &Group, to_canvas: Affine, shapes: &mut Vec<DrawShape>) -> Option<()> {
    if !has_no_effects(group) {
        return None;
    }
    let before = shapes.len();
    for child in group.children() {
        add(child, to_canvas, shapes)?;
    }
    let opacity = f64::from(group.opacity().get());
    if opacity < 1.0 {
        match shapes.get_mut(before..)? {
            [] => {}
            [only] => only.opacity *= opacity,
            // Where shapes overlap, the group's opacity is not that of each.
            _ => return None,
        }
    }
    Some(())
}

fn add_path(path: &usvg::Path, to_canvas: Affine, shapes: &mut Vec<DrawShape>) -> Option<()> {
    let map = to_canvas * geometry::affine(path.abs_transform());
    let outline = map * geometry::path(path.data());
    if !outline.is_finite() {
        return None;
    }
    let outline = Arc::new(outline);
    let fill = match path.fill() {
        Some(fill) => Some(Fill {
            paint: paint(fill.paint(), fill.opacity().get(), map)?,
            even_odd: fill.rule() == usvg::FillRule::EvenOdd,
        }),
        None => None,
    };
    let stroke = match path.stroke() {
        Some(stroke) => Some(self::stroke(stroke, map)?),
        None => None,
    };
    let shape = |fill, stroke| DrawShape { path: Arc::<BezPath>::clone(&outline), opacity: 1.0, fill, stroke };
    if path.paint_order() == PaintOrder::StrokeAndFill && fill.is_some() && stroke.is_some() {
        shapes.push(shape(None, stroke));
        shapes.push(shape(fill, None));
    } else {
        shapes.push(shape(fill, stroke));
    }
    Some(())
}

fn stroke(stroke: &usvg::Stroke, map: Affine) -> Option<Stroke> {
    if stroke.dasharray().is_some() {
        return None;
    }
    let width = f64::from(stroke.width().get()) * geometry::uniform_scale(map)?;
    (width.is_finite() && width > 0.0).then_some(())?;
    Some(Stroke {
        paint: paint(stroke.paint(), stroke.opacity().get(), map)?,
        width,
        cap: match stroke.linecap() {
            LineCap::Butt => Cap::Butt,
            LineCap::Round => Cap::Round,
            LineCap::Square => Cap::Square,
        },
        join: match stroke.linejoin() {
            LineJoin::Miter => Join::Miter,
            LineJoin::MiterClip => return None,
            LineJoin::Round => Join::Round,
            LineJoin::Bevel => Join::Bevel,
        },
        miter_limit: f64::from(stroke.miterlimit().get()),
    })
}

fn paint(paint: &usvg::Paint, opacity: f32, map: Affine) -> Option<Paint> {
    match paint {
        usvg::Paint::Color(c) => Some(Paint::Solid(color(*c, opacity))),
        usvg::Paint::LinearGradient(g) => {
            let start = Point::new(g.x1().into(), g.y1().into());
            let end = Point::new(g.x2().into(), g.y2().into());
            gradient(g, GradientKind::Linear { start, end }, opacity, map)
        }
        usvg::Paint::RadialGradient(g) if g.fr().get() == 0.0 => {
            let center = Point::new(g.cx().into(), g.cy().into());
            let focus = Point::new(g.fx().into(), g.fy().into());
            let radius = f64::from(g.r().get());
            gradient(g, GradientKind::Radial { center, radius, focus }, opacity, map)
        }
        usvg::Paint::RadialGradient(_) | usvg::Paint::Pattern(_) => None,
    }
}

fn gradient(gradient: &usvg::BaseGradient, kind: GradientKind, opacity: f32, map: Affine) -> Option<Paint> {
    let is_sound = match kind {
        GradientKind::Linear { start, end } => start.is_finite() && end.is_finite() && start != end,
        // A focus on or outside the circle is a cone, which renderers disagree about.
        GradientKind::Radial { center, radius, focus } => radius > 0.0 && center.distance(focus) < 0.999 * radius,
    };
    if gradient.spread_method() != SpreadMethod::Pad || gradient.stops().len() < 2 || !is_sound {
        return None;
    }
    let transform = map * geometry::affine(gradient.transform());
    let stops = gradient.stops().iter().map(|stop| Stop {
        offset: f64::from(stop.offset().get()),
        color: color(stop.color(), stop.opacity().get() * opacity),
    });
    let invertible = transform.is_finite() && transform.determinant().abs() > 1e-12;
    invertible.then(|| Paint::Gradient(Arc::new(Gradient { kind, transform, stops: stops.collect() })))
}

pub(super) fn color(c: usvg::Color, opacity: f32) -> Color {
    Color { r: c.red, g: c.green, b: c.blue, a: unit_to_u8(f64::from(opacity)) }
}
