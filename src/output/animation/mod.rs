//! Animated files. Frames are handed over one at a time and written as they come.
//!
//! ```
//! use phiz::animation::{self, AnimationOptions};
//!
//! let red_then_blue = [[255, 0, 0, 255], [0, 0, 255, 255]];
//! let options = AnimationOptions { output: "blink.png".into(), width: 1, height: 1, frames: 2, fps: 2.0, loops: 0 };
//! let mut file = Vec::new();
//! let mut writer = animation::apng(&mut file, &options, phiz::Compression::Fast)?;
//! for frame in &red_then_blue {
//!     writer.frame(frame)?;
//! }
//! writer.finish()?;
//! # Ok::<(), phiz::Error>(())
//! ```

mod apng;
mod area;
mod flatten;
mod gif;
mod names;
mod palette;
mod raw;
mod sprite;
#[cfg(test)]
mod tests;
mod timing;
mod webp;
mod y4m;

use std::io;

pub use apng::apng;
pub use gif::gif;
pub use names::FrameNames;
pub use raw::raw_rgba;
pub use sprite::SpriteSheet;
pub use timing::{FPS, MOST_FRAMES, Pace, frame_count, gif_pace, image_pace};
pub use webp::webp;
pub use y4m::y4m;

use crate::error::Error;
use crate::render::Raster;

/// What is known of an animation before its first frame.
#[derive(Clone, PartialEq, Debug)]
pub struct AnimationOptions {
    /// What errors call the output: its path, or `standard output`.
    pub output: String,
    /// Width of every frame in pixels, 1..=16384.
    pub width: u32,
    /// Height of every frame in pixels, 1..=16384.
    pub height: u32,
    /// How many frames will come, at least 1; see [`frame_count`].
    pub frames: u32,
    /// Frames per second, within [`FPS`].
    pub fps: f64,
    /// How often it plays; 0 is for ever.
    pub loops: u16,
}

/// Takes the frames of an animation, in order.
pub trait FrameWriter {
    /// Adds a frame: straight-alpha RGBA, 8 bits a channel, row by row from the top.
    ///
    /// # Errors
    /// [`Error::Encode`] for a wrong number of bytes, or one frame more than was announced; [`Error::Io`] where writing
    /// fails; [`Error::Limit`] where a format has to hold more in memory than is sensible.
    fn frame(&mut self, straight_rgba: &[u8]) -> Result<(), Error>;

    /// Writes what is left. Without this the file is not complete.
    ///
    /// # Errors
    /// [`Error::Encode`] where frames are missing; [`Error::Io`] where writing fails.
    fn finish(self: Box<Self>) -> Result<(), Error>;
}

/// Lets a format see only what was announced: so many frames of so many bytes.
struct Checked<F> {
    format: F,
    blame: Blame,
    bytes: usize,
    left: u32,
}

impl<F: FrameWriter> Checked<F> {
    fn new(format: F, blame: Blame, options: &AnimationOptions) -> Box<Self> {
        Box::new(Self { format, blame, bytes: options.frame_bytes(), left: options.frames })
    }
}

impl<F: FrameWriter> FrameWriter for Checked<F> {
    fn frame(&mut self, straight_rgba: &[u8]) -> Result<(), Error> {
        self.blame.check_length(straight_rgba, self.bytes)?;
        self.left =
            self.left.checked_sub(1).ok_or_else(|| self.blame.encode("more frames came than were announced"))?;
        self.format.frame(straight_rgba)
    }

    fn finish(self: Box<Self>) -> Result<(), Error> {
        if self.left > 0 {
            return Err(self.blame.encode(format!("{} of the frames announced did not come", self.left)));
        }
        Box::new(self.format).finish()
    }
}

impl AnimationOptions {
    fn check(&self) -> Result<(), Error> {
        let parameter =
            |name: &str, value: String, allowed: String| Err(Error::Parameter { name: name.into(), value, allowed });
        for (name, side) in [("width", self.width), ("height", self.height)] {
            if !(1..=Raster::LONGEST_SIDE).contains(&side) {
                return parameter(name, side.to_string(), format!("1 to {} pixels", Raster::LONGEST_SIDE));
            }
        }
        if !(1..=MOST_FRAMES).contains(&self.frames) {
            return parameter("frames", self.frames.to_string(), format!("1 to {MOST_FRAMES}"));
        }
        timing::check_fps(self.fps)
    }

    /// Bytes in a frame; at most 1 GiB once the options are checked.
    fn frame_bytes(&self) -> usize {
        4 * self.width as usize * self.height as usize
    }
}

/// What to name when something fails.
#[derive(Clone)]
struct Blame {
    output: String,
    format: &'static str,
}

impl Blame {
    fn new(options: &AnimationOptions, format: &'static str) -> Self {
        Self { output: options.output.clone(), format }
    }

    fn io(&self, source: io::Error) -> Error {
        Error::Io { path: self.output.clone(), source }
    }

    fn encode(&self, reason: impl Into<String>) -> Error {
        Error::Encode { format: self.format, reason: reason.into() }
    }

    fn check_length(&self, frame: &[u8], bytes: usize) -> Result<(), Error> {
        if frame.len() == bytes {
            return Ok(());
        }
        Err(self.encode(format!("a frame needs {bytes} bytes, not {}", frame.len())))
    }
}
