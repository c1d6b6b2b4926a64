//! `phiz place` against the geometry computed a second time, in closed form.

use serde_json::Value;

use crate::support::{DISC, Folder};

type Vector = [f64; 3];

/// A character on a disc with a known sphere, facing straight ahead.
const AHEAD: &str =
    "name = \"flat\"\nhead = { center = [100, 100], radius = 50 }\nhome = { turn = 0, tilt = 0, roll = 0 }\n";

fn flat() -> Folder {
    Folder::with(&[("flat.svg", DISC), ("flat.toml", AHEAD)])
}

/// A rectangle in the middle of the canvas as the body.
fn rectangle(width: f64, height: f64, toml: &str) -> Folder {
    let (x, y) = (100.0 - width / 2.0, 100.0 - height / 2.0);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\">\
         <rect id=\"body\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#7bd389\"/></svg>"
    );
    let toml = format!("name = \"box\"\nhome = {{ turn = 0, tilt = 0, roll = 0 }}\n{toml}");
    Folder::with(&[("box.svg", svg), ("box.toml", toml)])
}

/// `Ry(turn) Rx(-tilt) Rz(-roll)`, applied from right to left.
fn rotate([turn, tilt, roll]: [f64; 3], [x, y, z]: Vector) -> Vector {
    let (s, c) = libm::sincos(f64::to_radians(-roll));
    let [x, y, z] = [c * x - s * y, s * x + c * y, z];
    let (s, c) = libm::sincos(f64::to_radians(-tilt));
    let [x, y, z] = [x, c * y - s * z, s * y + c * z];
    let (s, c) = libm::sincos(f64::to_radians(turn));
    [c * x + s * z, y, c * z - s * x]
}

/// Where a rest place ends up, and the matrix there. The tangent frame at (X, Y, Z), with s = sqrt(1 - X²), is
/// u = (s, -XY / s, -XZ / s) and v = (0, Z / s, -Y / s).
fn expected(pose: [f64; 3], [x, y]: [f64; 2]) -> (Vector, [f64; 4]) {
    let (z, s) = ((1.0 - x * x - y * y).sqrt(), (1.0 - x * x).sqrt());
    let u = rotate(pose, [s, -x * y / s, -x * z / s]);
    let v = rotate(pose, [0.0, z / s, -y / s]);
    (rotate(pose, [x, y, z]), [u[0], -u[1], -v[0], v[1]])
}

fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let numbers: Vec<f64> = value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    numbers.try_into().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn features(placed: &Value) -> &[Value] {
    placed["features"].as_array().unwrap()
}

fn feature<'a>(placed: &'a Value, part: &str) -> &'a Value {
    features(placed).iter().find(|f| f["part"] == part).unwrap_or_else(|| panic!("no {part}"))
}

#[track_caller]
fn assert_near<const N: usize>(found: [f64; N], wanted: [f64; N], tolerance: f64) {
    assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() <= tolerance), "{found:?} for {wanted:?}");
}

/// The reference of this file is itself right: the table of the specification.
#[test]
fn the_reference_gives_the_table() {
    for (rest, pose, depth, matrix) in [
        ([0.0, 0.0], [0.0, 0.0, 0.0], 1.0, [1.0, 0.0, 0.0, 1.0]),
        ([0.0, 0.0], [30.0, 0.0, 0.0], 0.8660, [0.8660, 0.0, 0.0, 1.0]),
        ([0.0, 0.0], [0.0, 20.0, 0.0], 0.9397, [1.0, 0.0, 0.0, 0.9397]),
        ([0.0, 0.0], [0.0, 0.0, 30.0], 1.0, [0.8660, 0.5, -0.5, 0.8660]),
        ([0.3, 0.1], [0.0, 0.0, 0.0], 0.9487, [0.9539, 0.0314, 0.0, 0.9945]),
        ([0.3, 0.1], [30.0, 0.0, 0.0], 0.672, [0.677, 0.031, 0.052, 0.994]),
        ([0.3, 0.1], [60.0, 0.0, 0.0], 0.215, [0.219, 0.031, 0.091, 0.994]),
        ([-0.3, 0.1], [60.0, 0.0, 0.0], 0.734, [0.735, -0.031, 0.091, 0.994]),
    ] {
        let (normal, found) = expected(pose, rest);
        assert_near([normal[2]], [depth], 6e-4);
        assert_near(found, matrix, 6e-4);
    }
    assert!((expected([60.0, 0.0, 0.0], [0.6, 0.2]).0[2] + 0.132).abs() < 6e-4);
}

