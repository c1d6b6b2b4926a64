//! Outlines and transforms as SVG text, with digits enough that no point moves by 0.005 canvas units.
//!
//! What is written keeps the shape's own units, so that a matrix in the file is the matrix of the scene. Only where
//! four places would be too coarse, a power of ten is moved between the outline and its transform.

use std::fmt;

use kurbo::{Affine, PathEl, Point, Vec2};

use super::number::{MOST_PLACES, Number};

/// How far rounding the matrix may move a point along one axis, in canvas units.
///
/// Together with [`COORDINATE_ERROR`] it makes .0035 along each axis, hence less than .005 in any direction.
const MATRIX_ERROR: f64 = 0.0015;

/// How far rounding the coordinates may move a point along one axis, in canvas units.
const COORDINATE_ERROR: f64 = 0.002;

/// A shape with a point farther from the canvas than this (in its units) is not written: it is a fault, and
/// rasterisers are known to abort on such numbers.
const FARTHEST: f64 = 1e5;

/// Whether an outline under a transform is something that can be drawn: it starts with a move, has a segment, all its
/// numbers are finite and near enough, and the transform does not flatten it.
pub(super) fn is_drawable(elements: &[PathEl], transform: Affine) -> bool {
    let begins_well = matches!(elements.first(), Some(PathEl::MoveTo(_)));
    let has_segment =
        elements.iter().any(|e| matches!(e, PathEl::LineTo(_) | PathEl::QuadTo(..) | PathEl::CurveTo(..)));
    begins_well
        && has_segment
        && is_invertible(transform)
        && points(elements).all(|p| {
            let on_canvas = transform * p;
            on_canvas.x.abs() <= FARTHEST && on_canvas.y.abs() <= FARTHEST
        })
}

/// Whether a transform is finite and keeps areas from vanishing.
pub(super) fn is_invertible(transform: Affine) -> bool {
    transform.is_finite() && transform.determinant().is_normal()
}

/// How far an outline reaches from its origin along each axis.
pub(super) fn reach(elements: &[PathEl]) -> Vec2 {
    points(elements).fold(Vec2::ZERO, |reach, p| Vec2::new(reach.x.max(p.x.abs()), reach.y.max(p.y.abs())))
}

/// The most by which a transform stretches a step of one local unit along x, y or both, seen along one canvas axis.
pub(super) fn stretch(transform: Affine) -> f64 {
    let [a, b, c, d, ..] = transform.as_coeffs();
    (a.abs() + c.abs()).max(b.abs() + d.abs())
}

/// All points of an outline, handles too.
pub(super) fn points(elements: &[PathEl]) -> impl Iterator<Item = Point> + '_ {
    elements.iter().flat_map(|element| {
        let (points, count) = match *element {
            PathEl::MoveTo(p) | PathEl::LineTo(p) => ([p; 3], 1),
            PathEl::QuadTo(p, q) => ([p, q, q], 2),
            PathEl::CurveTo(p, q, r) => ([p, q, r], 3),
            PathEl::ClosePath => ([Point::ZERO; 3], 0),
        };
        points.into_iter().take(count)
    })
}

/// The units in which an outline is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Units {
    /// Written units in one local unit: 1, except where a transform enlarges so much that four places are too coarse.
    pub per_local: f64,
    /// Decimal places of the coordinates.
    places: u8,
}

impl Units {
    /// Local units with four places.
    pub const LOCAL: Self = Self { per_local: 1.0, places: MOST_PLACES };

    /// The units for an outline that is stretched by so much (see [`stretch`]), with the fewest digits that do.
    pub fn for_stretch(stretch: f64) -> Self {
        Self::for_error(stretch, COORDINATE_ERROR)
    }

    /// The same with an error of one's own choice, in canvas units.
    pub fn for_error(stretch: f64, error: f64) -> Self {
        let is_fine = |step: f64| 0.5 * step * stretch <= error;
        let mut step = 0.1;
        for places in 1..=MOST_PLACES {
            if is_fine(step) {
                return Self { per_local: 1.0, places };
            }
            step /= 10.0;
        }
        let mut units = Self { per_local: 10.0, places: MOST_PLACES };
        while !is_fine(step) && units.per_local < 1e6 {
            step /= 10.0;
            units.per_local *= 10.0;
        }
        units
    }

