//! An animated SVG is its frames: what a player makes of the text, against the scenes that it was written from.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::cast;
use common::pixels::render_svg;
use common::smil::{Drawn, film, points};
use kurbo::{Affine, BezPath, Circle, PathEl, Point, Rect, Shape as _};
use phiz::{
    Color, Cue, Drawing, Error, FaceKind, Fill, Geometry, Gradient, GradientKind, Layer, Look, Paint, Part,
    Performance, Projection, Pulse, Scene, Shape, Still, Stop, Stroke, SvgOptions, SvgTiming, compose, to_animated_svg,
    to_svg,
};
use roxmltree::Document;

const FPS: f64 = 30.0;

/// How far a point may be from where it is in a frame, in canvas units: a quarter of a pixel of 512.
const DISTANCE: f64 = 0.1;

// ---- films -----------------------------------------------------------------------------------------------------------

fn timing(frames: u32) -> SvgTiming {
    SvgTiming { frames, fps: FPS, loops: 0 }
}

/// A film of some scenes, of which the last ends the round; the first is the poster.
fn film_of(scenes: &[Scene]) -> String {
    let timing = timing(scenes.len() as u32 - 1);
    to_animated_svg(&scenes[0], &timing, &SvgOptions::default(), |k, scene| scene.clone_from(&scenes[k as usize]))
        .unwrap()
}

fn show(character: &str, state: &str) -> Performance {
    let character = cast().iter().find(|c| c.name() == character).unwrap();
    Performance::new(character.clone().into(), state, Still::default(), 5).unwrap()
}

/// The frames of a performance, and the one that ends it.
fn scenes(show: &Performance, projection: Projection, frames: u32) -> Vec<Scene> {
    let drawing = Drawing { projection, ..Drawing::default() };
    let scene = |frame: u32| {
        let mut scene = Scene::new();
        compose(show.character(), &show.frame(f64::from(frame) / FPS), &drawing, &mut scene);
        scene
    };
    (0..=frames).map(scene).collect()
}

/// States, faces, looks and gestures, one in the middle of another.
fn busy(character: &str) -> Performance {
    let mut show = show(character, "sleeping");
    for (time, cue) in [
        (0.5, Cue::State("surprised".into())),
        (0.9, Cue::Look(Some(Look::new(0.8, -0.5).unwrap()))),
        (1.0, Cue::State("love".into())),
        (1.2, Cue::Face(FaceKind::Line)),
        (1.8, Cue::State("celebrating".into())),
        (1.9, Cue::Pulse(Pulse::Nod)),
        (2.4, Cue::Face(FaceKind::Eyes)),
        (2.5, Cue::State("thinking".into())),
        (2.6, Cue::ReducedMotion(true)),
        (2.8, Cue::State("angry".into())),
    ] {
        show.cue(time, cue).unwrap();
    }
    show
}

// ---- comparing -------------------------------------------------------------------------------------------------------

/// What can be seen of a scene, at the precision of the text.
fn seen(scene: &Scene) -> Vec<&Shape> {
    scene.shapes().iter().filter(|shape| shape.opacity >= 0.5e-4).collect()
}

fn is_near(what: &str, exact: f64, played: f64, tolerance: f64) {
    assert!((exact - played).abs() <= tolerance, "{what}: {played} for {exact}");
}

