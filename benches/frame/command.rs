//! The command as a whole process, from its start to its end.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::race::{Length, median};

/// What is run: a name for the table, and arguments.
const RUNS: [(&str, &[&str]); 6] = [
    ("phiz --version", &["--version"]),
    ("phiz render, SVG", &["render", "--format", "svg", "-o", "FILE"]),
    ("phiz render, PNG of 128 px", &["render", "--format", "png", "--size", "128", "-o", "FILE"]),
    ("phiz render, PNG of 512 px", &["render", "--format", "png", "--size", "512", "-o", "FILE"]),
    (
        "  the same, --compress fast",
        &["render", "--format", "png", "--size", "512", "--compress", "fast", "-o", "FILE"],
    ),
    ("phiz render, PNG of 2048 px", &["render", "--format", "png", "--size", "2048", "-o", "FILE"]),
];

/// Measures and prints it. Without the command (a build without the `cli` feature) there is nothing to say.
pub fn measure(length: Length) -> Result<(), String> {
    let Some(program) = option_env!("CARGO_BIN_EXE_phiz") else { return Ok(()) };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("picture");
    let mut times: [Vec<Duration>; RUNS.len()] = Default::default();
    let rounds = match length {
        Length::Once => 1,
        Length::Full => 15,
    };
    for _ in 0..rounds {
        for ((_, arguments), times) in RUNS.iter().zip(&mut times) {
            times.push(run(program, arguments, &file)?);
        }
    }
    println!("\nThe command as a whole process, milliseconds");
    for ((name, _), times) in RUNS.iter().zip(&times) {
        println!("  {name:<30}   {:>10.1}", median(times).as_secs_f64() * 1e3);
    }
    Ok(())
}

fn run(program: &str, arguments: &[&str], file: &Path) -> Result<Duration, String> {
    let mut command = Command::new(program);
    for argument in arguments {
        match *argument {
            "FILE" => command.arg(file),
            other => command.arg(other),
        };
    }
    command.stdout(Stdio::null());
    let start = Instant::now();
    let status = command.status().map_err(|error| error.to_string())?;
    let time = start.elapsed();
    if status.success() { Ok(time) } else { Err(format!("phiz {arguments:?} ended with {status}")) }
}
