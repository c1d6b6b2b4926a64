//! From the bytes of a VMD file to its tracks.
//!
//! | section | record | bytes |
//! |---|---|---|
//! | header | signature 30, model name 20 (10 in the old version) | 50 or 40 |
//! | bones | name 15, frame u32, position 3 x f32, rotation 4 x f32, easing 64 | 111 |
//! | morphs | name 15, frame u32, weight f32 | 23 |
//! | cameras | | 61 |
//! | lights | | 28 |
//! | shadows | | 9 |
//! | inverse kinematics | frame u32, shown u8, count u32, then name 20 and a byte each | 9 and 21 each |
//!
//! Each section but the header begins with its count of records, a u32.

use std::collections::BTreeMap;

use super::{BoneKey, BoneTrack, MorphKey, MorphTrack, Passed, Vmd};
use crate::clip::bytes::Bytes;
use crate::clip::fault::Fault;

/// How every file begins.
pub(in crate::clip) const SIGNATURE: &[u8] = b"Vocaloid Motion Data ";
/// A day, at 30 frames a second.
const LAST_FRAME: u32 = 86_400 * 30;

pub(super) fn vmd(bytes: &[u8]) -> Result<Vmd, Fault> {
    let mut bytes = Bytes::new(bytes);
    let signature = bytes.take(30, "the header")?;
    let name_length = match signature.strip_prefix(SIGNATURE) {
        Some(version) if version.starts_with(b"0002") => 20,
        Some(version) if version.starts_with(b"file") => 10,
        _ => return Err(Fault::new(0, "this is not a VMD file", "it should begin with \"Vocaloid Motion Data 0002\"")),
    };
    let model = name(bytes.take(name_length, "the name of the model")?);
    let (bones, morphs) = (bones(&mut bytes)?, morphs(&mut bytes)?);
    Ok(Vmd { model, bones, morphs, passed: passed(&mut bytes)? })
}

fn bones(bytes: &mut Bytes<'_>) -> Result<Vec<BoneTrack>, Fault> {
    let mut tracks = Tracks::default();
    for _ in 0..bytes.count(111, "bone keys")? {
        let name = bytes.array("a bone key")?;
        let key = BoneKey {
            frame: frame(bytes)?,
            position: [bytes.f32("a position")?, bytes.f32("a position")?, bytes.f32("a position")?],
            rotation: [
                bytes.f32("a rotation")?,
                bytes.f32("a rotation")?,
                bytes.f32("a rotation")?,
                bytes.f32("a rotation")?,
            ],
            easing: easing(&bytes.array("the easing of a bone key")?),
        };
        tracks.add(name, key);
    }
    let tracks = tracks.sorted(|key| key.frame);
    Ok(tracks.into_iter().map(|(name, keys)| BoneTrack { name, keys }).collect())
}

fn morphs(bytes: &mut Bytes<'_>) -> Result<Vec<MorphTrack>, Fault> {
    let mut tracks = Tracks::default();
    for _ in 0..section(bytes, 23, "morph keys")? {
        let name = bytes.array("a morph key")?;
        tracks.add(name, MorphKey { frame: frame(bytes)?, weight: bytes.f32("a weight")? });
    }
    let tracks = tracks.sorted(|key| key.frame);
    Ok(tracks.into_iter().map(|(name, keys)| MorphTrack { name, keys }).collect())
}

fn passed(bytes: &mut Bytes<'_>) -> Result<Passed, Fault> {
    let mut pass = |size: usize, what: &str| {
        let count = section(bytes, size, what)?;
        bytes.take(count * size, what).map(|_| count)
    };
    let [cameras, lights, shadows] = [pass(61, "camera keys")?, pass(28, "light keys")?, pass(9, "shadow keys")?];
    let ik = section(bytes, 9, "keys of inverse kinematics")?;
    for _ in 0..ik {
        bytes.take(5, "a key of inverse kinematics")?;
        let chains = bytes.count(21, "chains of inverse kinematics")?;
        bytes.take(chains * 21, "chains of inverse kinematics")?;
    }
    Ok(Passed { cameras, lights, shadows, ik })
}

/// The count of a section that may be missing at the end of the file.
fn section(bytes: &mut Bytes<'_>, size: usize, what: &str) -> Result<usize, Fault> {
    if bytes.left() == 0 { Ok(0) } else { bytes.count(size, what) }
}

fn frame(bytes: &mut Bytes<'_>) -> Result<u32, Fault> {
    let at = bytes.at();
    let frame = bytes.u32("a frame")?;
    if frame <= LAST_FRAME {
        return Ok(frame);
    }
    Err(Fault::new(at, format!("frame {frame} is later than a day"), format!("the last may be {LAST_FRAME}")))
}

/// The handles of the four curves: the first row of 16 bytes has x1 of all four, then y1, x2 and y2. The three rows after
/// it repeat the row before, moved by one byte.
///
/// MikuMikuDance writes whether a bone has physics (0, 0 or 99, 15) over bytes 2 and 3, which are x1 of z and of the
/// rotation; they are then taken from the second row.
fn easing(bytes: &[u8; 64]) -> [[u8; 4]; 4] {
    let overwritten = matches!(bytes[2..4], [0, 0] | [99, 15]);
    std::array::from_fn(|channel| {
        let x1 = if overwritten && channel >= 2 { bytes[15 + channel] } else { bytes[channel] };
        [x1, bytes[4 + channel], bytes[8 + channel], bytes[12 + channel]].map(|b| b.min(127))
    })
}

/// A name: up to the first zero, without the blanks that some programs fill up with.
fn name(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    let (text, _) = encoding_rs::SHIFT_JIS.decode_without_bom_handling(&bytes[..end]);
    // A character that the name's length has cut in half is left out.
    text.trim_end_matches(['\u{fffd}', ' ']).to_owned()
}

/// Keys by name, as they come.
struct Tracks<K> {
    by_bytes: BTreeMap<[u8; 15], usize>,
    by_name: BTreeMap<String, usize>,
    list: Vec<(String, Vec<K>)>,
}

impl<K> Default for Tracks<K> {
    fn default() -> Self {
        Self { by_bytes: BTreeMap::new(), by_name: BTreeMap::new(), list: Vec::new() }
    }
}

impl<K> Tracks<K> {
    fn add(&mut self, bytes: [u8; 15], key: K) {
        let index = *self.by_bytes.entry(bytes).or_insert_with(|| {
            let name = name(&bytes);
            // Other bytes may be the same name: what is after its end does not count.
            *self.by_name.entry(name).or_insert_with_key(|name| {
                self.list.push((name.clone(), Vec::new()));
                self.list.len() - 1
            })
        });
        self.list[index].1.push(key);
    }

    /// In time order, one key for each frame: the last in the file.
    fn sorted(mut self, frame: impl Fn(&K) -> u32) -> Vec<(String, Vec<K>)> {
        for (_, keys) in &mut self.list {
            // Backwards and stable, so that of equal frames the last comes first and is kept.
            keys.reverse();
            keys.sort_by_key(&frame);
            keys.dedup_by_key(|key| frame(key));
            keys.shrink_to_fit();
        }
        self.list
    }
}
