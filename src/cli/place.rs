//! `phiz place`.

use phiz::{Error, Feature, Side, Tangent, place};

use super::args::Place;
use super::json::{Json, object};
use super::{read, terminal};

/// Prints where everything is.
pub fn run(args: &Place) -> Result<(), Error> {
    let character = read::character(&args.who.character)?;
    let state = character.state(&args.manner.state)?;
    let frame = args.manner.still(&character)?.frame(&character, state);
    let placement = place(&character, &frame);
    let features: Vec<Json> = placement.features.iter().filter(|f| f.weight > 0.0).map(feature).collect();
    let lid = |side: Side| Json::from(frame.eyes[side.index()].lid);
    let head = placement.head;
    let whole = object([
        ("character", character.name().into()),
        ("state", state.name.as_str().into()),
        ("face", args.manner.face.unwrap_or(character.face()).name().into()),
        ("projection", args.manner.projection.name().into()),
        ("rotation", frame.rotation.rows().into()),
        ("head", object([("cx", head.center.x.into()), ("cy", head.center.y.into()), ("r", head.radius.into())])),
        ("eye_radius", placement.eye_radius.into()),
        ("line_width", placement.line_width.into()),
        ("lid", object([("left", lid(Side::Left)), ("right", lid(Side::Right))])),
        ("body", placement.body.as_coeffs().into()),
        ("hidden_depth", Tangent::HIDDEN_DEPTH.into()),
        ("features", features.into()),
    ]);
    terminal::print(&whole.to_text())
}

fn feature(f: &Feature) -> Json {
    object([
        ("part", f.part.name().into()),
        ("visible", f.visible().into()),
        ("opacity", f.opacity().into()),
        ("rest", [f.rest.x(), f.rest.y()].into()),
        ("normal", f.tangent.normal.to_array().into()),
        ("centre", [f.center.x, f.center.y].into()),
        ("clamp", [f.clamp.x, f.clamp.y].into()),
        ("size", f.size.into()),
        ("matrix", f.tangent.matrix().into()),
    ])
}
