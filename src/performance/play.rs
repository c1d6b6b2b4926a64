//! A performance, and its frame at any time.

use std::ops::Range;
use std::sync::Arc;

use super::acts::Acts;
use super::channels::{Channels, EYES, Key};
use super::cue::Cue;
use super::takeover::{self, Sight, Stance, Taken, take_over};
use super::tint::Tint;
use crate::Error;
use crate::character::{BodyLook, Character, MouthLook, State};
use crate::face::{Eye, EyeShape, FaceKind, FaceMix, Overlay, Side};
use crate::frame::{Frame, Look, POSTER_TIME, Still, Sway, eye_shift, overlays, place};
use crate::gaze::{Aim, GazePose, Limits, PointerEvent, Settings, Tracker, Walk};
use crate::geometry::{Pose, finite};
use crate::motion::{Blinks, Channel, Offset, Pendulum, Pulse, Rhythm, Spring, WaveTarget, drift};
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

/// What following the pointer does at a moment.
struct Pointed {
    /// Added to what the character does.
    own: GazePose,
    /// What is taken over from a clip.
    over_clip: Option<Sight>,
}

/// Both trackers in ascending time.
struct Walks<'a> {
    own: Walk<'a>,
    over_clips: Option<Walk<'a>>,
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
/// How much lower it is then, in shares of its height.
const SQUASH: f64 = 0.07;
/// How far a drag of one head radius leans it, in degrees, and stretches it.
const DRAG_LEAN: f64 = 9.0;
const DRAG_STRETCH: f64 = 0.07;

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

    /// How the character is at a time. Before 0 it is as at 0, after [`Performance::LATEST`] as at that.
    pub fn frame(&self, t: f64) -> Frame {
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, Self::LATEST) };
        let at = |key| self.channels.at(key, t);
        // One walk for all: what swings looks back from now.
        let mut walks = self.walks(if self.swings(t) { t - Pendulum::MEMORY } else { t });
        let sway = self.sway(t, &mut walks);
        let Pointed { own: pointed, over_clip } = self.pointed(&mut walks, t);
        let idle = self.idle(t, &pointed);
        let gesture = self.gesture(t);
        let waves = self.waves(t);
        let body = self.body(t, &pointed);
        let (head, taken) = self.head(t, &pointed, over_clip, body.lean);

        let home = self.still.home.unwrap_or(self.character.home).rotation();
        let drift = [idle.look[0] * 0.12, idle.look[1] * 0.12];
        let asked = self.acts.asked(t);
        let clip_look = asked.map_or([0.0; 2], |asked| asked.gaze());
        let free = 1.0 - pointed.command;
        let eyes_look = [
            free * (clip_look[0] + at(Key::EyesX) + at(Key::LookX) + waves[WaveTarget::LookX as usize]) + drift[0],
            free * (clip_look[1] + at(Key::EyesY) + at(Key::LookY) + waves[WaveTarget::LookY as usize]) + drift[1],
        ];
        let [yaw, pitch] = Look::clamped(eyes_look).eyes();
        let mut eyes = Limits::EYES.clamp([yaw + pointed.eyes[0], pitch + pointed.eyes[1]]);
        if let Some(taken) = taken {
            eyes = std::array::from_fn(|i| eyes[i] + (taken.eyes[i] - eyes[i]) * taken.share);
        }
        let claims = self.acts.claims(t);
        let blink = claims.blink(self.blinks.lid_at(t));
        let eye = |side: Side| {
            let (size, lid) = match side {
                Side::Right => (at(Key::SizeRight), at(Key::LidRight)),
                Side::Left => (at(Key::SizeLeft), at(Key::LidLeft)),
            };
            let lid = (lid + waves[WaveTarget::Lid as usize]).clamp(0.0, 1.0) * blink;
            let shapes = &self.shapes[side.index()];
            let mut eye = Eye::blend(size, lid, |shape| shapes[shape as usize].at(t));
            eye.spin = waves[WaveTarget::EyeSpin as usize] * side.sign();
            eye
        };
        let mut mouth = self.channels.mouth(t);
        mouth.open = (mouth.open + claims.talk(waves[WaveTarget::MouthOpen as usize])).max(0.0);
        let mut scale = self.character.scale.times(&self.channels.scale(t));
        scale.face *= 1.0 + gesture.face;
        let weight = |key| self.channels.at(key, t).clamp(0.0, 1.0);
        let mut frame = Frame {
            rotation: head.rotation() * home,
            home,
            face: FaceMix { cute: at(Key::Cute), line: at(Key::Line) },
            gaze: eye_shift(eyes),
            scale,
            eyes: Side::BOTH.map(eye),
            brows: self.channels.brows(t),
            mouth: MouthLook {
                form: mouth,
                fill: weight(Key::Fill),
                tongue: weight(Key::Tongue),
                teeth: weight(Key::Teeth),
            },
            body,
            blush: at(Key::Blush).clamp(0.0, 2.0),
            sway,
            overlays: self.overlays(t),
            color: self.tint.at(t),
            // What loops by itself stands still at a good moment.
            rhythm: if at(Key::Alive) == 0.0 { Rhythm::at(POSTER_TIME) } else { self.rhythm(t) },
        };
        self.acts.apply(t, asked, [at(Key::LidRight), at(Key::LidLeft)], &mut frame);
        frame
    }

    /// What there is of each overlay: the sum over all states that are held.
    fn overlays(&self, t: f64) -> [f64; Overlay::ALL.len()] {
        let mut sums = [0.0; Overlay::ALL.len()];
        for held in &self.held {
            let weight = held.marks.at(t).clamp(0.0, 1.0);
            if weight > 0.0 {
                for (sum, has) in sums.iter_mut().zip(overlays(&held.state)) {
                    *sum += weight * has;
                }
            }
        }
        sums
    }

    /// Walks through what both trackers make of the pointer; that for clips only if there are any.
    fn walks(&self, t: f64) -> Walks<'_> {
        Walks { own: self.tracker.walk(t), over_clips: self.acts.has_clips().then(|| self.over_clips.walk(t)) }
    }

    /// What following the pointer does; nothing where it is to keep still. As far as a clip holds head and eyes they are
    /// taken over from it, and nothing is added.
    fn pointed(&self, walks: &mut Walks<'_>, t: f64) -> Pointed {
        let alive = self.channels.at(Key::Alive, t);
        let (pose, head_weight) = walks.own.weighed(t.max(0.0));
        let held = self.acts.claims(t).pose();
        let part = |v: [f64; 2], share: f64| v.map(|v| share * v);
        let free = alive * (1.0 - held);
        let own = GazePose {
            eyes: part(pose.eyes, free),
            head: part(pose.head, free),
            command: (free * pose.command).clamp(0.0, 1.0),
            drag: part(pose.drag, alive),
        };
        let command = (alive * held * pose.command).clamp(0.0, 1.0);
        let over_clip = walks.over_clips.as_mut().filter(|_| command > 0.0).map(|walk| {
            let GazePose { eyes, head, .. } = walk.to(t.max(0.0));
            Sight { head, eyes: [head[0] + eyes[0], head[1] + eyes[1]], command, weight: command * head_weight }
        });
        Pointed { own, over_clip }
    }

    /// The live pose of the head; and the eyes, where they are taken over from a clip.
    fn head(&self, t: f64, pointed: &GazePose, over_clip: Option<Sight>, lean: f64) -> (Pose, Option<Taken>) {
        let at = |key| self.channels.at(key, t);
        let (idle, gesture, waves) = (self.idle(t, pointed), self.gesture(t), self.waves(t));
        let acted = self.acts.held(t);
        let free = 1.0 - pointed.command;
        let follow = Look::clamped([free * at(Key::HeadX), free * at(Key::HeadY)]).head();
        let (turn, tilt) = (follow.turn() + pointed.head[0], follow.tilt() + pointed.head[1]);
        let turn = acted.turn + at(Key::Turn) + at(Key::PoseTurn) + turn + 0.55 * idle.look[0] + gesture.turn;
        let tilt = acted.tilt + at(Key::Tilt) + at(Key::PoseTilt) + tilt + 0.5 * idle.look[1] + gesture.tilt;
        let roll = acted.roll + at(Key::Roll) + at(Key::PoseRoll) + 0.8 * idle.roll + gesture.roll;
        let head = Pose::new(
            turn + waves[WaveTarget::Turn as usize],
            tilt + waves[WaveTarget::Tilt as usize],
            roll + waves[WaveTarget::Roll as usize],
        )
        .unwrap_or_default();
        let taken = over_clip.map(|sight| take_over(&Stance { lean, neck: acted.neck, head }, &sight));
        (taken.map_or(head, |taken| taken.head), taken)
    }

    fn body(&self, t: f64, pointed: &GazePose) -> BodyLook {
        let at = |key| self.channels.at(key, t);
        let (idle, gesture, waves) = (self.idle(t, pointed), self.gesture(t), self.waves(t));
        let acted = self.acts.held(t);
        let grip = DRAG_STRETCH * pointed.drag[1] - SQUASH * at(Key::Pressed);
        let wave = |target: WaveTarget| waves[target as usize];
        BodyLook {
            stretch: (at(Key::Stretch)
                + acted.stretch
                + idle.breath
                + gesture.stretch
                + wave(WaveTarget::Stretch)
                + grip)
                .clamp(0.6, 1.5),
            lean: at(Key::Lean) + acted.lean + gesture.lean + wave(WaveTarget::Lean) + DRAG_LEAN * pointed.drag[0],
            lift: (at(Key::Lift) + acted.lift + gesture.lift + wave(WaveTarget::Lift)).clamp(0.0, 0.5),
        }
    }

    /// Whether anything hangs loosely, and may swing.
    fn swings(&self, t: f64) -> bool {
        self.channels.at(Key::Alive, t) != 0.0 && self.character.parts.iter().any(|p| p.swing != 0.0)
    }

    /// How loose parts swing: from the motion of body and head over the last second.
    fn sway(&self, t: f64, walks: &mut Walks<'_>) -> Sway {
        if !self.swings(t) {
            return Sway::default();
        }
        let alive = self.channels.at(Key::Alive, t);
        let motion = Pendulum::motion(|ago| {
            // Before a film that plays over and over there was its end, which is as its beginning was.
            let then = if self.film.is_some() { t - ago } else { (t - ago).max(0.0) };
            let Pointed { own: pointed, over_clip } = self.pointed(walks, then);
            let body = self.body(then, &pointed);
            let (head, _) = self.head(then, &pointed, over_clip, body.lean);
            0.55 * folded(head.turn())
                + 0.5 * folded(head.roll())
                + 1.4 * body.lean
                + 70.0 * body.lift
                + 90.0 * (body.stretch - 1.0)
        });
        Sway { stiff: alive * self.pendulums[0].angle(&motion), loose: alive * self.pendulums[1].angle(&motion) }
    }

    fn idle(&self, t: f64, pointed: &GazePose) -> Idle {
        let alive = self.channels.at(Key::Alive, t);
        let asked = (1.0 - self.channels.at(Key::Commanded, t)).clamp(0.0, 1.0);
        let free = self.acts.claims(t).drift(alive) * asked * (1.0 - pointed.command) * self.channels.at(Key::Drift, t);
        let rhythm = self.rhythm(t);
        let [yaw, pitch, roll] = drift(rhythm, self.seed);
        let breath = self
            .held
            .iter()
            .map(|held| {
                let [depth, period] = held.state.life.breath;
                let weight = held.weight.at(t);
                if weight == 0.0 {
                    0.0
                } else {
                    let (_, share) = rhythm.turn(period);
                    weight * depth * libm::sin(std::f64::consts::TAU * share)
                }
            })
            .sum::<f64>();
        Idle { look: [yaw * free, pitch * free], roll: roll * free, breath: breath * alive }
    }

    fn gesture(&self, t: f64) -> Offset {
        let mut sum = Offset::default();
        for gesture in &self.gestures[self.playing(t)] {
            let offset = gesture.pulse.at(t - gesture.start);
            if offset != Offset::default() {
                sum.add(offset, gesture.weight.at(t));
            }
        }
        sum
    }

    /// Which gestures may be going on at a time. They stand in the order of their beginning, so a long script costs a
    /// frame no more than a short one.
    fn playing(&self, t: f64) -> Range<usize> {
        let over = self.gestures.partition_point(|gesture| gesture.start + Pulse::LONGEST <= t);
        let begun = self.gestures.partition_point(|gesture| gesture.start <= t);
        over..begun.max(over)
    }

    /// What the waves of all states that are held add, by target.
    fn waves(&self, t: f64) -> [f64; WaveTarget::ALL.len()] {
        let mut sums = [0.0; WaveTarget::ALL.len()];
        let rhythm = self.rhythm(t);
        let alive = self.channels.at(Key::Alive, t);
        for held in self.held.iter().filter(|h| !h.state.life.waves.is_empty()) {
            let weight = held.weight.at(t) * held.vigor.at(t) * alive;
            if weight.abs() > 1e-6 {
                for wave in &held.state.life.waves {
                    sums[wave.on as usize] += weight * wave.at(rhythm, self.seed);
                }
            }
        }
        sums
    }
}

/// An angle up to 90 degrees as it is, and what is over that given back: who turns right round ends as he began, and what
/// hangs on him is not torn from +180 to -180.
fn folded(angle: f64) -> f64 {
    if angle.abs() > 90.0 { (180.0 - angle.abs()).copysign(angle) } else { angle }
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

/// What a character does when nothing is asked of it.
#[derive(Clone, Copy)]
struct Idle {
    /// Degrees.
    look: [f64; 2],
    roll: f64,
    /// Added to the stretch.
    breath: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::{Clip, Expression, MouthCue, Speech, Viseme};
    use crate::color::Color;

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
            [
                f.gaze[0],
                f.gaze[1],
                r[0][2],
                r[1][2],
                f.body.stretch,
                f.body.lean / 57.3,
                f.body.lift,
                f.sway.loose / 57.3,
            ]
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
            (1..9)
                .any(|i| stretch(&show, 4.2 + f64::from(i) * 0.05) > stretch(&never, 4.2 + f64::from(i) * 0.05) + 0.02)
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
}