#[test]
fn every_feature_is_where_the_sphere_puts_it() {
    let folder = flat();
    for pose in [
        [0.0, 0.0, 0.0],
        [30.0, 0.0, 0.0],
        [60.0, 0.0, 0.0],
        [0.0, 20.0, 0.0],
        [0.0, 0.0, 30.0],
        [-60.0, 45.0, -45.0],
        [33.0, -21.0, 12.5],
        [85.0, 3.0, 0.0],
        [150.0, -100.0, 170.0],
    ] {
        let [turn, tilt, roll] = pose;
        for face in ["cute", "eyes", "line"] {
            let line = format!("flat.toml --face {face} --turn {turn} --tilt {tilt} --roll {roll}");
            let placed = folder.place(&line);
            for (row, axis) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].iter().enumerate() {
                let column: [f64; 3] = std::array::from_fn(|i| number(&placed["rotation"][i][row]));
                assert_near(column, rotate(pose, *axis), 1e-9);
            }
            assert_eq!(placed["head"], serde_json::json!({ "cx": 100.0, "cy": 100.0, "r": 50.0 }));
            for f in features(&placed) {
                let (normal, matrix) = expected(pose, numbers(&f["rest"]));
                assert_near(numbers(&f["normal"]), normal, 1e-9);
                assert_near(numbers(&f["matrix"]), matrix, 1e-9);
                assert_near(numbers(&f["centre"]), [100.0 + 50.0 * normal[0], 100.0 - 50.0 * normal[1]], 1e-9);

                let [a, b, c, d] = numbers(&f["matrix"]);
                assert_near([a * d - b * c], [normal[2]], 1e-9);
                assert_eq!(f["visible"], normal[2] > 0.02, "{line}: {f}");
                let opacity = if normal[2] > 0.02 { (normal[2] / 0.12).min(1.0) } else { 0.0 };
                assert_near([number(&f["opacity"])], [opacity], 1e-9);
            }
        }
    }
}

#[test]
fn live_and_home_rotations_multiply() {
    let folder =
        Folder::with(&[("leant.svg", DISC), ("leant.toml", "name = \"leant\"\nhome = { turn = 20, roll = 30 }\n")]);
    let placed = folder.place("leant.toml --tilt 25 --roll 30");
    for (row, axis) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].into_iter().enumerate() {
        let column: [f64; 3] = std::array::from_fn(|i| number(&placed["rotation"][i][row]));
        assert_near(column, rotate([0.0, 25.0, 30.0], rotate([20.0, 0.0, 30.0], axis)), 1e-9);
    }
    // Rolls about the same axis add up.
    let placed = folder.place("leant.toml --home-turn 0 --roll 30");
    let row: [f64; 3] = numbers(&placed["rotation"][0]);
    assert_near(row, [0.5, 0.75_f64.sqrt(), 0.0], 1e-9);
}

#[test]
fn the_json_has_the_keys_of_the_reference() {
    let placed = flat().place("flat.toml --state sleeping --projection wrap");
    for key in ["character", "state", "face", "projection", "rotation", "head", "line_width", "lid", "features"] {
        assert!(placed.get(key).is_some(), "{key}");
    }
    assert_eq!((&placed["character"], &placed["state"]), (&"flat".into(), &"sleeping".into()));
    assert_eq!((&placed["face"], &placed["projection"]), (&"cute".into(), &"wrap".into()));
    assert_eq!(placed["lid"], serde_json::json!({ "left": 0.0, "right": 0.0 }));
    for f in features(&placed) {
        let keys: Vec<_> = f.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["centre", "clamp", "matrix", "normal", "opacity", "part", "rest", "size", "visible"]);
    }
}

