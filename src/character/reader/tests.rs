//! The reader as its users meet it: a file goes in, and every fault comes out with its place and its mend.

use proptest::prelude::*;

use super::*;
use crate::color::Color;

const VALID: &str = r##"# A character
name = "Pip"
ink = "#203040"
face = "cute"
turn = 10
look = [0.5, -0.25]
blush = true
home = { turn = -20.5 }

[parts.leaf]
depth = 0.4

[parts.antenna]
depth = -0.1

[[cue]]
at = 1
overlays = ["sweat", "blush"]

[[cue]]
at = 2.5
"##;

const FACES: [(&str, u8); 3] = [("cute", 0), ("eyes", 1), ("line", 2)];
const OVERLAYS: [(&str, u8); 2] = [("sweat", 0), ("blush", 1)];

/// Asks all that a small character file can hold, and reports the rest.
fn read_all(document: &Document) {
    let root = document.root();
    root.require("name", "write `name = \"Pip\"`");
    root.text("name");
    root.color("ink");
    root.one_of("face", &FACES);
    root.number("turn", -60.0..=60.0);
    root.pair("look", -1.0..=1.0);
    root.bool("blush");
    if let Some(home) = root.table("home") {
        home.number("turn", -60.0..=60.0);
        home.number("scale", 0.0..=f64::MAX);
        home.finish();
    }
    for (_, part) in root.tables("parts") {
        part.number("depth", -1.0..=1.0);
        part.finish();
    }
    for cue in root.array("cue") {
        cue.number("at", 0.0..=3600.0);
        cue.list_of("overlays", &OVERLAYS);
        cue.finish();
    }
    root.finish();
}

/// Every finding as a user sees it, less the file's name and `error: `.
fn findings_of_bytes(bytes: &[u8]) -> Vec<String> {
    let findings = match Document::parse("pip.toml", bytes) {
        Ok(document) => {
            read_all(&document);
            document.into_findings()
        }
        Err(findings) => findings,
    };
    let shown = findings.into_vec().iter().map(ToString::to_string).collect::<Vec<_>>();
    shown.iter().map(|f| f.strip_prefix("pip.toml:").unwrap().replacen(" error: ", " ", 1)).collect()
}

/// The findings of a file that has a name and these lines after it.
fn findings(lines: &str) -> Vec<String> {
    findings_of_bytes(format!("name = \"Pip\"\n{lines}").as_bytes())
}

#[track_caller]
fn assert_finds(lines: &str, expected: &[&str]) {
    assert_eq!(findings(lines), expected, "in\n{lines}");
}

#[test]
fn a_valid_file_gives_its_values_and_no_findings() {
    let document = Document::parse("pip.toml", VALID.as_bytes()).unwrap();
    let root = document.root();
    assert_eq!(root.text("name"), Some("Pip"));
    assert_eq!(root.color("ink"), Some(Color::rgb(0x20, 0x30, 0x40)));
    assert_eq!(root.one_of("face", &FACES), Some(0));
    assert_eq!(root.number("turn", -60.0..=60.0), Some(10.0));
    assert_eq!(root.pair("look", -1.0..=1.0), Some([0.5, -0.25]));
    assert_eq!(root.bool("blush"), Some(true));
    assert_eq!(root.table("home").and_then(|home| home.number("turn", -60.0..=60.0)), Some(-20.5));
    let parts: Vec<_> =
        root.tables("parts").into_iter().map(|(name, part)| (name, part.number("depth", -1.0..=1.0))).collect();
    assert_eq!(parts, [("leaf", Some(0.4)), ("antenna", Some(-0.1))], "in the order of the file");
    let cues: Vec<_> = root.array("cue").iter().map(|cue| cue.number("at", 0.0..=9.0)).collect();
    assert_eq!(cues, [Some(1.0), Some(2.5)]);
    assert_eq!(root.array("cue")[0].list_of("overlays", &OVERLAYS), Some(vec![0, 1]));
    root.finish();
    assert_eq!(document.into_findings().into_vec(), []);
}

