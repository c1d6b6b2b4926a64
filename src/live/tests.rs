//! The loop, with a clock, a mouse and a screen of the tests' own.

use std::sync::Arc;

use phiz::gaze::{PointerEvent, Trace};
use phiz::{
    Character, Color, Compression, Drawing, Error, FaceKind, Frame, Performance, Pose, Projection, Raster, Scene,
    Script, Source, Still, Style, compose, encode_png,
};

use super::panel::{Action, Axis, Choice, Control};
use super::run::Desk;
use super::stage::{Input, Key, Reading, Surface};
use super::stats::{Cost, Mode, Stats};
use super::take::{Opening, Take};
use super::{Canvas, Look, Place, Session, Setup, Terms, run};

pub fn opening() -> Opening {
    Opening {
        character: "nubo".into(),
        state: "idle".into(),
        still: Still { face: Some(FaceKind::Cute), ..Still::default() },
        home: [None; 3],
        color: None,
        seed: 0,
        reduced: false,
        projection: Projection::Tangent,
        style: Style::SOLID,
        shadow: true,
        size: (64, 64),
        background: None,
    }
}

/// The clock begins here; all times are multiples of 1/1024 s, so that sums of them are exact.
const START: f64 = 1000.0;
const GRAIN: f64 = 1024.0;

/// What a test says of the world at a moment, in seconds since the start.
type World = Box<dyn Fn(f64) -> Option<Reading>>;

struct Fake {
    world: World,
    keys: Vec<(f64, Key)>,
    now: f64,
    /// How much of each wait is slept; the rest is cut short.
    sleeps: f64,
    shown: Vec<(f64, Vec<u32>, (u32, u32))>,
    titles: Vec<String>,
    rounds: usize,
}

impl Fake {
    fn new(world: impl Fn(f64) -> Option<Reading> + 'static) -> Self {
        let (keys, shown, titles) = (Vec::new(), Vec::new(), Vec::new());
        Self { world: Box::new(world), keys, now: START, sleeps: 1.0, shown, titles, rounds: 0 }
    }

    fn with_keys(self, keys: &[(f64, Key)]) -> Self {
        Self { keys: keys.to_vec(), ..self }
    }
}

impl Input for Fake {
    fn read(&mut self, keys: &mut Vec<Key>) -> Option<Reading> {
        self.rounds += 1;
        let time = self.now - START;
        keys.extend(self.keys.iter().filter(|(at, _)| *at <= time).map(|(_, key)| *key));
        self.keys.retain(|(at, _)| *at > time);
        (self.world)(time).map(|reading| Reading { now: self.now, ..reading })
    }

    fn processor(&self) -> f64 {
        0.0
    }

    fn wait(&mut self, seconds: f64) {
        self.now = ((self.now + self.sleeps * seconds) * GRAIN).round().max(self.now * GRAIN + 1.0) / GRAIN;
    }
}

impl Surface for Fake {
    fn show(&mut self, pixels: &[u32], size: (u32, u32)) -> Result<(), Error> {
        assert_eq!(pixels.len(), size.0 as usize * size.1 as usize);
        self.shown.push((self.now - START, pixels.to_vec(), size));
        Ok(())
    }

    fn title(&mut self, text: &str) {
        self.titles.push(text.to_owned());
    }
}

#[derive(Default)]
struct Shelf {
    stills: Vec<(Vec<u8>, (u32, u32), f64)>,
    takes: Vec<Take>,
    told: Vec<String>,
    full: bool,
}

impl Desk for Shelf {
    fn still(&mut self, _: &str, rgba: &[u8], size: (u32, u32), time: f64) -> Result<String, Error> {
        if self.full {
            return Err(Error::Encode { format: "PNG", reason: "the shelf is full".into() });
        }
        self.stills.push((rgba.to_vec(), size, time));
        Ok("still.png".into())
    }

    fn take(&mut self, take: &Take) -> Result<String, Error> {
        self.takes.push(take.clone());
        Ok("take.csv".into())
    }

    fn tell(&mut self, error: &Error) {
        self.told.push(error.to_string());
    }
}

