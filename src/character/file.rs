//! What stands in a character file and in a file of states.

use kurbo::Point;

use super::reader::Table;
use super::{BodyLook, EyeLook, Life, MouthLook, State};
use crate::color::Color;
use crate::face::{Brow, EyeShape, FaceKind, FaceScale, Mouth, Overlay};
use crate::finding::Place;
use crate::geometry::Pose;
use crate::motion::{BlinkRule, Pulse, Spring, Wave, WaveForm, WaveTarget};

/// A character file as it was written, before art is looked at. What it leaves out is none.
#[derive(Clone, Debug, Default)]
pub(super) struct CharacterFile {
    pub name: Option<String>,
    pub summary: Option<String>,
    pub color: Option<Color>,
    pub face: Option<FaceKind>,
    pub home: Option<Pose>,
    pub head: HeadFile,
    pub highlight: Option<Point>,
    pub shading: Option<bool>,
    pub scale: FaceScale,
    pub colors: ColorsFile,
    pub open_eyes: [Option<EyeShape>; 3],
    pub parts: Vec<PartFile>,
    pub states: Vec<State>,
}

/// Overrides of the fitted head.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HeadFile {
    pub center: Option<Point>,
    pub radius: Option<f64>,
    pub place: Option<Place>,
}

/// Overrides of the derived palette.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ColorsFile {
    pub ink: Option<Color>,
    pub light: Option<Color>,
    pub shade: Option<Color>,
    pub blush: Option<Color>,
    pub mouth: Option<Color>,
    pub tongue: Option<Color>,
    pub white: Option<Color>,
    pub ink_place: Option<Place>,
}

/// One `[parts.NAME]`.
#[derive(Clone, Debug)]
pub(super) struct PartFile {
    pub name: String,
    pub place: Place,
    pub depth: f64,
    pub pivot: Option<Point>,
    pub swing: f64,
}

/// Reads a character file. `states` are those every character knows; the file may override them and add its own.
pub(super) fn character(root: Table<'_>, states: &[State]) -> CharacterFile {
    let mut file = CharacterFile {
        name: root.text("name").map(str::to_owned),
        summary: root.text("summary").map(str::to_owned),
        color: root.color("color"),
        face: root.one_of("face", &FaceKind::ALL),
        home: root.table("home").map(|t| pose(t, Pose::NONE)),
        highlight: root.pair("highlight", 0.0..=200.0).map(point),
        shading: root.bool("shading"),
        states: states.to_vec(),
        ..CharacterFile::default()
    };
    if let Some(name) = &file.name
        && (name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control))
    {
        root.error("name", "the name must have 1 to 60 characters", "choose a short one, such as \"nubo\"");
    }
    if let Some(t) = root.table("head") {
        file.head = HeadFile {
            center: t.pair("center", 0.0..=200.0).map(point),
            radius: t.number("radius", 5.0..=100.0),
            place: Some(t.place()),
        };
        t.finish();
    }
    if let Some(t) = root.table("scale") {
        file.scale = scale(t, FaceScale::default());
    }
    if let Some(t) = root.table("palette") {
        file.colors = ColorsFile {
            ink: t.color("ink"),
            light: t.color("light"),
            shade: t.color("shade"),
            blush: t.color("blush"),
            mouth: t.color("mouth"),
            tongue: t.color("tongue"),
            white: t.color("white"),
            ink_place: t.has("ink").then(|| t.place_of("ink")),
        };
        t.finish();
    }
    if let Some(t) = root.table("eyes") {
        file.open_eyes = ["cute", "eyes", "line"].map(|face| t.one_of(face, &EyeShape::ALL));
        t.finish();
    }
    for (name, t) in root.tables("parts") {
        file.parts.push(PartFile {
            name: name.to_owned(),
            place: t.place(),
            depth: t.number("depth", -2.0..=2.0).unwrap_or(0.0),
            pivot: t.pair("pivot", -100.0..=300.0).map(point),
            swing: t.number("swing", 0.0..=1.0).unwrap_or(0.0),
        });
        t.finish();
    }
    for (name, t) in root.tables("states") {
        match file.states.iter_mut().find(|s| s.name == name) {
            Some(known) => *known = state(name, t, known),
            None => {
                warn_of_slip(name, &t, &file.states);
                let base = file.states.first().cloned().unwrap_or_else(|| neutral(name));
                file.states.push(state(name, t, &State { summary: String::new(), ..base }));
            }
        }
    }
    root.finish();
    file
}

/// A new state is welcome, but one letter away from a known one it is probably that one.
fn warn_of_slip(name: &str, t: &Table<'_>, states: &[State]) {
    let is_slip = |known: &&State| name.len() > 3 && strsim::damerau_levenshtein(name, &known.name) == 1;
    if let Some(known) = states.iter().find(is_slip) {
        let message = format!("{name:?} is a state of its own, beside {:?}", known.name);
        t.warning(name, message, format!("write [states.{}] if that is meant, or choose another name", known.name));
    }
}

