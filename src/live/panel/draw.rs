//! How the panel looks.

use kurbo::{BezPath, Circle, Line, PathEl, Point, Rect, RoundedRect, Shape as _};
use phiz::{Color, Error, Fill, Layer, Paint, Part, Raster, Scene, Shape, Stroke};

use super::font::{CAPITAL, Font, PEN};
use super::layout::{self, Control, HEIGHT, PAD, Place, WIDTH};
use super::{Action, Axis, Choice, View};

const CARD: Color = Color { r: 255, g: 254, b: 252, a: 240 };
const EDGE: Color = Color { r: 60, g: 50, b: 80, a: 26 };
const INK: Color = Color::rgb(0x3d, 0x38, 0x4d);
const QUIET: Color = Color::rgb(0x8d, 0x87, 0x9b);
const FAINT: Color = Color::rgb(0xe7, 0xe3, 0xea);
const LIT: Color = Color::rgb(0xf3, 0xf0, 0xf4);
const RED: Color = Color::rgb(0xe0, 0x55, 0x5f);

/// Heights of capitals.
const TITLE: f64 = 10.5;
const TEXT: f64 = 8.0;
const SMALL: f64 = 7.2;

/// Draws the panel into pixels of its own, and only when something about it is new.
pub struct Painter {
    font: Font,
    scene: Scene,
    raster: Option<Raster>,
    /// What the pixels show.
    shown: Option<(Place, View, Option<Control>)>,
}

impl Painter {
    pub fn new() -> Self {
        Self { font: Font::new(), scene: Scene::new(), raster: None, shown: None }
    }

    pub fn pixels(&self) -> Option<(&[u8], usize)> {
        self.raster.as_ref().map(|raster| (raster.pixels(), raster.width() as usize))
    }

    pub fn draw(&mut self, place: &Place, view: &View, lit: Option<Control>) -> Result<bool, Error> {
        if self.shown.as_ref().is_some_and(|(p, v, l)| p == place && v == view && *l == lit) {
            return Ok(false);
        }
        let (width, height) = place.size();
        let mut raster = match self.raster.take() {
            Some(raster) if (raster.width(), raster.height()) == (width, height) => raster,
            _ => Raster::with_view(width, height, Rect::new(0.0, 0.0, WIDTH, HEIGHT))?,
        };
        self.scene.clear();
        Sheet { font: &self.font, scene: &mut self.scene, view, lit, accent: accent(view.accent) }.all();
        raster.draw(&self.scene, None);
        self.raster = Some(raster);
        self.shown = Some((*place, view.clone(), lit));
        Ok(true)
    }
}

/// The colour of the character, dark enough to be seen on the card.
fn accent(color: Color) -> Color {
    let [lightness, ..] = color.to_oklch();
    color.with_alpha(1.0).with_lightness(lightness.min(0.72), 1.1, 0.0)
}

struct Sheet<'a> {
    font: &'a Font,
    scene: &'a mut Scene,
    view: &'a View,
    lit: Option<Control>,
    accent: Color,
}

