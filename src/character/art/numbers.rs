//! Numbers no drawing needs. usvg multiplies them until they are no numbers any more, and then panics.

use roxmltree::Node;

use super::limits;
use super::read::Refused;
use crate::finding::{Findings, Place};

/// Attributes that are made of numbers.
const GEOMETRY: [&str; 40] = [
    "cx",
    "cy",
    "d",
    "dx",
    "dy",
    "fr",
    "fx",
    "fy",
    "gradientTransform",
    "height",
    "kernelMatrix",
    "markerHeight",
    "markerWidth",
    "numOctaves",
    "offset",
    "order",
    "patternTransform",
    "points",
    "r",
    "radius",
    "refX",
    "refY",
    "rotate",
    "rx",
    "ry",
    "scale",
    "stdDeviation",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-width",
    "transform",
    "transform-origin",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Refuses the first number over [`limits::MAX_OWN_COORDINATE`], with its place.
pub(super) fn check(document: &roxmltree::Document, findings: &mut Findings) -> Result<(), Refused> {
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes().filter(|a| GEOMETRY.contains(&a.name())) {
            let Some((offset, number)) = first_absurd(attribute.value()) else { continue };
            let place = Place::of(document.input_text(), attribute.range_value().start + offset);
            let message = format!("{number} is over the limit of {} for a number", limits::MAX_OWN_COORDINATE);
            findings.error(Some(place), message, "scale the drawing down");
            return Err(Refused);
        }
    }
    Ok(())
}

/// The first number that is too large, and where it starts.
fn first_absurd(value: &str) -> Option<(usize, &str)> {
    let mut from = 0;
    while let Some(found) = value.get(from..)?.find(|c: char| c.is_ascii_digit()) {
        let start = from + found;
        let end = start + number_length(value.get(start..)?);
        let number = value.get(start..end)?;
        if number.parse().is_ok_and(|v: f64| v > limits::MAX_OWN_COORDINATE) {
            return Some((start, number));
        }
        from = end;
    }
    None
}

/// How long the number is that a text starts with: digits, perhaps a fraction, perhaps an exponent.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let mut length = digits(0);
    if bytes.get(length) == Some(&b'.') {
        length += 1 + digits(length + 1);
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_however_they_are_packed() {
        assert_eq!(first_absurd("M0 0L-1e9,5"), Some((6, "1e9")));
        assert_eq!(first_absurd("translate(1.5.5-12345678.9)"), Some((16, "12345678.9")));
        assert_eq!(first_absurd("3.4E+38"), Some((0, "3.4E+38")));
        assert_eq!(first_absurd("1e400"), Some((0, "1e400")));
        assert_eq!(first_absurd("M1e7 10000000 1e-9 9em 1e"), None);
    }
}
