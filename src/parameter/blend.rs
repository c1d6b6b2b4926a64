//! How a value is laid over another.

/// How a layer's value joins that of a parameter.
///
/// ```
/// use phiz::Blend;
/// assert_eq!(Blend::Override.mix(10.0, 30.0, 0.5), 20.0);
/// assert_eq!(Blend::Additive.mix(10.0, 30.0, 0.5), 25.0);
/// assert_eq!(Blend::Multiply.mix(10.0, 3.0, 0.5), 20.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Blend {
    /// In its place: `p (1 - w) + v w`.
    Override,
    /// On top: `p + v w`.
    #[default]
    Additive,
    /// As a factor: `p (1 + (v - 1) w)`.
    Multiply,
}

impl Blend {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("override", Self::Override), ("additive", Self::Additive), ("multiply", Self::Multiply)];

    /// The value `p` with `v` laid over it with weight `w`: 0 is not at all, 1 is wholly.
    pub fn mix(self, p: f64, v: f64, w: f64) -> f64 {
        match self {
            Self::Override => p * (1.0 - w) + v * w,
            Self::Additive => p + v * w,
            Self::Multiply => p * (1.0 + (v - 1.0) * w),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_go_from_nothing_to_everything() {
        for (blend, whole, half) in
            [(Blend::Override, 3.0, 2.5), (Blend::Additive, 5.0, 3.5), (Blend::Multiply, 6.0, 4.0)]
        {
            assert_eq!(blend.mix(2.0, 3.0, 0.0), 2.0, "{blend:?}");
            assert_eq!(blend.mix(2.0, 3.0, 1.0), whole, "{blend:?}");
            assert_eq!(blend.mix(2.0, 3.0, 0.5), half, "{blend:?}");
        }
    }
}
