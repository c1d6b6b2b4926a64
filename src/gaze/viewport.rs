//! From a window to the canvas and back.

use crate::scene::CANVAS;

/// How the canvas lies in a window: as large as it fits, in the middle.
///
/// ```
/// use phiz::gaze::Viewport;
/// let wide = Viewport::new(800.0, 400.0).unwrap();
/// assert_eq!(wide.to_canvas([400.0, 200.0]), Some([100.0, 100.0]));
/// assert_eq!(wide.to_canvas([200.0, 200.0]), Some([0.0, 100.0])); // the left edge
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// Window pixels of one canvas unit.
    scale: f64,
    left: f64,
    top: f64,
}

impl Viewport {
    /// For a window of this size, in the units of the pointer. None for a window without area or of a size that is not
    /// finite: then there is nowhere to point at.
    pub fn new(width: f64, height: f64) -> Option<Self> {
        let fits = |side: f64| side.is_finite() && side > 0.0;
        if !fits(width) || !fits(height) {
            return None;
        }
        let scale = width.min(height) / CANVAS;
        Some(Self { scale, left: 0.5 * (width - scale * CANVAS), top: 0.5 * (height - scale * CANVAS) })
    }

    /// The canvas units of a place in the window, also outside of both; none for one that is not finite.
    pub fn to_canvas(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let place = [(x - self.left) / self.scale, (y - self.top) / self.scale];
        place.iter().all(|v| v.is_finite()).then_some(place)
    }

    /// Where a place on the canvas is in the window.
    pub fn to_window(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.left + self.scale * x, self.top + self.scale * y]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gaze::Aim;

    #[test]
    fn a_wide_and_a_tall_window_are_letterboxed() {
        for (size, window, canvas) in [
            ([800.0, 400.0], [400.0, 200.0], [100.0, 100.0]),
            ([800.0, 400.0], [200.0, 200.0], [0.0, 100.0]),
            ([800.0, 400.0], [0.0, 0.0], [-100.0, 0.0]),
            ([800.0, 400.0], [600.0, 400.0], [200.0, 200.0]),
            ([400.0, 800.0], [0.0, 200.0], [0.0, 0.0]),
            ([400.0, 800.0], [400.0, 600.0], [200.0, 200.0]),
            ([463.0, 463.0], [463.0, 0.0], [200.0, 0.0]),
        ] {
            let viewport = Viewport::new(size[0], size[1]).unwrap();
            let [x, y] = viewport.to_canvas(window).unwrap();
            assert!((x - canvas[0]).abs() < 1e-12 && (y - canvas[1]).abs() < 1e-12, "{window:?}: {x} {y}");
            let back = viewport.to_window(canvas);
            assert!((back[0] - window[0]).abs() < 1e-12 && (back[1] - window[1]).abs() < 1e-12);
        }
    }

    /// One character shown at several sizes: what counts is where on it the pointer is.
    #[test]
    fn the_size_of_the_window_does_not_matter() {
        let aim = Aim::new([100.0, 100.0], 60.0, Aim::DEPTH).unwrap();
        let yaw = |side: f64, x: f64| {
            let place = Viewport::new(side, side).unwrap().to_canvas([x, 0.5 * side]).unwrap();
            aim.direction(aim.offset(place).unwrap())[0]
        };
        let edge = yaw(200.0, 200.0);
        // 600 px at a device scale of 2 are 1200 pixels of the buffer.
        for side in [150.0, 300.0, 600.0, 1200.0] {
            assert_eq!(yaw(side, 0.5 * side), 0.0);
            assert!((yaw(side, side) - edge).abs() < 1e-6, "{side}");
        }
    }

    #[test]
    fn there_is_no_pointing_into_a_window_without_area() {
        for (w, h) in [(0.0, 100.0), (100.0, 0.0), (-1.0, 1.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)] {
            assert_eq!(Viewport::new(w, h), None);
        }
        assert_eq!(Viewport::new(10.0, 10.0).unwrap().to_canvas([f64::NAN, 0.0]), None);
    }
}
