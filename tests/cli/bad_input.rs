//! Files with faults: each is told with its place and its mend, all of them in one run, and nothing is written.

use std::fs::{self, File};

use crate::support::{DISC, Folder};

/// What `phiz check` and `phiz render` say of the character `a`, which they must agree on; the last line of the check,
/// which counts, is left out.
fn told(folder: &Folder, file: &str) -> Vec<String> {
    let check = folder.phiz(&format!("check {file}")).fails(1);
    let render = folder.phiz(&format!("render {file} -o x.png")).fails(1);
    assert!(!folder.names().contains(&"x.png".to_owned()), "{file} was drawn");
    let mut lines: Vec<String> = check.lines().map(str::to_owned).collect();
    let count = lines.pop().unwrap();
    assert!(count.starts_with("error: the check found "), "{check}");
    assert_eq!(render.lines().collect::<Vec<_>>(), lines, "check and render differ");
    lines
}

/// What is said of a TOML beside a good SVG.
fn told_of(toml: impl AsRef<[u8]>) -> Vec<String> {
    told(&Folder::with(&[("a.svg", DISC.as_bytes()), ("a.toml", toml.as_ref())]), "a.toml")
}

/// What is said of an SVG, without a TOML and with one.
fn told_of_svg(svg: impl AsRef<[u8]>) -> [Vec<String>; 2] {
    let folder = Folder::with(&[("a.svg", svg.as_ref())]);
    let alone = told(&folder, "a.svg");
    fs::write(folder.path("a.toml"), "name = \"Pip\"\n").unwrap();
    [alone, told(&folder, "a.toml")]
}

fn drawing(inside: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\">\n{inside}\n</svg>\n")
}

/// Each line begins as it should and has what it should, and there are no others.
#[track_caller]
fn assert_lines(found: &[String], wanted: &[(&str, &[&str])]) {
    assert_eq!(found.len(), wanted.len(), "{found:#?}");
    for (line, (start, words)) in found.iter().zip(wanted) {
        assert!(
            line.starts_with(start) && words.iter().all(|word| line.contains(word)),
            "{line}\nfor {start}{words:?}"
        );
    }
}

#[test]
fn a_mistyped_key_is_named_with_its_neighbour() {
    assert_lines(
        &told_of("trn = 1\n[home]\ntrun = 10\n[scale]\neyewidth = 1\n[hoem]\n[states.happy.mouth]\nopne = 1\n"),
        &[
            ("a.toml:1:1: error: ", &["\"trn\"", "name, summary, color, face, home"]),
            ("a.toml:3:1: error: ", &["\"trun\"", "did you mean \"turn\"?"]),
            ("a.toml:5:1: error: ", &["\"eyewidth\"", "did you mean \"eye_width\"?"]),
            ("a.toml:6:2: error: ", &["\"hoem\"", "did you mean \"home\"?"]),
            ("a.toml:8:1: error: ", &["\"opne\"", "did you mean \"open\"?"]),
        ],
    );
}

#[test]
fn a_mistyped_name_is_told_with_its_neighbour() {
    assert_lines(
        &told_of(
            "face = \"cuet\"\ncolor = \"bluue\"\n[eyes]\ncute = \"dott\"\n[states.happy]\neyes = { shape = \"hapy\" }\n\
             [states.zen.eye_left]\nshape = \"qqqqqq\"\n",
        ),
        &[
            ("a.toml:1:8: error: ", &["\"face\"", "\"cuet\"", "did you mean \"cute\"?"]),
            ("a.toml:2:9: error: ", &["\"color\"", "\"bluue\"", "did you mean \"blue\"?"]),
            ("a.toml:4:8: error: ", &["\"cute\"", "\"dott\"", "did you mean \"dot\"?"]),
            ("a.toml:6:18: error: ", &["\"shape\"", "\"hapy\"", "did you mean \"happy\"?"]),
            ("a.toml:8:9: error: ", &["\"shape\"", "\"qqqqqq\"", "known are ", "star", "spiral"]),
        ],
    );
}

#[test]
fn a_state_that_is_nearly_a_known_one_is_doubtful() {
    let folder = Folder::with(&[("a.svg", DISC), ("a.toml", "[states.hapy]\nblush = 2\n[states.zen]\nblush = 0\n")]);
    let ran = folder.phiz("check a.toml");
    assert!(ran.code == Some(0) && ran.stderr.lines().count() == 1, "{ran:?}");
    assert!(
        ran.stderr.starts_with("a.toml:1:1: warning: \"hapy\"") && ran.stderr.contains("[states.happy]"),
        "{ran:?}"
    );
    let told = folder.phiz("check --strict a.toml").fails(1);
    assert!(told.ends_with("error: the check found 1 warning\n"), "{told}");
    // A new state is one all the same.
    folder.phiz("render a.toml --state zen --size 16 -o x.png");
    assert!(folder.names().contains(&"x.png".to_owned()));
    assert!(folder.phiz("render a.toml --state zne -o x.png").stderr.contains("did you mean \"zen\"?"));
}

