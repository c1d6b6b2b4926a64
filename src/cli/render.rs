//! `phiz render` and `phiz sheet`.

use std::io::Write;

use kurbo::Rect;
use phiz::{
    CANVAS, Character, Compression, Drawing, Error, Raster, Scene, Sheet, SvgOptions, compose, encode_png, to_svg,
    write_whole,
};

use super::args::{Compress, Dress, Format, Output, Render, SheetArgs, Svg};
use super::{animate, read, terminal};

/// `phiz render`.
pub fn render(args: &Render) -> Result<(), Error> {
    let format = args.output.format()?;
    let character = dressed(read::character(&args.who.character)?, &args.dress);
    if args.motion.is_animation() {
        return animate::run(args, character, format);
    }
    let still = args.manner.still(&character)?;
    let frame = match args.motion.at {
        Some(at) => animate::performance(args, &character, still)?.0.frame(at),
        None => still.frame(&character, character.state(&args.manner.state)?),
    };
    let (width, height) = args.size;
    let mut scene = Scene::new();
    let drawing = args.dress.drawing(args.manner.projection, width.min(height));
    compose(&character, &frame, &drawing, &mut scene);
    let view = fitted(Rect::new(0.0, 0.0, CANVAS, CANVAS), width, height);
    let (dress, svg) = (&args.dress, &args.svg);
    Picture { scene: &scene, view, width, height, character: &character, dress, svg }.write(format, &args.output)
}

/// `phiz sheet`.
pub fn sheet(args: &SheetArgs) -> Result<(), Error> {
    let format = args.output.format()?;
    let (dress, svg) = (&args.dress, &args.svg);
    let drawing: Drawing = dress.drawing(args.manner.projection, args.cell);
    let character = dressed(read::character(&args.who.character)?, dress);
    let still = args.manner.still(&character)?;
    let state = &args.manner.state;
    let sheet = match args.kind.of_one() {
        Some(kind) => Sheet::of(kind, &character, state, still, &drawing)?,
        None => {
            let cast = Character::builtin_names()
                .map(|name| Ok(dressed(Character::builtin(name)?, dress)))
                .collect::<Result<Vec<_>, Error>>()?;
            // Each keeps its own resting pose.
            Sheet::cast(&cast, state, phiz::Still { home: None, ..still }, &drawing)?
        }
    };
    let side = |cells: usize| {
        u32::try_from(cells as u64 * u64::from(args.cell)).ok().filter(|side| *side <= Raster::LONGEST_SIDE)
    };
    let (Some(width), Some(height)) = (side(sheet.columns), side(sheet.rows)) else {
        let (columns, rows, longest) = (sheet.columns, sheet.rows, Raster::LONGEST_SIDE);
        let most = longest as usize / columns.max(rows);
        return Err(Error::Parameter {
            name: "cell".into(),
            value: args.cell.to_string(),
            allowed: format!("at most {most} px here: {columns} x {rows} cells, and no side over {longest} px"),
        });
    };
    let picture = Picture { scene: &sheet.scene, view: sheet.view(), width, height, character: &character, dress, svg };
    picture.write(format, &args.output)
}

fn dressed(character: Character, dress: &Dress) -> Character {
    match dress.color {
        Some(color) => character.recolored(color),
        None => character,
    }
}

/// The view that shows all of `canvas` in the middle of a picture of this shape.
pub(super) fn fitted(canvas: Rect, width: u32, height: u32) -> Rect {
    let (w, h) = (f64::from(width), f64::from(height));
    let unit = (canvas.width() / w).max(canvas.height() / h);
    Rect::from_center_size(canvas.center(), (w * unit, h * unit))
}

/// A scene and how it is to be shown.
struct Picture<'a> {
    scene: &'a Scene,
    view: Rect,
    width: u32,
    height: u32,
    character: &'a Character,
    dress: &'a Dress,
    svg: &'a Svg,
}

impl Picture<'_> {
    fn write(&self, format: Format, output: &Output) -> Result<(), Error> {
        let to_stdout = output.output.as_os_str() == "-";
        match format {
            Format::Svg if to_stdout => terminal::print(&self.svg()?),
            Format::Svg => write(output, self.svg()?.as_bytes()),
            Format::Png if to_stdout => {
                // A terminal is refused before the work is done.
                let mut stdout = terminal::binary_stdout()?;
                let bytes = self.png(output.compression())?;
                stdout.write_all(&bytes).and_then(|()| stdout.flush()).map_err(terminal::stdout_error)
            }
            Format::Png => write(output, &self.png(output.compression())?),
            Format::Gif | Format::Webp | Format::Y4m | Format::Rgba | Format::Sprites => Err(Error::Parameter {
                name: "output".into(),
                value: read::shown(&output.output),
                allowed: "a .png or .svg file for a still; for an animation, come with --duration or --script".into(),
            }),
        }
    }

    fn svg(&self) -> Result<String, Error> {
        let options = SvgOptions {
            width: self.width,
            height: self.height,
            view: self.view,
            title: self.svg.title.clone(),
            decorative: self.svg.decorative,
            id_prefix: self.svg.id_prefix.clone(),
            background: self.dress.background,
            inherit_color: self.svg.inherit_color.then_some(self.character.palette().ink),
            ..SvgOptions::default()
        };
        to_svg(self.scene, &options)
    }

    fn png(&self, compression: Compression) -> Result<Vec<u8>, Error> {
        self.check_memory()?;
        let mut raster = Raster::with_view(self.width, self.height, self.view)?;
        raster.draw(self.scene, self.dress.background);
        let mut straight = Vec::new();
        raster.straight(&mut straight);
        drop(raster);
        encode_png(self.width, self.height, &straight, compression)
    }

    /// Refuses what would end in the middle of the work: a program that is out of memory can say nothing any more.
    fn check_memory(&self) -> Result<(), Error> {
        // The picture, its copy with straight alpha, and what is at work beside them.
        let bytes = 3 * 4 * u64::from(self.width) * u64::from(self.height) + (32 << 20);
        let room = usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
        if room {
            return Ok(());
        }
        Err(Error::Limit {
            what: "the memory for the picture".into(),
            value: format!("{} MiB ({} x {} px)", bytes >> 20, self.width, self.height),
            limit: "what this machine has free; choose a smaller picture".into(),
        })
    }
}

fn write(output: &Output, bytes: &[u8]) -> Result<(), Error> {
    let path = &output.output;
    write_whole(path, !output.no_clobber, |file| {
        file.write_all(bytes).map_err(|source| Error::Io { path: read::shown(path), source })
    })
}

impl Output {
    /// How PNG files are compressed.
    pub fn compression(&self) -> Compression {
        match self.compress {
            Compress::Fast => Compression::Fast,
            Compress::Small => Compression::Small,
            Compress::Smallest => Compression::Smallest,
        }
    }

    /// The format that is asked for, or that the file's ending says.
    pub fn format(&self) -> Result<Format, Error> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let ending = self.output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("png") => Ok(Format::Png),
            Some("apng") => Ok(Format::Png),
            Some("svg") => Ok(Format::Svg),
            Some("gif") => Ok(Format::Gif),
            Some("webp") => Ok(Format::Webp),
            Some("y4m") => Ok(Format::Y4m),
            _ => Err(Error::Parameter {
                name: "output".into(),
                value: read::shown(&self.output),
                allowed:
                    "a file that ends in .png, .svg, .gif, .webp or .y4m, or come with --format, such as --format png"
                        .into(),
            }),
        }
    }
}
