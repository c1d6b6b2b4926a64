//! Which way a model faces.

use glam::{DQuat, DVec3};

/// The axis along which a model faces in its own file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Forward {
    /// +z: VRM 1.0, and the rig itself.
    #[default]
    PlusZ,
    /// -z: VRM 0.x.
    MinusZ,
}

/// What a VRM file tells of itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Declared<'a> {
    /// The names in `extensionsUsed`.
    pub extensions: &'a [&'a str],
    /// The version that it names, such as `1.0` or `0.0`.
    pub version: Option<&'a str>,
    /// Its metadata has `authors`, a list, as in VRM 1.0.
    pub authors: bool,
    /// Its metadata has `author`, a text, as in VRM 0.x.
    pub author: bool,
}

impl Forward {
    /// Which way the model of a file faces: by its extension, then by the version that it names, then by its metadata.
    /// None if it tells nothing, or its metadata both.
    ///
    /// ```
    /// use phiz::rig::{Declared, Forward};
    /// let file = Declared { extensions: &["VRM"], ..Declared::default() };
    /// assert_eq!(Forward::of(&file), Some(Forward::MinusZ));
    /// ```
    pub fn of(file: &Declared<'_>) -> Option<Self> {
        let used = |name: &str| file.extensions.contains(&name);
        // A file that says both carries the old form for old readers.
        if used("VRMC_vrm") {
            return Some(Self::PlusZ);
        }
        if used("VRM") {
            return Some(Self::MinusZ);
        }
        let major = file.version.and_then(|version| version.trim().split('.').next()?.parse::<u32>().ok());
        match (major, file.authors, file.author) {
            (Some(0), ..) | (None, false, true) => Some(Self::MinusZ),
            (Some(_), ..) | (None, true, false) => Some(Self::PlusZ),
            _ => None,
        }
    }

    /// The axis.
    pub fn axis(self) -> DVec3 {
        match self {
            Self::PlusZ => DVec3::Z,
            Self::MinusZ => DVec3::NEG_Z,
        }
    }

    /// A direction as a rig that faces +z has it, and back: half a turn about y.
    pub(super) fn direction(self, v: DVec3) -> DVec3 {
        match self {
            Self::PlusZ => v,
            Self::MinusZ => DVec3::new(-v.x, v.y, -v.z),
        }
    }

    /// The same with a rotation.
    pub(super) fn rotation(self, q: DQuat) -> DQuat {
        match self {
            Self::PlusZ => q,
            Self::MinusZ => DQuat::from_xyzw(-q.x, q.y, -q.z, q.w),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::turned;

    #[test]
    fn the_version_comes_first_and_metadata_second() {
        let (plus, minus) = (Some(Forward::PlusZ), Some(Forward::MinusZ));
        let none: &[&str] = &[];
        for (extensions, version, authors, author, expect) in [
            (&["VRMC_vrm", "VRMC_springBone"][..], None, false, false, plus),
            (&["KHR_materials_unlit", "VRM"], None, false, false, minus),
            (&["VRM", "VRMC_vrm"], None, false, false, plus),
            // What is declared stands, whatever the metadata looks like.
            (&["VRMC_vrm"], Some("0.0"), false, true, plus),
            (&["VRM"], None, true, false, minus),
            (none, Some("1.0"), false, true, plus),
            (none, Some("1.0-beta"), false, false, plus),
            (none, Some("0.99"), true, false, minus),
            // Without a version, by the metadata.
            (none, None, true, false, plus),
            (none, None, false, true, minus),
            (none, Some("new"), false, true, minus),
            (&["KHR_texture_transform"], None, true, true, None),
            (none, None, false, false, None),
        ] {
            let file = Declared { extensions, version, authors, author };
            assert_eq!(Forward::of(&file), expect, "{file:?}");
        }
    }

    #[test]
    fn half_a_turn_brings_one_to_the_other() {
        let q = turned([30.0, 20.0, 10.0]);
        for forward in [Forward::PlusZ, Forward::MinusZ] {
            assert_eq!(forward.direction(forward.axis()), DVec3::Z);
            // Turned, then brought over, or the other way round.
            let (a, b) = (forward.direction(q * DVec3::X), forward.rotation(q) * forward.direction(DVec3::X));
            assert!((a - b).length() < 1e-15);
        }
    }
}
