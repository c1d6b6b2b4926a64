//! Outlines as the rasteriser gets them: in pixels, in f32, finite, and never far outside the picture.

use kurbo::{Affine, CubicBez, ParamCurve, PathEl, Point};
use tiny_skia::{Path, PathBuilder};

/// How far from the origin an outline may reach, in pixels. tiny-skia counts in 16.16 fixed point: a coordinate far
/// beyond this makes it panic while it unwinds, which ends the process.
pub(super) const LIMIT: f64 = 1e5;

/// How far from the middle of the picture an outline may reach that is yet to be stroked. Further out f32 is too
/// coarse for tiny-skia's stroker: it would divide curves for minutes.
pub(super) const STROKE_LIMIT: f64 = 1e6;

/// Larger than any number that means something; keeps sums and products finite.
const HUGE: f64 = 1e100;

/// A curve that crosses the limit is halved until it is this small as a share of the limit, then it counts as a line.
const SMALL: f64 = 1e-3;

/// Builds a path of `elements` mapped by `map` and cut at `limit` on all four sides.
///
/// What lies beyond the limit is pushed back onto it. That leaves the winding number of every point inside as it
/// was, so the picture does not change.
///
/// `None` where nothing is to be drawn: no elements, a number that is not finite, a line before the first move.
pub(super) fn build(
    memory: &mut PathBuilder,
    elements: impl Iterator<Item = PathEl>,
    map: Affine,
    limit: f64,
) -> Option<Path> {
    memory.clear();
    let mut pen = Pen { path: memory, limit, start: None, at: Point::ZERO };
    for element in elements {
        pen.draw(map * element)?;
    }
    std::mem::take(memory).finish()
}

struct Pen<'a> {
    path: &'a mut PathBuilder,
    limit: f64,
    /// Where the subpath began; both this and `at` are where the outline says, not where the limit is.
    start: Option<Point>,
    at: Point,
}

impl Pen<'_> {
    fn draw(&mut self, element: PathEl) -> Option<()> {
        match element {
            PathEl::MoveTo(p) => {
                self.at = sane(p)?;
                self.start = Some(p);
                let p = self.place(p);
                self.path.move_to(p.0, p.1);
            }
            PathEl::LineTo(p) => {
                self.start?;
                self.line(sane(p)?);
            }
            PathEl::QuadTo(a, b) => {
                self.start?;
                let (a, b) = (sane(a)?, sane(b)?);
                if [self.at, a, b].into_iter().all(|p| self.inside(p)) {
                    let (a, b) = (self.place(a), self.place(b));
                    self.path.quad_to(a.0, a.1, b.0, b.1);
                } else {
                    self.cubic(kurbo::QuadBez::new(self.at, a, b).raise(), 0);
                }
                self.at = b;
            }
            PathEl::CurveTo(a, b, c) => {
                self.start?;
                let curve = CubicBez::new(self.at, sane(a)?, sane(b)?, sane(c)?);
                self.cubic(curve, 0);
                self.at = c;
            }
            PathEl::ClosePath => {
                let start = self.start?;
                if !(self.inside(self.at) && self.inside(start)) {
                    self.line(start);
                }
                self.path.close();
                self.at = start;
            }
        }
        Some(())
    }

    fn cubic(&mut self, curve: CubicBez, depth: u32) {
        let points = [curve.p0, curve.p1, curve.p2, curve.p3];
        if points.into_iter().all(|p| self.inside(p)) {
            let [a, b, c] = [curve.p1, curve.p2, curve.p3].map(|p| self.place(p));
            self.path.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1);
            self.at = curve.p3;
            return;
        }
        let limit = self.limit;
        let near = |a: f64, b: f64| (a - b).abs() < SMALL * limit;
        let small = points.iter().all(|p| near(p.x, curve.p0.x) && near(p.y, curve.p0.y));
        // Wholly beyond one side: any way there is as good as another, as all of it is pushed onto that side.
        let beyond = |side: fn(&Point) -> f64| points.iter().all(|p| side(p) >= limit);
        let outside = beyond(|p| p.x) || beyond(|p| -p.x) || beyond(|p| p.y) || beyond(|p| -p.y);
        if small || outside || depth == 400 {
            self.line(curve.p3);
        } else {
            self.cubic(curve.subsegment(0.0..0.5), depth + 1);
            self.cubic(curve.subsegment(0.5..1.0), depth + 1);
        }
    }

    /// A line, bent where it crosses the limit.
    fn line(&mut self, to: Point) {
        let from = self.at;
        if !(self.inside(from) && self.inside(to)) {
            let crossing = |from: f64, to: f64, limit: f64| {
                let t = (limit - from) / (to - from);
                if t > 0.0 && t < 1.0 { t } else { 1.0 }
            };
            let mut bends = [
                crossing(from.x, to.x, -self.limit),
                crossing(from.x, to.x, self.limit),
                crossing(from.y, to.y, -self.limit),
                crossing(from.y, to.y, self.limit),
            ];
            bends.sort_by(f64::total_cmp);
            for t in bends.into_iter().filter(|t| *t < 1.0) {
                let p = self.place(from.lerp(to, t));
                self.path.line_to(p.0, p.1);
            }
        }
        let p = self.place(to);
        self.path.line_to(p.0, p.1);
        self.at = to;
    }

    fn inside(&self, p: Point) -> bool {
        p.x.abs() <= self.limit && p.y.abs() <= self.limit
    }

    fn place(&self, p: Point) -> (f32, f32) {
        (p.x.clamp(-self.limit, self.limit) as f32, p.y.clamp(-self.limit, self.limit) as f32)
    }
}

