//! Pixels: premultiplied RGBA, rectangles of them, and one laid over another.

use tiny_skia::Pixmap;

/// One premultiplied pixel: red, green, blue, alpha.
pub(super) type Pixel = [u8; 4];

/// A rectangle of whole pixels inside a picture: from `left` and `top` up to, not including, `right` and `bottom`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
}

impl Area {
    pub const EMPTY: Self = Self { left: 0, top: 0, right: 0, bottom: 0 };

    /// The whole of a picture.
    pub fn of(pixmap: &Pixmap) -> Self {
        Self { left: 0, top: 0, right: pixmap.width() as usize, bottom: pixmap.height() as usize }
    }

    /// The pixels that a rectangle, grown by `margin` on every side, touches inside of `self`.
    pub fn touched(self, rect: tiny_skia::Rect, margin: f32) -> Self {
        // `as` saturates: what is left of 0 becomes 0, what is far to the right is cut by `min`.
        let area = Self {
            left: self.left.max((rect.left() - margin).floor() as usize),
            top: self.top.max((rect.top() - margin).floor() as usize),
            right: self.right.min((rect.right() + margin).ceil() as usize),
            bottom: self.bottom.min((rect.bottom() + margin).ceil() as usize),
        };
        if area.left < area.right && area.top < area.bottom { area } else { Self::EMPTY }
    }

    /// The same area, larger by `margin` pixels on every side but inside of `bounds`.
    pub fn grown(self, margin: usize, bounds: Self) -> Self {
        Self {
            left: self.left.saturating_sub(margin).max(bounds.left),
            top: self.top.saturating_sub(margin).max(bounds.top),
            right: (self.right + margin).min(bounds.right),
            bottom: (self.bottom + margin).min(bounds.bottom),
        }
    }

    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    pub fn contains(self, other: Self) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    /// The smallest area around both.
    pub fn union(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub fn width(self) -> usize {
        self.right - self.left
    }

    /// How many pixels.
    pub fn len(self) -> usize {
        self.width() * (self.bottom - self.top)
    }

    pub fn rows(self) -> std::ops::Range<usize> {
        self.top..self.bottom
    }

    /// Where its part of row `y` is in a buffer of a picture `width` pixels wide.
    pub fn row(self, y: usize, width: usize) -> std::ops::Range<usize> {
        y * width + self.left..y * width + self.right
    }
}

/// The pixels of a pixmap, row by row.
pub(super) fn of(pixmap: &Pixmap) -> &[Pixel] {
    pixmap.data().as_chunks().0
}

/// The pixels of a pixmap, to be written.
pub(super) fn of_mut(pixmap: &mut Pixmap) -> &mut [Pixel] {
    pixmap.data_mut().as_chunks_mut().0
}

/// Lays `src` over `dst`, both premultiplied, `src` made thinner by `opacity` (255 leaves it as it is).
pub(super) fn over(dst: &mut [Pixel], src: &[Pixel], opacity: u8) {
    for (dst, src) in dst.iter_mut().zip(src) {
        over_one(dst, *src, opacity);
    }
}

/// Lays `src` over `dst` where `coverage` says so, and empties `coverage`.
pub(super) fn over_covered(dst: &mut [Pixel], src: &[Pixel], coverage: &mut [u8], opacity: u8) {
    if opacity == 255 {
        for ((dst, src), cover) in dst.iter_mut().zip(src).zip(coverage.iter()) {
            over_one(dst, *src, *cover);
        }
    } else {
        let opacity = u32::from(opacity);
        for ((dst, src), cover) in dst.iter_mut().zip(src).zip(coverage.iter()) {
            over_one(dst, *src, ((u32::from(*cover) * opacity + 127) / 255) as u8);
        }
    }
    coverage.fill(0);
}

fn over_one(dst: &mut Pixel, src: Pixel, share: u8) {
    if share == 255 && src[3] == 255 {
        *dst = src;
    } else if share != 0 {
        let src = scaled(u32::from_le_bytes(src), u32::from(share));
        let under = scaled(u32::from_le_bytes(*dst), 255 - (src >> 24));
        *dst = (src + under).to_le_bytes();
    }
}

/// The pixel with `opacity / 255` of its opacity, as [`over`] lays it over nothing.
pub(super) fn faded(pixel: Pixel, opacity: u8) -> Pixel {
    if opacity == 255 { pixel } else { scaled(u32::from_le_bytes(pixel), u32::from(opacity)).to_le_bytes() }
}

/// All four channels times `by / 255`, two at a time, rounded as tiny-skia rounds.
fn scaled(pixel: u32, by: u32) -> u32 {
    const EVEN: u32 = 0x00ff_00ff;
    let even = (((pixel & EVEN) * by + EVEN) >> 8) & EVEN;
    let odd = (((pixel >> 8) & EVEN) * by + EVEN) & !EVEN;
    even | odd
}

/// Straight (not premultiplied) alpha, each channel rounded to nearest.
pub(super) fn straight([r, g, b, a]: Pixel) -> Pixel {
    match a {
        0 => [0; 4],
        255 => [r, g, b, a],
        _ => {
            let a16 = u32::from(a);
            let channel = |c: u8| ((u32::from(c) * 255 + a16 / 2) / a16).min(255) as u8;
            [channel(r), channel(g), channel(b), a]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_alpha_is_rounded_to_nearest_for_every_pair() {
        for a in 1..=255u8 {
            for c in 0..=a {
                let exact = (f64::from(c) * 255.0 / f64::from(a)).round() as u8;
                assert_eq!(straight([c, 0, 0, a]), [exact, 0, 0, a], "{c} at alpha {a}");
            }
        }
    }

    #[test]
    fn laying_over_stays_premultiplied_and_within_one_of_the_formula() {
        for sa in (0..=255u8).step_by(15) {
            for da in (0..=255u8).step_by(15) {
                for share in (0..=255u8).step_by(15) {
                    let mut pixel = [da / 2, da, 0, da];
                    over_one(&mut pixel, [sa, sa / 3, 0, sa], share);
                    let t = f64::from(share) / 255.0;
                    let exact = |s: u8, d: u8| f64::from(s) * t + f64::from(d) * (1.0 - f64::from(sa) * t / 255.0);
                    for (got, want) in pixel.iter().zip([exact(sa, da / 2), exact(sa / 3, da), 0.0, exact(sa, da)]) {
                        assert!((f64::from(*got) - want).abs() < 2.0, "{sa} {da} {share}: {got} for {want}");
                        assert!(*got <= pixel[3], "{sa} {da} {share}: {pixel:?} is not premultiplied");
                    }
                }
            }
        }
    }

    #[test]
    fn touched_pixels_stay_inside_the_picture() {
        let all = Area { left: 0, top: 0, right: 10, bottom: 5 };
        let rect = |l, t, r, b| tiny_skia::Rect::from_ltrb(l, t, r, b).unwrap();
        assert_eq!(all.touched(rect(1.5, 1.0, 2.5, 2.0), 0.0), Area { left: 1, top: 1, right: 3, bottom: 2 });
        assert_eq!(all.touched(rect(-1e5, -1e5, 1e5, 1e5), 1.0), all);
        assert_eq!(all.touched(rect(20.0, 0.0, 30.0, 5.0), 1.0), Area::EMPTY);
        assert_eq!(all.touched(rect(-30.0, 0.0, -20.0, 5.0), 1.0), Area::EMPTY);
    }
}
