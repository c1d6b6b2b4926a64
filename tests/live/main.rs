//! `phiz live` in a real window: on a screen without a monitor, with a mouse that `xdotool` moves.
//!
//! They need Xvfb, openbox, xdotool, xprop and ImageMagick's import. Where one is missing, these tests say so and pass; with
//! `PHIZ_REQUIRE_TOOLS=1` in the environment they fail. Nothing is timed: everything is waited for.
#![cfg(target_os = "linux")]

#[path = "../common/pixels.rs"]
#[allow(dead_code)]
mod pixels;
mod screen;
#[path = "../cli/support.rs"]
#[allow(dead_code)]
mod support;

use pixels::Pixels;
use screen::{Live, Screen, until};
use support::Folder;

/// Where the eyes are, in canvas units, and how far the line through them is turned, in degrees clockwise. In `--face eyes` on a
/// light body they are all that is dark.
#[derive(Clone, Copy, Debug)]
struct Eyes {
    x: f64,
    y: f64,
    roll: f64,
}

impl Eyes {
    /// In a picture of which the character has `width` pixels from the left.
    fn find(picture: &Pixels, width: u32) -> Option<Self> {
        let dark: Vec<[f64; 2]> = (0..picture.height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .filter(|(x, y)| picture.at(*x, *y)[..3].iter().all(|c| *c < 90))
            .map(|(x, y)| [f64::from(x) + 0.5, f64::from(y) + 0.5])
            .collect();
        let mean = |points: &[[f64; 2]]| {
            let sum = points.iter().fold([0.0; 2], |sum, p| [sum[0] + p[0], sum[1] + p[1]]);
            (!points.is_empty()).then(|| sum.map(|sum| sum / points.len() as f64))
        };
        let [x, y] = mean(&dark)?;
        let (left, right): (Vec<_>, Vec<_>) = dark.into_iter().partition(|p| p[0] < x);
        let (left, right) = (mean(&left)?, mean(&right)?);
        let unit = 200.0 / f64::from(width.min(picture.height));
        Some(Self {
            x: 100.0 + (x - 0.5 * f64::from(width)) * unit,
            y: 100.0 + (y - 0.5 * f64::from(picture.height)) * unit,
            roll: libm::atan2(right[1] - left[1], right[0] - left[0]).to_degrees(),
        })
    }

    /// Where `phiz render` draws them, in a picture of so many pixels.
    fn rendered(folder: &Folder, side: u32, line: &str) -> Self {
        folder.phiz(&format!("render nubo --face eyes {line} --size {side} --background white -o eyes.png")).succeeds();
        Self::find(&Pixels::from_png(&folder.read("eyes.png")).unwrap(), side).unwrap()
    }

    /// Where they are when a pointer at a place of the canvas has been followed for long.
    fn that_follow(folder: &Folder, side: u32, [x, y]: [f64; 2]) -> Self {
        std::fs::write(folder.path("there.csv"), format!("time,x,y,event\n0,{x},{y},move\n")).unwrap();
        Self::rendered(folder, side, "--cursor there.csv --at 30")
    }

    /// Within half a unit, and as far up and down as it breathes.
    fn are_at(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < 0.5 && (self.y - other.y).abs() < 1.5
    }
}

/// Moves the mouse to a pixel of a window that shows nothing but the character, and waits until the eyes are where a pointer at that
/// place of the canvas sends them.
fn is_followed_to(live: &Live, folder: &Folder, [x, y]: [i32; 2], (width, height): (u32, u32)) -> Eyes {
    let unit = 200.0 / f64::from(width.min(height));
    let canvas = |pixel: i32, side: u32| 100.0 + (f64::from(pixel) - 0.5 * f64::from(side)) * unit;
    let wanted = Eyes::that_follow(folder, width.min(height), [canvas(x, width), canvas(y, height)]);
    live.point([x, y]);
    let mut seen = None;
    until(&format!("eyes at {wanted:?} in {width}x{height}"), || {
        let shot = live.shot().filter(|shot| (shot.width, shot.height) == (width, height))?;
        seen = Eyes::find(&shot, width);
        seen.filter(|eyes| eyes.are_at(&wanted))
    })
}

#[test]
fn eyes_and_head_follow_the_pointer_and_come_home_when_it_leaves() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    let mut live = screen.live(&folder, "nubo --face eyes --size 300");
    let at = |place| is_followed_to(&live, &folder, place, (300, 300));
    let home = Eyes::rendered(&folder, 400, "");
    let (left, right, up, down) = (at([3, 150]), at([297, 150]), at([150, 3]), at([150, 297]));
    let middle = at([150, 160]);
    assert!(left.x < middle.x - 8.0 && right.x > middle.x + 8.0, "{left:?} {middle:?} {right:?}");
    assert!(up.y < middle.y - 5.0 && down.y > middle.y + 3.0, "{up:?} {middle:?} {down:?}");

