//! Pixels, with tiny-skia.

mod gradient;
mod kept;
mod outline;
mod pen;
mod pixels;
mod translucent;

use std::sync::Arc;

use kurbo::{Affine, PathEl, Rect, Vec2};
use tiny_skia::{FillRule, Mask, Path, PathBuilder, PathStroker, Pixmap};

use self::gradient::Offsets;
use self::kept::{Below, Image, Images, Ramps};
use self::pen::{PenSpace, pen};
use self::pixels::{Area, Pixel};
use self::translucent::Translucent;
use crate::color::{Color, unit_to_u8};
use crate::error::Error;
use crate::scene::{CANVAS, Geometry, Gradient, Layer, Paint, Picture, Scene, Shape, Stroke};

/// A picture in memory that scenes are drawn into, one after the other.
///
/// It keeps its buffers and what frames have in common: the pixels below the face, gradients and imported art that
/// stay in place. None of that shows in the result: the same scene gives the same bytes, whatever was drawn before.
///
/// ```
/// use phiz::{Raster, Scene};
/// let mut raster = Raster::new(64, 64)?;
/// raster.draw(&Scene::new(), Some(phiz::Color::WHITE));
/// let mut rgba = Vec::new();
/// raster.straight(&mut rgba);
/// assert_eq!(rgba[..4], [255; 4]);
/// # Ok::<(), phiz::Error>(())
/// ```
pub struct Raster {
    target: Pixmap,
    /// From the scene's units to pixels.
    view: Affine,
    /// Draws with tiny-skia alone and keeps nothing.
    plain: bool,

    frame: u64,
    below: Below,
    /// What the last frame painted from the face on.
    dirty: Area,
    /// What may differ from the frame before.
    changed: Area,
    ramps: Ramps,
    gradients: Images<Gradient>,
    pictures: Images<Picture>,
    translucent: Translucent,

    /// Clear between uses; made when first needed.
    mask: Option<Mask>,
    layer: Option<Pixmap>,
    row: Vec<Pixel>,
    outline: PathBuilder,
    stroker: PathStroker,
}

impl Raster {
    /// The longest side of a picture, in pixels.
    pub const LONGEST_SIDE: u32 = 16384;

    /// A clear picture with the canvas (200 x 200 units) fitted into its centre.
    ///
    /// Sides are 1..=16384 pixels.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a side of 0, [`Error::Limit`] for one that is too long or for more memory than there is.
    pub fn new(width: u32, height: u32) -> Result<Self, Error> {
        Self::with_view(width, height, Rect::new(0.0, 0.0, CANVAS, CANVAS))
    }

    /// A clear picture with another rectangle of the scene fitted into its centre, for contact sheets.
    ///
    /// # Errors
    /// As [`Raster::new`]; also [`Error::Parameter`] for a view that is empty or not finite.
    pub fn with_view(width: u32, height: u32, view: Rect) -> Result<Self, Error> {
        let target = clear_pixmap(width, height)?;
        let scale = (f64::from(width) / view.width()).min(f64::from(height) / view.height());
        if !(view.is_finite() && view.width() > 0.0 && view.height() > 0.0 && scale.is_finite()) {
            return Err(Error::Parameter {
                name: "view".into(),
                value: format!("{view}"),
                allowed: "a rectangle with an area".into(),
            });
        }
        let middle = Vec2::new(f64::from(width) / 2.0, f64::from(height) / 2.0);
        Ok(Self {
            target,
            view: Affine::translate(middle) * Affine::scale(scale) * Affine::translate(-view.center().to_vec2()),
            plain: false,
            frame: 0,
            below: Below::new(),
            dirty: Area::EMPTY,
            changed: Area::EMPTY,
            ramps: Ramps::new(),
            gradients: Images::new(),
            pictures: Images::new(),
            translucent: Translucent::default(),
            mask: None,
            layer: None,
            row: vec![[0; 4]; width as usize],
            outline: PathBuilder::new(),
            stroker: PathStroker::new(),
        })
    }

