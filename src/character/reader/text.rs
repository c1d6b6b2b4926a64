//! From bytes to text: size, encoding, line ends; and from offsets in the text to places in the file.

use super::{MAX_BYTES, Refusal};
use crate::finding::Place;

/// Bytes between two places that are known at once, so that a look-up costs the same in any file.
const STRIDE: usize = 256;

/// A file's text with LF line ends.
///
/// A byte order mark is dropped, CRLF and lone CR become LF. Lines and columns count the same before and after, so
/// places need no mapping back.
#[derive(Debug)]
pub(super) struct Text {
    text: String,
    known: Vec<(usize, Place)>,
}

impl Text {
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        if bytes.len() > MAX_BYTES {
            let message = format!("has {} bytes, over the limit of {MAX_BYTES}", bytes.len());
            return Err(Refusal::new(
                None,
                message,
                "characters and scripts need a few thousand; is this the right file?",
            ));
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error.valid_up_to()))?;
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.trim().is_empty() {
            let help = "write at least one line such as `name = \"Pip\"`";
            return Err(Refusal::new(Place { line: 1, column: 1 }, "the file is empty", help));
        }
        let known = known_places(&text);
        Ok(Self { text, known })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The place of an offset; past the end is the end.
    pub(super) fn place(&self, offset: usize) -> Place {
        let after = self.known.partition_point(|(at, _)| *at <= offset);
        let (at, place) = after.checked_sub(1).and_then(|i| self.known.get(i)).copied().unwrap_or((0, START));
        advance(place, self.text.get(at..).unwrap_or(""), offset - at)
    }
}

const START: Place = Place { line: 1, column: 1 };

/// The place `offset` bytes into a text that begins at `from`.
fn advance(from: Place, text: &str, offset: usize) -> Place {
    let Place { line, column } = Place::of(text, offset);
    if line == 1 {
        Place { line: from.line, column: from.column + column - 1 }
    } else {
        Place { line: from.line + line - 1, column }
    }
}

fn known_places(text: &str) -> Vec<(usize, Place)> {
    let (mut at, mut place) = (0, START);
    let mut known = vec![(at, place)];
    while at + STRIDE < text.len() {
        let next = (at + STRIDE..text.len()).find(|i| text.is_char_boundary(*i)).unwrap_or(text.len());
        place = advance(place, text.get(at..).unwrap_or(""), next - at);
        at = next;
        known.push((at, place));
    }
    known
}

fn not_utf8(bytes: &[u8], valid: usize) -> Refusal {
    let (good, bad) = bytes.split_at(valid);
    let place = Place::of(std::str::from_utf8(good).unwrap_or(""), valid);
    let message = match bad.first() {
        Some(0xFF | 0xFE) if valid == 0 => "is UTF-16 text, not UTF-8".to_owned(),
        Some(byte) => format!("the file is not UTF-8 text: byte 0x{byte:02x} stands here"),
        None => "the file is not UTF-8 text".to_owned(),
    };
    Refusal::new(place, message, "save the file as UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_a_walk_from_the_start() {
        let text = "a = \"äöü\"\n\n# comment, long enough to cross a stride\n".repeat(40);
        let decoded = Text::decode(text.as_bytes()).ok().unwrap();
        for offset in 0..text.len() + 3 {
            assert_eq!(decoded.place(offset), Place::of(&text, offset), "at {offset}");
        }
    }
}
