//! Transforms over time.
//!
//! SMIL has no animation of a matrix. So a matrix is taken apart into what it can animate,
//! `translate * rotate * skewX * scale` (the QR decomposition) or the same with `skewY`, each with keys of its own.

use kurbo::{Affine, Vec2};

use super::super::number::Number;
use super::clock::{Animated, Clock, places_for};
use super::keys::Keys;
use crate::geometry::sin_cos;

/// Which axis stays straight when a transform is taken apart; the other one is skewed. What is nearly edge-on is skewed
/// by nearly 90 degrees, and the error of that is the smaller the shorter the skewed axis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Straight {
    X,
    Y,
}

/// A transform, taken apart.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Parts {
    shift: Vec2,
    /// Degrees clockwise.
    angle: f64,
    /// Degrees, within -90..90.
    skew: f64,
    scale: [f64; 2],
}

impl Parts {
    /// Of a transform that can be inverted. Of all angles that mean the same, the one nearest to `near`: a wheel that
    /// turns on must not turn back.
    fn of(transform: Affine, straight: Straight, near: f64) -> Self {
        let [a, b, c, d, e, f] = transform.as_coeffs();
        let area = a * d - b * c;
        let (angle, scale) = match straight {
            Straight::X => {
                let width = libm::hypot(a, b);
                (libm::atan2(b, a).to_degrees(), [width, area / width])
            }
            Straight::Y => {
                let height = libm::hypot(c, d);
                (libm::atan2(-c, d).to_degrees(), [area / height, height])
            }
        };
        Self {
            shift: Vec2::new(e, f),
            angle: angle + 360.0 * ((near - angle) / 360.0).round(),
            skew: libm::atan((a * c + b * d) / area).to_degrees(),
            scale,
        }
    }
}

/// Everything of a transform but its shift, over time, with one of the axes straight.
#[derive(Clone, Debug)]
struct Turned {
    straight: Straight,
    angle: Keys,
    skew: Keys,
    scale: Keys,
    last_angle: f64,
    /// How far a point goes at most for an error of the skew.
    worst: f64,
}

impl Turned {
    fn new(straight: Straight) -> Self {
        let (angle, skew, scale) = (Keys::default(), Keys::default(), Keys::default());
        Self { straight, angle, skew, scale, last_angle: 0.0, worst: 0.0 }
    }

    fn push(&mut self, frame: u32, transform: Affine, reach: f64, tolerance: f64) {
        let parts = Parts::of(transform, self.straight, self.last_angle);
        self.last_angle = parts.angle;
        let [width, height] = parts.scale.map(f64::abs);
        let (straight, skewed) = match self.straight {
            Straight::X => (width, height),
            Straight::Y => (height, width),
        };
        let (_, cos) = sin_cos(parts.skew);
        // The largest factor by which anything is stretched, at most; and the length of what is skewed.
        let stretched = straight.max(skewed / cos.max(1e-3)).max(1e-6);
        let angle = (tolerance / (reach * stretched)).to_degrees();
        let skew = (cos * cos * tolerance / (reach * skewed.max(1e-6))).to_degrees();
        let mut scale = [tolerance / reach, cos * tolerance / reach];
        if self.straight == Straight::Y {
            scale.reverse();
        }
        self.worst = self.worst.max(reach * skewed / (cos * cos).max(1e-12));
        self.angle.push(frame, &[parts.angle], [angle; 2]);
        self.skew.push(frame, &[parts.skew], [skew; 2]);
        self.scale.push(frame, &parts.scale, scale);
    }
}

/// The places of something over time.
#[derive(Clone, Debug)]
pub(super) struct Places {
    shift: Keys,
    /// Taken apart in both ways; the better one is written.
    turned: [Turned; 2],
}

impl Default for Places {
    fn default() -> Self {
        Self { shift: Keys::default(), turned: [Straight::X, Straight::Y].map(Turned::new) }
    }
}

impl Places {
    /// Adds a frame. `reach` is how far the points lie from the origin that are placed, and `tolerance` how far each of
    /// the four parts may move one of them along an axis.
    pub fn push(&mut self, frame: u32, transform: Affine, reach: f64, tolerance: f64) {
        let [.., x, y] = transform.as_coeffs();
        self.shift.push(frame, &[x, y], [tolerance; 2]);
        for turned in &mut self.turned {
            turned.push(frame, transform, reach.max(1e-3), tolerance);
        }
    }

    /// Holds the last place until a frame.
    pub fn hold_until(&mut self, frame: u32) {
        self.shift.hold_until(frame);
        for Turned { angle, skew, scale, .. } in &mut self.turned {
            for keys in [angle, skew, scale] {
                keys.hold_until(frame);
            }
        }
    }

    /// The elements that animate `attribute` (`transform` or `gradientTransform`) of their parent, and what is left:
    /// a transform that comes after them and does not change.
    pub fn write(self, attribute: &str, clock: &Clock) -> (String, Affine) {
        let mut parts = self.parts(clock);
        let mut rest = Affine::IDENTITY;
        while let Some((kind, part)) = parts.pop_if(|(_, part)| part.is_constant()) {
            rest = kind.read(part.first()) * rest;
        }
        (written(attribute, &parts, clock), rest)
    }

    /// The elements that do all of it, also what does not change.
    pub fn write_all(self, attribute: &str, clock: &Clock) -> String {
        written(attribute, &self.parts(clock), clock)
    }

