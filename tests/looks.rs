//! What a viewer would notice, as numbers.

mod common;

use std::collections::BTreeMap;

use common::pixels::Pixels;
use common::random::Random;
use common::{cast, composed, composed_face, faces, from_text, gazes, of_body, pose, projections};
use kurbo::{Affine, BezPath, Point, Rect, Shape as _};
use phiz::{
    CANVAS, Character, Color, Drawing, Eye, FaceKind, Frame, INK_CONTRAST, Layer, Look, NAMED_COLORS, Paint, Part,
    Pose, Projection, Raster, Scene, Shape, State, Still, SvgOptions, compose, place, to_svg,
};

/// All of the canvas.
const CANVAS_VIEW: Rect = Rect::new(0.0, 0.0, CANVAS, CANVAS);

const EYES: [Part; 2] = [Part::EyeRight, Part::EyeLeft];

/// Every character with each of its states and each face.
fn everything() -> impl Iterator<Item = (&'static Character, &'static State, FaceKind)> {
    cast().iter().flat_map(|c| c.states().iter().flat_map(move |s| faces().map(move |face| (c, s, face))))
}

fn idle(character: &Character) -> &State {
    character.state("idle").unwrap()
}

/// The outline of a shape on the canvas.
fn outline(scene: &Scene, shape: &Shape) -> BezPath {
    shape.transform * BezPath::from_vec(scene.outline(shape).to_vec())
}

/// The shapes of a part, bottom to top.
fn shapes_of<'a>(scene: &'a Scene, part: &Part) -> impl Iterator<Item = &'a Shape> {
    scene.shapes().iter().filter(move |shape| shape.part == *part)
}

/// The points of an eye's outline on the canvas: its lowest shape.
fn eye_points(scene: &Scene, eye: &Part) -> Vec<Point> {
    let shape = shapes_of(scene, eye).next().unwrap();
    outline(scene, shape).elements().iter().filter_map(kurbo::PathEl::end_point).collect()
}

fn svg(scene: &Scene) -> String {
    to_svg(scene, &SvgOptions::default()).unwrap()
}

mod gaze {
    use super::*;

    /// K6. At rest on the head both eyes go the same way, so they never squint.
    #[test]
    fn both_eyes_move_by_the_same_step() {
        for (character, state, face) in everything() {
            let eyes = |look| {
                let still = Still { look, face: Some(face), ..Still::default() };
                let placement = place(character, &still.frame(character, state));
                EYES.map(|eye| placement.feature(&eye).unwrap().rest)
            };
            let ahead = eyes(Look::AHEAD);
            for look in gazes() {
                let steps = [0, 1].map(|i| {
                    let seen = eyes(look)[i];
                    (seen.x() - ahead[i].x(), seen.y() - ahead[i].y())
                });
                let of = format!("{}, {}, {}, {look:?}: {steps:?}", character.name(), state.name, face.name());
                assert!((steps[0].0 - steps[1].0).abs() < 1e-12 && (steps[0].1 - steps[1].1).abs() < 1e-12, "{of}");
                // To the viewer's right is +x, up is +y, and there is a step where there is a look.
                assert!(steps[0].0 * look.x() > 0.0 || look.x() == 0.0, "{of}");
                assert!(steps[0].1 * look.y() > 0.0 || look.y() == 0.0, "{of}");
            }
        }
    }

