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

/// All that is wrong with a file of many like things, as far as it was read: a fault of each, not of the first alone.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Faults(Vec<Fault>);

/// After so many faults reading ends: a file that is wrong all over is told from its start.
const MOST: usize = 20;

impl Faults {
    /// As an error of a text file: each with line and column.
    pub fn in_text(self, file: &str, text: &str) -> Error {
        let mut findings = Findings::new(file);
        let full = self.0.len() >= MOST;
        for (i, fault) in self.0.into_iter().enumerate() {
            let place = Some(Place::of(text, fault.at));
            findings.error(place, fault.message, fault.help);
            if full && i + 1 == MOST {
                findings.note(place, format!("reading ended after {MOST} errors"), "");
            }
        }
        Error::File(findings.into_vec())
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

/// All things, or the faults of all that have one.
pub(super) fn every<T>(things: impl IntoIterator<Item = Result<T, Fault>>) -> Result<Vec<T>, Faults> {
    let (mut good, mut faults) = (Vec::new(), Vec::new());
    for thing in things {
        match thing {
            Ok(thing) if faults.is_empty() => good.push(thing),
            Ok(_) => {}
            Err(fault) => faults.push(fault),
        }
        if faults.len() == MOST {
            break;
        }
    }
    if faults.is_empty() { Ok(good) } else { Err(Faults(faults)) }
}

/// How files of other kinds begin that are taken for motions and voices, and what they are.
const OTHERS: &[(&[u8], &str)] = &[
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"ID3", "an MP3 file"),
    (b"\xFF\xFB", "an MP3 file"),
    (b"\xFF\xF3", "an MP3 file"),
    (b"OggS", "an Ogg file"),
    (b"fLaC", "a FLAC file"),
    (b"FORM", "an AIFF file"),
    (b"RF64", "an RF64 file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PMX ", "a model of MikuMikuDance (PMX)"),
    (b"Pmd", "a model of MikuMikuDance (PMD)"),
    (b"Vocaloid Pose Data", "a pose of MikuMikuDance (VPD)"),
    (b"MOC3", "a model of Live2D (moc3)"),
    (b"glTF", "a glTF or VRM model"),
    (b"HIERARCHY", "a BVH motion"),
    (b"\xFF\xFE", "text in UTF-16"),
    (b"\xFE\xFF", "text in UTF-16"),
];
/// What kinds of files are known.
pub(super) const KNOWN: &str =
    "clips are VMD or motion3.json, expressions exp3.json, speech mouth cues (TSV, XML, JSON) or WAV";

/// The text of a file, without its byte order mark.
pub(super) fn text<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Error> {
    if let Some((_, what)) = OTHERS.iter().find(|(start, _)| bytes.starts_with(start)) {
        let help = match *what {
            "text in UTF-16" => "save it as UTF-8",
            what if what.ends_with(" file") => "save the voice as WAV",
            _ => KNOWN,
        };
        return Err(Fault::new(0, format!("this is {what}"), help).in_bytes(file));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Some(zero) = bytes.iter().take(1000).position(|b| *b == 0) {
        return Err(
            Fault::new(zero, "this is no text, and no other kind of file that is known here", KNOWN).in_bytes(file)
        );
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        Fault::new(good.len(), "this is not UTF-8 text", "save the file as UTF-8").in_text(file, good)
    })
}

/// The start of a text from a file, as it is shown in messages.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_kinds_are_called_by_their_names() {
        for (start, what) in OTHERS {
            let bytes = [start, &b"\0\0\0\0"[..]].concat();
            let told = text("f", &bytes).unwrap_err().to_string();
            assert!(told.starts_with(&format!("f: error: byte 0: this is {what}; ")), "{told}");
        }
        let told = |bytes: &[u8]| text("f", bytes).unwrap_err().to_string();
        assert!(told(b"ID3").ends_with("; save the voice as WAV") && told(b"\xFF\xFE").ends_with("; save it as UTF-8"));
        assert!(told(b"abc\0").starts_with("f: error: byte 3: this is no text"), "{}", told(b"abc\0"));
        assert_eq!(told(b"ab\xC3"), "f:1:3: error: this is not UTF-8 text; save the file as UTF-8");
        assert_eq!(text("f", b"\xEF\xBB\xBFabc").unwrap(), "abc");
    }
}
