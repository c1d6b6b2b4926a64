//! `phiz live`: a window in which a character follows the mouse.
//!
//! ```text
//! window -> reading -> session: clock, panel, pointer, performance -> frame -> canvas -> window
//! ```
//!
//! The loop ([`run`]) knows time, mouse, keys and screen as traits only ([`stage`]), so tests bring their own; minifb is
//! touched in [`window`] alone.
//!
//! What is seen depends on the time of the clock, never on how many frames were drawn: a session is a
//! [`Performance`](phiz::Performance) that grows by what the pointer does and what is asked for, and each picture is its
//! frame at that moment. Recorded and given to `phiz render`, the same events give the same frames.
//!
//! Nothing is drawn while nothing moves; breath and drift are drawn 30 times a second, which cannot be told from 60;
//! what moves further than half a pixel is drawn as often as the frame rate allows.

mod canvas;
mod clock;
mod pace;
mod panel;
mod pointer;
mod run;
mod session;
mod signal;
mod stage;
mod stats;
mod take;
#[cfg(test)]
mod tests;
mod window;
mod x11;

pub use canvas::{Canvas, Look};
pub use panel::Place;
pub use run::{Desk, Terms, run};
pub use session::{Session, Setup};
pub use take::{Opening, Take};
pub use window::{Frame as WindowFrame, Window, limits};