    /// The parts as text, in the order in which they are multiplied.
    fn parts(self, clock: &Clock) -> Vec<(Kind, Animated)> {
        let text = |keys: Keys| {
            let places = places_for(keys.finest());
            clock.animated(keys, |values| {
                let words = values.iter().map(|value| Number::with_places(*value, places).to_string());
                words.collect::<Vec<_>>().join(" ")
            })
        };
        let [x, y] = self.turned;
        let Turned { straight, angle, skew, scale, .. } = if y.worst < x.worst { y } else { x };
        let skewed = if straight == Straight::X { Kind::SkewX } else { Kind::SkewY };
        let kinds = [Kind::Translate, Kind::Rotate, skewed, Kind::Scale];
        kinds.into_iter().zip([self.shift, angle, skew, scale].map(text)).collect()
    }
}

fn written(attribute: &str, parts: &[(Kind, Animated)], clock: &Clock) -> String {
    let moves = |(kind, part): &&(Kind, Animated)| !part.is_constant() || kind.read(part.first()) != Affine::IDENTITY;
    let element = |(kind, part): &(Kind, Animated)| {
        let (name, values, timing) = (kind.name(), part.values(), clock.timing());
        format!(r#"<animateTransform attributeName="{attribute}" type="{name}" additive="sum"{values}{timing}/>"#)
    };
    parts.iter().filter(moves).map(element).collect()
}

#[derive(Clone, Copy)]
enum Kind {
    Translate,
    Rotate,
    SkewX,
    SkewY,
    Scale,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Translate => "translate",
            Self::Rotate => "rotate",
            Self::SkewX => "skewX",
            Self::SkewY => "skewY",
            Self::Scale => "scale",
        }
    }

    /// What a reader makes of a value.
    fn read(self, text: &str) -> Affine {
        let mut numbers = text.split(' ').map(|word| word.parse().unwrap_or_default());
        let (x, y): (f64, f64) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
        let (sin, cos) = sin_cos(x);
        match self {
            Self::Translate => Affine::translate((x, y)),
            Self::Rotate => Affine::new([cos, sin, -sin, cos, 0.0, 0.0]),
            Self::SkewX => Affine::new([1.0, 0.0, sin / cos, 1.0, 0.0, 0.0]),
            Self::SkewY => Affine::new([1.0, sin / cos, 0.0, 1.0, 0.0, 0.0]),
            Self::Scale => Affine::scale_non_uniform(x, y),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn put_together(parts: Parts, skewed: Kind) -> Affine {
        Affine::translate(parts.shift)
            * Kind::Rotate.read(&parts.angle.to_string())
            * skewed.read(&parts.skew.to_string())
            * Affine::scale_non_uniform(parts.scale[0], parts.scale[1])
    }

    proptest! {
        #[test]
        fn the_parts_make_the_whole(m in prop::array::uniform6(-3.0..3.0_f64), near in -1000.0..1000.0_f64) {
            let whole = Affine::new(m);
            prop_assume!(whole.determinant().abs() > 0.01);
            for (straight, skewed) in [(Straight::X, Kind::SkewX), (Straight::Y, Kind::SkewY)] {
                let parts = Parts::of(whole, straight, near);
                prop_assert!((parts.angle - near).abs() <= 180.0 + 1e-9);
                for (a, b) in put_together(parts, skewed).as_coeffs().iter().zip(m) {
                    prop_assert!((a - b).abs() < 1e-9 * (1.0 + 100.0 / whole.determinant().abs()), "{parts:?}");
                }
            }
        }
    }

    #[test]
    fn what_does_not_move_is_no_animation() {
        let clock = Clock::new(10, 10.0, 0);
        let still = Affine::new([0.5, 0.25, 0.0, 2.0, 3.0, 4.0]);
        let mut places = Places::default();
        (0..=10).for_each(|frame| places.push(frame, still, 10.0, 0.01));
        let (moving, rest) = places.write("transform", &clock);
        assert_eq!(moving, "");
        assert!(rest.as_coeffs().iter().zip(still.as_coeffs()).all(|(a, b)| (a - b).abs() < 1e-3), "{rest:?}");
    }

    #[test]
    fn a_shift_is_one_animation_and_leaves_the_rest() {
        let clock = Clock::new(10, 10.0, 0);
        let mut places = Places::default();
        for frame in 0..=10 {
            places.push(frame, Affine::new([2.0, 0.0, 0.0, 2.0, f64::from(frame), 0.0]), 10.0, 0.01);
        }
        let (moving, rest) = places.write("transform", &clock);
        assert_eq!(rest, Affine::scale(2.0));
        let start = r#"<animateTransform attributeName="transform" type="translate" additive="sum" values="0 0;10 0""#;
        assert!(moving.starts_with(start) && moving.matches('<').count() == 1, "{moving}");
    }

    #[test]
    fn a_wheel_turns_on() {
        let clock = Clock::new(100, 10.0, 0);
        let mut places = Places::default();
        for frame in 0..=100 {
            let (sin, cos) = sin_cos(f64::from(frame) * 9.0);
            places.push(frame, Affine::new([cos, sin, -sin, cos, 0.0, 0.0]), 10.0, 0.01);
        }
        let (moving, _) = places.write("transform", &clock);
        assert!(moving.contains(r#"type="rotate" additive="sum" values="0;900""#), "{moving}");
    }
}
