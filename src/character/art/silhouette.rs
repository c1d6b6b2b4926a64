//! The silhouette of anything that can be drawn: render it, clean the mask, trace its edge.

use kurbo::{Affine, BezPath, Point, Rect};
use tiny_skia::Pixmap;

use super::{curve, geometry, trace};
use crate::geometry::distance_to;
use crate::scene::CANVAS;

/// Alpha of which there is nothing to see, of 255.
const FAINT: u8 = 8;
/// The radius of the largest disc inside the ink, as a share of the shorter side of its box, that leaves room for a face.
const ROOM_FOR_A_FACE: f64 = 0.16;
/// Ink smaller than this share of the largest piece of ink is a speck.
const SPECK: f64 = 0.001;
/// A hole smaller than this share of all ink is a pinhole.
const PINHOLE: f64 = 0.004;
/// No speck or pinhole counts below this many pixels.
const FEW_PIXELS: f64 = 16.0;
/// How far a traced outline may be off, in pixels.
const TOLERANCE: f64 = 0.3;

/// Art rendered onto a square canvas.
pub(super) struct Raster {
    /// Pixels along each side.
    pub size: usize,
    /// Premultiplied RGBA, in rows.
    pub pixels: Vec<[u8; 4]>,
}

impl Raster {
    /// Draws a tree that a [`super::survey::Survey`] found safe.
    pub fn draw(tree: &usvg::Tree, map: Affine, size: usize) -> Self {
        let Some(mut pixmap) = Pixmap::new(size as u32, size as u32) else { return Self { size: 0, pixels: vec![] } };
        let to_pixels = Affine::scale(size as f64 / CANVAS) * map;
        resvg::render(tree, geometry::transform(to_pixels), &mut pixmap.as_mut());
        let pixels = pixmap.data().chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]]).collect();
        Self { size, pixels }
    }

    /// The side of a pixel in canvas units.
    pub fn pixel(&self) -> f64 {
        CANVAS / self.size.max(1) as f64
    }

    /// The box of all pixels with something to see, in canvas units.
    pub fn ink(&self) -> Option<Rect> {
        let mut found: Option<Rect> = None;
        for (i, [.., alpha]) in self.pixels.iter().enumerate() {
            if *alpha >= FAINT {
                let (x, y) = ((i % self.size) as f64, (i / self.size) as f64);
                let pixel = Rect::new(x, y, x + 1.0, y + 1.0);
                found = Some(found.map_or(pixel, |all| all.union(pixel)));
            }
        }
        found.map(|r| r.scale_from_origin(self.pixel()))
    }
}

/// Traces the edge of everything drawn, closed, in canvas units, filled regions winding +1 and holes −1; `None` where
/// there is too little of it. Where no face has room on the ink, see-through areas are taken in.
pub(super) fn silhouette(raster: &Raster) -> Option<BezPath> {
    let mut mask = Mask::of(raster)?;
    mask.drop_specks();
    mask.fill_holes(|area, ink| area < (PINHOLE * ink).max(FEW_PIXELS));
    let room = ROOM_FOR_A_FACE * mask.shorter_side()?;
    if mask.largest_disc() < room {
        mask.fill_holes(|_, _| true);
        // Open lines enclose nothing yet: close gaps, narrow ones first.
        for share in [0.03, 0.06, 0.12, 0.2, 0.3] {
            if mask.largest_disc() >= room {
                break;
            }
            mask.close_gaps(share * mask.shorter_side()?);
        }
    }
    let mut outline = BezPath::new();
    for contour in trace::contours(&mask.field, mask.width, LEVEL) {
        curve::fit_closed(&contour, TOLERANCE, &mut outline);
    }
    outline.apply_affine(Affine::scale(raster.pixel()));
    (!outline.is_empty() && outline.is_finite()).then_some(outline)
}

/// Where ink ends, in a [`Mask`].
const LEVEL: f64 = 0.5;

/// How much ink there is at each pixel; over [`LEVEL`] is inside.
struct Mask {
    width: usize,
    field: Vec<f64>,
}

impl Mask {
    /// Soft shadows and glows are no body, but a ghost is: ink is what has half the alpha of most ink.
    fn of(raster: &Raster) -> Option<Self> {
        let mut alphas: Vec<u8> = raster.pixels.iter().map(|p| p[3]).filter(|a| *a >= 3 * FAINT).collect();
        alphas.sort_unstable();
        let usual = f64::from(*alphas.get(alphas.len() / 2)?);
        let field = raster.pixels.iter().map(|p| (LEVEL * f64::from(p[3]) / (0.5 * usual)).min(1.0)).collect();
        Some(Self { width: raster.size, field })
    }

