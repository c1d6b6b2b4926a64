use super::*;
use crate::clip::{Clip, Expression, MouthCue, Speech, Viseme};
use crate::color::Color;
use crate::frame::{Frame, eye_shift};
use crate::geometry::Pose;

fn show(character: &str) -> Performance {
    Performance::new(Character::builtin(character).unwrap().into(), "idle", Still::default(), 3).unwrap()
}

#[test]
fn time_can_be_asked_for_in_any_order() {
    let mut show = show("lopi");
    for (t, state) in [(0.5, "happy"), (0.62, "surprised"), (2.0, "sleeping"), (2.1, "idle")] {
        show.cue(t, Cue::State(state.into())).unwrap();
    }
    show.cue(2.2, Cue::Face(FaceKind::Line)).unwrap();
    let times: Vec<f64> = (0..200).map(|i| f64::from(i) / 40.0).collect();
    let forwards: Vec<Frame> = times.iter().map(|t| show.frame(*t)).collect();
    let backwards: Vec<Frame> = times.iter().rev().map(|t| show.frame(*t)).collect();
    assert!(forwards.iter().eq(backwards.iter().rev()));
}

#[test]
fn shut_eyes_stay_shut() {
    let mut show = show("nubo");
    show.cue(1.0, Cue::State("sleeping".into())).unwrap();
    for i in 0..12_000 {
        let frame = show.frame(1.5 + f64::from(i) / 100.0);
        assert!(frame.eyes.iter().all(|e| e.lid.abs() < 1e-3), "at {}", f64::from(i) / 100.0);
    }
}

#[test]
fn cues_come_in_order_and_states_are_known() {
    let mut show = show("nubo");
    show.cue(2.0, Cue::Pulse(Pulse::Nod)).unwrap();
    assert!(show.cue(1.0, Cue::Pulse(Pulse::Nod)).is_err());
    assert!(show.cue(f64::NAN, Cue::Pulse(Pulse::Nod)).is_err());
    assert!(show.cue(3.0, Cue::State("hapy".into())).unwrap_err().to_string().contains("happy"));
}

/// A frame looks at what is going on, not at all that ever was.
#[test]
fn a_long_script_costs_a_frame_no_more_than_a_short_one() {
    let mut show = show("nubo");
    for second in 0..1000 {
        show.cue(f64::from(second), Cue::Pulse(Pulse::Sigh)).unwrap();
    }
    let playing = |t: f64| show.gestures[show.playing(t)].iter().map(|g| g.start).collect::<Vec<_>>();
    assert_eq!(playing(500.5), [499.0, 500.0]);
    assert_eq!(playing(500.9), [500.0]);
    assert_eq!(playing(2000.0), [0.0; 0]);
}

#[test]
fn time_ends_after_three_years() {
    let mut show = show("nubo");
    show.cue(2.0, Cue::State("happy".into())).unwrap();
    let last = show.frame(Performance::LATEST);
    for beyond in [1e300, f64::INFINITY] {
        assert_eq!(show.frame(beyond), last);
        let refused = show.cue(beyond, Cue::Pulse(Pulse::Nod)).unwrap_err().to_string();
        assert!(refused.contains("cue time") || refused.contains("100000000"), "{refused}");
    }
}

#[test]
fn reduced_motion_is_still() {
    let mut show = show("pera");
    show.cue(0.5, Cue::ReducedMotion(true)).unwrap();
    show.cue(1.0, Cue::State("happy".into())).unwrap();
    let settled = show.frame(1.0);
    assert!((0..400).all(|i| show.frame(1.0 + f64::from(i) / 50.0) == settled));
}

/// With a pointer that comes at 1 s, clicks, drags, and leaves at 6 s.
fn followed(character: &str) -> Performance {
    let mut show = show(character);
    let mut at = |time, event| show.pointer(time, event).unwrap();
    for i in 0..200 {
        let t = 1.0 + f64::from(i) * 0.0131;
        at(t, PointerEvent::Move { x: 100.0 + 150.0 * libm::sin(t), y: 60.0 + 40.0 * libm::cos(3.0 * t) });
    }
    at(4.0, PointerEvent::Press { x: 100.0, y: 120.0 });
    at(4.2, PointerEvent::Release { x: 100.0, y: 120.0 });
    at(5.0, PointerEvent::Press { x: 100.0, y: 120.0 });
    at(5.1, PointerEvent::Move { x: 150.0, y: 110.0 });
    at(5.6, PointerEvent::Release { x: 150.0, y: 110.0 });
    at(6.0, PointerEvent::Leave);
    show
}

