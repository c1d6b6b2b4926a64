//! The scripts in `examples/scripts`: each is right, does what its first lines say, and its command works.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::Folder;

/// All files of the cookbook: scripts, and what they name.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/scripts");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

fn scripts() -> Vec<(String, String)> {
    files().into_iter().filter(|(name, _)| name.ends_with(".toml")).collect()
}

/// A folder in which the scripts are where their commands look for them.
fn project() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("examples/scripts")).unwrap();
    for (name, text) in files() {
        fs::write(folder.path("examples/scripts").join(name), text).unwrap();
    }
    folder
}

#[test]
fn there_are_six_and_all_pass_the_check() {
    let folder = project();
    assert_eq!(scripts().len(), 6);
    for (name, _) in scripts() {
        let file = format!("examples/scripts/{name}");
        assert_eq!(folder.phiz(&format!("check --strict {file}")).succeeds(), format!("{file}: ok: a script\n"));
    }
}

#[test]
fn the_command_of_each_draws_it() {
    let folder = project();
    for (name, text) in scripts() {
        let command = text.lines().find_map(|line| line.strip_prefix("#   phiz ")).unwrap();
        let (command, _) = command.split_once(" | ").unwrap_or((command, ""));
        // A colour in quotes, which only a shell takes off. Small and with few frames: what is tested is that it works.
        let ran = folder.phiz(&format!("{} --size 32 --fps 4", command.replace('"', "")));
        assert!(ran.code == Some(0) && ran.stderr.is_empty(), "{name}: {ran:?}");
    }
}

#[test]
fn the_loops_end_where_they_begin() {
    let folder = project();
    for (name, text) in scripts().iter().filter(|(_, text)| text.contains("\nseamless = true\n")) {
        let number = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
            line.unwrap().parse::<f64>().unwrap()
        };
        // The frame after the last one, which is not in the film, would be the first again.
        folder.phiz(&format!("render --script examples/scripts/{name} --size 64 --format rgba -o film")).succeeds();
        let film = folder.read("film");
        let frames = (number("duration") * number("fps")) as usize;
        assert_eq!(film.len(), frames * 64 * 64 * 4);
        let frame = |k: usize| &film[k % frames * 64 * 64 * 4..][..64 * 64 * 4];
        let step = |k: usize| frame(k).iter().zip(frame(k + 1)).map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
        let largest = (0..frames - 1).map(step).max().unwrap();
        assert!(
            step(frames - 1) <= largest / 2,
            "{name}: {} over the seam, at most {largest} elsewhere",
            step(frames - 1)
        );
    }
    let count = scripts().iter().filter(|(_, text)| text.contains("seamless")).count();
    assert_eq!(count, 2);
}
