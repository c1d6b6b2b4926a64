//! What the command says to the terminal, and with which code it ends.

use std::error::Error as StdError;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use phiz::{Error, Finding, Severity};

/// How standard output is called in errors.
const STDOUT: &str = "standard output";

/// Writes text to standard output, whole and at once.
///
/// # Errors
///
/// [`Error::Io`]; a reader that has gone away is one too, which [`exit_code`] then passes over in silence. (`println!`
/// would panic.)
pub fn print(text: &str) -> Result<(), Error> {
    write_all(&mut io::stdout().lock(), text.as_bytes())
}

/// The same for text with styles, which are left out where standard output is no terminal.
///
/// # Errors
///
/// As above.
pub fn print_styled(text: &str) -> Result<(), Error> {
    write_all(&mut anstream::stdout().lock(), text.as_bytes())
}

/// Standard output for a picture or another stream of bytes.
///
/// # Errors
///
/// [`Error::Parameter`] where it is a terminal, which such bytes would garble.
pub fn binary_stdout() -> Result<io::StdoutLock<'static>, Error> {
    let stdout = io::stdout().lock();
    refuse_terminal(stdout.is_terminal())?;
    Ok(stdout)
}

/// An error of writing to standard output.
pub fn stdout_error(source: io::Error) -> Error {
    Error::Io { path: STDOUT.into(), source }
}

/// Tells the user of an error, if there is one, and says with which code to end: 0 for success, 2 for wrong usage, 3 for no
/// screen, 1 for other failures. A closed pipe (`phiz … | head`) is a quiet success: the reader had what it wanted.
pub fn exit_code(outcome: Result<(), Error>) -> ExitCode {
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    if is_closed_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    // Where not even standard error takes text, the code is all that is left to say.
    let _ = write_error(&mut anstream::stderr().lock(), &error);
    ExitCode::from(code(&error))
}

/// Tells the user what is wrong with the arguments.
pub fn tell(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{} {message}", Heading(Severity::Error));
}

/// Tells the user something worth knowing.
pub fn note(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{} {text}", Heading(Severity::Note));
}

/// Writes findings, such as warnings about a file that was read all the same, to standard error.
pub fn report(findings: &[Finding]) {
    let _ = write_findings(&mut anstream::stderr().lock(), findings);
}

fn code(error: &Error) -> u8 {
    match error {
        Error::Parameter { .. } | Error::Unknown { .. } => 2,
        Error::Window { .. } => 3,
        _ => 1,
    }
}

fn refuse_terminal(is_terminal: bool) -> Result<(), Error> {
    if !is_terminal {
        return Ok(());
    }
    Err(Error::Parameter {
        name: "output".into(),
        value: "-".into(),
        allowed: "a file, a pipe or a redirection here, as a terminal cannot show these bytes".into(),
    })
}

fn write_all(out: &mut dyn Write, bytes: &[u8]) -> Result<(), Error> {
    out.write_all(bytes).and_then(|()| out.flush()).map_err(stdout_error)
}

/// Only standard output may close early; a pipe to another program that breaks is a failure.
fn is_closed_pipe(error: &Error) -> bool {
    matches!(error, Error::Io { path, source } if path == STDOUT && source.kind() == io::ErrorKind::BrokenPipe)
}

/// `error: …`, or the findings as they are; then what caused it, as far as the message does not say so itself.
fn write_error(out: &mut dyn Write, error: &Error) -> io::Result<()> {
    if !error.findings().is_empty() {
        return write_findings(out, error.findings());
    }
    let message = error.to_string();
    writeln!(out, "{} {message}", Heading(Severity::Error))?;
    let mut cause = error.source();
    while let Some(error) = cause {
        let reason = error.to_string();
        if !message.contains(&reason) {
            writeln!(out, "  because {reason}")?;
        }
        cause = error.source();
    }
    out.flush()
}

fn write_findings(out: &mut dyn Write, findings: &[Finding]) -> io::Result<()> {
    for finding in findings {
        write!(out, "{}", finding.file)?;
        if let Some(place) = finding.place {
            write!(out, ":{}:{}", place.line, place.column)?;
        }
        write!(out, ": {} {}", Heading(finding.severity), finding.message)?;
        if let Some(help) = &finding.help {
            write!(out, "; {help}")?;
        }
        writeln!(out)?;
    }
    out.flush()
}

/// `error:` and so on in its colour; anstream takes the colour out where no terminal shows it.
struct Heading(Severity);

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.0 {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Note => AnsiColor::Cyan,
        };
        let style = Style::new().bold().fg_color(Some(color.into()));
        write!(f, "{style}{}:{style:#}", self.0.name())
    }
}

#[cfg(test)]
mod tests {
    use phiz::{Findings, Place};

    use super::*;

    /// A pipe whose reader has gone.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn parameter() -> Error {
        Error::Parameter { name: "size".into(), value: "0".into(), allowed: "1 to 16384".into() }
    }

    /// What arrives where no terminal is, and what on one.
    fn shown(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> [String; 2] {
        let mut plain = anstream::StripStream::new(Vec::new());
        let mut colored = Vec::new();
        write(&mut plain).unwrap();
        write(&mut colored).unwrap();
        [plain.into_inner(), colored].map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn a_closed_pipe_is_a_quiet_success() {
        let error = write_all(&mut Closed, b"text").unwrap_err();
        assert!(is_closed_pipe(&error));
        assert_eq!(format!("{:?}", exit_code(Err(error))), format!("{:?}", ExitCode::SUCCESS));
    }

    #[test]
    fn a_pipe_to_another_program_that_breaks_is_a_failure() {
        let error = Error::Io { path: "ffmpeg".into(), source: io::ErrorKind::BrokenPipe.into() };
        assert!(!is_closed_pipe(&error));
        assert_eq!(code(&error), 1);
        assert!(!is_closed_pipe(&stdout_error(io::ErrorKind::StorageFull.into())));
    }

    #[test]
    fn wrong_usage_ends_with_2_and_failure_with_1() {
        assert_eq!(code(&parameter()), 2);
        assert_eq!(code(&Error::unknown("state", "hapy", ["happy"])), 2);
        assert_eq!(code(&Error::File(Vec::new())), 1);
        assert_eq!(code(&Error::Limit { what: "memory".into(), value: "9 GB".into(), limit: "4 GB".into() }), 1);
    }

    #[test]
    fn an_error_is_one_sentence_in_colour_only_on_a_terminal() {
        let [plain, colored] = shown(|out| write_error(out, &parameter()));
        assert_eq!(plain, "error: size \"0\" is not allowed: it must be 1 to 16384\n");
        assert!(colored.starts_with("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m "), "{colored:?}");
    }

    #[test]
    fn a_cause_is_told_once() {
        let error = Error::Io { path: "pip.toml".into(), source: io::Error::other("disk on fire") };
        let [plain, _] = shown(|out| write_error(out, &error));
        assert_eq!(plain, "error: pip.toml: disk on fire\n");
    }

    #[test]
    fn findings_stay_links() {
        let mut findings = Findings::new("pip.toml");
        findings.error(Some(Place { line: 3, column: 1 }), "unknown key \"trun\"", "did you mean \"turn\"?");
        findings.warning(None, "no name", "");
        let error = Error::File(findings.into_vec());
        let [plain, _] = shown(|out| write_error(out, &error));
        assert_eq!(plain, format!("{error}\n"), "as the library words them");
    }

    #[test]
    fn bytes_do_not_go_to_a_terminal() {
        assert!(refuse_terminal(false).is_ok());
        assert!(refuse_terminal(true).unwrap_err().to_string().contains("a file, a pipe"));
    }
}