    /// K7. On a head that is not turned, the middle of the eyes is the middle of the head, moved only by what the state
    /// says it looks at.
    #[test]
    fn the_eyes_are_centred() {
        for (character, state, face) in everything() {
            let still = Still { face: Some(face), home: Some(Pose::NONE), ..Still::default() };
            let frame = still.frame(character, state);
            let placement = place(character, &frame);
            let eyes = EYES.map(|eye| placement.feature(&eye).unwrap());
            let of = format!("{}, {}, {}", character.name(), state.name, face.name());

            let rest = 0.5 * (eyes[0].rest.x() + eyes[1].rest.x());
            // The eyes slide by .3 radii for a gaze of 90 degrees, and the range to the sides is 30 degrees.
            let looks = 0.3 * libm::sin((30.0 * state.look[0]).to_radians());
            assert!((rest - looks).abs() < 1e-12, "{of}: {rest}, not {looks}");

            if state.pose.turn() == 0.0 && state.pose.roll() == 0.0 && state.look[0] == 0.0 {
                let middle = 0.5 * (eyes[0].center.x + eyes[1].center.x);
                assert!((middle - character.head().center.x).abs() < 1e-9, "{of}: {middle}");
            }
        }
    }
}

mod blink {
    use super::*;

    /// K5. A still shows the state, whenever it is taken.
    #[test]
    fn a_still_never_blinks() {
        for (character, state, face) in everything() {
            let frame = Still { face: Some(face), ..Still::default() }.frame(character, state);
            for (eye, wanted) in frame.eyes.iter().zip(&state.eyes) {
                assert_eq!(eye.lid, wanted.lid, "{}, {}", character.name(), state.name);
                if let Some(shape) = wanted.shape {
                    // Nor is it on the way from one shape to another.
                    assert_eq!(*eye, Eye::of(shape, wanted.size, wanted.lid), "{}, {}", character.name(), state.name);
                }
            }
        }
    }

    fn with_lid(mut frame: Frame, lid: f64) -> Frame {
        for eye in &mut frame.eyes {
            eye.lid = lid;
        }
        frame
    }

    fn scene_of(character: &Character, frame: &Frame) -> Scene {
        let mut scene = Scene::new();
        compose(character, frame, &Drawing::default(), &mut scene);
        scene
    }

    /// The squash runs along the axis of the face, not of the screen: `M diag(1, lid)`.
    ///
    /// The eyes of the cute face lie on the equator, at (X, 0). There the tangent frame is `((s, 0, -X), (0, 1, 0))` with
    /// `s = sqrt(1 - X^2)`, so at roll 30 `M` is a rotation by 30 degrees after `diag(s, 1)`.
    #[test]
    fn the_squash_turns_with_the_face() {
        let character = &cast()[0];
        let still = |roll| Still {
            pose: pose(0.0, 0.0, roll),
            face: Some(FaceKind::Cute),
            home: Some(Pose::NONE),
            ..Still::default()
        };
        let flat = still(0.0).frame(character, idle(character));
        let rolled = with_lid(still(30.0).frame(character, idle(character)), 0.5);
        let open = scene_of(character, &flat);
        let half = scene_of(character, &rolled);
        let (flat, rolled) = (place(character, &flat), place(character, &rolled));
        for eye in EYES {
            let from = flat.feature(&eye).unwrap();
            assert_eq!(from.rest.y(), 0.0);
            let to = rolled.feature(&eye).unwrap();
            let (sin, cos) = (0.5, 0.75_f64.sqrt());
            let expected = Affine::translate(to.center.to_vec2())
                * Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
                * Affine::scale_non_uniform(1.0, 0.5)
                * Affine::translate(-from.center.to_vec2());
            for (open, half) in eye_points(&open, &eye).into_iter().zip(eye_points(&half, &eye)) {
                assert!(half.distance(expected * open) < 1e-9, "{half:?}, not {:?}", expected * open);
            }
        }
    }

    /// K2. Whatever the lid does, the eye stays where it is: its middle, its width, its pupil.
    #[test]
    fn the_eye_stays_in_its_place() {
        for (character, state, face) in everything() {
            let frame = Still { face: Some(face), ..Still::default() }.frame(character, state);
            let places = |lid| {
                let placement = place(character, &with_lid(frame.clone(), lid));
                EYES.map(|eye| placement.feature(&eye).unwrap().clone()).map(|f| (f.center, f.rest, f.tangent, f.size))
            };
            let open = places(1.0);
            for lid in [0.75, 0.5, 0.25, 0.06, 0.0] {
                assert_eq!(places(lid), open, "{}, {}, lid {lid}", character.name(), state.name);
            }
        }
    }

