//! Each format is read again by decoders that are not ours, and compared with the frames that went in.

mod movies;
mod others;

use std::io::{self, Cursor, Write};

use image::codecs::{gif::GifDecoder, png::PngDecoder, webp::WebPDecoder};
use image::{AnimationDecoder, Frames, ImageResult};
use proptest::prelude::*;

use self::movies::{Movie, all};
use super::*;
use crate::{Color, Compression};

/// A decoded frame: its pixels, and how long it is shown as a fraction of milliseconds.
type Decoded = (Vec<u8>, (u32, u32));

fn decoded(frames: ImageResult<Frames>) -> Vec<Decoded> {
    let frames = frames.unwrap().collect_frames().unwrap();
    frames.into_iter().map(|frame| (frame.buffer().as_raw().clone(), frame.delay().numer_denom_ms())).collect()
}

fn decode_apng(file: &[u8]) -> Vec<Decoded> {
    decoded(PngDecoder::new(Cursor::new(file)).unwrap().apng().map(AnimationDecoder::into_frames))
}

fn decode_gif(file: &[u8]) -> Vec<Decoded> {
    decoded(GifDecoder::new(Cursor::new(file)).map(AnimationDecoder::into_frames))
}

fn decode_webp(file: &[u8]) -> Vec<Decoded> {
    decoded(WebPDecoder::new(Cursor::new(file)).map(AnimationDecoder::into_frames))
}

fn pictures(decoded: Vec<Decoded>) -> Vec<Vec<u8>> {
    decoded.into_iter().map(|(picture, _)| picture).collect()
}

/// What a clear pixel's colour is says nothing.
fn blank_where_clear(picture: &[u8]) -> Vec<[u8; 4]> {
    picture.as_chunks().0.iter().map(|pixel: &[u8; 4]| if pixel[3] == 0 { [0; 4] } else { *pixel }).collect()
}

fn assert_exact(movie: &Movie, found: &[Vec<u8>], what: &str) {
    assert_eq!(found.len(), movie.frames.len(), "{what}, {}: frames", movie.name);
    for (k, (found, frame)) in found.iter().zip(&movie.frames).enumerate() {
        assert!(blank_where_clear(found) == blank_where_clear(frame), "{what}, {}: frame {k} differs", movie.name);
    }
}

/// What a pixel should become in a GIF, worked out without the program's arithmetic.
fn in_gif([r, g, b, a]: [u8; 4], matte: Option<Color>) -> Option<[f64; 3]> {
    let own = [r, g, b].map(f64::from);
    match matte {
        None => (f64::from(a) / 255.0 >= 0.5).then_some(own),
        Some(matte) => (a != 0).then(|| {
            let share = f64::from(a) / 255.0;
            let ground = [matte.r, matte.g, matte.b].map(f64::from);
            std::array::from_fn(|i| own[i] * share + ground[i] * (1.0 - share))
        }),
    }
}

/// Alpha must be exact, colours within `most` in each channel.
fn assert_like_gif(movie: &Movie, matte: Option<Color>, found: &[Vec<u8>], most: f64, what: &str) {
    assert_eq!(found.len(), movie.frames.len(), "{what}, {}: frames", movie.name);
    for (k, (found, frame)) in found.iter().zip(&movie.frames).enumerate() {
        let pixels = found.as_chunks::<4>().0.iter().zip(frame.as_chunks().0);
        for (i, (found, pixel)) in pixels.enumerate() {
            let at = || format!("{what}, {}: frame {k}, pixel {i}: {pixel:?} became {found:?}", movie.name);
            match in_gif(*pixel, matte) {
                None => assert_eq!(found[3], 0, "{}", at()),
                Some(expected) => {
                    assert_eq!(found[3], 255, "{}", at());
                    let error = (0..3).map(|c| (f64::from(found[c]) - expected[c]).abs()).fold(0.0, f64::max);
                    assert!(error <= most, "{}: off by {error}", at());
                }
            }
        }
    }
}

/// A step of the palette over the gradients of the test movies, and the rounding of the matte.
const GIF_ERROR: f64 = 6.5;

const MATTES: [Option<Color>; 3] = [None, Some(Color::WHITE), Some(Color::BLACK)];

#[test]
fn every_apng_frame_is_the_frame_that_went_in() {
    for movie in all() {
        for compression in [Compression::Fast, Compression::Small, Compression::Smallest] {
            assert_exact(&movie, &pictures(decode_apng(&movie.apng_with(compression))), "APNG");
        }
    }
}

#[test]
fn every_webp_frame_is_the_frame_that_went_in() {
    for movie in all() {
        assert_exact(&movie, &pictures(decode_webp(&movie.webp())), "WebP");
    }
}

