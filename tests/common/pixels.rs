//! Pictures as tests see them: on white, without alpha.

use phiz::{Color, Raster, Scene};
use resvg::tiny_skia::{Pixmap, Transform};

/// An opaque picture, row by row from the top.
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// Nothing but white.
    pub fn white(width: u32, height: u32) -> Self {
        Self { width, height, rgba: vec![255; 4 * width as usize * height as usize] }
    }

    /// A part of a scene.
    pub fn of_scene(scene: &Scene, view: kurbo::Rect, width: u32, height: u32) -> Self {
        let mut raster = Raster::with_view(width, height, view).unwrap();
        raster.draw(scene, Some(Color::WHITE));
        Self { width, height, rgba: raster.pixels().to_vec() }
    }

    /// What a PNG file holds; none if it is no PNG file.
    pub fn from_png(bytes: &[u8]) -> Option<Self> {
        let image = image::load_from_memory_with_format(bytes, image::ImageFormat::Png).ok()?.to_rgba8();
        Some(Self { width: image.width(), height: image.height(), rgba: image.into_raw() })
    }

    /// What resvg makes of an SVG.
    pub fn from_svg(svg: &str) -> Self {
        let drawn = render_svg(svg);
        let mut page = Pixmap::new(drawn.width(), drawn.height()).unwrap();
        page.fill(resvg::tiny_skia::Color::WHITE);
        page.draw_pixmap(0, 0, drawn.as_ref(), &Default::default(), Transform::identity(), None);
        Self { width: page.width(), height: page.height(), rgba: page.take() }
    }

    /// A pixel; white where there is none.
    pub fn at(&self, x: u32, y: u32) -> [u8; 4] {
        if x >= self.width || y >= self.height {
            return [255; 4];
        }
        let i = 4 * (y as usize * self.width as usize + x as usize);
        [self.rgba[i], self.rgba[i + 1], self.rgba[i + 2], self.rgba[i + 3]]
    }

    pub fn set(&mut self, x: u32, y: u32, pixel: [u8; 4]) {
        let i = 4 * (y as usize * self.width as usize + x as usize);
        self.rgba[i..i + 4].copy_from_slice(&pixel);
    }

    /// The most that any channel of any pixel differs; none where sizes do.
    pub fn largest_difference(&self, other: &Self) -> Option<u8> {
        let same_size = (self.width, self.height) == (other.width, other.height);
        same_size.then(|| self.rgba.iter().zip(&other.rgba).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0))
    }
}

/// resvg's picture of an SVG in its own size, premultiplied.
pub fn render_svg(svg: &str) -> Pixmap {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap
}
