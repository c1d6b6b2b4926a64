//! Waves: what goes on and on while a state is held.

use super::Rhythm;
use super::noise::chance;

/// Something that repeats as long as a state is held.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wave {
    /// What it moves.
    pub on: WaveTarget,
    /// How it moves.
    pub form: WaveForm,
    /// How far, in the units of what it moves.
    pub amount: f64,
    /// Seconds until it repeats, over 0.
    pub period: f64,
    /// Where in the period it starts, 0..=1.
    pub phase: f64,
}

/// What a [`Wave`] moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WaveTarget {
    /// Degrees to the right.
    Turn,
    /// Degrees up.
    Tilt,
    /// Degrees clockwise.
    Roll,
    /// Shares of the gaze range to the right.
    LookX,
    /// Shares of the gaze range up.
    LookY,
    /// Shares of the body's height.
    Lift,
    /// Added to the stretch.
    Stretch,
    /// Degrees around the foot.
    Lean,
    /// Eye radii.
    MouthOpen,
    /// Added to the lids, which stay within 0..=1.
    Lid,
    /// Degrees that eyes are turned around themselves.
    EyeSpin,
}

/// How a [`Wave`] moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WaveForm {
    /// To and fro.
    Sine,
    /// Up and down again, with a sharp turn at the bottom: 0..=1.
    Hop,
    /// A short bump at the start of each period, then nothing: 0..=1.
    Beat,
    /// From place to place, held in between: -1..=1 by chance.
    Dart,
    /// From one side to the other in three glances, and back.
    Sweep,
    /// Uneven openings, as in speech: 0..=1.
    Speech,
    /// Sinks slowly and recovers with a start: 0..=1.
    Doze,
    /// Grows evenly, one whole amount each period.
    Ramp,
}

impl WaveTarget {
    /// All targets with their names.
    pub const ALL: [(&'static str, Self); 11] = [
        ("turn", Self::Turn),
        ("tilt", Self::Tilt),
        ("roll", Self::Roll),
        ("look-x", Self::LookX),
        ("look-y", Self::LookY),
        ("lift", Self::Lift),
        ("stretch", Self::Stretch),
        ("lean", Self::Lean),
        ("mouth-open", Self::MouthOpen),
        ("lid", Self::Lid),
        ("eye-spin", Self::EyeSpin),
    ];
}

impl WaveForm {
    /// All forms with their names.
    pub const ALL: [(&'static str, Self); 8] = [
        ("sine", Self::Sine),
        ("hop", Self::Hop),
        ("beat", Self::Beat),
        ("dart", Self::Dart),
        ("sweep", Self::Sweep),
        ("speech", Self::Speech),
        ("doze", Self::Doze),
        ("ramp", Self::Ramp),
    ];
}

/// How long a glance from place to place takes, in seconds.
const GLANCE: f64 = 0.11;

impl Wave {
    /// What it adds at a time.
    pub(crate) fn at(&self, rhythm: Rhythm, seed: u64) -> f64 {
        let (cycle, u) = rhythm.turn_from(self.period, self.phase);
        let period = rhythm.bent(self.period);
        let pi = std::f64::consts::PI;
        let share = match self.form {
            WaveForm::Sine => libm::sin(2.0 * pi * u),
            WaveForm::Hop => 4.0 * u * (1.0 - u),
            WaveForm::Beat => {
                let h = libm::sin(pi * (u / 0.4).min(1.0));
                h * h
            }
            WaveForm::Dart => {
                let place = |cycle: f64| 2.0 * chance(seed ^ 0xda27, cycle as i64 as u64) - 1.0;
                glance(place(rhythm.before(cycle, self.period)), place(cycle), u * period)
            }
            WaveForm::Sweep => {
                const STOPS: [f64; 6] = [-1.0, -0.1, 0.8, 1.0, 0.1, -0.8];
                let position = u * 6.0;
                let i = (position as usize).min(5);
                glance(STOPS[(i + 5) % 6], STOPS[i], (position - i as f64) * period / 6.0)
            }
            WaveForm::Speech => {
                let height = |cycle: f64| 0.35 + 0.65 * chance(seed ^ 0x5bee, cycle as i64 as u64);
                // Now and then a pause between phrases.
                let pause =
                    chance(seed ^ 0xfa5e, (cycle / 7.0).floor() as i64 as u64) < 0.3 && cycle.rem_euclid(7.0) > 4.5;
                let h = libm::sin(pi * u);
                if pause { 0.0 } else { height(cycle) * h * h }
            }
            WaveForm::Doze => {
                if u < 0.86 {
                    let s = u / 0.86;
                    s * s * (3.0 - 2.0 * s)
                } else {
                    let s = (u - 0.86) / 0.14;
                    1.0 - s * s * (3.0 - 2.0 * s)
                }
            }
            WaveForm::Ramp => cycle + u,
        };
        self.amount * share
    }
}

/// Between two places, `since` seconds after the glance began.
fn glance(from: f64, to: f64, since: f64) -> f64 {
    let s = (since / GLANCE).clamp(0.0, 1.0);
    from + (to - from) * s * s * (3.0 - 2.0 * s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_never_jump() {
        for (name, form) in WaveForm::ALL {
            let wave = Wave { on: WaveTarget::Turn, form, amount: 1.0, period: 1.6, phase: 0.2 };
            for i in 0..20_000 {
                let t = f64::from(i) / 1000.0;
                let at = |t| wave.at(Rhythm::at(t), 4);
                let step = (at(t + 0.001) - at(t)).abs();
                // The steepest is a glance over the whole range: 1.5 x 2 in 0.11 s.
                assert!(step < 0.03, "{name} at {t}: {step}");
            }
        }
    }

    #[test]
    fn in_a_film_the_end_meets_the_beginning() {
        for (name, form) in WaveForm::ALL {
            for (period, length) in [(1.6, 4.0), (0.22, 3.0), (3.6, 2.0), (5.0, 12.0)] {
                let wave = Wave { on: WaveTarget::Turn, form, amount: 1.0, period, phase: 0.2 };
                let at = |t| wave.at(Rhythm::in_film(t, length), 4);
                let (mut end, mut begin) = (at(length - 1e-9), at(0.0));
                if form == WaveForm::Ramp {
                    // A whole turn more is the same.
                    (end, begin) = (end.fract(), begin + f64::from(u8::from(end.fract() > begin + 0.5)));
                }
                assert!((end - begin).abs() < 1e-6, "{name}, {period} s in {length} s: {end}, {begin}");
            }
        }
    }
}
