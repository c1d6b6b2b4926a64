//! Fitting a face to a body: the sphere it lives on, and how large its eyes are.

use kurbo::Point;

use super::art::Art;
use super::file::HeadFile;
use super::palette::{ink_and_rim, ink_on};
use crate::color::Color;
use crate::face::{Eye, EyeShape, FaceKind, FaceScale, LINE_WEIGHT, RIM, Side, eye_radius};
use crate::finding::Findings;
use crate::geometry::{Head, Region, SpanTable};
use crate::scene::CANVAS;

use super::State;

/// A fitted face.
pub(super) struct Fit {
    pub head: Head,
    pub eye_radius: f64,
}

/// The radius of the smallest circle a face is put into, in canvas units.
const LEAST_ROOM: f64 = 6.0;

/// The radius of a calm place, in canvas units, under which a busy one is better.
const SMALL_PLACE: f64 = 15.0;

/// How high a face sits on a body that leaves the choice, from the top (0) to the bottom (1).
const FACE_HEIGHT: f64 = 0.52;

/// Fits the head sphere into the silhouette.
///
/// A feature at the limb of the sphere is flat in the tangent plane: a point of it at distance d from its place is at
/// most `sqrt(radius^2 + d^2)` from the centre on the canvas. So with the largest disc that fits in the silhouette of
/// radius R, and D the furthest that any feature of any state reaches from its place, a sphere of radius
/// `sqrt(R^2 - D^2)` keeps all ink on the body in every pose and for every gaze, with nothing to correct per frame.
pub(super) fn fit(art: &Art, wanted: HeadFile, scale: &FaceScale, states: &[State], findings: &mut Findings) -> Fit {
    let region = Region::new(&art.body.outline);
    let (center, room) = match wanted.center {
        Some(center) => (center, region.clearance(center)),
        None => disc(art, &region),
    };
    let bounds = kurbo::Shape::bounding_box(&*art.body.outline);
    let (center, room) = if room >= LEAST_ROOM {
        (center, room)
    } else if art.authored || wanted.center.is_some() {
        findings.error(
            wanted.center.and(wanted.place),
            format!(
                "there is no room for a face at {:.0}, {:.0}: a circle of {room:.0} units fits",
                center.x, center.y
            ),
            format!("draw a body in which a circle of {LEAST_ROOM} units fits, or move head.center"),
        );
        (center, LEAST_ROOM)
    } else {
        // Lines and letters without a place of their own for a face: it is drawn over their middle, and as large as they
        // are together.
        findings.warning(None, "there is no place for a face in this art: it is drawn over its middle", "");
        (bounds.center(), (0.32 * bounds.area().sqrt()).max(LEAST_ROOM))
    };
    let spans = SpanTable::new(&art.body.outline, center.x);
    let unit = if art.authored {
        eye_radius(spans.at(center.y).width(), bounds.height())
    } else {
        // The body of foreign art is the calm region its face was fitted to; of a small one the face takes more.
        eye_radius(2.0 * room, 2.0 * room) * (1.0 + 0.5 * ((48.0 - room) / 32.0).clamp(0.0, 1.0))
    };
    // Only foreign art is ever so colourful that its face needs a rim.
    let rim = if art.authored { 0.0 } else { RIM * LINE_WEIGHT * scale.face };
    let reach = |unit: f64| {
        let ink = states.iter().map(|s| feature_reach(unit * scale.face, scale, s)).fold(0.0, f64::max);
        ink + rim * unit + 1.0
    };
    // A face too large for its body would leave no room to turn; its eyes are made smaller instead.
    let unit = unit * (0.62 * room / reach(unit)).min(1.0);
    let reach = reach(unit);
    let safe = (room * room - reach * reach).sqrt();
    let radius = match wanted.radius {
        Some(radius) if radius > safe + 0.5 => {
            findings.warning(
                wanted.place,
                format!(
                    "a head radius of {radius} is more than fits: {safe:.1} is used, so that the face stays on the body"
                ),
                "lower head.radius, or leave it out",
            );
            safe
        }
        Some(radius) => radius.min(safe),
        None => safe,
    };
    Fit { head: Head { center, radius }, eye_radius: unit }
}

/// The furthest that ink of any feature reaches from its place, in any face, in canvas units.
fn feature_reach(unit: f64, scale: &FaceScale, state: &State) -> f64 {
    let line = LINE_WEIGHT * unit;
    let mut reach: f64 = 1.2 * unit;
    for (_, kind) in FaceKind::ALL {
        let layout = kind.mix().layout();
        for look in state.eyes {
            // Open eyes are a dot or a capsule; the capsule fills more of its box.
            let shape = look.shape.unwrap_or(EyeShape::Capsule);
            let size = [
                unit * layout.eye[0] * scale.eye_width * state.scale.eye_width * look.size,
                unit * layout.eye[1] * scale.eye_height * state.scale.eye_height * look.size,
            ];
            reach = reach.max(Eye::of(shape, look.size, 1.0).outline(Side::Left, size, line).reach());
        }
        if layout.has_mouth > 0.0 {
            reach = reach.max(unit * layout.mouth_size * state.mouth.form.reach() + 0.5 * line);
        }
    }
    reach * state.scale.face
}

