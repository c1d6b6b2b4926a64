//! The same scene drawn by vello_cpu: one thread, and its fast pipeline of 8 bits.

use kurbo::{Affine, BezPath};
use phiz::{CANVAS, Color, Fill, Gradient, GradientKind, Paint, Scene, Shape, Stroke};
use vello_cpu::peniko::{self, InterpolationAlphaSpace};
use vello_cpu::{PaintType, Pixmap, RenderContext, Resources};

/// vello_cpu with a picture that is used again.
pub struct Vello {
    context: RenderContext,
    resources: Resources,
    target: Pixmap,
}

impl Vello {
    pub fn new(size: u16) -> Self {
        Self { context: RenderContext::new(size, size), resources: Resources::new(), target: Pixmap::new(size, size) }
    }

    pub fn draw(&mut self, recording: &Recording) {
        let context = &mut self.context;
        context.reset();
        for step in &recording.0 {
            context.set_transform(step.transform);
            context.set_paint(step.paint.clone());
            context.set_paint_transform(step.paint_transform);
            match &step.tool {
                Tool::Fill(rule) => {
                    context.set_fill_rule(*rule);
                    context.fill_path(&step.path);
                }
                Tool::Stroke(stroke) => {
                    context.set_stroke(stroke.clone());
                    context.stroke_path(&step.path);
                }
            }
        }
        context.flush();
        context.render(&mut self.target, &mut self.resources);
    }

    pub fn pixels(&self) -> &[u8] {
        self.target.data_as_u8_slice()
    }
}

/// A scene in the types of vello_cpu, so that putting it into them is not timed.
pub struct Recording(Vec<Step>);

struct Step {
    path: BezPath,
    transform: Affine,
    paint: PaintType,
    paint_transform: Affine,
    tool: Tool,
}

enum Tool {
    Fill(peniko::Fill),
    Stroke(kurbo::Stroke),
}

impl Recording {
    /// Fills and strokes; opacity goes into the paint, which is right for all but a translucent shape that has both.
    /// Where that or imported art makes a difference, the comparison of pictures tells.
    pub fn of(scene: &Scene, size: u16) -> Self {
        let view = Affine::scale(f64::from(size) / CANVAS);
        let steps = scene.shapes().iter().flat_map(|shape| {
            let step = |paint: &Paint, tool| Step {
                path: scene.outline(shape).iter().copied().collect(),
                transform: view * shape.transform,
                paint: brush(paint, shape),
                paint_transform: match paint {
                    Paint::Solid(_) => Affine::IDENTITY,
                    Paint::Gradient(gradient) => gradient.transform,
                },
                tool,
            };
            let fill = shape.fill.as_ref().map(|fill| step(&fill.paint, Tool::Fill(rule(fill))));
            let stroke = shape.stroke.as_ref().map(|stroke| step(&stroke.paint, Tool::Stroke(pen(stroke))));
            [fill, stroke].into_iter().flatten()
        });
        Self(steps.collect())
    }
}

fn brush(paint: &Paint, shape: &Shape) -> PaintType {
    match paint {
        Paint::Solid(solid) => color(*solid, shape.opacity).into(),
        Paint::Gradient(shared) => gradient(shared, shape.opacity).into(),
    }
}

fn color(Color { r, g, b, a }: Color, opacity: f64) -> peniko::Color {
    peniko::Color::from_rgba8(r, g, b, a).multiply_alpha(opacity as f32)
}

fn gradient(gradient: &Gradient, opacity: f64) -> peniko::Gradient {
    let empty = match gradient.kind {
        GradientKind::Linear { start, end } => peniko::Gradient::new_linear(start, end),
        GradientKind::Radial { center, radius, focus } => {
            peniko::Gradient::new_two_point_radial(focus, 0.0, center, radius as f32)
        }
    };
    let stops: Vec<peniko::ColorStop> =
        gradient.stops.iter().map(|stop| (stop.offset as f32, color(stop.color, opacity)).into()).collect();
    // As SVG mixes colours.
    let interpolation_alpha_space = InterpolationAlphaSpace::Unpremultiplied;
    peniko::Gradient { interpolation_alpha_space, ..empty.with_stops(&*stops) }
}

fn rule(fill: &Fill) -> peniko::Fill {
    if fill.even_odd { peniko::Fill::EvenOdd } else { peniko::Fill::NonZero }
}

fn pen(stroke: &Stroke) -> kurbo::Stroke {
    kurbo::Stroke::new(stroke.width).with_caps(stroke.cap).with_join(stroke.join).with_miter_limit(stroke.miter_limit)
}
