//! From the bytes of an SVG to [`Art`].

use std::sync::Arc;

use kurbo::Affine;

use super::fit::{self, Fit};
use super::picture::Written;
use super::roles::{self, Item};
use super::silhouette::{Raster, silhouette};
use super::{Art, Body, Calm, DrawShape, Drawing, Piece, Role, document, drawing, outline};
use crate::finding::{Findings, Place, Severity};
use crate::scene::Picture;

/// How a file is read.
#[derive(Clone, Default, Debug)]
pub(crate) struct ReadOptions {
    /// Whether a body that cannot be used is an error (the file was drawn as a character, and a TOML says so) or a
    /// warning (it is traced instead).
    pub strict: bool,
    /// Fonts for text elements.
    #[cfg(feature = "text")]
    pub fonts: Option<Arc<usvg::fontdb::Database>>,
}

impl ReadOptions {
    fn has_fonts(&self) -> bool {
        #[cfg(feature = "text")]
        let has_fonts = self.fonts.as_ref().is_some_and(|fonts| !fonts.is_empty());
        #[cfg(not(feature = "text"))]
        let has_fonts = false;
        has_fonts
    }
}

/// An error was added to the findings; there is no art.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused;

/// Reads the bytes of `file` (its name is for findings only). Never reads anything else.
///
/// # Errors
///
/// The findings, at least one of them an error: the bytes are no SVG, draw nothing, are over a limit of
/// [`super::limits`], or (if strict) have a body that cannot be one.
pub(crate) fn read(file: &str, bytes: &[u8], options: &ReadOptions) -> Result<(Art, Findings), Findings> {
    let mut findings = Findings::new(file);
    match read_into(bytes, options, &mut findings) {
        Ok(art) if !findings.has_errors() => Ok((art, findings)),
        _ => Err(findings),
    }
}

fn read_into(bytes: &[u8], options: &ReadOptions, findings: &mut Findings) -> Result<Art, Refused> {
    let text = document::text(bytes, findings)?;
    let xml = document::xml(text, findings)?;
    document::warn_of_missing(&xml, options.has_fonts(), findings);
    let tree = document::tree(&xml, options, findings)?;

    let marked = find_body(&xml, findings);
    let items = roles::items(&tree);
    let body_item = items.iter().find(|item| item.role == Role::Body && item.draws());
    if let (Some(place), None) = (marked, body_item) {
        let help = "it must be a filled path, rectangle, circle or ellipse, or a group of them, outside <defs>";
        add(options, findings, Some(place), "the element \"body\" draws nothing", help);
    }
    let fit = fit::fit(&xml, &tree, body_item.is_some(), findings)?;
    let calm = Calm::of(&fit.coarse);

    let Some(body_item) = body_item else {
        let body = traced(&fit.raster, findings)?;
        drop(items);
        return Ok(Art { body, pieces: vec![whole(tree, fit.map)], bounds: fit.bounds, authored: false, calm });
    };
    let body = authored(body_item, &tree, &fit, marked, options, findings)?;
    let pieces = pieces(items, &tree, fit.map, options, &xml, findings);
    Ok(Art { body, pieces, bounds: fit.bounds, authored: true, calm })
}

/// A fault of the body: fatal where the author meant a character.
fn add(options: &ReadOptions, findings: &mut Findings, place: Option<Place>, message: &str, help: &str) {
    let severity = if options.strict { Severity::Error } else { Severity::Warning };
    findings.add(severity, place, message, help);
}

/// Where the element `body` stands. Without one there is a note, with the place of what may have been meant as one.
fn find_body(xml: &roxmltree::Document, findings: &mut Findings) -> Option<Place> {
    let mut bodies = xml.descendants().filter(|n| n.attribute("id") == Some("body"));
    if let Some(body) = bodies.next() {
        if let Some(second) = bodies.next() {
            let message = "a second element has the id \"body\": it is a decoration";
            findings.warning(Some(document::place_of(second)), message, "give it another id");
        }
        return Some(document::place_of(body));
    }
    // Editors show names of their own, and keep them apart from the id.
    let is_meant = |n: &roxmltree::Node| {
        n.attributes()
            .any(|a| matches!(a.name(), "id" | "label" | "data-name") && a.value().eq_ignore_ascii_case("body"))
    };
    match xml.descendants().find(is_meant) {
        Some(node) => findings.note(
            Some(document::place_of(node)),
            "this element is called a body, but its id is not \"body\": the outline of everything is the silhouette",
            "set its id to \"body\" if it is the silhouette",
        ),
        None => findings.note(
            None,
            "no element has the id \"body\": the outline of everything is the silhouette",
            "give the silhouette the id \"body\" to choose it yourself",
        ),
    }
    None
}

