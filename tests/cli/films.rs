//! Every kind of animation, opened by a decoder that is not ours, frame by frame beside the stills of its moments.
//!
//! ffmpeg is that decoder wherever it reads the format. Where it is not installed, those tests say so and pass; with
//! `PHIZ_REQUIRE_TOOLS=1` in the environment they fail. (Animated SVG is watched in a browser: see `tests/browser.rs`.)

use std::io::{self, Cursor, Write};
use std::process::{Command, Stdio};

use image::AnimationDecoder;
use image::codecs::webp::WebPDecoder;

use crate::support::Folder;

const SIZE: usize = 72;
const FPS: u32 = 12;
const FRAMES: u32 = 18;

/// Somebody who hops, turns, blinks and changes face while it lasts.
const SCRIPT: &str = "duration = 1.5\nfps = 12\nseed = 4\n\
                      [[cue]]\nat = 0.2\nstate = \"happy\"\n\
                      [[cue]]\nat = 0.5\nlook = [-1, 0.4]\nface = \"line\"\n\
                      [[cue]]\nat = 0.9\nstate = \"sleeping\"\ncolor = \"tomato\"\n";

const FILM: &str = "render lopi --script show.toml --size 72";

/// A folder with the script and the stills of all frames, as straight RGBA.
fn stills() -> (Folder, Vec<Vec<u8>>) {
    let folder = Folder::with(&[("show.toml", SCRIPT)]);
    let stills = (0..FRAMES).map(|k| {
        let at = f64::from(k) / f64::from(FPS);
        folder.phiz(&format!("{FILM} --at {at} -o still.png")).succeeds();
        rgba(&folder.read("still.png"))
    });
    let stills = stills.collect();
    (folder, stills)
}

fn rgba(png: &[u8]) -> Vec<u8> {
    image::load_from_memory_with_format(png, image::ImageFormat::Png).unwrap().to_rgba8().into_raw()
}

fn has_ffmpeg() -> bool {
    let run = Command::new("ffmpeg").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = run.is_ok_and(|status| status.success());
    if !found {
        assert!(std::env::var_os("PHIZ_REQUIRE_TOOLS").is_none_or(|v| v != "1"), "there is no ffmpeg");
        // Past the test runner, which swallows what tests that pass print.
        let _ = writeln!(io::stderr(), "SKIPPED: there is no ffmpeg, so nothing is compared");
    }
    found
}

/// The frames of a film as ffmpeg reads them: `channels` is rgba or rgb24.
fn by_ffmpeg(folder: &Folder, input: &str, pixels: &str) -> Vec<Vec<u8>> {
    let line = format!("ffmpeg -v error {input} -fps_mode passthrough -f rawvideo -pix_fmt {pixels} -");
    let out =
        folder.command("sh").arg("-c").arg(&line).env("PHIZ", assert_cmd::cargo::cargo_bin!("phiz")).output().unwrap();
    assert!(out.status.success() && out.stderr.is_empty(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    let bytes = SIZE * SIZE * if pixels == "rgba" { 4 } else { 3 };
    assert_eq!(out.stdout.len() % bytes, 0, "{line}");
    out.stdout.chunks(bytes).map(<[u8]>::to_vec).collect()
}

/// What is clear has no colour.
fn seen(rgba: &[u8]) -> Vec<[u8; 4]> {
    rgba.as_chunks().0.iter().map(|pixel: &[u8; 4]| if pixel[3] == 0 { [0; 4] } else { *pixel }).collect()
}

/// On white, as decoders without alpha have it.
fn on_white(rgba: &[u8]) -> Vec<u8> {
    let mix = |c: u8, a: u8| ((u32::from(c) * u32::from(a) + 255 * (255 - u32::from(a)) + 127) / 255) as u8;
    rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, a]| [mix(*r, *a), mix(*g, *a), mix(*b, *a)]).collect()
}

/// The mean difference of two pictures, in levels of 255.
fn mean_difference(a: &[u8], b: &[u8]) -> f64 {
    let sum: u64 = a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.len() as f64
}

#[track_caller]
fn assert_exact(found: &[Vec<u8>], stills: &[Vec<u8>]) {
    assert_eq!(found.len(), stills.len(), "frames");
    for (k, (found, still)) in found.iter().zip(stills).enumerate() {
        assert!(seen(found) == seen(still), "frame {k} is not the still of its moment");
    }
}

#[test]
fn frames_of_an_apng_are_the_stills() {
    let (folder, stills) = stills();
    if has_ffmpeg() {
        folder.phiz(&format!("{FILM} -o film.apng")).succeeds();
        assert_exact(&by_ffmpeg(&folder, "-i film.apng", "rgba"), &stills);
    }
}

