//! One palette for all frames.

use std::collections::BTreeMap;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// Counts colours.
#[derive(Default)]
pub struct Histogram(BTreeMap<Rgb, u64>);

impl Histogram {
    pub fn count(&mut self, colors: impl IntoIterator<Item = Rgb>) {
        // Neighbours are often alike, and a look into the map is dear.
        let mut run = None;
        for color in colors {
            match &mut run {
                Some((last, pixels)) if *last == color => *pixels += 1,
                _ => {
                    self.add(run);
                    run = Some((color, 1));
                }
            }
        }
        self.add(run);
    }

    fn add(&mut self, run: Option<(Rgb, u64)>) {
        if let Some((color, pixels)) = run {
            *self.0.entry(color).or_default() += pixels;
        }
    }

    /// At most so many colours that stand for all: the colours themselves if they are that few.
    ///
    /// The group of colours with the greatest squared error is cut in two at its mean, along the channel in which it
    /// spreads most, until there are enough groups. A group in which one colour prevails becomes that very colour, so
    /// flat areas come out exact.
    pub fn reduce(self, most: usize) -> Vec<Rgb> {
        let mut groups: Vec<Group> = Vec::new();
        if !self.0.is_empty() {
            groups.push(Group::new(self.0.into_iter().collect()));
        }
        while groups.len() < most {
            // The first of equals, so the order of cuts is one order.
            let worst = (0..groups.len()).rev().max_by(|a, b| groups[*a].error.total_cmp(&groups[*b].error));
            let Some(worst) = worst.filter(|worst| groups[*worst].error > 0.0) else { break };
            let (low, high) = groups.swap_remove(worst).cut();
            groups.extend([low, high]);
        }
        groups.into_iter().map(|group| group.color).collect()
    }
}

/// Colours that share an entry of the palette.
struct Group {
    colors: Vec<(Rgb, u64)>,
    /// What stands for them.
    color: Rgb,
    mean: [f64; 3],
    /// The channel in which they spread most.
    channel: usize,
    /// The sum of squared distances from the mean; exactly 0 for one colour.
    error: f64,
}

impl Group {
    fn new(colors: Vec<(Rgb, u64)>) -> Self {
        let pixels: u64 = colors.iter().map(|(_, n)| n).sum();
        let sum = |term: &dyn Fn(&Rgb) -> f64| colors.iter().map(|(c, n)| term(c) * *n as f64).sum::<f64>();
        let mean: [f64; 3] = std::array::from_fn(|i| sum(&|c| f64::from(c[i])) / pixels as f64);
        let spread: [f64; 3] = std::array::from_fn(|i| sum(&|c| (f64::from(c[i]) - mean[i]).powi(2)));
        let channel = (0..3).rev().max_by(|a, b| spread[*a].total_cmp(&spread[*b])).unwrap_or(0);
        let most = colors.iter().rev().max_by_key(|(_, n)| *n).copied();
        let color = match most {
            Some((color, n)) if 2 * n >= pixels => color,
            _ => mean.map(|v| v.round() as u8),
        };
        let error = if colors.len() > 1 { spread.iter().sum() } else { 0.0 };
        Self { colors, color, mean, channel, error }
    }

    /// Neither half is empty: some colour lies at or below the mean, another above it.
    fn cut(self) -> (Self, Self) {
        let low = |(color, _): &(Rgb, u64)| f64::from(color[self.channel]) <= self.mean[self.channel];
        let (low, high) = self.colors.into_iter().partition(low);
        (Self::new(low), Self::new(high))
    }
}

/// Finds the nearest colour of a palette, and remembers what it found.
pub struct Nearest {
    palette: Vec<Rgb>,
    /// Each colour has one place where its answer may stand. What stands there changes the time, never the answer.
    known: Vec<Option<(Rgb, u8)>>,
}

impl Nearest {
    const PLACES_LOG2: u32 = 16;

