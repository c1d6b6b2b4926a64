//! Pointer traces: what a pointer did, as a file.

use std::fmt::Write;

use super::limits::checked;
use super::pointer::PointerEvent;
use crate::Error;
use crate::finding::{Findings, Place, nearest};

/// What a pointer did, in time order: recorded live, or written by hand.
///
/// As a file it is CSV, one event a line:
///
/// ```csv
/// time,x,y,event
/// 0.25,130.5,80,move
/// 0.5,131,80,press
/// 0.625,131,80,release
/// 1.5,,,leave
/// ```
///
/// - `time`: seconds from the start, never less than in the line above.
/// - `x`, `y`: canvas units, 200 x 200 with y down, so that a trace fits a window of any size. Beside the canvas they are
///   below 0 or over 200. An event that has no place leaves them empty.
/// - `event`: `move` (with a button down it is a drag), `press`, `release`, or `leave`: the pointer has gone.
///
/// The first line is optional, and so are spaces around values. Empty lines and lines that begin with `#` are passed over.
/// Numbers are written so that reading them gives the same bits again: a recorded trace replays exactly.
///
/// ```
/// use phiz::gaze::{PointerEvent, Trace};
/// let mut trace = Trace::default();
/// trace.push(0.1, PointerEvent::Move { x: 100.0 / 3.0, y: 80.0 })?;
/// let again = Trace::parse("trace.csv", trace.to_csv().as_bytes())?;
/// assert_eq!(again, trace);
/// # Ok::<(), phiz::Error>(())
/// ```
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Trace {
    events: Vec<(f64, PointerEvent)>,
}

const HEADER: &str = "time,x,y,event";
/// The longest trace: a day, in seconds.
const LONGEST: f64 = 86_400.0;
/// More faults than these are not told one by one.
const MOST_FAULTS: usize = 20;

type Make = fn(f64, f64) -> PointerEvent;

/// What an event is called, and how it is made from a place.
const EVENTS: [(&str, Make); 4] = [
    ("move", |x, y| PointerEvent::Move { x, y }),
    ("press", |x, y| PointerEvent::Press { x, y }),
    ("release", |x, y| PointerEvent::Release { x, y }),
    ("leave", |_, _| PointerEvent::Leave),
];

impl Trace {
    /// Adds an event, as it happens.
    ///
    /// # Errors
    /// If its place is not finite, or its time is before that of the last, or not from 0 to 86400 seconds.
    pub fn push(&mut self, time: f64, event: PointerEvent) -> Result<(), Error> {
        checked("event time", time, self.duration()..=LONGEST)?;
        for v in event.place().into_iter().flatten() {
            crate::geometry::finite("place of the pointer", v)?;
        }
        self.events.push((time, event));
        Ok(())
    }

    /// The events with their times, in order.
    pub fn events(&self) -> &[(f64, PointerEvent)] {
        &self.events
    }

    /// The time of the last event; 0 if there is none.
    pub fn duration(&self) -> f64 {
        self.events.last().map_or(0.0, |(time, _)| *time)
    }

    /// The file of this trace.
    pub fn to_csv(&self) -> String {
        let mut csv = format!("{HEADER}\n");
        for (time, event) in &self.events {
            let name = match event {
                PointerEvent::Move { .. } => "move",
                PointerEvent::Press { .. } => "press",
                PointerEvent::Release { .. } => "release",
                PointerEvent::Leave => "leave",
            };
            // `{}` writes the shortest decimals that are read as the same f64. Writing to a string cannot fail.
            let _ = match event.place() {
                Some([x, y]) => writeln!(csv, "{time},{x},{y},{name}"),
                None => writeln!(csv, "{time},,,{name}"),
            };
        }
        csv
    }

    /// Reads a trace. `file` is its name for messages. A byte order mark and any line ends are taken.
    ///
    /// # Errors
    /// [`Error::File`] with what is wrong, each with its line and column.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader { found: Findings::new(file), faults: 0, trace: Self::default() };
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => reader.read(&text.replace("\r\n", "\n").replace('\r', "\n")),
            Err(error) => {
                let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                let place = Place::of(good, good.len());
                reader.found.error(Some(place), "the file is not UTF-8 text", "a trace is CSV, saved as UTF-8");
            }
        }
        if reader.found.has_errors() { Err(Error::File(reader.found.into_vec())) } else { Ok(reader.trace) }
    }
}

struct Reader {
    found: Findings,
    faults: usize,
    trace: Trace,
}

/// A value, and the column it begins in.
#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    place: Place,
}

