//! From the bones and morphs of MikuMikuDance to a face.
//!
//! Names of other models, and bones of arms and legs, have no counterpart here and are left.

use glam::{DQuat, DVec3};

use super::drive::{Drive, Scope, moves, slot};
use super::speech::Viseme;
use super::vmd::{BoneTrack, Transform, Vmd};
use crate::face::EyeShape;
use crate::gaze::Limits;
use crate::geometry::{angles, turned};
use crate::rig::{Bone, FaceRig, Finished, Joint, Skeleton};

/// Bones of models and those of the rig that they turn and move, in the order in which they hang on each other. In brackets
/// what the name says.
const BONES: [(&str, &[Bone]); 14] = [
    ("全ての親", &[Bone::Root]),                // parent of all
    ("センター", &[Bone::Root]),                // centre
    ("グルーブ", &[Bone::Root]),                // groove
    ("腰", &[Bone::Body]),                      // waist
    ("上半身", &[Bone::Body]),                  // upper body
    ("上半身2", &[Bone::Body]),                 // upper body 2
    ("上半身２", &[Bone::Body]),                // the same
    ("上半身3", &[Bone::Body]),                 // upper body 3
    ("上半身３", &[Bone::Body]),                // the same
    ("首", &[Bone::Neck]),                      // neck
    ("頭", &[Bone::Head]),                      // head
    ("両目", &[Bone::EyeLeft, Bone::EyeRight]), // both eyes
    ("左目", &[Bone::EyeLeft]),                 // left eye
    ("右目", &[Bone::EyeRight]),                // right eye
];

/// What a morph does at weight 1.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Effect {
    /// Added to a standard parameter.
    Add(usize, f64),
    /// Both eyes become this.
    Eyes(EyeShape),
    /// The mouth becomes this.
    Mouth(Viseme),
}

use Effect::{Add, Eyes, Mouth};

