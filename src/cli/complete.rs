//! Shell completions and manual pages, both made from the command's own description.

use clap::Command;
use clap_complete::Shell;
use phiz::Error;

/// The completion script of a shell: what `phiz completions SHELL` prints.
///
/// # Errors
///
/// [`Error::Encode`] if the script is not text.
pub fn completions(mut command: Command, shell: Shell) -> Result<String, Error> {
    let name = command.get_name().to_owned();
    // Into memory first: clap_complete panics where writing fails, as on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    text("completions", script)
}

/// A manual page in roff: of the whole command, or of one of its subcommands. What `phiz man [COMMAND]` prints.
///
/// # Errors
///
/// [`Error::Unknown`] for a subcommand that does not exist, [`Error::Encode`] if the page cannot be made.
pub fn manual(command: Command, subcommand: Option<&str>) -> Result<String, Error> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let source = format!("{} {}", command.get_name(), command.get_version().unwrap_or_default());
    let wanted = match subcommand {
        None => &command,
        Some(name) => command.find_subcommand(name).ok_or_else(|| {
            let shown = command.get_subcommands().filter(|c| !c.is_hide_set());
            Error::unknown("command", name, shown.map(Command::get_name))
        })?,
    };
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(wanted.clone()).source(source.trim()).render(&mut page);
    written.map_err(|e| Error::Encode { format: "manual", reason: e.to_string() })?;
    // clap_mangen calls what follows the options "extra".
    let named = |page: String| {
        page.replacen(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n", 1).replacen(".SH EXTRA\n", ".SH NOTES\n", 1)
    };
    text("manual", page).map(named)
}

fn text(format: &'static str, bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|e| Error::Encode { format, reason: e.to_string() })
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ValueEnum};

    use super::*;

    fn command() -> Command {
        let size = Arg::new("size").long("size").help("Width and height in pixels");
        let render = Command::new("render").about("Draws a still or an animation").arg(size);
        let hidden = Command::new("completions").hide(true);
        Command::new("phiz").version("1.2.3").about("Draws characters").subcommand(render).subcommand(hidden)
    }

    #[test]
    fn every_shell_completes_commands_and_options() {
        for shell in Shell::value_variants() {
            let script = completions(command(), *shell).unwrap();
            for word in ["phiz", "render", "size"] {
                assert!(script.contains(word), "{shell} does not know {word}");
            }
        }
    }

    #[test]
    fn the_manual_lists_commands_and_each_has_a_page() {
        let page = manual(command(), None).unwrap();
        assert!(page.contains(".TH phiz 1") && page.contains("phiz 1.2.3"), "{page}");
        assert!(page.contains("render") && !page.contains("completions"), "{page}");

        let page = manual(command(), Some("render")).unwrap();
        assert!(page.contains(".TH phiz-render 1") && page.contains("phiz 1.2.3"), "{page}");
        assert!(page.contains("Width and height in pixels"), "{page}");
    }

    #[test]
    fn an_unknown_command_has_no_page_but_a_neighbour() {
        let error = manual(command(), Some("rendre")).unwrap_err();
        assert_eq!(error.to_string(), "there is no command called \"rendre\"; did you mean \"render\"?");
    }

    #[test]
    fn the_same_command_gives_the_same_bytes() {
        assert_eq!(manual(command(), None).unwrap(), manual(command(), None).unwrap());
    }
}
