//! Counting allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The system's allocator, which counts when asked to. When not, it costs one look at a flag.
pub struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// How often `work` asks for memory.
pub fn count(work: impl FnOnce()) -> usize {
    COUNT.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    work();
    COUNTS.store(false, Relaxed);
    COUNT.load(Relaxed)
}

fn note() {
    if COUNTS.load(Relaxed) {
        COUNT.fetch_add(1, Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note();
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}