/// Left and right are the model's own. The eyes of `笑い` and `ウィンク` laugh, those of `まばたき` and `ウィンク２` are shut.
const MORPHS: &[(&str, &[Effect])] = &[
    // Lids and eyes.
    ("まばたき", &[Add(slot::LID_LEFT, -1.0), Add(slot::LID_RIGHT, -1.0)]), // blink
    ("笑い", &[Add(slot::SMILE_LEFT, 1.0), Add(slot::SMILE_RIGHT, 1.0)]),   // smile
    ("ウィンク", &[Add(slot::SMILE_LEFT, 1.0)]),                            // wink
    ("ウィンク右", &[Add(slot::SMILE_RIGHT, 1.0)]),                         // wink, right
    ("ウィンク２", &[Add(slot::LID_LEFT, -1.0)]),                           // wink 2
    ("ウィンク2", &[Add(slot::LID_LEFT, -1.0)]),
    ("ウィンク２右", &[Add(slot::LID_RIGHT, -1.0)]), // wink 2, right
    ("ウィンク2右", &[Add(slot::LID_RIGHT, -1.0)]),
    ("ｳｨﾝｸ２右", &[Add(slot::LID_RIGHT, -1.0)]),
    ("ｳｨﾝｸ2右", &[Add(slot::LID_RIGHT, -1.0)]),
    ("なごみ", &[Add(slot::LID_LEFT, -1.0), Add(slot::LID_RIGHT, -1.0)]), // calm
    ("はぅ", &[Eyes(EyeShape::Squint)]),                                  // squeezed shut
    ("びっくり", &[Add(slot::LID_LEFT, 0.8), Add(slot::LID_RIGHT, 0.8)]), // surprise
    ("じと目", &[Add(slot::LID_LEFT, -0.5), Add(slot::LID_RIGHT, -0.5)]), // a scornful look
    ("星目", &[Eyes(EyeShape::Star)]),                                    // stars
    ("はぁと", &[Eyes(EyeShape::Heart)]),                                 // hearts
    ("はーと", &[Eyes(EyeShape::Heart)]),
    ("ぐるぐる", &[Eyes(EyeShape::Spiral)]), // spirals
    // Mouth.
    ("あ", &[Mouth(Viseme::D)]), // a
    ("い", &[Mouth(Viseme::B)]), // i
    ("う", &[Mouth(Viseme::F)]), // u
    ("え", &[Mouth(Viseme::C)]), // e
    ("お", &[Mouth(Viseme::E)]), // o
    ("あ２", &[Mouth(Viseme::D)]),
    ("ん", &[Mouth(Viseme::A)]), // n
    ("▲", &[Mouth(Viseme::E)]),
    ("□", &[Mouth(Viseme::C)]),
    ("ワ", &[Mouth(Viseme::D), Add(slot::MOUTH_FORM, 0.6)]), // a wide laugh
    ("∧", &[Add(slot::MOUTH_FORM, -1.0)]),
    ("ω", &[Add(slot::MOUTH_FORM, 0.6)]),
    ("にやり", &[Add(slot::MOUTH_FORM, 1.0)]), // grin
    ("にやり２", &[Add(slot::MOUTH_FORM, 1.0)]),
    ("にっこり", &[Add(slot::MOUTH_FORM, 1.0)]),  // broad smile
    ("口角上げ", &[Add(slot::MOUTH_FORM, 1.0)]),  // corners up
    ("口角下げ", &[Add(slot::MOUTH_FORM, -1.0)]), // corners down
    ("ぺろっ", &[Mouth(Viseme::H)]),              // tongue
    // Brows.
    ("真面目", &[Add(slot::BROW_ANGLE_LEFT, -0.6), Add(slot::BROW_ANGLE_RIGHT, -0.6)]), // serious
    ("怒り", &[Add(slot::BROW_ANGLE_LEFT, -1.0), Add(slot::BROW_ANGLE_RIGHT, -1.0)]),   // anger
    ("困る", &[Add(slot::BROW_ANGLE_LEFT, 1.0), Add(slot::BROW_ANGLE_RIGHT, 1.0)]),     // trouble
    ("にこり", &[Add(slot::BROW_FORM_LEFT, 0.8), Add(slot::BROW_FORM_RIGHT, 0.8)]),     // cheer
    ("上", &[Add(slot::BROW_LEFT, 1.0), Add(slot::BROW_RIGHT, 1.0)]),                   // up
    ("下", &[Add(slot::BROW_LEFT, -1.0), Add(slot::BROW_RIGHT, -1.0)]),                 // down
    // Cheeks.
    ("照れ", &[Add(slot::CHEEK, 1.0)]),   // shy
    ("頬染め", &[Add(slot::CHEEK, 1.0)]), // blush
    ("赤面", &[Add(slot::CHEEK, 1.0)]),
];

/// The height of a model, in its units.
const TALL: f64 = 20.0;
/// How far a body leans at most, in degrees.
const LEAN: f64 = 30.0;

