//! What people do without thinking, and what they then expect.

use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;
use serde_json::Value;

use crate::support::{DISC, Folder, Ran, phiz};

const COMMANDS: &[&str] = &[
    "render",
    "batch",
    #[cfg(feature = "live")]
    "live",
    "sheet",
    "place",
    "list",
    "inspect",
    "check",
    "completions",
    "man",
];

#[test]
fn help_and_version_are_printed_and_fit_the_screen() {
    let version = format!("phiz {}\n", env!("CARGO_PKG_VERSION"));
    for flag in ["--version", "-V"] {
        assert_eq!(phiz(flag).succeeds(), version);
    }
    for command in COMMANDS.iter().map(Some).chain([None]) {
        let command = command.map_or("", |command| *command);
        let help = phiz(&format!("{command} --help")).succeeds();
        let reads_well = predicate::str::contains("Usage: phiz").and(predicate::str::contains("\nExamples:\n  phiz "));
        assert!(reads_well.eval(&help), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        assert_eq!(phiz(&format!("{command} -h")).succeeds(), help, "short and long help of {command:?} differ");
        assert_eq!(phiz(&format!("help {command}")).succeeds(), help);
    }
}

#[test]
fn every_option_and_command_is_explained() {
    for command in COMMANDS {
        let help = phiz(&format!("{command} --help")).succeeds();
        let lines: Vec<&str> = help.lines().collect();
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| line.trim_start().starts_with("--")) {
            let explained = line.trim().contains("  ") || lines.get(i + 1).is_some_and(|next| next.starts_with("   "));
            assert!(explained, "{command}: {line}");
        }
    }
}

#[test]
fn without_a_command_the_help_is_shown_as_an_error() {
    let told = phiz("").fails(2);
    assert!(told.contains("Usage: phiz <COMMAND>"), "{told}");
}

#[test]
fn the_examples_of_the_help_work() {
    let trace = "0.1,20,30,move\n0.2,,,leave\n";
    let files = [("logo.svg", DISC), ("cat.svg", DISC), ("cat.toml", "name = \"Cat\"\n"), ("trace.csv", trace)];
    let folder = Folder::with(&files);
    for (name, contents) in crate::clips::files() {
        std::fs::write(folder.path(name), contents).unwrap();
    }
    std::fs::create_dir(folder.path("my")).unwrap();
    for file in ["cat.svg", "cat.toml"] {
        std::fs::copy(folder.path(file), folder.path("my").join(file)).unwrap();
    }
    for command in ["", "render", "sheet"] {
        let help = folder.phiz(&format!("{command} --help")).succeeds();
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        for line in examples.lines().take_while(|line| line.starts_with("  phiz ")) {
            // The comment beside it, and where the shell takes over.
            let line = line.trim().trim_start_matches("phiz ").split("  ").next().unwrap_or_default();
            let line = line.split(" > ").next().unwrap_or_default();
            let small = if line.contains("--size") || line.contains("--cell") || line.contains("list") {
                line.to_owned()
            } else if line.starts_with("sheet") {
                format!("{line} --cell 16")
            } else {
                format!("{line} --size 16")
            };
            let ran = folder.phiz(&small);
            assert!(ran.code == Some(0) && ran.stderr.is_empty(), "{ran:?}");
        }
    }
}

#[test]
fn slips_are_answered_with_the_nearest_name() {
    for (line, mend) in [
        ("rendr -o x.png", "did you mean `phiz render`?"),
        ("help shet", "did you mean `phiz sheet`?"),
        ("render -o x.png --szie 3", "did you mean --size?"),
        ("render -o x.png --state hapy", "did you mean \"happy\"?"),
        ("render -o x.png --face lien", "did you mean \"line\"?"),
        ("render -o x.png --projection warp", "did you mean \"wrap\"?"),
        ("render -o x.png --style sold", "did you mean \"solid\"?"),
        ("render -o x.png --color ligac", "did you mean \"lilac\"?"),
        ("render -o x.png --color tomatoe", "did you mean \"tomato\"?"),
        ("render -o x.png --background whte", "did you mean \"white\"?"),
        ("render -o x.png --compress fats", "did you mean \"fast\"?"),
        ("render -o x --format pgn", "did you mean \"png\"?"),
        ("render nobu -o x.png", "did you mean \"nubo\"?"),
        ("render Nubo -o x.png", "did you mean \"nubo\"?"),
        ("sheet pos -o x.png", "did you mean \"pose\"?"),
        ("man rendre", "did you mean \"render\"?"),
        ("completions bsh", "did you mean \"bash\"?"),
        // Nothing is near: what there is.
        ("frobnicate", "sheet, place, list, inspect, check, completions, man"),
        ("render -o x.png --face qqqqqq", "known are cute, eyes, line"),
        ("render qqqqqq -o x.png", "known are nubo, "),
        ("render -o x.png --state qqqqqq", "known are idle, happy, "),
        ("render -o x.png --color qqqqqq", "write a name from `phiz list`, or a CSS colour such as \"#4f8ef7\""),
        ("render -o x.png --qqqqqq", "see `phiz render --help`"),
    ] {
        let folder = Folder::new();
        let told = folder.phiz(line).wrong_usage();
        assert!(told.contains(mend), "{line}: {told}");
        assert!(folder.names().is_empty(), "{line}");
    }
}

