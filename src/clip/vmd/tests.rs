use super::*;
use glam::{DQuat, DVec3};
use proptest::prelude::*;

use crate::clip::bezier::tests::by_bisection;

/// Handles on the diagonal: even progress.
pub const EVEN: [[u8; 4]; 4] = [[20, 20, 107, 107]; 4];

/// A VMD file as it is put together.
#[derive(Clone)]
pub struct Builder {
    pub bones: Vec<(Vec<u8>, BoneKey)>,
    pub morphs: Vec<(Vec<u8>, u32, f32)>,
    pub rest: Vec<u8>,
}

impl Builder {
    pub fn new() -> Self {
        Self { bones: Vec::new(), morphs: Vec::new(), rest: Vec::new() }
    }

    pub fn bone(mut self, name: &str, frame: u32, position: [f32; 3], rotation: DQuat) -> Self {
        let rotation = rotation.to_array().map(|v| v as f32);
        self.bones.push((shift_jis(name), BoneKey { frame, position, rotation, easing: EVEN }));
        self
    }

    pub fn eased(mut self, easing: [[u8; 4]; 4]) -> Self {
        self.bones.last_mut().unwrap().1.easing = easing;
        self
    }

    pub fn morph(mut self, name: &str, frame: u32, weight: f32) -> Self {
        self.morphs.push((shift_jis(name), frame, weight));
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = padded(b"Vocaloid Motion Data 0002", 30);
        bytes.extend(padded(&shift_jis("初音ミク"), 20));
        bytes.extend((self.bones.len() as u32).to_le_bytes());
        for (name, key) in &self.bones {
            bytes.extend(padded(name, 15));
            bytes.extend(key.frame.to_le_bytes());
            bytes.extend(key.position.iter().chain(&key.rotation).flat_map(|v| v.to_le_bytes()));
            bytes.extend(rows(key.easing));
        }
        bytes.extend((self.morphs.len() as u32).to_le_bytes());
        for (name, frame, weight) in &self.morphs {
            bytes.extend(padded(name, 15));
            bytes.extend(frame.to_le_bytes());
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(&self.rest);
        bytes
    }

    pub fn vmd(&self) -> Vmd {
        Vmd::parse("t.vmd", &self.bytes()).unwrap()
    }
}

fn shift_jis(name: &str) -> Vec<u8> {
    encoding_rs::SHIFT_JIS.encode(name).0.into_owned()
}

fn padded(name: &[u8], length: usize) -> Vec<u8> {
    let mut bytes = name.to_vec();
    bytes.resize(length, 0);
    bytes
}

/// The first row has x1, y1, x2 and y2 of all four channels; each row after it is moved by one, with a 1 at the end.
fn rows(easing: [[u8; 4]; 4]) -> Vec<u8> {
    let row: Vec<u8> = (0..16).map(|i| easing[i % 4][i / 4]).collect();
    (0..4).flat_map(|shift| row[shift..].iter().copied().chain([1].repeat(shift))).collect()
}

fn told(bytes: &[u8]) -> String {
    Vmd::parse("t.vmd", bytes).unwrap_err().to_string()
}

/// One of every section.
fn whole() -> Builder {
    let mut builder = Builder::new()
        .bone("頭", 0, [0.0; 3], DQuat::IDENTITY)
        .bone("センター", 30, [1.0, 2.0, 3.0], DQuat::from_rotation_y(0.5))
        .morph("まばたき", 3, 1.0);
    for (count, size) in [(1_u32, 61), (2, 28), (1, 9)] {
        builder.rest.extend(count.to_le_bytes());
        builder.rest.extend(vec![7; size * count as usize]);
    }
    // Two IK keys: one with two chains, one with none.
    builder.rest.extend([2, 0, 0, 0, 5, 0, 0, 0, 1, 2, 0, 0, 0]);
    builder.rest.extend([b'a'; 42]);
    builder.rest.extend([9, 0, 0, 0, 1, 0, 0, 0, 0]);
    builder
}

#[test]
fn names_are_shift_jis_and_end_at_a_zero_or_in_blanks() {
    let mut builder = Builder::new().bone("センター", 0, [0.0; 3], DQuat::IDENTITY).morph("ウィンク２右", 0, 1.0);
    builder.bones.push((b"\x93\xaa           ".to_vec(), builder.bones[0].1));
    // After the zero there may be anything, and a name that is too long is cut within a character.
    builder.bones.push((b"\x93\xaa\0\xfd\xfd\xfd".to_vec(), BoneKey { frame: 9, ..builder.bones[0].1 }));
    builder.bones.push((shift_jis("ああああああああ")[..15].to_vec(), builder.bones[0].1));
    let vmd = builder.vmd();
    assert_eq!(vmd.model, "初音ミク");
    assert_eq!(vmd.bones.iter().map(|b| b.name.as_str()).collect::<Vec<_>>(), ["センター", "頭", "あああああああ"]);
    assert_eq!(vmd.bones[1].keys.len(), 2);
    assert_eq!(vmd.morphs[0].name, "ウィンク２右");
}

#[test]
fn the_old_header_has_a_shorter_name() {
    let mut bytes = padded(b"Vocaloid Motion Data file", 30);
    bytes.extend(padded(b"Miku", 10));
    bytes.extend([0; 4]);
    let vmd = Vmd::parse("t.vmd", &bytes).unwrap();
    assert_eq!((vmd.model.as_str(), vmd.bones.len(), vmd.duration()), ("Miku", 0, 0.0));
}

#[test]
fn keys_are_sorted_and_of_two_at_a_frame_the_later_in_the_file_counts() {
    let mut builder = Builder::new();
    for (frame, x) in [(30, 3.0), (0, 1.0), (30, 4.0), (10, 2.0)] {
        builder = builder.bone("頭", frame, [x, 0.0, 0.0], DQuat::IDENTITY).morph("あ", frame, x);
    }
    let vmd = builder.vmd();
    let keys: Vec<_> = vmd.bones[0].keys.iter().map(|k| (k.frame, k.position[0])).collect();
    assert_eq!(keys, [(0, 1.0), (10, 2.0), (30, 4.0)]);
    assert_eq!(vmd.morphs[0].keys.iter().map(|k| k.weight).collect::<Vec<_>>(), [1.0, 2.0, 4.0]);
    assert_eq!(vmd.duration(), 1.0);
}

#[test]
fn every_channel_has_its_own_easing() {
    let easing = [[0, 127, 0, 127], [127, 0, 127, 0], [10, 90, 40, 100], [64, 0, 64, 127]];
    let turned = DQuat::from_rotation_y(1.2);
    let vmd = Builder::new()
        .bone("頭", 0, [0.0; 3], DQuat::IDENTITY)
        .bone("頭", 60, [10.0, 20.0, 30.0], turned)
        .eased(easing)
        .vmd();
    for t in [0.3, 1.0, 1.7] {
        let share = |channel: usize| by_bisection(easing[channel].map(|b| f64::from(b) / 127.0), t / 2.0);
        let now = vmd.bones[0].at(t);
        let expect = DVec3::new(10.0 * share(0), 20.0 * share(1), 30.0 * share(2));
        assert!(now.position.distance(expect) < 1e-6, "{t}: {} {expect}", now.position);
        // About one axis, the angle itself goes with the easing. The file's numbers are f32.
        let (axis, angle) = now.rotation.to_axis_angle();
        assert!(axis.distance(DVec3::Y) < 1e-6 && (angle - 1.2 * share(3)).abs() < 1e-6, "{t}: {angle}");
    }
}

#[test]
fn the_physics_switch_in_the_easing_is_seen_through() {
    let easing = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]];
    let plain = Builder::new().bone("頭", 0, [0.0; 3], DQuat::IDENTITY).eased(easing);
    for switch in [[0, 0], [99, 15]] {
        let mut bytes = plain.bytes();
        bytes[54 + 47 + 2..][..2].copy_from_slice(&switch);
        assert_eq!(Vmd::parse("t.vmd", &bytes).unwrap(), plain.vmd(), "{switch:?}");
    }
}

