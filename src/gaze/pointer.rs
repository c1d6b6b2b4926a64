//! What a pointer does.

/// One thing a pointer (mouse, pen, finger) does. Places are in canvas units, 200 x 200, y down, so that they mean the same
/// in a window of any size; see [`Viewport`](super::Viewport).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PointerEvent {
    /// It is at a place; with a button held down this is a drag.
    Move {
        /// To the right.
        x: f64,
        /// Down.
        y: f64,
    },
    /// It has left the window, the finger was lifted, or following was switched off.
    Leave,
    /// A button goes down.
    Press {
        /// To the right.
        x: f64,
        /// Down.
        y: f64,
    },
    /// The button comes up.
    Release {
        /// To the right.
        x: f64,
        /// Down.
        y: f64,
    },
}

impl PointerEvent {
    /// Where it happens, if at a place.
    pub fn place(self) -> Option<[f64; 2]> {
        match self {
            Self::Move { x, y } | Self::Press { x, y } | Self::Release { x, y } => Some([x, y]),
            Self::Leave => None,
        }
    }

    /// Whether its place is finite, or it has none.
    pub fn is_finite(self) -> bool {
        self.place().is_none_or(|place| place.iter().all(|v| v.is_finite()))
    }
}

/// A pointer after some events: where it is, and what it holds.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Pointer {
    /// Where it is, in canvas units.
    pub place: Option<[f64; 2]>,
    /// Where the button went down.
    pub pressed: Option<[f64; 2]>,
    /// Whether it has moved since by more than a slip of the hand.
    pub dragging: bool,
}

/// So far a pointer may slip in a click, in canvas units.
const SLIP: f64 = 3.0;

impl Pointer {
    /// Takes an event; one that is not finite changes nothing.
    pub fn take(&mut self, event: PointerEvent) {
        if !event.is_finite() {
            return;
        }
        self.place = event.place();
        match event {
            PointerEvent::Move { x, y } => {
                if let Some([x0, y0]) = self.pressed {
                    self.dragging |= libm::hypot(x - x0, y - y0) > SLIP;
                }
            }
            PointerEvent::Press { x, y } => {
                self.pressed = Some([x, y]);
                self.dragging = false;
            }
            PointerEvent::Release { .. } | PointerEvent::Leave => {
                self.pressed = None;
                self.dragging = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_is_a_move_with_the_button_down() {
        let mut pointer = Pointer::default();
        let mut after = |event| {
            pointer.take(event);
            (pointer.place, pointer.pressed.is_some(), pointer.dragging)
        };
        assert_eq!(after(PointerEvent::Move { x: 1.0, y: 2.0 }), (Some([1.0, 2.0]), false, false));
        assert_eq!(after(PointerEvent::Press { x: 5.0, y: 5.0 }), (Some([5.0, 5.0]), true, false));
        assert_eq!(after(PointerEvent::Move { x: 7.0, y: 5.0 }), (Some([7.0, 5.0]), true, false));
        assert_eq!(after(PointerEvent::Move { x: 9.0, y: 5.0 }), (Some([9.0, 5.0]), true, true));
        // Back where it began it is still a drag.
        assert_eq!(after(PointerEvent::Move { x: 5.0, y: 5.0 }), (Some([5.0, 5.0]), true, true));
        assert_eq!(after(PointerEvent::Release { x: 5.0, y: 5.0 }), (Some([5.0, 5.0]), false, false));
        assert_eq!(after(PointerEvent::Leave), (None, false, false));
    }

    #[test]
    fn what_is_not_finite_changes_nothing() {
        let mut pointer = Pointer::default();
        pointer.take(PointerEvent::Press { x: 5.0, y: 5.0 });
        let before = pointer;
        for (x, y) in [(f64::NAN, 0.0), (0.0, f64::INFINITY), (f64::NEG_INFINITY, f64::NAN)] {
            for event in [PointerEvent::Move { x, y }, PointerEvent::Press { x, y }, PointerEvent::Release { x, y }] {
                pointer.take(event);
                assert_eq!(pointer, before);
            }
        }
    }
}
