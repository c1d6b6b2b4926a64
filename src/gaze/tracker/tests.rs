//! The tracker as the specification has it: one test for each sentence.

use proptest::prelude::*;

use super::super::{Follower, Joints, Limits, Trace};
use super::*;

/// Eyes at the middle of the canvas, on a head of 50 units: one head radius to the right is x = 150.
fn aim() -> Aim {
    Aim::new([100.0, 100.0], 50.0, Aim::DEPTH).unwrap()
}

fn tracker(settings: Settings) -> Tracker {
    Tracker::new(aim(), settings).unwrap()
}

/// The place at which the direction is so many degrees to the right and up.
fn place(yaw: f64, pitch: f64) -> PointerEvent {
    let x = Aim::DEPTH * libm::tan(yaw.to_radians());
    let y = libm::hypot(x, Aim::DEPTH) * libm::tan(pitch.to_radians());
    PointerEvent::Move { x: 100.0 + 50.0 * x, y: 100.0 - 50.0 * y }
}

/// Pointed at from time 0 on.
fn pointed(settings: Settings, event: PointerEvent) -> Tracker {
    let mut tracker = tracker(settings);
    tracker.pointer(0.0, event).unwrap();
    tracker
}

/// Long after everything has come to rest.
const SETTLED: f64 = 20.0;

fn near(a: [f64; 2], b: [f64; 2], tolerance: f64) -> bool {
    (a[0] - b[0]).abs() < tolerance && (a[1] - b[1]).abs() < tolerance
}

fn sum(pose: GazePose) -> [f64; 2] {
    [pose.eyes[0] + pose.head[0], pose.eyes[1] + pose.head[1]]
}

/// Times that no tick and no frame rate divides.
fn times(until: f64) -> impl Iterator<Item = f64> {
    (0..).map(|i| f64::from(i) * 0.0037).take_while(move |t| *t < until)
}

/// A pointer that wanders about, leaves, comes back, clicks and drags.
fn wandering() -> Trace {
    let mut trace = Trace::default();
    for i in 0..400 {
        let t = 0.3 + f64::from(i) * 0.0113;
        let (x, y) = (100.0 + 90.0 * libm::sin(1.7 * t), 100.0 + 60.0 * libm::cos(2.3 * t));
        let event = match i {
            120 => PointerEvent::Leave,
            121..=160 => continue,
            220 => PointerEvent::Press { x, y },
            270 => PointerEvent::Release { x, y },
            _ => PointerEvent::Move { x, y },
        };
        trace.push(t, event).unwrap();
    }
    trace
}

fn played(trace: &Trace) -> Tracker {
    let mut tracker = tracker(Settings::default());
    for (time, event) in trace.events() {
        tracker.pointer(*time, *event).unwrap();
    }
    tracker
}

mod targets {
    use super::*;

    #[test]
    fn eyes_and_head_add_up_to_the_target_within_their_limits() {
        for (yaw, pitch) in
            [(15.0, 0.0), (-15.0, 0.0), (0.0, 9.0), (0.0, -9.0), (25.0, 8.0), (-30.0, -12.0), (48.0, 0.0)]
        {
            let pose = pointed(Settings::default(), place(yaw, pitch)).at(SETTLED);
            assert!(near(sum(pose), [yaw, pitch], 1e-6), "{yaw} {pitch}: {pose:?}");
            let share = Limits::HEAD.clamp([0.6 * yaw, 0.6 * pitch]);
            assert!(near(pose.head, share, 1e-6), "{pose:?}");
        }
    }

    #[test]
    fn beyond_the_limits_both_sit_at_theirs() {
        for (event, eyes, head) in [
            (place(70.0, 0.0), [30.0, 0.0], [20.0, 0.0]),
            (place(-70.0, 0.0), [-30.0, 0.0], [-20.0, 0.0]),
            (place(0.0, 60.0), [0.0, 18.0], [0.0, 12.0]),
            (place(0.0, -60.0), [0.0, -14.0], [0.0, -10.0]),
            (PointerEvent::Move { x: 1e6, y: -1e6 }, [30.0, 18.0], [20.0, 12.0]),
            (PointerEvent::Move { x: f64::from(f32::MAX), y: 100.0 }, [30.0, 0.0], [20.0, 0.0]),
            (PointerEvent::Move { x: -f64::MAX, y: f64::MAX }, [-30.0, -14.0], [-20.0, -10.0]),
        ] {
            let pose = pointed(Settings::default(), event).at(SETTLED);
            assert!(near(pose.eyes, eyes, 1e-6) && near(pose.head, head, 1e-6), "{event:?}: {pose:?}");
        }
    }

