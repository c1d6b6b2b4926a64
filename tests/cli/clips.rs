//! Clips, expressions and speech on the command line.

use serde_json::Value;

use crate::support::Folder;

const TURN: &str = r#"{"Version": 3, "Meta": {"Duration": 1.5, "Fps": 30, "Loop": false, "CurveCount": 1},
"Curves": [{"Target": "Parameter", "Id": "ParamAngleX", "Segments": [0, 0, 0, 1.5, 30]}]}"#;
const SMILE: &str = r#"{"Type": "Live2D Expression", "FadeInTime": 0.5,
"Parameters": [{"Id": "ParamCheek", "Value": 1, "Blend": "Add"}, {"Id": "ParamMouthForm", "Value": -1}]}"#;
const CUES: &str = "0.0\tX\n0.2\tF\n1.0\tX\n";

/// A VMD file: the head turned, at frames 0 and 60.
fn vmd() -> Vec<u8> {
    vmd_until(60)
}

/// The same with another last frame.
fn vmd_until(last: u32) -> Vec<u8> {
    let mut bytes = b"Vocaloid Motion Data 0002\0\0\0\0\0".to_vec();
    bytes.extend([0; 20]);
    bytes.extend(2_u32.to_le_bytes());
    for (frame, rotation) in [(0_u32, [0.0_f32, 0.0, 0.0, 1.0]), (last, [0.0, 0.5, 0.0, 0.75_f32.sqrt()])] {
        bytes.extend(b"\x93\xaa\0\0\0\0\0\0\0\0\0\0\0\0\0");
        bytes.extend(frame.to_le_bytes());
        bytes.extend([0; 12]);
        bytes.extend(rotation.iter().flat_map(|v| v.to_le_bytes()));
        bytes.extend([20; 64]);
    }
    bytes.extend(0_u32.to_le_bytes());
    bytes
}

/// A second of a tone in 8 bits.
fn wav() -> Vec<u8> {
    let mut bytes = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data".to_vec();
    bytes.extend(8000_u32.to_le_bytes());
    bytes.extend((0..8000).map(|k| if k % 20 < 10 { 60 } else { 196 }));
    bytes
}

