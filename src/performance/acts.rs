//! Clips, expressions and speech as they follow each other, and what they make of a frame.
//!
//! Who owns lids and mouth is written down in [`crate::clip`]; [`Claims`] resolves it.

use std::sync::Arc;

use crate::clip::{
    Clip, Drive, Expression, Playing, Scope, Speech, Viseme, blend_mouths, in_range, sine, slot, standard,
};
use crate::face::{EyeShape, Side};
use crate::frame::{Frame, ParameterMap};
use crate::parameter::{Blend, Parameters};

/// All that was handed in, in time order.
#[derive(Clone, Debug)]
pub(super) struct Acts {
    clips: Vec<Act<Arc<Clip>>>,
    expressions: Vec<Act<Look>>,
    speeches: Vec<Act<Arc<Speech>>>,
    map: ParameterMap,
}

/// Something that begins, and may be told to stop.
#[derive(Clone, Debug)]
struct Act<T> {
    what: T,
    start: f64,
    stop: Option<f64>,
}

/// An expression, by the places of its values.
#[derive(Clone, Debug)]
struct Look {
    values: Vec<(usize, Blend, f64)>,
    fade_in: Option<f64>,
    fade_out: f64,
}

/// How head and body are held over what the state does: degrees, and shares of the body's height.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Held {
    pub turn: f64,
    pub tilt: f64,
    pub roll: f64,
    pub lean: f64,
    pub lift: f64,
    pub stretch: f64,
    /// Turn, tilt and roll of what carries the head, on the body as it is seen.
    pub neck: [f64; 3],
}

/// How much clips claim of what otherwise moves by itself, each 0..=1.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Claims {
    lids: f64,
    mouth: f64,
    head: f64,
    pose: f64,
}

impl Claims {
    /// How much clips hold head, eyes or body: so much a pointer has to take over from them.
    pub fn pose(self) -> f64 {
        self.pose
    }

    /// What is left of a blink where a clip moves the lids.
    pub fn blink(self, lid: f64) -> f64 {
        1.0 - (1.0 - lid) * (1.0 - self.lids)
    }

    /// What is left of the talking of a state where a clip moves the mouth.
    pub fn talk(self, open: f64) -> f64 {
        open * (1.0 - self.mouth)
    }

    /// What is left of idle drift where a clip moves head or eyes.
    pub fn drift(self, amount: f64) -> f64 {
        amount * (1.0 - self.head)
    }
}

/// What of the face clips and expressions ask for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked(Drive);

impl Asked {
    /// Where to look, in shares of the gaze range.
    pub fn gaze(&self) -> [f64; 2] {
        [self.0.values[slot::GAZE_X], self.0.values[slot::GAZE_Y]]
    }
}

/// What is not of the face alone.
const HELD: [usize; 9] = [
    slot::TURN,
    slot::TILT,
    slot::ROLL,
    slot::BODY_TURN,
    slot::BODY_TILT,
    slot::LEAN,
    slot::BREATH,
    slot::GAZE_X,
    slot::GAZE_Y,
];
/// How far down a crouch squashes, of how far down it would go.
const SQUASH: f64 = 0.6;
/// The stretch of a full breath.
const BREATH: f64 = 0.028;

/// A state's own mouth lends speech its mood: this much of how far its corners are from those of a calm mouth, so that
/// who is sad does not smile between two words.
const MOOD: f64 = 0.6;
/// The curve of a calm mouth: that of `idle`.
const CALM: f64 = 0.46;
/// At most so much, so that shapes stay what they are.
const MOST_MOOD: f64 = 0.5;

impl Acts {
    pub fn new() -> Self {
        Self {
            clips: Vec::new(),
            expressions: Vec::new(),
            speeches: Vec::new(),
            map: ParameterMap::standard(&Parameters::standard()),
        }
    }

    pub fn clip(&mut self, time: f64, clip: Option<Arc<Clip>>) {
        follow(&mut self.clips, time, clip);
    }

    pub fn expression(&mut self, time: f64, expression: Option<&Expression>) {
        let look = expression.map(|expression| Look {
            values: expression.parameters.iter().filter_map(|p| Some((standard(&p.id)?, p.blend, p.value))).collect(),
            fade_in: expression.fade_in,
            fade_out: expression.fade_out.unwrap_or(Expression::FADE),
        });
        follow(&mut self.expressions, time, look);
    }

