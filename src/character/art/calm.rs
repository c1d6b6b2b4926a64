//! Where art is calm: its colours and edges on a coarse grid, for placing a face and choosing its ink.

use super::silhouette::Raster;
use crate::color::Color;

/// Cells along each side of the canvas.
pub(super) const CALM_SIZE: usize = 128;

/// All art on a square grid over the canvas.
#[derive(Clone, Debug)]
pub(crate) struct Calm {
    size: usize,
    cells: Vec<Color>,
}

impl Calm {
    pub(super) fn of(raster: &Raster) -> Self {
        let cells = raster.pixels.iter().map(straight).collect();
        Self { size: raster.size, cells }
    }

    /// Cells along each side of the canvas; a cell is `CANVAS / size` units wide.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The colour of a cell; clear outside the canvas.
    pub fn color(&self, column: usize, row: usize) -> Color {
        let inside = column < self.size && row < self.size;
        inside.then(|| self.cells.get(row * self.size + column).copied()).flatten().unwrap_or(Color::CLEAR)
    }

    /// How much a cell differs from its eight neighbours: the largest difference of a premultiplied channel, 0 (calm)
    /// ..= 1 (black beside white, or full beside clear).
    pub fn edge(&self, column: usize, row: usize) -> f64 {
        let own = premultiplied(self.color(column, row));
        let mut largest: f64 = 0.0;
        for dy in [-1, 0, 1] {
            for dx in [-1, 0, 1] {
                let near = column.checked_add_signed(dx).zip(row.checked_add_signed(dy));
                let color = near.map_or(Color::CLEAR, |(x, y)| self.color(x, y));
                for (a, b) in own.iter().zip(premultiplied(color)) {
                    largest = largest.max((a - b).abs());
                }
            }
        }
        largest
    }
}

fn premultiplied(c: Color) -> [f64; 4] {
    let alpha = f64::from(c.a) / 255.0;
    let [r, g, b] = [c.r, c.g, c.b].map(|v| f64::from(v) / 255.0 * alpha);
    [r, g, b, alpha]
}

fn straight(&[r, g, b, a]: &[u8; 4]) -> Color {
    let channel =
        |v: u8| if a == 0 { 0 } else { ((u32::from(v) * 255 + u32::from(a) / 2) / u32::from(a)).min(255) as u8 };
    Color { r: channel(r), g: channel(g), b: channel(b), a }
}