/// Every shape of a scene is drawn, in its order, and as it is.
fn assert_same(scene: &Scene, drawn: &[Drawn], what: &str) {
    let seen = seen(scene);
    let parts: Vec<&str> = seen.iter().map(|shape| shape.part.name()).collect();
    let drawn_parts: Vec<&str> = drawn.iter().map(|d| d.part.as_str()).collect();
    assert_eq!(parts, drawn_parts, "{what}");
    for (shape, drawn) in seen.into_iter().zip(drawn) {
        let what = format!("{what}, {}", drawn.part);
        assert_eq!(drawn.layer, format!("{:?}", shape.layer).to_lowercase());
        let path: Vec<PathEl> = scene.outline(shape).iter().map(|element| shape.transform * *element).collect();
        let (exact, played) = (points(&path), points(&drawn.path));
        assert_eq!(exact.len(), played.len(), "{what}");
        for (a, b) in exact.iter().zip(&played) {
            assert!(a.distance(*b) <= DISTANCE, "{what}: {b} for {a}");
        }
        is_near(&what, shape.opacity, drawn.opacity, 1.0 / 255.0);
        match shape.fill.as_ref().map(|fill| &fill.paint) {
            None => assert_eq!(drawn.fill, "none", "{what}"),
            Some(Paint::Solid(color)) => {
                assert_color(&what, *color, &drawn.fill);
                is_near(&what, f64::from(color.a) / 255.0, drawn.fill_opacity, 1.5 / 255.0);
            }
            Some(Paint::Gradient(gradient)) => assert_gradient(&what, shape, gradient, drawn),
        }
        match &shape.stroke {
            None => assert_eq!(drawn.stroke, "none", "{what}"),
            Some(stroke) => {
                let width = stroke.width * shape.transform.determinant().abs().sqrt();
                is_near(&what, width, drawn.stroke_width, DISTANCE);
            }
        }
    }
}

fn assert_color(what: &str, color: Color, text: &str) {
    let byte = |i: usize| u8::from_str_radix(&text[2 * i + 1..2 * i + 3], 16).unwrap();
    let exact = [color.r, color.g, color.b];
    let steps = (0..3).map(|i| exact[i].abs_diff(byte(i)));
    assert!(steps.max().unwrap() <= 2, "{what}: {text} for {color}");
}

/// The same colours at the same places of the canvas.
fn assert_gradient(what: &str, shape: &Shape, gradient: &Gradient, drawn: &Drawn) {
    let exact = shape.transform * gradient.transform;
    let played = drawn.gradient.as_ref().unwrap_or_else(|| panic!("{what}: no gradient"));
    let marks = |c: &[f64]| match *c {
        [x, y, r] => vec![Point::new(x, y), Point::new(x + r, y), Point::new(x, y + r)],
        [x1, y1, x2, y2] => vec![Point::new(x1, y1), Point::new(x2, y2)],
        _ => panic!("{c:?}"),
    };
    let coordinates = match gradient.kind {
        GradientKind::Linear { start, end } => vec![start.x, start.y, end.x, end.y],
        GradientKind::Radial { center, radius, .. } => vec![center.x, center.y, radius],
    };
    for (a, b) in marks(&coordinates).into_iter().zip(marks(&played.coordinates)) {
        let (a, b) = (exact * a, played.transform * b);
        assert!(a.distance(b) <= DISTANCE, "{what}: the gradient is at {b} for {a}");
    }
    assert_eq!(gradient.stops.len(), played.stops.len());
    for (stop, (offset, color)) in gradient.stops.iter().zip(&played.stops) {
        is_near(what, stop.offset, *offset, 0.002);
        assert_color(what, stop.color, color);
    }
}

fn assert_is_its_frames(scenes: &[Scene], what: &str) {
    let text = film_of(scenes);
    let document = Document::parse(&text).unwrap();
    for (k, scene) in scenes.iter().enumerate() {
        assert_same(scene, &film(&document, k as f64 / FPS), &format!("{what}, frame {k}"));
    }
}

// ---- performances ----------------------------------------------------------------------------------------------------

/// Each state once, by one of the characters.
fn every_state(projection: Projection) {
    let states: Vec<String> = cast()[0].states().iter().map(|s| s.name.clone()).collect();
    for (i, state) in states.iter().enumerate() {
        let name = cast()[i % cast().len()].name();
        assert_is_its_frames(&scenes(&show(name, state), projection, 75), &format!("{name}, {state}"));
    }
}

#[test]
fn every_frame_of_every_state_is_met() {
    every_state(Projection::Tangent);
}

