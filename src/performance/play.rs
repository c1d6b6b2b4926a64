//! A performance: what was asked for, in time order.

mod moment;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::acts::Acts;
use super::channels::{Channels, EYES, Key};
use super::cue::Cue;
use super::takeover;
use super::tint::Tint;
use crate::Error;
use crate::character::{Character, State};
use crate::face::{EyeShape, FaceKind, FaceMix, Side};
use crate::frame::{Look, Still, place};
use crate::gaze::{Aim, PointerEvent, Settings, Tracker};
use crate::geometry::finite;
use crate::motion::{Blinks, Channel, Pendulum, Pulse, Rhythm, Spring};
use crate::scene::Part;

/// What a character does over time.
///
/// It starts settled in its state at time 0, and grows by cues and by what a pointer does, in time order.
/// [`Performance::frame`] is a pure function of the time: frames can be asked for in any order, at any rate, from any
/// thread.
///
/// ```
/// use phiz::{Character, Cue, Performance, Still};
/// let mut show = Performance::new(Character::builtin("nubo")?.into(), "idle", Still::default(), 7)?;
/// show.cue(1.0, Cue::State("happy".into()))?;
/// let (early, late) = (show.frame(0.5), show.frame(3.0));
/// assert_eq!(show.frame(0.5), early);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Performance {
    character: Arc<Character>,
    seed: u64,
    still: Still,
    last: f64,
    /// How long the film is, if it plays over and over.
    film: Option<f64>,
    face: FaceKind,
    reduced: bool,
    channels: Channels,
    tint: Tint,
    /// How much of each eye shape there is, right eye first.
    shapes: [Vec<Channel>; 2],
    held: Vec<Held>,
    current: usize,
    blinks: Blinks,
    gestures: Vec<Gesture>,
    /// Follows the pointer.
    tracker: Tracker,
    /// Follows it while a clip holds the head.
    over_clips: Tracker,
    /// Clips, expressions and speech.
    acts: Acts,
    pendulums: [Pendulum; 2],
}

/// A state that is held at some time, with what it does while it is.
#[derive(Clone, Debug)]
struct Held {
    state: State,
    /// How much it is held, 0..=1.
    weight: Channel,
    /// How lively its waves are: 1, later a half.
    vigor: Channel,
    /// How much of its overlays there is; they come last.
    marks: Channel,
}

/// A pulse that was begun.
#[derive(Clone, Debug)]
struct Gesture {
    start: f64,
    pulse: Pulse,
    /// How much of it is left: a gesture gives way to the next one.
    weight: Channel,
}

/// Moving between faces.
const FACE: Spring = Spring::GENTLE;
/// Eyes that are sent somewhere; the head follows.
const GLANCE: Spring = Spring::critical(0.22);
const HEAD: Spring = Spring::critical(0.7);
/// Idle motion fades in and out.
const FADE: Spring = Spring::critical(0.6);
/// Gestures give way.
const YIELD: Spring = Spring::critical(0.5);
/// Overlays come last, and go first.
const MARKS: Spring = Spring::critical(0.3);
const MARKS_AFTER: f64 = 0.2;
/// After this time a held state calms down, to this share.
const CALM_AFTER: f64 = 3.0;
const CALM: f64 = 0.5;
/// What is pressed gives way, and springs back when it is let go.
const PRESS: Spring = Spring::SNAPPY;
const LET_GO: Spring = Spring::BOUNCY;

impl Performance {
    /// The latest moment, in seconds: three years. Blinks follow one on another, so a moment beyond all days would be
    /// waited for without end.
    pub const LATEST: f64 = 1e8;

