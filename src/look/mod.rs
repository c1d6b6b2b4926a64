//! Look-at: parameters that follow a target.
//!
//! The pieces of Live2D's look-at, for programs with targets of their own. A [`LookParameter`] says which parameter
//! follows which axis, and how far. A [`LookController`] collects them, takes the place of a [`LookTarget`] into the
//! character's space, smooths it and blends it into [`Parameters`](crate::Parameters).
//!
//! ```
//! use phiz::Parameters;
//! use phiz::look::{LookController, LookParameter, LookSpace, PointTarget};
//!
//! let mut parameters = Parameters::standard();
//! let mut controller = LookController::new(LookSpace::default());
//! controller.add(LookParameter::standard(&parameters)?);
//! controller.refresh(&parameters)?;
//!
//! let target = PointTarget::at([1.0, 0.5, 0.0]);
//! for _frame in 0..60 {
//!     parameters.restore();
//!     controller.update(1.0 / 60.0, &target, &mut parameters);
//! }
//! let turn = parameters.value(parameters.slot("ParamAngleX")?);
//! assert!((turn - 30.0).abs() < 0.1);
//! # Ok::<(), phiz::Error>(())
//! ```
//!
//! A controller steps from frame to frame. Its smoothing is all but independent of the frame rate (to about 0.002 of the
//! way), not to the last bit: film with one step, or use [`gaze::Tracker`](crate::gaze::Tracker), which has its own clock.

mod controller;
mod parameter;
mod smooth_damp;
mod space;
mod target;

pub use controller::LookController;
pub use parameter::{Axis, LookParameter};
pub use smooth_damp::SmoothDamp;
pub use space::LookSpace;
pub use target::{LookTarget, PathTarget, PointTarget, PointerTarget};
