//! The tracker: eyes and head over time.

use super::aim::Aim;
use super::limits::checked;
use super::pointer::{Pointer, PointerEvent};
use super::pose::GazePose;
use super::settings::Settings;
use super::smoothing::{share, toward, toward2};
use super::weight::{self, Activity};
use super::zone::{hysteresis, soft_zone};
use crate::Error;
use crate::motion::Motion;

/// Ticks in a second of the clock that filters run on.
pub const TICKS: f64 = 120.0;
/// Seconds of a tick.
const TICK: f64 = 1.0 / TICKS;
/// A time so near to a tick is that tick: a millionth of one absorbs the rounding of seconds to ticks.
const NEAR: f64 = 1e-6;
/// The latest time there is, in seconds: some thirty thousand years.
const LATEST: f64 = 1e12;
/// At least so many ticks lie between two checkpoints: half a second.
const SPACING: u64 = 60;
/// Command of the gaze is taken and given back at this rate, per second.
const COMMAND_RATE: f64 = 5.0;
/// After this time, in seconds, less than a thousandth of a degree is left of any way: that of the head is the longest,
/// 0.6 s for its filter and e^(-5 t) of at most 40 degrees.
const SETTLING: f64 = 4.0;
/// A filter so near to its input, in head radii or radians, has arrived.
const ARRIVED: f64 = 1e-9;

/// Follows a pointer with eyes and head.
///
/// Events are appended in time order; [`Tracker::at`] tells the pose of any time and changes nothing. What is appended
/// later never changes an earlier pose.
///
/// A pose costs the ticks since the last checkpoint before it: at most half a second of them while events come. After the
/// last event it is at most the few seconds in which everything comes to rest, and hardly any where
/// [`Tracker::advance`] has been there. At rest a tick changes nothing, so all further ones are skipped: hours without an
/// event cost nothing, and end without a burst.
#[derive(Clone, Debug)]
pub struct Tracker {
    aim: Aim,
    settings: Settings,
    /// What holds from which tick on, in order, never two of one tick. The first is of tick 0.
    inputs: Vec<Input>,
    /// The state at the tick of the last input.
    edge: State,
    checkpoints: Vec<Checkpoint>,
    /// Those after the last input, as far as [`Tracker::advance`] came.
    ahead: Vec<Checkpoint>,
    /// The first tick at which there is a pointer.
    first: Option<u64>,
    pointer: Pointer,
    /// The time of the last event.
    last: f64,
}

/// What holds from a tick on.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Input {
    tick: u64,
    /// The pointer that is followed, if any: its offset in head radii and its direction in degrees.
    target: Option<Target>,
    /// How far the character is dragged, if it is.
    drag: Option<[f64; 2]>,
    /// A gesture plays before this tick.
    gesture_until: u64,
    idle_clip: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Target {
    offset: [f64; 2],
    direction: [f64; 2],
}

/// What the recurrences remember.
#[derive(Clone, Copy, PartialEq, Debug)]
struct State {
    /// None while no pointer is followed; a pointer that comes back is not filtered with what it was before.
    filters: Option<Filters>,
    /// Where the head is sent, in degrees.
    held: [f64; 2],
    /// Where it is, before its weight.
    head: [f64; 2],
    eyes: [f64; 2],
    weight: f64,
    command: f64,
    drag: [f64; 2],
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Filters {
    /// In head radii.
    eyes: [Motion; 2],
    /// In radians.
    head: [Motion; 2],
}

#[derive(Clone, Copy, Debug)]
struct Checkpoint {
    tick: u64,
    /// The input that begins at this tick.
    input: usize,
    state: State,
}

/// What is done of the way in a stretch of time.
struct Shares {
    dt: f64,
    eyes: f64,
    head: f64,
    weight: f64,
    command: f64,
}

impl Tracker {
    /// A tracker of which nothing has been asked yet: it stays at rest.
    ///
    /// # Errors
    /// If one of the settings is out of its range; the error names it.
    pub fn new(aim: Aim, settings: Settings) -> Result<Self, Error> {
        Ok(Self::fresh(aim, settings.check()?))
    }

    fn fresh(aim: Aim, settings: Settings) -> Self {
        Self {
            aim,
            settings,
            inputs: vec![Input::default()],
            edge: State::REST,
            checkpoints: Vec::new(),
            ahead: Vec::new(),
            first: None,
            pointer: Pointer::default(),
            last: 0.0,
        }
    }

    /// As if new, for another character: filters, weights, targets and times are forgotten.
    pub fn reset(&mut self, aim: Aim) {
        *self = Self::fresh(aim, self.settings);
    }