    #[test]
    fn on_a_second_screen_the_turn_is_held_as_long_as_the_pointer_stays() {
        let tracker = pointed(Settings::default(), PointerEvent::Move { x: -1500.0, y: 100.0 });
        for t in [5.0, 60.0, 3600.0] {
            assert!(near(sum(tracker.at(t)), [-50.0, 0.0], 1e-6), "{t}");
        }
    }

    #[test]
    fn a_pointer_on_the_eyes_is_neutral() {
        let pose = pointed(Settings::default(), PointerEvent::Move { x: 100.0, y: 100.0 }).at(SETTLED);
        assert_eq!(pose, GazePose { command: 1.0, ..GazePose::REST });
    }

    #[test]
    fn the_eyes_lead_and_the_head_follows() {
        for yaw in [15.0, 70.0] {
            let tracker = pointed(Settings::default(), place(yaw, 0.0));
            let settled = tracker.at(SETTLED);
            let half =
                |part: fn(GazePose) -> f64| times(3.0).find(|t| part(tracker.at(*t)) >= 0.5 * part(settled)).unwrap();
            let (eyes, head) = (half(|p| p.eyes[0]), half(|p| p.head[0]));
            assert!(eyes < 0.5 * head, "{yaw}: eyes {eyes}, head {head}");
        }
    }

    #[test]
    fn what_the_eyes_see_at_once_the_head_takes_over() {
        let tracker = pointed(Settings::default(), place(25.0, 0.0));
        // Eyes alone are there within a quarter of a second, give or take what the head has turned by then.
        assert!((sum(tracker.at(0.25))[0] - 25.0).abs() < 2.0);
        assert!(tracker.at(0.25).eyes[0] > 14.0 && (tracker.at(SETTLED).eyes[0] - 10.0).abs() < 1e-6);
    }

    #[test]
    fn gain_is_proportional_up_to_the_limits() {
        for (gain, total) in [(0.0, 0.0), (0.3, 6.0), (1.0, 20.0), (5.0, 50.0), (-1.0, -20.0)] {
            let tracker = pointed(Settings { gain, ..Settings::default() }, place(20.0, 0.0));
            assert!((sum(tracker.at(SETTLED))[0] - total).abs() < 1e-6, "{gain}");
        }
    }

    #[test]
    fn the_share_of_the_head_is_a_choice() {
        for (head_share, head) in [(0.0, 0.0), (0.25, 5.0), (1.0, 20.0)] {
            let pose = pointed(Settings { head_share, ..Settings::default() }, place(20.0, 0.0)).at(SETTLED);
            assert!(near(pose.head, [head, 0.0], 1e-6) && near(sum(pose), [20.0, 0.0], 1e-6), "{pose:?}");
        }
    }

    #[test]
    fn the_limits_are_a_choice() {
        let eyes = Follower { limits: Limits::new(9.0, 8.0, 7.0).unwrap(), ..Settings::default().eyes };
        let pose = pointed(Settings { eyes, ..Settings::default() }, place(70.0, -60.0)).at(SETTLED);
        assert!(near(pose.eyes, [9.0, -7.0], 1e-6) && near(pose.head, [20.0, -10.0], 1e-6));
    }

    #[test]
    fn parts_that_are_missing_are_done_without() {
        let settings = |eyes, neck, head| Settings { joints: Joints { eyes, neck, head }, ..Settings::default() };
        let at = |eyes, neck, head| pointed(settings(eyes, neck, head), place(25.0, 0.0)).at(SETTLED);
        let whole = at(true, true, true);
        assert_eq!(at(true, false, true), whole);
        for neck in [true, false] {
            let eyes_only = at(true, neck, false);
            assert!(near(eyes_only.eyes, [25.0, 0.0], 1e-6) && eyes_only.head == [0.0; 2]);
        }
        for (neck, head) in [(true, true), (false, true), (true, false), (false, false)] {
            assert_eq!(at(false, neck, head), GazePose::REST);
        }
    }
}