    /// 3.5. Shut, it is a short dash as thick as all strokes of the face, never a hair.
    #[test]
    fn a_shut_eye_is_as_thick_as_a_stroke() {
        for (character, state, face) in everything() {
            let frame = with_lid(Still { face: Some(face), ..Still::default() }.frame(character, state), 0.0);
            let line = place(character, &frame).line_width;
            let scene = scene_of(character, &frame);
            for eye in EYES {
                let Some(shape) = shapes_of(&scene, &eye).next() else { continue };
                // In its own units, before any foreshortening.
                let size = BezPath::from_vec(scene.outline(shape).to_vec()).bounding_box();
                let least = size.width().min(size.height());
                assert!(
                    least >= line * (1.0 - 1e-3),
                    "{}, {}, {}: {least} < {line}",
                    character.name(),
                    state.name,
                    face.name()
                );
            }
        }
    }
}

mod ink {
    use super::*;

    /// 3.5. One stroke width in everything that is drawn with a stroke.
    #[test]
    fn there_is_one_stroke_width() {
        let mut seen = 0;
        for (character, state, face) in everything() {
            let still = Still { face: Some(face), ..Still::default() };
            let width = place(character, &still.frame(character, state)).line_width;
            let scene = composed_face(character, state, &still, &Drawing::default());
            for stroke in scene.shapes().iter().filter_map(|shape| shape.stroke.as_ref()) {
                assert_eq!(stroke.width, width, "{}, {}, {}", character.name(), state.name, face.name());
                seen += 1;
            }
        }
        assert!(seen > 100, "only {seen} strokes");
    }

    /// The contrast of WCAG 2, computed here from its text.
    fn contrast(a: Color, b: Color) -> f64 {
        let luminance = |c: Color| {
            let channel = |v: u8| {
                let v = f64::from(v) / 255.0;
                if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
            };
            0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Every character as it is and in every colour that has a name.
    fn in_every_color() -> impl Iterator<Item = (String, Character)> {
        cast().iter().flat_map(|character| {
            let named = NAMED_COLORS.map(|(name, color)| (name, character.recolored(color)));
            std::iter::once(("its own", character.clone()))
                .chain(named)
                .map(|(color, dressed)| (format!("{} in {color}", character.name()), dressed))
        })
    }

    /// K11.
    #[test]
    fn it_reads_on_every_body() {
        for (name, character) in in_every_color() {
            let palette = character.palette();
            let on_body = contrast(palette.ink, palette.body);
            assert!(on_body >= INK_CONTRAST && INK_CONTRAST == 4.5, "{name}: {on_body:.2}");
        }
    }

    /// K11, on what is really behind the face: shade, light and what is painted on the body. The highlight, a fiftieth of
    /// the head, may outshine light ink, and a patch of another tone come near it.
    #[test]
    fn it_reads_on_what_is_behind_the_face() {
        for (name, character) in in_every_color() {
            let mut scene = composed(&character, idle(&character), &Still::default(), &Drawing::default());
            scene.retain(|shape| shape.layer <= Layer::Body);
            let pixels = Pixels::of_scene(&scene, CANVAS_VIEW, 100, 100);
            let head = character.head();
            let mut contrasts = Vec::new();
            for (x, y) in (0..100).flat_map(|y| (0..100).map(move |x| (x, y))) {
                let at = Point::new(2.0 * f64::from(x) + 1.0, 2.0 * f64::from(y) + 1.0);
                if at.distance(head.center) < head.radius {
                    let [r, g, b, _] = pixels.at(x, y);
                    contrasts.push(contrast(character.palette().ink, Color::rgb(r, g, b)));
                }
            }
            let below = |limit: f64| {
                contrasts.iter().filter(|contrast| **contrast < limit).count() as f64 / contrasts.len() as f64
            };
            // 3 is what WCAG asks of graphics, 4.5 what it asks of text.
            let (lost, weak) = (below(3.0), below(INK_CONTRAST));
            assert!(lost <= 0.025 && weak <= 0.1, "{name}: {lost:.3} of the head below 3, {weak:.3} below 4.5");
        }
    }

    /// A body with a hole is not painted over: what is behind shows.
    #[test]
    fn a_hole_shows_the_background() {
        let body = "M20 100A80 80 0 0 1 180 100A80 80 0 0 1 20 100ZM120 50A20 20 0 0 0 80 50A20 20 0 0 0 120 50Z";
        let character = of_body("ring", body, "");
        let scene = composed(&character, idle(&character), &Still::default(), &Drawing::default());
        let mut raster = Raster::new(200, 200).unwrap();
        let pixel = |raster: &Raster, x: usize, y: usize| raster.pixels()[4 * (200 * y + x)..][..4].to_vec();
        raster.draw(&scene, None);
        assert_eq!(pixel(&raster, 100, 50), [0; 4]);
        assert_eq!(pixel(&raster, 100, 85)[3], 255);
        raster.draw(&scene, Some(Color::rgb(10, 200, 30)));
        assert_eq!(pixel(&raster, 100, 50), [10, 200, 30, 255]);
        // A drawing alone, without a word about which part of it is the body, keeps its hole too.
        let svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path fill="#fa0" d="{body}"/></svg>"##
        );
        let character = from_text("any.svg", &svg, None);
        let scene = composed(&character, idle(&character), &Still::default(), &Drawing::default());
        raster.draw(&scene, None);
        let middle = character.bounds().center();
        let hole = Point::new(middle.x, character.bounds().y0 + character.bounds().height() * 30.0 / 160.0);
        assert_eq!(pixel(&raster, hole.x as usize, hole.y as usize), [0; 4]);
    }
}

mod states {
    use super::*;