    /// Settled in a state at time 0, in the pose, gaze and face of a still.
    ///
    /// # Errors
    /// If the character does not know the state.
    pub fn new(character: Arc<Character>, state: &str, still: Still, seed: u64) -> Result<Self, Error> {
        let first = character.state(state)?.clone();
        let face = still.face.unwrap_or(character.face);
        let mut channels = Channels::settled(&first);
        let FaceMix { cute, line } = face.mix();
        let commanded = still.look != Look::AHEAD;
        for (key, value) in [
            (Key::Cute, cute),
            (Key::Line, line),
            (Key::PoseTurn, still.pose.turn()),
            (Key::PoseTilt, still.pose.tilt()),
            (Key::PoseRoll, still.pose.roll()),
            (Key::EyesX, still.look.x()),
            (Key::EyesY, still.look.y()),
            (Key::HeadX, still.look.x()),
            (Key::HeadY, still.look.y()),
            (Key::Commanded, f64::from(u8::from(commanded))),
        ] {
            channels.set(key, Channel::settled(value));
        }
        let aim = aim(&character, &first, still)?;
        let (mut tracker, over_clips) = (Tracker::new(aim, Settings::default())?, takeover::tracker(aim)?);
        tracker.idle_clip(0.0, !first.life.waves.is_empty())?;
        let open = character.open_eye(face);
        let shapes = Side::BOTH.map(|side| {
            let own = first.eyes[side.index()].shape.unwrap_or(open);
            EyeShape::ALL.iter().map(|(_, s)| Channel::settled(f64::from(u8::from(*s == own)))).collect()
        });
        Ok(Self {
            blinks: Blinks::new(seed, first.life.blink),
            held: vec![Held {
                state: first,
                weight: Channel::settled(1.0),
                vigor: Channel::settled(1.0),
                marks: Channel::settled(1.0),
            }],
            tint: Tint::new(character.palette().body),
            character,
            seed,
            still,
            last: 0.0,
            film: None,
            face,
            reduced: false,
            channels,
            shapes,
            current: 0,
            gestures: Vec::new(),
            tracker,
            over_clips,
            acts: Acts::new(),
            pendulums: [Pendulum::new(2.9, 0.34), Pendulum::new(1.8, 0.28)],
        })
    }

    /// Makes everything that goes on by itself (breath, drift, blinks, waves, marks) begin again after so many seconds, so
    /// that a film of this length can be played over and over without a seam. Cues should lead back to the beginning: see
    /// [`Performance::seam`].
    ///
    /// # Errors
    /// If the length is not from 0.1 to 86400 seconds.
    pub fn set_film(&mut self, length: f64) -> Result<(), Error> {
        if !(0.1..=86_400.0).contains(&length) {
            let (name, value) = ("seamless film".into(), length.to_string());
            return Err(Error::Parameter { name, value, allowed: "from 0.1 to 86400 seconds long".into() });
        }
        self.film = Some(length);
        self.blinks.set_film(length);
        Ok(())
    }

    /// How far the end of a film of this length is from its beginning, as the largest difference of any number that
    /// cues move: angles in degrees, all others in their own small units. What is under 0.01 is not seen.
    pub fn seam(&self, length: f64) -> f64 {
        self.channels.largest_difference(0.0, length)
    }

    fn rhythm(&self, t: f64) -> Rhythm {
        self.film.map_or(Rhythm::at(t), |length| Rhythm::in_film(t, length))
    }

    /// Who performs.
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// Adds a cue.
    ///
    /// # Errors
    /// If the time is not finite, negative or before that of an earlier cue or pointer event, or the character does not
    /// know the state.
    pub fn cue(&mut self, time: f64, cue: Cue) -> Result<(), Error> {
        self.check_time("cue time", time)?;
        let at_once = self.reduced;
        match cue {
            Cue::State(name) => self.enter(time, &name)?,
            Cue::Face(face) => {
                self.face = face;
                let FaceMix { cute, line } = face.mix();
                self.channels.retarget(Key::Cute, time, cute, FACE, at_once);
                // Between cute and line, the eyes face is not passed through.
                self.channels.retarget(Key::Line, time, line, FACE, at_once);
                self.shape_eyes(time);
            }
            Cue::Look(look) => {
                let to = look.unwrap_or_default();
                for (key, target, spring) in [
                    (Key::EyesX, to.x(), GLANCE),
                    (Key::EyesY, to.y(), GLANCE),
                    (Key::HeadX, to.x(), HEAD),
                    (Key::HeadY, to.y(), HEAD),
                    (Key::Commanded, f64::from(u8::from(look.is_some())), FADE),
                ] {
                    self.channels.retarget(key, time, target, spring, at_once);
                }
            }
            Cue::Pose(pose) => {
                for (key, target) in
                    [(Key::PoseTurn, pose.turn()), (Key::PoseTilt, pose.tilt()), (Key::PoseRoll, pose.roll())]
                {
                    self.channels.retarget(key, time, target, Spring::GENTLE, at_once);
                }
            }
            Cue::Color(color) => self.tint.pull(time, color, at_once),
            Cue::Pulse(pulse) => self.begin(time, pulse)?,
            Cue::Clip(clip) => self.acts.clip(time, clip),
            Cue::Expression(expression) => self.acts.expression(time, expression.as_deref()),
            Cue::Say(speech) => self.acts.say(time, speech),
            Cue::ReducedMotion(reduced) => self.reduce(time, reduced),
        }
        self.last = time;
        Ok(())
    }