/// The body as it was drawn, or traced if it cannot be used.
fn authored(
    item: &Item,
    tree: &usvg::Tree,
    fit: &Fit,
    place: Option<Place>,
    options: &ReadOptions,
    findings: &mut Findings,
) -> Result<Body, Refused> {
    let Some(path) = item.silhouette else {
        let help = "it must be a path, rectangle, circle or ellipse; convert text to paths in your editor";
        add(options, findings, place, "the body is text, an image or empty, and has no outline", help);
        return trace_item(item, tree, fit, options, findings);
    };
    match outline::outline(path, fit.map) {
        Ok(outline) => {
            let fill = path.fill().and_then(|fill| match fill.paint() {
                usvg::Paint::Color(c) => Some(drawing::color(*c, fill.opacity().get())),
                _ => None,
            });
            Ok(Body { outline: Arc::new(outline), fill, traced: false })
        }
        Err(faults) => {
            for fault in faults {
                add(options, findings, place, &fault.message, fault.help);
            }
            trace_item(item, tree, fit, options, findings)
        }
    }
}

/// The outline of one item as it looks.
fn trace_item(
    item: &Item,
    tree: &usvg::Tree,
    fit: &Fit,
    options: &ReadOptions,
    findings: &mut Findings,
) -> Result<Body, Refused> {
    let cut = Written::new(tree).cut(&[item], options).pop().flatten();
    match cut {
        Some(picture) => traced(&fit::draw(&picture.tree, fit.map, fit.raster.size, findings)?, findings),
        None => traced(&fit.raster, findings),
    }
}

fn traced(raster: &Raster, findings: &mut Findings) -> Result<Body, Refused> {
    let Some(outline) = silhouette(raster) else {
        findings.error(None, "what is drawn is too small or too faint to have an outline", "draw a larger shape");
        return Err(Refused);
    };
    Ok(Body { outline: Arc::new(outline), fill: None, traced: true })
}

/// All art as one piece, where nothing in it has a role.
fn whole(tree: usvg::Tree, map: Affine) -> Piece {
    let drawing = match drawing::shapes(tree.root().children(), map) {
        Some(shapes) => Drawing::Shapes(shapes),
        None => Drawing::Picture(Arc::new(Picture { tree }), map),
    };
    Piece { name: String::new(), role: Role::Body, place: None, drawing }
}

/// Each item as a piece. Neighbouring decorations become one where nothing is lost by it.
fn pieces(
    items: Vec<Item>,
    tree: &usvg::Tree,
    map: Affine,
    options: &ReadOptions,
    xml: &roxmltree::Document,
    findings: &mut Findings,
) -> Vec<Piece> {
    let mut merged: Vec<(Item, Option<Vec<DrawShape>>)> = Vec::new();
    for item in items {
        let shapes = drawing::shapes(item.nodes.iter().copied(), map);
        if let Some((last, last_shapes)) = merged.last_mut() {
            let are_decorations = last.role == Role::Decoration && item.role == Role::Decoration;
            let are_neighbours = last.way == item.way && last.first + last.nodes.len() == item.first;
            match (last_shapes, &shapes) {
                (Some(before), Some(more)) if are_decorations && last.name.is_empty() && item.name.is_empty() => {
                    before.extend_from_slice(more);
                    continue;
                }
                (None, None) if are_decorations && are_neighbours => {
                    last.nodes.extend(item.nodes);
                    continue;
                }
                _ => {}
            }
        }
        merged.push((item, shapes));
    }

    let to_cut: Vec<&Item> = merged.iter().filter(|(_, shapes)| shapes.is_none()).map(|(item, _)| item).collect();
    let cut = if to_cut.is_empty() { Vec::new() } else { Written::new(tree).cut(&to_cut, options) };
    let mut cut = cut.into_iter();
    let mut pieces = Vec::new();
    for (item, shapes) in merged {
        let place = document::element(xml, &item.name).filter(|_| !item.name.is_empty()).map(document::place_of);
        let drawing = match shapes {
            Some(shapes) => Drawing::Shapes(shapes),
            None => match cut.next().flatten() {
                Some(picture) => Drawing::Picture(picture, map),
                None => {
                    let message = "an element could not be separated from the rest and is not drawn";
                    findings.warning(place, message, "simplify its masks, filters or pictures");
                    continue;
                }
            },
        };
        pieces.push(Piece { name: item.name, role: item.role, place, drawing });
    }
    pieces
}
