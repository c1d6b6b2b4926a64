//! Smooth closed curves through noisy points: corners are found, and cubics fitted between them (Schneider, "An
//! Algorithm for Automatically Fitting Digitized Curves", 1990).
//!
//! kurbo can fit curves too, but says of itself that noise makes its results poor; contours of pixels are noise.

use kurbo::{BezPath, CubicBez, ParamCurve, ParamCurveDeriv, Point, Vec2};

/// How far along the contour a direction is measured, in units of the tolerance: short steps are all noise.
const REACH: f64 = 10.0;
/// The turn within [`REACH`] on both sides that makes a corner, as a cosine: 50 degrees.
const CORNER: f64 = 0.643;

/// Adds one closed subpath that stays within about `tolerance` of the points.
pub(super) fn fit_closed(points: &[Point], tolerance: f64, out: &mut BezPath) {
    let points = spaced(points, tolerance);
    if points.len() < 4 {
        add_polygon(&points, out);
        return;
    }
    let corners = corners(&points, tolerance * REACH);
    let first = corners.first().copied().unwrap_or(0);
    // Once around, from the first corner (or anywhere) back to it.
    let around: Vec<Point> = (0..=points.len()).map(|i| points[(first + i) % points.len()]).collect();
    let mut breaks: Vec<usize> = corners.iter().map(|c| c - first).collect();
    if breaks.is_empty() {
        breaks.push(0);
    }
    breaks.push(points.len());

    out.move_to(around[0]);
    let is_smooth = corners.is_empty();
    for pair in breaks.windows(2) {
        let Some(run) = around.get(pair[0]..=pair[1]) else { continue };
        let (mut start, mut end) = (direction(run, 0, tolerance), -direction(run, run.len() - 1, tolerance));
        if is_smooth {
            start = unit(start + end).unwrap_or(start);
            end = start;
        }
        fit_run(run, start, end, tolerance, out);
    }
    out.close_path();
}

fn add_polygon(points: &[Point], out: &mut BezPath) {
    let Some((first, rest)) = points.split_first() else { return };
    if rest.len() < 2 {
        return;
    }
    out.move_to(*first);
    rest.iter().for_each(|p| out.line_to(*p));
    out.close_path();
}

/// Leaves out points that are too near to the one before to give a direction.
fn spaced(points: &[Point], distance: f64) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for p in points {
        if kept.last().is_none_or(|last| last.distance(*p) >= distance) {
            kept.push(*p);
        }
    }
    while kept.len() > 1 && kept[0].distance(kept[kept.len() - 1]) < distance {
        kept.pop();
    }
    kept
}

/// The sharpest points of each turn that is sharp enough to be a corner.
fn corners(points: &[Point], reach: f64) -> Vec<usize> {
    let n = points.len();
    let walk = |from: usize, step: usize| {
        let mut i = from;
        for _ in 0..n / 3 {
            i = (i + step) % n;
            if points[i].distance(points[from]) >= reach {
                break;
            }
        }
        points[i]
    };
    let straightness: Vec<f64> = (0..n)
        .map(|i| {
            let before = unit(points[i] - walk(i, n - 1)).unwrap_or(Vec2::ZERO);
            let after = unit(walk(i, 1) - points[i]).unwrap_or(Vec2::ZERO);
            before.dot(after)
        })
        .collect();
    (0..n)
        .filter(|&i| {
            if straightness[i] >= CORNER {
                return false;
            }
            // The sharpest within reach; of equals, the first.
            let sharper = |j: usize| straightness[j] < straightness[i] || (straightness[j] == straightness[i] && j < i);
            let near = |step: usize| {
                let mut j = i;
                for _ in 0..n / 2 {
                    j = (j + step) % n;
                    if j == i || points[j].distance(points[i]) >= reach {
                        return true;
                    }
                    if sharper(j) {
                        return false;
                    }
                }
                true
            };
            near(1) && near(n - 1)
        })
        .collect()
}

