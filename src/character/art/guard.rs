//! A net under other people's code.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs work that may panic on a file nobody thought of: usvg and resvg unwrap what overflows on absurd input. What is
/// known to do so is refused beforehand (see [`super::numbers`] and [`super::survey`]); this is for the rest.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    // Nothing outlives the work but its result, so nothing can be seen half-done.
    catch_unwind(AssertUnwindSafe(work)).ok()
}
