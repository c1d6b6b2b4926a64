//! `phiz live`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use phiz::{Character, Color, Compression, Error, Still, encode_png, write_whole};

use super::args::{Live, Manner};
use super::{read, terminal};
use crate::live::{Canvas, Desk, Look, Opening, Place, Session, Setup, Take, Terms, Window, WindowFrame, limits, run};

/// The character's width and height where nobody says.
const SIDE: u32 = 512;
/// The window behind it where nobody says.
const GROUND: Color = Color::rgb(0xf2, 0xef, 0xec);

/// Opens the window and stays until it is closed.
pub fn live(args: &Live) -> Result<(), Error> {
    let setup = setup(args)?;
    let mut session = Session::new(setup)?;
    if let Some(path) = &args.record {
        check_folder(path)?;
    }
    let side = |pixels: u32| (f64::from(pixels) * args.scale).round().clamp(1.0, f64::from(u16::MAX)) as u32;
    let (width, height) = args.size.unwrap_or((SIDE, SIDE));
    let (width, height) = (side(width), side(height));
    let bare = args.borderless || args.transparent;
    // A window of no given size has room for the panel, too.
    let panel = args.panel || args.size.is_none() && !bare;
    let width = if panel && args.size.is_none() { Place::window_width(width, height, args.scale) } else { width };
    let frame = WindowFrame {
        size: (width, height),
        borderless: args.borderless,
        transparent: args.transparent,
        topmost: args.topmost,
    };
    let mut window = Window::open("phiz", &frame)?;
    for limit in limits(&frame, args.everywhere) {
        terminal::note(limit);
    }
    let look = Look {
        projection: args.manner.projection,
        shadow: !args.dress.no_shadow,
        style: args.dress.style,
        ground: ground(args.dress.background, args.transparent && !cfg!(target_os = "macos")),
    };
    let terms = Terms { fps: args.fps, scale: args.scale, panel, duration: args.duration, frames: args.frames };
    let mut desk = Folder { record: args.record.clone() };
    let stats = run(&mut window, &mut session, &mut Canvas::new(look), &mut desk, &terms)?;
    if args.stats {
        terminal::print(&stats.to_string())?;
    }
    Ok(())
}

fn setup(args: &Live) -> Result<Setup, Error> {
    let Manner { state, face, home_turn, home_tilt, home_roll, projection, .. } = &args.manner;
    let character = Arc::new(read::character(&args.who.character)?);
    character.state(state)?;
    let still = Still { home: None, face: *face, ..args.manner.still(&character)? };
    let name = args.who.character.to_string_lossy().into_owned();
    let mut cast: Vec<(String, Option<Arc<Character>>)> =
        Character::builtin_names().map(|name| (name.to_owned(), None)).collect();
    let who = match cast.iter().position(|(known, _)| *known == name) {
        Some(who) => who,
        None => {
            cast.push((name, None));
            cast.len() - 1
        }
    };
    cast[who].1 = Some(character);
    let opening = Opening {
        character: cast[who].0.clone(),
        state: state.clone(),
        still,
        home: [*home_turn, *home_tilt, *home_roll],
        color: args.dress.color,
        seed: args.seed.unwrap_or(0),
        reduced: args.reduced_motion,
        projection: *projection,
        style: args.dress.style,
        shadow: !args.dress.no_shadow,
        size: (0, 0),
        background: args.dress.background,
    };
    Ok(Setup { cast, who, opening, everywhere: args.everywhere, record: args.record.is_some() })
}

/// The colour of the window: what was asked for, over what windows have, unless they are seen through.
fn ground(background: Option<Color>, transparent: bool) -> Color {
    match background {
        None if transparent => Color::CLEAR,
        None => GROUND,
        Some(color) if transparent || color.a == 255 => color,
        Some(color) => {
            let mix = |over: u8, under: u8| {
                let (over, under, a) = (u32::from(over), u32::from(under), u32::from(color.a));
                ((over * a + under * (255 - a) + 127) / 255) as u8
            };
            Color::rgb(mix(color.r, GROUND.r), mix(color.g, GROUND.g), mix(color.b, GROUND.b))
        }
    }
}

/// A recording must not be lost in the end because it has nowhere to go.
fn check_folder(path: &Path) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if folder.is_dir() {
        return Ok(());
    }
    let source = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such folder");
    Err(Error::Io { path: read::shown(folder), source })
}

/// The folder that the command was called in.
struct Folder {
    /// Where the recording goes that was asked for; further ones get names of their own.
    record: Option<PathBuf>,
}

impl Desk for Folder {
    fn still(&mut self, character: &str, rgba: &[u8], size: (u32, u32), time: f64) -> Result<String, Error> {
        let file = encode_png(size.0, size.1, rgba, Compression::Small)?;
        let name = numbered(character, &["png"]);
        save(Path::new(&name), &file, false)?;
        terminal::note(&format!("wrote {name}, the moment {time} s"));
        Ok(name)
    }

    fn take(&mut self, take: &Take) -> Result<String, Error> {
        let asked = self.record.take();
        let overwrite = asked.is_some();
        let path = asked.unwrap_or_else(|| {
            let character = Path::new(&take.opening.character).file_stem().unwrap_or_default();
            numbered(&character.to_string_lossy(), &["csv", "toml"]).into()
        });
        save(&path, take.trace.to_csv().as_bytes(), overwrite)?;
        let script = take.script().map(|text| (path.with_extension("toml"), text));
        if let Some((script, text)) = &script {
            save(script, text.as_bytes(), overwrite)?;
        }
        let name = read::shown(&path);
        let script = script.map(|(script, _)| read::shown(&script));
        terminal::note(&format!("wrote {name}; to see it again: {}", take.command(&name, script.as_deref())));
        Ok(name)
    }

    fn tell(&mut self, error: &Error) {
        terminal::tell(&error.to_string());
    }
}

/// `NAME-1.ENDING`, or the first number for which there is no file with any of the endings.
fn numbered(name: &str, endings: &[&str]) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect();
    let taken = |n: &u32| endings.iter().any(|ending| Path::new(&format!("{plain}-{n}.{ending}")).exists());
    let n = (1..).find(|n| !taken(n)).unwrap_or(u32::MAX);
    format!("{plain}-{n}.{}", endings[0])
}

fn save(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), Error> {
    write_whole(path, overwrite, |file| {
        file.write_all(bytes).map_err(|source| Error::Io { path: read::shown(path), source })
    })
}
