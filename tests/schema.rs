//! The JSON Schema says what the reader takes, no more and no less. (That they know the same keys is tested where the
//! reader is.)

use std::fs;
use std::path::{Path, PathBuf};

use phiz::{EyeShape, FaceKind, Overlay, Pulse, Severity, Source, Spring, WaveForm, WaveTarget};
use serde_json::{Map, Number, Value};
use toml::de::{DeTable, DeValue};

#[test]
fn every_built_in_character_is_valid() {
    let mut files = 0;
    for entry in fs::read_dir(root().join("faces")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text.lines().next(), Some("#:schema schema/character.json"), "{}", path.display());
            assert_eq!(Schema::read().faults(&text), [""; 0], "{}", path.display());
            files += 1;
        }
    }
    assert_eq!(files, phiz::Character::builtin_names().count());
}

#[test]
fn the_built_in_states_are_valid() {
    let text = fs::read_to_string(root().join("src/character/states.toml")).unwrap();
    assert_eq!(text.lines().next(), Some("#:schema ../../faces/schema/character.json"));
    assert_eq!(Schema::read().faults(&text), [""; 0]);
}

#[test]
fn a_fault_is_found_at_its_place() {
    for (text, fault) in [
        ("nmae = 'x'", "nmae: unknown"),
        ("name = ''", "name: too short"),
        ("name = 3", "name: not of type string"),
        ("face = 'cuet'", "face: not one of the names"),
        ("shading = 1", "shading: not of type boolean"),
        ("head = { radius = 4 }", "head.radius: below the minimum"),
        ("head = { center = [100] }", "head.center: too few items"),
        ("head = { center = [100, 100, 100] }", "head.center: too many items"),
        ("head = { center = [100, 201] }", "head.center.1: above the maximum"),
        ("parts.front_leaf.swing = 2", "parts.front_leaf.swing: above the maximum"),
        ("states.odd.eyes.shape = 'triangle'", "states.odd.eyes.shape: not one of the names"),
        ("states.odd.mouth = []", "states.odd.mouth: not of type object"),
        ("states.odd.waves = [{ amount = 1 }]", "states.odd.waves.0: on is missing"),
    ] {
        assert_eq!(Schema::read().faults(text), [fault], "{text}");
    }
}

#[test]
fn the_names_are_those_of_the_library() {
    let schema = Schema::read();
    let names = |value: &Value| -> Vec<String> {
        value["enum"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&schema.0["properties"]["face"]), FaceKind::ALL.map(|(name, _)| name));
    let defs = &schema.0["$defs"];
    assert_eq!(names(&defs["eyeShape"]), EyeShape::ALL.map(|(name, _)| name));
    let state = &defs["state"]["properties"];
    assert_eq!(names(&state["overlays"]["items"]), Overlay::ALL.map(|(name, _)| name));
    assert_eq!(names(&state["spring"]), Spring::ALL.map(|(name, _)| name));
    assert_eq!(names(&state["enter"]), Pulse::ALL.map(|(name, _)| name));
    let wave = &defs["wave"]["properties"];
    assert_eq!(names(&wave["on"]), WaveTarget::ALL.map(|(name, _)| name));
    assert_eq!(names(&wave["form"]), WaveForm::ALL.map(|(name, _)| name));
}

#[test]
fn the_reader_takes_what_the_schema_allows_and_nothing_beyond_it() {
    let schema = Schema::read();
    let mut keys = 0;
    for Leaf { before, after, schema: leaf } in schema.leaves() {
        let (good, bad) = samples(&leaf);
        for value in good {
            let text = format!("{before} = {value}{after}");
            assert_eq!(schema.faults(&text), [""; 0], "{text}");
            assert_eq!(refusal(&text), None, "{text}");
        }
        for value in bad {
            let text = format!("{before} = {value}{after}");
            assert_ne!(schema.faults(&text), [""; 0], "{text}");
            assert!(refusal(&text).is_some(), "{text} is taken");
        }
        keys += 1;
    }
    // Fewer would mean that the walk over the schema went astray.
    assert!(keys > 70, "{keys}");
}

