//! One character in all named colours. Leaves, scarves and the like keep theirs.
//!
//! `cargo run --example recolor -- colors.svg`

use kurbo::{Affine, Rect};
use phiz::{CANVAS, Character, Drawing, NAMED_COLORS, Scene, Still, SvgOptions, compose, to_svg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "colors.svg".into());
    let pera = Character::builtin("pera")?;

    let mut row = Scene::new();
    let mut scene = Scene::new();
    for (i, (name, color)) in NAMED_COLORS.into_iter().enumerate() {
        let pera = pera.recolored(color);
        let frame = Still::default().frame(&pera, pera.state("idle")?);
        compose(&pera, &frame, &Drawing::default(), &mut scene);
        row.append(&scene, Affine::translate((i as f64 * CANVAS, 0.0)));
        // The ink is a dark tone of the body's hue, or a light one where that reads better.
        println!("{name:6} {color}  ink {}  contrast {:.1}", pera.palette().ink, pera.palette().ink_contrast());
    }
    let view = Rect::new(0.0, 0.0, NAMED_COLORS.len() as f64 * CANVAS, CANVAS);
    let options = SvgOptions { width: 1200, height: 100, view, ..SvgOptions::default() };
    std::fs::write(&path, to_svg(&row, &options)?)?;
    Ok(())
}
