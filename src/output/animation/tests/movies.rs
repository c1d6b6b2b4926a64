//! Animations to write.

use super::super::{AnimationOptions, FrameWriter, apng, gif, webp};
use crate::{Color, Compression, Error};

/// Frames as they are handed to a writer.
#[derive(Clone, Debug)]
pub struct Movie {
    pub name: &'static str,
    pub width: u32,
    pub height: u32,
    pub frames: Vec<Vec<u8>>,
}

impl Movie {
    pub fn options(&self) -> AnimationOptions {
        AnimationOptions {
            output: "out/movie".into(),
            width: self.width,
            height: self.height,
            frames: self.frames.len() as u32,
            fps: 30.0,
            loops: 0,
        }
    }

    pub fn samples(&self) -> Vec<&[u8]> {
        self.frames.iter().map(Vec::as_slice).collect()
    }

    pub fn write(
        &self,
        writer: impl for<'a> FnOnce(&'a mut Vec<u8>, &AnimationOptions) -> Result<Box<dyn FrameWriter + 'a>, Error>,
    ) -> Vec<u8> {
        self.write_as(&self.options(), writer)
    }

    pub fn write_as(
        &self,
        options: &AnimationOptions,
        writer: impl for<'a> FnOnce(&'a mut Vec<u8>, &AnimationOptions) -> Result<Box<dyn FrameWriter + 'a>, Error>,
    ) -> Vec<u8> {
        let mut file = Vec::new();
        let mut writer = writer(&mut file, options).unwrap();
        for frame in &self.frames {
            writer.frame(frame).unwrap();
        }
        writer.finish().unwrap();
        file
    }

    pub fn apng(&self) -> Vec<u8> {
        self.apng_with(Compression::Fast)
    }

    pub fn apng_with(&self, compression: Compression) -> Vec<u8> {
        self.write(|out, options| apng(out, options, compression))
    }

    pub fn gif(&self, matte: Option<Color>) -> Vec<u8> {
        self.write(|out, options| gif(out, options, matte, &self.samples()))
    }

    pub fn webp(&self) -> Vec<u8> {
        self.write(|out, options| webp(out, options))
    }
}

/// All kinds of movement, and sizes at the edge of what can be.
pub fn all() -> Vec<Movie> {
    let clear = |width: usize, height: usize| vec![0; 4 * width * height];
    let movie = |name, (width, height), frames| Movie { name, width, height, frames };
    vec![
        movie("a ball that moves", (61, 47), (0..12).map(|k| ball(61, 47, f64::from(k) / 12.0)).collect()),
        movie("one frame", (33, 20), vec![ball(33, 20, 0.3)]),
        movie("nothing moves", (33, 20), vec![ball(33, 20, 0.0); 5]),
        movie("there, gone, back", (24, 24), vec![ball(24, 24, 0.0), clear(24, 24), ball(24, 24, 0.5)]),
        movie("never there", (5, 4), vec![clear(5, 4); 3]),
        movie("wide", (4000, 1), (0..3).map(|k| ball(4000, 1, f64::from(k) / 3.0)).collect()),
        movie("tall", (1, 4000), (0..3).map(|k| ball(1, 4000, f64::from(k) / 3.0)).collect()),
        dot(),
        flat_disc(),
        gradient_on(Color::rgb(20, 30, 60)),
    ]
}

/// One pixel that turns from red to clear to half blue.
pub fn dot() -> Movie {
    let frames = [[255, 0, 0, 255], [0; 4], [0, 0, 255, 128]].map(Vec::from).to_vec();
    Movie { name: "one pixel", width: 1, height: 1, frames }
}

/// The colour of [`flat_disc`].
pub const DISC: [u8; 4] = [79, 142, 247, 255];

/// A disc of one colour with a soft edge, wandering.
pub fn flat_disc() -> Movie {
    let frame = |shift: u32| {
        draw(40, 40, |x, y| {
            let [r, g, b, _] = DISC;
            let edge = 14.5 - libm::hypot(x - 18.0 - f64::from(shift) / 2.0, y - 20.3);
            [r, g, b, (255.0 * (edge + 0.5).clamp(0.0, 1.0)) as u8]
        })
    };
    Movie { name: "a flat disc", width: 40, height: 40, frames: (0..5).map(frame).collect() }
}

/// A gradient of more than 256 colours in the middle of a flat ground.
pub fn gradient_on(ground: Color) -> Movie {
    let frame = draw(60, 60, |x, y| {
        let inside = (20.0..40.0).contains(&x) && (20.0..40.0).contains(&y);
        if inside { [80 + 3 * x as u8, 60 + 2 * y as u8, 90, 255] } else { [ground.r, ground.g, ground.b, 255] }
    });
    Movie { name: "a gradient", width: 60, height: 60, frames: vec![frame] }
}

/// Pixels that nothing can make small.
pub fn noise() -> Movie {
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut frame = || (0..64 * 64).flat_map(|_| [random(), random(), random(), 255]).collect();
    Movie { name: "noise", width: 64, height: 64, frames: (0..6).map(|_| frame()).collect() }
}

/// A shaded ball with a soft edge that swings from side to side above its translucent shadow.
pub fn ball(width: u32, height: u32, t: f64) -> Vec<u8> {
    let (w, h) = (f64::from(width), f64::from(height));
    let size = 0.3 * w.min(h).max(3.0);
    let (middle_x, middle_y) = (w * (0.5 + 0.2 * libm::sin(std::f64::consts::TAU * t)), h * 0.45);
    draw(width, height, |x, y| {
        let cover = |distance: f64| (distance + 0.5).clamp(0.0, 1.0);
        let (dx, dy) = (x - middle_x, y - middle_y);
        let ball = cover(size - libm::hypot(dx, dy));
        if ball > 0.0 {
            let light = (libm::hypot(dx + 0.4 * size, dy + 0.5 * size) / (1.7 * size)).min(1.0);
            return [(250.0 - 120.0 * light) as u8, (190.0 - 130.0 * light) as u8, 90, (255.0 * ball).round() as u8];
        }
        let shadow = cover(size - libm::hypot(dx, 5.0 * (y - middle_y - 1.1 * size)));
        [10, 10, 30, (70.0 * shadow).round() as u8]
    })
}

/// Draws by asking for each pixel's colour at its centre.
fn draw(width: u32, height: u32, color: impl Fn(f64, f64) -> [u8; 4]) -> Vec<u8> {
    let at = |x: u32, y: u32| color(f64::from(x) + 0.5, f64::from(y) + 0.5);
    (0..height).flat_map(|y| (0..width).flat_map(move |x| [(x, y)])).flat_map(|(x, y)| at(x, y)).collect()
}
