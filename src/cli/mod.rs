//! The `phiz` command: a thin layer that reads files and flags, calls the library, and writes what comes back.

mod animate;
mod args;
mod batch;
mod check;
mod complete;
mod doubt;
mod inspect;
mod json;
mod list;
#[cfg(feature = "live")]
mod live;
mod place;
mod progress;
mod read;
mod render;
mod terminal;
mod usage;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command};

/// Runs the command line, from the arguments to the code it ends with.
pub fn main() -> ExitCode {
    let parsed = Cli::command().try_get_matches().and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return usage::tell(&error),
    };
    let given = matches.subcommand().map(|(_, given)| given);
    let outcome = match cli.command {
        Command::Render(args) => render::render(&args),
        // What a row leaves open is as the command line says, which only clap still knows word by word.
        Command::Batch(args) => batch::run(&args, given.unwrap_or(&matches)),
        Command::Sheet(args) => render::sheet(&args),
        Command::Place(args) => place::run(&args),
        Command::List(args) => list::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Check(args) => check::run(&args),
        #[cfg(feature = "live")]
        Command::Live(args) => live::live(&args),
        Command::Completions { shell } => {
            complete::completions(Cli::command(), shell).and_then(|text| terminal::print(&text))
        }
        Command::Man { command } => {
            complete::manual(Cli::command(), command.as_deref()).and_then(|text| terminal::print(&text))
        }
    };
    terminal::exit_code(outcome)
}