mod steadiness {
    use super::*;

    /// The pointer trembles by a pixel of 512 about a place, a thousand times a second.
    fn trembling(yaw: f64) -> Tracker {
        let mut tracker = tracker(Settings::default());
        let PointerEvent::Move { x, y } = place(yaw, 0.0) else { unreachable!() };
        for i in 0..4000 {
            let noise = 0.39 * libm::sin(f64::from(i) * 1.9);
            tracker.pointer(f64::from(i) / 1000.0, PointerEvent::Move { x: x + noise, y: y - noise }).unwrap();
        }
        tracker
    }

    #[test]
    fn a_pointer_that_trembles_does_not_shake_the_head() {
        for yaw in [0.0, 12.0, -40.0] {
            let tracker = trembling(yaw);
            let settled = tracker.at(3.0);
            for t in times(1.0).map(|t| 3.0 + t) {
                let pose = tracker.at(t);
                // The last of the way to a target that does not move any more.
                assert!(near(pose.head, settled.head, 2e-4), "{t}: {pose:?}");
                assert!(near(pose.eyes, settled.eyes, 0.2), "{t}: {pose:?}");
            }
        }
    }

    #[test]
    fn near_the_centre_the_eyes_hardly_answer() {
        for t in times(3.9) {
            let pose = trembling(0.0).at(t);
            assert!(pose.head == [0.0; 2] && pose.eyes.iter().all(|a| a.abs() < 0.12), "{t}: {pose:?}");
            if t > 0.5 {
                break;
            }
        }
    }

    #[test]
    fn the_head_ignores_small_steps_and_the_eyes_make_up_for_it() {
        let mut tracker = pointed(Settings::default(), place(10.0, 0.0));
        let held = tracker.at(9.9).head[0];
        // 0.6 of the step is 1.1 degrees, then 1.3.
        tracker.pointer(10.0, place(10.0 + 1.1 / 0.6, 0.0)).unwrap();
        let pose = tracker.at(19.9);
        assert_eq!(pose.head[0], held);
        assert!((sum(pose)[0] - 10.0 - 1.1 / 0.6).abs() < 1e-6);
        tracker.pointer(20.0, place(10.0 + 1.3 / 0.6, 0.0)).unwrap();
        assert!((tracker.at(40.0).head[0] - 7.3).abs() < 1e-6);
    }

    #[test]
    fn a_slow_sweep_to_the_side_ends_at_the_limits() {
        let mut tracker = tracker(Settings::default());
        for i in 0..=700 {
            tracker.pointer(f64::from(i) / 100.0, place(f64::from(i) / 10.0, 0.0)).unwrap();
        }
        assert!(near(sum(tracker.at(SETTLED)), [50.0, 0.0], 1e-6));
    }
}

mod presence {
    use super::*;

    #[test]
    fn nothing_moves_before_the_first_event() {
        let mut tracker = tracker(Settings::default());
        assert_eq!(tracker.at(5.0), GazePose::REST);
        tracker.pointer(6.0, PointerEvent::Move { x: 0.0, y: 0.0 }).unwrap();
        for t in times(6.0) {
            assert_eq!(tracker.at(t), GazePose::REST);
        }
        assert!(tracker.at(6.1) != GazePose::REST);
    }

