//! The rig: bones that carry each other, and a head and eyes that look at something while a clip moves the rest.
//!
//! ```text
//! a clip, or whatever else moves bones
//!    | local rotations and translations       Rig::begin, Unfinished::set
//! the frame that is being written
//!    | world matrices along the chain         Unfinished::finish
//! the last finished frame                     Rig::finished
//!    | head and eyes take over                Gaze::update, Rig::turn
//! the frame as it is seen
//! ```
//!
//! ```
//! use glam::{DQuat, DVec3};
//! use phiz::rig::{Bone, FaceRig, Gaze, Joint, Path, RootMatrix, Skeleton};
//! let mut rig = FaceRig::new(Skeleton::FACE);
//! let mut gaze = Gaze::new(Path::Local);
//! for frame in 0..120 {
//!     let mut next = rig.begin();
//!     next.set(Bone::Body, Joint::new(DQuat::from_rotation_y(0.01 * f64::from(frame)), DVec3::ZERO)?);
//!     next.finish();
//!     gaze.update(&mut rig, &RootMatrix::IDENTITY, Some(DVec3::new(0.0, 0.0, 5.0)), 1.0 / 60.0);
//! }
//! // The body has turned by 1.19 radians, and the head still looks ahead.
//! let nose = rig.finished().rotation(Bone::Head) * DVec3::Z;
//! assert!(nose.dot(DVec3::Z) > 0.999);
//! # Ok::<(), phiz::Error>(())
//! ```
//!
//! # Conventions
//!
//! The space of a rig is head space: x to the viewer's right, y up, z towards the viewer; a bone at rest faces +z. World
//! means that space. Where the model itself stands, and how large it is, says its [`RootMatrix`]: it is no part of the
//! bones' matrices, and a target comes in through its inverse before any direction is computed.
//!
//! # Nothing piles up
//!
//! Each frame is written from rest, and head and eyes are turned from what this frame's clip has made of them. What is
//! kept between frames is where the head pointed (in the world) and how the eyes lay in it: so a clip that ends, jumps or
//! goes round moves neither.

mod aim;
mod clamp;
mod forward;
mod gaze;
mod joint;
#[expect(clippy::module_inception, reason = "a rig is what this folder is about")]
mod rig;
mod root;
mod skeleton;
mod swing_twist;
mod turn;

pub(crate) use aim::{eyes_toward, head_toward};
pub use clamp::{clamp_angles, clamp_rotation};
pub use forward::{Declared, Forward};
pub use gaze::Gaze;
pub use joint::Joint;
pub use rig::{FaceRig, Finished, Rig, Unfinished};
pub use root::RootMatrix;
pub use skeleton::{Bone, Skeleton};
pub use swing_twist::swing_twist;
pub use turn::Path;