    /// From written units to local ones.
    pub fn to_local(self) -> Affine {
        Affine::scale(1.0 / self.per_local)
    }
}

/// Displays an outline as the `d` of a path, with absolute coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathData<'a> {
    pub elements: &'a [PathEl],
    pub units: Units,
}

impl fmt::Display for PathData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |v: f64| Number::with_places(v * self.units.per_local, self.units.places);
        let mut rest = self.elements.iter().peekable();
        while let Some(element) = rest.next() {
            match *element {
                // A move that nothing follows draws nothing.
                PathEl::MoveTo(_) if matches!(rest.peek(), None | Some(PathEl::MoveTo(_))) => {}
                PathEl::MoveTo(p) => write!(f, "M{} {}", number(p.x), number(p.y))?,
                PathEl::LineTo(p) => write!(f, "L{} {}", number(p.x), number(p.y))?,
                PathEl::QuadTo(p, q) => {
                    write!(f, "Q{} {} {} {}", number(p.x), number(p.y), number(q.x), number(q.y))?;
                }
                PathEl::CurveTo(p, q, r) => {
                    write!(f, "C{} {} {} {}", number(p.x), number(p.y), number(q.x), number(q.y))?;
                    write!(f, " {} {}", number(r.x), number(r.y))?;
                }
                PathEl::ClosePath => f.write_str("Z")?,
            }
        }
        Ok(())
    }
}

/// Displays ` transform="…"`, or nothing for the identity.
#[derive(Clone, Copy, Debug)]
pub(super) struct TransformAttribute {
    /// `transform` or `gradientTransform`.
    pub name: &'static str,
    /// What is written.
    pub transform: Affine,
    /// How far the points reach that it moves (see [`reach`]): the farther, the more digits it needs.
    pub reach: Vec2,
}

impl TransformAttribute {
    /// How far rounding all coefficients after multiplying them by `factor` can move a point along one axis.
    fn error(&self, factor: f64) -> f64 {
        let [a, b, c, d, e, f] =
            self.transform.as_coeffs().map(|v| (v - Number::new(v * factor).rounded() / factor).abs());
        let Vec2 { x, y } = self.reach;
        (a * x + c * y + e).max(b * x + d * y + f)
    }
}

impl fmt::Display for TransformAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        // A factor in front of the matrix gives its coefficients digits that four places alone do not hold.
        let factor = [1.0, 100.0].into_iter().find(|&n| self.error(n) <= MATRIX_ERROR).unwrap_or(10_000.0);
        let [a, b, c, d, e, g] = self.transform.as_coeffs().map(|v| Number::new(v * factor));
        let prefix = if factor == 1.0 { String::new() } else { format!("scale({}) ", Number::new(1.0 / factor)) };
        let linear = [a, b, c, d].map(Number::rounded);
        if factor == 1.0 && linear == [1.0, 0.0, 0.0, 1.0] {
            return match (e.rounded(), g.rounded()) {
                (0.0, 0.0) => Ok(()),
                _ => write!(f, r#" {name}="translate({e} {g})""#),
            };
        }
        write!(f, r#" {name}="{prefix}matrix({a} {b} {c} {d} {e} {g})""#)
    }
}

#[cfg(test)]
mod tests {
    use kurbo::BezPath;
    use proptest::prelude::*;

    use super::*;

    fn attribute(transform: Affine) -> String {
        TransformAttribute { name: "transform", transform, reach: Vec2::new(10.0, 10.0) }.to_string()
    }

