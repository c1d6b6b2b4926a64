//! JSON for people and programs: keys in the order they are written down, and everything that fits on a line on one line.

use std::fmt::Write;

/// Columns a line may have.
const WIDTH: usize = 112;

/// A JSON value.
pub enum Json {
    /// A number, a string, `true` or `false`, as it is written.
    Plain(String),
    Array(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

/// An object with these entries.
pub fn object<const N: usize>(entries: [(&'static str, Json); N]) -> Json {
    Json::Object(entries.into())
}

impl Json {
    /// The value as text, with a line end. The outermost object has a line for each key.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        match self {
            Self::Object(entries) => {
                let lines = entries.iter().map(|(key, value)| format!("  {}", value.entry(key, 2)));
                let _ = write!(text, "{{\n{}\n}}", lines.collect::<Vec<_>>().join(",\n"));
            }
            other => text.push_str(&other.laid_out(0, 0)),
        }
        text.push('\n');
        text
    }

    fn entry(&self, key: &str, indent: usize) -> String {
        let key = format!("\"{key}\": ");
        let value = self.laid_out(indent, indent + key.len());
        key + &value
    }

    /// The value on one line if there is room for it from `column` on. If not, an array has a line for each item, and an
    /// object as many entries on a line as fit.
    fn laid_out(&self, indent: usize, column: usize) -> String {
        let line = self.one_line();
        if column + line.len() < WIDTH {
            return line;
        }
        let inner = indent + 2;
        let margin = " ".repeat(inner);
        let (open, body, close) = match self {
            Self::Plain(text) => return text.clone(),
            Self::Array(items) => {
                let items = items.iter().map(|item| item.laid_out(inner, inner)).collect::<Vec<_>>();
                ('[', items.join(&format!(",\n{margin}")), ']')
            }
            Self::Object(entries) => ('{', filled(entries, inner), '}'),
        };
        format!("{open}\n{margin}{body}\n{}{close}", " ".repeat(indent))
    }

    fn one_line(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Array(items) => {
                format!("[{}]", items.iter().map(Self::one_line).collect::<Vec<_>>().join(", "))
            }
            Self::Object(entries) => {
                let entries = entries.iter().map(|(key, value)| format!("\"{key}\": {}", value.one_line()));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// Entries side by side, with a new line where the next would not fit.
fn filled(entries: &[(&'static str, Json)], indent: usize) -> String {
    let mut text = String::new();
    let mut column = indent;
    for (i, (key, value)) in entries.iter().enumerate() {
        let entry = value.entry(key, indent);
        if i > 0 {
            text.push(',');
            if column + entry.len() + 3 > WIDTH {
                let _ = write!(text, "\n{}", " ".repeat(indent));
                column = indent;
            } else {
                text.push(' ');
            }
        }
        column += entry.len() + 2;
        text.push_str(&entry);
    }
    text
}

impl From<f64> for Json {
    /// Rounded to twelve decimals, which hides what is left of a zero that was computed.
    fn from(number: f64) -> Self {
        let rounded = (number * 1e12).round() / 1e12;
        // Adding 0 takes the sign off a zero.
        Self::Plain(serde_json::Value::from(rounded + 0.0).to_string())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Plain(value.to_string())
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Plain(serde_json::Value::from(text).to_string())
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Json>, const N: usize> From<[T; N]> for Json {
    fn from(items: [T; N]) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_on_one_line_and_keys_keep_their_order() {
        let point = object([("y", 2.0.into()), ("x", 1.5.into())]);
        let whole = object([("name", "a \"b\"".into()), ("seen", true.into()), ("at", vec![point].into())]);
        assert_eq!(
            whole.to_text(),
            "{\n  \"name\": \"a \\\"b\\\"\",\n  \"seen\": true,\n  \"at\": [{\"y\": 2.0, \"x\": 1.5}]\n}\n"
        );
    }

    #[test]
    fn no_line_is_longer_than_it_may_be_and_all_of_it_is_there() {
        let row = |i: u32| Json::from([f64::from(i) / 7.0; 4]);
        let record = |i| object([("first", row(i)), ("second", row(i + 1)), ("third", row(i + 2))]);
        let whole = object([("rows", (0..5).map(record).collect::<Vec<_>>().into())]);
        let text = whole.to_text();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["rows"][3]["second"][2], 0.571_428_571_429);
    }

    #[test]
    fn zeros_are_plain() {
        for (number, text) in [(-0.0, "0.0"), (6e-17, "0.0"), (-6e-17, "0.0"), (0.5, "0.5"), (100.0, "100.0")] {
            assert_eq!(Json::from(number).one_line(), text);
        }
    }
}
