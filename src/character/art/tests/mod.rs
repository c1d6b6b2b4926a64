//! What is promised of any SVG, file by file.

mod body;
mod canvas;
mod drawings;
mod foreign;
mod hostile;
mod looks;
mod roles;

use kurbo::{Affine, BezPath, Point, Rect, Shape};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::{Art, DrawShape, Drawing, ReadOptions, document, fit, geometry, limits, read};
use crate::finding::{Finding, Findings, Place};
use crate::scene::{CANVAS, GradientKind, Paint};

fn options(strict: bool) -> ReadOptions {
    ReadOptions { strict, ..ReadOptions::default() }
}

/// Reads what must be readable.
fn art(svg: &str) -> Art {
    match read("art.svg", svg.as_bytes(), &options(false)) {
        Ok((art, _)) => art,
        Err(findings) => panic!("{}", list(findings)),
    }
}

/// What is found in a file, whether it can be used or not.
fn found(svg: &str, strict: bool) -> Vec<Finding> {
    match read("art.svg", svg.as_bytes(), &options(strict)) {
        Ok((_, findings)) | Err(findings) => findings.into_vec(),
    }
}

/// The findings of a file that must be refused.
fn refused(bytes: &[u8], strict: bool) -> String {
    match read("art.svg", bytes, &options(strict)) {
        Ok(_) => panic!("it was taken"),
        Err(findings) => list(findings),
    }
}

fn list(findings: Findings) -> String {
    findings.into_vec().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn at(line: usize, column: usize) -> Option<Place> {
    Some(Place { line, column })
}

/// An SVG with the canvas as its view box.
fn svg(inner: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\">{inner}</svg>")
}

fn is_inside(path: &BezPath, x: f64, y: f64) -> bool {
    path.winding(Point::new(x, y)) != 0
}

fn assert_near(a: Rect, b: Rect, tolerance: f64) {
    let sides = [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1];
    assert!(sides.iter().all(|d| d.abs() <= tolerance), "{a:?} is not {b:?}");
}

/// Draws the pieces in order, as a renderer would.
fn drawn(art: &Art, size: u32) -> Pixmap {
    let mut pixmap = Pixmap::new(size, size).unwrap();
    let to_pixels = Affine::scale(f64::from(size) / CANVAS);
    for piece in &art.pieces {
        match &piece.drawing {
            Drawing::Picture(picture, map) => {
                resvg::render(&picture.tree, geometry::transform(to_pixels * *map), &mut pixmap.as_mut());
            }
            Drawing::Shapes(shapes) => {
                for shape in shapes {
                    draw_shape(shape, to_pixels, &mut pixmap);
                }
            }
        }
    }
    pixmap
}

fn draw_shape(shape: &DrawShape, to_pixels: Affine, pixmap: &mut Pixmap) {
    let Some(path) = skia_path(&shape.path) else { return };
    let transform = geometry::transform(to_pixels);
    // Opacity over fill and stroke together needs a layer.
    let mut layer = Pixmap::new(pixmap.width(), pixmap.height()).unwrap();
    if let Some(fill) = &shape.fill {
        let rule = if fill.even_odd { tiny_skia::FillRule::EvenOdd } else { tiny_skia::FillRule::Winding };
        layer.fill_path(&path, &skia_paint(&fill.paint), rule, transform, None);
    }
    if let Some(stroke) = &shape.stroke {
        let style = tiny_skia::Stroke {
            width: stroke.width as f32,
            miter_limit: stroke.miter_limit as f32,
            line_cap: match stroke.cap {
                kurbo::Cap::Butt => tiny_skia::LineCap::Butt,
                kurbo::Cap::Square => tiny_skia::LineCap::Square,
                kurbo::Cap::Round => tiny_skia::LineCap::Round,
            },
            line_join: match stroke.join {
                kurbo::Join::Bevel => tiny_skia::LineJoin::Bevel,
                kurbo::Join::Miter => tiny_skia::LineJoin::Miter,
                kurbo::Join::Round => tiny_skia::LineJoin::Round,
            },
            dash: None,
        };
        layer.stroke_path(&path, &skia_paint(&stroke.paint), &style, transform, None);
    }
    let paint = tiny_skia::PixmapPaint { opacity: shape.opacity as f32, ..tiny_skia::PixmapPaint::default() };
    pixmap.draw_pixmap(0, 0, layer.as_ref(), &paint, tiny_skia::Transform::identity(), None);
}

fn skia_path(path: &BezPath) -> Option<tiny_skia::Path> {
    let mut out = tiny_skia::PathBuilder::new();
    let f = |p: Point| (p.x as f32, p.y as f32);
    for element in path.elements() {
        match *element {
            kurbo::PathEl::MoveTo(p) => out.move_to(f(p).0, f(p).1),
            kurbo::PathEl::LineTo(p) => out.line_to(f(p).0, f(p).1),
            kurbo::PathEl::QuadTo(a, p) => out.quad_to(f(a).0, f(a).1, f(p).0, f(p).1),
            kurbo::PathEl::CurveTo(a, b, p) => out.cubic_to(f(a).0, f(a).1, f(b).0, f(b).1, f(p).0, f(p).1),
            kurbo::PathEl::ClosePath => out.close(),
        }
    }
    out.finish()
}

fn skia_paint(paint: &Paint) -> tiny_skia::Paint<'static> {
    let color = |c: crate::Color| tiny_skia::Color::from_rgba8(c.r, c.g, c.b, c.a);
    let shader = match paint {
        Paint::Solid(c) => tiny_skia::Shader::SolidColor(color(*c)),
        Paint::Gradient(g) => {
            let point = |p: Point| tiny_skia::Point { x: p.x as f32, y: p.y as f32 };
            let stops = g.stops.iter().map(|s| tiny_skia::GradientStop::new(s.offset as f32, color(s.color))).collect();
            let transform = geometry::transform(g.transform);
            let pad = tiny_skia::SpreadMode::Pad;
            match g.kind {
                GradientKind::Linear { start, end } => {
                    tiny_skia::LinearGradient::new(point(start), point(end), stops, pad, transform)
                }
                GradientKind::Radial { center, radius, focus } => {
                    let (focus, center) = (point(focus), point(center));
                    tiny_skia::RadialGradient::new(focus, 0.0, center, radius as f32, stops, pad, transform)
                }
            }
            .expect("gradients of art are sound")
        }
    };
    tiny_skia::Paint { shader, anti_alias: true, ..tiny_skia::Paint::default() }
}

/// The mean difference of all channels, 0..=255.
fn mean_difference(a: &Pixmap, b: &Pixmap) -> f64 {
    let sum: f64 = a.data().iter().zip(b.data()).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
    sum / a.data().len() as f64
}

fn pixel(pixmap: &Pixmap, x: f64, y: f64) -> PremultipliedColorU8 {
    let scale = f64::from(pixmap.width()) / CANVAS;
    pixmap.pixel((x * scale) as u32, (y * scale) as u32).unwrap()
}