/// Reads a file of states: `[states.NAME]` each, in the order of the file. Each starts from the first of them (idle).
pub(super) fn states(root: Table<'_>) -> Vec<State> {
    let mut states: Vec<State> = Vec::new();
    for (name, t) in root.tables("states") {
        let base = states.first().cloned().unwrap_or_else(|| neutral(name));
        states.push(state(name, t, &base));
    }
    root.finish();
    states
}

fn neutral(name: &str) -> State {
    let eye = EyeLook { shape: None, size: 1.0, lid: 1.0 };
    State {
        name: name.to_owned(),
        summary: String::new(),
        eyes: [eye; 2],
        brows: [Brow::default(); 2],
        mouth: MouthLook {
            form: Mouth { half_width: 1.0, dy: 0.0, bend: 0.5, skew: 0.0, wave: 0.0, open: 0.0 },
            fill: 1.0,
            tongue: 0.0,
            teeth: 0.0,
        },
        pose: Pose::NONE,
        look: [0.0; 2],
        scale: FaceScale::default(),
        body: BodyLook::default(),
        blush: 1.0,
        overlays: Vec::new(),
        life: Life::default(),
    }
}

/// Reads one state. What it leaves out is as in `base`.
fn state(name: &str, t: Table<'_>, base: &State) -> State {
    let mut s = State { name: name.to_owned(), ..base.clone() };
    if let Some(summary) = t.text("summary") {
        s.summary = summary.to_owned();
    }
    // Both eyes first, then each on its own.
    for (key, sides) in [("eyes", &[0, 1][..]), ("eye_right", &[0]), ("eye_left", &[1])] {
        if let Some(t) = t.table(key) {
            let (shape, size, lid) =
                (t.one_of("shape", &EyeShape::ALL), t.number("size", 0.2..=2.0), t.number("lid", 0.0..=1.0));
            for side in sides {
                let eye = &mut s.eyes[*side];
                eye.shape = shape.or(eye.shape);
                eye.size = size.unwrap_or(eye.size);
                eye.lid = lid.unwrap_or(eye.lid);
            }
            t.finish();
        }
    }
    for (key, sides) in [("brows", &[0, 1][..]), ("brow_right", &[0]), ("brow_left", &[1])] {
        if let Some(t) = t.table(key) {
            let (raise, angle, bend) =
                (t.number("raise", -3.0..=3.0), t.number("angle", -60.0..=60.0), t.number("bend", -1.0..=1.0));
            for side in sides {
                let brow = &mut s.brows[*side];
                brow.raise = raise.unwrap_or(brow.raise);
                brow.angle = angle.unwrap_or(brow.angle);
                brow.bend = bend.unwrap_or(brow.bend);
                brow.weight = 1.0;
            }
            t.finish();
        }
    }
    if let Some(t) = t.table("mouth") {
        let m = &mut s.mouth;
        let set = |key: &str, range, target: &mut f64| {
            if let Some(v) = t.number(key, range) {
                *target = v;
            }
        };
        set("half_width", 0.1..=3.0, &mut m.form.half_width);
        set("dy", -2.0..=2.0, &mut m.form.dy);
        set("bend", -2.0..=2.0, &mut m.form.bend);
        set("skew", -1.0..=1.0, &mut m.form.skew);
        set("wave", -1.0..=1.0, &mut m.form.wave);
        set("open", 0.0..=3.0, &mut m.form.open);
        set("fill", 0.0..=1.0, &mut m.fill);
        set("tongue", 0.0..=1.0, &mut m.tongue);
        set("teeth", 0.0..=1.0, &mut m.teeth);
        t.finish();
    }
    if let Some(t) = t.table("pose") {
        s.pose = pose(t, s.pose);
    }
    if let Some(look) = t.pair("look", -1.0..=1.0) {
        s.look = look;
    }
    if let Some(t) = t.table("scale") {
        s.scale = scale(t, s.scale);
    }
    if let Some(t) = t.table("body") {
        s.body = BodyLook {
            stretch: t.number("stretch", 0.5..=1.6).unwrap_or(s.body.stretch),
            lean: t.number("lean", -45.0..=45.0).unwrap_or(s.body.lean),
            lift: t.number("lift", 0.0..=0.5).unwrap_or(s.body.lift),
        };
        t.finish();
    }
    if let Some(blush) = t.number("blush", 0.0..=2.0) {
        s.blush = blush;
    }
    if let Some(overlays) = t.list_of("overlays", &Overlay::ALL) {
        s.overlays = overlays;
    }
    life(&t, &mut s.life);
    t.finish();
    s
}

