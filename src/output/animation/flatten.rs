//! Translucent pixels on an opaque ground.

use crate::color::Color;

/// A straight-alpha pixel laid over a ground, in sRGB as browsers do it. The ground's own alpha is passed over.
pub fn over([r, g, b, a]: [u8; 4], ground: Color) -> [u8; 3] {
    let mix = |top: u8, below: u8| {
        let (top, below, a) = (u32::from(top), u32::from(below), u32::from(a));
        ((top * a + below * (255 - a) + 127) / 255) as u8
    };
    [mix(r, ground.r), mix(g, ground.g), mix(b, ground.b)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_is_the_share_of_the_top() {
        let ground = Color::rgb(255, 100, 0);
        assert_eq!(over([10, 20, 30, 255], ground), [10, 20, 30]);
        assert_eq!(over([10, 20, 30, 0], ground), [255, 100, 0]);
        // 51 is a fifth: 0.2 * (10, 20, 30) + 0.8 * (255, 100, 0).
        assert_eq!(over([10, 20, 30, 51], ground), [206, 84, 6]);
    }
}
