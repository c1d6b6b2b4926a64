//! The characters and states that are compiled in.

use std::sync::OnceLock;

use super::reader::Document;
use super::{Character, Source, State, file};
use crate::Error;

/// Name, SVG and TOML; the first is the default.
const CHARACTERS: [(&str, &str, &str); 6] = [
    ("nubo", include_str!("../../faces/nubo.svg"), include_str!("../../faces/nubo.toml")),
    ("tilo", include_str!("../../faces/tilo.svg"), include_str!("../../faces/tilo.toml")),
    ("bap", include_str!("../../faces/bap.svg"), include_str!("../../faces/bap.toml")),
    ("lopi", include_str!("../../faces/lopi.svg"), include_str!("../../faces/lopi.toml")),
    ("pera", include_str!("../../faces/pera.svg"), include_str!("../../faces/pera.toml")),
    ("mokka", include_str!("../../faces/mokka.svg"), include_str!("../../faces/mokka.toml")),
];

const STATES: &str = include_str!("states.toml");

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    CHARACTERS.iter().map(|(name, ..)| *name)
}

pub(super) fn character(name: &str) -> Result<Character, Error> {
    let (name, svg, toml) = CHARACTERS
        .iter()
        .find(|(known, ..)| *known == name)
        .ok_or_else(|| Error::unknown("character", name, names()))?;
    let (svg_name, toml_name) = (format!("{name}.svg"), format!("{name}.toml"));
    #[cfg_attr(not(feature = "text"), expect(clippy::needless_update, reason = "fonts come with a feature"))]
    let source =
        Source { svg: (&svg_name, svg.as_bytes()), toml: Some((&toml_name, toml.as_bytes())), ..Source::default() };
    source.load().map(|loaded| loaded.character)
}

/// The states every character knows; the first is idle.
pub(super) fn states() -> &'static [State] {
    // Parsed once: the text is part of the program, so this is a constant that takes time to write down.
    static PARSED: OnceLock<Vec<State>> = OnceLock::new();
    PARSED.get_or_init(|| match Document::parse("states.toml", STATES.as_bytes()) {
        Ok(document) => {
            let states = file::states(document.root());
            let findings = document.into_findings().into_vec();
            debug_assert!(findings.is_empty(), "{findings:?}");
            states
        }
        Err(findings) => {
            debug_assert!(false, "{findings:?}");
            Vec::new()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_character_loads_without_a_finding() {
        for (name, svg, toml) in CHARACTERS {
            let source =
                Source { svg: (name, svg.as_bytes()), toml: Some((name, toml.as_bytes())), ..Source::default() };
            let loaded = source.load().unwrap_or_else(|e| panic!("{e}"));
            assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
            assert_eq!(loaded.character.name(), name);
        }
    }

    #[test]
    fn the_file_of_states_has_no_finding() {
        let document = Document::parse("states.toml", STATES.as_bytes()).unwrap();
        let states = file::states(document.root());
        let findings = document.into_findings().into_vec();
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(states[0].name, "idle");
    }
}
