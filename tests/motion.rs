//! Time, as a viewer would notice it: one picture for every moment, however it is reached, and no jump between them.

mod common;

use std::sync::Arc;
use std::thread;

use common::cast;
use phiz::{
    Character, Color, Cue, Drawing, FaceKind, Look, Part, Performance, Pulse, Raster, Scene, Still, compose, place,
};

const SIZE: u32 = 96;

fn character(name: &str) -> Arc<Character> {
    Character::builtin(name).unwrap().into()
}

fn opens(name: &str, state: &str) -> Performance {
    Performance::new(character(name), state, Still::default(), 7).unwrap()
}

fn with(mut show: Performance, cues: &[(f64, Cue)]) -> Performance {
    for (time, cue) in cues {
        show.cue(*time, cue.clone()).unwrap();
    }
    show
}

fn state(name: &str) -> Cue {
    Cue::State(name.into())
}

/// Everything at once: changes in the middle of changes, faces, looks, gestures, colours.
fn busy(name: &str) -> Performance {
    let cues = [
        (0.3, state("happy")),
        (0.4, state("surprised")),
        (0.5, Cue::Face(FaceKind::Line)),
        (0.55, Cue::Look(Look::new(-1.0, 0.5).ok())),
        (0.7, Cue::Pulse(Pulse::Nod)),
        (0.8, Cue::Color("tomato".parse().ok())),
        (0.9, state("celebrating")),
        (1.1, Cue::Face(FaceKind::Cute)),
        (1.2, Cue::Look(None)),
        (1.4, Cue::Color(None)),
    ];
    with(opens(name, "idle"), &cues)
}

/// Draws frames one after the other, as a player or an encoder does.
struct Player {
    scene: Scene,
    raster: Raster,
}

impl Player {
    fn new() -> Self {
        Self { scene: Scene::new(), raster: Raster::new(SIZE, SIZE).unwrap() }
    }

    fn picture(&mut self, show: &Performance, t: f64) -> Vec<u8> {
        compose(show.character(), &show.frame(t), &Drawing::default(), &mut self.scene);
        self.raster.draw(&self.scene, Some(Color::WHITE));
        self.raster.pixels().to_vec()
    }
}

mod one_picture_for_every_moment {
    use super::*;

    const LENGTH: f64 = 2.0;
    /// Moments that every one of these rates shows: 6 a second.
    const RATES: [u32; 4] = [24, 30, 60, 144];
    const COMMON: u32 = 6;

    fn moments() -> impl DoubleEndedIterator<Item = u32> {
        0..(LENGTH as u32 * COMMON)
    }

    /// Moment k of the common ones, as frame `k * rate / 6` of a film at that rate.
    fn time(moment: u32, rate: u32) -> f64 {
        f64::from(moment * (rate / COMMON)) / f64::from(rate)
    }

    /// Each reached by itself, with nothing drawn before.
    fn sought(show: &Performance) -> Vec<Vec<u8>> {
        moments().map(|k| Player::new().picture(show, time(k, COMMON))).collect()
    }

    #[test]
    fn playing_at_any_rate_shows_what_seeking_shows() {
        for name in ["lopi", "pera"] {
            let show = busy(name);
            let sought = sought(&show);
            for rate in RATES {
                let mut player = Player::new();
                let mut played = Vec::new();
                for frame in 0..LENGTH as u32 * rate {
                    let picture = player.picture(&show, f64::from(frame) / f64::from(rate));
                    if frame % (rate / COMMON) == 0 {
                        played.push(picture);
                    }
                }
                assert!(played == sought, "{name} at {rate} frames a second");
            }
        }
    }

    #[test]
    fn playing_backwards_shows_the_same() {
        let show = busy("lopi");
        let mut player = Player::new();
        let mut played: Vec<_> = moments().rev().map(|k| player.picture(&show, time(k, COMMON))).collect();
        played.reverse();
        assert!(played == sought(&show));
    }

    #[test]
    fn eight_threads_show_the_same() {
        let show = busy("lopi");
        let mut played = vec![Vec::new(); moments().count()];
        thread::scope(|scope| {
            let lanes: Vec<_> = (0..8)
                .map(|lane| {
                    let show = &show;
                    let draw = move |player: &mut Player, k| (k, player.picture(show, time(k, COMMON)));
                    scope.spawn(move || {
                        let mut player = Player::new();
                        moments().filter(|k| k % 8 == lane).map(|k| draw(&mut player, k)).collect::<Vec<_>>()
                    })
                })
                .collect();
            for (k, picture) in lanes.into_iter().flat_map(|lane| lane.join().unwrap()) {
                played[k as usize] = picture;
            }
        });
        assert!(played == sought(&show));
    }