    #[test]
    fn what_is_not_finite_leaves_the_target_as_it_was() {
        let mut tracker = pointed(Settings::default(), place(20.0, 5.0));
        let expected = tracker.at(SETTLED);
        for (i, bad) in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].into_iter().enumerate() {
            let time = 1.0 + i as f64;
            tracker.pointer(time, PointerEvent::Move { x: bad, y: 0.0 }).unwrap();
            tracker.pointer(time, PointerEvent::Press { x: 0.0, y: bad }).unwrap();
            tracker.pointer(time, PointerEvent::Release { x: bad, y: bad }).unwrap();
        }
        assert_eq!(tracker.at(SETTLED), expected);
        // And the next valid one works.
        tracker.pointer(4.0, place(-20.0, 5.0)).unwrap();
        assert!(near(sum(tracker.at(SETTLED)), [-20.0, 5.0], 1e-6));
    }

    #[test]
    fn times_are_finite_and_in_order() {
        let mut tracker = pointed(Settings::default(), place(1.0, 1.0));
        tracker.pointer(2.0, PointerEvent::Leave).unwrap();
        for time in [1.9, -1.0, f64::NAN, f64::INFINITY] {
            assert!(tracker.pointer(time, PointerEvent::Leave).is_err(), "{time}");
            assert!(tracker.gesture(time, 1.0).is_err());
            assert!(tracker.idle_clip(time, true).is_err());
        }
        assert!(tracker.gesture(2.0, f64::NAN).is_err());
        // Asking is never refused.
        assert_eq!(tracker.at(f64::NAN), tracker.at(-3.0));
        assert_eq!(tracker.at(f64::INFINITY), GazePose::REST);
    }

    #[test]
    fn a_pointer_that_is_gone_is_eased_from_and_handed_back() {
        let mut tracker = pointed(Settings::default(), place(70.0, 60.0));
        let before = tracker.at(2.0);
        tracker.pointer(2.0, PointerEvent::Leave).unwrap();
        // No step at the moment itself, and a quarter of a degree a frame at first would be much less than this.
        assert_eq!(tracker.at(2.0), before);
        let first = tracker.at(2.0 + 1.0 / 120.0);
        for (now, then, rate) in [(first.eyes, before.eyes, 12.0), (first.head, before.head, 5.0)] {
            assert!((now[0] - then[0] * libm::exp(-rate / 120.0)).abs() < 1e-9, "{now:?}");
        }
        // Eyes first, then the head, then nothing. 20 e^(-5 t) is below 0.01 after 1.52 s.
        assert!(tracker.at(2.7).eyes[0].abs() < 0.01);
        assert!(near(sum(tracker.at(3.6)), [0.0, 0.0], 0.01) && tracker.at(3.6).command < 0.001);
        assert_eq!(tracker.at(SETTLED), GazePose::REST);
        // The way home never leads past it.
        assert!(times(9.0).map(|t| tracker.at(2.0 + t)).all(|p| p.eyes[0] >= 0.0 && p.head[0] >= 0.0));
    }

    #[test]
    fn a_pointer_that_is_back_starts_from_what_is_shown() {
        let mut tracker = pointed(Settings::default(), place(70.0, 0.0));
        tracker.pointer(2.0, PointerEvent::Leave).unwrap();
        let shown = tracker.at(2.2);
        assert!(shown.head[0] > 5.0);
        tracker.pointer(2.2, place(-70.0, 0.0)).unwrap();
        assert_eq!(tracker.at(2.2), shown);
        let next = tracker.at(2.2 + 1.0 / 120.0);
        assert!((next.eyes[0] - shown.eyes[0]).abs() <= 60.0 * share(12.0, 1.0 / 120.0));
        assert!((next.head[0] - shown.head[0]).abs() <= 40.0 * share(5.0, 1.0 / 120.0));
    }

    /// No step anywhere is larger than one step of smoothing over the whole range.
    #[test]
    fn it_is_continuous_whatever_happens() {
        let mut tracker = played(&wandering());
        tracker.gesture(5.0, 0.4).unwrap();
        tracker.pointer(5.1, place(-80.0, 80.0)).unwrap();
        tracker.pointer(5.2, place(80.0, -80.0)).unwrap();
        let [eyes, head, command] = [12.0, 5.0, 5.0].map(|rate| 1.000_001 * share(rate, TICK));
        // At every phase within a tick.
        for start in [0.0, 0.3, 0.9] {
            let mut walk = tracker.walk(0.0);
            let mut before = GazePose::REST;
            for i in 0..900 {
                let now = walk.to((start + f64::from(i)) * TICK);
                for axis in 0..2 {
                    assert!((now.eyes[axis] - before.eyes[axis]).abs() <= 60.0 * eyes, "{i}: {before:?} {now:?}");
                    // The head itself, and its weight.
                    assert!((now.head[axis] - before.head[axis]).abs() <= (40.0 + 20.0) * head, "{i}: {now:?}");
                    assert!((now.drag[axis] - before.drag[axis]).abs() <= 2.0 * eyes);
                }
                assert!((now.command - before.command).abs() <= command);
                before = now;
            }
        }
    }

    #[test]
    fn in_local_mode_only_a_pointer_near_the_character_counts() {
        let settings = Settings::default().near(kurbo::Rect::new(50.0, 50.0, 150.0, 150.0), 20.0);
        for (x, y, followed) in [
            (169.0, 100.0, true),
            (170.0, 170.0, true),
            (171.0, 100.0, false),
            (100.0, 29.0, false),
            (31.0, 31.0, true),
            (-1500.0, 400.0, false),
        ] {
            let pose = pointed(settings, PointerEvent::Move { x, y }).at(SETTLED);
            assert_eq!(pose.command, if followed { 1.0 } else { 0.0 }, "{x} {y}");
            assert_eq!(pose == GazePose::REST, !followed);
        }
        // Leaving the area is like leaving the window.
        let mut tracker = pointed(settings, PointerEvent::Move { x: 160.0, y: 100.0 });
        tracker.pointer(5.0, PointerEvent::Move { x: 180.0, y: 100.0 }).unwrap();
        assert_eq!(tracker.at(SETTLED), GazePose::REST);
    }

    #[test]
    fn reset_is_as_if_new() {
        let other = Aim::new([90.0, 80.0], 30.0, 2.0).unwrap();
        let mut used = played(&wandering());
        used.gesture(9.0, 1.0).unwrap();
        used.reset(other);
        let mut new = Tracker::new(other, Settings::default()).unwrap();
        for tracker in [&mut used, &mut new] {
            tracker.pointer(0.1, place(30.0, 10.0)).unwrap();
        }
        assert!(times(3.0).all(|t| used.at(t) == new.at(t)));
    }
}