    /// What the pointer did, and when, in seconds. Nothing moves before the first event; one that is not finite leaves
    /// everything as it was.
    ///
    /// Following begins from what is shown, and after [`PointerEvent::Leave`] eyes and head ease home.
    ///
    /// # Errors
    /// If the time is not finite, negative or before that of the last event.
    pub fn pointer(&mut self, time: f64, event: PointerEvent) -> Result<(), Error> {
        let tick = self.tick_of(time)?;
        if event.is_finite() {
            self.pointer.take(event);
            let followed = self.pointer.place.filter(|place| Settings::follows(*place, self.settings.area));
            let target = followed.and_then(|place| self.aim.offset(place)).map(|offset| {
                let direction = self.aim.direction(offset);
                Target { offset, direction }
            });
            let Pointer { place, pressed, dragging } = self.pointer;
            let drag = pressed.zip(place).filter(|_| dragging).map(|(from, to)| at_most_1(self.aim.between(from, to)));
            self.first = self.first.or(target.map(|_| tick));
            self.push(Input { target, drag, ..self.held_from(tick) });
        }
        Ok(())
    }

    /// A one-shot gesture plays from `time` on, for so many seconds: the head is its own.
    ///
    /// # Errors
    /// If a number is not finite or negative, or the time before that of the last event.
    pub fn gesture(&mut self, time: f64, seconds: f64) -> Result<(), Error> {
        checked("length of a gesture", seconds, 0.0..=LATEST)?;
        let tick = self.tick_of(time)?;
        let before = self.held_from(tick);
        let until = ceil_tick(time + seconds);
        self.push(Input { gesture_until: before.gesture_until.max(until), ..before });
        Ok(())
    }

    /// An animation for idling begins or ends.
    ///
    /// # Errors
    /// If the time is not finite, negative or before that of the last event.
    pub fn idle_clip(&mut self, time: f64, plays: bool) -> Result<(), Error> {
        let tick = self.tick_of(time)?;
        self.push(Input { idle_clip: plays, ..self.held_from(tick) });
        Ok(())
    }

    /// Whether a button of the pointer is down.
    pub fn is_pressed(&self) -> bool {
        self.pointer.pressed.is_some()
    }

    /// Whether the pointer drags: it has moved since its button went down.
    pub fn is_dragged(&self) -> bool {
        self.pointer.dragging
    }

    /// From when on eyes and head stay within a thousandth of a degree of where they come to rest; none if nothing has
    /// ever been pointed at.
    pub fn rests_from(&self) -> Option<f64> {
        let last = &self.inputs[self.inputs.len() - 1];
        let changed = last.tick.max(last.gesture_until) as f64 * TICK;
        self.first.map(|_| changed + SETTLING)
    }

    /// The pose at a time in seconds. Before 0 it is as at 0; NaN counts as 0.
    pub fn at(&self, time: f64) -> GazePose {
        self.walk(time).to(time)
    }

    /// Works ahead up to a time, so that poses until then cost little; they are the same without. A live session calls it
    /// once a frame, with the time of the frame; where all events are known, once with any late time will do.
    pub fn advance(&mut self, time: f64) {
        let (goal, _) = split(time);
        let full = Shares::of(&self.settings, TICK);
        let input = self.inputs.len() - 1;
        loop {
            let Checkpoint { tick, state, .. } = self.ahead.last().copied().unwrap_or(self.edge());
            let next = self.run(state, &self.inputs[input], tick, tick + SPACING, &full);
            // At rest there is nothing ahead but the end of a gesture.
            let rests = next == state && tick >= self.inputs[input].gesture_until;
            if rests || tick + SPACING > goal {
                return;
            }
            let tick = if next == state { self.inputs[input].gesture_until } else { tick + SPACING };
            self.ahead.push(Checkpoint { tick, input, state: next });
        }
    }

    /// Drops what only poses before a time need, so that a session may go on for days: poses from then on stay the same,
    /// earlier ones are lost.
    pub fn forget(&mut self, time: f64) {
        let (tick, _) = split(time);
        let Some(first) = self.checkpoints.partition_point(|c| c.tick <= tick).checked_sub(1) else { return };
        self.checkpoints.drain(..first);
        let input = self.checkpoints[0].input;
        self.inputs.drain(..input);
        for checkpoint in self.checkpoints.iter_mut().chain(&mut self.ahead) {
            checkpoint.input -= input;
        }
    }

