//! Numbers and sizes at their limits. Flag, file and library agree on each.

use phiz::{Look, Pose};

use crate::support::{DISC, Folder, phiz};

#[test]
fn sizes_outside_the_limits_are_refused_with_the_limits() {
    let before = std::time::Instant::now();
    for size in
        ["0", "-5", "1e9", "100000", "16385", "0x0", "512x", "x", "1x2x3", "4.5", "99999999999999999999", "16385x1"]
    {
        let folder = Folder::new();
        let told = folder.phiz(&format!("render -o x.png --size {size}")).wrong_usage();
        assert!(told.starts_with(&format!("--size cannot be \"{size}\"; it must be 1 to 16384 pixels")), "{told}");
        assert!(folder.names().is_empty());
    }
    assert!(before.elapsed().as_secs() < 10, "nothing is drawn first");
    for cell in ["0", "-1", "16385", "a"] {
        let told = phiz(&format!("sheet pose -o x.png --cell {cell}")).wrong_usage();
        assert!(told.starts_with(&format!("--cell cannot be \"{cell}\"; it must be 1 to 16384 pixels")), "{told}");
    }
    let told = phiz("sheet pose -o x.png --cell 3277").wrong_usage();
    assert!(told.contains("3277") && told.contains("at most 3276 px") && told.contains("16384"), "{told}");
}

#[test]
fn sizes_at_the_limits_are_drawn() {
    let folder = Folder::new();
    for (size, width, height) in
        [("1", 1, 1), ("1x1", 1, 1), ("1x4000", 1, 4000), ("4000x1", 4000, 1), ("16384x1", 16384, 1)]
    {
        folder.phiz(&format!("render --size {size} -o x.png")).succeeds();
        let picture = image::load_from_memory(&folder.read("x.png")).unwrap();
        assert_eq!((picture.width(), picture.height()), (width, height));
        folder.phiz(&format!("render --size {size} -o x.svg")).succeeds();
        let text = String::from_utf8(folder.read("x.svg")).unwrap();
        assert!(text.contains(&format!("width=\"{width}\" height=\"{height}\"")), "{text:.120}");
    }
}

/// 200 MB of address space, which leaves no room for pixels that nobody should ask for.
#[cfg(target_os = "linux")]
#[test]
fn an_absurd_size_takes_no_memory() {
    let limited = |line: &str| Folder::new().shell(&format!("ulimit -v 200000; \"$PHIZ\" {line}"));
    assert!(limited("render --size 100000x100000 -o x.png").wrong_usage().contains("16384"));

    // Allowed in itself, but not on this machine.
    let told = limited("render --size 16384 -o x.png").fails(1);
    assert!(told.starts_with("error: the memory for the picture is ") && told.contains("a smaller picture"), "{told}");
}

#[test]
fn what_is_no_finite_number_is_refused_by_name() {
    let told = |flag: &str, value: &str| {
        let told = Folder::new().run(["place".to_owned(), format!("--{flag}={value}")]).wrong_usage();
        assert!(told.starts_with(&format!("--{flag} cannot be {value:?}; it must be a ")), "{told}");
    };
    for value in ["nan", "NaN", "inf", "-inf", "infinity", "1e999", "ten", "", "1,5"] {
        told("turn", value);
    }
    for flag in ["tilt", "roll", "home-turn", "home-tilt", "home-roll"] {
        told(flag, "nan");
    }
    for (flag, value, allowed) in [
        ("duration", "-1", "over 0"),
        ("duration", "inf", "finite"),
        ("duration", "1e300", "at most 100000000 seconds"),
        ("fps", "0", "from 0.01 to 240 frames a second"),
        ("fps", "1e300", "from 0.01 to 240 frames a second"),
        ("at", "-1", "0 or more"),
        ("loops", "-1", "a whole number from 0 to 65535"),
        ("loops", "65536", "a whole number from 0 to 65535"),
        ("seed", "1.5", "a whole number from 0 to 18446744073709551615"),
    ] {
        let told = phiz(&format!("render -o x.png --{flag} {value}")).wrong_usage();
        assert!(told.starts_with(&format!("--{flag} cannot be {value:?}; ")) && told.contains(allowed), "{told}");
    }
    for value in ["1", "1,nan", "inf,0", "a,b", "0,1,2", "2,0", "0,-1.01"] {
        let told = phiz(&format!("place --look {value}")).wrong_usage();
        assert!(told.starts_with(&format!("--look cannot be {value:?}; ")), "{told}");
    }
}

