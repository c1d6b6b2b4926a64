//! Draws the figure of the README: how a feature gets onto the sphere.
//!
//! `cargo run --example geometry -- geometry.svg`

mod figure;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "geometry.svg".into());
    let [width, height] = figure::SIZE;
    let options = phiz::SvgOptions {
        width: width as u32,
        height: height as u32,
        view: kurbo::Rect::new(0.0, 0.0, width, height),
        title: Some(figure::TITLE.into()),
        ..phiz::SvgOptions::default()
    };
    std::fs::write(&path, phiz::to_svg(&figure::draw()?, &options)?)?;
    println!("{path}");
    Ok(())
}
