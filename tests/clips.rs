//! Clips, expressions and speech on a performance: who owns what, and that nothing jumps.

use std::sync::Arc;

use phiz::clip::{Clip, Expression, MouthCue, Speech, Viseme};
use phiz::{Character, Cue, Frame, Performance, Pose, Side, Still};

fn show(state: &str) -> Performance {
    let still = Still { home: Some(Pose::NONE), ..Still::default() };
    Performance::new(Character::builtin("nubo").unwrap().into(), state, still, 3).unwrap()
}

/// A motion3 file of twenty seconds with these curves: id and `Segments`.
fn clip(meta: &str, curves: &[(&str, &str)]) -> Arc<Clip> {
    let curves: Vec<String> = curves
        .iter()
        .map(|(id, segments)| format!("{{\"Target\": \"Parameter\", \"Id\": \"{id}\", \"Segments\": [{segments}]}}"))
        .collect();
    let json = format!("{{\"Meta\": {{\"Duration\": 20{meta}}}, \"Curves\": [{}]}}", curves.join(","));
    Clip::parse("c.json", json.as_bytes()).unwrap().into()
}

fn expression(id: &str, value: f64, blend: &str) -> Arc<Expression> {
    let json = format!(
        "{{\"FadeInTime\": 0.5, \"FadeOutTime\": 0.5, \"Parameters\": [{{\"Id\": \"{id}\", \"Value\": {value}, \"Blend\": \"{blend}\"}}]}}"
    );
    Expression::parse("e.json", json.as_bytes()).unwrap().into()
}

fn vowel(start: f64, end: f64) -> Arc<Speech> {
    Speech::of_cues(vec![MouthCue { start, end, shape: Viseme::D }]).unwrap().into()
}

fn lids(frame: &Frame) -> [f64; 2] {
    Side::BOTH.map(|side| frame.eyes[side.index()].lid)
}

/// The frames of 20 seconds, 50 a second.
fn film(show: &Performance) -> Vec<Frame> {
    (0..1000).map(|k| show.frame(f64::from(k) / 50.0)).collect()
}

/// Lids that go down and up once, slowly.
const LIDS: &str = "0,1, 0,10,0.2, 0,20,1";

// Who owns the lids: the rows of the table in `phiz::clip`.

#[test]
fn alone_a_state_blinks() {
    assert!(film(&show("idle")).iter().any(|frame| lids(frame)[0] < 0.2));
}

#[test]
fn a_clip_that_moves_the_lids_moves_them_alone() {
    let mut show = show("idle");
    show.cue(0.0, Cue::Clip(Some(clip("", &[("ParamEyeLOpen", LIDS), ("ParamEyeROpen", LIDS)])))).unwrap();
    for (k, frame) in film(&show).iter().enumerate() {
        let t = k as f64 / 50.0;
        let expect = if t < 10.0 { 1.0 - 0.08 * t } else { 0.2 + 0.08 * (t - 10.0) };
        assert!(lids(frame).iter().all(|lid| (lid - expect).abs() < 1e-9), "{t}: {:?}", lids(frame));
    }
}

#[test]
fn a_clip_whose_lids_never_change_leaves_the_blinks_alone() {
    let mut with = show("idle");
    with.cue(0.0, Cue::Clip(Some(clip("", &[("ParamEyeLOpen", "0,1,0,20,1")])))).unwrap();
    for (a, b) in film(&with).iter().zip(film(&show("idle"))) {
        assert_eq!(lids(a), lids(&b));
    }
}

#[test]
fn under_an_expression_blinks_go_on() {
    let mut with = show("idle");
    with.cue(0.0, Cue::Expression(Some(expression("ParamEyeLOpen", 0.5, "Multiply")))).unwrap();
    for (k, (a, b)) in film(&with).iter().zip(film(&show("idle"))).enumerate().filter(|(k, _)| *k >= 25) {
        assert!((lids(a)[1] - 0.5 * lids(&b)[1]).abs() < 1e-9 && lids(a)[0] == lids(&b)[0], "{k}");
    }
}

#[test]
fn an_expression_lies_over_a_clip() {
    let value = |blend: &str| {
        let mut show = show("idle");
        show.cue(0.0, Cue::Clip(Some(clip("", &[("ParamEyeLOpen", "0,1,0,10,0.5,0,20,1")])))).unwrap();
        show.cue(0.0, Cue::Expression(Some(expression("ParamEyeLOpen", 0.25, blend)))).unwrap();
        lids(&show.frame(10.0))[1]
    };
    assert!((value("Multiply") - 0.125).abs() < 1e-9);
    assert!((value("Add") - 0.75).abs() < 1e-9);
    assert!((value("Overwrite") - 0.25).abs() < 1e-9);
}

