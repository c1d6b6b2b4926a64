//! When a frame is drawn.

use phiz::{Character, Frame};

/// Frames a second of what moves so little that no more would be seen: breath and drift.
pub const CALM: f64 = 30.0;
/// So often the mouse is looked at while something goes on, and while nothing does, a second.
const AWAKE: f64 = 60.0;
const ASLEEP: f64 = 30.0;
/// After so long without a change nothing goes on any more, in seconds.
const DOZE: f64 = 0.5;
/// A way that is seen at once, in pixels.
const SEEN: f64 = 0.5;
/// Windows forget what they showed while they were covered or minimised, and do not say so.
const SHOW_AGAIN: f64 = 0.5;

/// What has changed since the last drawing.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Change {
    /// Nothing.
    None,
    /// Something moved by so many pixels.
    Moved(f64),
    /// It is another picture.
    Other,
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The picture is drawn anew.
    Draw,
    /// The same picture is shown once more.
    Show,
    /// Nothing.
    Wait,
}

/// Decides when to draw, and how long to wait.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    fps: f64,
    /// When the last picture was due. It may have been drawn half a round before.
    drawn: f64,
    shown: f64,
    changed: f64,
    next: f64,
}

impl Pace {
    /// With at most so many frames a second.
    pub fn new(fps: f64) -> Self {
        let never = f64::NEG_INFINITY;
        Self { fps, drawn: never, shown: never, changed: never, next: never }
    }

    /// What is to be done now, at a time in seconds.
    pub fn step(&mut self, now: f64, change: Change) -> Step {
        if change > Change::None {
            self.changed = now;
        }
        let fps = match change {
            Change::None => 0.0,
            Change::Moved(pixels) if pixels < SEEN => self.fps.min(CALM),
            Change::Moved(_) | Change::Other => self.fps,
        };
        // Half a round early is nearer than half a round late.
        let due = self.drawn + 1.0 / fps;
        if fps > 0.0 && now >= due - 0.5 * self.period(now) {
            (self.drawn, self.shown) = (due.max(now), now);
            Step::Draw
        } else if now - self.shown >= SHOW_AGAIN {
            self.shown = now;
            Step::Show
        } else {
            Step::Wait
        }
    }

    /// Whether nothing has changed for a while.
    pub fn dozes(&self, now: f64) -> bool {
        now - self.changed > DOZE
    }

    /// How long to wait before the mouse is looked at again. Rounds begin at even distances, however long each takes.
    pub fn wait(&mut self, now: f64) -> f64 {
        let period = self.period(now);
        self.next = (self.next + period).clamp(now, now + period);
        self.next - now
    }

    fn period(&self, now: f64) -> f64 {
        1.0 / if self.dozes(now) { ASLEEP } else { self.fps.max(AWAKE) }
    }
}

