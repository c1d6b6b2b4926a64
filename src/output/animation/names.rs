//! Names of numbered files.

use crate::error::Error;

/// A pattern for the names of numbered frames, such as `frame-%04d.png`: `%d` is the number, `%04d` the number with
/// zeros in front up to four digits, `%%` a percent sign.
///
/// ```
/// use phiz::animation::FrameNames;
/// let names = FrameNames::parse("out/frame-%04d.png")?;
/// assert_eq!(names.name(7), "out/frame-0007.png");
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameNames {
    before: String,
    digits: usize,
    after: String,
}

impl FrameNames {
    /// Reads a pattern.
    ///
    /// # Errors
    /// [`Error::Parameter`] where the pattern has no place for the number, several, or a `%` that is neither.
    pub fn parse(pattern: &str) -> Result<Self, Error> {
        let refused = |allowed: &str| Error::Parameter {
            name: "file name".into(),
            value: pattern.into(),
            allowed: allowed.into(),
        };
        let mut before = None;
        let mut digits = 0;
        let mut text = String::new();
        let mut rest = pattern;
        while let Some((plain, code)) = rest.split_once('%') {
            text.push_str(plain);
            if let Some(after) = code.strip_prefix('%') {
                text.push('%');
                rest = after;
                continue;
            }
            let Some((width, after)) = width(code) else {
                return Err(refused("text with one number such as %d or %04d; a percent sign is written %%"));
            };
            if before.replace(std::mem::take(&mut text)).is_some() {
                return Err(refused("text with no more than one number such as %d or %04d"));
            }
            (digits, rest) = (width, after);
        }
        text.push_str(rest);
        match before {
            Some(before) => Ok(Self { before, digits, after: text }),
            None => Err(refused("text with a number such as %d or %04d, so that every frame has its own file")),
        }
    }

    /// The name of frame `k`.
    pub fn name(&self, k: u32) -> String {
        let Self { before, digits, after } = self;
        format!("{before}{k:0digits$}{after}")
    }
}

/// Splits `d…` or `0Nd…`, N from 1 to 9, into the number of digits and what follows.
fn width(code: &str) -> Option<(usize, &str)> {
    let (width, after) = code.split_once('d')?;
    match width.as_bytes() {
        [] => Some((1, after)),
        [b'0', digit @ b'1'..=b'9'] => Some((usize::from(digit - b'0'), after)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_stands_where_the_pattern_says() {
        for (pattern, k, name) in [
            ("frame-%04d.png", 12, "frame-0012.png"),
            ("frame-%04d.png", 123_456, "frame-123456.png"),
            ("%d", 0, "0"),
            ("100%% %d%%.svg", 3, "100% 3%.svg"),
            ("%%d-%01d", 5, "%d-5"),
            ("é/%09d/d", u32::MAX, "é/4294967295/d"),
        ] {
            assert_eq!(FrameNames::parse(pattern).unwrap().name(k), name, "{pattern}");
        }
    }

    #[test]
    fn any_other_pattern_is_refused() {
        for pattern in [
            "frame.png",
            "",
            "%%d",
            "%d-%d",
            "%4d",
            "%-4d",
            "%010d",
            "%00d",
            "%s",
            "%",
            "%d%",
            "%0d",
            "%é",
            "%0éd",
            "% d",
        ] {
            match FrameNames::parse(pattern) {
                Err(Error::Parameter { value, .. }) => assert_eq!(value, pattern),
                other => panic!("{pattern}: {other:?}"),
            }
        }
    }
}
