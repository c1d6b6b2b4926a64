//! Clips, expressions and speech on the command line.

use serde_json::Value;

use crate::support::Folder;

const TURN: &str = r#"{"Version": 3, "Meta": {"Duration": 1.5, "Fps": 30, "Loop": false, "CurveCount": 1},
"Curves": [{"Target": "Parameter", "Id": "ParamAngleX", "Segments": [0, 0, 0, 1.5, 30]}]}"#;
const SMILE: &str = r#"{"Type": "Live2D Expression", "FadeInTime": 0.5,
"Parameters": [{"Id": "ParamCheek", "Value": 1, "Blend": "Add"}, {"Id": "ParamMouthForm", "Value": -1}]}"#;
const CUES: &str = "0.0\tX\n0.2\tF\n1.0\tX\n";

/// A VMD file: the head turned, at frames 0 and 60, and a blink.
fn vmd() -> Vec<u8> {
    let mut bytes = b"Vocaloid Motion Data 0002\0\0\0\0\0".to_vec();
    bytes.extend([0; 20]);
    bytes.extend(2_u32.to_le_bytes());
    for (frame, rotation) in [(0_u32, [0.0_f32, 0.0, 0.0, 1.0]), (60, [0.0, 0.5, 0.0, 0.75_f32.sqrt()])] {
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
    assert!(told.starts_with("note: hair.json: 1 of 2 names have no counterpart here"), "{told}");
    let inspected: Value = serde_json::from_str(&folder.phiz("inspect hair.json --json").succeeds()).unwrap();
    assert_eq!((&inspected["mapped"][0], &inspected["left"][0]), (&"ParamAngleX".into(), &"ParamHairFront".into()));
}

#[test]
fn a_script_names_files_beside_it() {
    let folder = folder();
    let script =
        "duration = 2\n[[cue]]\nat = 0.5\nclip = \"dance.vmd\"\nsay = \"cues.tsv\"\n[[cue]]\nat = 1\nclip = \"none\"\n";
    std::fs::create_dir(folder.path("in")).unwrap();
    for name in ["dance.vmd", "cues.tsv"] {
        std::fs::copy(folder.path(name), folder.path("in").join(name)).unwrap();
    }
    std::fs::write(folder.path("in").join("show.toml"), script).unwrap();
    folder.phiz("render --script in/show.toml --fps 10 --size 40 -o a.png").succeeds();
    assert_eq!(frames(&folder, "a.png"), 20);
    folder.phiz("check in/show.toml").succeeds();
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
    for (options, told) in [
        ("--clip cut.vmd", "cut.vmd: error: byte 50: the file promises 2 bone keys"),
        ("--clip cut.json", "cut.json:1:60: error: this is not JSON"),
        ("--clip smile.exp3.json", "smile.exp3.json: error: this is an expression; hand it over as `expression`"),
        ("--say dance.vmd", "dance.vmd: error: this is a clip; hand it over as `clip`"),
        ("--expression cues.tsv", "cues.tsv: error: this is speech; hand it over as `say`"),
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

    let text = folder.phiz("inspect dance.vmd").succeeds();
    assert!(text.contains("length     2 s") && text.contains("bone       頭, 2 keys -> head"), "{text}");
}
