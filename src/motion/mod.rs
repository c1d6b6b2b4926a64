//! Motion as pure functions of time: springs, blinks, drift, waves and gestures. No clock, no state that steps.

mod blink;
mod channel;
mod noise;
mod pulse;
mod rhythm;
mod spring;
mod sway;
mod wave;

pub use blink::BlinkRule;
pub(crate) use blink::Blinks;
pub(crate) use channel::Channel;
pub(crate) use noise::drift;
pub(crate) use pulse::Offset;
pub use pulse::Pulse;
pub use rhythm::Rhythm;
pub use spring::{Motion, Spring};
pub(crate) use sway::Pendulum;
pub use wave::{Wave, WaveForm, WaveTarget};
