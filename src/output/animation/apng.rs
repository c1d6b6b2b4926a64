//! Animated PNG.

use std::io::{BufWriter, Write};

use png::{BitDepth, BlendOp, ColorType, DisposeOp, EncodingError};

use super::area::Area;
use super::{AnimationOptions, Blame, Checked, FrameWriter, timing};
use crate::error::Error;
use crate::output::Compression;

/// Writes an animated PNG: every pixel of every frame exact, alpha included.
///
/// Of each frame only the rectangle that differs from the frame before is written.
///
/// # Errors
/// [`Error::Parameter`] for options that are not allowed, [`Error::Io`] where writing fails.
pub fn apng<'a>(
    out: impl Write + 'a,
    options: &AnimationOptions,
    compression: Compression,
) -> Result<Box<dyn FrameWriter + 'a>, Error> {
    options.check()?;
    let blame = Blame::new(options, "APNG");
    let header = || {
        let mut encoder = png::Encoder::new(BufWriter::new(out), options.width, options.height);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        compression.single_pass().set_on(&mut encoder);
        encoder.set_animated(options.frames, u32::from(options.loops))?;
        let (numerator, denominator) = timing::frame_seconds(options.fps);
        encoder.set_frame_delay(numerator, denominator)?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.write_header()
    };
    let writer = header().map_err(|e| blame.png(e))?;
    let whole = Area::whole(options.width, options.height);
    let format = Apng { writer, whole, before: Vec::new(), blame: blame.clone() };
    Ok(Checked::new(format, blame, options))
}

struct Apng<W: Write> {
    writer: png::Writer<W>,
    whole: Area,
    /// The last frame; empty before the first.
    before: Vec<u8>,
    blame: Blame,
}

impl<W: Write> FrameWriter for Apng<W> {
    fn frame(&mut self, straight_rgba: &[u8]) -> Result<(), Error> {
        let (before, after) = (self.before.as_chunks::<4>().0, straight_rgba.as_chunks::<4>().0);
        let width = self.whole.width;
        let area = if self.before.is_empty() {
            self.whole
        } else {
            Area::around(before, after, width, |a, b| a != b).unwrap_or(Area::PIXEL)
        };
        let pixels = area.cut(after, width);
        self.write(area, pixels.as_flattened()).map_err(|e| self.blame.png(e))?;
        self.before.clear();
        self.before.extend_from_slice(straight_rgba);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Error> {
        self.writer.finish().map_err(|e| self.blame.png(e))
    }
}

impl<W: Write> Apng<W> {
    fn write(&mut self, area: Area, pixels: &[u8]) -> Result<(), EncodingError> {
        // The writer wants place and size to fit together at every step.
        self.writer.set_frame_position(0, 0)?;
        self.writer.set_frame_dimension(area.width as u32, area.height as u32)?;
        self.writer.set_frame_position(area.x as u32, area.y as u32)?;
        self.writer.write_image_data(pixels)
    }
}

impl Blame {
    fn png(&self, error: EncodingError) -> Error {
        match error {
            EncodingError::IoError(source) => self.io(source),
            other => self.encode(other.to_string()),
        }
    }
}
