//! The real window, with minifb. Nothing else touches it.
//!
//! What its back ends cannot do, and what is done about it:
//! - The mouse is at (0, 0) until it is first seen: [`Pointer`](super::pointer::Pointer) waits for another reading.
//! - Its place is in window pixels, whatever the buffer is: buffers here are always of the window's size.
//! - Keys that are down for less than two rounds are missed by its own lists: here each is told by a callback.
//! - A window that somebody destroyed is not noticed, and screens of few colours crash it: see [`x11`].
//! - It keeps time by sleeping: that is switched off, the loop waits by itself.

use std::cell::RefCell;
use std::env;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use minifb::{InputCallback, MouseButton, MouseMode, ScaleMode, WindowOptions};
use phiz::Error;

use super::signal::Ending;
use super::stage::{Input, Key, Reading, Surface};
use super::x11;

/// How a window is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub size: (u32, u32),
    pub borderless: bool,
    /// Seen through where nothing is drawn; it is borderless then.
    pub transparent: bool,
    pub topmost: bool,
}

/// A window on the screen.
pub struct Window {
    window: minifb::Window,
    keys: Rc<RefCell<Vec<Key>>>,
    began: Instant,
    ending: Ending,
}

impl Window {
    /// Opens a window.
    ///
    /// # Errors
    /// [`Error::Window`] where there is no screen.
    pub fn open(title: &str, frame: &Frame) -> Result<Self, Error> {
        let options = WindowOptions {
            borderless: frame.borderless || frame.transparent,
            title: !(frame.borderless || frame.transparent),
            resize: true,
            // Only for the one moment between a change of size and the next picture.
            scale_mode: ScaleMode::UpperLeft,
            topmost: frame.topmost,
            transparency: frame.transparent,
            none: frame.transparent && cfg!(windows),
            ..WindowOptions::default()
        };
        if let Some(bits) = x11::depth().filter(|bits| !on_wayland() && *bits < 24) {
            let screen = told("DISPLAY");
            let reason = format!("{screen}, a screen of {bits} bits a pixel; `phiz live` needs one of 24");
            return Err(Error::Window { reason });
        }
        let (width, height) = frame.size;
        let mut window = minifb::Window::new(title, width as usize, height as usize, options)
            .map_err(|error| Error::Window { reason: reason(&error) })?;
        x11::listen();
        window.set_target_fps(0);
        let keys = Rc::new(RefCell::new(Vec::new()));
        window.set_input_callback(Box::new(Keys { pressed: keys.clone(), down: Vec::new() }));
        Ok(Self { window, keys, began: Instant::now(), ending: Ending::listen() })
    }
}

/// Why there is no window, and what to do.
fn reason(error: &minifb::Error) -> String {
    if !cfg!(target_os = "linux") {
        return error.to_string();
    }
    let help = "`phiz live` needs a screen, all other commands work without";
    format!("{} and {} ({error}); {help}", told("DISPLAY"), told("WAYLAND_DISPLAY"))
}

/// What a variable of the environment says.
fn told(name: &str) -> String {
    match env::var(name) {
        Ok(value) if !value.is_empty() => format!("{name} is {value:?}"),
        _ => format!("{name} is not set"),
    }
}

fn on_wayland() -> bool {
    cfg!(target_os = "linux") && env::var_os("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty())
}

/// What this system cannot do of what is asked for, each in a sentence.
pub fn limits(frame: &Frame, everywhere: bool) -> Vec<&'static str> {
    let linux = cfg!(target_os = "linux");
    let mut limits = Vec::new();
    if frame.topmost && linux {
        limits
            .push("a window cannot keep itself on top here; the window manager can, often by a menu in the title bar");
    }
    if frame.transparent && cfg!(target_os = "macos") {
        limits.push("windows cannot be seen through on macOS yet; this one has a ground");
    } else if frame.transparent && linux {
        limits.push("a window is seen through only where a compositor runs; without one its ground is black");
    }
    if on_wayland() {
        limits.push(if everywhere {
            "Wayland does not say where the pointer is beside the window, so it is followed in the window alone"
        } else {
            "Wayland does not say when the pointer leaves the window, so it is followed to where it was last seen"
        });
    }
    limits
}

impl Input for Window {
    fn read(&mut self, keys: &mut Vec<Key>) -> Option<Reading> {
        self.window.update();
        keys.append(&mut self.keys.borrow_mut());
        let (width, height) = self.window.get_size();
        let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
        let pointer = self.window.get_mouse_pos(MouseMode::Pass);
        let open = self.window.is_open() && !x11::window_is_gone() && !self.ending.is_near();
        open.then(|| Reading {
            now: self.began.elapsed().as_secs_f64(),
            size: (side(width), side(height)),
            pointer: pointer.map(|(x, y)| [f64::from(x), f64::from(y)]),
            pressed: self.window.get_mouse_down(MouseButton::Left),
        })
    }

    fn processor(&self) -> f64 {
        ProcessTime::try_now().map_or(0.0, |time| time.as_duration().as_secs_f64())
    }

    fn wait(&mut self, seconds: f64) {
        if let Ok(time) = Duration::try_from_secs_f64(seconds) {
            thread::sleep(time);
        }
    }
}

impl Surface for Window {
    fn show(&mut self, pixels: &[u32], (width, height): (u32, u32)) -> Result<(), Error> {
        self.window
            .update_with_buffer(pixels, width as usize, height as usize)
            .map_err(|error| Error::Window { reason: error.to_string() })
    }

    fn title(&mut self, text: &str) {
        // It ends up as a C string.
        self.window.set_title(&text.replace('\0', ""));
    }
}

/// Hears of every key that goes down, once.
struct Keys {
    pressed: Rc<RefCell<Vec<Key>>>,
    down: Vec<minifb::Key>,
}

impl InputCallback for Keys {
    fn add_char(&mut self, _: u32) {}

    fn set_key_state(&mut self, key: minifb::Key, is_down: bool) {
        let was_down = self.down.contains(&key);
        if !is_down {
            self.down.retain(|known| *known != key);
        } else if !was_down {
            self.down.push(key);
            self.pressed.borrow_mut().extend(meaning(key));
        }
    }
}

fn meaning(key: minifb::Key) -> Option<Key> {
    use minifb::Key as K;
    Some(match key {
        K::Tab => Key::Tab,
        K::Space => Key::Space,
        K::Escape => Key::Escape,
        K::Left => Key::Left,
        K::Right => Key::Right,
        K::Up => Key::Up,
        K::Down => Key::Down,
        K::Key0 | K::NumPad0 => Key::Sign('0'),
        K::C => Key::Sign('c'),
        K::F => Key::Sign('f'),
        K::M => Key::Sign('m'),
        K::Q => Key::Sign('q'),
        K::R => Key::Sign('r'),
        K::S => Key::Sign('s'),
        K::T => Key::Sign('t'),
        _ => return None,
    })
}
