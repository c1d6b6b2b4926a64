//! A silhouette that was drawn as one: what may be wrong with it, and its outline made plain.

use kurbo::{Affine, BezPath, PathEl, Point, Shape};

use super::crossing::{Crossing, first_crossing};
use super::geometry;

/// Why a path cannot be a silhouette.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub message: String,
    pub help: &'static str,
}

/// Subpaths of a silhouette.
const MAX_SUBPATHS: usize = 1000;

/// The outline of a path in canvas units, filled regions winding +1 and holes −1, or all that is wrong with it.
pub(super) fn outline(path: &usvg::Path, to_canvas: Affine) -> Result<BezPath, Vec<Fault>> {
    let own = geometry::path(path.data());
    let map = to_canvas * geometry::affine(path.abs_transform());
    let mut faults = Vec::new();
    let mut fault = |message: String, help| faults.push(Fault { message, help });

    if !path.is_visible() || path.fill().is_none() {
        fault("the body has no fill".into(), "give it a fill: the face is painted on it");
    }
    if let Some((start, end)) = first_open(&own) {
        let (start, end) = (shown(start), shown(end));
        let message = format!("the body's outline is open: it starts at {start} and ends at {end}");
        fault(message, "close the path (Z in its data, or join its end nodes in your editor)");
    }
    match first_crossing(&own) {
        Crossing::None => {}
        Crossing::At(p) => {
            let on_canvas = map * p;
            let place = if on_canvas.distance(p) < 0.05 {
                shown(p)
            } else {
                format!("{} in the path's own coordinates, {} on the canvas", shown(p), shown(on_canvas))
            };
            fault(
                format!("the body's outline crosses itself at {place}"),
                "unite its shapes, so that one outline is left",
            );
        }
        Crossing::Unknown => fault("the body's outline is too intricate".into(), "simplify the path"),
    }
    if !faults.is_empty() {
        return Err(faults);
    }

    let even_odd = path.fill().is_some_and(|f| f.rule() == usvg::FillRule::EvenOdd);
    let outline = oriented(&(map * own), even_odd).filter(|o| o.is_finite());
    outline.ok_or_else(|| {
        vec![Fault { message: "the body's outline encloses no area".into(), help: "draw it as one closed shape" }]
    })
}

fn shown(p: Point) -> String {
    let round = |v: f64| (v * 100.0).round() / 100.0 + 0.0;
    format!("({}, {})", round(p.x), round(p.y))
}

/// The ends of the first subpath that does not end where it starts.
fn first_open(path: &BezPath) -> Option<(Point, Point)> {
    let bounds = path.bounding_box();
    let near = 1e-4 * bounds.width().max(bounds.height());
    subpaths(path).iter().find_map(|subpath| {
        let Some(PathEl::MoveTo(start)) = subpath.elements().first() else { return None };
        let end = subpath.elements().last()?.end_point()?;
        (end.distance(*start) > near).then_some((*start, end))
    })
}

/// A path's subpaths, each from its `MoveTo` on.
fn subpaths(path: &BezPath) -> Vec<BezPath> {
    let mut subpaths: Vec<BezPath> = Vec::new();
    for element in path.elements() {
        match (element, subpaths.last_mut()) {
            (PathEl::MoveTo(p), _) => {
                let mut next = BezPath::new();
                next.move_to(*p);
                subpaths.push(next);
            }
            (_, Some(current)) => current.push(*element),
            (_, None) => {}
        }
    }
    subpaths
}

