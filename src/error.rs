//! What can go wrong, split by who can mend it.

use crate::finding::Finding;

/// Everything the library refuses. The text says what, where and what to do instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A character, state or palette file has faults; all that were found, in the order of the file.
    #[error("{}", list(.0))]
    File(Vec<Finding>),

    /// A value outside what is allowed: an angle that is not finite, an unknown name, a colour that is none.
    #[error("{name} {value:?} is not allowed: it must be {allowed}")]
    Parameter {
        /// What the value was for.
        name: String,
        /// The value as it was given.
        value: String,
        /// What would have been taken.
        allowed: String,
    },

    /// No such character, state, face or colour.
    #[error("there is no {kind} called {name:?}{}", suggestion(.nearest, .known))]
    Unknown {
        /// `character`, `state`, …
        kind: &'static str,
        /// The name that was asked for.
        name: String,
        /// The known name nearest to it, if one is near.
        nearest: Option<String>,
        /// All known names.
        known: Vec<String>,
    },

    /// More pixels, points or bytes than phiz is willing to work on.
    #[error("{what} is {value}, over the limit of {limit}")]
    Limit {
        /// What is too large.
        what: String,
        /// How large it is.
        value: String,
        /// How large it may be.
        limit: String,
    },

    /// An encoder refused; a fault of phiz rather than of its input.
    #[error("could not encode {format}: {reason}")]
    Encode {
        /// `PNG`, …
        format: &'static str,
        /// What the encoder said.
        reason: String,
    },

    /// Files were checked, and some are not as they should be; the findings have been told.
    #[error("the check found {}", counts(*.errors, *.warnings))]
    Checked {
        /// How many errors.
        errors: usize,
        /// How many warnings.
        warnings: usize,
    },

    /// Rows of a list could not be drawn; which and why has been told.
    #[error("{bad} {} of the list could not be drawn", if *.bad == 1 { "row" } else { "rows" })]
    Rows {
        /// How many.
        bad: u64,
    },

    /// There is no screen to open a window on, or it is gone.
    #[error("no window can be shown: {reason}")]
    Window {
        /// Why, and what to do.
        reason: String,
    },

    /// Reading or writing failed.
    #[error("{path}: {source}")]
    Io {
        /// The file as the user named it.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Error {
    /// An unknown name, with the nearest known one looked up.
    ///
    /// ```
    /// let e = phiz::Error::unknown("state", "hapy", ["idle", "happy"]);
    /// assert_eq!(e.to_string(), "there is no state called \"hapy\"; did you mean \"happy\"?");
    /// ```
    pub fn unknown<'a>(kind: &'static str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        let nearest = crate::finding::nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        Self::Unknown { kind, name: name.chars().take(60).collect(), nearest, known }
    }

    /// The findings, where the error is about a file's contents.
    pub fn findings(&self) -> &[Finding] {
        if let Self::File(findings) = self { findings } else { &[] }
    }
}

/// `2 errors and 1 warning`; what there is none of is not said.
fn counts(errors: usize, warnings: usize) -> String {
    let some = |count: usize, word: &str| match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{count} {word}s")),
    };
    let parts: Vec<String> = [some(errors, "error"), some(warnings, "warning")].into_iter().flatten().collect();
    parts.join(" and ")
}

fn list(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn suggestion(nearest: &Option<String>, known: &[String]) -> String {
    match nearest {
        Some(name) => format!("; did you mean {name:?}?"),
        None if known.is_empty() => String::new(),
        None => format!("; known are {}", known.join(", ")),
    }
}
