//! Many pictures from one list.

use std::fs;

use crate::support::{Folder, phiz};

const LIST: &str = "id,character,state,look,size,no-shadow\n\
                    ann,mokka,happy,\"0.5,-1\",48,true\n\
                    bob,,,,,\n\
                    eve,lopi,shy,,,false\n";

#[test]
fn each_row_is_what_render_draws_for_the_same_options() {
    let folder = Folder::with(&[("people.csv", LIST)]);
    folder.phiz("batch people.csv -o out --size 40 --no-shadow --state angry").succeeds_and_says();
    for (name, line) in [
        ("ann", "mokka --state happy --look 0.5,-1 --size 48 --no-shadow"),
        ("bob", "nubo --state angry --size 40 --no-shadow"),
        ("eve", "lopi --state shy --size 40"),
    ] {
        folder.phiz(&format!("render {line} -o {name}.png")).succeeds();
        assert!(folder.read(&format!("out/{name}.png")) == folder.read(&format!("{name}.png")), "{name} differs");
    }
}

#[test]
fn lists_of_json_lines_say_the_same() {
    let json = r#"{"id": "ann", "character": "mokka", "state": "happy", "look": [0.5, -1], "size": 48, "no-shadow": true}

{"id": "bob", "state": null}
{"id": "eve", "character": "lopi", "state": "shy", "no-shadow": false}"#;
    let folder = Folder::with(&[("people.csv", LIST), ("people.jsonl", json)]);
    for list in ["csv", "jsonl"] {
        folder.phiz(&format!("batch people.{list} -o {list} --size 40 --no-shadow --state angry")).succeeds_and_says();
    }
    for name in ["ann", "bob", "eve"] {
        assert!(folder.read(&format!("csv/{name}.png")) == folder.read(&format!("jsonl/{name}.png")), "{name} differs");
    }
}

#[test]
fn bad_rows_are_named_and_the_others_are_drawn() {
    let rows = "id,character,state,color,size\n\
                ann,,,,\n\
                bob,,hapy,,\n\
                eve,,,blurple,\n\
                joe,nobody,,,\n\
                ,,,,\n\
                kim,,,,0\n\
                lee,,\n\
                ann,,,,\n\
                max,missing.toml,,,\n\
                zoe,,,,\n";
    let folder = Folder::with(&[("l.csv", rows)]);
    let told = folder.phiz("batch l.csv -o out --size 16").fails(1);
    for expected in [
        "l.csv:3:1: error: there is no state called \"hapy\"; did you mean \"happy\"?\n",
        "l.csv:4:1: error: --color cannot be \"blurple\"; did you mean \"purple\"?\n",
        "l.csv:5:1: error: there is no character called \"nobody\"",
        "l.csv:6:1: error: there is no id\n",
        "l.csv:7:1: error: --size cannot be \"0\"",
        "l.csv:8:1: error: this row has 3 cells, the header 5",
        "l.csv:9:1: error: the file would be ann.png, as that of line 2\n",
        "l.csv:10:1: error: what this row names is not as it should be\nmissing.toml: error: there is no such file",
        "note: 2 written\nerror: 8 rows of the list could not be drawn\n",
    ] {
        assert!(told.contains(expected), "{expected} in\n{told}");
    }
    let lines: Vec<&str> = told.lines().filter(|line| line.starts_with("l.csv:")).collect();
    let place = |line: &str| line.split(':').nth(1).and_then(|n| n.parse::<u32>().ok());
    assert!(lines.is_sorted_by_key(|line| place(line)), "in the order of the list:\n{told}");
    assert!(!told.contains('\u{1b}'), "no control characters where no terminal is");
    let files = fs::read_dir(folder.path("out")).unwrap().count();
    assert_eq!(files, 2);
}

