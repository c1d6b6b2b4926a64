//! A character of your own, from text in memory: a drawing, and what is to be said about it.
//!
//! `cargo run --example custom_character -- pip.svg`

use phiz::{Drawing, Scene, Source, Still, SvgOptions, compose, to_svg};

/// `body` is the silhouette, `behind…` and `front…` are parts that hang on it, anything else is painted on the body.
const DRAWING: &str = r##"
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">
  <path id="behind_ear_right" fill="#f4a97c" d="M40 92L46 34Q48 26 55 31L92 62z"/>
  <path id="behind_ear_left" fill="#f4a97c" d="M160 92L154 34Q152 26 145 31L108 62z"/>
  <ellipse id="body" fill="#f4a97c" cx="100" cy="114" rx="70" ry="62"/>
  <ellipse id="muzzle" fill="#ffe9d4" cx="100" cy="148" rx="40" ry="24"/>
</svg>"##;

const CHARACTER: &str = r#"
name = "pip"
scale = { face = 0.9, spacing = 1.5 }

[parts]
behind_ear_right = { depth = -0.1, pivot = [62, 72], swing = 0.2 }
behind_ear_left = { depth = -0.1, pivot = [138, 72], swing = 0.2 }

[states.proud] # everything that is not said here is as in "idle"
eyes = { shape = "closed" }
mouth = { half_width = 0.8, bend = 0.7 }
pose = { tilt = 12 }
body = { stretch = 1.06 }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "pip.svg".into());

    // The names are for messages: nothing is read from disk.
    let source = Source {
        svg: ("pip.svg", DRAWING.as_bytes()),
        toml: Some(("pip.toml", CHARACTER.as_bytes())),
        ..Source::default()
    };
    // An error lists everything that is wrong in both texts, with lines and columns; a finding is only doubtful.
    let loaded = source.load()?;
    for finding in &loaded.findings {
        eprintln!("{finding}");
    }

    let pip = loaded.character;
    let frame = Still::default().frame(&pip, pip.state("proud")?);
    let mut scene = Scene::new();
    compose(&pip, &frame, &Drawing::default(), &mut scene);
    std::fs::write(&path, to_svg(&scene, &SvgOptions::default())?)?;
    println!("{path}: {} with {}", pip.name(), pip.part_names().collect::<Vec<_>>().join(" and "));
    Ok(())
}
