use kurbo::{BezPath, Circle, Ellipse, Point, Shape as _};
use proptest::prelude::*;

use super::*;
use crate::scene::{Fill, GradientKind, Part, Stop};

const INK: Color = Color::rgb(0x22, 0x2a, 0x3a);

fn shape(layer: Layer, geometry: Geometry) -> Shape {
    Shape { part: Part::Body, layer, transform: Affine::IDENTITY, opacity: 1.0, geometry, fill: None, stroke: None }
}

fn filled(layer: Layer, geometry: Geometry, paint: Paint) -> Shape {
    Shape { fill: Some(Fill { paint, even_odd: false }), ..shape(layer, geometry) }
}

fn shared(svg: &str) -> Geometry {
    Geometry::Shared(Arc::new(BezPath::from_svg(svg).unwrap()))
}

fn scene(shapes: impl IntoIterator<Item = Shape>) -> Scene {
    let mut scene = Scene::new();
    shapes.into_iter().for_each(|shape| scene.push(shape));
    scene
}

fn drawn(width: u32, height: u32, scene: &Scene) -> Raster {
    let mut raster = Raster::new(width, height).unwrap();
    raster.draw(scene, None);
    raster
}

fn pixel(raster: &Raster, x: usize, y: usize) -> Pixel {
    pixels::of(&raster.target)[y * raster.width() as usize + x]
}

fn straight_pixel(raster: &Raster, x: usize, y: usize) -> Pixel {
    let mut out = Vec::new();
    raster.straight(&mut out);
    out.as_chunks().0[y * raster.width() as usize + x]
}

fn stop(offset: f64, color: Color) -> Stop {
    Stop { offset, color }
}

fn three_stops() -> Vec<Stop> {
    vec![stop(0.0, Color::rgb(255, 240, 180)), stop(0.6, Color::rgb(250, 170, 60)), stop(1.0, Color::rgb(190, 80, 20))]
}

fn radial(center: (f64, f64), radius: f64, stops: Vec<Stop>) -> Arc<Gradient> {
    let center = Point::from(center);
    let kind = GradientKind::Radial { center, radius, focus: center };
    Arc::new(Gradient { kind, transform: Affine::IDENTITY, stops })
}

fn linear(start: (f64, f64), end: (f64, f64), stops: Vec<Stop>) -> Arc<Gradient> {
    let kind = GradientKind::Linear { start: start.into(), end: end.into() };
    Arc::new(Gradient { kind, transform: Affine::IDENTITY, stops })
}

/// A body of 24 curves with a wavy edge; `phase` in radians deforms it.
fn blob(phase: f64) -> BezPath {
    let at = |i: usize| {
        let angle = i as f64 * std::f64::consts::TAU / 24.0;
        let r = 72.0 + 3.0 * libm::sin(3.0 * angle + phase);
        Point::new(100.0 + r * libm::cos(angle), 100.0 + r * libm::sin(angle))
    };
    let mut path = BezPath::new();
    path.move_to(at(0));
    for i in 0..24 {
        let tangent = |i: usize| (at(i + 1) - at(i + 23)) / 6.0;
        path.curve_to(at(i) + tangent(i), at(i + 1) - tangent(i + 1), at(i + 1));
    }
    path.close_path();
    path
}

