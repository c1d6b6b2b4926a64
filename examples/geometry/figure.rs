//! The figure, in four panels: rest place, tangent frame, rotation, projection.
//!
//! Every point is computed by the library: what is seen here is what draws the characters.

use std::sync::Arc;

use glam::DVec3;
use kurbo::{Affine, BezPath, Circle, Ellipse, PathEl, Point, Rect, RoundedRect, Shape as _, Vec2};
use phiz::{
    Character, Color, Drawing, Error, Fill, Geometry, Gradient, GradientKind, Head, Layer, Paint, Part, Pose,
    RestPlace, Rotation, Scene, Shape, Still, Stop, Stroke, Tangent, compose,
};

/// Width and height, in canvas units.
pub const SIZE: [f64; 2] = [920.0, 250.0];

/// What a screen reader says.
pub const TITLE: &str = "Four steps: a place on the front of a sphere; the tangent frame u, v, n there; the frame \
                         turned with the head; the face seen on a flat body";

/// Where the eye of the figure rests.
const REST: (f64, f64) = (0.44, 0.3);
/// Half axes of that eye, in head radii.
const EYE: (f64, f64) = (0.105, 0.15);
/// Radius of the spheres, in canvas units.
const RADIUS: f64 = 78.0;

const PAPER: Color = Color::rgb(0xf7, 0xf6, 0xfb);
const INK: Color = Color::rgb(0x1f, 0x2a, 0x44);
const RIGHT: Color = Color::rgb(0xe0, 0x5a, 0x48);
const UP: Color = Color::rgb(0x3f, 0x9a, 0x4f);
const OUT: Color = Color::rgb(0x5b, 0x5b, 0xd6);

/// Draws it.
///
/// # Errors
/// If the built-in character is gone.
pub fn draw() -> Result<Scene, Error> {
    let mut scene = Scene::new();
    let card = RoundedRect::from_rect(Rect::new(0.0, 0.0, SIZE[0], SIZE[1]), 18.0);
    fill(&mut scene, card.to_path(0.01), Affine::IDENTITY, Paint::Solid(PAPER));

    let rest = RestPlace::new(REST.0, REST.1)?;
    let turn = Pose::new(-44.0, -15.0, 0.0)?;
    let oblique = Pose::new(15.0, 9.0, 0.0)?.rotation();
    let center = |panel: f64| Point::new(122.0 + 226.0 * panel, 114.0);

    // The place, as the viewer sees it from the front.
    let mut panel = Panel::new(&mut scene, center(0.0), Rotation::IDENTITY);
    panel.sphere(Rotation::IDENTITY);
    panel.coordinates(rest);
    panel.eye(rest.tangent());
    panel.number("1");

    // The frame, looked at from the side.
    let mut panel = Panel::new(&mut scene, center(1.0), oblique);
    panel.sphere(Rotation::IDENTITY);
    panel.frame(rest.tangent(), true);
    panel.number("2");

    // All of it turned, from the front again.
    let mut panel = Panel::new(&mut scene, center(2.0), Rotation::IDENTITY);
    panel.sphere(turn.rotation());
    panel.way(rest, turn)?;
    panel.frame(rest.tangent().rotated(turn.rotation()), false);
    panel.number("3");

    // What is left of it once the sphere is gone.
    character(&mut scene, center(3.0), turn)?;
    Panel::new(&mut scene, center(3.0), Rotation::IDENTITY).number("4");
    Ok(scene)
}

/// A sphere and what is drawn around it, seen from one side.
struct Panel<'a> {
    scene: &'a mut Scene,
    head: Head,
    view: Rotation,
}

impl<'a> Panel<'a> {
    fn new(scene: &'a mut Scene, center: Point, view: Rotation) -> Self {
        Self { scene, head: Head { center, radius: RADIUS }, view }
    }

    fn at(&self, p: DVec3) -> Point {
        self.head.project(self.view * p)
    }