/// Values at the limits of what a leaf of the schema allows, and just beyond them.
fn samples(leaf: &Value) -> (Vec<String>, Vec<String>) {
    let limit = |schema: &Value, key: &str| schema[key].as_f64();
    if let Some(names) = leaf["enum"].as_array() {
        return (names.iter().map(ToString::to_string).collect(), vec!["\"nonsense\"".into(), "1".into()]);
    }
    match leaf["type"].as_str().unwrap() {
        "boolean" => (vec!["true".into(), "false".into()], vec!["1".into(), "\"true\"".into()]),
        "number" => {
            let (low, high) = (limit(leaf, "minimum"), limit(leaf, "maximum"));
            let good = [low.unwrap_or(-1e6), high.unwrap_or(1e6)];
            let beyond = [low.map(|v| v - 0.01), high.map(|v| v + 0.01)];
            let bad = beyond.into_iter().flatten().map(|v| v.to_string()).chain(["\"1\"".into(), "true".into()]);
            (good.map(|v| format!("{v:?}")).into(), bad.collect())
        }
        "array" if leaf["items"]["enum"].is_array() => {
            let (good, bad) = samples(&leaf["items"]);
            let listed = |items: Vec<String>| format!("[{}]", items.join(", "));
            (vec!["[]".into(), listed(good)], vec![listed(bad), "1".into()])
        }
        "array" => {
            let (low, high) = (limit(&leaf["items"], "minimum").unwrap(), limit(&leaf["items"], "maximum").unwrap());
            let good = vec![format!("[{low}, {high}]"), format!("[{low}, {low}]"), format!("[{high}, {high}]")];
            let bad = [
                format!("[{}, {high}]", low - 0.01),
                format!("[{low}, {}]", high + 0.01),
                format!("[{low}]"),
                format!("[{low}, {low}, {low}]"),
                "1".into(),
            ];
            (good, bad.into())
        }
        "string" => {
            let mut bad = vec!["1".into(), "true".into()];
            if let (Some(_), Some(most)) = (leaf["minLength"].as_u64(), leaf["maxLength"].as_u64()) {
                bad.extend(["\"\"".into(), format!("\"{}\"", "x".repeat(most as usize + 1))]);
            }
            (vec!["\"#4f8ef7\"".into()], bad)
        }
        other => panic!("a leaf of type {other}"),
    }
}

