//! The loop.

use phiz::{Error, Frame, Style};

use super::canvas::Canvas;
use super::pace::{self, Change, Pace, Step};
use super::panel::{Action, Choice, Panel, Place};
use super::session::{Request, Session};
use super::stage::{Input, Key, Reading, Surface};
use super::stats::{Mode, Stats};
use super::take::Take;

/// When and how it runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// At most so many frames a second.
    pub fps: f64,
    /// Pixels of one unit of the panel.
    pub scale: f64,
    /// Whether the panel is shown at first.
    pub panel: bool,
    /// After so many seconds it ends by itself.
    pub duration: Option<f64>,
    /// After so many frames it ends by itself.
    pub frames: Option<u64>,
}

/// Where stills and recordings go.
pub trait Desk {
    /// Saves a picture (straight RGBA) of a moment; the name it was given.
    ///
    /// # Errors
    /// If it cannot be saved.
    fn still(&mut self, character: &str, rgba: &[u8], size: (u32, u32), time: f64) -> Result<String, Error>;

    /// Saves a recording; the name it was given.
    ///
    /// # Errors
    /// If it cannot be saved.
    fn take(&mut self, take: &Take) -> Result<String, Error>;

    /// Tells of something that went wrong and may be passed over.
    fn tell(&mut self, error: &Error);
}

/// How long what has just happened is told, in seconds.
const NOTE: f64 = 3.0;
/// How long a panel that covers the character stays without being used, in seconds.
const COVERED: f64 = 4.0;

/// Runs a session until its window is closed, it is told to end, or its time is over.
///
/// # Errors
/// If the window fails, or a recording that its end closes cannot be saved.
pub fn run(
    stage: &mut (impl Input + Surface),
    session: &mut Session,
    canvas: &mut Canvas,
    desk: &mut dyn Desk,
    terms: &Terms,
) -> Result<Stats, Error> {
    let mut show = Show::new(terms);
    let mut keys = Vec::new();
    while let Some(reading) = stage.read(&mut keys) {
        let going_on = show.round(stage, session, canvas, desk, reading, &keys)?;
        keys.clear();
        if !going_on {
            break;
        }
        let wait = show.pace.wait(reading.now);
        stage.wait(wait);
    }
    if let Some(take) = session.end() {
        desk.take(&take)?;
    }
    Ok(show.stats)
}

/// What lasts from one round of the loop to the next.
struct Show<'a> {
    terms: &'a Terms,
    pace: Pace,
    panel: Panel,
    panel_shown: bool,
    /// When it was last wanted.
    panel_wanted: Option<f64>,
    /// It was drawn anew, and is still to be shown so.
    panel_waits: bool,
    /// What was last drawn.
    last: Option<Picture>,
    /// What has just happened, and until when it is told.
    note: Option<(String, f64)>,
    stats: Stats,
    mode: Mode,
    began: Option<f64>,
    /// The times of the last reading and of the processor then.
    before: Option<(f64, f64)>,
    title: Title,
}

/// A picture of the window: how the character is, who it is, and where.
struct Picture {
    frame: Frame,
    who: String,
    style: Style,
    window: (u32, u32),
    place: Option<Place>,
}

impl<'a> Show<'a> {
    fn new(terms: &'a Terms) -> Self {
        Self {
            terms,
            pace: Pace::new(terms.fps),
            panel: Panel::new(),
            panel_shown: terms.panel,
            panel_wanted: None,
            panel_waits: false,
            last: None,
            note: None,
            stats: Stats::default(),
            mode: Mode::Idle,
            began: None,
            before: None,
            title: Title::default(),
        }
    }

