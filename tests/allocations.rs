//! Nothing allocates per frame: once buffers are as large as they have to be, a frame is computed, placed and composed without asking
//! for memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use phiz::gaze::PointerEvent;
use phiz::{
    Character, Cue, Drawing, FaceKind, Look, Performance, Pose, Projection, Scene, Still, Style, compose, place,
};

/// The system's allocator, which counts what each thread asks for.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

impl Counting {
    fn count() {
        // While a thread ends, its counter may be gone.
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
    }
}

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::count();
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often something asked for memory.
fn asked(what: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    what();
    ASKED.get() - before
}

fn show(name: &str, face: FaceKind) -> Performance {
    let still = Still { face: Some(face), ..Still::default() };
    Performance::new(Character::builtin(name).unwrap().into(), "idle", still, 7).unwrap()
}

/// Asks for so many frames a second, from one time to another, as a renderer does; how often memory was asked for.
fn play(show: &Performance, scene: &mut Scene, projection: Projection, [from, to]: [f64; 2], fps: f64) -> u64 {
    let drawing = Drawing { projection, ..Drawing::default() };
    asked(|| {
        for k in 0..((to - from) * fps) as u32 {
            let frame = show.frame(from + f64::from(k) / fps);
            std::hint::black_box(place(show.character(), &frame));
            compose(show.character(), &frame, &drawing, scene);
        }
    })
}

#[test]
fn the_counter_counts() {
    assert_eq!(asked(|| drop(std::hint::black_box(vec![1, 2, 3]))), 1);
    assert_eq!(asked(|| assert_eq!(std::hint::black_box([1, 2, 3]).len(), 3)), 0);
}

#[test]
fn no_frame_of_any_state_in_any_face_asks_for_memory() {
    for name in Character::builtin_names() {
        let mut scene = Scene::new();
        for (_, face) in FaceKind::ALL {
            for (_, projection) in Projection::ALL {
                let mut show = show(name, face);
                let states: Vec<String> = show.character().states().iter().map(|s| s.name.clone()).collect();
                // Each comes in in the middle of the one before.
                for (i, state) in states.iter().enumerate() {
                    show.cue(0.4 * i as f64, Cue::State(state.clone())).unwrap();
                }
                let whole = [0.0, 0.4 * states.len() as f64 + 3.0];
                // The first time, buffers grow.
                play(&show, &mut scene, projection, whole, 60.0);
                let again = play(&show, &mut scene, projection, whole, 60.0);
                assert_eq!(again, 0, "{name}, {face:?}, {projection:?}");
            }
        }
    }
}

#[test]
fn nor_while_faces_poses_and_looks_change_and_a_pointer_is_followed() {
    let mut show = show("lopi", FaceKind::Cute);
    let at = |show: &mut Performance, t: f64, x: f64| show.pointer(t, PointerEvent::Move { x, y: 60.0 }).unwrap();
    for round in 0..6 {
        let t = 2.0 * f64::from(round);
        show.cue(t, Cue::Face(FaceKind::ALL[round as usize % 3].1)).unwrap();
        show.cue(t, Cue::State(["happy", "dizzy", "love"][round as usize % 3].into())).unwrap();
        show.cue(t + 0.1, Cue::Pose(Pose::new(20.0, -8.0, 5.0 * f64::from(round)).unwrap())).unwrap();
        show.cue(t + 0.2, Cue::Look(Look::new(0.5, -1.0).ok())).unwrap();
        for i in 0..60 {
            at(&mut show, t + 0.3 + 0.02 * f64::from(i), 100.0 + 90.0 * f64::from((i + round) % 7));
        }
        show.pointer(t + 1.5, PointerEvent::Press { x: 100.0, y: 110.0 }).unwrap();
        show.pointer(t + 1.6, PointerEvent::Release { x: 100.0, y: 110.0 }).unwrap();
        show.pointer(t + 1.7, PointerEvent::Leave).unwrap();
    }
    let mut scene = Scene::new();
    play(&show, &mut scene, Projection::Tangent, [0.0, 15.0], 60.0);
    assert_eq!(play(&show, &mut scene, Projection::Tangent, [0.0, 15.0], 60.0), 0);
}

#[test]
fn nor_does_a_frame_in_any_style() {
    let mut scene = Scene::new();
    for known in Style::all() {
        let show = show("mokka", FaceKind::Cute);
        let drawing = Drawing { style: known.style, ..Drawing::default() };
        let mut frames = || {
            asked(|| {
                (0..200).for_each(|k| compose(show.character(), &show.frame(f64::from(k) / 50.0), &drawing, &mut scene))
            })
        };
        frames();
        assert_eq!(frames(), 0, "{}", known.name);
    }
}

/// A session that is watched: the pointer moves with every frame, and what is past is forgotten.
#[test]
fn nor_does_a_live_session_that_has_gone_on_for_a_while() {
    let mut show = show("nubo", FaceKind::Cute);
    let mut scene = Scene::new();
    let mut minute = |show: &mut Performance, minute: u32| {
        let mut count = 0;
        for k in 0..60 * 60_u32 {
            let t = 60.0 * f64::from(minute) + f64::from(k) / 60.0;
            count += asked(|| {
                let (x, y) = (100.0 + 150.0 * libm::sin(1.3 * t), 90.0 + 60.0 * libm::cos(0.7 * t));
                let event = match k % 600 {
                    300 => PointerEvent::Press { x: 100.0, y: 110.0 },
                    310 => PointerEvent::Release { x: 100.0, y: 110.0 },
                    400..=500 => PointerEvent::Leave,
                    _ => PointerEvent::Move { x, y },
                };
                show.pointer(t, event).unwrap();
                show.advance(t);
                if k % 300 == 0 {
                    show.forget(t - 1.0);
                }
                let frame = show.frame(t);
                std::hint::black_box(place(show.character(), &frame));
                compose(show.character(), &frame, &Drawing::default(), &mut scene);
            });
        }
        count
    };
    minute(&mut show, 0);
    assert_eq!(minute(&mut show, 1), 0);
}
