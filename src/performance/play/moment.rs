//! How a performance is at one moment: everything that was asked for before, summed up. Nothing is kept from moment to
//! moment.

use std::ops::Range;

use super::Performance;
use crate::character::{BodyLook, MouthLook};
use crate::face::{Eye, FaceMix, Overlay, Side};
use crate::frame::{Frame, Look, POSTER_TIME, Sway, eye_shift, overlays};
use crate::gaze::{GazePose, Limits, Walk};
use crate::geometry::Pose;
use crate::motion::{Offset, Pendulum, Pulse, Rhythm, WaveTarget, drift};
use crate::performance::channels::Key;
use crate::performance::takeover::{Sight, Stance, Taken, take_over};

/// How much lower what is pressed is, in shares of its height.
const SQUASH: f64 = 0.07;
/// How far a drag of one head radius leans the body, in degrees, and stretches it.
const DRAG_LEAN: f64 = 9.0;
const DRAG_STRETCH: f64 = 0.07;

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

/// How body and head are held at a moment, and what that comes from.
struct Carriage {
    pointed: GazePose,
    idle: Idle,
    gesture: Offset,
    waves: [f64; WaveTarget::ALL.len()],
    body: BodyLook,
    /// The live pose of the head.
    head: Pose,
    /// The eyes, where they are taken over from a clip.
    taken: Option<Taken>,
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

impl Performance {
    /// How the character is at a time. Before 0 it is as at 0, after [`Performance::LATEST`] as at that.
    pub fn frame(&self, t: f64) -> Frame {
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, Self::LATEST) };
        let at = |key| self.channels.at(key, t);
        // One walk for all: what swings looks back from now.
        let mut walks = self.walks(if self.swings(t) { t - Pendulum::MEMORY } else { t });
        let sway = self.sway(t, &mut walks);
        let Carriage { pointed, idle, gesture, waves, body, head, taken } = self.carriage(&mut walks, t);

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

    /// How body and head are held.
    fn carriage(&self, walks: &mut Walks<'_>, t: f64) -> Carriage {
        let at = |key| self.channels.at(key, t);
        let Pointed { own: pointed, over_clip } = self.pointed(walks, t);
        let (idle, gesture, waves) = (self.idle(t, &pointed), self.gesture(t), self.waves(t));
        let wave = |target: WaveTarget| waves[target as usize];
        let acted = self.acts.held(t);

        let grip = DRAG_STRETCH * pointed.drag[1] - SQUASH * at(Key::Pressed);
        let body = BodyLook {
            stretch: (at(Key::Stretch)
                + acted.stretch
                + idle.breath
                + gesture.stretch
                + wave(WaveTarget::Stretch)
                + grip)
                .clamp(0.6, 1.5),
            lean: at(Key::Lean) + acted.lean + gesture.lean + wave(WaveTarget::Lean) + DRAG_LEAN * pointed.drag[0],
            lift: (at(Key::Lift) + acted.lift + gesture.lift + wave(WaveTarget::Lift)).clamp(0.0, 0.5),
        };

        let free = 1.0 - pointed.command;
        let follow = Look::clamped([free * at(Key::HeadX), free * at(Key::HeadY)]).head();
        let (turn, tilt) = (follow.turn() + pointed.head[0], follow.tilt() + pointed.head[1]);
        let turn = acted.turn + at(Key::Turn) + at(Key::PoseTurn) + turn + 0.55 * idle.look[0] + gesture.turn;
        let tilt = acted.tilt + at(Key::Tilt) + at(Key::PoseTilt) + tilt + 0.5 * idle.look[1] + gesture.tilt;
        let roll = acted.roll + at(Key::Roll) + at(Key::PoseRoll) + 0.8 * idle.roll + gesture.roll;
        let head =
            Pose::new(turn + wave(WaveTarget::Turn), tilt + wave(WaveTarget::Tilt), roll + wave(WaveTarget::Roll))
                .unwrap_or_default();
        let taken = over_clip.map(|sight| take_over(&Stance { lean: body.lean, neck: acted.neck, head }, &sight));
        let head = taken.map_or(head, |taken| taken.head);
        Carriage { pointed, idle, gesture, waves, body, head, taken }
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
            let Carriage { body, head, .. } = self.carriage(walks, then);
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
    pub(super) fn playing(&self, t: f64) -> Range<usize> {
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
