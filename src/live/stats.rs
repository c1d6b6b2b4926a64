//! What a session cost: processor time and frames, at rest, idling and following.

use std::fmt;

/// What goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Nothing moves.
    Rest,
    /// It breathes, blinks and looks about.
    Idle,
    /// It follows the pointer, or answers what it was asked.
    Busy,
}

/// The cost of one mode.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Cost {
    /// How long it lasted, in seconds.
    pub seconds: f64,
    /// Processor time, in seconds.
    pub processor: f64,
    /// Frames drawn.
    pub frames: u64,
    /// Of these, the ones in which only the face was drawn.
    pub faces: u64,
}

/// The cost of each mode, in their order.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Stats([Cost; 3]);

impl Stats {
    pub fn of(&self, mode: Mode) -> &Cost {
        &self.0[mode as usize]
    }

    pub fn add(&mut self, mode: Mode, seconds: f64, processor: f64) {
        let cost = &mut self.0[mode as usize];
        cost.seconds += seconds.max(0.0);
        cost.processor += processor.max(0.0);
    }

    pub fn drew(&mut self, mode: Mode, face_alone: bool) {
        let cost = &mut self.0[mode as usize];
        cost.frames += 1;
        cost.faces += u64::from(face_alone);
    }

    /// All frames drawn.
    pub fn frames(&self) -> u64 {
        self.0.iter().map(|cost| cost.frames).sum()
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "            seconds  processor  frames  face alone  frames a second  ms a frame")?;
        for (name, mode) in [("at rest", Mode::Rest), ("idling", Mode::Idle), ("following", Mode::Busy)] {
            let Cost { seconds, processor, frames, faces } = *self.of(mode);
            let share = if seconds > 0.0 { 100.0 * processor / seconds } else { 0.0 };
            let rate = if seconds > 0.0 { frames as f64 / seconds } else { 0.0 };
            let each = if frames > 0 { format!("{:.2}", 1e3 * processor / frames as f64) } else { "-".into() };
            writeln!(f, "{name:10}  {seconds:7.1}  {share:7.1} %  {frames:6}  {faces:10}  {rate:15.1}  {each:>10}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_each_mode_cost() {
        let mut stats = Stats::default();
        stats.add(Mode::Idle, 10.0, 0.5);
        for i in 0..300 {
            stats.drew(Mode::Idle, i % 10 == 0);
        }
        stats.add(Mode::Rest, 4.0, 0.0);
        assert_eq!(
            stats.to_string(),
            "            seconds  processor  frames  face alone  frames a second  ms a frame\n\
             at rest         4.0      0.0 %       0           0              0.0           -\n\
             idling         10.0      5.0 %     300          30             30.0        1.67\n\
             following       0.0      0.0 %       0           0              0.0           -\n"
        );
    }
}
