//! Outlines of a fixed number of curves, so that any two can be blended.

use std::array::from_fn;

use kurbo::{CubicBez, ParamCurve, PathEl, Point, Vec2};

/// How many cubics an [`Outline`] has.
pub(crate) const CURVES: usize = 24;

/// A closed outline of exactly [`CURVES`] cubics around the origin, in canvas units with y down.
///
/// It starts at the left and runs clockwise on screen, so that equal indices of two outlines lie in similar places and
/// a blend of two outlines is an outline on the way between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Outline {
    start: Point,
    curves: [[Point; 3]; CURVES],
}

impl Outline {
    /// From up to [`CURVES`] cubics that follow on each other and close; the longest are split until there are enough.
    ///
    /// # Panics
    /// In debug builds, if there are none or too many.
    pub(crate) fn new(pieces: &[CubicBez]) -> Self {
        debug_assert!(!pieces.is_empty() && pieces.len() <= CURVES, "{} curves", pieces.len());
        let mut all = [CubicBez::new((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)); CURVES];
        let mut count = pieces.len().min(CURVES);
        all[..count].copy_from_slice(&pieces[..count]);
        while count < CURVES {
            // The first of the longest, so that symmetrical outlines are split the same way every time.
            let mut longest = 0;
            for i in 1..count {
                if span(&all[i]) > span(&all[longest]) + 1e-9 {
                    longest = i;
                }
            }
            let (a, b) = all[longest].subdivide();
            all.copy_within(longest + 1..count, longest + 2);
            all[longest] = a;
            all[longest + 1] = b;
            count += 1;
        }
        Self { start: all[0].p0, curves: all.map(|c| [c.p1, c.p2, c.p3]) }
    }

    /// An ellipse with the given half axes.
    pub(crate) fn ellipse(rx: f64, ry: f64) -> Self {
        Self::superellipse(rx, ry, 0.0)
    }

    /// From an ellipse (`square` 0) towards a rounded box (`square` 1): points of the ellipse are pushed out towards
    /// its bounding box.
    pub(crate) fn superellipse(rx: f64, ry: f64, square: f64) -> Self {
        let power = 2.0 / (2.0 + 3.0 * square);
        let lobe = |v: f64| v.signum() * libm::pow(v.abs(), power);
        Self::sampled(|share| {
            let (s, c) = crate::geometry::sin_cos(180.0 + 360.0 * share);
            if square == 0.0 { Point::new(rx * c, ry * s) } else { Point::new(rx * lobe(c), ry * lobe(s)) }
        })
    }

    /// A closed smooth curve through `at(0)`, `at(1/24)`, … (Catmull-Rom with handles that are exact for circles).
    pub(crate) fn sampled(at: impl Fn(f64) -> Point) -> Self {
        let points: [Point; CURVES] = from_fn(|i| at(i as f64 / CURVES as f64));
        let handle = smooth_handle(CURVES);
        let tangent = |i: usize| (points[(i + 1) % CURVES] - points[(i + CURVES - 1) % CURVES]) * handle;
        Self {
            start: points[0],
            curves: from_fn(|i| {
                let next = (i + 1) % CURVES;
                [points[i] + tangent(i), points[next] - tangent(next), points[next]]
            }),
        }
    }

