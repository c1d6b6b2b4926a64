//! Running the command in a folder of its own.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A body that any face fits: a disc of radius 70 in the middle of the canvas.
pub const DISC: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><circle id="body" cx="100" cy="100" r="70" fill="#7bd389"/></svg>"##;

/// A folder that goes away with the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// With these files in it.
    pub fn with<B: AsRef<[u8]>>(files: &[(&str, B)]) -> Self {
        let folder = Self::new();
        for (name, contents) in files {
            fs::write(folder.path(name), contents).unwrap();
        }
        folder
    }

    pub fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of all files, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// `phiz` with these words as its arguments, called in this folder.
    pub fn phiz(&self, line: &str) -> Ran {
        self.run(line.split_whitespace())
    }

    pub fn run(&self, args: impl IntoIterator<Item: AsRef<OsStr>>) -> Ran {
        let mut command = self.command(assert_cmd::cargo::cargo_bin!("phiz"));
        Ran::of(command.args(args))
    }

    /// A line of shell, in which `$PHIZ` is the command.
    #[cfg(target_os = "linux")]
    pub fn shell(&self, line: &str) -> Ran {
        Ran::of(self.command("sh").arg("-c").arg(line).env("PHIZ", assert_cmd::cargo::cargo_bin!("phiz")))
    }

    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.0.path());
        command
    }

    /// What `phiz place` prints.
    pub fn place(&self, line: &str) -> Value {
        serde_json::from_str(&self.phiz(&format!("place {line}")).succeeds()).unwrap()
    }
}

/// `phiz` with these words as its arguments, called in an empty folder.
pub fn phiz(line: &str) -> Ran {
    Folder::new().phiz(line)
}

/// How a run ended.
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    what: String,
}

impl Ran {
    pub fn of(command: &mut Command) -> Self {
        let Output { status, stdout, stderr } = command.output().unwrap();
        let stderr = String::from_utf8(stderr).expect("text on standard error");
        let ran = Self { code: status.code(), stdout, stderr, what: format!("{command:?}") };
        // True of every run whatsoever, as no terminal is there.
        assert!(!ran.stderr.contains("panicked"), "{ran:?}");
        assert!(ran.stderr.chars().all(|c| c == '\n' || !c.is_control()), "control characters: {ran:?}");
        ran
    }

    /// It succeeded and had nothing to complain of; what it printed.
    #[track_caller]
    pub fn succeeds(self) -> String {
        assert!(self.code == Some(0) && self.stderr.is_empty(), "{self:?}");
        String::from_utf8(self.stdout).expect("text on standard output")
    }

    /// It succeeded, printed nothing, and had something to say; what it said.
    #[track_caller]
    pub fn succeeds_and_says(self) -> String {
        assert!(self.code == Some(0) && self.stdout.is_empty() && !self.stderr.is_empty(), "{self:?}");
        self.stderr
    }

    /// It failed with this code and said so on standard error only; what it said.
    #[track_caller]
    pub fn fails(self, code: i32) -> String {
        assert!(self.code == Some(code) && self.stdout.is_empty() && !self.stderr.is_empty(), "{self:?}");
        self.stderr
    }

    /// It was called in a wrong way; the one sentence that says how to do it right.
    #[track_caller]
    pub fn wrong_usage(self) -> String {
        let what = format!("{self:?}");
        let told = self.fails(2);
        let sentence = told.strip_prefix("error: ").and_then(|told| told.strip_suffix('\n'));
        sentence.filter(|sentence| !sentence.contains('\n')).unwrap_or_else(|| panic!("{what}")).to_owned()
    }
}

impl std::fmt::Debug for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: code {:?}, {} bytes out, error:\n{}", self.what, self.code, self.stdout.len(), self.stderr)
    }
}
