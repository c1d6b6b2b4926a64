//! From readings of the mouse to what a pointer does on the canvas.

use phiz::gaze::{PointerEvent, Viewport};

/// Tells moves, presses and leaves from readings of where the mouse is.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pointer {
    /// Whether it is followed beside the window too.
    everywhere: bool,
    /// Whether there has been a reading that is one: before the mouse is known, windows read (0, 0).
    known: bool,
    /// Whether the button was down at the last reading, wherever that was.
    was_down: bool,
    /// What the character knows: where the pointer is, in canvas units, and whether it is pressed.
    place: Option<[f64; 2]>,
    holds: bool,
}

impl Pointer {
    pub fn new(everywhere: bool) -> Self {
        Self { everywhere, ..Self::default() }
    }

    /// Whether the character is pressed.
    pub fn holds(&self) -> bool {
        self.holds
    }

    /// Where the mouse is: the reading, but for one of a mouse that is not known yet.
    pub fn reading(&mut self, place: Option<[f64; 2]>) -> Option<[f64; 2]> {
        self.known |= place.is_some_and(|place| place != [0.0, 0.0]);
        place.filter(|_| self.known)
    }

    /// What has happened since the last time, in order.
    ///
    /// `place` is in pixels of the window, none where it is not to be seen (over the panel, say); `size` is the window's.
    /// A drag that began in the window goes on beside it.
    pub fn events(
        &mut self,
        place: Option<[f64; 2]>,
        down: bool,
        size: (u32, u32),
        viewport: Option<Viewport>,
    ) -> impl Iterator<Item = PointerEvent> + use<> {
        let inside = |[x, y]: [f64; 2]| (0.0..f64::from(size.0)).contains(&x) && (0.0..f64::from(size.1)).contains(&y);
        let goes_down = down && !self.was_down;
        self.was_down = down;
        let seen = place.filter(|place| self.everywhere || self.holds || inside(*place));
        let canvas = seen.zip(viewport).and_then(|(place, viewport)| viewport.to_canvas(place));

        let mut events = [None; 3];
        match canvas {
            Some([x, y]) => {
                if self.place != canvas {
                    events[0] = Some(PointerEvent::Move { x, y });
                }
                if goes_down && place.is_some_and(inside) {
                    events[1] = Some(PointerEvent::Press { x, y });
                    self.holds = true;
                } else if self.holds && !down {
                    events[1] = Some(PointerEvent::Release { x, y });
                    self.holds = false;
                    // Let go beside the window.
                    if !self.everywhere && !place.is_some_and(inside) {
                        events[2] = Some(PointerEvent::Leave);
                    }
                }
            }
            None => {
                if self.place.is_some() {
                    events[0] = Some(PointerEvent::Leave);
                }
                self.holds = false;
            }
        }
        self.place = canvas.filter(|_| events[2].is_none());
        events.into_iter().flatten()
    }

    /// A reading that the character does not see.
    pub fn skip(&mut self, down: bool) {
        self.was_down = down;
    }

    /// Forgets what the character knows: it is another one, or its time begins anew.
    pub fn forget(&mut self) {
        self.place = None;
        self.holds = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u32, u32) = (800, 400);

    fn read(pointer: &mut Pointer, place: Option<[f64; 2]>, down: bool) -> Vec<PointerEvent> {
        let place = pointer.reading(place);
        pointer.events(place, down, SIZE, Viewport::new(800.0, 400.0)).collect()
    }

    fn moved(x: f64, y: f64) -> PointerEvent {
        PointerEvent::Move { x, y }
    }

    #[test]
    fn a_first_reading_of_0_0_is_no_pointer() {
        let mut pointer = Pointer::new(false);
        assert_eq!(read(&mut pointer, Some([0.0, 0.0]), false), []);
        assert_eq!(read(&mut pointer, Some([400.0, 200.0]), false), [moved(100.0, 100.0)]);
        // Now it is the corner of the window.
        assert_eq!(read(&mut pointer, Some([0.0, 0.0]), false), [moved(-100.0, 0.0)]);
    }

    #[test]
    fn a_pointer_that_stays_says_nothing() {
        let mut pointer = Pointer::new(false);
        assert_eq!(read(&mut pointer, Some([200.0, 200.0]), false), [moved(0.0, 100.0)]);
        assert_eq!(read(&mut pointer, Some([200.0, 200.0]), false), []);
    }

    #[test]
    fn beside_the_window_it_has_left_and_comes_back() {
        for beside in [Some([-1.0, 200.0]), Some([800.0, 200.0]), Some([400.0, 400.0]), Some([1e9, -1e9]), None] {
            let mut pointer = Pointer::new(false);
            read(&mut pointer, Some([400.0, 200.0]), false);
            assert_eq!(read(&mut pointer, beside, false), [PointerEvent::Leave], "{beside:?}");
            assert_eq!(read(&mut pointer, beside, false), []);
            assert_eq!(read(&mut pointer, Some([799.0, 399.0]), false), [moved(299.5, 199.5)]);
        }
    }

    #[test]
    fn everywhere_means_everywhere() {
        let mut pointer = Pointer::new(true);
        assert_eq!(read(&mut pointer, Some([-1500.0, 400.0]), false), [moved(-850.0, 200.0)]);
        assert_eq!(read(&mut pointer, None, false), [PointerEvent::Leave]);
    }

    #[test]
    fn a_click_and_a_drag_that_goes_on_beside_the_window() {
        let mut pointer = Pointer::new(false);
        let press = PointerEvent::Press { x: 100.0, y: 100.0 };
        assert_eq!(read(&mut pointer, Some([400.0, 200.0]), true), [moved(100.0, 100.0), press]);
        assert_eq!(read(&mut pointer, Some([400.0, 200.0]), true), []);
        assert_eq!(read(&mut pointer, Some([-200.0, 200.0]), true), [moved(-200.0, 100.0)]);
        let release = PointerEvent::Release { x: -200.0, y: 100.0 };
        assert_eq!(read(&mut pointer, Some([-200.0, 200.0]), false), [release, PointerEvent::Leave]);
        assert_eq!(read(&mut pointer, Some([-200.0, 200.0]), false), []);
    }

    #[test]
    fn a_button_that_came_down_elsewhere_presses_nothing() {
        let mut pointer = Pointer::new(false);
        read(&mut pointer, Some([-10.0, 200.0]), true);
        assert_eq!(read(&mut pointer, Some([400.0, 200.0]), true), [moved(100.0, 100.0)]);
        assert_eq!(read(&mut pointer, Some([400.0, 200.0]), false), []);
    }

    #[test]
    fn readings_that_are_no_places_are_no_pointer() {
        let mut pointer = Pointer::new(true);
        assert_eq!(read(&mut pointer, Some([f64::NAN, 200.0]), false), []);
        assert_eq!(read(&mut pointer, Some([f64::INFINITY, 200.0]), true), []);
        assert_eq!(pointer.events(Some([1.0, 1.0]), false, (0, 0), Viewport::new(0.0, 0.0)).count(), 0);
    }
}