    /// One round: what happened, what comes of it, and a picture if there is a new one. False if it was the last.
    fn round(
        &mut self,
        stage: &mut (impl Input + Surface),
        session: &mut Session,
        canvas: &mut Canvas,
        desk: &mut dyn Desk,
        reading: Reading,
        keys: &[Key],
    ) -> Result<bool, Error> {
        let Reading { now, size: window, pressed, .. } = reading;
        let processor = stage.processor();
        if let Some((then, spent)) = self.before.replace((now, processor)) {
            self.stats.add(self.mode, now - then, processor - spent);
        }
        let began = *self.began.get_or_insert(now);
        session.tick(now);
        if window.0 == 0 || window.1 == 0 {
            // Nothing to see, and nowhere to point at.
            return Ok(self.goes_on(now - began));
        }

        let place = Place::new(window, self.terms.scale).filter(|_| self.panel_shown);
        session.resized(Canvas::area(window, place.as_ref()));
        let mouse = session.mouse(&reading);
        let asked = self.panel.mouse(place.as_ref(), mouse, pressed, !session.is_held());
        for action in keys.iter().filter_map(|key| action(*key)).chain(asked) {
            if !self.act(action, session, canvas, desk, window, now) {
                return Ok(false);
            }
            canvas.wear(session.style());
        }

        self.clear(window, mouse, now);
        let place = Place::new(window, self.terms.scale).filter(|_| self.panel_shown);
        let area = Canvas::area(window, place.as_ref());
        session.resized(area);
        // What the mouse does on the panel is none of the character's business.
        let on_panel = self.panel.is_grabbed()
            || place.zip(mouse).is_some_and(|(place, mouse)| place.contains(mouse)) && !session.is_held();
        if let Err(error) = session.point(mouse.filter(|_| !on_panel), pressed, window, Canvas::viewport(area)) {
            desk.tell(&error);
            self.act(Action::Record, session, canvas, desk, window, now);
        }

        self.picture(stage, session, canvas, window, place, now)?;
        if let Some(title) = self.title.at(now, self.stats.frames(), session, self.note.as_ref()) {
            stage.title(&title);
        }
        Ok(self.goes_on(now - began))
    }

    /// Hides a panel that covers the character once nobody has used it for a while.
    fn clear(&mut self, window: (u32, u32), mouse: Option<[f64; 2]>, now: f64) {
        let covers = Place::new(window, self.terms.scale).filter(|place| self.panel_shown && place.beside.is_none());
        let used = self.panel.is_grabbed() || covers.zip(mouse).is_some_and(|(place, mouse)| place.contains(mouse));
        if covers.is_none() || used {
            self.panel_wanted = Some(now);
        }
        self.panel_shown &= now - *self.panel_wanted.get_or_insert(now) < COVERED;
    }

    fn goes_on(&self, seconds: f64) -> bool {
        self.terms.duration.is_none_or(|most| seconds < most)
            && self.terms.frames.is_none_or(|most| self.stats.frames() < most)
    }

    /// Does what was asked for; false if that was to end.
    fn act(
        &mut self,
        action: Action,
        session: &mut Session,
        canvas: &mut Canvas,
        desk: &mut dyn Desk,
        window: (u32, u32),
        now: f64,
    ) -> bool {
        if action == Action::Panel {
            self.panel_shown = !self.panel_shown;
        }
        let place = Place::new(window, self.terms.scale).filter(|_| self.panel_shown);
        let saved = session.act(action).and_then(|request| match request {
            Some(Request::Quit) => Ok(Err(())),
            Some(Request::Still) => {
                let area = Canvas::area(window, place.as_ref());
                let rgba = canvas.still(session.character(), &session.frame(), area, session.background())?;
                desk.still(session.character().name(), &rgba, area, session.time()).map(|name| Ok(Some(name)))
            }
            Some(Request::Take(take)) => desk.take(&take).map(|name| Ok(Some(name))),
            None => Ok(Ok(None)),
        });
        match saved {
            Ok(Err(())) => return false,
            Ok(Ok(Some(name))) => self.note = Some((format!("saved {name}"), now + NOTE)),
            Ok(Ok(None)) => {}
            // What could not be saved or loaded is told; the show goes on.
            Err(error) => {
                desk.tell(&error);
                self.note = Some(("that did not work".into(), now + NOTE));
            }
        }
        true
    }

