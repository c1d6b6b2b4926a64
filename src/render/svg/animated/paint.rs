//! Colours and gradients over time.

use std::fmt;

use super::super::Writer;
use super::super::definitions::OWN_ID;
use super::super::geometry::{Units, stretch};
use super::super::number::Number;
use super::super::paint::{Ink, alpha};
use super::STEP;
use super::clock::{Animated, Clock};
use super::keys::Keys;
use super::place::Places;
use crate::color::Color;
use crate::scene::{Gradient, GradientKind, Stop};

/// A paint whose kind stays the same.
#[derive(Clone, Debug)]
pub(super) enum PaintTrack {
    Solid(ColorTrack),
    Gradient(Box<GradientTrack>),
}

impl PaintTrack {
    pub fn new(ink: Ink<'_>) -> Self {
        match ink {
            Ink::Solid(_) => Self::Solid(ColorTrack::default()),
            Ink::Gradient(gradient) => Self::Gradient(Box::new(GradientTrack::new(gradient))),
        }
    }

    /// Adds a frame, in which the shape is stretched by so much on its way to the canvas.
    pub fn push(&mut self, frame: u32, ink: Ink<'_>, shape_stretch: f64) {
        match (self, ink) {
            (Self::Solid(track), Ink::Solid(color)) => track.push(frame, color),
            (Self::Gradient(track), Ink::Gradient(gradient)) => track.push(frame, gradient, shape_stretch),
            // Shapes with another kind of paint are other shapes.
            (Self::Solid(_), Ink::Gradient(_)) | (Self::Gradient(_), Ink::Solid(_)) => {}
        }
    }

    pub fn hold_until(&mut self, frame: u32) {
        match self {
            Self::Solid(track) => track.hold_until(frame),
            Self::Gradient(track) => track.hold_until(frame),
        }
    }

    /// Writes the attribute `name` (`fill` or `stroke`) and returns the elements that animate it.
    pub fn write(self, name: &str, units: Units, clock: &Clock, out: &mut Writer<'_>) -> Result<String, fmt::Error> {
        match self {
            Self::Solid(track) => {
                let Some(color) = track.constant() else { return Ok(track.write(name, clock, &mut out.body)) };
                out.write_ink(name, Ink::Solid(color), units)?;
            }
            Self::Gradient(track) if track.varies => {
                let id = out.gradients.id_of(track.element(units, clock));
                out.body.push_str(&format!(r#" {name}="url(#{id})""#));
            }
            Self::Gradient(track) => out.write_ink(name, Ink::Gradient(&track.first), units)?,
        }
        Ok(String::new())
    }
}

/// Two inks that one [`PaintTrack`] can hold.
pub(super) fn is_same_kind(a: Ink<'_>, b: Ink<'_>) -> bool {
    match (a, b) {
        (Ink::Solid(_), Ink::Solid(_)) => true,
        (Ink::Gradient(a), Ink::Gradient(b)) => {
            let same_kind = std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind);
            same_kind && a.stops.len() == b.stops.len()
        }
        (Ink::Solid(_), Ink::Gradient(_)) | (Ink::Gradient(_), Ink::Solid(_)) => false,
    }
}

/// A colour over time: straight lines in sRGB, as SMIL draws them.
#[derive(Clone, Default, Debug)]
pub(super) struct ColorTrack {
    first: Option<Color>,
    varies: bool,
    channels: Keys,
    alpha: Keys,
}

impl ColorTrack {
    fn push(&mut self, frame: u32, color: Color) {
        self.varies |= *self.first.get_or_insert(color) != color;
        // One step of 255 is what colours are rounded to.
        self.channels.push(frame, &[color.r, color.g, color.b].map(f64::from), [1.0; 2]);
        self.alpha.push(frame, &[f64::from(color.a)], [1.0; 2]);
    }

    fn hold_until(&mut self, frame: u32) {
        self.channels.hold_until(frame);
        self.alpha.hold_until(frame);
    }

    fn constant(&self) -> Option<Color> {
        self.first.filter(|_| !self.varies)
    }