/// Which tracks of a file do what: found once, used at every moment.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plan {
    bones: Vec<(usize, &'static [Bone])>,
    morphs: Vec<(usize, &'static [Effect])>,
}

impl Plan {
    pub fn of(vmd: &Vmd) -> Self {
        let bones = BONES.iter().filter_map(|(name, bones)| {
            vmd.bones.iter().position(|track| track.name == *name).map(|index| (index, *bones))
        });
        let morphs = vmd.morphs.iter().enumerate().filter_map(|(index, track)| {
            let (_, effects) = MORPHS.iter().find(|(name, _)| *name == track.name)?;
            Some((index, *effects))
        });
        Self { bones: bones.collect(), morphs: morphs.collect() }
    }

    /// What the file asks for at a time.
    pub fn sample(&self, vmd: &Vmd, t: f64, scope: Scope) -> Drive {
        let mut drive = Drive::rest();
        let rig = self.rig(vmd, t, scope);
        hold(rig.finished(), &mut drive);
        if scope == Scope::All {
            look(rig.finished(), &mut drive);
            for (index, effects) in &self.morphs {
                let weight = vmd.morphs.get(*index).map_or(0.0, |track| track.at(t)).clamp(-1.0, 1.0);
                for effect in *effects {
                    match *effect {
                        Add(index, amount) => drive.values[index] += amount * weight,
                        Eyes(shape) => drive.shapes[shape as usize] += weight.max(0.0),
                        Mouth(viseme) => drive.visemes[viseme as usize] += weight.max(0.0),
                    }
                }
            }
        }
        drive
    }

    /// The bones at a time. Without the scope of everything, eyes are at rest.
    fn rig(&self, vmd: &Vmd, t: f64, scope: Scope) -> FaceRig {
        let mut places = [(DQuat::IDENTITY, DVec3::ZERO); 6];
        for (index, bones) in &self.bones {
            let eyes = bones.iter().any(|bone| matches!(bone, Bone::EyeLeft | Bone::EyeRight));
            let Some(track) = vmd.bones.get(*index).filter(|_| scope == Scope::All || !eyes) else { continue };
            let own = seen(track.at(t));
            for bone in *bones {
                let (rotation, place) = &mut places[*bone as usize];
                *place += *rotation * own.position;
                *rotation *= own.rotation;
            }
        }
        let mut rig = FaceRig::new(Skeleton::FACE);
        let mut next = rig.begin();
        for (bone, (rotation, place)) in places.into_iter().enumerate() {
            next.set(bone, Joint::new(rotation, place).unwrap_or_default());
        }
        next.finish();
        rig
    }

    /// Whether head, eyes or body are ever held otherwise than at rest.
    pub fn holds_a_pose(&self, vmd: &Vmd) -> bool {
        let rests = |track: &BoneTrack| track.is_constant() && track.at(0.0) == Transform::IDENTITY;
        self.bones.iter().filter_map(|(index, _)| vmd.bones.get(*index)).any(|track| !rests(track))
    }

    /// Whether something that changes moves `what`, as [`bone`] and [`morph`] name it.
    pub fn changes(&self, vmd: &Vmd, what: &str) -> bool {
        let bones = vmd.bones.iter().any(|track| bone(&track.name) == Some(what) && !track.is_constant());
        bones || vmd.morphs.iter().any(|track| morph(&track.name) == Some(what) && !track.is_constant())
    }
}

/// In the file z points away from the viewer. Seen in a mirror along z, a place changes the sign of z, and a rotation those
/// of x and y.
fn seen(Transform { position: p, rotation: q }: Transform) -> Transform {
    Transform { position: DVec3::new(p.x, p.y, -p.z), rotation: DQuat::from_xyzw(-q.x, -q.y, q.z, q.w) }
}

/// Head and body. This is where bones become angles: a face on a sphere has one rotation, and a flat body can lean but not
/// turn.
///
/// The body leans as far as the trunk is seen to: by the angle of its upright to the vertical, in the picture. That carries
/// the face along; the face itself turns by the rest, so that the whole is the rotation of the head.
fn hold(frame: &Finished<6>, drive: &mut Drive) {
    let up = frame.rotation(Bone::Body) * DVec3::Y;
    // Not the angle of what is seen of it, which jumps where the trunk points at the viewer.
    let lean = libm::asin(up.x.clamp(-1.0, 1.0)).to_degrees().clamp(-LEAN, LEAN);
    let body = turned([0.0, 0.0, lean]);
    let on_body = |bone| angles(body.inverse() * frame.rotation(bone));
    let [turn, tilt, roll] = on_body(Bone::Head);
    drive.values[slot::TURN] = turn;
    drive.values[slot::TILT] = tilt;
    drive.values[slot::ROLL] = roll;
    drive.values[slot::LEAN] = lean;
    drive.neck = on_body(Bone::Neck);
    drive.lift = (frame.position(Bone::Root).y / TALL).clamp(-0.5, 0.5);
}

/// Where both eyes look: half way between them, as they look the same way here.
fn look(frame: &Finished<6>, drive: &mut Drive) {
    let [left, right] = [Bone::EyeLeft, Bone::EyeRight].map(|eye| angles(frame.joint(eye).rotation()));
    let [x, y] = Limits::CLIP_EYES.shares([0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1])]);
    drive.values[slot::GAZE_X] = x;
    drive.values[slot::GAZE_Y] = y;
}

