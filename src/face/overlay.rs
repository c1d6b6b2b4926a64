//! Marks that float around a character.

/// A mark around the face: what a comic would draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Overlay {
    /// Sweat on the brow.
    Sweat,
    /// A tear under an eye.
    Tear,
    /// Crossed veins.
    Anger,
    /// Rising hearts.
    Hearts,
    /// Twinkling stars.
    Sparkle,
    /// One spark beside an eye.
    Glint,
    /// Rising Z's.
    Zzz,
    /// A question mark.
    Question,
    /// An exclamation mark.
    Exclamation,
    /// A note of music.
    Note,
    /// Three dots that take turns.
    Dots,
    /// Falling paper.
    Confetti,
    /// Stars that circle the head.
    Stars,
    /// Sound that arrives.
    Waves,
    /// A looking glass.
    Magnifier,
    /// An hourglass.
    Hourglass,
    /// A tick.
    Check,
    /// A warning.
    Alert,
    /// Lines of a waving hand.
    Hello,
}

impl Overlay {
    /// All overlays with their names.
    pub const ALL: [(&'static str, Self); 19] = [
        ("sweat", Self::Sweat),
        ("tear", Self::Tear),
        ("anger", Self::Anger),
        ("hearts", Self::Hearts),
        ("sparkle", Self::Sparkle),
        ("glint", Self::Glint),
        ("zzz", Self::Zzz),
        ("question", Self::Question),
        ("exclamation", Self::Exclamation),
        ("note", Self::Note),
        ("dots", Self::Dots),
        ("confetti", Self::Confetti),
        ("stars", Self::Stars),
        ("waves", Self::Waves),
        ("magnifier", Self::Magnifier),
        ("hourglass", Self::Hourglass),
        ("check", Self::Check),
        ("alert", Self::Alert),
        ("hello", Self::Hello),
    ];

    /// Its name in files and pictures.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_enum() {
        for (i, (_, overlay)) in Overlay::ALL.iter().enumerate() {
            assert_eq!(*overlay as usize, i);
        }
    }
}
