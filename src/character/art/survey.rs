//! One walk over the tree before it is drawn: where its ink is, and whether drawing it is safe and affordable.
//!
//! The rasteriser aborts the process on far-away coordinates, resvg takes any memory it is asked for, and some filters
//! take hours. All of that shows in the tree.

use kurbo::{Affine, Rect};
use usvg::filter::Kind;
use usvg::{Group, Node, Paint};

use super::geometry::{affine, rect};
use super::limits;

/// What the walk found.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Survey {
    /// The box of everything visible by its geometry (masks may hide some of it), in the file's units.
    pub ink: Option<Rect>,
    /// Points of all paths, also those of masks, clips and patterns.
    pub points: usize,
    /// The largest coordinate by size, after mapping.
    pub farthest: f64,
    /// Pixels of the largest embedded image or pattern tile.
    pub largest_tile: f64,
    /// Pixels that are touched to draw everything.
    pub effort: f64,
}

impl Survey {
    /// Walks a tree that is to be drawn through `map` onto a square of `size` pixels.
    pub fn of(tree: &usvg::Tree, map: Affine, size: f64) -> Self {
        // resvg keeps layers up to two canvases out on each side.
        let reach = Rect::new(-2.0 * size, -2.0 * size, 3.0 * size, 3.0 * size);
        let mut survey = Self::default();
        survey.group(tree.root(), map, reach, true);
        survey
    }

    /// Why the tree should not be drawn, and what to do about it.
    pub fn refusal(&self) -> Option<(String, &'static str)> {
        // Written so that NaN is refused too.
        let within = |value: f64, limit: f64| value <= limit;
        if self.points > limits::MAX_POINTS {
            let message = format!("the paths have {} points, over the limit of {}", self.points, limits::MAX_POINTS);
            Some((message, "simplify the paths"))
        } else if !within(self.farthest, limits::MAX_COORDINATE) {
            let message = "some coordinates are hundreds of times farther out than the drawing is large";
            Some((message.into(), "remove stray points far from the drawing"))
        } else if !within(self.largest_tile, limits::MAX_TILE) {
            let message = format!("an embedded image or a pattern's tile has over {} million pixels", MILLIONS);
            Some((message, "use a smaller one"))
        } else if !within(self.effort, limits::MAX_EFFORT) {
            let message = "the filters and layers of the drawing would take too long to draw";
            Some((message.into(), "use fewer or smaller filters, masks and transparent groups"))
        } else {
            None
        }
    }

    fn group(&mut self, group: &Group, map: Affine, reach: Rect, visible: bool) {
        for node in group.children() {
            self.node(node, map, reach, visible);
        }
    }

    fn node(&mut self, node: &Node, map: Affine, reach: Rect, visible: bool) {
        let own = rect(node.abs_stroke_bounding_box());
        self.see(map.transform_rect_bbox(own));
        match node {
            Node::Path(path) => {
                self.points += path.data().points().len();
                if visible && path.is_visible() {
                    self.add_ink(own);
                }
                self.effort += area(map.transform_rect_bbox(own).intersect(reach));
                let paints = [path.fill().map(|f| f.paint()), path.stroke().map(|s| s.paint())];
                for paint in paints.into_iter().flatten() {
                    self.paint(paint, map * affine(path.abs_transform()));
                }
            }
            Node::Image(image) => {
                if visible && image.is_visible() {
                    self.add_ink(own);
                }
                let pixels = f64::from(image.size().width()) * f64::from(image.size().height());
                self.largest_tile = self.largest_tile.max(pixels);
                self.effort += pixels + area(map.transform_rect_bbox(own).intersect(reach));
            }
            Node::Text(text) => self.group(text.flattened(), map, reach, visible),
            Node::Group(group) => {
                let layer = rect(group.abs_layer_bounding_box().to_rect());
                if group.should_isolate() {
                    self.effort += area(map.transform_rect_bbox(layer).intersect(reach)) * passes(group, map);
                }
                self.see_filters(group, map);
                let has_filters = !group.filters().is_empty();
                if visible && has_filters {
                    self.add_ink(layer);
                }
                self.group(group, map, reach, visible && !has_filters);
            }
        }
        // Masks, clips and patterns have coordinates of their own, which start where their user stands.
        if !matches!(node, Node::Text(_)) {
            let map = map * affine(node.abs_transform());
            node.subroots(|group| self.group(group, map, reach, false));
        }
    }

    fn paint(&mut self, paint: &Paint, map: Affine) {
        if let Paint::Pattern(pattern) = paint {
            let tile = rect(pattern.rect().to_rect());
            let [xx, xy, yx, yy, _, _] = (map * affine(pattern.transform())).as_coeffs();
            let pixels = (tile.width() * libm::hypot(xx, xy)) * (tile.height() * libm::hypot(yx, yy));
            self.largest_tile = self.largest_tile.max(pixels);
            self.effort += pixels;
        }
    }

    /// How far filters blur and move.
    fn see_filters(&mut self, group: &Group, map: Affine) {
        let scale = scale(group, map);
        for primitive in group.filters().iter().flat_map(|f| f.primitives()) {
            let reach = match primitive.kind() {
                Kind::GaussianBlur(b) => [b.std_dev_x().get(), b.std_dev_y().get(), 0.0, 0.0],
                Kind::DropShadow(s) => [s.std_dev_x().get(), s.std_dev_y().get(), s.dx(), s.dy()],
                Kind::Offset(o) => [0.0, 0.0, o.dx(), o.dy()],
                _ => [0.0; 4],
            };
            let [x0, y0, x1, y1] = reach.map(|v| f64::from(v) * scale);
            self.see(Rect { x0, y0, x1, y1 });
        }
    }

    fn add_ink(&mut self, ink: Rect) {
        self.ink = Some(self.ink.map_or(ink, |all| all.union(ink)));
    }

    fn see(&mut self, r: Rect) {
        for v in [r.x0, r.y0, r.x1, r.y1] {
            // `max` would pass over NaN.
            self.farthest = if v.abs() <= self.farthest { self.farthest } else { v.abs() };
        }
    }
}

const MILLIONS: u32 = (limits::MAX_TILE / 1e6) as u32;

/// How often drawing a layer touches each of its pixels.
fn passes(group: &Group, map: Affine) -> f64 {
    let scale = scale(group, map);
    let filters = group.filters().iter().flat_map(|f| f.primitives()).map(|primitive| match primitive.kind() {
        Kind::Morphology(m) => {
            let side = |radius: f32| 2.0 * (f64::from(radius) * scale).round() + 1.0;
            side(m.radius_x().get()) * side(m.radius_y().get())
        }
        Kind::Turbulence(t) => 40.0 * f64::from(t.num_octaves()),
        Kind::ConvolveMatrix(c) => f64::from(c.matrix().columns()) * f64::from(c.matrix().rows()),
        _ => 10.0,
    });
    3.0 + filters.sum::<f64>()
}

/// The larger of a group's scales, in pixels per unit.
fn scale(group: &Group, map: Affine) -> f64 {
    let [xx, xy, yx, yy, _, _] = (map * affine(group.abs_transform())).as_coeffs();
    libm::hypot(xx, xy).max(libm::hypot(yx, yy))
}

fn area(r: Rect) -> f64 {
    if r.width() > 0.0 && r.height() > 0.0 { r.area() } else { 0.0 }
}
