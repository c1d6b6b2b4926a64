//! Sprite sheets: all frames in one PNG, and JSON that says where each is.

use std::fmt::Write as _;
use std::io::Write;

use super::area::Area;
use super::{AnimationOptions, Blame, Checked, FrameWriter, timing};
use crate::error::Error;
use crate::output::{Compression, encode_png};
use crate::render::Raster;

/// A grid of frames, filled row by row, as near to a square as they make.
///
/// The whole sheet is held in memory while it is made, as it is by every program that shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct SpriteSheet {
    options: AnimationOptions,
    columns: u32,
    rows: u32,
}

impl SpriteSheet {
    /// Lays out the grid.
    ///
    /// # Errors
    /// [`Error::Parameter`] for options that are not allowed, [`Error::Limit`] where the sheet would be larger than 16384
    /// pixels a side.
    pub fn new(options: &AnimationOptions) -> Result<Self, Error> {
        options.check()?;
        let AnimationOptions { width, height, frames, .. } = *options;
        let [most_columns, most_rows] = [width, height].map(|side| Raster::LONGEST_SIDE / side);
        if frames > most_columns * most_rows {
            return Err(Error::Limit {
                what: "the sprite sheet".into(),
                value: format!("{frames} frames of {width} x {height} px"),
                limit: format!(
                    "{} px a side, which is {} such frames; lower --size, --fps or --duration",
                    Raster::LONGEST_SIDE,
                    most_columns * most_rows
                ),
            });
        }
        let square = (f64::from(frames) * f64::from(height) / f64::from(width)).sqrt().ceil() as u32;
        let columns = square.clamp(frames.div_ceil(most_rows), most_columns.min(frames));
        Ok(Self { options: options.clone(), columns, rows: frames.div_ceil(columns) })
    }

    /// Width of the sheet in pixels.
    pub fn width(&self) -> u32 {
        self.columns * self.options.width
    }

    /// Height of the sheet in pixels.
    pub fn height(&self) -> u32 {
        self.rows * self.options.height
    }

    /// Writes the PNG.
    ///
    /// # Errors
    /// [`Error::Limit`] where the sheet needs more memory than there is.
    pub fn png<'a>(&self, out: impl Write + 'a, compression: Compression) -> Result<Box<dyn FrameWriter + 'a>, Error> {
        let (width, height) = (self.width(), self.height());
        let bytes = 4 * width as usize * height as usize;
        let mut sheet = Vec::new();
        sheet.try_reserve_exact(bytes).map_err(|_| Error::Limit {
            what: "the sprite sheet".into(),
            value: format!("{width} x {height} px"),
            limit: "the memory there is; lower --size, --fps or --duration".into(),
        })?;
        sheet.resize(bytes, 0);
        let blame = Blame::new(&self.options, "PNG");
        let format = Png { grid: self.clone(), out, compression, sheet, taken: 0, blame: blame.clone() };
        Ok(Checked::new(format, blame, &self.options))
    }

    /// Describes the sheet as JSON, in the way of Aseprite and TexturePacker: what game engines read. `image` is the
    /// PNG's name as seen from where the JSON will be.
    ///
    /// Durations are in milliseconds.
    pub fn json(&self, image: &str) -> String {
        let AnimationOptions { width: w, height: h, fps, loops, .. } = self.options;
        let mut json = String::from("{\n  \"frames\": [\n");
        for k in 0..self.options.frames {
            let (x, y) = self.place(k);
            let duration = timing::delay(k, fps, 1000.0);
            let comma = if k + 1 < self.options.frames { "," } else { "" };
            // Writing to a string does not fail.
            let _ = writeln!(
                json,
                "    {{\"filename\": \"{k}\", \"frame\": {{\"x\": {x}, \"y\": {y}, \"w\": {w}, \"h\": {h}}}, \
                 \"sourceSize\": {{\"w\": {w}, \"h\": {h}}}, \"duration\": {duration}}}{comma}"
            );
        }
        let _ = writeln!(
            json,
            "  ],\n  \"meta\": {{\"image\": {}, \"format\": \"RGBA8888\", \"size\": {{\"w\": {}, \"h\": {}}}, \
             \"scale\": \"1\", \"fps\": {fps}, \"loops\": {loops}}}\n}}",
            quoted(image),
            self.width(),
            self.height(),
        );
        json
    }

    /// The left top corner of frame `k`.
    fn place(&self, k: u32) -> (u32, u32) {
        (k % self.columns * self.options.width, k / self.columns * self.options.height)
    }
}

