//! Pulses: one-shot gestures, added on top of everything else.

/// A gesture with a beginning and an end; outside it adds nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pulse {
    /// Twice down and up: yes.
    Nod,
    /// Left and right, dying away: no.
    Shake,
    /// Two hops.
    Bounce,
    /// The head leans over and comes back.
    Tilt,
    /// Back and up, then forward again.
    Flinch,
    /// A quick swell.
    Pop,
    /// Down, up into the air, and a squash on landing.
    Jump,
    /// Becomes small for a moment.
    Shrink,
    /// Sinks and settles.
    Settle,
    /// Leans towards the viewer.
    LeanIn,
    /// A long breath: up, then down.
    Sigh,
}

/// What a pulse adds at one moment.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Offset {
    /// Degrees.
    pub turn: f64,
    pub tilt: f64,
    pub roll: f64,
    /// Added to the stretch.
    pub stretch: f64,
    /// Degrees around the foot.
    pub lean: f64,
    /// Shares of the body's height.
    pub lift: f64,
    /// Added to the size of the face.
    pub face: f64,
}

impl Offset {
    /// Adds a share of another.
    pub fn add(&mut self, other: Self, share: f64) {
        self.turn += share * other.turn;
        self.tilt += share * other.tilt;
        self.roll += share * other.roll;
        self.stretch += share * other.stretch;
        self.lean += share * other.lean;
        self.lift += share * other.lift;
        self.face += share * other.face;
    }
}

impl Pulse {
    /// All pulses with their names.
    pub const ALL: [(&'static str, Self); 11] = [
        ("nod", Self::Nod),
        ("shake", Self::Shake),
        ("bounce", Self::Bounce),
        ("tilt", Self::Tilt),
        ("flinch", Self::Flinch),
        ("pop", Self::Pop),
        ("jump", Self::Jump),
        ("shrink", Self::Shrink),
        ("settle", Self::Settle),
        ("lean-in", Self::LeanIn),
        ("sigh", Self::Sigh),
    ];

    /// No gesture takes longer, in seconds.
    pub(crate) const LONGEST: f64 = 1.8;

    /// How long it takes, in seconds.
    pub fn length(self) -> f64 {
        match self {
            Self::Nod => 0.9,
            Self::Shake => 0.85,
            Self::Bounce => 0.95,
            Self::Tilt => 0.9,
            Self::Flinch => 0.7,
            Self::Pop => 0.5,
            Self::Jump => 0.85,
            Self::Shrink | Self::Settle => 0.9,
            Self::LeanIn => 0.8,
            Self::Sigh => 1.8,
        }
    }

    /// What it adds `since` seconds after its start. Begins and ends at nothing, with no speed.
    pub(crate) fn at(self, since: f64) -> Offset {
        let s = since / self.length();
        let mut o = Offset::default();
        if !(0.0..1.0).contains(&s) {
            return o;
        }
        let sin = |turns: f64| libm::sin(std::f64::consts::TAU * turns);
        // 0 at both ends with no slope, 1 in the middle.
        let hill = {
            let h = sin(0.5 * s);
            h * h
        };
        // Rises fast, falls slowly.
        let early = {
            let warped = s.sqrt();
            let h = sin(0.5 * warped);
            h * h * (1.0 - s) * 1.35
        };
        match self {
            Self::Nod => {
                o.tilt = -9.0 * hill * (0.45 + 0.55 * sin(2.0 * s - 0.12));
                o.stretch = -0.012 * hill;
            }
            Self::Shake => {
                o.turn = 13.0 * hill * sin(2.5 * s) * (1.15 - 0.5 * s);
                o.lean = -1.2 * hill * sin(2.5 * s);
            }
            Self::Bounce => {
                let hop = sin(s);
                o.lift = 0.075 * hop * hop * (1.0 - 0.55 * s) * smooth_ends(s);
                o.stretch = 0.045 * sin(2.0 * s - 0.25) * hill;
            }
            Self::Tilt => {
                o.roll = 11.0 * hill;
                o.lean = 1.6 * hill;
            }
            Self::Flinch => {
                o.tilt = 7.0 * early;
                o.lean = -2.2 * early;
                o.stretch = 0.055 * early;
                o.lift = 0.03 * early;
            }
            Self::Pop => {
                o.stretch = 0.07 * sin(1.25 * s) * (1.0 - s) * smooth_ends(s);
                o.face = 0.06 * hill;
            }
            Self::Jump => {
                // Crouch, flight, landing.
                let crouch = bump(s, 0.0, 0.24);
                let flight = bump(s, 0.2, 0.72);
                let landing = bump(s, 0.66, 1.0);
                o.stretch = -0.09 * crouch + 0.06 * flight - 0.10 * landing;
                o.lift = 0.17 * flight;
                o.tilt = 5.0 * flight - 3.0 * crouch;
            }
            Self::Shrink => {
                o.stretch = -0.05 * hill;
                o.face = -0.05 * hill;
                o.tilt = -4.0 * hill;
            }
            Self::Settle => {
                o.stretch = -0.04 * early + 0.012 * bump(s, 0.5, 1.0);
                o.tilt = -5.0 * early;
            }
            Self::LeanIn => {
                o.face = 0.07 * hill;
                o.tilt = -4.0 * hill;
                o.stretch = 0.02 * hill;
            }
            Self::Sigh => {
                o.stretch = 0.035 * bump(s, 0.0, 0.45) - 0.03 * bump(s, 0.4, 1.0);
                o.tilt = 4.0 * bump(s, 0.0, 0.5) - 6.0 * bump(s, 0.42, 1.0);
            }
        }
        o
    }
}

/// 0 outside `from..to`, a smooth hill of height 1 inside.
fn bump(s: f64, from: f64, to: f64) -> f64 {
    let u = ((s - from) / (to - from)).clamp(0.0, 1.0);
    let h = libm::sin(std::f64::consts::PI * u);
    h * h
}

/// 1 inside, falling to 0 with no slope at both ends.
fn smooth_ends(s: f64) -> f64 {
    let edge = (s.min(1.0 - s) / 0.12).clamp(0.0, 1.0);
    edge * edge * (3.0 - 2.0 * edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(o: Offset) -> [f64; 7] {
        // Degrees against shares: brought to about the same size on screen.
        [o.turn, o.tilt, o.roll, 100.0 * o.stretch, o.lean, 100.0 * o.lift, 100.0 * o.face]
    }

    #[test]
    fn pulses_begin_and_end_at_nothing_and_never_jump() {
        for (name, pulse) in Pulse::ALL {
            let frames = (pulse.length() * 240.0) as usize + 2;
            let all: Vec<[f64; 7]> = (0..=frames).map(|i| parts(pulse.at(i as f64 / 240.0))).collect();
            assert!(pulse.length() <= Pulse::LONGEST, "{name}");
            assert!(all[0].iter().all(|v| v.abs() < 1e-9), "{name}");
            assert!(all[frames].iter().all(|v| *v == 0.0), "{name}");
            let largest = all.windows(2).flat_map(|w| (0..7).map(|i| (w[1][i] - w[0][i]).abs()).collect::<Vec<_>>());
            assert!(largest.fold(0.0, f64::max) < 1.2, "{name}");
            assert!(all.iter().flatten().any(|v| v.abs() > 2.0), "{name} can be seen");
        }
    }
}