    /// A lit ball with the parallels and meridians of a head that is turned.
    fn sphere(&mut self, turned: Rotation) {
        let c = self.head.center;
        let ball = Circle::new(c, RADIUS).to_path(0.01);
        let stops = [(0.0, 0xd9edff), (0.45, 0xa9d2fb), (1.0, 0x6ea6ee)]
            .map(|(offset, rgb)| Stop { offset, color: Color::rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8) });
        let light = Gradient {
            kind: GradientKind::Radial {
                center: c + Vec2::new(-12.0, -16.0),
                radius: 1.25 * RADIUS,
                focus: c + Vec2::new(-12.0, -16.0),
            },
            transform: Affine::IDENTITY,
            stops: stops.into(),
        };
        fill(self.scene, ball, Affine::IDENTITY, Paint::Gradient(Arc::new(light)));
        let (mut thin, mut bold) = (BezPath::new(), BezPath::new());
        for degrees in (-60..=60).step_by(30) {
            let path = if degrees == 0 { &mut bold } else { &mut thin };
            self.circle(turned, path, |around| on_sphere(around, f64::from(degrees)));
        }
        for degrees in (0..180).step_by(30) {
            let path = if degrees == 0 { &mut bold } else { &mut thin };
            self.circle(turned, path, |around| on_sphere(f64::from(degrees), around));
        }
        line(self.scene, thin, Color::WHITE.with_alpha(0.5), 0.8);
        line(self.scene, bold, Color::WHITE.with_alpha(0.85), 1.4);
    }

    /// The front half of a circle on the sphere.
    fn circle(&self, turned: Rotation, path: &mut BezPath, point: impl Fn(f64) -> DVec3) {
        path.move_to(self.at(turned * point(0.0)));
        let at = |step: u8| self.view * turned * point(7.5 * f64::from(step));
        for (a, b) in (0..48).map(|step| (at(step), at(step + 1))) {
            // Where it crosses the edge of the sphere.
            let edge = a + (b - a) * (a.z / (a.z - b.z));
            match (a.z > 0.0, b.z > 0.0) {
                (true, true) => path.line_to(self.head.project(b)),
                (true, false) => path.line_to(self.head.project(edge)),
                (false, true) => {
                    path.extend([PathEl::MoveTo(self.head.project(edge)), PathEl::LineTo(self.head.project(b))])
                }
                (false, false) => {}
            }
        }
    }

    /// From the flat drawing, in head radii and y down, onto the tangent plane.
    fn onto(&self, tangent: Tangent) -> Affine {
        let seen = tangent.rotated(self.view);
        let [a, b, c, d] = seen.matrix();
        let at = self.head.project(seen.normal);
        Affine::new([a, b, c, d, at.x, at.y]) * Affine::scale(RADIUS)
    }

    fn eye(&mut self, tangent: Tangent) {
        let eye = Ellipse::new(Point::ORIGIN, EYE, 0.0).to_path(1e-4);
        let light = Ellipse::new((-0.03, -0.06), (0.032, 0.042), 0.0).to_path(1e-4);
        let onto = self.onto(tangent);
        fill(self.scene, eye, onto, Paint::Solid(INK));
        fill(self.scene, light, onto, Paint::Solid(Color::WHITE));
    }

    /// X and Y of a place, from the middle.
    fn coordinates(&mut self, rest: RestPlace) {
        let (c, p) = (self.head.center, self.at(rest.tangent().normal));
        let corner = Point::new(p.x, c.y);
        line(self.scene, polyline(&[c, corner]), RIGHT, 2.4);
        line(self.scene, polyline(&[corner, p]), UP, 2.4);
        self.dot(c, INK);
        letter(self.scene, "X", c + Vec2::new(0.5 * (p.x - c.x), 13.0), RIGHT);
        letter(self.scene, "Y", corner + Vec2::new(12.0, 0.5 * (p.y - c.y) + 5.0), UP);
    }

    /// The tangent plane with its axes, and the eye in it.
    fn frame(&mut self, tangent: Tangent, lettered: bool) {
        let onto = self.onto(tangent);
        let plane = RoundedRect::new(-0.36, -0.36, 0.36, 0.36, 0.05).to_path(1e-4);
        fill(self.scene, plane.clone(), onto, Paint::Solid(Color::WHITE.with_alpha(0.55)));
        line(self.scene, onto * plane, Color::WHITE, 1.6);
        self.eye(tangent);
        let n = tangent.normal;
        for (axis, length, color, name) in
            [(tangent.right, 0.62, RIGHT, "u"), (tangent.up, 0.62, UP, "v"), (n, 0.62, OUT, "n")]
        {
            let (from, to) = (self.at(n), self.at(n + length * axis));
            arrow(self.scene, from, to, color);
            if lettered {
                let ahead = (to - from) / (to - from).hypot().max(1e-9);
                letter(self.scene, name, to + 12.0 * ahead, color);
            }
        }
        self.dot(self.at(n), INK);
    }

    /// The way a place takes while the head turns.
    fn way(&mut self, rest: RestPlace, pose: Pose) -> Result<(), Error> {
        let steps = 24;
        let mut points = Vec::new();
        for step in 0..=steps {
            let share = f64::from(step) / f64::from(steps);
            let part = Pose::new(share * pose.turn(), share * pose.tilt(), share * pose.roll())?;
            points.push(self.at(part.rotation() * rest.tangent().normal));
        }
        line(self.scene, polyline(&points), INK.with_alpha(0.75), 2.0);
        let start = Circle::new(points[0], 4.2).to_path(1e-3);
        fill(self.scene, start.clone(), Affine::IDENTITY, Paint::Solid(PAPER));
        line(self.scene, start, INK.with_alpha(0.75), 1.8);
        letter(self.scene, "R", points[10] + Vec2::new(-9.0, -11.0), INK);
        Ok(())
    }

    fn dot(&mut self, at: Point, color: Color) {
        fill(self.scene, Circle::new(at, 2.6).to_path(1e-3), Affine::IDENTITY, Paint::Solid(color));
    }

    /// The number of the panel, on a dark disc below it.
    fn number(&mut self, digit: &str) {
        let at = Point::new(self.head.center.x, SIZE[1] - 26.0);
        fill(self.scene, Circle::new(at, 12.0).to_path(1e-3), Affine::IDENTITY, Paint::Solid(INK));
        letter(self.scene, digit, at, Color::WHITE);
    }
}