/// A blob with a gradient and an outline, two eyes, two cheeks and a mouth.
fn character(gradient: &Arc<Gradient>, phase: f64, look: f64) -> Scene {
    let mut scene = Scene::new();
    let body = scene.geometry(blob(phase));
    scene.push(Shape {
        stroke: Some(Stroke::round(Paint::Solid(INK), 2.5)),
        ..filled(Layer::Body, body, Paint::Gradient(gradient.clone()))
    });
    for side in [-1.0, 1.0] {
        let eye = scene.geometry(Ellipse::new((0.0, 0.0), (7.0, 10.0), 0.0).to_path(0.01));
        scene.push(Shape {
            part: Part::EyeLeft,
            transform: Affine::new([0.9, 0.1 * side, 0.05, 1.0, 100.0 + 25.0 * side + look, 90.0]),
            ..filled(Layer::Face, eye, Paint::Solid(INK))
        });
        let cheek = scene.geometry(Ellipse::new((100.0 + 40.0 * side + look, 112.0), (9.0, 5.0), 0.0).to_path(0.01));
        scene.push(Shape { opacity: 0.5, ..filled(Layer::Face, cheek, Paint::Solid(Color::rgb(255, 90, 90))) });
    }
    let mouth = scene.geometry(BezPath::from_svg("M-10 0Q0 9 10 0").unwrap());
    scene.push(Shape {
        part: Part::Mouth,
        transform: Affine::translate((100.0 + look, 115.0)),
        stroke: Some(Stroke::round(Paint::Solid(INK), 3.0)),
        ..shape(Layer::Face, mouth)
    });
    scene
}

fn largest_difference(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

#[test]
fn sizes_from_one_to_16384_are_taken_and_others_named() {
    for (width, height) in [(1, 1), (1, 4000), (16384, 1)] {
        assert!(Raster::new(width, height).is_ok(), "{width} x {height}");
    }
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
        assert!(matches!(Raster::new(width, height), Err(Error::Parameter { .. })), "{width} x {height}");
    }
    for (width, height) in [(100_000, 100_000), (16385, 1), (1, u32::MAX)] {
        let error = Raster::new(width, height).err().unwrap().to_string();
        assert!(error.contains(&format!("{width} x {height} px")) && error.contains("16384 x 16384 px"), "{error}");
    }
}

#[test]
fn a_view_without_area_is_refused() {
    let bad = [
        Rect::new(0.0, 0.0, 0.0, 10.0),
        Rect::new(0.0, 0.0, -5.0, 10.0),
        Rect::new(0.0, 0.0, f64::NAN, 10.0),
        Rect::new(0.0, 0.0, f64::INFINITY, 10.0),
    ];
    for view in bad {
        assert!(matches!(Raster::with_view(10, 10, view), Err(Error::Parameter { .. })), "{view}");
    }
}

#[test]
fn the_canvas_is_fitted_into_the_centre() {
    let all = scene([filled(Layer::Body, shared("M0 0H200V200H0Z"), Paint::Solid(Color::WHITE))]);
    let (wide, tall) = (drawn(30, 20, &all), drawn(20, 30, &all));
    for x in 0..30 {
        let expected = if (5..25).contains(&x) { [255; 4] } else { [0; 4] };
        assert_eq!(pixel(&wide, x, 10), expected, "column {x}");
        assert_eq!(pixel(&tall, 10, x), expected, "row {x}");
    }
}

#[test]
fn another_view_is_fitted_likewise() {
    let tile = scene([filled(Layer::Body, shared("M600 200H800V400H600Z"), Paint::Solid(Color::WHITE))]);
    let mut raster = Raster::with_view(100, 40, Rect::new(0.0, 0.0, 1000.0, 400.0)).unwrap();
    raster.draw(&tile, None);
    for x in 0..100 {
        for y in 0..40 {
            let inside = (60..80).contains(&x) && (20..40).contains(&y);
            assert_eq!(pixel(&raster, x, y), if inside { [255; 4] } else { [0; 4] }, "{x} {y}");
        }
    }
}

#[test]
fn a_translucent_colour_comes_back_as_it_was_asked_for() {
    let color: Color = "#3366cc".parse().unwrap();
    let half = color.with_alpha(0.5);
    let square = || shared("M0 0H200V200H0Z");

    let mut background = Raster::new(4, 4).unwrap();
    background.draw(&Scene::new(), Some(half));
    let in_paint = drawn(4, 4, &scene([filled(Layer::Body, square(), Paint::Solid(half))]));
    let in_opacity = scene([Shape { opacity: 0.5, ..filled(Layer::Body, square(), Paint::Solid(color)) }]);
    let in_opacity = drawn(4, 4, &in_opacity);
    let grouped = drawn(
        4,
        4,
        &scene([Shape {
            opacity: 0.5,
            stroke: Some(Stroke::round(Paint::Solid(color), 1.0)),
            ..filled(Layer::Body, square(), Paint::Solid(color))
        }]),
    );
    for raster in [background, in_paint, in_opacity, grouped] {
        assert_eq!(pixel(&raster, 1, 1), [26, 51, 102, 128]);
        assert_eq!(straight_pixel(&raster, 1, 1), [51, 102, 204, 128]);
    }
}

