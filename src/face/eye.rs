//! The shapes of eyes.

use kurbo::{CubicBez, Point};

use super::outline::Outline;
use crate::geometry::sin_cos;

/// Which of two: the character's own left is on the right of the screen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Screen right.
    Left,
    /// Screen left.
    Right,
}

impl Side {
    /// Both, right one first (it is drawn first, from the left of the screen).
    pub const BOTH: [Self; 2] = [Self::Right, Self::Left];

    /// +1 on screen right, -1 on screen left.
    pub fn sign(self) -> f64 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }

    /// 0 for the right, 1 for the left: the place in [`Side::BOTH`].
    pub fn index(self) -> usize {
        match self {
            Self::Right => 0,
            Self::Left => 1,
        }
    }
}

/// What an eye looks like. Any two morph into each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EyeShape {
    /// An ellipse a little taller than wide, with catch-lights.
    Dot,
    /// A tall rounded bar.
    Capsule,
    /// A white eye with a pupil that moves.
    Round,
    /// A dot under a heavy flat lid.
    Half,
    /// A dot cut by a lid that falls inwards: cross.
    Slant,
    /// A dot cut by a lid that falls outwards: worried.
    Droop,
    /// An arc bent up: laughing.
    Happy,
    /// An arc bent down: asleep.
    Closed,
    /// `>` and `<`.
    Squint,
    /// A dot opened wide.
    Wide,
    /// A star.
    Star,
    /// A heart.
    Heart,
    /// A cross.
    Cross,
    /// A spiral.
    Spiral,
    /// Shut on purpose: an arc that rises outwards.
    Wink,
}

