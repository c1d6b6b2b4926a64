//! Files of others that are broken: an error that names the place, never a panic, never much memory.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::media::files;
use phiz::Error;
use phiz::clip::Media;
use proptest::prelude::*;

/// The system's allocator, which knows how much each thread holds, and the most it has held.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // At the end of a thread there is nothing to count with.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: all is handed on to the system's allocator; counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as for this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Reads a file, and tells how much memory that took at most.
fn read(name: &str, bytes: &[u8]) -> (Result<Media, Error>, usize) {
    let before = HELD.get();
    MOST.set(before);
    let read = Media::parse(name, bytes);
    (read, (MOST.get() - before) as usize)
}

/// Whether an error has the form `name:line:column: error: …` or `name: error: byte N: …`.
fn has_a_place(told: &str, name: &str) -> bool {
    let rest = told.strip_prefix(name).unwrap_or_default();
    let numbers = rest.split(':').skip(1).take(2).all(|part| part.parse::<usize>().is_ok());
    numbers || rest.strip_prefix(": error: byte ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[test]
fn whole_files_are_read() {
    for (name, bytes) in files(5) {
        let (read, _) = read(name, &bytes);
        assert!(read.is_ok(), "{name}: {read:?}");
    }
}

#[test]
fn a_file_cut_at_any_byte_is_refused_with_the_place_or_is_a_shorter_file() {
    for (name, bytes) in files(4) {
        let mut read_all_the_same = Vec::new();
        for cut in 0..bytes.len() {
            match read(name, &bytes[..cut]).0 {
                Ok(_) => read_all_the_same.push(cut),
                Err(error) => assert!(has_a_place(&error.to_string(), name), "{name} cut at {cut}: {error}"),
            }
        }
        let allowed = match name {
            // After any section older files end: bones, morphs, cameras, lights, shadows.
            "a.vmd" => vec![498, 594, 598, 602, 606],
            "whole.vmd" => vec![498, 594, 594 + 4 + 4 * 61, 594 + 8 + 4 * 89, 594 + 12 + 4 * 98],
            // A table may end after any shape.
            "a.tsv" => read_all_the_same.clone(),
            _ => Vec::new(),
        };
        assert_eq!(read_all_the_same, allowed, "{name}");
    }
}

/// More than what is read twice over, in the widest form that it has: a number of two bytes of text becomes a slice of 16
/// bytes, in a list that has grown to twice its length.
const MOST_TIMES: usize = 60;

#[test]
fn reading_takes_no_more_memory_than_the_file_times_a_small_constant() {
    for (name, bytes) in files(5000) {
        let (result, most) = read(name, &bytes);
        assert!(result.is_ok(), "{name}: {result:?}");
        assert!(most <= MOST_TIMES * bytes.len() + 10_000, "{name}: {most} for {}", bytes.len());
    }
    // The densest there is.
    for text in ["[0,".repeat(20_000), format!("{{\"Curves\":[{}0]}}", "0,".repeat(50_000)), "<a/>".repeat(20_000)] {
        let (result, most) = read("x", text.as_bytes());
        assert!(result.is_err() && most <= MOST_TIMES * text.len() + 10_000, "{most} for {}", text.len());
    }
}

#[test]
fn nothing_is_set_aside_on_the_word_of_a_file() {
    let all = files(1);
    let file = |name: &str| all.iter().find(|(known, _)| *known == name).unwrap().1.clone();
    // Where the counts of a VMD file are: of keys of bones, morphs, cameras, lights, shadows and inverse kinematics, and
    // of the chains in the one key of those.
    let counts = [50, 165, 192, 257, 289, 302, 311].map(|at| ("whole.vmd", at, format!("byte {at}: ")));
    let sizes = [("a.wav", 40, "byte 40: ".to_owned()), ("float.wav", 16, "byte 16: ".to_owned())];
    for (name, at, place) in counts.into_iter().chain(sizes) {
        let mut bytes = file(name);
        bytes[at..at + 4].copy_from_slice(&(u32::MAX - 1).to_le_bytes());
        let (result, most) = read(name, &bytes);
        let told = result.unwrap_err().to_string();
        assert!(told.contains("promises") && told.contains(&place), "{name} at {at}: {told}");
        assert!(most < 10_000, "{name}: {most}");
    }
    for key in ["CurveCount", "TotalSegmentCount", "TotalPointCount", "UserDataCount"] {
        let text = format!("{{\"Meta\":{{\"Duration\":1,\"{key}\":4000000000}},\"Curves\":[]}}");
        let (result, most) = read("m.json", text.as_bytes());
        let (told, column) = (result.unwrap_err().to_string(), 26 + key.len());
        assert!(told.starts_with(&format!("m.json:1:{column}: error: {key} promises 4000000000")), "{told}");
        assert!(most < 10_000, "{most}");
    }
}

proptest! {
    #[test]
    fn flipped_bytes_do_no_harm(
        which in 0..10usize, flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let (name, mut bytes) = files(4)[which].clone();
        for (index, byte) in flips {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        let (result, most) = read(name, &bytes);
        if let Err(error) = result {
            prop_assert!(has_a_place(&error.to_string(), name), "{}", error);
        }
        prop_assert!(most <= MOST_TIMES * bytes.len() + 10_000, "{}", most);
    }

    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300), text in "[\\[\\]{}<>/\",:0-9a-eA-X \t\n]{0,200}") {
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            if let (Err(error), _) = read("x", bytes) {
                prop_assert!(has_a_place(&error.to_string(), "x"), "{}", error);
            }
        }
    }
}
