//! What minifb takes for granted of an X server, and is not so.
//!
//! - It needs 24 or 32 bits a pixel; on a screen of fewer it crashes while it opens the window.
//! - A window may be gone before the program hears of it: whoever destroys it does not ask. The next picture is refused
//!   then, and by default Xlib ends the whole program on the spot, with a recording that was not saved.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the window is gone.
static GONE: AtomicBool = AtomicBool::new(false);

pub fn window_is_gone() -> bool {
    GONE.load(Ordering::Relaxed)
}

/// How many bits a pixel has on the screen that `DISPLAY` names, if there is one.
#[cfg(target_os = "linux")]
pub fn depth() -> Option<i32> {
    let xlib = x11_dl::xlib::Xlib::open().ok()?;
    // SAFETY: no name stands for that of the environment; the display is used while it is open, and closed once.
    unsafe {
        let display = (xlib.XOpenDisplay)(std::ptr::null());
        if display.is_null() {
            return None;
        }
        let depth = (xlib.XDefaultDepth)(display, (xlib.XDefaultScreen)(display));
        (xlib.XCloseDisplay)(display);
        Some(depth)
    }
}

#[cfg(not(target_os = "linux"))]
pub fn depth() -> Option<i32> {
    None
}

/// Takes note of what is refused from now on, instead of ending the program.
#[cfg(target_os = "linux")]
pub fn listen() {
    use std::ffi::c_int;

    use x11_dl::xlib::{BadDrawable, BadWindow, Display, XErrorEvent, Xlib};

    unsafe extern "C" fn refused(_: *mut Display, event: *mut XErrorEvent) -> c_int {
        // SAFETY: Xlib hands out an event that lives as long as this call, or nothing.
        let code = unsafe { event.as_ref() }.map(|event| event.error_code);
        if code.is_some_and(|code| code == BadWindow || code == BadDrawable) {
            GONE.store(true, Ordering::Relaxed);
        }
        0
    }

    // Where there is no Xlib there is no X11 window either.
    if let Ok(xlib) = Xlib::open() {
        // SAFETY: the handler has the signature that Xlib asks for, calls nothing of Xlib, and is never unloaded.
        unsafe { (xlib.XSetErrorHandler)(Some(refused)) };
    }
}

#[cfg(not(target_os = "linux"))]
pub fn listen() {}
