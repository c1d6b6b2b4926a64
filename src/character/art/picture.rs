//! Cutting some elements out of a drawing, so that they can be drawn, moved and written on their own.
//!
//! usvg's tree cannot be taken apart, but its text can: it is written out (every reference resolved, one element for
//! each node), the elements wanted are kept with the groups around them and the definitions they need, and the rest is
//! left out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use roxmltree::{Document, Node};

use super::cost::links;
use super::document;
use super::read::ReadOptions;
use super::roles::Item;
use crate::scene::Picture;

/// A tree as text, for cutting.
pub(super) struct Written(String);

impl Written {
    pub fn new(tree: &usvg::Tree) -> Self {
        Self(tree.to_string(&usvg::WriteOptions { indent: usvg::Indent::None, ..usvg::WriteOptions::default() }))
    }

    /// Each item as a tree of its own in the units of the whole, or `None` where that failed.
    pub fn cut(&self, items: &[&Item], options: &ReadOptions) -> Vec<Option<Arc<Picture>>> {
        let Ok(document) = Document::parse(&self.0) else { return vec![None; items.len()] };
        let definitions = Definitions::of(&document);
        let cut = |item: &&Item| {
            let text = definitions.text_of(&document, item)?;
            let tree = document::build(&text, options).ok()?;
            Some(Arc::new(Picture { tree }))
        };
        items.iter().map(cut).collect()
    }
}

/// What elements refer to, in the order of the file.
struct Definitions<'a, 'i> {
    by_id: BTreeMap<&'a str, (usize, Node<'a, 'i>)>,
}

impl<'a, 'i> Definitions<'a, 'i> {
    fn of(document: &'a Document<'i>) -> Self {
        let defs =
            document.root_element().children().filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "defs")));
        let all = defs.flat_map(|d| d.children()).enumerate();
        Self { by_id: all.filter_map(|(i, n)| Some((n.attribute("id")?, (i, n)))).collect() }
    }

    fn text_of(&self, document: &'a Document<'i>, item: &Item) -> Option<String> {
        let text = document.input_text();
        let svg = document.root_element();
        let mut group = svg;
        let mut opening = String::new();
        for index in &item.way {
            group = drawn(group).nth(*index)?;
            opening.push_str(opening_tag(text, group)?);
        }
        let kept: Vec<Node> = drawn(group).skip(item.first).take(item.nodes.len()).collect();

        let mut wanted: BTreeMap<usize, Node> = BTreeMap::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open: Vec<Node> = kept.clone();
        while let Some(node) = open.pop() {
            for attribute in node.descendants().flat_map(|n| n.attributes()) {
                let value = attribute.value();
                let is_link = attribute.name() == "href";
                let links: Vec<&str> =
                    if is_link { value.strip_prefix('#').into_iter().collect() } else { links(value).collect() };
                for id in links {
                    if seen.insert(id)
                        && let Some((place, definition)) = self.by_id.get(id)
                    {
                        wanted.insert(*place, *definition);
                        open.push(*definition);
                    }
                }
            }
        }

        let mut out = opening_tag(text, svg)?.to_owned();
        out.push_str("<defs>");
        for definition in wanted.values() {
            out.push_str(text.get(definition.range())?);
        }
        out.push_str("</defs>");
        out.push_str(&opening);
        for node in &kept {
            out.push_str(text.get(node.range())?);
        }
        out.push_str(&"</g>".repeat(item.way.len()));
        out.push_str("</svg>");
        Some(out)
    }
}

/// The elements that are nodes of the tree.
fn drawn<'a, 'i>(group: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    group.children().filter(|n| n.is_element() && n.tag_name().name() != "defs")
}

/// `<g …>` of an element. The writer leaves no `>` inside: ids that had one were blanked out.
fn opening_tag<'t>(text: &'t str, node: Node) -> Option<&'t str> {
    let range = node.range();
    let end = text.get(range.clone())?.find('>')?;
    text.get(range.start..range.start + end + 1).filter(|tag| !tag.ends_with("/>"))
}