/// Nubo at the pose of the figure, its head where the panel's sphere would be; the sphere is hinted at.
fn character(scene: &mut Scene, center: Point, pose: Pose) -> Result<(), Error> {
    let nubo = Character::builtin("nubo")?;
    let still = Still { pose, home: Some(Pose::NONE), ..Still::default() };
    let mut drawn = Scene::new();
    compose(&nubo, &still.frame(&nubo, nubo.state("idle")?), &Drawing::default(), &mut drawn);
    let head = nubo.head();
    let fit = Affine::translate((center + Vec2::new(0.0, -6.0)).to_vec2())
        * Affine::scale(1.12)
        * Affine::translate(-nubo.bounds().center().to_vec2() + Vec2::new(0.0, 14.0));
    scene.append(&drawn, fit);
    let mut dashes = BezPath::new();
    for dash in 0..40 {
        let angle = |share: f64| (f64::from(dash) + share) * std::f64::consts::TAU / 40.0;
        let at = |angle: f64| head.center + head.radius * Vec2::new(libm::cos(angle), libm::sin(angle));
        dashes.move_to(fit * at(angle(0.0)));
        dashes.line_to(fit * at(angle(0.5)));
    }
    line(scene, dashes, Color::WHITE.with_alpha(0.8), 1.6);
    Ok(())
}

/// A place by longitude and latitude, in degrees; 0, 0 faces the viewer.
fn on_sphere(longitude: f64, latitude: f64) -> DVec3 {
    let (a, b) = (longitude.to_radians(), latitude.to_radians());
    DVec3::new(libm::sin(a) * libm::cos(b), libm::sin(b), libm::cos(a) * libm::cos(b))
}

fn arrow(scene: &mut Scene, from: Point, to: Point, color: Color) {
    let ahead = (to - from) / (to - from).hypot().max(1e-9);
    let side = Vec2::new(-ahead.y, ahead.x);
    line(scene, polyline(&[from, to - 6.0 * ahead]), color, 3.0);
    let mut head = polyline(&[to, to - 9.0 * ahead + 4.5 * side, to - 9.0 * ahead - 4.5 * side]);
    head.close_path();
    fill(scene, head.clone(), Affine::IDENTITY, Paint::Solid(color));
    line(scene, head, color, 1.4);
}

/// A letter in strokes around a point: text would look different wherever fonts differ.
fn letter(scene: &mut Scene, letter: &str, at: Point, color: Color) {
    let strokes = match letter {
        "u" => "M0 3.5V7.5Q0 10 2.4 10Q5 10 5 7M5 3.5V10",
        "v" => "M0 3.5L2.6 10L5.2 3.5",
        "n" => "M0 3.5V10M0 6.5Q0.4 3.5 2.8 3.5Q5 3.5 5 6V10",
        "X" => "M0 1L6 10M6 1L0 10",
        "Y" => "M0 1L3 5.6L6 1M3 5.6V10",
        "R" => "M0 10V1H2.8Q5.6 1 5.6 3.5Q5.6 6 2.8 6H0M3 6L6 10",
        "1" => "M1 3L3.5 1V10",
        "2" => "M0.2 3Q0.6 1 3 1Q5.6 1 5.6 3.5Q5.6 5 0.2 10H6",
        "3" => "M0.4 1H5.4L2.8 4.6Q5.8 4.7 5.8 7.2Q5.8 10 3 10Q1 10 0.2 8.4",
        _ => "M4.4 10V1L0.2 7.2H6",
    };
    let path = BezPath::from_svg(strokes).unwrap_or_default();
    let middle = path.bounding_box().center();
    line(scene, Affine::translate(at - middle) * Affine::scale_about(1.25, middle) * path, color, 1.9);
}

fn polyline(points: &[Point]) -> BezPath {
    let mut path = BezPath::new();
    for (i, p) in points.iter().enumerate() {
        if i == 0 { path.move_to(*p) } else { path.line_to(*p) }
    }
    path
}

fn fill(scene: &mut Scene, path: BezPath, transform: Affine, paint: Paint) {
    push(scene, path, transform, Some(Fill { paint, even_odd: false }), None);
}

fn line(scene: &mut Scene, path: BezPath, color: Color, width: f64) {
    push(scene, path, Affine::IDENTITY, None, Some(Stroke::round(Paint::Solid(color), width)));
}

fn push(scene: &mut Scene, path: BezPath, transform: Affine, fill: Option<Fill>, stroke: Option<Stroke>) {
    scene.push(Shape {
        part: Part::Named("figure".into()),
        layer: Layer::Overlay,
        transform,
        opacity: 1.0,
        geometry: Geometry::Shared(Arc::new(path)),
        fill,
        stroke,
    });
}
