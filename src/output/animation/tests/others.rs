//! Decoders outside of Rust: Pillow (its own readers of APNG and GIF, and libwebp) and ffmpeg. Where one is missing, its tests say so
//! and pass.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::movies::all;
use super::*;

/// Prints, for each file, the number of its frames, then of each frame its milliseconds, both as four bytes, and its RGBA.
const PILLOW: &str = "
import sys
from PIL import Image, ImageSequence
out = sys.stdout.buffer
for path in sys.argv[1:]:
    image = Image.open(path)
    out.write(getattr(image, 'n_frames', 1).to_bytes(4, 'little'))
    for frame in ImageSequence.Iterator(image):
        rgba = frame.convert('RGBA')
        out.write(round(float(frame.info.get('duration', 0))).to_bytes(4, 'little') + rgba.tobytes())
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

/// The pictures and milliseconds of each file. One process reads them all, as Python is slow to start.
fn pillow(files: &[(&Movie, Vec<u8>, &str)]) -> Vec<(Vec<Vec<u8>>, Vec<u32>)> {
    let saved: Vec<_> = files.iter().map(|(_, file, ending)| saved(file, ending)).collect();
    let bytes = output(Command::new("python3").args(["-c", PILLOW]).args(saved.iter().map(|path| &**path)));
    let mut rest = bytes.as_slice();
    let mut take = |length: usize| rest.split_off(..length).unwrap();
    let found = files.iter().map(|(movie, ..)| {
        let frames = number(take(4));
        let frame = |_| {
            let milliseconds = number(take(4));
            (take(movie.options().frame_bytes()).to_vec(), milliseconds)
        };
        (0..frames).map(frame).unzip()
    });
    found.collect()
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().unwrap())
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
    let movies = all();
    let files = |write: fn(&Movie) -> Vec<u8>, ending| -> Vec<_> {
        movies.iter().map(|movie| (movie, write(movie), ending)).collect()
    };
    for (what, files) in [("APNG", files(Movie::apng, ".png")), ("WebP", files(Movie::webp, ".webp"))] {
        for (movie, (found, _)) in movies.iter().zip(pillow(&files)) {
            assert_exact(movie, &found, &format!("{what} by Pillow"));
        }
    }
    for matte in MATTES {
        let files: Vec<_> = movies.iter().map(|movie| (movie, movie.gif(matte), ".gif")).collect();
        for (movie, (found, _)) in movies.iter().zip(pillow(&files)) {
            assert_like_gif(movie, matte, &found, GIF_ERROR, "GIF by Pillow");
        }
    }
}

#[test]
fn pillow_sees_the_same_times() {
    if !is_there("python3", &["-c", "import PIL"]) {
        return;
    }
    let ball = &all()[0];
    let files = [(ball, ball.gif(None), ".gif"), (ball, ball.webp(), ".webp"), (ball, ball.apng(), ".png")];
    let times: Vec<_> = pillow(&files).into_iter().map(|(_, times)| times).collect();
    assert_eq!(times[0], [30, 40, 30, 30, 40, 30, 30, 40, 30, 30, 40, 30]);
    assert_eq!(times[1], [33, 34, 33, 33, 34, 33, 33, 34, 33, 33, 34, 33]);
    assert_eq!(times[2], [33; 12]);
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
