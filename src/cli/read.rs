//! From what the user calls a character to a [`Character`].

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use phiz::clip::Media;
use phiz::{Character, Error, Finding, Findings, Loaded, Place, Script, Severity, Source};

use super::doubt;

/// Files over this size are not read at all.
const MAX_BYTES: u64 = 8 << 20;
/// Motion and sound are larger.
const MAX_MEDIA_BYTES: u64 = 256 << 20;

/// A character by name or by file. Warnings about its files go to standard error.
pub fn character(who: &OsStr) -> Result<Character, Error> {
    let path = Path::new(who);
    if let Some(name) = name(path) {
        return Character::builtin(name).map_err(|unknown| no_ending(path).unwrap_or(unknown));
    }
    let loaded = load(path)?;
    let warnings: Vec<Finding> = loaded.findings.into_iter().filter(|f| f.severity == Severity::Warning).collect();
    super::terminal::report(&warnings);
    Ok(loaded.character)
}

/// What to say of a name that is no character's, but nearly that of a file.
fn no_ending(path: &Path) -> Option<Error> {
    if path.exists() {
        return load(path).err();
    }
    let file = ["toml", "svg"].map(|ending| path.with_extension(ending)).into_iter().find(|file| file.is_file())?;
    let help = format!("did you mean {}?", shown(&file));
    Some(Error::File(vec![fault(path, "this is no built-in character", help)]))
}

/// Loads a character file: a TOML with the SVG beside it, or an SVG with the TOML beside it if there is one.
///
/// # Errors
/// [`Error::File`] with everything that is wrong with both files, also where one of them cannot be read.
pub fn load(path: &Path) -> Result<Loaded, Error> {
    let Pair { svg, toml } = Pair::of(path).map_err(|finding| Error::File(vec![finding]))?;
    let (svg_name, toml_name) = (shown(&svg), toml.as_deref().map(shown));
    let (svg_bytes, toml_bytes) = (bytes(&svg), toml.as_deref().map(bytes).transpose());
    let source = |svg_bytes: &[u8], toml_bytes: Option<&[u8]>| {
        let (svg, toml) = ((svg_name.as_str(), svg_bytes), toml_name.as_deref().zip(toml_bytes));
        Source { svg, toml, fonts: fonts(svg_bytes) }.load()
    };
    match (svg_bytes, toml_bytes) {
        (Ok(svg), Ok(toml)) => source(&svg, toml.as_deref()),
        // The other file is looked at all the same, so that one run tells everything.
        (Ok(svg), Err(unreadable)) => {
            let other = source(&svg, None).map_or_else(into_findings, |loaded| loaded.findings);
            Err(with(unreadable, other))
        }
        (Err(unreadable), Ok(toml)) => {
            let other = source(b"", toml.as_deref()).map_or_else(into_findings, |loaded| loaded.findings);
            Err(with(unreadable, other.into_iter().filter(|f| f.file != svg_name).collect()))
        }
        (Err(svg), Err(toml)) => Err(with(svg, vec![toml])),
    }
}

fn with(finding: Finding, mut others: Vec<Finding>) -> Error {
    others.insert(0, finding);
    Error::File(others)
}

fn into_findings(error: Error) -> Vec<Finding> {
    if let Error::File(findings) = error { findings } else { Vec::new() }
}

/// The files of one character.
struct Pair {
    svg: PathBuf,
    toml: Option<PathBuf>,
}

impl Pair {
    fn of(path: &Path) -> Result<Self, Finding> {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "toml" if path.exists() => Ok(Self { svg: path.with_extension("svg"), toml: Some(path.into()) }),
            "svg" => {
                let toml = path.with_extension("toml");
                Ok(Self { svg: path.into(), toml: toml.exists().then_some(toml) })
            }
            _ if path.is_file() => Err(fault(
                path,
                "this is neither a .toml nor a .svg file",
                "name a character file, an SVG, or a built-in character (see `phiz list`)",
            )),
            // Missing, or a folder: reading says which.
            _ => Err(bytes(path).err().unwrap_or_else(|| fault(path, "this is not a file", ""))),
        }
    }
}

fn fault(path: &Path, message: impl Into<String>, help: impl Into<String>) -> Finding {
    let mut findings = Findings::new(shown(path));
    findings.error(None, message, help);
    findings.into_vec().remove(0)
}

/// A whole file, if it is not too large.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Finding> {
    bytes_up_to(path, MAX_BYTES, "export a simpler drawing")
}

/// Whether a path means standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// How a file that may be standard input is called in messages.
pub fn called(path: &Path) -> String {
    if is_standard_input(path) { "standard input".into() } else { shown(path) }
}

/// A whole file of motion or sound, if it is not too large; `-` is standard input.
pub fn media(path: &Path) -> Result<Vec<u8>, Error> {
    given(path, MAX_MEDIA_BYTES)
}

/// A whole script or trace, if it is not too large; `-` is standard input.
pub fn events(path: &Path) -> Result<Vec<u8>, Error> {
    given(path, MAX_BYTES)
}

