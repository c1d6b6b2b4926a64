//! Placing: where each feature of a frame is, and how it is foreshortened.

use kurbo::{Affine, Point, Vec2};

use super::Frame;
use crate::character::Character;
use crate::face::{LINE_WEIGHT, Layout, Side};
use crate::geometry::{Head, RestPlace, Tangent};
use crate::scene::Part;

/// All features of a frame in place, in canvas units, before the body is stretched or leant.
#[derive(Clone, PartialEq, Debug)]
pub struct Placement {
    /// The sphere.
    pub head: Head,
    /// The eye radius of this frame.
    pub eye_radius: f64,
    /// The one stroke width of this frame.
    pub line_width: f64,
    /// How the body is stretched, leant and lifted: from here to the canvas.
    pub body: Affine,
    /// Everything, whether it is seen or not, in drawing order.
    pub features: [Feature; 8],
}

/// One feature in place.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// Which it is.
    pub part: Part,
    /// Where it rests on the unit sphere, after multipliers and gaze.
    pub rest: RestPlace,
    /// Its frame after the rotation.
    pub tangent: Tangent,
    /// Where its place is seen, before `clamp`.
    pub center: Point,
    /// Half width and half height of its flat drawing.
    pub size: [f64; 2],
    /// What is added to keep nose, mouth and cheeks on the body; 0 for all else.
    pub clamp: Vec2,
    /// How much of it there is in this face and state, before the fading towards the limb, 0..=1.
    pub weight: f64,
}

impl Feature {
    /// From its flat drawing (canvas units around its place, y down) to the canvas: the tangent matrix.
    pub fn transform(&self) -> Affine {
        let [a, b, c, d] = self.tangent.matrix();
        let at = self.center + self.clamp;
        Affine::new([a, b, c, d, at.x, at.y])
    }

    /// Whether tangent projection draws it.
    pub fn visible(&self) -> bool {
        self.tangent.visible() && self.weight > 0.0
    }

    /// Its opacity in tangent projection.
    pub fn opacity(&self) -> f64 {
        if self.visible() { self.weight * self.tangent.opacity() } else { 0.0 }
    }

    /// Half of the width it has on the canvas.
    fn seen_half_width(&self) -> f64 {
        let [a, _, c, _] = self.tangent.matrix();
        a.abs() * self.size[0] + c.abs() * self.size[1]
    }
}

impl Placement {
    /// A feature by its part.
    pub fn feature(&self, part: &Part) -> Option<&Feature> {
        self.features.iter().find(|f| f.part == *part)
    }
}

/// Places all features of a frame.
pub fn place(character: &Character, frame: &Frame) -> Placement {
    let placer = Placer::new(character, frame);
    let features = [
        placer.blush(Side::Right),
        placer.blush(Side::Left),
        placer.nose(),
        placer.mouth(),
        placer.eye(Side::Right),
        placer.eye(Side::Left),
        placer.brow(Side::Right),
        placer.brow(Side::Left),
    ];
    Placement {
        head: character.head,
        eye_radius: placer.unit,
        line_width: placer.line,
        body: body_affine(character, frame),
        features,
    }
}

/// Stretch with the area kept, lean around the foot, lift.
fn body_affine(character: &Character, frame: &Frame) -> Affine {
    let foot = character.foot();
    let height = character.bounds().height();
    let (mut stretch, mut lift) = (frame.body.stretch.max(0.05), frame.body.lift.max(0.0));
    // What rises must stay on the canvas: near its upper edge less and less is left of a jump.
    let rise = lift * height + (stretch - 1.0).max(0.0) * (foot.y - character.top);
    let room = (character.top - EDGE).max(2.0);
    if rise > 0.0 {
        let share = room * (1.0 - libm::exp(-rise / room)) / rise;
        lift *= share;
        stretch = if stretch > 1.0 { 1.0 + (stretch - 1.0) * share } else { stretch };
    }
    let (s, c) = crate::geometry::sin_cos(frame.body.lean);
    Affine::translate(foot.to_vec2() + Vec2::new(0.0, -lift * height))
        * Affine::new([c, s, -s, c, 0.0, 0.0])
        * Affine::new([1.0 / stretch, 0.0, 0.0, stretch, 0.0, 0.0])
        * Affine::translate(-foot.to_vec2())
}

/// How near to the canvas's edge anything rises, in canvas units.
const EDGE: f64 = 2.0;

struct Placer<'a> {
    character: &'a Character,
    frame: &'a Frame,
    layout: Layout,
    /// The eye radius, in canvas units.
    unit: f64,
    /// The stroke width, in canvas units.
    line: f64,
    /// Canvas units to head radii.
    per_radius: f64,
    /// Height of the eye line, in head radii.
    eye_line: f64,
}