    pub fn say(&mut self, time: f64, speech: Option<Arc<Speech>>) {
        follow(&mut self.speeches, time, speech);
    }

    /// Whether there is a clip at all.
    pub fn has_clips(&self) -> bool {
        !self.clips.is_empty()
    }

    /// Drops what is over at a time.
    pub fn forget(&mut self, time: f64) {
        self.clips.retain(|act| act.clip_is_over().is_none_or(|over| over > time));
        self.expressions.retain(|act| act.stop.is_none_or(|stop| stop + act.what.fade_out > time));
        self.speeches.retain(|act| act.speech_is_over() > time);
    }

    /// From when on nothing of it moves; none if a clip goes on for ever.
    pub fn rests_from(&self) -> Option<f64> {
        let mut rest = f64::NEG_INFINITY;
        for act in &self.clips {
            let holds_a_pose = !act.what.is_looped() && act.what.duration() == 0.0;
            rest = rest.max(act.clip_is_over().or(holds_a_pose.then_some(act.start + 1.0))?);
        }
        for act in &self.expressions {
            let held = act.start + act.what.fade_in.unwrap_or(Expression::FADE);
            rest = rest.max(act.stop.map_or(held, |stop| stop + act.what.fade_out));
        }
        for act in &self.speeches {
            rest = rest.max(act.speech_is_over());
        }
        Some(rest)
    }

    /// What clips claim at a time.
    pub fn claims(&self, t: f64) -> Claims {
        let mut claims = Claims::default();
        for act in self.clips.iter().filter(|act| act.start <= t) {
            let (moves, weight) = (act.what.moves(), act.what.weight(act.playing(t)));
            let claim = |own: &mut f64, moves: bool| {
                if moves {
                    *own = 1.0 - (1.0 - *own) * (1.0 - weight);
                }
            };
            claim(&mut claims.lids, moves.lids);
            claim(&mut claims.mouth, moves.mouth);
            claim(&mut claims.head, moves.head);
            claim(&mut claims.pose, moves.pose);
        }
        claims
    }

    /// How head and body are held at a time.
    pub fn held(&self, t: f64) -> Held {
        if self.clips.is_empty() && self.expressions.is_empty() {
            return Held::default();
        }
        let drive = self.drive(t, Scope::Pose);
        let v = |index: usize| drive.values[index];
        Held {
            turn: v(slot::TURN) + v(slot::BODY_TURN),
            tilt: v(slot::TILT) + v(slot::BODY_TILT),
            roll: v(slot::ROLL),
            lean: v(slot::LEAN),
            lift: drive.lift.max(0.0),
            stretch: SQUASH * drive.lift.min(0.0) + BREATH * v(slot::BREATH),
            neck: [drive.neck[0] + v(slot::BODY_TURN), drive.neck[1] + v(slot::BODY_TILT), drive.neck[2]],
        }
    }

    /// What clips and expressions ask of the face at a time; none if there are none.
    pub fn asked(&self, t: f64) -> Option<Asked> {
        let silent = self.clips.is_empty() && self.expressions.is_empty();
        (!silent).then(|| Asked(self.drive(t, Scope::All)))
    }

    /// Lays the face that is asked for over a frame, then the mouth of speech. `lids` are the state's own, right one first.
    pub fn apply(&self, t: f64, asked: Option<Asked>, lids: [f64; 2], frame: &mut Frame) {
        let mood = (MOOD * (frame.mouth.form.bend - CALM)).clamp(-MOST_MOOD, MOST_MOOD);
        if let Some(Asked(drive)) = asked {
            self.apply_drive(drive, lids, frame);
        }
        for act in self.speeches.iter().filter(|act| act.start <= t) {
            let (mut mouth, share) = act.what.cut(t - act.start, act.stop.map(|stop| stop - act.start));
            // The corners of a wide mouth are further away; the middle stays in its place.
            let lean = mood * mouth.form.half_width;
            mouth.form.bend += lean;
            mouth.form.dy -= 0.5 * lean;
            if share > 0.0 {
                frame.mouth = blend_mouths(&frame.mouth, &mouth, share);
            }
        }
    }

