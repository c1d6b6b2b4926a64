//! What the README says is true: its code runs, its commands work, its pictures are what the program draws now.
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

mod hello {
    include!("../examples/hello.rs");

    pub fn run() -> Result<(), Box<dyn std::error::Error>> {
        main()
    }
}

#[allow(dead_code)] // What only the program that writes the pictures uses.
#[path = "../examples/readme_pictures/pictures.rs"]
mod pictures;

const README: &str = include_str!("../README.md");

#[test]
fn the_library_code_is_the_example_hello_and_draws_a_picture() {
    assert_eq!(blocks("rust"), [include_str!("../examples/hello.rs")]);
    let code = blocks("rust")[0];
    assert!(code.lines().filter(|line| !line.trim().is_empty()).count() <= 15 + 1, "{code}");

    let folder = tempfile::tempdir().unwrap();
    // No other test here depends on the working directory.
    std::env::set_current_dir(&folder).unwrap();
    hello::run().unwrap();
    assert!(is_a_picture(&folder.path().join("hello.png"), 512));
}

#[test]
fn the_character_from_scratch_takes_ten_lines_and_passes_the_check() {
    let (svg, toml) = (blocks("xml")[0], blocks("toml")[0]);
    assert_eq!(svg.lines().count() + toml.lines().count(), 10);

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("wisp.svg"), svg).unwrap();
    // The state that the reference shows goes into any character.
    let state = section("Character files").split_once("```toml\n").unwrap().1.split("```").next().unwrap();
    for toml in [toml.to_owned(), format!("{toml}\n{state}")] {
        fs::write(folder.path().join("wisp.toml"), toml).unwrap();
        for command in commands("A character from scratch") {
            let said = run(&command, folder.path());
            assert_eq!(said, "", "{command}");
        }
        assert!(is_a_picture(&folder.path().join("wisp.png"), 512));
    }
}

#[test]
fn the_list_and_its_commands_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), blocks("csv")[0]).unwrap();
    for command in commands("Many at once") {
        run(&command, folder.path());
    }
    for file in ["avatars/ann.png", "avatars/bob.png", "avatars/eve.png"] {
        assert!(is_a_picture(&folder.path().join(file), 256), "{file}");
    }
    assert!(folder.path().join("moving/ann.webp").exists() && !folder.path().join("moving/bob.webp").exists());
}

#[test]
fn the_script_and_its_commands_work() {
    let folder = tempfile::tempdir().unwrap();
    let script = section("Motion").split_once("```toml\n").unwrap().1.split("```").next().unwrap();
    fs::write(folder.path().join("day.toml"), script).unwrap();
    // What is piped into another program is tried in the tests of the command line.
    let commands: Vec<String> = commands("Motion").into_iter().filter(|c| !c.contains('|')).collect();
    assert_eq!(commands.len(), 3, "{commands:?}");
    for command in commands {
        assert_eq!(run(&format!("{command} --size 32"), folder.path()), "", "{command}");
    }
    assert!(folder.path().join("lopi.gif").exists() && folder.path().join("day.png").exists());
}

#[test]
fn the_commands_work() {
    let folder = tempfile::tempdir().unwrap();
    let commands = commands("What it does");
    assert!(commands.len() > 4, "{commands:?}");
    for command in commands {
        assert_eq!(run(&command, folder.path()), "", "{command}");
    }
    let mut written: Vec<String> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    written.sort();
    assert_eq!(written, ["aside.png", "poses.png", "shy.svg", "turned.png"]);
}

#[test]
fn any_svg_is_a_character() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(root().join("examples/bulb.svg"), folder.path().join("logo.svg")).unwrap();
    assert!(README.contains("`phiz render logo.svg -o alive.png`"));
    assert_eq!(run("phiz render logo.svg -o alive.png", folder.path()), "");
    assert!(is_a_picture(&folder.path().join("alive.png"), 512));
}

#[test]
fn the_pictures_are_up_to_date() {
    let all = pictures::all().unwrap();
    for picture in &all {
        let path = root().join(pictures::FOLDER).join(picture.name);
        let told = "is out of date; run `cargo run --example readme_pictures` and look at what changed";
        if picture.is_svg() {
            assert!(fs::read_to_string(&path).unwrap() == picture.text().unwrap(), "{} {told}", picture.name);
            continue;
        }
        let kept = image::open(&path).unwrap().into_rgba8();
        assert_eq!([kept.width(), kept.height()], picture.size, "{} {told}", picture.name);
        // Other processors round otherwise; one step of 255 is not seen.
        let worst = kept.as_raw().iter().zip(picture.pixels().unwrap()).map(|(a, b)| a.abs_diff(b)).max();
        assert!(worst <= Some(1), "{} {told}", picture.name);
    }
    // And the README shows all of them.
    let shown: Vec<&str> = README.match_indices("](snapshots/readme/").map(|(at, _)| link(at)).collect();
    for picture in &all {
        assert!(shown.contains(&&*format!("{}/{}", pictures::FOLDER, picture.name)), "{} is not shown", picture.name);
    }
}

#[test]
fn every_link_leads_somewhere() {
    let headings: Vec<String> = README
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| format!("#{}", heading.to_lowercase().replace(' ', "-")))
        .collect();
    for target in README.match_indices("](").map(|(at, _)| link(at)) {
        let there = headings.iter().any(|heading| heading == target) || root().join(target).exists();
        assert!(there || target.starts_with("https://"), "{target}");
    }
}

#[test]
fn the_reference_names_every_key_and_every_name() {
    let schema = fs::read_to_string(root().join("faces/schema/character.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let mut names = Vec::new();
    keys(&schema, &mut names);
    assert!(names.len() > 100, "{names:?}");
    let reference = section("Character files");
    for name in names {
        let codes = [format!("`{name}`"), format!("`\"{name}\"`"), format!("`[{name}.")];
        let written = codes.iter().any(|code| reference.contains(code));
        assert!(written, "{name} is missing");
    }
}

/// The keys of all tables of a schema, and the names that values are chosen from.
fn keys(schema: &serde_json::Value, names: &mut Vec<String>) {
    for (key, value) in schema.as_object().into_iter().flatten() {
        match key.as_str() {
            "properties" => names.extend(value.as_object().unwrap().keys().cloned()),
            "enum" => names.extend(value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned())),
            _ => {}
        }
        keys(value, names);
    }
}

/// All blocks of code of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    README.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// A section, without its heading.
fn section(heading: &str) -> &'static str {
    let rest = README.split_once(&format!("\n## {heading}\n")).unwrap().1;
    rest.split("\n## ").next().unwrap()
}

/// The `phiz` commands in a section.
fn commands(heading: &str) -> Vec<String> {
    let blocks = section(heading).split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

/// Runs a command of the README; what it says on standard error.
fn run(command: &str, folder: &Path) -> String {
    let mut words = command.split_whitespace();
    assert_eq!(words.next(), Some("phiz"), "{command}");
    let done = Command::new(env!("CARGO_BIN_EXE_phiz")).args(words).current_dir(folder).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.success(), "{command}: {said}");
    said
}

/// Whether a file is a square PNG of a size with something on it.
fn is_a_picture(path: &Path, size: u32) -> bool {
    let picture = image::open(path).unwrap().into_rgba8();
    picture.dimensions() == (size, size) && picture.pixels().filter(|p| p[3] == 255).count() > 10_000
}

/// The target of the link whose `](` is at a place.
fn link(at: usize) -> &'static str {
    README[at + 2..].split(')').next().unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}