#[test]
fn also_on_the_sphere_where_outlines_gain_and_lose_points() {
    every_state(Projection::Wrap);
}

#[test]
fn every_frame_of_changes_amid_changes_is_met() {
    for projection in [Projection::Tangent, Projection::Wrap] {
        for character in cast() {
            let name = character.name();
            assert_is_its_frames(&scenes(&busy(name), projection, 95), &format!("{name}, {projection:?}"));
        }
    }
}

#[test]
fn a_head_that_turns_all_the_way_round_is_met() {
    // Features go behind the limb and come back.
    for projection in [Projection::Tangent, Projection::Wrap] {
        let all: Vec<Scene> = (0..=90)
            .map(|k| {
                let still = Still { pose: common::pose(4.0 * f64::from(k), 10.0, 0.0), ..Still::default() };
                let character = &cast()[1];
                let drawing = Drawing { projection, ..Drawing::default() };
                common::composed(character, character.state("happy").unwrap(), &still, &drawing)
            })
            .collect();
        assert_is_its_frames(&all, &format!("{projection:?}"));
    }
}

#[test]
fn it_is_small() {
    // A character at ease for four seconds, blinks and all.
    for character in cast() {
        let frames = scenes(&show(character.name(), "idle"), Projection::Tangent, 120);
        let (film, still) = (film_of(&frames), to_svg(&frames[0], &SvgOptions::default()).unwrap());
        assert!(film.len() < 50_000, "{}: {} bytes", character.name(), film.len());
        // All frames as stills are twenty times as much.
        assert!(film.len() < 6 * still.len(), "{}: {} bytes for {}", character.name(), film.len(), still.len());
    }
}

#[test]
fn what_stands_still_has_no_keys() {
    let mut show = show("lopi", "happy");
    show.cue(0.0, Cue::ReducedMotion(true)).unwrap();
    let frames = scenes(&show, Projection::Tangent, 120);
    let text = film_of(&frames);
    assert!(!text.contains("<animate"), "{text}");
    let still = to_svg(&frames[0], &SvgOptions::default()).unwrap();
    assert!(text.len() < 2 * still.len(), "{} for {}", text.len(), still.len());
    assert_is_its_frames(&frames, "lopi");
}

// ---- scenes of a few shapes ------------------------------------------------------------------------------------------

fn disc(scene: &mut Scene, part: Part, at: (f64, f64), color: Color) {
    let geometry = scene.geometry(Circle::new((0.0, 0.0), 8.0).path_elements(1e-3));
    scene.push(Shape {
        part,
        layer: Layer::Overlay,
        transform: Affine::translate(at),
        opacity: 1.0,
        geometry,
        fill: Some(Fill { paint: Paint::Solid(color), even_odd: false }),
        stroke: None,
    });
}

const RED: Color = Color::rgb(200, 30, 40);

/// Discs at these places along x in each frame.
fn discs(frames: &[&[f64]]) -> Vec<Scene> {
    let scene = |places: &&[f64]| {
        let mut scene = Scene::new();
        places.iter().for_each(|x| disc(&mut scene, Part::Overlay("hearts"), (*x, 100.0), RED));
        scene
    };
    frames.iter().map(scene).collect()
}

/// Where the shapes' middles are along x at a time in frames.
fn middles(text: &str, frame: f64) -> Vec<f64> {
    let document = Document::parse(text).unwrap();
    let middle = |drawn: &Drawn| drawn.path.iter().copied().collect::<BezPath>().bounding_box().center().x;
    film(&document, frame / FPS).iter().map(|drawn| (middle(drawn) * 100.0).round() / 100.0).collect()
}

