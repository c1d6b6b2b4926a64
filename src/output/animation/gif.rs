//! GIF: one palette for all frames, and pixels that are either clear or opaque.

use std::io::{BufWriter, Write};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::area::Area;
use super::flatten::over;
use super::palette::{Histogram, Nearest, Rgb};
use super::{AnimationOptions, Blame, Checked, FrameWriter, timing};
use crate::color::Color;
use crate::error::Error;

/// The entry of the palette that stands for clear pixels.
const CLEAR: u8 = 0;

/// Writes a GIF. Its palette is made from `samples`: a few frames, or one that holds all colours.
///
/// A GIF has no translucent pixels. With a `matte`, all that is not wholly clear is laid over that colour and becomes
/// opaque: smooth edges on a page of that colour, a rim of it on others. Without one, pixels keep their own colour, and
/// those that are less than half opaque become clear: a hard edge, and no rim on any page.
///
/// Frames shorter than 2/100 s are slowed down by viewers; see [`gif_pace`](super::gif_pace).
///
/// # Errors
/// [`Error::Parameter`] for options that are not allowed, [`Error::Encode`] where there is no sample or one has a wrong
/// number of bytes, [`Error::Io`] where writing fails.
pub fn gif<'a>(
    out: impl Write + 'a,
    options: &AnimationOptions,
    matte: Option<Color>,
    samples: &[&[u8]],
) -> Result<Box<dyn FrameWriter + 'a>, Error> {
    options.check()?;
    let blame = Blame::new(options, "GIF");
    if samples.is_empty() {
        return Err(blame.encode("there is no frame to take colours from"));
    }
    let mut histogram = Histogram::default();
    for sample in samples {
        blame.check_length(sample, options.frame_bytes())?;
        histogram.count(sample.as_chunks().0.iter().filter_map(|pixel| solid(*pixel, matte)));
    }
    // What programs show that know of no clear pixels.
    let ground = matte.unwrap_or(Color::WHITE);
    let mut colors = histogram.reduce(255);
    if colors.is_empty() {
        colors.push([ground.r, ground.g, ground.b]);
    }
    let mut table = vec![ground.r, ground.g, ground.b];
    table.extend(colors.as_flattened());

    // Sides are at most 16384.
    let (width, height) = (options.width as u16, options.height as u16);
    let header = || {
        let mut encoder = Encoder::new(BufWriter::new(out), width, height, &table)?;
        // The block counts repetitions. Without it a GIF plays once.
        match options.loops {
            0 => encoder.set_repeat(Repeat::Infinite)?,
            1 => {}
            loops => encoder.set_repeat(Repeat::Finite(loops - 1))?,
        }
        Ok(encoder)
    };
    let encoder = header().map_err(|e| blame.gif(e))?;
    let format = Gif {
        encoder,
        matte,
        nearest: Nearest::new(colors),
        fps: options.fps,
        whole: Area::whole(options.width, options.height),
        written: 0,
        before: vec![CLEAR; options.frame_bytes() / 4],
        waiting: None,
        blame: blame.clone(),
    };
    Ok(Checked::new(format, blame, options))
}

/// The opaque colour of a pixel; `None` where it is clear.
fn solid(pixel: [u8; 4], matte: Option<Color>) -> Option<Rgb> {
    let [r, g, b, a] = pixel;
    match matte {
        Some(matte) => (a > 0).then(|| over(pixel, matte)),
        None => (a >= 128).then_some([r, g, b]),
    }
}

struct Gif<W: Write> {
    encoder: Encoder<W>,
    matte: Option<Color>,
    nearest: Nearest,
    fps: f64,
    whole: Area,
    /// How many frames are in the file.
    written: u32,
    /// What a viewer shows just before it draws the waiting frame, as places in the palette.
    before: Vec<u8>,
    /// The last frame, which is written once the next one is known: only taking a whole rectangle away makes pixels clear
    /// again, and that is said in the frame before.
    waiting: Option<Waiting>,
    blame: Blame,
}

struct Waiting {
    /// The whole picture, as places in the palette.
    picture: Vec<u8>,
    /// The part of it to draw.
    area: Area,
}

impl<W: Write> FrameWriter for Gif<W> {
    fn frame(&mut self, straight_rgba: &[u8]) -> Result<(), Error> {
        let picture: Vec<u8> = straight_rgba
            .as_chunks()
            .0
            .iter()
            .map(|pixel| solid(*pixel, self.matte).map_or(CLEAR, |color| self.nearest.index(color) + 1))
            .collect();
        let width = self.whole.width;
        let area = match self.waiting.take() {
            None => self.whole,
            Some(last) => {
                let erased = Area::around(&last.picture, &picture, width, |a, b| *a != CLEAR && *b == CLEAR);
                self.write(last, erased)?;
                Area::around(&self.before, &picture, width, |a, b| a != b).unwrap_or(Area::PIXEL)
            }
        };
        self.waiting = Some(Waiting { picture, area });
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Error> {
        if let Some(last) = self.waiting.take() {
            self.write(last, None)?;
        }
        let mut out = self.encoder.into_inner().map_err(|e| self.blame.gif(e))?;
        out.flush().map_err(|e| self.blame.io(e))
    }
}

impl<W: Write> Gif<W> {
    /// Writes a frame after which `erased` is to be clear, and what else it drew.
    fn write(&mut self, Waiting { picture, area }: Waiting, erased: Option<Area>) -> Result<(), Error> {
        let area = erased.map_or(area, |erased| area.union(erased));
        // Pixels that stay are clear in the frame, which makes long runs.
        let drawn: Vec<u8> = area
            .rows(self.whole.width)
            .flat_map(|row| self.before[row.clone()].iter().zip(&picture[row]))
            .map(|(before, after)| if before == after { CLEAR } else { *after })
            .collect();
        let frame = Frame {
            delay: timing::delay(self.written, self.fps, 100.0) as u16,
            dispose: if erased.is_some() { DisposalMethod::Background } else { DisposalMethod::Keep },
            transparent: Some(CLEAR),
            left: area.x as u16,
            top: area.y as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: drawn.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(|e| self.blame.gif(e))?;
        self.written += 1;
        self.before = picture;
        if erased.is_some() {
            for row in area.rows(self.whole.width) {
                self.before[row].fill(CLEAR);
            }
        }
        Ok(())
    }
}

impl Blame {
    fn gif(&self, error: EncodingError) -> Error {
        match error {
            EncodingError::Io(source) => self.io(source),
            other => self.encode(other.to_string()),
        }
    }
}
