//! Overlays: small marks around the face, each a loop that depends on the time alone.

use kurbo::{Affine, Circle, PathEl, Point, Vec2};

use super::Drawing;
use crate::character::Character;
use crate::color::Color;
use crate::face::Overlay;
use crate::frame::{Frame, Placement};
use crate::geometry::{RestPlace, sin_cos};
use crate::motion::Rhythm;
use crate::scene::{Fill, Layer, Paint, Part, Scene, Shape, Stroke};

const GOLD: Color = Color::rgb(0xff, 0xc2, 0x3d);
const ROSE: Color = Color::rgb(0xf2, 0x5f, 0x88);
const WATER: Color = Color::rgb(0x62, 0xbd, 0xf4);
const RED: Color = Color::rgb(0xe8, 0x4e, 0x52);
const GREEN: Color = Color::rgb(0x34, 0xb2, 0x76);
const PAPER: [Color; 5] = [
    Color::rgb(0xff, 0x6b, 0x6b),
    GOLD,
    Color::rgb(0x5c, 0xc9, 0xa7),
    Color::rgb(0x5b, 0x9d, 0xf5),
    Color::rgb(0xb4, 0x7e, 0xe8),
];

/// Draws what there is of each overlay.
pub(super) fn draw(character: &Character, frame: &Frame, placement: &Placement, drawing: &Drawing, scene: &mut Scene) {
    let [lightness, _, _] = character.palette.shade.to_oklch();
    // A tone of the body that shows on white pages and on black ones.
    let accent = character.palette.shade.with_lightness((lightness - 0.12).clamp(0.42, 0.52), 1.1, 0.0);
    for ((_, overlay), weight) in Overlay::ALL.iter().zip(frame.overlays) {
        if weight > 1e-3 {
            let weight = weight.clamp(0.0, 1.0);
            let head = placement.head;
            // A quarter of the head's radius; on a slim head a little more.
            let unit = (0.25 * head.radius).max(10.5).min(0.33 * head.radius) * drawing.face_boost();
            // How far the body is wider than the head at its brow: marks stand beside the body, not on it.
            let span = character.spans.at(head.center.y - 0.85 * head.radius);
            let aside = [span.left, span.right].map(|edge| (edge - 0.78 * head.radius).max(0.0));
            let mut pen = Pen {
                frame,
                placement,
                scene,
                overlay: *overlay,
                unit,
                aside,
                weight,
                accent,
                small: drawing.is_small(),
                rim: false,
                rhythm: frame.rhythm,
            };
            for rim in [true, false] {
                // Confetti has light and dark papers: some of them show on anything.
                if rim && *overlay == Overlay::Confetti {
                    continue;
                }
                pen.rim = rim;
                pen.draw();
            }
        }
    }
}

struct Pen<'a> {
    frame: &'a Frame,
    placement: &'a Placement,
    scene: &'a mut Scene,
    overlay: Overlay,
    /// The size of a mark, in canvas units.
    unit: f64,
    /// How much further out marks float to the left and to the right, in canvas units.
    aside: [f64; 2],
    weight: f64,
    accent: Color,
    /// Whether the picture is a small one, with fewer and larger marks.
    small: bool,
    /// Whether this is the pale rim under a mark, on which it reads over ears, hats and dark pages.
    rim: bool,
    rhythm: Rhythm,
}

/// How far a rim reaches beyond its mark, in units of a mark.
const RIM: f64 = 0.13;

