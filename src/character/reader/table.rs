//! One table of a document, and typed questions about its keys.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use super::Document;
use super::syntax::{quoted, short};
use super::value::{Entry, Kind, Value};
use crate::color::Color;
use crate::finding::{Place, Severity, nearest};

/// A table, and which of its keys were asked for.
///
/// Each question reports its own fault to the [`Document`] and answers `None` for a key that is absent or faulty.
/// When all are asked, [`Table::finish`] reports the keys nobody asked for.
#[derive(Debug)]
#[must_use = "call `finish` to report unknown keys"]
pub(crate) struct Table<'a> {
    document: &'a Document,
    entries: &'a [Entry],
    at: usize,
    path: String,
    known: RefCell<Vec<String>>,
}

impl<'a> Table<'a> {
    pub(super) fn root(document: &'a Document) -> Self {
        Self { document, entries: &document.entries, at: 0, path: String::new(), known: RefCell::default() }
    }

    /// A finite number in a range; integers are numbers.
    pub(crate) fn number(&self, key: &str, range: RangeInclusive<f64>) -> Option<f64> {
        self.as_number(key, self.value(key)?, &range)
    }

    /// `[x, y]`, both in a range.
    pub(crate) fn pair(&self, key: &str, range: RangeInclusive<f64>) -> Option<[f64; 2]> {
        self.numbers(key, range)
    }

    /// `[x, y]`, or a word that stands for there being none.
    pub(crate) fn pair_or(&self, key: &str, word: &str, range: RangeInclusive<f64>) -> Option<Option<[f64; 2]>> {
        match &self.value(key)?.kind {
            Kind::Text(text) if text == word => Some(None),
            _ => self.pair(key, range).map(Some),
        }
    }

    /// An array of exactly `N` numbers, all in a range.
    pub(crate) fn numbers<const N: usize>(&self, key: &str, range: RangeInclusive<f64>) -> Option<[f64; N]> {
        let value = self.value(key)?;
        let example = || format!("write `[{}]`", vec!["0.5"; N].join(", "));
        let Kind::Array(items) = &value.kind else {
            return self.wrong_type(key, value, &format!("an array of {N} numbers"), example());
        };
        // All of them are looked at, so that two faults are two findings.
        let numbers: Vec<Option<f64>> = items.iter().take(N).map(|item| self.as_number(key, item, &range)).collect();
        if items.len() != N {
            self.error_at(value.at, format!("{} must have {N} numbers, not {}", quoted(key), items.len()), example());
        }
        let numbers: Option<Vec<f64>> = numbers.into_iter().collect();
        numbers?.try_into().ok()
    }

    /// `true` or `false`.
    pub(crate) fn bool(&self, key: &str) -> Option<bool> {
        let value = self.value(key)?;
        let help = match &value.kind {
            Kind::Bool(bool) => return Some(*bool),
            Kind::Text(text) if text == "true" || text == "false" => format!("remove the quotes: {text}"),
            Kind::Number(_, number) if *number == 0.0 => "write false".into(),
            Kind::Number(_, number) if *number == 1.0 => "write true".into(),
            _ => "write true or false".into(),
        };
        self.wrong_type(key, value, "true or false", help)
    }

