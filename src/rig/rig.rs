//! Two frames of bones: the last finished one, and the one that is being written.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::joint::Joint;
use super::skeleton::Skeleton;

/// The rig of a character, with the bones of [`Bone`](super::Bone).
pub type FaceRig = Rig<6>;

/// N bones over time, in two buffers. Nothing of it is on the heap.
///
/// What is read is always the last finished frame, all of it. That is a matter of types: a frame that is being written
/// has no world matrices to be read, it becomes the finished one at once when it is handed in, and the compiler lets
/// nobody keep a look at a frame across a change of it.
///
/// ```compile_fail
/// use phiz::rig::{Bone, FaceRig, Skeleton};
/// let mut rig = FaceRig::new(Skeleton::FACE);
/// let seen = rig.finished();
/// rig.begin().finish();
/// seen.world(Bone::Head); // error: `rig` was changed while it was looked at
/// ```
///
/// A number that no bone has is harmless: it is never moved, and stands at the origin.
#[derive(Clone, PartialEq, Debug)]
pub struct Rig<const N: usize> {
    pub(super) skeleton: Skeleton<N>,
    pub(super) front: Finished<N>,
    back: [Joint; N],
    /// How the finished frame was written, before any bone of it was turned.
    written: [Joint; N],
}

/// A frame in which every bone has its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished<const N: usize> {
    pub(super) joints: [Joint; N],
    pub(super) worlds: [DAffine3; N],
}

/// A frame that is being written: every bone is at rest until it is set. Dropped, it never was.
#[must_use = "a frame that is not finished is thrown away"]
#[derive(Debug)]
pub struct Unfinished<'a, const N: usize> {
    rig: &'a mut Rig<N>,
}

impl<const N: usize> Rig<N> {
    /// All bones at rest.
    pub fn new(skeleton: Skeleton<N>) -> Self {
        let (joints, worlds) = ([Joint::REST; N], [DAffine3::IDENTITY; N]);
        Self { skeleton, front: Finished { joints, worlds }, back: joints, written: joints }
    }

    /// Which bone carries which.
    pub fn skeleton(&self) -> &Skeleton<N> {
        &self.skeleton
    }

    /// The last finished frame.
    pub fn finished(&self) -> &Finished<N> {
        &self.front
    }

    /// Begins the next frame, from rest.
    pub fn begin(&mut self) -> Unfinished<'_, N> {
        self.back = [Joint::REST; N];
        Unfinished { rig: self }
    }

    /// Takes back every [`Rig::turn`] since the frame was finished.
    pub fn restore(&mut self) {
        self.front.joints = self.written;
        self.front.chain(&self.skeleton, [true; N]);
    }
}

impl<const N: usize> Unfinished<'_, N> {
    /// How a bone lies in the one that carries it.
    pub fn set(&mut self, bone: impl Into<usize>, joint: Joint) {
        if let Some(own) = self.rig.back.get_mut(bone.into()) {
            *own = joint;
        }
    }

    /// The frame before this one, which is still the one that is seen.
    pub fn last(&self) -> &Finished<N> {
        &self.rig.front
    }

    /// Makes this the finished frame: world matrices are computed along the chain.
    pub fn finish(self) {
        self.rig.written = self.rig.back;
        self.rig.restore();
    }
}

impl<const N: usize> Finished<N> {
    /// From a bone's own axes to the world of the rig.
    pub fn world(&self, bone: impl Into<usize>) -> DAffine3 {
        self.worlds.get(bone.into()).copied().unwrap_or(DAffine3::IDENTITY)
    }

    /// How a bone is turned in the world.
    pub fn rotation(&self, bone: impl Into<usize>) -> DQuat {
        let DMat3 { x_axis, y_axis, z_axis } = self.world(bone).matrix3;
        DQuat::from_rotation_axes(x_axis, y_axis, z_axis).normalize()
    }

    /// Where a bone is in the world.
    pub fn position(&self, bone: impl Into<usize>) -> DVec3 {
        self.world(bone).translation
    }

    /// How a bone was set to lie in the one that carries it. What was turned by [`Path::World`](super::Path::World) is
    /// not in it.
    pub fn joint(&self, bone: impl Into<usize>) -> Joint {
        self.joints.get(bone.into()).copied().unwrap_or_default()
    }

