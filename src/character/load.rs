//! From the bytes of files to a [`Character`].

#[cfg(feature = "text")]
use std::sync::Arc;

use kurbo::{Point, Shape};

use super::art::{self, Art, Drawing, Piece, ReadOptions, Role};
use super::file::{self, CharacterFile, PartFile};
use super::reader::Document;
use super::{BodyPart, Character, Cheek, INK_CONTRAST, Palette, PartArt, Skin, builtin, fit};
use crate::Error;
use crate::color::Color;
use crate::face::EyeShape;
use crate::finding::{Finding, Findings};
use crate::geometry::{Pose, SpanTable};
use crate::scene::{Layer, Part};

/// The files of a character, as bytes. Names are for messages only; nothing is read from disk.
#[derive(Clone, Default)]
pub struct Source<'a> {
    /// Name and contents of the SVG.
    pub svg: (&'a str, &'a [u8]),
    /// Name and contents of the TOML beside it. Without one, any SVG is taken as it is.
    pub toml: Option<(&'a str, &'a [u8])>,
    /// Fonts for text elements of the SVG.
    #[cfg(feature = "text")]
    pub fonts: Option<Arc<usvg::fontdb::Database>>,
}

/// A character, and what is doubtful about its files.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The character, ready to draw.
    pub character: Character,
    /// Warnings and notes, in the order of the files.
    pub findings: Vec<Finding>,
}

impl Source<'_> {
    /// Reads and checks everything.
    ///
    /// # Errors
    /// [`Error::File`] with all findings of both files, at least one of them an error.
    ///
    /// ```
    /// let svg = br##"<svg viewBox="0 0 200 200"><circle id="body" cx="100" cy="110" r="60" fill="#7bd389"/></svg>"##;
    /// let loaded = phiz::Source { svg: ("dot.svg", svg), ..Default::default() }.load()?;
    /// assert!((loaded.character.head().center.x - 100.0).abs() < 0.1);
    /// # Ok::<(), phiz::Error>(())
    /// ```
    pub fn load(&self) -> Result<Loaded, Error> {
        let mut findings = Findings::new(self.svg.0);
        match self.read(&mut findings) {
            Some(character) if !findings.has_errors() => Ok(Loaded { character, findings: findings.into_vec() }),
            _ => Err(Error::File(findings.into_vec())),
        }
    }

    fn read(&self, findings: &mut Findings) -> Option<Character> {
        // Both files are read to the end, so that all their faults are told at once.
        let file = self.toml.map(|(name, bytes)| match Document::parse(name, bytes) {
            Ok(document) => {
                let file = file::character(document.root(), builtin::states());
                let found = document.into_findings();
                let usable = !found.has_errors();
                findings.extend(found);
                usable.then_some(file)
            }
            Err(found) => {
                findings.extend(found);
                None
            }
        });
        let options = ReadOptions {
            strict: self.toml.is_some(),
            #[cfg(feature = "text")]
            fonts: self.fonts.clone(),
        };
        let art = match art::read(self.svg.0, self.svg.1, &options) {
            Ok((art, found)) => {
                findings.extend(found);
                Some(art)
            }
            Err(found) => {
                findings.extend(found);
                None
            }
        };
        let file = match file {
            Some(file) => file?,
            None => CharacterFile { states: builtin::states().to_vec(), ..CharacterFile::default() },
        };
        let mut about_toml = Findings::new(self.toml.map_or(self.svg.0, |(name, _)| name));
        let character = character(file, art?, self.svg.0, &mut about_toml);
        findings.extend(about_toml);
        Some(character)
    }
}