#[test]
fn of_equal_marks_one_goes_and_the_others_move_on() {
    let frames = discs(&[&[20.0, 90.0, 160.0], &[20.0, 91.0, 161.0], &[92.0, 162.0], &[10.0, 93.0, 163.0]]);
    let text = film_of(&frames);
    assert_eq!(middles(&text, 1.5), [20.0, 91.5, 161.5], "until the next frame it is there");
    assert_eq!(middles(&text, 2.0), [92.0, 162.0]);
    assert_eq!(middles(&text, 2.5), [92.5, 162.5], "it does not fly in from elsewhere");
    assert_eq!(middles(&text, 3.0), [10.0, 93.0, 163.0]);
    // And the one that came back is no new element.
    assert_eq!(text.split("film").last().unwrap().matches("<path").count(), 3);
}

#[test]
fn what_jumps_is_nowhere_on_the_way() {
    let frames: [&[f64]; 4] = [&[20.0], &[22.0], &[150.0], &[152.0]];
    // By its transform, and by its points.
    let baked = discs(&frames).into_iter().map(|moved| {
        let mut scene = Scene::new();
        let shape = moved.shapes()[0].clone();
        let geometry = scene.geometry(moved.outline(&shape).iter().map(|element| shape.transform * *element));
        scene.push(Shape { geometry, transform: Affine::IDENTITY, ..shape });
        scene
    });
    for scenes in [discs(&frames), baked.collect()] {
        let text = film_of(&scenes);
        assert_eq!(
            [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0].map(|frame| middles(&text, frame)),
            [[20.0], [21.0], [22.0], [22.0], [150.0], [151.0], [152.0]]
        );
        assert_eq!(text.split("film").last().unwrap().matches("<path").count(), 1);
    }
}

#[test]
fn a_colour_fades_but_another_colour_is_another_shape() {
    let frames = [RED, Color::rgb(220, 50, 60), Color::WHITE, Color::WHITE].map(|color| {
        let mut scene = Scene::new();
        disc(&mut scene, Part::Nose, (100.0, 100.0), color);
        scene
    });
    let text = film_of(&frames);
    let document = Document::parse(&text).unwrap();
    let fill = |frame: f64| film(&document, frame / FPS)[0].fill.clone();
    assert_eq!([0.5, 1.5, 2.5].map(fill), ["#d22832", "#dc323c", "#ffffff"]);
}

#[test]
fn between_frames_it_moves_in_a_straight_line() {
    let text = film_of(&discs(&[&[20.0], &[24.0], &[26.0]]));
    assert_eq!([0.25, 0.5, 1.5].map(|frame| middles(&text, frame)), [[21.0], [22.0], [25.0]]);
}

#[test]
fn another_kind_of_outline_takes_over_all_at_once() {
    let frame = |corners: usize| {
        let mut scene = Scene::new();
        let corner = |i: usize| Point::new(100.0 + 40.0 * ((i % 4) as f64), 50.0 + 30.0 * ((i / 2) as f64));
        let path: Vec<PathEl> =
            (0..corners).map(|i| if i == 0 { PathEl::MoveTo(corner(i)) } else { PathEl::LineTo(corner(i)) }).collect();
        let geometry = scene.geometry(path);
        let stroke = Some(Stroke::round(Paint::Solid(RED), 3.0));
        let (part, layer, transform) = (Part::Mouth, Layer::Face, Affine::IDENTITY);
        scene.push(Shape { part, layer, transform, opacity: 1.0, geometry, fill: None, stroke });
        scene
    };
    let frames: Vec<Scene> = [3, 3, 5, 5, 3].map(frame).into();
    assert_is_its_frames(&frames, "a mouth");
    let text = film_of(&frames);
    let document = Document::parse(&text).unwrap();
    for (time, corners) in [(0.0, 3), (1.0, 3), (1.9, 3), (2.0, 5), (3.9, 5), (4.0, 3)] {
        let drawn = film(&document, time / FPS);
        assert_eq!(drawn.iter().map(|d| d.path.len()).collect::<Vec<_>>(), [corners], "at {time}");
    }
}