    /// A walk through time from `time` on: for many times in ascending order, cheaper than asking for each.
    pub fn walk(&self, time: f64) -> Walk<'_> {
        let (tick, _) = split(time);
        let before = |list: &[Checkpoint]| list.partition_point(|c| c.tick <= tick).checked_sub(1).map(|i| list[i]);
        let edge = Some(self.edge()).filter(|edge| edge.tick <= tick);
        let start = before(&self.ahead).or(edge).or_else(|| before(&self.checkpoints));
        let Checkpoint { tick, input, state } = start.unwrap_or(Checkpoint { tick: 0, input: 0, state: State::REST });
        Walk { tracker: self, full: Shares::of(&self.settings, TICK), tick, input, state }
    }

    /// The last input, as a checkpoint.
    fn edge(&self) -> Checkpoint {
        let input = self.inputs.len() - 1;
        Checkpoint { tick: self.inputs[input].tick, input, state: self.edge }
    }

    /// The tick from which an event counts.
    fn tick_of(&mut self, time: f64) -> Result<u64, Error> {
        checked("event time", time, self.last..=LATEST)?;
        self.last = time;
        Ok(ceil_tick(time))
    }

    /// What holds at a tick that is not before the last input's.
    fn held_from(&self, tick: u64) -> Input {
        Input { tick, ..self.inputs[self.inputs.len() - 1] }
    }

    /// Adds an input, at most one for each tick: however often a pointer reports, only its last place before a tick counts.
    fn push(&mut self, input: Input) {
        let at = self.inputs.len() - 1;
        let before = self.inputs[at];
        if before == (Input { tick: before.tick, ..input }) {
            return;
        }
        if before.tick == input.tick {
            self.inputs[at] = input;
        } else {
            let full = Shares::of(&self.settings, TICK);
            let start = self.ahead.iter().rev().find(|c| c.tick <= input.tick).copied().unwrap_or(self.edge());
            self.edge = self.run(start.state, &before, start.tick, input.tick, &full);
            let (tick, state) = (input.tick, self.edge);
            if self.checkpoints.last().map_or(0, |c| c.tick) + SPACING <= tick {
                self.checkpoints.push(Checkpoint { tick, input: at + 1, state });
            }
            self.inputs.push(input);
        }
        self.ahead.clear();
    }

    /// The state at tick `to`, from that at `from`, while one input holds. A tick that changes nothing ends it: the next
    /// would not either, unless a gesture ends.
    fn run(&self, mut state: State, input: &Input, from: u64, to: u64, full: &Shares) -> State {
        let mut tick = from;
        while tick < to {
            let next = self.step(&state, input, tick, full);
            tick += 1;
            if next == state {
                tick = if tick <= input.gesture_until { input.gesture_until.min(to) } else { to };
            }
            state = next;
        }
        state
    }

    /// One tick, or a part of one that begins at `tick`.
    fn step(&self, from: &State, input: &Input, tick: u64, shares: &Shares) -> State {
        let Settings { eyes, head, joints, gain, zone, .. } = &self.settings;
        let mut s = *from;
        let activity =
            Activity { gesture: tick < input.gesture_until, dragged: input.drag.is_some(), idle_clip: input.idle_clip };
        s.weight = toward(s.weight, activity.head_weight(), shares.weight);
        s.command = toward(s.command, if input.target.is_some() { 1.0 } else { 0.0 }, shares.command);
        s.drag = toward2(s.drag, input.drag.unwrap_or_default(), shares.eyes);

        // What decides (hysteresis) reads what does not change within a tick, so that nothing jumps between two.
        s.held = input.target.map_or([0.0; 2], |target| self.head_target(from.held, &target));
        s.filters = input.target.map(|target| self.filtered(from.filters, &target, s.held, shares.dt));
        // Head first: the eyes look at what it leaves.
        let sent = s.filters.filter(|_| joints.head).map_or([0.0; 2], |f| f.head.map(|m| m.value.to_degrees()));
        s.head = toward2(s.head, head.limits.clamp(sent), shares.head);
        let target = s.filters.zip(input.target).map_or([0.0; 2], |(f, target)| {
            let seen = f.eyes.map(|m| m.value);
            // Known where the filter has arrived.
            let direction = if seen == target.offset { target.direction } else { self.aim.direction(seen) };
            let direction = soft_zone(direction, *zone);
            let taken = s.shown_head();
            eyes.limits.clamp([gain * direction[0] - taken[0], gain * direction[1] - taken[1]])
        });
        s.eyes = toward2(s.eyes, target, shares.eyes);
        s
    }

