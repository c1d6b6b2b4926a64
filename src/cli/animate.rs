//! `phiz render` for animations: the frames of a performance, drawn on all cores and written in order.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use kurbo::Rect;
use phiz::animation::{self, AnimationOptions, FrameNames, FrameWriter, SpriteSheet};
use phiz::clip::Clip;
use phiz::gaze::Trace;
use phiz::{
    CANVAS, Character, Color, Cue, CueFileKind, Drawing, Error, FaceKind, Frame, Performance, Raster, Scene, Script,
    Still, SvgOptions, SvgTiming, compose, encode_png, to_animated_svg, to_svg, write_whole,
};

use super::args::{Format, Output, Render};
use super::doubt::{Given, doubts};
use super::progress::Progress;
use super::{read, render, terminal};

/// How long an animation is when nobody says.
const DURATION: f64 = 4.0;
const FPS: f64 = 30.0;
/// A film of more seconds than this is told of where nobody asked for its length: a stray key makes a clip last a day.
const LONG: f64 = 600.0;
/// A difference between the end and the beginning of a film that is seen.
const SEAM: f64 = 0.05;

/// Seconds after speech in which the mouth comes to rest, and is seen to.
const AFTER_SPEECH: f64 = 0.35;

/// What happens: all that was read from the files a performance comes from.
pub struct Show {
    script: Option<Script>,
    cursor: Trace,
    /// What was named on the command line, then what the script says, in time order.
    cues: Vec<(f64, Cue)>,
}

impl Show {
    /// Reads what is named. `note` hears what the user should know.
    pub fn load(args: &Render, character: &Character, note: &mut dyn FnMut(&str)) -> Result<Self, Error> {
        let motion = &args.options.motion;
        let given = [&motion.script, &motion.cursor, &motion.clip, &motion.expression, &motion.say];
        if given.iter().filter(|path| path.as_deref().is_some_and(read::is_standard_input)).count() > 1 {
            return Err(Error::Parameter {
                name: "file".into(),
                value: "-".into(),
                allowed: "a file where another is `-` already, as standard input can be read only once".into(),
            });
        }
        let script = motion.script.as_ref().map(|path| {
            read::script(path, character, &mut |doubt| note(&format!("{}: {}", doubt.file, doubt.message)))
        });
        let script = script.transpose()?;
        let cursor = match &motion.cursor {
            Some(path) => Trace::parse(&read::called(path), &read::events(path)?)?,
            None => Trace::default(),
        };
        let mut cues = Vec::new();
        let files = [&motion.clip, &motion.expression, &motion.say];
        for ((_, kind), path) in CueFileKind::ALL.into_iter().zip(files) {
            let Some(path) = path else { continue };
            let name = read::called(path);
            let cue = match kind.cue(&name, &read::media(path)?)? {
                Cue::Clip(Some(clip)) if motion.loop_clip => Cue::Clip(Some(Clip::clone(&clip).with_loop(true).into())),
                other => other,
            };
            for (_, doubt) in Given::of_cue(&cue).iter().flat_map(doubts) {
                note(&format!("{name}: {doubt}"));
            }
            cues.push((0.0, cue));
        }
        cues.extend(script.iter().flat_map(|script| script.cues.iter().cloned()));
        let face = args.options.manner.face.or(script.as_ref().and_then(|s| s.face)).unwrap_or(character.face());
        let speaks = cues.iter().any(|(_, cue)| matches!(cue, Cue::Say(Some(_))));
        if speaks && face == FaceKind::Eyes && !cues.iter().any(|(_, cue)| matches!(cue, Cue::Face(_))) {
            note("the face `eyes` has no mouth, so nobody sees it speak; --face cute and --face line have one");
        }
        Ok(Self { script, cursor, cues })
    }

    /// The performance that is asked for; with `reduced` motion, that cue comes before all others.
    pub fn perform(
        &self,
        args: &Render,
        character: &Character,
        still: Still,
        reduced: bool,
    ) -> Result<Performance, Error> {
        let script = self.script.as_ref();
        let seed = args.options.motion.seed.or(script.and_then(|s| s.seed)).unwrap_or(0);
        let opening = script.and_then(|s| s.state.as_deref()).unwrap_or(&args.options.manner.state);
        let still = Still { face: still.face.or(script.and_then(|s| s.face)), ..still };
        let mut performance = Performance::new(Arc::new(character.clone()), opening, still, seed)?;
        if reduced {
            performance.cue(0.0, Cue::ReducedMotion(true))?;
        }
        // Both in time order; at the same moment cues come first.
        let mut events = self.cursor.events().iter().peekable();
        for (time, cue) in &self.cues {
            while let Some((at, event)) = events.next_if(|(at, _)| at < time) {
                performance.pointer(*at, *event)?;
            }
            performance.cue(*time, cue.clone())?;
        }
        for (at, event) in events {
            performance.pointer(*at, *event)?;
        }
        performance.advance(f64::INFINITY);
        if self.is_seamless(args) {
            performance.set_film(self.duration(args))?;
        }
        Ok(performance)
    }