#[test]
fn a_list_that_makes_no_sense_draws_nothing() {
    let folder = Folder::with(&[("l.csv", "name,stat\nann,happy\n"), ("empty.csv", ""), ("folder", "")]);
    let told = folder.phiz("batch l.csv -o out").fails(1);
    assert!(told.contains("l.csv:1:1: error: there is no column \"stat\"; did you mean \"state\"?"), "{told}");
    assert!(told.contains("l.csv:1:1: error: there is no column \"id\""), "{told}");
    assert!(folder.phiz("batch empty.csv").fails(1).contains("there is no column \"id\""));
    assert!(folder.phiz("batch nope.csv").fails(1).contains("nope.csv: error: there is no such file; check the name"));
    assert_eq!(folder.names(), ["empty.csv", "folder", "l.csv"]);
    for wrong in ["3/2", "0/2", "1", "a/b", "1/0"] {
        assert!(phiz(&format!("batch l.csv --shard {wrong}")).wrong_usage().contains("such as 2/8"), "{wrong}");
    }
}

#[test]
fn what_is_there_already_is_passed_over_when_resuming() {
    let folder = Folder::with(&[("people.csv", LIST)]);
    folder.phiz("batch people.csv -o out --size 16").succeeds_and_says();
    let bob = folder.read("out/bob.png");
    fs::remove_file(folder.path("out/bob.png")).unwrap();
    fs::write(folder.path("out/eve.png"), "kept").unwrap();
    let told = folder.phiz("batch people.csv -o out --size 16 --resume").succeeds_and_says();
    assert_eq!(told, "note: 1 written, 2 there already\n");
    assert!(folder.read("out/bob.png") == bob);
    assert_eq!(folder.read("out/eve.png"), b"kept");
}

#[test]
fn shards_split_a_list_without_talking() {
    let ids: Vec<String> = (0..11).map(|i| format!("u{i}")).collect();
    let folder = Folder::with(&[("l.csv", format!("id\n{}\nbad/id\nu3\n", ids.join("\n")))]);
    folder.phiz("batch l.csv -o whole --size 16 --state happy").fails(1);
    let mut seen = Vec::new();
    let mut bad = 0;
    for i in 1..=4 {
        let ran = folder.phiz(&format!("batch l.csv -o s{i} --size 16 --state happy --shard {i}/4"));
        bad += u32::from(ran.code == Some(1));
        for entry in fs::read_dir(folder.path(format!("s{i}"))).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(folder.read(&format!("s{i}/{name}")) == folder.read(&format!("whole/{name}")), "{name} differs");
            seen.push(name);
        }
    }
    seen.sort();
    let mut whole: Vec<String> =
        fs::read_dir(folder.path("whole")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    whole.sort();
    assert_eq!(seen, whole, "every row in one shard, and in one only");
    assert_eq!(whole.len(), 12);
    assert_eq!(bad, 1, "the double id is told by the shard it belongs to alone");
}

#[test]
fn a_file_in_place_of_the_folder_is_told() {
    let folder = Folder::with(&[("l.csv", "id\na\n")]);
    let told = folder.phiz("batch l.csv -o l.csv --size 8").fails(1);
    assert!(told.starts_with("error: l.csv: this is a file, and pictures go into a folder"), "{told}");
    assert_eq!(folder.read("l.csv"), b"id\na\n");
}

#[test]
fn ids_stay_in_the_folder() {
    let folder = Folder::with(&[("l.csv", "id\n../evil\n/etc/passwd\n..\ncon\nZoë\n")]);
    folder.phiz("batch l.csv -o out --size 8").succeeds_and_says();
    assert_eq!(folder.names(), ["l.csv", "out"]);
    let names: Vec<_> = fs::read_dir(folder.path("out")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    assert!(folder.path("out/Zoë.png").exists());
}

#[test]
fn rows_can_be_animations() {
    let folder = Folder::with(&[("l.csv", "id,format,duration,fps\na,gif,0.4,60\nb,gif,0.4,60\nc,svg,,\n")]);
    let told = folder.phiz("batch l.csv -o out%d --size 24").succeeds_and_says();
    assert_eq!(told.matches("frames a second").count(), 1, "the same note is told once: {told}");
    for (name, start) in [("a.gif", &b"GIF89a"[..]), ("b.gif", b"GIF89a"), ("c.svg", b"<svg")] {
        assert!(folder.read(&format!("out%d/{name}")).starts_with(start), "{name}");
    }
}