#[test]
fn rotations_take_the_shorter_way() {
    let (a, b) = (DQuat::from_rotation_x(0.2), DQuat::from_rotation_x(1.0));
    for b in [b, -b] {
        let vmd = Builder::new().bone("頭", 0, [0.0; 3], a).bone("頭", 10, [0.0; 3], b).vmd();
        for share in [0.0, 0.25, 0.5, 1.0, 2.0] {
            let angle: f64 = 0.2 + 0.8 * f64::min(share, 1.0);
            let now = vmd.bones[0].at(share / 3.0).rotation;
            // q and -q are one rotation.
            assert!((now.dot(DQuat::from_rotation_x(angle)).abs() - 1.0).abs() < 1e-12, "{share}");
        }
    }
    // No rotation at all is none.
    let nothing = Builder::new().bone("頭", 0, [0.0; 3], DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0)).vmd();
    assert_eq!(nothing.bones[0].at(0.0), Transform::IDENTITY);
}

#[test]
fn before_the_first_key_and_after_the_last_nothing_moves() {
    let vmd = Builder::new()
        .bone("頭", 30, [1.0, 0.0, 0.0], DQuat::IDENTITY)
        .bone("頭", 60, [2.0, 0.0, 0.0], DQuat::IDENTITY)
        .morph("あ", 30, 0.5)
        .vmd();
    assert_eq!([0.0, 1.0, 1.5, 2.0, 99.0].map(|t| vmd.bones[0].at(t).position.x), [1.0, 1.0, 1.5, 2.0, 2.0]);
    assert_eq!([0.0, 1.0, 9.0].map(|t| vmd.morphs[0].at(t)), [0.5; 3]);
}

