//! A screen of a test's own, with a window manager, a mouse and keys; and `phiz live` on it.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::pixels::Pixels;
use crate::support::{Folder, Ran};

const TOOLS: [&str; 5] = ["Xvfb", "openbox", "xdotool", "xprop", "import"];

/// How long anything may take, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(30);

/// Asks again and again until there is an answer.
pub fn until<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = answer() {
            return answer;
        }
        assert!(began.elapsed() < PATIENCE, "{what}: it never came to that");
        thread::sleep(Duration::from_millis(25));
    }
}

/// An X server without a monitor. It goes away with the test.
pub struct Screen {
    server: Child,
    manager: Option<Child>,
    display: String,
}

impl Screen {
    /// None, and says so, where a tool is missing; with `PHIZ_REQUIRE_TOOLS=1` in the environment the test fails.
    pub fn new() -> Option<Self> {
        Self::of_depth(24)
    }

    /// The same, with so many bits a pixel.
    pub fn of_depth(bits: u32) -> Option<Self> {
        let runs = |tool: &str| Command::new(tool).arg("-version").output().is_ok();
        if let Some(tool) = TOOLS.iter().find(|tool| !runs(tool)) {
            assert!(std::env::var_os("PHIZ_REQUIRE_TOOLS").is_none_or(|v| v != "1"), "there is no {tool}");
            // Past the test runner, which swallows what tests that pass print.
            let _ = writeln!(io::stderr(), "SKIPPED: there is no {tool}, so no window is opened");
            return None;
        }
        // It looks for a free number by itself, and tells it once it is ready. By default it begins anew when its last client
        // leaves, be that one that only asked something.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &format!("1280x1024x{bits}"), "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let mut screen = Self { server, manager: None, display: format!(":{}", number.trim()) };
        // Windows that come while it starts would never be shown: it says when it is done.
        let ready = "xprop -root -f PHIZ_READY 8s -set PHIZ_READY yes";
        let mut manager = screen.command("openbox");
        manager.args(["--startup", ready]).stdout(Stdio::null()).stderr(Stdio::null());
        screen.manager = Some(manager.spawn().unwrap());
        until("a window manager", || {
            let root = screen.command("xprop").args(["-root", "PHIZ_READY"]).output().unwrap();
            String::from_utf8_lossy(&root.stdout).contains("yes").then_some(())
        });
        Some(screen)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY");
        command
    }

    /// What `xdotool` prints; none if it fails.
    fn xdotool(&self, line: &str) -> Option<String> {
        let run = self.command("xdotool").args(line.split_whitespace()).output().unwrap();
        run.status.success().then(|| String::from_utf8(run.stdout).unwrap().trim().to_owned())
    }

    /// Moves the mouse to a place on the screen.
    pub fn point_beside(&self, x: i32, y: i32) {
        self.xdotool(&format!("mousemove {x} {y}")).unwrap();
    }

    /// `phiz` with this screen.
    pub fn phiz(&self, folder: &Folder, line: &str) -> Ran {
        let mut command = self.command(assert_cmd::cargo::cargo_bin!("phiz").to_str().unwrap());
        Ran::of(command.current_dir(folder.path("")).args(line.split_whitespace()))
    }

