use kurbo::{Affine, Point};

use super::*;
use crate::Color;
use crate::character::Character;
use crate::compose::{Drawing, compose};
use crate::frame::Still;
use crate::scene::{Layer, Paint, Part, Scene, Shape};

fn drawn(character: &Character, style: Style) -> Scene {
    let frame = Still::default().frame(character, character.state("angry").unwrap());
    let mut scene = Scene::new();
    compose(character, &frame, &Drawing { style, ..Drawing::default() }, &mut scene);
    scene
}

fn cast() -> Vec<Character> {
    Character::builtin_names().map(|name| Character::builtin(name).unwrap()).collect()
}

fn of_face(scene: &Scene) -> Vec<&Shape> {
    scene.shapes().iter().filter(|shape| matches!(shape.layer, Layer::Face | Layer::Overlay)).collect()
}

#[test]
fn the_first_style_is_solid_and_names_are_told_apart() {
    let names: Vec<&str> = Style::all().iter().map(|known| known.name.as_str()).collect();
    assert_eq!(names, ["solid", "flat", "outline", "cartoon", "sticker", "paper", "glass", "soft", "riso"]);
    assert_eq!(Style::all()[0].style, Style::SOLID);
    assert!(Style::all().iter().all(|known| !known.summary.is_empty()));
    let error = Style::builtin("stiker").unwrap_err().to_string();
    assert!(error.contains("\"sticker\""), "{error}");
}

#[test]
fn faces_and_marks_are_the_same_in_every_style() {
    for character in cast() {
        let solid = drawn(&character, Style::SOLID);
        for known in Style::all() {
            let scene = drawn(&character, known.style);
            assert_eq!(of_face(&scene), of_face(&solid), "{}, {}", character.name(), known.name);
        }
    }
}

#[test]
fn layers_stay_in_their_order() {
    for character in cast() {
        for known in Style::all() {
            let scene = drawn(&character, known.style);
            let ordered = scene.shapes().is_sorted_by_key(|shape| shape.layer);
            assert!(ordered, "{}, {}", character.name(), known.name);
        }
    }
}

#[test]
fn a_flat_body_has_one_colour() {
    for character in cast() {
        let scene = drawn(&character, Style::builtin("flat").unwrap());
        let body: Vec<&Shape> = scene.shapes().iter().filter(|shape| shape.part == Part::Body).collect();
        let paints: Vec<Option<&Paint>> =
            body.iter().map(|shape| shape.fill.as_ref().map(|fill| &fill.paint)).collect();
        assert_eq!(paints, [Some(&Paint::Solid(character.palette().body))], "{}", character.name());
        let parts = scene.shapes().iter().filter(|s| matches!(s.layer, Layer::Behind | Layer::Body | Layer::Front));
        for shape in parts {
            let flat = |paint: &Paint| matches!(paint, Paint::Solid(_));
            assert!(shape.fill.as_ref().is_none_or(|fill| flat(&fill.paint)), "{shape:?}");
            assert!(shape.stroke.as_ref().is_none_or(|stroke| flat(&stroke.paint)), "{shape:?}");
        }
    }
}

/// A light bulb of three shapes, none of them a body by its id.
#[test]
fn imported_art_is_drawn_in_every_style() {
    let svg = include_bytes!("../../examples/bulb.svg");
    let source = crate::Source { svg: ("bulb.svg", svg), ..crate::Source::default() };
    let bulb = source.load().unwrap().character;
    let pieces = |scene: &Scene| {
        let body = |s: &&Shape| s.layer == Layer::Body && s.fill.is_some();
        scene.shapes().iter().filter(body).count()
    };
    let solid = pieces(&drawn(&bulb, Style::SOLID));
    assert!(solid > 0);
    for known in Style::all() {
        let scene = drawn(&bulb, known.style);
        assert_eq!(pieces(&scene), solid, "{}", known.name);
        let around = scene.shapes().iter().any(|s| match &s.geometry {
            crate::Geometry::Shared(path) => std::sync::Arc::ptr_eq(path, &bulb.outline),
            _ => false,
        });
        assert_eq!(around, known.style.line > 0.0 || known.style.rim > 0.0, "{}", known.name);
    }
}

/// Ink is dark on light bodies and light on dark ones; what is behind it goes the other way.
#[test]
fn ink_reads_on_paper_of_every_tint() {
    let nubo = Character::builtin("nubo").unwrap();
    for color in crate::NAMED_COLORS.map(|(_, color)| color).into_iter().chain([Color::BLACK, Color::WHITE]) {
        let nubo = nubo.recolored(color);
        for name in ["outline", "paper", "soft", "riso"] {
            let scene = drawn(&nubo, Style::builtin(name).unwrap());
            let fills = scene.shapes().iter().filter(|s| s.part == Part::Body).filter_map(|s| s.fill.as_ref());
            let mut grounds = fills.filter_map(|fill| match fill.paint {
                Paint::Solid(color) if color.a == 255 => Some(color),
                _ => None,
            });
            let ground = grounds.next_back().unwrap();
            let contrast = nubo.palette().ink.contrast(ground);
            assert!(contrast >= crate::INK_CONTRAST, "{name} on {color}: {contrast}");
        }
    }
}

