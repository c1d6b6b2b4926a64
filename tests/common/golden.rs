//! Goldens: pictures and texts in `snapshots/` that what is drawn today must equal.
//!
//! Where it does not, `target/snapshot-diff/NAME.png` shows expected, difference and actual side by side. Setting
//! `PHIZ_ACCEPT=1` takes what is drawn today as the new golden.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use phiz::{Compression, encode_png};

use super::pixels::Pixels;

/// How to take all that has changed, once it has been looked at.
const ACCEPT: &str = "PHIZ_ACCEPT=1 cargo test --test poses";

/// A folder of goldens. Everything is compared before anything fails: see [`Goldens::finish`].
pub struct Goldens {
    folder: PathBuf,
    accept: bool,
    faults: Vec<String>,
}

impl Goldens {
    /// The folder of that name in `snapshots/`.
    pub fn open(folder: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(folder);
        let accept = std::env::var_os("PHIZ_ACCEPT").is_some_and(|value| value == "1");
        Self { folder, accept, faults: Vec::new() }
    }

    /// Compares a picture. Channels may differ by 1: tiny-skia computes in f32, and other processors (with fused
    /// multiply-add, say) round its last bit the other way. No change of geometry or colour that matters is that small.
    pub fn png(&mut self, name: &str, actual: &Pixels) {
        let expected = self.read(name).and_then(|bytes| Pixels::from_png(&bytes));
        if expected.as_ref().is_some_and(|expected| expected.largest_difference(actual) <= Some(1)) {
            return;
        }
        let encode = || encode_png(actual.width, actual.height, &actual.rgba, Compression::Smallest).unwrap();
        self.changed(name, expected.as_ref(), actual, encode);
    }

    /// Compares a text byte by byte: SVG has no rounding of its own, and pose maths is the same on every platform.
    pub fn svg(&mut self, name: &str, actual: &str) {
        let expected = self.read(name);
        if expected.as_deref() == Some(actual.as_bytes()) {
            return;
        }
        let expected = expected.and_then(|bytes| Some(Pixels::from_svg(std::str::from_utf8(&bytes).ok()?)));
        self.changed(name, expected.as_ref(), &Pixels::from_svg(actual), || actual.into());
    }

    /// Reports each file that is no golden any more.
    pub fn only(&mut self, names: &BTreeSet<String>) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if names.contains(&name) {
                continue;
            }
            if self.accept {
                fs::remove_file(&path).unwrap();
            } else {
                self.faults.push(format!("{name}: no test draws this"));
            }
        }
    }

    /// Fails with all that was found.
    pub fn finish(self) {
        let count = self.faults.len();
        assert!(count == 0, "{count} goldens differ:\n{}\nto accept: {ACCEPT}\n", self.faults.join("\n"));
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.join(name)).ok()
    }

    fn changed(&mut self, name: &str, expected: Option<&Pixels>, actual: &Pixels, encode: impl FnOnce() -> Vec<u8>) {
        if self.accept {
            fs::create_dir_all(&self.folder).unwrap();
            fs::write(self.folder.join(name), encode()).unwrap();
            return;
        }
        // `CARGO_TARGET_TMPDIR` is `target/tmp`.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("snapshot-diff");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.png"));
        let nothing = Pixels::white(actual.width, actual.height);
        let shown = side_by_side(expected.unwrap_or(&nothing), actual);
        fs::write(&path, encode_png(shown.width, shown.height, &shown.rgba, Compression::Fast).unwrap()).unwrap();
        let what = match expected.map(|expected| expected.largest_difference(actual)) {
            None => "no golden yet".to_owned(),
            Some(None) => "another size".to_owned(),
            Some(Some(0)) => "another text, the same picture".to_owned(),
            Some(Some(most)) => format!("differs by up to {most} of 255"),
        };
        self.faults.push(format!("{name}: {what}; see {}", path.display()));
    }
}

/// Expected, difference, actual. What differs is red, the more the deeper, over a pale copy of what was expected.
fn side_by_side(expected: &Pixels, actual: &Pixels) -> Pixels {
    const GAP: u32 = 8;
    let (width, height) = (expected.width.max(actual.width), expected.height.max(actual.height));
    let mut shown = Pixels::white(3 * width + 2 * GAP, height);
    for y in 0..height {
        for x in 0..width {
            let (a, b) = (expected.at(x, y), actual.at(x, y));
            let most = (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap_or(0);
            let pale = a.map(|v| 204 + v / 5);
            // From a difference of 32 on it is fully red.
            let rest = 255 - most.saturating_mul(8);
            shown.set(x, y, a);
            let difference = if most == 0 { pale } else { [255, rest.min(160), rest.min(160), 255] };
            shown.set(x + width + GAP, y, difference);
            shown.set(x + 2 * (width + GAP), y, b);
        }
    }
    shown
}