impl Pen<'_> {
    /// Where in a loop of `period` seconds the moment is, 0..1.
    fn cycle(&self, period: f64) -> f64 {
        self.cycle_from(period, 0.0)
    }

    /// The same in a loop that began `ahead` seconds earlier.
    fn cycle_from(&self, period: f64, ahead: f64) -> f64 {
        let (_, share) = self.rhythm.turn_from(period, ahead / period);
        share
    }

    fn draw(&mut self) {
        match self.overlay {
            Overlay::Sweat => {
                // Beads, runs, is gone.
                let s = self.cycle(2.6);
                let (place, seen) = self.on_face(0.54, 0.52 - 0.16 * s * s);
                self.drop(place * Affine::scale(0.9), seen * fade(s, 0.12, 0.75));
            }
            Overlay::Tear => {
                let s = self.cycle(3.2);
                let eye = self.placement.features[5].rest;
                let (place, seen) = self.on_face(eye.x() + 0.04, eye.y() - 0.24 - 0.34 * s * s);
                self.drop(place * Affine::scale(0.72 + 0.2 * s.min(0.4)), seen * fade(s, 0.1, 0.8));
            }
            Overlay::Anger => {
                let beat = 1.0 + 0.10 * libm::sin(std::f64::consts::TAU * self.cycle(0.8));
                let (place, seen) = self.on_face(0.48, 0.66);
                let place = place * Affine::scale(if self.small { 1.3 } else { 1.05 } * beat);
                for i in 0..4 {
                    let (s, c) = sin_cos(90.0 * f64::from(i) + 12.0);
                    let turned = place * Affine::new([c, s, -s, c, 0.0, 0.0]);
                    let vein = [
                        PathEl::MoveTo(Point::new(0.34, -0.92)),
                        PathEl::CurveTo(Point::new(0.34, -0.54), Point::new(0.54, -0.34), Point::new(0.92, -0.34)),
                    ];
                    self.stroke(turned, vein, RED, 0.28, seen);
                }
            }
            Overlay::Hearts => {
                for i in 0..3 {
                    let s = self.cycle_from(2.3, 0.77 * f64::from(i));
                    let side = [0.72, -0.78, 0.98][i as usize];
                    let x = side + 0.10 * libm::sin(6.0 * s + f64::from(i));
                    let place = self.floating(x, 0.55 + 0.75 * s)
                        * Affine::scale((0.5 + 0.45 * s) * [1.0, 0.8, 0.62][i as usize]);
                    self.fill(place, heart(), ROSE, fade(s, 0.15, 0.6));
                }
            }
            Overlay::Sparkle => {
                for (i, (x, y, size)) in
                    [(0.98, 0.72, 1.0), (-1.0, 0.62, 0.72), (0.72, 1.05, 0.5)].into_iter().enumerate()
                {
                    let twinkle = libm::sin(std::f64::consts::PI * self.cycle_from(1.1, 0.37 * i as f64));
                    let place = self.floating(x, y) * Affine::scale(size * (0.45 + 0.55 * twinkle));
                    self.fill(place, spark(), GOLD, 0.35 + 0.65 * twinkle);
                }
            }
            Overlay::Glint => {
                let twinkle = libm::sin(std::f64::consts::PI * self.cycle_from(1.4, 0.6));
                let place = self.floating(0.88, 0.42) * Affine::scale(0.55 + 0.4 * twinkle);
                self.fill(place, spark(), GOLD, 0.5 + 0.5 * twinkle);
            }
            Overlay::Zzz => {
                // Three letters are a smear in a small picture.
                let count = if self.small { 2 } else { 3 };
                let larger = if self.small { 1.4 } else { 1.0 };
                for i in 0..count {
                    let s = self.cycle_from(3.3, 0.5 + 3.3 * f64::from(i) / f64::from(count));
                    let x = 0.6 + 0.56 * s + 0.04 * libm::sin(5.0 * s + f64::from(i));
                    let place = self.floating(x, 0.48 + 1.0 * s)
                        * Affine::scale(larger * (0.42 + 0.44 * s))
                        * Affine::rotate(-0.12 + 0.2 * s);
                    let z = [(-0.6, -0.62), (0.6, -0.62), (-0.6, 0.62), (0.6, 0.62)].map(Point::from);
                    let line = [PathEl::MoveTo(z[0]), PathEl::LineTo(z[1]), PathEl::LineTo(z[2]), PathEl::LineTo(z[3])];
                    self.stroke(place, line, self.accent, 0.3, fade(s, 0.12, 0.78));
                }
            }
            Overlay::Question => {
                let lean = 0.14 * libm::sin(std::f64::consts::TAU * self.cycle(2.4));
                let place = self.floating(0.92, 0.92) * Affine::rotate(0.2 + lean) * Affine::scale(1.15);
                let hook = [
                    PathEl::MoveTo(Point::new(-0.46, -0.52)),
                    PathEl::CurveTo(Point::new(-0.46, -1.12), Point::new(0.5, -1.12), Point::new(0.5, -0.5)),
                    PathEl::CurveTo(Point::new(0.5, -0.08), Point::new(0.0, -0.06), Point::new(0.0, 0.36)),
                ];
                self.stroke(place, hook, self.accent, 0.3, 1.0);
                self.fill(place, dot(0.0, 0.84, 0.2), self.accent, 1.0);
            }
            Overlay::Exclamation => self.exclamation(0.86, 0.98, self.accent),
            Overlay::Alert => self.exclamation(0.86, 0.98, RED),
            Overlay::Note => {
                let bob = 0.06 * libm::sin(std::f64::consts::TAU * self.cycle(0.9));
                let place = self.floating(0.94, 0.86 + bob) * Affine::rotate(0.15);
                self.fill(place, dot(-0.3, 0.66, 0.3), self.accent, 1.0);
                let stem = [
                    PathEl::MoveTo(Point::new(-0.06, 0.62)),
                    PathEl::LineTo(Point::new(-0.06, -0.8)),
                    PathEl::CurveTo(Point::new(0.2, -0.5), Point::new(0.6, -0.4), Point::new(0.5, 0.1)),
                ];
                self.stroke(place, stem, self.accent, 0.2, 1.0);
            }
            Overlay::Dots => {
                for i in 0..3 {
                    let s = self.cycle_from(1.5, -0.25 * f64::from(i));
                    let lift = libm::sin(std::f64::consts::PI * (s / 0.45).min(1.0));
                    // Small pictures have larger marks, which need larger gaps.
                    let step = f64::from(i) * self.unit / self.placement.head.radius;
                    let place = self.floating(0.6 + 1.16 * step, 0.98 + 0.28 * step + 0.09 * lift);
                    self.fill(place, dot(0.0, 0.0, 0.33 + 0.09 * lift), self.accent, 0.55 + 0.45 * lift);
                }
            }
            Overlay::Confetti => {
                for i in 0..16u32 {
                    let lane = f64::from(i * 7 % 16) / 15.0;
                    let s = self.cycle_from(1.9 + 0.5 * lane, 0.31 * f64::from(i));
                    let x = -1.45 + 2.9 * lane + 0.1 * libm::sin(5.0 * s + f64::from(i));
                    let place = self.floating(x, 1.55 - 2.6 * s) * Affine::rotate(7.0 * s + f64::from(i));
                    let flip = libm::cos(9.0 * s + f64::from(i));
                    let paper = Affine::scale_non_uniform(0.34, 0.2 * flip.abs().max(0.15));
                    self.fill(place * paper, rectangle(), PAPER[i as usize % PAPER.len()], fade(s, 0.1, 0.8));
                }
            }
            Overlay::Stars => {
                for i in 0..3 {
                    let (s, c) = sin_cos(360.0 * (self.cycle(2.2) + f64::from(i) / 3.0));
                    let place = self.floating(0.78 * c, 0.86 - 0.16 * s) * Affine::scale(0.62 + 0.14 * s);
                    self.fill(place, star(), GOLD, 0.75 + 0.25 * s);
                }
            }
            Overlay::Waves => {
                for i in 0..3 {
                    let s = self.cycle_from(1.5, -0.28 * f64::from(i));
                    let reach = 0.5 + 0.42 * f64::from(i);
                    let place = self.floating(0.98, 0.42);
                    let (a, b) = (sin_cos(-42.0), sin_cos(42.0));
                    let handle = 0.49 * reach;
                    let arc = [
                        PathEl::MoveTo(Point::new(reach * a.1, reach * a.0)),
                        PathEl::CurveTo(
                            Point::new(reach * a.1 - handle * a.0, reach * a.0 + handle * a.1),
                            Point::new(reach * b.1 + handle * b.0, reach * b.0 - handle * b.1),
                            Point::new(reach * b.1, reach * b.0),
                        ),
                    ];
                    let bright = libm::sin(std::f64::consts::PI * (s / 0.6).min(1.0));
                    self.stroke(place, arc, self.accent, 0.2, 0.3 + 0.7 * bright);
                }
            }
            Overlay::Magnifier => {
                let (s, c) = sin_cos(360.0 * self.cycle(2.4));
                let place = self.floating(0.96 + 0.07 * c, 0.74 + 0.07 * s) * Affine::scale(1.05);
                self.fill(place, dot(0.0, 0.0, 0.62), WATER, 0.3);
                self.stroke(place, dot(0.0, 0.0, 0.62), self.accent, 0.24, 1.0);
                let handle = [PathEl::MoveTo(Point::new(0.46, 0.46)), PathEl::LineTo(Point::new(1.0, 1.0))];
                self.stroke(place, handle, self.accent, 0.34, 1.0);
            }
            Overlay::Hourglass => {
                // Runs for most of its time, then turns over.
                let s = self.cycle(3.0);
                let turn = smooth((s - 0.86) / 0.14);
                let place =
                    self.floating(0.96, 0.82) * Affine::rotate(std::f64::consts::PI * turn) * Affine::scale(0.92);
                let run = (s / 0.86).min(1.0);
                self.fill(place, funnel(1.0 - run, -1.0), GOLD, 1.0);
                self.fill(place, funnel(run.sqrt(), 1.0), GOLD, 1.0);
                let p = |x: f64, y: f64| Point::new(x, y);
                let glass = [
                    PathEl::MoveTo(p(-0.6, -0.92)),
                    PathEl::LineTo(p(0.6, -0.92)),
                    PathEl::CurveTo(p(0.6, -0.4), p(0.1, -0.2), p(0.1, 0.0)),
                    PathEl::CurveTo(p(0.1, 0.2), p(0.6, 0.4), p(0.6, 0.92)),
                    PathEl::LineTo(p(-0.6, 0.92)),
                    PathEl::CurveTo(p(-0.6, 0.4), p(-0.1, 0.2), p(-0.1, 0.0)),
                    PathEl::CurveTo(p(-0.1, -0.2), p(-0.6, -0.4), p(-0.6, -0.92)),
                    PathEl::ClosePath,
                ];
                self.stroke(place, glass, self.accent, 0.2, 1.0);
            }
            Overlay::Check => {
                let place = self.floating(0.9, 0.82) * Affine::scale(1.1 * (0.9 + 0.1 * self.weight));
                self.fill(place, dot(0.0, 0.0, 0.86), GREEN, 1.0);
                let tick = [
                    PathEl::MoveTo(Point::new(-0.40, 0.02)),
                    PathEl::LineTo(Point::new(-0.10, 0.32)),
                    PathEl::LineTo(Point::new(0.42, -0.30)),
                ];
                self.stroke(place, tick, Color::WHITE, 0.24, 1.0);
            }
            Overlay::Hello => {
                let wave = 6.0 * libm::sin(std::f64::consts::TAU * self.cycle(0.9));
                for i in 0..3 {
                    let (s, c) = sin_cos(-52.0 + 26.0 * f64::from(i) + wave);
                    let place = self.floating(0.74, 0.52);
                    let line = [
                        PathEl::MoveTo(Point::new(0.95 * c, 0.95 * s)),
                        PathEl::LineTo(Point::new(1.55 * c, 1.55 * s)),
                    ];
                    self.stroke(place, line, self.accent, 0.24, 0.9);
                }
            }
        }
    }

    fn exclamation(&mut self, x: f64, y: f64, color: Color) {
        let jolt = libm::exp(-3.0 * self.cycle(2.0)) * libm::sin(4.0 * std::f64::consts::TAU * self.cycle(2.0));
        let place = self.floating(x, y) * Affine::rotate(0.24 + 0.14 * jolt) * Affine::scale(1.15);
        let p = |x: f64, y: f64| Point::new(x, y);
        let stem = [
            PathEl::MoveTo(p(-0.24, -0.92)),
            PathEl::CurveTo(p(-0.24, -1.24), p(0.24, -1.24), p(0.24, -0.92)),
            PathEl::LineTo(p(0.13, 0.14)),
            PathEl::CurveTo(p(0.11, 0.34), p(-0.11, 0.34), p(-0.13, 0.14)),
            PathEl::ClosePath,
        ];
        self.fill(place, stem, color, 1.0);
        self.fill(place, dot(0.0, 0.72, 0.23), color, 1.0);
    }

    fn drop(&mut self, place: Affine, opacity: f64) {
        let p = |x: f64, y: f64| Point::new(x, y);
        let drop = [
            PathEl::MoveTo(p(0.0, -0.95)),
            PathEl::CurveTo(p(0.12, -0.5), p(0.58, -0.12), p(0.58, 0.36)),
            PathEl::CurveTo(p(0.58, 0.7), p(0.32, 0.94), p(0.0, 0.94)),
            PathEl::CurveTo(p(-0.32, 0.94), p(-0.58, 0.7), p(-0.58, 0.36)),
            PathEl::CurveTo(p(-0.58, -0.12), p(-0.12, -0.5), p(0.0, -0.95)),
            PathEl::ClosePath,
        ];
        self.fill(place, drop, WATER, opacity);
        self.fill(place, dot(-0.2, 0.36, 0.16), Color::WHITE, 0.8 * opacity);
    }

    /// A place on the head, which turns with it, in units of marks; and how much of it is seen, as of any feature.
    fn on_face(&self, x: f64, y: f64) -> (Affine, f64) {
        let tangent = RestPlace::clamped(x, y).tangent().rotated(self.frame.rotation);
        let at = self.placement.head.project(tangent.normal);
        let [a, b, c, d] = tangent.matrix();
        let place = self.placement.body * Affine::new([a, b, c, d, at.x, at.y]) * Affine::scale(self.unit);
        (place, if tangent.visible() { tangent.opacity() } else { 0.0 })
    }

    /// A place beside the head, in head radii from its middle; it drifts along a little as the head turns.
    fn floating(&self, x: f64, y: f64) -> Affine {
        let ahead = glam::DVec3::Z;
        let moved = self.frame.rotation * ahead - self.frame.home * ahead;
        let head = self.placement.head;
        let aside = if x < 0.0 { -self.aside[0] } else { self.aside[1] } * (x.abs() / 0.6).min(1.0);
        let at =
            head.center + Vec2::new(x + 0.22 * moved.x, -(y + 0.22 * moved.y)) * head.radius + Vec2::new(aside, 0.0);
        // Marks follow the body but are not stretched by it.
        Affine::translate((self.placement.body * at).to_vec2()) * Affine::scale(self.unit)
    }

    fn fill(&mut self, place: Affine, path: impl IntoIterator<Item = PathEl>, color: Color, opacity: f64) {
        let fill = Some(Fill { paint: Paint::Solid(color), even_odd: false });
        self.push(place, path, fill, None, opacity);
    }

    fn stroke(
        &mut self,
        place: Affine,
        path: impl IntoIterator<Item = PathEl>,
        color: Color,
        width: f64,
        opacity: f64,
    ) {
        self.push(place, path, None, Some(Stroke::round(Paint::Solid(color), width)), opacity);
    }

    fn push(
        &mut self,
        transform: Affine,
        path: impl IntoIterator<Item = PathEl>,
        fill: Option<Fill>,
        stroke: Option<Stroke>,
        opacity: f64,
    ) {
        let opacity = (opacity * self.weight).clamp(0.0, 1.0);
        let (mut fill, mut stroke) = (fill, stroke);
        if self.rim {
            let rim = Paint::Solid(Color::WHITE);
            // As wide on a small mark as on a large one.
            let width = 2.0 * RIM * self.unit / transform.determinant().abs().sqrt().max(1e-9);
            let of_line = stroke.as_ref().map_or(0.0, |line| line.width);
            fill = fill.map(|_| Fill { paint: rim.clone(), even_odd: false });
            stroke = Some(Stroke::round(rim, of_line + width));
        }
        if opacity > 0.0 {
            let geometry = self.scene.geometry(path);
            let part = Part::Overlay(self.overlay.name());
            self.scene.push(Shape { part, layer: Layer::Overlay, transform, opacity, geometry, fill, stroke });
        }
    }
}

