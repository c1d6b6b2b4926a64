//! How loose parts swing when what they hang on moves.

/// A pendulum that hangs on something moving.
///
/// Its angle against its support obeys `y'' + 2 z w y' + w^2 y = -x''`. Instead of stepping it, the answer is written as
/// `y(t) = (g * x)(t) - x(t)`, with `g` the impulse response of the support's motion being passed on, and the
/// convolution is summed over the last second. So the angle at any time is a pure function of the motion before it.
#[derive(Clone, Debug)]
pub(crate) struct Pendulum {
    weights: [f64; SAMPLES],
}

const SAMPLES: usize = 36;

impl Pendulum {
    /// How far back it remembers, in seconds.
    pub const MEMORY: f64 = 1.2;

    /// From its frequency in Hz and its damping ratio, below 1.
    pub fn new(frequency: f64, damping: f64) -> Self {
        let w = std::f64::consts::TAU * frequency;
        let decay = damping * w;
        let wd = w * (1.0 - damping * damping).sqrt();
        let response = |tau: f64| {
            libm::exp(-decay * tau)
                * (2.0 * decay * libm::cos(wd * tau) + (w * w - 2.0 * decay * decay) / wd * libm::sin(wd * tau))
        };
        let mut weights = std::array::from_fn(|i| {
            let tau = Self::delay(i);
            // Faded out at the end of memory, so that nothing drops out of it with a jerk.
            let fade = 1.0 - (tau / Self::MEMORY).powi(4);
            response(tau) * fade * if i == 0 { 0.5 } else { 1.0 }
        });
        // What has been still for a second hangs straight, exactly.
        let sum: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= sum;
        }
        Self { weights }
    }

    /// How long ago sample `i` is, in seconds.
    fn delay(i: usize) -> f64 {
        Self::MEMORY * i as f64 / SAMPLES as f64
    }

    /// Its angle, from the motion of its support as [`Pendulum::motion`] collects it.
    pub fn angle(&self, motion: &[f64; SAMPLES]) -> f64 {
        self.weights.iter().zip(motion).map(|(w, x)| w * x).sum::<f64>() - motion[0]
    }

    /// The motion of its support, from a function of the seconds ago, which is asked from the longest ago to now.
    pub fn motion(mut at: impl FnMut(f64) -> f64) -> [f64; SAMPLES] {
        let mut motion = [0.0; SAMPLES];
        for (i, x) in motion.iter_mut().enumerate().rev() {
            *x = at(Self::delay(i));
        }
        motion
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_something_still_it_hangs_straight() {
        let pendulum = Pendulum::new(2.2, 0.3);
        assert!(pendulum.angle(&Pendulum::motion(|_| 17.0)).abs() < 1e-12);
    }

    /// Against stepping the equation itself in small steps.
    #[test]
    fn it_swings_as_the_equation_says() {
        let (frequency, damping) = (2.0, 0.3);
        let pendulum = Pendulum::new(frequency, damping);
        let w = std::f64::consts::TAU * frequency;
        // A smooth push of one unit over 0.3 s.
        let x = |t: f64| {
            let s = (t / 0.3).clamp(0.0, 1.0);
            s * s * s * (s * (6.0 * s - 15.0) + 10.0)
        };
        let (mut y, mut v) = (0.0, 0.0);
        let dt = 1e-4;
        for i in 0..15_000 {
            let t = f64::from(i) * dt;
            if i % 500 == 0 {
                let angle = pendulum.angle(&Pendulum::motion(|ago| x(t - ago)));
                assert!((angle - y).abs() < 0.06, "t {t}: {angle} for {y}");
            }
            let push = (x(t + dt) - 2.0 * x(t) + x(t - dt)) / (dt * dt);
            v += (-push - 2.0 * damping * w * v - w * w * y) * dt;
            y += v * dt;
        }
    }
}