    /// Where the head is sent: its share of the direction, within its limits.
    fn head_target(&self, held: [f64; 2], target: &Target) -> [f64; 2] {
        let Settings { head, head_share, gain, hysteresis: step, .. } = &self.settings;
        let wanted = head.limits.clamp(target.direction.map(|angle| head_share * gain * angle));
        let ranges = head.limits.ranges();
        std::array::from_fn(|i| hysteresis(held[i], wanted[i], *step, &ranges[i]))
    }

    fn filtered(&self, filters: Option<Filters>, target: &Target, head_target: [f64; 2], dt: f64) -> Filters {
        let offset = target.offset;
        let direction = head_target.map(f64::to_radians);
        let Some(Filters { eyes, head }) = filters else {
            return Filters { eyes: offset.map(Motion::at_rest), head: direction.map(Motion::at_rest) };
        };
        let step = |rule: &super::OneEuro, from: Motion, sample: f64| {
            let next = rule.step(from, sample, dt);
            let arrived = (sample - next.value).abs() < ARRIVED && next.velocity.abs() < ARRIVED * TICKS;
            if arrived { Motion::at_rest(sample) } else { next }
        };
        Filters {
            eyes: std::array::from_fn(|i| step(&self.settings.eyes.filter, eyes[i], offset[i])),
            head: std::array::from_fn(|i| step(&self.settings.head.filter, head[i], direction[i])),
        }
    }
}

impl State {
    const REST: Self = Self {
        filters: None,
        held: [0.0; 2],
        head: [0.0; 2],
        eyes: [0.0; 2],
        weight: 1.0,
        command: 0.0,
        drag: [0.0; 2],
    };

    /// The head with its weight; one that is too light to be seen is left alone.
    fn shown_head(&self) -> [f64; 2] {
        if self.weight < weight::LEAST { [0.0; 2] } else { self.head.map(|angle| self.weight * angle) }
    }
}

impl Shares {
    fn of(settings: &Settings, dt: f64) -> Self {
        Self {
            dt,
            eyes: share(settings.eyes.rate, dt),
            head: share(settings.head.rate, dt),
            weight: share(weight::RATE, dt),
            command: share(COMMAND_RATE, dt),
        }
    }
}

/// Goes through the poses of a [`Tracker`] in ascending time.
pub struct Walk<'a> {
    tracker: &'a Tracker,
    full: Shares,
    tick: u64,
    /// The input that holds at the tick.
    input: usize,
    state: State,
}

impl Walk<'_> {
    /// The pose at a time; one before that of the last call counts as that tick.
    pub fn to(&mut self, time: f64) -> GazePose {
        self.weighed(time).0
    }

    /// The same, and how much the head follows beside what else it does: its part of the pose has that in it.
    pub(crate) fn weighed(&mut self, time: f64) -> (GazePose, f64) {
        let tracker = self.tracker;
        let (goal, rest) = split(time);
        if tracker.first.is_none_or(|first| goal < first) || !tracker.settings.joints.eyes {
            return (GazePose::REST, 0.0);
        }
        let next = |input: usize| tracker.inputs.get(input + 1).filter(|next| next.tick <= goal);
        while let Some(Input { tick, .. }) = next(self.input) {
            self.state = tracker.run(self.state, &tracker.inputs[self.input], self.tick, *tick, &self.full);
            self.tick = *tick;
            self.input += 1;
        }
        let input = &tracker.inputs[self.input];
        self.state = tracker.run(self.state, input, self.tick, goal, &self.full);
        self.tick = self.tick.max(goal);
        let state = if rest > 0.0 {
            tracker.step(&self.state, input, self.tick, &Shares::of(&tracker.settings, rest))
        } else {
            self.state
        };
        let (head, weight) = (state.shown_head(), state.weight);
        (GazePose { eyes: state.eyes, head, command: state.command, drag: state.drag }, weight)
    }
}

/// A time as a tick and the seconds after it.
fn split(time: f64) -> (u64, f64) {
    let ticks = if time.is_nan() { 0.0 } else { time.clamp(0.0, LATEST) * TICKS };
    let whole = (ticks + NEAR).floor();
    let rest = ticks - whole;
    (whole as u64, if rest > NEAR { rest.min(1.0) * TICK } else { 0.0 })
}

/// The first tick at or after a time that is not negative.
fn ceil_tick(time: f64) -> u64 {
    (time * TICKS - NEAR).ceil().max(0.0) as u64
}

/// A vector shortened to at most 1.
fn at_most_1([x, y]: [f64; 2]) -> [f64; 2] {
    let length = libm::hypot(x, y).max(1.0);
    [x / length, y / length]
}

#[cfg(test)]
mod tests;