mod weights {
    use super::*;

    /// Turned to one side, then given something else to do at 5 s.
    fn doing(ask: impl Fn(&mut Tracker)) -> Tracker {
        let mut tracker = pointed(Settings::default(), place(20.0, 0.0));
        ask(&mut tracker);
        tracker
    }

    #[test]
    fn the_head_gives_way_and_the_eyes_make_up_for_it() {
        let drag = |t: &mut Tracker| {
            let PointerEvent::Move { x, y } = place(20.0, 0.0) else { unreachable!() };
            t.pointer(5.0, PointerEvent::Press { x, y }).unwrap();
            t.pointer(5.0, PointerEvent::Move { x, y: y + 10.0 }).unwrap();
            t.pointer(5.0, PointerEvent::Move { x, y }).unwrap();
        };
        let idle = |t: &mut Tracker| t.idle_clip(5.0, true).unwrap();
        let gesture = |t: &mut Tracker| t.gesture(5.0, 100.0).unwrap();
        let asks: [&dyn Fn(&mut Tracker); 3] = [&gesture, &drag, &idle];
        for bits in 0..8 {
            let tracker = doing(|t| (0..3).filter(|i| bits >> i & 1 == 1).for_each(|i| asks[i](t)));
            let weight = if bits & 1 == 1 {
                0.0
            } else if bits & 2 == 2 {
                0.15
            } else if bits & 4 == 4 {
                0.7
            } else {
                1.0
            };
            let pose = tracker.at(SETTLED);
            assert!((pose.head[0] - 12.0 * weight).abs() < 1e-6, "{bits:03b}: {pose:?}");
            assert!((sum(pose)[0] - 20.0).abs() < 1e-6, "{bits:03b}: {pose:?}");
        }
    }

