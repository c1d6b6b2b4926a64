//! The rows of a list, read one at a time: CSV with a header, or JSON lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use phiz::{Error, Finding, Findings, Place};
use serde_json::Value;

use crate::cli::read;

/// One row: what each column says. Empty cells are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Where it begins in the list, from 1.
    pub line: usize,
    /// Column and value.
    pub cells: Vec<(String, String)>,
}

/// A row that cannot be read, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct BadRow {
    pub place: Place,
    pub message: String,
    pub help: String,
}

/// The rows of a list.
pub enum List {
    Csv { reader: Box<csv::Reader<Box<dyn Read + Send>>>, header: Vec<String> },
    JsonLines { reader: Box<dyn BufRead + Send>, line: usize, byte: u64 },
}

impl List {
    /// Opens a list; `-` is standard input. What it is, its ending says, or else its first character. `columns` are those
    /// that a row may have.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be opened, or its header names a column that does not exist.
    pub fn open(path: &Path, columns: &[String]) -> Result<Self, Error> {
        let source: Box<dyn Read + Send> = if path.as_os_str() == "-" {
            Box::new(io::stdin())
        } else {
            let unreadable = |error: io::Error| Error::File(vec![read::unreadable(path, &error)]);
            let file = File::open(path).map_err(unreadable)?;
            if file.metadata().is_ok_and(|m| m.is_dir()) {
                return Err(unreadable(io::ErrorKind::IsADirectory.into()));
            }
            Box::new(file)
        };
        Self::read(&read::shown(path), source, columns)
    }

    fn read(name: &str, source: Box<dyn Read + Send>, columns: &[String]) -> Result<Self, Error> {
        let mut source = BufReader::new(source);
        let ending = Path::new(name).extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let is_json = match ending.as_deref() {
            Some("csv") => false,
            Some("jsonl" | "ndjson" | "json") => true,
            _ => {
                let start = source.fill_buf().map_err(|source| Error::Io { path: name.into(), source })?;
                start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start().first() == Some(&b'{')
            }
        };
        if is_json {
            return Ok(Self::JsonLines { reader: Box::new(source), line: 0, byte: 0 });
        }
        let mut reader = csv::Reader::from_reader(Box::new(PlainLines::new(source)) as Box<_>);
        let header = reader.headers().map_err(|error| Error::File(vec![finding(name, bad_record(&error, 1))]))?;
        let header: Vec<String> = header.iter().map(|column| column.trim().to_owned()).collect();
        let mut findings = Findings::new(name);
        let place = Some(Place { line: 1, column: 1 });
        for (i, column) in header.iter().enumerate() {
            if let Err((message, help)) = known(column, columns) {
                findings.error(place, message, help);
            } else if header[..i].contains(column) {
                findings.error(place, format!("there are two columns {column:?}"), "keep one of them");
            }
        }
        if !header.iter().any(|column| column == "id") {
            let help = "begin the list with a line of column names, such as: id,character,state";
            findings.error(place, "there is no column \"id\"", help);
        }
        if findings.has_errors() {
            return Err(Error::File(findings.into_vec()));
        }
        Ok(Self::Csv { reader: Box::new(reader), header })
    }

    /// How many bytes have been read.
    pub fn byte(&self) -> u64 {
        match self {
            Self::Csv { reader, .. } => reader.position().byte(),
            Self::JsonLines { byte, .. } => *byte,
        }
    }

    /// The next row, if there is one.
    pub fn next(&mut self, columns: &[String]) -> Option<Result<Row, BadRow>> {
        match self {
            Self::Csv { reader, header } => {
                let mut record = csv::StringRecord::new();
                let read = reader.read_record(&mut record);
                // Where a record begins, csv counts empty lines before it in; where it ends is certain.
                let end = (reader.position().line() as usize).saturating_sub(1).max(1);
                match read {
                    Ok(false) => None,
                    Ok(true) => {
                        let line = end - record.as_slice().matches('\n').count().min(end - 1);
                        let cells = header.iter().cloned().zip(record.iter().map(|cell| cell.trim().to_owned()));
                        Some(Ok(Row { line, cells: cells.filter(|(_, value)| !value.is_empty()).collect() }))
                    }
                    Err(error) => Some(Err(bad_record(&error, end))),
                }
            }
            Self::JsonLines { reader, line, byte } => loop {
                let mut text = Vec::new();
                *line += 1;
                match reader.read_until(b'\n', &mut text) {
                    Ok(0) => return None,
                    Ok(read) => *byte += read as u64,
                    Err(error) => {
                        let place = Place { line: *line, column: 1 };
                        return Some(Err(BadRow { place, message: error.to_string(), help: String::new() }));
                    }
                }
                let text = if *line == 1 { text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text) } else { &text };
                if !text.trim_ascii().is_empty() {
                    return Some(object(text, *line, columns));
                }
            },
        }
    }
}

