//! Laying a flat outline on the sphere, up to the limb.
//!
//! A point of the feature's plane at distance rho from its centre lies on the sphere at arc length rho from the
//! feature's place, in the same direction (the exponential map): `cos rho n + sin rho (s u + t v) / rho`.

use std::f64::consts::{PI, TAU};

use glam::{DVec2, DVec3};
use kurbo::{CubicBez, ParamCurve, PathEl, PathSeg, Point};

use super::sphere::{Head, Tangent};

/// The longest piece, in radians of arc, that one cubic stands for. Hermite error at this length is below 1e-5 radii.
const PIECE: f64 = 0.25;

/// Lays a closed outline on the sphere and drops z. `outline` is in canvas units around the feature's centre, y down;
/// the elements handed to `emit` are canvas coordinates. What lies behind the limb is drawn onto the limb, so ink
/// ends there. Returns the depth of the nearest part: 0 or below when nothing is seen (then nothing is emitted).
pub(crate) fn wrap(outline: &[PathEl], tangent: &Tangent, head: Head, mut emit: impl FnMut(PathEl)) -> f64 {
    let sphere = Sphere { tangent, head };
    let nearest = nearest_depth(outline, &sphere);
    if nearest <= 0.0 {
        return nearest;
    }
    let mut open = false;
    for el in kurbo::segments(outline.iter().copied()).scan(None, |last: &mut Option<Point>, seg| {
        let starts = *last != Some(seg.start());
        *last = Some(seg.end());
        Some((starts, seg))
    }) {
        let (starts, seg) = el;
        let curve = seg.to_cubic();
        if starts {
            if open {
                emit(PathEl::ClosePath);
            }
            open = true;
            emit(PathEl::MoveTo(sphere.seen(curve.p0).0));
        }
        sphere.curve(&curve, seg_pieces(&seg, head.radius), &mut emit);
    }
    if open {
        emit(PathEl::ClosePath);
    }
    nearest
}

fn seg_pieces(seg: &PathSeg, radius: f64) -> usize {
    let cubic = seg.to_cubic();
    let length = (cubic.p1 - cubic.p0).hypot() + (cubic.p2 - cubic.p1).hypot() + (cubic.p3 - cubic.p2).hypot();
    ((length / (radius * PIECE)).ceil() as usize).clamp(1, 64)
}

fn nearest_depth(outline: &[PathEl], sphere: &Sphere<'_>) -> f64 {
    let mut nearest = f64::NEG_INFINITY;
    for seg in kurbo::segments(outline.iter().copied()) {
        for i in 0..4 {
            nearest = nearest.max(sphere.lift(seg.eval(f64::from(i) / 4.0)).z);
        }
    }
    nearest
}

struct Sphere<'a> {
    tangent: &'a Tangent,
    head: Head,
}

