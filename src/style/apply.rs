//! A style at work on a scene.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Vec2};

use super::{LineInk, Style};
use crate::character::{Painted, Palette, Skin};
use crate::color::Color;
use crate::scene::{Fill, Geometry, Gradient, Layer, Paint, Part, Scene, Shape, Stroke};

/// How much finer the lines of what is painted on the body are.
const FINER: f64 = 0.6;
/// The grey edge of a rim, which parts it from a white page: how far it reaches beyond, in canvas units.
const EDGE: f64 = 0.7;
const EDGE_COLOR: Color = Color::rgb(0xd3, 0xd8, 0xe0);
/// The least difference in lightness (OKLCH, 0..=1) by which a line stands out from what it goes around.
const SEEN: f64 = 0.12;
/// What paper throws its shadow with.
const CAST: Color = Color::rgb(0x20, 0x1c, 0x38);

/// Whom a scene shows.
pub(crate) struct Subject<'a> {
    pub palette: &'a Palette,
    /// The silhouette, in canvas units.
    pub outline: &'a Arc<BezPath>,
    pub skin: &'a Skin,
    /// How it is stretched, leant and lifted.
    pub body: Affine,
    /// The least width of a line, in canvas units.
    pub least_stroke: f64,
}

impl Style {
    /// Changes a scene that was composed back to front. Once warm, nothing is allocated.
    pub(crate) fn apply(&self, subject: &Subject<'_>, scene: &mut Scene) {
        if *self == Self::SOLID {
            return;
        }
        if !self.shadow {
            scene.retain(|shape| shape.layer != Layer::Shadow);
        }
        let painter = Painter { style: self, subject };
        let count = scene.shapes().len();
        let ground = scene.shapes().iter().take_while(|shape| shape.layer == Layer::Shadow).count();
        // Art that paints no silhouette of its own has one all the same.
        let bare = !scene.shapes().iter().any(|shape| painter.kind(shape) == Kind::Body);
        for index in 0..ground {
            scene.repeat(index);
        }
        if self.rim > 0.0 {
            for (color, width) in [(EDGE_COLOR, self.rim + EDGE), (subject.palette.white, self.rim)] {
                if bare {
                    scene.push(painter.rim(&painter.silhouette(), color, width));
                }
                for index in ground..count {
                    let shape = &scene.shapes()[index];
                    if matches!(painter.kind(shape), Kind::Body | Kind::Piece) {
                        scene.push(painter.rim(shape, color, width));
                    }
                }
            }
        }
        // The line around the body goes over all that is painted on it.
        let mut silhouette = self.line > 0.0;
        let mut lit = false;
        for index in ground..count {
            let kind = painter.kind(&scene.shapes()[index]);
            if silhouette && scene.shapes()[index].layer > Layer::Body {
                silhouette = false;
                let line = painter.line(subject.body, Kind::Body);
                scene.push(Shape { stroke: Some(line), ..painter.silhouette() });
            }
            match kind {
                Kind::Other => scene.repeat(index),
                // The second pass over the silhouette is its shade; a glow is light that the art painted itself.
                Kind::Body if lit => painter.light(scene, index, self.shaded),
                Kind::Glow => painter.light(scene, index, self.shaded),
                Kind::Gloss => painter.light(scene, index, self.gloss),
                _ => painter.shape(scene, index, kind),
            }
            lit |= kind == Kind::Body;
        }
        scene.forget(count);
    }
}

struct Painter<'a> {
    style: &'a Style,
    subject: &'a Subject<'a>,
}

