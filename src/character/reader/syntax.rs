//! What the parser says, in plain words and with the mend.

use std::ops::Range;

/// An error about keys that are there twice, in a text that is otherwise well formed.
pub(super) fn is_redefinition(error: &toml::de::Error) -> bool {
    error.message().starts_with("duplicate key") || error.message().starts_with("cannot extend value")
}

/// A message and its help, from the parser's own message and the span it blames.
///
/// A message this does not know is passed on as it is.
pub(super) fn explain(message: &str, text: &str, span: Range<usize>) -> (String, String) {
    let blamed = text.get(span.clone()).unwrap_or("").trim();
    let before = text.get(..span.start).unwrap_or("");
    let after = text.get(span.start..).unwrap_or("");
    let line_before = before.rsplit('\n').next().unwrap_or("").trim();
    let line_after = after.split('\n').next().unwrap_or("").trim_start();

    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let (message, help) = match what {
        "duplicate key" => (format!("{} is given twice", key(blamed)), "keep one of the two".into()),
        _ if what.starts_with("cannot extend value") => (
            format!("{} is a value already, so nothing can be put inside it", key(blamed)),
            "rename one of the two".into(),
        ),
        "key with no value" | "missing value for key" => {
            let value = if line_after.is_empty() { "VALUE".into() } else { short(line_after.trim_end()) };
            (format!("{} has no value", key(line_before)), format!("write `{} = {value}`", short(line_before)))
        }
        "invalid unquoted key" => bad_key(line_after),
        "unquoted keys cannot be empty" => ("a name is missing here".into(), "write `name = VALUE` or `[name]`".into()),
        "keys cannot be multi-line basic strings" | "keys cannot be multi-line literal strings" => {
            ("a key cannot span lines".into(), "write the key without quotes".into())
        }
        "string values must be quoted" => bad_value(blamed, line_after),
        "invalid float" if ["nan", "inf", "infinity"].contains(&bare(blamed).as_str()) => {
            (format!("{} is not allowed", quoted(blamed)), "write a finite number".into())
        }
        // The parser takes a word that begins with t, f, n or i for a misspelt `true`, `false`, `nan` or `inf`.
        "invalid boolean" | "invalid float" if blamed.starts_with(char::is_alphabetic) => bad_value(blamed, line_after),
        "missing opening quote" => ("this string has no opening quote".into(), "put a quote on both sides".into()),
        _ if what.starts_with("invalid") && what.ends_with("string") => bad_string(expected),
        "missing escaped value" | "too few unicode value digits" => (
            "this is no escape sequence".into(),
            "write `\\\\` for a backslash, or put the text in single quotes".into(),
        ),
        "unexpected key or value" => unexpected(line_before, line_after),
        "unclosed table" | "unclosed array table" => {
            (format!("{} is not closed", quoted(line_before)), format!("add {expected} at its end"))
        }
        "invalid table" | "missing table open" | "missing array opening" | "missing inline table opening" => (
            format!("{} closes nothing", quoted(&first_char(line_after))),
            "remove it, or add what it should close".into(),
        ),
        "unclosed array" | "unclosed inline table" => ("a bracket is not closed".into(), format!("add {expected}")),
        "extra comma in array" | "extra comma in inline table" => {
            ("there is a comma too many".into(), "remove it".into())
        }
        "missing comma between array elements"
        | "missing comma between key-value pairs"
        | "extra assignment between key-value pairs" => {
            ("a comma is missing here".into(), "put one between entries".into())
        }
        "missing assignment between key-value pairs"
        | "missing key for inline table element"
        | "invalid inline table element" => {
            ("this is not `key = value`".into(), "inside `{ }` write `key = value, key = value`".into())
        }
        "unexpected `=` in array" => (
            "an array cannot hold `key = value`".into(),
            "write the entries in `{ }`, or close the array with `]`".into(),
        ),
        "extra `=`" => ("there is an `=` too many".into(), "remove it".into()),
        "invalid key-value pair" => {
            (format!("{} cannot begin a line", quoted(&first_char(line_after))), "write `key = value`".into())
        }
        "invalid comment character" => ("a control character stands in this comment".into(), "remove it".into()),
        "unexpected leading zero" => ("a number cannot begin with 0".into(), "remove the zeros in front".into()),
        "invalid mantissa" | "invalid fraction" | "invalid exponent" => {
            ("this number lacks digits".into(), "write digits on both sides of the point, as in 0.5".into())
        }
        _ if is_about_numbers(what) => ("this is not a number".into(), "write it as in 12, -0.5 or 3e-2".into()),
        _ => (message.to_owned(), "this is not valid TOML; see https://toml.io".into()),
    };
    (message, help)
}

