//! What each picture shows.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Rect, RoundedRect, Shape as _};
use phiz::{
    CANVAS, Character, Color, Compression, Drawing, Error, FaceKind, Fill, Geometry, Layer, Look, Paint, Part, Pose,
    Projection, Raster, Scene, Shape, Source, Still, Style, SvgOptions, compose, encode_png, to_svg,
};

#[path = "../geometry/figure.rs"]
mod figure;

/// Where the pictures are, from the root of the repository.
pub const FOLDER: &str = "snapshots/readme";

/// A drawn picture.
pub struct Picture {
    /// Its file, which ends in `.png` or `.svg`.
    pub name: &'static str,
    scene: Scene,
    /// What is shown of the scene.
    view: Rect,
    /// Pixels of the file.
    pub size: [u32; 2],
}

/// All of them.
pub fn all() -> Result<Vec<Picture>, Error> {
    Ok(vec![cast()?, faces()?, states()?, poses()?, styles()?, light_table()?, wisp()?, logo()?, geometry()?])
}

impl Picture {
    /// Its pixels, straight alpha.
    pub fn pixels(&self) -> Result<Vec<u8>, Error> {
        let mut raster = Raster::with_view(self.size[0], self.size[1], self.view)?;
        raster.draw(&self.scene, None);
        let mut rgba = Vec::new();
        raster.straight(&mut rgba);
        Ok(rgba)
    }

    /// Its text, for an SVG.
    pub fn text(&self) -> Result<String, Error> {
        let [width, height] = self.size;
        let title = Some(figure::TITLE.into());
        to_svg(&self.scene, &SvgOptions { width, height, view: self.view, title, ..SvgOptions::default() })
    }

    /// Whether it is an SVG.
    pub fn is_svg(&self) -> bool {
        self.name.ends_with(".svg")
    }

    /// The bytes of its file.
    pub fn file(&self) -> Result<Vec<u8>, Error> {
        if self.is_svg() {
            return Ok(self.text()?.into_bytes());
        }
        encode_png(self.size[0], self.size[1], &self.pixels()?, Compression::Smallest)
    }
}

/// One tile of a picture.
struct Tile {
    character: Character,
    state: &'static str,
    still: Still,
    projection: Projection,
    style: Style,
    face: bool,
}

impl Tile {
    fn new(name: &str, state: &'static str) -> Result<Self, Error> {
        Ok(Self::of(Character::builtin(name)?, state))
    }

    fn of(character: Character, state: &'static str) -> Self {
        Self {
            character,
            state,
            still: Still::default(),
            projection: Projection::Tangent,
            style: Style::SOLID,
            face: true,
        }
    }

    fn posed(mut self, turn: f64, tilt: f64, roll: f64) -> Result<Self, Error> {
        self.still.pose = Pose::new(turn, tilt, roll)?;
        Ok(self)
    }

    fn looking(mut self, x: f64, y: f64) -> Result<Self, Error> {
        self.still.look = Look::new(x, y)?;
        Ok(self)
    }

    fn wearing(mut self, face: FaceKind) -> Self {
        self.still.face = Some(face);
        self
    }

    fn without_face(mut self) -> Self {
        self.face = false;
        self
    }

    fn scene(&self) -> Result<Scene, Error> {
        let mut scene = Scene::new();
        let frame = self.still.frame(&self.character, self.character.state(self.state)?);
        let drawing = Drawing { projection: self.projection, style: self.style, ..Drawing::default() };
        compose(&self.character, &frame, &drawing, &mut scene);
        scene.retain(|shape| self.face || shape.layer != Layer::Face);
        Ok(scene)
    }

    /// A pale tone of the body, for the ground behind it.
    fn ground(&self) -> Color {
        self.character.palette().body.mix(Color::WHITE, 0.78)
    }
}

/// The whole cast, each feeling something else.
fn cast() -> Result<Picture, Error> {
    tiled(
        "cast.png",
        &[
            Tile::new("nubo", "happy")?.posed(-4.0, 0.0, 0.0)?,
            Tile::new("lopi", "shy")?,
            Tile::new("pera", "surprised")?.posed(-6.0, 2.0, 0.0)?,
            Tile::new("mokka", "idle")?.looking(0.7, 0.5)?,
            Tile::new("bap", "sleeping")?,
            Tile::new("tilo", "angry")?.posed(-26.0, 0.0, 0.0)?,
        ],
        6,
        224,
    )
}

/// One character in the three faces.
fn faces() -> Result<Picture, Error> {
    let tiles = FaceKind::ALL.map(|(_, face)| Ok(Tile::new("mokka", "idle")?.wearing(face)));
    tiled("faces.png", &tiles.into_iter().collect::<Result<Vec<_>, Error>>()?, 3, 200)
}

/// One character in some of its states.
fn states() -> Result<Picture, Error> {
    let states = [
        ["idle", "happy", "surprised", "angry", "shy", "sleeping"],
        ["love", "confused", "celebrating", "thinking", "wink", "success"],
    ];
    let tiles = states.concat().into_iter().map(|state| Tile::new("pera", state));
    tiled("states.png", &tiles.collect::<Result<Vec<_>, Error>>()?, 6, 150)
}