fn character(file: CharacterFile, art: Art, svg_name: &str, findings: &mut Findings) -> Character {
    // Where the file says nothing about the head, what is wrong with its place is wrong with the drawing.
    let mut about_art = Findings::new(svg_name);
    let about_head = if file.head.place.is_some() { &mut *findings } else { &mut about_art };
    let fitted = fit::fit(&art, file.head, &file.scale, &file.states, about_head);
    findings.extend(about_art);
    let head = fitted.head;
    let shaded = file.shading.unwrap_or(art.authored);
    let ground = fit::ground(&art, head);
    let body = file.color.or(if art.authored { art.body.fill } else { None }).unwrap_or(ground.color);
    let mut palette = Palette::from_body(body);
    if !shaded {
        palette.ink = ground.ink;
        palette.rim = ground.rim;
    }
    override_colors(&mut palette, &file, shaded, findings);
    let outline = art.body.outline.clone();
    let bounds = outline.bounding_box();
    let skin = if shaded { Skin::new(&outline, &palette, head, file.highlight) } else { Skin::default() };
    Character {
        name: file.name.unwrap_or_else(|| stem(svg_name).to_owned()),
        summary: file.summary.unwrap_or_default(),
        face: file.face.unwrap_or_default(),
        home: file.home.unwrap_or_else(|| Pose::new(12.0, -4.0, 0.0).unwrap_or_default()),
        scale: file.scale,
        cheek: Cheek::new(&palette),
        palette,
        spans: SpanTable::new(&outline, head.center.x),
        outline,
        top: art.bounds.y0.min(bounds.y0),
        bounds,
        head,
        eye_radius: fitted.eye_radius,
        open_eyes: [
            file.open_eyes[0].unwrap_or(EyeShape::Dot),
            file.open_eyes[1].unwrap_or(EyeShape::Capsule),
            file.open_eyes[2].unwrap_or(EyeShape::Dot),
        ],
        parts: parts(art.pieces, &file.parts, shaded, bounds.center(), findings),
        skin,
        highlight: file.highlight,
        states: file.states,
    }
}

fn override_colors(palette: &mut Palette, file: &CharacterFile, shaded: bool, findings: &mut Findings) {
    let colors = &file.colors;
    let set = |target: &mut Color, color: Option<Color>| *target = color.unwrap_or(*target);
    set(&mut palette.light, colors.light);
    set(&mut palette.shade, colors.shade);
    set(&mut palette.blush, colors.blush);
    set(&mut palette.mouth, colors.mouth);
    set(&mut palette.tongue, colors.tongue);
    set(&mut palette.white, colors.white);
    if let Some(ink) = colors.ink {
        let contrast = ink.contrast(palette.body);
        if shaded && contrast < INK_CONTRAST {
            findings.warning(
                colors.ink_place,
                format!("ink {ink} on {} has a contrast of {contrast:.1}, below {INK_CONTRAST}", palette.body),
                format!("{} is used; choose a darker or lighter ink, or leave it out", palette.ink),
            );
        } else {
            palette.ink = ink;
        }
    }
}

fn parts(
    pieces: Vec<Piece>,
    files: &[PartFile],
    shaded: bool,
    middle: Point,
    findings: &mut Findings,
) -> Vec<BodyPart> {
    for file in files {
        if !pieces.iter().any(|p| p.name == file.name && matches!(p.role, Role::Behind | Role::Front)) {
            let known: Vec<&str> = pieces
                .iter()
                .filter(|p| matches!(p.role, Role::Behind | Role::Front))
                .map(|p| p.name.as_str())
                .collect();
            let help = match crate::finding::nearest(&file.name, known.iter().copied()) {
                Some(near) => format!("did you mean {near:?}?"),
                None if known.is_empty() => "give an element an id that starts with behind or front".to_owned(),
                None => format!("the parts are {}", known.join(", ")),
            };
            findings.error(Some(file.place), format!("the SVG has no part {:?}", file.name), help);
        }
    }
    let mut seen_body = !pieces.iter().any(|p| p.role == Role::Body);
    let mut parts = Vec::new();
    for piece in pieces {
        let layer = match piece.role {
            Role::Behind => Layer::Behind,
            Role::Front => Layer::Front,
            Role::Body => Layer::Body,
            Role::Decoration if seen_body => Layer::Body,
            Role::Decoration => Layer::Behind,
        };
        if piece.role == Role::Body {
            seen_body = true;
            // The silhouette itself is drawn by the skin.
            if shaded {
                continue;
            }
        }
        let part = match piece.role {
            Role::Body => Part::Body,
            Role::Decoration => Part::Decoration,
            Role::Behind | Role::Front => Part::Named(piece.name.as_str().into()),
        };
        let file = files.iter().find(|f| f.name == piece.name && piece.role != Role::Decoration);
        parts.push(BodyPart {
            part,
            layer,
            depth: file.map_or(0.0, |f| f.depth),
            pivot: file.and_then(|f| f.pivot).unwrap_or(middle),
            swing: file.map_or(0.0, |f| f.swing),
            art: match piece.drawing {
                Drawing::Shapes(shapes) => PartArt::Shapes(shapes),
                Drawing::Picture(picture, place) => PartArt::Picture(picture, place),
            },
        });
    }
    parts
}

/// The file's name without folder and ending.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}
