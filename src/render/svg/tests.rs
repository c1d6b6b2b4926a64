//! What the documents promise, checked by reading them back.

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Circle, PathEl, Point, Rect, Shape as _};
use proptest::prelude::*;

use super::{SvgOptions, to_svg};
use crate::color::Color;
use crate::error::Error;
use crate::scene::{Fill, Geometry, Gradient, GradientKind, Layer, Paint, Part, Picture, Scene, Shape, Stop, Stroke};

const BLUE: Color = Color::rgb(0x33, 0x66, 0xcc);

// ---- scenes ----------------------------------------------------------------------------------------------------------

fn shape(part: Part, layer: Layer, geometry: Geometry) -> Shape {
    Shape {
        part,
        layer,
        transform: Affine::IDENTITY,
        opacity: 1.0,
        geometry,
        fill: Some(fill(Paint::Solid(BLUE))),
        stroke: None,
    }
}

fn fill(paint: Paint) -> Fill {
    Fill { paint, even_odd: false }
}

fn circle(x: f64, y: f64, radius: f64) -> BezPath {
    Circle::new((x, y), radius).to_path(1e-3)
}

fn radial(center: Point, radius: f64) -> Arc<Gradient> {
    let kind = GradientKind::Radial { center, radius, focus: center };
    let stops = vec![
        Stop { offset: 0.0, color: Color::WHITE },
        Stop { offset: 0.55, color: BLUE },
        Stop { offset: 1.0, color: BLUE.with_alpha(0.5) },
    ];
    Arc::new(Gradient { kind, transform: Affine::IDENTITY, stops })
}

fn linear(transform: Affine) -> Arc<Gradient> {
    let kind = GradientKind::Linear { start: Point::new(0.0, 0.0), end: Point::new(1.0, 0.5) };
    let stops = vec![Stop { offset: 0.1, color: Color::BLACK }, Stop { offset: 0.9, color: Color::rgb(255, 99, 71) }];
    Arc::new(Gradient { kind, transform, stops })
}

/// A small character: shaded body in art units, two eyes under a tangent matrix, a mouth, a cheek.
fn character(turn: f64) -> Scene {
    let mut scene = Scene::new();
    let body = Arc::new(circle(256.0, 256.0, 200.0));
    let art = Affine::scale(200.0 / 512.0) * Affine::new([1.013, 0.0, 0.0, 0.987, -3.3, 3.3]);
    let mut base = shape(Part::Body, Layer::Body, Geometry::Shared(body.clone()));
    base.transform = art;
    base.fill = Some(fill(Paint::Gradient(radial(Point::new(200.0, 180.0), 260.0))));
    let mut outline = Shape { fill: None, ..base.clone() };
    outline.stroke = Some(Stroke::round(Paint::Solid(Color::rgb(20, 30, 60)), 9.0));
    scene.push(base);
    scene.push(outline);
    let (sin, cos) = (libm::sin(turn), libm::cos(turn));
    for (part, x) in [(Part::EyeLeft, 118.0), (Part::EyeRight, 82.0)] {
        let geometry = scene.geometry(circle(0.0, 0.0, 1.0));
        let mut eye = shape(part, Layer::Face, geometry);
        eye.transform = Affine::new([8.0 * cos, 0.3 * sin, 0.5 * sin, 10.0, x + 20.0 * sin, 92.0]);
        eye.fill = Some(fill(Paint::Gradient(linear(Affine::rotate(0.4) * Affine::scale(0.8)))));
        scene.push(eye);
    }
    let geometry = scene
        .geometry([PathEl::MoveTo(Point::new(-1.0, 0.0)), PathEl::QuadTo(Point::new(0.0, 1.2), Point::new(1.0, 0.0))]);
    let mut mouth = shape(Part::Mouth, Layer::Face, geometry);
    mouth.transform = Affine::new([14.0 * cos, 0.0, 1.0, 9.0, 100.0 + 20.0 * sin, 118.0]);
    mouth.fill = None;
    mouth.stroke = Some(Stroke::round(Paint::Solid(Color::BLACK.with_alpha(0.8)), 0.3));
    scene.push(mouth);
    let geometry = scene.geometry(circle(0.0, 0.0, 9.0).into_iter().chain(circle(0.0, 0.0, 4.0)));
    let mut cheek = shape(Part::BlushLeft, Layer::Face, geometry);
    cheek.transform = Affine::translate((135.0, 112.0));
    cheek.opacity = 0.6;
    cheek.fill = Some(Fill { paint: Paint::Solid(Color::rgb(255, 120, 120).with_alpha(0.7)), even_odd: true });
    scene.push(cheek);
    scene
}

