//! Which bone carries which.

use crate::Error;

/// The bones of a character, from root to tip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Bone {
    /// Carries everything.
    Root,
    /// The trunk.
    Body,
    /// Between trunk and head.
    Neck,
    /// The head.
    Head,
    /// The character's own left eye.
    EyeLeft,
    /// Its right eye.
    EyeRight,
}

impl From<Bone> for usize {
    fn from(bone: Bone) -> Self {
        bone as Self
    }
}

/// A tree of N bones, known by their numbers from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skeleton<const N: usize> {
    parents: [Option<usize>; N],
}

impl Skeleton<6> {
    /// The bones of a character; their numbers are those of [`Bone`].
    pub const FACE: Self = Self {
        parents: [
            None,
            Some(Bone::Root as usize),
            Some(Bone::Body as usize),
            Some(Bone::Neck as usize),
            Some(Bone::Head as usize),
            Some(Bone::Head as usize),
        ],
    };
}

impl<const N: usize> Skeleton<N> {
    /// A tree of its own: for each bone the one that carries it, which comes before it. What nothing carries stands by
    /// itself; the first bone always does.
    ///
    /// ```
    /// use phiz::rig::Skeleton;
    /// assert!(Skeleton::new([None, Some(0), Some(0), Some(2)]).is_ok());
    /// assert!(Skeleton::new([None, Some(2), Some(1)]).is_err());
    /// ```
    ///
    /// # Errors
    /// If a bone is carried by itself or by one that comes after it.
    pub fn new(parents: [Option<usize>; N]) -> Result<Self, Error> {
        match parents.iter().enumerate().find(|(bone, parent)| parent.is_some_and(|parent| parent >= *bone)) {
            None => Ok(Self { parents }),
            Some((bone, parent)) => Err(Error::Parameter {
                name: format!("parent of bone {bone}"),
                value: parent.map_or_else(String::new, |parent| parent.to_string()),
                allowed: "a bone that comes before it".into(),
            }),
        }
    }

    /// The bone that carries another; none for one that stands by itself, and for a number that no bone has.
    pub fn parent(&self, bone: impl Into<usize>) -> Option<usize> {
        self.parents.get(bone.into()).copied().flatten()
    }

    /// Which bones a bone carries, directly or by others.
    pub fn below(&self, bone: impl Into<usize>) -> [bool; N] {
        let bone = bone.into();
        let mut below = [false; N];
        for (index, parent) in self.parents.iter().enumerate() {
            if let Some(parent) = parent {
                below[index] = *parent == bone || below[*parent];
            }
        }
        below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bones_of_a_character_are_a_tree() {
        assert_eq!(Skeleton::new(Skeleton::FACE.parents).unwrap(), Skeleton::FACE);
        assert_eq!(Skeleton::FACE.parent(Bone::EyeRight), Some(Bone::Head.into()));
        assert_eq!(Skeleton::FACE.below(Bone::Neck), [false, false, false, true, true, true]);
        assert_eq!(Skeleton::FACE.below(Bone::Root), [false, true, true, true, true, true]);
        assert_eq!((Skeleton::FACE.below(9_usize), Skeleton::FACE.parent(9_usize)), ([false; 6], None));
    }

    #[test]
    fn no_bone_carries_itself() {
        for (parents, bone) in [
            ([Some(0), None, None], 0),
            ([None, Some(1), None], 1),
            ([None, Some(2), Some(0)], 1),
            ([None, None, Some(7)], 2),
        ] {
            let told = Skeleton::new(parents).unwrap_err().to_string();
            assert!(told.starts_with(&format!("parent of bone {bone}")), "{told}");
        }
    }
}
