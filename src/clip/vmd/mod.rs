//! VMD: motions of MikuMikuDance.

mod read;
mod track;

pub(super) use read::SIGNATURE;
pub use track::{BoneKey, BoneTrack, MorphKey, MorphTrack, Transform};

use crate::Error;

/// A VMD file.
///
/// Names are Shift-JIS in the file, and Unicode here. Of two keys of one bone or morph at the same frame the later one in
/// the file counts. Cameras, lights, shadows and inverse kinematics are counted and passed over.
#[derive(Clone, PartialEq, Debug)]
pub struct Vmd {
    /// The model it was made for.
    pub model: String,
    /// Bones, in the order in which they first appear.
    pub bones: Vec<BoneTrack>,
    /// Morphs, in the order in which they first appear.
    pub morphs: Vec<MorphTrack>,
    /// What was passed over.
    pub passed: Passed,
}

/// How many keys of a VMD file there are that move nothing on a face.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Passed {
    /// Of the camera.
    pub cameras: usize,
    /// Of the light.
    pub lights: usize,
    /// Of the shadow.
    pub shadows: usize,
    /// Of inverse kinematics.
    pub ik: usize,
}

impl Vmd {
    /// Frames a second.
    pub const FPS: f64 = 30.0;

    /// Reads a file. `file` is its name for messages.
    ///
    /// Both versions of the header are known. Sections after the bones may be missing, as older programs leave them out.
    ///
    /// # Errors
    /// [`Error::File`] with the byte of what is wrong: another kind of file, one that is cut short, a count that promises
    /// more than there is, a number that is not finite, a frame later than a day.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        read::vmd(bytes).map_err(|fault| fault.in_bytes(file))
    }

    /// Seconds until the last key.
    pub fn duration(&self) -> f64 {
        let bones = self.bones.iter().filter_map(|track| track.keys.last().map(|key| key.frame));
        let morphs = self.morphs.iter().filter_map(|track| track.keys.last().map(|key| key.frame));
        f64::from(bones.chain(morphs).max().unwrap_or(0)) / Self::FPS
    }

    /// The track of a bone.
    pub fn bone(&self, name: &str) -> Option<&BoneTrack> {
        self.bones.iter().find(|track| track.name == name)
    }

    /// The track of a morph.
    pub fn morph(&self, name: &str) -> Option<&MorphTrack> {
        self.morphs.iter().find(|track| track.name == name)
    }
}

#[cfg(test)]
pub(crate) mod tests;