#[test]
fn each_face_has_its_parts_and_one_stroke_width() {
    let folder = flat();
    let eyes = ["eye_right", "eye_left"];
    for (face, parts) in [
        ("cute", [&["blush_right", "blush_left", "mouth"][..], &eyes].concat()),
        ("eyes", eyes.to_vec()),
        ("line", [&["nose", "mouth"][..], &eyes].concat()),
    ] {
        let placed = folder.place(&format!("flat.toml --face {face}"));
        let found: Vec<_> = features(&placed).iter().map(|f| f["part"].as_str().unwrap()).collect();
        assert_eq!(found, parts);
        assert_near([number(&placed["line_width"])], [0.34 * number(&placed["eye_radius"])], 1e-9);
        // The character's own left is on screen right.
        let x = |part| numbers::<2>(&feature(&placed, part)["centre"])[0];
        assert!(x("eye_left") > 100.0 && x("eye_right") < 100.0);
    }
}

#[test]
fn cute_eyes_have_the_size_of_their_body() {
    for (width, height, radius) in [(100.0, 100.0, 7.8), (120.0, 100.0, 8.0), (50.0, 100.0, 5.0), (80.0, 100.0, 6.24)] {
        let placed = rectangle(width, height, "").place("box.toml");
        assert_near([number(&placed["eye_radius"])], [radius], 1e-9);
        assert_near([number(&placed["line_width"])], [0.34 * radius], 1e-9);
        let [left, right] = ["eye_left", "eye_right"].map(|part| numbers::<2>(&feature(&placed, part)["centre"]));
        assert_near([left[0] - right[0], left[1] - right[1]], [2.6 * radius, 0.0], 1e-9);
        assert_near([numbers::<2>(&feature(&placed, "eye_left")["size"])[0]], [radius], 1e-9);
    }
}

/// On a body with straight sides, the clamps have a closed form: half of what is seen of a feature's width and one line
/// width within the sides, two line widths above the bottom. A small face has a large sphere, so that it gets there.
#[test]
fn mouth_and_cheeks_stay_within_the_span() {
    let folder = rectangle(140.0, 140.0, "scale = { face = 0.3 }\n");
    let (mut sideways, mut upwards) = (0, 0);
    for (turn, tilt) in [(0, 0), (60, 0), (85, 10), (-85, -10), (90, 0), (-90, 0), (0, -60), (10, -85), (-20, -80)] {
        let placed = folder.place(&format!("box.toml --turn {turn} --tilt {tilt}"));
        let line = number(&placed["line_width"]);
        for f in features(&placed) {
            let ([x, y], [dx, dy]) = (numbers(&f["centre"]), numbers(&f["clamp"]));
            if f["part"].as_str().unwrap().starts_with("eye") {
                assert_eq!([dx, dy], [0.0, 0.0], "an eye is never moved on its own");
                continue;
            }
            let ([a, _, c, _], [rx, ry]) = (numbers(&f["matrix"]), numbers(&f["size"]));
            let margin = a.abs() * rx + c.abs() * ry + line;
            let wanted = [x.clamp(30.0 + margin, 170.0 - margin) - x, y.min(170.0 - 2.0 * line) - y];
            assert_near([dx, dy], wanted, 1e-6);
            sideways += usize::from(dx != 0.0);
            upwards += usize::from(dy != 0.0);
        }
    }
    assert!(sideways >= 4 && upwards >= 2, "{sideways} and {upwards} were clamped: the test must reach the sides");
}

#[test]
fn the_text_is_for_people_too() {
    let text = flat().phiz("place flat.toml --turn 17 --tilt 9").succeeds();
    assert!(text.lines().count() < 60, "{text}");
    assert!(text.lines().all(|line| line.len() <= 112), "{text}");
    assert!(text.contains("\n  \"head\": {\"cx\": 100.0, \"cy\": 100.0, \"r\": 50.0},\n"), "{text}");
    // A number is a number, not what is left of a computation.
    assert!(!text.contains("e-") && !text.contains("-0.0,") && !text.contains("-0.0]"), "{text}");
}