impl EyeShape {
    /// All shapes with their names.
    pub const ALL: [(&'static str, Self); 15] = [
        ("dot", Self::Dot),
        ("capsule", Self::Capsule),
        ("round", Self::Round),
        ("half", Self::Half),
        ("slant", Self::Slant),
        ("droop", Self::Droop),
        ("happy", Self::Happy),
        ("closed", Self::Closed),
        ("squint", Self::Squint),
        ("wide", Self::Wide),
        ("star", Self::Star),
        ("heart", Self::Heart),
        ("cross", Self::Cross),
        ("spiral", Self::Spiral),
        ("wink", Self::Wink),
    ];

    /// Whether the lid can close over it. Shapes that are shut or symbols keep their form when the character blinks.
    pub fn has_lid(self) -> bool {
        matches!(self, Self::Dot | Self::Capsule | Self::Round | Self::Half | Self::Slant | Self::Droop | Self::Wide)
    }

    /// How much of the catch-lights it shows, 0..=1.
    pub(crate) fn shine(self) -> f64 {
        match self {
            Self::Dot | Self::Wide => 1.0,
            Self::Slant | Self::Droop => 0.9,
            Self::Half => 0.6,
            Self::Star | Self::Heart => 0.5,
            Self::Round => 0.9,
            Self::Capsule | Self::Happy | Self::Closed | Self::Squint | Self::Cross | Self::Spiral | Self::Wink => 0.0,
        }
    }

    /// The part of its box in which lights have room: how far down from the middle, and half the height, in half heights.
    pub(crate) fn room_for_light(self) -> [f64; 2] {
        match self {
            Self::Half => [0.42, 0.56],
            Self::Slant => [0.38, 0.55],
            Self::Droop => [0.24, 0.68],
            _ => [0.0, 1.0],
        }
    }

    /// How much it is a white eye with a pupil, 0..=1.
    pub(crate) fn white(self) -> f64 {
        if self == Self::Round { 1.0 } else { 0.0 }
    }

    /// Its outline with half axes `rx`, `ry` and the face's stroke width, all in canvas units.
    ///
    /// The shape is stretched to its size first and thickened after, so arcs have the stroke's width everywhere.
    pub(crate) fn outline(self, side: Side, rx: f64, ry: f64, stroke: f64) -> Outline {
        // Symbols are as large in a tall eye as in a round one, and large enough for their strokes.
        let size = (rx * ry).sqrt().min(1.3 * rx);
        let size = size.max((2.2 * stroke).min(1.25 * size));
        // Drawn for the eye on screen right; the other is its mirror image.
        let outline = match self {
            Self::Dot => Outline::ellipse(rx, ry),
            // Opened wide, even a tall eye is nearly round.
            Self::Wide => {
                let ry = (1.0 + 0.16 * (1.0 - bar(rx, ry))) * ry;
                Outline::superellipse((1.16 * rx).max(0.6 * ry), ry, 0.06)
            }
            Self::Round => Outline::ellipse(1.2 * rx, 1.2 * ry),
            Self::Capsule => Outline::superellipse(rx, ry, 0.55),
            Self::Half => cut(rx, ry, |_| -0.12),
            Self::Slant => cut(rx, ry, |x| -0.30 - 0.48 * x),
            Self::Droop => cut(rx, ry, |x| -0.48 + 0.42 * x),
            Self::Happy => arc(rx, ry, stroke, -1.0),
            Self::Closed => arc(rx, ry, stroke, 0.75),
            Self::Wink => {
                let ([w, h], weight) = (shut(rx, ry), weight(rx, ry));
                let line = |t: f64| {
                    let x = 2.0 * t - 1.0;
                    Point::new(1.2 * w * x, h * (0.30 - 0.62 * (1.0 - x * x) + 0.10 * x))
                };
                Outline::band(line, 1.1 * weight * stroke)
            }
            Self::Squint => {
                let [w, h] = shut(rx, ry);
                squint(w, h, 1.1 * weight(rx, ry) * stroke)
            }
            Self::Star => {
                let corners: [Point; 10] = std::array::from_fn(|i| {
                    let (s, c) = sin_cos(36.0 * i as f64 - 162.0);
                    let radius = size * if i % 2 == 0 { 1.36 } else { 0.65 };
                    Point::new(radius * c, 1.05 * radius * s + 0.06 * size)
                });
                Outline::rounded(&corners, 0.21 * size)
            }
            Self::Heart => heart(1.22 * size, 1.28 * size),
            // Its bars are as heavy as strokes, as far as the gaps between them allow.
            Self::Cross => cross(0.8 * size, (1.05 * stroke).max(0.38 * size).min(0.62 * size)),
            Self::Spiral => spiral(1.18 * size, 1.25 * size, (0.9 * stroke).min(0.34 * size)),
        };
        match side {
            Side::Left => outline,
            Side::Right => outline.mirrored(),
        }
    }
}

/// One eye: a blend of shapes, under a lid.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Eye {
    /// How much of each shape of [`EyeShape::ALL`] there is; they add up to 1.
    weights: [f64; EyeShape::ALL.len()],
    /// Size over the usual.
    pub size: f64,
    /// How far the lid is open, 0..=1: state and blink together.
    pub lid: f64,
    /// Degrees it is turned around itself, clockwise.
    pub spin: f64,
}

impl Eye {
    /// One shape alone.
    pub fn of(shape: EyeShape, size: f64, lid: f64) -> Self {
        Self::blend(size, lid, |s| if s == shape { 1.0 } else { 0.0 })
    }

    /// A blend by weights, which are brought to a sum of 1; those below 0 count as 0.
    pub fn blend(size: f64, lid: f64, weight: impl Fn(EyeShape) -> f64) -> Self {
        let mut weights = EyeShape::ALL.map(|(_, shape)| {
            let w = weight(shape);
            // The last thousandth of a change cannot be seen, and costs an outline.
            if w > 1e-3 { w } else { 0.0 }
        });
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 {
            weights = weights.map(|w| w / sum);
        } else {
            weights[0] = 1.0;
        }
        Self { weights, size, lid, spin: 0.0 }
    }

    /// The same eye on its way to a shape: 0 is as it is, 1 the shape alone.
    pub fn toward(&self, shape: EyeShape, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        let weight = |s: EyeShape| (1.0 - share) * self.weights[s as usize] + if s == shape { share } else { 0.0 };
        Self { spin: self.spin, ..Self::blend(self.size, self.lid, weight) }
    }

