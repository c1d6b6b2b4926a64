//! What is doubtful about motion and speech that can be read: told once, by `phiz render` as notes, by `phiz check` as
//! findings.

use phiz::clip::{Clip, Expression, Media, Passed, Speech};
use phiz::{Cue, Finding, Findings, Severity};

use super::inspect;

/// Something that can be played.
pub enum Given<'a> {
    Clip(&'a Clip),
    Expression(&'a Expression),
    Speech(&'a Speech),
}

impl<'a> Given<'a> {
    pub fn of(media: &'a Media) -> Self {
        match media {
            Media::Clip(clip) => Self::Clip(clip),
            Media::Expression(expression) => Self::Expression(expression),
            Media::Speech(speech) => Self::Speech(speech),
        }
    }

    /// What a cue plays, if it does.
    pub fn of_cue(cue: &'a Cue) -> Option<Self> {
        match cue {
            Cue::Clip(Some(clip)) => Some(Self::Clip(clip)),
            Cue::Expression(Some(expression)) => Some(Self::Expression(expression)),
            Cue::Say(Some(speech)) => Some(Self::Speech(speech)),
            _ => None,
        }
    }
}

/// All that is doubtful, each in a sentence.
pub fn doubts(given: &Given<'_>) -> Vec<(Severity, String)> {
    let mut found = Vec::new();
    let names: Vec<(&str, bool)> = match given {
        Given::Clip(clip) => clip.tracks().iter().map(|track| (track.name, track.moves.is_some())).collect(),
        Given::Expression(e) => e.parameters.iter().map(|p| (p.id.as_str(), p.moves().is_some())).collect(),
        Given::Speech(_) => Vec::new(),
    };
    let left: Vec<&str> = names.iter().filter(|(_, moves)| !moves).map(|(name, _)| *name).collect();
    if !left.is_empty() {
        let more = if left.len() > 5 { ", …" } else { "" };
        let list = left.iter().take(5).map(|name| inspect::printable(name)).collect::<Vec<_>>().join(", ");
        let (count, all) = (left.len(), names.len());
        let have = if count == 1 { "has" } else { "have" };
        let told =
            format!("{count} of {all} names {have} no counterpart here: {list}{more}; `phiz inspect` tells more");
        found.push((if count == all { Severity::Warning } else { Severity::Note }, told));
    }
    match given {
        Given::Clip(clip) => {
            if names.is_empty() {
                let why = match clip.vmd() {
                    Some(vmd) if vmd.passed != Passed::default() => "this clip moves a camera or lights, no character",
                    _ => "there is nothing in this clip",
                };
                found.push((Severity::Warning, why.into()));
            }
            let late = clip.motion3().map_or(0, |motion| {
                motion.curves.iter().filter(|curve| curve.curve.end() > motion.duration + 1e-3).count()
            });
            if late > 0 {
                let curves = inspect::counted(late, "curve");
                let (go, are) = if late == 1 { ("goes", "is") } else { ("go", "are") };
                let told = format!("{curves} {go} on after the Duration of {} s, and {are} cut there", clip.duration());
                found.push((Severity::Warning, told));
            }
        }
        Given::Speech(speech) if speech.merged() > 0 => {
            let cues = inspect::counted(speech.merged(), "mouth cue");
            let told = format!("{cues} too short to be seen, merged into the ones before");
            found.push((Severity::Note, told));
        }
        _ => {}
    }
    found
}

/// The same as findings of a file.
pub fn findings(file: &str, media: &Media) -> Vec<Finding> {
    let mut findings = Findings::new(file);
    for (severity, message) in doubts(&Given::of(media)) {
        findings.add(severity, None, message, "");
    }
    findings.into_vec()
}
