//! SVG text.
//!
//! The document mirrors the scene: a `<g data-layer>` for each run of shapes of one layer, in it a `data-part` on each
//! shape, or on a group of shapes of one part. What is used more than once (gradients, the character's own paths,
//! imported pictures) stands once in `<defs>`.

mod animated;
mod definitions;
mod geometry;
mod number;
mod paint;
mod picture;
mod text;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use kurbo::{BezPath, Rect, Vec2};

use crate::color::Color;
use crate::error::Error;
use crate::scene::{CANVAS, Geometry, Layer, Part, Scene, Shape};
pub use animated::{SvgTiming, to_animated_svg};
use definitions::{Definitions, OWN_ID, PREFIX, prefix_of};
use geometry::{PathData, TransformAttribute, Units, is_drawable, is_invertible, reach, stretch};
use number::Number;
use paint::{Ink, alpha, gradient_element, write_stroke_style};
use picture::picture_element;
use text::{Escaped, clean};

/// Largest width and height of an output, in pixels.
const LARGEST_SIZE: u32 = 16_384;

/// Largest coordinate of a view, in canvas units: what a strip of the largest size, one pixel wide, shows fits.
const LARGEST_VIEW: f64 = 2e6;

const LONGEST_TITLE: usize = 200;
const LONGEST_TEXT: usize = 2_000;
const LONGEST_NAME: usize = 100;

/// How a [`Scene`] becomes an SVG document.
#[derive(Clone, PartialEq, Debug)]
pub struct SvgOptions {
    /// `width` of the document in pixels, 1..=16384.
    pub width: u32,
    /// `height` of the document in pixels, 1..=16384.
    pub height: u32,
    /// What is shown, in canvas units; at least one unit wide and high. It is centred where its proportions are not
    /// those of the document. By default the whole canvas.
    pub view: Rect,
    /// What a screen reader says. Without one the document is decorative. One line; longer than 200 characters is cut.
    pub title: Option<String>,
    /// A longer text for screen readers, up to 2000 characters.
    pub description: Option<String>,
    /// Whether the picture says nothing that the page does not say: screen readers then skip it, whatever the title.
    pub decorative: bool,
    /// What all ids begin with: a letter or `_`, then letters, digits, `-`, `_` and `.`, at most 64 characters. By
    /// default a hash of the document, so that different files can share a page.
    pub id_prefix: Option<String>,
    /// Painted below everything; by default nothing is.
    pub background: Option<Color>,
    /// What is painted in this colour (whatever its alpha) follows the text colour of the page that the SVG stands in.
    /// Outside of a page, in an `<img>` for example, the colour stays.
    pub inherit_color: Option<Color>,
    /// A note for machines and curious readers, such as how the picture was made; up to 2000 characters.
    pub metadata: Option<String>,
}

impl Default for SvgOptions {
    fn default() -> Self {
        Self {
            width: 512,
            height: 512,
            view: Rect::new(0.0, 0.0, CANVAS, CANVAS),
            title: None,
            description: None,
            decorative: false,
            id_prefix: None,
            background: None,
            inherit_color: None,
            metadata: None,
        }
    }
}

impl SvgOptions {
    fn check(&self) -> Result<(), Error> {
        let refused = |name: &str, value: String, allowed: &str| {
            Err(Error::Parameter { name: name.into(), value, allowed: allowed.into() })
        };
        for (name, size) in [("width", self.width), ("height", self.height)] {
            if !(1..=LARGEST_SIZE).contains(&size) {
                return refused(name, size.to_string(), &format!("1 to {LARGEST_SIZE} pixels"));
            }
        }
        let Rect { x0, y0, x1, y1 } = self.view;
        let near = [x0, y0, x1, y1].iter().all(|v| v.abs() <= LARGEST_VIEW);
        if !near || self.view.width() < 1.0 || self.view.height() < 1.0 {
            let allowed = format!("at least 1 unit wide and high and within {LARGEST_VIEW} units of the canvas");
            return refused("view", format!("{x0} {y0} {x1} {y1}"), &allowed);
        }
        if let Some(prefix) = &self.id_prefix {
            let starts_well = prefix.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            let goes_well = prefix.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
            if !starts_well || !goes_well || prefix.len() > 64 {
                let allowed = "a letter or `_`, then letters, digits, `-`, `_` and `.`, at most 64 characters";
                return refused("id prefix", clean(prefix, 80), allowed);
            }
        }
        Ok(())
    }
}

