//! Where an outline crosses itself.

use kurbo::{BezPath, PathEl, Point, Rect, Shape};

/// What was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Crossing {
    /// Nowhere.
    None,
    /// Here, in the path's units.
    At(Point),
    /// The outline is too intricate to be sure in reasonable time.
    Unknown,
}

/// Segments times grid cells they pass, and pairs of segments that are compared.
const MAX_STEPS: usize = 20_000_000;

/// Looks for two stretches of an outline that cross; touching, meeting ends and lying on one another are no crossing.
///
/// Curves are flattened to a ten-thousandth of the outline's size. Segments are sorted into a grid and compared with
/// those of the same cell, so time grows with the length of the outline and not with its square.
pub(super) fn first_crossing(outline: &BezPath) -> Crossing {
    let bounds = outline.bounding_box();
    let extent = bounds.width().max(bounds.height());
    if !(extent.is_finite() && extent > 0.0) {
        return Crossing::None;
    }
    let segments = segments(outline, 1e-4 * extent);
    let Some(grid) = Grid::of(&segments, bounds) else { return Crossing::Unknown };

    let mut steps = 0;
    let mut found: Option<(usize, Point)> = None;
    for cell in grid.entries.chunk_by(|a, b| a.0 == b.0) {
        steps += cell.len() * cell.len() / 2;
        if steps > MAX_STEPS {
            return found.map_or(Crossing::Unknown, |(_, p)| Crossing::At(p));
        }
        for (n, (_, i)) in cell.iter().enumerate() {
            for (_, j) in &cell[n + 1..] {
                let (i, j) = (*i.min(j), *i.max(j));
                if found.is_some_and(|(first, _)| first <= i) {
                    continue;
                }
                if let Some(p) = segments[i].crosses(&segments[j]) {
                    found = Some((i, p));
                }
            }
        }
    }
    found.map_or(Crossing::None, |(_, p)| Crossing::At(p))
}

struct Segment {
    a: Point,
    b: Point,
}

impl Segment {
    /// The point inside both, if there is one that is inside both.
    fn crosses(&self, other: &Self) -> Option<Point> {
        let (own, theirs) = (self.b - self.a, other.b - other.a);
        let turn = own.cross(theirs);
        let between = other.a - self.a;
        let along = between.cross(theirs) / turn;
        let along_other = between.cross(own) / turn;
        // Nearly parallel segments divide by nearly nothing: what comes out is not in range, or not a number.
        let inside = 1e-9..1.0 - 1e-9;
        let is_turn = turn.abs() > 1e-9 * own.hypot() * theirs.hypot();
        (is_turn && inside.contains(&along) && inside.contains(&along_other)).then(|| self.a + own * along)
    }
}

fn segments(outline: &BezPath, tolerance: f64) -> Vec<Segment> {
    let mut segments = Vec::new();
    let (mut start, mut last) = (Point::ZERO, Point::ZERO);
    let mut add = |a: Point, b: Point| {
        if a != b {
            segments.push(Segment { a, b });
        }
    };
    kurbo::flatten(outline, tolerance, |element| match element {
        PathEl::MoveTo(p) => {
            // A fill closes what is open.
            add(last, start);
            (start, last) = (p, p);
        }
        PathEl::LineTo(p) => {
            add(last, p);
            last = p;
        }
        PathEl::ClosePath => {
            add(last, start);
            last = start;
        }
        _ => {}
    });
    add(last, start);
    segments
}

/// Which segments pass which cell, sorted by cell.
struct Grid {
    entries: Vec<(usize, usize)>,
}