    /// How many pixels two pictures differ in so much that it is seen: by an eighth of the range, in any channel.
    fn seen_difference(a: &Pixels, b: &Pixels) -> usize {
        let differs = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 32);
        a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)).filter(|pair| differs(*pair)).count()
    }

    /// K10. Any two states differ in a 64th of the picture: twelve pixels in a sidebar, four in a tab.
    fn told_apart(side: u32, compared: impl Fn(&str, &str) -> bool) {
        let mut closest = (usize::MAX, String::new());
        for character in cast() {
            let drawing = Drawing { pixels: Some(f64::from(side)), ..Drawing::default() };
            let pictures: Vec<(&str, Pixels)> = character
                .states()
                .iter()
                .map(|s| (s.name.as_str(), composed(character, s, &Still::default(), &drawing)))
                .map(|(name, scene)| (name, Pixels::of_scene(&scene, CANVAS_VIEW, side, side)))
                .collect();
            for (i, (first, a)) in pictures.iter().enumerate() {
                for (second, b) in pictures[i + 1..].iter().filter(|(second, _)| compared(first, second)) {
                    let difference = seen_difference(a, b);
                    if difference < closest.0 {
                        closest = (difference, format!("{}: {first} and {second}", character.name()));
                    }
                }
            }
        }
        let least = (side * side) as usize / 64;
        assert!(closest.0 >= least, "at {side} px the closest, {}, differ in {} pixels", closest.1, closest.0);
    }

    #[test]
    fn are_told_apart_in_a_product() {
        told_apart(64, |_, _| true);
    }

    #[test]
    fn are_told_apart_in_a_sidebar() {
        told_apart(28, |_, _| true);
    }

    /// At 16 pixels not every pair is: a laugh is a laugh. But something is up, or nothing is.
    #[test]
    fn are_told_from_idle_in_a_tab() {
        told_apart(16, |first, _| first == "idle");
    }

    /// How opaque each pixel is of what is drawn of a part.
    fn alpha_of(scene: &Scene, part: &Part, side: u32) -> Vec<u8> {
        let mut scene = scene.clone();
        scene.retain(|shape| shape.part == *part);
        let mut raster = Raster::new(side, side).unwrap();
        raster.draw(&scene, None);
        raster.pixels().chunks_exact(4).map(|pixel| pixel[3]).collect()
    }

    /// K10. However small: eyes and mouth have at least a third of a pixel of ink, and the eyes do not run into one blob.
    #[test]
    fn keep_their_strokes_and_gaps_when_small() {
        for side in [28, 16] {
            let drawing = Drawing { pixels: Some(f64::from(side)), ..Drawing::default() };
            for (character, state, face) in everything() {
                let of = format!("{}, {}, {} at {side} px", character.name(), state.name, face.name());
                let still = Still { face: Some(face), home: Some(Pose::NONE), ..Still::default() };
                let scene = composed_face(character, state, &still, &drawing);
                for part in EYES.iter().chain(&[Part::Mouth]) {
                    if shapes_of(&scene, part).next().is_some() {
                        let ink: u32 = alpha_of(&scene, part, side).into_iter().map(u32::from).sum();
                        assert!(3 * ink >= 255, "{of}: {part:?} has {ink}/255 of a pixel");
                    }
                }
                let [a, b] = EYES.map(|eye| alpha_of(&scene, &eye, side));
                let touch = a.iter().zip(&b).any(|(a, b)| *a > 64 && *b > 64);
                assert!(!touch, "{of}: the eyes touch");
            }
        }
    }
}

