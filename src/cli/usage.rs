//! Wrong usage, told as everything else is: one sentence with the fix.

use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use phiz::nearest;

use super::args::Cli;
use super::terminal;

/// Prints what clap has to say, and gives the code to end with: help and version are no errors.
pub fn tell(error: &clap::Error) -> ExitCode {
    if is_help(error.kind()) {
        // A closed pipe is no failure here either.
        let _ = error.print();
    } else {
        terminal::tell(&sentence(error));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn is_help(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// What clap found, in one sentence with the fix.
pub fn sentence(error: &clap::Error) -> String {
    let command = command(error);
    let see = format!("see `{command} --help`");
    let argument = context(error, ContextKind::InvalidArg).map(|arg| bare(&arg).to_owned());
    match (error.kind(), argument) {
        (ErrorKind::InvalidSubcommand, _) => {
            let wrong = context(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            unknown_command(&wrong)
        }
        (ErrorKind::UnknownArgument, Some(argument)) if !argument.starts_with('-') => {
            format!("{argument:?} is one argument too many; {see}")
        }
        (ErrorKind::UnknownArgument, Some(argument)) => match context(error, ContextKind::SuggestedArg) {
            Some(near) => format!("there is no option {argument}; did you mean {}?", bare(&near)),
            None => format!("there is no option {argument}; {see}"),
        },
        (ErrorKind::InvalidValue, Some(argument)) => {
            let value = context(error, ContextKind::InvalidValue).unwrap_or_default();
            let known = list(error, ContextKind::ValidValue);
            if value.is_empty() {
                let example = match known.is_empty() {
                    true => context(error, ContextKind::InvalidArg).unwrap_or_default(),
                    false => format!("one of {}", known.join(", ")),
                };
                return format!("{argument} needs a value: {example}");
            }
            let fix = match nearest(&value, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("known are {}", known.join(", ")),
            };
            format!("{argument} cannot be {value:?}; {fix}")
        }
        (ErrorKind::ValueValidation, Some(argument)) => {
            let value = context(error, ContextKind::InvalidValue).unwrap_or_default();
            let reason = std::error::Error::source(error).map_or(see, ToString::to_string);
            format!("{argument} cannot be {value:?}; {reason}")
        }
        (ErrorKind::MissingRequiredArgument, _) => {
            let missing = list(error, ContextKind::InvalidArg);
            let missing: Vec<&str> =
                missing.iter().map(|a| if bare(a) == "--output" { "-o FILE" } else { bare(a) }).collect();
            if missing == ["-o FILE"] {
                return format!("`{command}` needs -o FILE, the file to write; -o - is standard output");
            }
            format!("`{command}` needs {}; {see}", missing.join(" and "))
        }
        (ErrorKind::ArgumentConflict, Some(argument)) => {
            match context(error, ContextKind::PriorArg).map(|other| bare(&other).to_owned()) {
                Some(other) if other != argument => format!("{argument} and {other} exclude each other; leave one out"),
                _ => format!("{argument} is given twice; keep one of the two"),
            }
        }
        (ErrorKind::InvalidUtf8, _) => {
            format!("an argument is not UTF-8 text, which only file names need not be; {see}")
        }
        // Whatever else clap may find: its own first line.
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            format!("{}; {see}", line.strip_prefix("error: ").unwrap_or(line))
        }
    }
}

fn unknown_command(wrong: &str) -> String {
    let cli = Cli::command();
    let known: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    match nearest(wrong, known.iter().copied()) {
        Some(near) => format!("there is no command {wrong:?}; did you mean `phiz {near}`?"),
        None => format!("there is no command {wrong:?}; known are {}", known.join(", ")),
    }
}

/// The command that was called, such as `phiz render`: how its usage line begins.
fn command(error: &clap::Error) -> String {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let words = usage.split_whitespace().skip_while(|word| *word != "phiz");
    let words: Vec<&str> = words.take_while(|word| !word.starts_with(['[', '<', '-'])).collect();
    if words.is_empty() { "phiz".into() } else { words.join(" ") }
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    }
}

fn list(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    }
}

/// `--size` of `--size <PX>`, and `KIND` of `<KIND>`.
fn bare(argument: &str) -> &str {
    let name = argument.split(' ').next().unwrap_or(argument);
    name.trim_start_matches('<').trim_end_matches("...").trim_end_matches('>')
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn told(line: &str) -> String {
        sentence(&Cli::try_parse_from(line.split(' ')).unwrap_err())
    }

    #[test]
    fn every_slip_is_one_sentence_with_the_fix() {
        for (line, expected) in [
            ("phiz rendr", "there is no command \"rendr\"; did you mean `phiz render`?"),
            ("phiz help rendr", "there is no command \"rendr\"; did you mean `phiz render`?"),
            ("phiz render", "`phiz render` needs -o FILE, the file to write; -o - is standard output"),
            ("phiz render -o x.png --szie 3", "there is no option --szie; did you mean --size?"),
            ("phiz render -o x.png --qqq", "there is no option --qqq; see `phiz render --help`"),
            ("phiz render nubo mokka -o x.png", "\"mokka\" is one argument too many; see `phiz render --help`"),
            ("phiz render -o x.png --face cut", "--face cannot be \"cut\"; did you mean \"cute\"?"),
            ("phiz render -o x.png --face qqqqq", "--face cannot be \"qqqqq\"; known are cute, eyes, line"),
            ("phiz render -o x.png --turn", "--turn needs a value: --turn <DEG>"),
            ("phiz render -o x.png --face", "--face needs a value: one of cute, eyes, line"),
            ("phiz render -o x.png -o y.png", "--output is given twice; keep one of the two"),
            (
                "phiz render -o x.svg --title t --decorative",
                "--title and --decorative exclude each other; leave one out",
            ),
            ("phiz sheet pos -o x.png", "KIND cannot be \"pos\"; did you mean \"pose\"?"),
            ("phiz sheet", "`phiz sheet` needs -o FILE and KIND; see `phiz sheet --help`"),
            ("phiz completions bsh", "SHELL cannot be \"bsh\"; did you mean \"bash\"?"),
            ("phiz check", "`phiz check` needs FILE; see `phiz check --help`"),
        ] {
            assert_eq!(told(line), expected, "{line}");
        }
        assert!(told("phiz qqqqqq").ends_with("sheet, place, list, inspect, check, completions, man"));
    }
}