/// A file of each kind.
pub fn files() -> [(&'static str, Vec<u8>); 6] {
    let json = r#"{"mouthCues": [{"start": 0.0, "end": 1.0, "value": "D"}]}"#;
    [
        ("turn.motion3.json", TURN.into()),
        ("smile.exp3.json", SMILE.into()),
        ("cues.tsv", CUES.into()),
        ("cues.json", json.into()),
        ("dance.vmd", vmd()),
        ("voice.wav", wav()),
    ]
}

fn folder() -> Folder {
    Folder::with(&files())
}

/// How many frames an APNG has: the first number of its `acTL`.
fn frames(folder: &Folder, name: &str) -> u32 {
    let bytes = folder.read(name);
    let at = bytes.windows(4).position(|w| w == b"acTL").unwrap() + 4;
    u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn each_file_drives_the_character_for_as_long_as_it_lasts() {
    let folder = folder();
    for (options, count) in [
        ("--clip turn.motion3.json", 15),
        ("--clip dance.vmd", 20),
        // With the mouth at rest again.
        ("--say cues.tsv", 14),
        ("--say voice.wav", 14),
        ("--clip dance.vmd --say cues.tsv --expression smile.exp3.json", 20),
        ("--clip dance.vmd --loop-clip --duration 3", 30),
        ("--expression smile.exp3.json --duration 1", 10),
    ] {
        folder.phiz(&format!("render {options} --fps 10 --size 40 -o a.png")).succeeds();
        assert_eq!(frames(&folder, "a.png"), count, "{options}");
    }
}

#[test]
fn each_file_changes_the_picture_alone_and_together() {
    let folder = folder();
    let mut pictures = Vec::new();
    let [clip, vmd, expression, cues, wav] = [
        "--clip turn.motion3.json",
        "--clip dance.vmd",
        "--expression smile.exp3.json",
        "--say cues.tsv",
        "--say voice.wav",
    ];
    let all = format!("{clip} {expression} {cues}");
    for options in ["", clip, vmd, expression, cues, wav, &all] {
        folder.phiz(&format!("render {options} --at 0.7 --size 120 -o a.png")).succeeds();
        pictures.push(folder.read("a.png"));
    }
    for (i, picture) in pictures.iter().enumerate() {
        assert!(pictures[i + 1..].iter().all(|other| other != picture), "{i}");
    }
}

/// The head of the clip turns to the left. With a pointer on the right it is that which is looked at, also in a film.
#[test]
fn a_pointer_takes_the_head_over_from_a_clip() {
    let folder = Folder::with(&[("dance.vmd", vmd()), ("right.csv", b"0,260,90,move\n".to_vec())]);
    let picture = |folder: &Folder, options: &str| {
        folder.phiz(&format!("render {options} --at 1.8 --size 120 -o a.png")).succeeds();
        folder.read("a.png")
    };
    let with = picture(&folder, "--clip dance.vmd --cursor right.csv");
    assert!(with != picture(&folder, "--clip dance.vmd") && with != picture(&folder, "--cursor right.csv"));
    folder.phiz("render --clip dance.vmd --cursor right.csv --fps 10 --size 40 -o x.gif").succeeds();
    let film = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(folder.read("x.gif"))).unwrap();
    // Two seconds of the clip are less than the four that a film with a pointer lasts.
    assert_eq!(image::AnimationDecoder::into_frames(film).count(), 40);
}

#[test]
fn an_expression_on_a_still_is_wholly_there() {
    let folder = folder();
    folder.phiz("render --expression smile.exp3.json --size 120 -o still.png").succeeds();
    folder.phiz("render --expression smile.exp3.json --reduced-motion --at 5 --size 120 -o later.png").succeeds();
    assert!(folder.read("still.png") == folder.read("later.png"));
}

#[test]
fn names_without_a_counterpart_are_told_once_and_no_fault() {
    let folder = folder();
    let hair = TURN.replace("[{", "[{\"Target\": \"Parameter\", \"Id\": \"ParamHairFront\", \"Segments\": [0, 1]}, {");
    std::fs::write(folder.path("hair.json"), hair).unwrap();
    let told = folder.phiz("render --clip hair.json --fps 5 --size 40 -o a.gif").succeeds_and_says();
    assert_eq!(told.matches("ParamHairFront").count(), 1, "{told}");
    assert!(told.starts_with("note: hair.json: 1 of 2 names has no counterpart here"), "{told}");
    let inspected: Value = serde_json::from_str(&folder.phiz("inspect hair.json --json").succeeds()).unwrap();
    assert_eq!((&inspected["mapped"][0], &inspected["left"][0]), (&"ParamAngleX".into(), &"ParamHairFront".into()));
}

#[test]
fn a_script_names_files_beside_it() {
    let folder = folder();
    let script = "duration = 2\n[[cue]]\nat = 0.5\nclip = \"dance.vmd\"\nsay = \"cues.tsv\"\n[[cue]]\nat = 1\nclip = \"none\"\n[[cue]]\nat = 1.5\nclip = \"dance.vmd\"\n";
    let hair = TURN.replace("ParamAngleX", "Hair");
    std::fs::create_dir(folder.path("in")).unwrap();
    for name in ["dance.vmd", "cues.tsv"] {
        std::fs::copy(folder.path(name), folder.path("in").join(name)).unwrap();
    }
    std::fs::write(folder.path("in").join("show.toml"), script).unwrap();
    folder.phiz("render --script in/show.toml --fps 10 --size 40 -o a.png").succeeds();
    assert_eq!(frames(&folder, "a.png"), 20);
    folder.phiz("check in/show.toml").succeeds();
    // What is doubtful about them is told by both commands.
    std::fs::write(folder.path("in").join("dance.vmd"), hair).unwrap();
    let doubt = "in/dance.vmd: warning: 1 of 1 names has no counterpart here: Hair; `phiz inspect` tells more\n";
    let ran = folder.phiz("check in/show.toml");
    assert!(ran.code == Some(0) && ran.stderr == doubt, "{ran:?}");
    let told = folder.phiz("render --script in/show.toml --fps 1 --size 20 -o a.png").succeeds_and_says();
    assert_eq!(told, format!("note: {}", doubt.replace("warning: ", "")));
    std::fs::write(folder.path("in").join("cues.tsv"), "0\tQ\n").unwrap();
    for command in ["check in/show.toml", "render --script in/show.toml -o b.png"] {
        let told = folder.phiz(command).fails(1);
        assert!(told.contains("in/cues.tsv:1:3: error: there is no mouth shape \"Q\""), "{told}");
    }
}

#[test]
fn files_that_are_wrong_are_told_with_their_place_and_nothing_is_written() {
    let folder = folder();
    std::fs::write(folder.path("cut.vmd"), &vmd()[..100]).unwrap();
    std::fs::write(folder.path("cut.json"), &TURN[..60]).unwrap();
    std::fs::write(folder.path("picture.png"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    std::fs::write(folder.path("voice.mp3"), b"ID3\x03\0").unwrap();
    std::fs::write(folder.path("empty"), b"").unwrap();
    std::fs::create_dir(folder.path("folder")).unwrap();
    std::fs::write(folder.path("years.vmd"), vmd_until(u32::MAX)).unwrap();
    std::fs::write(folder.path("day.vmd"), vmd_until(86_400 * 30)).unwrap();
    for (options, told) in [
        ("--clip cut.vmd", "cut.vmd: error: byte 50: the file promises 2 bone keys"),
        ("--clip cut.json", "cut.json:1:60: error: this is not JSON"),
        ("--clip smile.exp3.json", "smile.exp3.json: error: this is an expression; name it with --expression, or as"),
        ("--say dance.vmd", "dance.vmd: error: this is a clip; name it with --clip, or as"),
        ("--expression cues.tsv", "cues.tsv: error: this is speech; name it with --say, or as"),
        ("--clip picture.png", "picture.png: error: byte 0: this is a PNG picture; clips are VMD or motion3.json"),
        ("--say voice.mp3", "voice.mp3: error: byte 0: this is an MP3 file; save the voice as WAV"),
        ("--say empty", "empty:1:1: error: the file is empty"),
        ("--clip empty", "empty:1:1: error: the file is empty"),
        ("--expression folder", "folder: error: this is a folder, not a file"),
        ("--clip years.vmd", "years.vmd: error: byte 180: frame 4294967295 is later than a day"),
        ("--clip day.vmd", "error: the animation is 2592000 frames, over the limit of 1000000 frames"),
        ("--clip none.vmd", "none.vmd: error: there is no such file"),
    ] {
        let stderr = folder.phiz(&format!("render {options} -o x.png")).fails(1);
        assert!(stderr.starts_with(told), "{stderr}\nfor {told}");
    }
    assert!(!folder.names().contains(&"x.png".to_owned()));
}

#[test]
fn inspect_tells_what_a_file_holds_and_what_the_character_makes_of_it() {
    let folder = folder();
    let json = |line: &str| -> Value {
        serde_json::from_str(&folder.phiz(&format!("inspect {line} --json")).succeeds()).unwrap()
    };
    let vmd = json("dance.vmd");
    assert_eq!((&vmd["kind"], &vmd["format"]), (&"clip".into(), &"VMD".into()));
    assert_eq!((&vmd["duration"], &vmd["fps"], &vmd["loop"]), (&2.0.into(), &30.0.into(), &false.into()));
    assert_eq!(vmd["bones"], serde_json::json!([{"kind": "bone", "name": "頭", "keys": 2, "moves": "head"}]));
    assert_eq!((&vmd["mapped"], &vmd["left"]), (&serde_json::json!(["頭"]), &serde_json::json!([])));
    let expression = json("smile.exp3.json");
    assert_eq!((&expression["fade_in"], &expression["parameters"][0]["blend"]), (&0.5.into(), &"additive".into()));
    let cues = json("cues.tsv");
    assert_eq!((&cues["kind"], &cues["cues"][1]["shape"]), (&"speech".into(), &"F".into()));
    assert_eq!(json("voice.wav")["duration"], 1.0);
    // Two eyes alone have no mouth.
    let eyes = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle id='body' cx='4' cy='4' r='4' fill='teal'/></svg>";
    std::fs::write(folder.path("a.svg"), eyes).unwrap();
    std::fs::write(folder.path("a.toml"), "face = \"eyes\"\n").unwrap();
    assert_eq!(json("smile.exp3.json --character a.toml")["left"], serde_json::json!(["ParamMouthForm"]));

    // What a file may say of itself.
    assert_eq!((&json("cues.json")["merged"], &json("turn.motion3.json")["fade_in"]), (&0.into(), &Value::Null));
}

#[test]
fn inspect_for_people_is_a_table_without_colours_in_a_pipe() {
    let folder = folder();
    std::fs::write(
        folder.path("hair.json"),
        TURN.replace("}]}", "}, {\"Target\": \"Parameter\", \"Id\": \"Hair\\u001b[2J\", \"Segments\": [0, 1]}]}"),
    )
    .unwrap();
    for (file, expected) in [
        (
            "dance.vmd",
            "dance.vmd: clip (VMD)\n  length      2 s\n  rate        30 frames a second\n  goes round  no\n\n\
             nubo moves 1 of 1\n  bone  頭  2 keys  head\n",
        ),
        (
            "hair.json",
            "hair.json: clip (motion3)\n  length      1.5 s\n  rate        30 frames a second\n  goes round  no\n\n\
             nubo moves 1 of 2\n  parameter  ParamAngleX    2 keys  head\n\n\
             nubo leaves 1 of 2\n  parameter  Hair\\u{1b}[2J  1 key\n",
        ),
        (
            "smile.exp3.json",
            "smile.exp3.json: expression (exp3)\n  fades       in 0.5 s\n\n\
             nubo moves 2 of 2\n  parameter  ParamCheek      1 additive   blush\n  parameter  ParamMouthForm  -1 additive  mouth\n",
        ),
        (
            "cues.tsv",
            "cues.tsv: speech (mouth cues)\n  length      1 s\n  shapes      F x 1, X x 1\n\n\
             nubo moves 1 of 1\n  voice  mouth cues  2 shapes  mouth\n",
        ),
        ("voice.wav", "voice.wav: speech (WAV)\n  length      1 s\n\nnubo moves 1 of 1\n  voice  WAV    mouth\n"),
    ] {
        assert_eq!(folder.phiz(&format!("inspect {file}")).succeeds(), expected);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn inspect_is_coloured_where_colours_are_forced() {
    let folder = folder();
    let colours = folder.shell("CLICOLOR_FORCE=1 \"$PHIZ\" inspect cues.tsv").succeeds();
    assert!(colours.starts_with("\u{1b}[1mcues.tsv\u{1b}[0m: speech"), "{colours}");
}

#[cfg(target_os = "linux")]
#[test]
fn standard_input_is_a_file_too() {
    let folder = folder();
    for (line, expected) in [
        ("\"$PHIZ\" inspect - < dance.vmd", "standard input: clip (VMD)\n"),
        ("cat cues.tsv | \"$PHIZ\" inspect -", "standard input: speech (mouth cues)\n"),
    ] {
        assert!(folder.shell(line).succeeds().starts_with(expected), "{line}");
    }
    folder.shell("cat turn.motion3.json | \"$PHIZ\" render --clip - --at 1 --size 40 -o piped.png").succeeds();
    folder.phiz("render --clip turn.motion3.json --at 1 --size 40 -o named.png").succeeds();
    assert!(folder.read("piped.png") == folder.read("named.png"));
    let twice = folder.shell("\"$PHIZ\" render --clip - --say - -o x.png < cues.tsv").fails(2);
    assert!(twice.contains("standard input can be read only once"), "{twice}");
}

#[test]
fn check_tells_all_that_is_wrong_or_doubtful_with_motion_and_speech() {
    let folder = folder();
    let good = "check turn.motion3.json smile.exp3.json cues.tsv cues.json dance.vmd voice.wav";
    let told = "turn.motion3.json: ok: a clip, 1 track in 1.5 s\nsmile.exp3.json: ok: an expression of 2 parameters\n\
                cues.tsv: ok: speech, 2 mouth shapes in 1.0 s\ncues.json: ok: speech, 1 mouth shape in 1.0 s\n\
                dance.vmd: ok: a clip, 1 track in 2.0 s\nvoice.wav: ok: a voice of 1.0 s\n";
    assert_eq!(folder.phiz(&format!("{good} --strict")).succeeds(), told);

    std::fs::write(folder.path("bad.tsv"), "0\tX\nsoon\tA\n1\tQ\n").unwrap();
    let told = folder.phiz("check bad.tsv").fails(1);
    assert!(told.contains("bad.tsv:2:1: error: ") && told.contains("bad.tsv:3:3: error: "), "{told}");

    let mut camera = vmd()[..50].to_vec();
    camera.extend([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    camera.extend([0; 61]);
    let hurried: String =
        (0..20).map(|k| format!("{}\t{}\n", f64::from(k) / 50.0, if k % 2 == 0 { 'A' } else { 'D' })).collect();
    for (name, bytes, doubt) in [
        ("camera.vmd", camera, "warning: this clip moves a camera or lights, no character"),
        (
            "short.json",
            TURN.replace("1.5, \"Fps\"", "1, \"Fps\"").into(),
            "warning: 1 curve goes on after the Duration of 1 s",
        ),
        (
            "hair.json",
            TURN.replace("ParamAngleX", "Hair").into(),
            "warning: 1 of 1 names has no counterpart here: Hair",
        ),
        ("hurried.tsv", hurried.into(), "mouth cues too short to be seen, merged into the ones before"),
    ] {
        std::fs::write(folder.path(name), bytes).unwrap();
        let ran = folder.phiz(&format!("check {name}"));
        assert!(ran.code == Some(0) && ran.stderr.contains(doubt), "{ran:?}");
        // The same is told of where it is played.
        let kind = if name == "hurried.tsv" { "say" } else { "clip" };
        let told = folder.phiz(&format!("render --{kind} {name} --at 0.1 --size 20 -o x.png")).succeeds_and_says();
        assert!(told.contains(doubt.trim_start_matches("warning: ")), "{told}");
    }
}

#[test]
fn a_face_without_a_mouth_and_a_film_of_an_hour_are_told_of() {
    let folder = folder();
    let told = folder.phiz("render --face eyes --say cues.tsv --fps 2 --size 20 -o x.png").succeeds_and_says();
    assert!(told.contains("the face `eyes` has no mouth"), "{told}");
    std::fs::write(folder.path("long.vmd"), vmd_until(30 * 700)).unwrap();
    let told = folder.phiz("render --clip long.vmd --fps 1 --size 8 -o x.png").succeeds_and_says();
    assert!(told.contains("lasts 700 s, which is 700 frames; --duration makes it shorter"), "{told}");
}

#[test]
fn a_script_that_names_a_file_in_vain_is_told_where() {
    let folder = folder();
    std::fs::write(folder.path("s.toml"), "state = \"idle\"\n\n[[cue]]\nat = 1\nsay = \"none.tsv\"\n").unwrap();
    let told = "s.toml:5:1: error: none.tsv: there is no such file; check the name";
    assert!(folder.phiz("render --script s.toml -o x.png").fails(1).contains(told));
    assert!(folder.phiz("check s.toml").fails(1).contains(told));
}

#[test]
fn a_moment_too_far_away_is_refused() {
    let told = folder().phiz("render --say cues.tsv --at 1e300 -o x.png").wrong_usage();
    assert!(told.ends_with("it must be at most 100000000 seconds"), "{told}");
    folder().phiz("render --say cues.tsv --at 1e8 --size 16 -o x.png").succeeds();
}