/// Text whose lines all end in one LF, the last one too, whatever they ended in: then lines can be counted.
struct PlainLines<R> {
    source: R,
    last: u8,
    ended: bool,
}

impl<R: BufRead> PlainLines<R> {
    fn new(source: R) -> Self {
        Self { source, last: b'\n', ended: false }
    }
}

impl<R: BufRead> Read for PlainLines<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        while written == 0 && !self.ended && !out.is_empty() {
            let input = self.source.fill_buf()?;
            let mut taken = 0;
            for (&byte, place) in input.iter().zip(&mut *out) {
                taken += 1;
                let after_cr = std::mem::replace(&mut self.last, byte) == b'\r';
                if byte == b'\n' && after_cr {
                    // One end of a line; fewer bytes come out than go in, so the rest waits for the next call.
                    break;
                }
                *place = if byte == b'\r' { b'\n' } else { byte };
                written += 1;
            }
            if taken == 0 {
                self.ended = true;
                if !matches!(self.last, b'\n' | b'\r') {
                    out[0] = b'\n';
                    written = 1;
                }
            }
            self.source.consume(taken);
        }
        Ok(written)
    }
}

/// A bad row, as it is told.
pub fn finding(file: &str, bad: BadRow) -> Finding {
    let mut findings = Findings::new(file);
    findings.error(Some(bad.place), bad.message, bad.help);
    findings.into_vec().remove(0)
}

fn bad_record(error: &csv::Error, line: usize) -> BadRow {
    let (message, help) = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => (
            format!("this row has {len} cells, the header {expected_len}"),
            "give every column a cell, if an empty one, and put cells that hold a comma in quotes",
        ),
        csv::ErrorKind::Utf8 { .. } => ("this row is not UTF-8 text".into(), "save the list as UTF-8"),
        _ => (error.to_string(), ""),
    };
    BadRow { place: Place { line, column: 1 }, message, help: help.into() }
}

/// A column that exists, or what to say of it.
fn known(column: &str, columns: &[String]) -> Result<(), (String, String)> {
    if columns.iter().any(|known| known == column) {
        return Ok(());
    }
    let help = match phiz::nearest(column, columns.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near:?}?"),
        None => "columns are id, character, format, and the options of `phiz batch --help`".into(),
    };
    Err((format!("there is no column {:?}", column.chars().take(60).collect::<String>()), help))
}

/// The members of one line, in their order; serde's own maps would drop double ones in silence.
struct Members(Vec<(String, Value)>);

