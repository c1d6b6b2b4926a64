//! Findings: what is wrong or doubtful in a file, and where.

use std::fmt;

/// How much a [`Finding`] matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file is used, but probably not as its author meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place in a text file, both counted from 1; columns count characters, as editors do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in a text. Lines end at LF, CRLF or a lone CR; an offset past the end is the end.
    ///
    /// ```
    /// use phiz::Place;
    /// assert_eq!(Place::of("ab\r\ncd", 5), Place { line: 2, column: 2 });
    /// ```
    pub fn of(text: &str, offset: usize) -> Self {
        let mut place = Self { line: 1, column: 1 };
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if at >= offset {
                break;
            }
            let ends_line = c == '\n' || (c == '\r' && chars.peek().is_none_or(|(_, next)| *next != '\n'));
            if ends_line {
                place.line += 1;
                place.column = 1;
            } else if c != '\r' {
                place.column += 1;
            }
        }
        place
    }
}

/// One thing found in a file: what, where, and how to mend it.
///
/// Displays as `faces/pip.toml:3:1: error: unknown key "trun"; did you mean "turn"?`, the form that editors and
/// terminals turn into a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// The file as the user named it.
    pub file: String,
    /// Where in it, if there is one place.
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(Place { line, column }) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}: {}", self.severity.name(), self.message)?;
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}

/// Findings as they are collected while one file is read.
#[derive(Clone, Debug)]
pub struct Findings {
    file: String,
    list: Vec<Finding>,
}

impl Findings {
    /// For a file, as the user named it.
    pub fn new(file: impl Into<String>) -> Self {
        Self { file: file.into(), list: Vec::new() }
    }

    /// Adds one. An empty `help` means none.
    pub fn add(
        &mut self,
        severity: Severity,
        place: Option<Place>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let help = help.into();
        self.list.push(Finding {
            severity,
            file: self.file.clone(),
            place,
            message: message.into(),
            help: (!help.is_empty()).then_some(help),
        });
    }

    /// Adds an error.
    pub fn error(&mut self, place: Option<Place>, message: impl Into<String>, help: impl Into<String>) {
        self.add(Severity::Error, place, message, help);
    }

    /// Adds a warning.
    pub fn warning(&mut self, place: Option<Place>, message: impl Into<String>, help: impl Into<String>) {
        self.add(Severity::Warning, place, message, help);
    }

    /// Adds a note.
    pub fn note(&mut self, place: Option<Place>, message: impl Into<String>, help: impl Into<String>) {
        self.add(Severity::Note, place, message, help);
    }

    /// Takes over what another file's reading found.
    pub fn extend(&mut self, other: Self) {
        self.list.extend(other.list);
    }

    /// Whether there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|f| f.severity == Severity::Error)
    }

    /// All of them, in the order of the file (those without a place first), without repeats.
    pub fn into_vec(mut self) -> Vec<Finding> {
        self.list.sort_by(|a, b| (&a.file, a.place, a.severity).cmp(&(&b.file, b.place, b.severity)));
        self.list.dedup();
        self.list
    }
}

/// The known name nearest to `name`, if it is near enough to be a slip of the fingers.
///
/// ```
/// assert_eq!(phiz::nearest("trun", ["turn", "tilt", "roll"]), Some("turn"));
/// assert_eq!(phiz::nearest("colour-of-hat", ["turn", "tilt"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > 60 {
        return None;
    }
    let name = name.to_lowercase();
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(&name, &k.to_lowercase()), k))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, k)| *distance <= (k.chars().count().max(name.chars().count())).div_ceil(3))
        .map(|(_, k)| k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_every_kind_of_line_end() {
        for (text, offset, line, column) in [
            ("", 0, 1, 1),
            ("abc", 2, 1, 3),
            ("a\nb", 2, 2, 1),
            ("a\rb", 2, 2, 1),
            ("a\r\nb", 3, 2, 1),
            ("äö=1", 4, 1, 3),
            ("ab", 99, 1, 3),
        ] {
            assert_eq!(Place::of(text, offset), Place { line, column }, "{text:?} at {offset}");
        }
    }

    #[test]
    fn a_finding_reads_as_a_link() {
        let mut findings = Findings::new("pip.toml");
        findings.error(Some(Place { line: 3, column: 1 }), "unknown key \"trun\"", "did you mean \"turn\"?");
        assert!(findings.has_errors());
        let shown = findings.into_vec()[0].to_string();
        assert_eq!(shown, "pip.toml:3:1: error: unknown key \"trun\"; did you mean \"turn\"?");
    }
}
