//! phiz draws characters whose body is flat and whose face behaves as if it were painted on a sphere.
//!
//! That mismatch reads as depth, without any 3D rendering. A character is one SVG and a few lines of TOML; what comes
//! out is a [`Scene`], and from it PNG or SVG.
//!
//! ```
//! use phiz::{Character, Compression, Drawing, Pose, Raster, Scene, Still, compose, encode_png};
//!
//! let lopi = Character::builtin("lopi")?;
//! let still = Still { pose: Pose::new(20.0, 5.0, 0.0)?, ..Still::default() };
//! let frame = still.frame(&lopi, lopi.state("happy")?);
//!
//! let mut scene = Scene::new();
//! compose(&lopi, &frame, &Drawing::default(), &mut scene);
//!
//! let mut raster = Raster::new(128, 128)?;
//! raster.draw(&scene, None);
//! let mut rgba = Vec::new();
//! raster.straight(&mut rgba);
//! let file = encode_png(128, 128, &rgba, Compression::Small)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok::<(), phiz::Error>(())
//! ```
//!
//! # Conventions
//!
//! The canvas is 200 x 200 units, y down. Head space has x to the viewer's right, y up and z towards the viewer, in
//! radii of the head. Angles are degrees, as the viewer sees them: turn + to the right, tilt + up, roll + clockwise.
//! Left and right in names are the character's own: `eye_left` is on the right of the picture. Every number that
//! comes in is checked at the border; inside, all are finite.
//!
//! # Architecture
//!
//! The way is one, from files to pictures, and the folders of `src` are its stations. Each may use those above it
//! and none below.
//!
//! ```text
//! faces/NAME.svg + NAME.toml          what is asked for: a still, or cues over time
//!             |                                        |
//!         character  --------------------------->  performance
//!                                                      |
//!                                                    frame       how it is at one moment; where its features are
//!                                                      |
//!                                                   compose      a frame becomes shapes
//!                                                      |
//!                                                    scene       the flat list of shapes
//!                                                      |
//!                                                   render       pixels, or SVG text
//!                                                      |
//!                                                   output       encoded, and written to a file
//! ```
//!
//! | in `src` | what it is | what it may touch |
//! |---|---|---|
//! | `color`, `error`, `finding` | colours; what can go wrong; what is doubtful in a file, and where | nothing else here |
//! | `geometry` | poses and rotations, the tangent frame, wrapping onto the sphere, the width of a silhouette at each height, the largest disc in it | numbers only |
//! | `face` | eyes, brows, mouth: outlines and sizes in units of the eye radius | `geometry`; knows no head, state or file |
//! | `scene` | shapes with path, transform, paint, part and layer | `color`; no type of a renderer, but for imported art that resvg draws |
//! | `motion` | springs, blinks, drift, gestures: pure functions of time | numbers only; no clock |
//! | `gaze` | [`gaze::Tracker`]: a pointer followed with eyes and head, on a fixed clock; pointer traces as files | `motion`, numbers, the size of the canvas; no clock |
//! | `rig` | [`rig`]: bones that carry each other in two buffers, and a head and eyes that look while a clip moves the rest | `gaze`'s limits, `geometry`; no file, no clock |
//! | `parameter` | [`Parameters`]: named numbers with ranges, the control surface that everything else writes to | numbers only |
//! | `look` | [`look::LookController`]: parameters that follow a target | `parameter`, `motion`, pointers of `gaze` |
//! | `character` | what is true before any time passes: silhouette, fitted head, parts, palette, states. Loaded from bytes, checked, then immutable | all of the above; no file, no clock |
//! | `character::art` | the SVG: roles by id, the outline of any art, its calm regions | usvg |
//! | `character::reader` | the TOML: values with places, every fault in one pass | toml |
//! | `clip` | [`clip`]: motions, expressions and speech of others: bytes become curves, curves what is asked of a face | `parameter`, `face`, `gaze`'s limits, `rig`, the look of a mouth in `character`; no file, no clock |
//! | `frame` | a [`Frame`]: the values of one moment, and [`place`]: where each feature is then | `character`, `parameter` and above |
//! | `performance` | what was asked for, in time order; its frame at any time | `motion`, `frame` and above |
//! | `style` | [`Style`]: how body and parts are painted, as data | `scene`; colours of a `character` |
//! | `compose` | [`compose()`]: a frame's shapes into a scene, back to front | `frame` and above |
//! | `sheet` | contact sheets: many stills on one canvas | `compose` and above |
//! | `render` | [`Raster`], [`to_svg`] and [`to_animated_svg`] | `scene` alone |
//! | `output` | PNG and animated files; files written whole or not at all | pixels and bytes; how large a picture of `render` may be |
//! | `live` | the window in which a character follows the mouse: its loop, its panel; minifb in one file | the public interface of this crate alone; the clock |
//! | `cli` | the `phiz` command: flags, files, terminal | the public interface of this crate alone |
//!
//! Two rules keep it simple. A [`Frame`] is a plain value that says everything about a moment, so a picture never
//! depends on the pictures before it. And a [`Scene`] is all that renderers see, so PNG and SVG cannot disagree.
//!
//! # Features
//!
//! - `cli` (default): the `phiz` command, and [`write_whole`]. A program that only wants the library turns it off.
//! - `live` (default): the window of `phiz live`.
//! - `text`: text elements in imported SVG files, with the fonts that [`Source::fonts`] brings.

mod character;
pub mod clip;
mod color;
mod compose;
mod error;
mod face;
mod finding;
mod frame;
pub mod gaze;
mod geometry;
pub mod look;
mod motion;
mod output;
mod parameter;
mod performance;
mod render;
pub mod rig;
mod scene;
mod sheet;
mod style;

pub use character::{BodyLook, Character, EyeLook, INK_CONTRAST, Life, Loaded, MouthLook, Palette, Source, State};
pub use color::{Color, NAMED_COLORS};
pub use compose::{Drawing, compose};
pub use error::Error;
pub use face::{Brow, Eye, EyeShape, FaceKind, FaceMix, FaceScale, LINE_WEIGHT, Mouth, Overlay, Side, eye_radius};
pub use finding::{Finding, Findings, Place, Severity, nearest};
pub use frame::{Control, Feature, Frame, Look, ParameterMap, Placement, Still, Sway, place};
pub use geometry::{Head, Pose, Projection, RestPlace, Rotation, Span, SpanTable, Tangent};
pub use motion::{BlinkRule, Motion, Pulse, Rhythm, Spring, Wave, WaveForm, WaveTarget};
pub use output::animation;
#[cfg(feature = "cli")]
pub use output::write_whole;
pub use output::{Compression, encode_png};
pub use parameter::{Blend, Parameter, Parameters, STANDARD as STANDARD_PARAMETERS, Slot};
pub use performance::{Cue, CueFile, CueFileKind, Performance, Script};
pub use render::{Raster, SvgOptions, SvgTiming, to_animated_svg, to_svg};
pub use scene::{
    CANVAS, Fill, Geometry, Gradient, GradientKind, Layer, Paint, Part, Picture, Scene, Shape, Stop, Stroke,
};
pub use sheet::{Cell, Sheet, SheetKind};
pub use style::{LineInk, NamedStyle, Style};
