//! The timing of a film, and keys as the text of SMIL attributes.

use std::fmt::Write;

use super::super::number::{MOST_PLACES, Number};
use super::keys::{Key, Keys};

/// When frames are shown, as all animations of a document say it.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// The frame with which a round ends.
    end: u32,
    /// ` dur="…" repeatCount="…"`.
    timing: String,
}

impl Clock {
    /// For so many frames at so many a second, played so often (0 is for ever).
    pub fn new(frames: u32, fps: f64, loops: u16) -> Self {
        let seconds = Number::new(f64::from(frames) / fps);
        let count = match loops {
            0 => r#"repeatCount="indefinite""#.to_owned(),
            // What has played is left as it ended.
            count => format!(r#"repeatCount="{count}" fill="freeze""#),
        };
        Self { end: frames, timing: format!(r#" dur="{seconds}s" {count}"#) }
    }

    /// The frame with which a round ends: the number of frames.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// The attributes that every animation ends with.
    pub fn timing(&self) -> &str {
        &self.timing
    }

    /// Keys as text, if they say more than one thing.
    pub fn animated(&self, keys: Keys, text: impl Fn(&[f64]) -> String) -> Animated {
        let keys = keys.finish();
        self.animated_texts(keys.iter().map(|Key { frame, values }| (*frame, text(values))).collect())
    }

    /// Texts at frames, in time order.
    pub fn animated_texts(&self, mut keys: Vec<(u32, String)>) -> Animated {
        // The first and the last stand for all time before and after.
        if let Some((_, text)) = keys.first().filter(|(frame, _)| *frame > 0).cloned() {
            keys.insert(0, (0, text));
        }
        if let Some((_, text)) = keys.last().filter(|(frame, _)| *frame < self.end).cloned() {
            keys.push((self.end, text));
        }
        keys.dedup();
        let first = keys.first().map(|(_, text)| text.clone()).unwrap_or_default();
        if keys.iter().all(|(_, text)| *text == first) {
            return Animated::Constant(first);
        }
        let values = keys.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(";");
        let mut attributes = format!(r#" values="{values}""#);
        if keys.len() > 2 {
            attributes.push_str(&self.key_times(keys.iter().map(|(frame, _)| *frame)));
        }
        Animated::Moving { first, attributes }
    }

    /// ` keyTimes="…"`: frames as shares of the whole.
    pub fn key_times(&self, frames: impl Iterator<Item = u32>) -> String {
        let mut out = r#" keyTimes=""#.to_owned();
        for (index, frame) in frames.enumerate() {
            let separator = if index > 0 { ";" } else { "" };
            let share = Number::new(f64::from(frame) / f64::from(self.end.max(1)));
            // Writing to a string cannot fail.
            let _ = write!(out, "{separator}{share}");
        }
        out.push('"');
        out
    }
}

/// An attribute over time.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Animated {
    /// One value.
    Constant(String),
    /// Several: the first, and the attributes with all of them and their times.
    Moving { first: String, attributes: String },
}

impl Animated {
    pub fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// The value that the attribute itself gets: that of the first frame.
    pub fn first(&self) -> &str {
        match self {
            Self::Constant(first) | Self::Moving { first, .. } => first,
        }
    }

    /// The attributes of an animation; also of one that has to stand there without moving.
    pub fn values(&self) -> String {
        match self {
            Self::Constant(text) => format!(r#" values="{text};{text}""#),
            Self::Moving { attributes, .. } => attributes.clone(),
        }
    }

    /// The element that animates an attribute of its parent, if it moves.
    pub fn element(&self, attribute: &str, clock: &Clock) -> String {
        match self {
            Self::Constant(_) => String::new(),
            Self::Moving { attributes, .. } => {
                format!(r#"<animate attributeName="{attribute}"{attributes}{}/>"#, clock.timing())
            }
        }
    }
}

/// The fewest decimal places that round to a quarter of a tolerance or finer.
pub(super) fn places_for(tolerance: f64) -> u8 {
    let mut step = 1.0;
    for places in 0..MOST_PLACES {
        if 0.5 * step <= 0.25 * tolerance {
            return places;
        }
        step /= 10.0;
    }
    MOST_PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(frames: &[(u32, &str)]) -> Vec<(u32, String)> {
        frames.iter().map(|(frame, text)| (*frame, (*text).to_owned())).collect()
    }

    #[test]
    fn times_are_shares_from_0_to_1() {
        let clock = Clock::new(120, 30.0, 0);
        let moving = clock.animated_texts(keys(&[(30, "a"), (40, "b")]));
        assert_eq!(moving.values(), r#" values="a;a;b;b" keyTimes="0;0.25;0.3333;1""#);
        assert_eq!(clock.animated_texts(keys(&[(30, "a"), (40, "a")])), Animated::Constant("a".into()));
        assert_eq!(clock.animated_texts(keys(&[(0, "a"), (120, "b")])).values(), r#" values="a;b""#);
    }

    #[test]
    fn the_length_is_that_of_all_frames() {
        assert_eq!(Clock::new(90, 30.0, 0).timing(), r#" dur="3s" repeatCount="indefinite""#);
        assert_eq!(Clock::new(1, 24.0, 2).timing(), r#" dur="0.0417s" repeatCount="2" fill="freeze""#);
    }

    #[test]
    fn places_follow_the_tolerance() {
        assert_eq!([4.0, 2.0, 0.2, 0.02, 0.002, 1e-9].map(places_for), [0, 0, 1, 2, 3, 4]);
    }
}
