//! A character that another program moves, live: one line of JSON on standard input is one frame.
//!
//! ```text
//! {"t": 0.033, "ParamAngleX": 12, "ParamEyeLOpen": 0.8, "ParamEyeROpen": 0.8, "ParamMouthOpenY": 0.3}
//! {"t": 0.066, "ParamAngleX": 13.5, "state": "happy"}
//! ```
//!
//! Names are Live2D's standard parameters, `t` is the time in seconds, `state` is one that the character knows. What a line
//! leaves out stays as it was; without `t`, a thirtieth of a second has gone by. Body and breath live on by themselves, and
//! so do blinks, until somebody moves the lids.
//!
//! A face tracker writes a line for each picture of its camera. Here ffplay shows what comes of it:
//!
//! ```sh
//! tracker --json | cargo run --release --example live_stdin -- - | \
//!     ffplay -f rawvideo -pixel_format rgba -video_size 256x256 -framerate 30 -
//! ```
//!
//! An agent writes a line whenever it feels different. Into a folder go numbered pictures, and `last.png`, which is always
//! a whole picture of how it is now, for a page or a status bar to show:
//!
//! ```sh
//! agent | cargo run --release --example live_stdin -- live lopi
//! ```
//!
//! A line that is wrong is told on standard error, with its number, and passed over; a name that the character lacks is
//! told once.