    #[test]
    fn transforms_take_their_shortest_form() {
        assert_eq!(attribute(Affine::IDENTITY), "");
        assert_eq!(attribute(Affine::rotate(1e-9)), "");
        assert_eq!(attribute(Affine::translate((3.0, -0.5))), r#" transform="translate(3 -0.5)""#);
        let quarter = Affine::rotate(std::f64::consts::FRAC_PI_2);
        assert_eq!(attribute(quarter), r#" transform="matrix(0 1 -1 0 0 0)""#);
        let eye = Affine::new([2.0 / 3.0, 0.031, 0.052, 0.994, 120.5, 90.0]);
        assert_eq!(attribute(eye), r#" transform="matrix(0.6667 0.031 0.052 0.994 120.5 90)""#);
    }

    #[test]
    fn a_wide_outline_gets_a_finer_matrix() {
        let transform = Affine::new([1.00004, 0.0, 0.0, 0.98765, 0.0, 0.0]);
        let wide = TransformAttribute { name: "transform", transform, reach: Vec2::new(200.0, 200.0) };
        assert_eq!(wide.to_string(), r#" transform="scale(0.01) matrix(100.004 0 0 98.765 0 0)""#);
    }

    #[test]
    fn paths_are_absolute_and_drop_idle_moves() {
        let mut path = BezPath::new();
        path.move_to((9.0, 9.0));
        path.move_to((1.0, 2.0));
        path.line_to((3.5, -0.00001));
        path.quad_to((1.0, 1.0), (2.0, 2.0));
        path.curve_to((1.0, 1.0), (2.0, 2.0), (1.0 / 3.0, 0.0));
        path.close_path();
        path.move_to((5.0, 5.0));
        let data = PathData { elements: path.elements(), units: Units::for_stretch(1.0) };
        assert_eq!(data.to_string(), "M1 2L3.5 0Q1 1 2 2C1 1 2 2 0.333 0Z");
    }

    #[test]
    fn what_cannot_be_drawn_is_told_apart() {
        let line = |x: f64| [PathEl::MoveTo(Point::ZERO), PathEl::LineTo(Point::new(x, 1.0))];
        assert!(is_drawable(&line(1.0), Affine::IDENTITY));
        for (elements, transform) in [
            (&line(f64::NAN)[..], Affine::IDENTITY),
            (&line(f64::INFINITY), Affine::IDENTITY),
            (&line(1e6), Affine::IDENTITY),
            (&line(1.0)[..1], Affine::IDENTITY),
            (&line(1.0)[1..], Affine::IDENTITY),
            (&[], Affine::IDENTITY),
            (&line(1.0), Affine::scale_non_uniform(1.0, 0.0)),
            (&line(1.0), Affine::translate((f64::NAN, 0.0))),
            (&line(1.0), Affine::scale(1e300)),
        ] {
            assert!(!is_drawable(elements, transform), "{elements:?} {transform:?}");
        }
    }

    /// What a reader of the attribute makes of it.
    fn read_transform(text: &str) -> Affine {
        let list = text.trim().strip_prefix("transform=\"").and_then(|t| t.strip_suffix('"')).unwrap_or_default();
        list.split_inclusive(')').fold(Affine::IDENTITY, |all, one| {
            let (name, numbers) = one.trim().trim_end_matches(')').split_once('(').unwrap();
            let n: Vec<f64> = numbers.split(' ').map(|v| v.parse().unwrap()).collect();
            all * match name {
                "matrix" => Affine::new([n[0], n[1], n[2], n[3], n[4], n[5]]),
                "translate" => Affine::translate((n[0], n[1])),
                "scale" => Affine::scale(n[0]),
                _ => panic!("{name}"),
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn no_point_moves_by_5_thousandths(
            size_log in -2.0..3.3_f64, // the outline is 0.01 to 2000 local units large
            on_canvas in 1.0..300.0_f64,
            squash in 0.02..1.0_f64,
            turns in [0.0..6.3_f64, 0.0..6.3],
            shift in [-300.0..300.0_f64, -300.0..300.0],
            corners in prop::collection::vec([-1.0..1.0_f64, -1.0..1.0], 2..6),
        ) {
            let size = libm::pow(10.0, size_log);
            let transform = Affine::translate((shift[0], shift[1])) * Affine::rotate(turns[0])
                * Affine::scale_non_uniform(on_canvas / size, squash * on_canvas / size) * Affine::rotate(turns[1]);
            let mut path = BezPath::new();
            path.move_to((0.0, 0.0));
            corners.iter().for_each(|&[x, y]| path.line_to((x * size, y * size)));

            let units = Units::for_stretch(stretch(transform));
            let data = PathData { elements: path.elements(), units }.to_string();
            let attribute = TransformAttribute {
                name: "transform",
                transform: transform * units.to_local(),
                reach: reach(path.elements()) * units.per_local,
            };
            let read = read_transform(&attribute.to_string());
            let written = BezPath::from_svg(&data).unwrap();
            prop_assert_eq!(written.elements().len(), path.elements().len());
            for (exact, written) in points(path.elements()).zip(points(written.elements())) {
                let distance = (transform * exact).distance(read * written);
                prop_assert!(distance < 0.005, "{distance} with {attribute} and {data}");
            }
        }
    }
}
