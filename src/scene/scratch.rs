//! Memory that filling a scene needs for a moment.

use std::fmt;
use std::sync::Arc;

use kurbo::{Affine, PathEl, StrokeCtx};

use super::Gradient;

/// Buffers that are kept for the next frame. They say nothing about the scene: copies begin with none, and all are equal.
#[derive(Default)]
pub(crate) struct Scratch {
    pub flat: Vec<PathEl>,
    pub stroke: StrokeCtx,
    gradients: Vec<Arc<Gradient>>,
}

/// No frame has more gradients of its own.
const MOST: usize = 8;

impl Scratch {
    /// A gradient with another transform, in the memory of one that nobody uses any more.
    pub fn gradient(&mut self, of: &Gradient, transform: Affine) -> Arc<Gradient> {
        for known in &mut self.gradients {
            if let Some(free) = Arc::get_mut(known) {
                (free.kind, free.transform) = (of.kind, transform);
                free.stops.clone_from(&of.stops);
                return known.clone();
            }
        }
        let new = Arc::new(Gradient { transform, ..of.clone() });
        if self.gradients.len() < MOST {
            self.gradients.push(new.clone());
        }
        new
    }
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Scratch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scratch")
    }
}
