//! Speech: what a mouth does while a voice is heard.

mod loudness;
mod rhubarb;
mod timing;
mod viseme;
mod wav;

pub use timing::{LEAST, MouthCue};
pub use viseme::Viseme;
pub(crate) use viseme::blend;

use super::fault::{Fault, Faults, text};
use super::json::Value;
use crate::Error;
use crate::character::MouthLook;
use crate::geometry::finite;

/// A mouth over time: from the cues of [Rhubarb Lip Sync](https://github.com/DanielSWolf/rhubarb-lip-sync), or from the
/// loudness of a recording.
///
/// - A shape is shown for at least a twelfth of a second ([`LEAST`]); a cue that is shorter takes time from its
///   neighbours, and where they have none it is merged into the one before.
/// - From shape to shape it takes 60 ms, half of them before the cue: mouths are early.
/// - At the end the mouth shuts, within 30 ms of it, whatever the last cue was. 200 ms after the end it is again that of
///   the state, the clip and the expression.
///
/// ```
/// use phiz::clip::{MouthCue, Speech, Viseme};
/// let speech = Speech::of_cues(vec![MouthCue { start: 0.2, end: 0.5, shape: Viseme::D }])?;
/// assert_eq!(speech.mouth(0.4), Viseme::D.look());
/// assert_eq!(speech.mouth(0.53), Viseme::X.look());
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Speech {
    voice: Voice,
    start: f64,
    end: f64,
    merged: usize,
}

#[derive(Clone, PartialEq, Debug)]
enum Voice {
    Cues(Vec<MouthCue>),
    Loudness(loudness::Envelope),
}

/// Seconds from one shape to the next.
const EASE: f64 = 0.06;
/// Seconds after the end in which the mouth goes back to what it was.
const BACK: f64 = 0.2;
/// A day.
const LONGEST: f64 = 86_400.0;

impl Speech {
    /// From mouth cues in any order. Gaps between them are silence.
    ///
    /// # Errors
    /// If there is none, a time is not finite or not from 0 to 86400, or an end is before its start.
    pub fn of_cues(cues: Vec<MouthCue>) -> Result<Self, Error> {
        let refused = |name: &str, value: f64, allowed: &str| Error::Parameter {
            name: name.into(),
            value: value.to_string(),
            allowed: allowed.into(),
        };
        for cue in &cues {
            for (name, time) in [("start of a mouth cue", cue.start), ("end of a mouth cue", cue.end)] {
                finite(name, time)?;
                if !(0.0..=LONGEST).contains(&time) {
                    return Err(refused(name, time, "from 0 to 86400 seconds"));
                }
            }
            if cue.end < cue.start {
                return Err(refused("end of a mouth cue", cue.end, "at or after its start"));
            }
        }
        let (shown, merged) = timing::arranged(cues);
        let (Some(first), Some(last)) = (shown.first(), shown.last()) else {
            return Err(refused("number of mouth cues", 0.0, "at least 1"));
        };
        Ok(Self { start: first.start, end: last.end, voice: Voice::Cues(shown), merged })
    }

    /// Reads a file: the cues of Rhubarb as TSV, XML or JSON, or a WAV file. Its contents tell which. `file` is its name
    /// for messages.
    ///
    /// # Errors
    /// [`Error::File`] with the place of what is wrong: line and column, or the byte of a WAV file.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        if is_wav(bytes) {
            let wav = wav::Wav::parse(bytes).map_err(|fault| fault.in_bytes(file))?;
            let envelope = loudness::Envelope::of(&wav).map_err(|fault| fault.in_bytes(file))?;
            return Ok(Self { start: 0.0, end: wav.duration(), voice: Voice::Loudness(envelope), merged: 0 });
        }
        let text = text(file, bytes)?;
        let cues = match text.trim_start().chars().next() {
            None => Err(Fault::new(0, "the file is empty", "").into()),
            Some('<') => rhubarb::xml(text),
            Some('{' | '[') => Value::parse(text).map_err(Faults::from).and_then(rhubarb::json),
            _ => rhubarb::tsv(text),
        };
        let cues = cues.and_then(|cues| {
            if cues.is_empty() { Err(Fault::new(0, "there is no mouth cue", "").into()) } else { Ok(cues) }
        });
        Self::of_cues(cues.map_err(|fault| fault.in_text(file, text))?)
    }

    /// Seconds until it ends. The mouth needs [`Speech::AFTER`] more to be as it was.
    pub fn duration(&self) -> f64 {
        self.end
    }

    /// Seconds after the end until the mouth is as it was.
    pub const AFTER: f64 = BACK;

    /// The shapes as they are shown; none for a recording.
    pub fn cues(&self) -> &[MouthCue] {
        match &self.voice {
            Voice::Cues(cues) => cues,
            Voice::Loudness(_) => &[],
        }
    }

    /// How many cues were too short to be shown, and merged into the one before.
    pub fn merged(&self) -> usize {
        self.merged
    }

    /// The mouth at a time.
    pub fn mouth(&self, t: f64) -> MouthLook {
        self.until(t, self.end)
    }

    /// How much of the mouth is speech's: 1 while it lasts, 0 from 200 ms after the end on.
    pub fn share(&self, t: f64) -> f64 {
        self.share_until(t, self.end)
    }

    /// Mouth and share of a speech that is cut short: it shuts the mouth then, as it does at its end.
    pub(crate) fn cut(&self, t: f64, cut: Option<f64>) -> (MouthLook, f64) {
        let end = cut.map_or(self.end, |cut| cut.clamp(0.0, self.end));
        (self.until(t, end), self.share_until(t, end))
    }

    fn until(&self, t: f64, end: f64) -> MouthLook {
        let early = t + 0.5 * EASE;
        let shut = smooth((early - end) / EASE);
        let speaking = match &self.voice {
            Voice::Cues(cues) => shape(cues, early.min(end)),
            Voice::Loudness(envelope) => blend(&Viseme::X.look(), &Viseme::D.look(), envelope.at(early.min(end))),
        };
        blend(&speaking, &Viseme::X.look(), shut)
    }

    fn share_until(&self, t: f64, end: f64) -> f64 {
        let begun = smooth((t + 0.5 * EASE - self.start) / EASE);
        let shut = 0.5 * EASE;
        begun * (1.0 - smooth((t - end - shut) / (BACK - shut)))
    }
}

/// The shape at a time, on its way from the one before.
fn shape(cues: &[MouthCue], t: f64) -> MouthLook {
    let begun = cues.partition_point(|cue| cue.start <= t);
    let Some(now) = begun.checked_sub(1).and_then(|i| cues.get(i)) else { return Viseme::X.look() };
    let before = begun.checked_sub(2).and_then(|i| cues.get(i)).map_or(Viseme::X, |cue| cue.shape);
    blend(&before.look(), &now.shape.look(), smooth((t - now.start) / EASE))
}

fn smooth(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

pub(super) fn is_wav(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF")
}

#[cfg(test)]
mod tests;
