//! What following a pointer adds to a character.

/// What following adds to a character at one moment, over whatever else it does. Angles are `[yaw, pitch]` in degrees: to
/// the viewer's right and up.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct GazePose {
    /// How far both eyes are turned in the head; one direction for both.
    pub eyes: [f64; 2],
    /// How far the head is turned: neck and head together.
    pub head: [f64; 2],
    /// How much the pointer commands the gaze, 0..=1. What else moves it (idle drift, a state's own look) is to be
    /// multiplied by what is left to 1.
    pub command: f64,
    /// How far the character is dragged: to the right and up, at most 1 long.
    pub drag: [f64; 2],
}

impl GazePose {
    /// Nothing.
    pub const REST: Self = Self { eyes: [0.0; 2], head: [0.0; 2], command: 0.0, drag: [0.0; 2] };

    /// The turn of the head as two bones, neck then head: 0.6 and 0.4 of it; all on the head where there is no neck.
    pub fn bones(&self, joints: Joints) -> [[f64; 2]; 2] {
        let neck = if !joints.head {
            return [[0.0; 2]; 2];
        } else if joints.neck {
            0.6
        } else {
            0.0
        };
        let part = |share: f64| self.head.map(|angle| share * angle);
        // The rest, not 0.4 times: both add up to the whole.
        let neck = part(neck);
        [neck, [self.head[0] - neck[0], self.head[1] - neck[1]]]
    }
}

/// What of a character can turn. Without a neck all of the turn is on the head, without a head only the eyes follow, and
/// without eyes nothing does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joints {
    /// It has eyes.
    pub eyes: bool,
    /// It has a neck that turns by itself.
    pub neck: bool,
    /// It has a head that turns.
    pub head: bool,
}

impl Joints {
    /// Everything.
    pub const ALL: Self = Self { eyes: true, neck: true, head: true };
}

impl Default for Joints {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neck_takes_six_tenths() {
        let pose = GazePose { head: [20.0, -10.0], ..GazePose::REST };
        for (neck, head, bones) in [
            (true, true, [[12.0, -6.0], [8.0, -4.0]]),
            (false, true, [[0.0, 0.0], [20.0, -10.0]]),
            (true, false, [[0.0, 0.0], [0.0, 0.0]]),
            (false, false, [[0.0, 0.0], [0.0, 0.0]]),
        ] {
            assert_eq!(pose.bones(Joints { eyes: true, neck, head }), bones);
        }
    }
}