    fn apply_drive(&self, mut drive: Drive, lids: [f64; 2], frame: &mut Frame) {
        // Head, body and gaze have their part already.
        for index in HELD {
            drive.values[index] = 0.0;
        }
        let (lid_slots, smile_slots) = ([slot::LID_RIGHT, slot::LID_LEFT], [slot::SMILE_RIGHT, slot::SMILE_LEFT]);
        for side in Side::BOTH.map(Side::index) {
            let eye = &mut frame.eyes[side];
            // Eyes that a state shuts, and symbols, are as the state wants them.
            let awake = eye.mean(|shape| f64::from(u8::from(shape.has_lid()))) * (lids[side] / 0.25).clamp(0.0, 1.0);
            for ((_, shape), share) in EyeShape::ALL.iter().zip(drive.shapes) {
                if share > 0.0 {
                    *eye = eye.toward(*shape, share * awake);
                }
            }
            drive.values[smile_slots[side]] *= awake;
            let lid = &mut drive.values[lid_slots[side]];
            *lid = if *lid > 1.0 { 1.0 + (*lid - 1.0) * awake } else { *lid };
        }
        // Vowels that come together share the mouth.
        let total = drive.visemes.iter().sum::<f64>().max(1.0);
        let mut there = 1.0 - drive.visemes.iter().sum::<f64>() / total;
        for ((_, viseme), weight) in Viseme::ALL.iter().zip(drive.visemes).filter(|(_, weight)| *weight > 0.0) {
            let share = weight / total;
            there += share;
            frame.mouth = blend_mouths(&frame.mouth, &viseme.look(), share / there);
        }
        self.map.apply_values(|slot| drive.values.get(slot.index()).copied().unwrap_or(0.0), frame);
    }

    /// What clips and then expressions ask for at a time.
    fn drive(&self, t: f64, scope: Scope) -> Drive {
        let mut drive = Drive::rest();
        for act in self.clips.iter().filter(|act| act.start <= t) {
            act.what.play(act.playing(t), scope, &mut drive);
        }
        for act in self.expressions.iter().filter(|act| act.start <= t) {
            let weight = act.what.weight(act.playing(t));
            if weight > 0.0 {
                for (index, blend, value) in &act.what.values {
                    let before = drive.values[*index];
                    drive.values[*index] = in_range(*index, blend.mix(before, *value, weight), before);
                }
            }
        }
        drive
    }
}

impl Look {
    fn weight(&self, now: Playing) -> f64 {
        let coming = match self.fade_in {
            None if now.opening => 1.0,
            fade => {
                let seconds = fade.unwrap_or(Expression::FADE);
                if seconds > 0.0 { sine(now.elapsed / seconds) } else { 1.0 }
            }
        };
        let going =
            now.stopped.map_or(1.0, |since| if self.fade_out > 0.0 { 1.0 - sine(since / self.fade_out) } else { 0.0 });
        coming * going
    }
}

impl Act<Arc<Clip>> {
    /// From when on nothing is left of a clip; none if it goes on for ever.
    fn clip_is_over(&self) -> Option<f64> {
        let over = self.what.over_after().map(|after| self.start + after);
        let stopped = self.stop.map(|stop| stop + self.what.fade_out());
        match (over, stopped) {
            (Some(over), Some(stopped)) => Some(over.min(stopped)),
            (over, stopped) => over.or(stopped),
        }
    }
}

impl Act<Arc<Speech>> {
    fn speech_is_over(&self) -> f64 {
        self.start + self.what.duration() + Speech::AFTER
    }
}

impl<T> Act<T> {
    fn playing(&self, t: f64) -> Playing {
        let stopped = self.stop.filter(|stop| *stop <= t).map(|stop| t - stop);
        Playing { elapsed: t - self.start, stopped, opening: self.start == 0.0 }
    }
}

/// Stops what is going on, and begins the next.
fn follow<T>(acts: &mut Vec<Act<T>>, time: f64, next: Option<T>) {
    if let Some(last) = acts.last_mut() {
        last.stop.get_or_insert(time);
    }
    if let Some(what) = next {
        acts.push(Act { what, start: time, stop: None });
    }
}
