//! PNG.

use std::collections::BTreeMap;
use std::io::Write;

use png::{BitDepth, ColorType, DeflateCompression, Filter};

use crate::error::Error;

/// How much work goes into making a PNG small.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Compression {
    /// About a millisecond for 512 x 512 pixels: for sequences.
    Fast,
    /// Often less than half the size of `Fast`, never more, in some six times its time: for stills.
    #[default]
    Small,
    /// Tries several ways, with fewer channels where that loses nothing, and takes the smallest file.
    Smallest,
}

/// Encodes straight-alpha RGBA, 8 bits a channel, row by row from the top.
///
/// Pixels decode to exactly what was given. The file says nothing about its colour space, which means sRGB.
///
/// # Errors
/// [`Error::Encode`] where the number of bytes is not `4 * width * height`, or there are none.
pub fn encode_png(width: u32, height: u32, straight_rgba: &[u8], compression: Compression) -> Result<Vec<u8>, Error> {
    let expected = 4 * u128::from(width) * u128::from(height);
    if expected == 0 || straight_rgba.len() as u128 != expected {
        let reason = format!("{width} x {height} pixels need {expected} bytes, not {}", straight_rgba.len());
        return Err(Error::Encode { format: "PNG", reason });
    }
    let rgba = Image { color: ColorType::Rgba, palette: None, data: straight_rgba };
    let way = compression.single_pass();
    match compression {
        Compression::Fast => encode(width, height, &rgba, way),
        // Some art is neither flat nor smooth; then the fast way, which adds little time, is the better one.
        Compression::Small => {
            let fast = Compression::Fast.single_pass();
            smaller(encode(width, height, &rgba, way)?, encode(width, height, &rgba, fast)?)
        }
        Compression::Smallest => {
            let (palette, data);
            let image = if let Some(indexed) = to_palette(straight_rgba) {
                (palette, data) = indexed;
                Image { color: ColorType::Indexed, palette: Some(&palette), data: &data }
            } else if straight_rgba.chunks_exact(4).all(|p| p[3] == 255) {
                data = straight_rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
                Image { color: ColorType::Rgb, palette: None, data: &data }
            } else {
                rgba
            };
            let adaptive = Way { filter: Filter::Adaptive, ..way };
            smaller(encode(width, height, &image, way)?, encode(width, height, &image, adaptive)?)
        }
    }
}

fn smaller(a: Vec<u8>, b: Vec<u8>) -> Result<Vec<u8>, Error> {
    Ok(if b.len() < a.len() { b } else { a })
}

struct Image<'a> {
    color: ColorType,
    palette: Option<&'a [[u8; 4]]>,
    data: &'a [u8],
}

/// How rows are filtered and squeezed.
#[derive(Clone, Copy)]
pub(super) struct Way {
    filter: Filter,
    deflate: DeflateCompression,
}

impl Way {
    pub(super) fn set_on<W: Write>(self, encoder: &mut png::Encoder<'_, W>) {
        encoder.set_filter(self.filter);
        encoder.set_deflate_compression(self.deflate);
    }
}

impl Compression {
    /// The way to take where there is one try only.
    pub(super) fn single_pass(self) -> Way {
        // Flat colours and smooth gradients compress better unfiltered, and in less time.
        let unfiltered = |level| Way { filter: Filter::NoFilter, deflate: DeflateCompression::Level(level) };
        match self {
            // What the crate's own `Compression::Fast` stands for.
            Self::Fast => Way { filter: Filter::Adaptive, deflate: DeflateCompression::FdeflateUltraFast },
            Self::Small => unfiltered(6),
            Self::Smallest => unfiltered(9),
        }
    }
}

