//! Clips, expressions and speech on a performance: who owns what, and that nothing jumps.

use std::sync::Arc;

use phiz::clip::{Clip, Expression, MouthCue, Speech, Viseme};
use phiz::{Character, Cue, Drawing, Frame, Performance, Pose, Raster, Scene, Side, Still, compose};

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

/// Who owns the lids: the rows of the table in `phiz::clip`, one test for each.
mod owner_of_the_lids {
    use super::*;

    #[test]
    fn nothing_else_is_there_so_it_is_the_state_times_its_blinks() {
        // `sleepy` holds its lids low; a blink multiplies what they are.
        let film = film(&show("sleepy"));
        let open = film.iter().map(|frame| lids(frame)[0]).fold(0.0, f64::max);
        let shut = film.iter().map(|frame| lids(frame)[0]).fold(9.0, f64::min);
        assert!(open < 0.9 && shut < 0.1 * open, "{shut} {open}");
    }

    #[test]
    fn a_clip_moves_it_so_it_is_the_state_times_the_clip_without_blinks() {
        for state in ["idle", "working"] {
            let mut show = show(state);
            let own = lids(&show.frame(0.0));
            show.cue(0.0, Cue::Clip(Some(clip("", &[("ParamEyeLOpen", LIDS), ("ParamEyeROpen", LIDS)])))).unwrap();
            for (k, frame) in film(&show).iter().enumerate() {
                let t = k as f64 / 50.0;
                let asked = if t < 10.0 { 1.0 - 0.08 * t } else { 0.2 + 0.08 * (t - 10.0) };
                for (lid, own) in lids(frame).into_iter().zip(own) {
                    assert!((lid - own * asked).abs() < 1e-9, "{state} at {t}: {lid} {own} {asked}");
                }
            }
        }
    }

    #[test]
    fn a_clip_moves_it_only_where_its_curve_changes() {
        let mut with = show("idle");
        with.cue(0.0, Cue::Clip(Some(clip("", &[("ParamEyeLOpen", "0,1,0,20,1")])))).unwrap();
        for (a, b) in film(&with).iter().zip(film(&show("idle"))) {
            assert_eq!(lids(a), lids(&b));
        }
    }

    #[test]
    fn an_expression_is_held_so_it_is_blended_onto_that_and_blinks_go_on() {
        let mut with = show("idle");
        with.cue(0.0, Cue::Expression(Some(expression("ParamEyeLOpen", 0.5, "Multiply")))).unwrap();
        for (k, (a, b)) in film(&with).iter().zip(film(&show("idle"))).enumerate().filter(|(k, _)| *k >= 25) {
            assert!((lids(a)[1] - 0.5 * lids(&b)[1]).abs() < 1e-9 && lids(a)[0] == lids(&b)[0], "{k}");
        }
        // And onto the value of a clip, by each of its blends.
        for (blend, expect) in [("Multiply", 0.125), ("Add", 0.75), ("Overwrite", 0.25)] {
            let mut show = show("idle");
            show.cue(0.0, Cue::Clip(Some(clip("", &[("ParamEyeLOpen", "0,1,0,10,0.5,0,20,1")])))).unwrap();
            show.cue(0.0, Cue::Expression(Some(expression("ParamEyeLOpen", 0.25, blend)))).unwrap();
            assert!((lids(&show.frame(10.0))[1] - expect).abs() < 1e-9, "{blend}");
        }
    }

    #[test]
    fn speech_is_heard_and_does_not_change_them() {
        let mut with = show("idle");
        with.cue(0.0, Cue::Say(Some(vowel(0.0, 15.0)))).unwrap();
        assert!(film(&with).iter().zip(film(&show("idle"))).all(|(a, b)| lids(a) == lids(&b)));
    }

    #[test]
    fn the_states_eyes_are_shut_and_nothing_opens_or_reshapes_them() {
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
}

/// Who owns the mouth: the same rows.
mod owner_of_the_mouth {
    use super::*;

    #[test]
    fn nothing_else_is_there_so_it_is_the_states() {
        let happy = Character::builtin("nubo").unwrap().state("happy").unwrap().mouth;
        assert!(film(&show("happy")).iter().all(|frame| frame.mouth == happy));
    }

    #[test]
    fn a_clip_moves_it_so_it_is_the_state_and_the_clip() {
        let plain = show("happy");
        let mut show = show("happy");
        let curves = [("ParamMouthForm", "0,-1,0,20,1"), ("ParamMouthOpenY", "0,0,0,20,1")];
        show.cue(0.0, Cue::Clip(Some(clip("", &curves)))).unwrap();
        for t in [0.0, 5.0, 12.0, 19.0] {
            let (with, own) = (show.frame(t).mouth.form, plain.frame(t).mouth.form);
            // What these parameters are mapped to, in eye radii: 0.8 for corners that go down, half of it up and 0.35 of
            // it to each side for those that smile; 1.2 for the opening.
            let corners = 0.8 * (t / 10.0 - 1.0);
            let smile = f64::max(corners, 0.0);
            assert!((with.bend - own.bend - corners.min(0.0) - 0.5 * smile).abs() < 1e-9, "{t}");
            assert!((with.half_width - own.half_width - 0.35 * smile).abs() < 1e-9, "{t}");
            assert!((with.open - own.open - 1.2 * t / 20.0).abs() < 1e-9, "{t}");
        }
    }