    fn ink(&self) -> Vec<bool> {
        self.field.iter().map(|v| *v >= LEVEL).collect()
    }

    fn shorter_side(&self) -> Option<f64> {
        let inside = self.field.iter().enumerate().filter(|(_, v)| **v >= LEVEL);
        let pixel = |i: usize| Point::new((i % self.width) as f64, (i / self.width) as f64);
        let bounds = inside.map(|(i, _)| Rect::from_points(pixel(i), pixel(i))).reduce(|a, b| a.union(b))?;
        Some(bounds.width().min(bounds.height()) + 1.0)
    }

    /// The radius of the largest disc inside the ink, in pixels.
    fn largest_disc(&self) -> f64 {
        let outside: Vec<bool> = self.field.iter().map(|v| *v < LEVEL).collect();
        distance_to(&outside, self.width).into_iter().filter(|d| d.is_finite()).fold(0.0, f64::max)
    }

    fn drop_specks(&mut self) {
        let pieces = components(&self.ink(), self.width, true);
        let largest = pieces.iter().map(Vec::len).max().unwrap_or(0) as f64;
        for piece in pieces.iter().filter(|p| (p.len() as f64) < (SPECK * largest).max(FEW_PIXELS)) {
            // The only piece there is, however small, is no speck.
            if piece.len() as f64 == largest {
                continue;
            }
            piece.iter().for_each(|i| self.field[*i] = 0.0);
        }
    }

    /// Fills holes for which `wanted(area of the hole, area of all ink)` holds.
    fn fill_holes(&mut self, wanted: impl Fn(f64, f64) -> bool) {
        let ink = self.ink();
        let all_ink = ink.iter().filter(|i| **i).count() as f64;
        let paper: Vec<bool> = ink.iter().map(|i| !i).collect();
        let height = self.field.len() / self.width.max(1);
        for hole in components(&paper, self.width, false) {
            let at_edge = |i: &usize| {
                let (x, y) = (i % self.width, i / self.width);
                x == 0 || y == 0 || x + 1 == self.width || y + 1 == height
            };
            if !hole.iter().any(at_edge) && wanted(hole.len() as f64, all_ink) {
                hole.iter().for_each(|i| self.field[*i] = 1.0);
            }
        }
    }

    /// Morphological closing with a disc: whatever lies between ink less than two radii apart becomes ink, and then
    /// whatever that encloses.
    fn close_gaps(&mut self, radius: f64) {
        let border = radius.ceil() as usize + 2;
        let (width, height) = (self.width + 2 * border, self.field.len() / self.width.max(1) + 2 * border);
        let mut wide = vec![false; width * height];
        for (i, v) in self.field.iter().enumerate() {
            wide[(i / self.width + border) * width + i % self.width + border] = *v >= LEVEL;
        }
        let grown = distance_to(&wide, width).into_iter().map(|d| if d <= radius { 1.0 } else { 0.0 }).collect();
        let mut grown = Self { width, field: grown };
        grown.fill_holes(|_, _| true);
        let outside: Vec<bool> = grown.field.iter().map(|v| *v < LEVEL).collect();
        let depth = distance_to(&outside, width);
        for (i, v) in self.field.iter_mut().enumerate() {
            let d = depth[(i / self.width + border) * width + i % self.width + border];
            *v = v.max((LEVEL + d - radius).clamp(0.0, 1.0));
        }
    }
}

/// The connected regions of the pixels that are `true`, each as its pixels; `diagonal` neighbours count or not.
fn components(pixels: &[bool], width: usize, diagonal: bool) -> Vec<Vec<usize>> {
    let height = pixels.len() / width.max(1);
    let mut open: Vec<bool> = pixels.to_vec();
    let mut regions = Vec::new();
    for start in 0..open.len() {
        if !std::mem::take(&mut open[start]) {
            continue;
        }
        let mut region = vec![start];
        let mut done = 0;
        while let Some(&at) = region.get(done) {
            done += 1;
            let (x, y) = (at % width, at / width);
            for near_y in y.saturating_sub(1)..(y + 2).min(height) {
                for near_x in x.saturating_sub(1)..(x + 2).min(width) {
                    let is_neighbour = diagonal || near_x == x || near_y == y;
                    if is_neighbour && std::mem::take(&mut open[near_y * width + near_x]) {
                        region.push(near_y * width + near_x);
                    }
                }
            }
        }
        regions.push(region);
    }
    regions
}