fn encode(width: u32, height: u32, image: &Image, way: Way) -> Result<Vec<u8>, Error> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(image.color);
    encoder.set_depth(BitDepth::Eight);
    way.set_on(&mut encoder);
    if let Some(palette) = image.palette {
        encoder.set_palette(palette.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect::<Vec<_>>());
        // Opaque entries stand last, and what the list leaves out is opaque.
        let alphas: Vec<_> = palette.iter().map(|[.., a]| *a).take_while(|a| *a != 255).collect();
        if !alphas.is_empty() {
            encoder.set_trns(alphas);
        }
    }
    let failed = |e: png::EncodingError| Error::Encode { format: "PNG", reason: e.to_string() };
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(image.data).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// A palette of at most 256 colours, sorted by alpha, and each pixel's index in it.
fn to_palette(straight_rgba: &[u8]) -> Option<(Vec<[u8; 4]>, Vec<u8>)> {
    let pixels = straight_rgba.as_chunks::<4>().0;
    let mut index = BTreeMap::new();
    let mut last = None;
    for pixel in pixels {
        if last == Some(pixel) {
            continue;
        }
        last = Some(pixel);
        index.insert((pixel[3], *pixel), 0);
        if index.len() > 256 {
            return None;
        }
    }
    for (number, place) in index.values_mut().zip(0..=255) {
        *number = place;
    }
    let data = pixels.iter().map(|pixel| index.get(&(pixel[3], *pixel)).copied().unwrap_or(0)).collect();
    Some((index.into_keys().map(|(_, pixel)| pixel).collect(), data))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Compression; 3] = [Compression::Fast, Compression::Small, Compression::Smallest];

    fn decoded(file: &[u8]) -> Vec<u8> {
        image::load_from_memory(file).unwrap().into_rgba8().into_raw()
    }

    fn has_chunk(file: &[u8], name: &[u8; 4]) -> bool {
        file.windows(4).any(|bytes| bytes == name)
    }

    /// A disc with a soft edge and a radial gradient on a flat ground; `alpha` over all.
    fn art(size: u32, alpha: u8) -> Vec<u8> {
        let (centre, radius) = (f64::from(size) / 2.0, f64::from(size) * 0.4);
        let pixel = |x: u32, y: u32| {
            let (dx, dy) = (f64::from(x) - centre, f64::from(y) - centre);
            let edge = (radius - libm::hypot(dx, dy)).clamp(0.0, 1.0);
            let t = libm::hypot(dx + centre * 0.2, dy + centre * 0.3) / (1.5 * radius);
            let mix = |inner: f64, outer: f64| (30.0 + edge * (inner + (outer - inner) * t.min(1.0) - 30.0)) as u8;
            [mix(255.0, 190.0), mix(240.0, 80.0), mix(180.0, 20.0), alpha]
        };
        (0..size).flat_map(|y| (0..size).flat_map(move |x| pixel(x, y))).collect()
    }

    #[test]
    fn a_translucent_pixel_is_stored_straight() {
        for compression in ALL {
            let file = encode_png(1, 1, &[51, 102, 204, 128], compression).unwrap();
            assert_eq!(decoded(&file), [51, 102, 204, 128], "{compression:?}");
        }
    }

    #[test]
    fn every_way_keeps_every_pixel() {
        let few_colors: Vec<u8> =
            (0..64u8).flat_map(|i| [i / 8 * 30, 7, 200, if i % 8 < 3 { i } else { 255 }]).collect();
        let pictures =
            [(40, art(40, 255)), (40, art(40, 90)), (8, few_colors), (3, vec![0; 36]), (1, vec![9, 8, 7, 255])];
        for (size, picture) in pictures {
            for compression in ALL {
                let file = encode_png(size, size, &picture, compression).unwrap();
                assert_eq!(decoded(&file), picture, "{size} px, {compression:?}");
            }
        }
    }

    #[test]
    fn no_chunk_changes_how_colours_are_read() {
        for compression in ALL {
            let file = encode_png(30, 30, &art(30, 200), compression).unwrap();
            for name in [b"gAMA", b"sRGB", b"iCCP", b"cHRM"] {
                assert!(!has_chunk(&file, name), "{compression:?} wrote {}", String::from_utf8_lossy(name));
            }
        }
    }

    #[test]
    fn more_work_makes_smaller_files() {
        let picture = art(160, 255);
        let [fast, small, smallest] = ALL.map(|c| encode_png(160, 160, &picture, c).unwrap().len());
        assert!(smallest < small && small < fast, "{smallest} < {small} < {fast}");
        // Two ramps that cross are the worst case for unfiltered rows.
        let ramps: Vec<u8> = (0..=255u8).flat_map(|y| (0..=255u8).flat_map(move |x| [x, y, 0, 255])).collect();
        let [fast, small, smallest] = ALL.map(|c| encode_png(256, 256, &ramps, c).unwrap().len());
        assert!(smallest <= small && small <= fast, "{smallest} <= {small} <= {fast}");
    }

    #[test]
    fn the_smallest_file_has_no_more_channels_than_it_needs() {
        let color_type = |rgba: &[u8], size| encode_png(size, size, rgba, Compression::Smallest).unwrap()[25];
        assert_eq!(color_type(&art(160, 255), 160), 2, "opaque: RGB");
        assert_eq!(color_type(&art(160, 90), 160), 6, "translucent: RGBA");
        assert_eq!(color_type(&[1, 2, 3, 4].repeat(16), 4), 3, "few colours: a palette");
    }

    #[test]
    fn a_wrong_number_of_bytes_is_refused() {
        for (width, height, bytes) in [(2, 2, 15), (2, 2, 17), (0, 0, 0), (0, 4, 0), (u32::MAX, u32::MAX, 4)] {
            let result = encode_png(width, height, &vec![0; bytes], Compression::Small);
            assert!(matches!(result, Err(Error::Encode { format: "PNG", .. })), "{width} x {height}, {bytes} bytes");
        }
    }
}