fn picture(svg: &str) -> Arc<Picture> {
    Arc::new(Picture { tree: usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap() })
}

// ---- reading back ----------------------------------------------------------------------------------------------------

fn svg(scene: &Scene) -> String {
    to_svg(scene, &SvgOptions::default()).unwrap()
}

fn xml(text: &str) -> roxmltree::Document<'_> {
    roxmltree::Document::parse(text).unwrap_or_else(|e| panic!("{e} in\n{text}"))
}

fn tree(text: &str) -> usvg::Tree {
    usvg::Tree::from_str(text, &usvg::Options::default()).unwrap()
}

/// All paths that usvg would draw; it drops silently what it does not like.
fn drawn(group: &usvg::Group) -> Vec<&usvg::Path> {
    let paths = group.children().iter().flat_map(|node| match node {
        usvg::Node::Group(group) => drawn(group),
        usvg::Node::Path(path) => vec![path.as_ref()],
        _ => vec![],
    });
    paths.collect()
}

fn ids(text: &str) -> BTreeSet<String> {
    let document = xml(text);
    let ids: Vec<String> = document.descendants().filter_map(|n| n.attribute("id")).map(str::to_owned).collect();
    let unique: BTreeSet<String> = ids.iter().cloned().collect();
    assert_eq!(ids.len(), unique.len(), "an id stands twice in\n{text}");
    unique
}

fn references(text: &str) -> BTreeSet<String> {
    let document = xml(text);
    let mut found = BTreeSet::new();
    for attribute in document.descendants().flat_map(|n| n.attributes()) {
        let value = attribute.value();
        if attribute.name() == "href" {
            found.extend(value.strip_prefix('#').map(str::to_owned));
        }
        found.extend(value.split("url(#").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned()));
    }
    found
}

