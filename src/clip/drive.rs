//! What clips and expressions ask of a face at one moment.

use crate::face::EyeShape;
use crate::parameter::STANDARD;

use super::speech::Viseme;

/// Values that change nothing at their defaults.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Drive {
    /// The standard parameters, in their order.
    pub values: [f64; STANDARD.len()],
    /// How far both eyes go towards which shape, 0..=1.
    pub shapes: [f64; EyeShape::ALL.len()],
    /// How far the mouth goes towards which shape, 0..=1.
    pub visemes: [f64; Viseme::ALL.len()],
    /// How what carries the head is turned on the body that is seen, beside what the parameters of the body say: turn, tilt
    /// and roll. The head's own angles have it in them.
    pub neck: [f64; 3],
    /// Up, in shares of the body's height; below 0 it crouches.
    pub lift: f64,
}

/// Which values are asked for. The head and the body are asked for more often than the face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// How head and body are held.
    Pose,
    /// Everything.
    All,
}

impl Drive {
    /// Nothing is asked.
    pub fn rest() -> Self {
        Self {
            values: STANDARD.map(|(_, [_, default, _])| default),
            shapes: [0.0; EyeShape::ALL.len()],
            visemes: [0.0; Viseme::ALL.len()],
            neck: [0.0; 3],
            lift: 0.0,
        }
    }

    /// All numbers of this one and those of two others, brought together one by one.
    fn each(&mut self, [a, b]: [&Self; 2], join: impl Fn(f64, f64, f64) -> f64) {
        let lists = [
            (&mut self.values[..], &a.values[..], &b.values[..]),
            (&mut self.shapes[..], &a.shapes[..], &b.shapes[..]),
            (&mut self.visemes[..], &a.visemes[..], &b.visemes[..]),
            (&mut self.neck[..], &a.neck[..], &b.neck[..]),
        ];
        for (own, a, b) in lists {
            for ((own, a), b) in own.iter_mut().zip(a).zip(b) {
                *own = join(*own, *a, *b);
            }
        }
        self.lift = join(self.lift, a.lift, b.lift);
    }

    /// On its way to another: 0 is this one, 1 the other.
    pub fn mix(&mut self, other: &Self, share: f64) {
        self.each([other, other], |own, other, _| own + (other - own) * share);
    }

    /// Moved by a share of what lies between two others.
    pub fn shift(&mut self, from: &Self, to: &Self, share: f64) {
        self.each([from, to], |own, from, to| own + (to - from) * share);
    }
}

/// Where parameters are in [`STANDARD`].
pub(crate) mod slot {
    use super::STANDARD;

    pub const TURN: usize = index("ParamAngleX");
    pub const TILT: usize = index("ParamAngleY");
    pub const ROLL: usize = index("ParamAngleZ");
    pub const LID_LEFT: usize = index("ParamEyeLOpen");
    pub const LID_RIGHT: usize = index("ParamEyeROpen");
    pub const SMILE_LEFT: usize = index("ParamEyeLSmile");
    pub const SMILE_RIGHT: usize = index("ParamEyeRSmile");
    pub const GAZE_X: usize = index("ParamEyeBallX");
    pub const GAZE_Y: usize = index("ParamEyeBallY");
    pub const BROW_LEFT: usize = index("ParamBrowLY");
    pub const BROW_RIGHT: usize = index("ParamBrowRY");
    pub const BROW_ANGLE_LEFT: usize = index("ParamBrowLAngle");
    pub const BROW_ANGLE_RIGHT: usize = index("ParamBrowRAngle");
    pub const BROW_FORM_LEFT: usize = index("ParamBrowLForm");
    pub const BROW_FORM_RIGHT: usize = index("ParamBrowRForm");
    pub const MOUTH_FORM: usize = index("ParamMouthForm");
    pub const MOUTH_OPEN: usize = index("ParamMouthOpenY");
    pub const CHEEK: usize = index("ParamCheek");
    pub const BODY_TURN: usize = index("ParamBodyAngleX");
    pub const BODY_TILT: usize = index("ParamBodyAngleY");
    pub const LEAN: usize = index("ParamBodyAngleZ");
    pub const BREATH: usize = index("ParamBreath");

    /// Found when this is compiled, or it is not compiled.
    const fn index(id: &str) -> usize {
        let mut at = 0;
        while !same(STANDARD[at].0.as_bytes(), id.as_bytes()) {
            at += 1;
        }
        at
    }

    const fn same(a: &[u8], b: &[u8]) -> bool {
        let mut at = 0;
        while at < a.len() && at < b.len() && a[at] == b[at] {
            at += 1;
        }
        at == a.len() && at == b.len()
    }
}

/// Where a parameter of this name is in [`STANDARD`]. Case and underscores do not count: `PARAM_ANGLE_X`, as older models
/// have it, is `ParamAngleX`.
pub(crate) fn standard(id: &str) -> Option<usize> {
    let plain = |name: &str| name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect::<String>();
    let id = plain(id);
    STANDARD.iter().position(|(known, _)| plain(known) == id)
}

/// What a standard parameter moves on a face; none if nothing.
pub(crate) fn moves(index: usize) -> Option<&'static str> {
    let (id, _) = STANDARD.get(index)?;
    let name = id.strip_prefix("Param")?;
    let parts = [
        ("AngleX", "head"),
        ("AngleY", "head"),
        ("AngleZ", "head"),
        ("BodyAngleZ", "body"),
        ("BodyAngle", "head"),
        ("Breath", "body"),
        ("EyeBall", "gaze"),
        ("Eye", "lids"),
        ("Mouth", "mouth"),
        ("Cheek", "blush"),
    ];
    match name {
        // Brows stay over their eyes.
        "BrowLX" | "BrowRX" => None,
        _ if name.starts_with("Brow") => Some("brows"),
        _ => parts.iter().find(|(start, _)| name.starts_with(start)).map(|(_, what)| *what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_older_models_are_known() {
        for id in ["ParamEyeLOpen", "PARAM_EYE_L_OPEN", "paramEyeLOpen"] {
            assert_eq!(standard(id).map(|i| STANDARD[i].0), Some("ParamEyeLOpen"), "{id}");
        }
        assert_eq!((standard("ParamHairFront"), standard("")), (None, None));
    }

    #[test]
    fn every_parameter_but_two_moves_something() {
        let idle: Vec<_> = (0..STANDARD.len()).filter(|i| moves(*i).is_none()).map(|i| STANDARD[i].0).collect();
        assert_eq!(idle, ["ParamBrowLX", "ParamBrowRX"]);
        assert_eq!(moves(STANDARD.len()), None);
    }
}
