//! WAV files: PCM of 8, 16, 24 and 32 bits, and floating point of 32 and 64.

use crate::clip::bytes::Bytes;
use crate::clip::fault::Fault;

/// A recording.
pub(super) struct Wav<'a> {
    /// Frames (a sample of each channel) a second.
    pub rate: u32,
    channels: usize,
    format: Format,
    /// Whole frames.
    data: &'a [u8],
    /// Where `data` begins in the file.
    start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    U8,
    I16,
    I24,
    I32,
    F32,
    F64,
}

impl Format {
    fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::I16 => 2,
            Self::I24 => 3,
            Self::I32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// A sample of exactly [`Format::bytes`], with a full scale of 1.
    fn sample(self, bytes: &[u8]) -> f64 {
        match *bytes {
            [a] => (f64::from(a) - 128.0) / 128.0,
            [a, b] => f64::from(i16::from_le_bytes([a, b])) / 32_768.0,
            [a, b, c] => f64::from(i32::from_le_bytes([0, a, b, c])) / 2_147_483_648.0,
            [a, b, c, d] if self == Self::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            [a, b, c, d] => f64::from(i32::from_le_bytes([a, b, c, d])) / 2_147_483_648.0,
            [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => 0.0,
        }
    }
}

/// Whether a size of the samples is what programs write that cannot know it yet: ffmpeg the largest there is, sox and
/// arecord something just below 2 GiB. Such samples go on until the end of the file.
fn is_unknown(size: u32) -> bool {
    size == u32::MAX || (0x7FFF_0000..=0x8000_0000).contains(&size)
}
const PCM: u16 = 1;
const FLOAT: u16 = 3;
const EXTENSIBLE: u16 = 0xFFFE;

impl<'a> Wav<'a> {
    /// Reads the headers; the samples stay where they are.
    pub fn parse(file: &'a [u8]) -> Result<Self, Fault> {
        let mut bytes = Bytes::new(file);
        bytes.take(4, "the header")?;
        let promised = bytes.u32("the header")?;
        if bytes.take(4, "the header")? != b"WAVE" {
            return Err(Fault::new(8, "this is no WAV file", "it should begin with RIFF and WAVE"));
        }
        let mut format = None;
        loop {
            let start = bytes.at();
            let id: [u8; 4] = bytes.array("the file before its samples")?;
            let size = bytes.u32("the size of a part")?;
            // Who never came to fill in sizes left zeros, in the header too.
            let is_open = is_unknown(size) || size == 0 && promised as usize <= bytes.at();
            let size = if is_open && id == *b"data" { bytes.left() } else { size as usize };
            if size > bytes.left() {
                let (name, left) = (id.escape_ascii(), bytes.left());
                let message = format!("the part {name} promises {size} bytes, {left} follow");
                return Err(Fault::new(start + 4, message, "the file seems to be cut short"));
            }
            let inside = bytes.at();
            let data = bytes.take(size, "a part")?;
            // Parts are filled up to an even length; the last one sometimes is not.
            let filling = (size % 2).min(bytes.left());
            bytes.take(filling, "a part")?;
            match (&id, format) {
                (b"fmt ", _) => format = Some(header(data, inside)?),
                (b"data", None) => return Err(Fault::new(start, "the samples come before their format", "")),
                (b"data", Some((rate, channels, format))) => {
                    let frame = channels * Format::bytes(format);
                    let data = &data[..data.len() - data.len() % frame];
                    if data.is_empty() {
                        return Err(Fault::new(inside, "there are no samples", ""));
                    }
                    return Ok(Self { rate, channels, format, data, start: inside });
                }
                _ => {}
            }
        }
    }

    /// Frames in all.
    pub fn frames(&self) -> usize {
        self.data.len() / (self.channels * self.format.bytes())
    }

    /// Seconds.
    pub fn duration(&self) -> f64 {
        self.frames() as f64 / f64::from(self.rate)
    }

    /// The mean square of the samples of some frames, all channels together.
    pub fn power(&self, frames: std::ops::Range<usize>) -> Result<f64, Fault> {
        let size = self.format.bytes();
        let frame = size * self.channels;
        let (from, to) = (frames.start.min(self.frames()) * frame, frames.end.min(self.frames()) * frame);
        let mut sum = 0.0;
        for (i, bytes) in self.data[from..to].chunks_exact(size).enumerate() {
            let sample = self.format.sample(bytes);
            if !sample.is_finite() {
                return Err(Fault::new(self.start + from + i * size, format!("this sample is {sample}"), ""));
            }
            // What is far too loud stays a number.
            let sample = sample.clamp(-16.0, 16.0);
            sum += sample * sample;
        }
        let count = (to - from) / size;
        Ok(if count == 0 { 0.0 } else { sum / count as f64 })
    }
}

/// Rate, channels and format from the part `fmt `.
fn header(data: &[u8], at: usize) -> Result<(u32, usize, Format), Fault> {
    let mut bytes = Bytes::new(data);
    let moved = |fault: Fault| Fault { at: fault.at + at, ..fault };
    let mut read = || -> Result<_, Fault> {
        let (tag, channels, rate) = (bytes.u16("the format")?, bytes.u16("the format")?, bytes.u32("the format")?);
        bytes.take(4, "the format")?;
        let (frame, bits) = (bytes.u16("the format")?, bytes.u16("the format")?);
        let tag = if tag == EXTENSIBLE {
            bytes.take(8, "the format")?;
            bytes.u16("the format")?
        } else {
            tag
        };
        Ok((tag, channels, rate, frame, bits))
    };
    let (tag, channels, rate, frame, bits) = read().map_err(moved)?;
    let format = match (tag, bits) {
        (PCM, 8) => Format::U8,
        (PCM, 16) => Format::I16,
        (PCM, 24) => Format::I24,
        (PCM, 32) => Format::I32,
        (FLOAT, 32) => Format::F32,
        (FLOAT, 64) => Format::F64,
        _ => {
            let help = "save it as PCM of 8, 16, 24 or 32 bits, or as floating point";
            return Err(Fault::new(at, format!("samples of format {tag} with {bits} bits are not known"), help));
        }
    };
    if channels == 0 {
        return Err(Fault::new(at + 2, "there are no channels", ""));
    }
    // Careless programs leave it at 0.
    let whole = usize::from(channels) * format.bytes();
    if frame != 0 && usize::from(frame) != whole {
        let message = format!("the samples of a moment take {frame} bytes, {channels} of {bits} bits take {whole}");
        return Err(Fault::new(at + 12, message, "save it as PCM of 16 bits"));
    }
    if !(1_000..=768_000).contains(&rate) {
        return Err(Fault::new(
            at + 4,
            format!("a rate of {rate} Hz is out of range"),
            "it must be from 1000 to 768000",
        ));
    }
    Ok((rate, channels.into(), format))
}