#[test]
fn a_cartoon_line_stands_out_from_bodies_of_every_colour() {
    let nubo = Character::builtin("nubo").unwrap();
    let greys = (0..=255).step_by(5).map(|grey| Color::rgb(grey, grey, grey));
    for color in crate::NAMED_COLORS.map(|(_, color)| color).into_iter().chain(greys) {
        let nubo = nubo.recolored(color);
        let scene = drawn(&nubo, Style::builtin("cartoon").unwrap());
        let line = scene.shapes().iter().rfind(|s| s.part == Part::Body && s.stroke.is_some()).unwrap();
        let Paint::Solid(line) = line.stroke.as_ref().unwrap().paint else { panic!("{line:?}") };
        let lightness = |color: Color| color.to_oklch()[0];
        let (line, body) = (lightness(line), lightness(nubo.palette().body));
        assert!((line - body).abs() > 0.1, "{color}: a line of {line} around {body}");
        assert!(line < body || body < 0.35, "{color}: light bodies have dark lines, {line} around {body}");
    }
}

#[test]
fn the_line_around_the_body_has_its_width_on_the_canvas() {
    let style = Style { line: 3.0, ..Style::SOLID };
    let scene = drawn(&Character::builtin("nubo").unwrap(), style);
    let line = scene.shapes().iter().find(|s| s.part == Part::Body && s.stroke.is_some()).unwrap();
    // A stretched body keeps its area, so the mean of its two scales is 1.
    let scale = line.transform.determinant().abs().sqrt();
    let width = line.stroke.as_ref().unwrap().width * scale;
    assert!((width - 3.0).abs() < 1e-9, "{width}");
}

#[test]
fn a_rim_reaches_as_far_as_it_is_wide() {
    let nubo = Character::builtin("nubo").unwrap();
    let [plain, rimmed] = [0.0, 7.0].map(|rim| {
        let scene = drawn(&nubo, Style { rim, shadow: false, ..Style::SOLID });
        let mut raster = crate::Raster::new(200, 200).unwrap();
        raster.draw(&scene, None);
        let mut rgba = Vec::new();
        raster.straight(&mut rgba);
        // The highest line with anything of the whole body on it, right of the curl and away from marks.
        let left = |row: usize| (0..100).find(|x| rgba[(row * 200 + x) * 4 + 3] > 127);
        left(120).unwrap() as f64
    });
    // And the grey edge around it.
    assert!((plain - rimmed - (7.0 + 0.7)).abs() <= 1.0, "{plain} {rimmed}");
}

#[test]
fn paper_throws_a_shadow_for_every_piece() {
    let style = Style { cast: [3.0, 4.0], cast_depth: 0.5, ..Style::SOLID };
    let scene = drawn(&Character::builtin("nubo").unwrap(), style);
    let at = scene.shapes().iter().position(|shape| shape.part == Part::Body).unwrap();
    let [shadow, body] = [&scene.shapes()[at], &scene.shapes()[at + 1]];
    let moved = Affine::translate((3.0, 4.0)) * body.transform;
    assert!((shadow.transform * Point::ORIGIN - moved * Point::ORIGIN).hypot() < 1e-12);
    assert_eq!(shadow.geometry, body.geometry);
}

#[test]
fn in_a_print_the_fill_is_moved_and_the_line_is_not() {
    let shift = |shift| {
        let style = Style { shift, line: 2.0, ..Style::SOLID };
        drawn(&Character::builtin("nubo").unwrap(), style)
    };
    let [still, moved] = [shift([0.0, 0.0]), shift([2.0, -1.0])];
    for (a, b) in still.shapes().iter().zip(moved.shapes()) {
        let by = b.transform.translation() - a.transform.translation();
        let printed = a.fill.is_some() && matches!(a.layer, Layer::Behind | Layer::Body | Layer::Front);
        let wanted = if printed { kurbo::Vec2::new(2.0, -1.0) } else { kurbo::Vec2::ZERO };
        assert!((by - wanted).hypot() < 1e-12, "{a:?}");
    }
}

/// The mean along a gradient, by hand: grey halfway from black to white; a colour that fades in counts by its alpha.
#[test]
fn one_colour_stands_for_a_gradient() {
    use crate::scene::{Gradient, GradientKind, Stop};
    let gradient = |stops: &[(f64, Color)]| Gradient {
        kind: GradientKind::Linear { start: Point::ORIGIN, end: Point::new(1.0, 0.0) },
        transform: Affine::IDENTITY,
        stops: stops.iter().map(|&(offset, color)| Stop { offset, color }).collect(),
    };
    let mean = |stops| apply::mean(&gradient(stops));
    assert_eq!(mean(&[(0.0, Color::BLACK), (1.0, Color::WHITE)]), Color::rgb(128, 128, 128));
    // Black up to a half, then a step to white for the rest: half black, half white.
    assert_eq!(mean(&[(0.5, Color::BLACK), (0.5, Color::WHITE)]), Color::rgb(128, 128, 128));
    // A quarter of the way black and then white: 3/4 of 255.
    assert_eq!(mean(&[(0.25, Color::BLACK), (0.25, Color::WHITE)]), Color::rgb(191, 191, 191));
    let red = Color::rgb(255, 0, 0);
    assert_eq!(mean(&[(0.0, red.with_alpha(0.0)), (1.0, red)]), red.with_alpha(0.5));
}