#[test]
fn gif_frames_have_the_right_shape_and_nearly_the_right_colours() {
    for movie in all() {
        for matte in MATTES {
            let what = format!("GIF on {matte:?}");
            assert_like_gif(&movie, matte, &pictures(decode_gif(&movie.gif(matte))), GIF_ERROR, &what);
        }
    }
}

#[test]
fn raw_output_is_the_frames_end_to_end() {
    for movie in all() {
        let file = movie.write(|out, options| raw_rgba(out, options));
        assert_eq!(file, movie.frames.concat(), "{}", movie.name);
    }
}

proptest! {
    /// Anything may appear, stay or vanish anywhere: rectangles and disposal must always add up.
    #[test]
    fn random_changes_come_back(movie in random_movie()) {
        assert_exact(&movie, &pictures(decode_apng(&movie.apng())), "APNG");
        assert_exact(&movie, &pictures(decode_webp(&movie.webp())), "WebP");
        // The palette holds every colour.
        assert_exact(&movie, &pictures(decode_gif(&movie.gif(None))), "GIF");
    }
}

fn random_movie() -> impl Strategy<Value = Movie> {
    const INKS: [[u8; 4]; 4] = [[0; 4], [255, 0, 0, 255], [0, 0, 255, 255], [9, 9, 9, 255]];
    (1..6usize, 1..5usize, 1..7usize).prop_flat_map(|(width, height, frames)| {
        let picture = prop::collection::vec(prop_oneof![3 => Just(0usize), 1 => 1..4usize], width * height);
        prop::collection::vec(picture, frames).prop_map(move |pictures| Movie {
            name: "random",
            width: width as u32,
            height: height as u32,
            frames: pictures.iter().map(|picture| picture.iter().flat_map(|ink| INKS[*ink]).collect()).collect(),
        })
    })
}

#[test]
fn a_gif_at_30_fps_keeps_time() {
    let movie = Movie { frames: vec![vec![255; 4]; 90], ..movies::dot() };
    let delays: Vec<_> = decode_gif(&movie.gif(None)).into_iter().map(|(_, (ms, _))| ms).collect();
    assert!(delays.iter().all(|ms| [30, 40].contains(ms)), "{delays:?}");
    assert_eq!(delays.iter().sum::<u32>(), 3000);
}

#[test]
fn webp_and_apng_at_30_fps_keep_time() {
    let movie = Movie { frames: vec![vec![255; 4]; 90], ..movies::dot() };
    let webp: Vec<_> = decode_webp(&movie.webp()).into_iter().map(|(_, (ms, _))| ms).collect();
    assert!(webp.iter().all(|ms| [33, 34].contains(ms)), "{webp:?}");
    assert_eq!(webp.iter().sum::<u32>(), 3000);
    for (_, (numerator, denominator)) in decode_apng(&movie.apng()) {
        assert_eq!(numerator * 30, 1000 * denominator);
    }
}

#[test]
fn an_animation_plays_as_often_as_it_should() {
    let movie = movies::dot();
    for (plays, gif_block) in [(1, None), (2, Some(1)), (0, Some(0)), (u16::MAX, Some(u16::MAX - 1))] {
        let options = AnimationOptions { loops: plays, ..movie.options() };

        let file = movie.write_as(&options, |out, options| gif(out, options, None, &movie.samples()));
        let block = file.windows(11).position(|bytes| bytes == b"NETSCAPE2.0").map(|at| {
            // A sub-block of three bytes, the first of which is 1.
            assert_eq!(file[at + 11..at + 13], [3, 1]);
            u16::from_le_bytes([file[at + 13], file[at + 14]])
        });
        assert_eq!(block, gif_block, "GIF, {plays} plays");

        let file = movie.write_as(&options, |out, options| apng(out, options, Compression::Fast));
        let info = png::Decoder::new(Cursor::new(&file)).read_info().unwrap().info().animation_control;
        assert_eq!(info.unwrap().num_plays, u32::from(plays), "APNG, {plays} plays");

        let file = movie.write_as(&options, |out, options| webp(out, options));
        let expected = match std::num::NonZeroU16::new(plays) {
            None => image_webp::LoopCount::Forever,
            Some(plays) => image_webp::LoopCount::Times(plays),
        };
        let count = image_webp::WebPDecoder::new(Cursor::new(&file)).unwrap().loop_count();
        assert_eq!(count, expected, "WebP, {plays} plays");
    }
}

