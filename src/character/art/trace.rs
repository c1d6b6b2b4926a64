//! Contours of a sampled field: marching squares with interpolated crossings.

use kurbo::Point;

/// The closed contours along which `field` (rows of `width`, sampled at pixel centres) equals `level`; beyond its edges
/// the field is 0, which must be under `level`. Points are in pixels: the centre of the first sample is (0.5, 0.5).
/// What is over the level lies to the right of the direction of travel on a screen (y down), so filled regions wind +1
/// as [`kurbo::Shape::winding`] counts, and holes −1.
pub(super) fn contours(field: &[f64], width: usize, level: f64) -> Vec<Vec<Point>> {
    let height = field.len().checked_div(width).unwrap_or(0);
    // A frame of zeros closes every contour.
    let (columns, rows) = (width + 2, height + 2);
    let value = |x: usize, y: usize| -> f64 {
        if x == 0 || y == 0 || x > width || y > height { 0.0 } else { field[(y - 1) * width + x - 1] }
    };

    // An edge between neighbouring samples is named by its first sample and its direction. A contour crosses an edge
    // once, and goes from it through one cell to one other edge.
    let across = |x: usize, y: usize| 2 * (y * columns + x);
    let down = |x: usize, y: usize| 2 * (y * columns + x) + 1;
    const NONE: usize = usize::MAX;
    let mut next = vec![NONE; 2 * columns * rows];
    for y in 0..rows - 1 {
        for x in 0..columns - 1 {
            let corners = [value(x, y), value(x + 1, y), value(x + 1, y + 1), value(x, y + 1)];
            let inside = corners.map(|v| v >= level);
            let edges = [across(x, y), down(x + 1, y), across(x, y + 1), down(x, y)];
            // Clockwise on the screen: edge i lies between corners i and i + 1. A contour leaves a cell where the
            // walk around it goes from inside to outside.
            let leaves = |i: usize| inside[i] && !inside[(i + 1) % 4];
            let enters = |i: usize| !inside[i] && inside[(i + 1) % 4];
            let is_saddle = inside[0] == inside[2] && inside[1] == inside[3] && inside[0] != inside[1];
            let joined = is_saddle && corners.iter().sum::<f64>() / 4.0 >= level;
            for i in 0..4 {
                if !enters(i) {
                    continue;
                }
                // Around the inside corner after this edge, or, where a saddle's inside corners hang together, around
                // the outside corner before it.
                let steps = if joined { [3, 2, 1] } else { [1, 2, 3] };
                if let Some(out) = steps.iter().map(|s| (i + s) % 4).find(|j| leaves(*j)) {
                    next[edges[out]] = edges[i];
                }
            }
        }
    }

    let point = |edge: usize| {
        let (x, y) = (edge / 2 % columns, edge / 2 / columns);
        let (x2, y2) = if edge.is_multiple_of(2) { (x + 1, y) } else { (x, y + 1) };
        let (a, b) = (value(x, y), value(x2, y2));
        let share = ((level - a) / (b - a)).clamp(0.0, 1.0);
        let along = |from: usize, to: usize| from as f64 + share * (to as f64 - from as f64) - 0.5;
        Point::new(along(x, x2), along(y, y2))
    };
    let mut contours = Vec::new();
    for start in 0..next.len() {
        let mut contour = Vec::new();
        let mut edge = start;
        while next[edge] != NONE {
            contour.push(point(edge));
            edge = std::mem::replace(&mut next[edge], NONE);
        }
        if contour.len() >= 3 {
            contours.push(contour);
        }
    }
    contours
}

#[cfg(test)]
mod tests {
    use kurbo::{BezPath, Shape};

    use super::*;

    fn path(contours: &[Vec<Point>]) -> BezPath {
        let mut path = BezPath::new();
        for contour in contours {
            path.move_to(contour[0]);
            contour[1..].iter().for_each(|p| path.line_to(*p));
            path.close_path();
        }
        path
    }

    /// How much of a pixel a disc covers, near enough: by the distance of its centre.
    fn disc(size: usize, radius: f64) -> impl Fn(usize) -> f64 {
        move |i| {
            let (x, y) = ((i % size) as f64 + 0.5, (i / size) as f64 + 0.5);
            let half = size as f64 / 2.0;
            (radius - libm::hypot(x - half, y - half) + 0.5).clamp(0.0, 1.0)
        }
    }

    #[test]
    fn a_disc_is_found_to_a_tenth_of_a_pixel() {
        let field: Vec<f64> = (0..64 * 64).map(disc(64, 20.3)).collect();
        let found = contours(&field, 64, 0.5);
        assert_eq!(found.len(), 1);
        for p in &found[0] {
            assert!((p.distance(Point::new(32.0, 32.0)) - 20.3).abs() < 0.1, "{p:?}");
        }
    }

    #[test]
    fn ink_winds_plus_one_and_a_hole_nothing() {
        let ring: Vec<f64> = (0..64 * 64).map(|i| disc(64, 25.0)(i) - disc(64, 10.0)(i)).collect();
        let found = path(&contours(&ring, 64, 0.5));
        assert_eq!(found.winding(Point::new(32.0 + 17.0, 32.0)), 1);
        assert_eq!(found.winding(Point::new(32.0, 32.0)), 0);
        assert_eq!(found.winding(Point::new(2.0, 2.0)), 0);
        let expected = std::f64::consts::PI * (25.0 * 25.0 - 10.0 * 10.0);
        assert!((found.area() - expected).abs() < 0.01 * expected);
    }

    #[test]
    fn ink_at_the_very_edge_is_closed_there() {
        let found = path(&contours(&[1.0; 12], 4, 0.5));
        assert_eq!(found.winding(Point::new(2.0, 1.5)), 1);
        assert_eq!(found.bounding_box(), kurbo::Rect::new(0.0, 0.0, 4.0, 3.0));
    }

    #[test]
    fn pixels_that_touch_at_a_corner_are_two_where_the_middle_is_under_the_level() {
        let apart = [1.0, 0.0, 0.0, 1.0];
        assert_eq!(contours(&apart, 2, 0.6).len(), 2);
        assert_eq!(contours(&apart, 2, 0.4).len(), 1);
    }
}