    /// The same picture drawn with tiny-skia alone, each frame from scratch: slower, and what tests compare with.
    pub fn plain(self) -> Self {
        Self { plain: true, ..self }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.target.width()
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.target.height()
    }

    /// The pixels, row by row, as premultiplied red, green, blue, alpha.
    pub fn pixels(&self) -> &[u8] {
        self.target.data()
    }

    /// The rows in which the last drawing may differ from the one before: few where only the face has moved, as what lies
    /// below it is then not drawn again.
    ///
    /// ```
    /// use phiz::{Character, Drawing, Pose, Raster, Scene, Still, compose};
    /// let nubo = Character::builtin("nubo")?;
    /// let (mut scene, mut raster) = (Scene::new(), Raster::new(200, 200)?);
    /// for turn in 0..4 {
    ///     let still = Still { pose: Pose::new(f64::from(turn), 0.0, 0.0)?, ..Still::default() };
    ///     let mut frame = still.frame(&nubo, nubo.state("idle")?);
    ///     frame.rotation = frame.home;
    ///     frame.gaze = [0.02 * f64::from(turn), 0.0];
    ///     compose(&nubo, &frame, &Drawing::default(), &mut scene);
    ///     raster.draw(&scene, None);
    /// }
    /// assert!(raster.changed_rows().len() < 120);
    /// # Ok::<(), phiz::Error>(())
    /// ```
    pub fn changed_rows(&self) -> std::ops::Range<usize> {
        self.changed.rows()
    }

    /// Puts the pixels into `out` with straight alpha, as files want them.
    ///
    /// Eight bits premultiplied cannot hold every straight colour; pixels that show one translucent colour of the
    /// scene and nothing else get exactly that colour back.
    pub fn straight(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(self.target.data());
        for pixel in out.as_chunks_mut().0 {
            if pixel[3] != 255 && pixel[3] != 0 {
                *pixel = self.translucent.straight(*pixel).unwrap_or_else(|| pixels::straight(*pixel));
            }
        }
    }

    /// Draws a scene in place of what was there, on `background` or on nothing.
    ///
    /// Shapes that have a number that is not finite are left out.
    pub fn draw(&mut self, scene: &Scene, background: Option<Color>) {
        self.frame += 1;
        self.translucent.note_all(scene, background);

        let shapes = scene.shapes();
        let face = shapes.iter().position(|shape| shape.layer >= Layer::Face).unwrap_or(shapes.len());
        let (below, above) = shapes.split_at(face);
        let all = Area::of(&self.target);

        let same = !self.plain && all.len() <= kept::MOST_PIXELS && self.below.same(scene, below, background);
        if same && self.below.ready {
            self.changed = self.dirty;
            let width = all.width();
            for y in self.dirty.rows() {
                let row = self.dirty.row(y, width);
                pixels::of_mut(&mut self.target)[row.clone()].copy_from_slice(&self.below.pixels[row]);
            }
        } else {
            self.changed = all;
            self.target.fill(color(background.unwrap_or(Color::CLEAR), 1.0));
            for shape in below {
                self.shape(scene, shape);
            }
            if same {
                self.below.pixels.clear();
                self.below.pixels.extend_from_slice(pixels::of(&self.target));
                self.below.ready = true;
            }
        }

        self.dirty = Area::EMPTY;
        for shape in above {
            self.dirty = self.dirty.union(self.shape(scene, shape));
        }
        self.changed = self.changed.union(self.dirty);

        self.ramps.tidy(self.frame);
        self.gradients.tidy(self.frame);
        self.pictures.tidy(self.frame);
    }

