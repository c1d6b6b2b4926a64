//! The three faces and their layouts.

/// Which face a character wears.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum FaceKind {
    /// Dot eyes, a small mouth close under them, blush.
    #[default]
    Cute,
    /// Two eyes alone.
    Eyes,
    /// Eyes, nose and mouth in one ink and one stroke width.
    Line,
}

impl FaceKind {
    /// All faces with their names.
    pub const ALL: [(&'static str, Self); 3] = [("cute", Self::Cute), ("eyes", Self::Eyes), ("line", Self::Line)];

    /// The name in files and flags.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cute => "cute",
            Self::Eyes => "eyes",
            Self::Line => "line",
        }
    }

    /// The face alone, unmixed.
    pub fn mix(self) -> FaceMix {
        match self {
            Self::Cute => FaceMix { cute: 1.0, line: 0.0 },
            Self::Eyes => FaceMix { cute: 0.0, line: 0.0 },
            Self::Line => FaceMix { cute: 0.0, line: 1.0 },
        }
    }
}

/// How much of each face is worn. Two blends, as two springs move them: `cute` between the cute face and the others,
/// `line` between eyes and line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FaceMix {
    /// 0 the other faces ..= 1 cute. Springs may overshoot.
    pub cute: f64,
    /// 0 eyes ..= 1 line. Springs may overshoot.
    pub line: f64,
}

/// Where features sit and how large they are. Lengths are in units of the fitted eye radius, places down from the eye
/// line, unless said otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Layout {
    /// Height of the eye line on the head, in head radii, up.
    pub eye_line: f64,
    /// Half axes of an eye.
    pub eye: [f64; 2],
    /// From the middle to an eye's centre.
    pub spacing: f64,
    /// Down to the nose.
    pub nose: f64,
    /// Down to the mouth.
    pub mouth: f64,
    /// Size of the mouth.
    pub mouth_size: f64,
    /// From the middle and down to a cheek.
    pub blush: [f64; 2],
    /// Up to a brow.
    pub brow: f64,
    /// How much of the gaze nose and mouth follow.
    pub nose_share: f64,
    pub mouth_share: f64,
    /// How much of a feature there is, 0..=1.
    pub has_nose: f64,
    pub has_mouth: f64,
    pub has_blush: f64,
    /// How much of the catch-lights there is.
    pub shine: f64,
}

const CUTE: Layout = Layout {
    eye_line: 0.0,
    eye: [1.0, 1.22],
    spacing: 1.3,
    nose: 1.1,
    mouth: 1.72,
    mouth_size: 1.0,
    blush: [2.42, 1.5],
    brow: 2.1,
    nose_share: 0.7,
    mouth_share: 0.5,
    has_nose: 0.0,
    has_mouth: 1.0,
    has_blush: 1.0,
    shine: 1.0,
};

const EYES: Layout = Layout {
    eye_line: 0.1,
    eye: [0.74, 1.62],
    spacing: 1.75,
    nose: 1.35,
    mouth: 2.3,
    mouth_size: 0.9,
    blush: [2.9, 2.25],
    brow: 2.5,
    nose_share: 0.7,
    mouth_share: 0.5,
    has_nose: 0.0,
    has_mouth: 0.0,
    has_blush: 0.0,
    shine: 0.0,
};

const LINE: Layout = Layout {
    eye_line: 0.12,
    eye: [0.54, 0.77],
    spacing: 1.75,
    nose: 1.25,
    mouth: 2.45,
    mouth_size: 1.12,
    blush: [2.6, 1.9],
    brow: 1.7,
    nose_share: 0.7,
    mouth_share: 0.5,
    has_nose: 1.0,
    has_mouth: 1.0,
    has_blush: 0.0,
    shine: 0.0,
};

impl FaceMix {
    /// The layout of the mixture.
    pub(crate) fn layout(self) -> Layout {
        let others = EYES.blend(&LINE, self.line);
        others.blend(&CUTE, self.cute)
    }
}

impl Layout {
    fn blend(&self, other: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * share;
        let weight = |a: f64, b: f64| mix(a, b).clamp(0.0, 1.0);
        Self {
            eye_line: mix(self.eye_line, other.eye_line),
            // Springs overshoot; an eye must not turn inside out.
            eye: [mix(self.eye[0], other.eye[0]).max(0.05), mix(self.eye[1], other.eye[1]).max(0.05)],
            spacing: mix(self.spacing, other.spacing),
            nose: mix(self.nose, other.nose),
            mouth: mix(self.mouth, other.mouth),
            mouth_size: mix(self.mouth_size, other.mouth_size).max(0.05),
            blush: [mix(self.blush[0], other.blush[0]), mix(self.blush[1], other.blush[1])],
            brow: mix(self.brow, other.brow),
            nose_share: mix(self.nose_share, other.nose_share),
            mouth_share: mix(self.mouth_share, other.mouth_share),
            has_nose: weight(self.has_nose, other.has_nose),
            has_mouth: weight(self.has_mouth, other.has_mouth),
            has_blush: weight(self.has_blush, other.has_blush),
            shine: weight(self.shine, other.shine),
        }
    }
}