#[test]
fn numbers_that_are_none_are_refused_by_name() {
    assert_lines(
        &told_of(
            "[home]\nturn = nan\ntilt = -inf\nroll = 1e999\n[head]\nradius = \"NaN\"\ncenter = [inf, \"infinity\"]\n",
        ),
        &[
            ("a.toml:2:8: error: ", &["\"turn\" is nan", "finite"]),
            ("a.toml:3:8: error: ", &["\"tilt\" is -inf", "finite"]),
            ("a.toml:4:8: error: ", &["\"roll\" is 1e999", "finite"]),
            ("a.toml:6:10: error: ", &["\"radius\"", "a string", "write a number from 5 to 100"]),
            ("a.toml:7:11: error: ", &["\"center\" is inf", "finite"]),
            ("a.toml:7:16: error: ", &["\"center\"", "a string"]),
        ],
    );
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    assert_lines(
        &told_of("highlight = [100, 300]\n[states.idle]\neyes = { lid = 3 }\nblush = -1\n[scale]\nface = 0\n"),
        &[
            ("a.toml:1:19: error: ", &["\"highlight\" is 300", "from 0 to 200"]),
            ("a.toml:3:16: error: ", &["\"lid\" is 3", "from 0 to 1"]),
            ("a.toml:4:9: error: ", &["\"blush\" is -1", "from 0 to 2"]),
            ("a.toml:6:8: error: ", &["\"face\" is 0", "from 0.3 to 2"]),
        ],
    );
}

#[test]
fn wrong_types_are_named() {
    assert_lines(
        &told_of(
            "name = 10\nface = true\nhome = []\ncolor = {}\nshading = 1\nparts = 3\nhighlight = [1]\n\
             scale = { face = \"1\", height = true }\nsummary = 1979-05-27\n",
        ),
        &[
            ("a.toml:1:8: error: ", &["\"name\"", "a string, not a number", "\"10\""]),
            ("a.toml:2:8: error: ", &["\"face\"", "not true or false"]),
            ("a.toml:3:8: error: ", &["\"home\"", "a table, not an array"]),
            ("a.toml:4:9: error: ", &["\"color\"", "not a table"]),
            ("a.toml:5:11: error: ", &["\"shading\"", "true or false, not a number", "write true"]),
            ("a.toml:6:9: error: ", &["\"parts\"", "not a number", "[parts.NAME]"]),
            ("a.toml:7:13: error: ", &["\"highlight\"", "2 numbers, not 1"]),
            ("a.toml:8:18: error: ", &["\"face\"", "a number, not a string", "remove the quotes"]),
            ("a.toml:8:32: error: ", &["\"height\"", "a number, not true or false"]),
            ("a.toml:9:11: error: ", &["\"summary\"", "not a date"]),
        ],
    );
}

#[test]
fn what_is_there_twice_is_told() {
    let twice = "is given twice; keep one of the two";
    assert_lines(&told_of("name = \"a\"\nname = \"b\"\n"), &[("a.toml:2:1: error: ", &["\"name\"", twice])]);
    assert_lines(&told_of("[home]\nturn = 1\n\n[home]\n"), &[("a.toml:4:2: error: ", &["\"home\"", twice])]);
}

#[test]
fn syntax_is_told_where_it_breaks_and_the_rest_is_still_read() {
    for (toml, start) in [
        ("name = \"x\nface = \"eyes\"\n", "a.toml:1:10: error: "),
        ("{\"name\": \"x\",}\n", "a.toml:1:1: error: "),
        ("null", "a.toml:1:5: error: "),
        ("name = 'a' 'b'\n", "a.toml:1:12: error: "),
        ("[home\nturn = 1\n", "a.toml:1:6: error: "),
    ] {
        let told = told_of(toml);
        assert!(told[0].starts_with(start), "{toml:?}: {told:#?}");
    }
    assert_lines(
        &told_of("name \"x\"\n[home]\nturn = \"10\"\n"),
        &[("a.toml:1:", &["error: "]), ("a.toml:3:8: error: ", &["\"turn\"", "a number"])],
    );
}

