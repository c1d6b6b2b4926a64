//! Contact sheets: many stills on one canvas, for looking at.

use kurbo::{Affine, Rect};

use crate::Error;
use crate::character::Character;
use crate::compose::{Drawing, compose};
use crate::face::FaceKind;
use crate::frame::Still;
use crate::geometry::Pose;
use crate::scene::{CANVAS, Scene};
use crate::style::Style;

/// What a contact sheet shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetKind {
    /// Turn -60..=60 across, tilt 45..=-45 down: the corners of the sliders and the way there.
    Pose,
    /// Roll -45..=45.
    Roll,
    /// Every state.
    States,
    /// The three faces across, some states down.
    Faces,
    /// Every art style.
    Styles,
}

impl SheetKind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("pose", Self::Pose),
        ("roll", Self::Roll),
        ("states", Self::States),
        ("faces", Self::Faces),
        ("styles", Self::Styles),
    ];
}

/// One cell of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell<'a> {
    /// Who is shown.
    pub character: &'a Character,
    /// In which state.
    pub state: &'a str,
    /// And how.
    pub still: Still,
    /// In another art style than the rest of the sheet.
    pub style: Option<Style>,
}

/// A drawn contact sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// All cells.
    pub scene: Scene,
    /// Cells across.
    pub columns: usize,
    /// Cells down.
    pub rows: usize,
}

impl Sheet {
    /// Draws cells row by row.
    ///
    /// # Errors
    /// If a cell's character does not know its state.
    pub fn new(cells: &[Cell<'_>], columns: usize, drawing: &Drawing) -> Result<Self, Error> {
        let columns = columns.max(1);
        let mut sheet = Self { scene: Scene::new(), columns, rows: cells.len().div_ceil(columns).max(1) };
        let mut scene = Scene::new();
        for (i, cell) in cells.iter().enumerate() {
            let frame = cell.still.frame(cell.character, cell.character.state(cell.state)?);
            let drawing = Drawing { style: cell.style.unwrap_or(drawing.style), ..*drawing };
            compose(cell.character, &frame, &drawing, &mut scene);
            let place = ((i % columns) as f64 * CANVAS, (i / columns) as f64 * CANVAS);
            sheet.scene.append(&scene, Affine::translate(place));
        }
        Ok(sheet)
    }

    /// A sheet of one character. `state` and `still` are what does not vary over the sheet.
    ///
    /// # Errors
    /// If the character does not know the state.
    pub fn of(
        kind: SheetKind,
        character: &Character,
        state: &str,
        still: Still,
        drawing: &Drawing,
    ) -> Result<Self, Error> {
        let mut cells = Vec::new();
        let cell = Cell { character, state, still, style: None };
        let columns = match kind {
            SheetKind::Pose => {
                for tilt in [45.0, 22.5, 0.0, -22.5, -45.0] {
                    for turn in [-60.0, -30.0, 0.0, 30.0, 60.0] {
                        let pose = still.pose.plus(Pose::new(turn, tilt, 0.0)?);
                        cells.push(Cell { still: Still { pose, ..still }, ..cell.clone() });
                    }
                }
                5
            }
            SheetKind::Roll => {
                for roll in [-45.0, -30.0, -15.0, 0.0, 15.0, 30.0, 45.0] {
                    let pose = still.pose.plus(Pose::new(0.0, 0.0, roll)?);
                    cells.push(Cell { still: Still { pose, ..still }, ..cell.clone() });
                }
                7
            }
            SheetKind::States => {
                cells.extend(character.states().iter().map(|s| Cell { state: &s.name, ..cell.clone() }));
                square(cells.len())
            }
            SheetKind::Faces => {
                for s in character.states() {
                    for (_, face) in FaceKind::ALL {
                        let still = Still { face: Some(face), ..still };
                        cells.push(Cell { state: &s.name, still, ..cell.clone() });
                    }
                }
                // Two groups of three side by side keep the sheet from growing into a strip.
                6
            }
            SheetKind::Styles => {
                cells.extend(Style::all().iter().map(|s| Cell { style: Some(s.style), ..cell.clone() }));
                square(cells.len())
            }
        };
        Self::new(&cells, columns, drawing)
    }

    /// A sheet of several characters, each with everything else the same.
    ///
    /// # Errors
    /// If one of them does not know the state.
    pub fn cast(cast: &[Character], state: &str, still: Still, drawing: &Drawing) -> Result<Self, Error> {
        let cells: Vec<Cell<'_>> = cast.iter().map(|character| Cell { character, state, still, style: None }).collect();
        Self::new(&cells, square(cells.len()), drawing)
    }

    /// The canvas of the sheet.
    pub fn view(&self) -> Rect {
        Rect::new(0.0, 0.0, self.columns as f64 * CANVAS, self.rows as f64 * CANVAS)
    }
}

/// Columns for a sheet that is a square where it can be full, or else a little wider than high.
fn square(cells: usize) -> usize {
    (1..).find(|columns| columns * columns == cells || columns * columns * 2 >= cells * 3).unwrap_or(1)
}