    /// Draws one shape and says which pixels it may have changed.
    fn shape(&mut self, scene: &Scene, shape: &Shape) -> Area {
        let to_pixels = self.view * shape.transform;
        if !(shape.opacity > 0.0 && to_pixels.is_finite()) {
            return Area::EMPTY;
        }
        let opacity = shape.opacity.min(1.0);
        if let Geometry::Picture(picture) = &shape.geometry {
            return self.picture(picture, to_pixels, opacity);
        }
        let outline = scene.outline(shape);
        let fill = |raster: &mut Self, opacity| match &shape.fill {
            Some(fill) => {
                let rule = if fill.even_odd { FillRule::EvenOdd } else { FillRule::Winding };
                raster.fill(outline, to_pixels, &fill.paint, rule, opacity)
            }
            None => Area::EMPTY,
        };
        let stroke = |raster: &mut Self, opacity| match &shape.stroke {
            Some(stroke) => raster.stroke(outline, to_pixels, stroke, opacity),
            None => Area::EMPTY,
        };
        if opacity < 1.0 && shape.fill.is_some() && shape.stroke.is_some() {
            self.group(opacity, |raster| {
                let filled = fill(raster, 1.0);
                filled.union(stroke(raster, 1.0))
            })
        } else {
            let filled = fill(self, opacity);
            filled.union(stroke(self, opacity))
        }
    }

    fn fill(&mut self, outline: &[PathEl], to_pixels: Affine, paint: &Paint, rule: FillRule, opacity: f64) -> Area {
        let elements = outline.iter().copied();
        let Some(path) = outline::build(&mut self.outline, elements, to_pixels, outline::LIMIT) else {
            return Area::EMPTY;
        };
        let area = self.fill_path(&path, to_pixels, paint, rule, opacity);
        self.outline = path.clear();
        area
    }

    fn stroke(&mut self, outline: &[PathEl], to_pixels: Affine, stroke: &Stroke, opacity: f64) -> Area {
        let Some(space) = PenSpace::new(to_pixels, &self.target) else { return Area::EMPTY };
        let Some(pen) = pen(stroke, space.scale) else { return Area::EMPTY };
        let elements = outline.iter().copied();
        if pen.width <= 1.0 {
            let pen = tiny_skia::Stroke { width: pen.width * space.roundness as f32, ..pen };
            return self.hairline(elements, to_pixels, &pen, &stroke.paint, opacity);
        }
        let Some(path) = outline::build(&mut self.outline, elements, space.to_pen, outline::STROKE_LIMIT) else {
            return Area::EMPTY;
        };
        // 1: how much larger than here its curves will be seen.
        let stroked = self.stroker.stroke(&path, &pen, 1.0);
        self.outline = path.clear();
        let Some(stroked) = stroked else { return Area::EMPTY };
        let elements = outline::elements(&stroked);
        let Some(path) = outline::build(&mut self.outline, elements, space.to_pixels, outline::LIMIT) else {
            return Area::EMPTY;
        };
        let area = self.fill_path(&path, to_pixels, &stroke.paint, FillRule::Winding, opacity);
        self.outline = path.clear();
        area
    }

    /// Strokes thinner than a pixel: tiny-skia draws them as a line of one pixel that is lighter, not narrower.
    fn hairline(
        &mut self,
        elements: impl Iterator<Item = PathEl>,
        to_pixels: Affine,
        pen: &tiny_skia::Stroke,
        paint: &Paint,
        opacity: f64,
    ) -> Area {
        let Some(paint) = plain_paint(paint, to_pixels, opacity) else { return Area::EMPTY };
        let Some(path) = outline::build(&mut self.outline, elements, to_pixels, outline::LIMIT) else {
            return Area::EMPTY;
        };
        let area = Area::of(&self.target).touched(path.bounds(), 2.0 + pen.miter_limit);
        if !area.is_empty() {
            self.target.stroke_path(&path, &paint, pen, tiny_skia::Transform::identity(), None);
        }
        self.outline = path.clear();
        area
    }

    fn fill_path(&mut self, path: &Path, to_pixels: Affine, paint: &Paint, rule: FillRule, opacity: f64) -> Area {
        let area = Area::of(&self.target).touched(path.bounds(), 1.0);
        if area.is_empty() {
            return area;
        }
        if let Paint::Gradient(gradient) = paint
            && !self.plain
        {
            let map = to_pixels * gradient.transform;
            if let Some(offsets) = Offsets::new(gradient.kind, map)
                && self.fill_from_ramp(path, rule, gradient, map, &offsets, unit_to_u8(opacity), area).is_some()
            {
                return area;
            }
        }
        if let Some(paint) = plain_paint(paint, to_pixels, opacity) {
            self.target.fill_path(path, &paint, rule, tiny_skia::Transform::identity(), None);
        }
        area
    }

