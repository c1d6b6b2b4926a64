//! The mouth: six numbers that become one closed outline.

use kurbo::{CubicBez, PathEl, Point, Vec2};

use crate::geometry::sin_cos;

/// A mouth, in units of the eye radius, y down.
///
/// For u in -1..=1 (left to right): `lip = dy + bend (1 - u^2)(1 + skew u) + wave sin(pi u)`,
/// `lens = open sqrt(1 - u^2)`, upper lip `lip - 0.38 lens`, lower lip `lip + 0.62 lens`. Shut, both lips are one
/// line and the outline has no area; so shut and open mouths blend as one shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mouth {
    /// From the middle to a corner, over 0.
    pub half_width: f64,
    /// Down from the mouth's place.
    pub dy: f64,
    /// Depth of the curve; + smiles.
    pub bend: f64,
    /// Where the curve is deepest: + towards the right.
    pub skew: f64,
    /// Height of a wave along the lip.
    pub wave: f64,
    /// Height of the opening, 0 or more.
    pub open: f64,
}

/// Cubics along one lip.
const PER_LIP: usize = 10;

impl Mouth {
    /// The line between the lips at u in -1..=1.
    pub fn lip(&self, u: f64) -> f64 {
        self.dy + self.bend * (1.0 - u * u) * (1.0 + self.skew * u) + self.wave * libm::sin(std::f64::consts::PI * u)
    }

    /// The height of the opening at u in -1..=1.
    pub fn lens(&self, u: f64) -> f64 {
        self.open * (1.0 - u * u).max(0.0).sqrt()
    }

    /// The upper lip at u.
    pub fn upper(&self, u: f64) -> f64 {
        self.lip(u) - 0.38 * self.lens(u)
    }

    /// The lower lip at u.
    pub fn lower(&self, u: f64) -> f64 {
        self.lip(u) + 0.62 * self.lens(u)
    }

    /// All six numbers on the way to another mouth: 0 is this one, 1 the other.
    pub fn blend(&self, other: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Self {
            half_width: mix(self.half_width, other.half_width),
            dy: mix(self.dy, other.dy),
            bend: mix(self.bend, other.bend),
            skew: mix(self.skew, other.skew),
            wave: mix(self.wave, other.wave),
            open: mix(self.open, other.open),
        }
    }

    /// The closed outline in canvas units: along the upper lip from left to right, back along the lower. Both corners
    /// are shared and no piece has length zero.
    pub(crate) fn outline(&self, unit: f64) -> impl Iterator<Item = PathEl> {
        let upper = self.edge(unit, 1.0, -0.38);
        let lower = self.edge(unit, 1.0, 0.62);
        let back = std::array::from_fn::<_, PER_LIP, _>(|i| {
            let c = lower[PER_LIP - 1 - i];
            CubicBez::new(c.p3, c.p2, c.p1, c.p0)
        });
        closed(upper.into_iter().chain(back))
    }

    /// The line of a shut mouth, or the upper lip of an open one, from corner to corner.
    pub(crate) fn line(&self, unit: f64) -> impl Iterator<Item = PathEl> {
        let edge = self.edge(unit, 1.0, -0.38);
        std::iter::once(PathEl::MoveTo(edge[0].p0)).chain(edge.into_iter().map(|c| PathEl::CurveTo(c.p1, c.p2, c.p3)))
    }

    /// The tongue: what lies between the lower lip and an arch over it, so it never leaves the mouth. `share` 0..=1.5 is
    /// its height: 1 is half of the opening.
    pub(crate) fn tongue(&self, unit: f64, share: f64) -> impl Iterator<Item = PathEl> {
        const WIDTH: f64 = 0.78;
        self.between(unit, WIDTH, move |m, u| m.lower(u) - share * 0.52 * m.open * arch(u / WIDTH), |m, u| m.lower(u))
    }

    /// The upper teeth: a strip under the upper lip. `share` 0..=3 is its height: 1 is 30 % of the opening.
    pub(crate) fn teeth(&self, unit: f64, share: f64) -> impl Iterator<Item = PathEl> {
        const WIDTH: f64 = 0.9;
        self.between(
            unit,
            WIDTH,
            |m, u| m.upper(u),
            move |m, u| m.upper(u) + share * 0.30 * m.open * arch(u / WIDTH).sqrt(),
        )
    }

