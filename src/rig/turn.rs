//! Turning a bone of a finished frame, and all that it carries with it.

use glam::{DAffine3, DQuat};

use super::rig::Rig;

/// How a bone is turned after its clip. Both give the same pose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// By its local rotation, `inverse(rotation of what carries it) * wanted`; then the chain below is computed again.
    Local,
    /// By its world matrix in the finished frame, which is carried down to all below it. How bones were set to lie in
    /// each other stays as the clip wrote it. From root to tip: turning a bone by [`Path::Local`] later computes all
    /// below it from how they were set.
    World,
}

impl<const N: usize> Rig<N> {
    /// Turns a bone of the finished frame so that its rotation in the world is `wanted`. It stays where it is, and what it
    /// carries goes with it. A rotation that is not finite, or has no length, changes nothing.
    ///
    /// ```
    /// use glam::{DQuat, DVec3};
    /// use phiz::rig::{Bone, FaceRig, Path, Skeleton};
    /// let mut rig = FaceRig::new(Skeleton::FACE);
    /// rig.turn(Bone::Head, DQuat::from_rotation_y(0.5), Path::World);
    /// assert!((rig.finished().rotation(Bone::EyeLeft) * DVec3::Z).x > 0.47);
    /// ```
    pub fn turn(&mut self, bone: impl Into<usize>, wanted: DQuat, path: Path) {
        let bone = bone.into();
        let Ok(wanted) = super::joint::unit("rotation", wanted) else { return };
        if bone >= N {
            return;
        }
        let mut below = self.skeleton.below(bone);
        match path {
            Path::Local => {
                let carrier = self.skeleton.parent(bone).map_or(DQuat::IDENTITY, |parent| self.front.rotation(parent));
                let joint = &mut self.front.joints[bone];
                *joint = joint.with_rotation((carrier.inverse() * wanted).normalize());
                below[bone] = true;
                self.front.chain(&self.skeleton, below);
            }
            Path::World => {
                let before = self.front.worlds;
                let worlds = &mut self.front.worlds;
                worlds[bone] = DAffine3::from_rotation_translation(wanted, before[bone].translation);
                for child in (bone + 1..N).filter(|child| below[*child]) {
                    if let Some(parent) = self.skeleton.parent(child) {
                        worlds[child] = worlds[parent] * (before[parent].inverse() * before[child]);
                    }
                }
            }
        }
    }
}
