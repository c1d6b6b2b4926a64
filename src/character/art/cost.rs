//! What a file grows to when every reference is followed.
//!
//! Ten lines of nested `use` are a billion shapes. usvg and resvg follow references one by one, so the growth is added
//! up beforehand: each element once, from its children and from what it refers to.

use std::collections::BTreeMap;

use roxmltree::{Node, NodeId};
use simplecss::{AttributeOperator, Element, PseudoClass, StyleSheet};

use super::document::place_of;
use super::limits;
use super::read::Refused;
use crate::finding::Findings;

/// Refuses what grows too deep or too large.
pub(super) fn check(document: &roxmltree::Document, findings: &mut Findings) -> Result<(), Refused> {
    let mut ids = BTreeMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node.id());
        }
    }
    let sheet = style_sheet(document);
    if sheet.rules.len().saturating_mul(document.descendants().count()) > limits::MAX_STYLING {
        let message = format!("{} style rules are too many for a drawing of this size", sheet.rules.len());
        findings.error(None, message, "export with styles as attributes");
        return Err(Refused);
    }
    let rules = sheet
        .rules
        .iter()
        .filter_map(|rule| {
            let targets: Vec<&str> = rule.declarations.iter().flat_map(|d| links(d.value)).collect();
            (!targets.is_empty()).then_some((&rule.selector, targets))
        })
        .collect();
    let nodes = document.descendants().count();
    let mut growth = Growth { document, ids, rules, known: vec![State::Unknown; nodes] };
    match growth.of(document.root_element(), 0) {
        Ok(size) if size.bytes <= limits::MAX_EXPANDED => Ok(()),
        Ok(size) => {
            let message = format!(
                "with every `use`, mask and pattern written out, the drawing has {} MiB, over the limit of {}",
                size.bytes >> 20,
                limits::MAX_EXPANDED >> 20
            );
            findings.error(None, message, "use fewer copies of copies");
            Err(Refused)
        }
        Err(node) => {
            let place = document.get_node(node).map(place_of);
            let message = format!("elements refer to each other more than {} deep", limits::MAX_NESTING);
            findings.error(place, message, "write out what `use`, masks or patterns stand for");
            Err(Refused)
        }
    }
}

/// The part of the file below one element, with references followed.
#[derive(Clone, Copy, Default)]
struct Size {
    /// Levels of elements.
    height: usize,
    /// Text of all attributes.
    bytes: u64,
    /// Text of path data alone: a marker is drawn at every point of it.
    path_bytes: u64,
    /// A pattern may be wanted by every element.
    elements: u64,
}

#[derive(Clone, Copy)]
enum State {
    Unknown,
    /// On the way down; meeting it again is a loop, which usvg cuts.
    Open,
    Known(Size),
}

struct Growth<'a, 'i> {
    document: &'a roxmltree::Document<'i>,
    ids: BTreeMap<&'a str, NodeId>,
    rules: Vec<(&'a simplecss::Selector<'a>, Vec<&'a str>)>,
    known: Vec<State>,
}

impl<'a, 'i> Growth<'a, 'i> {
    /// The size of a subtree, or the node at which it is too deep.
    fn of(&mut self, node: Node<'a, 'i>, depth: usize) -> Result<Size, NodeId> {
        let slot = node.id().get_usize();
        let known = match self.known.get(slot) {
            Some(State::Known(size)) => Some(*size),
            Some(State::Unknown) => None,
            _ => return Ok(Size::default()),
        };
        if depth + known.map_or(0, |s| s.height) > limits::MAX_NESTING {
            return Err(node.id());
        }
        if let Some(size) = known {
            return Ok(size);
        }
        self.known[slot] = State::Open;
        let size = self.measure(node, depth)?;
        self.known[slot] = State::Known(size);
        Ok(size)
    }

    fn measure(&mut self, node: Node<'a, 'i>, depth: usize) -> Result<Size, NodeId> {
        let mut size = Size { height: 1, bytes: 16, path_bytes: 0, elements: 1 };
        let mut targets: Vec<&str> = Vec::new();
        for attribute in node.attributes() {
            let value = attribute.value();
            size.bytes = size.bytes.saturating_add(value.len() as u64);
            match attribute.name() {
                "d" | "points" => size.path_bytes = size.path_bytes.saturating_add(value.len() as u64),
                "href" => targets.extend(value.trim().strip_prefix('#')),
                _ => targets.extend(links(value)),
            }
        }
        for (selector, linked) in &self.rules {
            if selector.matches(&Styled(node)) {
                targets.extend(linked);
            }
        }
        for child in node.children().filter(Node::is_element) {
            let below = self.of(child, depth + 1)?;
            size.height = size.height.max(below.height + 1);
            size.bytes = size.bytes.saturating_add(below.bytes);
            size.path_bytes = size.path_bytes.saturating_add(below.path_bytes);
            size.elements = size.elements.saturating_add(below.elements);
        }
        let own = size;
        for id in targets {
            let Some(target) = self.ids.get(id).and_then(|id| self.document.get_node(*id)) else { continue };
            let copies = match target.tag_name().name() {
                "marker" => own.path_bytes / 2 + 1,
                "pattern" | "linearGradient" | "radialGradient" => own.elements,
                _ => 1,
            };
            let linked = self.of(target, depth + 1)?;
            size.height = size.height.max(linked.height + 1);
            size.bytes = size.bytes.saturating_add(linked.bytes.saturating_mul(copies));
            size.path_bytes = size.path_bytes.saturating_add(linked.path_bytes.saturating_mul(copies));
            size.elements = size.elements.saturating_add(linked.elements.saturating_mul(copies));
        }
        Ok(size)
    }
}

/// The ids in `url(#…)`.
pub(super) fn links(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let rest = rest.trim_start_matches([' ', '"', '\'']).strip_prefix('#')?;
        rest.split([')', '"', '\'', ' ']).next()
    })
}

fn style_sheet<'a>(document: &'a roxmltree::Document<'a>) -> StyleSheet<'a> {
    let mut sheet = StyleSheet::new();
    for style in document.descendants().filter(|n| n.tag_name().name() == "style") {
        sheet.parse_more(style.text().unwrap_or_default());
    }
    sheet
}

/// An element as style rules see it.
struct Styled<'a, 'i>(Node<'a, 'i>);

impl Element for Styled<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Styled)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Styled)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}