#[test]
fn an_opaque_colour_is_drawn_to_the_digit() {
    for hex in ["#000000", "#ffffff", "#3366cc", "#010203", "#fefdfc", "#808080"] {
        let color: Color = hex.parse().unwrap();
        let raster = drawn(8, 8, &scene([filled(Layer::Body, shared("M0 0H200V200H0Z"), Paint::Solid(color))]));
        assert_eq!(straight_pixel(&raster, 4, 4), [color.r, color.g, color.b, 255], "{hex}");
    }
}

#[test]
fn opacity_is_over_fill_and_stroke_as_one() {
    let half = |stroke| {
        scene([Shape {
            opacity: 0.5,
            stroke,
            ..filled(Layer::Body, shared("M40 40H160V160H40Z"), Paint::Solid(Color::WHITE))
        }])
    };
    let raster = drawn(200, 200, &half(Some(Stroke::round(Paint::Solid(Color::BLACK), 40.0))));
    // Fill alone; stroke over fill, where no white may shine through; stroke alone.
    for (x, expected) in [(100, [128, 128, 128, 128]), (50, [0, 0, 0, 128]), (30, [0, 0, 0, 128])] {
        let got = pixel(&raster, x, 100);
        assert!(largest_difference(&got, &expected) <= 1, "column {x}: {got:?}");
    }
    assert_eq!(pixel(&drawn(200, 200, &half(None)), 100, 100), [128; 4]);
}

#[test]
fn even_odd_leaves_a_hole_where_nonzero_does_not() {
    let rings = || shared("M0 0H200V200H0ZM50 50H150V150H50Z");
    for (even_odd, expected) in [(true, [0; 4]), (false, [255; 4])] {
        let fill = Some(Fill { paint: Paint::Solid(Color::WHITE), even_odd });
        let raster = drawn(20, 20, &scene([Shape { fill, ..shape(Layer::Body, rings()) }]));
        assert_eq!(pixel(&raster, 10, 10), expected);
        assert_eq!(pixel(&raster, 1, 1), [255; 4]);
    }
}

#[test]
fn a_stroke_is_squashed_with_its_shape() {
    // A circle of radius 50 with a pen of 20, at half height: 10 thick above and below, 20 at the sides.
    let ring = Shape {
        transform: Affine::new([1.0, 0.0, 0.0, 0.5, 100.0, 100.0]),
        stroke: Some(Stroke::round(Paint::Solid(Color::WHITE), 20.0)),
        ..shape(Layer::Face, Geometry::Shared(Arc::new(Circle::new((0.0, 0.0), 50.0).to_path(0.001))))
    };
    let raster = drawn(200, 200, &scene([ring]));
    let thick = |line: &mut dyn Iterator<Item = Pixel>| line.map(|p| f64::from(p[3]) / 255.0).sum::<f64>();
    let above = thick(&mut (0..100).map(|y| pixel(&raster, 100, y)));
    let beside = thick(&mut (0..100).map(|x| pixel(&raster, x, 100)));
    assert!((above - 10.0).abs() < 0.2 && (beside - 20.0).abs() < 0.2, "{above} above, {beside} beside");
}

#[test]
fn strokes_without_a_width_are_left_out_and_thin_ones_stay_visible() {
    let line = |width| {
        scene([Shape {
            stroke: Some(Stroke::round(Paint::Solid(Color::WHITE), width)),
            ..shape(Layer::Face, shared("M20 100H180"))
        }])
    };
    let ink = |width| drawn(200, 200, &line(width)).pixels().iter().map(|v| u64::from(*v)).sum::<u64>();
    for none in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(ink(none), 0, "width {none}");
    }
    assert!(ink(0.1) > 0);
    assert_eq!(ink(1e-6), ink(0.1));
    assert!(ink(0.5) > 4 * ink(0.1));
}