    at([297, 150]);
    screen.point_beside(1270, 1010);
    // It looks about by itself then, a few degrees to all sides.
    until("home", || {
        let eyes = Eyes::find(&live.shot()?, 300)?;
        ((eyes.x - home.x).abs() < 2.5 && (eyes.y - home.y).abs() < 2.5).then_some(())
    });
    live.quit();
}

#[test]
fn beside_the_window_too_if_it_is_told_to() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    let mut live = screen.live(&folder, "nubo --face eyes --size 300 --everywhere");
    is_followed_to(&live, &folder, [-200, 150], (300, 300));
    is_followed_to(&live, &folder, [500, 150], (300, 300));
    live.quit();
}

#[test]
fn a_window_of_another_size_or_scale_shows_and_follows_the_same() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    let mut live = screen.live(&folder, "nubo --face eyes --size 300");
    for (width, height) in [(500, 260), (260, 500), (140, 140), (900, 700)] {
        live.xdotool(&format!("windowsize @ {width} {height}"));
        is_followed_to(&live, &folder, [width as i32 - 3, height as i32 / 2], (width, height));
        is_followed_to(&live, &folder, [2, 2], (width, height));
    }
    live.quit();

    let mut fine = screen.live(&folder, "nubo --face eyes --size 200 --scale 2");
    is_followed_to(&fine, &folder, [397, 200], (400, 400));
    is_followed_to(&fine, &folder, [200, 320], (400, 400));
    fine.quit();
}

#[test]
fn a_window_that_was_minimised_shows_its_picture_again() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    // With reduced motion nothing is ever drawn again by itself.
    let mut live = screen.live(&folder, "nubo --size 300 --reduced-motion");
    let before = live.shot().unwrap();
    for _ in 0..2 {
        live.xdotool("windowminimize @");
        until("minimised", || (!live.is_shown()).then_some(()));
        live.xdotool("windowmap @");
        until("shown again", || live.is_shown().then_some(()));
        until("the same picture", || live.shot().filter(|shot| shot.rgba == before.rgba));
    }
    live.quit();
}

/// Where on the default window the middle of a slider is, and its end: the panel is 208 x 384 pixels, 12 from the right edge.
fn slider(window: (u32, u32), axis: i32) -> ([i32; 2], [i32; 2]) {
    let (left, top) = (window.0 as i32 - 220, (window.1 as i32 - 384) / 2);
    let y = top + 72 + 37 * axis;
    ([left + 104, y], [left + 186, y])
}

#[test]
fn each_slider_turns_the_head_as_it_says() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    let mut live = screen.live(&folder, "nubo --face eyes --seed 3");
    let shot = live.shot().unwrap();
    let window = (shot.width, shot.height);
    let area = window.0 - 226;
    for (axis, name, angle) in [(0, "turn", 30.0), (1, "tilt", 22.0), (2, "roll", 23.0)] {
        let (middle, end) = slider(window, axis);
        live.drag(middle, [(middle[0] + end[0]) / 2, end[1]]);
        let wanted = Eyes::rendered(&folder, 400, &format!("--{name} {angle}"));
        let still = Eyes::rendered(&folder, 400, "");
        // Idle drift is a few degrees.
        until(&format!("{name}: {wanted:?}"), || {
            let eyes = Eyes::find(&live.shot()?, area)?;
            let near = (eyes.x - wanted.x).abs() < 4.0 && (eyes.y - wanted.y).abs() < 4.0;
            (near && (eyes.roll - wanted.roll).abs() < 5.0).then_some(())
        });
        let moved = (wanted.x - still.x).abs().max((wanted.y - still.y).abs()).max((wanted.roll - still.roll).abs());
        assert!(moved > 12.0, "{name}: {moved}");
        live.key("0");
        until("straight again", || {
            let eyes = Eyes::find(&live.shot()?, area)?;
            let near = (eyes.x - still.x).abs() < 4.0 && (eyes.y - still.y).abs() < 4.0;
            (near && (eyes.roll - still.roll).abs() < 5.0).then_some(())
        });
    }
    live.quit();
}