    /// Opens a window, and waits until it can be seen.
    pub fn live<'a>(&'a self, folder: &'a Folder, line: &str) -> Live<'a> {
        // Away from the window that is to come.
        self.point_beside(2, 2);
        let (out, said) = (folder.path("stdout.txt"), folder.path("stderr.txt"));
        let mut command = self.command(assert_cmd::cargo::cargo_bin!("phiz").to_str().unwrap());
        command.current_dir(folder.path("")).arg("live").args(line.split_whitespace());
        command.stdout(File::create(&out).unwrap()).stderr(File::create(&said).unwrap());
        let mut live = Live { screen: self, child: command.spawn().unwrap(), window: String::new(), out, said };
        live.window = until("a window", || {
            assert!(live.child.try_wait().unwrap().is_none(), "it ended: {}", live.said());
            self.xdotool("search --onlyvisible --name phiz").and_then(|ids| ids.lines().next().map(str::to_owned))
        });
        // The first picture is there.
        until("a picture", || live.shot().filter(|shot| shot.rgba.chunks(4).any(|p| p[..3] != [0; 3])));
        live
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        for child in self.manager.iter_mut().chain([&mut self.server]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// `phiz live` while it runs.
pub struct Live<'a> {
    screen: &'a Screen,
    child: Child,
    window: String,
    out: PathBuf,
    said: PathBuf,
}

impl Live<'_> {
    /// What it said on standard error so far.
    pub fn said(&self) -> String {
        fs::read_to_string(&self.said).unwrap()
    }

    /// What it printed so far.
    pub fn printed(&self) -> String {
        fs::read_to_string(&self.out).unwrap()
    }

    /// What is written over the window.
    pub fn title(&self) -> String {
        self.screen.xdotool(&format!("getwindowname {}", self.window)).unwrap_or_default()
    }

    pub fn wait_for_title(&self, what: &str) {
        until(&format!("title {what:?}, not {:?}", self.title()), || self.title().contains(what).then_some(()));
    }

    /// What is in the window; none while it cannot be seen.
    pub fn shot(&self) -> Option<Pixels> {
        let run = self.screen.command("import").args(["-silent", "-window", &self.window, "png:-"]).output().unwrap();
        Pixels::from_png(&run.stdout)
    }

    pub fn is_shown(&self) -> bool {
        let run = self.screen.command("xprop").args(["-id", &self.window, "WM_STATE"]).output().unwrap();
        String::from_utf8_lossy(&run.stdout).contains("window state: Normal")
    }

    /// Lets `xdotool` do something with the window, which it is told by `@`.
    pub fn xdotool(&self, line: &str) {
        self.screen.xdotool(&line.replace('@', &self.window)).unwrap_or_else(|| panic!("xdotool {line}"));
    }

    /// Lets `xdotool` do something on the screen if it can.
    pub fn xdotool_quietly(&self, line: &str) {
        let _ = self.screen.xdotool(line);
    }

    /// Moves the mouse to a pixel of the window.
    pub fn point(&self, [x, y]: [i32; 2]) {
        self.xdotool(&format!("mousemove --window @ -- {x} {y}"));
    }

    /// Presses a key, with the window in front.
    pub fn key(&self, key: &str) {
        self.xdotool(&format!("windowfocus --sync @ key {key}"));
    }

    /// Clicks, no faster than a hand.
    pub fn click(&self) {
        self.xdotool("mousedown 1");
        self.pause();
        self.xdotool("mouseup 1");
    }

    /// Presses the mouse on a pixel, moves it to another, and lets go.
    pub fn drag(&self, from: [i32; 2], to: [i32; 2]) {
        self.point(from);
        self.pause();
        self.xdotool("mousedown 1");
        self.pause();
        self.point([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
        self.pause();
        self.point(to);
        self.pause();
        self.xdotool("mouseup 1");
    }

    /// The mouse is looked at so many times a second; a hand is slower.
    pub fn pause(&self) {
        thread::sleep(Duration::from_millis(120));
    }

    /// Tells the program something by a signal.
    pub fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// Has the window manager close it. On a busy machine it may miss a key; then it is pressed again.
    pub fn close(&mut self) {
        until("its end", || {
            self.xdotool_quietly(&format!("windowfocus {} key alt+F4", self.window));
            let began = Instant::now();
            while began.elapsed() < Duration::from_secs(1) {
                if self.child.try_wait().unwrap().is_some() {
                    return Some(());
                }
                self.pause();
            }
            None
        });
    }

    /// How it ended.
    pub fn end(&mut self) -> ExitStatus {
        until(&format!("the end of {:?}", self.title()), || self.child.try_wait().unwrap())
    }

    /// It ends by a key, and well.
    pub fn quit(&mut self) {
        self.key("q");
        let status = self.end();
        assert!(status.success(), "{status}: {}", self.said());
    }
}

impl Drop for Live<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