    /// For a palette of 1 to 256 colours.
    pub fn new(palette: Vec<Rgb>) -> Self {
        Self { palette, known: vec![None; 1 << Self::PLACES_LOG2] }
    }

    pub fn index(&mut self, color: Rgb) -> u8 {
        let [r, g, b] = color.map(u32::from);
        let place = ((r << 16 | g << 8 | b).wrapping_mul(0x9e37_79b1) >> (32 - Self::PLACES_LOG2)) as usize;
        match self.known[place] {
            Some((known, index)) if known == color => index,
            _ => {
                let index = self.search(color);
                self.known[place] = Some((color, index));
                index
            }
        }
    }

    /// The first of the nearest.
    fn search(&self, color: Rgb) -> u8 {
        let distance = |entry: &Rgb| -> u32 { (0..3).map(|i| u32::from(entry[i].abs_diff(color[i])).pow(2)).sum() };
        self.palette.iter().zip(0..=u8::MAX).min_by_key(|(entry, _)| distance(entry)).map_or(0, |(_, index)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(colors: &[Rgb], most: usize) -> Vec<Rgb> {
        let mut histogram = Histogram::default();
        histogram.count(colors.iter().copied());
        let mut palette = histogram.reduce(most);
        palette.sort();
        palette
    }

    #[test]
    fn few_colours_stay_as_they_are() {
        let colors: Vec<Rgb> = (0..=254).map(|i| [i, 255 - i, i / 2]).collect();
        assert_eq!(reduced(&colors, 255), colors);
        assert_eq!(reduced(&[[7, 8, 9]; 5], 255), [[7, 8, 9]]);
        assert_eq!(reduced(&[], 255), [[0; 3]; 0]);
    }

    #[test]
    fn a_flat_colour_among_a_gradient_stays_exact() {
        let flat = [79, 142, 247];
        let mut colors: Vec<Rgb> =
            (0..100u8).flat_map(|i| (0..100u8).map(move |j| [50 + i, 100 + j, 200 + (i + j) / 4])).collect();
        colors.extend([flat; 500]);
        let palette = reduced(&colors, 16);
        assert_eq!(palette.len(), 16);
        assert!(palette.contains(&flat), "{palette:?}");
    }

    #[test]
    fn a_group_becomes_its_prevailing_colour_or_else_its_mean() {
        assert_eq!(reduced(&[[10; 3], [10; 3], [10; 3], [20; 3], [30; 3]], 1), [[10; 3]]);
        assert_eq!(reduced(&[[10; 3], [10; 3], [18; 3], [20; 3], [32; 3]], 1), [[18; 3]]);
        assert_eq!(reduced(&[[0, 1, 2], [10, 3, 4], [20, 5, 9]], 1), [[10, 3, 5]]);
    }

    #[test]
    fn a_grey_ramp_is_cut_evenly() {
        let ramp: Vec<Rgb> = (0..=255).map(|v| [v; 3]).collect();
        let expected: Vec<Rgb> = (0..8u8).map(|i| [32 * i + 16; 3]).collect();
        assert_eq!(reduced(&ramp, 8), expected);
    }

    #[test]
    fn remembered_answers_are_the_nearest() {
        let palette: Vec<Rgb> =
            (0..=255u8).map(|i| [i.wrapping_mul(37), i.wrapping_mul(91), i.wrapping_mul(203)]).collect();
        let mut nearest = Nearest::new(palette.clone());
        // Twice, and more colours than there are places.
        for _ in 0..2 {
            for n in (0..1u32 << 24).step_by(101) {
                let [_, r, g, b] = n.to_be_bytes();
                let distance = |[x, y, z]: Rgb| {
                    let d = |p: u8, q: u8| (i32::from(p) - i32::from(q)).pow(2);
                    d(x, r) + d(y, g) + d(z, b)
                };
                let found = palette[usize::from(nearest.index([r, g, b]))];
                assert_eq!(Some(distance(found)), palette.iter().map(|c| distance(*c)).min());
            }
        }
    }
}