    /// K18. Asking twice changes nothing.
    #[test]
    fn drawing_a_frame_twice_does_not_advance_it() {
        let show = busy("pera");
        let mut player = Player::new();
        assert!(moments().all(|k| player.picture(&show, time(k, 6)) == player.picture(&show, time(k, 6))));
    }
}

mod nothing_jumps {
    use super::*;

    /// How much of the picture changes in the largest step between two frames, over a span of time.
    fn largest_step(show: &Performance, (from, to): (f64, f64), rate: f64) -> f64 {
        let mut player = Player::new();
        let mut last = player.picture(show, from);
        let mut largest: f64 = 0.0;
        for k in 1..=((to - from) * rate) as u32 {
            let next = player.picture(show, from + f64::from(k) / rate);
            let sum: u32 = last.iter().zip(&next).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
            largest = largest.max(f64::from(sum));
            last = next;
        }
        largest
    }

    /// A motion is the smaller the shorter the step; a jump is as large however short it is. From 60 to 240 frames a
    /// second, a step of a motion shrinks to about a quarter. What is a jump would stay whole.
    fn assert_smooth(show: &Performance, span: (f64, f64), what: &str) {
        let [slow, fast] = [60.0, 240.0].map(|rate| largest_step(show, span, rate));
        // Rounding alone moves some pixels by a level.
        assert!(fast <= 0.5 * slow + 300.0, "{what}: {slow} a frame at 60, {fast} at 240");
    }

    #[test]
    fn entering_and_leaving_any_state_is_smooth() {
        for (i, to) in cast()[0].states().iter().enumerate() {
            let name = ["nubo", "lopi", "tilo", "pera", "mokka", "bap"][i % 6];
            let show = with(opens(name, "idle"), &[(0.2, state(&to.name)), (0.9, state("idle"))]);
            assert_smooth(&show, (0.1, 1.5), &format!("{name}: idle, {}, idle", to.name));
        }
    }

    #[test]
    fn changing_face_is_smooth_in_mid_motion_mid_blink_and_mid_change() {
        use FaceKind::{Cute, Eyes, Line};
        let show = opens("nubo", "idle");
        // The lid on its way down.
        let lid = |t: f64| show.frame(t).eyes[0].lid;
        let blink = (0..4000).map(|k| f64::from(k) / 1000.0).find(|t| lid(*t) < 0.5).unwrap();
        for (from, to) in [(Cute, Eyes), (Eyes, Line), (Line, Cute), (Cute, Line), (Line, Eyes), (Eyes, Cute)] {
            let still = Still { face: Some(from), ..Still::default() };
            let opens = || Performance::new(character("nubo"), "idle", still, 7).unwrap();
            let in_blink = with(opens(), &[(blink, Cue::Face(to))]);
            assert_smooth(&in_blink, (blink - 0.1, blink + 0.8), &format!("{from:?} to {to:?} in a blink"));
            let cues = [
                (0.2, Cue::Pulse(Pulse::Shake)),
                (0.3, state("angry")),
                (0.38, Cue::Face(to)),
                (0.5, Cue::Face(from)),
                (0.56, state("love")),
            ];
            let in_motion = with(opens(), &cues);
            assert_smooth(&in_motion, (0.1, 1.4), &format!("{from:?} to {to:?} in motion"));
        }
    }

    /// K19. Colours too: a change in the middle of a change.
    #[test]
    fn changing_colour_is_smooth() {
        assert_smooth(&busy("lopi"), (0.7, 1.8), "lopi from sky to tomato and back");
    }

    /// The check itself finds a jump: reduced motion does everything at once.
    #[test]
    #[should_panic(expected = "at 240")]
    fn a_jump_is_found() {
        let show = with(opens("nubo", "idle"), &[(0.0, Cue::ReducedMotion(true)), (0.5, state("happy"))]);
        assert_smooth(&show, (0.1, 1.0), "nubo with reduced motion");
    }
}

mod a_change_in_a_change {
    use super::*;

    /// Where the eyes, the mouth and the body are, in canvas units.
    fn points(show: &Performance, t: f64) -> Vec<f64> {
        let frame = show.frame(t);
        let placement = place(show.character(), &frame);
        let mut points: Vec<f64> = Vec::new();
        for part in [Part::EyeRight, Part::EyeLeft, Part::Mouth] {
            let at = placement.feature(&part).map_or([0.0; 2], |f| {
                let middle = placement.body * f.center;
                [middle.x + f.clamp.x, middle.y + f.clamp.y]
            });
            points.extend(at);
        }
        let crown = placement.body * kurbo::Point::new(100.0, 40.0);
        points.extend([crown.x, crown.y]);
        points
    }