    #[test]
    fn a_clip_moves_it_so_a_state_that_talks_by_itself_falls_silent() {
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
    fn an_expression_is_held_so_it_is_blended_onto_the_clips_value() {
        let plain = show("happy");
        for (blend, expect) in [("Add", 0.75), ("Multiply", 0.125), ("Overwrite", 0.25)] {
            let mut show = show("happy");
            show.cue(0.0, Cue::Clip(Some(clip("", &[("ParamMouthForm", "0,0,0,20,1")])))).unwrap();
            show.cue(0.0, Cue::Expression(Some(expression("ParamMouthForm", 0.25, blend)))).unwrap();
            let bend = show.frame(10.0).mouth.form.bend - plain.frame(10.0).mouth.form.bend;
            assert!((bend - 0.4 * expect).abs() < 1e-9, "{blend}: {bend}");
        }
    }

    #[test]
    fn speech_is_heard_so_it_is_speechs_alone_and_given_back_200_ms_after_its_end() {
        let plain = show("idle");
        let mut under = show("idle");
        under.cue(0.0, Cue::Clip(Some(clip("", &[("ParamMouthForm", "0,-1,0,20,1")])))).unwrap();
        under.cue(1.0, Cue::Expression(Some(expression("ParamMouthOpenY", 1.0, "Add")))).unwrap();
        let mut show = under.clone();
        show.cue(2.0, Cue::Say(Some(vowel(0.5, 1.5)))).unwrap();
        // The corners of `idle` are calm: the shape is as it is.
        for t in [2.54, 3.0, 3.46] {
            assert_eq!(show.frame(t).mouth, Viseme::D.look(), "{t}");
        }
        // Shut within 30 ms of its end, and all that was there is back after 200.
        assert_eq!(show.frame(3.53).mouth.form.open, 0.0);
        for t in [2.4, 3.7, 5.0] {
            assert_eq!(show.frame(t).mouth, under.frame(t).mouth, "{t}");
            assert!(under.frame(t).mouth != plain.frame(t).mouth, "{t}");
        }
    }

    #[test]
    fn speech_is_heard_for_a_second_during_happy_and_then_it_laughs_again() {
        let plain = show("happy");
        let mut show = show("happy");
        show.cue(1.0, Cue::Say(Some(vowel(0.0, 1.0)))).unwrap();
        let open = |t: f64| show.frame(t).mouth.form.open;
        assert_eq!((open(1.5), open(2.03)), (2.0, 0.0));
        for t in [2.2, 2.5, 5.0] {
            assert_eq!(show.frame(t).mouth, plain.frame(t).mouth, "{t}");
        }
    }

    #[test]
    fn speech_is_heard_with_the_mood_of_the_state() {
        let spoken = |state: &str| {
            let mut show = show(state);
            show.cue(0.0, Cue::Say(Some(vowel(0.0, 2.0)))).unwrap();
            show.frame(1.0).mouth
        };
        // Corners of `sad` are at -0.46, those of a calm mouth at 0.46: 0.6 of that is more than the most, 0.5. The mouth
        // is 1.02 wide to a side, and stays where it is.
        let (look, sad) = (Viseme::D.look().form, spoken("sad").form);
        assert!((sad.bend - (look.bend - 0.5 * 1.02)).abs() < 1e-9, "{sad:?}");
        assert!((sad.dy - (look.dy + 0.25 * 1.02)).abs() < 1e-9, "{sad:?}");
        assert_eq!((sad.open, sad.half_width), (look.open, look.half_width));
        assert!(spoken("success").form.bend > look.bend);
    }

    #[test]
    fn the_states_eyes_are_shut_and_that_does_not_change_it() {
        let mut show = show("sleeping");
        show.cue(0.0, Cue::Say(Some(vowel(0.0, 2.0)))).unwrap();
        assert_eq!(show.frame(1.0).mouth.form.open, Viseme::D.look().form.open);
    }
}

#[test]
fn the_same_speech_twice_and_cut_short_ends_the_same() {
    let plain = show("idle");
    let mut show = show("idle");
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

#[test]
fn numbers_as_large_as_they_may_be_can_be_drawn() {
    let large =
        ["ParamAngleX", "ParamEyeBallX", "ParamEyeLOpen", "ParamMouthForm", "ParamMouthOpenY", "ParamBodyAngleZ"];
    let curves = large.map(|id| (id, "0,3.4e38, 0,1,-3.4e38, 1,1,3.4e38,2,-3.4e38,2,3.4e38, 0,3.4e38,-3.4e38"));
    let mut vmd = b"Vocaloid Motion Data 0002\0\0\0\0\0".to_vec();
    vmd.extend([0; 20]);
    vmd.extend(2_u32.to_le_bytes());
    for (frame, sign) in [(0_u32, 1.0), (60, -1.0)] {
        // The centre.
        vmd.extend(b"\x83\x5a\x83\x93\x83\x5e\x81\x5b\0\0\0\0\0\0\0");
        vmd.extend(frame.to_le_bytes());
        vmd.extend([sign * f32::MAX; 7].iter().flat_map(|v| v.to_le_bytes()));
        vmd.extend([20; 64]);
    }
    vmd.extend(0_u32.to_le_bytes());
    let vmd = Clip::parse("v.vmd", &vmd).unwrap();
    let mut scene = Scene::new();
    let mut raster = Raster::new(32, 32).unwrap();
    for cue in [
        Cue::Clip(Some(clip("", &curves))),
        Cue::Clip(Some(vmd.into())),
        Cue::Expression(Some(expression("ParamMouthOpenY", 3.4e38, "Multiply"))),
        Cue::Expression(Some(expression("ParamAngleX", -3.4e38, "Add"))),
    ] {
        let mut show = show("idle");
        show.cue(0.0, cue).unwrap();
        for t in [0.0, 0.5, 1.0, 1.5, 2.0, 1e5] {
            let frame = show.frame(t);
            assert!(seen(&frame).iter().all(|number| number.is_finite()), "{t}: {frame:?}");
            compose(show.character(), &frame, &Drawing::default(), &mut scene);
            raster.draw(&scene, None);
        }
    }
}
