//! `phiz check`.

use std::path::Path;

use phiz::clip::Media;
use phiz::gaze::Trace;
use phiz::{Character, Error, Finding, Script, Severity};

use super::args::Check;
use super::inspect::counted;
use super::{doubt, read, terminal};

/// Checks all files, and prints all findings before it ends.
pub fn run(args: &Check) -> Result<(), Error> {
    let mut findings = Vec::new();
    let mut checked: Vec<&Path> = Vec::new();
    for path in &args.files {
        // A TOML and its SVG are one character: naming both checks it once.
        if checked.iter().any(|other| other.with_extension("") == path.with_extension("") && is_pair(other, path)) {
            continue;
        }
        checked.push(path);
        if let Some(bytes) = script(path) {
            let nubo = Character::builtin("nubo")?;
            let mut doubts = Vec::new();
            let mut found = Script::check(&read::shown(path), &bytes, &nubo);
            if !found.iter().any(|f| f.severity == Severity::Error)
                && let Err(Error::File(others)) = read::script(path, &nubo, &mut |doubt| doubts.push(doubt))
            {
                found.extend(others);
            }
            found.extend(doubts);
            if found.iter().all(|f| f.severity == Severity::Note) {
                terminal::print(&format!("{}: ok: a script\n", read::shown(path)))?;
            }
            findings.extend(found);
            continue;
        }
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
            match read::bytes(path).map(|bytes| Trace::parse(&read::shown(path), &bytes)) {
                Ok(Ok(trace)) => terminal::print(&format!(
                    "{}: ok: a pointer trace, {} events in {:.1} s\n",
                    read::shown(path),
                    trace.events().len(),
                    trace.duration(),
                ))?,
                Ok(Err(error)) => findings.extend(error.findings().iter().cloned()),
                Err(unreadable) => findings.push(unreadable),
            }
            continue;
        }
        if is_media(path) {
            findings.extend(media(path)?);
            continue;
        }
        match read::load(path) {
            Ok(loaded) => {
                let head = loaded.character.head();
                let what = format!(
                    "{}: {}, head {:.1} units at {:.1}, {:.1}, eyes {:.1} units",
                    loaded.character.name(),
                    counted(loaded.character.part_names().count(), "part"),
                    head.radius,
                    head.center.x,
                    head.center.y,
                    loaded.character.eye_radius(),
                );
                if loaded.findings.iter().all(|f| f.severity == Severity::Note) {
                    terminal::print(&format!("{}: ok: {what}\n", read::shown(path)))?;
                }
                findings.extend(loaded.findings);
            }
            Err(Error::File(found)) => findings.extend(found),
            // Only findings come from reading; whatever else there may be is not kept back.
            Err(other) => return Err(other),
        }
    }
    terminal::report(&findings);
    let count = |severity| findings.iter().filter(|f| f.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    if errors > 0 || (args.strict && warnings > 0) {
        return Err(Error::Checked { errors, warnings });
    }
    Ok(())
}

/// The contents of a script. (A picture of the same name beside it is none of a character, but what it was rendered to.)
fn script(path: &Path) -> Option<Vec<u8>> {
    let is_toml = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    let bytes = is_toml.then(|| read::bytes(path).ok())??;
    Script::is_script(&bytes).then_some(bytes)
}

/// How files of motion and speech end. (A TSV is no pointer trace: those are CSV.)
const MEDIA: [&str; 5] = ["vmd", "json", "tsv", "xml", "wav"];

fn is_media(path: &Path) -> bool {
    path.extension().is_some_and(|ending| MEDIA.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// What is wrong or doubtful about a clip, an expression or speech.
fn media(path: &Path) -> Result<Vec<Finding>, Error> {
    let file = read::shown(path);
    let media = match read::media(path).and_then(|bytes| Media::parse(&file, &bytes)) {
        Ok(media) => media,
        Err(Error::File(found)) => return Ok(found),
        Err(other) => return Err(other),
    };
    let found = doubt::findings(&file, &media);
    if found.iter().all(|f| f.severity == Severity::Note) {
        let what = match &media {
            Media::Clip(clip) => {
                format!("a clip, {} in {:.1} s", counted(clip.tracks().len(), "track"), clip.duration())
            }
            Media::Expression(e) => format!("an expression of {}", counted(e.parameters.len(), "parameter")),
            Media::Speech(speech) if speech.cues().is_empty() => format!("a voice of {:.1} s", speech.duration()),
            Media::Speech(speech) => {
                format!("speech, {} in {:.1} s", counted(speech.cues().len(), "mouth shape"), speech.duration())
            }
        };
        terminal::print(&format!("{file}: ok: {what}\n"))?;
    }
    Ok(found)
}

fn is_pair(a: &Path, b: &Path) -> bool {
    a != b && [a, b].iter().all(|p| p.extension().is_some_and(|e| e == "toml" || e == "svg"))
}