    /// The furthest the outline lies from the mouth's place, in units of the eye radius.
    pub(crate) fn reach(&self) -> f64 {
        let extent = (0..=8).map(|i| f64::from(i) / 4.0 - 1.0).map(|u| self.upper(u).abs().max(self.lower(u).abs()));
        libm::hypot(self.half_width, extent.fold(0.0, f64::max))
    }

    /// One lip as cubics. The parameter is the angle of u = -cos(phi), in which the lens is a plain sine: the end
    /// tangents are then finite everywhere, and Hermite pieces follow the curve closely.
    fn edge(&self, unit: f64, width: f64, lens: f64) -> [CubicBez; PER_LIP] {
        let point = |phi: f64| {
            let (s, c) = sin_cos(phi);
            let u = -c * width;
            Point::new(unit * self.half_width * u, unit * (self.lip(u) + lens * self.open * s))
        };
        let slope = |phi: f64| {
            let (s, c) = sin_cos(phi);
            let u = -c * width;
            let lip = self.bend * (self.skew - 2.0 * u - 3.0 * self.skew * u * u)
                + self.wave * std::f64::consts::PI * libm::cos(std::f64::consts::PI * u);
            Vec2::new(unit * self.half_width * s * width, unit * (lip * s * width + lens * self.open * c))
        };
        hermite(point, slope)
    }

    fn between(
        &self,
        unit: f64,
        width: f64,
        top: impl Fn(&Self, f64) -> f64,
        bottom: impl Fn(&Self, f64) -> f64,
    ) -> impl Iterator<Item = PathEl> {
        let edge = |f: &dyn Fn(&Self, f64) -> f64| {
            let point = |phi: f64| {
                let u = -sin_cos(phi).1 * width;
                Point::new(unit * self.half_width * u, unit * f(self, u))
            };
            // The edges are smooth in phi; a central difference is plenty for shapes inside the mouth.
            let slope = |phi: f64| {
                (point((phi + 0.05).min(180.0)) - point((phi - 0.05).max(0.0)))
                    / ((phi + 0.05).min(180.0) - (phi - 0.05).max(0.0)).to_radians()
            };
            hermite(point, slope)
        };
        let (upper, lower) = (edge(&top), edge(&bottom));
        let back = std::array::from_fn::<_, PER_LIP, _>(|i| {
            let c = lower[PER_LIP - 1 - i];
            CubicBez::new(c.p3, c.p2, c.p1, c.p0)
        });
        closed(upper.into_iter().chain(back))
    }
}

/// A bump of height 1 over -1..=1.
fn arch(u: f64) -> f64 {
    (1.0 - u * u).max(0.0)
}

/// Cubics through `point` over 0..=180 degrees with derivative `slope` per radian.
fn hermite(point: impl Fn(f64) -> Point, slope: impl Fn(f64) -> Vec2) -> [CubicBez; PER_LIP] {
    let step = 180.0 / PER_LIP as f64;
    // Handles that are exact for arcs of circles, which the lens is: 4/3 tan(step/4) instead of step/3.
    let (s, c) = sin_cos(step / 4.0);
    let third = 4.0 / 3.0 * s / c;
    std::array::from_fn(|i| {
        let (a, b) = (step * i as f64, step * (i + 1) as f64);
        let (p0, p3) = (point(a), point(b));
        CubicBez::new(p0, p0 + slope(a) * third, p3 - slope(b) * third, p3)
    })
}

