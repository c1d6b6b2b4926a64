//! Pixels and nothing else.

use std::io::Write;

use super::{AnimationOptions, Blame, Checked, FrameWriter};
use crate::error::Error;

/// Writes the frames as they are, one after the other: for `ffmpeg -f rawvideo -pix_fmt rgba -s WxH -r FPS -i -`.
///
/// # Errors
/// [`Error::Parameter`] for options that are not allowed.
pub fn raw_rgba<'a>(out: impl Write + 'a, options: &AnimationOptions) -> Result<Box<dyn FrameWriter + 'a>, Error> {
    options.check()?;
    let blame = Blame::new(options, "raw RGBA");
    Ok(Checked::new(Raw { out, blame: blame.clone() }, blame, options))
}

struct Raw<W: Write> {
    out: W,
    blame: Blame,
}

impl<W: Write> FrameWriter for Raw<W> {
    fn frame(&mut self, straight_rgba: &[u8]) -> Result<(), Error> {
        self.out.write_all(straight_rgba).map_err(|e| self.blame.io(e))
    }

    fn finish(mut self: Box<Self>) -> Result<(), Error> {
        self.out.flush().map_err(|e| self.blame.io(e))
    }
}