    #[test]
    fn weights_have_a_time_constant_of_a_fifth_of_a_second() {
        let tracker = doing(|t| t.gesture(5.0, 100.0).unwrap());
        let before = tracker.at(5.0).head[0];
        for since in [0.05, 0.2, 0.7] {
            let expected = before * libm::exp(-since / 0.2);
            assert!((tracker.at(5.0 + since).head[0] - expected).abs() < 1e-4, "{since}");
        }
        // The thousandth is reached after 0.2 ln 1000 = 1.38 s; then the head is left alone.
        assert!(tracker.at(5.0 + 1.37).head[0] > 0.0);
        assert_eq!(tracker.at(5.0 + 1.40).head, [0.0; 2]);
    }

    #[test]
    fn after_a_gesture_the_head_comes_back() {
        let tracker = doing(|t| t.gesture(5.0, 0.8).unwrap());
        assert!(tracker.at(5.8).head[0] < 0.3);
        assert!((tracker.at(7.8).head[0] - 12.0).abs() < 0.01);
        // And also after one that is longer than anything needs to come to rest.
        let long = doing(|t| t.gesture(5.0, 500.0).unwrap());
        assert_eq!(long.at(504.9).head, [0.0; 2]);
        assert!((long.at(507.0).head[0] - 12.0).abs() < 0.01);
    }

    #[test]
    fn a_drag_pulls_and_lets_go() {
        let mut tracker = tracker(Settings::default());
        tracker.pointer(0.0, PointerEvent::Press { x: 100.0, y: 100.0 }).unwrap();
        tracker.pointer(0.1, PointerEvent::Move { x: 125.0, y: 100.0 }).unwrap();
        assert!(tracker.is_dragged());
        assert!(near(tracker.at(5.0).drag, [0.5, 0.0], 1e-6));
        tracker.pointer(5.0, PointerEvent::Move { x: 100.0, y: -900.0 }).unwrap();
        assert!(near(tracker.at(9.0).drag, [0.0, 1.0], 1e-6));
        tracker.pointer(9.0, PointerEvent::Release { x: 100.0, y: -900.0 }).unwrap();
        assert!(!tracker.is_dragged() && tracker.at(SETTLED).drag == [0.0; 2]);
    }
}

mod time {
    use super::*;

    /// The frames of a film, drawn at different rates, show the same wherever they show the same moment.
    #[test]
    fn every_frame_rate_sees_one_motion() {
        let tracker = played(&wandering());
        for fps in [24.0, 60.0, 144.0] {
            let mut walk = tracker.walk(0.0);
            for frame in 0..(6.0 * fps) as u32 {
                let t = f64::from(frame) / fps;
                assert_eq!(walk.to(t), tracker.at(t), "{fps}: {t}");
            }
        }
        // At common times, also to the last bit.
        assert_eq!(tracker.at(36.0 / 24.0), tracker.at(90.0 / 60.0));
    }

    #[test]
    fn live_and_replayed_are_the_same() {
        let trace = wandering();
        let whole = played(&Trace::parse("t.csv", trace.to_csv().as_bytes()).unwrap());
        let mut live = tracker(Settings::default());
        let mut shown = Vec::new();
        let mut frame = 0;
        for (time, event) in trace.events() {
            while f64::from(frame) / 60.0 < *time {
                shown.push(live.at(f64::from(frame) / 60.0));
                frame += 1;
            }
            live.pointer(*time, *event).unwrap();
        }
        assert!(shown.len() > 250);
        for (i, pose) in shown.iter().enumerate() {
            assert_eq!(whole.at(i as f64 / 60.0), *pose, "frame {i}");
        }
    }