#[test]
fn a_gif_rim_is_its_own_colour_or_blends_into_the_matte() {
    // A red row whose last pixels fade out.
    let alphas = [255, 200, 128, 127, 60, 1, 0];
    let row: Vec<u8> = alphas.iter().flat_map(|a| [200, 40, 20, *a]).collect();
    let movie = Movie { name: "rim", width: 7, height: 1, frames: vec![row] };
    let colors = |matte| -> Vec<[u8; 4]> { blank_where_clear(&pictures(decode_gif(&movie.gif(matte)))[0]) };

    let (red, clear) = ([200, 40, 20, 255], [0; 4]);
    assert_eq!(colors(None), [red, red, red, clear, clear, clear, clear]);
    // alpha * red + (1 - alpha) * matte, rounded.
    let on_white = [
        red,
        [212, 86, 71, 255],
        [227, 147, 137, 255],
        [228, 148, 138, 255],
        [242, 204, 200, 255],
        [255, 254, 254, 255],
        clear,
    ];
    assert_eq!(colors(Some(Color::WHITE)), on_white);
    let on_black =
        [red, [157, 31, 16, 255], [100, 20, 10, 255], [100, 20, 10, 255], [47, 9, 5, 255], [1, 0, 0, 255], clear];
    assert_eq!(colors(Some(Color::BLACK)), on_black);
}

#[test]
fn a_round_gif_without_a_matte_has_no_fringe_on_any_page() {
    // A flat disc with a soft edge: whatever is opaque must be its colour.
    let movie = movies::flat_disc();
    for picture in pictures(decode_gif(&movie.gif(None))) {
        let colors: std::collections::BTreeSet<_> = blank_where_clear(&picture).into_iter().collect();
        assert_eq!(colors, [[0; 4], movies::DISC].into());
    }
}

#[test]
fn flat_colours_come_out_of_a_gif_exactly() {
    // The palette cannot hold the whole gradient, but the ground is most of the picture.
    let movie = movies::gradient_on(Color::rgb(0xfd, 0xf6, 0xe3));
    let picture = &pictures(decode_gif(&movie.gif(None)))[0];
    assert_eq!(picture[..4], [0xfd, 0xf6, 0xe3, 255]);
}

#[test]
fn a_still_picture_costs_next_to_nothing_per_frame() {
    let one = movies::gradient_on(Color::WHITE);
    let many = Movie { frames: vec![one.frames[0].clone(); 101], ..one.clone() };
    let per_frame = |write: fn(&Movie) -> Vec<u8>| (write(&many).len() - write(&one).len()) / 100;
    assert!(per_frame(|movie| movie.gif(None)) < 40);
    assert!(per_frame(Movie::apng) < 90);
    assert!(per_frame(Movie::webp) < 70);
}

#[test]
fn frames_are_written_as_they_come() {
    /// Counts what was written, from outside of the writer.
    struct Counting<'a>(&'a std::cell::Cell<usize>);
    impl Write for Counting<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.set(self.0.get() + bytes.len());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let movie = movies::noise();
    let (options, samples) = (movie.options(), movie.samples());
    let count = std::cell::Cell::new(0);
    let out = || Counting(&count);
    let writers = [
        ("APNG", apng(out(), &options, Compression::Fast).unwrap()),
        ("GIF", gif(out(), &options, None, &samples).unwrap()),
        ("Y4M", y4m(out(), &options, Color::WHITE).unwrap()),
        ("raw", raw_rgba(out(), &options).unwrap()),
    ];
    for (name, mut writer) in writers {
        count.set(0);
        for (k, frame) in movie.frames.iter().enumerate() {
            writer.frame(frame).unwrap();
            // A GIF holds one frame back, and small remainders may stay in a buffer.
            let sure = k.saturating_sub(1) * movie.width as usize * movie.height as usize / 2;
            assert!(count.get() >= sure, "{name}: {} bytes after frame {k}", count.get());
        }
        writer.finish().unwrap();
    }
}

/// Every format, writing to `out`.
fn writers<'a, W: Write + 'a>(
    movie: &Movie,
    options: &AnimationOptions,
    out: impl Fn() -> W,
) -> Vec<Result<Box<dyn FrameWriter + 'a>, Error>> {
    vec![
        apng(out(), options, Compression::Fast),
        gif(out(), options, None, &movie.samples()),
        webp(out(), options),
        y4m(out(), options, Color::WHITE),
        raw_rgba(out(), options),
        SpriteSheet::new(options).and_then(|sheet| sheet.png(out(), Compression::Fast)),
    ]
}

#[test]
fn a_frame_of_the_wrong_length_is_refused_and_the_right_one_still_taken() {
    let movie = movies::dot();
    for writer in writers(&movie, &movie.options(), io::sink) {
        let mut writer = writer.unwrap();
        for wrong in [&[][..], &[0; 3], &[0; 5], &[0; 8]] {
            assert!(matches!(writer.frame(wrong), Err(Error::Encode { .. })));
        }
        for frame in &movie.frames {
            writer.frame(frame).unwrap();
        }
        writer.finish().unwrap();
    }
    let samples: [&[u8]; 2] = [&[0; 4], &[0; 5]];
    assert!(matches!(gif(io::sink(), &movie.options(), None, &samples), Err(Error::Encode { .. })));
    assert!(matches!(gif(io::sink(), &movie.options(), None, &[]), Err(Error::Encode { .. })));
}

