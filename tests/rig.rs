//! The rig: two ways to turn a bone are one, and gaze over a clip leaves everything else as it was.

use glam::{DAffine3, DQuat, DVec3};
use phiz::rig::{Bone, FaceRig, Forward, Gaze, Joint, Path, Rig, RootMatrix, Skeleton};
use proptest::prelude::*;

/// How far apart two matrices are, in their number that differs most.
fn apart(a: DAffine3, b: DAffine3) -> f64 {
    let (a, b) = (a.to_cols_array(), b.to_cols_array());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Yaw about y, then pitch about -x: + is to the right and up.
fn facing(yaw: f64, pitch: f64) -> DQuat {
    DQuat::from_rotation_y(yaw.to_radians()) * DQuat::from_rotation_x(-pitch.to_radians())
}

/// Yaw and pitch of a direction in degrees.
fn direction(v: DVec3) -> [f64; 2] {
    [libm::atan2(v.x, v.z).to_degrees(), libm::atan2(v.y, libm::hypot(v.x, v.z)).to_degrees()]
}

fn rotation() -> impl Strategy<Value = DQuat> {
    prop::array::uniform4(-1.0..1.0f64)
        .prop_filter("has a length", |q| q.iter().map(|v| v * v).sum::<f64>() > 1e-3)
        .prop_map(|q| DQuat::from_array(q).normalize())
}

fn joint() -> impl Strategy<Value = Joint> {
    (rotation(), prop::array::uniform3(-3.0..3.0f64)).prop_map(|(q, v)| Joint::new(q, v.into()).unwrap())
}

fn root() -> impl Strategy<Value = RootMatrix> {
    let scale = prop::array::uniform3(0.05..20.0f64);
    (scale, rotation(), prop::array::uniform3(-50.0..50.0f64)).prop_map(|(scale, q, v)| {
        RootMatrix::new(DAffine3::from_scale_rotation_translation(scale.into(), q, v.into())).unwrap()
    })
}

/// Joints of a character that could be: the root anywhere, the rest turned by up to about half a right angle.
fn clip_frame() -> impl Strategy<Value = [Joint; 6]> {
    let part = (prop::array::uniform3(-0.8..0.8f64), prop::array::uniform3(-1.0..1.0f64)).prop_map(|(angles, v)| {
        let q = DQuat::from_euler(glam::EulerRot::YXZ, angles[0], angles[1], angles[2]);
        Joint::new(q, v.into()).unwrap()
    });
    (joint(), prop::array::uniform5(part))
        .prop_map(|(root, [body, neck, head, left, right])| [root, body, neck, head, left, right])
}

fn write<const N: usize>(rig: &mut Rig<N>, joints: &[Joint; N]) {
    let mut next = rig.begin();
    for (bone, joint) in joints.iter().enumerate() {
        next.set(bone, *joint);
    }
    next.finish();
}

/// Bones of a tree of twelve: every parent comes before its child, and some stand by themselves.
fn tree() -> impl Strategy<Value = Skeleton<12>> {
    prop::array::uniform12(0.0..1.0f64).prop_map(|shares| {
        let parent = |bone: usize| (bone > 0).then(|| (shares[bone] * 1.1 * bone as f64) as usize);
        Skeleton::new(std::array::from_fn(|bone| parent(bone).filter(|parent| *parent < bone))).unwrap()
    })
}

proptest! {
    /// 8.2: on any tree, with any number of bones turned from root to tip.
    #[test]
    fn both_ways_to_turn_bones_give_the_same_pose(
        skeleton in tree(),
        joints in prop::array::uniform12(joint()),
        turns in prop::collection::btree_map(0..12_usize, rotation(), 1..6),
    ) {
        let mut rigs = [Rig::new(skeleton), Rig::new(skeleton)];
        for (rig, path) in rigs.iter_mut().zip([Path::Local, Path::World]) {
            write(rig, &joints);
            let before = rig.finished().clone();
            for (bone, wanted) in &turns {
                rig.turn(*bone, *wanted, path);
                // It is turned as wanted, about its own place.
                let world = rig.finished().world(*bone);
                prop_assert!(apart(world, DAffine3::from_rotation_translation(*wanted, world.translation)) < 1e-9);
            }
            for bone in 0..12_usize {
                let turned = turns.contains_key(&bone) || turns.keys().any(|top| skeleton.below(*top)[bone]);
                if !turned {
                    prop_assert_eq!(rig.finished().world(bone), before.world(bone));
                } else if let Some(parent) = skeleton.parent(bone).filter(|_| !turns.contains_key(&bone)) {
                    // What is carried lies in its parent as it did.
                    let lies = |frame: &phiz::rig::Finished<12>| frame.world(parent).inverse() * frame.world(bone);
                    prop_assert!(apart(lies(rig.finished()), lies(&before)) < 1e-9);
                }
            }
        }
        for bone in 0..12_usize {
            prop_assert!(apart(rigs[0].finished().world(bone), rigs[1].finished().world(bone)) < 1e-9, "{bone}");
        }
    }

    /// Over a clip of any frames, for a model that stands anywhere, with targets that come and go.
    #[test]
    fn gaze_over_a_clip_is_the_same_both_ways_and_moves_head_and_eyes_alone(
        frames in prop::collection::vec(clip_frame(), 1..12),
        targets in prop::collection::vec(prop::option::weighted(0.8, prop::array::uniform3(-60.0..60.0f64)), 12),
        root in root(),
        minus: bool,
    ) {
        let forward = if minus { Forward::MinusZ } else { Forward::PlusZ };
        let mut both = [Path::Local, Path::World].map(|path| (FaceRig::new(Skeleton::FACE), Gaze::new(path).facing(forward)));
        let mut plain = FaceRig::new(Skeleton::FACE);
        for (joints, target) in frames.iter().zip(&targets) {
            write(&mut plain, joints);
            for (rig, gaze) in &mut both {
                write(rig, joints);
                gaze.update(rig, &root, target.map(DVec3::from), 1.0 / 30.0);
                for bone in [Bone::Root, Bone::Body, Bone::Neck] {
                    prop_assert_eq!(rig.finished().world(bone), plain.finished().world(bone));
                }
                // The head stays where it is, and the eyes stay in it.
                for bone in [Bone::Head, Bone::EyeLeft, Bone::EyeRight] {
                    let carrier = Skeleton::FACE.parent(bone).unwrap();
                    let lies = |rig: &FaceRig| {
                        rig.finished().world(carrier).inverse().transform_point3(rig.finished().position(bone))
                    };
                    prop_assert!((lies(rig) - lies(&plain)).length() < 1e-9);
                }
            }
            for bone in 0..6_usize {
                let [a, b] = [0, 1].map(|i: usize| both[i].0.finished().world(bone));
                prop_assert!(apart(a, b) < 1e-9, "{bone}: {}", apart(a, b));
            }
        }
    }

    /// 8.3 and 8.5: settled, head and eyes together look at the target, wherever the model stands and however large it is.
    #[test]
    fn the_target_is_looked_at_through_the_root(
        root in root(), clip in clip_frame(), yaw in -70.0..70.0f64, pitch in -30.0..30.0f64, far in 3.0..40.0f64,
    ) {
        let mut rig = FaceRig::new(Skeleton::FACE);
        write(&mut rig, &clip);
        // A place that the head can turn to, as its neck has it.
        let neck = rig.finished().rotation(Bone::Neck);
        let place = rig.finished().position(Bone::Head) + neck * facing(yaw, pitch) * (far * DVec3::Z);
        let mut gaze = Gaze::new(Path::Local);
        for _ in 0..240 {
            write(&mut rig, &clip);
            gaze.update(&mut rig, &root, Some(root.outward(place)), 1.0 / 60.0);
        }
        let frame = rig.finished();
        let looked = (frame.rotation(Bone::Head) * DVec3::Z).angle_between(place - frame.position(Bone::Head));
        prop_assert!(looked.to_degrees() < 1e-4, "{}", looked.to_degrees());
        // Both eyes in one direction, from the point between them.
        let [left, right] = [Bone::EyeLeft, Bone::EyeRight].map(|eye| frame.rotation(eye) * DVec3::Z);
        prop_assert!((left - right).length() < 1e-6);
        let middle = frame.position(Bone::EyeLeft).midpoint(frame.position(Bone::EyeRight));
        let [yaw, pitch] = direction(frame.rotation(Bone::Head).inverse() * (place - middle));
        let expect = facing(yaw.clamp(-9.0, 9.0), pitch.clamp(-8.0, 8.0)) * DVec3::Z;
        prop_assert!((frame.rotation(Bone::Head).inverse() * left - expect).length() < 1e-6);
    }
}

/// A rig of a person: neck and head above the body, eyes in front of the head.
fn person(body: DQuat) -> [Joint; 6] {
    let at = |q: DQuat, place: [f64; 3]| Joint::new(q, place.into()).unwrap();
    [
        Joint::REST,
        at(body, [0.0, 10.0, 0.0]),
        at(DQuat::IDENTITY, [0.0, 4.0, 0.0]),
        at(DQuat::IDENTITY, [0.0, 1.0, 0.0]),
        at(DQuat::IDENTITY, [0.3, 0.5, 0.5]),
        at(DQuat::IDENTITY, [-0.3, 0.5, 0.5]),
    ]
}

fn settled(target: DVec3, root: &RootMatrix, forward: Forward, body: DQuat) -> FaceRig {
    let (mut rig, mut gaze) = (FaceRig::new(Skeleton::FACE), Gaze::new(Path::World).facing(forward));
    for _ in 0..300 {
        write(&mut rig, &person(body));
        gaze.update(&mut rig, root, Some(target), 1.0 / 60.0);
    }
    rig
}

/// 8.4: yaw and pitch of the settled head, for targets in a direction as seen from it.
#[test]
fn the_head_turns_as_far_as_it_can() {
    for (from, head) in [
        ([40.0, 15.0], [40.0, 15.0]),
        ([-60.0, -30.0], [-60.0, -30.0]),
        ([90.0, 15.0], [75.0, 15.0]),
        // Behind the head.
        ([150.0, 15.0], [75.0, 15.0]),
        ([200.0, 15.0], [-75.0, 15.0]),
        // Straight above and below.
        ([0.0, 90.0], [0.0, 35.0]),
        ([0.0, -90.0], [0.0, -35.0]),
    ] {
        let eyes = DVec3::new(0.0, 15.0, 0.0);
        let place = eyes + facing(from[0], from[1]) * (1e6 * DVec3::Z);
        let place = if from[1].abs() == 90.0 { eyes + DVec3::Y * 1e6_f64.copysign(from[1]) } else { place };
        let rig = settled(place, &RootMatrix::IDENTITY, Forward::PlusZ, DQuat::IDENTITY);
        let seen = direction(rig.finished().rotation(Bone::Head) * DVec3::Z);
        assert!((0..2).all(|i| (seen[i] - head[i]).abs() < 1e-3), "{from:?}: {seen:?}");
        // The eyes go on as far as they can.
        let eyes = direction(
            rig.finished().rotation(Bone::Head).inverse() * rig.finished().rotation(Bone::EyeLeft) * DVec3::Z,
        );
        assert!(eyes[0].abs() < 9.001 && eyes[1].abs() < 8.001, "{from:?}: {eyes:?}");
        if from[1] == 90.0 {
            assert!((eyes[1] - 8.0).abs() < 1e-3, "{eyes:?}");
        }
    }
}

/// 8.3: the same model, once large, turned and elsewhere.
#[test]
fn a_scaled_turned_and_moved_root_changes_nothing_of_the_pose() {
    let place = DVec3::new(4.0, 18.0, 9.0);
    let plain = settled(place, &RootMatrix::IDENTITY, Forward::PlusZ, DQuat::IDENTITY);
    let matrix = DAffine3::from_scale_rotation_translation(
        DVec3::splat(0.08),
        DQuat::from_rotation_y(2.0),
        DVec3::new(-30.0, 2.0, 7.0),
    );
    let root = RootMatrix::new(matrix).unwrap();
    let other = settled(root.outward(place), &root, Forward::PlusZ, DQuat::IDENTITY);
    let wrong = settled(place, &root, Forward::PlusZ, DQuat::IDENTITY);
    for bone in [Bone::Head, Bone::EyeLeft, Bone::EyeRight] {
        assert!(apart(plain.finished().world(bone), other.finished().world(bone)) < 1e-9, "{bone:?}");
    }
    assert!(apart(plain.finished().world(Bone::Head), wrong.finished().world(Bone::Head)) > 0.1);
}

/// 8.6: a model that faces -z, looked at from the other side, makes the same of a target on the other side.
#[test]
fn a_model_that_faces_away_turns_the_same() {
    let half = |v: DVec3| DVec3::new(-v.x, v.y, -v.z);
    let place = DVec3::new(3.0, 16.0, 8.0);
    let plus = settled(place, &RootMatrix::IDENTITY, Forward::PlusZ, DQuat::IDENTITY);
    let minus = settled(half(place), &RootMatrix::IDENTITY, Forward::MinusZ, DQuat::IDENTITY);
    let nose = minus.finished().rotation(Bone::Head) * Forward::MinusZ.axis();
    assert!((nose - half(plus.finished().rotation(Bone::Head) * DVec3::Z)).length() < 1e-6);
    assert!(nose.dot((half(place) - DVec3::new(0.0, 15.0, 0.0)).normalize()) > 0.999_999);
}

/// 8.5: what is left of the way, at any frame rate.
#[test]
fn head_and_eyes_take_their_time() {
    for hertz in [30.0, 60.0, 144.0] {
        let (mut rig, mut gaze) = (FaceRig::new(Skeleton::FACE), Gaze::new(Path::Local));
        // Far away, so that it is 30 degrees to the right from wherever it is seen.
        let target = DVec3::new(0.0, 15.0, 0.0) + facing(30.0, 0.0) * (1e9 * DVec3::Z);
        let steps = (0.5 * hertz) as u32;
        for step in 1..=steps {
            write(&mut rig, &person(DQuat::IDENTITY));
            gaze.update(&mut rig, &RootMatrix::IDENTITY, Some(target), 1.0 / hertz);
            let [yaw, _] = direction(rig.finished().rotation(Bone::Head) * DVec3::Z);
            let expect = 30.0 * (1.0 - libm::exp(-f64::from(step) / hertz / 0.060));
            assert!((yaw - expect).abs() < 1e-6, "{hertz} {step}: {yaw} {expect}");
        }
    }
    // Eyes whose head is already there do not move; those of one that is at its limit go their whole way.
    let (mut rig, mut gaze) = (FaceRig::new(Skeleton::FACE), Gaze::new(Path::Local));
    let aside = person(DQuat::from_rotation_y(90.0_f64.to_radians()));
    let ahead = |place: DVec3| place + 1e9 * DVec3::Z;
    for step in 1..=20 {
        write(&mut rig, &aside);
        gaze.update(&mut rig, &RootMatrix::IDENTITY, Some(ahead(DVec3::new(0.0, 15.0, 0.0))), 0.01);
        let head = rig.finished().rotation(Bone::Head);
        let [yaw, _] = direction(head.inverse() * rig.finished().rotation(Bone::EyeLeft) * DVec3::Z);
        let expect = -9.0 * (1.0 - libm::exp(-0.01 * f64::from(step) / 0.0675));
        assert!((yaw - expect).abs() < 1e-6, "{step}: {yaw} {expect}");
    }
}

/// The numbers that are seen of head and eyes.
fn seen(rig: &FaceRig) -> Vec<f64> {
    [Bone::Head, Bone::EyeLeft, Bone::EyeRight]
        .into_iter()
        .flat_map(|bone| (rig.finished().rotation(bone) * DVec3::Z).to_array())
        .collect()
}

/// 5.9: a clip that stands still and a target that stays, for 10 000 frames.
#[test]
fn nothing_accumulates() {
    for path in [Path::Local, Path::World] {
        let (mut rig, mut gaze) = (FaceRig::new(Skeleton::FACE), Gaze::new(path));
        let mut clip = person(facing(25.0, -10.0));
        clip[Bone::Head as usize] = Joint::new(DQuat::from_rotation_z(0.3), DVec3::Y).unwrap();
        let target = Some(DVec3::new(9.0, 20.0, 12.0));
        let mut early = None;
        for frame in 0..10_000 {
            // Also where a clip that has ended writes no frames any more.
            if frame < 5_000 {
                write(&mut rig, &clip);
            }
            gaze.update(&mut rig, &RootMatrix::IDENTITY, target, 1.0 / 60.0);
            if frame == 200 {
                early = Some(rig.finished().clone());
            }
        }
        let early = early.unwrap();
        for bone in 0..6_usize {
            assert!(apart(early.world(bone), rig.finished().world(bone)) < 1e-12, "{path:?} {bone}");
        }
        // Let go, it is as the clip has it, to the last bit.
        for _ in 0..200 {
            gaze.update(&mut rig, &RootMatrix::IDENTITY, None, 1.0 / 60.0);
        }
        let mut plain = FaceRig::new(Skeleton::FACE);
        write(&mut plain, &clip);
        assert_eq!(rig.finished(), plain.finished());
    }
}

/// A clip that sways, jumps at its end, begins again with a jump, and then is over: the rest pose, at once.
#[test]
fn a_clip_that_ends_or_goes_round_does_not_make_the_head_jump() {
    let clip = |t: f64| {
        let t = if t < 4.0 { t % 1.0 } else { return person(DQuat::IDENTITY) };
        let mut joints = person(facing(-40.0 + 60.0 * t, 20.0 * t));
        joints[Bone::Neck as usize] = Joint::new(facing(50.0 * t - 10.0, -15.0), DVec3::new(0.0, 4.0, 0.0)).unwrap();
        joints[Bone::Head as usize] = Joint::new(facing(-30.0, 30.0 * t), DVec3::Y).unwrap();
        joints
    };
    let steps = |target: Option<DVec3>| {
        let (mut rig, mut gaze) = (FaceRig::new(Skeleton::FACE), Gaze::new(Path::World));
        let mut all: Vec<Vec<f64>> = Vec::new();
        for frame in 0..330 {
            write(&mut rig, &clip(f64::from(frame) / 60.0));
            gaze.update(&mut rig, &RootMatrix::IDENTITY, target, 1.0 / 60.0);
            all.push(seen(&rig));
        }
        let move_of = |i: usize| all[i].iter().zip(&all[i - 1]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // From when the target has been reached.
        (60..330).map(move_of).collect::<Vec<_>>()
    };
    // By itself the clip jumps: at each end by half a radian and more.
    let alone = steps(None);
    assert!(alone.iter().filter(|moved| **moved > 0.5).count() >= 4, "{alone:?}");
    // A target that the head can turn to all the time, far enough that the body's sway does not matter: it stays.
    let near = steps(Some(DVec3::new(0.0, 15.0, 1e9)));
    assert!(near.iter().all(|moved| *moved < 1e-6), "{near:?}");
    // One that it cannot always turn to: where the limit jumps by up to 110 degrees, head and eyes go one step of their
    // smoothing, 1 - exp(-1/60/.06), of that, with the eyes' own in it.
    let far = steps(Some(DVec3::new(-1e9, 15.0, 0.3e9)));
    let step = (1.0 - libm::exp(-1.0 / 60.0 / 0.060)) * 128.0_f64.to_radians();
    assert!(far.iter().all(|moved| *moved < step), "{far:?}");
    assert!(far.iter().any(|moved| *moved > 0.01));
}

/// A target that comes, goes and comes back: no frame moves further than a single change does.
#[test]
fn no_step_is_larger_than_one_of_a_single_change() {
    let clip = person(facing(10.0, 5.0));
    let largest = |target: &dyn Fn(u32) -> Option<DVec3>| {
        let (mut rig, mut gaze) = (FaceRig::new(Skeleton::FACE), Gaze::new(Path::Local));
        write(&mut rig, &clip);
        let mut before = seen(&rig);
        let mut largest: f64 = 0.0;
        for frame in 0..300 {
            write(&mut rig, &clip);
            gaze.update(&mut rig, &RootMatrix::IDENTITY, target(frame), 1.0 / 60.0);
            let now = seen(&rig);
            largest = now.iter().zip(&before).map(|(a, b)| (a - b).abs()).fold(largest, f64::max);
            before = now;
        }
        largest
    };
    let (left, right) = (DVec3::new(-8.0, 15.0, 8.0), DVec3::new(8.0, 12.0, 8.0));
    let single = largest(&|frame| Some(if frame < 100 { left } else { right }));
    let chained = largest(&|frame| match frame {
        0..20 => None,
        20..60 => Some(left),
        60..65 => None,
        65..70 => Some(right),
        70..120 => Some(left),
        120..121 => None,
        121..200 => Some(right),
        _ => None,
    });
    assert!(single > 0.2 && chained <= single * 1.000_001, "{chained} {single}");
}

/// A10, A1: what is no place, or is the head's own place, is finite and harmless.
#[test]
fn targets_that_are_nowhere() {
    let (mut rig, mut gaze) = (FaceRig::new(Skeleton::FACE), Gaze::new(Path::Local));
    let nan = f64::NAN;
    for target in [
        DVec3::new(nan, 0.0, 0.0),
        DVec3::new(0.0, 15.0, 0.0),
        DVec3::splat(f64::INFINITY),
        DVec3::splat(1e300),
        DVec3::new(0.0, f64::MAX, -f64::MAX),
    ] {
        for dt in [0.016, 0.0, -1.0, nan, f64::INFINITY, 1e9] {
            write(&mut rig, &person(facing(10.0, 0.0)));
            gaze.update(&mut rig, &RootMatrix::IDENTITY, Some(target), dt);
            for bone in 0..6_usize {
                assert!(rig.finished().world(bone).is_finite(), "{target} {dt}");
            }
        }
    }
    let before = rig.clone();
    rig.turn(Bone::Head, DQuat::from_xyzw(nan, 0.0, 0.0, 1.0), Path::World);
    rig.turn(77_usize, DQuat::IDENTITY, Path::Local);
    assert_eq!(rig, before);
}