/// What the reader says against a character file, if it refuses it.
fn refusal(text: &str) -> Option<String> {
    // Both files are read to the end, so a drawing that is none costs little and hides nothing.
    let source = Source { svg: ("x.svg", b""), toml: Some(("x.toml", text.as_bytes())), ..Source::default() };
    let error = source.load().unwrap_err();
    let refused = error.findings().iter().find(|f| f.file == "x.toml" && f.severity == Severity::Error)?;
    assert!(refused.place.is_some(), "{refused}");
    Some(refused.to_string())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// As much of JSON Schema as ours uses. A keyword that is not known here fails the test: nothing goes unchecked.
struct Schema(Value);

impl Schema {
    fn read() -> Self {
        let text = fs::read_to_string(root().join("faces/schema/character.json")).unwrap();
        Self(serde_json::from_str(&text).unwrap())
    }

    /// What is wrong with a TOML file, each as `key: fault`.
    fn faults(&self, text: &str) -> Vec<String> {
        let table = DeTable::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut faults = Vec::new();
        self.check(&self.0, &json(DeValue::Table(table.into_inner())), "", &mut faults);
        faults
    }

    /// A schema with what it refers to written out.
    fn resolved(&self, schema: &Value) -> Map<String, Value> {
        let mut resolved = schema.as_object().unwrap().clone();
        if let Some(Value::String(reference)) = resolved.remove("$ref") {
            let target = self.0.pointer(reference.trim_start_matches('#'));
            let target = target.unwrap_or_else(|| panic!("{reference} leads nowhere"));
            for (key, value) in self.resolved(target) {
                resolved.entry(key).or_insert(value);
            }
        }
        resolved
    }

    fn check(&self, schema: &Value, value: &Value, path: &str, faults: &mut Vec<String>) {
        let schema = self.resolved(schema);
        let mut fault = |fault: &str| faults.push(format!("{path}: {fault}"));
        let number = |keyword: &Value| keyword.as_f64().unwrap();
        let size = |keyword: &Value| keyword.as_u64().unwrap() as usize;
        for (keyword, expected) in &schema {
            match keyword.as_str() {
                "type" => {
                    let is = match value {
                        Value::Object(_) => "object",
                        Value::Array(_) => "array",
                        Value::String(_) => "string",
                        Value::Number(_) => "number",
                        Value::Bool(_) => "boolean",
                        Value::Null => "null",
                    };
                    if is != expected {
                        fault(&format!("not of type {}", expected.as_str().unwrap()));
                    }
                }
                "enum" if !expected.as_array().unwrap().contains(value) => fault("not one of the names"),
                "minimum" if value.as_f64().is_some_and(|v| v < number(expected)) => fault("below the minimum"),
                "maximum" if value.as_f64().is_some_and(|v| v > number(expected)) => fault("above the maximum"),
                "minLength" if value.as_str().is_some_and(|v| v.chars().count() < size(expected)) => {
                    fault("too short");
                }
                "maxLength" if value.as_str().is_some_and(|v| v.chars().count() > size(expected)) => fault("too long"),
                "minItems" if value.as_array().is_some_and(|v| v.len() < size(expected)) => fault("too few items"),
                "maxItems" if value.as_array().is_some_and(|v| v.len() > size(expected)) => fault("too many items"),
                "enum" | "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems" => {}
                "required" => {
                    for key in expected.as_array().unwrap().iter().map(|key| key.as_str().unwrap()) {
                        if value.as_object().is_some_and(|table| !table.contains_key(key)) {
                            fault(&format!("{key} is missing"));
                        }
                    }
                }
                "properties" | "additionalProperties" | "items" => {}
                "$schema" | "title" | "description" | "default" | "$defs" => {}
                other => panic!("the keyword {other} is not known here"),
            }
        }
        let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        for (key, item) in value.as_object().into_iter().flatten() {
            let known = schema.get("properties").and_then(|properties| properties.get(key));
            match known.or(schema.get("additionalProperties")) {
                Some(Value::Bool(false)) => faults.push(format!("{}: unknown", below(key))),
                Some(schema) => self.check(schema, item, &below(key), faults),
                None => {}
            }
        }
        for (i, item) in value.as_array().into_iter().flatten().enumerate() {
            if let Some(schema) = schema.get("items") {
                self.check(schema, item, &below(&i.to_string()), faults);
            }
        }
    }

    /// Every key that holds a value and not a table.
    fn leaves(&self) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.collect(&self.0, String::new(), String::new(), &mut leaves);
        leaves
    }

    fn collect(&self, schema: &Value, before: String, after: String, leaves: &mut Vec<Leaf>) {
        let schema = self.resolved(schema);
        let below = |key: &str| match before.as_str() {
            "" => key.to_owned(),
            table => format!("{table}.{key}"),
        };
        if let Some(items) = schema.get("items").map(|items| self.resolved(items))
            && let Some(properties) = items.get("properties").and_then(Value::as_object)
        {
            // A table in an array, with what it must have besides the key in question.
            for (key, property) in properties {
                let on = if key == "on" { "" } else { "on = \"lift\", " };
                self.collect(property, format!("{before} = [{{ {on}{key}"), format!(" }}]{after}"), leaves);
            }
        } else if schema.get("type").is_none_or(|is| is != "object") {
            leaves.push(Leaf { before, after, schema: Value::Object(schema) });
        } else {
            for (key, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                self.collect(property, below(key), after.clone(), leaves);
            }
            if let Some(named @ Value::Object(_)) = schema.get("additionalProperties") {
                // A name that an author chooses.
                self.collect(named, below("front_x"), after, leaves);
            }
        }
    }
}

/// A key that holds a value: `{before} = VALUE{after}` is a file with this key alone.
struct Leaf {
    before: String,
    after: String,
    schema: Value,
}

/// A TOML value as JSON.
fn json(value: DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.into_owned()),
        DeValue::Integer(number) => Number::from_f64(number.as_str().parse().unwrap()).unwrap().into(),
        DeValue::Float(number) => Number::from_f64(number.as_str().parse().unwrap()).unwrap().into(),
        DeValue::Boolean(bool) => bool.into(),
        DeValue::Datetime(date) => date.to_string().into(),
        DeValue::Array(items) => items.into_iter().map(|item| json(item.into_inner())).collect(),
        DeValue::Table(entries) => {
            entries.into_iter().map(|(key, item)| (key.into_inner().into_owned(), json(item.into_inner()))).collect()
        }
    }
}
