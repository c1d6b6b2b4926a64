//! Names of files, from ids that may hold anything.

/// Longer names are cut; every file system takes this many bytes.
const LONGEST: usize = 100;

/// A file name, without ending, that is safe on every system: letters, digits, `-`, `_` and `.` stay, all else becomes
/// `_`. An id that had to be changed gets a digest of itself behind, so that two ids do not meet in one name. The name is
/// a function of the id alone.
pub fn file_name(id: &str) -> String {
    let fit = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut name: String = id.chars().map(|c| if fit(c) { c } else { '_' }).collect();
    // Hidden files, and what shells take for options.
    if name.is_empty() || name.starts_with(['.', '-']) {
        name.replace_range(..name.len().min(1), "_");
    }
    if name.ends_with('.') {
        name.replace_range(name.len() - 1.., "_");
    }
    if is_device(&name) {
        name.insert(0, '_');
    }
    while name.len() > LONGEST {
        name.pop();
    }
    if name == id {
        return name;
    }
    format!("{name}-{:08x}", digest(id))
}

/// Windows keeps these for itself, whatever the ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || (["com", "lpt"].iter().any(|port| stem.strip_prefix(port).is_some_and(|n| n.len() == 1 && n != "0"))
            && stem.ends_with(|c: char| c.is_ascii_digit()))
}

/// FNV-1a, 32 bits (Fowler, Noll and Vo).
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_its_authors() {
        for (text, expected) in [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] {
            assert_eq!(digest(text), expected, "{text}");
        }
    }

    #[test]
    fn plain_ids_are_their_own_names() {
        for id in ["ann", "Bob-2", "a_b.c", "Zoë", "用户7", "0"] {
            assert_eq!(file_name(id), id);
        }
    }

    #[test]
    fn no_id_leaves_the_folder_or_takes_a_name_that_a_system_keeps() {
        let ids = [
            "../../etc/passwd",
            "..",
            ".",
            "a/b",
            "a\\b",
            "a:b",
            "",
            " ",
            "\0",
            "con",
            "NUL.txt",
            "com1",
            "x.",
            "%d",
            "*?",
        ];
        for id in ids {
            let name = file_name(id);
            assert!(!name.contains(['/', '\\', ':', '\0', '%', '*', '?', ' ']), "{id:?} became {name:?}");
            assert!(!name.starts_with('.') && !name.ends_with('.') && !is_device(&name), "{id:?} became {name:?}");
            assert_ne!(name, id);
        }
        assert!(file_name(&"ü".repeat(400)).len() <= LONGEST + 9);
    }

    #[test]
    fn ids_that_differ_have_names_that_differ() {
        let ids = ["a/b", "a:b", "a_b", "a b", "A b", "a  b", "/", "//", "", "_", "-", "."];
        let names: std::collections::BTreeSet<String> = ids.iter().map(|id| file_name(id)).collect();
        assert_eq!(names.len(), ids.len());
    }
}
