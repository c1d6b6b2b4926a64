//! The PNG and the SVG of a still are one picture: ours in pixels against resvg's of our SVG.

mod common;

use common::pixels::render_svg;
use common::{cast, composed, faces, pose, projections};
use phiz::{Drawing, Pose, Projection, Raster, Scene, Still, Style, SvgOptions, to_svg};

const SIDE: u32 = 256;

/// The most that a channel may differ on average, of 255.
const MOST: f64 = 2.0;

/// The mean difference of each channel, over all pixels that either picture has something on: the empty ones around a
/// character would flatter it.
fn differences(drawn: &Scene, written: &Scene) -> [f64; 4] {
    let mut raster = Raster::new(SIDE, SIDE).unwrap();
    raster.draw(drawn, None);
    let svg = to_svg(written, &SvgOptions { width: SIDE, height: SIDE, ..SvgOptions::default() }).unwrap();
    let other = render_svg(&svg);
    let (mut sums, mut count) = ([0_u64; 4], 0_u64);
    for (a, b) in raster.pixels().chunks_exact(4).zip(other.data().chunks_exact(4)) {
        if a[3] > 0 || b[3] > 0 {
            count += 1;
            for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
                *sum += u64::from(a.abs_diff(*b));
            }
        }
    }
    assert!(count > 1000, "nothing is drawn");
    sums.map(|sum| sum as f64 / count as f64)
}

/// The worst of many pictures.
#[derive(Default)]
struct Worst {
    difference: f64,
    still: String,
}

impl Worst {
    fn take(&mut self, scene: &Scene, still: impl FnOnce() -> String) {
        let difference = differences(scene, scene).into_iter().fold(0.0, f64::max);
        if difference > self.difference {
            *self = Self { difference, still: still() };
        }
    }

    fn check(&self) {
        println!("at worst {:.3} of 255: {}", self.difference, self.still);
        assert!(self.difference <= MOST, "{} of 255 on average: {}", self.difference, self.still);
    }
}

/// The twelve: ahead, the ends of each slider, and corners.
fn poses() -> [Pose; 12] {
    [
        pose(0.0, 0.0, 0.0),
        pose(-30.0, 0.0, 0.0),
        pose(30.0, 0.0, 0.0),
        pose(-60.0, 0.0, 0.0),
        pose(60.0, 0.0, 0.0),
        pose(0.0, 45.0, 0.0),
        pose(0.0, -45.0, 0.0),
        pose(0.0, 0.0, 45.0),
        pose(0.0, 0.0, -45.0),
        pose(60.0, 45.0, 45.0),
        pose(-60.0, 30.0, -20.0),
        pose(72.0, -20.0, 10.0),
    ]
}

fn every_character_face_and_pose(projection: Projection) {
    let mut worst = Worst::default();
    for character in cast() {
        for face in faces() {
            for pose in poses() {
                let still = Still { pose, face: Some(face), ..Still::default() };
                let drawing = Drawing { projection, ..Drawing::default() };
                let scene = composed(character, character.state("idle").unwrap(), &still, &drawing);
                worst.take(&scene, || format!("{}, {}, {pose:?}", character.name(), face.name()));
            }
        }
    }
    worst.check();
}

#[test]
fn in_every_pose_on_the_tangent_plane() {
    every_character_face_and_pose(Projection::Tangent);
}

#[test]
fn in_every_pose_on_the_sphere() {
    every_character_face_and_pose(Projection::Wrap);
}

#[test]
fn in_every_state() {
    let mut worst = Worst::default();
    for character in cast() {
        for state in character.states() {
            for projection in projections() {
                let drawing = Drawing { projection, ..Drawing::default() };
                let scene = composed(character, state, &Still::default(), &drawing);
                worst.take(&scene, || format!("{}, {}, {}", character.name(), state.name, projection.name()));
            }
        }
    }
    worst.check();
}

#[test]
fn in_every_style() {
    let mut worst = Worst::default();
    for character in cast() {
        for style in Style::all() {
            let drawing = Drawing { style: style.style, ..Drawing::default() };
            let scene = composed(character, character.state("happy").unwrap(), &Still::default(), &drawing);
            worst.take(&scene, || format!("{}, {}", character.name(), style.name));
        }
    }
    worst.check();
}

/// The test can fail: it tells a face from one that is turned a little further.
#[test]
fn a_small_turn_is_seen() {
    let character = &cast()[0];
    let scene = |turn: f64| {
        let still = Still { pose: pose(turn, 0.0, 0.0), ..Still::default() };
        composed(character, character.state("idle").unwrap(), &still, &Drawing::default())
    };
    let difference = differences(&scene(0.0), &scene(6.0)).into_iter().fold(0.0, f64::max);
    assert!(difference > MOST, "{difference}");
}