/// One character in every art style but the usual one.
fn styles() -> Result<Picture, Error> {
    let tiles = Style::all().iter().skip(1).map(|known| -> Result<Tile, Error> {
        let mut tile = Tile::new("lopi", "idle")?;
        tile.style = known.style;
        Ok(tile)
    });
    tiled("styles.png", &tiles.collect::<Result<Vec<_>, Error>>()?, 8, 150)
}

/// One character that turns from one side to the other: the body stays flat.
fn poses() -> Result<Picture, Error> {
    let turns = [-60.0, -30.0, 0.0, 30.0, 60.0].map(|turn| -> Result<Tile, Error> {
        let mut tile = Tile::new("nubo", "idle")?.posed(turn, 0.3 * f64::abs(turn) - 8.0, 0.0)?;
        tile.still.home = Some(Pose::NONE);
        tile.projection = Projection::Wrap;
        Ok(tile)
    });
    tiled("poses.png", &turns.into_iter().collect::<Result<Vec<_>, Error>>()?, 5, 200)
}

/// A contact sheet, as `phiz sheet pose lopi` draws it.
fn light_table() -> Result<Picture, Error> {
    let lopi = Character::builtin("lopi")?;
    let drawing = Drawing { pixels: Some(96.0), ..Drawing::default() };
    let sheet = phiz::Sheet::of(phiz::SheetKind::Pose, &lopi, "idle", Still::default(), &drawing)?;
    let size = [96 * sheet.columns as u32, 96 * sheet.rows as u32];
    Ok(Picture { name: "light_table.png", view: sheet.view(), scene: sheet.scene, size })
}

/// The character that the README makes from scratch.
fn wisp() -> Result<Picture, Error> {
    let (svg, toml) = (readme_block("xml"), readme_block("toml"));
    let source =
        Source { svg: ("wisp.svg", svg.as_bytes()), toml: Some(("wisp.toml", toml.as_bytes())), ..Source::default() };
    let wisp = source.load()?.character;
    let tile = |state| Tile::of(wisp.clone(), state);
    tiled(
        "wisp.png",
        &[
            tile("happy"),
            tile("idle").looking(-0.8, 0.4)?,
            tile("surprised").wearing(FaceKind::Line).posed(14.0, 6.0, 0.0)?,
        ],
        3,
        200,
    )
}

/// An SVG that knows nothing of faces, before and after.
fn logo() -> Result<Picture, Error> {
    let bulb = Source { svg: ("bulb.svg", include_bytes!("../bulb.svg")), ..Source::default() }.load()?.character;
    let tile = |state| Tile::of(bulb.clone(), state);
    tiled("any_svg.png", &[tile("idle").without_face(), tile("idle").looking(0.6, 0.8)?, tile("happy")], 3, 200)
}

/// How a feature gets onto the sphere.
fn geometry() -> Result<Picture, Error> {
    let [width, height] = figure::SIZE;
    Ok(Picture {
        name: "geometry.svg",
        scene: figure::draw()?,
        view: Rect::new(0.0, 0.0, width, height),
        size: [width as u32, height as u32],
    })
}

/// Tiles row by row, each on a ground of its own, `pixels` wide.
fn tiled(name: &'static str, tiles: &[Tile], columns: usize, pixels: u32) -> Result<Picture, Error> {
    const GAP: f64 = 10.0;
    let mut scene = Scene::new();
    for (i, tile) in tiles.iter().enumerate() {
        let place = ((i % columns) as f64 * (CANVAS + GAP), (i / columns) as f64 * (CANVAS + GAP));
        let ground = RoundedRect::new(0.0, 0.0, CANVAS, CANVAS, 22.0).to_path(0.01);
        scene.push(panel(ground, Affine::translate(place), tile.ground()));
        scene.append(&tile.scene()?, Affine::translate(place));
    }
    let across = |cells: usize| cells as f64 * (CANVAS + GAP) - GAP;
    let view = Rect::new(0.0, 0.0, across(columns), across(tiles.len().div_ceil(columns)));
    let size = [view.width(), view.height()].map(|side| (side * f64::from(pixels) / CANVAS).round() as u32);
    Ok(Picture { name, scene, view, size })
}

fn panel(path: BezPath, transform: Affine, color: Color) -> Shape {
    Shape {
        part: Part::Named("ground".into()),
        layer: Layer::Overlay,
        transform,
        opacity: 1.0,
        geometry: Geometry::Shared(Arc::new(path)),
        fill: Some(Fill { paint: Paint::Solid(color), even_odd: false }),
        stroke: None,
    }
}

/// The first block of code of a language in the README.
fn readme_block(language: &str) -> &'static str {
    const README: &str = include_str!("../../README.md");
    let fence = format!("```{language}\n");
    let rest = README.split_once(&fence).map_or("", |(_, rest)| rest);
    rest.split("```").next().unwrap_or_default()
}