impl Reader {
    fn read(&mut self, text: &str) {
        for (i, line) in text.split('\n').enumerate() {
            let blank = line.trim().is_empty() || line.trim_start().starts_with('#');
            let header = self.trace.events.is_empty() && is_header(line);
            if !blank && !header {
                self.row(i + 1, line);
            }
            if self.faults >= MOST_FAULTS {
                self.found.note(None, format!("reading stopped after {MOST_FAULTS} faults"), "");
                return;
            }
        }
        if self.trace.events.is_empty() && !self.found.has_errors() {
            let help = format!("write lines such as 0.5,130,80,move below {HEADER}");
            self.found.error(None, "there is no event in this trace", help);
        }
    }

    fn row(&mut self, line: usize, text: &str) {
        let mut values = Vec::with_capacity(4);
        let mut column = 1;
        for raw in text.split(',') {
            let lead = raw.chars().take_while(|c| c.is_whitespace()).count();
            values.push(Value { text: raw.trim(), place: Place { line, column: column + lead } });
            column += raw.chars().count() + 1;
        }
        let &[time, x, y, event] = values.as_slice() else {
            let place = values.get(4).or(values.last()).map(|v| v.place);
            let count = values.len();
            self.fault(place, format!("a line holds 4 values, not {count}"), format!("write {HEADER}"));
            return;
        };
        let last = self.trace.duration();
        let at = self.number("time", time, 0.0..=LONGEST);
        if at.is_some_and(|at| at < last) {
            let message = format!("this event is at {}, before the one above it at {last}", time.text);
            self.fault(Some(time.place), message, "put events in time order");
        }
        let Some((name, make)) = EVENTS.iter().find(|(name, _)| *name == event.text) else {
            let names = EVENTS.map(|(name, _)| name);
            let help = match nearest(event.text, names) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("write one of {}", names.join(", ")),
            };
            self.fault(Some(event.place), format!("unknown event {:?}", shortened(event.text)), help);
            return;
        };
        let placeless = *name == "leave" && x.text.is_empty() && y.text.is_empty();
        let everywhere = f64::MIN..=f64::MAX;
        let place = if placeless {
            Some((0.0, 0.0))
        } else {
            // Both are looked at, so that one pass tells everything.
            let (x, y) = (self.number("x", x, everywhere.clone()), self.number("y", y, everywhere));
            x.zip(y)
        };
        if let (Some(at), Some((x, y))) = (at.filter(|at| *at >= last), place) {
            self.trace.events.push((at, make(x, y)));
        }
    }

    fn number(&mut self, name: &str, value: Value<'_>, range: std::ops::RangeInclusive<f64>) -> Option<f64> {
        let shown = shortened(value.text);
        let (message, help) = match value.text.parse::<f64>() {
            Ok(v) if range.contains(&v) => return Some(v),
            Ok(v) if v.is_finite() => {
                let range = format!("it must be from {} to {}", range.start(), range.end());
                (format!("{name} {shown:?} is out of range"), range)
            }
            Ok(_) => (format!("{name} {shown:?} is not finite"), "write a decimal number such as 12.5".into()),
            Err(_) if shown.is_empty() => (format!("{name} is missing"), "write a decimal number such as 12.5".into()),
            Err(_) => (format!("{name} {shown:?} is not a number"), "write a decimal number such as 12.5".into()),
        };
        self.fault(Some(value.place), message, help);
        None
    }

    fn fault(&mut self, place: Option<Place>, message: impl Into<String>, help: impl Into<String>) {
        self.faults += 1;
        self.found.error(place, message, help);
    }
}

