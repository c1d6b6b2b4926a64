//! For the eye: the traced outline drawn over the art, for each file of a directory.

use std::path::Path;

use super::*;

/// Red: the silhouette. Blue: a disc at the cell of the silhouette that is farthest from edges, as a face may sit.
#[test]
#[ignore = "writes a PNG beside each SVG of the directory PHIZ_ART"]
fn outlines_over_art() {
    let directory = std::env::var("PHIZ_ART").expect("PHIZ_ART names a directory of SVG files");
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "svg"));
    files.sort();
    for file in files {
        show(&file);
    }
}

fn show(file: &Path) {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let start = std::time::Instant::now();
    let (art, findings) = match read(&name, &std::fs::read(file).unwrap(), &options(false)) {
        Ok(read) => read,
        Err(findings) => {
            println!("REFUSED {}", list(findings));
            return;
        }
    };
    let time = start.elapsed().as_millis();
    let kinds: Vec<String> = art
        .pieces
        .iter()
        .map(|p| match &p.drawing {
            Drawing::Shapes(s) => format!("{} shapes", s.len()),
            Drawing::Picture(..) => "picture".into(),
        })
        .collect();
    let difference = mean_difference(&drawn(&art, 256), &as_resvg_draws(file, &art));
    let segments = art.body.outline.segments().count();
    println!("{name}: {time} ms, {segments} segments, {}, {difference:.2} off", kinds.join(" + "));
    findings.into_vec().iter().filter(|f| f.place.is_some()).for_each(|f| println!("    {f}"));

    let size = 300;
    let mut picture = Pixmap::new(size, size).unwrap();
    picture.fill(tiny_skia::Color::from_rgba8(235, 235, 225, 255));
    let over = tiny_skia::PixmapPaint::default();
    picture.draw_pixmap(0, 0, drawn(&art, size).as_ref(), &over, tiny_skia::Transform::identity(), None);
    let line = |rgb: [u8; 3]| {
        let paint = Paint::Solid(crate::Color::rgb(rgb[0], rgb[1], rgb[2]));
        Some(crate::scene::Stroke::round(paint, 1.3))
    };
    let outline = DrawShape { path: art.body.outline.clone(), opacity: 1.0, fill: None, stroke: line([255, 0, 60]) };
    let to_pixels = Affine::scale(f64::from(size) / CANVAS);
    draw_shape(&outline, to_pixels, &mut picture);
    let disc = calmest(&art).to_path(0.1);
    let disc = DrawShape { path: disc.into(), opacity: 1.0, fill: None, stroke: line([0, 90, 255]) };
    draw_shape(&disc, to_pixels, &mut picture);
    picture.save_png(file.with_extension("png")).unwrap();
}

fn calmest(art: &Art) -> kurbo::Circle {
    let size = art.calm.size();
    let cell = CANVAS / size as f64;
    let centre = |i: usize| Point::new((i % size) as f64 * cell + 0.5 * cell, (i / size) as f64 * cell + 0.5 * cell);
    let busy: Vec<bool> = (0..size * size)
        .map(|i| {
            let edge = art.calm.edge(i % size, i / size);
            edge > 0.25 || art.body.outline.winding(centre(i)) == 0
        })
        .collect();
    let far = crate::geometry::distance_to(&busy, size);
    let (best, radius) = far.iter().enumerate().fold((0, 0.0), |b, (i, d)| if *d > b.1 { (i, *d) } else { b });
    kurbo::Circle::new(centre(best), radius * cell)
}

fn as_resvg_draws(file: &Path, art: &Art) -> Pixmap {
    let text = std::fs::read_to_string(file).unwrap();
    let mut findings = Findings::new("");
    let xml = document::xml(&text, &mut findings).unwrap();
    let tree = document::tree(&xml, &options(false), &mut findings).unwrap();
    let map = fit::fit(&xml, &tree, art.authored, &mut findings).unwrap().map;
    let mut pixmap = Pixmap::new(256, 256).unwrap();
    resvg::render(&tree, geometry::transform(Affine::scale(256.0 / CANVAS) * map), &mut pixmap.as_mut());
    pixmap
}
