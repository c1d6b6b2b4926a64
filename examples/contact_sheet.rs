//! All states of a character in one picture, with its own choice of cells.
//!
//! `cargo run --example contact_sheet -- sheet.png`

use phiz::{Cell, Character, Compression, Drawing, FaceKind, Raster, Sheet, Still, encode_png};

/// Pixels of a cell.
const CELL: u32 = 128;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "sheet.png".into());
    let mokka = Character::builtin("mokka")?;

    // States across, faces down.
    let mut cells = Vec::new();
    for (_, face) in FaceKind::ALL {
        for state in mokka.states() {
            cells.push(Cell {
                character: &mokka,
                state: &state.name,
                still: Still { face: Some(face), ..Still::default() },
                style: None,
            });
        }
    }
    // Small pictures get a larger face and heavier strokes, if they know that they are small.
    let drawing = Drawing { pixels: Some(f64::from(CELL)), ..Drawing::default() };
    let sheet = Sheet::new(&cells, mokka.states().len(), &drawing)?;

    let (width, height) = (CELL * sheet.columns as u32, CELL * sheet.rows as u32);
    let mut raster = Raster::with_view(width, height, sheet.view())?;
    raster.draw(&sheet.scene, None);
    let mut rgba = Vec::new();
    raster.straight(&mut rgba);
    std::fs::write(&path, encode_png(width, height, &rgba, Compression::Small)?)?;
    println!("{path}: {} x {} cells", sheet.columns, sheet.rows);
    Ok(())
}