fn moved(x: f64, y: f64) -> PointerEvent {
    PointerEvent::Move { x, y }
}

#[test]
fn a_pointer_turns_eyes_and_head_to_it() {
    for (x, y, right, up) in [(300.0, 100.0, 1.0, 0.0), (-100.0, 100.0, -1.0, 0.0), (100.0, -200.0, 0.0, 1.0)] {
        let mut show = show("nubo");
        let before = show.frame(0.0);
        show.pointer(0.0, moved(x, y)).unwrap();
        let after = show.frame(3.0);
        let turned = (after.rotation * before.rotation.inverse()).rows();
        let (turn, tilt) = (turned[0][2], turned[1][2]);
        for (eyes, head, wanted) in [(after.gaze[0], turn, right), (after.gaze[1], tilt, up)] {
            if wanted != 0.0 {
                assert!(eyes * wanted > 0.05 && head * wanted > 0.15, "{x} {y}: {eyes} {head}");
            }
        }
    }
}

#[test]
fn both_eyes_move_by_the_same() {
    let show = followed("lopi");
    let before = place(show.character(), &show.frame(0.0));
    let after = place(show.character(), &show.frame(2.0));
    let shift = |part: Part| {
        let (a, b) = (before.feature(&part).unwrap().rest, after.feature(&part).unwrap().rest);
        [b.x() - a.x(), b.y() - a.y()]
    };
    let (left, right) = (shift(Part::EyeLeft), shift(Part::EyeRight));
    assert!(left[0] > 0.05 && (left[0] - right[0]).abs() < 1e-9 && (left[1] - right[1]).abs() < 1e-9);
}

#[test]
fn a_pointer_on_the_eyes_is_neutral() {
    let mut show = show("nubo");
    let placement =
        place(show.character(), &Still::default().frame(show.character(), show.character().state("idle").unwrap()));
    let [a, b] = [Part::EyeLeft, Part::EyeRight].map(|p| placement.body * placement.feature(&p).unwrap().center);
    let middle = a.midpoint(b);
    show.pointer(0.0, moved(middle.x, middle.y)).unwrap();
    assert_eq!(show.frame(9.0).gaze, [0.0, 0.0]);
}

#[test]
fn idle_drift_fades_while_a_pointer_commands_and_comes_back() {
    let mut show = show("nubo");
    show.pointer(2.0, moved(180.0, 90.0)).unwrap();
    let range = |from: f64, show: &Performance| {
        let x: Vec<f64> = (0..400).map(|i| show.frame(from + f64::from(i) / 40.0).gaze[0]).collect();
        x.iter().copied().fold(f64::MIN, f64::max) - x.iter().copied().fold(f64::MAX, f64::min)
    };
    assert!(range(8.0, &show) < 1e-5, "{}", range(8.0, &show));
    show.pointer(18.0, PointerEvent::Leave).unwrap();
    let never = super::tests::show("nubo");
    assert!(range(24.0, &show) > 1e-3);
    // In the end it is as if there had been none.
    assert!((show.frame(40.0).gaze[0] - never.frame(40.0).gaze[0]).abs() < 1e-9);
}

/// The eyes stay on a pointer that stays, whatever state comes with a look of its own.
#[test]
fn a_state_does_not_take_the_gaze_from_a_pointer() {
    let mut show = show("nubo");
    show.pointer(0.0, moved(200.0, 90.0)).unwrap();
    show.cue(4.0, Cue::State("thinking".into())).unwrap();
    show.cue(6.0, Cue::Look(Look::new(-1.0, 1.0).ok())).unwrap();
    for t in [4.0, 4.3, 6.0, 6.3, 12.0] {
        let (gaze, wanted) = (show.frame(t).gaze, eye_shift(show.tracker.at(t).eyes));
        assert!((0..2).all(|i| (gaze[i] - wanted[i]).abs() < 1e-5), "{t}: {gaze:?} {wanted:?}");
    }
}