mod foreign {
    use phiz::Source;

    use super::*;

    fn character(art: &str) -> Character {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{art}</svg>");
        Source { svg: ("art.svg", svg.as_bytes()), ..Source::default() }.load().unwrap().character
    }

    fn stripes(dark: &str, light: &str) -> String {
        let bars: String = (0..10).map(|i| format!("<rect x='{}' width='5' height='100'/>", 10 * i)).collect();
        format!("<rect width='100' height='100' fill='{light}'/><g fill='{dark}'>{bars}</g>")
    }

    /// Where no ink reads on all of the art, a rim goes around it, and that reads on any of it.
    #[test]
    fn ink_on_motley_art_has_a_rim() {
        // Letters are little of what they stand on, and as dark as the ink.
        let lines: String = (0..10).map(|i| format!("<rect y='{}' width='100' height='.7'/>", 10 * i)).collect();
        let letters = format!("<rect width='100' height='100' fill='#fff'/>{lines}");
        let striped = [("#000", "#fff"), ("#102a6b", "#ffe14d"), ("#111", "none")].map(|(a, b)| stripes(a, b));
        for art in striped.iter().chain([&letters]) {
            let palette = *character(art).palette();
            let rim = palette.rim.unwrap_or_else(|| panic!("{art}: no rim"));
            let [ink, rim] = [palette.ink, rim].map(|c| c.luminance());
            assert!((rim + 0.05) / (ink + 0.05) >= 10.0, "{art}: {palette:?}");
        }
        for calm in ["#000", "#ffd166", "#8a8a8a"] {
            let one = character(&format!("<circle cx='50' cy='50' r='40' fill='{calm}'/>"));
            assert_eq!(one.palette().rim, None, "{calm}");
        }
        assert!(everything().all(|(character, ..)| character.palette().rim.is_none()));
    }

    /// All rims lie under all ink: that of a mouth must not cut a nose.
    #[test]
    fn rims_are_under_the_ink() {
        let art = character(&stripes("#000", "#fff"));
        let rim = Paint::Solid(art.palette().rim.unwrap());
        let still = Still { face: Some(FaceKind::Line), ..Still::default() };
        let mut scene = Scene::new();
        compose(&art, &still.frame(&art, idle(&art)), &Drawing::default(), &mut scene);
        let is_rim = |shape: &&Shape| shape.stroke.as_ref().is_some_and(|stroke| stroke.paint == rim);
        let of_face: Vec<_> = scene.shapes().iter().filter(|shape| shape.layer == Layer::Face).collect();
        let rims = of_face.iter().take_while(|shape| is_rim(shape)).count();
        // Eyes, nose and mouth.
        assert_eq!((rims, of_face.len()), (4, 8));
    }

