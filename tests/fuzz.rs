//! Files that went wrong in every way: whatever is in them, reading ends with a character or with findings, and what was
//! read can be drawn. Nothing panics.
//!
//! A plain run tries for two seconds. `PHIZ_FUZZ_SECONDS=60 cargo test --test fuzz` tries longer, and other files. What
//! breaks is kept in `target/fuzz`.

mod common;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::random::Random;
use common::{faces, pose};
use phiz::clip::Media;
use phiz::gaze::Trace;
use phiz::{Character, Cue, Drawing, Performance, Raster, Scene, Script, Source, Still, SvgOptions, compose, to_svg};

const TRACE: &str = "time,x,y,event\n0.1,100,90,move\n0.2,150.5,40,move\n0.25,150.5,40,press\n0.4,20,60,move\n0.5,20,60,release\n1.5,,,leave\n";

/// What stands where a number stood.
const NUMBERS: [&str; 12] =
    ["0", "-1", "1e9", "1e308", "-1e308", "1e-308", "nan", "inf", "99999999999999999999", "0.5", "-0", "1e999"];

/// Files as they should be, by folder and ending.
fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .map(|path| fs::read(path).unwrap())
        .collect()
}

/// Breaks a file a few times over.
fn broken(random: &mut Random, file: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + 1 + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at.min(end)..end)),
            3 => {
                let piece = bytes[at.min(end)..end].to_vec();
                for _ in 0..1 + random.below(30) {
                    bytes.splice(at..at, piece.iter().copied());
                }
            }
            4 => {
                let other = &others[random.below(others.len())];
                let from = random.below(other.len());
                let to = (from + random.below(200)).min(other.len());
                bytes.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                // The next number becomes another one.
                let is_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
                if let Some(start) = bytes[at..].iter().position(is_number).map(|i| at + i) {
                    let length = bytes[start..].iter().take_while(|byte| is_number(byte)).count();
                    bytes.splice(start..start + length, NUMBERS[random.below(NUMBERS.len())].bytes());
                }
            }
        }
    }
    bytes
}

/// Draws whatever was read, in every face and far turned.
fn draw(character: &Character) {
    let mut scene = Scene::new();
    let mut raster = Raster::new(24, 24).unwrap();
    for face in faces() {
        let still = Still { face: Some(face), pose: pose(70.0, -40.0, 30.0), ..Still::default() };
        compose(character, &still.frame(character, &character.states()[4]), &Drawing::default(), &mut scene);
        raster.draw(&scene, None);
        let svg = to_svg(&scene, &SvgOptions::default()).unwrap();
        usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    }
}

/// One kind of file, and what is done with its bytes.
struct Target {
    name: &'static str,
    corpus: Vec<Vec<u8>>,
    read: fn(&[u8]),
}

fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "svg",
            corpus: [files("faces", "svg"), files("examples", "svg")].concat(),
            read: |bytes| {
                if let Ok(loaded) = (Source { svg: ("broken.svg", bytes), ..Source::default() }).load() {
                    draw(&loaded.character);
                }
            },
        },
        Target {
            name: "toml",
            corpus: files("faces", "toml"),
            read: |bytes| {
                let svg = include_bytes!("../faces/lopi.svg");
                let source = Source { svg: ("lopi.svg", svg), toml: Some(("broken.toml", bytes)), ..Source::default() };
                if let Ok(loaded) = source.load() {
                    draw(&loaded.character);
                }
            },
        },
        Target {
            name: "script",
            corpus: files("examples/scripts", "toml"),
            read: |bytes| {
                let nubo = Character::builtin("nubo").unwrap();
                if let Ok(mut script) = Script::parse("broken.toml", bytes, &nubo) {
                    let cues = |file: &phiz::CueFile| Ok((file.path.clone(), b"0\tD\n1\tX\n".to_vec()));
                    if script.load(cues).is_err() {
                        return;
                    }
                    let show = script.performance(nubo.into(), "idle", Still::default(), 1).unwrap();
                    assert!(script.cues.iter().all(|(time, _)| show.frame(time + 0.1).body.stretch.is_finite()));
                }
            },
        },
        Target {
            name: "media",
            corpus: common::media::files(6).map(|(_, bytes)| bytes).into(),
            read: |bytes| {
                let cue = match Media::parse("broken", bytes) {
                    Ok(Media::Clip(clip)) => Cue::Clip(Some(clip.into())),
                    Ok(Media::Expression(expression)) => Cue::Expression(Some(expression.into())),
                    Ok(Media::Speech(speech)) => Cue::Say(Some(speech.into())),
                    Err(_) => return,
                };
                let nubo = Character::builtin("nubo").unwrap();
                let mut show = Performance::new(nubo.clone().into(), "idle", Still::default(), 1).unwrap();
                show.cue(0.1, cue).unwrap();
                let (mut scene, mut raster) = (Scene::new(), Raster::new(24, 24).unwrap());
                for t in [0.1, 0.2, 0.9, 30.0, 1e6] {
                    compose(&nubo, &show.frame(t), &Drawing::default(), &mut scene);
                    raster.draw(&scene, None);
                }
            },
        },
        Target {
            name: "csv",
            corpus: vec![TRACE.into()],
            read: |bytes| {
                if let Ok(trace) = Trace::parse("broken.csv", bytes) {
                    assert_eq!(Trace::parse("again.csv", trace.to_csv().as_bytes()).unwrap(), trace);
                }
            },
        },
    ]
}

#[test]
fn no_file_breaks_the_reader() {
    let seconds = std::env::var("PHIZ_FUZZ_SECONDS").ok().and_then(|text| text.parse::<f64>().ok());
    let until = Instant::now() + Duration::from_secs_f64(seconds.unwrap_or(2.0));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/fuzz");
    let targets = targets();
    let others: Vec<Vec<u8>> = targets.iter().flat_map(|target| target.corpus.clone()).collect();
    let mut random = Random::new(1);
    let mut tried = 0;
    while Instant::now() < until {
        for target in &targets {
            let file = &target.corpus[random.below(target.corpus.len())];
            let bytes = broken(&mut random, file, &others);
            let started = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| (target.read)(&bytes)));
            // A guard against what never ends, far from what any of these files takes.
            let hangs = started.elapsed() > Duration::from_secs(30);
            if outcome.is_err() || hangs {
                let path = kept.join(format!("broken-{tried}.{}", target.name));
                fs::create_dir_all(&kept).unwrap();
                fs::write(&path, &bytes).unwrap();
                panic!("{} {}", path.display(), if hangs { "takes too long" } else { "panics" });
            }
            tried += 1;
        }
    }
    println!("{tried} files");
    assert!(tried > 0);
}