#[test]
fn integers_are_read_in_every_base_toml_has() {
    let document = Document::parse("n.toml", b"a = 1_000\nb = 0xff\nc = -7\nd = 1e-2\ne = 0b11").unwrap();
    let root = document.root();
    let read = ["a", "b", "c", "d", "e"].map(|key| root.number(key, -1e9..=1e9));
    assert_eq!(read, [Some(1000.0), Some(255.0), Some(-7.0), Some(0.01), Some(3.0)]);
}

#[test]
fn absent_keys_are_no_faults_unless_they_are_required() {
    let empty_but_for_a_comment = findings_of_bytes(b"# nothing yet\n");
    assert_eq!(empty_but_for_a_comment, ["1:1: \"name\" is missing; write `name = \"Pip\"`"]);
    assert_finds("", &[]);
}

#[test]
fn every_fault_of_a_file_is_found_in_one_pass() {
    let file = r##"name = "Pip"
face = "cuet"
turn 10
trun = 10
look = [0.5, 2, 0]
ink = #203040
name = "Pop"
blush = yes
[parts.leaf]
depth = "0.4"
[parts.tail
depth = 0.2
[[cue]]
at = nan
"##;
    assert_eq!(
        findings_of_bytes(file.as_bytes()),
        [
            "2:8: \"face\" cannot be \"cuet\"; did you mean \"cute\"?",
            "3:6: \"turn\" has no value; write `turn = 10`",
            "4:1: unknown key \"trun\"; did you mean \"turn\"?",
            "5:8: \"look\" must have 2 numbers, not 3; write `[0.5, 0.5]`",
            "5:14: \"look\" is 2, out of range; write a number from -1 to 1",
            "6:7: a value is missing here; `#` begins a comment; write a colour in quotes: \"#203040\"",
            "7:1: \"name\" is given twice; keep one of the two",
            "8:9: \"yes\" is not a value; write `true`",
            "10:9: \"depth\" must be a number, not a string; remove the quotes: 0.4",
            "11:12: \"[parts.tail\" is not closed; add `]` at its end",
            "14:6: \"at\" is nan, but must be a finite number; write a number from 0 to 3600",
        ]
    );
}

#[test]
fn unknown_keys_name_the_nearest_key_or_all_of_them() {
    assert_finds("trun = 10", &["2:1: unknown key \"trun\"; did you mean \"turn\"?"]);
    assert_finds(
        "hat_colour = 10",
        &["2:1: unknown key \"hat_colour\"; known keys are name, ink, face, turn, look, blush, home, parts, cue"],
    );
    assert_finds("home = { trn = 1 }", &["2:10: unknown key \"trn\"; did you mean \"turn\"?"]);
    assert_finds(
        "[parts.leaf]\nink = \"red\"",
        &["3:1: unknown key \"ink\"; it belongs at the top, above the first [section]"],
    );
}

#[test]
fn duplicate_keys_and_tables_are_named_at_the_second_place() {
    assert_finds("turn = 1\n\nturn = 2", &["4:1: \"turn\" is given twice; keep one of the two"]);
    assert_finds("home = { turn = 1, turn = 2 }", &["2:20: \"turn\" is given twice; keep one of the two"]);
    assert_finds("[parts.leaf]\n[parts.leaf]", &["3:8: \"leaf\" is given twice; keep one of the two"]);
    assert_finds(
        "turn = 1\nturn.x = 2",
        &["3:1: \"turn\" is a value already, so nothing can be put inside it; rename one of the two"],
    );
    let after_another_fault =
        ["2:6: \"turn\" has no value; write `turn = 1`", "4:1: \"blush\" is given twice; keep one of the two"];
    assert_finds("turn 1\nblush = true\nblush = true", &after_another_fault);
}

#[test]
fn wrong_types_name_the_key_both_types_and_the_mend() {
    assert_finds("turn = \"10\"", &["2:8: \"turn\" must be a number, not a string; remove the quotes: 10"]);
    assert_finds("turn = true", &["2:8: \"turn\" must be a number, not true or false; write a number from -60 to 60"]);
    assert_finds("turn = 2026-11-30", &["2:8: \"turn\" must be a number, not a date; write a number from -60 to 60"]);
    assert_finds("blush = 1", &["2:9: \"blush\" must be true or false, not a number; write true"]);
    assert_finds(
        "blush = \"false\"",
        &["2:9: \"blush\" must be true or false, not a string; remove the quotes: false"],
    );
    assert_finds("face = 3", &["2:8: \"face\" must be a name in quotes, not a number; write it in quotes: \"3\""]);
    assert_finds("ink = [1, 2]", &["2:7: \"ink\" must be a colour in quotes, not an array; write `ink = \"…\"`"]);
    assert_finds("look = 1", &["2:8: \"look\" must be an array of 2 numbers, not a number; write `[0.5, 0.5]`"]);
    assert_finds("look = [1, \"0\"]", &["2:12: \"look\" must be a number, not a string; remove the quotes: 0"]);
    assert_finds("home = []", &["2:8: \"home\" must be a table, not an array; write `{ }` or one `[section]`"]);
    assert_finds("parts = []", &["2:9: \"parts\" must be a table of tables, not an array; write `[parts.NAME]`"]);
    assert_finds(
        "parts.leaf = 1",
        &["2:14: \"leaf\" must be a table, not a number; write `{ key = value }` or a `[section]`"],
    );
    assert_finds("[cue]", &["2:1: \"cue\" must be an array of tables, not a table; write `[[cue]]`, once for each"]);
    assert_finds(
        "[[cue]]\noverlays = \"sweat\"",
        &["3:12: \"overlays\" must be an array of names, not a string; write `[\"sweat\"]`"],
    );
}

#[test]
fn numbers_that_are_not_finite_are_refused_by_name() {
    for written in ["nan", "inf", "-inf", "1e999", "-1e999"] {
        let expected =
            format!("2:8: \"turn\" is {written}, but must be a finite number; write a number from -60 to 60");
        assert_finds(&format!("turn = {written}"), &[&expected]);
    }
    for written in ["NaN", "infinity", "Inf"] {
        let expected = format!("2:8: \"{written}\" is not allowed; write a finite number");
        assert_finds(&format!("turn = {written}"), &[&expected]);
    }
    for written in ["\"NaN\"", "\"infinity\"", "\"1e999\""] {
        let expected = "2:8: \"turn\" must be a number, not a string; write a number from -60 to 60";
        assert_finds(&format!("turn = {written}"), &[expected]);
    }
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    for written in ["720", "-1000", "60.000001", "1_000_000_000_000_000_000_000", "0xffffffffffffffffffffffff"] {
        let expected = format!("2:8: \"turn\" is {written}, out of range; write a number from -60 to 60");
        assert_finds(&format!("turn = {written}"), &[&expected]);
    }
    assert_finds("turn = 60", &[]);
    assert_finds("turn = -60.0", &[]);
    let open_end = "2:18: \"scale\" is -1, out of range; write a number of at least 0";
    assert_finds("home = { scale = -1 }", &[open_end]);
}

#[test]
fn faults_of_meaning_can_be_reported_at_a_key() {
    let document = Document::parse("pip.toml", b"[limits]\n\n  min = 5\nmax = 3").unwrap();
    let limits = document.root().table("limits").unwrap();
    let (min, max) = (limits.number("min", 0.0..=9.0), limits.number("max", 0.0..=9.0));
    if min > max {
        limits.error("max", "\"max\" is 3, less than \"min\"", "swap the two");
    }
    limits.warning("min", "\"min\" is large", "");
    assert_eq!(limits.place(), Place { line: 1, column: 1 });
    assert_eq!(limits.place_of("min"), Place { line: 3, column: 3 });
    assert_eq!(limits.place_of("absent"), limits.place());
    let shown: Vec<String> = document.into_findings().into_vec().iter().map(ToString::to_string).collect();
    let expected = [
        "pip.toml:3:3: warning: \"min\" is large",
        "pip.toml:4:1: error: \"max\" is 3, less than \"min\"; swap the two",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn names_and_colours_are_checked() {
    assert_finds("face = \"smile\"", &["2:8: \"face\" cannot be \"smile\"; known are cute, eyes, line"]);
    assert_finds(
        "ink = \"#12345\"",
        &["2:7: \"ink\" is \"#12345\", which is not a colour; write a CSS colour such as \"#4f8ef7\" or \"tomato\""],
    );
    assert_finds(
        "ink = \"blurple\"",
        &["2:7: \"ink\" is \"blurple\", which is not a colour; did you mean \"purple\"?"],
    );
    assert_finds(
        "[[cue]]\noverlays = [\"sweet\"]",
        &["3:13: \"overlays\" cannot be \"sweet\"; did you mean \"sweat\"?"],
    );
}

#[test]
fn syntax_faults_say_what_to_write() {
    for (line, expected) in [
        ("null", "2:5: \"null\" has no value; write `null = VALUE`"),
        ("turn: 1", "2:5: \":\" is not allowed in a key; write `=` instead"),
        ("// turn = 1", "2:1: \"/\" is not allowed in a key; comments begin with `#`"),
        (
            "größe = 1",
            "2:3: \"ö\" is not allowed in a key; use letters a to z, digits, `-` and `_`, or put the key in double quotes",
        ),
        ("= 1", "2:1: a name is missing here; write `name = VALUE` or `[name]`"),
        ("turn =", "2:7: a value is missing here; write one after the `=`"),
        ("ink = red", "2:7: \"red\" is not a value; write text in quotes: \"red\""),
        ("ink = “red”", "2:7: \"“red”\" is not a value; use straight quotes, \"…\""),
        ("ink = tomato", "2:7: \"tomato\" is not a value; write text in quotes: \"tomato\""),
        ("ink = indigo", "2:7: \"indigo\" is not a value; write text in quotes: \"indigo\""),
        ("ink = null", "2:7: \"null\" is not a value; leave the key out instead"),
        ("turn = 1;", "2:8: \"1;\" is not a value; remove the `;`"),
        ("turn = 0,5", "2:9: \",\" is not expected after the value; write decimals with a point, as in 0.5"),
        ("turn = .5", "2:8: this number lacks digits; write digits on both sides of the point, as in 0.5"),
        ("turn = 05", "2:8: a number cannot begin with 0; remove the zeros in front"),
        (
            "turn = 1 blush = true",
            "2:8: \"1 blush\" is not a value; write text in quotes, one key a line, and commas between entries",
        ),
        ("blush = True", "2:9: \"True\" is not a value; write `true`"),
        ("ink = \"red", "2:11: this string is not closed; add the closing quote `\"`"),
        ("ink = 'red", "2:11: this string is not closed; add the closing quote `'`"),
        ("ink = \"\"\"red\n\n", "2:7: this string is not closed; add the closing quote `\"`"),
        (
            "ink = \"c:\\pip\"",
            "2:11: this is no escape sequence; write `\\\\` for a backslash, or put the text in single quotes",
        ),
        (
            "ink = \"\u{7}\"",
            "2:8: this string has a character that is not allowed; remove it, or write it as `\\u` and four hex digits",
        ),
        ("# \u{1}", "2:3: a control character stands in this comment; remove it"),
        ("look = [1,, 0]", "2:11: there is a comma too many; remove it"),
        ("look = [1, 0", "2:8: this `[` is not closed; add `]` after its last entry, and commas between entries"),
        ("home = { turn = 1", "2:8: this `{` is not closed; add `}` after its last entry, and commas between entries"),
        ("turn = 1]", "2:9: \"]\" is not expected after the value; write one `key = value` a line"),
        ("]", "2:1: \"]\" closes nothing; remove it, or add what it should close"),
        ("[[cue]", "2:7: \"[[cue]\" is not closed; add `]` at its end"),
        ("[]", "2:2: a name is missing here; write `name = VALUE` or `[name]`"),
    ] {
        assert_finds(line, &[expected]);
    }
}

#[test]
fn what_follows_a_broken_statement_is_still_read() {
    let unknown = |line: usize| format!("{line}:1: unknown key \"trun\"; did you mean \"turn\"?");
    for broken in [
        "turn 10",
        "turn = ",
        "turn = 1 2",
        "look = [1,\n  0",
        "home = { turn = 1",
        "[oops",
        "ink = 'red",
        "ink = tomato",
        "ink = \"\\q\"",
        "# \u{1}",
        "]",
        "[]",
    ] {
        let lines = format!("{broken}\n\n[home]\ntrn = 1\n");
        let found = findings(&lines);
        assert_eq!(found.len(), 2, "{broken}: {found:?}");
        assert!(found[1].contains("unknown key \"trn\""), "{broken}: {found:?}");
    }
    let found = findings("look = [1,\n  0\ntrun = 1\n");
    assert_eq!(found[1..], [unknown(4)]);
}

#[test]
fn a_required_key_in_a_broken_statement_is_not_called_missing() {
    assert_eq!(findings_of_bytes(b"name = Pip"), ["1:8: \"Pip\" is not a value; write text in quotes: \"Pip\""]);
}

#[test]
fn a_file_with_nothing_in_it_is_refused() {
    for blank in ["", " ", "\n\n", " \t\r\n\r", "\u{feff}", "\u{feff}\n"] {
        let expected = "1:1: the file is empty; write at least one line such as `name = \"Pip\"`";
        assert_eq!(findings_of_bytes(blank.as_bytes()), [expected], "{blank:?}");
    }
}

#[test]
fn a_file_over_the_size_limit_is_refused_with_both_sizes() {
    let mut file = b"name = \"Pip\"\n".to_vec();
    file.resize(MAX_BYTES, b'\n');
    assert_eq!(findings_of_bytes(&file), [""; 0]);
    file.push(b'\n');
    let refused = Document::parse("pip.toml", &file).unwrap_err().into_vec();
    assert_eq!(refused[0].message, "has 1048577 bytes, over the limit of 1048576");
}

#[test]
fn text_that_is_not_utf8_is_refused_at_its_place() {
    assert_eq!(
        findings_of_bytes(b"\xEF\xBB\xBFa = 1\r\nb = 'gr\xFC\xDF'"),
        ["2:8: the file is not UTF-8 text: byte 0xfc stands here; save the file as UTF-8"]
    );
    assert_eq!(findings_of_bytes(b"\xFF\xFEa\0"), ["1:1: is UTF-16 text, not UTF-8; save the file as UTF-8"]);
}

#[test]
fn byte_order_marks_and_line_ends_change_nothing() {
    let file = format!("{VALID}trun = 3\nnote = \"\"\"one\ntwo\"\"\"\n turn 5\nlook = [\n1,\n# in between\n2]\n");
    let expected = findings_of_bytes(file.as_bytes());
    assert_eq!(expected.len(), 4, "{expected:?}");
    let mixed = |every: usize| -> String {
        // LF never follows CR, for over an empty line the two would be one CRLF.
        let ends = ["\n", "\r", "\r\n"];
        file.lines().enumerate().map(|(i, line)| format!("{line}{}", ends[(i / every) % 3])).collect()
    };
    for variant in [format!("\u{feff}{file}"), file.replace('\n', "\r\n"), file.replace('\n', "\r"), mixed(1), mixed(2)]
    {
        assert_eq!(findings_of_bytes(variant.as_bytes()), expected);
    }
    let document = Document::parse("pip.toml", b"note = '''one\r\ntwo\rthree'''").unwrap();
    assert_eq!(document.root().text("note"), Some("one\ntwo\nthree"));
}

#[test]
fn deep_nesting_is_an_error_with_a_place_and_not_an_overflow() {
    for depth in [17, 200, 100_000] {
        let wide = format!("turn = {}", "[".repeat(depth));
        let closed = format!("turn = {}{}", "[".repeat(depth), "]".repeat(depth));
        let tables = format!("turn = {}", "{ a = ".repeat(depth));
        let header = "[".repeat(depth);
        let dotted = format!("{}a = 1", "a.".repeat(depth));
        let dotted_header = format!("[{}a]", "a . ".repeat(depth));
        for lines in [wide, closed, tables, header, dotted, dotted_header] {
            let found = findings(&lines);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].starts_with("2:"), "{found:?}");
            assert!(found[0].contains("values are nested more than 16 deep; nest less"), "{found:?}");
        }
    }
    assert!(findings(&format!("turn = {}", "[".repeat(17)))[0].starts_with("2:24:"));
}

#[test]
fn brackets_and_dots_in_strings_and_comments_do_not_nest() {
    let many = "[{.".repeat(50);
    assert_finds(&format!("# {many}\nink = \"red\" # {many}"), &[]);
    let text = format!("name = '''{many}'''");
    assert_eq!(findings_of_bytes(text.as_bytes()), [""; 0]);
}

/// With both kinds of nesting at their limits, values are built and dropped within the stack of a test's thread.
#[test]
fn the_deepest_nesting_that_is_allowed_is_read() {
    let key = ["a"; layout::MAX_DEPTH + 1].join(".");
    let nested = format!("{{{key} = ").repeat(layout::MAX_DEPTH);
    let file = format!("[{key}]\n{key} = {nested} 1 {}", "}".repeat(layout::MAX_DEPTH));
    let document = Document::parse("deep.toml", file.as_bytes()).unwrap();
    assert!(document.root().has("a"));
    assert_eq!(document.into_findings().into_vec(), []);
}

#[test]
fn a_flood_of_faults_is_cut_short_and_says_so() {
    for flood in ["=\n".repeat(20_000), (0..20_000).map(|i| format!("x{i} = 1\n")).collect(), "[[\n".repeat(20_000)] {
        let found = findings(&flood);
        assert_eq!(found.len(), MAX_FAULTS + 1);
        assert!(found[MAX_FAULTS].ends_with("there are more faults, which are not shown; mend those above first"));
    }
}

#[test]
fn hostile_text_in_messages_is_short_and_without_control_characters() {
    let long = "x".repeat(5000);
    for lines in
        [format!("{long} = 1"), format!("\"a\\u001b[31m{long}\" = 1"), format!("face = \"\\u001b{long}\""), long]
    {
        for finding in findings(&lines) {
            assert!(finding.len() < 300 && !finding.contains(char::is_control), "{finding:?}");
        }
    }
}

#[test]
fn the_keys_that_were_asked_for_are_listed_as_paths() {
    let document = Document::parse("pip.toml", VALID.as_bytes()).unwrap();
    read_all(&document);
    let expected =
        "blush cue cue.*.at cue.*.overlays face home home.scale home.turn ink look name parts parts.*.depth turn";
    assert_eq!(document.asked().join(" "), expected);
}

/// Reads anything, and checks that each finding stands in the file.
fn assert_sound(bytes: &[u8]) {
    let findings = match Document::parse("any.toml", bytes) {
        Ok(document) => {
            read_all(&document);
            document.into_findings()
        }
        Err(findings) => findings,
    };
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).into_owned();
    let lines: Vec<usize> =
        text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(|line| line.chars().count()).collect();
    for finding in findings.into_vec() {
        let place = finding.place.unwrap_or_else(|| panic!("{finding} has no place"));
        let width = place.line.checked_sub(1).and_then(|line| lines.get(line));
        assert!(width.is_some_and(|w| (1..=w + 1).contains(&place.column)), "{finding} is outside of {text:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        assert_sound(&bytes);
    }

    #[test]
    fn any_text_of_toml_tokens_is_read_without_panic(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "a", "b", "name", "turn", "parts", "leaf", ".", "=", ",", "[", "]", "[[", "]]", "{", "}", "\n", "\r", " ",
            "#", "\"", "'", "\"\"\"", "'''", "\\", "1", "0.5", "nan", "true", "ä", "\u{feff}", "\u{0}", "[a]\n", "a = 1\n",
            "a.b = 2\n", "[a.b]\n", "[[a]]\n", "a = [\n", "a = {",
        ]), 0..60)
    ) {
        assert_sound(tokens.concat().as_bytes());
    }

    #[test]
    fn a_mutated_file_is_read_without_panic(
        edits in prop::collection::vec((0..VALID.len(), 0..12_usize, prop::collection::vec(any::<u8>(), 0..4)), 1..6)
    ) {
        let mut bytes = VALID.as_bytes().to_vec();
        for (at, cut, insert) in edits {
            let at = at.min(bytes.len());
            let end = (at + cut).min(bytes.len());
            bytes.splice(at..end, insert);
        }
        assert_sound(&bytes);
    }

    #[test]
    fn a_file_cut_short_anywhere_is_read_without_panic(length in 0..VALID.len()) {
        assert_sound(&VALID.as_bytes()[..length]);
    }
}