#[test]
fn slips_in_file_names_are_answered_too() {
    let folder = Folder::with(&[("cat.svg", DISC), ("cat.toml", "name = \"Cat\"\n")]);
    std::fs::create_dir(folder.path("pictures")).unwrap();
    for (who, told) in [
        ("cta.toml", "cta.toml: error: there is no such file; did you mean cat.toml?\n"),
        ("./cta.svg", "./cta.svg: error: there is no such file; did you mean ./cat.svg?\n"),
        ("cat", "cat: error: this is no built-in character; did you mean cat.toml?\n"),
        ("pictures", "pictures: error: this is a folder, not a file; name a file in it\n"),
        ("pictures/", "pictures/: error: this is a folder, not a file; name a file in it\n"),
        (".", ".: error: this is a folder, not a file; name a file in it\n"),
    ] {
        assert_eq!(folder.phiz(&format!("render {who} -o x.png")).fails(1), told);
    }
    // A built-in name stays one, whatever lies in the folder.
    std::fs::create_dir(folder.path("nubo")).unwrap();
    folder.phiz("place nubo").succeeds();
}

#[test]
fn british_spelling_is_understood() {
    let folder = Folder::new();
    folder.phiz("render --size 32 --color mint -o a.png").succeeds();
    folder.phiz("render --size 32 --colour mint -o b.png").succeeds();
    assert_eq!(folder.read("a.png"), folder.read("b.png"));
}

#[test]
fn a_negative_angle_needs_no_equals_sign() {
    for flag in ["turn", "tilt", "roll", "home-turn", "home-tilt", "home-roll"] {
        let apart = phiz(&format!("place --{flag} -30")).succeeds();
        assert_eq!(apart, phiz(&format!("place --{flag}=-30")).succeeds());
        assert_ne!(apart, phiz(&format!("place --{flag} 30")).succeeds());
    }
    assert_eq!(phiz("place --look -1,-0.5").succeeds(), phiz("place --look=-1,-0.5").succeeds());
}