fn sane(p: Point) -> Option<Point> {
    (p.is_finite() && p.x.abs() < HUGE && p.y.abs() < HUGE).then_some(p)
}

/// The elements of a path that tiny-skia made, such as the outline of a stroke.
pub(super) fn elements(path: &Path) -> impl Iterator<Item = PathEl> {
    let point = |p: tiny_skia::Point| Point::new(f64::from(p.x), f64::from(p.y));
    path.segments().map(move |segment| match segment {
        tiny_skia::PathSegment::MoveTo(p) => PathEl::MoveTo(point(p)),
        tiny_skia::PathSegment::LineTo(p) => PathEl::LineTo(point(p)),
        tiny_skia::PathSegment::QuadTo(a, b) => PathEl::QuadTo(point(a), point(b)),
        tiny_skia::PathSegment::CubicTo(a, b, c) => PathEl::CurveTo(point(a), point(b), point(c)),
        tiny_skia::PathSegment::Close => PathEl::ClosePath,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{BezPath, Shape as _};

    fn built(path: &BezPath) -> Option<BezPath> {
        let path = build(&mut PathBuilder::new(), path.iter(), Affine::IDENTITY, LIMIT)?;
        Some(elements(&path).collect())
    }

    /// As many lines as it takes: kurbo's own winding of very large curves is not exact.
    fn flat(path: &BezPath) -> BezPath {
        let mut lines = BezPath::new();
        kurbo::flatten(path, 0.02, |element| lines.push(element));
        lines
    }

    #[test]
    fn what_is_inside_the_limit_passes_unchanged() {
        let path = BezPath::from_svg("M1 2L3 4Q5 6 7 8C9 10 11 12 13 14Z").unwrap();
        assert_eq!(built(&path).unwrap(), path);
    }

    #[test]
    fn beyond_the_limit_the_winding_of_the_picture_stays() {
        let far = [
            "M100 100L300 120L200 -690000000Z",
            "M-1e9 -1e9L1e9 -1e9L1e9 1e9L-1e9 1e9Z",
            "M0 0C1e6 1e6 -1e6 1e6 400 0Z",
            "M0 0C9e5 500 -9e5 500 400 400Q-4e5 4e5 0 0Z",
            "M-3e5 0L3e5 200L3e5 300L-3e5 100Z",
            "M-1e6 -1e6L2e6 1e6L-1e6 1e6ZL4e5 -2e5L9e5 1e6Z",
        ];
        for svg in far {
            let path = BezPath::from_svg(svg).unwrap();
            let cut = built(&path).unwrap();
            for element in cut.elements() {
                let box_ = BezPath::from_vec(vec![PathEl::MoveTo(Point::ZERO), *element]).control_box();
                assert!(box_.x0 >= -LIMIT && box_.x1 <= LIMIT && box_.y0 >= -LIMIT && box_.y1 <= LIMIT, "{svg}");
            }
            let (path, cut) = (flat(&path), flat(&cut));
            for x in 0..12 {
                for y in 0..12 {
                    let p = Point::new(f64::from(x) * 43.3 + 1.7, f64::from(y) * 42.7 + 3.1);
                    assert_eq!(cut.winding(p), path.winding(p), "{svg} at {p}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_outline_is_not_built() {
        let nan = vec![PathEl::MoveTo(Point::ZERO), PathEl::LineTo(Point::new(f64::NAN, 0.0))];
        let infinite = vec![PathEl::MoveTo(Point::new(f64::INFINITY, 0.0)), PathEl::LineTo(Point::ZERO)];
        let headless = vec![PathEl::LineTo(Point::ZERO), PathEl::LineTo(Point::new(1.0, 1.0))];
        let move_only = vec![PathEl::MoveTo(Point::ZERO)];
        for elements in [nan, infinite, headless, move_only, vec![], vec![PathEl::ClosePath]] {
            let path = build(&mut PathBuilder::new(), elements.iter().copied(), Affine::IDENTITY, LIMIT);
            assert_eq!(path, None, "{elements:?}");
        }
    }
}