impl Sphere<'_> {
    /// The place on the unit sphere.
    fn lift(&self, p: Point) -> DVec3 {
        let flat = DVec2::new(p.x, -p.y) / self.head.radius;
        let rho = flat.length();
        let sinc = if rho < 1e-6 { 1.0 - rho * rho / 6.0 } else { libm::sin(rho) / rho };
        self.tangent.normal * libm::cos(rho) + (self.tangent.right * flat.x + self.tangent.up * flat.y) * sinc
    }

    /// How the place on the sphere moves when the flat point moves by `d`.
    fn lift_derivative(&self, p: Point, d: DVec2) -> DVec3 {
        let flat = DVec2::new(p.x, -p.y) / self.head.radius;
        let d = DVec2::new(d.x, -d.y) / self.head.radius;
        let along = |v: DVec2| self.tangent.right * v.x + self.tangent.up * v.y;
        let rho = flat.length();
        if rho < 1e-6 {
            return along(d) - self.tangent.normal * flat.dot(d);
        }
        let (sin, cos) = (libm::sin(rho), libm::cos(rho));
        let speed = flat.dot(d) / rho;
        along(d) * (sin / rho) + along(flat) * ((cos - sin / rho) * speed / rho) - self.tangent.normal * (sin * speed)
    }

    /// The canvas point of a flat point, moved to the limb if it is behind it, and whether it was in front.
    fn seen(&self, p: Point) -> (Point, bool) {
        let v = self.lift(p);
        if v.z >= 0.0 { (self.head.project(v), true) } else { (self.head.project(to_limb(v)), false) }
    }

    fn curve(&self, curve: &CubicBez, pieces: usize, emit: &mut impl FnMut(PathEl)) {
        for i in 0..pieces {
            let (a, b) = (i as f64 / pieces as f64, (i + 1) as f64 / pieces as f64);
            let (front_a, front_b) = (self.depth(curve, a) >= 0.0, self.depth(curve, b) >= 0.0);
            match (front_a, front_b) {
                (true, true) => self.front(curve, a, b, emit),
                (false, false) => self.behind(curve, a, b, emit),
                (true, false) => {
                    let edge = self.crossing(curve, a, b);
                    self.front(curve, a, edge, emit);
                    self.behind(curve, edge, b, emit);
                }
                (false, true) => {
                    let edge = self.crossing(curve, a, b);
                    self.behind(curve, a, edge, emit);
                    self.front(curve, edge, b, emit);
                }
            }
        }
    }

    fn depth(&self, curve: &CubicBez, t: f64) -> f64 {
        self.lift(curve.eval(t)).z
    }

    /// Where between `a` and `b` the curve passes the limb.
    fn crossing(&self, curve: &CubicBez, mut a: f64, mut b: f64) -> f64 {
        let in_front_at_a = self.depth(curve, a) >= 0.0;
        for _ in 0..40 {
            let middle = 0.5 * (a + b);
            if (self.depth(curve, middle) >= 0.0) == in_front_at_a { a = middle } else { b = middle }
        }
        0.5 * (a + b)
    }

    /// A visible piece as one cubic with the exact ends and tangents.
    fn front(&self, curve: &CubicBez, a: f64, b: f64, emit: &mut impl FnMut(PathEl)) {
        let third = (b - a) / 3.0;
        let (p0, p3) = (self.head.project(self.lift(curve.eval(a))), self.head.project(self.lift(curve.eval(b))));
        let (d0, d3) = (self.direction(curve, a) * third, self.direction(curve, b) * third);
        emit(PathEl::CurveTo(p0 + d0, p3 - d3, p3));
    }

    fn direction(&self, curve: &CubicBez, t: f64) -> kurbo::Vec2 {
        let d = derivative(curve, t);
        let v = self.lift_derivative(curve.eval(t), d);
        kurbo::Vec2::new(v.x, -v.y) * self.head.radius
    }

    /// A hidden piece, along the limb between the directions in which its ends lie.
    fn behind(&self, curve: &CubicBez, a: f64, b: f64, emit: &mut impl FnMut(PathEl)) {
        let (from, to) = (to_limb(self.lift(curve.eval(a))), to_limb(self.lift(curve.eval(b))));
        let start = libm::atan2(from.y, from.x);
        let mut sweep = libm::atan2(to.y, to.x) - start;
        if sweep > PI {
            sweep -= TAU;
        } else if sweep < -PI {
            sweep += TAU;
        }
        let steps = (sweep.abs() / 0.8).ceil().max(1.0);
        let step = sweep / steps;
        // A circular arc as a cubic: handles of 4/3 tan(angle / 4).
        let handle = 4.0 / 3.0 * libm::tan(step / 4.0);
        let on = |angle: f64| DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
        for i in 0..steps as usize {
            let (p, q) = (on(start + step * i as f64), on(start + step * (i + 1) as f64));
            let (c0, c1) = (p + handle * DVec3::new(-p.y, p.x, 0.0), q - handle * DVec3::new(-q.y, q.x, 0.0));
            let end = if i + 1 == steps as usize { to } else { q };
            emit(PathEl::CurveTo(self.head.project(c0), self.head.project(c1), self.head.project(end)));
        }
    }
}

fn derivative(curve: &CubicBez, t: f64) -> DVec2 {
    let s = 1.0 - t;
    let d = (curve.p1 - curve.p0) * (3.0 * s * s)
        + (curve.p2 - curve.p1) * (6.0 * s * t)
        + (curve.p3 - curve.p2) * (3.0 * t * t);
    DVec2::new(d.x, d.y)
}

