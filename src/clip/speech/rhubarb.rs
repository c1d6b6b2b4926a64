//! The three files that Rhubarb Lip Sync writes.

use roxmltree::{Document, Node, ParsingOptions};

use super::LONGEST;
use super::timing::MouthCue;
use super::viseme::Viseme;
use crate::clip::fault::{Fault, Faults, KNOWN, every, shown};
use crate::clip::json::Value;

/// Lines of a time and a shape with a tab between them; each lasts until the next. The last one only says when it ends.
pub(super) fn tsv(text: &str) -> Result<Vec<MouthCue>, Faults> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    // What begins no line with a time is a file of another kind, and not twenty bad cues.
    let is_time = |word: &str| word.parse::<f64>().is_ok();
    if !lines.clone().any(|line| line.split_whitespace().next().is_some_and(is_time)) {
        let first = lines.clone().next().map_or(0, place);
        return Err(Fault::new(first, "no line is a mouth cue, such as 0.25 D", KNOWN).into());
    }
    let mut cues = every(lines.map(|line| {
        let mut words = line.split_whitespace();
        let (Some(time), Some(name), None) = (words.next(), words.next(), words.next()) else {
            let help = "write a time and a shape with a tab or blanks between, such as 0.25 D";
            return Err(Fault::new(place(line), format!("this is no mouth cue: {:?}", shown(line)), help));
        };
        let (time, shape) = (seconds(time, place(time))?, viseme(name, place(name))?);
        Ok(MouthCue { start: time, end: time, shape })
    }))?;
    cues.sort_by(|a, b| a.start.total_cmp(&b.start));
    for i in 1..cues.len() {
        cues[i - 1].end = cues[i].start;
    }
    if cues.len() > 1 && cues.last().is_some_and(|cue| cue.shape == Viseme::X) {
        cues.pop();
    }
    Ok(cues)
}

/// `{"mouthCues": [{"start": 0.0, "end": 0.25, "value": "D"}]}`, and more that is passed over.
pub(super) fn json(whole: Value<'_>) -> Result<Vec<MouthCue>, Faults> {
    let cues = whole.object("the file")?.require("mouthCues")?.array("mouthCues")?;
    every(cues.into_iter().map(|value| {
        let cue = value.object("a mouth cue")?;
        let time = |key: &str| {
            let value = cue.require(key)?;
            checked(value.number(key)?, value.at(), value.written())
        };
        let shape = cue.require("value")?;
        let cue =
            MouthCue { start: time("start")?, end: time("end")?, shape: viseme(&shape.string("value")?, shape.at())? };
        in_order(cue, value.at())
    }))
}

/// `<mouthCue start="0.00" end="0.25">D</mouthCue>`, wherever they are.
pub(super) fn xml(text: &str) -> Result<Vec<MouthCue>, Faults> {
    // As many nodes as bytes is more than any text has.
    let options = ParsingOptions { nodes_limit: u32::try_from(text.len()).unwrap_or(u32::MAX), ..Default::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let pos = error.pos();
        let line = text.split_inclusive('\n').take(pos.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
        let rest = text.get(line..).unwrap_or_default();
        let column = rest.char_indices().nth(pos.col.saturating_sub(1) as usize).map_or(rest.len(), |(i, _)| i);
        // The place is ours to tell.
        let message = error.to_string();
        let message = message.rsplit_once(" at ").map_or(message.as_str(), |(what, _)| what);
        Fault::new(line + column, format!("this is not XML: {message}"), "")
    })?;
    let cue = |node: Node<'_, '_>| {
        let time = |name: &str| {
            let Some(attribute) = node.attribute_node(name) else {
                return Err(Fault::new(node.range().start, format!("{name:?} is missing here"), ""));
            };
            seconds(attribute.value(), attribute.range_value().start)
        };
        let inside = node.first_child().map_or(node.range().start, |child| child.range().start);
        let shape = viseme(node.text().unwrap_or_default().trim(), inside)?;
        in_order(MouthCue { start: time("start")?, end: time("end")?, shape }, node.range().start)
    };
    let mut cues = document.descendants().filter(|node| node.has_tag_name("mouthCue")).peekable();
    if cues.peek().is_none() {
        return Err(Fault::new(0, "there is no mouth cue in this XML", KNOWN).into());
    }
    every(cues.map(cue))
}

fn viseme(name: &str, at: usize) -> Result<Viseme, Fault> {
    let found = Viseme::ALL.iter().find(|(known, _)| *known == name);
    found.map(|(_, shape)| *shape).ok_or_else(|| {
        Fault::new(at, format!("there is no mouth shape {:?}", shown(name)), "it must be one of A to H, or X")
    })
}

fn seconds(text: &str, at: usize) -> Result<f64, Fault> {
    match text.trim().parse() {
        Ok(time) => checked(time, at, text.trim()),
        Err(_) => Err(Fault::new(at, format!("{:?} is not a time", shown(text)), "write seconds, such as 1.25")),
    }
}

/// A time that is in range; one that is not is told as it is written.
fn checked(time: f64, at: usize, written: &str) -> Result<f64, Fault> {
    if (0.0..=LONGEST).contains(&time) {
        return Ok(time);
    }
    let written = shown(written);
    Err(Fault::new(
        at,
        format!("the time {written} is out of range"),
        format!("it must be from 0 to {LONGEST} seconds"),
    ))
}

fn in_order(cue: MouthCue, at: usize) -> Result<MouthCue, Fault> {
    if cue.end >= cue.start {
        return Ok(cue);
    }
    Err(Fault::new(at, format!("this cue ends at {}, before it starts at {}", cue.end, cue.start), ""))
}