#[test]
fn what_is_not_finite_is_left_out_and_the_rest_drawn() {
    let square = || filled(Layer::Body, shared("M0 0H200V200H0Z"), Paint::Solid(Color::BLACK));
    let nan_line = BezPath::from_vec(vec![
        PathEl::MoveTo(Point::ZERO),
        PathEl::LineTo(Point::new(f64::NAN, 100.0)),
        PathEl::LineTo(Point::new(200.0, 200.0)),
    ]);
    let bad = [
        Shape { transform: Affine::scale(f64::NAN), ..square() },
        Shape { transform: Affine::translate((f64::INFINITY, 0.0)), ..square() },
        Shape { transform: Affine::scale(0.0), ..square() },
        Shape { opacity: f64::NAN, ..square() },
        Shape { opacity: -1.0, ..square() },
        Shape { geometry: Geometry::Shared(Arc::new(nan_line)), ..square() },
        Shape { geometry: Geometry::Shared(Arc::new(BezPath::new())), ..square() },
    ];
    let good = filled(Layer::Body, shared("M0 0H100V200H0Z"), Paint::Solid(Color::WHITE));
    let raster = drawn(20, 20, &scene(bad.into_iter().chain([good])));
    assert_eq!(pixel(&raster, 5, 10), [255; 4]);
    assert_eq!(pixel(&raster, 15, 10), [0; 4]);
}

#[test]
fn an_extreme_coordinate_does_not_end_the_process() {
    // Without the limit this very triangle makes tiny-skia panic while it unwinds.
    let triangle = "M100 100L300 120L200 -690000000Z";
    for paint in [Paint::Solid(INK), Paint::Gradient(radial((100.0, 100.0), 50.0, three_stops()))] {
        let stroke = Some(Stroke::round(paint.clone(), 3.0));
        for size in [64, 512] {
            let view = Rect::new(0.0, 0.0, f64::from(size), f64::from(size));
            for plain in [false, true] {
                let mut raster = Raster::with_view(size, size, view).unwrap();
                raster.plain = plain;
                let shape = filled(Layer::Body, shared(triangle), paint.clone());
                raster.draw(&scene([Shape { stroke: stroke.clone(), ..shape }]), None);
            }
        }
    }
    let above = scene([filled(Layer::Body, shared(triangle), Paint::Solid(Color::WHITE))]);
    assert_eq!(pixel(&drawn(200, 200, &above), 150, 50), [255; 4]);
}

#[test]
fn the_table_of_colours_draws_what_tiny_skia_draws() {
    let glass = vec![stop(0.1, Color::WHITE.with_alpha(0.9)), stop(0.9, Color::rgb(20, 60, 200).with_alpha(0.1))];
    let mut tilted = (*radial((90.0, 80.0), 80.0, glass.clone())).clone();
    tilted.transform = Affine::rotate_about(0.6, Point::new(100.0, 100.0)) * Affine::scale_non_uniform(1.1, 0.7);
    let toon = vec![stop(0.5, Color::rgb(255, 200, 90)), stop(0.55, Color::rgb(230, 160, 60))];
    let gradients = [
        radial((85.0, 70.0), 110.0, three_stops()),
        linear((100.0, 20.0), (100.0, 180.0), three_stops()),
        linear((30.0, 40.0), (150.0, 170.0), glass),
        linear((30.0, 40.0), (180.0, 90.0), toon),
        Arc::new(tilted),
    ];
    for size in [128, 512, 1024] {
        for (i, gradient) in gradients.iter().enumerate() {
            let mut scene = character(gradient, 0.3, 2.0);
            let glow = filled(Layer::Overlay, shared("M5 5H60V60H5Z"), Paint::Gradient(gradient.clone()));
            scene.push(Shape { opacity: 0.4, ..glow });
            let (mut fast, mut plain) = (Raster::new(size, size).unwrap(), Raster::new(size, size).unwrap().plain());
            fast.draw(&scene, None);
            plain.draw(&scene, None);
            let difference = largest_difference(fast.pixels(), plain.pixels());
            assert!(difference <= 2, "gradient {i} at {size} px: {difference}");
        }
    }
}

