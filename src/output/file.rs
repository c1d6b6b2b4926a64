//! Files written whole or not at all.
#![cfg(feature = "cli")]

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Error;

/// Writes a file: aside in the same folder first, then moved into place.
///
/// Whatever fails, `write` included, a file that was there stays as it was, and none is left half written. A symbolic
/// link is followed and stays a link. A file that is replaced hands its permissions on; a new one gets the usual ones.
///
/// On Linux what is written aside has no name, so that nothing of it is left even if the program is killed. Elsewhere, and
/// on file systems that know no such files, a killed program leaves a `.phiz-….tmp`.
///
/// Terminals, pipes and devices (`/dev/stdout`, a FIFO, `/dev/null`) are written to directly, as nothing can be moved
/// there.
///
/// # Errors
/// What `write` says; [`Error::Io`] naming the folder if that is missing or may not be written to, and naming the file
/// for everything else: a folder of that name, a full disk, or, unless `overwrite`, a file that is there already. The
/// last is told even if the file appears while `write` is at work.
pub fn write_whole(
    path: &Path,
    overwrite: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Error>,
) -> Result<(), Error> {
    let at_path = |source| failure(path, source);

    if is_stdout(path) {
        let mut out = io::stdout().lock();
        write(&mut out)?;
        return out.flush().map_err(at_path);
    }
    // This follows links of the system too, such as /dev/fd/3, which lead to no path.
    let old = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(at_path(e)),
    };
    if let Some(old) = &old {
        if old.is_dir() {
            return Err(at_path(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder, not a file")));
        }
        if !old.is_file() {
            let mut out = BufWriter::new(OpenOptions::new().write(true).open(path).map_err(at_path)?);
            write(&mut out)?;
            return out.flush().map_err(at_path);
        }
        if !overwrite {
            return Err(at_path(already_there()));
        }
        if old.permissions().readonly() {
            return Err(at_path(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only")));
        }
    }

    let target = follow_links(path).map_err(at_path)?;
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut out = BufWriter::new(Aside::new(folder, old.as_ref()).map_err(|source| failure(folder, source))?);
    write(&mut out)?;
    let aside = out.into_inner().map_err(|e| at_path(e.into_error()))?;
    aside.file().sync_all().map_err(at_path)?;
    aside.place(folder, &target, overwrite).map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => at_path(already_there()),
        _ => at_path(e),
    })?;
    sync_folder(folder);
    Ok(())
}

fn failure(path: &Path, source: io::Error) -> Error {
    Error::Io { path: path.display().to_string(), source }
}

fn already_there() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "there is such a file already, and it was to be kept")
}

/// Standard output by name. It may be a file that the shell opened and others write to as well, which must not be
/// replaced.
fn is_stdout(path: &Path) -> bool {
    cfg!(unix) && ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Where a path leads once all links at its end are followed; the last of them may lead to nothing yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    // As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            return Ok(path);
        }
        let target = fs::read_link(&path)?;
        path = match path.parent() {
            Some(folder) => folder.join(target),
            None => target,
        };
    }
    Err(io::Error::other("too many symbolic links in a row"))
}

/// A file that vanishes unless it is put in its place.
enum Aside {
    /// It has no name yet, so that nothing is left of it whatever happens.
    #[cfg(target_os = "linux")]
    Nameless(File),
    /// It has a name of its own, for systems that want one.
    Named(NamedTempFile),
}