fn is_header(line: &str) -> bool {
    line.split(',').map(str::trim).eq(HEADER.split(','))
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(text: &str) -> Trace {
        Trace::parse("t.csv", text.as_bytes()).unwrap()
    }

    fn faults(text: &str) -> Vec<String> {
        let error = Trace::parse("t.csv", text.as_bytes()).unwrap_err();
        error.findings().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_kind_of_event_is_read() {
        let trace =
            parsed("time,x,y,event\n0.25,130.5,-80,move\n0.5,1e2,80,press\n\n# up\n0.5, 100 ,80,release\n1,,,leave\n");
        assert_eq!(
            trace.events(),
            [
                (0.25, PointerEvent::Move { x: 130.5, y: -80.0 }),
                (0.5, PointerEvent::Press { x: 100.0, y: 80.0 }),
                (0.5, PointerEvent::Release { x: 100.0, y: 80.0 }),
                (1.0, PointerEvent::Leave),
            ]
        );
        assert_eq!(trace.duration(), 1.0);
    }

    #[test]
    fn byte_order_mark_header_and_line_ends_do_not_matter() {
        let plain = parsed("time,x,y,event\n1,2,3,move\n2,4,5,move\n");
        for text in [
            "1,2,3,move\n2,4,5,move",
            "\u{feff}time,x,y,event\r\n1,2,3,move\r\n2,4,5,move\r\n",
            "time,x,y,event\r1,2,3,move\r\n2,4,5,move\n",
            " time , x , y , event \n1,2,3,move\n2,4,5,move",
        ] {
            assert_eq!(parsed(text), plain, "{text:?}");
        }
    }

    #[test]
    fn every_fault_is_told_with_its_place() {
        for (text, fault) in [
            ("1,2,3,mvoe", "t.csv:1:7: error: unknown event \"mvoe\"; did you mean \"move\"?"),
            ("1,2,3,", "t.csv:1:7: error: unknown event \"\"; write one of move, press, release, leave"),
            ("1,2,move", "t.csv:1:5: error: a line holds 4 values, not 3; write time,x,y,event"),
            ("1,2,3,move,9", "t.csv:1:12: error: a line holds 4 values, not 5; write time,x,y,event"),
            ("\n1, x,3,move", "t.csv:2:4: error: x \"x\" is not a number; write a decimal number such as 12.5"),
            ("1,nan,3,move", "t.csv:1:3: error: x \"nan\" is not finite; write a decimal number such as 12.5"),
            (
                "1,2,infinity,move",
                "t.csv:1:5: error: y \"infinity\" is not finite; write a decimal number such as 12.5",
            ),
            ("1,2,1e999,move", "t.csv:1:5: error: y \"1e999\" is not finite; write a decimal number such as 12.5"),
            ("1,,3,move", "t.csv:1:3: error: x is missing; write a decimal number such as 12.5"),
            ("-1,2,3,move", "t.csv:1:1: error: time \"-1\" is out of range; it must be from 0 to 86400"),
            ("NaN,2,3,move", "t.csv:1:1: error: time \"NaN\" is not finite; write a decimal number such as 12.5"),
            (
                "2,2,3,move\n1,2,3,move",
                "t.csv:2:1: error: this event is at 1, before the one above it at 2; put events in time order",
            ),
            (
                "",
                "t.csv: error: there is no event in this trace; write lines such as 0.5,130,80,move below time,x,y,event",
            ),
        ] {
            assert_eq!(faults(text), [fault], "{text:?}");
        }
        assert_eq!(faults("1,a,b,move\n2,c,3,move").len(), 3);
        let bytes = Trace::parse("t.csv", b"1,2,3,move\n1,\xff,3,move").unwrap_err().to_string();
        assert!(bytes.starts_with("t.csv:2:3: error: the file is not UTF-8 text"), "{bytes}");
    }

    #[test]
    fn a_wrong_file_does_not_flood_the_terminal() {
        assert_eq!(faults(&"spam, spam\n".repeat(100_000)).len(), MOST_FAULTS + 1);
    }

    #[test]
    fn what_cannot_be_written_is_not_recorded() {
        let mut trace = Trace::default();
        trace.push(1.0, PointerEvent::Leave).unwrap();
        assert!(trace.push(0.5, PointerEvent::Leave).is_err());
        assert!(trace.push(f64::NAN, PointerEvent::Leave).is_err());
        assert!(trace.push(2.0, PointerEvent::Move { x: f64::NAN, y: 0.0 }).is_err());
        assert_eq!(trace.events().len(), 1);
    }

    proptest! {
        #[test]
        fn what_is_written_reads_as_the_same_bits(
            steps in prop::collection::vec((0.0..10.0f64, prop::num::f64::NORMAL, prop::num::f64::ANY, 0..4usize), 1..50)
        ) {
            let mut trace = Trace::default();
            let mut time = 0.0;
            for (step, x, y, kind) in steps {
                time += step / 3.0;
                let y = if y.is_finite() { y } else { 1.0 / 3.0 };
                trace.push(time, EVENTS[kind].1(x, y)).unwrap();
            }
            let again = Trace::parse("t.csv", trace.to_csv().as_bytes()).unwrap();
            prop_assert_eq!(format!("{:?}", again), format!("{:?}", trace));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), text in "[0-9,.\\-enivmolar\n\r\u{e4}]{0,200}") {
            let _ = Trace::parse("t.csv", &bytes);
            let _ = Trace::parse("t.csv", text.as_bytes());
        }
    }
}
