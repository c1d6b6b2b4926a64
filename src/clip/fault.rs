//! What is wrong with a file of somebody else's, and where.

use crate::Error;
use crate::finding::{Findings, Place};

/// The first fault of a file, which ends the reading of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fault {
    /// Bytes from the start of the file.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// How to mend it; empty is nothing.
    pub help: String,
}

impl Fault {
    pub fn new(at: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: help.into() }
    }

    /// As an error of a text file: with line and column.
    pub fn in_text(self, file: &str, text: &str) -> Error {
        let mut findings = Findings::new(file);
        findings.error(Some(Place::of(text, self.at)), self.message, self.help);
        Error::File(findings.into_vec())
    }

    /// As an error of a file that is not text: with the byte.
    pub fn in_bytes(self, file: &str) -> Error {
        let mut findings = Findings::new(file);
        findings.error(None, format!("byte {}: {}", self.at, self.message), self.help);
        Error::File(findings.into_vec())
    }
}

/// The text of a file, without its byte order mark.
pub(super) fn text<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Error> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        Fault::new(good.len(), "this is not UTF-8 text", "save the file as UTF-8").in_text(file, good)
    })
}

/// The start of a text from a file, as it is shown in messages.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