#[test]
fn files_with_nothing_in_them_are_told() {
    for nothing in ["", "  \n\t\n", "\u{feff}"] {
        assert_lines(&told_of(nothing), &[("a.toml:1:1: error: the file is empty; ", &["name"])]);
        for told in told_of_svg(nothing) {
            assert_lines(&told, &[("a.svg:1:1: error: the file is empty; ", &[])]);
        }
    }
}

#[test]
fn marks_and_line_ends_of_other_systems_make_no_difference() {
    let lines = ["name = \"Pip\"", "face = \"eyes\"", "[home]", "turn = 30", ""];
    let texts = [
        lines.join("\n"),
        lines.join("\r\n"),
        lines.join("\r"),
        format!("\u{feff}{}", lines.join("\n")),
        "name = \"Pip\"\r\nface = \"eyes\"\r[home]\nturn = 30\r".to_owned(),
    ];
    let placed = texts.map(|text| {
        let folder = Folder::with(&[("a.svg", DISC), ("a.toml", &text)]);
        folder.phiz("place a.toml").succeeds()
    });
    assert!(placed.iter().all(|other| *other == placed[0]));
    assert!(placed[0].contains("\"face\": \"eyes\""));

    let plain = drawing("<circle id=\"body\" cx=\"100\" cy=\"100\" r=\"70\" fill=\"red\"/>");
    for svg in [format!("\u{feff}{plain}"), plain.replace('\n', "\r\n")] {
        Folder::with(&[("a.svg", svg)]).phiz("place a.svg").succeeds();
    }
}

