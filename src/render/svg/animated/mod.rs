//! Animated SVG.
//!
//! The document holds the picture twice: once as a *poster* that does not move, written as a still is, and once as the
//! *film*. The poster is what viewers show that ignore animation: the film is hidden by an attribute, and only an
//! animation of that attribute reveals it and hides the poster. Who asks for reduced motion gets the poster too, by a
//! media query.
//!
//! The film is animated by SMIL, not by CSS. Both play inside an `<img>`, but outlines have to move (mouths, and eyes
//! that change shape), and Safari does not animate `d` in CSS, while all browsers animate it in SMIL. One clock for
//! everything also keeps eyes, lids and body together, which two kinds of animation would not. What speaks for CSS is
//! that a media query can switch it off; here it hides the whole film instead. `!important` is what puts the query
//! above the animation of `display`, by the order of the cascade.
//!
//! Shapes of one frame are matched with those of the frames before, so that each element of the film is one shape over
//! time ([`alignment`]). Each of its attributes keeps only the frames that straight lines cannot give back ([`keys`]),
//! and those that do not change are plain attributes.

mod alignment;
mod clock;
mod element;
mod group;
mod keys;
mod member;
mod outline;
mod paint;
mod place;

use std::fmt::{self, Write};

use super::definitions::PREFIX;
use super::{SvgOptions, Writer, is_visible, layer_name, part_attribute, to_svg, uses};
use crate::error::Error;
use crate::scene::{Scene, Shape};
use alignment::align;
use clock::Clock;
use group::{Group, insert_new, placed};

/// How far each part of a point's motion may take it along an axis from where it is in a frame, in canvas units.
///
/// The parts are the shift, turn, skew and stretch of its group, the shift and stretch of its outline, and the point
/// itself; seldom are more than two of them off at once.
const STEP: f64 = 0.02;

/// The fastest that anything moves, in canvas units a second. Two shapes that lie farther apart in frames that follow
/// on each other are two shapes, or one that has jumped.
const SPEED: f64 = 360.0;

/// When the frames of an animated SVG are shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SvgTiming {
    /// How many frames there are, 1 to [`SvgTiming::MOST_FRAMES`]. Together they last `frames / fps` seconds.
    pub frames: u32,
    /// Frames a second, 0.01 to 240.
    pub fps: f64,
    /// How often it plays; 0 is for ever. After the last time it stays as it ended.
    pub loops: u16,
}

impl SvgTiming {
    /// The most frames: a minute at 30 a second. One document holds them all, and numbers of four places tell the times
    /// of so many apart to a tenth of a frame.
    pub const MOST_FRAMES: u32 = 1_800;

    fn check(&self) -> Result<(), Error> {
        if !(0.01..=240.0).contains(&self.fps) {
            let allowed = "0.01 to 240 frames a second".into();
            return Err(Error::Parameter { name: "fps".into(), value: self.fps.to_string(), allowed });
        }
        if self.frames == 0 {
            return Err(Error::Parameter { name: "frames".into(), value: "0".into(), allowed: "at least 1".into() });
        }
        if self.frames > Self::MOST_FRAMES {
            return Err(Error::Limit {
                what: "the animated SVG".into(),
                value: format!("{} frames", self.frames),
                limit: format!(
                    "{} frames, as one document holds all of them; lower --fps (what is between two frames is filled \
                     in) or --duration, or write .webp, or frames such as frame-%04d.svg",
                    Self::MOST_FRAMES
                ),
            });
        }
        Ok(())
    }
}