use std::collections::BTreeSet;
use std::io::{self, BufRead, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use phiz::{
    Character, Compression, Cue, Drawing, Error, Frame, ParameterMap, Parameters, Performance, Raster, Scene, Slot,
    Still, compose, encode_png, write_whole,
};
use serde_json::{Map, Value};

const SIDE: u32 = 256;
/// Seconds from line to line where they say nothing.
const STEP: f64 = 1.0 / 30.0;
/// The latest time, in seconds.
const LATEST: f64 = Performance::LATEST;
/// Bytes of the longest line.
const LONGEST: usize = 64 * 1024;
/// How many unknown names are told.
const NAMES: usize = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let output = args.next().unwrap_or_else(|| "live".into());
    let character = Character::builtin(args.next().as_deref().unwrap_or("nubo")).map_err(|error| error.to_string())?;
    let mut stage = Stage::open(&output, Arc::new(character.clone()))?;
    let mut puppet = Puppet::new(character)?;
    let played = play(io::stdin().lock(), &mut puppet, &mut |told| eprintln!("{told}"), &mut |frame| stage.show(frame));
    match played {
        Ok(0) => Err("no line of the input was a frame".into()),
        Ok(frames) => {
            eprintln!("frames: {frames}");
            Ok(())
        }
        // Who watched has gone: no fault.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Plays all lines, and says how many were frames. No line takes more memory than the longest that is allowed.
pub fn play(
    mut input: impl BufRead,
    puppet: &mut Puppet,
    tell: &mut dyn FnMut(String),
    show: &mut dyn FnMut(&Frame) -> io::Result<()>,
) -> io::Result<u64> {
    let (mut line, mut number, mut frames) = (Vec::new(), 0_u64, 0);
    loop {
        line.clear();
        if io::Read::take(&mut input, LONGEST as u64 + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(frames);
        }
        number += 1;
        if line.len() > LONGEST && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
            tell(format!("line {number}: longer than {LONGEST} bytes; passed over"));
            continue;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match puppet.obey(&line, &mut |told| tell(format!("line {number}: {told}"))) {
            Ok(frame) => {
                show(&frame)?;
                frames += 1;
            }
            Err(why) => tell(format!("line {number}: {why}; passed over")),
        }
    }
}

/// A character, and the parameters by which it is moved.
pub struct Puppet {
    performance: Performance,
    parameters: Parameters,
    map: ParameterMap,
    state: String,
    time: Option<f64>,
    /// Whether somebody has moved the lids; and how they are when nobody does.
    lids_are_moved: bool,
    lids: [f64; 2],
    /// Unknown names that were told.
    told: BTreeSet<String>,
}

impl Puppet {
    /// At rest.
    pub fn new(character: Character) -> Result<Self, Error> {
        let still = Still::default();
        let lids = still.frame(&character, character.state("idle")?).eyes.map(|eye| eye.lid);
        let parameters = Parameters::standard();
        Ok(Self {
            map: ParameterMap::standard(&parameters),
            parameters,
            performance: Performance::new(Arc::new(character), "idle", still, 0)?,
            state: "idle".into(),
            time: None,
            lids_are_moved: false,
            lids,
            told: BTreeSet::new(),
        })
    }

    /// Does what a line says, all of it or nothing.
    pub fn obey(&mut self, line: &[u8], tell: &mut dyn FnMut(&str)) -> Result<Frame, String> {
        let values: Map<String, Value> = serde_json::from_slice(line).map_err(|error| {
            // Its own line number would be that of a file: here it is always 1.
            let what = error.to_string();
            format!("not a JSON object: {}, column {}", what.split(" at line ").next().unwrap_or(""), error.column())
        })?;
        let (mut time, mut state) = (self.time.map_or(0.0, |time| (time + STEP).min(LATEST)), None);
        let mut moves: Vec<(Slot, f64)> = Vec::new();
        let mut unknown: Vec<(&str, Error)> = Vec::new();
        let least = self.time.unwrap_or(0.0);
        for (name, value) in &values {
            match (name.as_str(), value.as_f64(), value.as_str()) {
                ("t", Some(t), _) if (least..=LATEST).contains(&t) => time = t,
                ("t", ..) => return Err(format!("`t` is {value}, and has to be a number from {least} to {LATEST}")),
                ("state", _, Some(name)) => state = Some(name),
                ("state", ..) => return Err(format!("`state` is {value}, and has to be the name of a state")),
                (name, Some(value), _) => match self.parameters.slot(name) {
                    Ok(slot) => moves.push((slot, value)),
                    Err(error) => unknown.push((name, error)),
                },
                (name, ..) => return Err(format!("`{name}` is {value}, and has to be a number")),
            }
        }

        if let Some(state) = state.filter(|state| *state != self.state) {
            self.performance.cue(time, Cue::State(state.into())).map_err(|error| error.to_string())?;
            self.state = state.into();
            if let Ok(state) = self.performance.character().state(state) {
                self.lids = state.eyes.map(|eye| eye.lid);
            }
        }
        for (name, error) in unknown {
            if self.told.len() < NAMES && self.told.insert(name.into()) {
                tell(&format!("{error}; told once"));
            }
        }
        for (slot, value) in moves {
            self.parameters.set(slot, value);
            let id = self.parameters.parameter(slot).map_or("", |parameter| parameter.id());
            self.lids_are_moved |= matches!(id, "ParamEyeLOpen" | "ParamEyeROpen");
        }
        self.time = Some(time);

        let mut frame = self.performance.frame(time);
        if self.lids_are_moved {
            for (eye, lid) in frame.eyes.iter_mut().zip(self.lids) {
                eye.lid = lid;
            }
        }
        self.map.apply(&self.parameters, &mut frame);
        Ok(frame)
    }
}

/// Where frames go: at once, each of them whole.
struct Stage {
    character: Arc<Character>,
    /// None is standard output.
    folder: Option<PathBuf>,
    scene: Scene,
    raster: Raster,
    rgba: Vec<u8>,
    count: u64,
}

impl Stage {
    fn open(output: &str, character: Arc<Character>) -> Result<Self, Box<dyn std::error::Error>> {
        let folder = (output != "-").then(|| PathBuf::from(output));
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let (scene, raster) = (Scene::new(), Raster::new(SIDE, SIDE)?);
        Ok(Self { character, folder, scene, raster, rgba: Vec::new(), count: 0 })
    }

    fn show(&mut self, frame: &Frame) -> io::Result<()> {
        compose(&self.character, frame, &Drawing::default(), &mut self.scene);
        self.raster.draw(&self.scene, None);
        self.raster.straight(&mut self.rgba);
        self.count += 1;
        let Some(folder) = &self.folder else {
            let mut stdout = io::stdout().lock();
            stdout.write_all(&self.rgba)?;
            return stdout.flush();
        };
        let png = encode_png(SIDE, SIDE, &self.rgba, Compression::Fast).map_err(io::Error::other)?;
        for name in [format!("frame-{:06}.png", self.count), "last.png".into()] {
            save(&folder.join(name), &png)?;
        }
        Ok(())
    }
}

fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let shown = path.display().to_string();
    let write =
        |file: &mut dyn Write| file.write_all(bytes).map_err(|source| Error::Io { path: shown.clone(), source });
    write_whole(path, true, write).map_err(io::Error::other)
}