#[test]
fn frames_of_a_webp_are_the_stills() {
    // ffmpeg does not read animated WebP.
    let (folder, stills) = stills();
    folder.phiz(&format!("{FILM} -o film.webp")).succeeds();
    let decoder = WebPDecoder::new(Cursor::new(folder.read("film.webp"))).unwrap();
    let frames = decoder.into_frames().collect_frames().unwrap();
    let found: Vec<Vec<u8>> = frames.into_iter().map(|frame| frame.into_buffer().into_raw()).collect();
    assert_exact(&found, &stills);
}

#[test]
fn frames_of_a_gif_are_nearly_the_stills() {
    let (folder, stills) = stills();
    if !has_ffmpeg() {
        return;
    }
    folder.phiz(&format!("{FILM} -o film.gif --matte white")).succeeds();
    let found = by_ffmpeg(&folder, "-i film.gif", "rgba");
    assert_eq!(found.len(), stills.len());
    for (k, (found, still)) in found.iter().zip(&stills).enumerate() {
        // 256 colours for a shaded body in two colours and all between them: a step of such a palette, 256 / 256^(1/3)
        // levels in a cube filled evenly, is 40 levels; a quarter of that is the mean distance to the nearest.
        let difference = mean_difference(&on_white(found), &on_white(still));
        assert!(difference < 10.0, "frame {k}: {difference}");
        let other = mean_difference(&on_white(found), &on_white(&stills[(k + 3) % stills.len()]));
        assert!(other > difference, "frame {k} is more like frame {}: {other} to {difference}", k + 3);
    }
}

#[test]
fn numbered_files_are_the_stills_to_the_byte() {
    let folder = Folder::with(&[("show.toml", SCRIPT)]);
    for ending in ["png", "svg"] {
        folder.phiz(&format!("{FILM} -o f-%03d.{ending}")).succeeds();
        for k in 0..FRAMES {
            let at = f64::from(k) / f64::from(FPS);
            folder.phiz(&format!("{FILM} --at {at} -o still.{ending}")).succeeds();
            let same = folder.read(&format!("f-{k:03}.{ending}")) == folder.read(&format!("still.{ending}"));
            assert!(same, "frame {k} as {ending}");
        }
        assert!(!folder.path(format!("f-{FRAMES:03}.{ending}")).exists(), "K24: the first frame is not the last again");
    }
}

#[test]
fn raw_pixels_are_the_stills() {
    let (folder, stills) = stills();
    let raw = folder.phiz(&format!("{FILM} --format rgba -o -"));
    assert_eq!(raw.code, Some(0));
    assert!(raw.stdout == stills.concat());
}

#[test]
fn the_cells_of_a_sprite_sheet_are_the_stills() {
    let (folder, stills) = stills();
    folder.phiz(&format!("{FILM} --format sprites -o sheet.png")).succeeds();
    let sheet = image::load_from_memory(&folder.read("sheet.png")).unwrap().to_rgba8();
    let json: serde_json::Value = serde_json::from_slice(&folder.read("sheet.json")).unwrap();
    let cells: Vec<&serde_json::Value> = match &json["frames"] {
        serde_json::Value::Array(cells) => cells.iter().collect(),
        serde_json::Value::Object(cells) => cells.values().collect(),
        other => panic!("{other}"),
    };
    let found: Vec<Vec<u8>> = cells
        .iter()
        .map(|cell| {
            let side = |key: &str| cell["frame"][key].as_u64().unwrap() as u32;
            image::imageops::crop_imm(&sheet, side("x"), side("y"), side("w"), side("h")).to_image().into_raw()
        })
        .collect();
    assert_exact(&found, &stills);
}

#[test]
fn a_pipe_to_ffmpeg_carries_the_stills_on_white() {
    let (folder, stills) = stills();
    if !has_ffmpeg() {
        return;
    }
    let y4m = "-f yuv4mpegpipe -i film.y4m";
    folder.phiz(&format!("{FILM} -o film.y4m")).succeeds();
    for (k, (found, still)) in by_ffmpeg(&folder, y4m, "rgb24").iter().zip(&stills).enumerate() {
        let difference = mean_difference(found, &on_white(still));
        // To limited-range YUV and back: steps of 255/219 and rounding twice.
        assert!(difference < 1.5, "frame {k}: {difference}");
    }
    // A video, as people make it.
    let line = format!("\"$PHIZ\" {FILM} --format y4m -o - | ffmpeg -v error -y -i - -crf 12 film.mp4");
    folder.shell(&line).succeeds();
    let found = by_ffmpeg(&folder, "-i film.mp4", "rgb24");
    assert_eq!(found.len(), stills.len());
    for (k, (found, still)) in found.iter().zip(&stills).enumerate() {
        let difference = mean_difference(found, &on_white(still));
        assert!(difference < 4.0, "frame {k} of the video: {difference}");
        // And not that of a quarter of a second away.
        let other = mean_difference(found, &on_white(&stills[(k + 3) % stills.len()]));
        assert!(other > difference, "frame {k} is more like frame {}: {other} to {difference}", k + 3);
    }
}