#[test]
fn what_comes_between_stays_between() {
    let all = [Part::EyeLeft, Part::Nose, Part::Mouth, Part::BrowLeft];
    // Which of the four are there in each frame.
    let masks = [0b1001, 0b1111, 0b0110, 0b1011, 0b0000, 0b1101, 0b1001];
    let scene = |mask: i32| {
        let mut scene = Scene::new();
        for (i, part) in all.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
            disc(&mut scene, part.clone(), (40.0 + 30.0 * i as f64, 100.0), RED);
        }
        scene
    };
    let frames: Vec<Scene> = masks.map(scene).into();
    assert_is_its_frames(&frames, "four parts");
    assert_eq!(film_of(&frames).split("film").last().unwrap().matches("<path").count(), 4);
}

#[test]
fn all_that_a_shape_has_may_change() {
    let frame = |k: u32| {
        let t = f64::from(k) / 20.0;
        let mut scene = Scene::new();
        disc(&mut scene, Part::Nose, (60.0 + 20.0 * t, 100.0), RED.mix(Color::WHITE, t).with_alpha(1.0 - 0.5 * t));
        let geometry = scene.geometry(Circle::new((3.0, 2.0), 8.0 + t).path_elements(1e-3));
        let kind = GradientKind::Radial { center: Point::new(0.0, t), radius: 9.0 + t, focus: Point::new(0.0, t) };
        let stops =
            vec![Stop { offset: 0.2 * t, color: RED }, Stop { offset: 1.0 - 0.2 * t, color: RED.mix(Color::BLACK, t) }];
        let transform = Affine::rotate(t) * Affine::scale_non_uniform(1.0, 0.6 + 0.2 * t);
        let gradient = Paint::Gradient(Arc::new(Gradient { kind, transform, stops }));
        scene.push(Shape {
            part: Part::BlushLeft,
            layer: Layer::Overlay,
            transform: Affine::translate((120.0, 90.0)) * Affine::rotate(-t) * Affine::scale(1.0 + t),
            opacity: 1.0 - 0.6 * t * t,
            geometry,
            fill: Some(Fill { paint: gradient, even_odd: true }),
            stroke: Some(Stroke::round(Paint::Solid(Color::BLACK), 1.0 + 2.0 * t)),
        });
        scene
    };
    let frames: Vec<Scene> = (0..=20).map(frame).collect();
    assert_is_its_frames(&frames, "two shapes");
}

#[test]
fn shapes_in_units_of_any_size_are_met() {
    // Art of a few thousandths or of thousands of units; a path of the character's own, and one of the frame.
    for unit in [1e-3, 0.05, 30.0, 5e3] {
        let own = Arc::new(Circle::new((unit, 2.0 * unit), 0.7 * unit).to_path(1e-3 * unit));
        let frame = |k: u32| {
            let t = f64::from(k) / 20.0;
            let mut scene = Scene::new();
            let made = scene.geometry(Circle::new((unit, unit), (0.2 + 0.3 * t) * unit).path_elements(1e-4 * unit));
            for geometry in [Geometry::Shared(own.clone()), made] {
                scene.push(Shape {
                    part: Part::Body,
                    layer: Layer::Body,
                    transform: Affine::translate((50.0 + 9.0 * t, 40.0))
                        * Affine::rotate(0.3 * t)
                        * Affine::scale(40.0 / unit),
                    opacity: 1.0,
                    geometry,
                    fill: Some(Fill { paint: Paint::Solid(RED), even_odd: false }),
                    stroke: Some(Stroke::round(Paint::Solid(Color::BLACK), 0.1 * unit)),
                });
            }
            scene
        };
        assert_is_its_frames(&(0..=20).map(frame).collect::<Vec<_>>(), &format!("units of {unit}"));
    }
}

#[test]
fn what_cannot_be_drawn_is_left_out() {
    let mut frames = discs(&[&[20.0], &[24.0], &[26.0]]);
    for (scene, x) in frames.iter_mut().zip([f64::NAN, f64::INFINITY, 1e9]) {
        disc(scene, Part::Mouth, (x, 0.0), RED);
        disc(scene, Part::Nose, (0.0, 0.0), Color::CLEAR);
    }
    let text = film_of(&frames);
    assert_eq!(middles(&text, 1.0), [24.0]);
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    // Nothing at all is a film too.
    let nothing = film_of(&[Scene::new(), Scene::new(), Scene::new()]);
    assert!(film(&Document::parse(&nothing).unwrap(), 0.0).is_empty());
}