const GROUND: Color = Color::rgb(240, 240, 236);
const SIZE: (u32, u32) = (96, 96);

fn setup(character: &str) -> Setup {
    let mut cast: Vec<(String, Option<Arc<Character>>)> =
        Character::builtin_names().map(|name| (name.to_owned(), None)).collect();
    let who = cast.iter().position(|(name, _)| name == character).unwrap();
    cast[who].1 = Some(Arc::new(Character::builtin(character).unwrap()));
    Setup {
        cast,
        who,
        opening: Opening { still: Still::default(), seed: 5, ..opening() },
        everywhere: false,
        record: false,
    }
}

fn calm(character: &str) -> Setup {
    let setup = setup(character);
    Setup { opening: Opening { reduced: true, ..setup.opening }, ..setup }
}

fn terms() -> Terms {
    Terms { fps: 60.0, scale: 1.0, panel: false, duration: None, frames: None }
}

fn session(setup: Setup) -> Session {
    Session::new(setup).unwrap()
}

fn canvas() -> Canvas {
    Canvas::new(Look { projection: Projection::Tangent, shadow: true, style: Style::SOLID, ground: GROUND })
}

/// Runs to the end of the world.
fn play(fake: &mut Fake, session: &mut Session, terms: &Terms) -> (Shelf, Stats) {
    let mut shelf = Shelf::default();
    let stats = run(fake, session, &mut canvas(), &mut shelf, terms).unwrap();
    (shelf, stats)
}

fn reading(size: (u32, u32), pointer: Option<[f64; 2]>, pressed: bool) -> Reading {
    Reading { now: 0.0, size, pointer, pressed }
}

/// A window that nobody points at, for so many seconds.
fn quiet(seconds: f64) -> Fake {
    Fake::new(move |t| (t < seconds).then(|| reading(SIZE, None, false)))
}

/// A mouse that comes, clicks, drags and leaves.
fn lively(t: f64) -> Reading {
    let (x, y) = (48.0 + 40.0 * libm::sin(2.0 * t), 40.0 + 30.0 * libm::cos(1.3 * t));
    match t {
        t if t < 0.25 => reading(SIZE, Some([0.0, 0.0]), false),
        t if t < 1.5 => reading(SIZE, Some([x, y]), false),
        t if t < 1.625 => reading(SIZE, Some([48.0, 60.0]), true),
        t if t < 2.0 => reading(SIZE, Some([48.0, 60.0]), false),
        t if t < 3.0 => reading(SIZE, Some([48.0 + 60.0 * (t - 2.0), 60.0]), true),
        t if t < 3.5 => reading(SIZE, Some([150.0, 60.0]), false),
        _ => reading(SIZE, None, false),
    }
}

/// The window's pixels of a moment, drawn from scratch.
fn drawn(performance: &Performance, t: f64) -> Vec<u32> {
    let (mut scene, mut raster) = (Scene::new(), Raster::new(SIZE.0, SIZE.1).unwrap());
    let drawing = Drawing { pixels: Some(f64::from(SIZE.0)), ..Drawing::default() };
    compose(performance.character(), &performance.frame(t), &drawing, &mut scene);
    raster.draw(&scene, Some(GROUND));
    raster.pixels().as_chunks().0.iter().map(|[r, g, b, a]| u32::from_be_bytes([*a, *r, *g, *b])).collect()
}

/// What `phiz render --cursor --script` makes of a recording.
fn replayed(take: &Take, character: &Character) -> Performance {
    let trace = Trace::parse("t.csv", take.trace.to_csv().as_bytes()).unwrap();
    let script = take.script().map(|toml| Script::parse("t.toml", toml.as_bytes(), character).unwrap());
    let o = &take.opening;
    let character = o.color.map_or_else(|| character.clone(), |color| character.recolored(color));
    let mut performance = Performance::new(Arc::new(character), &o.state, o.still, o.seed).unwrap();
    let mut events = trace.events().iter().peekable();
    for (time, cue) in script.iter().flat_map(|script| &script.cues) {
        while let Some((at, event)) = events.next_if(|(at, _)| at < time) {
            performance.pointer(*at, *event).unwrap();
        }
        performance.cue(*time, cue.clone()).unwrap();
    }
    for (at, event) in events {
        performance.pointer(*at, *event).unwrap();
    }
    performance
}

