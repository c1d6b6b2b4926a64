//! The numbers that move, and what a state wants of them.

use crate::character::State;
use crate::face::{Brow, FaceScale, Mouth};
use crate::motion::{Channel, Spring};

/// Which number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub(super) enum Key {
    // How the state holds the head, in degrees, and where it looks, in shares.
    Turn,
    Tilt,
    Roll,
    LookX,
    LookY,
    // The five multipliers.
    Face,
    Height,
    Spacing,
    EyeWidth,
    EyeHeight,
    // Eyes and brows, right and left.
    SizeRight,
    SizeLeft,
    LidRight,
    LidLeft,
    RaiseRight,
    AngleRight,
    BendRight,
    BrowRight,
    RaiseLeft,
    AngleLeft,
    BendLeft,
    BrowLeft,
    // The mouth.
    HalfWidth,
    Dy,
    Bend,
    Skew,
    Wave,
    Open,
    Fill,
    Tongue,
    Teeth,
    // The body.
    Stretch,
    Lean,
    Lift,
    Blush,
    // How much idle drift there is.
    Drift,
    // The two blends of faces.
    Cute,
    Line,
    // The pose that was asked for, in degrees.
    PoseTurn,
    PoseTilt,
    PoseRoll,
    // The gaze that was asked for, in shares: eyes, then the head after them; and whether there is one.
    EyesX,
    EyesY,
    HeadX,
    HeadY,
    Commanded,
    // How much it is pressed.
    Pressed,
    // 1 normally, 0 with reduced motion.
    Alive,
}

const COUNT: usize = Key::Alive as usize + 1;

/// All channels.
#[derive(Clone, Debug)]
pub(super) struct Channels {
    all: Vec<Channel>,
}

/// How soon and how fast a kind of feature follows a change of state: eyes first, then mouth and pose, then the body.
#[derive(Clone, Copy)]
enum Pace {
    Eyes,
    Mouth,
    Pose,
    Body,
}

impl Pace {
    fn delay(self) -> f64 {
        match self {
            Self::Eyes => 0.0,
            Self::Mouth => 0.04,
            Self::Pose => 0.05,
            Self::Body => 0.07,
        }
    }

    fn spring(self, own: Spring) -> Spring {
        match self {
            Self::Eyes => EYES,
            Self::Mouth | Self::Pose | Self::Body => own,
        }
    }
}

/// Eyes change within 150 ms, without overshoot.
pub(super) const EYES: Spring = Spring::critical(0.15);

impl Channels {
    /// Settled in a state.
    pub fn settled(state: &State) -> Self {
        let mut channels = Self { all: vec![Channel::settled(0.0); COUNT] };
        channels.all[Key::Alive as usize] = Channel::settled(1.0);
        for (key, _, value) in wanted(state) {
            channels.all[key as usize] = Channel::settled(value);
        }
        channels
    }

    /// Pulled to what a state wants, from `time` on; or there at once.
    pub fn enter(&mut self, time: f64, state: &State, at_once: bool) {
        for (key, pace, value) in wanted(state) {
            if at_once {
                self.all[key as usize].jump(time, value);
            } else {
                let (channel, start) = (&mut self.all[key as usize], time + pace.delay());
                let spring = pace.spring(state.life.spring);
                // What is still on its way has no room to overshoot: swing would add to swing.
                let moves = channel.rests_from(1e-6).is_none_or(|rest| rest > start);
                channel.retarget(start, value, if moves { spring.calmed() } else { spring });
            }
        }
    }

    pub fn set(&mut self, key: Key, channel: Channel) {
        self.all[key as usize] = channel;
    }

    /// Pulled to a target, or there at once.
    pub fn retarget(&mut self, key: Key, time: f64, target: f64, spring: Spring, at_once: bool) {
        self.all[key as usize].pull(time, target, spring, at_once);
    }

    /// Everything at its target at once.
    pub fn settle(&mut self, time: f64) {
        for channel in &mut self.all {
            let target = channel.last_target();
            channel.jump(time, target);
        }
    }

    /// Drops what only moments before `time` need.
    pub fn forget(&mut self, time: f64) {
        self.all.iter_mut().for_each(|channel| channel.forget(time));
    }

    pub fn at(&self, key: Key, t: f64) -> f64 {
        self.all[key as usize].at(t)
    }

    /// From when on nothing moves any more than `tolerance`.
    pub fn rest_from(&self, tolerance: f64) -> Option<f64> {
        self.all.iter().map(|c| c.rests_from(tolerance)).try_fold(f64::NEG_INFINITY, |latest, t| Some(latest.max(t?)))
    }

    /// How far apart two moments are, in the number that differs most.
    pub fn largest_difference(&self, a: f64, b: f64) -> f64 {
        self.all.iter().map(|c| (c.at(a) - c.at(b)).abs()).fold(0.0, f64::max)
    }

    pub fn scale(&self, t: f64) -> FaceScale {
        FaceScale {
            face: self.at(Key::Face, t),
            height: self.at(Key::Height, t),
            spacing: self.at(Key::Spacing, t),
            eye_width: self.at(Key::EyeWidth, t),
            eye_height: self.at(Key::EyeHeight, t),
        }
    }