    /// The furthest any of them goes from one frame to the next, at 60 frames a second.
    fn furthest(show: &Performance, from: f64, to: f64) -> f64 {
        let mut last = points(show, from);
        let mut furthest: f64 = 0.0;
        for k in 1..=((to - from) * 60.0) as u32 {
            let next = points(show, from + f64::from(k) / 60.0);
            for (a, b) in last.chunks(2).zip(next.chunks(2)) {
                furthest = furthest.max(libm::hypot(b[0] - a[0], b[1] - a[1]));
            }
            last = next;
        }
        furthest
    }

    /// Gestures and waves included: no chain of two changes throws any point of the face further in a frame than the
    /// liveliest single change does. (Each number by itself is held to the changes of its own chain: see `channels`.)
    #[test]
    fn nothing_goes_further_in_a_frame_than_in_a_single_change() {
        let names: Vec<String> = cast()[0].states().iter().map(|s| s.name.clone()).collect();
        let after = |i: usize, step: usize| names[(i + step) % names.len()].as_str();
        let (mut single, mut chained) = ((0.0, String::new()), (0.0, String::new()));
        let keep_larger = |worst: &mut (f64, String), show: Performance, what: String| {
            let found = furthest(&show, 0.9, 2.4);
            if found > worst.0 {
                *worst = (found, what);
            }
        };
        for (i, a) in names.iter().enumerate() {
            for step in (1..names.len()).step_by(2) {
                let b = after(i, step);
                keep_larger(&mut single, with(opens("nubo", a), &[(1.0, state(b))]), format!("{a}, {b}"));
            }
            for step in [1, 7] {
                let (b, c) = (after(i, step), after(i, 3 * step + 2));
                for gap in [0.1, 0.2] {
                    let show = with(opens("nubo", a), &[(1.0, state(b)), (1.0 + gap, state(c))]);
                    keep_larger(&mut chained, show, format!("{a}, {b}, and {gap} s later {c}"));
                }
            }
        }
        assert!(chained.0 <= single.0, "{chained:?} is more than {single:?}");
    }
}

mod a_film_that_plays_over_and_over {
    use super::*;

    /// Where every shape is on the canvas, as far as it is seen: what is clear may go anywhere. The hourglass is left out:
    /// once turned over it looks as before, but what was above is below.
    fn numbers(show: &Performance, t: f64) -> Vec<f64> {
        let mut scene = Scene::new();
        compose(show.character(), &show.frame(t), &Drawing::default(), &mut scene);
        let mut numbers = Vec::new();
        for shape in scene.shapes().iter().filter(|shape| shape.part != Part::Overlay("hourglass")) {
            let outline = shape.transform * kurbo::BezPath::from_vec(scene.outline(shape).to_vec());
            let bounds = kurbo::Shape::bounding_box(&outline);
            numbers.extend([bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|v| v * shape.opacity));
            numbers.push(shape.opacity);
        }
        numbers
    }

    /// F17. Frame N would be frame 0 again, and the step over the seam is like any other.
    #[test]
    fn ends_where_it_begins_in_every_state() {
        for (i, state) in cast()[0].states().iter().enumerate() {
            let name = ["nubo", "lopi", "tilo", "pera", "mokka", "bap"][i % 6];
            for length in [2.0, 4.5] {
                let mut show = opens(name, &state.name);
                show.set_film(length).unwrap();
                let mut player = Player::new();
                let first = player.picture(&show, 0.0);
                assert!(player.picture(&show, length) == first, "{name}, {}, {length} s", state.name);
                let (before, after) = (numbers(&show, length - 1e-6), numbers(&show, length + 1e-6));
                assert_eq!(before.len(), after.len(), "{name}, {}, {length} s: shapes", state.name);
                let worst = before.iter().zip(&after).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                // In two millionths of a second the fastest mark goes less than a thousandth of a unit.
                assert!(worst < 1e-3, "{name}, {}, {length} s: {worst} at the seam", state.name);
            }
        }
    }

    /// K4. It still lives: it blinks, and it moves.
    #[test]
    fn is_alive_in_between() {
        for seed in 0..20 {
            let mut show = Performance::new(character("nubo"), "idle", Still::default(), seed).unwrap();
            show.set_film(4.0).unwrap();
            let lowest = (0..400).map(|k| show.frame(f64::from(k) / 100.0).eyes[0].lid).fold(1.0, f64::min);
            assert!(lowest < 0.2, "seed {seed} never blinks");
            assert!(show.frame(1.0) != show.frame(3.0));
        }
    }

    #[test]
    fn cues_that_do_not_lead_back_are_found() {
        let mut show = with(opens("nubo", "idle"), &[(1.0, state("happy"))]);
        show.set_film(4.0).unwrap();
        assert!(show.seam(4.0) > 0.5);
        show.cue(2.5, state("idle")).unwrap();
        assert!(show.seam(4.0) < 0.01, "{}", show.seam(4.0));
        for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
            assert!(show.set_film(wrong).is_err(), "{wrong}");
        }
    }
}