    /// A band of even thickness along a centre line, with round ends. `at` gives points for 0..=1, left to right; the
    /// outline runs along its upper side and back along the lower.
    pub(crate) fn band(at: impl Fn(f64) -> Point, thickness: f64) -> Self {
        const SIDE: usize = (CURVES - 4) / 2;
        let half = 0.5 * thickness;
        let direction = |t: f64| {
            let d = at((t + 1e-4).min(1.0)) - at((t - 1e-4).max(0.0));
            let length = libm::hypot(d.x, d.y);
            if length > 0.0 { d / length } else { Vec2::new(1.0, 0.0) }
        };
        // Screen y points down: the upper side of a line that runs to the right is at -y.
        let side = |t: f64, sign: f64| {
            let d = direction(t);
            at(t) + Vec2::new(d.y, -d.x) * (half * sign)
        };
        let mut pieces = [CubicBez::new((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)); CURVES];
        let step = 1.0 / SIDE as f64;
        let run = |from: f64, to: f64, sign: f64| {
            let third = (to - from) / 3.0;
            let slope = |t: f64| {
                let (a, b) = ((t - 1e-3).max(0.0), (t + 1e-3).min(1.0));
                (side(b, sign) - side(a, sign)) / (b - a)
            };
            let (p0, p3) = (side(from, sign), side(to, sign));
            CubicBez::new(p0, p0 + slope(from) * third, p3 - slope(to) * third, p3)
        };
        let quarter = |center: Point, from: Vec2, to: Vec2| {
            // A quarter circle as a cubic.
            const K: f64 = 0.552_284_749_830_793_4;
            CubicBez::new(center + from, center + from + to * K, center + to + from * K, center + to)
        };
        let (first, last) = (direction(0.0) * half, direction(1.0) * half);
        let up = |d: Vec2| Vec2::new(d.y, -d.x);
        pieces[0] = quarter(at(0.0), -first, up(first));
        for i in 0..SIDE {
            pieces[1 + i] = run(step * i as f64, step * (i + 1) as f64, 1.0);
        }
        pieces[1 + SIDE] = quarter(at(1.0), up(last), last);
        pieces[2 + SIDE] = quarter(at(1.0), last, -up(last));
        for i in 0..SIDE {
            pieces[3 + SIDE + i] = run(1.0 - step * i as f64, 1.0 - step * (i + 1) as f64, -1.0);
        }
        pieces[CURVES - 1] = quarter(at(0.0), -up(first), -first);
        Self::new(&pieces)
    }

    /// A polygon with corners rounded by `radius` (in canvas units), from at most 12 corners, clockwise on screen.
    pub(crate) fn rounded(corners: &[Point], radius: f64) -> Self {
        debug_assert!(corners.len() >= 3 && corners.len() * 2 <= CURVES);
        let count = corners.len().min(CURVES / 2);
        let mut pieces = [CubicBez::new((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)); CURVES];
        let cut = |from: Point, to: Point| {
            let length = from.distance(to);
            from + (to - from) * (radius / length.max(1e-9)).min(0.5)
        };
        for i in 0..count {
            let (before, here, next) = (corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count]);
            let (a, b) = (cut(here, before), cut(here, next));
            pieces[2 * i] = CubicBez::new(a, a.lerp(here, 2.0 / 3.0), b.lerp(here, 2.0 / 3.0), b);
            let c = cut(next, here);
            pieces[2 * i + 1] = CubicBez::new(b, b.lerp(c, 1.0 / 3.0), b.lerp(c, 2.0 / 3.0), c);
        }
        Self::new(&pieces[..2 * count])
    }

    /// Another outline's share added, point by point. A blend is a sum of shares that add up to 1.
    pub(crate) fn plus(&self, other: &Self, share: f64) -> Self {
        let add = |a: Point, b: Point| a + b.to_vec2() * share;
        Self {
            start: add(self.start, other.start),
            curves: from_fn(|i| from_fn(|j| add(self.curves[i][j], other.curves[i][j]))),
        }
    }

    /// Stretched along its own axes.
    pub(crate) fn scaled(&self, x: f64, y: f64) -> Self {
        self.map(|p| Point::new(p.x * x, p.y * y))
    }

    /// Each control point moved.
    pub(crate) fn map(&self, f: impl Fn(Point) -> Point) -> Self {
        Self { start: f(self.start), curves: self.curves.map(|c| c.map(&f)) }
    }

    /// Mirrored left to right, kept clockwise and starting at the left.
    pub(crate) fn mirrored(&self) -> Self {
        let flip = |p: Point| Point::new(-p.x, p.y);
        // Walk backwards from the middle curve's start, which lies at the right and so becomes the left.
        let begin = |i: usize| if i == 0 { self.start } else { self.curves[i - 1][2] };
        let half = CURVES / 2;
        Self {
            start: flip(begin(half)),
            curves: from_fn(|i| {
                let k = (half + CURVES - 1 - i) % CURVES;
                [flip(self.curves[k][1]), flip(self.curves[k][0]), flip(begin(k))]
            }),
        }
    }

    /// The furthest any control point lies from the origin: a bound on the outline.
    pub(crate) fn reach(&self) -> f64 {
        self.points().map(|p| libm::hypot(p.x, p.y)).fold(0.0, f64::max)
    }

    /// Half of the height and of the width of its end points' bounding box.
    pub(crate) fn half_size(&self) -> (f64, f64) {
        let ends = self.curves.iter().map(|c| c[2]);
        let (mut low, mut high) = (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
        for p in ends {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        (0.5 * (high.x - low.x), 0.5 * (high.y - low.y))
    }

    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        std::iter::once(self.start).chain(self.curves.iter().flatten().copied())
    }

    /// As path elements.
    pub(crate) fn elements(&self) -> impl Iterator<Item = PathEl> + '_ {
        std::iter::once(PathEl::MoveTo(self.start))
            .chain(self.curves.iter().map(|c| PathEl::CurveTo(c[0], c[1], c[2])))
            .chain(std::iter::once(PathEl::ClosePath))
    }
}

