//! Renderers: each draws a [`Scene`](crate::Scene) and knows nothing else.

mod raster;
mod svg;

pub use raster::Raster;
pub use svg::{SvgOptions, SvgTiming, to_animated_svg, to_svg};
