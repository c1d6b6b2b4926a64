//! How far a long work is, with the time left; only on a terminal, and only once it is clear that it takes long.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error that goes away by itself.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
}

/// What is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(400);

impl Progress {
    /// Of so many steps, called `what`.
    pub fn steps(steps: u64, what: &'static str) -> Self {
        Self::new(steps, "{bar:32.cyan/dim} {pos} of {len} {msg}, {eta} left", what)
    }

    /// Of a whole, called `what`, of which only the share that is done means something to people.
    pub fn share(whole: u64, what: &'static str) -> Self {
        Self::new(whole, "{bar:32.cyan/dim} {percent} % of {msg}, {eta} left", what)
    }

    fn new(length: u64, template: &str, what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(what);
        Self { bar, started: Instant::now() }
    }

    /// For work that nobody watches.
    pub fn none() -> Self {
        Self { bar: ProgressBar::hidden(), started: Instant::now() }
    }

    /// So many steps are done.
    pub fn at(&self, step: u64) {
        if self.bar.is_hidden() && self.bar.length().is_some() && self.started.elapsed() > PATIENCE {
            // Draws nothing where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(step);
    }

    /// Lets `write` write to standard error without tearing the bar.
    pub fn aside(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
