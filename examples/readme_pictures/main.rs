//! Draws all pictures of the README into `snapshots/readme/`.
//!
//! `cargo run --example readme_pictures`

mod pictures;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(pictures::FOLDER);
    std::fs::create_dir_all(&folder)?;
    for picture in pictures::all()? {
        let bytes = picture.file()?;
        println!("{}/{}  {} kB", pictures::FOLDER, picture.name, bytes.len().div_ceil(1000));
        std::fs::write(folder.join(picture.name), bytes)?;
    }
    Ok(())
}