    /// Text, in quotes.
    pub(crate) fn text(&self, key: &str) -> Option<&'a str> {
        self.as_text(key, self.value(key)?, "a string")
    }

    /// The value that goes with one of some names.
    pub(crate) fn one_of<T: Clone>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.as_choice(key, self.value(key)?, choices)
    }

    /// An array of names, with what goes with them; those that are faulty are left out.
    pub(crate) fn list_of<T: Clone>(&self, key: &str, choices: &[(&str, T)]) -> Option<Vec<T>> {
        let value = self.value(key)?;
        match &value.kind {
            Kind::Array(items) => Some(items.iter().filter_map(|item| self.as_choice(key, item, choices)).collect()),
            _ => {
                let example = choices.first().map_or("", |(name, _)| name);
                self.wrong_type(key, value, "an array of names", format!("write `[\"{example}\"]`"))
            }
        }
    }

    /// A colour by name or as CSS writes it, in quotes.
    pub(crate) fn color(&self, key: &str) -> Option<Color> {
        let value = self.value(key)?;
        let text = self.as_text(key, value, "a colour in quotes")?;
        let color = text.parse().ok();
        if color.is_none() {
            let message = format!("{} is {}, which is not a colour", quoted(key), quoted(text));
            let help = match Color::nearest_name(text) {
                Some(name) => format!("did you mean \"{name}\"?"),
                None => "write a CSS colour such as \"#4f8ef7\" or \"tomato\"".into(),
            };
            self.error_at(value.at, message, help);
        }
        color
    }

    /// A colour, or a word that stands for none.
    pub(crate) fn color_or(&self, key: &str, word: &str) -> Option<Option<Color>> {
        match self.value(key).map(|value| &value.kind) {
            Some(Kind::Text(text)) if text == word => Some(None),
            _ => self.color(key).map(Some),
        }
    }

    /// The table `[key]`.
    pub(crate) fn table(&self, key: &str) -> Option<Table<'a>> {
        let value = self.value(key)?;
        self.as_table(key, value, self.below(key))
    }

    /// The tables `[key.NAME]` with the names an author chose, in the order of the file.
    pub(crate) fn tables(&self, key: &str) -> Vec<(&'a str, Table<'a>)> {
        let Some(value) = self.value(key) else { return Vec::new() };
        match &value.kind {
            Kind::Table(entries) => {
                let path = format!("{}.*", self.below(key));
                let named = |entry: &'a Entry| {
                    self.as_table(&entry.key, &entry.value, path.clone()).map(|table| (entry.key.as_str(), table))
                };
                entries.iter().filter_map(named).collect()
            }
            _ => {
                self.wrong_type::<()>(key, value, "a table of tables", format!("write `[{}.NAME]`", self.below(key)));
                Vec::new()
            }
        }
    }

    /// The tables of an array, each `[[key]]`.
    pub(crate) fn array(&self, key: &str) -> Vec<Table<'a>> {
        let Some(value) = self.value(key) else { return Vec::new() };
        match &value.kind {
            Kind::Array(items) => {
                let path = format!("{}.*", self.below(key));
                items.iter().filter_map(|item| self.as_table(key, item, path.clone())).collect()
            }
            _ => {
                let help = format!("write `[[{}]]`, once for each", self.below(key));
                self.wrong_type::<()>(key, value, "an array of tables", help);
                Vec::new()
            }
        }
    }

    /// Whether the key is there, faulty or not.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// Reports a key that must be there and is not; silent where it may only have been left out for its syntax.
    pub(crate) fn require(&self, key: &str, help: &str) {
        if !self.has(key) && !self.document.torn {
            self.error_at(self.at, format!("{} is missing", quoted(key)), help);
        }
    }

    /// Where a key stands; where the table stands, if the key is absent.
    pub(crate) fn place_of(&self, key: &str) -> Place {
        let at = self.entries.iter().find(|entry| entry.key == key).map_or(self.at, |entry| entry.at);
        self.document.text.place(at)
    }

    /// Where the table stands.
    pub(crate) fn place(&self) -> Place {
        self.document.text.place(self.at)
    }

    /// Reports what is wrong with the meaning of a key, at its place.
    pub(crate) fn error(&self, key: &str, message: impl Into<String>, help: impl Into<String>) {
        self.document.report(Severity::Error, Some(self.place_of(key)), message, help);
    }

    /// Reports what is doubtful about a key, at its place.
    pub(crate) fn warning(&self, key: &str, message: impl Into<String>, help: impl Into<String>) {
        self.document.report(Severity::Warning, Some(self.place_of(key)), message, help);
    }

    /// Reports every key that was never asked for.
    pub(crate) fn finish(self) {
        let known = self.known.borrow();
        for entry in self.entries.iter().filter(|entry| !known.contains(&entry.key)) {
            if self.document.is_full() {
                break;
            }
            let help = match nearest(&entry.key, known.iter().map(String::as_str)) {
                Some(name) => format!("did you mean \"{name}\"?"),
                None if self.is_key_of_root(&entry.key) => "it belongs at the top, above the first [section]".into(),
                None if known.is_empty() => "no key is known here".into(),
                None => format!("known keys are {}", known.join(", ")),
            };
            self.error_at(entry.at, format!("unknown key {}", quoted(&entry.key)), help);
        }
    }

    /// Keys below a header belong to its section, a common slip with TOML.
    fn is_key_of_root(&self, key: &str) -> bool {
        !self.path.is_empty() && self.document.asked.borrow().contains(key)
    }

    fn value(&self, key: &str) -> Option<&'a Value> {
        if !self.known.borrow().iter().any(|known| known == key) {
            self.known.borrow_mut().push(key.to_owned());
            self.document.asked.borrow_mut().insert(self.below(key));
        }
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The path of a key from the root.
    fn below(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn as_number(&self, key: &str, value: &Value, range: &RangeInclusive<f64>) -> Option<f64> {
        let (written, number) = match &value.kind {
            Kind::Number(written, number) => (written, *number),
            Kind::Text(text) if text.trim().parse::<f64>().is_ok_and(f64::is_finite) => {
                return self.wrong_type(key, value, "a number", format!("remove the quotes: {}", short(text.trim())));
            }
            _ => return self.wrong_type(key, value, "a number", format!("write a number {}", words(range))),
        };
        let message = if !number.is_finite() {
            format!("{} is {}, but must be a finite number", quoted(key), short(written))
        } else if !range.contains(&number) {
            format!("{} is {}, out of range", quoted(key), short(written))
        } else {
            return Some(number);
        };
        self.error_at(value.at, message, format!("write a number {}", words(range)));
        None
    }

    fn as_text(&self, key: &str, value: &'a Value, expected: &str) -> Option<&'a str> {
        let help = match &value.kind {
            Kind::Text(text) => return Some(text),
            Kind::Number(written, _) => format!("write it in quotes: \"{}\"", short(written)),
            Kind::Bool(bool) => format!("write it in quotes: \"{bool}\""),
            _ => format!("write `{} = \"…\"`", short(key)),
        };
        self.wrong_type(key, value, expected, help)
    }

    fn as_choice<T: Clone>(&self, key: &str, value: &'a Value, choices: &[(&str, T)]) -> Option<T> {
        let text = self.as_text(key, value, "a name in quotes")?;
        let chosen = choices.iter().find(|(name, _)| *name == text).map(|(_, chosen)| chosen.clone());
        if chosen.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            let help = match nearest(text, names.iter().copied()) {
                Some(name) => format!("did you mean \"{name}\"?"),
                None => format!("known are {}", names.join(", ")),
            };
            self.error_at(value.at, format!("{} cannot be {}", quoted(key), quoted(text)), help);
        }
        chosen
    }

    fn as_table(&self, key: &str, value: &'a Value, path: String) -> Option<Table<'a>> {
        match &value.kind {
            Kind::Table(entries) => {
                Some(Table { document: self.document, entries, at: value.at, path, known: RefCell::default() })
            }
            Kind::Array(_) => self.wrong_type(key, value, "a table", "write `{ }` or one `[section]`".into()),
            _ => self.wrong_type(key, value, "a table", "write `{ key = value }` or a `[section]`".into()),
        }
    }

    fn wrong_type<T>(&self, key: &str, value: &Value, expected: &str, help: String) -> Option<T> {
        self.error_at(value.at, format!("{} must be {expected}, not {}", quoted(key), value.kind.name()), help);
        None
    }

    fn error_at(&self, at: usize, message: impl Into<String>, help: impl Into<String>) {
        self.document.report(Severity::Error, Some(self.document.text.place(at)), message, help);
    }
}

/// A range in a sentence; an end that is the largest of all numbers is open.
fn words(range: &RangeInclusive<f64>) -> String {
    let (low, high) = (*range.start(), *range.end());
    match (low > f64::MIN, high < f64::MAX) {
        (true, true) => format!("from {low} to {high}"),
        (true, false) => format!("of at least {low}"),
        (false, true) => format!("of at most {high}"),
        (false, false) => "such as 10 or -0.5".into(),
    }
}
