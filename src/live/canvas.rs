//! From a frame to the pixels of the window.

use phiz::gaze::Viewport;
use phiz::{Character, Color, Drawing, Error, Frame, Projection, Raster, Scene, Style, compose};

use super::panel::{Panel, Place};

/// How the character is drawn, and on what.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    pub projection: Projection,
    pub shadow: bool,
    pub style: Style,
    /// The colour of the window; clear in one that is seen through.
    pub ground: Color,
}

/// The pixels of the window, and what is needed to draw them.
pub struct Canvas {
    look: Look,
    scene: Scene,
    raster: Option<Raster>,
    /// The character in the colour of the last frame, where that is not its own.
    dyed: Option<(Color, Character)>,
    pixels: Vec<u32>,
    size: (u32, u32),
    /// Where the panel was.
    place: Option<Place>,
}

/// What a drawing did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Drawn {
    /// Whether what lies below the face was taken from the frame before.
    pub face_alone: bool,
}

impl Canvas {
    pub fn new(look: Look) -> Self {
        Self { look, scene: Scene::new(), raster: None, dyed: None, pixels: Vec::new(), size: (0, 0), place: None }
    }

    /// The pixels as they were last drawn: `0xAARRGGBB`, premultiplied; and the size of the window they are for.
    pub fn pixels(&self) -> (&[u32], (u32, u32)) {
        (&self.pixels, self.size)
    }

    /// From now on it is drawn in this style.
    pub fn wear(&mut self, style: Style) {
        self.look.style = style;
    }

    /// The part of a window that the character has: all, or what is left beside the panel.
    pub fn area((width, height): (u32, u32), panel: Option<&Place>) -> (u32, u32) {
        (panel.and_then(|place| place.beside).unwrap_or(width), height)
    }

    /// How the canvas lies in that part, which begins at the window's own corner.
    pub fn viewport((width, height): (u32, u32)) -> Option<Viewport> {
        Viewport::new(f64::from(width), f64::from(height))
    }

    /// Draws the character, if there is a frame, and the panel over it, if there is one and it is `fresh` or in the way.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn draw(
        &mut self,
        shown: Option<(&Character, &Frame)>,
        window: (u32, u32),
        panel: Option<(&Place, &Panel)>,
        fresh: bool,
    ) -> Result<Drawn, Error> {
        let area = Self::area(window, panel.map(|(place, _)| place));
        let same = self.size == window && self.raster.as_ref().is_some_and(|r| (r.width(), r.height()) == area);
        if !same {
            self.raster = Some(Raster::new(area.0, area.1)?);
            self.size = window;
            self.pixels.clear();
            self.pixels.resize(window.0 as usize * window.1 as usize, 0);
        }
        let Some(raster) = &mut self.raster else { return Ok(Drawn::default()) };
        let mut drawn = Drawn::default();
        let mut rows = 0..0;
        if let Some((character, frame)) = shown {
            let drawing = drawing(&self.look, area);
            compose_dyed(character, frame, &drawing, &mut self.dyed, &mut self.scene);
            raster.draw(&self.scene, Some(self.look.ground));
            rows = raster.changed_rows();
            drawn.face_alone = rows.len() < area.1 as usize;
        }
        let sheet = Sheet { raster, look: &self.look, window, panel };
        let whole = !same || fresh || self.place.as_ref() != panel.map(|(place, _)| place);
        self.place = panel.map(|(place, _)| *place);
        if whole {
            rows = 0..window.1 as usize;
        }
        for y in rows {
            sheet.row(y, whole, &mut self.pixels);
        }
        Ok(drawn)
    }

    /// A frame as `phiz render` would draw it, as straight RGBA.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn still(
        &mut self,
        character: &Character,
        frame: &Frame,
        area: (u32, u32),
        background: Option<Color>,
    ) -> Result<Vec<u8>, Error> {
        let mut raster = Raster::new(area.0, area.1)?;
        compose_dyed(character, frame, &drawing(&self.look, area), &mut self.dyed, &mut self.scene);
        raster.draw(&self.scene, background);
        let mut rgba = Vec::new();
        raster.straight(&mut rgba);
        Ok(rgba)
    }
}

