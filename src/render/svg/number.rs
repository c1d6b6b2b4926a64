//! Numbers as SVG text: plain, short and the same everywhere.

use std::fmt;

/// Most decimal places ever written.
pub(super) const MOST_PLACES: u8 = 4;

/// Numbers beyond this are written as this; nothing that can be seen comes near it.
const LARGEST: f64 = 1e9;

/// Displays a number with at most some decimal places, as short as that allows: `12`, `-0.5`, `3.1416`.
///
/// Never an exponent, a trailing zero or `-0`; what is not finite is `0` (shapes with such numbers are dropped before).
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    value: f64,
    places: u8,
}

impl Number {
    /// With four places.
    pub fn new(value: f64) -> Self {
        Self::with_places(value, MOST_PLACES)
    }

    /// With so many places, at most [`MOST_PLACES`].
    pub fn with_places(value: f64, places: u8) -> Self {
        let value = if value.is_nan() { 0.0 } else { value.clamp(-LARGEST, LARGEST) };
        Self { value, places: places.min(MOST_PLACES) }
    }

    /// The value that a reader of the text gets.
    pub fn rounded(self) -> f64 {
        self.steps() as f64 / self.steps_per_unit() as f64
    }

    fn steps_per_unit(self) -> i64 {
        10_i64.pow(u32::from(self.places))
    }

    fn steps(self) -> i64 {
        (self.value * self.steps_per_unit() as f64).round() as i64
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (steps, per_unit) = (self.steps(), self.steps_per_unit());
        let sign = if steps < 0 { "-" } else { "" };
        write!(f, "{sign}{}", steps.abs() / per_unit)?;
        let mut fraction = steps.abs() % per_unit;
        if fraction == 0 {
            return Ok(());
        }
        let mut width = usize::from(self.places);
        while fraction % 10 == 0 {
            fraction /= 10;
            width -= 1;
        }
        write!(f, ".{fraction:0width$}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `-?[0-9]+(\.[0-9]{1,4})?`, without trailing zeros and without "-0".
    fn is_plain(text: &str) -> bool {
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "1"));
        digits(whole) && digits(fraction) && fraction.len() <= 4 && !fraction.ends_with('0') && text != "-0"
    }

    #[test]
    fn numbers_are_as_short_as_four_places_allow() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (6e-17, "0"),
            (-0.00004, "0"),
            (0.5, "0.5"),
            (-0.25, "-0.25"),
            (1.0 / 3.0, "0.3333"),
            (0.99996, "1"),
            (-1.00006, "-1.0001"),
            (0.0102, "0.0102"),
            (200.0, "200"),
            (f64::NAN, "0"),
            (f64::MAX, "1000000000"),
            (f64::NEG_INFINITY, "-1000000000"),
        ] {
            assert_eq!(Number::new(value).to_string(), text, "{value:?}");
        }
        assert_eq!(Number::with_places(2.6457, 2).to_string(), "2.65");
        assert_eq!(Number::with_places(2.6457, 0).to_string(), "3");
    }

    proptest! {
        #[test]
        fn any_number_is_plain_and_near(value in any::<f64>(), places in 0_u8..9) {
            let number = Number::with_places(value, places);
            let text = number.to_string();
            prop_assert!(is_plain(&text), "{value:?} became {text}");
            prop_assert_eq!(text.parse::<f64>().unwrap(), number.rounded());
        }

        #[test]
        fn the_error_is_half_of_the_last_place(value in -1e5..1e5_f64, places in 0_u8..=4) {
            let read: f64 = Number::with_places(value, places).to_string().parse().unwrap();
            prop_assert!((read - value).abs() <= 0.5 * 0.1_f64.powi(places.into()) + 1e-10);
        }
    }
}
