//! The panel: sliders for the pose, choices, and three buttons, drawn by phiz itself.
//!
//! It says what it was used for as an [`Action`], which keys say too; what comes of it is the session's business.

mod draw;
mod font;
mod layout;

use phiz::{Color, Error};

use draw::Painter;
pub use layout::{Control, Place};

/// What a user asks for, by key or on the panel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Action {
    /// Shows the panel, or hides it.
    Panel,
    /// Stops time, or lets it go on.
    Pause,
    /// Saves what is shown.
    Still,
    /// Begins or ends a recording of the pointer.
    Record,
    /// Reduced motion, or life again.
    Calm,
    /// The next (1) or the one before (-1).
    Step(Choice, isize),
    /// Turns the head so, in degrees.
    Pose(Axis, f64),
    /// All three sliders in the middle.
    Straight,
    Quit,
}

/// A slider of the pose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    Turn,
    Tilt,
    Roll,
}

impl Axis {
    pub const ALL: [(&'static str, Self); 3] = [("turn", Self::Turn), ("tilt", Self::Tilt), ("roll", Self::Roll)];

    /// How far it goes to either side, in degrees.
    pub fn most(self) -> f64 {
        match self {
            Self::Turn => 60.0,
            Self::Tilt | Self::Roll => 45.0,
        }
    }
}

/// What there is more than one of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    State,
    Face,
    Character,
    Color,
    Style,
}

impl Choice {
    pub const ALL: [(&'static str, Self); 5] = [
        ("state", Self::State),
        ("face", Self::Face),
        ("character", Self::Character),
        ("colour", Self::Color),
        ("style", Self::Style),
    ];
}

/// What the panel shows.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Degrees of turn, tilt and roll.
    pub pose: [f64; 3],
    /// The current value of each choice, and whether there is any other.
    pub values: [(String, bool); 5],
    pub paused: bool,
    pub recording: bool,
    /// What has just happened, if anything.
    pub note: Option<String>,
    /// The colour of the character.
    pub accent: Color,
}

/// The panel, and what the mouse does to it.
pub struct Panel {
    painter: Painter,
    was_down: bool,
    /// What the mouse is over.
    over: Option<Control>,
    /// The slider that is dragged.
    grabbed: Option<Axis>,
}

impl Panel {
    pub fn new() -> Self {
        Self { painter: Painter::new(), was_down: false, over: None, grabbed: None }
    }

    /// Whether the mouse is busy with it, wherever it is.
    pub fn is_grabbed(&self) -> bool {
        self.grabbed.is_some()
    }

    /// What the mouse asks for. `place` is where the panel is, none while it is hidden; `free` is whether the mouse does
    /// not hold anything else.
    pub fn mouse(
        &mut self,
        place: Option<&Place>,
        pointer: Option<[f64; 2]>,
        down: bool,
        free: bool,
    ) -> Option<Action> {
        let pressed = down && !self.was_down && free;
        self.was_down = down;
        let at = place.zip(pointer).map(|(place, pointer)| place.to_panel(pointer));
        self.over = at.filter(|_| free).and_then(Control::at);
        if pressed {
            match self.over {
                Some(Control::Slider(axis)) => self.grabbed = Some(axis),
                Some(Control::Step(choice, by)) => return Some(Action::Step(choice, by)),
                Some(Control::Button(action)) => return Some(action),
                None => {}
            }
        }
        if !down || place.is_none() {
            self.grabbed = None;
        }
        self.grabbed.zip(at).map(|(axis, at)| Action::Pose(axis, Control::angle(axis, at)))
    }

    /// Draws it if anything about it is new, and says whether it was.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn draw(&mut self, place: &Place, view: &View) -> Result<bool, Error> {
        let lit = self.grabbed.map(Control::Slider).or(self.over);
        self.painter.draw(place, view, lit)
    }

    /// Its pixels, as last drawn, with premultiplied alpha; and their width.
    pub fn pixels(&self) -> Option<(&[u8], usize)> {
        self.painter.pixels()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        Place::new((720, 512), 1.0).unwrap()
    }

    /// The window pixel in the middle of a control.
    fn middle(control: Control) -> Option<[f64; 2]> {
        let center = control.area().center();
        Some(place().to_window([center.x, center.y]))
    }

    #[test]
    fn a_slider_follows_the_mouse_until_it_is_let_go() {
        let mut panel = Panel::new();
        let slider = middle(Control::Slider(Axis::Turn));
        assert_eq!(panel.mouse(Some(&place()), slider, false, true), None);
        assert_eq!(panel.mouse(Some(&place()), slider, true, true), Some(Action::Pose(Axis::Turn, 0.0)));
        assert!(panel.is_grabbed());
        // Far beside it, it is at its end.
        assert_eq!(
            panel.mouse(Some(&place()), Some([1e6, 1e6]), true, true),
            Some(Action::Pose(Axis::Turn, Axis::Turn.most()))
        );
        assert_eq!(
            panel.mouse(Some(&place()), Some([-1e6, 0.0]), true, true),
            Some(Action::Pose(Axis::Turn, -Axis::Turn.most()))
        );
        assert_eq!(panel.mouse(Some(&place()), slider, false, true), None);
        assert!(!panel.is_grabbed());
    }

    #[test]
    fn a_click_is_one_action() {
        for control in Control::all() {
            let mut panel = Panel::new();
            let first = panel.mouse(Some(&place()), middle(control), true, true);
            let wanted = match control {
                Control::Slider(axis) => Action::Pose(axis, 0.0),
                Control::Step(choice, by) => Action::Step(choice, by),
                Control::Button(action) => action,
            };
            assert_eq!(first, Some(wanted));
            if !matches!(control, Control::Slider(_)) {
                assert_eq!(panel.mouse(Some(&place()), middle(control), true, true), None, "held");
            }
        }
    }

    #[test]
    fn a_mouse_that_drags_the_character_does_nothing_here() {
        let mut panel = Panel::new();
        assert_eq!(panel.mouse(Some(&place()), middle(Control::Slider(Axis::Roll)), true, false), None);
        assert_eq!(panel.mouse(None, middle(Control::Slider(Axis::Roll)), true, true), None);
    }
}