    /// Adds what the pointer did, in canvas units.
    ///
    /// The character follows it with eyes and head, over whatever it does. While it follows, looks (of cues, states and
    /// idle drift) give way, and head and eyes are taken over from clips (see [`clip`](crate::clip)); when the pointer leaves,
    /// they come back. Pressed it is squashed, dragged it leans after the
    /// pointer, and a click makes it pop. With reduced motion it does none of that. An event that is not finite changes
    /// nothing.
    ///
    /// ```
    /// use phiz::{Character, Performance, Still, gaze::PointerEvent};
    /// let mut show = Performance::new(Character::builtin("nubo")?.into(), "idle", Still::default(), 7)?;
    /// show.pointer(0.5, PointerEvent::Move { x: 400.0, y: 100.0 })?;
    /// assert!(show.frame(2.0).gaze[0] > 0.1);
    /// # Ok::<(), phiz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the time is not finite, negative or before that of an earlier cue or pointer event.
    pub fn pointer(&mut self, time: f64, event: PointerEvent) -> Result<(), Error> {
        self.check_time("pointer time", time)?;
        self.last = time;
        if !event.is_finite() {
            return Ok(());
        }
        let (was_pressed, was_dragged) = (self.tracker.is_pressed(), self.tracker.is_dragged());
        let event = match event {
            // What is pressed beside it is not pressed on it.
            PointerEvent::Press { x, y } if !self.character.bounds().contains((x, y)) => PointerEvent::Move { x, y },
            other => other,
        };
        self.tracker.pointer(time, event)?;
        self.over_clips.pointer(time, takeover::heard(event))?;
        let pressed = self.tracker.is_pressed();
        if pressed != was_pressed && !self.reduced {
            let (to, spring) = if pressed { (1.0, PRESS) } else { (0.0, LET_GO) };
            self.channels.retarget(Key::Pressed, time, to, spring, false);
        }
        if was_pressed && !was_dragged && matches!(event, PointerEvent::Release { .. }) {
            self.begin(time, Pulse::Pop)?;
        }
        Ok(())
    }

    /// Works ahead up to a time, so that frames until then cost little; they are the same without. A live session calls it
    /// once a frame, with the time of the frame; where everything is known, once with any late time will do.
    pub fn advance(&mut self, time: f64) {
        self.tracker.advance(time);
        self.over_clips.advance(time);
    }

    /// Drops what only frames before a time need, so that a session may go on for days: frames from then on stay the same,
    /// earlier ones are lost, and nothing can be asked for before it any more. A live session calls it now and then with a
    /// time a little before its frames. A film that plays over and over keeps all.
    ///
    /// ```
    /// use phiz::{Character, Cue, Performance, Still};
    /// let mut show = Performance::new(Character::builtin("nubo")?.into(), "idle", Still::default(), 7)?;
    /// show.cue(1.0, Cue::State("happy".into()))?;
    /// let frame = show.frame(3.0);
    /// show.forget(3.0);
    /// assert_eq!(show.frame(3.0), frame);
    /// assert!(show.cue(2.0, Cue::State("sad".into())).is_err());
    /// # Ok::<(), phiz::Error>(())
    /// ```
    pub fn forget(&mut self, time: f64) {
        if self.film.is_some() || !time.is_finite() {
            return;
        }
        self.last = self.last.max(time);
        // What swings looks back.
        let time = time - Pendulum::MEMORY;
        self.channels.forget(time);
        self.tint.forget(time);
        self.blinks.forget(time);
        self.tracker.forget(time);
        self.over_clips.forget(time);
        self.acts.forget(time);
        self.shapes.iter_mut().flatten().for_each(|channel| channel.forget(time));
        for held in &mut self.held {
            for channel in [&mut held.weight, &mut held.vigor, &mut held.marks] {
                channel.forget(time);
            }
        }
        self.gestures.retain(|gesture| gesture.start + gesture.pulse.length() > time);
        self.gestures.iter_mut().for_each(|gesture| gesture.weight.forget(time));
    }

    fn check_time(&self, name: &str, time: f64) -> Result<(), Error> {
        finite(name, time)?;
        if time > Self::LATEST {
            return Err(Error::Parameter {
                name: name.into(),
                value: time.to_string(),
                allowed: format!("at most {}", Self::LATEST),
            });
        }
        if time < self.last {
            return Err(Error::Parameter {
                name: name.into(),
                value: time.to_string(),
                allowed: format!("at least {}, the time of what was asked before it", self.last),
            });
        }
        Ok(())
    }

