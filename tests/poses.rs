//! What the pose sliders, the roll slider and the states look like, picture by picture.
//!
//! `cargo test --test poses` compares with `snapshots/poses/` and writes what changed to `target/snapshot-diff/`, as
//! pictures; `PHIZ_ACCEPT=1 cargo test --test poses` accepts it.

mod common;

use std::collections::BTreeSet;

use common::golden::Goldens;
use common::pixels::Pixels;
use common::{cast, faces, pose};
use phiz::{Cell, Character, Drawing, FaceKind, Projection, Sheet, SheetKind, Still, SvgOptions, to_svg};

/// Width and height of a cell, in pixels.
const CELL: u32 = 68;

/// A sheet that has a golden.
struct Wanted {
    name: String,
    sheet: Sheet,
}

fn wanted(name: &[&str], sheet: Sheet) -> Wanted {
    Wanted { name: name.join("-"), sheet }
}

/// Every character with every face.
fn each_face() -> impl Iterator<Item = (&'static Character, FaceKind)> {
    cast().iter().flat_map(|character| faces().map(move |face| (character, face)))
}

fn sheet(kind: SheetKind, character: &Character, face: FaceKind, projection: Projection) -> Sheet {
    let still = Still { face: Some(face), ..Still::default() };
    let drawing = Drawing { projection, ..Drawing::default() };
    Sheet::of(kind, character, "idle", still, &drawing).unwrap()
}

/// Turn -60..60 across, tilt 45..-45 down.
fn pose_sheets() -> impl Iterator<Item = Wanted> {
    each_face().map(|(character, face)| {
        let sheet = sheet(SheetKind::Pose, character, face, Projection::Tangent);
        wanted(&[character.name(), face.name(), "pose"], sheet)
    })
}

/// The corners, edges and middle of the same; as SVG, which would be long with every step.
fn corner_sheets() -> impl Iterator<Item = Wanted> {
    each_face().map(|(character, face)| {
        let mut cells = Vec::new();
        for tilt in [45.0, 0.0, -45.0] {
            for turn in [-60.0, 0.0, 60.0] {
                let still = Still { pose: pose(turn, tilt, 0.0), face: Some(face), ..Still::default() };
                cells.push(Cell { character, state: "idle", still, style: None });
            }
        }
        let sheet = Sheet::new(&cells, 3, &Drawing::default()).unwrap();
        wanted(&[character.name(), face.name(), "pose"], sheet)
    })
}

/// Roll -45..45.
fn roll_sheets() -> impl Iterator<Item = Wanted> {
    each_face().map(|(character, face)| {
        let sheet = sheet(SheetKind::Roll, character, face, Projection::Tangent);
        wanted(&[character.name(), face.name(), "roll"], sheet)
    })
}

/// The faces of the first character, laid on the sphere.
fn wrap_sheets() -> impl Iterator<Item = Wanted> {
    each_face().take(FaceKind::ALL.len()).map(|(character, face)| {
        let sheet = sheet(SheetKind::Pose, character, face, Projection::Wrap);
        wanted(&[character.name(), face.name(), "wrap"], sheet)
    })
}

/// All states of a character, as they are drawn at this size.
fn state_sheets() -> impl Iterator<Item = Wanted> {
    cast().iter().map(|character| {
        let drawing = Drawing { pixels: Some(f64::from(CELL)), ..Drawing::default() };
        let sheet = Sheet::of(SheetKind::States, character, "idle", Still::default(), &drawing).unwrap();
        wanted(&[character.name(), "states"], sheet)
    })
}

/// All art styles of a character.
fn style_sheets() -> impl Iterator<Item = Wanted> {
    cast().iter().map(|character| {
        let drawing = Drawing { pixels: Some(f64::from(CELL)), ..Drawing::default() };
        let sheet = Sheet::of(SheetKind::Styles, character, "idle", Still::default(), &drawing).unwrap();
        wanted(&[character.name(), "styles"], sheet)
    })
}

fn compare_pngs(sheets: impl Iterator<Item = Wanted>) {
    let mut goldens = Goldens::open("poses");
    for Wanted { name, sheet } in sheets {
        let (width, height) = (CELL * sheet.columns as u32, CELL * sheet.rows as u32);
        let pixels = Pixels::of_scene(&sheet.scene, sheet.view(), width, height);
        goldens.png(&format!("{name}.png"), &pixels);
    }
    goldens.finish();
}

fn compare_svgs(sheets: impl Iterator<Item = Wanted>) {
    let mut goldens = Goldens::open("poses");
    for Wanted { name, sheet } in sheets {
        let (width, height) = (CELL * sheet.columns as u32, CELL * sheet.rows as u32);
        let svg = to_svg(&sheet.scene, &SvgOptions { width, height, view: sheet.view(), ..SvgOptions::default() });
        goldens.svg(&format!("{name}.svg"), &svg.unwrap());
    }
    goldens.finish();
}

#[test]
fn turn_and_tilt_in_pixels() {
    compare_pngs(pose_sheets());
}

#[test]
fn turn_and_tilt_as_svg() {
    compare_svgs(corner_sheets());
}

#[test]
fn roll_in_pixels() {
    compare_pngs(roll_sheets());
}

#[test]
fn roll_as_svg() {
    compare_svgs(roll_sheets());
}

#[test]
fn turn_and_tilt_on_the_sphere() {
    compare_pngs(wrap_sheets());
}

#[test]
fn every_state() {
    compare_pngs(state_sheets());
}

#[test]
fn every_style() {
    compare_pngs(style_sheets());
}

#[test]
fn no_golden_is_left_over() {
    let pngs = pose_sheets().chain(roll_sheets()).chain(wrap_sheets()).chain(state_sheets()).chain(style_sheets());
    let svgs = corner_sheets().chain(roll_sheets());
    let names: BTreeSet<String> =
        pngs.map(|w| format!("{}.png", w.name)).chain(svgs.map(|w| format!("{}.svg", w.name))).collect();
    let mut goldens = Goldens::open("poses");
    goldens.only(&names);
    goldens.finish();
}
