//! Where the drawing goes on the canvas.

use kurbo::{Affine, Rect};

use super::calm::CALM_SIZE;
use super::guard::guarded;
use super::read::Refused;
use super::silhouette::Raster;
use super::survey::Survey;
use super::{document, limits};
use crate::finding::Findings;
use crate::scene::CANVAS;

/// Pixels along each side of the canvas when a silhouette is traced.
const RASTER_SIZE: usize = 512;

/// The square that art without a canvas of its own is fitted into: room is left for bounce and parts.
const ROOM: Rect = Rect::new(20.0, 20.0, 180.0, 180.0);

/// From the file's units to the canvas, and where the ink then is.
pub(super) struct Fit {
    /// File units → canvas units.
    pub map: Affine,
    /// The box of all ink, in canvas units.
    pub bounds: Rect,
    /// What it looks like there, finely.
    pub raster: Raster,
    /// The same, coarsely.
    pub coarse: Raster,
}

/// Fits a tree: an authored file with the canvas as its view box stays as it is; anything else has its ink (the view
/// box may be missing or wrong) centred in [`ROOM`].
pub(super) fn fit(
    document: &roxmltree::Document,
    tree: &usvg::Tree,
    authored: bool,
    findings: &mut Findings,
) -> Result<Fit, Refused> {
    let drawn = Survey::of(tree, Affine::IDENTITY, CALM_SIZE as f64).ink;
    // Lines have a width or a height of 0.
    let Some(geometric) = drawn.filter(|r| r.is_finite() && r.width().max(r.height()) > 0.0) else {
        return nothing_drawn(findings);
    };
    let largest = [geometric.x0, geometric.y0, geometric.x1, geometric.y1].iter().fold(0.0, |a: f64, v| a.max(v.abs()));
    if largest > limits::MAX_OWN_COORDINATE {
        let message = format!("the drawing reaches out to {largest:.0}, over the limit of 10 million units");
        findings.error(None, message, "scale it down, or move it near the origin");
        return Err(Refused);
    }
    let size = geometric.width().max(geometric.height());
    if size < limits::MIN_OWN_SIZE {
        let message = format!("the drawing is only {size:e} units large: round shapes get corners");
        findings.warning(None, message, "scale it up");
    }
    let as_it_is = authored && document::view_box(document) == Some([0.0, 0.0, CANVAS, CANVAS]);
    let mut map = if as_it_is { Affine::IDENTITY } else { centred(geometric) };
    let mut coarse = draw(tree, map, CALM_SIZE, findings)?;
    if !as_it_is {
        // Masks, clips and clear paint hide some of what the geometry says: look, and fit to what shows.
        for _ in 0..3 {
            let Some(seen) = ink(&coarse, map.transform_rect_bbox(geometric)) else { return nothing_drawn(findings) };
            let off = (seen.width().max(seen.height()) - ROOM.width()).abs() + seen.center().distance(ROOM.center());
            if off < 2.0 * coarse.pixel() {
                break;
            }
            map = centred(map.inverse().transform_rect_bbox(seen));
            coarse = draw(tree, map, CALM_SIZE, findings)?;
        }
    }
    let raster = draw(tree, map, RASTER_SIZE, findings)?;
    let Some(bounds) = ink(&raster, map.transform_rect_bbox(geometric)) else { return nothing_drawn(findings) };
    Ok(Fit { map, bounds, raster, coarse })
}

/// The box of what shows. The rendered one is good to a pixel; where the geometry says the same, it is exact.
fn ink(raster: &Raster, geometric: Rect) -> Option<Rect> {
    let tolerance = 1.5 * raster.pixel();
    let side = |seen: f64, exact: f64| if (seen - exact).abs() <= tolerance { exact } else { seen };
    raster.ink().map(|seen| {
        Rect::new(
            side(seen.x0, geometric.x0),
            side(seen.y0, geometric.y0),
            side(seen.x1, geometric.x1),
            side(seen.y1, geometric.y1),
        )
    })
}

/// Draws a tree onto a canvas of some pixels, if that is safe.
pub(super) fn draw(tree: &usvg::Tree, map: Affine, size: usize, findings: &mut Findings) -> Result<Raster, Refused> {
    let pixels = Affine::scale(size as f64 / CANVAS) * map;
    if let Some((message, help)) = Survey::of(tree, pixels, size as f64).refusal() {
        findings.error(None, message, help);
        return Err(Refused);
    }
    guarded(|| Raster::draw(tree, map, size)).ok_or_else(|| {
        findings.error(None, "the drawing cannot be drawn: its numbers are out of all proportion", "simplify it");
        Refused
    })
}

fn nothing_drawn(findings: &mut Findings) -> Result<Fit, Refused> {
    let help = "give it at least one shape with a fill or a stroke that is not hidden";
    findings.error(None, "the file draws nothing", help);
    Err(Refused)
}

fn centred(ink: Rect) -> Affine {
    let scale = ROOM.width() / ink.width().max(ink.height());
    Affine::translate(ROOM.center().to_vec2()) * Affine::scale(scale) * Affine::translate(-ink.center().to_vec2())
}