/// Writes a scene as a self-contained SVG document, UTF-8 with LF line ends.
///
/// The same scene and options give the same bytes on any machine. Rendered with resvg it looks as the raster of the
/// scene does. Shapes that cannot be drawn (not finite, flattened to nothing, without visible paint) are left out.
///
/// # Errors
///
/// [`Error::Parameter`] for a size, view or id prefix out of range; [`Error::Encode`] if imported art cannot be written.
pub fn to_svg(scene: &Scene, options: &SvgOptions) -> Result<String, Error> {
    options.check()?;
    let mut writer = Writer::new(options, uses(scene));
    let written = writer.write_scene(scene);
    writer.finish(written)
}

/// A document in the making.
struct Writer<'a> {
    options: &'a SvgOptions,
    /// The character's own paths that are drawn more than once, with the units that suit all uses.
    repeated: BTreeMap<*const BezPath, Units>,
    gradients: Definitions,
    paths: Definitions,
    pictures: Definitions,
    /// The elements of all shapes.
    body: String,
}

impl<'a> Writer<'a> {
    /// `uses` are the character's own paths, once for each time that they are drawn, with how far that stretches them.
    fn new(options: &'a SvgOptions, uses: impl IntoIterator<Item = (*const BezPath, f64)>) -> Self {
        let mut counts = BTreeMap::<*const BezPath, (usize, f64)>::new();
        for (path, stretch) in uses {
            let (count, largest) = counts.entry(path).or_default();
            *count += 1;
            *largest = largest.max(stretch);
        }
        let repeated = counts.into_iter().filter(|(_, (count, _))| *count > 1);
        Self {
            options,
            repeated: repeated.map(|(path, (_, largest))| (path, Units::for_stretch(largest))).collect(),
            gradients: Definitions::new('g'),
            paths: Definitions::new('p'),
            pictures: Definitions::new('i'),
            body: String::new(),
        }
    }