// ---- the document ----------------------------------------------------------------------------------------------------

#[test]
fn a_viewer_that_ignores_animation_shows_the_poster() {
    for character in cast() {
        let frames = scenes(&show(character.name(), "celebrating"), Projection::Tangent, 20);
        let still = render_svg(&to_svg(&frames[0], &SvgOptions::default()).unwrap());
        assert!(render_svg(&film_of(&frames)).data() == still.data(), "{}", character.name());
        assert!(still.data().iter().any(|v| *v > 0));
    }
}

#[test]
fn reduced_motion_is_told_by_a_media_query() {
    let text = film_of(&discs(&[&[20.0], &[24.0], &[26.0]]));
    let document = Document::parse(&text).unwrap();
    let id = |end: &str| {
        let mut ids = document.descendants().filter_map(|n| n.attribute("id")).filter(|id| id.ends_with(end));
        ids.next().unwrap().to_owned()
    };
    let style = document.descendants().find(|n| n.has_tag_name("style")).unwrap().text().unwrap();
    assert_eq!(
        style,
        format!(
            "@media (prefers-reduced-motion:reduce){{#{}{{display:inline!important}}#{}{{display:none!important}}}}",
            id("poster"),
            id("film")
        )
    );
}

/// The numbers of all attributes, and of what stands in their lists.
fn numbers(text: &str) -> Vec<String> {
    let document = Document::parse(text).unwrap();
    let mut found = Vec::new();
    for attribute in document.descendants().flat_map(|n| n.attributes()) {
        let value = attribute.value();
        if matches!(attribute.name(), "id" | "href" | "fill" | "stroke" | "data-part") || value.contains('#') {
            continue;
        }
        let words = value.split(|c: char| " ;,()s".contains(c) || c.is_ascii_uppercase());
        found.extend(words.filter(|w| w.contains(|c: char| c.is_ascii_digit())).map(str::to_owned));
    }
    found
}

/// `-?[0-9]+(\.[0-9]{1,4})?` and not "-0".
fn is_plain(number: &str) -> bool {
    let unsigned = number.strip_prefix('-').unwrap_or(number);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    digits(whole) && digits(fraction) && fraction.len() <= 4 && number != "-0"
}

#[test]
fn numbers_are_plain() {
    let mut count = 0;
    for projection in [Projection::Tangent, Projection::Wrap] {
        let numbers = numbers(&film_of(&scenes(&busy("lopi"), projection, 90)));
        count += numbers.len();
        for number in numbers {
            assert!(is_plain(&number), "{number}");
        }
    }
    assert!(count > 10_000);
}

fn ids(document: &Document<'_>) -> BTreeSet<String> {
    let all: Vec<_> = document.descendants().filter_map(|n| n.attribute("id")).map(str::to_owned).collect();
    let unique: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!(all.len(), unique.len(), "an id stands twice: {all:?}");
    unique
}

#[test]
fn ids_are_one_documents_own_and_all_there() {
    let texts = ["idle", "happy"].map(|state| film_of(&scenes(&show("pera", state), Projection::Wrap, 30)));
    let documents = texts.each_ref().map(|text| Document::parse(text).unwrap());
    let [one, other] = documents.each_ref().map(ids);
    assert!(one.is_disjoint(&other));
    assert_eq!(texts[0], film_of(&scenes(&show("pera", "idle"), Projection::Wrap, 30)), "the same, the same bytes");
    for (document, ids) in documents.iter().zip([&one, &other]) {
        for attribute in document.descendants().flat_map(|n| n.attributes()) {
            let value = attribute.value();
            let target = value.strip_prefix("url(#").and_then(|v| v.strip_suffix(')'));
            let target = target.or_else(|| value.strip_prefix('#').filter(|_| attribute.name() == "href"));
            assert!(target.is_none_or(|id| ids.contains(id)), "{value}");
        }
    }
    let prefix = SvgOptions { id_prefix: Some("pip-".into()), ..SvgOptions::default() };
    let frames = discs(&[&[20.0], &[24.0]]);
    let text = to_animated_svg(&frames[0], &timing(2), &prefix, |k, s| s.clone_from(&frames[k as usize % 2]));
    assert!(ids(&Document::parse(&text.unwrap()).unwrap()).iter().all(|id| id.starts_with("pip-")));
}

