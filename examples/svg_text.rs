//! A character as SVG text, to put into a page.
//!
//! `cargo run --example svg_text > shy.svg`

use phiz::{Character, Drawing, Scene, Still, SvgOptions, compose, to_svg};

fn main() -> Result<(), phiz::Error> {
    let nubo = Character::builtin("nubo")?;
    let frame = Still::default().frame(&nubo, nubo.state("shy")?);
    let mut scene = Scene::new();
    compose(&nubo, &frame, &Drawing::default(), &mut scene);

    // A title makes it a picture for screen readers; without one it is decoration, which they skip.
    let options = SvgOptions { title: Some("Nubo looks aside, blushing".into()), ..SvgOptions::default() };
    print!("{}", to_svg(&scene, &options)?);
    Ok(())
}
