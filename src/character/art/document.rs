//! The file as text, as XML with places, and as usvg's tree.

use roxmltree::{Error as XmlError, Node, ParsingOptions};
use usvg::{ImageHrefResolver, ImageKind};

use super::guard::guarded;
use super::read::{ReadOptions, Refused};
use super::{cost, limits, numbers};
use crate::finding::{Findings, Place};

/// The text of a file: not too large, not packed, UTF-8.
pub(super) fn text<'a>(bytes: &'a [u8], findings: &mut Findings) -> Result<&'a str, Refused> {
    let refuse = |findings: &mut Findings, place, message: &str, help: &str| {
        findings.error(place, message, help);
        Err(Refused)
    };
    if bytes.len() > limits::MAX_BYTES {
        let message = format!("the file has {} bytes, over the limit of {}", bytes.len(), limits::MAX_BYTES);
        return refuse(findings, None, &message, "simplify the drawing, or leave out embedded pictures");
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return refuse(findings, None, "the file is a compressed SVG (svgz)", "unpack it with `gzip -dc`");
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return refuse(findings, None, "the file is UTF-16", "save it as UTF-8");
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let sound = bytes.get(..error.valid_up_to()).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or("");
            let place = Some(Place::of(sound, sound.len()));
            refuse(findings, place, "the file is not UTF-8 text", "save it as UTF-8")
        }
    }
}

/// The XML of a text, within the limits of [`limits`], with an `svg` element as its root.
pub(super) fn xml<'a>(text: &'a str, findings: &mut Findings) -> Result<roxmltree::Document<'a>, Refused> {
    let document = parse(text).map_err(|error| {
        let (place, message, help) = in_plain_words(text, &error);
        findings.error(Some(place), message, help);
        Refused
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        let message = format!("this is XML, but no SVG: its first element is <{}>", shorten(root.tag_name().name()));
        findings.error(Some(place_of(root)), message, "the first element must be <svg>");
        return Err(Refused);
    }
    check_depth(&document, findings)?;
    numbers::check(&document, findings)?;
    cost::check(&document, findings)?;
    Ok(document)
}

fn parse(text: &str) -> Result<roxmltree::Document<'_>, XmlError> {
    let options = ParsingOptions { allow_dtd: true, nodes_limit: limits::MAX_NODES, ..ParsingOptions::default() };
    roxmltree::Document::parse_with_options(text, options)
}

/// Elements inside elements. Everything that comes later recurses, so this must not.
fn check_depth(document: &roxmltree::Document, findings: &mut Findings) -> Result<(), Refused> {
    let mut depths: Vec<usize> = Vec::new();
    for node in document.descendants() {
        let above = node.parent().and_then(|p| depths.get(p.id().get_usize()).copied());
        let depth = above.map_or(0, |d| d + 1);
        if depth > limits::MAX_NESTING {
            let message = format!("elements are nested more than {} deep", limits::MAX_NESTING);
            findings.error(Some(place_of(node)), message, "ungroup the drawing");
            return Err(Refused);
        }
        depths.push(depth);
    }
    Ok(())
}

/// usvg's view of the text. Its units are those of the view box, wherever there is one.
pub(super) fn tree(
    document: &roxmltree::Document,
    options: &ReadOptions,
    findings: &mut Findings,
) -> Result<usvg::Tree, Refused> {
    let sized = with_blanks(document, if view_box(document).is_some() { &SIZE } else { &["viewBox"] });
    match build(&sized, options) {
        Err(TreeError::Usvg(usvg::Error::InvalidSize)) => {
            let unsized_ = with_blanks(document, &["viewBox", "width", "height", "preserveAspectRatio"]);
            build(&unsized_, options)
        }
        other => other,
    }
    .map_err(|error| {
        findings.error(None, format!("the drawing cannot be used: {error}"), "save it again as a plain SVG");
        Refused
    })
}

