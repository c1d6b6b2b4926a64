//! The part of a picture that changes.

/// A rectangle of pixels, with at least one in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    /// What to write of a frame in which nothing changed: formats want at least one pixel.
    pub const PIXEL: Self = Self { x: 0, y: 0, width: 1, height: 1 };

    pub fn whole(width: u32, height: u32) -> Self {
        Self { x: 0, y: 0, width: width as usize, height: height as usize }
    }

    /// The smallest area around all places where two pictures of a width differ in the given way; `None` without such.
    pub fn around<T>(before: &[T], after: &[T], width: usize, differ: impl Fn(&T, &T) -> bool) -> Option<Self> {
        let mut found: Option<Self> = None;
        for (y, (before, after)) in before.chunks_exact(width).zip(after.chunks_exact(width)).enumerate() {
            let mut pairs = before.iter().zip(after);
            let Some(left) = pairs.position(|(a, b)| differ(a, b)) else { continue };
            let right = left + 1 + pairs.rposition(|(a, b)| differ(a, b)).map_or(0, |more| more + 1);
            let row = Self { x: left, y, width: right - left, height: 1 };
            found = Some(found.map_or(row, |area| area.union(row)));
        }
        found
    }

    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self { x, y, width: right - x, height: bottom - y }
    }

    /// The same area, or one column and row more, from even coordinates.
    pub fn to_even(self) -> Self {
        self.union(Self { x: self.x & !1, y: self.y & !1, width: 1, height: 1 })
    }

    /// Where each row of this area lies in a picture of a width.
    pub fn rows(self, width: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        (self.y..self.y + self.height).map(move |y| {
            let start = y * width + self.x;
            start..start + self.width
        })
    }

    /// The pixels of this area, row by row.
    pub fn cut<T: Copy>(self, pixels: &[T], width: usize) -> Vec<T> {
        self.rows(width).flat_map(|row| pixels[row].iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(before: &[u8], after: &[u8], width: usize) -> Option<Area> {
        Area::around(before, after, width, |a, b| a != b)
    }

    #[test]
    fn equal_pictures_have_no_change() {
        assert_eq!(changed(&[1, 2, 3, 4], &[1, 2, 3, 4], 2), None);
    }

    #[test]
    fn a_change_is_framed_tightly() {
        let before = [0; 20];
        for (x, y) in [(0, 0), (4, 0), (0, 3), (4, 3), (2, 1)] {
            let mut after = before;
            after[y * 5 + x] = 1;
            assert_eq!(changed(&before, &after, 5), Some(Area { x, y, width: 1, height: 1 }));
        }
        let mut after = before;
        (after[5 + 3], after[10 + 1]) = (1, 1);
        assert_eq!(changed(&before, &after, 5), Some(Area { x: 1, y: 1, width: 3, height: 2 }));
    }

    #[test]
    fn an_area_is_cut_row_by_row() {
        let pixels: Vec<u8> = (0..20).collect();
        let area = Area { x: 3, y: 1, width: 2, height: 3 };
        assert_eq!(area.cut(&pixels, 5), [8, 9, 13, 14, 18, 19]);
        assert_eq!(area.to_even(), Area { x: 2, y: 0, width: 3, height: 4 });
        assert_eq!(area.to_even().to_even(), area.to_even());
    }
}
