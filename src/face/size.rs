//! How large eyes are on a body.

/// Stroke width of the face in units of the eye radius: everything drawn with a stroke has this one width.
pub const LINE_WEIGHT: f64 = 0.34;

/// How far a rim reaches beyond the ink, in widths of the face's stroke.
pub(crate) const RIM: f64 = 0.5;

/// The eye radius that fits a body: 7.8 % of its width at the face's height, at most 8 % and at least 5 % of its
/// height. All in canvas units.
///
/// ```
/// assert_eq!(phiz::eye_radius(100.0, 100.0), 7.8);
/// assert_eq!(phiz::eye_radius(120.0, 100.0), 8.0);
/// assert_eq!(phiz::eye_radius(50.0, 100.0), 5.0);
/// ```
pub fn eye_radius(width_at_face: f64, height: f64) -> f64 {
    (0.078 * width_at_face).min(0.08 * height).max(0.05 * height)
}

/// The five multipliers between the fitted face and what is drawn; 1 each by default. A character sets them, a state
/// multiplies them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FaceScale {
    /// Size of the whole face.
    pub face: f64,
    /// Height of the eye line over the lowest point of the head.
    pub height: f64,
    /// Distance between the eyes.
    pub spacing: f64,
    /// Width of the eyes.
    pub eye_width: f64,
    /// Height of the eyes.
    pub eye_height: f64,
}

impl Default for FaceScale {
    fn default() -> Self {
        Self { face: 1.0, height: 1.0, spacing: 1.0, eye_width: 1.0, eye_height: 1.0 }
    }
}

impl FaceScale {
    /// One over the other.
    pub fn times(&self, other: &Self) -> Self {
        Self {
            face: self.face * other.face,
            height: self.height * other.height,
            spacing: self.spacing * other.spacing,
            eye_width: self.eye_width * other.eye_width,
            eye_height: self.eye_height * other.eye_height,
        }
    }
}