    /// Computes the world matrices of some bones from those that carry them, root to tip.
    pub(super) fn chain(&mut self, skeleton: &Skeleton<N>, which: [bool; N]) {
        for bone in (0..N).filter(|bone| which[*bone]) {
            let own = self.joints[bone].matrix();
            self.worlds[bone] = skeleton.parent(bone).map_or(own, |parent| self.worlds[parent] * own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turned;
    use crate::rig::{Bone, Path};

    fn joint(angles: [f64; 3], translation: [f64; 3]) -> Joint {
        Joint::new(turned(angles), translation.into()).unwrap()
    }

    #[test]
    fn places_go_along_the_chain() {
        let mut rig = FaceRig::new(Skeleton::FACE);
        let mut next = rig.begin();
        next.set(Bone::Root, joint([0.0; 3], [5.0, 0.0, 0.0]));
        // A quarter clockwise: what was up is right.
        next.set(Bone::Body, joint([0.0, 0.0, 90.0], [0.0, 1.0, 0.0]));
        next.set(Bone::Neck, joint([0.0; 3], [0.0, 2.0, 0.0]));
        next.set(Bone::Head, joint([0.0, 0.0, -90.0], [0.0, 1.0, 0.0]));
        next.set(Bone::EyeLeft, joint([0.0; 3], [0.5, 0.0, 1.0]));
        next.finish();
        let seen = rig.finished();
        for (bone, place) in [
            (Bone::Body, [5.0, 1.0, 0.0]),
            (Bone::Neck, [7.0, 1.0, 0.0]),
            (Bone::Head, [8.0, 1.0, 0.0]),
            (Bone::EyeLeft, [8.5, 1.0, 1.0]),
        ] {
            assert!((seen.position(bone) - DVec3::from(place)).length() < 1e-14, "{bone:?}");
        }
        assert!((seen.rotation(Bone::Neck) * DVec3::Y - DVec3::X).length() < 1e-14);
        assert!((seen.rotation(Bone::Head) * DVec3::Y - DVec3::Y).length() < 1e-14);
    }

    #[test]
    fn a_reader_sees_the_last_finished_frame_whole() {
        let mut rig = FaceRig::new(Skeleton::FACE);
        let write = |next: &mut Unfinished<'_, 6>, turn: f64| {
            for bone in [Bone::Root, Bone::Body, Bone::Neck, Bone::Head] {
                next.set(bone, joint([turn, 0.0, 0.0], [0.0, turn, 0.0]));
            }
        };
        let mut first = rig.begin();
        write(&mut first, 10.0);
        first.finish();
        let before = rig.finished().clone();
        assert!((before.position(Bone::Head).y - 40.0).abs() < 1e-12);

        let mut second = rig.begin();
        write(&mut second, 20.0);
        assert_eq!(*second.last(), before, "nothing is seen of what is being written");
        drop(second);
        assert_eq!(*rig.finished(), before, "what is not finished never was");

        let mut third = rig.begin();
        write(&mut third, 30.0);
        third.finish();
        assert!((rig.finished().position(Bone::Head).y - 120.0).abs() < 1e-12);
        // Turned and taken back.
        for path in [Path::Local, Path::World] {
            let before = rig.clone();
            rig.turn(Bone::Neck, turned([50.0, 20.0, 0.0]), path);
            assert_ne!(rig, before);
            rig.restore();
            assert_eq!(rig, before);
        }
        // Begun again, everything is at rest: nothing is left of what was thrown away or shown.
        rig.begin().finish();
        assert_eq!(rig, FaceRig::new(Skeleton::FACE));
    }

    #[test]
    fn numbers_that_no_bone_has_are_harmless() {
        let mut rig = FaceRig::new(Skeleton::FACE);
        let mut next = rig.begin();
        next.set(6_usize, joint([10.0, 0.0, 0.0], [1.0; 3]));
        next.set(usize::MAX, joint([10.0, 0.0, 0.0], [1.0; 3]));
        next.finish();
        assert_eq!(rig, FaceRig::new(Skeleton::FACE));
        assert_eq!((rig.finished().world(99_usize), rig.finished().joint(99_usize)), Default::default());
    }
}