fn closed(curves: impl Iterator<Item = CubicBez>) -> impl Iterator<Item = PathEl> {
    let mut first = true;
    curves
        .flat_map(move |c| {
            let start = std::mem::take(&mut first).then_some(PathEl::MoveTo(c.p0));
            start.into_iter().chain(std::iter::once(PathEl::CurveTo(c.p1, c.p2, c.p3)))
        })
        .chain(std::iter::once(PathEl::ClosePath))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{BezPath, ParamCurve, ParamCurveNearest, Shape};
    use proptest::prelude::*;

    fn mouth(half_width: f64, dy: f64, bend: f64, skew: f64, wave: f64, open: f64) -> Mouth {
        Mouth { half_width, dy, bend, skew, wave, open }
    }

    fn path(m: &Mouth) -> BezPath {
        BezPath::from_vec(m.outline(1.0).collect())
    }

    #[test]
    fn the_lip_of_the_specification() {
        let m = mouth(1.0, 0.0, 1.0, 0.5, 0.0, 0.0);
        assert!((m.lip(-0.5) - 0.5625).abs() < 1e-12 && (m.lip(0.5) - 0.9375).abs() < 1e-12);
        // The apex: d/du (1 - u^2)(1 + u/2) = 0 at u = (sqrt(7) - 2) / 3.
        let apex = (7.0_f64.sqrt() - 2.0) / 3.0;
        assert!((m.lip(apex) - 1.0563).abs() < 1e-4 && (apex - 0.2153).abs() < 1e-4);
    }

    #[test]
    fn open_and_flat_is_half_an_ellipse_of_area_half_pi_per_half_width() {
        for half_width in [1.0, 2.5] {
            let m = mouth(half_width, 0.0, 0.0, 0.0, 0.0, 1.0);
            assert!((m.upper(0.0) + 0.38).abs() < 1e-12 && (m.lower(0.0) - 0.62).abs() < 1e-12);
            let area = path(&m).area();
            assert!((area - std::f64::consts::FRAC_PI_2 * half_width).abs() < 1e-4, "{area}");
        }
    }

    #[test]
    fn shut_it_has_no_area_and_its_lips_are_one_line() {
        let m = mouth(1.2, 0.1, 0.6, 0.3, 0.2, 0.0);
        assert!(path(&m).area().abs() < 1e-12);
        assert!((0..=20).map(|i| f64::from(i) / 10.0 - 1.0).all(|u| m.upper(u) == m.lower(u)));
    }

    proptest! {
        #[test]
        fn the_outline_follows_the_formula(
            half_width in 0.3..2.0f64, dy in -1.0..1.0f64, bend in -1.0..1.0f64, skew in -0.6..0.6f64, wave in -0.4..0.4f64,
            open in 0.0..2.0f64,
        ) {
            let m = mouth(half_width, dy, bend, skew, wave, open);
            let path = path(&m);
            let near = |p: Point| path.segments().map(|s| s.nearest(p, 1e-6).distance_sq.sqrt()).fold(f64::MAX, f64::min);
            for i in 0..=20 {
                let u = f64::from(i) / 10.0 - 1.0;
                prop_assert!(near(Point::new(half_width * u, m.upper(u))) < 2e-3);
                prop_assert!(near(Point::new(half_width * u, m.lower(u))) < 2e-3);
            }
            // Closed, corners shared, nothing of length zero.
            let pieces: Vec<_> = path.segments().collect();
            prop_assert_eq!(pieces.len(), 2 * PER_LIP);
            for (a, b) in pieces.iter().zip(pieces.iter().cycle().skip(1)) {
                prop_assert!(a.end().distance(b.start()) < 1e-12);
                prop_assert!(a.start().distance(a.end()) > 1e-6);
            }
        }

        #[test]
        fn tongue_and_teeth_stay_in_the_mouth(
            bend in -0.8..0.8f64, skew in -0.5..0.5f64, wave in -0.2..0.2f64, open in 0.5..2.0f64, share in 0.0..1.0f64,
        ) {
            let m = mouth(1.2, 0.0, bend, skew, wave, open);
            for inner in [m.tongue(1.0, 1.5 * share).collect::<Vec<_>>(), m.teeth(1.0, 3.0 * share).collect()] {
                for seg in kurbo::segments(inner) {
                    for i in 0..8 {
                        let p = seg.eval(f64::from(i) / 8.0);
                        let u = p.x / 1.2;
                        prop_assert!(p.y >= m.upper(u) - 0.02 && p.y <= m.lower(u) + 0.02, "{:?}", p);
                    }
                }
            }
        }
    }
}
