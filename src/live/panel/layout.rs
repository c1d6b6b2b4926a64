//! Where everything on the panel is. One unit is a pixel, unless the window is small or the screen is fine.

use kurbo::{Point, Rect};

use super::{Action, Axis, Choice};

/// The panel's size in its own units.
pub const WIDTH: f64 = 208.0;
pub const HEIGHT: f64 = 384.0;
/// Around the panel, and around what is on it.
const MARGIN: f64 = 12.0;
pub const PAD: f64 = 18.0;

/// What the character must have left of the shorter side of the window if the panel is to stand beside it.
const BESIDE: f64 = 0.5;

const SLIDERS: f64 = 48.0;
const SLIDER: f64 = 37.0;
pub const FIRST_RULE: f64 = 163.0;
const CHOICES: f64 = 173.0;
const CHOICE: f64 = 27.0;
pub const SECOND_RULE: f64 = 318.0;
const BUTTONS: f64 = 330.0;
const BUTTON: f64 = 30.0;
/// The baseline of the line below.
pub const CAPTION: f64 = 373.0;
/// From here on values stand, between their arrows.
const VALUES: f64 = 84.0;
const ARROW: f64 = 20.0;

/// Something that can be clicked or dragged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Control {
    Slider(Axis),
    Step(Choice, isize),
    Button(Action),
}

/// The buttons, from the left.
pub const ACTIONS: [Action; 3] = [Action::Pause, Action::Record, Action::Still];

impl Control {
    /// All there are.
    pub fn all() -> impl Iterator<Item = Self> {
        let sliders = Axis::ALL.iter().map(|(_, axis)| Self::Slider(*axis));
        let steps = Choice::ALL.iter().flat_map(|(_, choice)| [Self::Step(*choice, -1), Self::Step(*choice, 1)]);
        sliders.chain(steps).chain(ACTIONS.map(Self::Button))
    }

    /// The one at a place.
    pub fn at(place: Point) -> Option<Self> {
        Self::all().find(|control| control.area().contains(place))
    }

    /// Where it takes clicks.
    pub fn area(self) -> Rect {
        match self {
            Self::Slider(axis) => {
                let track = track(axis);
                Rect::new(track[0].x - 8.0, track[0].y - 11.0, track[1].x + 8.0, track[0].y + 11.0)
            }
            Self::Step(choice, by) => {
                let y = CHOICES + CHOICE * choice as usize as f64;
                // All that is right of the middle leads on, so that one click on the value does.
                let x = if by < 0 { [VALUES - 8.0, VALUES + ARROW] } else { [VALUES + ARROW, WIDTH - PAD + 8.0] };
                Rect::new(x[0], y, x[1], y + CHOICE)
            }
            Self::Button(action) => {
                let i = ACTIONS.iter().position(|a| *a == action).unwrap_or(0) as f64;
                let gap = 8.0;
                let width = (WIDTH - 2.0 * PAD - 2.0 * gap) / 3.0;
                let x = PAD + i * (width + gap);
                Rect::new(x, BUTTONS, x + width, BUTTONS + BUTTON)
            }
        }
    }

    /// The angle at which a slider stands that was dragged to a place: whole degrees, and 0 has some pull.
    pub fn angle(axis: Axis, place: Point) -> f64 {
        let [from, to] = track(axis);
        let share = ((place.x - from.x) / (to.x - from.x)).clamp(0.0, 1.0);
        let angle = (axis.most() * (2.0 * share - 1.0)).round();
        if angle.abs() <= 1.0 { 0.0 } else { angle }
    }
}

/// The ends of a slider's line.
pub fn track(axis: Axis) -> [Point; 2] {
    let y = SLIDERS + SLIDER * axis as usize as f64 + 24.0;
    [Point::new(PAD + 4.0, y), Point::new(WIDTH - PAD - 4.0, y)]
}

/// The baseline of a slider's name and value.
pub fn slider_text(axis: Axis) -> f64 {
    track(axis)[0].y - 13.0
}

/// The baseline of a choice, the tips of its arrows, and the middle of its value.
pub fn choice(choice: Choice) -> (f64, [f64; 2], f64) {
    let y = CHOICES + CHOICE * (choice as usize as f64 + 0.5) + 3.0;
    let arrows = [VALUES, WIDTH - PAD];
    (y, arrows, 0.5 * (arrows[0] + arrows[1]))
}

/// The room of a value between its arrows.
pub fn value_room() -> f64 {
    WIDTH - PAD - VALUES - ARROW
}

/// Where in a window the panel is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// Pixels of one unit.
    pub scale: f64,
    /// Its corner, in whole pixels.
    pub left: usize,
    pub top: usize,
    /// The width that is left for the character, if there is room for both beside each other.
    pub beside: Option<u32>,
}

