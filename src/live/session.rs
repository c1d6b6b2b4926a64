//! A session: a character that is watched and asked for things while time goes on.

use std::sync::Arc;

use phiz::gaze::Viewport;
use phiz::{Character, Color, Cue, Error, FaceKind, Frame, NAMED_COLORS, Performance, Pose, Pulse, Still, Style};

use super::clock::Clock;
use super::panel::{Action, Axis, Choice, View};
use super::pointer::Pointer;
use super::stage::Reading;
use super::take::{Opening, Take};

/// How a session begins.
pub struct Setup {
    /// Who can be chosen, by the names of the command line. What is not loaded is a built-in character.
    pub cast: Vec<(String, Option<Arc<Character>>)>,
    /// Which of them it begins with.
    pub who: usize,
    /// As what, and how. Its character, size and the home pose of its still are filled in when a recording begins.
    pub opening: Opening,
    /// Follow the pointer beside the window too.
    pub everywhere: bool,
    /// Record from the beginning.
    pub record: bool,
}

/// What an action asks of the world around.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// To save what is shown.
    Still,
    /// To save a recording.
    Take(Box<Take>),
    /// To end.
    Quit,
}

/// So long before what is shown everything is remembered, in seconds; and how often older things are dropped.
const MEMORY: f64 = 1.0;
const TIDY: f64 = 5.0;
/// So long a change that is made in a pause may take, in seconds.
const CHANGE: f64 = 1.2;

/// A character, its time, and what is asked of it.
pub struct Session {
    setup: Setup,
    clock: Clock,
    performance: Performance,
    pointer: Pointer,
    /// The colours to choose from, and which is worn.
    colors: Vec<(String, Option<Color>)>,
    color: usize,
    /// The colour the performance began in.
    worn: Option<Color>,
    take: Option<Take>,
    tidied: f64,
    /// The size of the picture.
    size: (u32, u32),
}

impl Session {
    /// # Errors
    /// If the character cannot be loaded or does not know the state.
    pub fn new(setup: Setup) -> Result<Self, Error> {
        let mut colors: Vec<(String, Option<Color>)> = vec![("its own".into(), None)];
        colors.extend(NAMED_COLORS.map(|(name, color)| (name.to_owned(), Some(color))));
        if setup.opening.color.is_some_and(|color| colors.iter().all(|(_, known)| *known != Some(color))) {
            colors.push((setup.opening.color.map_or(String::new(), |c| c.to_string()), setup.opening.color));
        }
        let color = colors.iter().position(|(_, color)| *color == setup.opening.color).unwrap_or(0);
        let character = load(&setup.cast, setup.who)?;
        let performance = perform(&setup, &character, setup.opening.color)?;
        let (pointer, worn, record) = (Pointer::new(setup.everywhere), setup.opening.color, setup.record);
        let clock = Clock::default();
        let take = None;
        let mut session =
            Self { setup, clock, performance, pointer, colors, color, worn, take, tidied: 0.0, size: (0, 0) };
        if record {
            session.take = Some(Take::new(session.opening()));
        }
        Ok(session)
    }

    /// Session time, in seconds.
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// Whether time goes on.
    pub fn runs(&self) -> bool {
        self.clock.runs()
    }

    pub fn character(&self) -> &Character {
        self.performance.character()
    }

    /// How it is drawn.
    pub fn style(&self) -> Style {
        self.setup.opening.style
    }

    /// What is behind the character in stills.
    pub fn background(&self) -> Option<Color> {
        self.setup.opening.background
    }

    /// How the character is now.
    pub fn frame(&self) -> Frame {
        self.performance.frame(self.time())
    }

    /// Whether it answers something that was asked, or follows the pointer.
    pub fn is_busy(&self) -> bool {
        self.runs() && self.performance.rests_from().is_none_or(|rest| rest > self.time())
    }

    /// Whether the mouse drags the character.
    pub fn is_held(&self) -> bool {
        self.pointer.holds()
    }

    /// A mouse reading that is one.
    pub fn mouse(&mut self, reading: &Reading) -> Option<[f64; 2]> {
        self.pointer.reading(reading.pointer)
    }

    /// Time goes on.
    pub fn tick(&mut self, now: f64) {
        self.clock.tick(now);
        let time = self.time();
        self.performance.advance(time);
        if time > self.tidied + TIDY {
            self.tidied = time;
            self.performance.forget(time - MEMORY);
        }
        if let Some(take) = &mut self.take {
            take.length = time;
        }
    }

    /// The picture is so large now. A recording that has only begun takes it on.
    pub fn resized(&mut self, size: (u32, u32)) {
        self.size = size;
        if let Some(take) = self.take.as_mut().filter(|take| take.opening.size == (0, 0)) {
            take.opening.size = size;
        }
    }