    /// How long it is, in seconds: what is asked for, or time enough for all that happens.
    fn duration(&self, args: &Render) -> f64 {
        let script = self.script.as_ref();
        if let Some(asked) = args.options.motion.duration.or(script.and_then(|s| s.duration)) {
            return asked;
        }
        let end = |(at, cue): &(f64, Cue)| match cue {
            Cue::Clip(Some(clip)) => at + clip.duration(),
            Cue::Say(Some(speech)) => at + speech.duration() + AFTER_SPEECH,
            _ => 0.0,
        };
        let played = self.cues.iter().map(end).fold(0.0, f64::max);
        let last_cue = script.and_then(|s| s.cues.last()).map_or(0.0, |(time, _)| *time);
        let happens = script.is_some() || !self.cursor.events().is_empty();
        // A pose has no length of its own.
        if played > 0.0 && !happens {
            played
        } else {
            DURATION.max(last_cue.max(self.cursor.duration()) + 2.0).max(played)
        }
    }

    fn is_seamless(&self, args: &Render) -> bool {
        args.options.motion.seamless || self.script.as_ref().is_some_and(|s| s.seamless)
    }
}

/// Who does the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crew {
    /// All cores, and it is told how far it is.
    All,
    /// This thread alone, silently: others are at work beside it.
    One,
}

/// Writes an animation to a file (`-` is standard output). `note` hears what the user should know.
pub fn run(
    args: &Render,
    path: &Path,
    character: Character,
    crew: Crew,
    note: &mut dyn FnMut(&str),
) -> Result<(), Error> {
    let format = args.output.format()?;
    let options = &args.options;
    let still = options.manner.still(&character)?;
    let motion = &options.motion;
    let show = Show::load(args, &character, note)?;
    let performance = show.perform(args, &character, still, motion.reduced_motion)?;
    let script = show.script.as_ref();
    let wanted = motion.fps.or(script.and_then(|s| s.fps)).unwrap_or(FPS);
    let pace = match format {
        Format::Gif => animation::gif_pace(wanted),
        Format::Png | Format::Webp => animation::image_pace(wanted),
        _ => animation::Pace { fps: wanted, note: None },
    };
    if let Some(text) = &pace.note {
        note(text);
    }
    let duration = show.duration(args);
    let frames = animation::frame_count(duration, pace.fps)?;
    if duration > LONG && motion.duration.or(script.and_then(|s| s.duration)).is_none() {
        note(&format!("what happens lasts {duration:.0} s, which is {frames} frames; --duration makes it shorter"));
    }
    if show.is_seamless(args) && performance.seam(duration) > SEAM {
        note("this film does not end as it begins: lead back to its first state, face, look and pose a second before");
    }
    let (width, height) = options.size;
    if format != Format::Svg {
        render::check_memory((width, height), HELD)?;
    }
    let film = Film {
        performance: &performance,
        drawing: options.dress.drawing(options.manner.projection, width.min(height)),
        view: render::fitted(Rect::new(0.0, 0.0, CANVAS, CANVAS), width, height),
        width,
        height,
        background: options.dress.background,
        fps: pace.fps,
        start: motion.at.unwrap_or(0.0),
        crew,
    };
    let loops = motion.loops.or(script.and_then(|s| s.loops).and_then(|n| u16::try_from(n).ok())).unwrap_or(0);
    let options = AnimationOptions { output: read::shown(path), width, height, frames, fps: pace.fps, loops };
    // A list has names of its own for its files.
    if let (Crew::All, Format::Png | Format::Svg) = (crew, format) {
        match FrameNames::parse(&options.output) {
            Ok(names) => return film.numbered(frames, &names, format, args),
            // It may be meant: a file may have a percent sign in its name.
            Err(_) if options.output.contains('%') => {
                note(&format!("{} has no number such as %04d in it: all frames go into that one file", options.output));
            }
            Err(_) => {}
        }
    }
    if format == Format::Svg {
        // Who sees no motion gets what reduced motion would show: settled, with open eyes and all marks.
        let poster = show.perform(args, &character, still, true)?.frame(film.start);
        let timing = SvgTiming { frames, fps: pace.fps, loops };
        return save_text(&film.svg(&poster, &timing, args)?, path, &args.output);
    }
    film.write(&options, format, path, args)
}

/// A performance as it is to be filmed.
pub struct Film<'a> {
    /// What happens.
    pub performance: &'a Performance,
    /// How it is drawn.
    pub drawing: Drawing,
    /// What is seen of the canvas.
    pub view: Rect,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// What is behind the character.
    pub background: Option<Color>,
    /// Frames a second: frame k shows the time k / fps.
    pub fps: f64,
    /// The time of frame 0.
    pub start: f64,
    /// Who draws it.
    pub crew: Crew,
}