#[test]
fn a_recording_shows_every_frame_again_to_the_byte() {
    for keys in [&[][..], &[(0.5, Key::Right), (1.0, Key::Sign('f')), (1.25, Key::Sign('c')), (2.5, Key::Sign('0'))]] {
        let mut fake = Fake::new(|t| (t < 5.0).then(|| lively(t))).with_keys(keys);
        let mut session = session(Setup { record: true, ..setup("lopi") });
        let (shelf, _) = play(&mut fake, &mut session, &terms());
        let take = &shelf.takes[0];
        assert_eq!((shelf.takes.len(), take.cues.len(), take.opening.size), (1, keys.len(), SIZE));
        assert!(take.trace.events().iter().any(|(_, event)| matches!(event, PointerEvent::Press { .. })));
        let again = replayed(take, &Character::builtin("lopi").unwrap());
        assert!(fake.shown.len() > 150, "{}", fake.shown.len());
        for (t, pixels, _) in &fake.shown {
            assert!(*pixels == drawn(&again, *t), "at {t}");
        }
    }
}

#[test]
fn a_recording_that_begins_later_begins_with_a_character_that_begins_anew() {
    let keys = [(0.5, Key::Right), (0.6, Key::Sign('c')), (1.0, Key::Sign('r')), (3.75, Key::Sign('r'))];
    let mut fake = Fake::new(|t| (t < 5.0).then(|| lively(t))).with_keys(&keys);
    let mut session = session(setup("nubo"));
    let (shelf, _) = play(&mut fake, &mut session, &terms());
    let [take] = shelf.takes.as_slice() else { panic!("{} takes", shelf.takes.len()) };
    assert!(take.opening.color.is_some() && take.opening.state != "idle" && take.cues.is_empty());
    assert!((take.length - 2.75).abs() < 0.02, "{}", take.length);
    let again = replayed(take, &Character::builtin("nubo").unwrap());
    let began = fake.shown.iter().map(|(t, ..)| *t).find(|t| *t >= 1.0).unwrap();
    let taken: Vec<_> = fake.shown.iter().filter(|(t, ..)| (began..3.75).contains(t)).collect();
    assert!(taken.len() > 80 && fake.titles.iter().any(|title| title.contains("recording")));
    for (t, pixels, _) in taken {
        assert!(*pixels == drawn(&again, t - began), "at {t}");
    }
}

#[test]
fn a_still_is_what_render_draws_of_the_moment() {
    let mut fake = Fake::new(|t| (t < 3.0).then(|| lively(t))).with_keys(&[(1.3, Key::Sign('s'))]);
    let mut session = session(Setup { record: true, ..setup("lopi") });
    let (shelf, _) = play(&mut fake, &mut session, &terms());
    let (rgba, size, time) = &shelf.stills[0];
    let again = replayed(&shelf.takes[0], &Character::builtin("lopi").unwrap());
    let (mut scene, mut raster, mut wanted) = (Scene::new(), Raster::new(SIZE.0, SIZE.1).unwrap(), Vec::new());
    let drawing = Drawing { pixels: Some(f64::from(SIZE.0)), ..Drawing::default() };
    compose(again.character(), &again.frame(*time), &drawing, &mut scene);
    raster.draw(&scene, None);
    raster.straight(&mut wanted);
    assert!(*size == SIZE && *rgba == wanted && (1.3..1.33).contains(time), "{time}");
}

#[test]
fn what_cannot_be_saved_is_told_and_the_show_goes_on() {
    let mut fake = quiet(1.0).with_keys(&[(0.5, Key::Sign('s'))]);
    let mut shelf = Shelf { full: true, ..Shelf::default() };
    run(&mut fake, &mut session(setup("nubo")), &mut canvas(), &mut shelf, &terms()).unwrap();
    assert_eq!(shelf.told, ["could not encode PNG: the shelf is full"]);
    assert!(fake.now > START + 0.99 && fake.titles.iter().any(|title| title.contains("did not work")));
}

