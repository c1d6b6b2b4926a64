//! How wide a silhouette is at a height, looked up in constant time.

use kurbo::{BezPath, Shape};

/// The silhouette's edges at one height, as distances from the face's centre line, each 0 or more.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Span {
    /// To the left edge.
    pub left: f64,
    /// To the right edge.
    pub right: f64,
}

impl Span {
    /// From edge to edge.
    pub fn width(self) -> f64 {
        self.left + self.right
    }
}

/// A table of [`Span`]s over the height of a silhouette. Built once; a lookup allocates nothing.
///
/// Edges are those met first when going outwards from the centre line, so a hole or a gap ends the span. Where the
/// centre line itself is outside, the span is empty.
#[derive(Clone, PartialEq, Debug)]
pub struct SpanTable {
    top: f64,
    bottom: f64,
    rows: Vec<Span>,
}

impl SpanTable {
    /// Rows per canvas unit.
    const DENSITY: f64 = 4.0;

    /// The table of a closed outline around the vertical line at `center_x`.
    pub fn new(outline: &BezPath, center_x: f64) -> Self {
        let bounds = outline.bounding_box();
        let lines = flatten(outline);
        let count = ((bounds.height() * Self::DENSITY).ceil() as usize).clamp(1, 4000) + 1;
        let step = bounds.height() / (count - 1) as f64;
        let mut crossings = Vec::new();
        let rows = (0..count)
            .map(|row| {
                // The very first and last rows only touch the outline; look a hair inside.
                let y = (bounds.y0 + step * row as f64).clamp(bounds.y0 + 1e-3, (bounds.y1 - 1e-3).max(bounds.y0));
                row_span(&lines, center_x, y, &mut crossings)
            })
            .collect();
        Self { top: bounds.y0, bottom: bounds.y1, rows }
    }

    /// The edges at a height in canvas units; empty above and below the silhouette.
    pub fn at(&self, y: f64) -> Span {
        if !(self.top..=self.bottom).contains(&y) || self.bottom <= self.top {
            return Span::default();
        }
        let position = (y - self.top) / (self.bottom - self.top) * (self.rows.len() - 1) as f64;
        let row = (position as usize).min(self.rows.len() - 1);
        let share = position - row as f64;
        let a = self.rows[row];
        let b = self.rows[(row + 1).min(self.rows.len() - 1)];
        Span { left: a.left + (b.left - a.left) * share, right: a.right + (b.right - a.right) * share }
    }

    /// The highest point of the silhouette (smallest y).
    pub fn top(&self) -> f64 {
        self.top
    }

    /// The lowest point of the silhouette.
    pub fn bottom(&self) -> f64 {
        self.bottom
    }
}

/// An outline as line segments, to a hundredth of a unit; open subpaths are closed.
pub(super) fn flatten(outline: &BezPath) -> Vec<kurbo::Line> {
    let mut flat = BezPath::new();
    kurbo::flatten(outline, 0.01, |el| flat.push(el));
    let mut lines = Vec::new();
    let (mut first, mut last) = (None, None);
    let close = |lines: &mut Vec<kurbo::Line>, first: Option<kurbo::Point>, last: Option<kurbo::Point>| {
        if let (Some(a), Some(b)) = (last, first)
            && a != b
        {
            lines.push(kurbo::Line::new(a, b));
        }
    };
    for el in flat.elements() {
        match *el {
            kurbo::PathEl::MoveTo(p) => {
                close(&mut lines, first, last);
                (first, last) = (Some(p), Some(p));
            }
            kurbo::PathEl::LineTo(p) => {
                if let Some(from) = last {
                    lines.push(kurbo::Line::new(from, p));
                }
                last = Some(p);
            }
            kurbo::PathEl::ClosePath => {
                close(&mut lines, first, last);
                last = first;
            }
            // `flatten` emits lines only.
            kurbo::PathEl::QuadTo(..) | kurbo::PathEl::CurveTo(..) => {}
        }
    }
    close(&mut lines, first, last);
    lines
}

/// Walks outwards from the centre line at one height. `crossings` is working memory.
fn row_span(lines: &[kurbo::Line], center_x: f64, y: f64, crossings: &mut Vec<(f64, i32)>) -> Span {
    crossings.clear();
    for line in lines {
        let (a, b) = (line.p0, line.p1);
        if (a.y <= y) != (b.y <= y) {
            let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
            crossings.push((x, if a.y < b.y { 1 } else { -1 }));
        }
    }
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut winding = 0;
    let mut left = f64::NEG_INFINITY;
    for &(x, direction) in crossings.iter() {
        let was_inside = winding != 0;
        winding += direction;
        let is_inside = winding != 0;
        if !was_inside && is_inside {
            left = x;
        } else if was_inside && !is_inside && left <= center_x && center_x <= x {
            return Span { left: center_x - left, right: x - center_x };
        }
    }
    Span::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{Circle, Point, Rect};

    #[test]
    fn a_circle_has_the_span_of_its_chord() {
        let table = SpanTable::new(&Circle::new((100.0, 100.0), 70.0).to_path(1e-4), 100.0);
        for y in [31.0, 50.0, 100.0, 130.0, 169.0] {
            let chord = (70.0_f64.powi(2) - (y - 100.0_f64).powi(2)).sqrt();
            let span = table.at(y);
            assert!((span.left - chord).abs() < 0.1 && (span.right - chord).abs() < 0.1, "{y}: {span:?} for {chord}");
        }
        assert_eq!(table.at(29.0), Span::default());
        assert_eq!(table.at(171.0), Span::default());
        assert_eq!(table.at(f64::NAN), Span::default());
    }

    #[test]
    fn spans_are_measured_from_the_centre_line_and_end_at_a_hole() {
        let mut path = Rect::new(20.0, 20.0, 180.0, 180.0).to_path(0.1);
        let hole = Rect::new(130.0, 60.0, 160.0, 100.0);
        path.extend(reversed(hole));
        let table = SpanTable::new(&path, 90.0);
        assert_eq!((table.at(40.0).left.round(), table.at(40.0).right.round()), (70.0, 90.0));
        assert_eq!((table.at(80.0).left.round(), table.at(80.0).right.round()), (70.0, 40.0));
    }

    fn reversed(r: Rect) -> BezPath {
        let mut p = BezPath::new();
        p.move_to(r.origin());
        for q in [(r.x0, r.y1), (r.x1, r.y1), (r.x1, r.y0)] {
            p.line_to(Point::from(q));
        }
        p.close_path();
        p
    }
}
