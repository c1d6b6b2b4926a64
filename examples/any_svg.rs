//! A face for any SVG: a logo, an icon, an emoji. Nothing in it has to be named or prepared.
//!
//! `cargo run --example any_svg -- alive.svg logo.svg`

use phiz::{Drawing, Scene, Source, Still, SvgOptions, compose, to_svg};

/// What is drawn if no file is given.
const BULB: &str = include_str!("bulb.svg");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "alive.svg".into());
    let logo = std::env::args().nth(2);
    let bytes = match &logo {
        Some(logo) => std::fs::read(logo)?,
        None => BULB.as_bytes().to_vec(),
    };

    // Without a TOML the art is the body, drawn as it is; the face goes where there is room and calm.
    let source = Source { svg: (logo.as_deref().unwrap_or("bulb.svg"), &bytes), ..Source::default() };
    let character = source.load()?.character;
    let frame = Still::default().frame(&character, character.state("happy")?);
    let mut scene = Scene::new();
    compose(&character, &frame, &Drawing::default(), &mut scene);
    std::fs::write(&path, to_svg(&scene, &SvgOptions::default())?)?;

    let head = character.head();
    println!("{path}: a face of radius {:.0} at {:.0}, {:.0}", head.radius, head.center.x, head.center.y);
    Ok(())
}
