//! `phiz render -o NAME.svg` with `--duration` or `--script`.

use std::fs;

use resvg::tiny_skia::{Pixmap, Transform};

use crate::support::{DISC, Folder};

const RENDER: &str = "render --size 64";

/// What a viewer that ignores animation shows.
fn drawn(svg: &str) -> Vec<u8> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.take()
}

/// An SVG printed by `phiz render`.
fn printed(folder: &Folder, line: &str) -> String {
    folder.phiz(&format!("{RENDER} {line} --format svg -o -")).succeeds()
}

#[test]
fn the_ending_makes_it() {
    let folder = Folder::with(&[("day.toml", "duration = 2\nloops = 3\n[[cue]]\nat = 1\nstate = \"happy\"\n")]);
    folder.phiz(&format!("{RENDER} -o x.svg --duration 4 --fps 10")).succeeds();
    folder.phiz(&format!("{RENDER} -o y.svg --script day.toml --loops 0")).succeeds();
    folder.phiz(&format!("{RENDER} -o z.svg --script day.toml")).succeeds();
    let text = |name: &str| String::from_utf8(folder.read(name)).unwrap();
    assert!(text("x.svg").contains(r#" dur="4s" repeatCount="indefinite""#));
    assert!(text("y.svg").contains(r#" dur="2s" repeatCount="indefinite""#));
    assert!(text("z.svg").contains(r#" dur="2s" repeatCount="3" fill="freeze""#));
    assert!(text("x.svg").starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64""#));
    assert_eq!(printed(&folder, "--duration 4 --fps 10"), text("x.svg"), "printed or saved");
}

#[test]
fn the_poster_is_the_still() {
    let folder = Folder::new();
    for show in ["nubo", "lopi --state love --face line", "pera --state sleeping --turn 20 --background gold"] {
        let (film, still) = (printed(&folder, &format!("{show} --duration 1")), printed(&folder, show));
        assert!(film.contains("<animate") && !still.contains("<animate"));
        assert!(drawn(&film) == drawn(&still), "{show}");
    }
}

#[test]
fn the_poster_of_a_film_that_begins_in_a_blink_has_open_eyes() {
    let folder = Folder::new();
    let eye = |svg: &str| {
        let start = svg.find(r#"data-part="eye_left""#).unwrap();
        svg[start..].split("d=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    // Somewhere in the first seconds the eyes are at their lowest.
    let height = |svg: &str| kurbo::Shape::bounding_box(&kurbo::BezPath::from_svg(&eye(svg)).unwrap()).height();
    let still = |time: f64| printed(&folder, &format!("nubo --at {time}"));
    let (time, lowest) = (0..50)
        .map(|i| 0.06 * f64::from(i))
        .map(|time| (time, height(&still(time))))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap();
    let open = height(&printed(&folder, "nubo"));
    assert!(lowest < 0.5 * open, "it blinks: {lowest} of {open}");
    let film = printed(&folder, &format!("nubo --at {time} --duration 1"));
    assert!((height(&film) - open).abs() < 0.02 * open);
}

#[test]
fn any_svg_plays() {
    let folder = Folder::with(&[("logo.svg", DISC)]);
    let film = printed(&folder, "logo.svg --duration 1");
    assert!(film.contains("<animateTransform"));
    assert!(drawn(&film) == drawn(&printed(&folder, "logo.svg")));
}

#[test]
fn options_of_svg_files_hold() {
    let folder = Folder::new();
    let film = printed(&folder, "--duration 1 --title Nubo --id-prefix n- --inherit-color");
    for part in ["<title id=\"n-title\">Nubo</title>", "id=\"n-film\"", "currentColor", "#n-poster{display:inline"] {
        assert!(film.contains(part), "{part}");
    }
    folder.phiz(&format!("{RENDER} --duration 0.1 --title Nubo -o frame-%02d.svg")).succeeds();
    for name in folder.names() {
        assert!(String::from_utf8(folder.read(&name)).unwrap().contains(">Nubo</title>"), "{name}");
    }
}

#[test]
fn a_single_frame_is_a_still() {
    let folder = Folder::new();
    assert_eq!(printed(&folder, "--duration 0.01"), printed(&folder, "--at 0"));
}

#[test]
fn too_many_frames_are_refused_with_a_way_out() {
    let folder = Folder::with(&[("x.svg", "old")]);
    let told = folder.phiz(&format!("{RENDER} -o x.svg --duration 61")).fails(1);
    assert!(told.contains("1830 frames") && told.contains("1800 frames") && told.contains("--fps"), "{told}");
    assert_eq!(fs::read(folder.path("x.svg")).unwrap(), b"old");
    folder.phiz(&format!("{RENDER} -o x.svg --duration 61 --fps 4")).succeeds();
    folder.phiz(&format!("{RENDER} -o x.svg --duration 1 --no-clobber")).fails(1);
}