    fn write(self, name: &str, clock: &Clock, attributes: &mut String) -> String {
        let byte = |value: &f64| value.round().clamp(0.0, 255.0) as u8;
        let color = clock.animated(self.channels, |rgb| match rgb {
            [r, g, b] => Color::rgb(byte(r), byte(g), byte(b)).to_string(),
            _ => Color::BLACK.to_string(),
        });
        let opacity =
            clock.animated(self.alpha, |a| alpha(Color { a: a.first().map_or(255, byte), ..Color::BLACK }).to_string());
        let opacity_name = format!("{}-opacity", name.trim_end_matches("-color"));
        attributes.push_str(&format!(r#" {name}="{}""#, color.first()));
        if opacity != Animated::Constant("1".into()) {
            attributes.push_str(&format!(r#" {opacity_name}="{}""#, opacity.first()));
        }
        color.element(name, clock) + &opacity.element(&opacity_name, clock)
    }
}

/// A gradient over time. Few change, and those that do are turned and stretched (a cheek that goes round the head), but
/// all of it may.
#[derive(Clone, Debug)]
pub(super) struct GradientTrack {
    first: Gradient,
    varies: bool,
    places: Places,
    coordinates: Vec<Keys>,
    stops: Vec<(Keys, ColorTrack)>,
}

impl GradientTrack {
    fn new(gradient: &Gradient) -> Self {
        Self {
            first: gradient.clone(),
            varies: false,
            places: Places::default(),
            coordinates: vec![Keys::default(); coordinates(gradient).len()],
            stops: gradient.stops.iter().map(|_| Default::default()).collect(),
        }
    }

    fn push(&mut self, frame: u32, gradient: &Gradient, shape_stretch: f64) {
        self.varies |= *gradient != self.first;
        let coordinates = coordinates(gradient);
        let reach = coordinates.iter().fold(0.0_f64, |reach, (_, value)| reach.max(value.abs()));
        let tolerance = STEP / shape_stretch.max(1e-3);
        self.places.push(frame, gradient.transform, reach, tolerance);
        let tolerance = tolerance / stretch(gradient.transform).max(1e-3);
        for (keys, (_, value)) in self.coordinates.iter_mut().zip(coordinates) {
            keys.push(frame, &[value], [tolerance; 2]);
        }
        let mut least = 0.0;
        for ((offsets, colors), Stop { offset, color }) in self.stops.iter_mut().zip(&gradient.stops) {
            least = offset.max(least).min(1.0);
            offsets.push(frame, &[least], [1e-3; 2]);
            colors.push(frame, *color);
        }
    }

    fn hold_until(&mut self, frame: u32) {
        self.places.hold_until(frame);
        self.coordinates.iter_mut().for_each(|keys| keys.hold_until(frame));
        for (offsets, colors) in &mut self.stops {
            offsets.hold_until(frame);
            colors.hold_until(frame);
        }
    }

    /// The element, for [`Definitions`](super::super::definitions::Definitions).
    fn element(self, units: Units, clock: &Clock) -> String {
        let number = |keys: Keys| clock.animated(keys, |v| Number::new(v.first().copied().unwrap_or(0.0)).to_string());
        let name = match self.first.kind {
            GradientKind::Linear { .. } => "linearGradient",
            GradientKind::Radial { .. } => "radialGradient",
        };
        let mut out = format!(r#"<{name} id="{OWN_ID}" gradientUnits="userSpaceOnUse""#);
        let mut inside = String::new();
        for (keys, (name, _)) in self.coordinates.into_iter().zip(coordinates(&self.first)) {
            let value = number(keys);
            out.push_str(&format!(r#" {name}="{}""#, value.first()));
            inside += &value.element(name, clock);
        }
        // The animated parts multiply what stands here.
        if units.per_local != 1.0 {
            out.push_str(&format!(r#" gradientTransform="scale({})""#, Number::new(units.per_local)));
        }
        inside += &self.places.write_all("gradientTransform", clock);
        for (offsets, colors) in self.stops {
            let offset = number(offsets);
            let mut stop = format!(r#"<stop offset="{}""#, offset.first());
            let moving = colors.write("stop-color", clock, &mut stop) + &offset.element("offset", clock);
            inside += &if moving.is_empty() { format!("{stop}/>") } else { format!("{stop}>{moving}</stop>") };
        }
        format!("{out}>{inside}</{name}>")
    }
}

/// The names and values of the attributes that say where a gradient begins and ends.
fn coordinates(gradient: &Gradient) -> Vec<(&'static str, f64)> {
    match gradient.kind {
        GradientKind::Linear { start, end } => vec![("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)],
        GradientKind::Radial { center, radius, focus } => {
            vec![("cx", center.x), ("cy", center.y), ("r", radius), ("fx", focus.x), ("fy", focus.y)]
        }
    }
}
