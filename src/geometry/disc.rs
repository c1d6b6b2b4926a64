//! The region inside a silhouette, and the largest disc that fits in it.

use kurbo::{BezPath, Line, Point, Shape, Vec2};

use super::distance::distance_to;
use super::span::flatten;

/// A closed region as line segments, for distances to its edge.
pub(crate) struct Region {
    lines: Vec<Line>,
    bounds: kurbo::Rect,
}

impl Region {
    /// The inside of an outline (nonzero winding), holes left out.
    pub(crate) fn new(outline: &BezPath) -> Self {
        Self { lines: flatten(outline), bounds: outline.bounding_box() }
    }

    /// The distance from a point to the edge: positive inside, negative outside.
    pub(crate) fn clearance(&self, p: Point) -> f64 {
        let mut nearest = f64::INFINITY;
        let mut winding = 0;
        for line in &self.lines {
            nearest = nearest.min(distance_squared(*line, p));
            let (a, b) = (line.p0, line.p1);
            if (a.y <= p.y) != (b.y <= p.y) {
                let side = (b - a).cross(p - a);
                if a.y < b.y && side > 0.0 {
                    winding += 1;
                } else if a.y > b.y && side < 0.0 {
                    winding -= 1;
                }
            }
        }
        let distance = nearest.sqrt();
        if winding != 0 { distance } else { -distance }
    }

    /// The disc to put a face in: as large as fits between the edge and all of `busy`, drawn to the middle and to
    /// `height` (0 top ..= 1 bottom of the bounds) where that costs little room.
    pub(crate) fn best_disc(&self, height: f64, busy: &[Point]) -> (Point, f64) {
        let ideal = Point::new(self.bounds.center().x, self.bounds.y0 + height * self.bounds.height());
        let scale = self.bounds.width().max(self.bounds.height()).max(1e-9);
        // A disc a tenth of its size away from the ideal place must be 3 % larger to be preferred.
        let score = |p: Point, radius: f64| {
            let away = p - ideal;
            radius - 0.15 * away.y.abs() - 0.15 * away.x.abs() - 0.1 * away.hypot2() / scale
        };
        // First on a grid, where the distances to everything are had at once.
        let cell = scale / GRID as f64;
        let corner = self.bounds.center() - Vec2::new(0.5, 0.5) * scale;
        let center_of = |i: usize| corner + Vec2::new((i % GRID) as f64 + 0.5, (i / GRID) as f64 + 0.5) * cell;
        let mut blocked = self.outside(corner, cell);
        for p in busy {
            let (x, y) = ((p.x - corner.x) / cell, (p.y - corner.y) / cell);
            if (0.0..GRID as f64).contains(&x) && (0.0..GRID as f64).contains(&y) {
                blocked[y as usize * GRID + x as usize] = true;
            }
        }
        let distances = distance_to(&blocked, GRID);
        let coarse = (0..GRID * GRID)
            .filter(|i| !blocked[*i])
            .max_by(|a, b| {
                let worth = |i: usize| score(center_of(i), distances[i].min(GRID as f64) * cell);
                worth(*a).total_cmp(&worth(*b)).then(b.cmp(a))
            })
            .map_or(ideal, center_of);
        // Then exactly, down to a hundredth of a unit.
        let radius_at = |p: Point| {
            let nearest = busy.iter().map(|b| b.distance_squared(p)).fold(f64::INFINITY, f64::min);
            self.clearance(p).min(nearest.sqrt())
        };
        let rated = |p: Point| {
            let radius = radius_at(p);
            (score(p, radius), p, radius)
        };
        let mut best = rated(coarse);
        for start in [ideal, Point::new(ideal.x, coarse.y)] {
            let found = rated(start);
            if found.0 > best.0 {
                best = found;
            }
        }
        let mut step = cell;
        while step > 0.005 {
            for _ in 0..4 {
                let from = best.1;
                for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                    let found = rated(from + Vec2::new(x, y) * step);
                    if found.0 > best.0 + 1e-9 {
                        best = found;
                    }
                }
                if best.1 == from {
                    break;
                }
            }
            step *= 0.5;
        }
        (best.1, best.2)
    }

    /// Which cells of a grid have their centre outside, row by row.
    fn outside(&self, corner: Point, cell: f64) -> Vec<bool> {
        let mut outside = vec![true; GRID * GRID];
        let mut crossings: Vec<(f64, i32)> = Vec::new();
        for (row, cells) in outside.chunks_exact_mut(GRID).enumerate() {
            let y = corner.y + (row as f64 + 0.5) * cell;
            crossings.clear();
            for line in &self.lines {
                let (a, b) = (line.p0, line.p1);
                if (a.y <= y) != (b.y <= y) {
                    let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
                    crossings.push((x, if a.y < b.y { 1 } else { -1 }));
                }
            }
            crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (mut winding, mut next) = (0, 0);
            for (column, is_outside) in cells.iter_mut().enumerate() {
                let x = corner.x + (column as f64 + 0.5) * cell;
                while let Some((_, direction)) = crossings.get(next).filter(|(at, _)| *at <= x) {
                    winding += direction;
                    next += 1;
                }
                *is_outside = winding == 0;
            }
        }
        outside
    }
}

/// Cells along each side of the grid that a disc is first looked for on.
const GRID: usize = 96;

fn distance_squared(line: Line, p: Point) -> f64 {
    let along = line.p1 - line.p0;
    let length = along.hypot2();
    let t = if length > 0.0 { ((p - line.p0).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (line.p0 + along * t - p).hypot2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{Circle, Ellipse, Rect};

    #[test]
    fn clearance_of_a_circle_is_what_is_left_of_its_radius() {
        let region = Region::new(&Circle::new((100.0, 100.0), 50.0).to_path(1e-4));
        for (x, y) in [(100.0, 100.0), (120.0, 100.0), (100.0, 149.0), (160.0, 100.0), (10.0, 20.0)] {
            let expected = 50.0 - Point::new(x, y).distance((100.0, 100.0).into());
            assert!((region.clearance((x, y).into()) - expected).abs() < 0.02, "{x} {y}");
        }
    }

    #[test]
    fn the_best_disc_of_simple_shapes() {
        let (center, radius) = Region::new(&Rect::new(50.0, 50.0, 150.0, 150.0).to_path(0.1)).best_disc(0.5, &[]);
        assert!(center.distance((100.0, 100.0).into()) < 0.02 && (radius - 50.0).abs() < 0.02, "{center:?} {radius}");
        // A tall capsule has many largest discs; the asked height decides.
        let capsule = kurbo::RoundedRect::new(70.0, 20.0, 130.0, 180.0, 30.0).to_path(1e-3);
        let (center, radius) = Region::new(&capsule).best_disc(0.4, &[]);
        assert!(
            (center - Point::new(100.0, 84.0)).hypot() < 0.1 && (radius - 30.0).abs() < 0.05,
            "{center:?} {radius}"
        );
        // A disc never reaches into a hole.
        let mut ring = Ellipse::new((100.0, 100.0), (80.0, 80.0), 0.0).to_path(1e-3);
        ring.extend(Circle::new((100.0, 60.0), 10.0).to_path(1e-3).reverse_subpaths());
        let (center, radius) = Region::new(&ring).best_disc(0.45, &[]);
        assert!(center.distance((100.0, 60.0).into()) >= radius + 10.0 - 0.02, "{center:?} {radius}");
        assert!(radius > 50.0);
    }
}
