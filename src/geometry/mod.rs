//! Pure geometry: rotations, the sphere, silhouettes. Knows nothing of faces, files or pixels.
//!
//! Head space has x to the viewer's right, y up and z towards the viewer; the canvas has y down. Angles are degrees.

mod angle;
mod disc;
mod distance;
mod pose;
mod quaternion;
mod span;
mod sphere;
mod wrap;

pub(crate) use angle::{finite, sin_cos, wrapped};
pub(crate) use disc::Region;
pub(crate) use distance::distance_to;
pub use pose::{Pose, Rotation};
pub(crate) use quaternion::{angles, direction, slerp, turned};
pub use span::{Span, SpanTable};
pub use sphere::{Head, Projection, RestPlace, Tangent};
pub(crate) use wrap::wrap;
