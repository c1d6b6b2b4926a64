//! From usvg's single-precision geometry to kurbo's, and back at the raster edge.

use kurbo::{Affine, BezPath, Point, Rect};
use tiny_skia::{PathSegment, Transform};

/// A transform, as kurbo has it.
pub(super) fn affine(t: Transform) -> Affine {
    Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
}

/// A transform, as the rasteriser has it.
pub(super) fn transform(a: Affine) -> Transform {
    let [sx, ky, kx, sy, tx, ty] = a.as_coeffs().map(|v| v as f32);
    Transform::from_row(sx, ky, kx, sy, tx, ty)
}

/// A box, as kurbo has it.
pub(super) fn rect(r: usvg::Rect) -> Rect {
    Rect::new(f64::from(r.left()), f64::from(r.top()), f64::from(r.right()), f64::from(r.bottom()))
}

/// A path, as kurbo has it.
pub(super) fn path(path: &tiny_skia::Path) -> BezPath {
    let point = |p: tiny_skia::Point| Point::new(f64::from(p.x), f64::from(p.y));
    let mut out = BezPath::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => out.move_to(point(p)),
            PathSegment::LineTo(p) => out.line_to(point(p)),
            PathSegment::QuadTo(a, p) => out.quad_to(point(a), point(p)),
            PathSegment::CubicTo(a, b, p) => out.curve_to(point(a), point(b), point(p)),
            PathSegment::Close => out.close_path(),
        }
    }
    out
}

/// How much a map enlarges, if it does so equally in all directions.
pub(super) fn uniform_scale(a: Affine) -> Option<f64> {
    let [xx, xy, yx, yy, _, _] = a.as_coeffs();
    let (along_x, along_y) = (libm::hypot(xx, xy), libm::hypot(yx, yy));
    let larger = along_x.max(along_y);
    let right_angled = (xx * yx + xy * yy).abs() <= 1e-4 * larger * larger;
    (larger > 0.0 && (along_x - along_y).abs() <= 1e-4 * larger && right_angled).then_some(larger)
}
