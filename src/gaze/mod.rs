//! Gaze: where eyes and head turn when something is pointed at.
//!
//! Two channels. The eyes are quick and light; the head is slow and heavy, and takes only a share. The eyes never wait
//! for the head: they take at once what it has not taken yet, and hand it over as it comes.
//!
//! ```text
//! pointer (canvas) -> offset from the eyes, in head radii
//!   eyes: One-Euro -> direction -> soft zone -> less what the head has taken -> limits -> smoothing
//!   head: direction -> share -> limits -> hysteresis -> One-Euro -> smoothing -> weight
//! ```
//!
//! A [`Tracker`] holds all of it. It is fed events with the times at which they happened, and asked for any time:
//!
//! ```
//! use phiz::gaze::{Aim, PointerEvent, Settings, Tracker};
//! let aim = Aim::new([100.0, 90.0], 60.0, Aim::DEPTH)?;
//! let mut tracker = Tracker::new(aim, Settings::default())?;
//! tracker.pointer(0.5, PointerEvent::Move { x: 160.0, y: 90.0 })?;
//! tracker.pointer(3.0, PointerEvent::Leave)?;
//!
//! let settled = tracker.at(2.9);
//! assert!((settled.eyes[0] + settled.head[0] - 32.0).abs() < 0.1); // atan(1 / 1.6)
//! assert_eq!(tracker.at(0.4).eyes, [0.0, 0.0]);
//! # Ok::<(), phiz::Error>(())
//! ```
//!
//! # Time
//!
//! Filters and hysteresis are recurrences: what they give depends on when they run. So they run on one clock, 120 ticks a
//! second counted from 0, whatever the frame rate. An event counts from the first tick at or after it. Between two ticks
//! the rest of the time is stepped on a copy. So [`Tracker::at`] is a pure function of the events and the time:
//! continuous, the same live and replayed, forwards and backwards, at 24, 60 and 144 frames a second.
//!
//! Frame-rate independence is thus a property of the tracker, and of the exponential smoothing by itself. It is none of
//! the One-Euro filter: sampled at another rate, it is another filter.

mod aim;
mod limits;
mod one_euro;
mod pointer;
mod pose;
mod settings;
mod smoothing;
mod trace;
mod tracker;
mod viewport;
mod weight;
mod zone;

pub use aim::Aim;
pub use limits::Limits;
pub use one_euro::{OneEuro, OneEuroFilter};
pub use pointer::PointerEvent;
pub use pose::{GazePose, Joints};
pub use settings::{Follower, Settings};
pub use smoothing::smoothed;
pub use trace::Trace;
pub use tracker::{TICKS, Tracker, Walk};
pub use viewport::Viewport;
pub use weight::Activity;
