//! The exact Euclidean distance transform (Felzenszwalb and Huttenlocher, 2012), linear in the pixels.

/// The distance in pixels from each pixel's centre to the centre of the nearest pixel that is `true`; infinite where
/// there is none. Pixels are in rows of `width`.
pub(crate) fn distance_to(targets: &[bool], width: usize) -> Vec<f64> {
    let mut squared: Vec<f64> = targets.iter().map(|t| if *t { 0.0 } else { f64::INFINITY }).collect();
    let height = targets.len().checked_div(width).unwrap_or(0);
    let mut line = Vec::new();
    let mut envelope = Envelope::default();
    for x in 0..width {
        line.clear();
        line.extend((0..height).map(|y| squared[y * width + x]));
        envelope.transform(&line, |y, d| squared[y * width + x] = d);
    }
    for row in squared.chunks_exact_mut(width.max(1)) {
        line.clear();
        line.extend_from_slice(row);
        envelope.transform(&line, |x, d| row[x] = d);
    }
    squared.iter().map(|d| d.sqrt()).collect()
}

/// The lower envelope of one line's parabolas: where each stands, and from where on it is the lowest.
#[derive(Default)]
struct Envelope {
    parabolas: Vec<(usize, f64)>,
}

impl Envelope {
    fn transform(&mut self, heights: &[f64], mut put: impl FnMut(usize, f64)) {
        self.parabolas.clear();
        let key = |q: usize| heights[q] + (q * q) as f64;
        for q in (0..heights.len()).filter(|q| heights[*q].is_finite()) {
            let mut from = f64::NEG_INFINITY;
            while let Some(&(p, p_from)) = self.parabolas.last() {
                from = (key(q) - key(p)) / (2 * (q - p)) as f64;
                if from > p_from {
                    break;
                }
                self.parabolas.pop();
                from = f64::NEG_INFINITY;
            }
            self.parabolas.push((q, from));
        }
        let mut current = 0;
        for x in 0..heights.len() {
            while self.parabolas.get(current + 1).is_some_and(|(_, from)| *from < x as f64) {
                current += 1;
            }
            let lowest = self.parabolas.get(current).map_or(f64::INFINITY, |(p, _)| {
                let away = x.abs_diff(*p) as f64;
                away * away + heights[*p]
            });
            put(x, lowest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_equal_those_of_trying_every_pixel() {
        let width = 23;
        let targets: Vec<bool> = (0..width * 17).map(|i| i * i % 37 == 4).collect();
        let fast = distance_to(&targets, width);
        for (i, d) in fast.iter().enumerate() {
            let tried = targets.iter().enumerate().filter(|(_, t)| **t).map(|(j, _)| {
                let (dx, dy) = ((i % width).abs_diff(j % width), (i / width).abs_diff(j / width));
                libm::hypot(dx as f64, dy as f64)
            });
            assert!((tried.fold(f64::INFINITY, f64::min) - d).abs() < 1e-9, "pixel {i}");
        }
    }

    #[test]
    fn nothing_is_infinitely_far() {
        assert!(distance_to(&[false; 6], 3).iter().all(|d| d.is_infinite()));
        assert!(distance_to(&[], 0).is_empty());
    }
}
