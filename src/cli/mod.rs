//! The `phiz` command: a thin layer that reads files and flags, calls the library, and writes what comes back.

mod animate;
mod args;
mod check;
mod complete;
mod json;
mod list;
mod place;
mod read;
mod render;
mod terminal;
mod usage;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};

/// Runs the command line, from the arguments to the code it ends with.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::tell(&error),
    };
    let outcome = match cli.command {
        Command::Render(args) => render::render(&args),
        Command::Sheet(args) => render::sheet(&args),
        Command::Place(args) => place::run(&args),
        Command::List(args) => list::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Completions { shell } => {
            complete::completions(Cli::command(), shell).and_then(|text| terminal::print(&text))
        }
        Command::Man { command } => {
            complete::manual(Cli::command(), command.as_deref()).and_then(|text| terminal::print(&text))
        }
    };
    terminal::exit_code(outcome)
}
