//! Timing. All contestants take turns, over and over, so that whatever else the machine does falls on all of them. What
//! counts is the time their thread was running for: all of them work on one thread.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::{allocations, frames};

/// Something that is timed, frame by frame.
pub struct Contestant<'a> {
    /// Which part of the table it is in.
    pub group: &'static str,
    /// What it is called there.
    pub name: &'static str,
    /// Handles a frame.
    frame: Box<dyn FnMut(usize) + 'a>,
    /// How often a turn goes through all frames: what is quick goes often, so that reading the clock does not count.
    repeats: u32,
    /// Time per frame, turn by turn.
    times: Vec<Duration>,
    /// How often a frame asks for memory, once warm: the mean over all frames.
    pub allocations: f64,
}

impl<'a> Contestant<'a> {
    /// Something that handles frame 0, 1, .. and then 0 again.
    pub fn new<T>(group: &'static str, name: &'static str, mut frame: impl FnMut(usize) -> T + 'a) -> Self {
        let frame = Box::new(move |i| drop(black_box(frame(i))));
        Self { group, name, frame, repeats: 1, times: Vec::new(), allocations: 0.0 }
    }

    /// Its median time.
    pub fn median(&self) -> Duration {
        median(&self.times)
    }

    fn warm_up(&mut self) {
        const TURN: Duration = Duration::from_micros(200);
        self.turn();
        let all = allocations::count(|| (0..frames::COUNT).for_each(&mut self.frame));
        self.allocations = all as f64 / frames::COUNT as f64;
        self.turn();
        let once = self.median() * frames::COUNT as u32;
        self.repeats = TURN.as_nanos().div_ceil(once.as_nanos().max(1)) as u32;
        self.times.clear();
    }

    /// All frames, in order.
    fn turn(&mut self) {
        let start = ThreadTime::now();
        for _ in 0..self.repeats {
            (0..frames::COUNT).for_each(&mut self.frame);
        }
        self.times.push(start.elapsed() / (self.repeats * frames::COUNT as u32));
    }
}

/// The one in the middle.
pub fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// How long a race is.
#[derive(Clone, Copy)]
pub enum Length {
    /// One turn each: shows that it runs.
    Once,
    /// Enough turns for medians to hold still.
    Full,
}

impl Length {
    /// How many rounds, if one takes so long.
    pub fn rounds(self, round: Duration) -> u32 {
        const BUDGET: Duration = Duration::from_secs(8);
        match self {
            Self::Once => 1,
            Self::Full => ((BUDGET.as_secs_f64() / round.as_secs_f64()) as u32).clamp(7, 100),
        }
    }
}

/// Warms all contestants up, counts their allocations, then has them take turns.
pub fn run(fields: &mut [Vec<Contestant<'_>>], length: Length) {
    let mut all: Vec<&mut Contestant<'_>> = fields.iter_mut().flatten().collect();
    all.iter_mut().for_each(|contestant| contestant.warm_up());
    let start = Instant::now();
    all.iter_mut().for_each(|contestant| contestant.turn());
    for _ in 1..length.rounds(start.elapsed()) {
        all.iter_mut().for_each(|contestant| contestant.turn());
    }
}