    /// What the mouse does, as far as the character sees it: `place` in pixels of the window. While time stands still it
    /// sees nothing.
    ///
    /// # Errors
    /// If a recording has become too long.
    pub fn point(
        &mut self,
        place: Option<[f64; 2]>,
        down: bool,
        window: (u32, u32),
        view: Option<Viewport>,
    ) -> Result<(), Error> {
        if self.clock.is_paused() {
            self.pointer.skip(down);
            return Ok(());
        }
        let time = self.time();
        for event in self.pointer.events(place, down, window, view) {
            self.performance.pointer(time, event)?;
            if let Some(take) = &mut self.take {
                take.pointer(time, event)?;
            }
        }
        Ok(())
    }

    /// Does what is asked for.
    ///
    /// # Errors
    /// If another character cannot be loaded; nothing has changed then.
    pub fn act(&mut self, action: Action) -> Result<Option<Request>, Error> {
        match action {
            // The window's own business.
            Action::Panel => {}
            Action::Pause => self.clock.toggle(),
            Action::Still => return Ok(Some(Request::Still)),
            Action::Quit => return Ok(Some(Request::Quit)),
            Action::Record => return self.record(),
            Action::Calm => {
                self.setup.opening.reduced = !self.setup.opening.reduced;
                self.cue(Cue::ReducedMotion(self.setup.opening.reduced))?;
            }
            Action::Pose(axis, angle) => {
                let pose = self.setup.opening.still.pose;
                let mut angles = [pose.turn(), pose.tilt(), pose.roll()];
                if angles[axis as usize] != angle {
                    angles[axis as usize] = angle;
                    self.pose(angles)?;
                }
            }
            Action::Straight => self.pose([0.0; 3])?,
            Action::Step(Choice::State, by) => {
                let states = self.character().states();
                let current = states.iter().position(|s| s.name == self.setup.opening.state).unwrap_or(0);
                let name = states[step(current, by, states.len())].name.clone();
                self.setup.opening.state.clone_from(&name);
                self.cue(Cue::State(name))?;
            }
            Action::Step(Choice::Face, by) => {
                let current = FaceKind::ALL.iter().position(|(_, face)| *face == self.face()).unwrap_or(0);
                let (_, face) = FaceKind::ALL[step(current, by, FaceKind::ALL.len())];
                self.setup.opening.still.face = Some(face);
                self.cue(Cue::Face(face))?;
            }
            Action::Step(Choice::Color, by) => {
                self.color = step(self.color, by, self.colors.len());
                let own = self.worn.map(|_| load(&self.setup.cast, self.setup.who)).transpose()?;
                let own = own.map(|character| character.palette().body);
                self.cue(Cue::Color(self.colors[self.color].1.or(own)))?;
            }
            Action::Step(Choice::Character, by) => {
                let who = step(self.setup.who, by, self.setup.cast.len());
                if who == self.setup.who {
                    return Ok(None);
                }
                let character = load(&self.setup.cast, who)?;
                // What belongs to one character is not asked of the next.
                let take = self.take.take();
                self.setup.who = who;
                if character.state(&self.setup.opening.state).is_err() {
                    self.setup.opening.state = character.states().first().map_or(String::new(), |s| s.name.clone());
                }
                self.begin(&character)?;
                self.performance.cue(0.0, Cue::Pulse(Pulse::Pop))?;
                return Ok(take.map(|take| Request::Take(Box::new(take))));
            }
            Action::Step(Choice::Style, by) => {
                let styles = Style::all();
                let current = styles.iter().position(|s| s.style == self.setup.opening.style).unwrap_or(0);
                self.setup.opening.style = styles[step(current, by, styles.len())].style;
                // A film is drawn in one style.
                return Ok(self.take.take().map(|take| Request::Take(Box::new(take))));
            }
        }
        Ok(None)
    }

    /// Ends what is going on.
    pub fn end(&mut self) -> Option<Take> {
        self.take.take()
    }

    /// A recording begins, with a character that begins anew as well, so that the same can be shown again; or it ends.
    fn record(&mut self) -> Result<Option<Request>, Error> {
        if let Some(take) = self.take.take() {
            return Ok(Some(Request::Take(Box::new(take))));
        }
        let character = load(&self.setup.cast, self.setup.who)?;
        self.begin(&character)?;
        self.take = Some(Take::new(self.opening()));
        Ok(None)
    }

