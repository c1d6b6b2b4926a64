//! The face stays on the body: in every pose, for every gaze, no ink lies outside the silhouette.
//!
//! Ink and silhouette are drawn apart and compared pixel by pixel, so this test knows nothing of how the head was
//! fitted. One pixel is one canvas unit, unless it says otherwise.

mod common;

use std::fmt::Write as _;
use std::sync::Arc;

use common::random::Random;
use common::{cast, composed_face, faces, gazes, of_body, pose, projections};
use kurbo::Affine;
use phiz::clip::Viseme;
use phiz::{
    Character, Color, Drawing, FaceKind, Fill, Geometry, Layer, Look, Paint, Part, Pose, Projection, Raster, Scene,
    Shape, State, Still, compose, place,
};

/// Fainter ink than this does not count: 4 % of a pixel.
const VISIBLE: u8 = 10;

/// The pixels on which ink may lie: the silhouette, and one pixel around it for antialiasing.
struct Allowed {
    side: usize,
    pixels: Vec<bool>,
}

impl Allowed {
    fn new(character: &Character, state: &State, side: u32) -> Self {
        // How the body is held depends on the state alone.
        let body = place(character, &Still::default().frame(character, state)).body;
        let mut scene = Scene::new();
        scene.push(Shape {
            part: Part::Body,
            layer: Layer::Body,
            transform: body,
            opacity: 1.0,
            geometry: Geometry::Shared(Arc::new(character.outline().clone())),
            fill: Some(Fill { paint: Paint::Solid(Color::BLACK), even_odd: false }),
            stroke: None,
        });
        let alpha = alpha(&scene, side);
        let side = side as usize;
        let mut pixels = vec![false; side * side];
        for (i, _) in alpha.iter().enumerate().filter(|(_, alpha)| **alpha >= 128) {
            let (x, y) = (i % side, i / side);
            for row in y.saturating_sub(1)..=(y + 1).min(side - 1) {
                pixels[row * side + x.saturating_sub(1)..=row * side + (x + 1).min(side - 1)].fill(true);
            }
        }
        Self { side, pixels }
    }

    /// How many pixels of ink lie where none may.
    fn stray(&self, face: &Scene) -> usize {
        let ink = alpha(face, self.side as u32);
        ink.iter().zip(&self.pixels).filter(|(alpha, allowed)| **alpha > VISIBLE && !**allowed).count()
    }
}

fn alpha(scene: &Scene, side: u32) -> Vec<u8> {
    let mut raster = Raster::new(side, side).unwrap();
    raster.draw(scene, None);
    raster.pixels().chunks_exact(4).map(|pixel| pixel[3]).collect()
}

/// Checks many stills of each state and face of a character; says what is wrong with each that has stray ink.
fn check(character: &Character, faces: &[FaceKind], drawing: &Drawing, looks: &[(Pose, Look)]) -> String {
    let side = drawing.pixels.map_or(200, |pixels| pixels as u32);
    let mut faults = String::new();
    for state in character.states() {
        let allowed = Allowed::new(character, state, side);
        for face in faces {
            let drawn = |(pose, look): (Pose, Look)| {
                let still = Still { pose, look, face: Some(*face), home: None };
                composed_face(character, state, &still, drawing)
            };
            // All at once, one over the other: if no ink is stray in that, none is in any of them.
            let mut all = Scene::new();
            for seen in looks {
                all.append(&drawn(*seen), Affine::IDENTITY);
            }
            if allowed.stray(&all) == 0 {
                continue;
            }
            let stray = looks.iter().map(|seen| (allowed.stray(&drawn(*seen)), seen)).filter(|(stray, _)| *stray > 0);
            let stray: Vec<_> = stray.collect();
            if let Some((most, (pose, look))) = stray.iter().max_by_key(|(stray, _)| *stray) {
                let (name, state, face, projection) =
                    (character.name(), &state.name, face.name(), drawing.projection.name());
                writeln!(
                    faults,
                    "{name}, {state}, {face}, {projection}: {} of {} stills; worst with {most} pixels: {pose:?} {look:?}",
                    stray.len(),
                    looks.len(),
                )
                .unwrap();
            }
        }
    }
    faults
}

fn drawing(projection: Projection, pixels: Option<f64>) -> Drawing {
    Drawing { projection, pixels, shadow: false, ..Drawing::default() }
}

/// Every corner, edge and middle of the three pose sliders, with every corner, edge and middle of the gaze.
fn corners() -> Vec<(Pose, Look)> {
    let mut all = Vec::new();
    for turn in [-60.0, 0.0, 60.0] {
        for tilt in [-45.0, 0.0, 45.0] {
            for roll in [-45.0, 0.0, 45.0] {
                all.extend(gazes().into_iter().map(|look| (pose(turn, tilt, roll), look)));
            }
        }
    }
    all
}

/// Any rotation at all, not only what the sliders reach.
fn anywhere(count: usize) -> Vec<(Pose, Look)> {
    let mut random = Random::new(2);
    (0..count).map(|_| (random.pose(), random.look())).collect()
}

const FACES: [FaceKind; 3] = [FaceKind::Cute, FaceKind::Eyes, FaceKind::Line];