impl Painter<'_> {
    /// One shape in the style, on top of the scene: its shadow, its fill, its line.
    fn shape(&self, scene: &mut Scene, index: usize, kind: Kind) {
        let style = self.style;
        let mut shape = scene.shapes()[index].clone();
        shape.opacity *= style.opacity;
        if !style.shaded {
            self.flatten(&mut shape, kind);
        }
        let filled = shape.fill.is_some();
        if style.cast_depth > 0.0 && filled && kind != Kind::Detail {
            scene.push(self.cast(&shape));
        }
        // Seen through glass, the lines of what is behind would cross the body.
        let hidden = style.opacity < 1.0 && shape.layer == Layer::Behind;
        // The line keeps its place and its strength, whatever becomes of the fill.
        let line = (style.line > 0.0 && filled && kind != Kind::Body && !hidden).then(|| Shape {
            opacity: shape.opacity / style.opacity.max(f64::MIN_POSITIVE),
            fill: None,
            stroke: Some(self.line(shape.transform, kind)),
            ..shape.clone()
        });
        shape.transform = moved(style.shift, shape.transform);
        scene.push(shape);
        if let Some(line) = line {
            scene.push(line);
        }
    }

    /// Light or shade: as it is, or not at all.
    fn light(&self, scene: &mut Scene, index: usize, wanted: bool) {
        if wanted {
            let shape = scene.shapes()[index].clone();
            scene.push(Shape { transform: moved(self.style.shift, shape.transform), ..shape });
        }
    }

    /// The outline of the body, unpainted.
    fn silhouette(&self) -> Shape {
        Shape {
            part: Part::Body,
            layer: Layer::Body,
            transform: self.subject.body,
            opacity: 1.0,
            geometry: Geometry::Shared(self.subject.outline.clone()),
            fill: None,
            stroke: None,
        }
    }

    fn kind(&self, shape: &Shape) -> Kind {
        let subject = self.subject;
        match (&shape.part, shape.layer) {
            (_, Layer::Shadow | Layer::Face | Layer::Overlay) => Kind::Other,
            (Part::Body, _) if is_one_of(&subject.skin.layers, shape) => Kind::Body,
            (Part::Body, _) if is_one_of(&subject.skin.gloss, shape) => Kind::Gloss,
            (_, Layer::Body) if shape.stroke.is_none() && fades(shape) => Kind::Glow,
            (_, Layer::Body) => Kind::Detail,
            _ => Kind::Piece,
        }
    }

    /// One colour in place of gradients, tinted.
    fn flatten(&self, shape: &mut Shape, kind: Kind) {
        if let Some(fill) = &mut shape.fill {
            let own = if kind == Kind::Body { self.subject.palette.body } else { plain(&fill.paint) };
            fill.paint = Paint::Solid(self.tinted(own));
        }
        if let Some(stroke) = &mut shape.stroke {
            let own = plain(&stroke.paint);
            let inked = self.style.line > 0.0 && shape.fill.is_none() && self.style.tint > 0.5;
            stroke.paint = Paint::Solid(if inked { self.ink() } else { self.tinted(own) });
        }
    }

    /// A colour, some way towards paper.
    fn tinted(&self, color: Color) -> Color {
        let paper = if self.subject.palette.ink_is_dark() { Color::WHITE } else { Color::BLACK };
        let alpha = f64::from(color.a) / 255.0;
        color.with_alpha(1.0).mix(paper, self.style.tint).with_alpha(alpha)
    }

    fn ink(&self) -> Color {
        let palette = self.subject.palette;
        match self.style.ink {
            LineInk::Ink => palette.ink,
            LineInk::White => palette.white,
            LineInk::Shade => {
                let [lightness, ..] = palette.body.to_oklch();
                let darker = (0.52 * lightness).clamp(0.2, 0.42);
                // What is darker than a dark body is not seen.
                let line = if lightness - darker < SEEN { lightness.max(darker) + 2.0 * SEEN } else { darker };
                palette.body.with_lightness(line, 1.0, 0.0)
            }
        }
    }

    fn line(&self, transform: Affine, kind: Kind) -> Stroke {
        let finer = if kind == Kind::Detail { FINER } else { 1.0 };
        let width = self.style.line.max(self.subject.least_stroke) * finer;
        Stroke::round(Paint::Solid(self.ink()), width / scale(transform))
    }

    /// The shadow that a shape throws.
    fn cast(&self, shape: &Shape) -> Shape {
        let paint = Paint::Solid(CAST.with_alpha(self.style.cast_depth));
        let even_odd = shape.fill.as_ref().is_some_and(|fill| fill.even_odd);
        Shape {
            transform: moved(self.style.cast, shape.transform),
            fill: Some(Fill { paint, even_odd }),
            stroke: None,
            ..shape.clone()
        }
    }

    /// What a shape gives to the rim around the whole, which lies under everything.
    fn rim(&self, shape: &Shape, color: Color, width: f64) -> Shape {
        let own = shape.stroke.as_ref().map_or(0.0, |stroke| stroke.width);
        let fill = shape.fill.as_ref().map(|fill| Fill { paint: Paint::Solid(color), even_odd: fill.even_odd });
        let stroke = Stroke::round(Paint::Solid(color), own + 2.0 * width / scale(shape.transform));
        Shape { layer: Layer::Behind, opacity: 1.0, fill, stroke: Some(stroke), ..shape.clone() }
    }
}