fn given(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let help = "cut it into pieces";
    if !is_standard_input(path) {
        return bytes_up_to(path, most, help).map_err(|found| Error::File(vec![found]));
    }
    let named = Path::new("standard input");
    let mut bytes = Vec::new();
    match io::stdin().lock().take(most + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 <= most => Ok(bytes),
        Ok(_) => {
            let message = format!("there is more than the limit of {} MiB", most >> 20);
            Err(Error::File(vec![fault(named, message, help)]))
        }
        Err(error) => Err(Error::File(vec![unreadable(named, &error)])),
    }
}

/// A script with the files that its cues name, which are looked for beside it. `doubt` hears what is doubtful about those.
pub fn script(path: &Path, character: &Character, doubt: &mut dyn FnMut(Finding)) -> Result<Script, Error> {
    let mut script = Script::parse(&called(path), &events(path)?, character)?;
    let mut told = Vec::new();
    script.load(|named| {
        let file = path.with_file_name("").join(&named.path);
        let name = shown(&file);
        // Where a file cannot be read, it is the script that is to be mended.
        let bytes = media(&file).map_err(|error| match error {
            Error::File(found) => Error::File(found.into_iter().map(|f| told_by(path, named.place, f)).collect()),
            other => other,
        })?;
        // A file may be named more than once.
        if !told.contains(&name)
            && let Ok(media) = Media::parse(&name, &bytes)
        {
            told.push(name.clone());
            doubt::findings(&name, &media).into_iter().for_each(&mut *doubt);
        }
        Ok((name, bytes))
    })?;
    Ok(script)
}

/// What is wrong with a file, told at the place in a script that names it.
fn told_by(script: &Path, place: Place, finding: Finding) -> Finding {
    let message = format!("{}: {}", finding.file, finding.message);
    Finding { file: called(script), place: Some(place), message, ..finding }
}

fn bytes_up_to(path: &Path, most: u64, help: &str) -> Result<Vec<u8>, Finding> {
    let too_large =
        |size: &str| fault(path, format!("the file has {size}, over the limit of {} MiB", most >> 20), help);
    let read = || {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut bytes = Vec::new();
        if metadata.len() <= most {
            // A pipe tells no size before it has been read.
            file.take(most + 1).read_to_end(&mut bytes)?;
        }
        Ok((metadata.len(), bytes))
    };
    match read() {
        Ok((size, _)) if size > most => Err(too_large(&format!("{:.1} MiB", size as f64 / f64::from(1 << 20)))),
        Ok((_, bytes)) if bytes.len() as u64 > most => Err(too_large("more")),
        Ok((_, bytes)) => Ok(bytes),
        Err(error) => Err(unreadable(path, &error)),
    }
}

pub fn unreadable(path: &Path, error: &io::Error) -> Finding {
    match error.kind() {
        io::ErrorKind::NotFound => fault(path, "there is no such file", missing(path)),
        io::ErrorKind::IsADirectory => fault(path, "this is a folder, not a file", "name a file in it"),
        io::ErrorKind::PermissionDenied => fault(path, "the file may not be read", "change its permissions"),
        _ => fault(path, format!("the file cannot be read: {error}"), ""),
    }
}

/// What may have been meant instead of a file that does not exist.
fn missing(path: &Path) -> String {
    let toml = path.with_extension("toml");
    if path.extension().is_some_and(|e| e == "svg") && toml.exists() {
        return format!("put the drawing that belongs to {} there", shown(&toml));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let mut others: Vec<String> = entries
        .map(|entry| PathBuf::from(entry.file_name()))
        .filter(|other| other.extension() == path.extension())
        .filter_map(|other| other.file_stem().and_then(OsStr::to_str).map(str::to_owned))
        .collect();
    others.sort();
    let stem = path.file_stem().map(OsStr::to_string_lossy).unwrap_or_default();
    match (phiz::nearest(&stem, others.iter().map(String::as_str)), path.extension()) {
        (Some(near), Some(ending)) => {
            format!("did you mean {}?", shown(&path.with_file_name(near).with_extension(ending)))
        }
        (_, Some(ending)) if ending != "toml" && ending != "svg" => "check the name".into(),
        _ => "check the name, or choose a built-in character (see `phiz list`)".into(),
    }
}

/// The system's fonts, looked for only where a drawing has text.
fn fonts(svg: &[u8]) -> Option<Arc<usvg::fontdb::Database>> {
    svg.windows(5).any(|w| w == b"<text").then(|| {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_system_fonts();
        // Any font is better than no text, where a machine lacks the one that is asked for and the usual ones.
        let any = fonts.faces().flat_map(|face| &face.families).map(|(name, _)| name.clone()).min();
        let serif = usvg::fontdb::Query { families: &[usvg::fontdb::Family::Serif], ..Default::default() };
        if let Some(any) = any.filter(|_| fonts.query(&serif).is_none()) {
            fonts.set_serif_family(any);
        }
        Arc::new(fonts)
    })
}

/// The name, if this is a word without folder or ending (`cat/`, `.` and `..` are places).
fn name(path: &Path) -> Option<&str> {
    let word = path.file_name().filter(|name| *name == path.as_os_str() && path.extension().is_none());
    word.and_then(OsStr::to_str)
}

/// A path as it is shown to people.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
