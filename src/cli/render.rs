//! `phiz render` and `phiz sheet`.

use std::io::Write;
use std::path::Path;

use kurbo::Rect;
use phiz::{
    CANVAS, Character, Compression, Drawing, Error, Raster, Scene, Sheet, SvgOptions, compose, encode_png, to_svg,
    write_whole,
};

use super::animate::{self, Crew, Show};
use super::args::{Compress, Dress, Format, Options, Output, Render, SheetArgs, Svg};
use super::{read, terminal};

/// When the longest fade of an expression is over, in seconds.
const SETTLED: f64 = 100_000.0;

/// `phiz render`.
pub fn render(args: &Render) -> Result<(), Error> {
    args.output.format()?;
    let character = read::character(&args.who.character)?;
    picture(args, &args.output.output, character, Crew::All, &mut terminal::note)
}

/// Draws what is asked for, of a character that has been read, to a file. `note` hears what the user should know.
pub fn picture(
    args: &Render,
    path: &Path,
    character: Character,
    crew: Crew,
    note: &mut dyn FnMut(&str),
) -> Result<(), Error> {
    let Options { size: (width, height), manner, motion, dress, svg } = &args.options;
    let character = dressed(character, dress);
    // In a list, what is given for all rows need not suit each of them.
    if let (Crew::All, Some(idle)) = (crew, motion.idle()) {
        note(&idle);
    }
    if motion.is_animation() {
        return animate::run(args, path, character, crew, note);
    }
    let still = manner.still(&character)?;
    let frame = match motion.at {
        Some(at) => {
            Show::load(args, &character, note)?.perform(args, &character, still, motion.reduced_motion)?.frame(at)
        }
        None if motion.expression.is_some() => {
            Show::load(args, &character, note)?.perform(args, &character, still, true)?.frame(SETTLED)
        }
        None => still.frame(&character, character.state(&manner.state)?),
    };
    let (width, height) = (*width, *height);
    let mut scene = Scene::new();
    let drawing = dress.drawing(manner.projection, width.min(height));
    compose(&character, &frame, &drawing, &mut scene);
    let view = fitted(Rect::new(0.0, 0.0, CANVAS, CANVAS), width, height);
    let picture = Picture { scene: &scene, view, width, height, character: &character, dress, svg };
    picture.write(args.output.format()?, path, &args.output)
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
    picture.write(format, &args.output.output, &args.output)
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
    fn write(&self, format: Format, path: &Path, output: &Output) -> Result<(), Error> {
        let to_stdout = path.as_os_str() == "-";
        match format {
            Format::Svg if to_stdout => terminal::print(&self.svg()?),
            Format::Svg => write(path, output, self.svg()?.as_bytes()),
            Format::Png if to_stdout => {
                // A terminal is refused before the work is done.
                let mut stdout = terminal::binary_stdout()?;
                let bytes = self.png(output.compression())?;
                stdout.write_all(&bytes).and_then(|()| stdout.flush()).map_err(terminal::stdout_error)
            }
            Format::Png => write(path, output, &self.png(output.compression())?),
            Format::Gif | Format::Webp | Format::Y4m | Format::Rgba | Format::Sprites => Err(Error::Parameter {
                name: "output".into(),
                value: read::shown(path),
                allowed:
                    "a .png or .svg file for a still; for an animation, come with --duration, --script, --cursor, --clip or --say"
                        .into(),
            }),
        }
    }

    fn svg(&self) -> Result<String, Error> {
        let Self { view, width, height, character, dress, .. } = *self;
        to_svg(self.scene, &self.svg.options(view, (width, height), character, dress))
    }

    fn png(&self, compression: Compression) -> Result<Vec<u8>, Error> {
        check_memory((self.width, self.height), 3)?;
        let mut raster = Raster::with_view(self.width, self.height, self.view)?;
        raster.draw(self.scene, self.dress.background);
        let mut straight = Vec::new();
        raster.straight(&mut straight);
        drop(raster);
        encode_png(self.width, self.height, &straight, compression)
    }
}

/// Refuses what would end in the middle of the work: a program that is out of memory can say nothing any more. `held` is
/// how many pictures of this size there are at once, such as one, its copy with straight alpha, and what is at work
/// beside them.
pub(super) fn check_memory((width, height): (u32, u32), held: u64) -> Result<(), Error> {
    let bytes = held * 4 * u64::from(width) * u64::from(height) + (32 << 20);
    let room = usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if room {
        return Ok(());
    }
    Err(Error::Limit {
        what: "the memory for the picture".into(),
        value: format!("{} MiB ({width} x {height} px)", bytes >> 20),
        limit: "what this machine has free; choose a smaller picture".into(),
    })
}

fn write(path: &Path, output: &Output, bytes: &[u8]) -> Result<(), Error> {
    write_whole(path, !output.no_clobber, |file| {
        file.write_all(bytes).map_err(|source| Error::Io { path: read::shown(path), source })
    })
}

impl Svg {
    /// How a view of a character becomes a document of so many pixels.
    pub fn options(&self, view: Rect, (width, height): (u32, u32), character: &Character, dress: &Dress) -> SvgOptions {
        SvgOptions {
            width,
            height,
            view,
            title: self.title.clone(),
            decorative: self.decorative,
            id_prefix: self.id_prefix.clone(),
            background: dress.background,
            inherit_color: self.inherit_color.then_some(character.palette().ink),
            ..SvgOptions::default()
        }
    }
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
            Some("mp4" | "m4v" | "mov" | "webm" | "mkv" | "avi") => Err(Error::Parameter {
                name: "output".into(),
                value: read::shown(&self.output),
                allowed: format!(
                    "a format that phiz writes itself; ffmpeg makes the video: phiz render … --format y4m -o - | ffmpeg -i - {}",
                    read::shown(&self.output),
                ),
            }),
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