    /// The shapes there are, with their weights.
    pub fn shapes(&self) -> impl Iterator<Item = (EyeShape, f64)> + '_ {
        EyeShape::ALL.iter().zip(self.weights).filter(|(_, w)| *w > 0.0).map(|((_, shape), w)| (*shape, w))
    }

    /// A property of shapes, averaged by weight.
    pub(crate) fn mean(&self, property: impl Fn(EyeShape) -> f64) -> f64 {
        self.shapes().map(|(shape, w)| w * property(shape)).sum()
    }

    /// The outline around its place, in canvas units, with the lid as far shut as it is. Half axes are those of the
    /// open eye; thin eyes are raised to the stroke's width.
    pub(crate) fn outline(&self, side: Side, size: [f64; 2], stroke: f64) -> Outline {
        let outline = self.unturned(side, size, stroke);
        if self.spin == 0.0 {
            return outline;
        }
        let (s, c) = sin_cos(self.spin);
        outline.map(|p| Point::new(p.x * c - p.y * s, p.x * s + p.y * c))
    }

    fn unturned(&self, side: Side, [rx, ry]: [f64; 2], stroke: f64) -> Outline {
        let (rx, ry) = (rx.max(0.5 * stroke), ry.max(0.5 * stroke));
        let lidded = |shape: EyeShape| {
            let outline = shape.outline(side, rx, ry, stroke);
            if !shape.has_lid() {
                return outline;
            }
            // A blink ends at the stroke's width: a short dash, never a hair.
            let half_height = outline.half_size().1;
            outline.scaled(1.0, self.lid.max(0.5 * stroke / half_height).min(1.0))
        };
        let mut shapes = self.shapes();
        let Some((first, weight)) = shapes.next() else { return Outline::ellipse(rx, ry) };
        if weight == 1.0 {
            return lidded(first);
        }
        shapes.fold(lidded(first).scaled(weight, weight), |sum, (shape, w)| sum.plus(&lidded(shape), w))
    }

    /// How far it is open in the drawing, 0..=1, never thinner than the stroke.
    pub(crate) fn opening(&self, ry: f64, stroke: f64) -> f64 {
        self.lid.max(0.5 * stroke / ry.max(1e-9)).min(1.0)
    }
}

/// How much an eye of these half axes is a bar: 0 as round as a dot ..= 1 as tall as a capsule.
fn bar(rx: f64, ry: f64) -> f64 {
    ((ry / rx - 1.45) / 0.75).clamp(0.0, 1.0)
}

/// Half axes of an eye that is drawn as a line: as wide as the open eye is large, and never tall.
fn shut(rx: f64, ry: f64) -> [f64; 2] {
    let w = rx.max(0.62 * ry);
    [w, ry.min(1.3 * w)]
}

/// How much heavier than a stroke such a line is: that of a bar keeps some of the bar's weight.
fn weight(rx: f64, ry: f64) -> f64 {
    1.0 + 0.35 * bar(rx, ry)
}

/// A dot or a bar whose top is pushed down to a lid line, `lid(x)` in half heights for x in -1..=1 (y down).
fn cut(rx: f64, ry: f64, lid: impl Fn(f64) -> f64) -> Outline {
    Outline::superellipse(rx, ry, 0.55 * bar(rx, ry)).map(|p| {
        let (x, y) = (p.x / rx, p.y / ry);
        let line = lid(x.clamp(-1.0, 1.0));
        // A soft maximum: the corner between lid and eye is small but round.
        let softness = 0.06;
        let d = y - line;
        Point::new(p.x, ry * (line + 0.5 * (d + (d * d + softness * softness).sqrt())))
    })
}

/// A thick arc; `bend` -1 is bent up as in a laugh, positive bent down as in sleep.
fn arc(rx: f64, ry: f64, stroke: f64, bend: f64) -> Outline {
    let [w, h] = shut(rx, ry);
    let height = 0.62 * h * bend;
    let line = |t: f64| {
        // A piece of a circle-like curve: steeper at the ends than a parabola.
        let (s, c) = sin_cos(-72.0 + 144.0 * t);
        Point::new(1.22 * w * s, height * (c - 0.62) * 1.35)
    };
    Outline::band(line, 1.15 * weight(rx, ry) * stroke)
}