/// Writes scenes as one animated SVG document, which plays by itself, also in an `<img>`.
///
/// `scene_at(k, scene)` fills a scene with frame `k`. It is called once for each frame in turn, and once more for the
/// frame with which a round ends and, in a seamless loop, the next begins: `0..=frames`. Between frames, all moves in
/// straight lines. A single frame is a still: it is written as [`to_svg`] does.
///
/// `poster` is shown by viewers that ignore animation, and to people who ask their system for reduced motion. It should
/// be a pose that says what the film is about, with open eyes.
///
/// ```
/// use phiz::{Character, Drawing, Performance, Scene, Still, SvgOptions, SvgTiming, compose, to_animated_svg};
///
/// let show = Performance::new(Character::builtin("nubo")?.into(), "idle", Still::default(), 7)?;
/// let draw = |t: f64, scene: &mut Scene| compose(show.character(), &show.frame(t), &Drawing::default(), scene);
/// let mut poster = Scene::new();
/// draw(0.0, &mut poster);
/// let timing = SvgTiming { frames: 12, fps: 12.0, loops: 0 };
/// let file = to_animated_svg(&poster, &timing, &SvgOptions::default(), |k, scene| draw(f64::from(k) / 12.0, scene))?;
/// assert!(file.starts_with("<svg") && file.contains(r#" dur="1s" repeatCount="indefinite""#));
/// # Ok::<(), phiz::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`to_svg`]; [`Error::Parameter`] for no frames or a rate out of range, [`Error::Limit`] for too many frames.
pub fn to_animated_svg(
    poster: &Scene,
    timing: &SvgTiming,
    options: &SvgOptions,
    mut scene_at: impl FnMut(u32, &mut Scene),
) -> Result<String, Error> {
    timing.check()?;
    options.check()?;
    let mut scene = Scene::new();
    if timing.frames == 1 {
        scene_at(0, &mut scene);
        return to_svg(&scene, options);
    }
    let mut film = Film { groups: Vec::new(), farthest: SPEED / timing.fps };
    for frame in 0..=timing.frames {
        scene_at(frame, &mut scene);
        film.push(frame, &scene);
    }
    let shared = film.groups.iter().flat_map(Group::shared_paths);
    let mut writer = Writer::new(options, uses(poster).chain(shared));
    let clock = Clock::new(timing.frames, timing.fps, timing.loops);
    let written = write(poster, film, &clock, &mut writer);
    writer.finish(written)
}

fn write(poster: &Scene, film: Film, clock: &Clock, out: &mut Writer<'_>) -> fmt::Result {
    let (shown, hidden) = ("display:inline!important", "display:none!important");
    write!(out.body, "<style>@media (prefers-reduced-motion:reduce){{")?;
    writeln!(out.body, "#{PREFIX}poster{{{shown}}}#{PREFIX}film{{{hidden}}}}}</style>")?;
    writeln!(out.body, r#"<g id="{PREFIX}poster"><set attributeName="display" to="none"/>"#)?;
    out.write_scene(poster)?;
    out.body.push_str("</g>\n");
    writeln!(out.body, r#"<g id="{PREFIX}film" display="none"><set attributeName="display" to="inline"/>"#)?;
    film.write(clock, out)?;
    out.body.push_str("</g>\n");
    Ok(())
}

/// All that is seen in any frame, back to front.
struct Film {
    groups: Vec<Group>,
    /// How far something may move from one frame to the next, in canvas units.
    farthest: f64,
}

impl Film {
    fn push(&mut self, frame: u32, scene: &Scene) {
        let visible: Vec<&Shape> = scene.shapes().iter().filter(|s| is_visible(scene, s)).collect();
        let belong = |a: &&Shape, b: &&Shape| (a.layer, &a.part, a.transform) == (b.layer, &b.part, b.transform);
        let runs: Vec<&[&Shape]> = visible.chunk_by(belong).collect();
        let matches =
            align(runs.len(), self.groups.len(), |i, j| self.groups.get(j)?.cost(frame, runs.get(i)?, self.farthest));
        insert_new(&mut self.groups, &matches, |i| Group::new(scene, runs.get(i)?));
        for (run, index) in runs.iter().zip(placed(&matches)) {
            if let Some(group) = self.groups.get_mut(index) {
                group.push(frame, scene, run, self.farthest);
            }
        }
        self.groups.iter_mut().for_each(|group| group.leave(frame));
    }

    fn write(self, clock: &Clock, out: &mut Writer<'_>) -> fmt::Result {
        let mut groups = self.groups.into_iter().peekable();
        while let Some(first) = groups.next() {
            let layer = first.layer;
            writeln!(out.body, r#"<g data-layer="{}">"#, layer_name(layer))?;
            let mut group = Some(first);
            while let Some(this) = group {
                let part = part_attribute(&this.part);
                this.write(&part, clock, out)?;
                group = groups.next_if(|next| next.layer == layer);
            }
            out.body.push_str("</g>\n");
        }
        Ok(())
    }
}