struct Png<W: Write> {
    grid: SpriteSheet,
    out: W,
    compression: Compression,
    /// All pixels of the sheet; clear where no frame is.
    sheet: Vec<u8>,
    /// How many frames came.
    taken: u32,
    blame: Blame,
}

impl<W: Write> FrameWriter for Png<W> {
    fn frame(&mut self, straight_rgba: &[u8]) -> Result<(), Error> {
        let (x, y) = self.grid.place(self.taken);
        let area =
            Area { x: x as usize, y: y as usize, ..Area::whole(self.grid.options.width, self.grid.options.height) };
        let pixels = self.sheet.as_chunks_mut::<4>().0;
        let rows = straight_rgba.as_chunks().0.chunks_exact(area.width);
        for (place, row) in area.rows(self.grid.width() as usize).zip(rows) {
            pixels[place].copy_from_slice(row);
        }
        self.taken += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), Error> {
        let file = encode_png(self.grid.width(), self.grid.height(), &self.sheet, self.compression)?;
        self.out.write_all(&file).and_then(|()| self.out.flush()).map_err(|e| self.blame.io(e))
    }
}

/// Text as a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(width: u32, height: u32, frames: u32) -> AnimationOptions {
        AnimationOptions { output: "sheet.png".into(), width, height, frames, fps: 30.0, loops: 2 }
    }

    fn grid(width: u32, height: u32, frames: u32) -> (u32, u32) {
        let sheet = SpriteSheet::new(&options(width, height, frames)).unwrap();
        (sheet.columns, sheet.rows)
    }

    #[test]
    fn the_grid_is_about_square_and_fits() {
        assert_eq!(grid(10, 10, 1), (1, 1));
        assert_eq!(grid(10, 10, 16), (4, 4));
        assert_eq!(grid(10, 10, 17), (5, 4));
        assert_eq!(grid(10, 40, 16), (8, 2));
        // As many as there can be, whichever side is the tight one.
        assert_eq!(grid(512, 512, 1024), (32, 32));
        assert_eq!(grid(5000, 1, 3 * 16384), (3, 16384));
        assert_eq!(grid(1, 5000, 3 * 16384), (16384, 3));
        assert_eq!(grid(16384, 16384, 1), (1, 1));
        assert_eq!(grid(9000, 100, 2), (1, 2));
    }

    #[test]
    fn a_sheet_that_is_too_large_says_what_to_lower() {
        let error = SpriteSheet::new(&options(512, 512, 1025)).unwrap_err();
        assert!(matches!(error, Error::Limit { .. }));
        let text = error.to_string();
        for part in ["1025 frames", "16384 px", "1024 such", "--size", "--fps", "--duration"] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn every_frame_stands_where_the_json_says() {
        // Frame k is filled with colour k.
        let options = options(3, 2, 5);
        let sheet = SpriteSheet::new(&options).unwrap();
        let mut file = Vec::new();
        let mut writer = sheet.png(&mut file, Compression::Fast).unwrap();
        for k in 0..5 {
            writer.frame(&[k + 1, 0, 0, 255].repeat(6)).unwrap();
        }
        writer.finish().unwrap();
        let picture = image::load_from_memory(&file).unwrap().into_rgba8();
        assert_eq!(picture.dimensions(), (sheet.width(), sheet.height()));

        let json: serde_json::Value = serde_json::from_str(&sheet.json("a \"b\"\\\n.png")).unwrap();
        let frames = json["frames"].as_array().unwrap();
        assert_eq!(frames.len(), 5);
        let mut in_frames = 0;
        for (k, frame) in frames.iter().enumerate() {
            let [x, y, w, h] = ["x", "y", "w", "h"].map(|key| frame["frame"][key].as_u64().unwrap() as u32);
            for (px, py) in (x..x + w).flat_map(|px| (y..y + h).map(move |py| (px, py))) {
                assert_eq!(picture.get_pixel(px, py).0, [k as u8 + 1, 0, 0, 255], "frame {k} at {px}, {py}");
                in_frames += 1;
            }
        }
        assert_eq!(in_frames, 5 * 6);
        assert_eq!(picture.pixels().filter(|p| p.0[3] > 0).count(), 5 * 6);

        let durations: Vec<_> = frames.iter().map(|f| f["duration"].as_u64().unwrap()).collect();
        assert_eq!(durations, [33, 34, 33, 33, 34]);
        assert_eq!(json["meta"]["size"]["w"], sheet.width());
        assert_eq!(json["meta"]["size"]["h"], sheet.height());
        assert_eq!(json["meta"]["fps"], 30);
        assert_eq!(json["meta"]["loops"], 2);
        assert_eq!(json["meta"]["image"], "a \"b\"\\\n.png");
    }
}
