//! The face: every feature drawn flat around its place, then laid on the head.

use std::sync::Arc;

use kurbo::{Affine, Circle, PathEl, Point, Vec2};

use super::Drawing;
use crate::character::{Character, Cheek, Palette};
use crate::color::Color;
use crate::face::{EyeShape, RIM, Side};
use crate::frame::{Feature, Frame, Placement};
use crate::geometry::{Head, Projection, sin_cos, wrap};
use crate::scene::{Fill, Geometry, Gradient, Layer, Paint, Part, Scene, Shape, Stroke};

/// Where light comes from on the canvas (y down), as a direction of length 1.
const LIGHT: Vec2 = Vec2::new(-0.5547, -0.8321);

/// Draws all features.
pub(super) fn draw(character: &Character, frame: &Frame, placement: &Placement, drawing: &Drawing, scene: &mut Scene) {
    let layout = frame.face.layout();
    let line = placement.line_width.max(drawing.least_stroke().min(0.85 * placement.eye_radius));
    let mut painter = Painter {
        palette: &character.palette,
        cheek: &character.cheek,
        scene,
        head: placement.head,
        body: placement.body,
        projection: drawing.projection,
        fineness: drawing.fineness(),
        small_features: drawing.small_features(),
        least_eye: drawing.least_eye(),
        line,
        rim: None,
    };
    // On art that no ink reads on everywhere, all features have a rim, under all of their ink.
    let rim = character.palette.rim;
    for rim in rim.map(Some).into_iter().chain([None]) {
        painter.rim = rim;
        for feature in &placement.features {
            if feature.weight <= 0.0 {
                continue;
            }
            match &feature.part {
                Part::BlushLeft | Part::BlushRight => painter.blush(feature, frame.blush),
                Part::Nose => painter.nose(feature, placement.eye_radius),
                Part::Mouth => painter.mouth(feature, frame, placement.eye_radius * layout.mouth_size),
                Part::EyeLeft => painter.eye(feature, Side::Left, frame, layout.shine),
                Part::EyeRight => painter.eye(feature, Side::Right, frame, layout.shine),
                Part::BrowLeft => painter.brow(feature, Side::Left, frame, placement.eye_radius),
                Part::BrowRight => painter.brow(feature, Side::Right, frame, placement.eye_radius),
                Part::Shadow | Part::Body | Part::Decoration | Part::Overlay(_) | Part::Named(_) => {}
            }
        }
    }
}

/// A spot of light on an eye.
struct Spot {
    /// How far out it lies in shares of the eye's radius: towards the light, or below 0 away from it.
    reach: f64,
    /// Half axes, in shares of the eye's smaller radius.
    size: [f64; 2],
    color: Color,
    opacity: f64,
}

struct Painter<'a> {
    palette: &'a Palette,
    cheek: &'a Cheek,
    scene: &'a mut Scene,
    head: Head,
    body: Affine,
    projection: Projection,
    fineness: f64,
    small_features: f64,
    least_eye: f64,
    line: f64,
    /// While rims are drawn, their colour.
    rim: Option<Color>,
}

