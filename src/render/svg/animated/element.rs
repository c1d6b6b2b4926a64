//! One shape over time.

use std::fmt::{self, Write};
use std::sync::Arc;

use kurbo::{Affine, Point};

use super::super::Writer;
use super::super::geometry::{PathData, TransformAttribute, Units, stretch};
use super::super::number::{MOST_PLACES, Number};
use super::super::paint::{Ink, write_stroke_style};
use super::super::picture::picture_element;
use super::STEP;
use super::clock::Clock;
use super::keys::Keys;
use super::member::Member;
use super::outline::OutlineTrack;
use super::paint::PaintTrack;
use crate::scene::Geometry;

/// A change of colour from one frame to the next that is more than a change: another shape.
const OTHER_COLOR: f64 = 0.3;

/// One element of the document: a shape, in all frames in which it is there.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// As it was in the newest frame that had it.
    newest: Member,
    /// Where its middle was then, on the canvas.
    middle: Point,
    /// In which frames it is there: from one up to another that is the first without it.
    shown: Vec<[u32; 2]>,
    /// Its outline, if that belongs to the frames and not to the character.
    outline: Option<OutlineTrack>,
    opacity: Keys,
    fill: Option<PaintTrack>,
    stroke: Option<(PaintTrack, Keys)>,
    /// The most that it is stretched on its way to the canvas.
    stretch: f64,
}

impl Element {
    /// A shape that was not there before.
    pub fn new(member: &Member) -> Self {
        let shape = &member.shape;
        let is_of_frame = matches!(shape.geometry, Geometry::Frame(_));
        let is_picture = member.is_picture();
        Self {
            newest: member.clone(),
            middle: Point::ZERO,
            shown: Vec::new(),
            outline: is_of_frame.then(|| OutlineTrack::new(&member.outline, member.freedom())),
            opacity: Keys::default(),
            fill: Ink::of_fill(shape).filter(|_| !is_picture).map(|(ink, _)| PaintTrack::new(ink)),
            stroke: Ink::of_stroke(shape)
                .filter(|_| !is_picture)
                .map(|(ink, _)| (PaintTrack::new(ink), Keys::default())),
            stretch: 0.0,
        }
    }

    /// What it costs to take a shape of this frame for this one; see [`align`](super::alignment::align).
    pub fn cost(&self, frame: u32, member: &Member, group: Affine, farthest: f64) -> Option<f64> {
        if !self.newest.is_of_kind(member) {
            return None;
        }
        let color = self.newest.color_difference(member);
        Some(if !self.was_there_until(frame) {
            0.6 + 0.1 * color
        } else if self.goes_on_as(member, group, farthest) {
            0.3 * self.middle.distance(group * member.middle()) / farthest + color
        } else {
            0.8 + 0.1 * color
        })
    }

    /// Adds a frame, in which its group is placed so on the canvas.
    pub fn push(&mut self, frame: u32, member: &Member, group: Affine, farthest: f64) {
        let goes_on = self.was_there_until(frame);
        if goes_on && !self.goes_on_as(member, group, farthest) {
            self.hold_until(frame);
        }
        match self.shown.last_mut() {
            Some([_, until]) if goes_on => *until = frame + 1,
            _ => self.shown.push([frame, frame + 1]),
        }
        let shape = &member.shape;
        let stretched = stretch(group * shape.transform);
        self.stretch = self.stretch.max(stretched);
        if let Some(outline) = &mut self.outline {
            outline.push(frame, &member.outline, stretched);
        }
        // A step of 255 is all that can be seen.
        self.opacity.push(frame, &[shape.opacity.min(1.0)], [0.5 / 255.0; 2]);
        if let (Some(track), Some((ink, _))) = (&mut self.fill, Ink::of_fill(shape)) {
            track.push(frame, ink, stretched);
        }
        if let (Some((track, width)), Some((ink, stroke))) = (&mut self.stroke, Ink::of_stroke(shape)) {
            track.push(frame, ink, stretched);
            width.push(frame, &[stroke.width], [STEP / stretched.max(1e-3); 2]);
        }
        self.middle = group * member.middle();
        self.newest.clone_from(member);
    }

    /// Whether it was there in the frame before.
    pub fn was_there_until(&self, frame: u32) -> bool {
        self.shown.last().is_some_and(|[_, until]| *until == frame)
    }

    /// Holds all as it is until a frame.
    pub fn hold_until(&mut self, frame: u32) {
        self.opacity.hold_until(frame);
        if let Some(outline) = &mut self.outline {
            outline.hold_until(frame);
        }
        if let Some(fill) = &mut self.fill {
            fill.hold_until(frame);
        }
        if let Some((paint, width)) = &mut self.stroke {
            paint.hold_until(frame);
            width.hold_until(frame);
        }
    }

    /// The path of the character's own that it shows, if it does, and how far it is stretched at most.
    pub fn shared_path(&self) -> Option<(*const kurbo::BezPath, f64)> {
        match &self.newest.shape.geometry {
            Geometry::Shared(path) => Some((Arc::as_ptr(path), self.stretch)),
            Geometry::Frame(_) | Geometry::Picture(_) => None,
        }
    }