    /// Draws a picture, if there is a new one and it is time for it.
    fn picture(
        &mut self,
        stage: &mut impl Surface,
        session: &Session,
        canvas: &mut Canvas,
        window: (u32, u32),
        place: Option<Place>,
        now: f64,
    ) -> Result<(), Error> {
        self.note.take_if(|(_, until)| *until <= now);
        let (character, frame) = (session.character(), session.frame());
        let area = Canvas::area(window, place.as_ref());
        let moved = self.moved(session, &frame, window, place, f64::from(area.0.min(area.1)) / phiz::CANVAS);
        let note = self.note.as_ref().map(|(text, _)| text.as_str());
        let fresh = match &place {
            Some(place) => self.panel.draw(place, &session.view(note))?,
            None => false,
        };
        self.panel_waits |= fresh;
        let change = if self.panel_waits { Change::Other } else { moved };
        let step = self.pace.step(now, change);
        self.mode = match (session.is_busy(), self.pace.dozes(now)) {
            (_, true) => Mode::Rest,
            (true, _) => Mode::Busy,
            (false, _) => Mode::Idle,
        };
        match step {
            Step::Draw => {
                let shown = (moved > Change::None).then_some((character, &frame));
                let panel = place.as_ref().map(|place| (place, &self.panel));
                let drawn = canvas.draw(shown, window, panel, self.panel_waits)?;
                self.panel_waits = false;
                self.stats.drew(self.mode, drawn.face_alone);
                self.last =
                    Some(Picture { frame, who: character.name().to_owned(), style: session.style(), window, place });
            }
            Step::Show => {}
            Step::Wait => return Ok(()),
        }
        let (pixels, size) = canvas.pixels();
        if pixels.is_empty() { Ok(()) } else { stage.show(pixels, size) }
    }

    /// What has changed of the character since it was last drawn.
    fn moved(
        &self,
        session: &Session,
        frame: &Frame,
        window: (u32, u32),
        place: Option<Place>,
        pixels_per_unit: f64,
    ) -> Change {
        let character = session.character();
        let same = |last: &Picture| {
            last.who == character.name()
                && last.style == session.style()
                && (last.window, last.place) == (window, place)
        };
        match &self.last {
            Some(last) if same(last) => pace::change(character, &last.frame, frame, pixels_per_unit),
            _ => Change::Other,
        }
    }
}

/// What a key asks for.
fn action(key: Key) -> Option<Action> {
    Some(match key {
        Key::Tab => Action::Panel,
        Key::Space => Action::Pause,
        Key::Escape | Key::Sign('q') => Action::Quit,
        Key::Left => Action::Step(Choice::State, -1),
        Key::Right => Action::Step(Choice::State, 1),
        Key::Up => Action::Step(Choice::Character, -1),
        Key::Down => Action::Step(Choice::Character, 1),
        Key::Sign('f') => Action::Step(Choice::Face, 1),
        Key::Sign('t') => Action::Step(Choice::Style, 1),
        Key::Sign('c') => Action::Step(Choice::Color, 1),
        Key::Sign('s') => Action::Still,
        Key::Sign('r') => Action::Record,
        Key::Sign('m') => Action::Calm,
        Key::Sign('0') => Action::Straight,
        Key::Sign(_) => return None,
    })
}

/// The title of the window: who, what, and how fast.
#[derive(Default)]
struct Title {
    shown: String,
    pace: String,
    /// When frames were last counted, and how many there were.
    counted: Option<(f64, u64)>,
}

impl Title {
    /// The title, if it is another than before. Frames are counted over a second.
    fn at(&mut self, now: f64, frames: u64, session: &Session, note: Option<&(String, f64)>) -> Option<String> {
        let (since, before) = *self.counted.get_or_insert((now, frames));
        if now - since >= 1.0 {
            let rate = (frames - before) as f64 / (now - since);
            self.pace = if frames == before { "at rest".into() } else { format!("{rate:.0} fps") };
            self.counted = Some((now, frames));
        } else if self.pace.is_empty() {
            self.pace = "starting".into();
        }
        let title = note.map_or_else(|| session.title(&self.pace), |(note, _)| format!("{note} - phiz"));
        (title != self.shown).then(|| {
            self.shown.clone_from(&title);
            title
        })
    }
}