fn bad_key(line: &str) -> (String, String) {
    let found = first_char(line);
    let help = match found.as_str() {
        ":" => "write `=` instead",
        "/" | ";" => "comments begin with `#`",
        _ => "use letters a to z, digits, `-` and `_`, or put the key in double quotes",
    };
    (format!("{} is not allowed in a key", quoted(&found)), help.into())
}

fn bad_value(found: &str, line: &str) -> (String, String) {
    if found.is_empty() {
        let help = match line.strip_prefix('#') {
            Some(_) => format!("`#` begins a comment; write a colour in quotes: \"{}\"", short(line)),
            None => "write one after the `=`".into(),
        };
        return ("a value is missing here".into(), help);
    }
    let help = match bare(found).as_str() {
        "null" | "none" | "nil" => "leave the key out instead".into(),
        "true" | "yes" | "on" => "write `true`".into(),
        "false" | "no" | "off" => "write `false`".into(),
        _ if found.starts_with(['“', '”', '„', '‘', '’', '«', '`']) => "use straight quotes, \"…\"".into(),
        _ if found.contains(['"', '\'']) => "put a quote on both sides".into(),
        _ if found.ends_with(';') => "remove the `;`".into(),
        _ if found.contains(' ') => "write text in quotes, one key a line, and commas between entries".into(),
        _ => format!("write text in quotes: \"{}\"", short(found)),
    };
    not_a_value(found, help)
}

fn bad_string(expected: &str) -> (String, String) {
    // The parser expects the closing quote alone where the string ends too early.
    match expected {
        "`\"`" | "`'`" => ("this string is not closed".into(), format!("add the closing quote {expected}")),
        _ => (
            "this string has a character that is not allowed".into(),
            "remove it, or write it as `\\u` and four hex digits".into(),
        ),
    }
}

fn unexpected(before: &str, line: &str) -> (String, String) {
    let found = first_char(line);
    let decimal = found == "," && before.ends_with(|c: char| c.is_ascii_digit());
    let help = if decimal { "write decimals with a point, as in 0.5" } else { "write one `key = value` a line" };
    (format!("{} is not expected after the value", quoted(&found)), help.into())
}

fn is_about_numbers(what: &str) -> bool {
    ["number", "integer", "float", "sign", "radix", "digits"].iter().any(|word| what.contains(word))
}

fn not_a_value(found: &str, help: String) -> (String, String) {
    (format!("{} is not a value", quoted(found)), help)
}

/// `+NaN` is `nan`.
fn bare(word: &str) -> String {
    word.trim_start_matches(['+', '-']).to_lowercase()
}

fn key(raw: &str) -> String {
    quoted(raw.trim_matches(['"', '\'']))
}

fn first_char(text: &str) -> String {
    text.chars().take(1).collect()
}

/// For messages: in quotes, control characters escaped, no longer than a line.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", cut(text.chars()))
}

/// As it stands but no longer than a line, without control characters.
pub(super) fn short(text: &str) -> String {
    cut(text.chars().filter(|c| !c.is_control()))
}

fn cut(mut chars: impl Iterator<Item = char>) -> String {
    let mut short: String = chars.by_ref().take(40).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}