#[test]
fn nothing_is_drawn_while_nothing_moves() {
    let mut fake = quiet(10.0);
    let (_, stats) = play(&mut fake, &mut session(calm("nubo")), &terms());
    assert_eq!(stats.frames(), 1);
    assert!(stats.of(Mode::Rest).seconds > 9.0);
    // The loop sleeps: 30 looks a second. And the same picture is shown now and then, as windows forget.
    assert!(fake.rounds < 330 && (15..25).contains(&fake.shown.len()), "{} {}", fake.rounds, fake.shown.len());
}

#[test]
fn idle_life_is_drawn_at_half_the_rate_and_a_pointer_is_followed_at_all_of_it() {
    let mut fake = quiet(10.0);
    let (_, idle) = play(&mut fake, &mut session(setup("nubo")), &terms());
    // 30 a second, and a few more in each blink.
    assert!((250..380).contains(&idle.frames()), "{}", idle.frames());
    let circle = |t: f64| reading((400, 400), Some([200.0 + 190.0 * libm::sin(4.0 * t), 200.0]), false);
    let mut fake = Fake::new(move |t| (t < 5.0).then(|| circle(t)));
    let (_, follows) = play(&mut fake, &mut session(setup("nubo")), &terms());
    assert!((220..302).contains(&follows.of(Mode::Busy).frames), "{follows}");
}

/// A body without parts that does not breathe, so that blinks and drift move nothing but its face.
#[test]
fn when_only_the_face_moves_only_the_face_is_drawn() {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><circle id="body" cx="100" cy="100" r="70" fill="#7bd389"/></svg>"##;
    let toml = "[states.idle]\nbreath = { depth = 0, period = 3 }\n";
    let source =
        Source { svg: ("disc.svg", svg.as_bytes()), toml: Some(("disc.toml", toml.as_bytes())), ..Source::default() };
    let disc = Arc::new(source.load().unwrap().character);
    let setup = Setup { cast: vec![("disc".into(), Some(disc))], who: 0, ..setup("nubo") };
    let (_, stats) = play(&mut quiet(10.0), &mut session(setup), &terms());
    let Cost { frames, faces, .. } = *stats.of(Mode::Idle);
    assert!(frames > 250 && faces == frames - 2, "all but the first, and one to keep what is below: {stats}");
    // One that breathes is drawn whole.
    let (_, stats) = play(&mut quiet(10.0), &mut session(self::setup("nubo")), &terms());
    assert_eq!(stats.of(Mode::Idle).faces, 0, "{stats}");
}

#[test]
fn draws_are_bounded_however_often_the_mouse_reports() {
    let circle = |t: f64| reading((400, 400), Some([200.0 + 190.0 * libm::sin(4.0 * t), 200.0]), false);
    for fps in [20.0, 60.0] {
        let mut fake = Fake { sleeps: 0.0, ..Fake::new(move |t| (t < 3.0).then(|| circle(t))) };
        let (_, stats) = play(&mut fake, &mut session(setup("nubo")), &Terms { fps, ..terms() });
        assert!(fake.rounds > 380, "{}", fake.rounds);
        assert!(stats.frames() as f64 <= 3.2 * fps, "{}", stats.frames());
    }
}

#[test]
fn after_a_night_it_goes_on_where_it_was() {
    let mut fake = Fake::new(|t| (t < 30_000.0).then(|| lively(if t < 2.0 { t } else { 1.0 })));
    let mut asleep = session(setup("nubo"));
    let mut shelf = Shelf::default();
    let mut canvas = canvas();
    run(&mut fake, &mut asleep, &mut canvas, &mut shelf, &Terms { duration: Some(2.0), ..terms() }).unwrap();
    let (before, drawn) = (asleep.time(), fake.shown.len());
    fake.now += 8.0 * 3600.0;
    run(&mut fake, &mut asleep, &mut canvas, &mut shelf, &Terms { duration: Some(1.0), ..terms() }).unwrap();
    let after = asleep.time() - before;
    assert!((1.0..1.3).contains(&after), "one short step, then as ever: {after}");
    assert!(fake.shown.len() - drawn <= 62);
}

