//! Text from outside, made safe to stand in XML.

use std::fmt::{self, Write};

/// One line of text that XML can hold, at most `limit` characters long.
///
/// White space of any kind becomes one space each, what XML forbids (control characters, U+FFFE, …) is dropped, and
/// what is too long ends in `…`.
pub(super) fn clean(text: &str, limit: usize) -> String {
    let allowed = |c: &char| {
        let noncharacter = ('\u{fdd0}'..='\u{fdef}').contains(c) || (u32::from(*c) & 0xfffe) == 0xfffe;
        !c.is_control() && !noncharacter
    };
    let mut kept = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(allowed);
    let mut line: String = kept.by_ref().take(limit).collect();
    if kept.next().is_some() {
        line.pop();
        line.push('…');
    }
    line.trim().to_owned()
}

/// Displays text with the characters escaped that mean something in XML, for element content and attributes alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&apos;")?,
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_characters_go_and_white_space_becomes_spaces() {
        assert_eq!(clean(" a\tb\u{1}\u{fffe}\u{fdd0}\u{10ffff}c\r\nd ", 80), "a bc  d");
        assert_eq!(clean("🦊 naïve \u{85}", 80), "🦊 naïve");
        assert_eq!(clean("\u{1}\t ", 80), "");
    }

    #[test]
    fn long_text_ends_in_an_ellipsis() {
        assert_eq!(clean("abcdef", 6), "abcdef");
        assert_eq!(clean("abcdefg", 6), "abcde…");
        assert_eq!(clean(&"🦊".repeat(10_000), 200).chars().count(), 200);
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(Escaped("a&b<c>d\"e'f ]]>").to_string(), "a&amp;b&lt;c&gt;d&quot;e&apos;f ]]&gt;");
    }
}
