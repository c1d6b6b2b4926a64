//! Two characters who look at each other, until a moth flies by and one of them follows it with its eyes.
//!
//! `cargo run --example look_at_each_other -- moth.gif`

use std::sync::Arc;

use kurbo::{Affine, Point};
use phiz::animation::{self, AnimationOptions};
use phiz::look::{LookController, LookParameter, LookSpace, LookTarget, PathTarget};
use phiz::{
    Character, Color, Cue, Drawing, Error, Frame, ParameterMap, Parameters, Performance, Pose, Pulse, Raster, Scene,
    Still, compose, place,
};

/// Pixels of one character; the world of this film is the picture, in pixels.
const SIDE: u32 = 240;
const WIDTH: u32 = 2 * SIDE;
const FPS: f64 = 25.0;
const SECONDS: f64 = 9.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "moth.gif".into());
    let mut nubo = Actor::new("nubo", 0.0)?;
    let mut lopi = Actor::new("lopi", f64::from(SIDE))?;
    nubo.performance.cue(7.0, Cue::State("happy".into()))?;
    lopi.performance.cue(7.4, Cue::Pulse(Pulse::Bounce))?;
    // Where the moth is at which second; before and after there is none.
    let moth = PathTarget::new(vec![
        (1.5, [-20.0, 60.0, 0.0]),
        (2.5, [110.0, 30.0, 0.0]),
        (3.5, [260.0, 70.0, 0.0]),
        (4.0, [330.0, 20.0, 0.0]),
        (4.6, [250.0, 200.0, 0.0]),
        (5.4, [60.0, 220.0, 0.0]),
        (6.4, [-30.0, 120.0, 0.0]),
    ])?;

    let count = (SECONDS * FPS) as u32;
    let mut film = Vec::new();
    for k in 0..count {
        let t = f64::from(k) / FPS;
        // Nubo cannot help looking at what flies; else they look at each other.
        let moth = moth.at(t);
        let (eyes_of_nubo, eyes_of_lopi) = (nubo.friend(t), lopi.friend(t));
        let target: &dyn LookTarget = if moth.is_active() { &moth } else { &eyes_of_lopi };
        let frames = [nubo.frame(t, target), lopi.frame(t, &eyes_of_nubo)];

        let mut picture = vec![255; (4 * WIDTH * SIDE) as usize];
        for (actor, frame) in [&mut nubo, &mut lopi].into_iter().zip(&frames) {
            actor.draw(frame, &mut picture)?;
        }
        if moth.is_active() {
            // It flutters.
            dot(&mut picture, moth.position[0], moth.position[1] + 16.0 * ((6.0 * t).fract() - 0.5).abs());
        }
        film.push(picture);
    }

    let options =
        AnimationOptions { output: path.clone(), width: WIDTH, height: SIDE, frames: count, fps: FPS, loops: 0 };
    let samples: Vec<&[u8]> = film.iter().step_by(30).map(Vec::as_slice).collect();
    let mut file = Vec::new();
    let mut writer = animation::gif(&mut file, &options, Some(Color::WHITE), &samples)?;
    for picture in &film {
        writer.frame(picture)?;
    }
    writer.finish()?;
    std::fs::write(&path, file)?;
    println!("{path}: {count} frames");
    Ok(())
}

/// A character with a place in the picture, and with parameters through which it looks at things.
struct Actor {
    performance: Performance,
    left: f64,
    parameters: Parameters,
    map: ParameterMap,
    look: LookController,
}

/// Another character is looked at between its eyes, wherever they are just then.
struct Friend(Point);

impl LookTarget for Friend {
    fn position(&self) -> [f64; 3] {
        [self.0.x, self.0.y, 0.0]
    }
}

impl Actor {
    fn new(name: &str, left: f64) -> Result<Self, Error> {
        let character = Arc::new(Character::builtin(name)?);
        let head = character.head().center;
        let still = Still { home: Some(Pose::NONE), ..Still::default() };
        let performance = Performance::new(character, "idle", still, left as u64)?;

        let parameters = Parameters::standard();
        let scale = f64::from(SIDE) / phiz::CANVAS;
        let space = LookSpace::on_canvas([left + scale * head.x, scale * head.y], 1.2 * f64::from(SIDE))?;
        let mut look = LookController::new(space);
        look.add(LookParameter::standard(&parameters)?);
        look.refresh(&parameters)?;
        let map = ParameterMap::standard(&parameters);
        Ok(Self { performance, left, parameters, map, look })
    }

    /// Where its head is in the picture.
    fn friend(&self, t: f64) -> Friend {
        let placement = place(self.performance.character(), &self.performance.frame(t));
        let scale = f64::from(SIDE) / phiz::CANVAS;
        Friend(Affine::translate((self.left, 0.0)) * Affine::scale(scale) * placement.body * placement.head.center)
    }

    /// What it does by itself, and its parameters over that.
    fn frame(&mut self, t: f64, target: &dyn LookTarget) -> Frame {
        self.parameters.restore();
        self.look.update(1.0 / FPS, target, &mut self.parameters);
        let mut frame = self.performance.frame(t);
        self.map.apply(&self.parameters, &mut frame);
        frame
    }

    fn draw(&self, frame: &Frame, picture: &mut [u8]) -> Result<(), Error> {
        let mut scene = Scene::new();
        compose(self.performance.character(), frame, &Drawing::default(), &mut scene);
        let mut raster = Raster::new(SIDE, SIDE)?;
        raster.draw(&scene, Some(Color::WHITE));
        let mut rgba = Vec::new();
        raster.straight(&mut rgba);
        let row = 4 * SIDE as usize;
        for (from, to) in rgba.chunks(row).zip(picture.chunks_mut(2 * row)) {
            let at = 4 * self.left as usize;
            to[at..at + row].copy_from_slice(from);
        }
        Ok(())
    }
}

/// A small dark disc, soft at its edge.
fn dot(picture: &mut [u8], cx: f64, cy: f64) {
    for (i, pixel) in picture.chunks_mut(4).enumerate() {
        let (x, y) = (i as u32 % WIDTH, i as u32 / WIDTH);
        let distance = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5).distance(Point::new(cx, cy));
        let ink = (5.5 - distance).clamp(0.0, 1.0);
        for (channel, dark) in pixel.iter_mut().zip([60.0, 50.0, 80.0]) {
            *channel = (f64::from(*channel) * (1.0 - ink) + dark * ink).round() as u8;
        }
    }
}