    /// From when on nothing moves but idle life; none if something never comes to rest.
    pub fn rests_from(&self) -> Option<f64> {
        let gestures = self.gestures.iter().map(|g| g.start + g.pulse.length()).fold(self.last, f64::max);
        let tint = self.tint.rests_from(1e-3)?;
        // That for clips hears the same events, and is the quicker one.
        let gaze = self.tracker.rests_from().unwrap_or(f64::NEG_INFINITY);
        let acts = self.acts.rests_from()?;
        self.channels.rest_from(1e-3).map(|t| t.max(gestures).max(tint).max(gaze).max(acts))
    }

    fn enter(&mut self, time: f64, name: &str) -> Result<(), Error> {
        let state = self.character.state(name)?.clone();
        if self.held[self.current].state.name != state.name {
            self.channels.enter(time, &state, self.reduced);
            self.blinks.change(time, if self.reduced { None } else { state.life.blink });
            let left = &mut self.held[self.current];
            left.weight.pull(time, 0.0, FADE, self.reduced);
            left.marks.pull(time, 0.0, MARKS, self.reduced);
            self.current = match self.held.iter().position(|h| h.state.name == state.name) {
                Some(known) => known,
                None => {
                    let (weight, vigor) = (Channel::settled(0.0), Channel::settled(1.0));
                    let marks = Channel::settled(0.0);
                    self.held.push(Held { state: state.clone(), weight, vigor, marks });
                    self.held.len() - 1
                }
            };
            let held = &mut self.held[self.current];
            held.weight.pull(time, 1.0, FADE, self.reduced);
            held.marks.pull(time + if self.reduced { 0.0 } else { MARKS_AFTER }, 1.0, MARKS, self.reduced);
            self.shape_eyes(time);
            self.tracker.idle_clip(time, !state.life.waves.is_empty())?;
        }
        let held = &mut self.held[self.current];
        held.vigor.retarget(time, 1.0, FADE);
        // In a film that plays over and over it would be calmer at the end than at the beginning.
        if self.film.is_none() {
            held.vigor.retarget(time + CALM_AFTER, CALM, Spring::critical(2.0));
        }
        state.life.enter.map_or(Ok(()), |pulse| self.begin(time, pulse))
    }

    /// A gesture begins, and those before it give way: two at once would throw the character about. While it plays, the
    /// head does not follow the pointer. With reduced motion there are none.
    fn begin(&mut self, time: f64, pulse: Pulse) -> Result<(), Error> {
        if self.reduced {
            return Ok(());
        }
        let mut room = 1.0;
        let playing = self.playing(time);
        for gesture in &mut self.gestures[playing] {
            let left = 1.0 - (time - gesture.start) / gesture.pulse.length();
            if left > 0.0 {
                room *= 1.0 - left * gesture.weight.at(time);
                gesture.weight.retarget(time, 0.0, YIELD);
            }
        }
        self.gestures.push(Gesture { start: time, pulse, weight: Channel::settled(room) });
        self.tracker.gesture(time, pulse.length())
    }

    /// Sends both eyes to the shapes of the current state in the current face.
    fn shape_eyes(&mut self, time: f64) {
        let open = self.character.open_eye(self.face);
        for side in Side::BOTH {
            let own = self.held[self.current].state.eyes[side.index()].shape.unwrap_or(open);
            for ((_, shape), channel) in EyeShape::ALL.iter().zip(&mut self.shapes[side.index()]) {
                channel.pull(time, f64::from(u8::from(*shape == own)), EYES, self.reduced);
            }
        }
    }

    fn reduce(&mut self, time: f64, reduced: bool) {
        self.reduced = reduced;
        if reduced {
            self.channels.settle(time);
            self.tint.settle(time);
            self.shape_eyes(time);
            self.blinks.change(time, None);
            self.gestures.retain(|gesture| gesture.start + gesture.pulse.length() <= time);
            self.channels.retarget(Key::Pressed, time, 0.0, LET_GO, true);
            self.channels.retarget(Key::Alive, time, 0.0, FADE, true);
        } else {
            self.blinks.change(time, self.held[self.current].state.life.blink);
            self.channels.retarget(Key::Alive, time, 1.0, FADE, false);
        }
    }
}

/// Where a pointer is looked at from: between the eyes, as the character opens.
fn aim(character: &Character, state: &State, still: Still) -> Result<Aim, Error> {
    let placement = place(character, &Still { look: Look::AHEAD, ..still }.frame(character, state));
    let eyes = [Part::EyeRight, Part::EyeLeft].map(|part| placement.feature(&part).map(|f| placement.body * f.center));
    let anchor = match eyes {
        [Some(right), Some(left)] => right.midpoint(left),
        _ => placement.head.center,
    };
    Aim::new([anchor.x, anchor.y], placement.head.radius, Aim::DEPTH)
}