/// Angles wrap, whichever way they come in.
#[test]
fn angles_past_a_turn_are_the_same_in_flag_file_and_library() {
    let wrapped = Pose::new(720.0, -1000.0, 181.0).unwrap();
    assert_eq!((wrapped.turn(), wrapped.tilt(), wrapped.roll()), (0.0, 80.0, -179.0));

    let plain = phiz("place --turn 0 --tilt 80 --roll -179").succeeds();
    assert_eq!(phiz("place --turn 720 --tilt -1000 --roll 181").succeeds(), plain);

    let folder = Folder::with(&[
        ("a.svg", DISC),
        ("a.toml", "name = \"x\"\nhome = { turn = 720, tilt = -1000, roll = 181 }\n"),
        ("b.svg", DISC),
        ("b.toml", "name = \"x\"\nhome = { turn = 0, tilt = 80, roll = -179 }\n"),
    ]);
    let plain = folder.phiz("place b.toml").succeeds();
    assert_eq!(folder.phiz("place a.toml").succeeds(), plain);
    assert_eq!(folder.phiz("place a.toml --home-turn 720 --home-tilt -1000 --home-roll 181").succeeds(), plain);
}

/// Shares past their range are refused, whichever way they come in: they are most likely meant as degrees.
#[test]
fn a_look_past_its_range_is_refused_in_flag_file_and_library() {
    for [x, y] in [[2.0, 0.0], [0.0, -30.0], [1.0001, 1.0]] {
        assert!(Look::new(x, y).is_err());
        assert!(phiz(&format!("place --look {x},{y}")).wrong_usage().contains("from -1 to 1"));
        let folder = Folder::with(&[("a.svg", DISC), ("a.toml", &format!("[states.idle]\nlook = [{x:?}, {y:?}]\n"))]);
        let told = folder.phiz("place a.toml").fails(1);
        assert!(told.starts_with("a.toml:2:") && told.contains("from -1 to 1"), "{told}");
    }
    assert!(Look::new(-1.0, 1.0).is_ok());
    phiz("place --look -1,1").succeeds();
}

/// A colour by any of its names, whichever way it comes in.
#[test]
fn a_colour_is_the_same_in_flag_file_and_library() {
    for (text, hex) in [("mint", "#7fd1a0"), ("teal", "#65c3c0"), ("tomato", "#ff6347"), ("rgb(51 102 204)", "#3366cc")]
    {
        assert_eq!(text.parse::<phiz::Color>().unwrap().to_string(), hex);
        let folder = Folder::with(&[("a.svg", DISC), ("a.toml", &format!("color = \"{text}\"\n"))]);
        folder.phiz("render a.toml --size 64 -o file.png").succeeds();
        std::fs::write(folder.path("a.toml"), format!("color = \"{hex}\"\n")).unwrap();
        folder.phiz("render a.toml --size 64 -o hex.png").succeeds();
        assert_eq!(folder.read("file.png"), folder.read("hex.png"), "{text}");
        for (color, file) in [(text, "flag.png"), (hex, "hex.png")] {
            folder.run(["render", "--size", "64", "--color", color, "-o", file]).succeeds();
        }
        assert_eq!(folder.read("flag.png"), folder.read("hex.png"), "{text}");
    }
}