impl<'a> Placer<'a> {
    fn new(character: &'a Character, frame: &'a Frame) -> Self {
        let layout = frame.face.layout();
        let unit = character.eye_radius * frame.scale.face;
        Self {
            character,
            frame,
            layout,
            unit,
            line: LINE_WEIGHT * unit,
            per_radius: 1.0 / character.head.radius,
            // A multiplier on the height over the lowest point of the head.
            eye_line: (1.0 + layout.eye_line) * frame.scale.height - 1.0,
        }
    }

    /// A feature at an offset from the middle of the eye line, in eye radii, y down, which follows a share of the gaze.
    fn feature(&self, part: Part, offset: [f64; 2], share: f64, size: [f64; 2], weight: f64) -> Feature {
        let scale = self.unit * self.per_radius;
        let rest = RestPlace::clamped(
            offset[0] * scale + share * self.frame.gaze[0],
            self.eye_line - offset[1] * scale + share * self.frame.gaze[1],
        );
        let tangent = rest.tangent().rotated(self.frame.rotation);
        Feature {
            part,
            rest,
            tangent,
            center: self.character.head.project(tangent.normal),
            size,
            clamp: Vec2::ZERO,
            weight,
        }
    }

    fn eye(&self, side: Side) -> Feature {
        let eye = &self.frame.eyes[side.index()];
        let scale = &self.frame.scale;
        let size = [
            self.unit * self.layout.eye[0] * scale.eye_width * eye.size,
            // The squash runs along the face's own axis and stops at the stroke width.
            self.unit * self.layout.eye[1] * scale.eye_height * eye.size,
        ];
        let part = match side {
            Side::Left => Part::EyeLeft,
            Side::Right => Part::EyeRight,
        };
        let x = side.sign() * self.layout.spacing * scale.spacing;
        self.feature(part, [x, 0.0], 1.0, size, 1.0)
    }

    fn brow(&self, side: Side) -> Feature {
        let brow = &self.frame.brows[side.index()];
        let scale = &self.frame.scale;
        let part = match side {
            Side::Left => Part::BrowLeft,
            Side::Right => Part::BrowRight,
        };
        let x = side.sign() * (self.layout.spacing * scale.spacing + 0.05);
        let y = -(self.layout.brow * scale.eye_height.max(0.6) + brow.raise);
        self.feature(part, [x, y], 1.0, [0.85 * self.unit, 0.3 * self.unit], brow.weight)
    }

    fn nose(&self) -> Feature {
        let size = [0.32 * self.unit, 0.22 * self.unit];
        let nose =
            self.feature(Part::Nose, [0.0, self.layout.nose], self.layout.nose_share, size, self.layout.has_nose);
        self.clamped(nose)
    }

    fn mouth(&self) -> Feature {
        let form = self.frame.mouth.form;
        let unit = self.unit * self.layout.mouth_size;
        let size = [unit * form.half_width, unit * (0.5 * form.open).max(form.bend.abs() * 0.5)];
        let place = [0.0, self.layout.mouth];
        let mouth = self.feature(Part::Mouth, place, self.layout.mouth_share, size, self.layout.has_mouth);
        self.clamped(mouth)
    }

    fn blush(&self, side: Side) -> Feature {
        let part = match side {
            Side::Left => Part::BlushLeft,
            Side::Right => Part::BlushRight,
        };
        let [x, y] = self.layout.blush;
        // Cheeks keep their distance from the eyes.
        let x = side.sign() * (x + self.layout.spacing * (self.frame.scale.spacing - 1.0));
        let size = [0.98 * self.unit, 0.64 * self.unit];
        // A strong blush shows on faces that have none at rest.
        let has_blush = self.layout.has_blush.max(2.0 * (self.frame.blush - 1.5).clamp(0.0, 0.5));
        let weight = has_blush * self.frame.blush.clamp(0.0, 2.0);
        let blush = self.feature(part, [x, y], self.layout.mouth_share, size, weight.min(1.0));
        self.clamped(blush)
    }

    /// Keeps a feature on the body: sideways within the silhouette at its own height, less its half width and one line
    /// width; and two line widths above the lowest point.
    fn clamped(&self, mut feature: Feature) -> Feature {
        let center = feature.center;
        let y = center.y.min(self.character.spans.bottom() - 2.0 * self.line);
        let span = self.character.spans.at(y);
        let margin = feature.seen_half_width() + self.line;
        let middle = self.character.head.center.x;
        let (low, high) = (middle - (span.left - margin).max(0.0), middle + (span.right - margin).max(0.0));
        feature.clamp = Vec2::new(center.x.clamp(low, high) - center.x, y - center.y);
        feature
    }
}