#[test]
fn videos_are_made_by_ffmpeg_and_the_message_says_how() {
    let folder = Folder::new();
    for name in ["film.mp4", "film.webm", "film.MOV"] {
        let told = folder.phiz(&format!("render --duration 1 -o {name}")).wrong_usage();
        assert!(told.contains(&format!("--format y4m -o - | ffmpeg -i - {name}")), "{told}");
    }
}

#[test]
fn an_animation_of_one_frame_has_it() {
    // K24.
    let folder = Folder::new();
    for name in ["one.apng", "one.gif", "one.webp"] {
        folder.phiz(&format!("render --size 32 --duration 0.04 --fps 25 -o {name}")).succeeds();
        let frame =
            image::load_from_memory_with_format(&folder.read(name), image::ImageFormat::from_path(name).unwrap());
        assert!(frame.unwrap().to_rgba8().pixels().any(|pixel| pixel[3] == 255), "{name}");
    }
}

#[test]
fn a_still_of_a_seamless_film_is_its_frame() {
    let folder = Folder::with(&[("loop.toml", "duration = 2\nfps = 6\nseamless = true\n")]);
    folder.phiz("render --script loop.toml --size 72 --format rgba -o film").succeeds();
    folder.phiz("render --script loop.toml --size 72 --at 1.5 -o still.png").succeeds();
    let frame = &folder.read("film")[9 * SIZE * SIZE * 4..][..SIZE * SIZE * 4];
    assert!(seen(frame) == seen(&rgba(&folder.read("still.png"))));
}

/// What is seen of the film over a seam is told before anybody sees it.
#[test]
fn a_seamless_film_that_does_not_lead_back_says_so() {
    let folder = Folder::with(&[("off.toml", "duration = 2\nseamless = true\n[[cue]]\nat = 1\nstate = \"sad\"\n")]);
    let told = folder.phiz("render --script off.toml --size 16 -o film.gif").succeeds_and_says();
    assert!(told.starts_with("note: this film does not end as it begins"), "{told}");
    folder.phiz("render --duration 2 --seamless --size 16 -o film.gif").succeeds();
}

#[test]
fn what_makes_no_difference_is_told_and_no_fault() {
    let folder = Folder::with(&[("trace.csv", "0,100,100,move\n")]);
    for (line, told) in [
        ("--fps 5 -o a.png", "--fps makes no difference to a still; --duration makes this an animation"),
        ("--seamless --loops 2 -o a.png", "--loops and --seamless make no difference to a still; --duration makes"),
        ("--loop-clip -o a.png", "--loop-clip makes no difference without --clip"),
        ("--duration 0.1 -o 50%.png", "50%.png has no number such as %04d in it: all frames go into that one file"),
    ] {
        let said = folder.phiz(&format!("render --size 8 {line}")).succeeds_and_says();
        assert!(said.starts_with(&format!("note: {told}")) && said.lines().count() == 1, "{line}: {said}");
    }
    for line in ["--duration 0.1 --fps 5 --seamless --loops 2 -o a.png", "--seamless --at 1 -o a.png", "-o 50%.png"] {
        folder.phiz(&format!("render --size 8 {line}")).succeeds();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn scripts_and_traces_come_from_standard_input_too() {
    let trace = "0,100,100,move\n0.5,180,40,move\n";
    let folder = Folder::with(&[("day.toml", "duration = 0.5\nstate = \"happy\"\n"), ("trace.csv", trace)]);
    for (flag, file) in [("script", "day.toml"), ("cursor", "trace.csv")] {
        let line = "--size 16 --fps 4 --duration 1";
        folder.phiz(&format!("render --{flag} {file} {line} -o named.gif")).succeeds();
        folder.shell(&format!("\"$PHIZ\" render --{flag} - {line} -o piped.gif < {file}")).succeeds();
        assert!(folder.read("piped.gif") == folder.read("named.gif"), "{flag}");
    }
    let told = folder.shell("echo 0,nan,1,move | \"$PHIZ\" render --cursor - -o x.gif").fails(1);
    assert!(told.starts_with("standard input:1:3: error: "), "{told}");
    let told = folder.phiz("render --script - --cursor - -o x.gif").wrong_usage();
    assert!(told.contains("standard input can be read only once"), "{told}");
}
