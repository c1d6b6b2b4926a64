//! The values of a document, in the order of the file, each with the offset at which it stands.

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

/// `key = value`.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) at: usize,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) struct Value {
    pub(super) at: usize,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Text(String),
    /// What is written, and the number it stands for; that may be infinite or not a number.
    Number(String, f64),
    Bool(bool),
    Date,
    Array(Vec<Value>),
    Table(Vec<Entry>),
}

impl Kind {
    /// Its type in a sentence.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Number(..) => "a number",
            Self::Bool(_) => "true or false",
            Self::Date => "a date",
            Self::Array(_) => "an array",
            Self::Table(_) => "a table",
        }
    }
}

/// The entries of a parsed table. The recursion is bounded by what [`super::layout`] lets through.
pub(super) fn entries(table: DeTable<'_>, text: &str) -> Vec<Entry> {
    let entry = |(key, value): (Spanned<_>, Spanned<DeValue<'_>>)| Entry {
        at: key.span().start,
        key: std::borrow::Cow::into_owned(key.into_inner()),
        value: self::value(value, text),
    };
    let mut entries: Vec<Entry> = table.into_iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.at);
    entries
}

fn value(value: Spanned<DeValue<'_>>, text: &str) -> Value {
    let span = value.span();
    let written = || text.get(span.clone()).unwrap_or("").to_owned();
    let kind = match value.into_inner() {
        DeValue::String(string) => Kind::Text(string.into_owned()),
        DeValue::Integer(integer) => Kind::Number(written(), integer_value(&integer)),
        DeValue::Float(float) => Kind::Number(written(), float_value(&float)),
        DeValue::Boolean(bool) => Kind::Bool(bool),
        DeValue::Datetime(_) => Kind::Date,
        DeValue::Array(array) => Kind::Array(array.into_iter().map(|item| self::value(item, text)).collect()),
        DeValue::Table(table) => Kind::Table(entries(table, text)),
    };
    Value { at: span.start, kind }
}

/// Integers past 2^53 are rounded, those past the range of a float are infinite.
fn integer_value(integer: &DeInteger<'_>) -> f64 {
    match integer.radix() {
        10 => integer.as_str().parse().unwrap_or(f64::NAN),
        radix => u128::from_str_radix(integer.as_str(), radix).map_or(f64::INFINITY, |v| v as f64),
    }
}

fn float_value(float: &DeFloat<'_>) -> f64 {
    float.as_str().parse().unwrap_or(f64::NAN)
}