/// Checks some characters; fails with the first faults.
fn check_all(cast: &[Character], check: impl Fn(&Character) -> String) {
    let faults: String = cast.iter().map(check).collect();
    let first: Vec<&str> = faults.lines().take(12).collect();
    assert!(first.is_empty(), "{} faults, ink outside of the body:\n{}\n", faults.lines().count(), first.join("\n"));
}

#[test]
fn at_every_corner_of_the_sliders_and_of_the_gaze() {
    let corners = corners();
    check_all(cast(), |c| check(c, &FACES, &drawing(Projection::Tangent, None), &corners));
}

#[test]
fn wrapped_on_the_sphere() {
    let corners: Vec<_> = corners().into_iter().step_by(7).collect();
    check_all(cast(), |c| check(c, &FACES, &drawing(Projection::Wrap, None), &corners));
}

#[test]
fn in_any_pose_at_all() {
    let poses = anywhere(24);
    check_all(cast(), |c| {
        projections().map(|projection| check(c, &FACES, &drawing(projection, None), &poses)).collect()
    });
}

#[test]
fn on_small_pictures_where_the_face_is_larger() {
    let corners: Vec<_> = corners().into_iter().step_by(5).collect();
    check_all(cast(), |c| {
        [64.0, 28.0].map(|pixels| check(c, &FACES, &drawing(Projection::Tangent, Some(pixels)), &corners)).concat()
    });
}

/// Bodies that nobody would draw a face on.
fn odd_bodies() -> Vec<Character> {
    let star: String = (0..10)
        .map(|i| {
            let angle = std::f64::consts::PI * f64::from(i) / 5.0;
            let radius = if i % 2 == 0 { 90.0 } else { 36.0 };
            let (x, y) = (100.0 + radius * libm::sin(angle), 100.0 - radius * libm::cos(angle));
            format!("{}{x:.3} {y:.3}", if i == 0 { "M" } else { "L" })
        })
        .collect();
    // Two circles, the inner one the other way round.
    let ring = "M10 100A90 90 0 0 1 190 100A90 90 0 0 1 10 100ZM140 100A40 40 0 0 0 60 100A40 40 0 0 0 140 100Z";
    let bodies = [
        ("narrow", "M75 50H125V150H75Z"),
        ("wide", "M10 70H190V130H10Z"),
        ("triangle", "M100 10L190 180H10Z"),
        ("star", &format!("{star}Z")),
        ("ring", ring),
        ("tiny", "M94 94H110V110H94Z"),
        ("sickle", "M150 20A90 90 0 1 0 150 180A70 70 0 1 1 150 20Z"),
    ];
    let heads = [
        ("", ""),
        (" with a huge head", "head = { radius = 100 }"),
        (" with a small head", "head = { radius = 5 }"),
        (" with huge eyes", "scale = { face = 2.0, spacing = 2.5, eye_width = 2.0, eye_height = 2.0 }"),
        (" with a low face", "scale = { height = 0.3 }"),
        (" with a high face", "scale = { height = 1.7 }"),
    ];
    let mut cast = Vec::new();
    for (body, path) in bodies {
        for (head, toml) in heads {
            cast.push(of_body(&format!("{body}{head}"), path, toml));
        }
    }
    cast
}

#[test]
fn on_odd_bodies() {
    let corners: Vec<_> = corners().into_iter().step_by(13).collect();
    check_all(&odd_bodies(), |c| check(c, &FACES, &drawing(Projection::Tangent, None), &corners));
}

/// The test can fail: a head that is a tenth too large for its body is caught.
#[test]
fn stray_ink_is_seen() {
    let blob = of_body("blob", "M40 100A60 60 0 0 1 160 100A60 60 0 0 1 40 100Z", "");
    let small = of_body("small", "M52 100A48 48 0 0 1 148 100A48 48 0 0 1 52 100Z", "");
    let idle = small.state("idle").unwrap();
    let allowed = Allowed::new(&small, idle, 200);
    let face = |turn| {
        let still = Still { pose: pose(turn, 0.0, 0.0), ..Still::default() };
        composed_face(&blob, idle, &still, &drawing(Projection::Tangent, None))
    };
    assert_eq!(allowed.stray(&face(0.0)), 0);
    assert!(allowed.stray(&face(60.0)) > 10);
    assert_eq!(faces().count(), FACES.len());
}

#[test]
fn spoken_shapes_stay_on_the_body_in_every_mood() {
    let drawing = drawing(Projection::default(), None);
    let mut faults = String::new();
    for character in cast() {
        let state = character.state("idle").unwrap();
        let allowed = Allowed::new(character, state, 200);
        for face in faces() {
            for (pose, look) in corners() {
                // All shapes over each other; the corners of a mouth as a state may lend them.
                let (mut all, mut scene) = (Scene::new(), Scene::new());
                for (_, shape) in Viseme::ALL {
                    for mood in [-0.5, 0.0, 0.5] {
                        let mut frame = Still { pose, look, face: Some(face), home: None }.frame(character, state);
                        frame.mouth = shape.look();
                        frame.mouth.form.bend += mood * frame.mouth.form.half_width;
                        compose(character, &frame, &drawing, &mut scene);
                        scene.retain(|shape| shape.part == Part::Mouth);
                        all.append(&scene, Affine::IDENTITY);
                    }
                }
                let stray = allowed.stray(&all);
                if stray > 0 {
                    writeln!(faults, "{}, {}: {stray} pixels: {pose:?} {look:?}", character.name(), face.name())
                        .unwrap();
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}
