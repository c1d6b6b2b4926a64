//! Elements that are written once in `<defs>` and referred to by id, and how ids stay apart on a shared page.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Stands for the prefix of all ids until the document is complete; no text from outside can hold it.
pub(super) const PREFIX: char = '\u{1}';

/// Stands for an element's own id inside the text of a definition.
pub(super) const OWN_ID: char = '\u{2}';

/// Definitions of one kind. Equal texts are one definition.
#[derive(Debug)]
pub(super) struct Definitions {
    kind: char,
    texts: Vec<String>,
    known: BTreeMap<String, usize>,
}

impl Definitions {
    /// None yet. `kind` is the letter that keeps their ids from those of other kinds.
    pub fn new(kind: char) -> Self {
        Self { kind, texts: Vec::new(), known: BTreeMap::new() }
    }

    /// The id of an element, which is defined if it is new. Its text has [`OWN_ID`] where its id goes.
    pub fn id_of(&mut self, text: String) -> String {
        let index = *self.known.entry(text).or_insert_with_key(|text| {
            self.texts.push(text.clone());
            self.texts.len() - 1
        });
        self.id(index)
    }

    /// Writes all of them, a line each, in the order of their first use.
    pub fn write(&self, out: &mut String) -> fmt::Result {
        for (index, text) in self.texts.iter().enumerate() {
            writeln!(out, "{}", text.replace(OWN_ID, &self.id(index)))?;
        }
        Ok(())
    }

    fn id(&self, index: usize) -> String {
        format!("{PREFIX}{}{index}", self.kind)
    }
}

/// The prefix for a document: another document has another one, the same document the same.
///
/// So two files can share a page, and one file can stand on it twice: equal ids then name equal things.
pub(super) fn prefix_of(document: &str) -> String {
    format!("phiz-{:012x}-", fnv1a(document.as_bytes()) >> 16)
}

/// The 64-bit hash FNV-1a, which is the same in all versions of all programs.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_gives_the_published_values() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn equal_texts_are_defined_once() {
        let mut paths = Definitions::new('p');
        let one = paths.id_of(format!(r#"<path id="{OWN_ID}" d="M1 2"/>"#));
        let two = paths.id_of(format!(r#"<path id="{OWN_ID}" d="M3 4"/>"#));
        let again = paths.id_of(format!(r#"<path id="{OWN_ID}" d="M1 2"/>"#));
        assert_eq!((one.as_str(), two.as_str(), again), ("\u{1}p0", "\u{1}p1", one.clone()));
        let mut out = String::new();
        paths.write(&mut out).unwrap();
        assert_eq!(out, "<path id=\"\u{1}p0\" d=\"M1 2\"/>\n<path id=\"\u{1}p1\" d=\"M3 4\"/>\n");
    }
}
