//! What can be said on the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use phiz::{
    Character, Color, Drawing, Error, FaceKind, Look, Performance, Pose, Projection, Raster, SheetKind, Still, Style,
    animation,
};

/// Draws characters whose face is painted on a sphere.
#[derive(Parser, Debug)]
#[command(
    name = "phiz",
    version,
    about = "Draws characters whose flat body carries a face painted on a sphere",
    after_help = "Examples:\n  \
                  phiz render -o hello.png                      the default character\n  \
                  phiz render mokka --state happy -o mokka.svg  another one, laughing, as SVG\n  \
                  phiz render logo.svg -o alive.png             any SVG gets a living face\n  \
                  phiz sheet pose nubo -o poses.png             how it turns its head\n  \
                  phiz list                                     what there is to choose from\n\n\
                  `phiz COMMAND --help` tells more about each, with examples.",
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Draw a character to a PNG or SVG file, or an animation of it
    #[command(after_help = "Examples:\n  \
        phiz render -o hello.png\n  \
        phiz render lopi --state shy --face line --size 1024 -o shy.svg\n  \
        phiz render --turn 40 --tilt -10 -o turned.png\n  \
        phiz render --look -1,0.5 --color tomato -o aside.png\n  \
        phiz render logo.svg --background white -o alive.png\n  \
        phiz render lopi --cursor trace.csv -o follows.gif\n  \
        phiz render my/cat.toml -o - --format png > cat.png\n  \
        phiz render mokka --duration 4 -o mokka.gif\n  \
        phiz render --duration 4 -o hello.svg\n  \
        phiz render lopi --clip dance.vmd --expression smile.exp3.json --say cues.json -o show.gif\n  \
        phiz render --duration 2 --fps 12 -o frame-%04d.png\n\n\
        Formats of stills are png and svg. Animations (with --duration, --script, --cursor, --clip or --say) are svg, png (APNG), gif, \
        webp, y4m, rgba, sprites (a sheet with a JSON beside it), or frames as numbered png or svg files.\n\n\
        A file that exists is replaced, whole or not at all; --no-clobber keeps it.")]
    Render(Box<Render>),

    /// Draw many pictures from a list, each row a character with options of its own
    #[command(after_help = "Examples:\n  \
        phiz batch people.csv -o avatars\n  \
        phiz batch people.csv -o avatars --size 128 --format webp --duration 3\n  \
        phiz batch people.jsonl -o avatars --resume\n  \
        phiz batch people.csv -o avatars --shard 2/8\n\n\
        The header of the CSV names the columns; a line of the JSON lines file is an object. `id` names the file and must \
        be there; `character`, `format` and every option below may be, by its name: state, look, color, size, and so on. \
        What a row leaves out or empty comes from the command line. Options without a value are true or false.\n  \
        id,character,state,color\n  \
        ann,mokka,happy,tomato\n  \
        bob,lopi,,\n\n\
        Bad rows are told and passed over; the command then ends with 1. What is not fit for a file name in an id is \
        written as `_`, with a few letters and digits of its own behind.")]
    Batch(Box<Batch>),

    /// Open a window in which a character follows the mouse
    #[cfg(feature = "live")]
    #[command(after_help = "Keys:\n  \
        tab             show or hide the panel: pose, state, face, character, colour, style\n  \
        space           pause, and go on\n  \
        left, right     another state\n  \
        up, down        another character\n  \
        f, c, t         another face, another colour, another style\n  \
        0               head straight again: all three sliders in the middle\n  \
        m               reduced motion, and life again\n  \
        s               save a still of what is shown, as NAME-1.png and so on\n  \
        r               record the pointer, and stop: NAME-1.csv and so on\n  \
        q, escape       end\n\n\
        Examples:\n  \
        phiz live                                        the default character and the panel\n  \
        phiz live lopi --state shy --size 300            the character alone, in a small window\n  \
        phiz live my/cat.toml --background \"#20242c\"     one of your own, on another ground\n  \
        phiz live mokka --transparent --everywhere       on the desktop, with its eyes on the mouse\n  \
        phiz live --record trace.csv --duration 10       ten seconds, to be shown again\n  \
        phiz live --stats                                what it cost, once it is closed\n\n\
        Click or drag the character. A panel that covers it in a small window goes away when it is not used. The ground of \
        the window is a light grey unless --background says otherwise.\n\n\
        A recording begins with a character that begins anew, so that `phiz render --cursor` shows the very same again; the \
        command for it is told at the end. Another character or style ends it. What else was asked for meanwhile goes into a script beside the trace.\n\n\
        Breath and drift are drawn 30 times a second, faster motion as often as --fps allows, and nothing while \
        nothing moves.\n\n\
        Not everywhere: on Linux a window cannot keep itself on top, and is seen through only where a compositor runs; on \
        Wayland the pointer is followed in the window alone, and nobody says when it leaves; on macOS windows cannot be \
        seen through. What of it matters is told at the start. Without a screen, or with one of fewer than 24 bits a \
        pixel, it ends with 3.")]
    Live(Box<Live>),

    /// Draw a contact sheet: poses, states, faces, styles or the whole cast
    #[command(after_help = "Kinds:\n  \
        pose    turn -60..60 across, tilt 45..-45 down\n  \
        roll    roll -45..45\n  \
        states  every state\n  \
        faces   every state in all three faces\n  \
        styles  every art style\n  \
        cast    all built-in characters\n\n\
        Examples:\n  \
        phiz sheet pose -o poses.png\n  \
        phiz sheet states mokka --cell 64 -o states.png\n  \
        phiz sheet faces my/cat.toml --background white -o faces.png\n  \
        phiz sheet cast --state happy -o cast.svg")]
    Sheet(SheetArgs),

    /// Print where every feature of the face is, as JSON
    #[command(after_help = "Examples:\n  \
        phiz place\n  \
        phiz place nubo --turn 30 | jq '.features[] | {part, centre}'\n\n\
        Angles are degrees, lengths canvas units (200 x 200, y down). `rest` and `normal` are on the unit sphere: x to \
        the right, y up, z to the viewer. `centre` is before `clamp` is added. `matrix` is [a b c d] as in SVG's \
        matrix(a b c d 0 0); `body` is all six numbers, from here to the stretched and leant body.")]
    Place(Place),

    /// List characters, states, faces, styles and colours
    #[command(after_help = "Examples:\n  \
        phiz list\n  \
        phiz list --json | jq -r '.states[].name'")]
    List(List),

    /// Tell what a clip, an expression or speech holds, and what a character makes of it
    #[command(after_help = "Examples:\n  \
        phiz inspect dance.vmd\n  \
        phiz inspect idle.motion3.json --character lopi\n  \
        phiz inspect cues.tsv --json | jq .duration\n\n\
        Files are VMD, motion3.json, exp3.json, mouth cues of Rhubarb (TSV, XML, JSON) and WAV; what is in them tells \
        which they are.")]
    Inspect(Inspect),

    /// Check character files, scripts, clips, speech and pointer traces, and say everything that is wrong or doubtful
    #[command(after_help = "Examples:\n  \
        phiz check my/cat.toml\n  \
        phiz check logo.svg\n  \
        phiz check show.toml dance.vmd cues.tsv\n  \
        phiz check faces/*.toml --strict\n\n\
        Each line says file, line, column, what is wrong, and how to mend it. A TOML and the SVG of the same name beside \
        it are one character: naming one of them checks both. Ends with 1 if there is an error; with --strict also if \
        there is a warning.")]
    Check(Check),

    /// Print the completion script of a shell
    #[command(after_help = "Examples:\n  \
        phiz completions bash > ~/.local/share/bash-completion/completions/phiz\n  \
        phiz completions zsh > ~/.zfunc/_phiz\n  \
        phiz completions fish > ~/.config/fish/completions/phiz.fish")]
    Completions {
        /// Which shell
        shell: Shell,
    },

    /// Print the manual page, or that of one command
    #[command(after_help = "Examples:\n  \
        phiz man > phiz.1 && man ./phiz.1\n  \
        phiz man render > phiz-render.1")]
    Man {
        /// A command, such as `render` [default: phiz itself]
        command: Option<String>,
    },
}

/// Who is drawn.
#[derive(Args, Debug)]
pub struct Who {
    /// A built-in character (see `phiz list`), a character file (.toml), or any .svg
    #[arg(value_name = "CHARACTER", default_value = "nubo", value_hint = ValueHint::FilePath)]
    pub character: OsString,
}

/// How it is held, and what it feels.
#[derive(Args, Debug)]
#[command(next_help_heading = "Character")]
pub struct Manner {
    /// What it feels or does (see `phiz list`)
    #[arg(long, value_name = "NAME", default_value = "idle")]
    pub state: String,

    /// Which face it wears: cute, eyes or line [default: the character's own]
    #[arg(long, value_name = "FACE", value_parser = names(&FaceKind::ALL), hide_possible_values = true)]
    pub face: Option<FaceKind>,

    /// Turn the head: degrees to the right of the picture; any angle, usual are -60..60
    #[arg(long, value_name = "DEG", default_value = "0", value_parser = number, allow_hyphen_values = true)]
    pub turn: f64,

    /// Tilt the head: degrees up, usually -45..45
    #[arg(long, value_name = "DEG", default_value = "0", value_parser = number, allow_hyphen_values = true)]
    pub tilt: f64,

    /// Lean the head: degrees clockwise, usually -45..45
    #[arg(long, value_name = "DEG", default_value = "0", value_parser = number, allow_hyphen_values = true)]
    pub roll: f64,

    /// Look aside: shares of the gaze range, to the right and up, each -1..1
    #[arg(long, value_name = "X,Y", value_parser = look, allow_hyphen_values = true)]
    pub look: Option<Look>,

    /// Resting turn of the head [default: the character's own]
    #[arg(long, value_name = "DEG", value_parser = number, allow_hyphen_values = true)]
    pub home_turn: Option<f64>,

    /// Resting tilt of the head [default: the character's own]
    #[arg(long, value_name = "DEG", value_parser = number, allow_hyphen_values = true)]
    pub home_tilt: Option<f64>,

    /// Resting roll of the head [default: the character's own]
    #[arg(long, value_name = "DEG", value_parser = number, allow_hyphen_values = true)]
    pub home_roll: Option<f64>,

    /// How features get onto the sphere: `tangent` tilts each as a flat patch, `wrap` bends it round
    #[arg(long, value_name = "KIND", default_value = "tangent", value_parser = names(&Projection::ALL), hide_possible_values = true)]
    pub projection: Projection,
}

impl Manner {
    /// The still that is asked for.
    pub fn still(&self, character: &Character) -> Result<Still, Error> {
        let own = character.home();
        let home = Pose::new(
            self.home_turn.unwrap_or(own.turn()),
            self.home_tilt.unwrap_or(own.tilt()),
            self.home_roll.unwrap_or(own.roll()),
        )?;
        Ok(Still {
            pose: Pose::new(self.turn, self.tilt, self.roll)?,
            look: self.look.unwrap_or_default(),
            face: self.face,
            home: Some(home),
        })
    }
}

/// Where the picture goes.
#[derive(Args, Debug)]
pub struct Output {
    /// The file to write; its ending says the format. `-` is standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,

    /// The format, such as png or svg, where the file's ending does not say it
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    pub format: Option<Format>,

    /// Keep an existing file instead of replacing it
    #[arg(long)]
    pub no_clobber: bool,

    /// How hard PNG files are compressed: fast, small or smallest
    #[arg(long, value_name = "HOW", default_value = "small", hide_possible_values = true)]
    pub compress: Compress,
}

/// What the picture looks like, whoever is in it.
#[derive(Args, Debug)]
#[command(next_help_heading = "Picture")]
pub struct Dress {
    /// Another body colour: a name from `phiz list`, or any CSS colour
    #[arg(long, alias = "colour", value_name = "COLOR", value_parser = color)]
    pub color: Option<Color>,

    /// The colour behind the character [default: nothing, it is transparent]
    #[arg(long, value_name = "COLOR", value_parser = color)]
    pub background: Option<Color>,

    /// The art style (see `phiz list`)
    #[arg(long, value_name = "STYLE", default_value = "solid", value_parser = style(), hide_possible_values = true)]
    pub style: Style,

    /// Leave out the shadow on the ground
    #[arg(long)]
    pub no_shadow: bool,
}

/// What only SVG files have.
#[derive(Args, Debug)]
#[command(next_help_heading = "SVG files")]
pub struct Svg {
    /// A title, for people who hear the picture instead of seeing it
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// Mark the picture as decoration, which screen readers pass over; so is one without a title
    #[arg(long, conflicts_with = "title")]
    pub decorative: bool,

    /// What ids start with [default: made from the contents]
    #[arg(long, value_name = "TEXT")]
    pub id_prefix: Option<String>,

    /// Draw the ink in the colour of the page's text
    #[arg(long, alias = "inherit-colour")]
    pub inherit_color: bool,
}

#[derive(Args, Debug)]
pub struct Render {
    #[command(flatten)]
    pub who: Who,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub options: Options,
}

/// Everything a picture depends on but for who is in it.
#[derive(Args, Debug)]
pub struct Options {
    /// Width and height in pixels, each 1 to 16384: `512`, or `640x480`
    #[arg(long, value_name = "PX", default_value = "512", value_parser = size, allow_hyphen_values = true)]
    pub size: (u32, u32),
    #[command(flatten)]
    pub manner: Manner,
    #[command(flatten)]
    pub motion: MotionArgs,
    #[command(flatten)]
    pub dress: Dress,
    #[command(flatten)]
    pub svg: Svg,
}

#[derive(Args, Debug)]
pub struct Batch {
    /// The list: a .csv file with a header, or a .jsonl file with one object a line
    #[arg(value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub list: PathBuf,

    /// The folder to write to; it is made if it is not there
    #[arg(short, long, value_name = "FOLDER", default_value = ".", value_hint = ValueHint::DirPath)]
    pub output: PathBuf,

    /// The character of rows that name none
    #[arg(long, value_name = "CHARACTER", default_value = "nubo")]
    pub character: OsString,

    /// The format of rows that name none: png, svg, gif, webp, y4m, rgba or sprites
    #[arg(long, value_name = "FORMAT", default_value = "png", hide_possible_values = true)]
    pub format: Format,

    /// Pass over rows whose file is there already
    #[arg(long)]
    pub resume: bool,

    /// Do only the i-th of n even shares of the list, such as 2/8
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,

    /// How hard PNG files are compressed: fast, small or smallest
    #[arg(long, value_name = "HOW", default_value = "small", hide_possible_values = true)]
    pub compress: Compress,

    #[command(flatten)]
    pub options: Options,
}

/// One of several even shares of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which, from 1.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Shard {
    /// Whether a row, counted from 0, belongs to it.
    pub fn has(self, row: u64) -> bool {
        row % self.count == self.index - 1
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
    match parts {
        Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
        _ => Err("write which of how many, counted from 1, such as 2/8".into()),
    }
}

/// When, and for how long.
#[derive(Args, Debug)]
#[command(next_help_heading = "Motion")]
pub struct MotionArgs {
    /// Seconds of an animation [default: as long as what happens in it]; without this, --script, --cursor, --clip or --say
    /// the picture is a still
    #[arg(long, value_name = "SECONDS", value_parser = positive, allow_hyphen_values = true)]
    pub duration: Option<f64>,

    /// A script: states, looks and gestures with their times (see the README); `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub script: Option<PathBuf>,

    /// A pointer trace to follow with eyes and head: CSV lines of time, x, y (canvas units, 200 x 200, y down) and event
    /// (move, press, release, leave); `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub cursor: Option<PathBuf>,

    /// A clip to play: a .vmd or .motion3.json file; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub clip: Option<PathBuf>,

    /// Play the clip over and over
    #[arg(long)]
    pub loop_clip: bool,

    /// An expression to hold: an .exp3.json file; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub expression: Option<PathBuf>,

    /// Something to say: mouth cues of Rhubarb (.tsv, .xml, .json), or a .wav file; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub say: Option<PathBuf>,

    /// The moment of a still; of an animation, the moment of its first frame [default: a still is at rest]
    #[arg(long, value_name = "SECONDS", value_parser = moment, allow_hyphen_values = true)]
    pub at: Option<f64>,

    /// Frames a second [default: 30, or the script's]
    #[arg(long, value_name = "N", value_parser = frame_rate, allow_hyphen_values = true)]
    pub fps: Option<f64>,

    /// How often an animation plays; 0 is for ever [default: 0, or the script's]
    #[arg(long, value_name = "N", value_parser = whole::<u16>, allow_hyphen_values = true)]
    pub loops: Option<u16>,

    /// Let the film end where it begins, so that it loops without a seam
    #[arg(long)]
    pub seamless: bool,

    /// What blinks and idle drift are drawn from [default: 0, or the script's]
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_hyphen_values = true)]
    pub seed: Option<u64>,

    /// No blinks, breath or drift, and every change at once
    #[arg(long)]
    pub reduced_motion: bool,

    /// What see-through pixels are blended with where a format has none: GIF [default: edges are cut, not blended], Y4M
    /// [default: the background, or white]
    #[arg(long, value_name = "COLOR", value_parser = color)]
    pub matte: Option<Color>,
}

impl MotionArgs {
    /// Whether more than one moment is asked for.
    pub fn is_animation(&self) -> bool {
        let lasts = self.script.is_some() || self.cursor.is_some() || self.clip.is_some() || self.say.is_some();
        self.duration.is_some() || lasts && self.at.is_none()
    }

    /// What is given without any effect, and why; nothing if all has one.
    pub fn idle(&self) -> Option<String> {
        if self.loop_clip && self.clip.is_none() {
            return Some("--loop-clip makes no difference without --clip".into());
        }
        if self.is_animation() {
            return None;
        }
        let of_films = [
            ("--fps", self.fps.is_some()),
            ("--loops", self.loops.is_some()),
            // A moment of a seamless film is another than that of one with an end.
            ("--seamless", self.seamless && self.at.is_none()),
            ("--matte", self.matte.is_some()),
        ];
        let given: Vec<_> = of_films.iter().filter(|(_, given)| *given).map(|(flag, _)| *flag).collect();
        let (make, them) = (if given.len() == 1 { "makes" } else { "make" }, given.join(" and "));
        (!given.is_empty())
            .then(|| format!("{them} {make} no difference to a still; --duration makes this an animation"))
    }
}

#[cfg(feature = "live")]
#[derive(Args, Debug)]
pub struct Live {
    #[command(flatten)]
    pub who: Who,

    /// Width and height of the window: `512`, or `640x480` [default: 512 for the character, and the panel beside it]
    #[arg(long, value_name = "PX", value_parser = size, allow_hyphen_values = true)]
    pub size: Option<(u32, u32)>,

    /// Pixels of the screen for each of these: 2 on screens with fine pixels; 0.5 to 8
    #[arg(long, value_name = "N", default_value = "1", value_parser = scale, allow_hyphen_values = true)]
    pub scale: f64,

    /// Show the panel at first, where it is not anyway: with --size, --borderless or --transparent
    #[arg(long)]
    pub panel: bool,

    /// No title bar and no borders
    #[arg(long)]
    pub borderless: bool,

    /// Nothing but the character, on whatever is behind the window; also borderless
    #[arg(long)]
    pub transparent: bool,

    /// Above all other windows
    #[arg(long)]
    pub topmost: bool,

    /// Follow the pointer beside the window, too
    #[arg(long)]
    pub everywhere: bool,

    /// At most so many frames a second, 1 to 240
    #[arg(long, value_name = "N", default_value = "60", value_parser = rate, allow_hyphen_values = true)]
    pub fps: f64,

    /// Record the pointer from the beginning, for `phiz render --cursor`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,

    /// End after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive, allow_hyphen_values = true)]
    pub duration: Option<f64>,

    /// End after so many frames
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_hyphen_values = true)]
    pub frames: Option<u64>,

    /// At the end, print processor time and frames: at rest, idling and following
    #[arg(long)]
    pub stats: bool,

    #[command(flatten)]
    pub manner: Manner,

    /// What blinks and idle drift are drawn from
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_hyphen_values = true)]
    pub seed: Option<u64>,

    /// No blinks, breath or drift, no following, and every change at once
    #[arg(long)]
    pub reduced_motion: bool,

    #[command(flatten)]
    pub dress: Dress,
}

#[derive(Args, Debug)]
pub struct SheetArgs {
    /// What to show: pose, roll, states, faces, styles or cast
    #[arg(value_name = "KIND", hide_possible_values = true)]
    pub kind: Kind,
    #[command(flatten)]
    pub who: Who,
    #[command(flatten)]
    pub output: Output,
    /// Width and height of a cell in pixels
    #[arg(long, value_name = "PX", default_value = "128", value_parser = side, allow_hyphen_values = true)]
    pub cell: u32,
    #[command(flatten)]
    pub manner: Manner,
    #[command(flatten)]
    pub dress: Dress,
    #[command(flatten)]
    pub svg: Svg,
}

#[derive(Args, Debug)]
pub struct Place {
    #[command(flatten)]
    pub who: Who,
    #[command(flatten)]
    pub manner: Manner,
}

#[derive(Args, Debug)]
pub struct List {
    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Inspect {
    /// A clip, an expression or speech; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Who would play it
    #[arg(long, value_name = "CHARACTER", default_value = "nubo")]
    pub character: OsString,
    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct Check {
    /// Character files and scripts (.toml), drawings (.svg) and pointer traces (.csv)
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Take warnings as errors
    #[arg(long)]
    pub strict: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    number(text).and_then(|v| match v {
        _ if v <= 0.0 => Err("it must be over 0, such as 2.5".into()),
        _ if v > Performance::LATEST => Err(format!("it must be at most {} seconds", Performance::LATEST)),
        _ => Ok(v),
    })
}

fn frame_rate(text: &str) -> Result<f64, String> {
    let (least, most) = (*animation::FPS.start(), *animation::FPS.end());
    number(text).and_then(|v| match v {
        _ if animation::FPS.contains(&v) => Ok(v),
        _ => Err(format!("it must be from {least} to {most} frames a second")),
    })
}

fn moment(text: &str) -> Result<f64, String> {
    number(text).and_then(|v| match v {
        _ if v < 0.0 => Err("it must be 0 or more, such as 2.5".into()),
        _ if v > Performance::LATEST => Err(format!("it must be at most {} seconds", Performance::LATEST)),
        _ => Ok(v),
    })
}

/// Which contact sheet.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Kind {
    /// Turn across, tilt down
    Pose,
    /// Roll from left to right
    Roll,
    /// Every state
    States,
    /// Every state in all three faces
    Faces,
    /// Every art style
    Styles,
    /// All built-in characters
    Cast,
}

impl Kind {
    /// The sheet of one character, if it is one.
    pub fn of_one(self) -> Option<SheetKind> {
        match self {
            Self::Pose => Some(SheetKind::Pose),
            Self::Roll => Some(SheetKind::Roll),
            Self::States => Some(SheetKind::States),
            Self::Faces => Some(SheetKind::Faces),
            Self::Styles => Some(SheetKind::Styles),
            Self::Cast => None,
        }
    }
}

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    /// Pixels with alpha; an animation becomes an APNG
    Png,
    /// Vector graphics as text; an animation plays by itself
    Svg,
    /// Pixels without soft edges, animated everywhere
    Gif,
    /// Animated, exact, with alpha
    Webp,
    /// Uncompressed video for ffmpeg and the like, on the matte
    Y4m,
    /// Bare pixels with alpha: 4 bytes each, frame after frame
    Rgba,
    /// A sheet of all frames, with a JSON file that says where each is
    Sprites,
}

/// How hard to compress.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Compress {
    /// Quickly
    Fast,
    /// Well
    Small,
    /// As well as can be; slow
    Smallest,
}

impl Dress {
    /// How the scene is to be drawn for a canvas that is `pixels` wide.
    pub fn drawing(&self, projection: Projection, pixels: u32) -> Drawing {
        Drawing { projection, pixels: Some(f64::from(pixels)), shadow: !self.no_shadow, style: self.style }
    }
}

fn number(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(v) if v.is_finite() => Ok(v),
        Ok(_) => Err("it must be a finite number, such as 30 or -12.5".into()),
        Err(_) => Err("it must be a number, such as 30 or -12.5".into()),
    }
}

#[cfg(feature = "live")]
fn scale(text: &str) -> Result<f64, String> {
    within(text, 0.5, 8.0)
}

#[cfg(feature = "live")]
fn rate(text: &str) -> Result<f64, String> {
    within(text, 1.0, 240.0)
}

#[cfg(feature = "live")]
fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let fits = |v: f64| if (least..=most).contains(&v) { Ok(v) } else { Err(format!("it must be {least} to {most}")) };
    number(text).and_then(fits)
}

/// A count; how large it may be is told where it is not.
fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let most = u64::MAX >> (64 - 8 * size_of::<T>());
    let count = text.trim().parse::<u64>().ok().and_then(|count| T::try_from(count).ok());
    count.ok_or_else(|| format!("it must be a whole number from 0 to {most}"))
}

fn look(text: &str) -> Result<Look, String> {
    let (x, y) = text.split_once(',').ok_or("write two numbers with a comma between, such as 0.5,-1")?;
    Look::new(number(x)?, number(y)?).map_err(|_| "each of the two must be from -1 to 1, such as 0.5,-1".into())
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = match text.split_once(['x', 'X']) {
        Some((width, height)) => side(width).and_then(|width| Ok((width, side(height)?))),
        None => side(text).map(|side| (side, side)),
    };
    sides.map_err(|error| format!("{error}; write one such as 512, or two such as 640x480"))
}

fn side(text: &str) -> Result<u32, String> {
    let side = text.trim().parse().ok().filter(|side| (1..=Raster::LONGEST_SIDE).contains(side));
    side.ok_or_else(|| format!("it must be 1 to {} pixels", Raster::LONGEST_SIDE))
}

fn color(text: &str) -> Result<Color, String> {
    text.parse().map_err(|_| match Color::nearest_name(text) {
        Some(name) => format!("did you mean {name:?}?"),
        None => "write a name from `phiz list`, or a CSS colour such as \"#4f8ef7\" or \"tomato\"".into(),
    })
}

/// The name of an art style.
fn style() -> impl TypedValueParser<Value = Style> {
    PossibleValuesParser::new(
        Style::all().iter().map(|known| PossibleValue::new(known.name.as_str()).help(known.summary.as_str())),
    )
    .try_map(|name| Style::builtin(&name))
}

/// One of some names.
fn names<T: Copy + Send + Sync + 'static>(all: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).try_map(|text| {
        let found = all.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        found.ok_or("it is none of the names")
    })
}
