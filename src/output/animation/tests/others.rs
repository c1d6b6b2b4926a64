//! Decoders outside of Rust: Pillow (libpng, giflib's rules, libwebp) and ffmpeg. Where one is missing, its tests say so
//! and pass.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::movies::all;
use super::*;

/// Prints, for each frame, its milliseconds as four bytes and then its RGBA.
const PILLOW: &str = "
import sys
from PIL import Image, ImageSequence
image = Image.open(sys.argv[1])
for frame in ImageSequence.Iterator(image):
    rgba = frame.convert('RGBA')
    duration = round(float(frame.info.get('duration', 0)))
    sys.stdout.buffer.write(duration.to_bytes(4, 'little') + rgba.tobytes())
";

fn is_there(program: &str, arguments: &[&str]) -> bool {
    let run = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let there = run.is_ok_and(|status| status.success());
    if !there {
        // Past the test runner, which swallows what tests that pass print.
        let _ =
            writeln!(io::stderr(), "SKIPPED: `{program} {}` does not run, so nothing is compared", arguments.join(" "));
    }
    there
}

fn output(command: &mut Command) -> Vec<u8> {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn saved(file: &[u8], ending: &str) -> tempfile::TempPath {
    let mut saved = tempfile::Builder::new().suffix(ending).tempfile().unwrap();
    saved.write_all(file).unwrap();
    saved.into_temp_path()
}

fn pillow(movie: &Movie, file: &[u8], ending: &str) -> (Vec<Vec<u8>>, Vec<u32>) {
    let bytes = output(Command::new("python3").args(["-c", PILLOW]).arg(&*saved(file, ending)));
    let frames = bytes.chunks(4 + movie.options().frame_bytes());
    frames
        .map(|frame| {
            let (duration, pixels) = frame.split_first_chunk().unwrap();
            (pixels.to_vec(), u32::from_le_bytes(*duration))
        })
        .unzip()
}

fn ffmpeg(movie: &Movie, file: &Path) -> Vec<Vec<u8>> {
    let bytes = output(Command::new("ffmpeg").args(["-v", "error", "-i"]).arg(file).args([
        "-fps_mode",
        "passthrough",
        "-sws_flags",
        "accurate_rnd",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgba",
        "-",
    ]));
    bytes.chunks(movie.options().frame_bytes()).map(<[u8]>::to_vec).collect()
}

#[test]
fn pillow_sees_the_same_frames() {
    if !is_there("python3", &["-c", "import PIL"]) {
        return;
    }
    for movie in all() {
        let (found, _) = pillow(&movie, &movie.apng(), ".png");
        assert_exact(&movie, &found, "APNG by Pillow");
        let (found, _) = pillow(&movie, &movie.webp(), ".webp");
        assert_exact(&movie, &found, "WebP by Pillow");
        for matte in MATTES {
            let (found, _) = pillow(&movie, &movie.gif(matte), ".gif");
            assert_like_gif(&movie, matte, &found, GIF_ERROR, "GIF by Pillow");
        }
    }
}

#[test]
fn pillow_sees_the_same_times() {
    if !is_there("python3", &["-c", "import PIL"]) {
        return;
    }
    let ball = &all()[0];
    let (_, gif) = pillow(ball, &ball.gif(None), ".gif");
    assert_eq!(gif, [30, 40, 30, 30, 40, 30, 30, 40, 30, 30, 40, 30]);
    let (_, webp) = pillow(ball, &ball.webp(), ".webp");
    assert_eq!(webp, [33, 34, 33, 33, 34, 33, 33, 34, 33, 33, 34, 33]);
    let (_, apng) = pillow(ball, &ball.apng(), ".png");
    assert_eq!(apng, [33; 12]);
}

#[test]
fn ffmpeg_sees_the_same_frames() {
    if !is_there("ffmpeg", &["-version"]) {
        return;
    }
    for movie in all() {
        let found = ffmpeg(&movie, &saved(&movie.apng(), ".png"));
        assert_exact(&movie, &found, "APNG by ffmpeg");
        let found = ffmpeg(&movie, &saved(&movie.gif(None), ".gif"));
        assert_like_gif(&movie, None, &found, GIF_ERROR, "GIF by ffmpeg");
    }
}

#[test]
fn ffmpeg_reads_y4m_in_the_right_colours() {
    if !is_there("ffmpeg", &["-version"]) {
        return;
    }
    // Half a step of Y and half a step of Cb, which count 1.164 and 2.017 in blue, and what ffmpeg rounds.
    const MOST: f64 = 0.5 * (1.164 + 2.017) + 1.5;
    let ground = Color::rgb(240, 200, 160);
    for movie in all() {
        let file = movie.write(|out, options| y4m(out, options, ground));
        let found = ffmpeg(&movie, &saved(&file, ".y4m"));
        let opaque = Movie { frames: movie.frames.iter().map(|frame| on(frame, ground)).collect(), ..movie };
        assert_like_gif(&opaque, None, &found, MOST, "Y4M by ffmpeg");
    }
}

/// A frame on an opaque ground.
fn on(frame: &[u8], ground: Color) -> Vec<u8> {
    let pixel = |pixel: &[u8; 4]| match in_gif(*pixel, Some(ground)) {
        Some([r, g, b]) => [r.round() as u8, g.round() as u8, b.round() as u8, 255],
        None => [ground.r, ground.g, ground.b, 255],
    };
    frame.as_chunks().0.iter().flat_map(pixel).collect()
}