/// The direction of travel at the start (index 0), the end, or along the middle of a run.
fn direction(run: &[Point], at: usize, tolerance: f64) -> Vec2 {
    let reach = 0.5 * REACH * tolerance;
    let near = |from: usize, step: isize| {
        let mut i = from;
        while let Some(j) = i.checked_add_signed(step).filter(|j| *j < run.len()) {
            i = j;
            if run[i].distance(run[from]) >= reach {
                break;
            }
        }
        run[i]
    };
    let way = match at {
        0 => near(0, 1) - run[0],
        _ if at + 1 == run.len() => near(at, -1) - run[at],
        _ => near(at, 1) - near(at, -1),
    };
    unit(way).unwrap_or(Vec2::new(1.0, 0.0))
}

fn unit(v: Vec2) -> Option<Vec2> {
    let length = v.hypot();
    (length > 0.0).then(|| v / length)
}

/// Fits one run between corners. `start` and `end` are the directions of travel at its ends.
fn fit_run(points: &[Point], start: Vec2, end: Vec2, tolerance: f64, out: &mut BezPath) {
    // A stack instead of recursion: noise may split a run at every point.
    let mut open = vec![(0, points.len() - 1, start, end)];
    while let Some((from, to, start, end)) = open.pop() {
        let Some(run) = points.get(from..=to) else { continue };
        let (first, last) = (points[from], points[to]);
        if run.len() <= 2 || is_straight(run, 0.5 * tolerance) {
            out.line_to(last);
            continue;
        }
        match fit_cubic(run, start, end, tolerance) {
            Ok(cubic) => out.curve_to(cubic.p1, cubic.p2, last),
            Err(_) if first.distance(last) < tolerance && run.len() < 4 => out.line_to(last),
            Err(worst) => {
                let split = from + worst.clamp(1, run.len() - 2);
                let middle = direction(points, split, tolerance);
                open.push((split, to, middle, end));
                open.push((from, split, start, middle));
            }
        }
    }
}

fn is_straight(run: &[Point], tolerance: f64) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return true };
    let chord = *last - *first;
    let length = chord.hypot();
    length > 0.0
        && run.iter().all(|p| {
            let along = (*p - *first).dot(chord) / length;
            (chord.cross(*p - *first) / length).abs() <= tolerance && (-tolerance..=length + tolerance).contains(&along)
        })
}

/// The cubic nearest to a run with given directions at its ends, or the index of the point that is farthest from it.
fn fit_cubic(run: &[Point], start: Vec2, end: Vec2, tolerance: f64) -> Result<CubicBez, usize> {
    let mut parameters = by_chord(run);
    let mut worst = run.len() / 2;
    for _ in 0..5 {
        let cubic = least_squares(run, &parameters, start, end);
        let mut largest = 0.0;
        for (i, (p, t)) in run.iter().zip(&parameters).enumerate() {
            let error = cubic.eval(*t).distance_squared(*p);
            if error > largest {
                (largest, worst) = (error, i);
            }
        }
        if largest <= tolerance * tolerance {
            return Ok(cubic);
        }
        if largest > 64.0 * tolerance * tolerance {
            break;
        }
        for (p, t) in run.iter().zip(&mut parameters) {
            *t = nearer(&cubic, *p, *t);
        }
    }
    Err(worst)
}

/// Each point's share of the run's length.
fn by_chord(run: &[Point]) -> Vec<f64> {
    let mut length = 0.0;
    let mut parameters = vec![0.0];
    for pair in run.windows(2) {
        length += pair[0].distance(pair[1]);
        parameters.push(length);
    }
    parameters.iter_mut().for_each(|t| *t /= length.max(f64::MIN_POSITIVE));
    parameters
}

