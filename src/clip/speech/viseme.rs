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
        // An outline is a third of a unit thick, and drawn half inside: openings below 0.6 would be no more than ink.
        let [half_width, bend, open, tongue, teeth] = match self {
            Self::A => [0.60, 0.06, 0.0, 0.0, 0.0],
            Self::B => [0.98, 0.22, 0.84, 0.0, 3.0],
            Self::C => [0.92, 0.24, 1.30, 0.8, 0.9],
            Self::D => [1.02, 0.24, 2.00, 1.0, 0.0],
            Self::E => [0.64, 0.04, 1.35, 0.7, 0.0],
            Self::F => [0.42, 0.0, 0.90, 0.0, 0.0],
            Self::G => [0.70, -0.04, 0.86, 0.0, 1.6],
            Self::H => [0.84, 0.16, 1.40, 1.5, 0.0],
            Self::X => [0.80, 0.32, 0.0, 0.0, 0.0],
        };
        MouthLook {
            // The further it opens the lower it hangs: it is the jaw that moves.
            form: Mouth { half_width, dy: 0.08 * open, bend, skew: 0.0, wave: 0.0, open },
            // Shut, there is nothing to fill; on the way from there, what has opened is dark at once.
            fill: 1.0,
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