#[test]
fn gradients_cross_the_tiles_of_large_pictures() {
    let strip = filled(
        Layer::Body,
        shared("M-10000 90L10000 80V120L-10000 110Z"),
        Paint::Gradient(linear((-4000.0, 0.0), (4000.0, 0.0), three_stops())),
    );
    let scene = scene([strip]);
    let view = Rect::new(-5000.0, 96.0, 5000.0, 104.0);
    let mut fast = Raster::with_view(10_000, 8, view).unwrap();
    let mut plain = Raster::with_view(10_000, 8, view).unwrap().plain();
    fast.draw(&scene, None);
    plain.draw(&scene, None);
    assert!(largest_difference(fast.pixels(), plain.pixels()) <= 2);
    assert!((0..10_000).all(|x| pixel(&fast, x, 4)[3] == 255));
}

#[test]
fn gradients_without_extent_or_with_odd_stops_paint_what_svg_says() {
    let last = Color::rgb(10, 20, 30);
    let two = || vec![stop(0.0, Color::WHITE), stop(1.0, last)];
    let square =
        |gradient| drawn(8, 8, &scene([filled(Layer::Body, shared("M0 0H200V200H0Z"), Paint::Gradient(gradient))]));
    for gradient in [linear((5.0, 5.0), (5.0, 5.0), two()), radial((5.0, 5.0), 0.0, two())] {
        assert_eq!(straight_pixel(&square(gradient), 4, 4), [10, 20, 30, 255]);
    }
    // A hard edge at the middle, to the pixel.
    let edge = vec![stop(0.5, Color::WHITE), stop(0.5, last)];
    let raster = square(linear((0.0, 0.0), (200.0, 0.0), edge));
    assert_eq!(straight_pixel(&raster, 3, 4), [255; 4]);
    assert_eq!(straight_pixel(&raster, 4, 4), [10, 20, 30, 255]);
    // One stop, none, and ones that are no numbers.
    assert_eq!(straight_pixel(&square(linear((0.0, 0.0), (9.0, 0.0), vec![stop(0.3, last)])), 4, 4), [10, 20, 30, 255]);
    assert_eq!(straight_pixel(&square(linear((0.0, 0.0), (9.0, 0.0), vec![])), 4, 4), [0; 4]);
    for bad in [f64::NAN, f64::INFINITY, -5.0] {
        square(linear((0.0, 0.0), (9.0, 0.0), vec![stop(bad, last), stop(0.5, Color::WHITE), stop(bad, last)]));
        square(linear((bad, 0.0), (9.0, bad), two()));
        square(radial((bad, 0.0), bad, two()));
    }
}

#[test]
fn a_focus_of_its_own_moves_the_first_colour() {
    let kind = GradientKind::Radial { center: Point::new(100.0, 100.0), radius: 100.0, focus: Point::new(60.0, 100.0) };
    let gradient =
        Gradient { kind, transform: Affine::IDENTITY, stops: vec![stop(0.0, Color::WHITE), stop(1.0, Color::BLACK)] };
    let raster =
        drawn(200, 200, &scene([filled(Layer::Body, shared("M0 0H200V200H0Z"), Paint::Gradient(gradient.into()))]));
    let brightest = (0..200).max_by_key(|x| pixel(&raster, *x, 100)[0]).unwrap();
    assert!(brightest.abs_diff(60) <= 1, "brightest at {brightest}");
}

fn picture(svg: &str) -> Geometry {
    Geometry::Picture(Arc::new(Picture { tree: usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap() }))
}