#[test]
fn the_pointer_never_makes_it_jump() {
    let show = followed("lopi");
    let dt = 1e-3;
    let parts = |f: &Frame| {
        let r = f.rotation.rows();
        [f.gaze[0], f.gaze[1], r[0][2], r[1][2], f.body.stretch, f.body.lean / 57.3, f.body.lift, f.sway.loose / 57.3]
    };
    let mut before = parts(&show.frame(0.9));
    for i in 1..7000 {
        let now = parts(&show.frame(0.9 + f64::from(i) * dt));
        for (k, (a, b)) in before.iter().zip(&now).enumerate() {
            // No faster than the eyes' own smoothing over their whole range: 0.3 radii at 12 per second.
            assert!((a - b).abs() < 0.006, "part {k} at {}: {a} {b}", 0.9 + f64::from(i) * dt);
        }
        before = now;
    }
}

#[test]
fn seeking_playing_backwards_and_in_parallel_are_the_same() {
    let show = followed("lopi");
    let times: Vec<f64> = (0..240).map(|i| f64::from(i) / 30.0).collect();
    let forwards: Vec<Frame> = times.iter().map(|t| show.frame(*t)).collect();
    let backwards: Vec<Frame> = times.iter().rev().map(|t| show.frame(*t)).collect();
    assert!(forwards.iter().eq(backwards.iter().rev()));
    std::thread::scope(|scope| {
        for lane in 0..3 {
            let (show, times, forwards) = (&show, &times, &forwards);
            scope.spawn(move || {
                for k in (lane..times.len()).step_by(3) {
                    assert_eq!(show.frame(times[k]), forwards[k]);
                }
            });
        }
    });
    // And a live session, asked while the events come, saw them too.
    let mut live = super::tests::show("lopi");
    let mut seen = 0;
    for i in 0..200 {
        let t = 1.0 + f64::from(i) * 0.0131;
        while seen < times.len() && times[seen] < t {
            assert_eq!(live.frame(times[seen]), forwards[seen]);
            seen += 1;
        }
        live.pointer(t, moved(100.0 + 150.0 * libm::sin(t), 60.0 + 40.0 * libm::cos(3.0 * t))).unwrap();
    }
    assert!(seen > 100);
}

#[test]
fn a_press_squashes_and_a_click_pops() {
    let stretch = |show: &Performance, t: f64| show.frame(t).body.stretch;
    let (never, show) = (show("nubo"), followed("nubo"));
    assert!(stretch(&show, 4.19) < stretch(&never, 4.19) - 0.05);
    assert!(
        (1..9).any(|i| stretch(&show, 4.2 + f64::from(i) * 0.05) > stretch(&never, 4.2 + f64::from(i) * 0.05) + 0.02)
    );
    // Dragged it leans after the pointer, and is let go again.
    assert!(show.frame(5.59).body.lean > 3.0 && show.frame(9.0).body.lean.abs() < 0.01);
    assert_eq!(show.gestures.len(), 1, "one click, no pop for the drag");
    // Beside it there is nothing to press.
    let mut beside = super::tests::show("nubo");
    beside.pointer(1.0, PointerEvent::Press { x: 2.0, y: 2.0 }).unwrap();
    beside.pointer(1.1, PointerEvent::Release { x: 2.0, y: 2.0 }).unwrap();
    assert!(beside.gestures.is_empty() && (stretch(&beside, 1.1) - stretch(&never, 1.1)).abs() < 1e-12);
}

#[test]
fn events_come_in_order_and_those_that_are_not_finite_change_nothing() {
    let mut show = followed("nubo");
    assert!(show.pointer(5.9, PointerEvent::Leave).is_err());
    assert!(show.cue(5.9, Cue::Look(None)).is_err());
    assert!(show.pointer(f64::NAN, PointerEvent::Leave).is_err());
    let before: Vec<Frame> = (0..100).map(|i| show.frame(f64::from(i) / 10.0)).collect();
    show.pointer(6.5, moved(f64::NAN, 1.0)).unwrap();
    show.pointer(6.5, PointerEvent::Press { x: f64::INFINITY, y: 1.0 }).unwrap();
    assert!((0..100).all(|i| show.frame(f64::from(i) / 10.0) == before[i as usize]));
}

#[test]
fn with_reduced_motion_a_pointer_moves_nothing() {
    let mut show = show("lopi");
    show.cue(0.0, Cue::ReducedMotion(true)).unwrap();
    let still = show.frame(0.0);
    for (t, event) in [
        (0.5, moved(180.0, 20.0)),
        (1.0, PointerEvent::Press { x: 100.0, y: 100.0 }),
        (1.2, PointerEvent::Release { x: 100.0, y: 100.0 }),
    ] {
        show.pointer(t, event).unwrap();
    }
    assert!((0..200).all(|i| show.frame(f64::from(i) / 20.0) == still));
}