#[test]
fn other_sections_are_counted_and_passed_over() {
    let vmd = whole().vmd();
    assert_eq!(vmd.passed, Passed { cameras: 1, lights: 2, shadows: 1, ik: 2 });
    // More may follow.
    let mut bytes = whole().bytes();
    bytes.extend([1, 2, 3]);
    assert_eq!(Vmd::parse("t.vmd", &bytes).unwrap(), vmd);
}

#[test]
fn a_file_cut_anywhere_but_between_sections_is_refused_with_the_byte() {
    let bytes = whole().bytes();
    // Where the sections after the bones begin.
    let morphs = 54 + 2 * 111;
    let cameras = morphs + 4 + 23;
    let lights = cameras + 4 + 61;
    let shadows = lights + 4 + 56;
    let ik = shadows + 4 + 9;
    for cut in 0..bytes.len() {
        let read = Vmd::parse("t.vmd", &bytes[..cut]);
        if [morphs, cameras, lights, shadows, ik].contains(&cut) {
            assert!(read.is_ok(), "{cut}");
        } else {
            let told = read.unwrap_err().to_string();
            let at: usize =
                told.strip_prefix("t.vmd: error: byte ").unwrap().split(':').next().unwrap().parse().unwrap();
            assert!(at <= cut, "{told}");
        }
    }
}

#[test]
fn counts_numbers_and_frames_that_cannot_be_are_refused_with_the_byte() {
    let bytes = whole().bytes();
    let with = |at: usize, new: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + new.len()].copy_from_slice(new);
        told(&bytes)
    };
    let ik = bytes.len() - 9 - 42 - 4;
    for (at, new, expected) in [
        (50, u32::MAX.to_le_bytes(), "byte 50: the file promises 4294967295 bone keys, and has room for 4"),
        (54 + 222, 1000_u32.to_le_bytes(), "byte 276: the file promises 1000 morph keys"),
        (ik, 9_u32.to_le_bytes(), &format!("byte {ik}: the file promises 9 chains of inverse kinematics")),
        (54 + 15, 2_592_001_u32.to_le_bytes(), "byte 69: frame 2592001 is later than a day"),
        (54 + 19, f32::NAN.to_le_bytes(), "byte 73: a position is NaN"),
        (54 + 31, f32::INFINITY.to_le_bytes(), "byte 85: a rotation is inf"),
        (54 + 222 + 4 + 19, f32::NAN.to_le_bytes(), "byte 299: a weight is NaN"),
        (21, *b"0003", "byte 0: this is not a VMD file"),
    ] {
        let told = with(at, &new);
        assert!(told.starts_with(&format!("t.vmd: error: {expected}")), "{told}\nfor {expected}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic_or_move_a_bone_to_nowhere(
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), t in -1.0..1e6f64,
    ) {
        let mut bytes = whole().bytes();
        for (index, byte) in flips {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(vmd) = Vmd::parse("t.vmd", &bytes) {
            for bone in &vmd.bones {
                let now = bone.at(t);
                prop_assert!(now.position.is_finite() && (now.rotation.length() - 1.0).abs() < 1e-9);
            }
            prop_assert!(vmd.morphs.iter().all(|m| m.at(t).is_finite()));
        }
    }

    #[test]
    fn random_bytes_after_the_header_do_not_make_it_panic(rest in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut bytes = padded(b"Vocaloid Motion Data 0002", 50);
        bytes.extend(rest);
        let _ = Vmd::parse("t.vmd", &bytes);
    }
}