/// The same filled region under the nonzero rule, with each filled region winding +1 and each hole −1. The subpaths
/// must not cross. Those with the same on both sides are left out.
fn oriented(path: &BezPath, even_odd: bool) -> Option<BezPath> {
    let mut subpaths = subpaths(path);
    if subpaths.len() > MAX_SUBPATHS {
        return None;
    }
    for subpath in &mut subpaths {
        if subpath.elements().last() != Some(&PathEl::ClosePath) {
            subpath.close_path();
        }
    }
    let areas: Vec<f64> = subpaths.iter().map(Shape::area).collect();
    let largest = areas.iter().fold(0.0, |a: f64, v| a.max(v.abs()));
    let boxes: Vec<_> = subpaths.iter().map(Shape::bounding_box).collect();
    let mut out = BezPath::new();
    for (i, subpath) in subpaths.iter().enumerate() {
        if areas[i].is_nan() || areas[i].abs() <= 1e-6 * largest {
            continue;
        }
        let around = |p: Point| -> i32 {
            let others = subpaths.iter().zip(&boxes).enumerate().filter(|(j, (_, b))| *j != i && b.contains(p));
            others.map(|(_, (other, _))| other.winding(p)).sum()
        };
        // Where subpaths touch, a point on one may be on the other: the middle of three opinions.
        let points: Vec<Point> = subpath.segments().map(|s| kurbo::ParamCurve::eval(&s, 0.41)).collect();
        let mut opinions = [0, points.len() / 3, 2 * points.len() / 3].map(|n| points.get(n).map_or(0, |p| around(*p)));
        opinions.sort_unstable();
        let outside = opinions[1];
        let own = if areas[i] > 0.0 { 1 } else { -1 };
        let is_filled = |winding: i32| if even_odd { winding % 2 != 0 } else { winding != 0 };
        let wanted = match (is_filled(outside), is_filled(outside + own)) {
            (false, true) => 1,
            (true, false) => -1,
            _ => continue,
        };
        if wanted == own {
            out.extend(subpath.elements().iter().copied());
        } else {
            out.extend(subpath.reverse_subpaths().elements().iter().copied());
        }
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windings(svg: &str, even_odd: bool, points: &[(f64, f64)]) -> Vec<i32> {
        let path = oriented(&BezPath::from_svg(svg).unwrap(), even_odd).unwrap();
        points.iter().map(|p| path.winding(Point::from(*p))).collect()
    }

    const FRAME: &str = "M0 0 H10 V10 H0 Z M3 3 H7 V7 H3 Z";

    #[test]
    fn even_odd_holes_become_nonzero_holes() {
        assert_eq!(windings(FRAME, true, &[(1.0, 1.0), (5.0, 5.0), (11.0, 5.0)]), [1, 0, 0]);
    }

    #[test]
    fn a_subpath_of_the_same_direction_is_no_hole_under_nonzero_and_is_left_out() {
        let path = oriented(&BezPath::from_svg(FRAME).unwrap(), false).unwrap();
        assert_eq!(path.elements().iter().filter(|e| matches!(e, PathEl::MoveTo(_))).count(), 1);
        assert_eq!(path.winding(Point::new(5.0, 5.0)), 1);
    }

    #[test]
    fn whichever_way_it_was_drawn_ink_winds_plus_one() {
        let reversed = "M0 0 V10 H10 V0 Z M3 3 H7 V7 H3 Z M20 0 H30 V10 H20 Z";
        assert_eq!(windings(reversed, false, &[(1.0, 1.0), (5.0, 5.0), (25.0, 5.0)]), [1, 0, 1]);
    }

    #[test]
    fn an_island_in_a_hole_is_ink_again() {
        let svg = "M0 0 H10 V10 H0 Z M2 2 H8 V8 H2 Z M4 4 H6 V6 H4 Z";
        assert_eq!(windings(svg, true, &[(1.0, 1.0), (3.0, 3.0), (5.0, 5.0)]), [1, 0, 1]);
    }

    #[test]
    fn a_subpath_is_closed_if_it_ends_where_it_starts() {
        let open = |svg: &str| first_open(&BezPath::from_svg(svg).unwrap());
        assert_eq!(open("M0 0 H10 V10 Z"), None);
        assert_eq!(open("M0 0 H10 V10 L0 0"), None);
        assert_eq!(open("M0 0 H10 V10 Z M20 20 H30 V30"), Some((Point::new(20.0, 20.0), Point::new(30.0, 30.0))));
    }
}