fn least_squares(run: &[Point], parameters: &[f64], start: Vec2, end: Vec2) -> CubicBez {
    let (first, last) = (run[0], run[run.len() - 1]);
    let (mut aa, mut ab, mut bb, mut ap, mut bp) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (p, &t) in run.iter().zip(parameters) {
        let s = 1.0 - t;
        let (b0, b1, b2, b3) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
        let (a, b) = (start * b1, -end * b2);
        let rest = p.to_vec2() - first.to_vec2() * (b0 + b1) - last.to_vec2() * (b2 + b3);
        aa += a.dot(a);
        ab += a.dot(b);
        bb += b.dot(b);
        ap += a.dot(rest);
        bp += b.dot(rest);
    }
    let determinant = aa * bb - ab * ab;
    let chord = first.distance(last);
    let (mut near, mut far) = ((ap * bb - bp * ab) / determinant, (aa * bp - ab * ap) / determinant);
    // A handle that points backwards or runs off makes loops: a third of the chord is always sane.
    let length: f64 = run.windows(2).map(|w| w[0].distance(w[1])).sum();
    let sane = |handle: f64| handle.is_finite() && handle > 1e-3 * chord && handle <= length;
    if !sane(near) || !sane(far) {
        (near, far) = (chord / 3.0, chord / 3.0);
    }
    CubicBez::new(first, first + start * near, last - end * far, last)
}

/// One Newton step towards the parameter at which the curve is nearest to a point.
fn nearer(cubic: &CubicBez, p: Point, t: f64) -> f64 {
    let off = cubic.eval(t) - p;
    let first = cubic.deriv().eval(t).to_vec2();
    let second = cubic.deriv().deriv().eval(t).to_vec2();
    let slope = first.dot(first) + off.dot(second);
    let better = t - off.dot(first) / slope;
    if better.is_finite() { better.clamp(0.0, 1.0) } else { t }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use kurbo::Shape;

    use super::*;

    #[test]
    fn a_circle_of_points_is_a_circle_of_few_cubics() {
        let points: Vec<Point> = (0..400)
            .map(|i| {
                let noise = if i % 2 == 0 { 0.05 } else { -0.05 };
                let (sin, cos) = libm::sincos(f64::from(i) / 400.0 * TAU);
                Point::new(100.0 + (80.0 + noise) * cos, 100.0 + (80.0 + noise) * sin)
            })
            .collect();
        let mut path = BezPath::new();
        fit_closed(&points, 0.2, &mut path);
        assert!(path.elements().len() <= 16, "{} elements", path.elements().len());
        for p in kurbo::BezPath::from_path_segments(path.segments()).segments().map(|s| s.eval(0.37)) {
            assert!((p.distance(Point::new(100.0, 100.0)) - 80.0).abs() < 0.3, "{p:?}");
        }
        assert!((path.area() - TAU / 2.0 * 6400.0).abs() < 40.0);
    }

    #[test]
    fn a_square_keeps_its_corners_and_its_straight_sides() {
        let side = |i: i32| f64::from(i) * 0.5;
        let mut points = Vec::new();
        points.extend((0..200).map(|i| Point::new(side(i), 0.0)));
        points.extend((0..200).map(|i| Point::new(100.0, side(i))));
        points.extend((0..200).map(|i| Point::new(100.0 - side(i), 100.0)));
        points.extend((0..200).map(|i| Point::new(0.0, 100.0 - side(i))));
        let mut path = BezPath::new();
        fit_closed(&points, 0.2, &mut path);
        assert_eq!(path.segments().count(), 4, "{}", path.to_svg());
        assert!((path.area() - 1e4).abs() < 1e-6);
    }

    #[test]
    fn degenerate_runs_of_points_give_nothing_or_something_finite() {
        for points in [vec![], vec![Point::ZERO], vec![Point::ZERO; 9], vec![Point::ZERO, Point::new(1.0, 0.0)]] {
            let mut path = BezPath::new();
            fit_closed(&points, 0.1, &mut path);
            assert!(path.is_empty(), "{points:?}");
        }
        let back_and_forth: Vec<Point> = (0..50).map(|i| Point::new(f64::from(i % 7), f64::from(i % 2))).collect();
        let mut path = BezPath::new();
        fit_closed(&back_and_forth, 0.1, &mut path);
        assert!(path.is_finite());
    }
}