    pub fn brows(&self, t: f64) -> [Brow; 2] {
        let brow = |[raise, angle, bend, weight]: [Key; 4]| Brow {
            raise: self.at(raise, t),
            angle: self.at(angle, t),
            bend: self.at(bend, t),
            weight: self.at(weight, t).clamp(0.0, 1.0),
        };
        [
            brow([Key::RaiseRight, Key::AngleRight, Key::BendRight, Key::BrowRight]),
            brow([Key::RaiseLeft, Key::AngleLeft, Key::BendLeft, Key::BrowLeft]),
        ]
    }

    pub fn mouth(&self, t: f64) -> Mouth {
        Mouth {
            half_width: self.at(Key::HalfWidth, t).max(0.05),
            dy: self.at(Key::Dy, t),
            bend: self.at(Key::Bend, t),
            skew: self.at(Key::Skew, t),
            wave: self.at(Key::Wave, t),
            open: self.at(Key::Open, t).max(0.0),
        }
    }
}

/// What a state wants of which number.
fn wanted(s: &State) -> [(Key, Pace, f64); Key::Drift as usize + 1] {
    use Pace::{Body, Eyes, Mouth, Pose};
    let m = &s.mouth;
    [
        (Key::Turn, Pose, s.pose.turn()),
        (Key::Tilt, Pose, s.pose.tilt()),
        (Key::Roll, Pose, s.pose.roll()),
        (Key::LookX, Eyes, s.look[0]),
        (Key::LookY, Eyes, s.look[1]),
        (Key::Face, Pose, s.scale.face),
        (Key::Height, Pose, s.scale.height),
        (Key::Spacing, Pose, s.scale.spacing),
        (Key::EyeWidth, Eyes, s.scale.eye_width),
        (Key::EyeHeight, Eyes, s.scale.eye_height),
        (Key::SizeRight, Eyes, s.eyes[0].size),
        (Key::SizeLeft, Eyes, s.eyes[1].size),
        (Key::LidRight, Eyes, s.eyes[0].lid),
        (Key::LidLeft, Eyes, s.eyes[1].lid),
        (Key::RaiseRight, Eyes, s.brows[0].raise),
        (Key::AngleRight, Eyes, s.brows[0].angle),
        (Key::BendRight, Eyes, s.brows[0].bend),
        (Key::BrowRight, Eyes, s.brows[0].weight),
        (Key::RaiseLeft, Eyes, s.brows[1].raise),
        (Key::AngleLeft, Eyes, s.brows[1].angle),
        (Key::BendLeft, Eyes, s.brows[1].bend),
        (Key::BrowLeft, Eyes, s.brows[1].weight),
        (Key::HalfWidth, Mouth, m.form.half_width),
        (Key::Dy, Mouth, m.form.dy),
        (Key::Bend, Mouth, m.form.bend),
        (Key::Skew, Mouth, m.form.skew),
        (Key::Wave, Mouth, m.form.wave),
        (Key::Open, Mouth, m.form.open),
        (Key::Fill, Mouth, m.fill),
        (Key::Tongue, Mouth, m.tongue),
        (Key::Teeth, Mouth, m.teeth),
        (Key::Stretch, Body, s.body.stretch),
        (Key::Lean, Body, s.body.lean),
        (Key::Lift, Body, s.body.lift),
        (Key::Blush, Mouth, s.blush),
        (Key::Drift, Pose, s.life.drift),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::Character;

    const FRAME: f64 = 1.0 / 60.0;

    fn furthest(channels: &Channels, index: usize) -> f64 {
        // Frames may fall anywhere between changes: eight phases of them.
        let at = |k: i32| channels.all[index].at(1.0 + f64::from(k) * FRAME / 8.0);
        (0..480).map(|k| (at(k + 8) - at(k)).abs()).fold(0.0, f64::max)
    }

    /// No number goes further in a frame when a change is cut short by another than in the larger of the changes by
    /// themselves.
    #[test]
    fn a_change_in_a_change_is_no_faster_than_a_single_one() {
        let nubo = Character::builtin("nubo").unwrap();
        let states = nubo.states();
        let single = |from: &State, to: &State| {
            let mut channels = Channels::settled(from);
            channels.enter(1.0, to, false);
            channels
        };
        for (i, a) in states.iter().enumerate() {
            for step in [1, 4, 9, 14, 20] {
                let (b, c) = (&states[(i + step) % states.len()], &states[(i + 5 * step + 3) % states.len()]);
                let singles = [single(a, b), single(b, c), single(a, c)];
                for after in [0.05, 0.2, 0.35] {
                    let mut chained = single(a, b);
                    chained.enter(1.0 + after, c, false);
                    for index in 0..wanted(a).len() {
                        let most = singles.iter().map(|s| furthest(s, index)).fold(0.0, f64::max);
                        let found = furthest(&chained, index);
                        let names = [a, b, c].map(|state| state.name.as_str());
                        assert!(
                            found <= most * 1.0001 + 1e-9,
                            "number {index}, {names:?} after {after}: {found} over {most}"
                        );
                    }
                }
            }
        }
    }
}
