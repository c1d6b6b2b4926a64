//! The example that is moved from standard input, line by line.

#[path = "../examples/live_stdin.rs"]
#[expect(dead_code, reason = "its `main` and its files are not tested here")]
mod live_stdin;

use live_stdin::{Puppet, play};
use phiz::{Character, Frame, ParameterMap, Parameters, Performance, Side, Still};

/// The frames of an input, and what was told.
fn played(input: &[u8]) -> (Vec<Frame>, Vec<String>) {
    let (mut frames, mut told) = (Vec::new(), Vec::new());
    let mut puppet = Puppet::new(Character::builtin("nubo").unwrap()).unwrap();
    let count = play(input, &mut puppet, &mut |text| told.push(text), &mut |frame| {
        frames.push(frame.clone());
        Ok(())
    });
    assert_eq!(count.unwrap(), frames.len() as u64);
    (frames, told)
}

#[test]
fn a_line_is_a_frame_with_its_values_over_what_lives_by_itself() {
    let (frames, told) =
        played(b"{\"t\": 0.5, \"ParamAngleX\": 12, \"ParamMouthOpenY\": 0.5}\n{\"t\": 2, \"ParamCheek\": 1}");
    assert!(told.is_empty());
    let show = Performance::new(Character::builtin("nubo").unwrap().into(), "idle", Still::default(), 0).unwrap();
    let mut parameters = Parameters::standard();
    let map = ParameterMap::standard(&parameters);
    // What the second line leaves out stays.
    for (frame, t, values) in [
        (&frames[0], 0.5, &[("ParamAngleX", 12.0), ("ParamMouthOpenY", 0.5)][..]),
        (&frames[1], 2.0, &[("ParamCheek", 1.0)]),
    ] {
        for (id, value) in values {
            parameters.set(parameters.slot(id).unwrap(), *value);
        }
        let mut expect = show.frame(t);
        map.apply(&parameters, &mut expect);
        assert_eq!(*frame, expect);
    }
}

#[test]
fn without_a_time_a_thirtieth_of_a_second_has_gone_by() {
    let step = played(b"{\"t\": 1}\n{}\n\n{}").0;
    let timed =
        played(format!("{{\"t\": 1}}\n{{\"t\": {}}}\n{{\"t\": {}}}", 1.0 + 1.0 / 30.0, 1.0 + 2.0 / 30.0).as_bytes()).0;
    assert_eq!(step.len(), 3);
    assert!((step[2].body.stretch - timed[2].body.stretch).abs() < 1e-12);
}

#[test]
fn it_blinks_until_somebody_moves_its_lids() {
    let film = |more: &str| {
        let lines: String = (0..600).map(|k| format!("{{\"t\": {}{more}}}\n", f64::from(k) / 30.0)).collect();
        played(lines.as_bytes()).0
    };
    let lid = |frame: &Frame, side: Side| frame.eyes[side.index()].lid;
    assert!(film("").iter().any(|frame| lid(frame, Side::Left) < 0.3));
    let moved = film(", \"ParamEyeLOpen\": 0.75");
    assert!(moved.iter().all(|frame| lid(frame, Side::Left) == 0.75 && lid(frame, Side::Right) == 1.0));
}

#[test]
fn wrong_lines_are_told_with_their_number_and_change_nothing() {
    for (wrong, why) in [
        ("{\"ParamAngleX\": 12", "not a JSON object"),
        ("[1, 2]", "not a JSON object"),
        ("{\"ParamAngleX\": .8}", "not a JSON object: expected value, column 17"),
        ("{\"ParamAngleX\": \"far\"}", "`ParamAngleX` is \"far\", and has to be a number"),
        ("{\"ParamAngleX\": 12, \"ParamCheek\": null}", "`ParamCheek` is null, and has to be a number"),
        ("{\"t\": 0.5}", "`t` is 0.5, and has to be a number from 1 to 100000000"),
        ("{\"t\": 1e12}", "`t` is 1000000000000.0, and has to be"),
        ("{\"t\": \"now\"}", "`t` is \"now\""),
        ("{\"ParamAngleX\": 1e999}", "number out of range"),
        ("{\"state\": 3}", "`state` is 3, and has to be the name of a state"),
        ("{\"ParamAngleX\": 12, \"state\": \"hapy\"}", "did you mean \"happy\"?"),
    ] {
        let (frames, told) = played(format!("{{\"t\": 1}}\n{wrong}\n{{\"t\": 2}}\n").as_bytes());
        assert_eq!((frames.len(), told.len()), (2, 1), "{wrong}: {told:?}");
        assert!(
            told[0].starts_with("line 2: ") && told[0].contains(why) && told[0].ends_with("; passed over"),
            "{told:?}"
        );
        assert_eq!(frames, played(b"{\"t\": 1}\n{\"t\": 2}\n").0, "{wrong}");
    }
    // No text at all.
    assert_eq!(played(b"\xff\xfe\n{\"t\": 1}").0.len(), 1);
}

#[test]
fn unknown_names_are_told_once_and_the_rest_of_the_line_counts() {
    let (frames, told) =
        played(b"{\"ParamAngelX\": 3, \"ParamAngleX\": 20}\n{\"ParamAngelX\": 4}\n{\"ParamHairFront\": 1}\n");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("line 1: ") && told[0].contains("did you mean \"ParamAngleX\"?"), "{told:?}");
    assert!(told[1].starts_with("line 3: ") && told[1].contains("ParamHairFront"), "{told:?}");
    assert!(frames[0].rotation != played(b"{}").0[0].rotation);
    // However many there are, so much is told and kept.
    let many: String = (0..5000).map(|k| format!("{{\"x{k}\": 1}}\n")).collect();
    let (frames, told) = played(many.as_bytes());
    assert_eq!((frames.len(), told.len()), (5000, 100));
}

#[test]
fn a_line_that_never_ends_is_passed_over() {
    let mut input = vec![b' '; 1 << 20];
    input.extend(b"\n{\"t\": 1}\n");
    let (frames, told) = played(&input);
    assert_eq!((frames.len(), told.as_slice()), (1, &["line 1: longer than 65536 bytes; passed over".to_owned()][..]));
}

#[test]
fn a_state_is_entered_and_left() {
    let (frames, _) = played(b"{\"t\": 0}\n{\"t\": 1, \"state\": \"surprised\"}\n{\"t\": 4, \"state\": \"surprised\"}\n{\"t\": 5, \"state\": \"idle\"}\n{\"t\": 9}");
    let open = |k: usize| frames[k].mouth.form.open;
    assert!(open(2) > open(0) + 0.3 && (open(4) - open(0)).abs() < 1e-3, "{} {} {}", open(0), open(2), open(4));
}
