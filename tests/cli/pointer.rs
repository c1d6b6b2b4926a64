//! Pointer traces: `--cursor`.

use crate::support::Folder;

const TRACE: &str =
    "time,x,y,event\n0.2,190,60,move\n0.5,20,150,move\n0.75,100,120,press\n0.875,100,120,release\n1.5,,,leave\n";

fn frames(folder: &Folder, line: &str) -> Vec<Vec<u8>> {
    folder.phiz(&format!("render lopi --cursor trace.csv --size 32 --duration 2 {line} -o f-%03d.png")).succeeds();
    folder.names().iter().filter(|name| name.starts_with("f-")).map(|name| folder.read(name)).collect()
}

#[test]
fn every_frame_rate_shows_the_same_moments() {
    let at = |fps: usize| frames(&Folder::with(&[("trace.csv", TRACE)]), &format!("--fps {fps}"));
    let (slow, fast) = (at(12), at(30));
    assert_eq!((slow.len(), fast.len()), (24, 60));
    for sixth in 0..12 {
        assert!(slow[2 * sixth] == fast[5 * sixth], "at {sixth} sixths of a second");
    }
    // It does follow: without the trace it is another film.
    let folder = Folder::new();
    folder.phiz("render lopi --size 32 --at 0.6666666666666666 -o still.png").succeeds();
    assert!(folder.read("still.png") != slow[8]);
}

#[test]
fn a_still_of_a_moment_is_the_frame_of_that_moment() {
    let folder = Folder::with(&[("trace.csv", TRACE)]);
    let film = frames(&folder, "--fps 8");
    folder.phiz("render lopi --cursor trace.csv --size 32 --at 0.625 -o still.png").succeeds();
    assert!(folder.read("still.png") == film[5]);
    // And it starts anywhere.
    let later = frames(&folder, "--fps 8 --at 0.625");
    assert!(later[0] == film[5] && later[9] == film[14]);
}

#[test]
fn a_trace_is_an_animation_as_long_as_it_takes_to_come_home() {
    let folder = Folder::with(&[("trace.csv", format!("{TRACE}4,1,1,move\n"))]);
    folder.phiz("render nubo --cursor trace.csv --size 8 --fps 5 -o f-%02d.png").succeeds();
    assert_eq!(folder.names().len(), 1 + 30);
}

#[test]
fn a_script_and_a_trace_play_together() {
    let script = "duration = 1\n[[cue]]\nat = 0.5\nstate = \"happy\"\n[[cue]]\nat = 0.75\npulse = \"nod\"\n";
    let folder = Folder::with(&[("trace.csv", TRACE), ("day.toml", script)]);
    let film = |options: &str| {
        folder.phiz(&format!("render --size 24 --at 0.95 {options} -o one.png")).succeeds();
        folder.read("one.png")
    };
    let (both, pointer, script) =
        (film("--cursor trace.csv --script day.toml"), film("--cursor trace.csv"), film("--script day.toml"));
    assert!(both != pointer && both != script);
}

#[test]
fn faults_of_a_trace_are_told_with_their_places() {
    let folder = Folder::with(&[("trace.csv", "time,x,y,event\n1,2,3,move\n0.5,nan,3,moev\n")]);
    let told = folder.phiz("render --cursor trace.csv -o a.gif").fails(1);
    for part in [
        "trace.csv:3:1: error: this event is at 0.5",
        "trace.csv:3:11: error: unknown event \"moev\"; did you mean \"move\"?",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert_eq!(folder.names(), ["trace.csv"]);
    let told = folder.phiz("render --cursor missing.csv -o a.gif").fails(1);
    assert!(told.contains("missing.csv"), "{told}");
}