/// `<`, its tip on the left (towards the nose); mirrored it is `>`.
fn squint(rx: f64, ry: f64, stroke: f64) -> Outline {
    let (x, y) = (0.95 * rx, 0.62 * ry);
    Outline::band(
        |t| {
            let v = 2.0 * t - 1.0;
            // A hyperbola: two straight strokes that meet in a small round tip.
            let along = ((v * v + 0.012).sqrt() - 0.11) / (1.006 - 0.11);
            Point::new(-x + 2.0 * x * along, y * v)
        },
        stroke,
    )
}

fn heart(rx: f64, ry: f64) -> Outline {
    let p = |x: f64, y: f64| Point::new(rx * x, ry * y);
    Outline::new(&[
        CubicBez::new(p(-1.0, -0.28), p(-1.0, -0.72), p(-0.72, -0.95), p(-0.45, -0.95)),
        CubicBez::new(p(-0.45, -0.95), p(-0.22, -0.95), p(-0.06, -0.80), p(0.0, -0.62)),
        CubicBez::new(p(0.0, -0.62), p(0.06, -0.80), p(0.22, -0.95), p(0.45, -0.95)),
        CubicBez::new(p(0.45, -0.95), p(0.72, -0.95), p(1.0, -0.72), p(1.0, -0.28)),
        CubicBez::new(p(1.0, -0.28), p(1.0, 0.22), p(0.42, 0.62), p(0.0, 0.98)),
        CubicBez::new(p(0.0, 0.98), p(-0.42, 0.62), p(-1.0, 0.22), p(-1.0, -0.28)),
    ])
}

/// Two bars at right angles, turned by 45 degrees.
fn cross(arm: f64, bar: f64) -> Outline {
    let half = 0.5 * bar;
    let corners = [
        (-arm - half, -half),
        (-half, -half),
        (-half, -arm - half),
        (half, -arm - half),
        (half, -half),
        (arm + half, -half),
        (arm + half, half),
        (half, half),
        (half, arm + half),
        (-half, arm + half),
        (-half, half),
        (-arm - half, half),
    ];
    let (s, c) = sin_cos(45.0);
    Outline::rounded(&corners.map(|(x, y)| Point::new(x * c - y * s, x * s + y * c)), 0.45 * bar)
}

fn spiral(rx: f64, ry: f64, stroke: f64) -> Outline {
    Outline::band(
        |t| {
            let (s, c) = sin_cos(180.0 + 660.0 * t);
            let radius = 1.0 - 0.93 * t;
            Point::new(rx * radius * c, ry * radius * s)
        },
        stroke,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{BezPath, Shape};

    fn path(shape: EyeShape, side: Side) -> BezPath {
        BezPath::from_vec(shape.outline(side, 10.0, 12.0, 3.4).elements().collect())
    }

    #[test]
    fn every_shape_is_finite_clockwise_and_about_as_large_as_asked() {
        for (name, shape) in EyeShape::ALL {
            for side in Side::BOTH {
                let path = path(shape, side);
                assert!(path.is_finite(), "{name}");
                assert!(path.area() > 30.0, "{name}: {}", path.area());
                let size = path.bounding_box();
                assert!(size.width() < 32.0 && size.height() < 34.0, "{name}: {size:?}");
            }
        }
    }

    #[test]
    fn left_and_right_are_mirror_images() {
        for (name, shape) in EyeShape::ALL {
            let (l, r) = (path(shape, Side::Left).bounding_box(), path(shape, Side::Right).bounding_box());
            assert!((l.x0 + r.x1).abs() < 1e-9 && (l.x1 + r.x0).abs() < 1e-9 && (l.y0 - r.y0).abs() < 1e-9, "{name}");
        }
    }

    #[test]
    fn halfway_between_any_two_shapes_is_a_finite_shape() {
        for (_, a) in EyeShape::ALL {
            for (_, b) in EyeShape::ALL {
                let (a, b) = (a.outline(Side::Left, 10.0, 12.0, 3.4), b.outline(Side::Left, 10.0, 12.0, 3.4));
                assert!(a.scaled(0.5, 0.5).plus(&b, 0.5).elements().all(|el| el.is_finite()));
            }
        }
    }
}