/// How many things it remembers.
fn size(show: &Performance) -> usize {
    // Every list is in what `Debug` prints: braces count them all, and those of the character.
    let braces = |text: String| text.matches('{').count();
    braces(format!("{show:?}")) - braces(format!("{:?}", show.character))
}

/// A lively session: states and faces change, the pointer wanders, clicks, drags and leaves.
#[test]
fn what_is_forgotten_does_not_change_what_comes() {
    let mut all = show("lopi");
    let mut short = all.clone();
    let states = ["happy", "sleeping", "dizzy", "idle", "talking"];
    let nod = r#"{"Meta": {"Duration": 2}, "Curves": [{"Target": "Parameter", "Id": "ParamAngleY", "Segments": [0,0, 0,1,-20, 0,2,0]}]}"#;
    let smile = r#"{"FadeInTime": 0.3, "FadeOutTime": 0.3, "Parameters": [{"Id": "ParamMouthForm", "Value": 1, "Blend": "Add"}]}"#;
    let word = MouthCue { start: 0.1, end: 0.4, shape: Viseme::D };
    let nod = Arc::new(Clip::parse("nod.motion3.json", nod.as_bytes()).unwrap());
    let smile = Arc::new(Expression::parse("smile.exp3.json", smile.as_bytes()).unwrap());
    let word = Arc::new(Speech::of_cues(vec![word]).unwrap());
    let mut most = 0;
    for i in 0..1200_u32 {
        let t = f64::from(i) * 0.37;
        let (x, y) = (100.0 + 150.0 * libm::sin(0.3 * t), 90.0 + 60.0 * libm::cos(1.1 * t));
        for show in [&mut all, &mut short] {
            match i % 40 {
                5 => show.cue(t, Cue::State(states[(i / 40) as usize % 5].into())).unwrap(),
                7 => show.cue(t, Cue::Color(Some(Color::rgb(200, (i % 256) as u8, 90)))).unwrap(),
                9 => show.cue(t, Cue::Pose(Pose::new(x / 10.0, 0.0, 0.0).unwrap())).unwrap(),
                11 => show.pointer(t, PointerEvent::Press { x: 100.0, y: 110.0 }).unwrap(),
                13 => show.pointer(t, PointerEvent::Release { x: 100.0, y: 110.0 }).unwrap(),
                17 => show.cue(t, Cue::Face(if i % 80 < 40 { FaceKind::Line } else { FaceKind::Cute })).unwrap(),
                33 => show.cue(t, Cue::Clip((i % 80 < 60).then(|| nod.clone()))).unwrap(),
                35 => show.cue(t, Cue::Expression((i % 80 < 40).then(|| smile.clone()))).unwrap(),
                37 => show.cue(t, Cue::Say(Some(word.clone()))).unwrap(),
                19..=30 => show.pointer(t, PointerEvent::Leave).unwrap(),
                _ => show.pointer(t, moved(x, y)).unwrap(),
            }
            show.advance(t);
        }
        if i % 3 == 0 {
            short.forget(t);
        }
        for ahead in [0.0, 0.11, 0.3] {
            assert_eq!(short.frame(t + ahead), all.frame(t + ahead), "at {t} + {ahead}");
        }
        most = most.max(size(&short));
    }
    // What it holds at once is what a few seconds asked for, not what all did.
    let beginning = size(&show("lopi"));
    assert!(most < 2 * beginning && size(&all) > 10 * most, "{beginning} {most} {}", size(&all));
}

/// A blink is found by walking through all since the state began: after days that would be many.
#[test]
fn blinks_of_long_ago_are_not_walked_through_again() {
    let (mut all, mut short) = (show("nubo"), show("nubo"));
    let day = 86_400.0;
    short.forget(day);
    let lids = |show: &Performance, from: f64| -> Vec<f64> {
        (0..400).map(|i| show.frame(from + f64::from(i) / 20.0).eyes[0].lid).collect()
    };
    assert_eq!(lids(&short, day), lids(&all, day));
    // Nor does a change of state see a difference.
    for show in [&mut all, &mut short] {
        show.cue(day + 20.0, Cue::State("happy".into())).unwrap();
    }
    assert_eq!(lids(&short, day + 20.0), lids(&all, day + 20.0));
}

#[test]
fn it_is_known_when_a_pointer_has_been_answered() {
    let show = followed("nubo");
    let rests = show.rests_from().unwrap();
    assert!((10.0..10.6).contains(&rests), "{rests}");
}
