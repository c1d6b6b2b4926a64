//! YUV4MPEG2: uncompressed video that ffmpeg and most encoders read from a pipe.

use std::io::Write;

use super::flatten::over;
use super::{AnimationOptions, Blame, Checked, FrameWriter, timing};
use crate::color::Color;
use crate::error::Error;

/// Writes Y4M with full-size chroma (4:4:4): opaque, every frame on `background`.
///
/// The format does not say how red, green and blue become Y, Cb and Cr. Here it is BT.601 in the limited range (Y 16 to
/// 235), which ffmpeg takes for granted.
///
/// # Errors
/// [`Error::Parameter`] for options that are not allowed, [`Error::Io`] where writing fails.
pub fn y4m<'a>(
    mut out: impl Write + 'a,
    options: &AnimationOptions,
    background: Color,
) -> Result<Box<dyn FrameWriter + 'a>, Error> {
    options.check()?;
    let blame = Blame::new(options, "Y4M");
    let (denominator, numerator) = timing::frame_seconds(options.fps);
    let (width, height) = (options.width, options.height);
    // Ip: progressive. A1:1: square pixels.
    let header = format!("YUV4MPEG2 W{width} H{height} F{numerator}:{denominator} Ip A1:1 C444 XCOLORRANGE=LIMITED\n");
    out.write_all(header.as_bytes()).map_err(|e| blame.io(e))?;
    Ok(Checked::new(Y4m { out, background, frame: Vec::new(), blame: blame.clone() }, blame, options))
}

struct Y4m<W: Write> {
    out: W,
    background: Color,
    /// The bytes of a frame, kept for the next one.
    frame: Vec<u8>,
    blame: Blame,
}

impl<W: Write> FrameWriter for Y4m<W> {
    fn frame(&mut self, straight_rgba: &[u8]) -> Result<(), Error> {
        const HEAD: &[u8] = b"FRAME\n";
        let pixels = straight_rgba.as_chunks().0;
        self.frame.clear();
        self.frame.extend_from_slice(HEAD);
        self.frame.resize(HEAD.len() + 3 * pixels.len(), 0);
        let (luma, chroma) = self.frame[HEAD.len()..].split_at_mut(pixels.len());
        let (blue, red) = chroma.split_at_mut(pixels.len());
        for (((pixel, y), cb), cr) in pixels.iter().zip(luma).zip(blue).zip(red) {
            [*y, *cb, *cr] = ycbcr(over(*pixel, self.background));
        }
        self.out.write_all(&self.frame).map_err(|e| self.blame.io(e))
    }

    fn finish(mut self: Box<Self>) -> Result<(), Error> {
        self.out.flush().map_err(|e| self.blame.io(e))
    }
}

/// BT.601, limited range.
fn ycbcr(rgb: [u8; 3]) -> [u8; 3] {
    let [r, g, b] = rgb.map(|v| f64::from(v) / 255.0);
    let y = 0.299 * r + 0.587 * g + 0.114 * b;
    let luma = 16.0 + 219.0 * y;
    let blue = 128.0 + 224.0 * (b - y) / 1.772;
    let red = 128.0 + 224.0 * (r - y) / 1.402;
    [luma, blue, red].map(|v| v.round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_of_the_standard_bars() {
        // As ITU-R BT.801 tabulates them, for 100 % bars.
        let bars = [
            ([255, 255, 255], [235, 128, 128]),
            ([255, 255, 0], [210, 16, 146]),
            ([0, 255, 255], [170, 166, 16]),
            ([0, 255, 0], [145, 54, 34]),
            ([255, 0, 255], [106, 202, 222]),
            ([255, 0, 0], [81, 90, 240]),
            ([0, 0, 255], [41, 240, 110]),
            ([0, 0, 0], [16, 128, 128]),
        ];
        for (rgb, expected) in bars {
            assert_eq!(ycbcr(rgb), expected, "{rgb:?}");
        }
    }

    #[test]
    fn a_header_then_planes() {
        let options = AnimationOptions { output: "-".into(), width: 2, height: 1, frames: 1, fps: 29.97, loops: 0 };
        let mut file = Vec::new();
        let mut writer = y4m(&mut file, &options, Color::WHITE).unwrap();
        // Red, and nothing on white.
        writer.frame(&[255, 0, 0, 255, 9, 9, 9, 0]).unwrap();
        writer.finish().unwrap();
        let expected = b"YUV4MPEG2 W2 H1 F2997:100 Ip A1:1 C444 XCOLORRANGE=LIMITED\nFRAME\n\x51\xeb\x5a\x80\xf0\x80";
        assert_eq!(file, expected);
    }
}