/// In over the first share of a loop, out after another.
fn fade(s: f64, rise: f64, fall: f64) -> f64 {
    smooth(s / rise) * (1.0 - smooth((s - fall) / (1.0 - fall)))
}

fn smooth(s: f64) -> f64 {
    let s = s.clamp(0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}

fn dot(x: f64, y: f64, radius: f64) -> impl Iterator<Item = PathEl> {
    kurbo::Shape::path_elements(&Circle::new((x, y), radius), 2e-3)
}

fn heart() -> [PathEl; 6] {
    let p = |x: f64, y: f64| Point::new(x, y);
    [
        PathEl::MoveTo(p(0.0, 0.86)),
        PathEl::CurveTo(p(-0.5, 0.46), p(-0.98, 0.06), p(-0.98, -0.36)),
        PathEl::CurveTo(p(-0.98, -0.92), p(-0.24, -1.02), p(0.0, -0.44)),
        PathEl::CurveTo(p(0.24, -1.02), p(0.98, -0.92), p(0.98, -0.36)),
        PathEl::CurveTo(p(0.98, 0.06), p(0.5, 0.46), p(0.0, 0.86)),
        PathEl::ClosePath,
    ]
}

/// Four points with hollow sides.
fn spark() -> [PathEl; 6] {
    let p = |x: f64, y: f64| Point::new(x, y);
    [
        PathEl::MoveTo(p(0.0, -1.0)),
        PathEl::QuadTo(p(0.14, -0.14), p(1.0, 0.0)),
        PathEl::QuadTo(p(0.14, 0.14), p(0.0, 1.0)),
        PathEl::QuadTo(p(-0.14, 0.14), p(-1.0, 0.0)),
        PathEl::QuadTo(p(-0.14, -0.14), p(0.0, -1.0)),
        PathEl::ClosePath,
    ]
}

fn star() -> impl Iterator<Item = PathEl> {
    (0..10)
        .map(|i| {
            let (s, c) = sin_cos(36.0 * f64::from(i) - 90.0);
            let radius = if i % 2 == 0 { 1.0 } else { 0.46 };
            let p = Point::new(radius * c, radius * s);
            if i == 0 { PathEl::MoveTo(p) } else { PathEl::LineTo(p) }
        })
        .chain([PathEl::ClosePath])
}

fn rectangle() -> [PathEl; 5] {
    let p = |x: f64, y: f64| Point::new(x, y);
    [
        PathEl::MoveTo(p(-1.0, -1.0)),
        PathEl::LineTo(p(1.0, -1.0)),
        PathEl::LineTo(p(1.0, 1.0)),
        PathEl::LineTo(p(-1.0, 1.0)),
        PathEl::ClosePath,
    ]
}

/// Sand that fills one half of an hourglass to a share: the upper from its neck up, the lower from its floor up.
fn funnel(share: f64, side: f64) -> [PathEl; 5] {
    let share = share.clamp(0.02, 1.0);
    let p = |x: f64, y: f64| Point::new(x, y);
    if side < 0.0 {
        let top = -0.06 - 0.66 * share;
        let half = 0.06 + 0.40 * share;
        [
            PathEl::MoveTo(p(-half, top)),
            PathEl::LineTo(p(half, top)),
            PathEl::LineTo(p(0.05, -0.04)),
            PathEl::LineTo(p(-0.05, -0.04)),
            PathEl::ClosePath,
        ]
    } else {
        let top = 0.84 - 0.5 * share;
        let half = 0.48 - 0.30 * share;
        [
            PathEl::MoveTo(p(-half, top)),
            PathEl::LineTo(p(half, top)),
            PathEl::LineTo(p(0.48, 0.84)),
            PathEl::LineTo(p(-0.48, 0.84)),
            PathEl::ClosePath,
        ]
    }
}
