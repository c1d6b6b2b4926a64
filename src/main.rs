//! The `phiz` command.

mod cli;
#[cfg(feature = "live")]
mod live;

fn main() -> std::process::ExitCode {
    cli::main()
}