#[test]
fn it_has_a_title_as_stills_do_and_no_script() {
    let title = "& < > \" ' ]]>\t\u{1}\u{fffe}🦊".to_owned();
    let options = SvgOptions { title: Some(title), background: Some(RED), ..SvgOptions::default() };
    let frames = discs(&[&[20.0], &[24.0], &[26.0]]);
    let text = to_animated_svg(&frames[0], &timing(2), &options, |k, s| s.clone_from(&frames[k as usize])).unwrap();
    let document = Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(root.first_element_child().and_then(|n| n.text()), Some("& < > \" ' ]]> 🦊"));
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!(text.matches(r#"data-part="background""#).count(), 1);
    assert!(!text.contains("<script") && text.matches("http").count() == 1, "only the namespace has an address");
}

#[test]
fn it_lasts_as_long_as_its_frames_and_plays_as_often_as_asked() {
    let frames = discs(&[&[20.0], &[24.0]]);
    let text = |count: u32, fps: f64, loops: u16| {
        let mut asked = Vec::new();
        let timing = SvgTiming { frames: count, fps, loops };
        let text = to_animated_svg(&frames[0], &timing, &SvgOptions::default(), |k, scene| {
            asked.push(k);
            scene.clone_from(&frames[k as usize % 2]);
        });
        assert_eq!(asked, (0..=count).collect::<Vec<_>>(), "each frame in turn, then the end of the round");
        text.unwrap()
    };
    assert!(text(120, 30.0, 0).contains(r#" dur="4s" repeatCount="indefinite"/>"#));
    assert!(text(50, 24.0, 3).contains(r#" dur="2.0833s" repeatCount="3" fill="freeze"/>"#));
    assert!(text(2, 240.0, 0).contains(r#" dur="0.0083s""#));
}

#[test]
fn a_single_frame_is_a_still() {
    let frames = discs(&[&[20.0], &[24.0]]);
    let text = to_animated_svg(&frames[1], &timing(1), &SvgOptions::default(), |k, scene| {
        assert_eq!(k, 0);
        scene.clone_from(&frames[0]);
    });
    assert_eq!(text.unwrap(), to_svg(&frames[0], &SvgOptions::default()).unwrap());
}

#[test]
fn what_is_out_of_range_is_refused_before_anything_is_drawn() {
    let refusal = |frames: u32, fps: f64, options: &SvgOptions| {
        let timing = SvgTiming { frames, fps, loops: 0 };
        to_animated_svg(&Scene::new(), &timing, options, |_, _| panic!("it draws")).unwrap_err()
    };
    let options = SvgOptions::default();
    for fps in [0.0, -1.0, 241.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(refusal(10, fps, &options), Error::Parameter { .. }), "{fps}");
    }
    assert!(matches!(refusal(0, 30.0, &options), Error::Parameter { .. }));
    let view = Rect::new(0.0, 0.0, 0.0, 0.0);
    assert!(matches!(refusal(10, 30.0, &SvgOptions { view, ..options.clone() }), Error::Parameter { .. }));
    let long = refusal(1_801, 30.0, &options);
    assert!(matches!(long, Error::Limit { .. }));
    for said in ["1801 frames", "1800 frames", "--fps", ".webp", "frame-%04d.svg"] {
        assert!(long.to_string().contains(said), "{long}");
    }
}