/// How far anything has moved between two frames of a character, in pixels.
pub fn change(character: &Character, before: &Frame, now: &Frame, pixels_per_unit: f64) -> Change {
    if before == now {
        return Change::None;
    }
    // What turns, slides, stretches and shuts has a way. All else changes with a state: then every frame counts.
    let mut calm = Frame {
        rotation: before.rotation,
        gaze: before.gaze,
        body: before.body,
        sway: before.sway,
        rhythm: before.rhythm,
        ..now.clone()
    };
    for (calm, before) in calm.eyes.iter_mut().zip(&before.eyes) {
        calm.lid = before.lid;
    }
    if calm != *before || now.overlays.iter().any(|weight| *weight > 0.0) {
        return Change::Other;
    }
    let (radius, height) = (character.head().radius, character.bounds().height());
    let (a, b) = (before.rotation.rows(), now.rotation.rows());
    let turned = a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let slid = (0..2).map(|i| (before.gaze[i] - now.gaze[i]).abs()).fold(0.0, f64::max);
    let shut = (0..2).map(|i| (before.eyes[i].lid - now.eyes[i].lid).abs()).fold(0.0, f64::max);
    let body = height * (before.body.stretch - now.body.stretch).abs()
        + height * (before.body.lift - now.body.lift).abs()
        + height * (before.body.lean - now.body.lean).abs().to_radians();
    let swung = (before.sway.stiff - now.sway.stiff).abs().max((before.sway.loose - now.sway.loose).abs());
    let ways = [radius * turned, radius * slid, 2.0 * character.eye_radius() * shut, body, radius * swung.to_radians()];
    Change::Moved(pixels_per_unit * ways.into_iter().fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often it draws in ten seconds, and how often it looks, if every round has the same change.
    fn rounds(fps: f64, change: Change) -> (usize, usize) {
        let (mut pace, mut now, mut drawn, mut looked) = (Pace::new(fps), 0.0, 0, 0);
        // The first picture is another one than none.
        pace.step(now, Change::Other);
        while now < 10.0 {
            drawn += usize::from(pace.step(now, change) == Step::Draw);
            looked += 1;
            // Each round takes a millisecond of work.
            now += 0.001;
            now += pace.wait(now);
        }
        (drawn, looked)
    }

    #[test]
    fn draws_are_bounded_by_the_frame_rate() {
        for fps in [10.0, 24.0, 30.0, 60.0, 120.0] {
            let (drawn, looked) = rounds(fps, Change::Other);
            assert!(drawn as f64 <= 10.0 * fps * 1.02 + 1.0 && drawn as f64 >= 10.0 * fps * 0.9, "{fps}: {drawn}");
            assert!(looked as f64 <= 10.0 * fps.max(AWAKE) + 2.0, "{fps}: {looked}");
        }
    }

    #[test]
    fn small_motion_is_drawn_at_half_the_rate_and_rest_not_at_all() {
        let (calm, _) = rounds(60.0, Change::Moved(0.1));
        assert!((280..=305).contains(&calm), "{calm}");
        let (still, looked) = rounds(60.0, Change::None);
        assert_eq!(still, 0);
        assert!((295..=320).contains(&looked), "{looked}");
    }

    #[test]
    fn a_picture_that_stays_is_shown_again_now_and_then() {
        let mut pace = Pace::new(60.0);
        assert_eq!(pace.step(0.0, Change::Other), Step::Draw);
        assert_eq!(pace.step(0.1, Change::None), Step::Wait);
        assert_eq!(pace.step(0.6, Change::None), Step::Show);
        assert_eq!(pace.step(0.7, Change::None), Step::Wait);
    }

    #[test]
    fn after_a_long_wait_there_is_no_burst() {
        let mut pace = Pace::new(60.0);
        pace.step(0.0, Change::Other);
        pace.wait(0.0);
        let later = 8.0 * 3600.0;
        assert_eq!(pace.step(later, Change::Other), Step::Draw);
        assert_eq!(pace.step(later + 1e-3, Change::Other), Step::Wait);
        assert!(pace.wait(later) >= 0.0 && pace.wait(later) > 0.01);
    }

    #[test]
    fn a_blink_is_seen_at_once_and_breath_is_not() {
        let nubo = Character::builtin("nubo").unwrap();
        let still = phiz::Still::default().frame(&nubo, nubo.state("idle").unwrap());
        let moved = |change: &dyn Fn(&mut Frame)| {
            let mut frame = still.clone();
            change(&mut frame);
            super::change(&nubo, &still, &frame, 512.0 / 200.0)
        };
        assert_eq!(moved(&|_| {}), Change::None);
        let breath = moved(&|f| f.body.stretch += 0.014 * std::f64::consts::TAU / 3.4 / 60.0);
        assert!(breath > Change::None && breath < Change::Moved(SEEN), "{breath:?}");
        assert!(moved(&|f| f.eyes[0].lid -= 0.1) > Change::Moved(SEEN));
        assert_eq!(moved(&|f| f.blush += 0.01), Change::Other);
        assert_eq!(moved(&|f| f.overlays[3] = 0.5), Change::Other);
    }
}
