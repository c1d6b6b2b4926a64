//! How head and eyes have to be turned to look in a direction.

use glam::{DQuat, DVec3};

use super::clamp::clamp_angles;
use crate::gaze::Limits;
use crate::geometry::{angles, direction, turned};

/// The rotation in the world with which a head faces in a direction, as far as its limits over the neck let it. `neck` and
/// `head` are how they are turned in the world. How far the head leans to its shoulders stays as it is.
pub(crate) fn head_toward(neck: DQuat, head: DQuat, to: DVec3, limits: &Limits) -> DQuat {
    let [_, _, roll] = angles(neck.inverse() * head);
    let [yaw, pitch] = clamp_angles(direction(neck.inverse() * to), limits);
    neck * turned([yaw, pitch, roll])
}

/// The rotation in the head with which an eye looks in a direction of the world, as far as its limits let it.
pub(crate) fn eyes_toward(head: DQuat, to: DVec3, limits: &Limits) -> DQuat {
    let [yaw, pitch] = clamp_angles(direction(head.inverse() * to), limits);
    turned([yaw, pitch, 0.0])
}