    #[test]
    fn time_can_be_asked_for_in_any_order() {
        let tracker = played(&wandering());
        let all: Vec<f64> = times(30.0).collect();
        let forwards: Vec<GazePose> = all.iter().map(|t| tracker.at(*t)).collect();
        let backwards: Vec<GazePose> = all.iter().rev().map(|t| tracker.at(*t)).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()));
        // Ten thousand frames of one moment are one frame.
        assert!((0..10_000).all(|_| tracker.at(2.5) == tracker.at(2.5)));
    }

    /// Checkpoints, skipped ticks and rests between ticks against the plain recurrence, tick after tick from 0.
    #[test]
    fn short_cuts_change_nothing() {
        let mut tracker = played(&wandering());
        tracker.gesture(5.0, 2.0).unwrap();
        tracker.idle_clip(30.0, true).unwrap();
        tracker.pointer(31.0, place(10.0, 3.0)).unwrap();
        assert!(tracker.checkpoints.len() > 4);
        let full = Shares::of(&tracker.settings, TICK);
        let mut state = State::REST;
        let mut input = 0;
        for tick in 0..40 * 120 {
            while tracker.inputs.get(input + 1).is_some_and(|next| next.tick <= tick) {
                input += 1;
            }
            let expected =
                GazePose { eyes: state.eyes, head: state.shown_head(), command: state.command, drag: state.drag };
            assert_eq!(tracker.at(tick as f64 / 120.0), expected, "tick {tick}");
            state = tracker.step(&state, &tracker.inputs[input], tick, &full);
        }
    }

    /// Working ahead saves time and changes nothing, also where events come that it did not know of.
    #[test]
    fn working_ahead_changes_nothing() {
        let trace = wandering();
        let plain = played(&trace);
        let mut ahead = tracker(Settings::default());
        for (i, (time, event)) in trace.events().iter().enumerate() {
            ahead.pointer(*time, *event).unwrap();
            ahead.advance(time + [0.0, 0.7, 30.0][i % 3]);
        }
        for tracker in [&mut ahead.clone(), &mut plain.clone()] {
            tracker.advance(f64::INFINITY);
            let checkpoints = tracker.ahead.len();
            assert!((2..40).contains(&checkpoints), "{checkpoints}");
            tracker.advance(f64::INFINITY);
            assert_eq!(tracker.ahead.len(), checkpoints, "at rest there is no more to do");
            assert!(times(40.0).all(|t| tracker.at(t) == plain.at(t)));
            assert_eq!(tracker.at(1e9), plain.at(1e9));
        }
        // Over a gesture that outlasts everything.
        let mut plain = plain;
        plain.gesture(5.0, 300.0).unwrap();
        let mut ahead = plain.clone();
        ahead.advance(1000.0);
        assert!(times(6.0).all(|t| ahead.at(302.0 + t) == plain.at(302.0 + t)));
        assert!(ahead.at(310.0).head != [0.0; 2] || ahead.at(310.0).eyes == plain.at(310.0).eyes);
    }

    #[test]
    fn between_two_ticks_it_is_continuous() {
        let tracker = played(&wandering());
        for tick in 40..700 {
            let t = f64::from(tick) / 120.0;
            let (before, at, after) = (tracker.at(t - 1e-7), tracker.at(t), tracker.at(t + 1e-7));
            assert!(near(before.eyes, at.eyes, 1e-4) && near(at.eyes, after.eyes, 1e-4), "tick {tick}");
            assert!(near(before.head, at.head, 1e-4) && near(at.head, after.head, 1e-4), "tick {tick}");
        }
    }

    #[test]
    fn a_pointer_that_reports_a_thousand_times_a_second_costs_no_more() {
        let mut tracker = tracker(Settings::default());
        for i in 0..10_000 {
            let t = f64::from(i) / 1000.0;
            tracker.pointer(t, PointerEvent::Move { x: 100.0 + 80.0 * libm::sin(t), y: 100.0 }).unwrap();
        }
        assert!(tracker.inputs.len() <= 1201 && tracker.checkpoints.len() <= 20, "{}", tracker.inputs.len());
        // A pointer that stands still costs nothing at all.
        let before = tracker.inputs.len();
        for i in 0..1000 {
            tracker.pointer(11.0 + f64::from(i), PointerEvent::Move { x: 1.0, y: 1.0 }).unwrap();
        }
        assert_eq!(tracker.inputs.len(), before + 1);
    }

    /// Two events for each frame, each with its own stamp, are as good as even delivery.
    #[test]
    fn when_events_arrive_does_not_matter() {
        let trace = wandering();
        let (mut even, mut pairs) = (tracker(Settings::default()), tracker(Settings::default()));
        for pair in trace.events().chunks(2) {
            for (time, event) in pair {
                even.pointer(*time, *event).unwrap();
                even.at(*time);
            }
            // Both arrive with the second, and have the stamps of when they happened.
            for (time, event) in pair {
                pairs.pointer(*time, *event).unwrap();
            }
        }
        assert!(times(6.0).all(|t| even.at(t) == pairs.at(t)));
    }

    /// After eight hours of sleep: no burst of ticks, the pose of someone who has looked there all the time.
    #[test]
    fn a_suspended_machine_wakes_up_at_once() {
        let mut tracker = pointed(Settings::default(), place(20.0, 5.0));
        let asleep = 8.0 * 3600.0;
        let settled = tracker.at(SETTLED);
        let began = std::time::Instant::now();
        for i in 0..100 {
            assert_eq!(tracker.at(asleep + f64::from(i)), settled);
        }
        tracker.pointer(asleep + 200.0, place(-20.0, 5.0)).unwrap();
        assert_eq!(tracker.at(asleep + 200.0), settled);
        assert!(near(sum(tracker.at(asleep + 220.0)), [-20.0, 5.0], 1e-6));
        // 102 times 3.5 million ticks would take minutes.
        assert!(began.elapsed().as_secs_f64() < 5.0);
    }

    #[test]
    fn it_is_known_when_it_rests() {
        assert_eq!(tracker(Settings::default()).rests_from(), None);
        for (yaw, pitch, gesture) in [(15.0, 7.0, 0.0), (-70.0, -60.0, 0.0), (1.3, 0.5, 0.0), (-70.0, -60.0, 9.0)] {
            let mut tracker = played(&wandering());
            tracker.pointer(6.0, place(70.0, 60.0)).unwrap();
            tracker.pointer(9.0, place(yaw, pitch)).unwrap();
            tracker.gesture(9.0, gesture).unwrap();
            let rests = tracker.rests_from().unwrap();
            assert!((rests - 13.0 - gesture).abs() < 0.01, "{rests}");
            let end = tracker.at(60.0);
            for t in times(5.0).map(|t| rests + t) {
                let pose = tracker.at(t);
                assert!(near(pose.eyes, end.eyes, 1e-3) && near(pose.head, end.head, 1e-3), "{t}: {pose:?} {end:?}");
            }
        }
    }

    #[test]
    fn everything_comes_to_rest_within_ten_seconds() {
        for (yaw, pitch) in [(15.0, 7.0), (70.0, -60.0), (1.0, 0.5), (0.3, 0.0)] {
            let mut tracker = played(&wandering());
            tracker.pointer(6.0, place(yaw, pitch)).unwrap();
            let mut state = tracker.edge;
            let full = Shares::of(&tracker.settings, TICK);
            let input = tracker.inputs[tracker.inputs.len() - 1];
            let ticks = (0..).find(|tick| {
                let before = state;
                state = tracker.step(&before, &input, input.tick + tick, &full);
                before == state
            });
            assert!(ticks.unwrap() < 1200, "{yaw} {pitch}: {ticks:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_happens_all_is_finite_and_within_its_limits(
            events in prop::collection::vec((0.0..0.5f64, prop::num::f64::ANY, prop::num::f64::ANY, 0..6usize), 1..60),
            ask in 0.0..20.0f64,
        ) {
            let mut tracker = tracker(Settings::default());
            let mut time = 0.0;
            for (step, x, y, kind) in events {
                time += step;
                match kind {
                    0 => tracker.pointer(time, PointerEvent::Leave),
                    1 => tracker.pointer(time, PointerEvent::Press { x, y }),
                    2 => tracker.pointer(time, PointerEvent::Release { x, y }),
                    3 => tracker.gesture(time, x.abs().min(1e9)),
                    _ => tracker.pointer(time, PointerEvent::Move { x, y }),
                }.or_else(|e| if x.is_nan() { Ok(()) } else { Err(e) }).unwrap();
            }
            let pose = tracker.at(ask);
            prop_assert_eq!(pose.eyes, Limits::EYES.clamp(pose.eyes));
            prop_assert_eq!(pose.head, Limits::HEAD.clamp(pose.head));
            prop_assert!((0.0..=1.0).contains(&pose.command));
            prop_assert!(libm::hypot(pose.drag[0], pose.drag[1]) <= 1.0 + 1e-9);
        }
    }
}