fn drawing(look: &Look, (width, height): (u32, u32)) -> Drawing {
    Drawing {
        projection: look.projection,
        pixels: Some(f64::from(width.min(height))),
        shadow: look.shadow,
        style: look.style,
    }
}

/// Composes a frame. The dyed character is kept: making it takes longer than drawing it.
fn compose_dyed(
    character: &Character,
    frame: &Frame,
    drawing: &Drawing,
    dyed: &mut Option<(Color, Character)>,
    scene: &mut Scene,
) {
    let Some(color) = frame.color else {
        *dyed = None;
        compose(character, frame, drawing, scene);
        return;
    };
    let known = dyed.take().filter(|(known, dyed)| *known == color && dyed.name() == character.name());
    let (_, dressed) = dyed.insert(known.unwrap_or_else(|| (color, character.recolored(color))));
    compose(dressed, &Frame { color: None, ..frame.clone() }, drawing, scene);
}

/// One picture of the window, from what was drawn.
struct Sheet<'a> {
    raster: &'a Raster,
    look: &'a Look,
    window: (u32, u32),
    panel: Option<(&'a Place, &'a Panel)>,
}

impl Sheet<'_> {
    /// Writes a row of the window: what the character has of it, and the rest if it is asked for.
    fn row(&self, y: usize, whole: bool, pixels: &mut [u32]) {
        let (window, area) = (self.window.0 as usize, self.raster.width() as usize);
        let row = &mut pixels[y * window..(y + 1) * window];
        let (drawn, _) = self.raster.pixels()[4 * y * area..4 * (y + 1) * area].as_chunks();
        for (pixel, drawn) in row.iter_mut().zip(drawn) {
            *pixel = packed(*drawn);
        }
        if whole {
            let Color { r, g, b, a } = self.look.ground;
            row[area..].fill(packed(if a == 255 { [r, g, b, a] } else { [0; 4] }));
        }
        // A panel beside the character is not touched by it.
        let Some((place, panel)) = self.panel.filter(|(place, _)| whole || place.beside.is_none()) else { return };
        let Some((panel, width)) = panel.pixels() else { return };
        let Some(line) = y.checked_sub(place.top).and_then(|y| panel.chunks_exact(4 * width).nth(y)) else { return };
        for (pixel, over) in row[place.left..].iter_mut().zip(line.as_chunks().0) {
            if over[3] != 0 {
                *pixel = laid_over(*pixel, *over);
            }
        }
    }
}

/// Red, green, blue and alpha as a window takes them.
fn packed([r, g, b, a]: [u8; 4]) -> u32 {
    u32::from_be_bytes([a, r, g, b])
}

/// A premultiplied pixel laid over one of the window.
fn laid_over(under: u32, over: [u8; 4]) -> u32 {
    let [a, r, g, b] = under.to_be_bytes();
    let left = 255 - u32::from(over[3]);
    let mix = |under: u8, over: u8| (u32::from(over) + (u32::from(under) * left + 127) / 255).min(255) as u8;
    packed([mix(r, over[0]), mix(g, over[1]), mix(b, over[2]), mix(a, over[3])])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_premultiplied_argb() {
        assert_eq!(packed([0x11, 0x22, 0x33, 0x44]), 0x4411_2233);
        // Half of white over black; nothing and all of it over something.
        assert_eq!(laid_over(0xff00_0000, [128, 128, 128, 128]), 0xff80_8080);
        assert_eq!(laid_over(0x8040_2010, [0; 4]), 0x8040_2010);
        assert_eq!(laid_over(0x8040_2010, [1, 2, 3, 255]), 0xff01_0203);
        assert_eq!(laid_over(0, [64, 0, 0, 64]), 0x4040_0000);
    }
}