/// Every kind of output into a pipe whose reader has gone before a byte was written.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::with(&[("cat.svg", DISC)]);
    for line in [
        "list",
        "list --json",
        "place",
        "render --size 32 --format svg -o -",
        "render --size 32 --format png -o -",
        "render --size 32 --duration 0.2 --format svg -o -",
        "render --size 32 --duration 0.2 --format png -o -",
        "render --size 32 --duration 0.2 --format gif -o -",
        "render --size 32 --duration 0.2 --format webp -o -",
        "render --size 32 --duration 0.2 --format y4m -o -",
        "render --size 32 --duration 0.2 --format rgba -o -",
        "sheet roll --format svg -o -",
        "check cat.svg",
        "completions bash",
        "man",
        "--help",
        "render --help",
        "--version",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = folder.command(cargo_bin!("phiz"));
        let output = command.args(line.split(' ')).stdout(writer).stderr(std::process::Stdio::piped());
        let output = output.spawn().unwrap().wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        // `check` notes that there is no TOML, which is no complaint about the pipe.
        assert!(output.status.success() && !told.contains("error"), "{line}: {} {told}", output.status);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_on_standard_output_is_a_failure() {
    for line in [
        "list",
        "place",
        "render --size 32 --format svg -o -",
        "render --size 32 --format png -o -",
        "render --size 32 --duration 0.2 --format y4m -o -",
        "render --size 32 --duration 0.2 --format gif -o -",
    ] {
        let told = Folder::new().shell(&format!("\"$PHIZ\" {line} > /dev/full")).fails(1);
        assert!(told.starts_with("error: standard output: ") && told.lines().count() == 1, "{line}: {told}");
    }
}

/// With `script`, which makes a terminal. What it prints is what a terminal is sent.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_colour_but_no_png() {
    let folder = Folder::new();
    let on_terminal = |line: &str| {
        let mut command = folder.command("script");
        command.arg("-qec").arg(format!("{} {line}", cargo_bin!("phiz").display())).arg("/dev/null");
        let output = command.env("TERM", "xterm").env_remove("NO_COLOR").stdin(std::process::Stdio::null()).output();
        output.ok().map(|output| (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
    };
    // A machine without it has nothing to say here.
    let Some((code, told)) = on_terminal("rendr") else { return };
    assert!(code == Some(2) && told.contains("\u{1b}["), "{code:?} {told:?}");

    let (code, told) = on_terminal("render --size 32 --format png -o -").unwrap();
    assert!(code == Some(2) && told.contains("a terminal cannot show these bytes"), "{code:?} {told:?}");
    let (code, told) = on_terminal("render --size 32 --format svg -o -").unwrap();
    assert!(code == Some(0) && told.starts_with("<svg "), "{code:?} {told:?}");

    let ran = folder.phiz("render --size 32 --format png -o -");
    assert!(ran.code == Some(0) && ran.stdout.starts_with(b"\x89PNG"), "{ran:?}");
}

#[test]
fn completions_are_scripts_that_know_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = phiz(&format!("completions {shell}")).succeeds();
        for word in COMMANDS.iter().copied().chain(["output", "no-clobber", "home-turn", "wrap", "cute"]) {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    // The shell at hand reads its script.
    let folder = Folder::with(&[("phiz.bash", phiz("completions bash").stdout)]);
    if let Ok(output) = folder.command("bash").arg("-n").arg("phiz.bash").output() {
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let page = phiz("man").succeeds();
    for command in COMMANDS {
        assert!(page.contains(&format!("phiz\\-{command}(1)")), "{command}");
        let page = phiz(&format!("man {command}")).succeeds();
        assert!(page.contains(&format!(".TH phiz-{command} 1")) && page.contains(".SH SYNOPSIS"), "{page}");
        assert!(page.contains("Examples:") || page.contains(".SH EXAMPLES\n"), "{page}");
        assert!(!page.contains("EXTRA"), "{page}");
    }
}

#[test]
fn everything_that_is_listed_can_be_asked_for() {
    let folder = Folder::new();
    let list: Value = serde_json::from_str(&folder.phiz("list --json").succeeds()).unwrap();
    let for_people = folder.phiz("list").succeeds();
    let names = |key: &str| -> Vec<String> {
        let rows = list[key].as_array().unwrap().iter();
        rows.map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    let keys: Vec<_> = list.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["characters", "colors", "faces", "states", "styles"]);
    assert_eq!(names("faces"), ["cute", "eyes", "line"]);
    assert_eq!(names("characters").len(), 6);
    for state in ["idle", "happy", "surprised", "angry", "shy", "sleeping"] {
        assert!(names("states").iter().any(|name| name == state), "{state}");
    }
    for (key, option) in
        [("characters", ""), ("states", "--state"), ("faces", "--face"), ("styles", "--style"), ("colors", "--color")]
    {
        for name in names(key) {
            folder.phiz(&format!("render {option} {name} --size 16 -o x.png")).succeeds();
            assert!(for_people.contains(&format!("\n  {name} ")), "{name} is not listed for people");
        }
    }
}

#[test]
fn data_goes_to_stdout_and_complaints_to_stderr() {
    let folder = Folder::with(&[("cat.svg", DISC), ("cat.toml", "[states.hapy]\nblush = 2\n")]);
    let ran: Ran = folder.phiz("place cat.toml");
    assert!(ran.code == Some(0) && ran.stderr.starts_with("cat.toml:1:1: warning: "), "{ran:?}");
    assert!(serde_json::from_slice::<Value>(&ran.stdout).is_ok());
}

/// Servers and containers have none.
#[test]
#[cfg(all(feature = "live", target_os = "linux"))]
fn without_a_screen_the_live_window_says_what_is_missing() {
    for (display, wayland, told) in [
        (None, None, "DISPLAY is not set and WAYLAND_DISPLAY is not set"),
        (Some(""), Some(""), "DISPLAY is not set and WAYLAND_DISPLAY is not set"),
        (Some("nowhere:9"), None, "DISPLAY is \"nowhere:9\" and WAYLAND_DISPLAY is not set"),
        (Some("not a name"), None, "DISPLAY is \"not a name\" and"),
        (None, Some("wayland-nowhere"), "DISPLAY is not set and WAYLAND_DISPLAY is \"wayland-nowhere\""),
    ] {
        let folder = Folder::new();
        let mut command = folder.command(cargo_bin!("phiz"));
        command.args(["live", "--record", "trace.csv"]);
        for (name, value) in [("DISPLAY", display), ("WAYLAND_DISPLAY", wayland)] {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let said = Ran::of(&mut command).fails(3);
        assert!(said.starts_with("error: no window can be shown: ") && said.contains(told), "{said}");
        assert!(said.ends_with("`phiz live` needs a screen, all other commands work without\n"), "{said}");
        assert!(folder.names().is_empty());
    }
}
