//! Brows: short strokes over the eyes.

/// A brow, in units of the eye radius, seen on the character's left; the other is its mirror image.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Brow {
    /// Up from its place over the eye.
    pub raise: f64,
    /// Degrees: + outer end up (cross), - outer end down (worried).
    pub angle: f64,
    /// Height of its arch; + arched up.
    pub bend: f64,
    /// How much it is there, 0..=1.
    pub weight: f64,
}

impl Brow {
    /// On the way to another: 0 is this one, 1 the other.
    pub fn blend(&self, other: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Self {
            raise: mix(self.raise, other.raise),
            angle: mix(self.angle, other.angle),
            bend: mix(self.bend, other.bend),
            weight: mix(self.weight, other.weight),
        }
    }
}