impl<'de> serde::Deserialize<'de> for Members {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Members;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object such as {\"id\": \"ann\", \"state\": \"happy\"}")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

fn object(text: &[u8], line: usize, columns: &[String]) -> Result<Row, BadRow> {
    let bad = |column: usize, message: String, help: String| BadRow { place: Place { line, column }, message, help };
    let Members(members) = serde_json::from_slice(text).map_err(|error| {
        // Without "at line 1 column 7": the place is told in front.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        bad(error.column().max(1), message, "each line is one JSON object".into())
    })?;
    let mut cells: Vec<(String, String)> = Vec::new();
    for (column, value) in members {
        known(&column, columns).map_err(|(message, help)| bad(1, message, help))?;
        if cells.iter().any(|(other, _)| *other == column) {
            return Err(bad(1, format!("{column:?} is there twice"), "keep one of the two".into()));
        }
        match cell(&value) {
            Some(cell) if cell.is_empty() => {}
            Some(cell) => cells.push((column, cell)),
            None => {
                let help = "write a text, a number, true or false, or an array of numbers".into();
                return Err(bad(1, format!("{column:?} cannot be {value}"), help));
            }
        }
    }
    Ok(Row { line, cells })
}

/// What would stand in the cell of a CSV file: `[0.5, -1]` is `0.5,-1`, null is nothing.
fn cell(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::Bool(bool) => Some(bool.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Array(items) if items.iter().all(Value::is_number) => {
            Some(items.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<String> {
        ["id", "state", "look", "no-shadow"].map(str::to_owned).to_vec()
    }

    fn rows(name: &str, text: &str) -> Vec<Result<Row, BadRow>> {
        let mut list = List::read(name, Box::new(io::Cursor::new(text.as_bytes().to_vec())), &columns()).unwrap();
        std::iter::from_fn(|| list.next(&columns())).collect()
    }

    fn row(line: usize, cells: &[(&str, &str)]) -> Result<Row, BadRow> {
        Ok(Row { line, cells: cells.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect() })
    }

    #[test]
    fn both_kinds_of_list_say_the_same() {
        let csv = "\u{feff}id, state,look,no-shadow\r\nann,happy,\"0.5,-1\",true\r\n\r\nbob,,,\r\n";
        let json = "\u{feff}{\"id\": \"ann\", \"state\": \"happy\", \"look\": [0.5, -1], \"no-shadow\": true}\n\n{\"id\": \"bob\", \"state\": null}";
        let ann = [("id", "ann"), ("state", "happy"), ("look", "0.5,-1"), ("no-shadow", "true")];
        let expected = |second: usize| vec![row(second - 1, &ann), row(second + 1, &[("id", "bob")])];
        assert_eq!(rows("people.csv", csv), expected(3));
        assert_eq!(rows("people.jsonl", json), expected(2));
        assert_eq!(rows("-", json), expected(2), "told by its first character");
        assert_eq!(rows("-", csv), expected(3), "told by its first character");
    }

    #[test]
    fn a_bad_row_does_not_end_the_list() {
        let told: Vec<String> = rows("l.csv", "id,state\na,b,c\nann,\n\"x")
            .into_iter()
            .map(|row| row.map_or_else(|bad| finding("l.csv", bad).to_string(), |row| format!("{:?}", row.cells)))
            .collect();
        assert!(told[0].starts_with("l.csv:2:1: error: this row has 3 cells, the header 2"), "{told:?}");
        assert_eq!(told[1], r#"[("id", "ann")]"#);
        assert!(told[2].starts_with("l.csv:4:1: error: this row has 1 cells"), "{told:?}");
        let long = rows("l.csv", "id,state\rann,\"two\r\nlines\"\r\r\nbob,x");
        let lines: Vec<usize> = long.iter().map(|row| row.as_ref().map_or(0, |row| row.line)).collect();
        assert_eq!(lines, [2, 5]);

        let deep = "[".repeat(100_000);
        let json = format!(
            "{{\"id\": 3,}}\n{{\"id\": {deep}\n[1]\n{{\"sate\": 1}}\n{{\"id\": 1, \"id\": 2}}\n{{\"id\": {{}}}}\n{{\"id\": 7}}"
        );
        let told: Vec<_> = rows("l.jsonl", &json)
            .into_iter()
            .map(|row| row.map_or_else(|bad| finding("l.jsonl", bad).to_string(), |row| format!("{:?}", row.cells)))
            .collect();
        let starts = [
            "l.jsonl:1:10: error: trailing comma",
            "l.jsonl:2:134: error: recursion limit exceeded",
            "l.jsonl:3:1: error: invalid type: sequence, expected an object",
            "l.jsonl:4:1: error: there is no column \"sate\"; did you mean \"state\"?",
            "l.jsonl:5:1: error: \"id\" is there twice",
            "l.jsonl:6:1: error: \"id\" cannot be {}",
            r#"[("id", "7")]"#,
        ];
        assert_eq!(told.len(), starts.len(), "{told:#?}");
        for (told, start) in told.iter().zip(starts) {
            assert!(told.starts_with(start), "{told}");
        }
    }

    #[test]
    fn a_header_is_checked_as_a_whole() {
        let source = Box::new(io::Cursor::new(b"name,stat,look,look\n1,2,3,4".to_vec()));
        let Err(error) = List::read("l.csv", source, &columns()) else { panic!("it was taken") };
        let told = error.to_string();
        for part in ["no column \"name\"", "did you mean \"state\"?", "two columns \"look\"", "no column \"id\""] {
            assert!(told.contains(part), "{part} in {told}");
        }
    }
}
