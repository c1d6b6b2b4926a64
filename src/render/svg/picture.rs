//! Imported art that is more than paths, as part of our document.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use roxmltree::{Attribute, Document, Node};

use super::definitions::OWN_ID;
use super::number::Number;
use super::text::Escaped;

/// The element of a picture, for [`Definitions`](super::definitions::Definitions).
///
/// usvg writes a document of its own. Its content is taken over with numbers in the form that all our numbers have, and
/// with ids of our own where something refers to them.
pub(super) fn picture_element(tree: &usvg::Tree) -> Result<String, fmt::Error> {
    let text = tree.to_string(&usvg::WriteOptions { indent: usvg::Indent::None, ..Default::default() });
    let text = with_escaped_attributes(&text);
    let document = Document::parse(&text).map_err(|_| fmt::Error)?;
    let ids = referred_ids(&document);
    let mut out = format!(r#"<g id="{OWN_ID}">"#);
    for child in document.root_element().children() {
        write_node(&mut out, child, &ids)?;
    }
    out.push_str("</g>");
    Ok(out)
}

/// The same document as well-formed XML: usvg escapes quotes in attributes, but neither `&` nor `<`.
fn with_escaped_attributes(text: &str) -> String {
    let escaped = text.split('"').enumerate().map(|(index, piece)| {
        let is_value = index % 2 == 1;
        if is_value { Escaped(&piece.replace("&quot;", "\"")).to_string() } else { piece.to_owned() }
    });
    escaped.collect::<Vec<_>>().join("\"")
}

/// The ids that something refers to, each with the number that takes its place.
fn referred_ids<'a>(document: &'a Document) -> BTreeMap<&'a str, usize> {
    let attributes = document.descendants().flat_map(|node| node.attributes());
    let mut ids: BTreeMap<&str, usize> = attributes.flat_map(targets).map(|id| (id, 0)).collect();
    ids.values_mut().enumerate().for_each(|(index, number)| *number = index);
    ids
}

/// The ids that an attribute refers to: `#id` in a `href`, any `url(#id)` elsewhere.
fn targets<'a>(attribute: Attribute<'a, '_>) -> Vec<&'a str> {
    let value = attribute.value();
    if attribute.name() == "href" {
        return value.strip_prefix('#').into_iter().collect();
    }
    value.split("url(#").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

fn write_node(out: &mut String, node: Node, ids: &BTreeMap<&str, usize>) -> fmt::Result {
    // Text has become paths, so elements are all there is.
    if !node.is_element() {
        return Ok(());
    }
    let name = node.tag_name().name();
    write!(out, "<{name}")?;
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        if name == "id" {
            if let Some(number) = ids.get(value) {
                write!(out, r#" id="{OWN_ID}-{number}""#)?;
            }
            continue;
        }
        write!(out, r#" {name}=""#)?;
        let targets = targets(attribute);
        if !targets.is_empty() {
            let numbers = targets.iter().filter_map(|id| ids.get(id));
            let references = numbers.map(|number| match name {
                "href" => format!("#{OWN_ID}-{number}"),
                _ => format!("url(#{OWN_ID}-{number})"),
            });
            out.push_str(&references.collect::<Vec<_>>().join(" "));
        } else if matches!(name, "href" | "style" | "result" | "in" | "in2") || value.starts_with('#') {
            write!(out, "{}", Escaped(value))?;
        } else {
            write_with_short_numbers(out, value)?;
        }
        out.push('"');
    }
    if !node.has_children() {
        out.push_str("/>");
        return Ok(());
    }
    out.push('>');
    for child in node.children() {
        write_node(out, child, ids)?;
    }
    write!(out, "</{name}>")
}

/// Copies an attribute's value with every number in it rounded to four places.
fn write_with_short_numbers(out: &mut String, value: &str) -> fmt::Result {
    for word in value.split_inclusive([' ', '(', ')', ',']) {
        let number = word.trim_end_matches([' ', '(', ')', ',']);
        let end = word.get(number.len()..).unwrap_or_default();
        match number.parse::<f64>() {
            Ok(n) if number.ends_with(|c: char| c.is_ascii_digit()) => write!(out, "{}", Number::new(n))?,
            _ => write!(out, "{}", Escaped(number))?,
        }
        out.push_str(end);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_among_words_are_shortened() {
        for (value, text) in [
            ("M 0.123456 -1.5 L 1e-7 2", "M 0.1235 -1.5 L 0 2"),
            ("matrix(1 0 0 1 0.99999 -0.00001)", "matrix(1 0 0 1 1 0)"),
            ("userSpaceOnUse", "userSpaceOnUse"),
            ("a<b", "a&lt;b"),
            ("nan inf", "nan inf"),
        ] {
            let mut out = String::new();
            write_with_short_numbers(&mut out, value).unwrap();
            assert_eq!(out, text);
        }
    }
}
