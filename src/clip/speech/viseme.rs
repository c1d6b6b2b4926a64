//! The mouth shapes of speech.

use crate::character::MouthLook;
use crate::face::Mouth;

/// A mouth shape, as [Rhubarb Lip Sync](https://github.com/DanielSWolf/rhubarb-lip-sync) names them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Viseme {
    /// Closed lips: P, B, M.
    A,
    /// Slightly open, teeth together: most consonants, and EE.
    B,
    /// Open: EH and AE.
    C,
    /// Wide open: AA.
    D,
    /// Slightly rounded: AO and ER.
    E,
    /// Puckered: UW, OW and W.
    F,
    /// Upper teeth on the lower lip: F and V.
    G,
    /// The tongue behind the upper teeth: long L.
    H,
    /// At rest: silence.
    X,
}

impl Viseme {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 9] = [
        ("A", Self::A),
        ("B", Self::B),
        ("C", Self::C),
        ("D", Self::D),
        ("E", Self::E),
        ("F", Self::F),
        ("G", Self::G),
        ("H", Self::H),
        ("X", Self::X),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// How it looks, in eye radii.
    pub fn look(self) -> MouthLook {
        let [half_width, bend, open, tongue, teeth] = match self {
            Self::A => [0.52, 0.10, 0.0, 0.0, 0.0],
            Self::B => [0.72, 0.15, 0.42, 0.0, 0.8],
            Self::C => [0.70, 0.15, 0.90, 0.4, 0.2],
            Self::D => [0.78, 0.12, 1.45, 0.6, 0.2],
            Self::E => [0.54, 0.05, 0.95, 0.4, 0.0],
            Self::F => [0.32, 0.0, 0.62, 0.0, 0.0],
            Self::G => [0.60, 0.10, 0.30, 0.0, 1.0],
            Self::H => [0.66, 0.10, 1.00, 0.9, 0.3],
            Self::X => [0.62, 0.20, 0.0, 0.0, 0.0],
        };
        MouthLook {
            form: Mouth { half_width, dy: 0.0, bend, skew: 0.0, wave: 0.0, open },
            fill: if open > 0.0 { 1.0 } else { 0.0 },
            tongue,
            teeth,
        }
    }
}

/// A mouth on its way to another: 0 is the one, 1 the other.
pub(crate) fn blend(a: &MouthLook, b: &MouthLook, share: f64) -> MouthLook {
    // Exactly there at both ends.
    let mix = |a: f64, b: f64| a * (1.0 - share) + b * share;
    MouthLook {
        form: Mouth {
            half_width: mix(a.form.half_width, b.form.half_width),
            dy: mix(a.form.dy, b.form.dy),
            bend: mix(a.form.bend, b.form.bend),
            skew: mix(a.form.skew, b.form.skew),
            wave: mix(a.form.wave, b.form.wave),
            open: mix(a.form.open, b.form.open),
        },
        fill: mix(a.fill, b.fill),
        tongue: mix(a.tongue, b.tongue),
        teeth: mix(a.teeth, b.teeth),
    }
}
