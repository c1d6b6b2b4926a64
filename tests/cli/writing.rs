//! Files that are written: whole, where they were asked for, or not at all.

use std::fs;

use crate::support::{DISC, Folder};

const RENDER: &str = "render --size 32";

#[test]
fn an_old_file_is_replaced() {
    let folder = Folder::with(&[("x.png", "old")]);
    folder.phiz(&format!("{RENDER} -o x.png")).succeeds();
    assert!(folder.read("x.png").starts_with(b"\x89PNG"));
    assert_eq!(folder.names(), ["x.png"]);
}

#[test]
fn no_clobber_keeps_it() {
    let folder = Folder::with(&[("x.png", "old")]);
    let told = folder.phiz(&format!("{RENDER} --no-clobber -o x.png")).fails(1);
    assert!(told.starts_with("error: x.png: "), "{told}");
    assert_eq!(folder.read("x.png"), b"old");
    folder.phiz(&format!("{RENDER} --no-clobber -o y.png")).succeeds();
    assert_eq!(folder.names(), ["x.png", "y.png"]);
}

#[test]
fn what_fails_before_it_writes_leaves_the_old_file() {
    let folder = Folder::with(&[("x.png", "old"), ("bad.svg", "<svg")]);
    for (line, code) in [
        ("render bad.svg -o x.png", 1),
        ("render nobody -o x.png", 2),
        ("render --state nothing -o x.png", 2),
        ("render --turn nan -o x.png", 2),
        ("sheet pose --cell 16000 -o x.png", 2),
    ] {
        folder.phiz(line).fails(code);
        assert_eq!(folder.read("x.png"), b"old", "{line}");
    }
    assert_eq!(folder.names(), ["bad.svg", "x.png"]);
}

/// The system stops the file after half a kilobyte, as a full disk would.
#[cfg(target_os = "linux")]
#[test]
fn what_fails_half_way_leaves_the_old_file_and_nothing_else() {
    let folder = Folder::with(&[("x.png", "old")]);
    let told = folder.shell("trap '' XFSZ; ulimit -f 1; \"$PHIZ\" render --size 256 -o x.png").fails(1);
    assert!(told.starts_with("error: x.png: "), "{told}");
    assert_eq!(folder.read("x.png"), b"old");
    assert_eq!(folder.names(), ["x.png"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told() {
    for format in ["png", "svg"] {
        let told = Folder::new().phiz(&format!("{RENDER} --format {format} -o /dev/full")).fails(1);
        assert!(told.starts_with("error: /dev/full: "), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_to_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let locked = folder.path("locked");
    fs::create_dir(&locked).unwrap();
    fs::write(locked.join("x.png"), "old").unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    // The administrator may write anywhere.
    if fs::write(locked.join("try"), "").is_err() {
        let told = folder.phiz(&format!("{RENDER} -o locked/x.png")).fails(1);
        assert!(told.starts_with("error: locked"), "{told}");
        assert_eq!(fs::read(locked.join("x.png")).unwrap(), b"old");
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_place_that_is_no_file_is_named() {
    let folder = Folder::new();
    fs::create_dir(folder.path("pictures.png")).unwrap();
    assert_eq!(
        folder.phiz(&format!("{RENDER} -o pictures.png")).fails(1),
        "error: pictures.png: this is a folder, not a file\n"
    );
    assert_eq!(
        folder.phiz(&format!("{RENDER} -o no/x.png")).fails(1),
        "error: no: there is no such folder; make it first\n"
    );
}

#[test]
fn a_dash_is_standard_output_with_the_bytes_of_the_file() {
    for format in ["png", "svg"] {
        let folder = Folder::new();
        folder.phiz(&format!("{RENDER} -o x.{format}")).succeeds();
        let ran = folder.phiz(&format!("{RENDER} --format {format} -o -"));
        assert!(ran.code == Some(0) && ran.stderr.is_empty(), "{ran:?}");
        assert_eq!(ran.stdout, folder.read(&format!("x.{format}")));
        assert_eq!(folder.names(), [format!("x.{format}")], "no file is called -");
    }
    assert!(Folder::new().phiz(&format!("{RENDER} -o -")).wrong_usage().contains("--format png"));
}

#[test]
fn the_ending_chooses_the_format_unless_it_is_given() {
    let folder = Folder::new();
    for (options, start) in [
        ("-o a.PNG", &b"\x89PNG"[..]),
        ("-o a.Svg", b"<svg "),
        ("-o a.png --format svg", b"<svg "),
        ("-o a --format png", b"\x89PNG"),
    ] {
        folder.phiz(&format!("{RENDER} {options}")).succeeds();
        let name = options.split(' ').nth(1).unwrap();
        assert!(folder.read(name).starts_with(start), "{options}");
    }
    for name in ["x.bmp", "x", "png", ".png"] {
        let told = folder.phiz(&format!("{RENDER} -o {name}")).wrong_usage();
        assert!(told.contains(name) && told.contains("ends in .png, .svg"), "{told}");
    }
    // A still in a format that only moves is a slip.
    let told = folder.phiz(&format!("{RENDER} -o x.gif")).wrong_usage();
    assert!(told.contains("x.gif") && told.contains("--duration"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = |bytes| OsStr::from_bytes(bytes);
    fs::write(folder.path(name(b"in\xff.svg")), DISC).unwrap();
    let args = |input, output| {
        [OsStr::new("render"), name(input), OsStr::new("--size"), OsStr::new("32"), OsStr::new("-o"), name(output)]
    };
    folder.run(args(b"in\xff.svg", b"out\xff.png")).succeeds();
    assert!(fs::read(folder.path(name(b"out\xff.png"))).unwrap().starts_with(b"\x89PNG"));

    folder.run(args(b"missing\xff.svg", b"x.png")).fails(1);
    folder.run(args(b"missing\xff", b"x.png")).fails(1);
    folder.run(args(b"nubo", b"x.\xff")).fails(2);
    folder.run([OsStr::new("render"), OsStr::new("--state"), name(b"\xff")]).fails(2);
    folder.run([name(b"\xff")]).fails(2);
}

#[test]
fn the_same_call_writes_the_same_bytes() {
    let folder = Folder::new();
    for file in ["a.png", "b.png", "a.svg", "b.svg"] {
        folder.phiz(&format!("{RENDER} lopi --state shy --turn 20 -o {file}")).succeeds();
    }
    assert_eq!(folder.read("a.png"), folder.read("b.png"));
    assert_eq!(folder.read("a.svg"), folder.read("b.svg"));
}