    /// The face of a cat cut out of a disc is better than the rim around it.
    #[test]
    fn a_large_hole_is_a_place_for_a_face() {
        let ring = "<path fill-rule='evenodd' d='M50 0A50 50 0 1 1 50 100A50 50 0 1 1 50 0M50 24A28 28 0 1 0 50 80A28 28 0 1 0 50 24'/>";
        let head = character(ring).head();
        assert!((head.center.x - 100.0).abs() < 3.0 && (head.center.y - 103.0).abs() < 10.0, "{head:?}");
    }
}

mod marks {
    use super::*;

    fn mark(character: &Character, state: &str, turn: f64) -> Vec<Shape> {
        let still = Still { pose: Pose::new(turn, 0.0, 0.0).unwrap(), ..Still::default() };
        let mut scene = Scene::new();
        compose(character, &still.frame(character, character.state(state).unwrap()), &Drawing::default(), &mut scene);
        scene.shapes().iter().filter(|shape| shape.layer == Layer::Overlay).cloned().collect()
    }

    /// 1.5. What hangs on the face goes behind the head with it, and never comes back as its mirror image.
    #[test]
    fn on_the_face_vanish_behind_the_head() {
        for character in cast() {
            for state in ["angry", "working", "sad"] {
                assert!(!mark(character, state, 0.0).is_empty(), "{}, {state}", character.name());
                for turn in 0..72 {
                    let seen = mark(character, state, 5.0 * f64::from(turn));
                    let mirrored = seen.iter().filter(|shape| shape.transform.determinant() < 0.0).count();
                    assert_eq!(mirrored, 0, "{}, {state} at {turn}", character.name());
                }
                assert_eq!(mark(character, state, 180.0).len(), 0, "{}, {state}", character.name());
            }
        }
    }

    /// In a body's own hue they would be lost on its ears: each has a white rim, which is drawn before all of the mark.
    #[test]
    fn have_a_rim() {
        for character in cast() {
            for state in ["surprised", "sleeping", "confused", "angry", "searching"] {
                let shapes = mark(character, state, 0.0);
                let white = Paint::Solid(Color::WHITE);
                let is_rim = |shape: &&Shape| shape.stroke.as_ref().is_some_and(|stroke| stroke.paint == white);
                let rims = shapes.iter().take_while(is_rim).count();
                assert_eq!(2 * rims, shapes.len(), "{}, {state}", character.name());
            }
        }
    }
}

mod spin {
    use super::*;

    /// What is seen of a part: where on the canvas, and how opaque at most.
    type Seen = BTreeMap<Part, (Rect, f64)>;

    fn seen(character: &Character, state: &State, face: FaceKind, turn: f64, projection: Projection) -> Seen {
        let still = Still { pose: pose(turn, 0.0, 0.0), face: Some(face), ..Still::default() };
        let drawing = Drawing { projection, ..Drawing::default() };
        let scene = composed_face(character, state, &still, &drawing);
        let mut seen = Seen::new();
        for shape in scene.shapes() {
            let place = outline(&scene, shape).bounding_box();
            let entry = seen.entry(shape.part.clone()).or_insert((place, 0.0));
            *entry = (entry.0.union(place), entry.1.max(shape.opacity));
        }
        seen
    }

