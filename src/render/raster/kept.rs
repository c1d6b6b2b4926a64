//! What is kept between frames, because it is likely to be asked for again. Never visible in the result.

use std::sync::Arc;

use kurbo::{Affine, PathEl};

use super::gradient::Ramp;
use super::pixels::{Area, Pixel};
use crate::color::Color;
use crate::scene::{Geometry, Gradient, Scene, Shape};

/// All kept images of one kind together hold at most this many pixels (64 MB).
pub(super) const MOST_PIXELS: usize = 16 << 20;

/// A scene that has more than this many gradients or pictures has the rest of them computed anew.
const MOST_ENTRIES: usize = 256;

/// An image that was not asked for during so many frames is given up.
const PATIENCE: u64 = 60;

/// Pixels of a part of the picture.
pub(super) struct Image {
    pub area: Area,
    pub pixels: Vec<Pixel>,
}

impl Image {
    /// Its pixels of row `y` from column `left` up to `right`, all inside of its area.
    pub fn row(&self, y: usize, left: usize, right: usize) -> &[Pixel] {
        let start = (y - self.area.top) * self.area.width();
        &self.pixels[start + left - self.area.left..start + right - self.area.left]
    }
}

/// Images of things drawn at a place. Only what comes back in a later frame is worth keeping: a still keeps nothing,
/// and neither does what moves all the time.
pub(super) struct Images<K> {
    entries: Vec<Entry<K>>,
}

/// One thing at one place.
pub(super) struct Entry<K> {
    key: Arc<K>,
    place: Affine,
    used: u64,
    /// Whether an earlier frame drew it too.
    pub again: bool,
    /// Its pixels, once someone kept them.
    pub image: Option<Image>,
}

impl<K> Images<K> {
    pub fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Looks `key` at `place` up and notes that `frame` draws it. `None` where no more can be noted.
    pub fn entry(&mut self, key: &Arc<K>, place: Affine, frame: u64) -> Option<&mut Entry<K>> {
        let found = self.entries.iter().position(|entry| Arc::ptr_eq(&entry.key, key) && entry.place == place);
        let index = match found {
            Some(index) => index,
            None if self.entries.len() < MOST_ENTRIES => {
                self.entries.push(Entry { key: key.clone(), place, used: frame, again: false, image: None });
                self.entries.len() - 1
            }
            None => return None,
        };
        let entry = self.entries.get_mut(index)?;
        entry.again |= entry.used < frame;
        entry.used = frame;
        Some(entry)
    }

    /// How many more pixels may be kept.
    pub fn room(&self) -> usize {
        let kept = self.entries.iter().filter_map(|entry| entry.image.as_ref()).map(|image| image.pixels.len()).sum();
        MOST_PIXELS.saturating_sub(kept)
    }

    /// Gives up what was not drawn of late.
    pub fn tidy(&mut self, frame: u64) {
        self.entries.retain(|entry| frame - entry.used <= if entry.image.is_some() { PATIENCE } else { 1 });
    }
}

/// The colour tables of gradients.
pub(super) struct Ramps {
    entries: Vec<(Arc<Gradient>, Option<Ramp>, u64)>,
}

impl Ramps {
    pub fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// The table of a gradient, if it has one.
    pub fn of(&mut self, gradient: &Arc<Gradient>, frame: u64) -> Option<&Ramp> {
        let same = |known: &Arc<Gradient>| Arc::ptr_eq(known, gradient) || known.stops == gradient.stops;
        let index = match self.entries.iter().position(|(known, ..)| same(known)) {
            Some(index) => index,
            None => {
                if self.entries.len() == MOST_ENTRIES {
                    self.entries.remove(0);
                }
                self.entries.push((gradient.clone(), Ramp::new(&gradient.stops), frame));
                self.entries.len() - 1
            }
        };
        let (_, ramp, used) = self.entries.get_mut(index)?;
        *used = frame;
        ramp.as_ref()
    }

    /// Gives up what was not drawn of late.
    pub fn tidy(&mut self, frame: u64) {
        self.entries.retain(|(_, _, used)| frame - used <= PATIENCE);
    }
}

/// The picture below the face, which most frames leave as it was.
pub(super) struct Below {
    background: Option<Color>,
    shapes: Vec<Shape>,
    elements: Vec<PathEl>,
    /// The composed pixels of `shapes` on `background`; empty until two frames in a row agreed on them.
    pub pixels: Vec<Pixel>,
    /// Whether `pixels` hold what they should.
    pub ready: bool,
}

impl Below {
    pub fn new() -> Self {
        Self { background: None, shapes: Vec::new(), elements: Vec::new(), pixels: Vec::new(), ready: false }
    }

    /// Whether the last frame had the very same below its face. If not, it is noted for the next frame.
    pub fn same(&mut self, scene: &Scene, shapes: &[Shape], background: Option<Color>) -> bool {
        let mut elements = self.elements.as_slice();
        let same = self.background == background
            && self.shapes.len() == shapes.len()
            && self.shapes.iter().zip(shapes).all(|(last, shape)| {
                last.transform == shape.transform
                    && last.opacity == shape.opacity
                    && last.fill == shape.fill
                    && last.stroke == shape.stroke
                    && match (&last.geometry, &shape.geometry) {
                        (Geometry::Frame(range), Geometry::Frame(_)) => {
                            let (outline, rest) = elements.split_at(range.len().min(elements.len()));
                            elements = rest;
                            outline == scene.outline(shape)
                        }
                        (Geometry::Shared(last), Geometry::Shared(path)) => Arc::ptr_eq(last, path),
                        (Geometry::Picture(last), Geometry::Picture(picture)) => Arc::ptr_eq(last, picture),
                        _ => false,
                    }
            });
        if !same {
            self.ready = false;
            self.background = background;
            self.shapes.clear();
            self.shapes.extend_from_slice(shapes);
            self.elements.clear();
            for shape in shapes.iter().filter(|shape| matches!(shape.geometry, Geometry::Frame(_))) {
                self.elements.extend_from_slice(scene.outline(shape));
            }
        }
        same
    }
}
