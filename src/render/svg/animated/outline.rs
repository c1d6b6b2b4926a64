//! Outlines over time.

use kurbo::{Affine, PathEl, Point, Vec2};

use super::super::geometry::{PathData, Units, points};
use super::STEP;
use super::clock::{Animated, Clock};
use super::keys::Keys;
use super::place::Places;

/// How far rounding may move a point, in canvas units; half of [`STEP`].
const ROUNDING: f64 = 0.5 * STEP;

/// What may be taken out of an outline's motion and written as a transform.
///
/// A transform needs four numbers where an outline has a hundred, and most motion is of this kind: a blink squashes an
/// eye, a light slides over it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Freedom {
    /// Nothing: its paint depends on the place.
    Fixed,
    /// Where it is. Scaling would scale its stroke.
    Shift,
    /// Where it is and how large, along x and y.
    ShiftAndScale,
}

/// An outline whose points move, but whose commands stay the same.
#[derive(Clone, Debug)]
pub(super) struct OutlineTrack {
    commands: Vec<PathEl>,
    freedom: Freedom,
    /// How large it is at first; see [`spread`].
    first_spread: Vec2,
    /// The points, without what `places` does.
    points: Keys,
    places: Places,
    /// How far the points are stretched at most, by `places` and on the way to the canvas.
    stretch: f64,
}

impl OutlineTrack {
    pub fn new(outline: &[PathEl], freedom: Freedom) -> Self {
        Self {
            commands: outline.to_vec(),
            freedom,
            first_spread: spread(outline, mean(outline)),
            points: Keys::default(),
            places: Places::default(),
            stretch: 0.0,
        }
    }

    /// Adds a frame, in which the outline is stretched by so much on its way to the canvas.
    pub fn push(&mut self, frame: u32, outline: &[PathEl], stretch: f64) {
        let tolerance = STEP / stretch.max(1e-3);
        let (middle, [x, y]) = self.placed(outline);
        self.stretch = self.stretch.max(stretch * x.max(y));
        let place = Affine::translate(middle) * Affine::scale_non_uniform(x, y);
        let centred: Vec<f64> = points(outline).flat_map(|p| [(p.x - middle.x) / x, (p.y - middle.y) / y]).collect();
        let reach = centred.chunks_exact(2).fold(0.0_f64, |reach, p| reach.max(libm::hypot(p[0], p[1])));
        self.places.push(frame, place, reach, tolerance);
        self.points.push(frame, &centred, [tolerance / x, tolerance / y]);
    }

    pub fn hold_until(&mut self, frame: u32) {
        self.points.hold_until(frame);
        self.places.hold_until(frame);
    }

    /// The `d` of a path, and the elements that move and stretch it.
    pub fn write(self, clock: &Clock) -> (Animated, String) {
        let Self { commands, points, places, stretch, .. } = self;
        let (moving, rest) = places.write("transform", clock);
        let units = Units::for_error(stretch, ROUNDING);
        let path = clock
            .animated(points, |values| PathData { elements: &with_points(&commands, values, rest), units }.to_string());
        (path, moving)
    }

    /// Where an outline is and how large, as far as that may be taken out of it.
    fn placed(&self, outline: &[PathEl]) -> (Vec2, [f64; 2]) {
        let middle = mean(outline).to_vec2();
        match self.freedom {
            Freedom::Fixed => (Vec2::ZERO, [1.0; 2]),
            Freedom::Shift => (middle, [1.0; 2]),
            Freedom::ShiftAndScale => {
                let now = spread(outline, middle.to_point());
                let first = self.first_spread;
                // What is flat cannot be told to be scaled.
                let flat = 1e-3 * first.x.max(first.y).max(1e-6);
                let scale = |now: f64, first: f64| if first > flat { (now / first).clamp(0.02, 50.0) } else { 1.0 };
                (middle, [scale(now.x, first.x), scale(now.y, first.y)])
            }
        }
    }
}