#[test]
fn a_state_with_shut_eyes_stays_shut() {
    let plain = show("sleeping");
    let mut show = show("sleeping");
    let wide = [("ParamEyeLOpen", "0,2,0,20,1.5"), ("ParamEyeROpen", LIDS), ("ParamEyeLSmile", "0,0,0,20,1")];
    show.cue(0.0, Cue::Clip(Some(clip("", &wide)))).unwrap();
    show.cue(1.0, Cue::Expression(Some(expression("ParamEyeROpen", 1.0, "Overwrite")))).unwrap();
    show.cue(2.0, Cue::Say(Some(vowel(0.0, 3.0)))).unwrap();
    for (a, b) in film(&show).iter().zip(film(&plain)) {
        assert!(lids(a).iter().all(|lid| *lid < 1e-9));
        for side in [0, 1] {
            assert!(a.eyes[side].shapes().eq(b.eyes[side].shapes()) && a.eyes[side].size == b.eyes[side].size);
        }
    }
}

#[test]
fn speech_does_not_touch_the_lids() {
    let mut with = show("idle");
    with.cue(0.0, Cue::Say(Some(vowel(0.0, 15.0)))).unwrap();
    assert!(film(&with).iter().zip(film(&show("idle"))).all(|(a, b)| lids(a) == lids(&b)));
}

// Who owns the mouth.

#[test]
fn while_it_speaks_speech_owns_the_mouth_and_200_ms_later_it_is_given_back() {
    let plain = show("happy");
    let mut show = show("happy");
    show.cue(0.0, Cue::Clip(Some(clip("", &[("ParamMouthForm", "0,-1,0,20,1")])))).unwrap();
    let mut under = show.clone();
    show.cue(1.0, Cue::Expression(Some(expression("ParamMouthOpenY", 1.0, "Add")))).unwrap();
    under.cue(1.0, Cue::Expression(Some(expression("ParamMouthOpenY", 1.0, "Add")))).unwrap();
    show.cue(2.0, Cue::Say(Some(vowel(0.5, 1.5)))).unwrap();
    assert_eq!(show.frame(3.0).mouth, Viseme::D.look());
    // Shut within 30 ms of its end, and all that was there is back after 200.
    assert_eq!(show.frame(3.53).mouth.form.open, 0.0);
    for t in [2.4, 3.7, 5.0] {
        assert_eq!(show.frame(t).mouth, under.frame(t).mouth, "{t}");
        assert!(under.frame(t).mouth != plain.frame(t).mouth, "{t}");
    }
}

#[test]
fn a_talking_state_falls_silent_under_a_clip_that_moves_the_mouth() {
    let opening = |show: &Performance| {
        let open: Vec<f64> = film(show).iter().map(|frame| frame.mouth.form.open).collect();
        open.iter().copied().fold(0.0, f64::max) - open.iter().copied().fold(9.0, f64::min)
    };
    let mut with = show("talking");
    assert!(opening(&with) > 0.3);
    with.cue(0.0, Cue::Clip(Some(clip("", &[("ParamMouthForm", "0,0,0,20,0.001")])))).unwrap();
    assert!(opening(&with) < 1e-9, "{}", opening(&with));
}

#[test]
fn the_same_speech_twice_and_cut_short_ends_the_same() {
    let plain = show("happy");
    let mut show = show("happy");
    let speech = vowel(0.0, 2.0);
    for (time, say) in [(1.0, Some(speech.clone())), (2.0, Some(speech)), (3.0, None)] {
        show.cue(time, Cue::Say(say)).unwrap();
    }
    assert_eq!(show.frame(2.5).mouth, Viseme::D.look());
    assert_eq!(show.frame(3.03).mouth.form.open, 0.0);
    for t in [0.5, 3.2, 4.0, 9.0] {
        assert_eq!(show.frame(t).mouth, plain.frame(t).mouth, "{t}");
    }
}

// How clips follow each other.

#[test]
fn angles_of_a_clip_are_those_of_a_pose() {
    let mut show = show("idle");
    let angles =
        [("ParamAngleX", "0,0,0,20,30"), ("ParamAngleY", "0,10"), ("ParamAngleZ", "0,-5"), ("ParamBodyAngleZ", "0,4")];
    show.cue(0.0, Cue::Clip(Some(clip("", &angles)))).unwrap();
    for t in [0.0, 7.0, 20.0] {
        let frame = show.frame(t);
        let expect = Pose::new(1.5 * t, 10.0, -5.0).unwrap().rotation();
        for (a, b) in frame.rotation.rows().iter().flatten().zip(expect.rows().iter().flatten()) {
            assert!((a - b).abs() < 1e-9, "{t}: {:?}", frame.rotation);
        }
        assert!((frame.body.lean - 4.0).abs() < 1e-9);
    }
}

