//! The keys of one bone or morph, and what is between them.

use glam::{DQuat, DVec3};

use super::Vmd;
use crate::clip::bezier::ease;
use crate::geometry::slerp;

/// A bone at a frame, as the file has it: x to the viewer's right, y up, z away from the viewer, a model is about 20
/// units tall.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoneKey {
    /// Frame, 30 a second.
    pub frame: u32,
    /// How far it is moved from its rest.
    pub position: [f32; 3],
    /// How it is turned: x, y, z, w.
    pub rotation: [f32; 4],
    /// How it comes here from the key before: handles x1, y1, x2, y2 of a Bezier curve in 127ths, for x, y, z and the
    /// rotation.
    pub easing: [[u8; 4]; 4],
}

/// A morph at a frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MorphKey {
    /// Frame, 30 a second.
    pub frame: u32,
    /// How much there is of it; usually 0..=1.
    pub weight: f32,
}

/// All keys of a bone, in time order.
#[derive(Clone, PartialEq, Debug)]
pub struct BoneTrack {
    /// Its name.
    pub name: String,
    /// At least one.
    pub keys: Vec<BoneKey>,
}

/// All keys of a morph, in time order.
#[derive(Clone, PartialEq, Debug)]
pub struct MorphTrack {
    /// Its name.
    pub name: String,
    /// At least one.
    pub keys: Vec<MorphKey>,
}

/// Where a bone is at a time, in the axes of the file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Transform {
    /// How far it is moved.
    pub position: DVec3,
    /// How it is turned; of length 1.
    pub rotation: DQuat,
}

impl Transform {
    /// At rest.
    pub const IDENTITY: Self = Self { position: DVec3::ZERO, rotation: DQuat::IDENTITY };
}

impl BoneTrack {
    /// Where it is after `t` seconds. Before the first key it is there, after the last one there.
    ///
    /// Between two keys each of x, y and z goes straight from one to the other, and the rotation along the shortest arc,
    /// each at the pace of its own Bezier easing.
    pub fn at(&self, t: f64) -> Transform {
        let Some((from, to, share)) = between(&self.keys, |key| key.frame, t) else { return Transform::IDENTITY };
        let eased = |channel: usize| ease(to.easing[channel].map(|b| f64::from(b) / 127.0), share);
        let axis = |i: usize| {
            let (a, b) = (f64::from(from.position[i]), f64::from(to.position[i]));
            a + (b - a) * eased(i)
        };
        Transform {
            position: DVec3::new(axis(0), axis(1), axis(2)),
            rotation: slerp(quaternion(from.rotation), quaternion(to.rotation), eased(3)),
        }
    }

    /// Whether it never moves.
    pub fn is_constant(&self) -> bool {
        self.keys.windows(2).all(|w| w[0].position == w[1].position && w[0].rotation == w[1].rotation)
    }
}

impl MorphTrack {
    /// How much there is of it after `t` seconds: straight from key to key.
    pub fn at(&self, t: f64) -> f64 {
        let Some((from, to, share)) = between(&self.keys, |key| key.frame, t) else { return 0.0 };
        let (a, b) = (f64::from(from.weight), f64::from(to.weight));
        a + (b - a) * share
    }

    /// Whether it never changes.
    pub fn is_constant(&self) -> bool {
        self.keys.windows(2).all(|w| w[0].weight == w[1].weight)
    }
}

/// The keys around a time, and how far it is from the first to the second.
fn between<K>(keys: &[K], frame: impl Fn(&K) -> u32, t: f64) -> Option<(&K, &K, f64)> {
    let now = t * Vmd::FPS;
    let next = keys.partition_point(|key| f64::from(frame(key)) <= now);
    let (Some(from), Some(to)) = (keys.get(next.saturating_sub(1)), keys.get(next.min(keys.len().saturating_sub(1))))
    else {
        return None;
    };
    let (a, b) = (f64::from(frame(from)), f64::from(frame(to)));
    Some((from, to, if b > a { (now - a) / (b - a) } else { 0.0 }))
}

/// Of length 1; no rotation where there is no length.
fn quaternion(xyzw: [f32; 4]) -> DQuat {
    let q = DQuat::from_array(xyzw.map(f64::from));
    if q.length_squared() > 1e-12 { q.normalize() } else { DQuat::IDENTITY }
}