/// The mean of all points, handles too, but for the first: a closed outline comes back to it, and so the middle of what
/// is symmetrical is in the middle.
pub(super) fn mean(outline: &[PathEl]) -> Point {
    let (sum, count) =
        points(outline).skip(1).fold((Vec2::ZERO, 0.0), |(sum, count), p| (sum + p.to_vec2(), count + 1.0));
    (sum / f64::max(count, 1.0)).to_point()
}

/// The mean distance of the points from their middle, along x and y.
fn spread(outline: &[PathEl], middle: Point) -> Vec2 {
    let far = |p: Point| Vec2::new((p.x - middle.x).abs(), (p.y - middle.y).abs());
    let (sum, count) = points(outline).skip(1).fold((Vec2::ZERO, 0.0), |(sum, count), p| (sum + far(p), count + 1.0));
    sum / f64::max(count, 1.0)
}

/// The same commands with other points.
fn with_points(commands: &[PathEl], values: &[f64], transform: Affine) -> Vec<PathEl> {
    let mut values = values.chunks_exact(2);
    let mut next = || values.next().map_or(Point::ZERO, |p| transform * Point::new(p[0], p[1]));
    let element = |element: &PathEl| match element {
        PathEl::MoveTo(_) => PathEl::MoveTo(next()),
        PathEl::LineTo(_) => PathEl::LineTo(next()),
        PathEl::QuadTo(..) => PathEl::QuadTo(next(), next()),
        PathEl::CurveTo(..) => PathEl::CurveTo(next(), next(), next()),
        PathEl::ClosePath => PathEl::ClosePath,
    };
    commands.iter().map(element).collect()
}

#[cfg(test)]
mod tests {
    use kurbo::{Circle, Shape};

    use super::*;

    fn ellipse(middle: (f64, f64), radii: (f64, f64)) -> Vec<PathEl> {
        let place = Affine::translate(middle) * Affine::scale_non_uniform(radii.0, radii.1);
        Circle::new((0.0, 0.0), 1.0).path_elements(1e-3).map(|element| place * element).collect()
    }

    fn track(freedom: Freedom, outline: impl Fn(f64) -> Vec<PathEl>) -> (Animated, String) {
        let mut track = OutlineTrack::new(&outline(0.0), freedom);
        (0..=20).for_each(|frame| track.push(frame, &outline(f64::from(frame) / 20.0), 1.0));
        track.write(&Clock::new(20, 10.0, 0))
    }

    #[test]
    fn a_blink_is_a_scale() {
        let (path, moving) = track(Freedom::ShiftAndScale, |t| ellipse((0.0, 0.0), (8.0, 10.0 - 9.0 * t)));
        assert!(path.is_constant(), "{path:?}");
        assert!(moving.contains(r#"type="scale" additive="sum" values="1 1;1 0.1""#), "{moving}");
        assert_eq!(moving.matches("<animateTransform").count(), 1, "{moving}");
    }

    #[test]
    fn a_stroke_is_shifted_but_never_scaled() {
        let (path, moving) = track(Freedom::Shift, |t| ellipse((20.0 * t, 0.0), (8.0, 10.0)));
        assert!(path.is_constant(), "{path:?}");
        assert!(moving.contains(r#"type="translate" additive="sum" values="0 0;20 0""#), "{moving}");
        let (path, moving) = track(Freedom::Shift, |t| ellipse((0.0, 0.0), (8.0, 10.0 - 9.0 * t)));
        assert!(!path.is_constant() && moving.is_empty(), "{path:?} {moving}");
    }

    #[test]
    fn what_is_fixed_moves_by_its_points() {
        let (path, moving) = track(Freedom::Fixed, |t| ellipse((20.0 * t, 0.0), (8.0, 10.0)));
        assert!(!path.is_constant() && moving.is_empty(), "{path:?} {moving}");
    }

    #[test]
    fn what_rests_is_as_it_was() {
        let (path, moving) = track(Freedom::ShiftAndScale, |_| ellipse((7.0, 3.0), (8.0, 10.0)));
        assert!(moving.is_empty(), "{moving}");
        assert!(path.is_constant() && path.first().starts_with("M15 3C15 8.52"), "{path:?}");
    }
}