/// Moved on the canvas.
fn moved([x, y]: [f64; 2], transform: Affine) -> Affine {
    Affine::translate(Vec2::new(x, y)) * transform
}

/// What a shape is to a style.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The silhouette.
    Body,
    /// The highlight on it.
    Gloss,
    /// Something painted on it.
    Detail,
    /// Something painted on it that fades out: no thing, but light or shade.
    Glow,
    /// A part before or behind it.
    Piece,
    /// Shadow, face and marks.
    Other,
}

/// How much a transform enlarges, on average; never 0.
fn scale(transform: Affine) -> f64 {
    transform.determinant().abs().sqrt().max(1e-3)
}

/// Whether a shape is drawn with one of some outlines.
fn is_one_of(painted: &[Painted], shape: &Shape) -> bool {
    let Geometry::Shared(outline) = &shape.geometry else { return false };
    painted.iter().any(|(path, _)| Arc::ptr_eq(path, outline))
}

/// Whether a fill becomes nothing towards an end.
fn fades(shape: &Shape) -> bool {
    match shape.fill.as_ref().map(|fill| &fill.paint) {
        Some(Paint::Gradient(gradient)) => gradient.stops.iter().any(|stop| stop.color.a == 0),
        _ => false,
    }
}

/// The one colour that stands for a paint: of a gradient, the mean along it.
fn plain(paint: &Paint) -> Color {
    match paint {
        Paint::Solid(color) => *color,
        Paint::Gradient(gradient) => mean(gradient),
    }
}

/// The mean of a gradient over 0..=1, channel by channel as it is mixed there, weighted by alpha.
pub(super) fn mean(gradient: &Gradient) -> Color {
    let mut sum = [0.0; 4];
    let mut add = |color: Color, weight: f64| {
        let alpha = f64::from(color.a) / 255.0;
        for (sum, channel) in sum.iter_mut().zip([color.r, color.g, color.b]) {
            *sum += weight * alpha * f64::from(channel);
        }
        sum[3] += weight * alpha;
    };
    let (Some(first), Some(last)) = (gradient.stops.first(), gradient.stops.last()) else { return Color::CLEAR };
    add(first.color, first.offset);
    add(last.color, 1.0 - last.offset);
    for pair in gradient.stops.windows(2) {
        let width = pair[1].offset - pair[0].offset;
        add(pair[0].color, 0.5 * width);
        add(pair[1].color, 0.5 * width);
    }
    if sum[3] <= 0.0 {
        return Color::CLEAR;
    }
    let channel = |i: usize| (sum[i] / sum[3]).round().clamp(0.0, 255.0) as u8;
    Color::rgb(channel(0), channel(1), channel(2)).with_alpha(sum[3])
}