#[test]
fn too_few_and_too_many_frames_are_refused() {
    let movie = movies::dot();
    for writer in writers(&movie, &movie.options(), io::sink) {
        assert!(matches!(writer.unwrap().finish(), Err(Error::Encode { .. })));
    }
    for writer in writers(&movie, &movie.options(), io::sink) {
        let mut writer = writer.unwrap();
        for frame in &movie.frames {
            writer.frame(frame).unwrap();
        }
        assert!(matches!(writer.frame(&movie.frames[0]), Err(Error::Encode { .. })));
        writer.finish().unwrap();
    }
}

#[test]
fn options_that_cannot_be_are_refused_by_name() {
    let movie = movies::dot();
    let good = movie.options();
    let bad = [
        ("width", AnimationOptions { width: 0, ..good.clone() }),
        ("height", AnimationOptions { height: 16385, ..good.clone() }),
        ("frames", AnimationOptions { frames: 0, ..good.clone() }),
        ("frames", AnimationOptions { frames: u32::MAX, ..good.clone() }),
        ("fps", AnimationOptions { fps: f64::NAN, ..good.clone() }),
        ("fps", AnimationOptions { fps: 0.0, ..good.clone() }),
        ("fps", AnimationOptions { fps: 241.0, ..good.clone() }),
    ];
    for (wrong, options) in bad {
        for writer in writers(&movie, &options, io::sink) {
            match writer.err() {
                Some(Error::Parameter { name, .. }) => assert_eq!(name, wrong),
                other => panic!("{options:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_full_disk_is_told_by_the_outputs_name() {
    /// Takes so many bytes and no more.
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let movie = movies::noise();
    for room in [0, 20, 1000] {
        for writer in writers(&movie, &movie.options(), || Full(room)) {
            let outcome = writer.and_then(|mut writer| {
                movie.frames.iter().try_for_each(|frame| writer.frame(frame))?;
                writer.finish()
            });
            match outcome {
                Err(Error::Io { path, source }) => {
                    assert_eq!((path.as_str(), source.kind()), ("out/movie", io::ErrorKind::StorageFull));
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

/// The last byte counts too: what a buffer held back must not be lost in silence.
#[test]
fn a_disk_that_is_one_byte_too_small_is_told() {
    struct Short(usize);
    impl Write for Short {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let movie = movies::dot();
    let options = movie.options();
    let run = |writer: Result<Box<dyn FrameWriter>, Error>| {
        let mut writer = writer?;
        movie.frames.iter().try_for_each(|frame| writer.frame(frame))?;
        writer.finish()
    };
    let (apng_size, gif_size, webp_size) = (movie.apng().len(), movie.gif(None).len(), movie.webp().len());
    for (missing, good) in [(0, true), (1, false)] {
        assert_eq!(run(apng(Short(apng_size - missing), &options, Compression::Fast)).is_ok(), good, "APNG");
        assert_eq!(run(gif(Short(gif_size - missing), &options, None, &movie.samples())).is_ok(), good, "GIF");
        assert_eq!(run(webp(Short(webp_size - missing), &options)).is_ok(), good, "WebP");
    }
}

/// The peak of this process's memory while 3,600 frames of 512 x 512 go through. Run alone:
/// `cargo test --lib long_animations -- --ignored --nocapture`
#[test]
#[ignore = "takes half a minute, and measures the whole process; .ci/run runs it"]
#[cfg(target_os = "linux")]
fn long_animations_take_little_memory() {
    const FRAMES: u32 = 3600;
    let options = AnimationOptions { width: 512, height: 512, frames: FRAMES, ..movies::dot().options() };
    // One swing, which repeats.
    let swing: Vec<_> = (0..30).map(|k| movies::ball(512, 512, f64::from(k) / 30.0)).collect();
    for name in ["APNG", "GIF"] {
        // Sets the peak back to what is in use now.
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        let start = std::time::Instant::now();
        let mut writer = match name {
            "APNG" => apng(io::sink(), &options, Compression::Fast),
            _ => gif(io::sink(), &options, None, &[&swing[0]]),
        }
        .unwrap();
        for frame in swing.iter().cycle().take(FRAMES as usize) {
            writer.frame(frame).unwrap();
        }
        writer.finish().unwrap();
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u32 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        println!("{name}: peak {} MB in {:.1} s", kilobytes / 1000, start.elapsed().as_secs_f64());
        assert!(kilobytes < 400_000, "{name}: {kilobytes} kB");
    }
}