/// What is seen of a frame, in numbers that may not jump.
fn seen(frame: &Frame) -> Vec<f64> {
    let mut all: Vec<f64> = frame.rotation.rows().into_iter().flatten().collect();
    all.extend(frame.gaze);
    all.extend(lids(frame));
    let mouth = frame.mouth;
    all.extend([mouth.form.half_width, mouth.form.bend, mouth.form.open, mouth.fill, mouth.tongue]);
    all.extend([frame.body.stretch, frame.body.lean / 30.0, frame.body.lift]);
    all
}

#[test]
fn nothing_jumps_where_clips_begin_end_loop_follow_each_other_and_stop() {
    let looped = "{\"Meta\": {\"Duration\": 1, \"Loop\": true}, \"Curves\": [
        {\"Target\": \"Parameter\", \"Id\": \"ParamAngleX\", \"Segments\": [0, -30, 0, 1, 30]},
        {\"Target\": \"Parameter\", \"Id\": \"ParamMouthOpenY\", \"Segments\": [0, 0, 0, 1, 1]}]}";
    let looped = Clip::parse("c.json", looped.as_bytes()).unwrap();
    let other = [
        ("ParamAngleX", "0,30,0,1,-30"),
        ("ParamEyeBallX", "0,-1,0,1,1"),
        ("ParamEyeLOpen", "0,1,0,1,0.3"),
        ("ParamMouthOpenY", "0,0,0,1,1"),
    ];
    let mut show = show("happy");
    for (time, cue) in [
        (1.0, Cue::Clip(Some(looped.into()))),
        (4.3, Cue::Clip(Some(clip("", &other)))),
        (4.4, Cue::Expression(Some(expression("ParamMouthForm", -1.0, "Overwrite")))),
        (5.1, Cue::Clip(None)),
        (5.2, Cue::Expression(None)),
        // This one ends by itself.
        (6.0, Cue::Clip(Some(clip("", &[("ParamAngleX", "0,30")])))),
    ] {
        show.cue(time, cue).unwrap();
    }
    let mut before = seen(&show.frame(0.5));
    for k in 501..28_000 {
        let t = f64::from(k) / 1000.0;
        let now = seen(&show.frame(t));
        for (i, (a, b)) in before.iter().zip(&now).enumerate() {
            // A blink is the quickest: .94 in 81 ms, at most 1.5 times as fast.
            assert!((a - b).abs() < 0.0175, "number {i} at {t}: {a} {b}");
        }
        before = now;
    }
}

#[test]
fn a_performance_with_clips_is_a_pure_function_of_time() {
    let mut show = show("idle");
    show.cue(
        0.5,
        Cue::Clip(Some(clip(", \"Loop\": true", &[("ParamAngleX", "0,0,0,10,30,0,20,0"), ("ParamEyeLOpen", LIDS)]))),
    )
    .unwrap();
    show.cue(1.0, Cue::Say(Some(vowel(0.0, 1.0)))).unwrap();
    show.cue(2.0, Cue::Expression(Some(expression("ParamCheek", 1.0, "Add")))).unwrap();
    let times: Vec<f64> = (0..300).map(|k| f64::from(k) / 7.0).collect();
    let forwards: Vec<Frame> = times.iter().map(|t| show.frame(*t)).collect();
    let backwards: Vec<Frame> = times.iter().rev().map(|t| show.frame(*t)).collect();
    assert!(forwards.iter().eq(backwards.iter().rev()));
}

#[test]
fn ten_thousand_rounds_later_it_is_where_it_was() {
    let mut show = show("idle");
    // With the head claimed, no drift is left.
    let curve = clip(", \"Loop\": true, \"FadeInTime\": 0", &[("ParamAngleX", "0,0,0,10,30,0,20,0")]);
    show.cue(0.0, Cue::Clip(Some(curve))).unwrap();
    let (first, late) = (show.frame(5.0), show.frame(5.0 + 20.0 * 10_000.0));
    for (a, b) in first.rotation.rows().iter().flatten().zip(late.rotation.rows().iter().flatten()) {
        assert!((a - b).abs() < 1e-9);
    }
}

#[test]
fn it_says_when_everything_is_at_rest() {
    let mut show = show("idle");
    show.cue(1.0, Cue::Say(Some(vowel(0.0, 2.0)))).unwrap();
    assert!(show.rests_from().is_some_and(|t| (3.2..3.3).contains(&t)), "{:?}", show.rests_from());
    show.cue(1.0, Cue::Clip(Some(clip(", \"Loop\": true", &[])))).unwrap();
    assert_eq!(show.rests_from(), None);
    show.cue(6.0, Cue::Clip(None)).unwrap();
    assert!(show.rests_from().is_some_and(|t| (6.3..6.5).contains(&t)), "{:?}", show.rests_from());
}