    /// The character (another one, or the same again) begins at time 0, as it has been chosen to be.
    fn begin(&mut self, character: &Arc<Character>) -> Result<(), Error> {
        let color = self.colors[self.color].1;
        self.performance = perform(&self.setup, character, color)?;
        self.worn = color;
        self.clock.restart();
        self.pointer.forget();
        self.tidied = 0.0;
        Ok(())
    }

    fn pose(&mut self, [turn, tilt, roll]: [f64; 3]) -> Result<(), Error> {
        self.setup.opening.still.pose = Pose::new(turn, tilt, roll)?;
        self.cue(Cue::Pose(self.setup.opening.still.pose))
    }

    fn cue(&mut self, cue: Cue) -> Result<(), Error> {
        let time = self.time();
        self.performance.cue(time, cue.clone())?;
        if let Some(take) = &mut self.take {
            take.cues.push((time, cue));
        }
        if self.clock.is_paused() {
            let rests = self.performance.rests_from().unwrap_or(f64::INFINITY);
            self.clock.run_until(rests.min(time + CHANGE));
        }
        Ok(())
    }

    fn face(&self) -> FaceKind {
        self.setup.opening.still.face.unwrap_or(self.character().face())
    }

    fn opening(&self) -> Opening {
        let opening = &self.setup.opening;
        Opening {
            character: self.setup.cast[self.setup.who].0.clone(),
            still: Still { face: Some(self.face()), ..opening.still },
            color: self.worn,
            size: self.size,
            ..opening.clone()
        }
    }

    /// How the character will be in so many seconds.
    #[cfg(test)]
    pub fn frame_after(&self, seconds: f64) -> Frame {
        self.performance.frame(self.time() + seconds)
    }

    /// How many things the performance remembers: braces count them all in what `Debug` prints, and those of the character.
    #[cfg(test)]
    pub fn remembered(&self) -> usize {
        let braces = |text: String| text.matches('{').count();
        braces(format!("{:?}", self.performance)) - braces(format!("{:?}", self.character()))
    }

    /// What the panel shows of it.
    pub fn view(&self, note: Option<&str>) -> View {
        let setup = &self.setup;
        let pose = setup.opening.still.pose;
        let values = Choice::ALL.map(|(_, choice)| match choice {
            Choice::State => (setup.opening.state.clone(), self.character().states().len() > 1),
            Choice::Face => (self.face().name().to_owned(), true),
            Choice::Character => (self.character().name().to_owned(), setup.cast.len() > 1),
            Choice::Color => (self.colors[self.color].0.clone(), true),
            Choice::Style => (style_name(setup.opening.style).into(), Style::all().len() > 1),
        });
        View {
            pose: Axis::ALL.map(|(_, axis)| match axis {
                Axis::Turn => pose.turn(),
                Axis::Tilt => pose.tilt(),
                Axis::Roll => pose.roll(),
            }),
            values,
            paused: self.clock.is_paused(),
            recording: self.take.is_some(),
            note: note.map(str::to_owned),
            accent: self.colors[self.color].1.unwrap_or(self.character().palette().body),
        }
    }

    /// What is written over the window.
    pub fn title(&self, pace: &str) -> String {
        let recording = if self.take.is_some() { ", recording" } else { "" };
        let pace = if self.clock.is_paused() { "paused" } else { pace };
        format!("{}, {}, {pace}{recording} - phiz", self.character().name(), self.setup.opening.state)
    }
}

/// The next of so many, round and round.
fn step(current: usize, by: isize, count: usize) -> usize {
    (current as isize + by).rem_euclid(count.max(1) as isize) as usize
}

/// The name of a style of the command line.
pub fn style_name(style: Style) -> &'static str {
    Style::all().iter().find(|known| known.style == style).map_or("", |known| &known.name)
}

fn load(cast: &[(String, Option<Arc<Character>>)], who: usize) -> Result<Arc<Character>, Error> {
    let (name, loaded) = &cast[who];
    loaded.clone().map_or_else(|| Character::builtin(name).map(Arc::new), Ok)
}

/// A performance from its beginning, as `phiz render` would begin it.
fn perform(setup: &Setup, character: &Arc<Character>, color: Option<Color>) -> Result<Performance, Error> {
    let character = color.map_or_else(|| character.clone(), |color| Arc::new(character.recolored(color)));
    let own = character.home();
    let [turn, tilt, roll] = setup.opening.home;
    let home = Pose::new(turn.unwrap_or(own.turn()), tilt.unwrap_or(own.tilt()), roll.unwrap_or(own.roll()))?;
    let still = Still { home: Some(home), ..setup.opening.still };
    let mut performance = Performance::new(character, &setup.opening.state, still, setup.opening.seed)?;
    if setup.opening.reduced {
        performance.cue(0.0, Cue::ReducedMotion(true))?;
    }
    Ok(performance)
}