    /// Fills with a gradient: the coverage of the path times colours from a table. `None` if there is no such table.
    #[allow(clippy::too_many_arguments)] // One call, which has all of these at hand.
    fn fill_from_ramp(
        &mut self,
        path: &Path,
        rule: FillRule,
        gradient: &Arc<Gradient>,
        map: Affine,
        offsets: &Offsets,
        opacity: u8,
        area: Area,
    ) -> Option<()> {
        let ramp = self.ramps.of(gradient, self.frame)?;
        let all = Area::of(&self.target);

        let room = self.gradients.room();
        let mut image = None;
        if let Some(entry) = self.gradients.entry(gradient, map, self.frame)
            && entry.again
        {
            if entry.image.as_ref().is_none_or(|image| !image.area.contains(area)) {
                // Some more than is needed now, because bodies breathe.
                let known = entry.image.take().map_or(Area::EMPTY, |image| image.area);
                let area = known.union(area.grown(area.width() / 16 + 4, all));
                if area.len() <= room {
                    let mut pixels = vec![[0; 4]; area.len()];
                    for (y, row) in area.rows().zip(pixels.chunks_exact_mut(area.width())) {
                        offsets.row(ramp, y, area.left, row);
                    }
                    entry.image = Some(Image { area, pixels });
                }
            }
            image = entry.image.as_ref();
        }

        let mask = mask(&mut self.mask, &self.target)?;
        mask.fill_path(path, rule, true, tiny_skia::Transform::identity());
        let target = pixels::of_mut(&mut self.target);
        for y in area.rows() {
            let coverage = &mut mask.data_mut()[area.row(y, all.width())];
            let Some(first) = coverage.iter().position(|c| *c != 0) else { continue };
            let Some(last) = coverage.iter().rposition(|c| *c != 0) else { continue };
            let span = Area { left: area.left + first, right: area.left + last + 1, ..area };
            let colors = match image {
                Some(image) => image.row(y, span.left, span.right),
                None => {
                    let row = &mut self.row[..span.width()];
                    offsets.row(ramp, y, span.left, row);
                    row
                }
            };
            let under = &mut target[span.row(y, all.width())];
            pixels::over_covered(under, colors, &mut coverage[first..=last], opacity);
        }
        Some(())
    }

    /// Lays what `draw` draws over the picture as one, with one opacity.
    fn group(&mut self, opacity: f64, draw: impl FnOnce(&mut Self) -> Area) -> Area {
        let (width, height) = (self.width(), self.height());
        let Some(layer) = self.layer.take().or_else(|| Pixmap::new(width, height)) else { return Area::EMPTY };

        let below = std::mem::replace(&mut self.target, layer);
        let area = draw(self);
        let mut layer = std::mem::replace(&mut self.target, below);

        let opacity = unit_to_u8(opacity);
        for y in area.rows() {
            let row = area.row(y, width as usize);
            let source = &mut pixels::of_mut(&mut layer)[row.clone()];
            pixels::over(&mut pixels::of_mut(&mut self.target)[row], source, opacity);
            source.fill([0; 4]);
        }
        self.layer = Some(layer);
        area
    }

