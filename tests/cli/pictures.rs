//! What is in the files: SVG that any program reads, pixels of the right colour.

use phiz::{Character, Drawing, FaceKind, Pose, Scene, Still, SvgOptions, compose, to_svg};

use crate::support::{Folder, Ran};

/// Attributes that hold numbers, and those that hold anything else.
const NUMERIC: &[&str] = &[
    "width",
    "height",
    "viewBox",
    "d",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x",
    "y",
    "fx",
    "fy",
    "x1",
    "y1",
    "x2",
    "y2",
    "offset",
    "transform",
    "gradientTransform",
    "opacity",
    "fill-opacity",
    "stroke-opacity",
    "stop-opacity",
    "stroke-width",
    "stroke-miterlimit",
];
const OTHER: &[&str] = &[
    "xmlns",
    "id",
    "fill",
    "stroke",
    "stop-color",
    "gradientUnits",
    "data-part",
    "data-layer",
    "aria-hidden",
    "aria-labelledby",
    "role",
    "clip-path",
    "mask",
    "fill-rule",
    "clip-rule",
    "stroke-linecap",
    "stroke-linejoin",
    "color",
    "href",
    "spreadMethod",
    "style",
    "preserveAspectRatio",
    "maskUnits",
];

/// Whether all numbers of an attribute are of the form `-?[0-9]+(\.[0-9]{1,4})?`, and none is -0.
fn is_plain(value: &str) -> bool {
    let mut rest = value;
    while let Some(c) = rest.chars().next() {
        let words = ["matrix(", "translate(", "rotate(", "scale("];
        if let Some(after) = words.iter().find_map(|word| rest.strip_prefix(word)) {
            rest = after;
        } else if c == '-' || c.is_ascii_digit() {
            let unsigned = rest.strip_prefix('-').unwrap_or(rest);
            let whole = unsigned.bytes().take_while(u8::is_ascii_digit).count();
            let after = &unsigned[whole..];
            let decimals = after.strip_prefix('.').map(|d| d.bytes().take_while(u8::is_ascii_digit).count());
            let length = rest.len() - after.len() + decimals.map_or(0, |count| count + 1);
            let number = &rest[..length];
            let is_zero = number.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'));
            if whole == 0 || decimals.is_some_and(|count| !(1..=4).contains(&count)) || (is_zero && c == '-') {
                return false;
            }
            rest = &rest[length..];
        } else if " ,)MLHVCSQTAZmlhvcsqtaz".contains(c) {
            rest = &rest[c.len_utf8()..];
        } else {
            return false;
        }
    }
    true
}

#[test]
fn the_check_of_numbers_can_fail() {
    for plain in ["", "0", "-1.5", "M10 20.25C-3 4 5-6 7.1234 8Z", "matrix(1 0 0 0.1314 0 -0.2)"] {
        assert!(is_plain(plain), "{plain}");
    }
    for not in ["1e5", "1E-7", "NaN", "inf", "-0", "-0.0", ".5", "1.", "0.12345", "1,5 x", "+1"] {
        assert!(!is_plain(not), "{not}");
    }
}

#[track_caller]
fn assert_numbers_are_plain(text: &str) {
    let pieces: Vec<&str> = text.split('"').collect();
    for pair in pieces.chunks_exact(2) {
        let name = pair[0].trim_end_matches('=').rsplit(' ').next().unwrap_or_default();
        if NUMERIC.contains(&name) {
            assert!(is_plain(pair[1]) && !pair[1].is_empty(), "{name}=\"{}\"", pair[1]);
        } else {
            assert!(OTHER.contains(&name), "the test does not know the attribute {name}");
        }
    }
}

fn svg(character: &Character, still: &Still, state: &str) -> String {
    let frame = still.frame(character, character.state(state).unwrap());
    let mut scene = Scene::new();
    compose(character, &frame, &Drawing::default(), &mut scene);
    to_svg(&scene, &SvgOptions::default()).unwrap()
}

fn cast() -> Vec<Character> {
    Character::builtin_names().map(|name| Character::builtin(name).unwrap()).collect()
}

#[test]
fn numbers_are_plain_in_every_pose() {
    let cast = cast();
    // Evenly spread and never repeating: multiples of irrational numbers.
    let spread = |i: u32, root: f64| ((f64::from(i) * root.sqrt()).fract() - 0.5) * 720.0;
    let poses = (0..5000).map(|i| [spread(i, 2.0), spread(i, 3.0), spread(i, 5.0)]);
    let exact = [[90.0, 0.0, 0.0], [180.0, 0.0, 0.0], [0.0, 90.0, 90.0], [0.0, 0.0, 1e-9], [1e-300, 0.0, 180.0]];
    for (i, [turn, tilt, roll]) in poses.chain(exact).enumerate() {
        let (_, face) = FaceKind::ALL[i % 3];
        let still = Still { pose: Pose::new(turn, tilt, roll).unwrap(), face: Some(face), ..Still::default() };
        let character = &cast[i / 3 % cast.len()];
        let state = &character.states()[i / 7 % character.states().len()].name;
        assert_numbers_are_plain(&svg(character, &still, state));
    }
}