/// Cases D and K1 to K4.
mod lids {
    use super::*;

    fn in_face(name: &str, state: &str, face: FaceKind, seed: u64) -> Performance {
        let still = Still { face: Some(face), ..Still::default() };
        Performance::new(character(name), state, still, seed).unwrap()
    }

    fn frames(seconds: u32, rate: u32) -> impl Iterator<Item = f64> {
        (0..seconds * rate).map(move |k| f64::from(k) / f64::from(rate))
    }

    /// D1.
    #[test]
    fn both_eyes_blink_together() {
        for face in FaceKind::ALL.map(|(_, face)| face) {
            let show = in_face("nubo", "idle", face, 3);
            for t in frames(60, 30) {
                let [right, left] = show.frame(t).eyes.map(|eye| eye.lid);
                assert_eq!(right, left, "{face:?} at {t}");
            }
        }
    }

    /// D6. The eye that winks stays as it is; the other one blinks.
    #[test]
    fn a_wink_is_not_undone_by_a_blink() {
        let show = in_face("nubo", "wink", FaceKind::Cute, 3);
        let still = Still::default().frame(show.character(), show.character().state("wink").unwrap());
        // How tall the eye that winks is, along its own axis on the canvas (it turns a little with the head).
        let height = |frame: &phiz::Frame| {
            let mut scene = Scene::new();
            compose(show.character(), frame, &Drawing::default(), &mut scene);
            let eye = scene.shapes().iter().find(|shape| shape.part == Part::EyeLeft).unwrap();
            let outline = eye.transform * kurbo::BezPath::from_vec(scene.outline(eye).to_vec());
            kurbo::Shape::bounding_box(&outline).height()
        };
        let most = height(&still);
        let mut lowest: f64 = 1.0;
        for t in frames(20, 60) {
            let frame = show.frame(t);
            // A few degrees of roll make the box of an arc, twice as wide as tall, a tenth taller.
            assert!(height(&frame) <= 1.2 * most, "at {t}: {} of {most}", height(&frame));
            lowest = lowest.min(frame.eyes[0].lid / still.eyes[0].lid);
        }
        assert!(lowest < 0.2, "the other eye never blinks: {lowest}");
    }

    /// K2, D12. A blink slides nothing: not the eyes of a gaze that is held, not the strokes of the line face.
    #[test]
    fn a_blink_moves_no_eye() {
        for face in FaceKind::ALL.map(|(_, face)| face) {
            let still = Still { face: Some(face), look: Look::new(1.0, 0.5).unwrap(), ..Still::default() };
            let show = Performance::new(character("lopi"), "idle", still, 3).unwrap();
            let mut blinked = false;
            for t in frames(6, 60) {
                let frame = show.frame(t);
                let mut open = frame.clone();
                open.eyes.iter_mut().for_each(|eye| eye.lid = 1.0);
                blinked |= frame.eyes[0].lid < 0.3;
                let [shut, open] = [&frame, &open].map(|frame| place(show.character(), frame));
                for part in [Part::EyeRight, Part::EyeLeft, Part::Mouth] {
                    let at = |placement: &phiz::Placement| placement.feature(&part).map(|f| (f.center, f.clamp));
                    assert_eq!(at(&shut), at(&open), "{face:?}, {part:?} at {t}");
                }
            }
            assert!(blinked, "{face:?}");
        }
    }

    /// D14. Eyes that look down are as open as before.
    #[test]
    fn looking_down_shuts_no_eye() {
        let down = Still { look: Look::new(0.0, -1.0).unwrap(), ..Still::default() };
        let down = Performance::new(character("nubo"), "idle", down, 3).unwrap();
        let ahead = opens("nubo", "idle");
        assert_eq!(down.frame(0.0).eyes[0].lid, ahead.frame(0.0).eyes[0].lid);
    }

    /// K1, D4, K4. Who may blink does so within four seconds, for as long as a film of 24 frames a second can show; who
    /// sleeps never opens an eye.
    #[test]
    fn every_film_of_four_seconds_has_a_blink_unless_the_state_forbids_it() {
        for state in cast()[0].states() {
            for seed in 0..6 {
                let show = in_face("nubo", &state.name, FaceKind::Cute, seed);
                let open = show.frame(0.0).eyes[0].lid;
                let lids: Vec<f64> = frames(4, 24).map(|t| show.frame(t).eyes[0].lid).collect();
                if state.life.blink.is_some() {
                    let lowest = lids.iter().copied().fold(1.0, f64::min);
                    assert!(lowest < 0.75 * open, "{}, seed {seed}: {lowest} of {open}", state.name);
                } else if state.life.waves.is_empty() {
                    assert!(lids.iter().all(|lid| *lid == open), "{}, seed {seed}", state.name);
                }
            }
        }
    }
}
