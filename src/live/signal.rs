//! Ctrl-C and the like: the session ends as if its window had been closed.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the program has been told to end.
#[derive(Clone, Default, Debug)]
pub struct Ending(Arc<AtomicBool>);

impl Ending {
    /// Listens from now on. Whoever asks twice does not have to wait: the second time ends the program at once.
    pub fn listen() -> Self {
        let ending = Self::default();
        let told = ending.clone();
        // Where it cannot listen, the system ends the program as it always does.
        let _ = ctrlc::set_handler(move || {
            if told.0.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        });
        ending
    }

    pub fn is_near(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
