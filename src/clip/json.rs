//! JSON whose values know where they stand.
//!
//! serde_json finds the values; each stays a slice of the text until it is asked for, so that a wrong one can be told
//! with its place. Objects are read member by member: keys that nobody asks for are passed over, double ones are told.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::fault::{Fault, KNOWN, shown};

/// A value somewhere in a text.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    whole: &'a str,
    raw: &'a str,
}

/// An object: its members in the order of the file.
pub(super) struct Object<'a> {
    value: Value<'a>,
    members: Vec<(String, Value<'a>)>,
}

impl<'a> Value<'a> {
    /// The value that a text is.
    pub fn parse(text: &'a str) -> Result<Self, Fault> {
        if text.trim().is_empty() {
            return Err(Fault::new(0, "the file is empty", ""));
        }
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| syntax(text, &error))?;
        Ok(Self { whole: text, raw: raw.get() })
    }

    /// Bytes from the start of the text.
    pub fn at(self) -> usize {
        self.raw.as_ptr() as usize - self.whole.as_ptr() as usize
    }

    /// As it is in the text.
    pub fn written(self) -> &'a str {
        self.raw
    }

    /// A fault of this value.
    pub fn fault(self, message: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault::new(self.at(), message, help)
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.raw.starts_with('{')
    }

    /// As an object. `what` is how messages call it.
    pub fn object(self, what: &str) -> Result<Object<'a>, Fault> {
        if !self.is_object() {
            return Err(self.wrong(what, "an object"));
        }
        let Members(members) = self.inner(what)?;
        let members = members.into_iter().map(|(key, raw)| (key, self.within(raw))).collect();
        Ok(Object { value: self, members })
    }

    /// As an array.
    pub fn array(self, what: &str) -> Result<Vec<Self>, Fault> {
        if !self.raw.starts_with('[') {
            return Err(self.wrong(what, "an array"));
        }
        let items: Vec<&'a RawValue> = self.inner(what)?;
        Ok(items.into_iter().map(|raw| self.within(raw)).collect())
    }

    /// As a number that f32 can hold: those of the formats are f32, and sums of some of them stay finite in f64.
    pub fn number(self, what: &str) -> Result<f64, Fault> {
        if !self.raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return Err(self.wrong(what, "a number"));
        }
        // JSON's numbers are among Rust's; those too large for f64 become infinite.
        let number = self.raw.parse::<f64>().ok().filter(|n| n.abs() <= f64::from(f32::MAX));
        number.ok_or_else(|| self.fault(format!("{what} {} is too large", shown(self.raw)), ""))
    }

    /// As a string.
    pub fn string(self, what: &str) -> Result<String, Fault> {
        if !self.raw.starts_with('"') {
            return Err(self.wrong(what, "a string"));
        }
        self.inner(what)
    }

    /// As `true` or `false`.
    pub fn bool(self, what: &str) -> Result<bool, Fault> {
        match self.raw {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong(what, "true or false")),
        }
    }

    fn within(self, raw: &'a RawValue) -> Self {
        Self { raw: raw.get(), ..self }
    }

    fn inner<T: Deserialize<'a>>(self, what: &str) -> Result<T, Fault> {
        serde_json::from_str(self.raw).map_err(|error| self.fault(format!("{what} cannot be read: {error}"), ""))
    }

    fn wrong(self, what: &str, wanted: &str) -> Fault {
        let found = match self.raw.as_bytes().first() {
            Some(b'{') => "an object".into(),
            Some(b'[') => "an array".into(),
            _ => shown(self.raw),
        };
        self.fault(format!("{what} must be {wanted}, not {found}"), "")
    }
}

impl<'a> Object<'a> {
    /// The member of a name, if there is one.
    pub fn get(&self, key: &str) -> Result<Option<Value<'a>>, Fault> {
        let mut all = self.members.iter().filter(|(name, _)| name == key).map(|(_, value)| *value);
        let first = all.next();
        match all.next() {
            Some(second) => Err(second.fault(format!("{key:?} is there twice"), "keep one of them")),
            None => Ok(first),
        }
    }

    /// The member of a name, which must be there.
    pub fn require(&self, key: &str) -> Result<Value<'a>, Fault> {
        self.get(key)?.ok_or_else(|| self.value.fault(format!("{key:?} is missing here"), ""))
    }

    /// Whether there is a member of this name.
    pub fn has(&self, key: &str) -> bool {
        self.members.iter().any(|(name, _)| name == key)
    }
}

/// A syntax fault at its byte. serde_json counts lines by line feeds, and columns in bytes.
fn syntax(text: &str, error: &serde_json::Error) -> Fault {
    let line: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (line + error.column().saturating_sub(1)).min(text.len());
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    let help = match text.trim_start().starts_with(['{', '[']) {
        false => KNOWN,
        true if error.is_eof() => "the file seems to be cut short",
        true => "",
    };
    Fault::new(at, format!("this is not JSON: {message}"), help)
}

/// The members of an object, double ones too.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(All)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, read: impl Fn(Value<'_>) -> Result<(), Fault>) -> String {
        Value::parse(text).and_then(read).unwrap_err().in_text("a.json", text).to_string()
    }

    #[test]
    fn faults_name_the_key_the_type_and_the_place() {
        let turn = |v: Value<'_>| v.object("the file")?.require("turn")?.number("turn").map(drop);
        for (text, expected) in [
            ("{\n  \"turn\": \"10\"}", "a.json:2:11: error: turn must be a number, not \"10\""),
            ("{\"turn\": true}", "a.json:1:10: error: turn must be a number, not true"),
            ("{\"turn\": []}", "a.json:1:10: error: turn must be a number, not an array"),
            ("{\"ä\": 1, \"turn\": 1e999}", "a.json:1:18: error: turn 1e999 is too large"),
            ("{\"turn\": -4e38}", "a.json:1:10: error: turn -4e38 is too large"),
            ("{\"turn\": 1, \"turn\": 2}", "a.json:1:21: error: \"turn\" is there twice; keep one of them"),
            (" {}", "a.json:1:2: error: \"turn\" is missing here"),
            ("[]", "a.json:1:1: error: the file must be an object, not an array"),
            ("null", "a.json:1:1: error: the file must be an object, not null"),
            (" \n ", "a.json:1:1: error: the file is empty"),
        ] {
            assert_eq!(told(text, turn), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_not_json_is_told_with_its_place() {
        for (text, place) in [
            ("{\"turn\": 1,}", "a.json:1:12: "),
            ("{\n'turn': 1}", "a.json:2:1: "),
            ("{\"turn\": NaN}", "a.json:1:10: "),
            ("{\"turn\": 1} // yes", "a.json:1:13: "),
            ("{\"turn\": 1", "a.json:1:10: "),
        ] {
            let told = told(text, |_| Ok(()));
            assert!(told.starts_with(place) && told.contains("this is not JSON"), "{text:?}: {told}");
        }
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = "[".repeat(100_000);
        assert!(told(&deep, |_| Ok(())).contains("cut short"));
        let whole = format!("{deep}{}", "]".repeat(100_000));
        assert_eq!(Value::parse(&whole).and_then(|v| v.array("it")).map(|items| items.len()), Ok(1));
    }
}