impl Aside {
    /// An empty file on the disk of `folder`, with the permissions of `old`, or those of new files.
    fn new(folder: &Path, old: Option<&Metadata>) -> io::Result<Self> {
        if !folder.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "there is no such folder; make it first"));
        }
        let aside = Self::nameless(folder).map_or_else(|| Self::named(folder), Ok)?;
        if let Some(old) = old {
            aside.file().set_permissions(old.permissions())?;
        }
        Ok(aside)
    }

    /// None where the system or the disk has no such files.
    #[cfg(target_os = "linux")]
    fn nameless(folder: &Path) -> Option<Self> {
        use std::os::unix::fs::OpenOptionsExt;
        // By this folder it gets its name in the end.
        if !Path::new(OPEN_FILES).is_dir() {
            return None;
        }
        let flags = i32::try_from(rustix::fs::OFlags::TMPFILE.bits()).ok()?;
        OpenOptions::new().write(true).custom_flags(flags).open(folder).ok().map(Self::Nameless)
    }

    #[cfg(not(target_os = "linux"))]
    fn nameless(_: &Path) -> Option<Self> {
        None
    }

    fn named(folder: &Path) -> io::Result<Self> {
        let mut builder = names_aside();
        #[cfg(unix)]
        let new_file = {
            use std::os::unix::fs::PermissionsExt;
            // Less what the user's umask takes away.
            fs::Permissions::from_mode(0o666)
        };
        #[cfg(unix)]
        builder.permissions(new_file);
        builder.tempfile_in(folder).map(Self::Named).map_err(reason)
    }

    fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Nameless(file) => file,
            Self::Named(file) => file.as_file(),
        }
    }

    /// Gives it its name. The file that has it is replaced, or is an error that says it already exists.
    fn place(self, folder: &Path, target: &Path, overwrite: bool) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Nameless(file) if overwrite => {
                // Only a move replaces what is there, and only what has a name can be moved.
                let named = names_aside().make_in(folder, |path| link(&file, path)).map_err(reason)?;
                named.persist(target).map(drop).map_err(|e| e.error)
            }
            #[cfg(target_os = "linux")]
            Self::Nameless(file) => link(&file, target),
            Self::Named(file) if overwrite => file.persist(target).map(drop).map_err(|e| e.error),
            Self::Named(file) => file.persist_noclobber(target).map(drop).map_err(|e| e.error),
        }
    }
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

fn names_aside() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".phiz-").suffix(".tmp");
    builder
}

/// What to tell of a folder that takes no files: what the system said, without the random name that `tempfile` adds.
fn reason(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::PermissionDenied {
        let told = "no file may be made in this folder; choose another, or change its permissions";
        return io::Error::new(error.kind(), told);
    }
    match error.to_string().rsplit_once(" at path ") {
        Some((said, _)) => io::Error::new(error.kind(), said),
        None => error,
    }
}

/// Where Linux shows the files that this program has open.
#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

/// Gives an open file a name, which must be free.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    Ok(linkat(CWD, open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