#[test]
fn a_picture_is_drawn_in_place_with_one_opacity() {
    let art = picture(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10">
        <rect width="6" height="10" fill="#f00"/><rect x="4" width="6" height="10" fill="#00f"/></svg>"##,
    );
    let hat = Shape {
        transform: Affine::translate((100.0, 0.0)) * Affine::scale(10.0),
        opacity: 0.5,
        ..shape(Layer::Behind, art)
    };
    let scene = scene([hat]);
    let mut raster = Raster::new(20, 20).unwrap();
    let mut first = Vec::new();
    // Rendered anew, kept, taken from what is kept, and with the whole layer kept: all the same.
    for frame in 0..5 {
        raster.draw(&scene, None);
        raster.below.ready &= frame == 4;
        if frame == 0 {
            first = raster.pixels().to_vec();
        }
        assert_eq!(raster.pixels(), first, "frame {frame}");
    }
    assert_eq!(pixel(&raster, 12, 5), [128, 0, 0, 128]);
    assert_eq!(pixel(&raster, 15, 5), [0, 0, 128, 128]);
    assert_eq!(pixel(&raster, 5, 5), [0; 4]);
    assert_eq!(pixel(&raster, 15, 15), [0; 4]);
}

#[test]
fn a_picture_that_is_far_too_large_is_left_out() {
    let art = picture(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0L9 1L5 -690000000Z"/></svg>"##,
    );
    let raster = drawn(20, 20, &scene([shape(Layer::Body, art)]));
    assert!(raster.pixels().iter().all(|v| *v == 0));
}

#[test]
fn a_drawing_equals_its_svg_drawn_by_resvg() {
    for size in [100, 400] {
        let gradient = radial((85.0, 70.0), 110.0, three_stops());
        let scene = character(&gradient, 0.7, -3.0);
        let tree = usvg::Tree::from_str(&equivalent_svg(&scene), &usvg::Options::default()).unwrap();
        let mut judge = Pixmap::new(size, size).unwrap();
        let scale = size as f32 / 200.0;
        resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut judge.as_mut());
        let raster = drawn(size, size, &scene);
        let sum: u64 = raster.pixels().iter().zip(judge.data()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        let mean = sum as f64 / judge.data().len() as f64;
        assert!(mean < 0.2, "mean difference {mean} at {size} px");
        assert!(largest_difference(raster.pixels(), judge.data()) <= 16);
    }
}

/// The shapes of [`character`] as SVG, all digits kept.
fn equivalent_svg(scene: &Scene) -> String {
    let mut svg = String::from(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><radialGradient id="g"
        gradientUnits="userSpaceOnUse" cx="85" cy="70" r="110"><stop offset="0" stop-color="#fff0b4"/>
        <stop offset=".6" stop-color="#faaa3c"/><stop offset="1" stop-color="#be5014"/></radialGradient>"##,
    );
    for shape in scene.shapes() {
        let d = BezPath::from_vec(scene.outline(shape).to_vec()).to_svg();
        let [a, b, c, d2, e, f] = shape.transform.as_coeffs();
        let paint = |paint: &Paint| match paint {
            Paint::Solid(color) => color.to_string(),
            Paint::Gradient(_) => "url(#g)".to_owned(),
        };
        let fill = shape.fill.as_ref().map_or("none".to_owned(), |fill| paint(&fill.paint));
        let (stroke, width) =
            shape.stroke.as_ref().map_or(("none".to_owned(), 0.0), |stroke| (paint(&stroke.paint), stroke.width));
        svg += &format!(
            r#"<path d="{d}" transform="matrix({a} {b} {c} {d2} {e} {f})" opacity="{}" fill="{fill}" stroke="{stroke}"
            stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#,
            shape.opacity
        );
    }
    svg + "</svg>"
}