#[test]
fn keys_and_the_panel_choose() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    let names = |key: &str| -> Vec<String> {
        let list: serde_json::Value = serde_json::from_str(&folder.phiz("list --json").succeeds()).unwrap();
        list[key].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    let (states, characters) = (names("states"), names("characters"));
    let idle = states.iter().position(|name| name == "idle").unwrap();
    let next = &states[(idle + 1) % states.len()];

    let mut live = screen.live(&folder, "nubo");
    live.wait_for_title("nubo, idle, ");
    live.wait_for_title(" fps - phiz");
    live.key("space");
    live.wait_for_title("paused");
    live.key("space");
    until("going on", || (!live.title().contains("paused")).then_some(()));
    live.key("Right");
    live.wait_for_title(&format!("nubo, {next}, "));
    live.key("Left");
    live.wait_for_title("nubo, idle, ");
    // The arrow of the first choice on the panel does the same.
    let shot = live.shot().unwrap();
    let (left, top) = (shot.width as i32 - 220, (shot.height as i32 - 384) / 2);
    live.point([left + 188, top + 186]);
    live.click();
    live.wait_for_title(&format!("nubo, {next}, "));
    let nubo = characters.iter().position(|name| name == "nubo").unwrap();
    live.key("Down");
    live.wait_for_title(&format!("{}, {next}, ", characters[(nubo + 1) % characters.len()]));
    live.key("Up");
    live.wait_for_title(&format!("nubo, {next}, "));

    // What a picture shows, a recording says as well.
    live.key("r");
    live.wait_for_title("recording");
    for key in ["f", "c", "m", "Left"] {
        live.key(key);
        live.pause();
    }
    live.key("r");
    until("a script", || folder.names().contains(&"nubo-1.toml".to_owned()).then_some(()));
    let script = String::from_utf8(folder.read("nubo-1.toml")).unwrap();
    let lines = ["face = \"eyes\"", "color = \"#", "reduced_motion = true", "state = \"idle\""];
    let places: Vec<_> = lines.iter().map(|line| script.find(line)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{script}");

    // Without the panel the character has the whole window.
    let with = live.shot().unwrap();
    live.key("Tab");
    until("another picture", || live.shot().filter(|shot| shot.rgba != with.rgba));
    live.quit();
}

/// In the middle of motion, in a pause, and after a click: what is on the screen is what `s` saves, and what `phiz render` makes of
/// the recording.
#[test]
fn a_recording_shows_the_same_frames_as_the_window_did() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    let ground = "#f2efec";
    let mut live = screen
        .live(&folder, &format!("lopi --size 200 --state shy --seed 4 --turn 9 --background {ground} --record t.csv"));
    let mut shots = Vec::new();
    for round in 1..=3 {
        live.point([20 * round, 150]);
        live.pause();
        live.point([190, 30 * round]);
        match round {
            2 => live.drag([100, 120], [130, 110]),
            3 => live.key("Right"),
            _ => live.click(),
        }
        live.key("space");
        live.wait_for_title("paused");
        live.key("s");
        let name = format!("lopi-{round}.png");
        until("a still", || folder.names().contains(&name).then_some(()));
        let still = Pixels::from_png(&folder.read(&name)).unwrap();
        // What was drawn last before the pause may be a round older.
        until("the still on the screen", || live.shot().filter(|shot| shot.rgba == still.rgba));
        shots.push(still);
        live.key("space");
        until("going on", || (!live.title().contains("paused")).then_some(()));
    }
    live.quit();

    let said = live.said();
    let times: Vec<&str> =
        said.lines().filter_map(|line| Some(line.split_once(", the moment ")?.1.split_once(" s")?.0)).collect();
    assert_eq!(times.len(), 3, "{said}");
    let (_, command) = said.split_once("to see it again: phiz ").unwrap_or_else(|| panic!("{said}"));
    let command = command.lines().next().unwrap();
    let (scene, _) = command.split_once(" --duration ").unwrap();
    assert!(scene.contains("--script t.toml"), "{scene}");
    for (time, shot) in times.iter().zip(&shots) {
        let line = format!("{} --at {time} -o again.png", scene.replace('\'', ""));
        folder.phiz(&line).succeeds();
        let again = Pixels::from_png(&folder.read("again.png")).unwrap();
        assert!(again.rgba == shot.rgba, "{line}: {:?}", again.largest_difference(shot));
    }
    // As it was told, word for word.
    folder.shell(&format!("\"$PHIZ\" {command}"));
    assert!(folder.read("take.gif").starts_with(b"GIF89a"));
}

