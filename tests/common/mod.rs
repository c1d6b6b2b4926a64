//! What the picture tests share.
#![allow(dead_code)] // Each test program uses a part of it.

pub mod golden;
pub mod media;
pub mod pixels;
pub mod random;
pub mod smil;

use std::sync::OnceLock;

use phiz::{Character, Drawing, FaceKind, Layer, Look, Pose, Projection, Scene, Source, State, Still, compose};

/// The built-in characters, loaded once.
pub fn cast() -> &'static [Character] {
    static CAST: OnceLock<Vec<Character>> = OnceLock::new();
    CAST.get_or_init(|| Character::builtin_names().map(|name| Character::builtin(name).unwrap()).collect())
}

/// A character from the text of its files; its name is that of the SVG.
pub fn from_text(name: &str, svg: &str, toml: Option<&str>) -> Character {
    let toml = toml.map(|text| ("character.toml", text.as_bytes()));
    let source = Source { svg: (name, svg.as_bytes()), toml, ..Source::default() };
    source.load().unwrap_or_else(|e| panic!("{e}")).character
}

/// A character whose body is one path on the canvas, with more lines for its character file.
pub fn of_body(name: &str, path: &str, toml: &str) -> Character {
    let toml = format!("name = \"{name}\"\n{toml}");
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path id="body" fill="#75b1f3" d="{path}"/></svg>"##
    );
    from_text(name, &svg, Some(&toml))
}

/// The three faces.
pub fn faces() -> impl Iterator<Item = FaceKind> {
    FaceKind::ALL.into_iter().map(|(_, face)| face)
}

/// Both projections.
pub fn projections() -> impl Iterator<Item = Projection> {
    Projection::ALL.into_iter().map(|(_, projection)| projection)
}

/// A pose from degrees.
pub fn pose(turn: f64, tilt: f64, roll: f64) -> Pose {
    Pose::new(turn, tilt, roll).unwrap()
}

/// Straight ahead, and to all sides and corners of the gaze range.
pub fn gazes() -> Vec<Look> {
    let shares = [-1.0, 0.0, 1.0];
    shares.iter().flat_map(|x| shares.map(|y| Look::new(*x, y).unwrap())).collect()
}

/// A still as a scene.
pub fn composed(character: &Character, state: &State, still: &Still, drawing: &Drawing) -> Scene {
    let mut scene = Scene::new();
    compose(character, &still.frame(character, state), drawing, &mut scene);
    scene
}

/// The same, of the face alone.
pub fn composed_face(character: &Character, state: &State, still: &Still, drawing: &Drawing) -> Scene {
    let mut scene = composed(character, state, still, drawing);
    scene.retain(|shape| shape.layer == Layer::Face);
    scene
}
