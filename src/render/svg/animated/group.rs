//! Shapes that move together.

use std::fmt;

use kurbo::{Affine, Point, Vec2};

use super::super::Writer;
use super::super::geometry::{points, stretch};
use super::STEP;
use super::alignment::align;
use super::clock::Clock;
use super::element::Element;
use super::member::Member;
use super::place::Places;
use crate::scene::{Geometry, Layer, Part, Scene, Shape};

/// Shapes of one part under one transform, over time.
///
/// The transform is taken apart in units of its own: about the size of the canvas's, around a point amid the shapes. So
/// turning and stretching move little else, and their keys can be few and short.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub layer: Layer,
    pub part: Part,
    /// From the shapes' units to the group's.
    to_group: Affine,
    places: Places,
    elements: Vec<Element>,
    /// Where its middle was on the canvas when it was there last, and the first frame after that.
    newest: Option<(Point, u32)>,
}

impl Group {
    /// Of shapes that were not there before; they share part, layer and transform.
    pub fn new(scene: &Scene, run: &[&Shape]) -> Option<Self> {
        let first = run.first()?;
        let unit = match stretch(first.transform) {
            near if (0.5..=2.0).contains(&near) => 1.0,
            far => far,
        };
        let to_group = Affine::scale(unit) * Affine::translate(-middle(scene, run).to_vec2());
        let (layer, part) = (first.layer, first.part.clone());
        Some(Self { layer, part, to_group, places: Places::default(), elements: Vec::new(), newest: None })
    }

    /// What it costs to take shapes of this frame for these; see [`align`].
    pub fn cost(&self, frame: u32, run: &[&Shape], farthest: f64) -> Option<f64> {
        let first = run.first()?;
        let is_same_part = (self.layer, &self.part) == (first.layer, &first.part);
        let (newest, until) = self.newest.filter(|_| is_same_part)?;
        let distance = newest.distance(self.middle_of(first));
        Some(match () {
            () if until != frame => 0.6,
            () if distance <= farthest => 0.3 * distance / farthest,
            () => 0.8,
        })
    }

    /// Adds a frame. What moves farther than `farthest` has jumped.
    pub fn push(&mut self, frame: u32, scene: &Scene, run: &[&Shape], farthest: f64) {
        let Some(first) = run.first() else { return };
        let middle = self.middle_of(first);
        if self.newest.is_some_and(|(newest, until)| until == frame && newest.distance(middle) > farthest) {
            self.places.hold_until(frame);
        }
        self.newest = Some((middle, frame + 1));
        let members: Vec<Member> = run.iter().map(|shape| Member::new(scene, shape, self.to_group)).collect();
        let place = first.transform * self.to_group.inverse();
        let reach = members.iter().map(Member::reach).fold(0.0, f64::max);
        self.places.push(frame, place, reach, STEP);
        let matches = align(members.len(), self.elements.len(), |i, j| {
            self.elements.get(j)?.cost(frame, members.get(i)?, place, farthest)
        });
        insert_new(&mut self.elements, &matches, |i| members.get(i).map(Element::new));
        for (member, index) in members.iter().zip(placed(&matches)) {
            if let Some(element) = self.elements.get_mut(index) {
                element.push(frame, member, place, farthest);
            }
        }
        self.elements.iter_mut().filter(|e| e.was_there_until(frame)).for_each(|e| e.hold_until(frame));
    }

    /// Tells that it is not in a frame, or no longer.
    pub fn leave(&mut self, frame: u32) {
        if self.newest.is_some_and(|(_, until)| until == frame) {
            self.places.hold_until(frame);
            self.elements.iter_mut().filter(|e| e.was_there_until(frame)).for_each(|e| e.hold_until(frame));
        }
    }

    /// The character's own paths in it; see [`Element::shared_path`].
    pub fn shared_paths(&self) -> impl Iterator<Item = (*const kurbo::BezPath, f64)> + '_ {
        self.elements.iter().filter_map(Element::shared_path)
    }

    /// Writes the group; `part` is an attribute for it.
    pub fn write(self, part: &str, clock: &Clock, out: &mut Writer<'_>) -> fmt::Result {
        let (moving, rest) = self.places.write("transform", clock);
        if moving.is_empty() && self.elements.len() == 1 {
            return self.elements.into_iter().try_for_each(|element| element.write(rest, part, clock, out));
        }
        out.body.push_str(&format!("<g{part}>{moving}\n"));
        self.elements.into_iter().try_for_each(|element| element.write(rest, "", clock, out))?;
        out.body.push_str("</g>\n");
        Ok(())
    }

    /// Where its middle is on the canvas in a shape's frame.
    fn middle_of(&self, shape: &Shape) -> Point {
        shape.transform * self.to_group.inverse() * Point::ZERO
    }
}

/// Makes room for the items that have no match: each right above the item before it. `new` makes one.
pub(super) fn insert_new<T>(tracks: &mut Vec<T>, matches: &[Option<usize>], new: impl Fn(usize) -> Option<T>) {
    for (item, (index, matched)) in placed(matches).zip(matches).enumerate() {
        if matched.is_none()
            && let Some(track) = new(item)
        {
            tracks.insert(index.min(tracks.len()), track);
        }
    }
}

/// Where each item is once the new ones have been inserted.
pub(super) fn placed(matches: &[Option<usize>]) -> impl Iterator<Item = usize> + '_ {
    let (mut next, mut inserted) = (0, 0);
    matches.iter().map(move |matched| {
        let index = match matched {
            Some(index) => index + inserted,
            None => {
                inserted += 1;
                next
            }
        };
        next = index + 1;
        index
    })
}

/// A point amid shapes, in their own units: their origin where that will do, so that what needs no shift gets none.
fn middle(scene: &Scene, run: &[&Shape]) -> Point {
    let mut box_of_points: Option<kurbo::Rect> = None;
    let mut add = |p: Point| {
        box_of_points = Some(box_of_points.map_or(kurbo::Rect::from_points(p, p), |b| b.union_pt(p)));
    };
    for shape in run {
        match &shape.geometry {
            Geometry::Picture(picture) => {
                let size = picture.tree.size();
                add(Point::ZERO);
                add(Point::new(size.width().into(), size.height().into()));
            }
            Geometry::Frame(_) | Geometry::Shared(_) => points(scene.outline(shape)).for_each(&mut add),
        }
    }
    let Some(all) = box_of_points else { return Point::ZERO };
    let center = all.center();
    let is_near = Vec2::new(center.x, center.y).hypot() <= 0.5 * all.size().to_vec2().hypot();
    if is_near { Point::ZERO } else { center.round() }
}