    /// Whether the way from the frame before to this shape is a motion, and not a jump.
    fn goes_on_as(&self, member: &Member, group: Affine, farthest: f64) -> bool {
        self.middle.distance(group * member.middle()) <= farthest && self.newest.color_difference(member) < OTHER_COLOR
    }

    /// Writes the element. `place` is what of its group's transform does not move, `part` an attribute.
    pub fn write(mut self, place: Affine, part: &str, clock: &Clock, out: &mut Writer<'_>) -> fmt::Result {
        let (name, units, data, moving) = self.start(clock, out)?;
        write!(out.body, "<{name}{part}{data}")?;
        let mut inside = visibility(&self.shown, clock) + &moving;
        let Self { newest, opacity, fill, stroke, .. } = self;
        let transform = place * newest.shape.transform * units.to_local();
        let reach = newest.extent() * units.per_local;
        write!(out.body, "{}", TransformAttribute { name: "transform", transform, reach })?;
        inside += &write_number("opacity", opacity, 3, "1", clock, &mut out.body)?;
        match (fill, Ink::of_fill(&newest.shape)) {
            (Some(track), Some((_, fill))) => {
                inside += &track.write("fill", units, clock, out)?;
                if fill.even_odd {
                    out.body.push_str(r#" fill-rule="evenodd""#);
                }
            }
            _ if newest.is_picture() => {}
            _ => out.body.push_str(r#" fill="none""#),
        }
        if let (Some((track, width)), Some((_, stroke))) = (stroke, Ink::of_stroke(&newest.shape)) {
            inside += &track.write("stroke", units, clock, out)?;
            let width = width.scaled(units.per_local);
            inside += &write_number("stroke-width", width, MOST_PLACES, "", clock, &mut out.body)?;
            write_stroke_style(&mut out.body, stroke)?;
        }
        if inside.is_empty() {
            out.body.push_str("/>\n");
            return Ok(());
        }
        writeln!(out.body, ">{inside}</{name}>")
    }

    /// What is drawn: the element's name, its units, the attribute that says what, and what animates that.
    fn start(
        &mut self,
        clock: &Clock,
        out: &mut Writer<'_>,
    ) -> Result<(&'static str, Units, String, String), fmt::Error> {
        let Member { shape, outline } = &self.newest;
        if let Some(track) = self.outline.take() {
            let (data, moving) = track.write(clock);
            let attribute = format!(r#" d="{}""#, data.first());
            return Ok(("path", Units::LOCAL, attribute, data.element("d", clock) + &moving));
        }
        let used = |id: String| format!(r##" href="#{id}""##);
        Ok(match &shape.geometry {
            Geometry::Picture(picture) => {
                let id = out.pictures.id_of(picture_element(&picture.tree)?);
                ("use", Units::LOCAL, used(id), String::new())
            }
            Geometry::Shared(path) if out.repeated.contains_key(&Arc::as_ptr(path)) => {
                let (id, units) = out.repeated_path(path);
                ("use", units, used(id), String::new())
            }
            Geometry::Shared(_) | Geometry::Frame(_) => {
                let units = Units::for_stretch(self.stretch);
                let attribute = format!(r#" d="{}""#, PathData { elements: outline, units });
                ("path", units, attribute, String::new())
            }
        })
    }
}

/// Writes an attribute that is one number, unless it is constantly `usual`, and returns the element that animates it.
fn write_number(
    name: &str,
    keys: Keys,
    places: u8,
    usual: &str,
    clock: &Clock,
    out: &mut String,
) -> Result<String, fmt::Error> {
    let text = |values: &[f64]| values.iter().map(|v| Number::with_places(*v, places).to_string()).collect();
    let number = clock.animated(keys, text);
    if !number.is_constant() || number.first() != usual {
        write!(out, r#" {name}="{}""#, number.first())?;
    }
    Ok(number.element(name, clock))
}

/// The element that hides its parent in the frames without it, if there are such.
///
/// Not by an opacity of 0: what takes the place of something else has to be there all at once.
fn visibility(shown: &[[u32; 2]], clock: &Clock) -> String {
    let mut turns: Vec<(u32, &str)> = Vec::new();
    if shown.first().is_none_or(|[from, _]| *from > 0) {
        turns.push((0, "hidden"));
    }
    for [from, until] in shown {
        turns.push((*from, "visible"));
        if *until <= clock.end() {
            turns.push((*until, "hidden"));
        }
    }
    if turns.len() == 1 {
        return String::new();
    }
    let values: Vec<&str> = turns.iter().map(|(_, value)| *value).collect();
    let (values, times) = (values.join(";"), clock.key_times(turns.iter().map(|(frame, _)| *frame)));
    let timing = clock.timing();
    format!(r#"<animate attributeName="visibility" calcMode="discrete" values="{values}"{times}{timing}/>"#)
}