#[test]
fn it_gives_way_while_it_is_pressed() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    let mut live = screen.live(&folder, "pera --size 300 --background #ffffff");
    // How high it is: from the first row with something in it to the last.
    let height = || {
        let shot = live.shot()?;
        let mut rows = (0..shot.height).filter(|y| (0..300).any(|x| shot.at(x, *y)[2] < 140));
        let (first, last) = (rows.next()?, rows.next_back()?);
        Some(last - first)
    };
    live.point([150, 190]);
    let before = until("a character", height);
    live.xdotool("mousedown 1");
    until("squashed", || height().filter(|height| f64::from(*height) < 0.96 * f64::from(before)));
    live.xdotool("mouseup 1");
    until("as before", || height().filter(|height| f64::from(*height) > 0.98 * f64::from(before)));
    live.quit();
}

#[test]
fn whoever_closes_it_in_mid_motion_it_ends_well_and_keeps_the_recording() {
    type Way<'a> = (&'a str, &'a dyn Fn(&mut Live));
    let Some(screen) = Screen::new() else { return };
    let ways: [Way; 6] = [
        ("the window manager", &|live| live.close()),
        ("destroyed", &|live| live.xdotool("windowclose @")),
        ("terminated", &|live| live.signal("-TERM")),
        ("interrupted", &|live| live.signal("-INT")),
        ("escape", &|live| live.key("Escape")),
        ("resized, dragged and closed", &|live| {
            live.xdotool("windowsize @ 300 220 mousemove --window @ 100 120 mousedown 1 windowmove @ 40 50");
            live.close();
        }),
    ];
    for (way, close) in ways {
        let folder = Folder::new();
        let mut live = screen.live(&folder, "mokka --size 200 --record t.csv --stats");
        live.point([190, 20]);
        live.pause();
        live.key("Right");
        close(&mut live);
        let status = live.end();
        live.xdotool_quietly("mouseup 1");
        assert!(status.success(), "{way}: {status} {}", live.said());
        assert!(live.said().contains("wrote t.csv; to see it again: phiz render mokka "), "{way}: {}", live.said());
        assert!(folder.read("t.csv").starts_with(b"time,x,y,event\n"), "{way}");
        let printed = live.printed();
        let rows: Vec<&str> = printed.lines().map(|line| line.split("  ").next().unwrap()).collect();
        assert_eq!(rows, ["", "at rest", "idling", "following"], "{way}: {printed}");
    }
}

#[test]
fn what_cannot_be_done_is_said_once() {
    let (Some(screen), folder) = (Screen::new(), Folder::new()) else { return };
    let mut live = screen.live(&folder, "nubo --size 200 --transparent --topmost");
    live.quit();
    let said = live.said();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains("on top") && lines[1].contains("compositor"), "{said}");
}

#[test]
fn a_screen_of_few_colours_is_refused() {
    let (Some(screen), folder) = (Screen::of_depth(16), Folder::new()) else { return };
    let said = screen.phiz(&folder, "live").fails(3);
    assert!(said.contains("a screen of 16 bits a pixel; `phiz live` needs one of 24"), "{said}");
}