/// What tells a browser how large to show the drawing; it would only scale the units of the view box.
const SIZE: [&str; 3] = ["width", "height", "preserveAspectRatio"];

/// A tree of a text that is known to be within the limits.
pub(super) fn build(text: &str, options: &ReadOptions) -> Result<usvg::Tree, TreeError> {
    let xml = parse(text).map_err(usvg::Error::from)?;
    guarded(|| usvg::Tree::from_xmltree(&xml, &usvg_options(options))).map_or(Err(TreeError::GaveUp), |tree| Ok(tree?))
}

/// Why there is no tree.
#[derive(Debug, thiserror::Error)]
pub(super) enum TreeError {
    #[error(transparent)]
    Usvg(#[from] usvg::Error),
    #[error("its numbers are out of all proportion")]
    GaveUp,
}

/// The root's view box [x, y, width, height], if it is a sound one.
pub(super) fn view_box(document: &roxmltree::Document) -> Option<[f64; 4]> {
    let value = document.root_element().attribute("viewBox")?;
    let numbers: Vec<f64> = value
        .split([' ', ',', '\t', '\r', '\n'])
        .filter(|s| !s.is_empty())
        .map(str::parse)
        .collect::<Result<_, _>>()
        .ok()?;
    let [x, y, width, height] = numbers.try_into().ok()?;
    let sound = [x, y, width, height].iter().all(|v: &f64| v.abs() <= limits::MAX_OWN_COORDINATE);
    (sound && width > 0.0 && height > 0.0).then_some([x, y, width, height])
}

/// The text with some of the root's attributes, and ids that could not be written again, overwritten by spaces: every
/// place stays where it was.
fn with_blanks(document: &roxmltree::Document, root_attributes: &[&str]) -> String {
    let mut bytes = document.input_text().as_bytes().to_vec();
    for node in document.descendants().filter(Node::is_element) {
        let is_root = node == document.root_element();
        for attribute in node.attributes() {
            let unwanted = is_root && attribute.namespace().is_none() && root_attributes.contains(&attribute.name());
            let unwritable = attribute.name() == "id" && attribute.value().contains(['&', '<', '>', '"', '\'']);
            if let Some(range) = bytes.get_mut(attribute.range()).filter(|_| unwanted || unwritable) {
                range.fill(b' ');
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// Nothing outside the file is ever read.
fn usvg_options(options: &ReadOptions) -> usvg::Options<'static> {
    let embedded = ImageHrefResolver::default_data_resolver();
    #[cfg(not(feature = "text"))]
    let _ = options;
    usvg::Options {
        image_href_resolver: ImageHrefResolver {
            // An SVG inside would escape the limits of this one.
            resolve_data: Box::new(move |mime, data, options| match mime {
                "image/svg+xml" | "text/plain" => None,
                _ => embedded(mime, data, options).filter(|kind| !matches!(kind, ImageKind::SVG(_))),
            }),
            resolve_string: Box::new(|_, _| None),
        },
        #[cfg(feature = "text")]
        fontdb: options.fonts.clone().unwrap_or_default(),
        ..usvg::Options::default()
    }
}

/// Where an element begins.
pub(super) fn place_of(node: Node) -> Place {
    Place::of(node.document().input_text(), node.range().start)
}

/// The first element with an id.
pub(super) fn element<'a, 'i>(document: &'a roxmltree::Document<'i>, id: &str) -> Option<Node<'a, 'i>> {
    document.descendants().find(|n| n.attribute("id") == Some(id))
}

/// What draws nothing although it is in the file: pictures kept elsewhere, text without a font. Of each kind, the first
/// with its place.
pub(super) fn warn_of_missing(document: &roxmltree::Document, has_fonts: bool, findings: &mut Findings) {
    let mut outside = Missing::default();
    let mut nested = Missing::default();
    let mut text = Missing::default();
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        match name {
            "image" | "use" | "feImage" => {
                let href = node.attributes().find(|a| a.name() == "href").map_or("", |a| a.value()).trim_start();
                let is_picture = name != "use" && href.starts_with("data:");
                if is_picture && href.starts_with("data:image/svg") {
                    nested.note(node);
                } else if !is_picture && !href.is_empty() && !href.starts_with('#') {
                    outside.note(node);
                }
            }
            "text" if !has_fonts => text.note(node),
            _ => {}
        }
    }
    let message = "what an element refers to is outside the file and is not loaded";
    outside.warn(message, "embed it in the drawing", findings);
    nested.warn("an SVG embedded as an image is not drawn", "paste its shapes into the drawing", findings);
    let message = "text needs a font, and there is none: it is not drawn";
    text.warn(message, "convert it to paths in your editor", findings);
}

/// Elements of one kind that are not drawn.
#[derive(Default)]
struct Missing {
    first: Option<Place>,
    more: usize,
}

impl Missing {
    fn note(&mut self, node: Node) {
        if self.first.is_none() {
            self.first = Some(place_of(node));
        } else {
            self.more += 1;
        }
    }

    fn warn(self, message: &str, help: &str, findings: &mut Findings) {
        let Some(place) = self.first else { return };
        let message =
            if self.more == 0 { message.to_owned() } else { format!("{message} (and {} more like it)", self.more) };
        findings.warning(Some(place), message, help);
    }
}

/// User text in messages, not too much of it.
pub(super) fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// What is wrong with XML, for someone who draws rather than writes XML.
fn in_plain_words(text: &str, error: &XmlError) -> (Place, String, &'static str) {
    let at = error.pos();
    let here = Place { line: at.row as usize, column: at.col as usize };
    let end = Place::of(text, text.len());
    let start = Place { line: 1, column: 1 };
    match error {
        XmlError::NoRootNode if text.trim_start_matches('\u{feff}').trim().is_empty() => {
            (start, "the file is empty".into(), "save the drawing again as SVG")
        }
        XmlError::NoRootNode => (start, "the file is no SVG: it holds no element".into(), "save the drawing as SVG"),
        XmlError::UnclosedRootNode | XmlError::UnexpectedEndOfStream => {
            (end, "the file ends in the middle of an element".into(), "it may be cut off: save the drawing again")
        }
        XmlError::UnexpectedCloseTag(expected, found, _) => (
            here,
            format!("</{}> closes an element that is <{}>", shorten(found), shorten(expected)),
            "close elements in the order they were opened, inner ones first",
        ),
        XmlError::UnknownNamespace(prefix, _) => (
            here,
            format!("the prefix \"{}:\" is not declared", shorten(prefix)),
            "declare it on <svg>, e.g. xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
        ),
        XmlError::DuplicatedAttribute(name, _) => {
            (here, format!("the attribute {:?} is given twice", shorten(name)), "remove one of them")
        }
        XmlError::UnknownEntityReference(name, _) => {
            (here, format!("\"&{};\" has no meaning in SVG", shorten(name)), "write the character itself")
        }
        XmlError::MalformedEntityReference(_) => {
            (here, "an \"&\" stands on its own".into(), "write \"&amp;\" for the character itself")
        }
        XmlError::EntityReferenceLoop(_) => {
            (here, "an entity expands into itself, or into far too much".into(), "write out what it stands for")
        }
        XmlError::InvalidAttributeValue(_) => {
            (here, "a \"<\" stands inside an attribute's value".into(), "write \"&lt;\", or add the missing quote")
        }
        XmlError::NodesLimitReached | XmlError::AttributesLimitReached | XmlError::NamespacesLimitReached => {
            (start, format!("the file has more than {} elements", limits::MAX_NODES), "simplify the drawing")
        }
        other => {
            // roxmltree's sentence ends in the place, which the finding shows already.
            let mut message = other.to_string();
            if let Some(cut) = message.rfind(&format!(" at {at}")) {
                message.truncate(cut);
            }
            (here, format!("broken XML: {}", message.chars().take(160).collect::<String>()), "save the drawing again")
        }
    }
}