/// Ten hours with a mouse that never rests, clicks, and keys; four looks a second make it 144 000 rounds.
#[test]
fn a_session_of_ten_hours_remembers_no_more_than_one_of_a_minute() {
    let mut long = session(Setup { record: true, ..setup("lopi") });
    let (mut minute, mut most) = (0, 0);
    for i in 0..10 * 3600 * 4_u32 {
        let now = START + 0.25 * f64::from(i);
        long.tick(now);
        if i % 97 == 0 {
            long.act(Action::Step(Choice::State, 1)).unwrap();
        }
        let reading = lively((0.25 * f64::from(i)) % 4.0);
        long.point(reading.pointer, reading.pressed, SIZE, Canvas::viewport(SIZE)).unwrap();
        if i % 40 == 0 {
            let remembered = long.remembered();
            minute = if i < 240 { minute.max(remembered) } else { minute };
            most = most.max(remembered);
        }
    }
    // Each state that was held is remembered by its name.
    let states = long.character().states().len();
    assert!(most < minute + 40 * states, "{most}, {minute} in the first minute");
    // And it is as if it had forgotten nothing.
    let take = long.end().unwrap();
    assert!(take.trace.events().len() > 100_000 && take.cues.len() == 1485, "{}", take.trace.events().len());
    let again = replayed(&take, &Character::builtin("lopi").unwrap());
    for ahead in [0.0, 0.1, 2.0] {
        assert_eq!(again.frame(long.time() + ahead), long.frame_after(ahead), "{ahead}");
    }
}

#[test]
fn a_pause_stops_everything_and_ends_without_a_jump() {
    let keys = [(1.0, Key::Space), (4.0, Key::Space)];
    let mut fake = Fake::new(|t| (t < 6.0).then(|| lively(t.min(1.25)))).with_keys(&keys);
    let mut paused = session(setup("lopi"));
    let (_, stats) = play(&mut fake, &mut paused, &terms());
    assert!((paused.time() - 3.0).abs() < 0.04, "{}", paused.time());
    assert!(stats.of(Mode::Rest).seconds > 2.0 && fake.titles.iter().any(|title| title.contains("paused")));
    let still: Vec<_> = fake.shown.iter().filter(|(t, ..)| (1.02..4.0).contains(t)).collect();
    assert!(still.windows(2).all(|w| w[0].1 == w[1].1));
    // The first picture afterwards is hardly another than the last before.
    let next = fake.shown.iter().find(|(t, ..)| *t >= 4.0).unwrap();
    let apart = |(a, b): (&u32, &u32)| a.to_be_bytes().iter().zip(b.to_be_bytes()).any(|(a, b)| a.abs_diff(b) > 96);
    let different = still[0].1.iter().zip(&next.1).filter(|pair| apart(*pair)).count();
    assert!(different < 40, "{different} pixels");
}

#[test]
fn what_is_chosen_in_a_pause_is_shown_and_then_all_is_still_again() {
    let keys = [(1.0, Key::Space), (2.0, Key::Sign('c'))];
    let mut fake = quiet(6.0).with_keys(&keys);
    let mut paused = session(setup("nubo"));
    play(&mut fake, &mut paused, &terms());
    let at = |time: f64| &fake.shown.iter().rfind(|(t, ..)| *t < time).unwrap().1;
    assert!(at(2.0) == at(1.5) && at(6.0) == at(4.0) && at(6.0) != at(2.0));
    assert!(paused.time() < 1.0 + 1.3, "{}", paused.time());
}

#[test]
fn it_comes_home_when_the_pointer_leaves() {
    let mut fake = Fake::new(|t| (t < 15.0).then(|| lively(t)));
    let (mut visited, mut alone) = (session(setup("nubo")), session(setup("nubo")));
    play(&mut fake, &mut visited, &terms());
    play(&mut quiet(15.0), &mut alone, &terms());
    let (a, b): (Frame, Frame) = (visited.frame(), alone.frame());
    assert!((visited.time() - alone.time()).abs() < 0.02);
    assert!((0..2).all(|i| (a.gaze[i] - b.gaze[i]).abs() < 2e-3), "{:?} {:?}", a.gaze, b.gaze);
}

