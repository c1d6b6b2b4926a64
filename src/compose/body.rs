//! The body: shadow, parts behind, the shaded silhouette, what is painted on it, parts in front.

use kurbo::{Affine, Vec2};

use super::Drawing;
use crate::character::{BodyPart, Character, Painted, PartArt};
use crate::frame::{Frame, Placement};
use crate::scene::{Fill, Geometry, Layer, Part, Scene, Shape};

/// Everything under the face.
pub(super) fn behind(
    character: &Character,
    frame: &Frame,
    placement: &Placement,
    drawing: &Drawing,
    scene: &mut Scene,
) {
    let skin = &character.skin;
    if drawing.shadow
        && let Some(shadow) = &skin.shadow
    {
        // The shadow stays on the ground, and shrinks a little as the body lifts off.
        let lift = (1.0 - 1.2 * frame.body.lift).clamp(0.4, 1.0);
        let width = lift / frame.body.stretch.max(0.05);
        let foot = character.foot();
        let transform = Affine::translate(foot.to_vec2()) * Affine::scale_non_uniform(width, 1.0);
        push(scene, Part::Shadow, Layer::Shadow, transform, shadow.clone(), lift);
    }
    parts(character, frame, placement, Layer::Behind, scene);
    for layer in &skin.layers {
        push(scene, Part::Body, Layer::Body, placement.body, layer.clone(), 1.0);
    }
    parts(character, frame, placement, Layer::Body, scene);
    for layer in &skin.gloss {
        push(scene, Part::Body, Layer::Body, placement.body, layer.clone(), 1.0);
    }
}

/// Everything over the face.
pub(super) fn in_front(character: &Character, frame: &Frame, placement: &Placement, scene: &mut Scene) {
    parts(character, frame, placement, Layer::Front, scene);
}

fn push(scene: &mut Scene, part: Part, layer: Layer, transform: Affine, (path, paint): Painted, opacity: f64) {
    scene.push(Shape {
        part,
        layer,
        transform,
        opacity,
        geometry: Geometry::Shared(path),
        fill: Some(Fill { paint, even_odd: false }),
        stroke: None,
    });
}

fn parts(character: &Character, frame: &Frame, placement: &Placement, layer: Layer, scene: &mut Scene) {
    for part in character.parts.iter().filter(|p| p.layer == layer) {
        let transform = placement.body * hang(character, frame, part);
        match &part.art {
            PartArt::Shapes(shapes) => {
                for shape in shapes {
                    scene.push(Shape {
                        part: part.part.clone(),
                        layer,
                        transform,
                        opacity: shape.opacity,
                        geometry: Geometry::Shared(shape.path.clone()),
                        fill: shape.fill.clone(),
                        stroke: shape.stroke.clone(),
                    });
                }
            }
            PartArt::Picture(picture, place) => scene.push(Shape {
                part: part.part.clone(),
                layer,
                transform: transform * *place,
                opacity: 1.0,
                geometry: Geometry::Picture(picture.clone()),
                fill: None,
                stroke: None,
            }),
        }
    }
}

/// How a part hangs on the body: shifted by the pose as far as its depth says, turned around its pivot as far as it
/// swings. At the home pose, and at rest, it is where the art has it.
fn hang(character: &Character, frame: &Frame, part: &BodyPart) -> Affine {
    let ahead = glam::DVec3::Z;
    let moved = frame.rotation * ahead - frame.home * ahead;
    let shift = Vec2::new(moved.x, -moved.y) * (part.depth * character.head.radius);
    let angle = part.swing * ((1.0 - part.swing) * frame.sway.stiff + part.swing * frame.sway.loose);
    let turned = if angle == 0.0 {
        Affine::IDENTITY
    } else {
        let (s, c) = crate::geometry::sin_cos(angle.clamp(-40.0, 40.0));
        let pivot = part.pivot.to_vec2();
        Affine::translate(pivot) * Affine::new([c, s, -s, c, 0.0, 0.0]) * Affine::translate(-pivot)
    };
    Affine::translate(shift) * turned
}