/// Makes the move itself last through a power cut. Not every system can do that, and the file is whole either way.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write_text(path: &Path, overwrite: bool, text: &str) -> Result<(), Error> {
        write_whole(path, overwrite, |out| out.write_all(text.as_bytes()).map_err(|e| failure(path, e)))
    }

    fn names(folder: &Path) -> Vec<std::ffi::OsString> {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    fn io_kind(result: Result<(), Error>) -> (String, io::ErrorKind) {
        match result {
            Err(Error::Io { path, source }) => (path, source.kind()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_is_made_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.png");
        for text in ["first", "second, longer", ""] {
            write_text(&path, true, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["out.png"]);
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.png");
        write_text(&path, true, "old").unwrap();
        let fail = |path: &Path| {
            write_whole(path, true, |out| {
                out.write_all(&[0; 100_000]).unwrap();
                Err(Error::Encode { format: "PNG", reason: "half way".into() })
            })
        };
        assert!(matches!(fail(&path), Err(Error::Encode { .. })));
        assert!(matches!(fail(&folder.path().join("new.png")), Err(Error::Encode { .. })));
        let panicked = std::panic::catch_unwind(|| write_whole(&path, true, |_| panic!("in the middle")));
        assert!(panicked.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["out.png"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_is_killed_while_writing_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        if Aside::nameless(folder.path()).is_none() {
            eprintln!("skipped: this file system has no files without a name");
            return;
        }
        let path = folder.path().join("out.png");
        for (overwrite, before) in [(false, vec![]), (true, vec!["out.png"])] {
            write_whole(&path, overwrite, |out| {
                out.write_all(&[7; 100_000]).unwrap();
                // What would be there if it ended now.
                assert_eq!(names(folder.path()), before);
                Ok(())
            })
            .unwrap();
            assert_eq!(fs::read(&path).unwrap(), [7; 100_000]);
        }
    }

    #[test]
    fn where_files_need_a_name_they_have_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.png");
        let write = |text: &str, overwrite| {
            let mut aside = Aside::named(folder.path()).unwrap();
            aside.write_all(text.as_bytes()).unwrap();
            aside.place(folder.path(), &path, overwrite)
        };
        write("new", false).unwrap();
        assert_eq!(write("kept", false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        write("replaced", true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "replaced");
        assert_eq!(names(folder.path()), ["out.png"]);
    }

    #[test]
    fn a_file_to_be_kept_is_kept_even_if_it_appears_late() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.png");
        let late = write_whole(&path, false, |out| {
            fs::write(&path, "someone else's").unwrap();
            out.write_all(b"ours").unwrap();
            Ok(())
        });
        assert_eq!(io_kind(late).1, io::ErrorKind::AlreadyExists);
        let at_once = write_whole(&path, false, |_| panic!("nothing should be drawn in vain"));
        assert_eq!(io_kind(at_once).1, io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "someone else's");
        write_text(&folder.path().join("other.png"), false, "ours").unwrap();
        assert_eq!(names(folder.path()), ["other.png", "out.png"]);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no").join("where");
        let (named, kind) = io_kind(write_text(&missing.join("out.png"), true, ""));
        assert_eq!((named, kind), (missing.display().to_string(), io::ErrorKind::NotFound));
        let (named, kind) = io_kind(write_text(folder.path(), true, ""));
        assert_eq!((named, kind), (folder.path().display().to_string(), io::ErrorKind::IsADirectory));
    }

    #[cfg(unix)]
    mod unix {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::{PermissionsExt, symlink};

        use super::*;

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().permissions().mode() & 0o777
        }

        #[test]
        fn permissions_are_those_of_any_new_file_or_of_the_old_one() {
            let folder = tempfile::tempdir().unwrap();
            let (usual, path) = (folder.path().join("usual"), folder.path().join("out.png"));
            fs::write(&usual, "").unwrap();
            write_text(&path, true, "").unwrap();
            assert_eq!(mode(&path), mode(&usual));
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            write_text(&path, true, "again").unwrap();
            assert_eq!(mode(&path), 0o640);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
            assert_eq!(io_kind(write_text(&path, true, "no")).1, io::ErrorKind::PermissionDenied);
            assert_eq!(fs::read_to_string(&path).unwrap(), "again");
        }

        #[test]
        fn a_folder_one_may_not_write_to_is_told_with_what_to_do() {
            let folder = tempfile::tempdir().unwrap();
            let closed = folder.path().join("closed");
            fs::create_dir(&closed).unwrap();
            fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
            // Whoever runs as root may write there all the same.
            let Err(error) = write_text(&closed.join("out.png"), true, "") else { return };
            let told = format!("{}: no file may be made in this folder; choose another", closed.display());
            assert!(error.to_string().starts_with(&told), "{error}");
        }

        #[test]
        fn a_folder_that_takes_no_files_is_named_as_the_user_knows_it() {
            // Nobody can make a file there, whatever their rights.
            let Err(error) = write_text(Path::new("/proc/out.png"), true, "") else { return };
            let told = error.to_string();
            assert!(told.starts_with("/proc: ") && !told.contains(".phiz-"), "{told}");
        }

        #[test]
        fn links_stay_and_their_target_is_written() {
            let folder = tempfile::tempdir().unwrap();
            let at = |name: &str| folder.path().join(name);
            fs::create_dir(at("real")).unwrap();
            symlink("real/picture.png", at("one")).unwrap();
            symlink("one", at("two")).unwrap();
            // First the links lead nowhere yet, then to a file.
            for text in ["new", "replaced"] {
                write_text(&at("two"), true, text).unwrap();
                assert_eq!(fs::read_to_string(at("real/picture.png")).unwrap(), text);
            }
            assert_eq!(names(folder.path()), ["one", "real", "two"]);
            assert_eq!(names(&at("real")), ["picture.png"]);
            assert!(fs::symlink_metadata(at("two")).unwrap().is_symlink());
            assert_eq!(io_kind(write_text(&at("two"), false, "no")).1, io::ErrorKind::AlreadyExists);

            symlink("loop", at("loop")).unwrap();
            assert_eq!(io_kind(write_text(&at("loop"), true, "")).0, at("loop").display().to_string());
        }

        #[test]
        fn devices_and_pipes_are_written_straight() {
            let folder = tempfile::tempdir().unwrap();
            write_text(Path::new("/dev/null"), false, "gone").unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file());

            let pipe = folder.path().join("pipe");
            if !std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
                return;
            }
            let reader = std::thread::spawn({
                let pipe = pipe.clone();
                move || fs::read_to_string(pipe).unwrap()
            });
            write_text(&pipe, true, "through").unwrap();
            assert_eq!(reader.join().unwrap(), "through");
            assert!(!fs::metadata(&pipe).unwrap().is_file());
        }

        #[test]
        fn names_need_not_be_text() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(OsStr::from_bytes(b"\xff\xfe.png"));
            // Some file systems refuse such names for everyone.
            if fs::write(&path, "old").is_ok() {
                write_text(&path, true, "new").unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), "new");
            }
        }
    }
}
