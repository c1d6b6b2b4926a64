//! Where the features are, without drawing anything: for programs that draw a face themselves.
//!
//! `cargo run --example place -- 40` turns the head 40 degrees.

use phiz::{Character, Pose, Still, place};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let turn = std::env::args().nth(1).map_or(Ok(30.0), |text| text.parse())?;
    let nubo = Character::builtin("nubo")?;
    let still = Still { pose: Pose::new(turn, 0.0, 0.0)?, home: Some(Pose::NONE), ..Still::default() };
    let placement = place(&nubo, &still.frame(&nubo, nubo.state("idle")?));

    println!("part         centre          matrix                       depth  opacity");
    for feature in placement.features.iter().filter(|f| f.weight > 0.0) {
        // From the flat drawing to the canvas: the determinant of the matrix is the depth.
        let [a, b, c, d] = feature.tangent.matrix();
        let (x, y) = (feature.center.x, feature.center.y);
        println!(
            "{:12} {x:6.1} {y:6.1}   {a:6.3} {b:6.3} {c:6.3} {d:6.3}  {:6.3}  {:5.2}",
            feature.part.name(),
            feature.tangent.normal.z,
            feature.opacity(),
        );
    }
    Ok(())
}
