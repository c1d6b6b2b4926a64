use phiz::{Character, Compression, Drawing, Pose, Raster, Scene, Still, compose, encode_png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lopi = Character::builtin("lopi")?;
    let still = Still { pose: Pose::new(20.0, 5.0, 0.0)?, ..Still::default() };
    let frame = still.frame(&lopi, lopi.state("happy")?);

    let mut scene = Scene::new();
    compose(&lopi, &frame, &Drawing::default(), &mut scene);

    let mut raster = Raster::new(512, 512)?;
    raster.draw(&scene, None);
    let mut rgba = Vec::new();
    raster.straight(&mut rgba);
    std::fs::write("hello.png", encode_png(512, 512, &rgba, Compression::Small)?)?;
    Ok(())
}