#[test]
fn a_still_is_small_and_has_no_empty_path() {
    for character in cast() {
        for (_, face) in FaceKind::ALL {
            for state in character.states() {
                let still = Still { face: Some(face), ..Still::default() };
                let text = svg(&character, &still, &state.name);
                let what = format!("{} {} {}", character.name(), face.name(), state.name);
                assert!(text.len() < 20_000, "{what} has {} bytes", text.len());
                assert!(!text.contains(" d=\"\""), "{what}");
            }
        }
    }
}

/// A still as the command writes it.
fn written(options: &[&str]) -> String {
    let folder = Folder::new();
    let args = ["render", "-o", "x.svg"].iter().chain(options);
    folder.run(args).succeeds();
    String::from_utf8(folder.read("x.svg")).expect("UTF-8")
}

#[test]
fn any_program_can_read_the_file() {
    for options in [&["--face", "cute"][..], &["--face", "eyes"], &["--face", "line"], &["--size", "300x200"]] {
        let text = written(options);
        assert!(!text.contains('\r') && !text.starts_with('\u{feff}'));
        let document = roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let view_box: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
        assert!(view_box.len() == 4 && view_box[2] > 0.0 && view_box[3] > 0.0, "{view_box:?}");

        let tree = usvg::Tree::from_str(&text, &usvg::Options::default()).unwrap();
        let size = if options[0] == "--size" { (300.0, 200.0) } else { (512.0, 512.0) };
        assert_eq!((tree.size().width(), tree.size().height()), size);
        assert!(!tree.root().children().is_empty());
    }
}

#[test]
fn titles_hold_whatever_was_typed() {
    let long = "ä".repeat(10_000);
    let shortened = "ä".repeat(199) + "…";
    for (title, wanted) in [
        ("Nubo", "Nubo"),
        ("a & b < c > d \" e ' f ]]> g", "a & b < c > d \" e ' f ]]> g"),
        ("</title><script>alert(1)</script>", "</title><script>alert(1)</script>"),
        ("🐈 schläft", "🐈 schläft"),
        ("tab\tand\nline", "tab and line"),
        // XML has no way to write these.
        ("bell\u{1} \u{fffe}rings", "bell rings"),
        (&long, &shortened),
    ] {
        let text = written(&["--title", title]);
        let document = roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        let first = root.children().find(roxmltree::Node::is_element).unwrap();
        assert_eq!(first.tag_name().name(), "title", "the title is the first child");
        // What cannot be written may be dropped or replaced.
        let found = first.text().unwrap().replace('\u{fffd}', "");
        assert_eq!(found, wanted);
    }
}

#[test]
fn a_titled_picture_is_an_image_and_any_other_is_decoration() {
    let text = written(&["--title", "Nubo says hello"]);
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!((root.attribute("role"), root.attribute("aria-hidden")), (Some("img"), None));
    let label = root.attribute("aria-labelledby").unwrap();
    let labelled: Vec<_> = document.descendants().filter(|n| n.attribute("id") == Some(label)).collect();
    assert!(labelled.len() == 1 && labelled[0].tag_name().name() == "title");

    for options in [&[][..], &["--decorative"]] {
        let text = written(options);
        let document = roxmltree::Document::parse(&text).unwrap();
        assert_eq!(document.root_element().attribute("aria-hidden"), Some("true"));
        assert!(!document.descendants().any(|n| n.has_tag_name("title")));
    }
}

#[test]
fn the_page_lends_its_colour_only_where_it_is_asked_to() {
    assert!(!written(&[]).contains("currentColor"));
    let text = written(&["--inherit-color"]);
    let root = roxmltree::Document::parse(&text).unwrap().root_element().attribute("color").map(str::to_owned);
    // What programs without a page to inherit from take.
    assert!(text.contains("currentColor") && root.is_some_and(|color| color.starts_with('#')), "{text:.300}");
}

/// The pixel in the upper left corner, where nothing but the background is.
fn corner(options: &[&str]) -> ([u8; 4], Vec<u8>) {
    let folder = Folder::new();
    let ran: Ran = folder.run(["render", "--size", "40", "-o", "x.png"].iter().chain(options));
    ran.succeeds();
    let file = folder.read("x.png");
    let picture = image::load_from_memory(&file).unwrap().into_rgba8();
    (picture.get_pixel(0, 0).0, file)
}

#[test]
fn pixels_have_the_colour_that_was_asked_for() {
    for compress in ["fast", "small", "smallest"] {
        for (background, pixel) in [
            ("#3366cc", [0x33, 0x66, 0xcc, 255]),
            // Straight alpha, not multiplied in.
            ("#3366cc80", [51, 102, 204, 128]),
            ("#01020304", [1, 2, 3, 4]),
            ("white", [255; 4]),
            ("transparent", [0; 4]),
        ] {
            let (found, file) = corner(&["--background", background, "--compress", compress]);
            if pixel[3] == 0 {
                assert_eq!(found[3], 0);
            } else {
                assert_eq!(found, pixel, "{background} {compress}");
            }
            assert!(!file.windows(4).any(|name| name == b"gAMA"));
        }
    }
    assert_eq!(corner(&[]).0, [0; 4], "without a background there is none");
}