/// All numbers in all attributes that hold numbers.
fn numbers(text: &str) -> Vec<String> {
    let document = xml(text);
    let mut found = Vec::new();
    for attribute in document.descendants().flat_map(|n| n.attributes()) {
        let value = attribute.value();
        let is_number_like = !value.starts_with('#') && !value.starts_with("url(") && !value.starts_with("data:");
        if matches!(attribute.name(), "id" | "href" | "data-part" | "in" | "in2" | "result") || !is_number_like {
            continue;
        }
        let words = value.split(|c: char| c == ' ' || c == ',' || c == '(' || c == ')' || "MLQCZ".contains(c));
        found.extend(words.filter(|w| w.contains(|c: char| c.is_ascii_digit())).map(str::to_owned));
        assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
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

// ---- the document ----------------------------------------------------------------------------------------------------

#[test]
fn a_document_says_its_size_and_view() {
    let options =
        SvgOptions { width: 300, height: 150, view: Rect::new(-10.5, 0.0, 189.5, 100.0), ..Default::default() };
    let text = to_svg(&character(0.3), &options).unwrap();
    assert!(
        text.starts_with(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="300" height="150" viewBox="-10.5 0 200 100""#
        )
    );
    assert!(text.ends_with("</svg>\n") && !text.contains('\r'));
    let size = tree(&text).size();
    assert_eq!((size.width(), size.height()), (300.0, 150.0));
}

#[test]
fn a_character_reads_as_its_scene() {
    let text = svg(&character(0.3));
    let document = xml(&text);
    let part = |name: &str| {
        let found: Vec<_> = document.descendants().filter(|n| n.attribute("data-part") == Some(name)).collect();
        assert_eq!(found.len(), 1, "{name} in\n{text}");
        (found[0].tag_name().name().to_owned(), found[0].parent_element().and_then(|p| p.attribute("data-layer")))
    };
    assert_eq!(part("body"), ("g".into(), Some("body")), "two shapes of one part make a group");
    assert_eq!(part("eye_left"), ("path".into(), Some("face")));
    assert_eq!(part("mouth"), ("path".into(), Some("face")));
    assert_eq!(drawn(tree(&text).root()).len(), 6);
    let cheek = concat!(
        r#"transform="translate(135 112)" opacity="0.6""#,
        r##" fill="#ff7878" fill-opacity="0.702" fill-rule="evenodd"/>"##,
    );
    assert!(text.contains(cheek), "{text}");
    assert!(text.len() < 4_000, "{} bytes", text.len());
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    assert_eq!(svg(&character(0.3)), svg(&character(0.3)));
}

#[test]
fn what_cannot_be_seen_is_left_out() {
    let mut scene = Scene::new();
    let geometry = scene.geometry(circle(100.0, 100.0, 10.0));
    let seen = shape(Part::Nose, Layer::Face, geometry);
    let nan = scene.geometry([PathEl::MoveTo(Point::ZERO), PathEl::LineTo(Point::new(f64::NAN, 1.0))]);
    let empty = scene.geometry([]);
    let gradient = |stops: Vec<Stop>| {
        Some(fill(Paint::Gradient(Arc::new(Gradient { stops, ..(*radial(Point::ZERO, 1.0)).clone() }))))
    };
    for hidden in [
        Shape { opacity: 0.0, ..seen.clone() },
        Shape { opacity: f64::NAN, ..seen.clone() },
        Shape { fill: None, ..seen.clone() },
        Shape { fill: Some(fill(Paint::Solid(Color::CLEAR))), ..seen.clone() },
        Shape { fill: gradient(vec![]), ..seen.clone() },
        Shape { fill: None, stroke: Some(Stroke::round(Paint::Solid(BLUE), 0.0)), ..seen.clone() },
        Shape { fill: None, stroke: Some(Stroke::round(Paint::Solid(BLUE), f64::NAN)), ..seen.clone() },
        Shape { transform: Affine::scale(0.0), ..seen.clone() },
        Shape { geometry: nan, ..seen.clone() },
        Shape { geometry: empty, ..seen.clone() },
    ] {
        scene.push(hidden);
    }
    assert_eq!(drawn(tree(&svg(&scene)).root()).len(), 0);
    assert!(!svg(&scene).contains("data-"), "no empty groups either");
    scene.push(seen);
    assert_eq!(drawn(tree(&svg(&scene)).root()).len(), 1);
}

#[test]
fn a_gradient_without_extent_is_its_last_colour() {
    let mut scene = Scene::new();
    let geometry = scene.geometry(circle(100.0, 100.0, 10.0));
    let mut flat = shape(Part::Nose, Layer::Face, geometry);
    flat.fill = Some(fill(Paint::Gradient(radial(Point::ZERO, 0.0))));
    scene.push(flat);
    assert!(svg(&scene).contains(r##"fill="#3366cc" fill-opacity="0.502""##));
}

#[test]
fn sizes_views_and_prefixes_out_of_range_are_refused_with_the_range() {
    let refusal = |options: SvgOptions| match to_svg(&Scene::new(), &options) {
        Err(error @ Error::Parameter { .. }) => error.to_string(),
        other => panic!("{options:?} gave {other:?}"),
    };
    let ok = SvgOptions::default;
    assert_eq!(refusal(SvgOptions { width: 0, ..ok() }), "width \"0\" is not allowed: it must be 1 to 16384 pixels");
    assert!(refusal(SvgOptions { height: 1_000_000_000, ..ok() }).contains("1 to 16384"));
    for view in [Rect::new(0.0, 0.0, 0.0, 200.0), Rect::new(0.0, 0.0, f64::NAN, 1.0), Rect::new(0.0, 9.0, 1e9, 99.0)] {
        assert!(refusal(SvgOptions { view, ..ok() }).contains("at least 1 unit"));
    }
    for prefix in ["", "1a", "a b", "a\"><script>", "ä", &"a".repeat(65)] {
        assert!(refusal(SvgOptions { id_prefix: Some(prefix.into()), ..ok() }).contains("letters"));
    }
}

// ---- labels ----------------------------------------------------------------------------------------------------------

#[test]
fn a_title_labels_the_picture() {
    let options =
        SvgOptions { title: Some("Pip, happy".into()), description: Some("smiles".into()), ..Default::default() };
    let text = to_svg(&character(0.0), &options).unwrap();
    let document = xml(&text);
    let root = document.root_element();
    let title = root.first_element_child().unwrap();
    assert_eq!((title.tag_name().name(), title.text()), ("title", Some("Pip, happy")));
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!(root.attribute("aria-labelledby"), title.attribute("id"));
    let description = root.attribute("aria-describedby").unwrap();
    assert_eq!(document.descendants().filter(|n| n.attribute("id") == Some(description)).count(), 1);
    assert!(root.attribute("aria-hidden").is_none());
    ids(&text);
}

#[test]
fn a_decorative_picture_is_hidden_from_screen_readers() {
    for options in [
        SvgOptions::default(),
        SvgOptions { title: Some("\u{1}\t".into()), ..Default::default() },
        SvgOptions { title: Some("Pip".into()), decorative: true, ..Default::default() },
    ] {
        let text = to_svg(&character(0.0), &options).unwrap();
        assert_eq!(xml(&text).root_element().attribute("aria-hidden"), Some("true"));
        assert!(!text.contains("<title") && !text.contains("role="));
    }
}

#[test]
fn hostile_texts_stay_texts() {
    let long = "x".repeat(10_000);
    for (title, shown) in [
        ("& < > \" '", "& < > \" '"),
        ("a]]>b", "a]]>b"),
        ("</title><script>alert(1)</script>", "</title><script>alert(1)</script>"),
        ("tab\there", "tab here"),
        ("one\u{1}\u{fffe}two", "onetwo"),
        ("🦊 &amp; 日本語", "🦊 &amp; 日本語"),
        ("line\r\nline", "line  line"),
        (&long, &format!("{}…", "x".repeat(199))),
    ] {
        let some = || Some(title.to_owned());
        let options = SvgOptions { title: some(), description: some(), metadata: some(), ..Default::default() };
        let mut scene = character(0.0);
        let geometry = scene.geometry(circle(50.0, 50.0, 5.0));
        scene.push(shape(Part::Named(title.into()), Layer::Front, geometry));
        let text = to_svg(&scene, &options).unwrap();
        let document = xml(&text);
        let named = |name: &str| document.descendants().find(|n| n.tag_name().name() == name);
        assert_eq!(named("title").unwrap().text(), Some(shown));
        assert!(named("script").is_none());
        assert_eq!(drawn(tree(&text).root()).len(), 7);
    }
}

// ---- ids and definitions ---------------------------------------------------------------------------------------------

#[test]
fn two_pictures_share_no_id_and_one_picture_twice_shares_all() {
    let titled = |turn: f64, title: &str| {
        let options = SvgOptions { title: Some(title.into()), ..Default::default() };
        to_svg(&character(turn), &options).unwrap()
    };
    let (one, other, retitled) = (titled(0.3, "Pip"), titled(0.4, "Pip"), titled(0.3, "Pop"));
    assert!(ids(&one).len() >= 4);
    assert!(ids(&one).is_disjoint(&ids(&other)) && ids(&one).is_disjoint(&ids(&retitled)));
    assert_eq!(ids(&one), ids(&titled(0.3, "Pip")));
    for text in [one, other] {
        assert!(references(&text).is_subset(&ids(&text)), "a dangling reference in\n{text}");
    }
}

#[test]
fn a_prefix_of_ones_own_is_used() {
    let options = SvgOptions { id_prefix: Some("pip-".into()), ..Default::default() };
    let text = to_svg(&character(0.3), &options).unwrap();
    assert!(ids(&text).iter().all(|id| id.starts_with("pip-")));
    assert!(references(&text).is_subset(&ids(&text)));
}

#[test]
fn a_contact_sheet_writes_paths_and_gradients_of_the_character_once() {
    let mut sheet = Scene::new();
    let one = character(0.3);
    for column in 0..6 {
        sheet.append(&one, Affine::translate((f64::from(column) * 33.0, 0.0)) * Affine::scale(0.15));
    }
    let text = svg(&sheet);
    let document = xml(&text);
    let count = |name: &str| document.descendants().filter(|n| n.tag_name().name() == name).count();
    assert_eq!(count("use"), 12, "body and outline of six");
    assert_eq!(count("radialGradient") + count("linearGradient"), 2);
    assert_eq!(drawn(tree(&text).root()).len(), 36);
}

#[test]
fn nothing_needs_no_definitions() {
    let mut scene = Scene::new();
    let geometry = scene.geometry(circle(100.0, 100.0, 10.0));
    scene.push(shape(Part::Nose, Layer::Face, geometry));
    let text = svg(&scene);
    assert!(!text.contains("<defs") && !text.contains("id="), "{text}");
}

// ---- colours ---------------------------------------------------------------------------------------------------------

#[test]
fn ink_follows_the_page_only_where_asked() {
    let mut scene = Scene::new();
    let geometry = scene.geometry(circle(100.0, 100.0, 10.0));
    scene.push(shape(Part::Nose, Layer::Face, geometry.clone()));
    let other = Some(fill(Paint::Solid(Color::WHITE)));
    scene.push(Shape { fill: other, ..shape(Part::Mouth, Layer::Face, geometry) });
    assert!(!svg(&scene).contains("currentColor"));

    let options = SvgOptions { inherit_color: Some(BLUE), ..Default::default() };
    let text = to_svg(&scene, &options).unwrap();
    assert_eq!(text.matches(r#"fill="currentColor""#).count(), 1);
    let tree = tree(&text);
    let painted = drawn(tree.root()).into_iter().map(|path| match path.fill().unwrap().paint() {
        usvg::Paint::Color(c) => Color::rgb(c.red, c.green, c.blue),
        other => panic!("{other:?}"),
    });
    assert_eq!(painted.collect::<Vec<_>>(), [BLUE, Color::WHITE], "outside of a page the colours stay");
}

#[test]
fn the_background_covers_what_the_view_leaves_free() {
    let options = SvgOptions { width: 400, height: 100, background: Some(BLUE.with_alpha(0.5)), ..Default::default() };
    let text = to_svg(&Scene::new(), &options).unwrap();
    assert!(
        text.contains(r##"x="-300" y="0" width="800" height="200" fill="#3366cc" fill-opacity="0.502""##),
        "{text}"
    );
}

// ---- numbers ---------------------------------------------------------------------------------------------------------

// Boxed, since the types of these strategies would be larger than a test's stack.

fn any_number() -> BoxedStrategy<f64> {
    prop_oneof![
        20 => -300.0..300.0_f64,
        5 => -1e-6..1e-6_f64,
        1 => any::<f64>(),
        1 => Just(0.0),
        1 => Just(-0.0),
        1 => Just(1e6),
        1 => Just(6e-17),
    ]
    .boxed()
}

fn any_point() -> impl Strategy<Value = Point> {
    [any_number(), any_number()].prop_map(|[x, y]| Point::new(x, y))
}

fn any_transform() -> impl Strategy<Value = Affine> {
    prop_oneof![
        Just(Affine::IDENTITY),
        prop::array::uniform6(any_number()).prop_map(Affine::new),
        (prop::array::uniform4(-2.0..2.0_f64), -200.0..200.0_f64)
            .prop_map(|(m, t)| Affine::new([m[0], m[1], m[2], m[3], t, -t])),
        any_number().prop_map(|degrees| Affine::rotate(degrees.to_radians())),
    ]
}

fn any_paint() -> impl Strategy<Value = Paint> {
    let color = any::<[u8; 4]>().prop_map(|[r, g, b, a]| Color { r, g, b, a });
    let stops = prop::collection::vec((any_number(), color.clone()), 0..4)
        .prop_map(|stops| stops.into_iter().map(|(offset, color)| Stop { offset, color }).collect::<Vec<_>>());
    let kind =
        (any::<bool>(), any_point(), any_point(), any_number()).prop_map(|(is_linear, a, b, radius)| match is_linear {
            true => GradientKind::Linear { start: a, end: b },
            false => GradientKind::Radial { center: a, radius, focus: b },
        });
    prop_oneof![
        color.prop_map(Paint::Solid),
        (kind, any_transform(), stops).prop_map(|(kind, transform, stops)| Paint::Gradient(Arc::new(Gradient {
            kind,
            transform,
            stops
        }))),
    ]
}

fn any_elements() -> impl Strategy<Value = Vec<PathEl>> {
    let element = (0..5_u8, any_point(), any_point(), any_point()).prop_map(|(kind, p, q, r)| match kind {
        0 => PathEl::MoveTo(p),
        1 => PathEl::LineTo(p),
        2 => PathEl::QuadTo(p, q),
        3 => PathEl::CurveTo(p, q, r),
        _ => PathEl::ClosePath,
    });
    (any_point(), prop::collection::vec(element, 0..5))
        .prop_map(|(start, rest)| std::iter::once(PathEl::MoveTo(start)).chain(rest).collect())
}

/// Outline, transform, opacity, fill, stroke with its width.
type Ingredients = (Vec<PathEl>, Affine, f64, Option<Paint>, Option<(Paint, f64)>);

fn any_shape() -> impl Strategy<Value = Ingredients> {
    (
        any_elements(),
        any_transform(),
        prop_oneof![Just(1.0), 0.0..1.0_f64, any_number()],
        prop::option::of(any_paint()),
        prop::option::of((any_paint(), any_number())),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_scene_becomes_a_document_of_plain_numbers(shapes in prop::collection::vec(any_shape(), 1..5)) {
        let mut scene = Scene::new();
        for (elements, transform, opacity, paint, stroke) in shapes {
            let geometry = scene.geometry(elements);
            let mut shape = shape(Part::Decoration, Layer::Body, geometry);
            shape.transform = transform;
            shape.opacity = opacity;
            shape.fill = paint.map(fill);
            shape.stroke = stroke.map(|(paint, width)| Stroke::round(paint, width));
            scene.push(shape);
        }
        let text = svg(&scene);
        for number in numbers(&text) {
            prop_assert!(is_plain(&number), "{number} in\n{text}");
        }
        prop_assert!(references(&text).is_subset(&ids(&text)));
        let size = tree(&text).size();
        prop_assert_eq!((size.width(), size.height()), (512.0, 512.0));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_shape_of_a_sane_scene_is_drawn(
        shapes in prop::collection::vec(([20.0..180.0_f64, 20.0..180.0, 1.0..60.0], 0.05..3.1_f64, any::<bool>()), 1..6),
    ) {
        let mut scene = Scene::new();
        let count = shapes.len();
        for ([x, y, radius], angle, has_gradient) in shapes {
            let geometry = scene.geometry(circle(0.0, 0.0, 1.0));
            let mut shape = shape(Part::Decoration, Layer::Body, geometry);
            shape.transform = Affine::translate((x, y)) * Affine::rotate(angle) * Affine::scale_non_uniform(radius, 1.0);
            if has_gradient {
                shape.fill = Some(fill(Paint::Gradient(linear(Affine::rotate(angle)))));
            }
            scene.push(shape);
        }
        let tree = tree(&svg(&scene));
        prop_assert_eq!(drawn(tree.root()).len(), count);
        prop_assert!(drawn(tree.root()).iter().all(|path| path.fill().is_some()));
    }
}

// ---- pictures --------------------------------------------------------------------------------------------------------

fn resvg(text: &str, size: u32) -> tiny_skia::Pixmap {
    let mut pixmap = tiny_skia::Pixmap::new(size, size).unwrap();
    let tree = tree(text);
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap
}

/// Largest and mean difference over all channels.
fn difference(a: &tiny_skia::Pixmap, b: &tiny_skia::Pixmap) -> (u8, f64) {
    let steps = || a.data().iter().zip(b.data()).map(|(a, b)| a.abs_diff(*b));
    let sum: u64 = steps().map(u64::from).sum();
    (steps().max().unwrap(), sum as f64 / a.data().len() as f64)
}

/// The scene drawn straight from its numbers, without SVG in between. Shapes have a fill or a stroke, not both.
fn draw(scene: &Scene, size: u32) -> tiny_skia::Pixmap {
    let mut pixmap = tiny_skia::Pixmap::new(size, size).unwrap();
    let point = |p: Point| tiny_skia::Point::from_xy(p.x as f32, p.y as f32);
    let matrix = |t: Affine| {
        let [a, b, c, d, e, f] = t.as_coeffs().map(|v| v as f32);
        tiny_skia::Transform::from_row(a, b, c, d, e, f)
    };
    for shape in scene.shapes() {
        let mut path = tiny_skia::PathBuilder::new();
        for element in scene.outline(shape) {
            let n = |p: &Point| (p.x as f32, p.y as f32);
            match element {
                PathEl::MoveTo(p) => path.move_to(n(p).0, n(p).1),
                PathEl::LineTo(p) => path.line_to(n(p).0, n(p).1),
                PathEl::QuadTo(p, q) => path.quad_to(n(p).0, n(p).1, n(q).0, n(q).1),
                PathEl::CurveTo(p, q, r) => path.cubic_to(n(p).0, n(p).1, n(q).0, n(q).1, n(r).0, n(r).1),
                PathEl::ClosePath => path.close(),
            }
        }
        let color =
            |c: Color| tiny_skia::Color::from_rgba8(c.r, c.g, c.b, (f64::from(c.a) * shape.opacity).round() as u8);
        let shader = |paint: &Paint| match paint {
            Paint::Solid(c) => tiny_skia::Shader::SolidColor(color(*c)),
            Paint::Gradient(gradient) => {
                let stops = gradient.stops.iter();
                let stops = stops.map(|s| tiny_skia::GradientStop::new(s.offset as f32, color(s.color))).collect();
                let (pad, transform) = (tiny_skia::SpreadMode::Pad, matrix(gradient.transform));
                let shader = match gradient.kind {
                    GradientKind::Linear { start, end } => {
                        tiny_skia::LinearGradient::new(point(start), point(end), stops, pad, transform)
                    }
                    GradientKind::Radial { center, radius, focus } => tiny_skia::RadialGradient::new(
                        point(focus),
                        0.0,
                        point(center),
                        radius as f32,
                        stops,
                        pad,
                        transform,
                    ),
                };
                shader.unwrap()
            }
        };
        let paint = |paint: &Paint| tiny_skia::Paint { shader: shader(paint), ..Default::default() };
        let (path, transform) =
            (path.finish().unwrap(), matrix(Affine::scale(f64::from(size) / 200.0) * shape.transform));
        if let Some(fill) = &shape.fill {
            let rule = if fill.even_odd { tiny_skia::FillRule::EvenOdd } else { tiny_skia::FillRule::Winding };
            pixmap.fill_path(&path, &paint(&fill.paint), rule, transform, None);
        }
        if let Some(stroke) = &shape.stroke {
            let style = tiny_skia::Stroke {
                width: stroke.width as f32,
                line_cap: tiny_skia::LineCap::Round,
                line_join: tiny_skia::LineJoin::Round,
                ..Default::default()
            };
            pixmap.stroke_path(&path, &paint(&stroke.paint), &style, transform, None);
        }
    }
    pixmap
}

#[test]
fn the_text_looks_as_the_scene_does() {
    let mut sheet = Scene::new();
    for row in 0..3 {
        for column in 0..3 {
            let place = Affine::translate((f64::from(column) * 66.0, f64::from(row) * 66.0)) * Affine::scale(0.33);
            sheet.append(&character(f64::from(row * 3 + column) * 0.2), place);
        }
    }
    for scene in [character(0.7), sheet] {
        for size in [64, 512] {
            let (largest, mean) = difference(&draw(&scene, size), &resvg(&svg(&scene), size));
            // An edge that moves by a thousandth can cross a step of the antialiasing, 16 or 32 of 255.
            assert!(mean <= 0.01 && largest <= 64, "{size} px: largest {largest}, mean {mean}");
        }
    }
}

const RICH: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 300 300">
  <defs>
    <linearGradient id="a&amp;b &lt;"><stop stop-color="tomato"/><stop offset=".333333" stop-color="gold"/><stop offset="1" stop-color="navy"/></linearGradient>
    <clipPath id="clip"><circle cx="100.123456789" cy="100" r="80"/></clipPath>
    <mask id="mask"><rect width="300" height="150" fill="white"/><circle cx="60" cy="60" r="30" fill="#888"/></mask>
    <filter id="soft"><feGaussianBlur stdDeviation="3.14159265"/><feColorMatrix type="matrix" values="0.333333333 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0"/></filter>
    <pattern id="dots" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="2.5" fill="teal"/></pattern>
  </defs>
  <g id="unused &quot;id&quot;" clip-path="url(#clip)"><rect width="300" height="300" fill="url('#a&amp;b &lt;')"/></g>
  <g mask="url(#mask)"><rect x="150" width="120" height="300" fill="url(#dots)"/></g>
  <g filter="url(#soft)" transform="rotate(12.3456789 200 200)"><rect x="170" y="170" width="80" height="60" fill="#0000e1"/></g>
  <image x="20" y="200" width="64" height="64" xlink:href="data:image/png;base64,PNG"/>
  <g style="mix-blend-mode:multiply"><circle cx="200" cy="80" r="50" fill="#ff8800" fill-opacity=".5"/></g>
</svg>"##;

/// [`RICH`] with a small image in it.
fn rich() -> String {
    let mut image = tiny_skia::Pixmap::new(4, 4).unwrap();
    image.fill(tiny_skia::Color::from_rgba8(200, 40, 90, 255));
    RICH.replace("PNG", &base64(&image.encode_png().unwrap()))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let value = chunk.iter().fold(0_u32, |v, b| (v << 8) | u32::from(*b)) << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            let index = (value >> (18 - 6 * digit)) as usize & 63;
            out.push(if digit <= chunk.len() { char::from(DIGITS[index]) } else { '=' });
        }
    }
    out
}

fn picture_scene(pictures: &[(&Arc<Picture>, Affine)]) -> Scene {
    let mut scene = Scene::new();
    for (picture, transform) in pictures {
        let mut shape = shape(Part::Body, Layer::Body, Geometry::Picture((*picture).clone()));
        shape.fill = None;
        shape.transform = *transform;
        scene.push(shape);
    }
    scene
}

#[test]
fn imported_art_looks_as_it_did() {
    let art = rich();
    let text = svg(&picture_scene(&[(&picture(&art), Affine::scale(200.0 / 300.0))]));
    let (original, ours) = (resvg(&art, 300), resvg(&text, 300));
    assert!(original.pixels().iter().filter(|p| p.alpha() > 0).count() > 20_000);
    let (largest, mean) = difference(&original, &ours);
    assert!(mean <= 0.1 && largest <= 8, "largest {largest}, mean {mean}");
}

#[test]
fn imported_art_stands_once_and_keeps_its_ids_to_itself() {
    let (one, other) = (picture(&rich()), picture(&rich().replace("tomato", "black")));
    let scene = picture_scene(&[
        (&one, Affine::scale(0.3)),
        (&other, Affine::translate((100.0, 0.0)) * Affine::scale(0.3)),
        (&one, Affine::translate((0.0, 100.0)) * Affine::scale(0.3)),
    ]);
    let text = svg(&scene);
    let document = xml(&text);
    let count = |name: &str| document.descendants().filter(|n| n.tag_name().name() == name).count();
    assert_eq!((count("use"), count("filter"), count("image")), (3, 2, 2));
    assert!(references(&text).is_subset(&ids(&text)) && references(&text).len() >= 12);
    assert!(ids(&text).is_subset(&references(&text)), "an id that nothing needs");
    for name in ["script", "foreignObject"] {
        assert_eq!(count(name), 0);
    }
    let outside = document.descendants().flat_map(|n| n.attributes()).filter(|a| a.name() == "href");
    assert!(outside.into_iter().all(|a| a.value().starts_with('#') || a.value().starts_with("data:image/png;")));
    for number in numbers(&text) {
        assert!(is_plain(&number), "{number}");
    }
}
