//! TOML with places: one pass over a character, state or palette file reports every fault in it.
//!
//! ```text
//! bytes --text--> text with LF ends --layout--> statements --toml--> values --table--> what a caller asks for
//! ```
//!
//! `toml` stops interpreting a file at a line such as `turn 10`, and turns one unclosed bracket into a dozen errors.
//! So a statement with a fault in it is reported once, blanked out, and the rest is parsed again: everything else in
//! the file is still checked, and nothing is reported that would go away by itself.

mod layout;
mod syntax;
mod table;
mod text;
mod value;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;

use toml::de::{DeTable, Error as TomlError};

pub(crate) use table::Table;

use crate::finding::{Findings, Place, Severity};
use layout::Layout;
use text::Text;
use value::Entry;

/// Bytes a TOML file may have.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// Faults reported of one file; a file with more is hardly a character file, and nobody reads on.
const MAX_FAULTS: usize = 100;

/// Two suffice (see [`Document::interpret`]); a third sees the file without faults.
const MAX_PASSES: usize = 4;

/// One TOML file: its values, and what was found wrong with them so far.
///
/// Read it through [`Document::root`]; then [`Document::into_findings`] has every fault, of syntax and of meaning, in
/// the order of the file.
#[derive(Debug)]
pub(crate) struct Document {
    text: Text,
    entries: Vec<Entry>,
    /// Whether some statement was left out because of its syntax, so that what seems missing may not be.
    torn: bool,
    findings: RefCell<Findings>,
    reported: Cell<usize>,
    /// The gravest severity among findings past [`MAX_FAULTS`].
    left_out: Cell<Option<Severity>>,
    asked: RefCell<BTreeSet<String>>,
}

impl Document {
    /// Reads the bytes of a file; `file` is its name as the user gave it.
    ///
    /// # Errors
    ///
    /// Where nothing can be read at all: more than [`MAX_BYTES`], not UTF-8, blank, or nested too deeply.
    /// Every other fault is kept in the document, to be reported together with those of meaning.
    pub(crate) fn parse(file: &str, bytes: &[u8]) -> Result<Self, Findings> {
        let refuse = |refusal: Refusal| {
            let mut findings = Findings::new(file);
            findings.error(refusal.place, refusal.message, refusal.help);
            findings
        };
        let text = Text::decode(bytes).map_err(refuse)?;
        let layout = layout::scan(text.as_str())
            .map_err(|deep| refuse(Refusal::new(text.place(deep.at), deep.message, deep.help)))?;

        let mut document = Self {
            text,
            entries: Vec::new(),
            torn: false,
            findings: RefCell::new(Findings::new(file)),
            reported: Cell::new(0),
            left_out: Cell::new(None),
            asked: RefCell::default(),
        };
        document.interpret(&layout);
        Ok(document)
    }

    /// The table that is the whole file.
    pub(crate) fn root(&self) -> Table<'_> {
        Table::root(self)
    }

    /// Every key that was asked for, as a path from the root: `turn`, `parts.*.depth` (`*` for names an author
    /// chooses). Keys of tables that the file lacks are not among them.
    #[cfg(test)]
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.borrow().iter().cloned().collect()
    }

    /// Adds a finding about the file's meaning.
    pub(crate) fn report(
        &self,
        severity: Severity,
        place: Option<Place>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.reported.get() < MAX_FAULTS {
            self.reported.set(self.reported.get() + 1);
            self.findings.borrow_mut().add(severity, place, message, help);
        } else {
            let gravest = self.left_out.get().map_or(severity, |other| other.min(severity));
            self.left_out.set(Some(gravest));
        }
    }

    /// Whether findings are no longer shown, and so need not be worked out.
    fn is_full(&self) -> bool {
        self.left_out.get() == Some(Severity::Error)
    }

    /// What was found.
    pub(crate) fn into_findings(self) -> Findings {
        let mut findings = self.findings.into_inner();
        if let Some(gravest) = self.left_out.get() {
            let end = self.text.place(self.text.as_str().len());
            findings.add(gravest, Some(end), "there are more faults, which are not shown", "mend those above first");
        }
        findings
    }

    fn interpret(&mut self, layout: &Layout) {
        let mut readable = self.text.as_str().to_owned();
        for fault in &layout.unclosed {
            self.error_at(fault.at, &fault.message, &fault.help);
            self.torn = true;
        }
        layout.blank(&mut readable, layout.unclosed.iter().map(|fault| fault.at));

        // The parser tells of faulty lines first, and of faulty values only once there are none; then all is well.
        for pass in 1..=MAX_PASSES {
            let (table, errors) = DeTable::parse_recoverable(&readable);
            let (redefined, broken) = in_order(errors);
            self.torn |= !broken.is_empty();
            self.report_syntax(layout, &broken);
            if broken.is_empty() || pass == MAX_PASSES {
                self.report_redefinitions(&redefined);
                self.entries = value::entries(table.into_inner(), &readable);
                break;
            }
            layout.blank(&mut readable, broken.iter().map(|error| span(error).start));
        }
    }

    /// One fault a line: the others are its echo.
    fn report_syntax(&self, layout: &Layout, broken: &[TomlError]) {
        let text = self.text.as_str();
        let mut next_line = 0;
        for error in broken.iter().filter(|_| !self.is_full()) {
            let span = span(error);
            if span.start < next_line {
                continue;
            }
            let rest = text.as_bytes().get(span.start..).unwrap_or(&[]);
            next_line = span.start + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()) + 1;
            let at = layout.opening_quote(error.message(), span.start).unwrap_or(span.start);
            let (message, help) = syntax::explain(error.message(), text, span);
            self.error_at(at, &message, &help);
        }
    }

    fn report_redefinitions(&self, redefined: &[TomlError]) {
        for error in redefined.iter().filter(|_| !self.is_full()) {
            let span = span(error);
            let (message, help) = syntax::explain(error.message(), self.text.as_str(), span.clone());
            self.error_at(span.start, &message, &help);
        }
    }

    fn error_at(&self, at: usize, message: &str, help: &str) {
        self.report(Severity::Error, Some(self.text.place(at)), message, help);
    }
}

/// Why nothing of a file can be read.
struct Refusal {
    place: Option<Place>,
    message: String,
    help: String,
}

impl Refusal {
    fn new(place: impl Into<Option<Place>>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into(), help: help.into() }
    }
}

/// The parser's errors in the order of the file: those about keys given twice, and all others.
fn in_order(mut errors: Vec<TomlError>) -> (Vec<TomlError>, Vec<TomlError>) {
    errors.sort_by_key(|error| span(error).start);
    errors.into_iter().partition(syntax::is_redefinition)
}

/// What an error blames. Only the parser's own limit on nesting blames nothing, and [`layout`] has a tighter one.
fn span(error: &TomlError) -> Range<usize> {
    error.span().unwrap_or(0..0)
}

#[cfg(test)]
mod tests;