const WIDE: (u32, u32) = (736, 512);

/// The window's pixel in the middle of a control, and so far beside it in units.
fn on(control: Control, beside: f64) -> [f64; 2] {
    let center = control.area().center();
    Place::new(WIDE, 1.0).unwrap().to_window([center.x + beside, center.y])
}

#[test]
fn dragging_a_slider_turns_the_head() {
    for (_, axis) in Axis::ALL {
        let mut fake = Fake::new(move |t| {
            let place = on(Control::Slider(axis), if t < 1.0 { 0.0 } else { 60.0 * (t - 1.0).min(1.0) });
            (t < 5.0).then(|| reading(WIDE, Some(place), (0.5..3.0).contains(&t)))
        });
        let mut dragged = session(setup("nubo"));
        play(&mut fake, &mut dragged, &Terms { panel: true, ..terms() });
        let view = dragged.view(None);
        let angle = view.pose[axis as usize];
        assert!(angle > 0.6 * axis.most() && angle < axis.most(), "{axis:?}: {angle}");
        assert_eq!(view.pose.iter().filter(|angle| **angle != 0.0).count(), 1);
        // The head is there: what is left is drift, of a few degrees.
        let frame = dragged.frame();
        let turned = |pose: Pose| {
            frame
                .rotation
                .rows()
                .as_flattened()
                .iter()
                .zip((pose.rotation() * frame.home).rows().as_flattened())
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max)
        };
        let wanted = Pose::new(view.pose[0], view.pose[1], view.pose[2]).unwrap();
        assert!(turned(wanted) < 0.12 && turned(Pose::default()) > 0.3, "{axis:?}: {}", turned(wanted));
    }
}

#[test]
fn a_pointer_on_the_panel_is_not_followed() {
    let at = |place: [f64; 2]| Fake::new(move |t| (t < 4.0).then(|| reading(WIDE, Some(place), false)));
    let gaze = |place: [f64; 2], panel: bool| {
        let mut session = session(setup("nubo"));
        play(&mut at(place), &mut session, &Terms { panel, ..terms() });
        session.frame().gaze[0]
    };
    let place = on(Control::Slider(Axis::Turn), 0.0);
    assert!(gaze(place, false) > 0.1);
    assert!(gaze(place, true).abs() < 0.06, "{}", gaze(place, true));
}

#[test]
fn a_drag_of_the_character_may_cross_the_panel() {
    let world = |t: f64| {
        let place = if t < 1.5 { [250.0, 300.0] } else { on(Control::Slider(Axis::Turn), 30.0) };
        (t < 3.0).then(|| reading(WIDE, Some(place), t > 1.0))
    };
    let mut held = session(setup("nubo"));
    play(&mut Fake::new(world), &mut held, &Terms { panel: true, ..terms() });
    assert!(held.is_held() && held.view(None).pose == [0.0; 3]);
    assert!(held.frame().body.lean > 3.0, "it leans after the pointer: {}", held.frame().body.lean);
}

#[test]
fn the_panel_comes_and_goes() {
    let keys = [(1.0, Key::Tab), (2.0, Key::Tab)];
    let mut fake = Fake::new(|t| (t < 3.0).then(|| reading((300, 300), None, false))).with_keys(&keys);
    let mut session = session(calm("nubo"));
    play(&mut fake, &mut session, &terms());
    let at = |time: f64| &fake.shown.iter().rfind(|(t, ..)| *t < time).unwrap().1;
    assert!(at(1.0) != at(2.0) && at(1.0) == at(3.0));
}

