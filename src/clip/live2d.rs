//! From the curves of a motion3 file to a face.

use super::curve::Curve;
use super::drive::{Drive, Scope, moves, slot, standard};
use super::motion3::{CurveTarget, Motion3, MotionCurve};
use crate::parameter::STANDARD;

/// Which curves move which parameters: found once, used at every moment.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plan {
    curves: Vec<(usize, Target)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Target {
    Value(usize),
    /// A factor on both lids.
    EyeBlink,
    /// Added to the opening of the mouth.
    LipSync,
}

impl Plan {
    pub fn of(motion: &Motion3) -> Self {
        // What acts on values that others set comes last.
        let mut curves: Vec<_> =
            motion.curves.iter().enumerate().filter_map(|(i, curve)| Some((i, target(curve)?))).collect();
        curves.sort_by_key(|(_, target)| !matches!(target, Target::Value(_)));
        Self { curves }
    }

    /// Lays what the file asks for at a time over `drive`; `weight` says how much of it, by a curve's own fades.
    pub fn play(
        &self,
        motion: &Motion3,
        t: f64,
        scope: Scope,
        drive: &mut Drive,
        weight: impl Fn(Option<f64>, Option<f64>) -> f64,
    ) {
        for (index, target) in &self.curves {
            let Some(MotionCurve { curve, fade_in, fade_out, .. }) = motion.curves.get(*index) else { continue };
            if scope == Scope::Pose && !matches!(target, Target::Value(i) if is_pose(*i)) {
                continue;
            }
            let (value, weight) = (curve.at(t), weight(*fade_in, *fade_out));
            let mut lay = |index: usize, asked: f64| {
                let asked = ranged(index, asked);
                drive.values[index] += (asked - drive.values[index]) * weight;
            };
            match target {
                Target::Value(index) => lay(*index, value),
                Target::EyeBlink => {
                    for index in [slot::LID_LEFT, slot::LID_RIGHT] {
                        let own = self.curve_of(motion, index, t).unwrap_or(1.0);
                        lay(index, own * value);
                    }
                }
                Target::LipSync => {
                    let own = self.curve_of(motion, slot::MOUTH_OPEN, t).unwrap_or(0.0);
                    lay(slot::MOUTH_OPEN, own + value);
                }
            }
        }
    }

    /// Whether head, eyes or body are ever held otherwise than at rest.
    pub fn holds_a_pose(&self, motion: &Motion3) -> bool {
        self.curves.iter().any(|(index, target)| {
            let Target::Value(parameter) = target else { return false };
            let held = matches!(moves(*parameter), Some("head" | "gaze" | "body")) && *parameter != slot::BREATH;
            let rests = |curve: &Curve| curve.is_constant() && curve.at(0.0) == 0.0;
            held && motion.curves.get(*index).is_some_and(|MotionCurve { curve, .. }| !rests(curve))
        })
    }

    /// What a parameter's own curve says.
    fn curve_of(&self, motion: &Motion3, parameter: usize, t: f64) -> Option<f64> {
        let (index, _) = self.curves.iter().find(|(_, target)| *target == Target::Value(parameter))?;
        motion.curves.get(*index).map(|curve| curve.curve.at(t))
    }
}

fn target(curve: &MotionCurve) -> Option<Target> {
    match curve.target {
        CurveTarget::Parameter => standard(&curve.id).map(Target::Value),
        CurveTarget::Model if curve.id == "EyeBlink" => Some(Target::EyeBlink),
        CurveTarget::Model if curve.id == "LipSync" => Some(Target::LipSync),
        CurveTarget::Model | CurveTarget::PartOpacity => None,
    }
}

/// What a curve moves on a face; none if nothing.
pub(super) fn curve_moves(curve: &MotionCurve) -> Option<&'static str> {
    match target(curve)? {
        Target::Value(index) => moves(index),
        Target::EyeBlink => Some("lids"),
        Target::LipSync => Some("mouth"),
    }
}

/// Whether a parameter is about how head and body are held.
pub(super) fn is_pose(index: usize) -> bool {
    matches!(moves(index), Some("head" | "body"))
}

/// A value brought into the range of its parameter. Eyes may be open up to 2: wide.
pub(super) fn ranged(index: usize, value: f64) -> f64 {
    let Some((_, [min, _, max])) = STANDARD.get(index) else { return value };
    value.clamp(*min, if matches!(index, slot::LID_LEFT | slot::LID_RIGHT) { 2.0 } else { *max })
}

/// The same, but what was outside the range before may stay there: heads of MikuMikuDance turn further.
pub(crate) fn in_range(index: usize, value: f64, before: f64) -> f64 {
    let (low, high) = (ranged(index, f64::MIN), ranged(index, f64::MAX));
    value.clamp(low.min(before), high.max(before))
}
