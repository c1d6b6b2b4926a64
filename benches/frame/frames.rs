//! The frames that are drawn, as data. Each list is played round and round, and no frame equals the one before.

use phiz::{Character, Error, Frame, Pose, Still};

/// How many frames a list has.
pub const COUNT: usize = 8;

/// The body stretches and the head turns: no pixel of the last frame can be used again.
pub fn everything_changes(character: &Character) -> Result<Vec<Frame>, Error> {
    let mut frames = head_turns(character)?;
    for (i, frame) in frames.iter_mut().enumerate() {
        frame.body.stretch = 1.0 + 0.004 * i as f64;
    }
    Ok(frames)
}

/// The head turns. The body itself stays, but ears, curls and feet shift with the head.
pub fn head_turns(character: &Character) -> Result<Vec<Frame>, Error> {
    let frame = |i| {
        let still = Still { pose: Pose::new(-12.0 + 4.0 * i as f64, 0.0, 0.0)?, ..Still::default() };
        Ok(still.frame(character, character.state("idle")?))
    };
    (0..COUNT).map(frame).collect()
}

/// The eyes wander and shut: what is below the face stays as it was.
pub fn face_changes(character: &Character) -> Result<Vec<Frame>, Error> {
    let still = Still::default().frame(character, character.state("idle")?);
    let frame = |i| {
        let mut frame = still.clone();
        frame.gaze = [0.02 * i as f64 - 0.07, 0.01 * i as f64];
        for eye in &mut frame.eyes {
            eye.lid = 1.0 - 0.1 * i as f64;
        }
        frame
    };
    Ok((0..COUNT).map(frame).collect())
}