impl Sheet<'_> {
    fn all(&mut self) {
        let card = RoundedRect::new(0.5, 0.5, WIDTH - 0.5, HEIGHT - 0.5, 16.0);
        self.fill(card.path_elements(0.01), CARD);
        self.stroke(card.path_elements(0.01), EDGE, 1.0);
        let title = self.font.fitted(&self.view.values[Choice::Character as usize].0, TITLE, WIDTH - 2.0 * PAD - 18.0);
        self.text(&title, TITLE, [PAD, 33.0], INK, 1.35);
        let dot = if self.view.recording { RED } else { self.accent };
        self.fill(Circle::new((WIDTH - PAD - 4.5, 29.0), 4.5).path_elements(0.01), dot);
        for (name, axis) in Axis::ALL {
            self.slider(name, axis);
        }
        self.rule(layout::FIRST_RULE);
        for (name, choice) in Choice::ALL {
            self.choice(name, choice);
        }
        self.rule(layout::SECOND_RULE);
        for action in layout::ACTIONS {
            self.button(action);
        }
        self.caption();
    }

    fn slider(&mut self, name: &str, axis: Axis) {
        let angle = self.view.pose[axis as usize];
        let y = layout::slider_text(axis);
        self.text(name, SMALL, [PAD, y], QUIET, 1.0);
        let value = degrees(angle);
        let width = self.font.width(&value, SMALL);
        self.text(&value, SMALL, [WIDTH - PAD - width, y], INK, 1.0);

        let [from, to] = layout::track(axis);
        let at = |share: f64| from.lerp(to, 0.5 + 0.5 * share.clamp(-1.0, 1.0));
        let knob = at(angle / axis.most());
        self.stroke(line(from, to), FAINT, 4.0);
        self.stroke(line(at(0.0), knob), self.accent, 4.0);
        let lit = self.lit == Some(Control::Slider(axis));
        if lit {
            self.fill(Circle::new(knob, 11.0).path_elements(0.01), self.accent.with_alpha(0.16));
        }
        let disc = Circle::new(knob, 6.0);
        self.fill(disc.path_elements(0.01), Color::WHITE);
        self.stroke(disc.path_elements(0.01), self.accent, 2.6);
    }

    fn choice(&mut self, name: &str, choice: Choice) {
        let (value, has_others) = &self.view.values[choice as usize];
        let (y, arrows, middle) = layout::choice(choice);
        self.text(name, SMALL, [PAD, y], QUIET, 1.0);
        let shown = self.font.fitted(value, TEXT, layout::value_room());
        let width = self.font.width(&shown, TEXT);
        self.text(&shown, TEXT, [middle - 0.5 * width, y], INK, 1.0);
        for (tip, by) in arrows.into_iter().zip([-1, 1]) {
            let lit = *has_others && self.lit == Some(Control::Step(choice, by));
            let color = if !has_others {
                FAINT
            } else if lit {
                self.accent
            } else {
                QUIET
            };
            let (dx, cy) = (4.0 * by as f64, y - 0.4 * CAPITAL);
            let arrow = [
                PathEl::MoveTo(Point::new(tip - dx, cy - 4.5)),
                PathEl::LineTo(Point::new(tip, cy)),
                PathEl::LineTo(Point::new(tip - dx, cy + 4.5)),
            ];
            self.stroke(arrow, color, if lit { 2.2 } else { 1.6 });
        }
    }

    fn button(&mut self, action: Action) {
        let area = Control::Button(action).area();
        let lit = self.lit == Some(Control::Button(action));
        let on = match action {
            Action::Pause => self.view.paused,
            Action::Record => self.view.recording,
            _ => false,
        };
        let ground = if on {
            self.accent.with_alpha(0.2)
        } else if lit {
            FAINT
        } else {
            LIT
        };
        self.fill(area.to_rounded_rect(10.0).path_elements(0.01), ground);
        let c = area.center();
        match action {
            Action::Pause if self.view.paused => {
                let triangle = [
                    PathEl::MoveTo(Point::new(c.x - 3.5, c.y - 5.0)),
                    PathEl::LineTo(Point::new(c.x + 5.0, c.y)),
                    PathEl::LineTo(Point::new(c.x - 3.5, c.y + 5.0)),
                    PathEl::ClosePath,
                ];
                self.fill(triangle, INK);
                self.stroke(triangle, INK, 1.6);
            }
            Action::Pause => {
                for x in [-3.0, 3.0] {
                    self.stroke(line(c + (x, -4.2), c + (x, 4.2)), INK, 2.6);
                }
            }
            Action::Record if self.view.recording => {
                let square = Rect::from_center_size(c, (9.0, 9.0)).to_rounded_rect(2.0);
                self.fill(square.path_elements(0.01), RED);
            }
            Action::Record => self.fill(Circle::new(c, 5.2).path_elements(0.01), RED),
            _ => {
                let body = Rect::from_center_size(c + (0.0, 0.8), (17.0, 12.0)).to_rounded_rect(3.0);
                self.stroke(body.path_elements(0.01), INK, 1.5);
                self.stroke(Circle::new(c + (0.0, 0.8), 3.0).path_elements(0.01), INK, 1.5);
                self.stroke(line(c + (-2.5, -7.2), c + (2.5, -7.2)), INK, 1.7);
            }
        }
    }

    /// What has just happened, or what the thing under the mouse does.
    fn caption(&mut self) {
        let help = match self.lit {
            Some(Control::Button(Action::Pause)) if self.view.paused => "go on: space",
            Some(Control::Button(Action::Pause)) => "pause: space",
            Some(Control::Button(Action::Record)) if self.view.recording => "stop recording: r",
            Some(Control::Button(Action::Record)) => "record the pointer: r",
            Some(Control::Button(_)) => "save a still: s",
            Some(Control::Slider(_)) => "straight again: 0",
            Some(Control::Step(Choice::State, _)) => "state: left and right",
            Some(Control::Step(Choice::Face, _)) => "face: f",
            Some(Control::Step(Choice::Character, _)) => "character: up and down",
            Some(Control::Step(Choice::Color, _)) => "colour: c",
            Some(Control::Step(Choice::Style, _)) => "style: t",
            None => "tab hides this",
        };
        let text = self.view.note.as_deref().unwrap_or(help);
        let shown = self.font.fitted(text, SMALL, WIDTH - 2.0 * PAD);
        let x = 0.5 * (WIDTH - self.font.width(&shown, SMALL));
        let color = if self.view.note.is_some() { INK } else { QUIET };
        self.text(&shown, SMALL, [x, layout::CAPTION], color, 0.95);
    }

    fn rule(&mut self, y: f64) {
        self.stroke(line(Point::new(PAD, y), Point::new(WIDTH - PAD, y)), FAINT, 1.0);
    }

    fn text(&mut self, text: &str, size: f64, at: [f64; 2], color: Color, weight: f64) {
        let font = self.font;
        self.stroke(font.lines(text, size, at), color, weight * PEN * size / CAPITAL);
    }

    fn fill(&mut self, outline: impl IntoIterator<Item = PathEl>, color: Color) {
        self.push(outline, Some(Fill { paint: Paint::Solid(color), even_odd: false }), None);
    }

    fn stroke(&mut self, outline: impl IntoIterator<Item = PathEl>, color: Color, width: f64) {
        self.push(outline, None, Some(Stroke::round(Paint::Solid(color), width)));
    }

    fn push(&mut self, outline: impl IntoIterator<Item = PathEl>, fill: Option<Fill>, stroke: Option<Stroke>) {
        let geometry = self.scene.geometry(outline);
        self.scene.push(Shape {
            part: Part::Overlay("panel"),
            layer: Layer::Overlay,
            transform: kurbo::Affine::IDENTITY,
            opacity: 1.0,
            geometry,
            fill,
            stroke,
        });
    }
}

fn line(from: Point, to: Point) -> impl Iterator<Item = PathEl> {
    let path: BezPath = Line::new(from, to).path_elements(0.1).collect();
    path.into_iter()
}

/// An angle as it is read: whole degrees where it is some, and a minus as long as a plus.
fn degrees(angle: f64) -> String {
    let angle = if angle.abs() < 0.05 { 0.0 } else { angle };
    let sign = if angle < 0.0 { "\u{2212}" } else { "" };
    let value = (angle.abs() * 10.0).round() / 10.0;
    format!("{sign}{value}\u{b0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_short() {
        for (angle, text) in [(0.0, "0°"), (-0.01, "0°"), (12.0, "12°"), (-7.25, "\u{2212}7.3°"), (360.0, "360°")]
        {
            assert_eq!(degrees(angle), text);
        }
    }
}