/// Reads how a state moves.
fn life(t: &Table<'_>, life: &mut Life) {
    if let Some(spring) = t.one_of("spring", &Spring::ALL) {
        life.spring = spring;
    }
    if let Some(t) = t.table("blink") {
        let rule = life.blink.unwrap_or_default();
        let none = t.bool("none").unwrap_or(false);
        let gap = t.pair("gap", 0.3..=60.0).unwrap_or([rule.least, rule.most]);
        if gap[0] > gap[1] {
            t.error("gap", "the shortest gap is longer than the longest", "write the shorter one first");
        }
        let rule = BlinkRule {
            least: gap[0],
            most: gap[1].max(gap[0]),
            length: t.number("length", 0.06..=1.5).unwrap_or(rule.length),
            doubles: t.number("doubles", 0.0..=1.0).unwrap_or(rule.doubles),
        };
        life.blink = (!none).then_some(rule);
        t.finish();
    }
    if let Some(t) = t.table("breath") {
        life.breath = [
            t.number("depth", 0.0..=0.1).unwrap_or(life.breath[0]),
            t.number("period", 0.5..=20.0).unwrap_or(life.breath[1]),
        ];
        t.finish();
    }
    if let Some(drift) = t.number("drift", 0.0..=3.0) {
        life.drift = drift;
    }
    if let Some(enter) = t.one_of("enter", &Pulse::ALL) {
        life.enter = Some(enter);
    }
    if t.has("waves") {
        life.waves.clear();
        for t in t.array("waves") {
            t.require("on", "say what the wave moves, such as on = \"lift\"");
            let wave = Wave {
                on: t.one_of("on", &WaveTarget::ALL).unwrap_or(WaveTarget::Lift),
                form: t.one_of("form", &WaveForm::ALL).unwrap_or(WaveForm::Sine),
                amount: t.number("amount", -360.0..=360.0).unwrap_or(0.0),
                period: t.number("period", 0.05..=120.0).unwrap_or(1.0),
                phase: t.number("phase", 0.0..=1.0).unwrap_or(0.0),
            };
            life.waves.push(wave);
            t.finish();
        }
    }
}

/// Any finite angle is taken; [`Pose`] wraps it.
fn pose(t: Table<'_>, base: Pose) -> Pose {
    let any = f64::MIN..=f64::MAX;
    let pose = Pose::new(
        t.number("turn", any.clone()).unwrap_or(base.turn()),
        t.number("tilt", any.clone()).unwrap_or(base.tilt()),
        t.number("roll", any).unwrap_or(base.roll()),
    );
    t.finish();
    pose.unwrap_or(base)
}

fn scale(t: Table<'_>, base: FaceScale) -> FaceScale {
    let scale = FaceScale {
        face: t.number("face", 0.3..=2.0).unwrap_or(base.face),
        height: t.number("height", 0.3..=1.7).unwrap_or(base.height),
        spacing: t.number("spacing", 0.4..=2.5).unwrap_or(base.spacing),
        eye_width: t.number("eye_width", 0.3..=2.0).unwrap_or(base.eye_width),
        eye_height: t.number("eye_height", 0.3..=2.0).unwrap_or(base.eye_height),
    };
    t.finish();
    scale
}

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(x, y)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::builtin;
    use super::super::reader::Document;
    use super::character;

    /// The schema that editors use knows the keys that are read here, each of them and no other.
    #[test]
    fn the_schema_has_every_key_that_is_asked_for_and_no_other() {
        let schema: Value = serde_json::from_str(include_str!("../../faces/schema/character.json")).unwrap();
        let mut keys = Vec::new();
        // The file has every table, so that every key is asked for.
        let mut file = String::new();
        for (key, property) in schema["properties"].as_object().unwrap() {
            file += &format!("{key} = {}\n", sample(&schema, property, key, &mut keys));
        }
        keys.sort();
        keys.dedup();

        let document = Document::parse("all.toml", file.as_bytes()).unwrap();
        character(document.root(), builtin::states());
        assert_eq!(document.asked(), keys);
        let findings = document.into_findings().into_vec();
        assert!(findings.is_empty(), "{findings:?}");
    }

    /// A value that a schema allows, with every key it knows. Adds the paths of all of them, and its own, to `keys`.
    fn sample(root: &Value, schema: &Value, path: &str, keys: &mut Vec<String>) -> String {
        if !path.ends_with('*') {
            keys.push(path.to_owned());
        }
        let target = schema["$ref"].as_str().and_then(|reference| root.pointer(reference.trim_start_matches('#')));
        let schema = target.unwrap_or(schema);
        if let Some(names) = schema["enum"].as_array() {
            return names[0].to_string();
        }
        let named = format!("{path}.*");
        match schema["type"].as_str().unwrap() {
            "object" if schema["additionalProperties"].is_object() => {
                format!("{{ any = {} }}", sample(root, &schema["additionalProperties"], &named, keys))
            }
            "object" => {
                let mut entries = Vec::new();
                for (key, property) in schema["properties"].as_object().unwrap() {
                    entries.push(format!("{key} = {}", sample(root, property, &format!("{path}.{key}"), keys)));
                }
                format!("{{ {} }}", entries.join(", "))
            }
            "array" => {
                let items = schema["minItems"].as_u64().unwrap_or(1) as usize;
                format!("[{}]", vec![sample(root, &schema["items"], &named, keys); items].join(", "))
            }
            "number" => schema["minimum"].as_f64().unwrap_or(0.0).to_string(),
            "boolean" => "false".into(),
            "string" => "\"#4f8ef7\"".into(),
            other => panic!("a value of type {other}"),
        }
    }
}