/// Goldens in `snapshots/live`: PHIZ_ACCEPT=1 takes what is drawn today, once it has been looked at. As everywhere, channels may
/// differ by 1.
#[test]
fn the_window_looks_as_it_should() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/live");
    let accept = std::env::var_os("PHIZ_ACCEPT").is_some_and(|value| value == "1");
    let turn = on(Control::Slider(Axis::Turn), 0.0);
    let far = on(Control::Slider(Axis::Turn), 45.0);
    let drag = move |t: f64| if t < 0.5 { (turn, false) } else { (far, t < 1.0) };
    let record = on(Control::Button(Action::Record), 0.0);
    type Shot<'a> = (&'a str, &'a str, (u32, u32), World, &'a [(f64, Key)]);
    let at =
        |size, place: [f64; 2]| -> World { Box::new(move |t| (t < 3.0).then(|| reading(size, Some(place), false))) };
    let shots: [Shot<'_>; 5] = [
        ("looks_aside.png", "lopi", WIDE, at(WIDE, [60.0, 60.0]), &[]),
        (
            "turned.png",
            "nubo",
            WIDE,
            Box::new(move |t| (t < 3.0).then(|| reading(WIDE, Some(drag(t).0), drag(t).1))),
            &[],
        ),
        (
            "recording.png",
            "pera",
            WIDE,
            at(WIDE, record),
            &[(0.5, Key::Right), (0.6, Key::Sign('r')), (2.0, Key::Space)],
        ),
        ("square.png", "mokka", (400, 400), at((400, 400), [150.0, 380.0]), &[]),
        ("small.png", "nubo", (280, 280), at((280, 280), [20.0, 200.0]), &[]),
    ];
    let mut faults = Vec::new();
    for (name, character, size, world, keys) in shots {
        let mut fake = Fake { world, ..Fake::new(|_| None) }.with_keys(keys);
        play(&mut fake, &mut session(setup(character)), &Terms { panel: true, ..terms() });
        let (_, pixels, shown) = fake.shown.last().unwrap();
        assert_eq!(*shown, size);
        let rgba: Vec<u8> = pixels.iter().flat_map(|p| p.rotate_left(8).to_be_bytes()).collect();
        let path = folder.join(name);
        if accept {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, encode_png(size.0, size.1, &rgba, Compression::Smallest).unwrap()).unwrap();
            continue;
        }
        let golden = image::open(&path).map(|picture| picture.to_rgba8().into_raw()).unwrap_or_default();
        let apart = golden.iter().zip(&rgba).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(255);
        if golden.len() != rgba.len() || apart > 1 {
            let seen = std::env::temp_dir().join(format!("phiz-live-{name}"));
            std::fs::write(&seen, encode_png(size.0, size.1, &rgba, Compression::Fast).unwrap()).unwrap();
            faults.push(format!("{name} differs by up to {apart}: see {}", seen.display()));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}\nto accept: PHIZ_ACCEPT=1 cargo test --bin phiz looks_as_it_should");
}

/// In a small window there is no room for both.
#[test]
fn a_panel_that_covers_the_character_goes_when_it_is_not_used() {
    let small = (300, 300);
    let seconds_shown = |used_until: f64, window: (u32, u32)| {
        let mouse = move |t: f64| (t < used_until).then_some([f64::from(window.0) - 60.0, 150.0]);
        let mut fake = Fake::new(move |t| (t < 15.0).then(|| reading(window, mouse(t), false)));
        let mut session = session(calm("nubo"));
        play(&mut fake, &mut session, &Terms { panel: true, ..terms() });
        let last = &fake.shown.last().unwrap().1;
        fake.shown.iter().find(|(_, pixels, _)| pixels == last).unwrap().0
    };
    // Four seconds after it was last under the mouse; beside the character it stays.
    assert!((4.0..4.1).contains(&seconds_shown(0.0, small)), "{}", seconds_shown(0.0, small));
    assert!((8.9..9.1).contains(&seconds_shown(5.0, small)), "{}", seconds_shown(5.0, small));
    assert!(seconds_shown(0.0, WIDE) < 0.1);
}