/// How many frames a worker may be ahead of the one that is wanted. Bounds the memory.
const AHEAD: usize = 2;
/// How many pictures a worker holds: those ahead, the one it hands on, and some that the raster keeps.
const HELD: u64 = AHEAD as u64 + 4;
/// The bytes that all workers together may hold, unless one alone needs more.
const ROOM: u64 = 1 << 30;

impl Film<'_> {
    /// The time of a frame.
    pub fn time(&self, frame: u32) -> f64 {
        self.start + f64::from(frame) / self.fps
    }

    /// Draws one frame as straight RGBA.
    pub fn frame(&self, frame: u32) -> Result<Vec<u8>, Error> {
        self.worker().map(|mut worker| worker.draw(self, frame))
    }

    /// The bytes of one frame.
    fn bytes(&self) -> u64 {
        4 * u64::from(self.width) * u64::from(self.height)
    }

    /// How many draw at once: one on each core, as long as there is room for what they hold.
    fn workers(&self, cores: usize) -> usize {
        let fit = ROOM / (HELD * self.bytes());
        cores.min(64).min(usize::try_from(fit).unwrap_or(usize::MAX)).max(1)
    }

    /// Draws frames `0..count` on all cores, and hands them on in order. Each worker draws every n-th frame, so what a
    /// frame looks like does not depend on how many there are.
    pub fn each(&self, count: u32, mut take: impl FnMut(u32, &[u8]) -> Result<(), Error>) -> Result<(), Error> {
        if self.crew == Crew::One {
            let mut worker = self.worker()?;
            return (0..count).try_for_each(|frame| take(frame, &worker.draw(self, frame)));
        }
        let progress = Progress::steps(count.into(), "frames");
        let cores = self.workers(thread::available_parallelism().map_or(1, usize::from)) as u32;
        if cores == 1 {
            let mut worker = self.worker()?;
            return (0..count).try_for_each(|frame| {
                take(frame, &worker.draw(self, frame))?;
                progress.at(u64::from(frame) + 1);
                Ok(())
            });
        }
        let cores = cores.min(count.max(1));
        thread::scope(|scope| {
            let mut lanes: Vec<Receiver<Result<Vec<u8>, Error>>> = Vec::new();
            for lane in 0..cores {
                let (send, receive) = sync_channel(AHEAD);
                lanes.push(receive);
                scope.spawn(move || {
                    let mut worker = match self.worker() {
                        Ok(worker) => worker,
                        Err(error) => {
                            // The taker has gone only if it failed itself.
                            let _ = send.send(Err(error));
                            return;
                        }
                    };
                    for frame in (lane..count).step_by(cores as usize) {
                        if send.send(Ok(worker.draw(self, frame))).is_err() {
                            return;
                        }
                    }
                });
            }
            for frame in 0..count {
                let lane = (frame % cores) as usize;
                let Some(Ok(pixels)) = lanes.get(lane).map(|lane| lane.recv()) else {
                    return Err(Error::Encode { format: "animation", reason: "a drawing thread ended early".into() });
                };
                take(frame, &pixels?)?;
                progress.at(u64::from(frame) + 1);
            }
            Ok(())
        })
    }

    /// One file for each frame.
    fn numbered(&self, count: u32, names: &FrameNames, format: Format, args: &Render) -> Result<(), Error> {
        let output = &args.output;
        let path = |frame| names.name(frame);
        if format == Format::Svg {
            let (mut scene, progress) = (Scene::new(), Progress::steps(count.into(), "frames"));
            for frame in 0..count {
                let performance = self.performance;
                compose(performance.character(), &performance.frame(self.time(frame)), &self.drawing, &mut scene);
                save(Path::new(&path(frame)), output, to_svg(&scene, &self.svg_options(args))?.as_bytes())?;
                progress.at(u64::from(frame) + 1);
            }
            return Ok(());
        }
        self.each(count, |frame, pixels| {
            let file = encode_png(self.width, self.height, pixels, output.compression())?;
            save(Path::new(&path(frame)), output, &file)
        })
    }

    /// All frames as one SVG document, with a poster for those who see no motion.
    fn svg(&self, poster: &Frame, timing: &SvgTiming, args: &Render) -> Result<String, Error> {
        let character = self.performance.character();
        let draw = |frame: &Frame, scene: &mut Scene| compose(character, frame, &self.drawing, scene);
        let mut still = Scene::new();
        draw(poster, &mut still);
        to_animated_svg(&still, timing, &self.svg_options(args), |k, scene| {
            draw(&self.performance.frame(self.time(k)), scene)
        })
    }

    fn svg_options(&self, args: &Render) -> SvgOptions {
        let size = (self.width, self.height);
        args.options.svg.options(self.view, size, self.performance.character(), &args.options.dress)
    }

    /// All frames in one file of pixels.
    fn write(&self, options: &AnimationOptions, format: Format, path: &Path, args: &Render) -> Result<(), Error> {
        let output = &args.output;
        let compression = output.compression();
        let sprites = if format == Format::Sprites { Some(SpriteSheet::new(options)?) } else { None };
        let matte = args.options.motion.matte;
        let all = |out: &mut dyn Write| -> Result<(), Error> {
            let mut writer: Box<dyn FrameWriter + '_> = match (format, &sprites) {
                (Format::Gif, _) => {
                    // A palette wants a few frames from all over the animation before the first; fewer if they are huge.
                    let count = (ROOM / self.bytes()).clamp(2, 8).min(options.frames.into()) as u32;
                    let samples = (0..count).map(|i| self.frame(i * options.frames / count));
                    let samples = samples.collect::<Result<Vec<_>, _>>()?;
                    let samples: Vec<&[u8]> = samples.iter().map(Vec::as_slice).collect();
                    animation::gif(out, options, matte, &samples)?
                }
                (Format::Webp, _) => animation::webp(out, options)?,
                (Format::Y4m, _) => animation::y4m(out, options, matte.or(self.background).unwrap_or(Color::WHITE))?,
                (Format::Rgba, _) => animation::raw_rgba(out, options)?,
                (Format::Sprites, Some(sheet)) => sheet.png(out, compression)?,
                _ => animation::apng(out, options, compression)?,
            };
            self.each(options.frames, |_, pixels| writer.frame(pixels))?;
            writer.finish()
        };
        if path.as_os_str() == "-" {
            let mut stdout = terminal::binary_stdout()?;
            // The writers know it by the name that the user gave it.
            return all(&mut stdout).and_then(|()| stdout.flush().map_err(terminal::stdout_error)).map_err(
                |e| match e {
                    Error::Io { path, source } if path == "-" => terminal::stdout_error(source),
                    other => other,
                },
            );
        }
        write_whole(path, !output.no_clobber, all)?;
        if let Some(sheet) = sprites {
            let image = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            save(&path.with_extension("json"), output, sheet.json(&image).as_bytes())?;
        }
        Ok(())
    }

    fn worker(&self) -> Result<Worker, Error> {
        Ok(Worker { scene: Scene::new(), raster: Raster::with_view(self.width, self.height, self.view)? })
    }
}

