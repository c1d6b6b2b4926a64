//! Curves of motion3 files: a value over time, segment by segment.

use super::bezier::{cubic, solve};

/// How a segment gets from its start to its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Segment {
    /// Straight.
    Linear,
    /// A cubic with two handles, each time and value. The times of handles never lie outside the segment, so that there
    /// is one value at each time.
    Bezier([[f64; 2]; 2]),
    /// A cubic whose handles stand at thirds of the time (`AreBeziersRestricted`), so that its parameter is the time.
    RestrictedBezier([f64; 2]),
    /// The value of its start until its end.
    Stepped,
    /// The value of its end from its start on.
    InverseStepped,
}

/// A value over time. Before its first point it has that point's value, after its last that one's.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Time and value of the first point.
    start: [f64; 2],
    /// Segments with time and value of their ends, in time order.
    segments: Vec<(Segment, [f64; 2])>,
}

impl Curve {
    /// From finite points in time order.
    pub(super) fn new(start: [f64; 2], segments: Vec<(Segment, [f64; 2])>) -> Self {
        Self { start, segments }
    }

    /// How many points it goes through.
    pub fn points(&self) -> usize {
        self.segments.len() + 1
    }

    /// Whether it has the same value at all times.
    pub fn is_constant(&self) -> bool {
        let same = |value: f64| value == self.start[1];
        self.segments.iter().all(|(segment, end)| {
            same(end[1])
                && match segment {
                    Segment::Bezier([a, b]) => same(a[1]) && same(b[1]),
                    Segment::RestrictedBezier(values) => values.iter().all(|v| same(*v)),
                    _ => true,
                }
        })
    }

    /// The time of its last point.
    pub fn end(&self) -> f64 {
        self.segments.last().map_or(self.start[0], |(_, end)| end[0])
    }

    /// The value at a time. At the time of a point, what begins there counts.
    pub fn at(&self, t: f64) -> f64 {
        let index = self.segments.partition_point(|(_, end)| end[0] <= t);
        let start = if index == 0 { self.start } else { self.segments[index - 1].1 };
        let Some((segment, end)) = self.segments.get(index) else { return start[1] };
        if t < start[0] {
            return start[1];
        }
        // Between its ends, so the segment has a length.
        let span = end[0] - start[0];
        let share = (t - start[0]) / span;
        match segment {
            Segment::Linear => start[1] + (end[1] - start[1]) * share,
            Segment::Stepped => start[1],
            Segment::InverseStepped => end[1],
            Segment::RestrictedBezier([a, b]) => cubic([start[1], *a, *b, end[1]], share),
            Segment::Bezier([a, b]) => {
                let x = |handle: &[f64; 2]| ((handle[0] - start[0]) / span).clamp(0.0, 1.0);
                cubic([start[1], a[1], b[1], end[1]], solve(x(a), x(b), share))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bezier::tests::by_bisection;
    use super::*;

    fn one(segment: Segment) -> Curve {
        Curve::new([1.0, 10.0], vec![(segment, [3.0, 20.0])])
    }

    #[test]
    fn each_kind_of_segment_goes_its_own_way() {
        let restricted = one(Segment::RestrictedBezier([10.0, 20.0]));
        for (curve, quarter, half) in [
            (one(Segment::Linear), 12.5, 15.0),
            (one(Segment::Stepped), 10.0, 10.0),
            (one(Segment::InverseStepped), 20.0, 20.0),
            // 3 s^2 - 2 s^3 of the way.
            (restricted, 11.5625, 15.0),
        ] {
            assert_eq!([0.5, 1.5, 2.0, 3.0, 9.0].map(|t| curve.at(t)), [10.0, quarter, half, 20.0, 20.0]);
        }
    }

    #[test]
    fn a_true_bezier_is_solved_for_its_time() {
        let curve = one(Segment::Bezier([[2.6, 10.0], [2.8, 20.0]]));
        for t in [1.2, 2.0, 2.5, 2.9] {
            let expect = 10.0 + 10.0 * by_bisection([0.8, 0.0, 0.9, 1.0], (t - 1.0) / 2.0);
            assert!((curve.at(t) - expect).abs() < 1e-9, "{t}: {} {expect}", curve.at(t));
        }
        // Taken as restricted it would be another curve.
        assert!((curve.at(2.0) - 15.0).abs() > 2.0);
    }

    #[test]
    fn handles_outside_their_segment_are_brought_into_it() {
        let curve = one(Segment::Bezier([[-5.0, 10.0], [50.0, 20.0]]));
        let expect = 10.0 + 10.0 * by_bisection([0.0, 0.0, 1.0, 1.0], 0.25);
        assert!((curve.at(1.5) - expect).abs() < 1e-9);
    }

    #[test]
    fn two_points_at_one_time_are_a_jump() {
        let curve = Curve::new([0.0, 0.0], vec![(Segment::Linear, [1.0, 1.0]), (Segment::Linear, [1.0, 5.0])]);
        assert_eq!((curve.at(0.5), curve.at(1.0), curve.end(), curve.points()), (0.5, 5.0, 1.0, 3));
    }
}