#[test]
fn any_size_of_window_is_filled() {
    let sizes = [(96, 96), (1916, 525), (0, 0), (1, 1), (800, 400), (40, 300), (0, 300), (300, 300)];
    for panel in [false, true] {
        let world = move |t: f64| {
            let size = *sizes.get((4.0 * t) as usize)?;
            Some(reading(size, Some([20.0, 20.0]), false))
        };
        let mut fake = Fake::new(world);
        play(&mut fake, &mut session(setup("pera")), &Terms { panel, ..terms() });
        let mut seen: Vec<(u32, u32)> = fake.shown.iter().map(|(.., size)| *size).collect();
        seen.dedup();
        let wanted: Vec<_> = sizes.into_iter().filter(|(w, h)| *w > 0 && *h > 0).collect();
        assert_eq!(seen, wanted);
        // Every pixel is opaque in a window that is not seen through.
        assert!(fake.shown.iter().all(|(_, pixels, _)| pixels.iter().all(|pixel| pixel >> 24 == 255)));
    }
}

#[test]
fn keys_choose() {
    let keys: Vec<(f64, Key)> = [Key::Right, Key::Sign('f'), Key::Sign('c'), Key::Down, Key::Sign('m'), Key::Sign('q')]
        .into_iter()
        .enumerate()
        .map(|(i, key)| (0.5 + 0.25 * i as f64, key))
        .collect();
    let mut fake = quiet(9.0).with_keys(&keys);
    let mut chosen = session(Setup { record: true, ..setup("nubo") });
    let before = chosen.view(None).values;
    let (shelf, _) = play(&mut fake, &mut chosen, &terms());
    assert!(fake.now < START + 2.0, "q ends it");
    let after = chosen.view(None).values;
    assert!((0..4).all(|i| before[i].0 != after[i].0) && before[4] == after[4], "{after:?}");
    assert_eq!(chosen.character().name(), after[2].0);
    assert_eq!(shelf.takes.len(), 1, "another character ends the recording");
    let settled = chosen.frame();
    assert!(settled == chosen.frame() && settled.sway == phiz::Sway::default());
}

#[test]
fn another_style_is_another_picture_at_once_and_ends_a_recording() {
    let mut fake = quiet(3.0).with_keys(&[(1.0, Key::Sign('t'))]);
    let mut session = session(Setup { record: true, ..calm("nubo") });
    let (shelf, stats) = play(&mut fake, &mut session, &terms());
    assert_eq!((stats.frames(), session.view(None).values[4].0.as_str()), (2, Style::all()[1].name.as_str()));
    assert!(fake.shown[0].1 != fake.shown.last().unwrap().1);
    assert!(shelf.takes.len() == 1 && shelf.takes[0].opening.style == Style::SOLID && shelf.takes[0].length < 1.1);
    // A film of it says which it is.
    let take = Take::new(Opening { style: session.style(), ..opening() });
    assert!(take.command("t.csv", None).contains(&format!("--style {} ", Style::all()[1].name)));
}

#[test]
fn every_character_can_be_gone_through_and_is_the_first_again_in_the_end() {
    let count = Character::builtin_names().count();
    let keys: Vec<(f64, Key)> = (0..count).map(|i| (0.25 * (1.0 + i as f64), Key::Up)).collect();
    let mut fake = quiet(4.0).with_keys(&keys);
    let mut chosen = session(setup("mokka"));
    let (shelf, _) = play(&mut fake, &mut chosen, &terms());
    assert!(shelf.told.is_empty() && chosen.character().name() == "mokka");
    let mut names: Vec<&str> = fake.titles.iter().filter_map(|title| title.split(',').next()).collect();
    names.dedup();
    assert_eq!(names.len(), count + 1, "{names:?}");
}

#[test]
fn it_ends_after_so_many_frames_or_seconds() {
    let (_, stats) = play(&mut quiet(9.0), &mut session(setup("nubo")), &Terms { frames: Some(7), ..terms() });
    assert_eq!(stats.frames(), 7);
    let mut fake = quiet(9.0);
    play(&mut fake, &mut session(setup("nubo")), &Terms { duration: Some(1.5), ..terms() });
    assert!((1.5..1.55).contains(&(fake.now - START)), "{}", fake.now - START);
}