    fn write_scene(&mut self, scene: &Scene) -> fmt::Result {
        let visible: Vec<&Shape> = scene.shapes().iter().filter(|s| is_visible(scene, s)).collect();
        for layer in visible.chunk_by(|a, b| a.layer == b.layer) {
            let Some(first) = layer.first() else { continue };
            writeln!(self.body, r#"<g data-layer="{}">"#, layer_name(first.layer))?;
            for run in layer.chunk_by(|a, b| a.part == b.part) {
                self.write_part(scene, run)?;
            }
            self.body.push_str("</g>\n");
        }
        Ok(())
    }

    /// Consecutive shapes of one part.
    fn write_part(&mut self, scene: &Scene, run: &[&Shape]) -> fmt::Result {
        let Some(first) = run.first() else { return Ok(()) };
        let attribute = part_attribute(&first.part);
        if run.len() == 1 {
            return self.write_shape(scene, first, &attribute);
        }
        writeln!(self.body, "<g{attribute}>")?;
        for shape in run {
            self.write_shape(scene, shape, "")?;
        }
        self.body.push_str("</g>\n");
        Ok(())
    }

    fn write_shape(&mut self, scene: &Scene, shape: &Shape, part: &str) -> fmt::Result {
        let elements = scene.outline(shape);
        match &shape.geometry {
            Geometry::Picture(picture) => {
                let id = self.pictures.id_of(picture_element(&picture.tree)?);
                let size = picture.tree.size();
                let reach = Vec2::new(size.width().into(), size.height().into());
                write!(self.body, r##"<use{part} href="#{id}""##)?;
                self.write_place(shape, Units::LOCAL, reach)?;
            }
            Geometry::Shared(path) if self.repeated.contains_key(&Arc::as_ptr(path)) => {
                let (id, units) = self.repeated_path(path);
                write!(self.body, r##"<use{part} href="#{id}""##)?;
                self.write_place(shape, units, reach(elements))?;
                self.write_paint(shape, units)?;
            }
            Geometry::Shared(_) | Geometry::Frame(_) => {
                let units = Units::for_stretch(stretch(shape.transform));
                write!(self.body, r#"<path{part} d="{}""#, PathData { elements, units })?;
                self.write_place(shape, units, reach(elements))?;
                self.write_paint(shape, units)?;
            }
        }
        self.body.push_str("/>\n");
        Ok(())
    }

    /// The id of a path that is drawn more than once, and the units that it is written in.
    fn repeated_path(&mut self, path: &Arc<BezPath>) -> (String, Units) {
        let units = self.repeated.get(&Arc::as_ptr(path)).copied().unwrap_or(Units::LOCAL);
        let data = PathData { elements: path.elements(), units };
        (self.paths.id_of(format!(r#"<path id="{OWN_ID}" d="{data}"/>"#)), units)
    }

    fn write_place(&mut self, shape: &Shape, units: Units, reach: Vec2) -> fmt::Result {
        let transform = shape.transform * units.to_local();
        let reach = reach * units.per_local;
        write!(self.body, "{}", TransformAttribute { name: "transform", transform, reach })?;
        if shape.opacity < 1.0 {
            write!(self.body, r#" opacity="{}""#, Number::new(shape.opacity))?;
        }
        Ok(())
    }

    fn write_paint(&mut self, shape: &Shape, units: Units) -> fmt::Result {
        match Ink::of_fill(shape) {
            None => self.body.push_str(r#" fill="none""#),
            Some((ink, fill)) => {
                self.write_ink("fill", ink, units)?;
                if fill.even_odd {
                    self.body.push_str(r#" fill-rule="evenodd""#);
                }
            }
        }
        if let Some((ink, stroke)) = Ink::of_stroke(shape) {
            self.write_ink("stroke", ink, units)?;
            write!(self.body, r#" stroke-width="{}""#, Number::new(stroke.width * units.per_local))?;
            write_stroke_style(&mut self.body, stroke)?;
        }
        Ok(())
    }

    fn write_ink(&mut self, name: &str, ink: Ink<'_>, units: Units) -> fmt::Result {
        match ink {
            Ink::Gradient(gradient) => {
                let id = self.gradients.id_of(gradient_element(gradient, units)?);
                write!(self.body, r#" {name}="url(#{id})""#)
            }
            Ink::Solid(color) => {
                let opaque = Color { a: 255, ..color };
                if self.options.inherit_color.map(|c| Color { a: 255, ..c }) == Some(opaque) {
                    write!(self.body, r#" {name}="currentColor""#)?;
                } else {
                    write!(self.body, r#" {name}="{opaque}""#)?;
                }
                if color.a < 255 {
                    write!(self.body, r#" {name}-opacity="{}""#, alpha(color))?;
                }
                Ok(())
            }
        }
    }

    /// The whole document, if all that is in it has been written.
    fn finish(self, written: fmt::Result) -> Result<String, Error> {
        // Writing to memory cannot fail, so it was the text of a picture that could not be read back.
        let failed = |_| Error::Encode { format: "SVG", reason: "imported art did not survive being written".into() };
        let document = written.and_then(|()| self.document()).map_err(failed)?;
        let prefix = self.options.id_prefix.clone().unwrap_or_else(|| prefix_of(&document));
        Ok(document.replace(PREFIX, &prefix))
    }

    /// The whole document, with [`PREFIX`] where the prefix of ids goes.
    fn document(&self) -> Result<String, fmt::Error> {
        let SvgOptions { width, height, view, .. } = self.options;
        let [x, y, w, h] = [view.x0, view.y0, view.width(), view.height()].map(Number::new);
        let mut out = String::with_capacity(self.body.len() + 1_000);
        write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}""#)?;
        write!(out, r#" viewBox="{x} {y} {w} {h}""#)?;
        self.write_root_color(&mut out)?;
        self.write_labels(&mut out)?;
        if let Some(note) = cleaned(&self.options.metadata, LONGEST_TEXT) {
            writeln!(out, "<metadata>{}</metadata>", Escaped(&note))?;
        }
        if self.options.inherit_color.is_some() {
            // Only inside a page is there a colour to inherit. Readers without `:not` skip the rule, and keep the
            // colour of the root; the surrounding at-rule makes the simplest of them skip it as well.
            writeln!(out, "<style>@media all{{#{PREFIX}root:not(:root){{color:inherit}}}}</style>")?;
        }
        let mut definitions = String::new();
        for kind in [&self.gradients, &self.paths, &self.pictures] {
            kind.write(&mut definitions)?;
        }
        if !definitions.is_empty() {
            write!(out, "<defs>\n{definitions}</defs>\n")?;
        }
        self.write_background(&mut out)?;
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        Ok(out)
    }

    fn write_root_color(&self, out: &mut String) -> fmt::Result {
        match self.options.inherit_color {
            Some(color) => write!(out, r#" id="{PREFIX}root" color="{}""#, Color { a: 255, ..color }),
            None => Ok(()),
        }
    }

    /// The end of the root's start tag and what screen readers need right after it.
    fn write_labels(&self, out: &mut String) -> fmt::Result {
        let title = cleaned(&self.options.title, LONGEST_TITLE).filter(|_| !self.options.decorative);
        let Some(title) = title else {
            out.push_str(" aria-hidden=\"true\">\n");
            return Ok(());
        };
        let description = cleaned(&self.options.description, LONGEST_TEXT);
        write!(out, r#" role="img" aria-labelledby="{PREFIX}title""#)?;
        if description.is_some() {
            write!(out, r#" aria-describedby="{PREFIX}desc""#)?;
        }
        write!(out, ">\n<title id=\"{PREFIX}title\">{}</title>\n", Escaped(&title))?;
        if let Some(description) = description {
            writeln!(out, r#"<desc id="{PREFIX}desc">{}</desc>"#, Escaped(&description))?;
        }
        Ok(())
    }

    /// The background covers the document also where the view does not.
    fn write_background(&self, out: &mut String) -> fmt::Result {
        let SvgOptions { width, height, view, .. } = self.options;
        let Some(color) = self.options.background.filter(|c| c.a > 0) else { return Ok(()) };
        let (width, height) = (f64::from(*width), f64::from(*height));
        let pixel = (view.width() / width).max(view.height() / height);
        let shown = Rect::from_center_size(view.center(), (width * pixel, height * pixel));
        let [x, y, w, h] = [shown.x0, shown.y0, shown.width(), shown.height()].map(Number::new);
        write!(out, r#"<rect data-part="background" x="{x}" y="{y}" width="{w}" height="{h}""#)?;
        write!(out, r#" fill="{}""#, Color { a: 255, ..color })?;
        if color.a < 255 {
            write!(out, r#" fill-opacity="{}""#, alpha(color))?;
        }
        out.push_str("/>\n");
        Ok(())
    }
}

/// Whether anything of a shape would be seen.
fn is_visible(scene: &Scene, shape: &Shape) -> bool {
    let is_there = match &shape.geometry {
        Geometry::Picture(_) => is_invertible(shape.transform),
        Geometry::Frame(_) | Geometry::Shared(_) => {
            let has_paint = Ink::of_fill(shape).is_some() || Ink::of_stroke(shape).is_some();
            has_paint && is_drawable(scene.outline(shape), shape.transform)
        }
    };
    is_there && Number::new(shape.opacity).rounded() > 0.0
}

fn cleaned(text: &Option<String>, limit: usize) -> Option<String> {
    text.as_deref().map(|text| clean(text, limit)).filter(|text| !text.is_empty())
}

/// The character's own paths, once for each time that a scene shows them, with how far that stretches them.
fn uses(scene: &Scene) -> impl Iterator<Item = (*const BezPath, f64)> + '_ {
    scene.shapes().iter().filter(|s| is_visible(scene, s)).filter_map(|shape| match &shape.geometry {
        Geometry::Shared(path) => Some((Arc::as_ptr(path), stretch(shape.transform))),
        Geometry::Frame(_) | Geometry::Picture(_) => None,
    })
}

fn part_attribute(part: &Part) -> String {
    format!(r#" data-part="{}""#, Escaped(&clean(part.name(), LONGEST_NAME)))
}

fn layer_name(layer: Layer) -> &'static str {
    match layer {
        Layer::Shadow => "shadow",
        Layer::Behind => "behind",
        Layer::Body => "body",
        Layer::Face => "face",
        Layer::Front => "front",
        Layer::Overlay => "overlay",
    }
}