    /// K8. A whole turn in steps of one degree.
    ///
    /// A place on the sphere moves by at most the chord, `2 r sin(0.5°)`, in a step; the points of a flat feature, up to
    /// `d` away from it, by as much of `r + d`. Depth changes by at most `sin 1°` radii, so opacity, which rises from 0 at
    /// the limb to 1 at a depth of .12, by at most `sin 1° / .12`; a flat feature is dropped at a depth of .02 already.
    #[test]
    fn nothing_jumps_and_nothing_pops() {
        let chord = 2.0 * libm::sin(0.5_f64.to_radians());
        let fade = libm::sin(1_f64.to_radians()) / 0.12;
        for projection in projections() {
            let dropped = if projection == Projection::Tangent { 0.02 / 0.12 } else { 0.0 };
            for (character, state, face) in everything().filter(|(_, s, _)| ["idle", "surprised"].contains(&&*s.name)) {
                let steps: Vec<Seen> =
                    (0..=360).map(|turn| seen(character, state, face, f64::from(turn), projection)).collect();
                let mut reach = BTreeMap::<&Part, f64>::new();
                for (part, (place, _)) in steps.iter().flatten() {
                    let reach = reach.entry(part).or_default();
                    *reach = reach.max(0.5 * place.width().max(place.height()));
                }
                for (turn, pair) in steps.windows(2).enumerate() {
                    let of = |part: &Part| {
                        let (name, state, face) = (character.name(), &state.name, face.name());
                        format!("{name}, {state}, {face}, {}, {part:?} at {turn}", projection.name())
                    };
                    let both = pair[0].keys().chain(pair[1].keys());
                    for part in both {
                        let (before, after) = (pair[0].get(part), pair[1].get(part));
                        let (a, b) = (before.map_or(0.0, |seen| seen.1), after.map_or(0.0, |seen| seen.1));
                        if let (Some(before), Some(after)) = (before, after) {
                            let bound = chord * (character.head().radius + reach[part]);
                            let moved = largest_move(before.0, after.0);
                            assert!(moved <= bound, "{}: moved by {moved}, more than {bound}", of(part));
                            assert!((a - b).abs() <= fade + 1e-9, "{}: from {a} to {b}", of(part));
                        } else {
                            assert!(a.max(b) <= fade + dropped + 1e-9, "{}: from {a} to {b}", of(part));
                        }
                    }
                }
                assert_eq!(steps[0], steps[360]);
                assert!(steps[180].len() < steps[0].len(), "the back of the head has no face");
            }
        }
    }

    fn largest_move(a: Rect, b: Rect) -> f64 {
        [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].into_iter().map(f64::abs).fold(0.0, f64::max)
    }
}

mod text {
    use super::*;