    fn picture(&mut self, picture: &Arc<Picture>, to_pixels: Affine, opacity: f64) -> Area {
        let all = Area::of(&self.target);
        let Some(map) = transform(to_pixels) else { return Area::EMPTY };
        let Some(bounds) = picture.tree.root().abs_layer_bounding_box().to_rect().transform(map) else {
            return Area::EMPTY;
        };
        // What is inside cannot be cut as outlines are, so a picture that is far too large is left out.
        let reach = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        if reach.into_iter().any(|v| f64::from(v.abs()) > outline::LIMIT) {
            return Area::EMPTY;
        }
        let area = all.touched(bounds, 2.0);
        if area.is_empty() {
            return area;
        }

        // Always by way of a layer of its own, kept or not, so that both give the same bytes.
        let room = self.pictures.room();
        let mut entry = if self.plain { None } else { self.pictures.entry(picture, to_pixels, self.frame) };
        let opacity = unit_to_u8(opacity);
        let target = pixels::of_mut(&mut self.target);
        if let Some(image) = entry.as_ref().and_then(|entry| entry.image.as_ref()) {
            for y in area.rows() {
                let row = image.row(y, area.left, area.right);
                pixels::over(&mut target[area.row(y, all.width())], row, opacity);
            }
            return area;
        }

        let Some(mut layer) = self.layer.take().or_else(|| Pixmap::new(all.right as u32, all.bottom as u32)) else {
            return Area::EMPTY;
        };
        resvg::render(&picture.tree, map, &mut layer.as_mut());
        let source = pixels::of(&layer);
        for y in area.rows() {
            let row = area.row(y, all.width());
            pixels::over(&mut target[row.clone()], &source[row], opacity);
        }
        if let Some(entry) = entry.as_mut().filter(|entry| entry.again && area.len() <= room) {
            let rows = area.rows().flat_map(|y| &source[area.row(y, all.width())]);
            entry.image = Some(Image { area, pixels: rows.copied().collect() });
        }
        layer.fill(tiny_skia::Color::TRANSPARENT);
        self.layer = Some(layer);
        area
    }
}

/// A clear picture, or why there is none.
fn clear_pixmap(width: u32, height: u32) -> Result<Pixmap, Error> {
    const LONGEST: u32 = Raster::LONGEST_SIDE;
    let size = format!("{width} x {height} px");
    if width == 0 || height == 0 {
        let allowed = format!("1 to {LONGEST} px wide and high");
        return Err(Error::Parameter { name: "size".into(), value: size, allowed });
    }
    if width > LONGEST || height > LONGEST {
        let limit = format!("{LONGEST} x {LONGEST} px");
        return Err(Error::Limit { what: "the size of the picture".into(), value: size, limit });
    }
    let length = 4 * width as usize * height as usize;
    let too_much = || Error::Limit {
        what: "the memory for the picture".into(),
        value: format!("{length} bytes ({size})"),
        limit: "what this machine has free".into(),
    };
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| too_much())?;
    bytes.resize(length, 0);
    tiny_skia::IntSize::from_wh(width, height).and_then(|size| Pixmap::from_vec(bytes, size)).ok_or_else(too_much)
}

/// The mask of a picture's size, made when first needed.
fn mask<'a>(mask: &'a mut Option<Mask>, target: &Pixmap) -> Option<&'a mut Mask> {
    if mask.is_none() {
        *mask = Mask::new(target.width(), target.height());
    }
    mask.as_mut()
}

/// A paint as tiny-skia draws it by itself; `None` if it leaves no mark.
fn plain_paint(paint: &Paint, to_pixels: Affine, opacity: f64) -> Option<tiny_skia::Paint<'static>> {
    let shader = match paint {
        Paint::Solid(solid) => tiny_skia::Shader::SolidColor(color(*solid, opacity)),
        Paint::Gradient(gradient) => gradient::shader(gradient, to_pixels * gradient.transform, opacity)?,
    };
    Some(tiny_skia::Paint { shader, anti_alias: true, ..Default::default() })
}

fn color(color: Color, opacity: f64) -> tiny_skia::Color {
    let Color { r, g, b, a } = color.with_alpha(f64::from(color.a) / 255.0 * opacity);
    tiny_skia::Color::from_rgba8(r, g, b, a)
}

fn transform(map: Affine) -> Option<tiny_skia::Transform> {
    let [a, b, c, d, e, f] = map.as_coeffs().map(|v| v as f32);
    let map = tiny_skia::Transform::from_row(a, b, c, d, e, f);
    map.is_finite().then_some(map)
}

#[cfg(test)]
mod tests;