impl Painter<'_> {
    fn eye(&mut self, feature: &Feature, side: Side, frame: &Frame, shine: f64) {
        let eye = &frame.eyes[side.index()];
        let [rx, ry] = feature.size;
        let larger = (self.least_eye / rx.min(ry).max(1e-9)).clamp(1.0, 1.6);
        let [rx, ry] = [larger * rx, larger * ry];
        let outline = eye.outline(side, [rx, ry], self.line);
        let open = eye.opening(ry, self.line);
        let white = eye.mean(EyeShape::white);
        let awake = ((open - 0.3) / 0.4).clamp(0.0, 1.0);
        let shine = shine.max(white) * eye.mean(EyeShape::shine) * awake;

        // Hearts are rose, whatever the ink.
        let rose = eye.mean(|s| f64::from(u8::from(s == EyeShape::Heart)));
        let ink = if rose > 0.0 { self.palette.ink.mix(self.palette.heart(), rose) } else { self.palette.ink };
        self.fill(feature, outline.elements(), ink, 1.0);
        if self.rim.is_some() {
            return;
        }
        // The pupil of a white eye moves on its own; all else is drawn on the pupil.
        let (low, high) = (eye.mean(|s| s.room_for_light()[0]), eye.mean(|s| s.room_for_light()[1]));
        let (mut center, mut radius) = (Vec2::new(0.0, low * ry * open), [rx, high * ry * open]);
        if white > 0.0 {
            let rim = (self.line * 0.5).min(0.3 * rx);
            let inner = outline.scaled(1.0 - rim / (1.2 * rx), 1.0 - rim / (1.2 * ry));
            self.fill(feature, inner.elements(), self.palette.white, white);
            center = Vec2::new(frame.gaze[0], -frame.gaze[1]) * (2.2 * rx);
            radius = [0.66 * rx, 0.66 * ry * open];
            self.fill(feature, ellipse(center, radius), self.palette.ink, white);
        }
        // Light ink (on a dark body) is its own light.
        if shine > 0.0 && self.fineness > 0.0 && self.palette.ink_is_dark() {
            let small = self.fineness;
            // A lighter floor of the eye, away from the light.
            let glow = self.palette.ink.mix(self.palette.body, 0.42);
            let spots = [
                Spot { reach: -0.42, size: [0.50, 0.42], color: glow, opacity: 0.55 * shine * small },
                Spot { reach: 0.52, size: [0.31, 0.31], color: self.palette.white, opacity: shine },
                Spot { reach: -0.50, size: [0.135, 0.135], color: self.palette.white, opacity: 0.85 * shine * small },
            ];
            for spot in spots {
                self.light(feature, center, radius, spot);
            }
        }
    }

    /// Draws a spot on the ellipse of an eye around `center`. It stays on its side of the light however the head turns.
    fn light(&mut self, feature: &Feature, center: Vec2, radius: [f64; 2], spot: Spot) {
        let [a, b, c, d] = feature.tangent.matrix();
        // The point of the ellipse that is furthest towards the light once it is on the canvas.
        let g = Vec2::new((a * LIGHT.x + b * LIGHT.y) * radius[0], (c * LIGHT.x + d * LIGHT.y) * radius[1]);
        let length = libm::hypot(g.x, g.y).max(1e-9);
        let at = center + Vec2::new(radius[0] * g.x, radius[1] * g.y) * (spot.reach / length);
        let unit = radius[0].min(radius[1]);
        self.fill(feature, ellipse(at, [spot.size[0] * unit, spot.size[1] * unit]), spot.color, spot.opacity);
    }

    fn brow(&mut self, feature: &Feature, side: Side, frame: &Frame, unit: f64) {
        let brow = &frame.brows[side.index()];
        let (s, c) = sin_cos(-brow.angle * side.sign());
        let turned = |x: f64, y: f64| Point::new((x * c - y * s) * unit, (x * s + y * c) * unit);
        let bend = -brow.bend;
        let elements = [
            PathEl::MoveTo(turned(-0.82, -0.35 * bend)),
            PathEl::CurveTo(turned(-0.35, 0.65 * bend), turned(0.35, 0.65 * bend), turned(0.82, -0.35 * bend)),
        ];
        self.stroke(feature, elements, self.small_features);
    }

    fn nose(&mut self, feature: &Feature, unit: f64) {
        let p = |x: f64, y: f64| Point::new(x * unit, y * unit);
        let elements = [
            PathEl::MoveTo(p(-0.27, -0.10)),
            PathEl::CurveTo(p(-0.22, 0.01), p(-0.11, 0.065), p(0.0, 0.065)),
            PathEl::CurveTo(p(0.11, 0.065), p(0.22, 0.01), p(0.27, -0.10)),
        ];
        self.stroke(feature, elements, self.small_features);
    }

    fn mouth(&mut self, feature: &Feature, frame: &Frame, unit: f64) {
        let mouth = &frame.mouth;
        if mouth.form.open <= 1e-6 {
            self.stroke(feature, mouth.form.line(unit), 1.0);
            return;
        }
        let filled = mouth.fill.clamp(0.0, 1.0);
        if filled > 0.0 && self.rim.is_none() {
            self.fill(feature, mouth.form.outline(unit), self.palette.mouth, filled);
            if mouth.teeth > 0.0 && self.fineness > 0.0 {
                self.fill(feature, mouth.form.teeth(unit, mouth.teeth), self.palette.white, filled);
            }
            if mouth.tongue > 0.0 {
                self.fill(feature, mouth.form.tongue(unit, mouth.tongue), self.palette.tongue, filled);
            }
        }
        self.stroke(feature, mouth.form.outline(unit), 1.0);
    }

    fn blush(&mut self, feature: &Feature, strength: f64) {
        if self.rim.is_some() {
            return;
        }
        let [rx, ry] = feature.size;
        let grow = 1.0 + 0.18 * (strength - 1.0).clamp(0.0, 1.0);
        let strong = if strength > 1.0 { 1.0 + 0.45 * (strength - 1.0).min(1.0) } else { 1.0 };
        let scale = Affine::scale_non_uniform(rx * grow, ry * grow);
        let shape = |transform: Affine, opacity: f64, geometry: Geometry, gradient: Arc<Gradient>| Shape {
            part: feature.part.clone(),
            layer: Layer::Face,
            transform,
            opacity,
            geometry,
            fill: Some(Fill { paint: Paint::Gradient(gradient), even_odd: false }),
            stroke: None,
        };
        match self.projection {
            Projection::Tangent => {
                if !feature.visible() {
                    return;
                }
                let transform = self.body * feature.transform() * scale;
                let circle = Geometry::Shared(self.cheek.circle.clone());
                let opacity = (feature.opacity() * strong).min(1.0);
                self.scene.push(shape(transform, opacity, circle, self.cheek.paint.clone()));
            }
            Projection::Wrap => {
                let outline = self.flat(ellipse(Vec2::ZERO, [rx * grow, ry * grow]));
                let (geometry, nearest) = self.on_sphere(feature, &outline);
                self.scene.scratch.flat = outline;
                if nearest > 0.0 {
                    let [a, b, c, d] = feature.tangent.matrix();
                    let flat = Affine::new([a, b, c, d, feature.center.x, feature.center.y]) * scale;
                    let gradient = self.scene.scratch.gradient(&self.cheek.paint, flat);
                    let opacity = (feature.weight * limb(nearest) * strong).min(1.0);
                    let transform = self.body * Affine::translate(feature.clamp);
                    self.scene.push(shape(transform, opacity, geometry, gradient));
                }
            }
        }
    }

    /// Draws a closed outline, given flat around the feature's place.
    fn fill(&mut self, feature: &Feature, outline: impl IntoIterator<Item = PathEl>, color: Color, opacity: f64) {
        if opacity <= 0.0 {
            return;
        }
        if let Some(rim) = self.rim {
            // The rim of a shape is a line around it.
            self.trace(feature, outline, 2.0 * RIM * self.line, rim, opacity);
            return;
        }
        let fill = Some(Fill { paint: Paint::Solid(color), even_odd: false });
        match self.projection {
            Projection::Tangent => {
                if feature.visible() {
                    let geometry = self.scene.geometry(outline);
                    let transform = self.body * feature.transform();
                    let opacity = feature.opacity() * opacity;
                    self.push(feature, transform, opacity, geometry, fill, None);
                }
            }
            Projection::Wrap => {
                let outline = self.flat(outline);
                self.wrapped(feature, &outline, opacity, fill);
                self.scene.scratch.flat = outline;
            }
        }
    }

    /// Draws a line in the ink and the one width of this face, or its rim.
    fn stroke(&mut self, feature: &Feature, line: impl IntoIterator<Item = PathEl>, opacity: f64) {
        match self.rim {
            Some(rim) => self.trace(feature, line, (1.0 + 2.0 * RIM) * self.line, rim, opacity),
            None => self.trace(feature, line, self.line, self.palette.ink, opacity),
        }
    }

    /// Draws a line of some width.
    fn trace(
        &mut self,
        feature: &Feature,
        line: impl IntoIterator<Item = PathEl>,
        width: f64,
        color: Color,
        opacity: f64,
    ) {
        if opacity <= 0.0 {
            return;
        }
        let paint = Paint::Solid(color);
        match self.projection {
            Projection::Tangent => {
                if feature.visible() {
                    let geometry = self.scene.geometry(line);
                    let transform = self.body * feature.transform();
                    let stroke = Some(Stroke::round(paint, width));
                    self.push(feature, transform, feature.opacity() * opacity, geometry, None, stroke);
                }
            }
            Projection::Wrap => {
                // A stroke cannot follow the sphere; its outline can.
                let style = kurbo::Stroke::new(width).with_caps(kurbo::Cap::Round).with_join(kurbo::Join::Round);
                let mut stroke = std::mem::take(&mut self.scene.scratch.stroke);
                kurbo::stroke_with(line, &style, &kurbo::StrokeOpts::default(), 0.01, &mut stroke);
                if stroke.output().is_finite() {
                    let fill = Some(Fill { paint, even_odd: false });
                    self.wrapped(feature, stroke.output().elements(), opacity, fill);
                }
                self.scene.scratch.stroke = stroke;
            }
        }
    }

    /// A flat outline in a buffer that is put back afterwards.
    fn flat(&mut self, outline: impl IntoIterator<Item = PathEl>) -> Vec<PathEl> {
        let mut flat = std::mem::take(&mut self.scene.scratch.flat);
        flat.clear();
        flat.extend(outline);
        flat
    }

    /// A flat outline on the sphere, and how deep its nearest part lies.
    fn on_sphere(&mut self, feature: &Feature, outline: &[PathEl]) -> (Geometry, f64) {
        let head = self.head;
        self.scene.written(|elements| wrap(outline, &feature.tangent, head, |el| elements.push(el)))
    }

    fn wrapped(&mut self, feature: &Feature, outline: &[PathEl], opacity: f64, fill: Option<Fill>) {
        let (geometry, nearest) = self.on_sphere(feature, outline);
        if nearest > 0.0 {
            let transform = self.body * Affine::translate(feature.clamp);
            self.push(feature, transform, feature.weight * opacity * limb(nearest), geometry, fill, None);
        }
    }

    fn push(
        &mut self,
        feature: &Feature,
        transform: Affine,
        opacity: f64,
        geometry: Geometry,
        fill: Option<Fill>,
        stroke: Option<Stroke>,
    ) {
        self.scene.push(Shape {
            part: feature.part.clone(),
            layer: Layer::Face,
            transform,
            opacity,
            geometry,
            fill,
            stroke,
        });
    }
}

/// A stretched circle, in as few curves as are exact enough. (`kurbo::Ellipse` begins its outline at its longer axis, which makes it jump where the shorter
/// becomes the longer, as in a blink.)
fn ellipse(center: Vec2, [rx, ry]: [f64; 2]) -> impl Iterator<Item = PathEl> {
    let stretched = Affine::translate(center) * Affine::scale_non_uniform(rx, ry);
    kurbo::Shape::path_elements(&Circle::new((0.0, 0.0), 1.0), 2e-4).map(move |element| stretched * element)
}

/// The opacity of wrapped ink whose nearest part has this depth: it has ended at the limb already, so only the last
/// sliver fades.
fn limb(nearest: f64) -> f64 {
    (nearest / crate::geometry::Tangent::OPAQUE_DEPTH).clamp(0.0, 1.0)
}
