//! How large art may be. Whatever is over a limit is refused with the limit named, before any work is put into it.

/// Bytes of a file.
pub(super) const MAX_BYTES: usize = 8 << 20;
/// XML nodes of a file.
pub(super) const MAX_NODES: u32 = 400_000;
/// Elements inside elements, counted through `use`, masks, patterns and the like. usvg and resvg recurse this deep, on
/// the stack of whatever thread they run on (2 MiB for a worker).
pub(super) const MAX_NESTING: usize = 100;
/// Bytes the file grows to when every reference is followed.
pub(super) const MAX_EXPANDED: u64 = 64 << 20;
/// Style rules times elements: each rule is tried on each element.
pub(super) const MAX_STYLING: usize = 20_000_000;
/// Points of all paths together.
pub(super) const MAX_POINTS: usize = 200_000;
/// The largest coordinate, once the art is on the canvas, in canvas units: the rasteriser counts in small integers.
pub(super) const MAX_COORDINATE: f64 = 1e5;
/// The largest coordinate in the file's own units: single precision keeps a hundredth of a unit up to here.
pub(super) const MAX_OWN_COORDINATE: f64 = 1e7;
/// Smaller drawings, in units of their own, are not read exactly: what usvg takes for 0 is as large as they are.
pub(super) const MIN_OWN_SIZE: f64 = 1e-3;
/// Pixels an embedded image or a pattern's tile may have.
pub(super) const MAX_TILE: f64 = 16e6;
/// Pixels that are touched to draw the art once at the size it is traced: some seconds.
pub(super) const MAX_EFFORT: f64 = 1e9;
