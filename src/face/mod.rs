//! The features of a face: their shapes and sizes. Knows nothing of heads, states or files.

mod brow;
mod eye;
mod kind;
mod mouth;
mod outline;
mod overlay;
mod size;

pub use brow::Brow;
pub use eye::{Eye, EyeShape, Side};
pub(crate) use kind::Layout;
pub use kind::{FaceKind, FaceMix};
pub use mouth::Mouth;
pub use overlay::Overlay;
pub(crate) use size::RIM;
pub use size::{FaceScale, LINE_WEIGHT, eye_radius};