struct Worker {
    scene: Scene,
    raster: Raster,
}

impl Worker {
    fn draw(&mut self, film: &Film<'_>, frame: u32) -> Vec<u8> {
        let performance = film.performance;
        compose(performance.character(), &performance.frame(film.time(frame)), &film.drawing, &mut self.scene);
        self.raster.draw(&self.scene, film.background);
        let mut straight = Vec::new();
        self.raster.straight(&mut straight);
        straight
    }
}

/// One text: printed where the output is standard output.
fn save_text(text: &str, path: &Path, output: &Output) -> Result<(), Error> {
    if path.as_os_str() == "-" {
        return terminal::print(text);
    }
    save(path, output, text.as_bytes())
}

fn save(path: &Path, output: &Output, bytes: &[u8]) -> Result<(), Error> {
    write_whole(path, !output.no_clobber, |file| {
        file.write_all(bytes).map_err(|source| Error::Io { path: read::shown(path), source })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the workers of a film of this size hold, in frames of it, and how many they are.
    fn held(side: u32, cores: usize) -> (u64, usize) {
        let character = Arc::new(Character::builtin("nubo").unwrap());
        let performance = Performance::new(character, "idle", Still::default(), 0).unwrap();
        let film = Film {
            performance: &performance,
            drawing: Drawing::default(),
            view: Rect::new(0.0, 0.0, CANVAS, CANVAS),
            width: side,
            height: side,
            background: None,
            fps: 30.0,
            start: 0.0,
            crew: Crew::All,
        };
        let workers = film.workers(cores);
        (workers as u64 * HELD * 4 * u64::from(side) * u64::from(side), workers)
    }

    #[test]
    fn frames_that_wait_stay_within_a_gigabyte_but_for_those_of_one_worker() {
        for side in [1, 512, 1024, 2048, 4096, 8192, 16384] {
            for cores in [1, 2, 16, 500] {
                let (bytes, workers) = held(side, cores);
                assert!(workers >= 1 && workers <= cores, "{side} px on {cores} cores: {workers}");
                assert!(workers == 1 || bytes <= 1 << 30, "{side} px on {cores} cores: {bytes} bytes");
            }
        }
        assert_eq!(held(512, 16).1, 16, "frames of a usual size are drawn on all cores");
        assert_eq!(held(16384, 16).1, 1);
    }
}