    /// E1: `-?[0-9]+(\.[0-9]{1,4})?`, and no "-0".
    fn is_plain(number: &str) -> bool {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let unsigned = number.strip_prefix('-').unwrap_or(number);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "1"));
        let zero = unsigned.bytes().all(|b| matches!(b, b'0' | b'.'));
        digits(whole) && digits(fraction) && fraction.len() <= 4 && !(zero && number.starts_with('-'))
    }

    /// All numbers in the attributes that hold numbers.
    fn check_numbers(svg: &str) -> usize {
        const WORDS: [&str; 12] = [
            "xmlns",
            "id",
            "href",
            "fill",
            "stroke",
            "data-layer",
            "data-part",
            "aria-hidden",
            "fill-rule",
            "role",
            "stroke-linecap",
            "stroke-linejoin",
        ];
        const COLORS: [&str; 2] = ["stop-color", "gradientUnits"];
        let mut count = 0;
        let document = roxmltree::Document::parse(svg).unwrap();
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            let (name, value) = (attribute.name(), attribute.value());
            if WORDS.contains(&name) || COLORS.contains(&name) {
                continue;
            }
            // Commands of a path and names of transforms stand between numbers; nothing else does.
            let value = value.replace("matrix(", " ").replace("translate(", " ").replace("scale(", " ");
            let separator = |c: char| " ,)\n".contains(c) || (name == "d" && "MLHVQCZ".contains(c));
            for number in value.split(separator).filter(|token| !token.is_empty()) {
                // `1-2` are two numbers.
                let cut = number[1..].find('-').map(|i| i + 1);
                let (first, second) = cut.map_or((number, None), |i| (&number[..i], Some(&number[i..])));
                for number in std::iter::once(first).chain(second) {
                    assert!(is_plain(number), "{number:?} in {name}={:?}", attribute.value());
                    count += 1;
                }
            }
        }
        count
    }

    #[test]
    fn the_check_of_numbers_is_strict() {
        for good in ["0", "-1", "12.5", "0.0001"] {
            assert!(is_plain(good), "{good}");
        }
        for bad in ["", "-", "-0", "-0.0", ".5", "5.", "1e3", "NaN", "inf", "0.12345", "1,5", "+1"] {
            assert!(!is_plain(bad), "{bad}");
        }
    }

    #[test]
    fn numbers_are_plain_in_any_pose() {
        let mut random = Random::new(1);
        let mut count = 0;
        for i in 0..5_000 {
            let (pose, look) = (random.pose(), random.look());
            let character = &cast()[i % cast().len()];
            let state = &character.states()[i % character.states().len()];
            let projection = if i % 4 == 0 { Projection::Wrap } else { Projection::Tangent };
            for face in faces() {
                let still = Still { pose, look, face: Some(face), home: None };
                let drawing = Drawing { projection, ..Drawing::default() };
                // The body is the same text most of the time.
                let compose = if i % 50 == 0 { composed } else { composed_face };
                count += check_numbers(&svg(&compose(character, state, &still, &drawing)));
            }
        }
        assert!(count > 1_000_000, "only {count} numbers");
    }

    /// E2. What is zero but for rounding is written as zero.
    #[test]
    fn residues_are_zero() {
        for angles in [(90.0, 0.0, 0.0), (180.0, 0.0, 0.0), (0.0, 90.0, 0.0), (0.0, 0.0, 90.0), (0.0, 0.0, 1e-9)] {
            for (character, state, face) in everything() {
                let still = Still {
                    pose: pose(angles.0, angles.1, angles.2),
                    face: Some(face),
                    home: Some(Pose::NONE),
                    ..Still::default()
                };
                check_numbers(&svg(&composed(character, state, &still, &Drawing::default())));
            }
        }
    }

    /// E13.
    #[test]
    fn a_still_is_under_20_kilobytes_and_has_no_empty_path() {
        for projection in projections() {
            let drawing = Drawing { projection, ..Drawing::default() };
            let mut longest = (0, String::new());
            for (character, state, face) in everything() {
                let still = Still { face: Some(face), ..Still::default() };
                let text = svg(&composed(character, state, &still, &drawing));
                assert!(!text.contains(r#"d="""#));
                if text.len() > longest.0 {
                    longest = (text.len(), format!("{}, {}, {}", character.name(), state.name, face.name()));
                }
            }
            assert!(longest.0 < 20_000, "{longest:?} in {}", projection.name());
        }
    }
}

mod same {
    use super::*;

    /// The same input gives the same scene, text and pixels; what a raster keeps between frames does not show.
    #[test]
    fn input_same_picture() {
        let mut kept = Raster::new(96, 96).unwrap();
        let mut random = Random::new(3);
        for round in 0..30 {
            let (pose, look) = (random.pose(), random.look());
            for character in cast() {
                let state = &character.states()[round % character.states().len()];
                let still = Still { pose, look, ..Still::default() };
                let scene = composed(character, state, &still, &Drawing::default());
                assert_eq!(scene.shapes(), composed(character, state, &still, &Drawing::default()).shapes());
                let reloaded = Character::builtin(character.name()).unwrap();
                let again = composed(&reloaded, reloaded.state(&state.name).unwrap(), &still, &Drawing::default());
                assert_eq!(svg(&scene), svg(&again));

                kept.draw(&scene, None);
                let mut fresh = Raster::new(96, 96).unwrap();
                fresh.draw(&again, None);
                assert_eq!(kept.pixels(), fresh.pixels(), "{}, {}, {pose:?}", character.name(), state.name);
            }
        }
    }
}