#[test]
fn frames_can_be_drawn_on_any_thread() {
    fn is_send<T: Send>() {}
    is_send::<Raster>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever came before, a frame is the frame that a new raster draws.
    #[test]
    fn what_is_kept_never_shows(steps in prop::collection::vec((0..3usize, 0..3usize, 0..3usize, 0..4usize), 1..14)) {
        let art = picture(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><circle cx="30" cy="30" r="30"
            fill="#0a0" opacity=".7"/><rect x="20" width="30" height="40" fill="#00f"/></svg>"##,
        );
        let gradients = [
            radial((85.0, 70.0), 110.0, three_stops()),
            linear((30.0, 40.0), (150.0, 170.0), three_stops()),
            radial((85.0, 70.0), 110.0, vec![stop(0.0, Color::WHITE.with_alpha(0.5)), stop(1.0, INK)]),
        ];
        let leaf = shared("M90 60C60 20 120 20 110 60Z");
        let make = |(body, look, phase, extra): (usize, usize, usize, usize)| {
            let mut all = Scene::new();
            if extra > 0 {
                all.push(Shape { opacity: 0.6, ..shape(Layer::Behind, art.clone()) });
            }
            all.append(&character(&gradients[body], phase as f64, look as f64 * 3.3), Affine::IDENTITY);
            if extra > 1 {
                let leaf = filled(Layer::Front, leaf.clone(), Paint::Gradient(gradients[phase].clone()));
                all.push(Shape { opacity: 0.8, stroke: Some(Stroke::round(Paint::Solid(INK), 0.4)), ..leaf });
            }
            if extra > 2 {
                let at = Affine::translate((120.0 + look as f64, 0.0));
                all.push(Shape { transform: at, ..shape(Layer::Overlay, art.clone()) });
            }
            (all, (body == 2).then_some(Color::rgb(200, 220, 240)))
        };
        let mut raster = Raster::new(72, 64).unwrap();
        for (i, step) in steps.iter().enumerate() {
            // Every frame twice or more, as else nothing would be kept.
            for _ in 0..1 + (step.0 + step.1 + i) % 4 {
                let (scene, background) = make(*step);
                raster.draw(&scene, background);
                let mut fresh = Raster::new(72, 64).unwrap();
                fresh.draw(&scene, background);
                prop_assert_eq!(raster.pixels(), fresh.pixels());
                let (mut kept, mut new) = (Vec::new(), Vec::new());
                raster.straight(&mut kept);
                fresh.straight(&mut new);
                prop_assert_eq!(kept, new);
            }
        }
    }

    /// No outline, map or stroke ends the process, however wild.
    #[test]
    fn anything_can_be_drawn(
        points in prop::collection::vec((wild(), wild()), 3..12),
        map in prop::array::uniform6(wild()),
        moved in any::<bool>(),
        width in wild(),
        gradient in any::<bool>(),
        join in 0..3usize,
    ) {
        let mut path = BezPath::new();
        let mut points = points.into_iter().map(Point::from);
        path.move_to(points.next().unwrap());
        while let Some(a) = points.next() {
            match (points.next(), points.next()) {
                (Some(b), Some(c)) => path.curve_to(a, b, c),
                (Some(b), None) => path.quad_to(a, b),
                _ => path.line_to(a),
            }
        }
        path.close_path();
        let paint = if gradient {
            Paint::Gradient(linear((map[0], map[1]), (map[2], map[3]), three_stops()))
        } else {
            Paint::Solid(INK)
        };
        let join = [kurbo::Join::Round, kurbo::Join::Miter, kurbo::Join::Bevel][join];
        let stroke = Stroke { join, miter_limit: width.abs(), ..Stroke::round(paint.clone(), width.abs()) };
        let wild = Shape {
            transform: if moved { Affine::new(map) } else { Affine::IDENTITY },
            stroke: Some(stroke),
            opacity: 0.7,
            ..filled(Layer::Body, Geometry::Shared(Arc::new(path)), paint)
        };
        drawn(48, 32, &scene([wild]));
    }
}

/// Numbers of all sizes: usual ones, near the limit, far beyond it, and none.
fn wild() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => -300.0..300.0,
        3 => -1.0..1.0,
        2 => -3e5..3e5,
        1 => -1e10..1e10,
        1 => prop_oneof![Just(0.0), Just(1e30), Just(-1e200), Just(1e-30), Just(-6.9e8), Just(5e-324)],
        1 => any::<f64>(),
    ]
}