/// The disc the face is fitted to: the largest, or on foreign art the largest calm one.
fn disc(art: &Art, region: &Region) -> (Point, f64) {
    let anywhere = region.best_disc(FACE_HEIGHT, &[]);
    if art.authored {
        return centered(region, anywhere, kurbo::Shape::bounding_box(&*art.body.outline).center().x);
    }
    // How much a region is worth the less calm it is: a small calm place beats a large busy one, up to a point.
    // A place in which one would have to look for the face is worth less than any other.
    let mut best = ((0.3 * anywhere.1).max(SMALL_PLACE.min(0.8 * anywhere.1)), anywhere);
    let edges = edges(art, region);
    for (threshold, worth) in [(0.06, 1.0), (0.14, 0.85), (0.3, 0.6), (0.55, 0.42)] {
        let busy: Vec<Point> = edges.iter().filter(|(_, edge)| *edge > threshold).map(|(p, _)| *p).collect();
        let found = region.best_disc(FACE_HEIGHT, &busy);
        if worth * found.1 > best.0 {
            best = (worth * found.1, found);
        }
    }
    best.1
}

/// On a body that is symmetrical, or nearly so, the face is in the middle.
fn centered(region: &Region, (center, radius): (Point, f64), middle: f64) -> (Point, f64) {
    let moved = Point::new(middle, center.y);
    let clearance = region.clearance(moved);
    if clearance >= 0.985 * radius { (moved, clearance) } else { (center, radius) }
}

fn cell(art: &Art) -> f64 {
    CANVAS / art.calm.size() as f64
}

/// Where within the silhouette colours change, and how much. Its own edge does not count.
fn edges(art: &Art, region: &Region) -> Vec<(Point, f64)> {
    let (size, cell) = (art.calm.size(), cell(art));
    let mut edges = Vec::new();
    for row in 0..size {
        for column in 0..size {
            let edge = art.calm.edge(column, row);
            if edge > 0.05 {
                let p = Point::new((column as f64 + 0.5) * cell, (row as f64 + 0.5) * cell);
                if region.clearance(p) > 2.5 * cell {
                    edges.push((p, edge));
                }
            }
        }
    }
    edges
}

/// What a face stands on.
pub(super) struct Ground {
    /// Its colour.
    pub color: Color,
    /// An ink that reads on it.
    pub ink: Color,
    /// What goes around the ink, where it does not read on all of it.
    pub rim: Option<Color>,
}

/// The least contrast of ink, with no rim around it, on nearly all of what is under it.
const LEAST_CONTRAST: f64 = 2.5;

/// The ground under a face, and what reads on it.
pub(super) fn ground(art: &Art, head: Head) -> Ground {
    let (size, cell) = (art.calm.size(), cell(art));
    let mut under: Vec<Color> = Vec::new();
    let mut elsewhere: Vec<Color> = Vec::new();
    let mut covered = 0.0;
    let mut cells = 0.0;
    for row in 0..size {
        for column in 0..size {
            let p = Point::new((column as f64 + 0.5) * cell, (row as f64 + 0.5) * cell);
            let color = art.calm.color(column, row);
            if p.distance(head.center) <= head.radius {
                covered += f64::from(color.a) / 255.0;
                cells += 1.0;
                if color.a > 128 {
                    under.push(color.with_alpha(1.0));
                }
            }
            if color.a > 200 {
                elsewhere.push(color.with_alpha(1.0));
            }
        }
    }
    let share: f64 = covered / f64::max(cells, 1.0);
    // Within line art the face stands on whatever is behind the picture: it is drawn in the art's own line colour.
    if share < 0.03 || under.is_empty() {
        let line = mean(&elsewhere);
        return Ground { color: line, ink: line, rim: None };
    }
    let mean = mean(&under);
    let by_light = |a: &&Color, b: &&Color| a.luminance().total_cmp(&b.luminance());
    let mut sorted: Vec<&Color> = under.iter().collect();
    sorted.sort_by(by_light);
    // Nearly all of it: a few outliers must not decide.
    let tones = [*sorted[sorted.len() / 10], *sorted[sorted.len() * 9 / 10], mean];
    let ink = ink_on(mean, &tones);
    let reads = tones.iter().all(|tone| ink.contrast(*tone) >= LEAST_CONTRAST);
    // Letters are little of the ground, and yet an eye over them would be one with them.
    let lost = under.iter().filter(|tone| ink.contrast(**tone) < 1.6).count() as f64;
    if reads && share > 0.9 && lost < 0.04 * under.len() as f64 {
        Ground { color: mean, ink, rim: None }
    } else {
        // Light and dark in turn, or paper that is not known: a dark ink in a light rim reads on all of it.
        let [ink, rim] = ink_and_rim(mean);
        Ground { color: mean, ink, rim: Some(rim) }
    }
}

fn mean(colors: &[Color]) -> Color {
    let count = colors.len().max(1) as f64;
    let sum = |channel: fn(&Color) -> u8| colors.iter().map(|c| f64::from(channel(c))).sum::<f64>() / count;
    Color::rgb(sum(|c| c.r).round() as u8, sum(|c| c.g).round() as u8, sum(|c| c.b).round() as u8)
}
