//! Animated WebP, lossless: a container around stills of `image-webp`.
//!
//! <https://developers.google.com/speed/webp/docs/riff_container>

use std::io::Write;

use image_webp::{ColorType, WebPEncoder};

use super::area::Area;
use super::{AnimationOptions, Blame, Checked, FrameWriter, timing};
use crate::error::Error;

/// The most bytes of encoded frames to hold.
const MOST_BYTES: usize = 256 << 20;

/// Writes an animated WebP: every pixel of every frame exact, alpha included.
///
/// The file begins with its length, so encoded frames are held until the end: up to 256 MiB of them.
///
/// # Errors
/// [`Error::Parameter`] for options that are not allowed.
pub fn webp<'a>(out: impl Write + 'a, options: &AnimationOptions) -> Result<Box<dyn FrameWriter + 'a>, Error> {
    options.check()?;
    let blame = Blame::new(options, "WebP");
    let format = WebP {
        out,
        whole: Area::whole(options.width, options.height),
        fps: options.fps,
        taken: 0,
        before: Vec::new(),
        chunks: head(options),
        blame: blame.clone(),
    };
    Ok(Checked::new(format, blame, options))
}

struct WebP<W: Write> {
    out: W,
    whole: Area,
    fps: f64,
    /// How many frames came.
    taken: u32,
    /// The last frame; empty before the first.
    before: Vec<u8>,
    /// The file from after its length on.
    chunks: Vec<u8>,
    blame: Blame,
}

impl<W: Write> FrameWriter for WebP<W> {
    fn frame(&mut self, straight_rgba: &[u8]) -> Result<(), Error> {
        let (before, after) = (self.before.as_chunks::<4>().0, straight_rgba.as_chunks::<4>().0);
        let width = self.whole.width;
        let area = if self.before.is_empty() {
            self.whole
        } else {
            // The format stores halves of coordinates.
            Area::around(before, after, width, |a, b| a != b).unwrap_or(Area::PIXEL).to_even()
        };
        let still = self.still(area, area.cut(after, width).as_flattened())?;
        let milliseconds = timing::delay(self.taken, self.fps, 1000.0);
        chunk(&mut self.chunks, b"ANMF", &[&frame_head(area, milliseconds), &still]);
        if self.chunks.len() > MOST_BYTES {
            return Err(Error::Limit {
                what: "the WebP animation".into(),
                value: format!("more than {} MiB after {} frames", MOST_BYTES >> 20, self.taken + 1),
                limit: format!("{} MiB; lower --size, --fps or --duration, or write an APNG", MOST_BYTES >> 20),
            });
        }
        self.taken += 1;
        self.before.clear();
        self.before.extend_from_slice(straight_rgba);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Error> {
        // Far below 4 GiB.
        let length = self.chunks.len() as u32;
        let mut write = || {
            self.out.write_all(b"RIFF")?;
            self.out.write_all(&length.to_le_bytes())?;
            self.out.write_all(&self.chunks)?;
            self.out.flush()
        };
        write().map_err(|e| self.blame.io(e))
    }
}

impl<W: Write> WebP<W> {
    /// The chunk that holds the pixels of an area.
    fn still(&self, area: Area, pixels: &[u8]) -> Result<Vec<u8>, Error> {
        let mut file = Vec::new();
        let (width, height) = (area.width as u32, area.height as u32);
        let encoded = WebPEncoder::new(&mut file).encode(pixels, width, height, ColorType::Rgba8);
        encoded.map_err(|e| self.blame.encode(e.to_string()))?;
        // `RIFF`, the length, `WEBP`, then the one chunk.
        match file.get(12..) {
            Some(chunk) if chunk.starts_with(b"VP8L") => Ok(chunk.to_vec()),
            _ => Err(self.blame.encode("a still is not what it should be")),
        }
    }
}

/// All that comes before the frames.
fn head(options: &AnimationOptions) -> Vec<u8> {
    const ANIMATED: u8 = 0x02;
    const ALPHA: u8 = 0x10;
    const CLEAR: [u8; 4] = [0; 4];

    let mut head = b"WEBP".to_vec();
    let [width, height] = [options.width, options.height].map(|side| u24(side - 1));
    chunk(&mut head, b"VP8X", &[&[ANIMATED | ALPHA, 0, 0, 0], &width, &height]);
    chunk(&mut head, b"ANIM", &[&CLEAR, &options.loops.to_le_bytes()]);
    head
}

/// Where and how long a frame is shown: in place of what is there, and left standing.
fn frame_head(area: Area, milliseconds: u32) -> [u8; 16] {
    const NO_BLENDING: u8 = 0x02;
    let [x, y, width, height] = [area.x / 2, area.y / 2, area.width - 1, area.height - 1].map(|v| u24(v as u32));
    let mut head = [0; 16];
    head[..15].copy_from_slice([x, y, width, height, u24(milliseconds)].as_flattened());
    head[15] = NO_BLENDING;
    head
}

/// Adds a chunk: its name, its length, its data, and a byte where the length is odd.
fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[&[u8]]) {
    let length: usize = data.iter().map(|part| part.len()).sum();
    file.extend_from_slice(name);
    file.extend_from_slice(&(length as u32).to_le_bytes());
    for part in data {
        file.extend_from_slice(part);
    }
    if length % 2 == 1 {
        file.push(0);
    }
}

/// The low three bytes, the lowest first.
fn u24(value: u32) -> [u8; 3] {
    let [a, b, c, _] = value.to_le_bytes();
    [a, b, c]
}