/// The share of the chord between neighbours that makes handles exact for `n` points on a circle.
fn smooth_handle(n: usize) -> f64 {
    let step = 360.0 / n as f64;
    let (s, _) = crate::geometry::sin_cos(step);
    let (quarter_s, quarter_c) = crate::geometry::sin_cos(step / 4.0);
    // Handle length 4/3 tan(step/4); neighbours are 2 sin(step) apart.
    4.0 / 3.0 * (quarter_s / quarter_c) / (2.0 * s)
}

fn span(c: &CubicBez) -> f64 {
    let d = c.p3 - c.p0;
    libm::hypot(d.x, d.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{BezPath, Shape};

    fn path(o: &Outline) -> BezPath {
        BezPath::from_vec(o.elements().collect())
    }

    #[test]
    fn an_ellipse_has_the_area_of_an_ellipse() {
        let area = path(&Outline::ellipse(3.0, 4.0)).area();
        // Positive: clockwise on a canvas with y down.
        assert!((area - std::f64::consts::PI * 12.0).abs() < 1e-3, "{area}");
    }

    #[test]
    fn a_straight_band_is_a_capsule() {
        let band = Outline::band(|t| Point::new(-5.0 + 10.0 * t, 0.0), 2.0);
        let area = path(&band).area();
        assert!((area - (20.0 + std::f64::consts::PI)).abs() < 0.01, "{area}");
    }

    #[test]
    fn mirroring_keeps_the_area_the_start_and_the_direction() {
        let band = Outline::band(|t| Point::new(-5.0 + 10.0 * t, 3.0 * t * t), 1.0);
        let mirrored = band.mirrored();
        assert!((path(&band).area() - path(&mirrored).area()).abs() < 1e-9);
        assert!(mirrored.start.x < 0.0);
        let twice = mirrored.mirrored();
        assert!(band.points().zip(twice.points()).all(|(a, b)| a.distance(b) < 1e-12));
    }

    #[test]
    fn a_blend_of_two_outlines_lies_between() {
        let (a, b) = (Outline::ellipse(1.0, 1.0), Outline::ellipse(3.0, 2.0));
        let (x, y) = a.scaled(0.5, 0.5).plus(&b, 0.5).half_size();
        assert!((x - 2.0).abs() < 1e-12 && (y - 1.5).abs() < 1e-12);
    }
}
