//! The time of what repeats by itself.

/// A moment as breath, drift, waves and marks see it: which of their periods it is in, and where in it.
///
/// In a film that ends where it begins, every period is bent a little so that a whole number of them fits into it.
///
/// ```
/// use phiz::Rhythm;
/// assert_eq!(Rhythm::at(5.0).turn(2.0), (2.0, 0.5));
/// // 3.4 s do not fit into 8 s, but 4 s do, twice; and then all begins again.
/// let film = |t| Rhythm::in_film(t, 8.0);
/// assert_eq!(film(5.0).turn(3.4), (1.0, 0.25));
/// assert_eq!(film(8.0).turn(3.4), film(0.0).turn(3.4));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rhythm {
    time: f64,
    film: Option<f64>,
}

impl Rhythm {
    /// A moment of time without end, in seconds; one that is not finite is 0.
    pub fn at(time: f64) -> Self {
        Self { time: if time.is_finite() { time } else { 0.0 }, film: None }
    }

    /// A moment of a film of so many seconds, which plays over and over. A length that is not over 0 is no film.
    pub fn in_film(time: f64, length: f64) -> Self {
        let film = Some(length).filter(|length| length.is_finite() && *length > 0.0);
        let Self { time, .. } = Self::at(time);
        Self { time: film.map_or(time, |length| time.rem_euclid(length)), film }
    }

    /// The time in seconds; in a film, since it began.
    pub fn time(self) -> f64 {
        self.time
    }

    /// How long one turn of `period` seconds takes here.
    pub fn bent(self, period: f64) -> f64 {
        self.film.map_or(period, |length| length / Self::count(length, period))
    }

    /// How many turns of `period` seconds have gone by, and how much of the current one, 0..1. The number counts from the
    /// start of the film where there is one.
    pub fn turn(self, period: f64) -> (f64, f64) {
        self.turn_from(period, 0.0)
    }

    /// The same, begun `phase` of a turn earlier.
    pub fn turn_from(self, period: f64, phase: f64) -> (f64, f64) {
        let turns = self.time / self.bent(period) + phase;
        let whole = turns.floor();
        let number = self.film.map_or(whole, |length| whole.rem_euclid(Self::count(length, period)));
        (number, turns - whole)
    }

    /// The number of the turn before that one.
    pub fn before(self, number: f64, period: f64) -> f64 {
        self.film.map_or(number - 1.0, |length| (number - 1.0).rem_euclid(Self::count(length, period)))
    }

    /// How many turns a film has.
    fn count(length: f64, period: f64) -> f64 {
        (length / period).round().max(1.0)
    }
}