impl Grid {
    /// `None` if that would be too many entries.
    fn of(segments: &[Segment], bounds: Rect) -> Option<Self> {
        let cells = ((segments.len() as f64).sqrt() as usize).clamp(1, 1024);
        let cell = |v: f64, from: f64, extent: f64| {
            if extent > 0.0 { (((v - from) / extent * cells as f64) as usize).min(cells - 1) } else { 0 }
        };
        let column = |x: f64| cell(x, bounds.x0, bounds.width());
        let row = |y: f64| cell(y, bounds.y0, bounds.height());
        let mut entries = Vec::new();
        for (index, Segment { a, b }) in segments.iter().enumerate() {
            let (top, bottom) = if a.y <= b.y { (a, b) } else { (b, a) };
            for r in row(top.y)..=row(bottom.y) {
                // Where the segment enters and leaves this row of cells.
                let x_at = |y: f64| {
                    let share = ((y - top.y) / (bottom.y - top.y)).clamp(0.0, 1.0);
                    if share.is_finite() { top.x + share * (bottom.x - top.x) } else { top.x }
                };
                let edge = |r: usize| bounds.y0 + bounds.height() * r as f64 / cells as f64;
                let (mut from, mut to) = (x_at(edge(r)), x_at(edge(r + 1)));
                if bottom.y == top.y {
                    (from, to) = (a.x, b.x);
                }
                let slack = 1e-9 * bounds.width();
                for c in column(from.min(to) - slack)..=column(from.max(to) + slack) {
                    entries.push((r * cells + c, index));
                }
                if entries.len() > MAX_STEPS {
                    return None;
                }
            }
        }
        entries.sort_unstable();
        Some(Self { entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(svg: &str) -> Crossing {
        first_crossing(&BezPath::from_svg(svg).unwrap())
    }

    #[test]
    fn a_bow_tie_crosses_in_its_middle() {
        assert_eq!(at("M0 0 L10 10 L10 0 L0 10 Z"), Crossing::At(Point::new(5.0, 5.0)));
    }

    #[test]
    fn a_fill_closes_an_open_path_and_that_may_cross() {
        let Crossing::At(p) = at("M0 0 L10 0 L10 10 L5 -5") else { panic!("not found") };
        assert!(p.distance(Point::new(20.0 / 3.0, 0.0)) < 1e-9, "{p:?}");
    }

    #[test]
    fn one_curve_can_cross_itself() {
        let Crossing::At(p) = at("M0 0 C20 20 -10 20 10 0 Z") else { panic!("a loop was not found") };
        assert!((p.x - 5.0).abs() < 0.01, "{p:?}");
    }

    #[test]
    fn two_subpaths_that_cross_are_found_and_nested_ones_are_not() {
        assert!(matches!(at("M0 0 H10 V10 H0 Z M5 5 H15 V15 H5 Z"), Crossing::At(_)));
        assert_eq!(at("M0 0 H10 V10 H0 Z M3 3 H6 V6 H3 Z"), Crossing::None);
    }

    #[test]
    fn touching_and_cusps_are_no_crossing() {
        for svg in ["M0 0 L5 5 L10 0 L10 10 L5 5 L0 10 Z", "M0 0 H10 V10 L5 0 L0 10 Z", "M0 0 C10 10 0 10 10 0 L5 -5 Z"]
        {
            assert_eq!(at(svg), Crossing::None, "{svg}");
        }
    }

    #[test]
    fn a_hundred_thousand_segments_are_no_trouble() {
        // A wavy ring without crossings, then the same with one stretch that jumps across.
        let wave = |i: u32| {
            let angle = f64::from(i) / 1e5 * std::f64::consts::TAU;
            let radius = 100.0 + libm::sin(angle * 900.0);
            Point::new(radius * libm::cos(angle), radius * libm::sin(angle))
        };
        let mut path = BezPath::new();
        path.move_to(wave(0));
        (1..100_000).for_each(|i| path.line_to(wave(i)));
        path.close_path();
        assert_eq!(first_crossing(&path), Crossing::None);
        path.move_to((0.0, 0.0));
        path.line_to((300.0, 1.0));
        path.line_to((0.0, 2.0));
        path.close_path();
        assert!(matches!(first_crossing(&path), Crossing::At(_)));
    }
}