impl Place {
    /// In a window of some size in pixels, on a screen where one unit is `scale` pixels. None if the window is so small
    /// that nothing could be read.
    pub fn new((width, height): (u32, u32), scale: f64) -> Option<Self> {
        let (w, h) = (f64::from(width), f64::from(height));
        let fits = (h / (HEIGHT + 2.0 * MARGIN)).min(w / (WIDTH + 2.0 * MARGIN));
        let (least, small, scale) = (0.55 * scale, 0.72 * scale, scale.min(fits));
        if !(scale >= least && scale > 0.0) {
            return None;
        }
        // Rather a somewhat smaller panel than one that covers the character.
        let beside = scale.min((w - BESIDE * w.min(h)) / (WIDTH + 1.6 * MARGIN));
        let scale = if beside >= small { beside } else { scale };
        let left = (w - (WIDTH + MARGIN) * scale).floor().max(0.0);
        let top = (0.5 * (h - HEIGHT * scale)).floor().max(0.0);
        // Worth it only where the character does not become too small.
        let room = (left - 0.5 * MARGIN * scale).floor();
        let beside = (room >= BESIDE * w.min(h)).then_some(room as u32);
        Some(Self { scale, left: left as usize, top: top as usize, beside })
    }

    /// How wide a window is in which a character of this width has the panel beside it.
    pub fn window_width(character: u32, height: u32, scale: f64) -> u32 {
        let scale = scale.min(f64::from(height) / (HEIGHT + 2.0 * MARGIN));
        character + ((WIDTH + 1.5 * MARGIN) * scale).ceil() as u32
    }

    /// Its size in pixels.
    pub fn size(&self) -> (u32, u32) {
        ((WIDTH * self.scale).ceil() as u32, (HEIGHT * self.scale).ceil() as u32)
    }

    /// From pixels of the window to units of the panel.
    pub fn to_panel(self, [x, y]: [f64; 2]) -> Point {
        Point::new((x - self.left as f64) / self.scale, (y - self.top as f64) / self.scale)
    }

    /// And back.
    #[cfg(test)]
    pub fn to_window(self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.left as f64 + x * self.scale, self.top as f64 + y * self.scale]
    }

    /// Whether a pixel of the window is on it.
    pub fn contains(&self, pixel: [f64; 2]) -> bool {
        Rect::new(0.0, 0.0, WIDTH, HEIGHT).contains(self.to_panel(pixel))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_lie_on_the_panel_and_not_on_each_other() {
        let all: Vec<Control> = Control::all().collect();
        for (i, a) in all.iter().enumerate() {
            let area = a.area();
            assert!(Rect::new(0.0, 0.0, WIDTH, HEIGHT).contains_rect(area), "{a:?}");
            assert!(area.height() >= 20.0 && area.width() >= 20.0, "{a:?} can be hit");
            for b in &all[i + 1..] {
                assert!(area.intersect(b.area()).area() == 0.0, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_slider_covers_its_range_in_whole_degrees() {
        for (_, axis) in Axis::ALL {
            let [from, to] = track(axis);
            assert_eq!(Control::angle(axis, from), -axis.most());
            assert_eq!(Control::angle(axis, to), axis.most());
            assert_eq!(Control::angle(axis, from.midpoint(to)), 0.0);
            for k in 0..100 {
                let angle = Control::angle(axis, from.lerp(to, f64::from(k) / 100.0));
                assert!(angle == angle.round() && angle != 1.0 && angle != -1.0);
            }
        }
    }

    #[test]
    fn the_panel_is_in_the_window_or_not_shown() {
        for size in [(512, 512), (720, 512), (300, 300), (800, 400), (1916, 525), (4000, 3000), (232, 260)] {
            let place = Place::new(size, 1.0).unwrap_or_else(|| panic!("{size:?}"));
            let (w, h) = place.size();
            assert!(place.left as u32 + w <= size.0 && place.top as u32 + h <= size.1, "{size:?}: {place:?}");
            assert!(place.beside.is_none_or(|room| room <= place.left as u32));
        }
        for size in [(100, 100), (0, 0), (1, 4000)] {
            assert_eq!(Place::new(size, 1.0), None);
        }
        // Beside the character if there is room for half of it, over it where it could not be read otherwise.
        for (size, beside) in [((738, 512), true), ((512, 512), true), ((360, 360), true), ((300, 300), false)] {
            assert_eq!(Place::new(size, 1.0).unwrap().beside.is_some(), beside, "{size:?}");
        }
        // Twice the pixels, twice the panel.
        let (one, two) = (Place::new((720, 512), 1.0).unwrap(), Place::new((1440, 1024), 2.0).unwrap());
        assert_eq!(2.0 * one.scale, two.scale);
    }

    #[test]
    fn a_window_made_for_both_has_room_for_both() {
        for side in [256, 512, 1024, 2000] {
            let width = Place::window_width(side, side, 1.0);
            assert_eq!(Place::new((width, side), 1.0).unwrap().beside.map(|room| room.abs_diff(side) <= 1), Some(true));
        }
    }
}
