//! Angles in degrees, exact where they can be.

use crate::Error;

/// Sine and cosine of an angle in degrees, the same bits on every platform, exact at multiples of 90.
pub(crate) fn sin_cos(degrees: f64) -> (f64, f64) {
    let turned = degrees.rem_euclid(360.0);
    // The remainder within a quadrant keeps 90, 180, … from leaving residues such as 6e-17.
    let quadrant = (turned / 90.0).floor();
    let rest = (turned - 90.0 * quadrant).to_radians();
    let (s, c) = (libm::sin(rest), libm::cos(rest));
    match quadrant as i32 {
        1 => (c, -s),
        2 => (-s, -c),
        3 => (-c, s),
        _ => (s, c),
    }
}

/// Wraps into -180..=180, keeping what already lies there.
pub(crate) fn wrapped(degrees: f64) -> f64 {
    if (-180.0..=180.0).contains(&degrees) { degrees } else { (degrees + 180.0).rem_euclid(360.0) - 180.0 }
}

/// Refuses NaN and infinities by name.
pub(crate) fn finite(name: &str, value: f64) -> Result<f64, Error> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Error::Parameter { name: name.into(), value: value.to_string(), allowed: "a finite number".into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact() {
        for (degrees, sine, cosine) in [
            (0.0, 0.0, 1.0),
            (90.0, 1.0, 0.0),
            (180.0, 0.0, -1.0),
            (270.0, -1.0, 0.0),
            (-90.0, -1.0, 0.0),
            (720.0, 0.0, 1.0),
        ] {
            assert_eq!(sin_cos(degrees), (sine, cosine), "{degrees}");
        }
        assert!((sin_cos(30.0).0 - 0.5).abs() < 1e-15);
    }

    #[test]
    fn wrapping_keeps_the_direction() {
        for (degrees, same) in
            [(720.0, 0.0), (-1000.0, 80.0), (200.0, -160.0), (180.0, 180.0), (-180.0, -180.0), (60.0, 60.0)]
        {
            assert_eq!(wrapped(degrees), same, "{degrees}");
        }
    }
}
