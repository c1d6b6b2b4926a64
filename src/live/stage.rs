//! What the loop needs of a window. The real one is in [`window`](super::window); tests have one of their own.

use phiz::Error;

/// How things are, each time the loop comes round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// Seconds, on a clock that never goes back.
    pub now: f64,
    /// Width and height of the window, in pixels.
    pub size: (u32, u32),
    /// Where the pointer is, in pixels of the window: beside it too, where the system tells that. None where it does not.
    pub pointer: Option<[f64; 2]>,
    /// Whether the main button of the mouse is down.
    pub pressed: bool,
}

/// A key that means something here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    Tab,
    Space,
    Escape,
    Left,
    Right,
    Up,
    Down,
    /// A letter or digit, in lower case.
    Sign(char),
}

/// Time, mouse and keys.
pub trait Input {
    /// How things are now; none once the window has been closed. Keys that went down since the last reading are added to
    /// `keys`, in order; a key that is held comes once.
    fn read(&mut self, keys: &mut Vec<Key>) -> Option<Reading>;

    /// The processor time that the program has taken so far, in seconds.
    fn processor(&self) -> f64;

    /// Waits for so many seconds.
    fn wait(&mut self, seconds: f64);
}

/// What can be drawn on.
pub trait Surface {
    /// Shows pixels, row by row from the top, each `0xAARRGGBB` with premultiplied alpha.
    ///
    /// # Errors
    /// If the system refuses them.
    fn show(&mut self, pixels: &[u32], size: (u32, u32)) -> Result<(), Error>;

    /// What is written over the window.
    fn title(&mut self, text: &str);
}