/// The point of the limb in the same direction; straight behind, where there is none, the right.
fn to_limb(v: DVec3) -> DVec3 {
    let length = libm::hypot(v.x, v.y);
    if length > 1e-12 { DVec3::new(v.x / length, v.y / length, 0.0) } else { DVec3::X }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Pose, RestPlace};
    use kurbo::{BezPath, Ellipse, Shape};

    const HEAD: Head = Head { center: Point::new(100.0, 100.0), radius: 70.0 };

    fn frame(turn: f64, tilt: f64, roll: f64) -> Tangent {
        let rotation = Pose::new(turn, tilt, roll).unwrap().rotation();
        RestPlace::new(0.25, 0.1).unwrap().tangent().rotated(rotation)
    }

    fn eye() -> BezPath {
        Ellipse::new((0.0, 0.0), (0.16 * HEAD.radius, 0.22 * HEAD.radius), 0.0).to_path(1e-4)
    }

    /// The picture of the sphere by casting a ray through each sample: is the point the viewer sees inked?
    fn inked(t: &Tangent, p: Point) -> bool {
        let (x, y) = ((p.x - HEAD.center.x) / HEAD.radius, (HEAD.center.y - p.y) / HEAD.radius);
        let rest = 1.0 - x * x - y * y;
        if rest < 0.0 {
            return false;
        }
        let v = DVec3::new(x, y, rest.sqrt());
        let rho = libm::acos(v.dot(t.normal).clamp(-1.0, 1.0));
        let (s, w) = (v.dot(t.right), v.dot(t.up));
        let length = libm::hypot(s, w).max(1e-12);
        let (s, w) = (rho * s / length, rho * w / length);
        (s / 0.16).powi(2) + (w / 0.22).powi(2) <= 1.0
    }

    /// Intersection over union of a path and the ray-cast picture, on a grid of a fifth of a unit around the eye.
    fn overlap(path: &BezPath, t: &Tangent) -> f64 {
        let place = HEAD.project(t.normal);
        let (mut both, mut either) = (0.0, 0.0);
        for i in -100..=100 {
            for j in -100..=100 {
                let p = place + kurbo::Vec2::new(f64::from(i), f64::from(j)) * 0.2;
                let (a, b) = (path.winding(p) != 0, inked(t, p));
                both += f64::from(u8::from(a && b));
                either += f64::from(u8::from(a || b));
            }
        }
        both / either
    }

    #[test]
    fn wrapped_ink_is_the_picture_of_the_sphere() {
        for turn in [0.0, 30.0, 60.0, 70.0, 75.0] {
            let t = frame(turn, 0.0, 0.0);
            let mut path = BezPath::new();
            assert!(wrap(eye().elements(), &t, HEAD, |el| path.push(el)) > 0.0);
            let share = overlap(&path, &t);
            assert!(share >= 0.98, "turn {turn}: {share}");
        }
    }

    /// The figures of the specification, 1.8, for the flat projection: they say why wrapping is needed.
    #[test]
    fn flat_ink_is_not() {
        for (turn, expected) in [(0.0, 0.96), (30.0, 0.88), (60.0, 0.63)] {
            let t = frame(turn, 0.0, 0.0);
            let [a, b, c, d] = t.matrix();
            let place = HEAD.project(t.normal);
            let share = overlap(&(kurbo::Affine::new([a, b, c, d, place.x, place.y]) * eye()), &t);
            assert!((share - expected).abs() < 0.02, "turn {turn}: {share}");
        }
    }

    #[test]
    fn the_area_never_pops_over_a_full_turn() {
        let mut last = None;
        for step in 0..720 {
            let mut path = BezPath::new();
            wrap(eye().elements(), &frame(f64::from(step) / 2.0, 5.0, 20.0), HEAD, |el| path.push(el));
            assert!(path.elements().iter().all(|el| el.is_finite()));
            let area = path.area().abs();
            if let Some(last) = last {
                let change: f64 = area - last;
                // The whole eye is 541 square units; half a degree moves its edge by 0.6 units over 31 units of height.
                assert!(change.abs() < 20.0, "at {}: {change}", f64::from(step) / 2.0);
            }
            last = Some(area);
        }
    }

    #[test]
    fn ink_never_leaves_the_disc() {
        for turn in 0..72 {
            wrap(eye().elements(), &frame(f64::from(turn) * 5.0, 30.0, -40.0), HEAD, |el| {
                if let Some(end) = el.end_point() {
                    assert!(end.distance(HEAD.center) <= HEAD.radius + 1e-6);
                }
            });
        }
    }
}