#[test]
fn depth_is_bounded() {
    for toml in [
        format!("a = {}{}", "[".repeat(200), "]".repeat(200)),
        format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("a = {}1{}", "{a=".repeat(100_000), "}".repeat(100_000)),
        format!("{} = 1", vec!["a"; 100_000].join(".")),
        format!("[{}]", vec!["a"; 100_000].join(".")),
    ] {
        assert_lines(&told_of(toml), &[("a.toml:1:", &["error: ", "nested more than 16 deep"])]);
    }
    for depth in [200, 100_000] {
        let svg = drawing(&format!("{}{}", "<g>".repeat(depth), "</g>".repeat(depth)));
        for told in told_of_svg(&svg) {
            assert_lines(&told, &[("a.svg:2:", &["error: ", "nested more than 100 deep", "ungroup"])]);
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_told() {
    assert_lines(
        &told_of(b"name = \"x\"\nsummary = \"caf\xe9\"\n"),
        &[("a.toml:2:15: error: ", &["not UTF-8", "0xe9", "save"])],
    );
    for told in told_of_svg(b"<svg\n class='caf\xe9'/>") {
        assert_lines(&told, &[("a.svg:2:12: error: ", &["not UTF-8", "save it as UTF-8"])]);
    }
    let utf16: Vec<u8> = DISC.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for told in told_of_svg([&b"\xff\xfe"[..], &utf16].concat()) {
        assert_lines(&told, &[("a.svg: error: ", &["UTF-16", "save it as UTF-8"])]);
    }
    for told in told_of_svg(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") {
        assert!(told.len() == 1 && told[0].starts_with("a.svg"), "{told:#?}");
    }
}

#[test]
fn a_file_of_100_mb_is_not_read() {
    let before = std::time::Instant::now();
    for (huge, other) in [("a.svg", "a.toml"), ("a.toml", "a.svg")] {
        let folder = Folder::with(&[(other, if other == "a.svg" { DISC } else { "trun = 1\n" })]);
        // Holes take no place on the disk.
        File::create(folder.path(huge)).unwrap().set_len(100 << 20).unwrap();
        let told = told(&folder, other);
        assert_eq!(
            told[0],
            format!("{huge}: error: the file has 100.0 MiB, over the limit of 8 MiB; export a simpler drawing")
        );
        // The other file is checked all the same.
        assert_eq!(
            told[1..].iter().any(|line| line.starts_with("a.toml:1:1: error: ")),
            other == "a.toml",
            "{told:#?}"
        );
    }
    assert!(before.elapsed().as_secs() < 5);
}

#[test]
fn a_folder_in_place_of_a_file_is_told() {
    let folder = Folder::new();
    for name in ["a.svg", "b.toml"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    assert_lines(&told(&folder, "a.svg"), &[("a.svg: error: this is a folder, not a file", &[])]);
    assert_lines(
        &told(&folder, "b.toml"),
        &[("b.svg: error: there is no such file", &[]), ("b.toml: error: this is a folder, not a file", &[])],
    );
}

#[test]
fn a_toml_without_its_svg_is_told_and_checked() {
    let folder = Folder::with(&[("a.toml", "[home]\ntrun = 1\n")]);
    assert_lines(
        &told(&folder, "a.toml"),
        &[
            ("a.svg: error: there is no such file; put the drawing that belongs to a.toml there", &[]),
            ("a.toml:2:1: error: ", &["did you mean \"turn\"?"]),
        ],
    );
}

#[test]
fn a_missing_file_is_told() {
    let folder = Folder::with(&[("robin.svg", DISC)]);
    assert_lines(
        &told(&folder, "robbin.svg"),
        &[("robbin.svg: error: there is no such file; did you mean robin.svg?", &[])],
    );
    assert_lines(&told(&folder, "x/cat.toml"), &[("x/cat.toml: error: there is no such file; check the name", &[])]);
}

#[test]
fn broken_xml_is_told_where_it_breaks() {
    for (svg, start) in [
        (drawing("<circle id=\"body\" cx=\"100\" "), "a.svg:3:"),
        (drawing("<g><circle r=\"9\"/>"), "a.svg:3:"),
        (drawing("<circle r=\"1\" r=\"2\"/>"), "a.svg:2:"),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"5".to_owned(), "a.svg:1:"),
        ("null".to_owned(), "a.svg:1:1: "),
        ("<html><body id=\"body\">hello</body></html>".to_owned(), "a.svg:1:1: "),
    ] {
        for told in told_of_svg(&svg) {
            assert!(told.len() == 1 && told[0].starts_with(start) && told[0].contains("; "), "{svg}\n{told:#?}");
        }
    }
}

#[test]
fn an_svg_that_draws_nothing_is_told() {
    for svg in [
        drawing(""),
        drawing("<circle cx=\"100\" cy=\"100\" r=\"50\" fill=\"none\"/>"),
        drawing("<circle cx=\"100\" cy=\"100\" r=\"NaN\"/>"),
        drawing("<circle cx=\"100\" cy=\"100\" r=\"50\" display=\"none\"/>"),
    ] {
        for told in told_of_svg(&svg) {
            assert!(told[0].starts_with("a.svg: error: the file draws nothing; "), "{told:#?}");
        }
    }
}

/// Any SVG is a character: without a `body`, what is drawn is the silhouette, and that is only noted.
#[test]
fn an_svg_without_a_body_is_a_character() {
    let svg = drawing("<circle cx=\"100\" cy=\"100\" r=\"70\" fill=\"red\"/>");
    let folder = Folder::with(&[("a.svg", &svg)]);
    for file in ["a.svg", "a.toml"] {
        let ran = folder.phiz(&format!("check --strict {file}"));
        assert!(ran.code == Some(0) && ran.stderr.lines().count() == 1, "{ran:?}");
        assert!(ran.stderr.starts_with("a.svg: note: no element has the id \"body\""), "{ran:?}");
        folder.phiz(&format!("render {file} --size 16 -o x.png")).succeeds();
        fs::write(folder.path("a.toml"), "name = \"Pip\"\n").unwrap();
    }
}

#[test]
fn a_body_that_cannot_carry_a_face_is_told() {
    for (body, words) in [
        ("<path id=\"body\" d=\"M30 30 H170 V170 H30\"/>", &["open", "(30, 30)", "(30, 170)", "close the path"][..]),
        ("<path id=\"body\" d=\"M30 30 L170 170 V30 L30 170 Z\"/>", &["crosses itself at (100, 100)"]),
        ("<text id=\"body\" y=\"100\" font-size=\"60\">Hello</text>", &["convert text to paths"]),
        ("<g id=\"body\"/><circle r=\"50\"/>", &["path, rectangle, circle or ellipse"]),
        ("<path id=\"body\" fill=\"none\" stroke=\"red\" d=\"M30 30H170V170H30Z\"/>", &["no fill", "give it a fill"]),
    ] {
        let folder = Folder::with(&[("a.svg", drawing(body)), ("a.toml", "name = \"Pip\"\n".to_owned())]);
        let told = told(&folder, "a.toml");
        let errors: Vec<_> = told.iter().filter(|line| line.contains("error: ")).collect();
        assert!(errors.iter().any(|line| line.starts_with("a.svg:2:1: ")), "{told:#?}");
        let text = told.join("\n");
        assert!(words.iter().all(|word| text.contains(word)), "{words:?}: {told:#?}");
    }
    let folder = Folder::with(&[
        ("a.svg", drawing("<circle id=\"body\" cx=\"100\" cy=\"100\" r=\"2\"/>")),
        ("a.toml", "name = \"Pip\"\n".to_owned()),
    ]);
    assert_lines(&told(&folder, "a.toml"), &[("a.svg: error: there is no room for a face", &["draw a body"])]);
}

#[test]
fn a_part_that_the_svg_lacks_is_told() {
    let svg = drawing(
        "<circle id=\"body\" cx=\"100\" cy=\"100\" r=\"70\" fill=\"red\"/><circle id=\"front-hat\" cx=\"100\" cy=\"40\" r=\"9\"/>",
    );
    for (name, mend) in [("front-hut", "did you mean \"front-hat\"?"), ("antenna", "the parts are front-hat")] {
        let toml = format!("name = \"Pip\"\n\n[parts.{name}]\ndepth = 0.5\n");
        let folder = Folder::with(&[("a.svg", svg.clone()), ("a.toml", toml)]);
        assert_lines(&told(&folder, "a.toml"), &[("a.toml:3:", &["error: ", &format!("{name:?}"), mend])]);
    }
    assert_lines(
        &told_of("[parts.antenna]\ndepth = 1\n"),
        &[("a.toml:1:", &["\"antenna\"", "starts with behind or front"])],
    );
}

#[test]
fn one_run_tells_everything_about_all_files() {
    let folder = Folder::with(&[
        ("a.svg", drawing("<circle id=\"body\" ")),
        ("a.toml", "trn = 1\n[home]\nturn = \"x\"\n".to_owned()),
        ("b.svg", drawing("<path id=\"body\" d=\"M30 30 H170 V170 H30\"/>")),
        ("b.toml", "[parts.hat]\ndept = 1\n".to_owned()),
        ("good.svg", DISC.to_owned()),
    ]);
    let ran = folder.phiz("check a.toml a.svg b.svg good.svg missing.svg");
    assert_eq!(ran.code, Some(1));
    let out = String::from_utf8(ran.stdout.clone()).unwrap();
    assert!(out.starts_with("good.svg: ok: ") && out.lines().count() == 1, "{out}");
    let lines: Vec<String> = ran.stderr.lines().map(str::to_owned).collect();
    assert_lines(
        &lines,
        &[
            ("a.svg:3:", &["error: "]),
            ("a.toml:1:1: error: ", &["\"trn\""]),
            ("a.toml:3:8: error: ", &["\"turn\""]),
            ("b.svg:2:1: error: ", &["open"]),
            ("b.toml:2:1: error: ", &["\"dept\""]),
            ("missing.svg: error: ", &["no such file"]),
            ("error: the check found 6 errors", &[]),
        ],
    );
}

#[test]
fn many_faults_do_not_drown_the_reader() {
    let toml: String = (0..5000).map(|i| format!("key{i} = 1\n")).collect();
    let told = told_of(&toml);
    assert!(told.len() <= 102, "{} lines", told.len());
    assert!(told.last().unwrap().contains("more"), "{:?}", told.last());
}

#[test]
fn scripts_are_checked_like_characters() {
    let bad = "fps = 0\n[[cue]]\nat = 2\nstate = \"hapy\"\n[[cue]]\nat = 1\nlok = [0, 0]\n";
    let good = "duration = 3\n[[cue]]\nat = 1\ncolor = \"tomato\"\n[[cue]]\nat = 2\ncolor = \"none\"\n";
    // A film of the script lies beside it, and is no character's drawing.
    let folder = Folder::with(&[
        ("bad.toml", bad),
        ("good.toml", good),
        ("good.svg", "<svg/>"),
        ("cut.toml", "[[cue]]\nat = \n"),
    ]);
    assert_eq!(folder.phiz("check good.toml").succeeds(), "good.toml: ok: a script\n");
    let told = folder.phiz("check bad.toml cut.toml").fails(1);
    for expected in [
        "bad.toml:1:7: error:",
        "bad.toml:4:9: error: \"state\" cannot be \"hapy\"; did you mean \"happy\"?",
        "bad.toml:6:1: error:",
        "bad.toml:7:1: error:",
        "cut.toml:2:",
    ] {
        assert!(told.contains(expected), "{expected} in\n{told}");
    }
    // Rendering says the same.
    assert!(folder.phiz("render --script bad.toml -o x.gif").fails(1).contains("bad.toml:4:9"));
}

#[test]
fn pointer_traces_are_checked_too() {
    let folder = Folder::with(&[
        ("good.csv", "time,x,y,event\n0,100,100,move\n1.5,20,30,move\n"),
        ("bad.csv", "time,x,y,event\n0,100,nan,move\n"),
    ]);
    assert_eq!(folder.phiz("check good.csv").succeeds(), "good.csv: ok: a pointer trace, 2 events in 1.5 s\n");
    assert!(folder.phiz("check bad.csv").fails(1).contains("bad.csv:2:7: error: y \"nan\" is not finite"));
}