/// What a bone of this name moves on a face; none if nothing.
pub(super) fn bone(name: &str) -> Option<&'static str> {
    let (_, bones) = BONES.iter().find(|(known, _)| *known == name)?;
    Some(match bones.first()? {
        Bone::Root | Bone::Body => "body",
        Bone::Neck | Bone::Head => "head",
        Bone::EyeLeft | Bone::EyeRight => "gaze",
    })
}

/// What a morph of this name moves on a face; none if nothing.
pub(super) fn morph(name: &str) -> Option<&'static str> {
    let (_, effects) = MORPHS.iter().find(|(known, _)| *known == name)?;
    effects.iter().find_map(|effect| match effect {
        Add(index, _) => moves(*index),
        Eyes(_) => Some("lids"),
        Mouth(_) => Some("mouth"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::drive::standard;
    use crate::clip::vmd::tests::Builder;
    use crate::geometry::Pose;

    fn sampled(vmd: &Vmd, t: f64) -> Drive {
        Plan::of(vmd).sample(vmd, t, Scope::All)
    }

    fn value(drive: &Drive, id: &str) -> f64 {
        drive.values[standard(id).unwrap()]
    }

    /// The rotation of a pose as a file has it: its x and y change their signs.
    fn in_file(turn: f64, tilt: f64, roll: f64) -> DQuat {
        let [x, y, z] = [turn, -tilt, -roll].map(f64::to_radians);
        let q = DQuat::from_rotation_y(x) * DQuat::from_rotation_x(y) * DQuat::from_rotation_z(z);
        DQuat::from_xyzw(-q.x, -q.y, q.z, q.w)
    }

    #[test]
    fn every_effect_has_its_parameter_and_every_name_is_there_once() {
        for (i, (name, _)) in MORPHS.iter().enumerate() {
            assert!(morph(name).is_some(), "{name}");
            assert!(MORPHS[i + 1..].iter().all(|(other, _)| other != name), "{name}");
        }
        assert_eq!((bone("左ひじ"), morph("涙")), (None, None));
    }

    #[test]
    fn a_turned_head_is_a_pose_with_the_same_signs() {
        for [turn, tilt, roll] in [[30.0, 0.0, 0.0], [0.0, 20.0, 0.0], [0.0, 0.0, 15.0], [-40.0, 12.0, -8.0]] {
            let vmd = Builder::new().bone("頭", 0, [0.0; 3], in_file(turn, tilt, roll)).vmd();
            let drive = sampled(&vmd, 0.0);
            for (id, expect) in [("ParamAngleX", turn), ("ParamAngleY", tilt), ("ParamAngleZ", roll)] {
                // The file's numbers are f32.
                assert!((value(&drive, id) - expect).abs() < 1e-4, "{id} {drive:?}");
            }
        }
        // The face of a model looks along -z of the file. With z away from the viewer and y up, a rotation about y by +90
        // degrees in the file's left-handed axes takes -z to -x: to the left of the picture.
        let vmd = Builder::new().bone("頭", 0, [0.0; 3], DQuat::from_rotation_y(0.5)).vmd();
        assert!(value(&sampled(&vmd, 0.0), "ParamAngleX") < 0.0);
    }

    #[test]
    fn neck_and_head_go_one_after_the_other_and_the_trunk_before_them() {
        let (trunk, neck, head) = (in_file(20.0, 5.0, 10.0), in_file(10.0, -5.0, 0.0), in_file(15.0, 10.0, 5.0));
        let vmd = Builder::new()
            .bone("頭", 0, [0.0; 3], head)
            .bone("首", 0, [0.0; 3], neck)
            .bone("上半身", 0, [0.0; 3], trunk)
            .vmd();
        let drive = sampled(&vmd, 0.0);
        let rotation = |turn, tilt, roll| Pose::new(turn, tilt, roll).unwrap().rotation();
        let whole = rotation(20.0, 5.0, 10.0) * rotation(10.0, -5.0, 0.0) * rotation(15.0, 10.0, 5.0);
        let lean = value(&drive, "ParamBodyAngleZ");
        let [turn, tilt, roll] = ["ParamAngleX", "ParamAngleY", "ParamAngleZ"].map(|id| value(&drive, id));
        // The trunk's upright is seen to lean by the x of its second column.
        assert!((libm::sin(lean.to_radians()) - (rotation(20.0, 5.0, 10.0) * DVec3::Y).x).abs() < 1e-6);
        // On a body that leans, it is the whole rotation.
        let found = rotation(0.0, 0.0, lean) * rotation(turn, tilt, roll);
        for (a, b) in found.rows().iter().flatten().zip(whole.rows().iter().flatten()) {
            assert!((a - b).abs() < 1e-6, "{found:?} {whole:?}");
        }
    }

    /// A bow so deep that the head comes up on the other side, and a turn right round: the body leans no further than it is
    /// seen to.
    #[test]
    fn bows_and_turns_do_not_make_the_body_jump() {
        let lean =
            |q: DQuat| value(&sampled(&Builder::new().bone("上半身", 0, [0.0; 3], q).vmd(), 0.0), "ParamBodyAngleZ");
        for path in [|k: f64| in_file(5.0, -k, 4.0), |k: f64| in_file(k, 10.0, 20.0)] {
            let all: Vec<f64> = (0..=360).map(|k| lean(path(f64::from(k)))).collect();
            assert!(all.windows(2).all(|w| (w[0] - w[1]).abs() < 0.6), "{all:?}");
        }
        // From behind, what leans to its right leans to the left.
        assert!((lean(in_file(180.0, 0.0, 20.0)) + 20.0).abs() < 1e-4);
    }

    #[test]
    fn the_centre_lifts_and_eyes_look() {
        let vmd = Builder::new()
            .bone("センター", 0, [5.0, 2.0, 0.0], DQuat::IDENTITY)
            .bone("グルーブ", 0, [0.0, -1.0, 0.0], DQuat::IDENTITY)
            .bone("両目", 0, [0.0; 3], in_file(4.5, 0.0, 0.0))
            .bone("左目", 0, [0.0; 3], in_file(0.0, -8.0, 0.0))
            .vmd();
        let drive = sampled(&vmd, 0.0);
        assert!((drive.lift - 0.05).abs() < 1e-9);
        assert!(
            (value(&drive, "ParamEyeBallX") - 0.5).abs() < 1e-5 && (value(&drive, "ParamEyeBallY") + 0.5).abs() < 1e-5
        );
    }

    #[test]
    fn morphs_become_lids_and_mouth() {
        let vmd = Builder::new()
            .morph("まばたき", 0, 0.25)
            .morph("ウィンク２", 0, 0.5)
            .morph("ウィンク右", 0, 0.75)
            .morph("あ", 0, 1.0)
            .morph("涙", 0, 1.0)
            .vmd();
        let drive = sampled(&vmd, 0.0);
        assert_eq!([value(&drive, "ParamEyeLOpen"), value(&drive, "ParamEyeROpen")], [0.25, 0.75]);
        assert_eq!([value(&drive, "ParamEyeLSmile"), value(&drive, "ParamEyeRSmile")], [0.0, 0.75]);
        assert_eq!(drive.visemes[Viseme::D as usize], 1.0);
    }
}
