//! How long a frame takes: phiz beside resvg and vello_cpu, in one run. `cargo bench` prints it, `benches/README.md`
//! says how to read it.

mod allocations;
mod command;
mod frames;
mod race;
mod table;
mod vello;

use std::process::ExitCode;

use phiz::{Character, Drawing, Error, Frame, Raster, Scene, SvgOptions, compose, place, to_svg};
use tiny_skia::{Pixmap, Transform};

use allocations::Counting;
use race::{Contestant, Length};
use vello::{Recording, Vello};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The default character, and one that has more parts.
const CHARACTERS: [&str; 2] = ["nubo", "lopi"];

const SIZES: [u16; 3] = [128, 512, 2048];

/// Two renderers that round and smooth edges in their own ways stay well below this on average, in levels of 255; a
/// shape that is missing or of another colour does not.
const ALIKE: f64 = 1.0;

fn main() -> ExitCode {
    // `cargo bench` says `--bench`; `cargo test --benches` does not, and only wants to see it run.
    let length = if std::env::args().any(|arg| arg == "--bench") { Length::Full } else { Length::Once };
    match SIZES.iter().try_for_each(|size| measure(*size, length)).and_then(|()| command::measure(length)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Measures and prints everything at one size.
fn measure(size: u16, length: Length) -> Result<(), String> {
    let told = |error: Error| error.to_string();
    let characters = CHARACTERS.map(|name| Character::builtin(name).map_err(told));
    let mut columns = Vec::new();
    for character in &characters {
        columns.push(Column::new(character.as_ref().map_err(String::clone)?, size).map_err(told)?);
    }
    println!("\n{size} x {size} px");
    for column in &columns {
        column.compare_pictures()?;
    }
    let mut fields: Vec<Vec<Contestant<'_>>> = Vec::new();
    for column in &columns {
        fields.push(column.contestants().map_err(told)?);
    }
    race::run(&mut fields, length);
    let names: Vec<&str> = columns.iter().map(|column| column.character.name()).collect();
    table::print(&names, &fields);
    Ok(())
}

/// One character at one size: all that is made before the clock starts.
struct Column<'a> {
    character: &'a Character,
    size: u16,
    drawing: Drawing,
    /// As data, as scenes, and as SVG: frames in which everything changes.
    frames: Vec<Frame>,
    scenes: Vec<Scene>,
    svgs: Vec<String>,
}

impl<'a> Column<'a> {
    fn new(character: &'a Character, size: u16) -> Result<Self, Error> {
        let drawing = Drawing { pixels: Some(size.into()), ..Drawing::default() };
        let frames = frames::everything_changes(character)?;
        let scenes = composed(character, &frames, &drawing);
        let svgs = scenes.iter().map(|scene| to_svg(scene, &svg_options(size))).collect::<Result<_, _>>()?;
        Ok(Self { character, size, drawing, frames, scenes, svgs })
    }

    fn trees(&self) -> Vec<usvg::Tree> {
        self.svgs.iter().filter_map(|svg| usvg::Tree::from_str(svg, &usvg::Options::default()).ok()).collect()
    }

    /// Whether all renderers draw the same picture, so that comparing their times means something.
    fn compare_pictures(&self) -> Result<(), String> {
        let name = self.character.name();
        let mut raster = Raster::new(self.size.into(), self.size.into()).map_err(|error| error.to_string())?;
        let mut plain = Raster::new(self.size.into(), self.size.into()).map_err(|error| error.to_string())?.plain();
        let (mut resvg, mut vello) = (Resvg::new(self.size), Vello::new(self.size));
        let mut worst = [0.0_f64; 3];
        let trees = self.trees();
        if trees.len() != self.scenes.len() {
            return Err(format!("{name}: usvg does not read the SVG"));
        }
        for (scene, tree) in self.scenes.iter().zip(&trees) {
            raster.draw(scene, None);
            plain.draw(scene, None);
            resvg.draw(tree);
            vello.draw(&Recording::of(scene, self.size));
            for (worst, other) in worst.iter_mut().zip([plain.pixels(), resvg.0.data(), vello.pixels()]) {
                *worst = worst.max(mean_difference(raster.pixels(), other));
            }
        }
        let [plain, resvg, vello] = worst;
        println!(
            "  {name}, {} shapes: the pictures agree. Mean difference to phiz, in levels of 255: \
             tiny-skia alone {plain:.3}, resvg {resvg:.3}, vello_cpu {vello:.3}",
            self.scenes.first().map_or(0, |scene| scene.shapes().len()),
        );
        if worst.into_iter().all(|difference| difference < ALIKE) {
            Ok(())
        } else {
            Err(format!("{name}: the pictures differ too much; times of different pictures are not compared"))
        }
    }

    /// Everything that is timed, in the order of the table.
    fn contestants(&self) -> Result<Vec<Contestant<'_>>, Error> {
        let Self { character, size, ref drawing, ref frames, ref scenes, ref svgs } = *self;
        let turns = composed(character, &frames::head_turns(character)?, drawing);
        let looks = composed(character, &frames::face_changes(character)?, drawing);
        let raster = || Raster::new(size.into(), size.into());
        let (mut full, mut turned, mut face, mut plain) = (raster()?, raster()?, raster()?, raster()?.plain());
        let (mut resvg, trees) = (Resvg::new(size), self.trees());
        let (mut vello, recordings) = (Vello::new(size), scenes.iter().map(|s| Recording::of(s, size)));
        let recordings: Vec<Recording> = recordings.collect();
        let mut scene = Scene::new();
        let options = svg_options(size);
        let parsing = usvg::Options::default();

        Ok(vec![
            Contestant::new("draw", "phiz, everything changed", move |i| full.draw(&scenes[i], None)),
            Contestant::new("draw", "phiz, only the head turned", move |i| turned.draw(&turns[i], None)),
            Contestant::new("draw", "phiz, only the face changed", move |i| face.draw(&looks[i], None)),
            Contestant::new("draw", "tiny-skia alone", move |i| plain.draw(&scenes[i], None)),
            Contestant::new("draw", "resvg", move |i| resvg.draw(&trees[i])),
            Contestant::new("draw", "vello_cpu", move |i| vello.draw(&recordings[i])),
            Contestant::new("make", "phiz, place", move |i| place(character, &frames[i])),
            Contestant::new("make", "phiz, place + scene", move |i| {
                compose(character, &frames[i], drawing, &mut scene)
            }),
            Contestant::new("make", "phiz, SVG text", move |i| to_svg(&scenes[i], &options)),
            Contestant::new("make", "usvg, SVG parsed", move |i| usvg::Tree::from_str(&svgs[i], &parsing)),
        ])
    }
}

fn composed(character: &Character, frames: &[Frame], drawing: &Drawing) -> Vec<Scene> {
    let scene = |frame| {
        let mut scene = Scene::new();
        compose(character, frame, drawing, &mut scene);
        scene
    };
    frames.iter().map(scene).collect()
}

fn svg_options(size: u16) -> SvgOptions {
    SvgOptions { width: size.into(), height: size.into(), ..SvgOptions::default() }
}

/// resvg with a picture that is used again.
struct Resvg(Pixmap);

impl Resvg {
    fn new(size: u16) -> Self {
        Self(Pixmap::new(size.into(), size.into()).expect("a side of more than 0"))
    }

    fn draw(&mut self, tree: &usvg::Tree) {
        self.0.fill(tiny_skia::Color::TRANSPARENT);
        resvg::render(tree, Transform::identity(), &mut self.0.as_mut());
    }
}

fn mean_difference(a: &[u8], b: &[u8]) -> f64 {
    let sum: u64 = a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.len() as f64
}
