//! `phiz batch`: many pictures from a list, on all cores.
//!
//! Which file a row becomes depends on that row alone, and which rows a shard takes on their numbers alone. So several
//! machines can split one list without talking, and a run that was cut off can be taken up again.

mod list;
mod name;
mod row;

use std::collections::{BTreeMap, btree_map::Entry};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::ArgMatches;
use phiz::{Character, Error, Finding, Place};

use super::args::{Batch, Format, Render};
use super::progress::Progress;
use super::{animate::Crew, read, render, terminal};
use list::{BadRow, List, Row};

/// Draws all rows of a list. `given` is the command line as clap has it.
///
/// # Errors
/// If the list or the folder cannot be used; or, when all is done, [`Error::Rows`] if rows were bad.
pub fn run(args: &Batch, given: &ArgMatches) -> Result<(), Error> {
    let columns = row::columns();
    let list = List::open(&args.list, &columns)?;
    let folder = &args.output;
    std::fs::create_dir_all(folder).map_err(|source| {
        let source = match source.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                io::Error::new(source.kind(), "this is a file, and pictures go into a folder; name one with --output")
            }
            _ => source,
        };
        Error::Io { path: read::shown(folder), source }
    })?;
    let bytes = std::fs::metadata(&args.list).map_or(0, |file| file.len());
    let progress = if bytes > 0 { Progress::share(bytes, "the list") } else { Progress::none() };
    let queue = Mutex::new(Queue { list, columns, next: 0, names: BTreeMap::new() });
    let cast = Cast::default();
    let mut sum = Sum::default();

    thread::scope(|scope| {
        let (send, outcomes) = channel();
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let (send, queue, cast) = (send.clone(), &queue, &cast);
            scope.spawn(move || {
                while let Some(task) = lock(queue).next(args, given) {
                    let (mut notes, line) = (Vec::new(), task.line);
                    let outcome = match task.work {
                        Work::Pass => Outcome::Passed,
                        Work::Bad(findings) => Outcome::Bad(findings),
                        Work::Draw(render) => draw(&render, args, cast, line, &mut notes),
                    };
                    if send.send((task.index, Told { outcome, notes, byte: task.byte })).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        // Told in the order of the list, whoever is done first.
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, told) in outcomes {
            waiting.insert(index, told);
            while let Some(told) = waiting.remove(&next) {
                next += 1;
                progress.at(told.byte);
                progress.aside(|| sum.add(told));
            }
        }
    });
    drop(progress);
    sum.tell()
}

/// A lock whose holder panicked is still good: all that is under it is whole between two statements.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The list, handed out row by row.
struct Queue {
    list: List,
    columns: Vec<String>,
    /// The number of the next row.
    next: u64,
    /// Names that are taken, in lower case as some file systems see them, and the lines they are from.
    names: BTreeMap<String, usize>,
}

/// What is to be done for a row.
struct Task {
    index: u64,
    line: usize,
    /// Where the list has been read to.
    byte: u64,
    work: Work,
}

enum Work {
    Draw(Box<Render>),
    /// A row of another shard.
    Pass,
    Bad(Vec<Finding>),
}

impl Queue {
    fn next(&mut self, args: &Batch, given: &ArgMatches) -> Option<Task> {
        let row = self.list.next(&self.columns)?;
        let index = self.next;
        self.next += 1;
        let ours = args.shard.is_none_or(|shard| shard.has(index));
        let line = row.as_ref().map_or_else(|bad| bad.place.line, |row| row.line);
        let work = match row.and_then(|row| self.take(&row, args, given)) {
            // Read all the same: names are taken in every shard alike.
            _ if !ours => Work::Pass,
            Ok(render) => Work::Draw(render),
            Err(bad) => Work::Bad(vec![list::finding(&read::shown(&args.list), bad)]),
        };
        Some(Task { index, line, byte: self.list.byte(), work })
    }

    fn take(&mut self, row: &Row, args: &Batch, given: &ArgMatches) -> Result<Box<Render>, BadRow> {
        let bad = |message| BadRow { place: Place { line: row.line, column: 1 }, message, help: String::new() };
        let render = row::render(row, args, given).map_err(bad)?;
        let name = read::shown(&render.output.output);
        match self.names.entry(name.to_lowercase()) {
            Entry::Vacant(free) => free.insert(row.line),
            Entry::Occupied(taken) => {
                return Err(bad(format!("the file would be {name}, as that of line {}", taken.get())));
            }
        };
        Ok(Box::new(render))
    }
}

/// How a row went.
enum Outcome {
    Written,
    /// The file was there.
    There,
    /// Not ours.
    Passed,
    Bad(Vec<Finding>),
}

struct Told {
    outcome: Outcome,
    notes: Vec<String>,
    byte: u64,
}

fn draw(render: &Render, args: &Batch, cast: &Cast, line: usize, notes: &mut Vec<String>) -> Outcome {
    let path = args.output.join(&render.output.output);
    if args.resume && is_whole(&path, render.output.format) {
        return Outcome::There;
    }
    let drawn = cast.character(&render.who.character).and_then(|character| {
        render::picture(render, &path, character, Crew::One, &mut |note| notes.push(note.to_owned()))
    });
    match drawn {
        Ok(()) => Outcome::Written,
        Err(error) => {
            let place = Place { line, column: 1 };
            let (message, causes) = match error {
                Error::File(findings) => ("what this row names is not as it should be".into(), findings),
                other => (other.to_string(), Vec::new()),
            };
            let bad = list::finding(&read::shown(&args.list), BadRow { place, message, help: String::new() });
            Outcome::Bad(std::iter::once(bad).chain(causes).collect())
        }
    }
}

/// Whether an earlier run was done with it. Files are written whole or not at all; a sheet's JSON comes second.
fn is_whole(path: &Path, format: Option<Format>) -> bool {
    path.exists() && (format != Some(Format::Sprites) || path.with_extension("json").exists())
}

/// Characters that have been read.
#[derive(Default)]
struct Cast(Mutex<BTreeMap<OsString, Character>>);

impl Cast {
    /// More are not kept.
    const MOST: usize = 64;

    fn character(&self, who: &OsStr) -> Result<Character, Error> {
        let mut cast = lock(&self.0);
        if let Some(known) = cast.get(who) {
            return Ok(known.clone());
        }
        // Under the lock, so that nobody reads it a second time and warnings are told once.
        let character = read::character(who)?;
        if cast.len() >= Self::MOST {
            cast.clear();
        }
        cast.insert(who.to_owned(), character.clone());
        Ok(character)
    }
}

/// What has been done so far.
#[derive(Default)]
struct Sum {
    written: u64,
    there: u64,
    bad: u64,
    notes: Vec<String>,
}

impl Sum {
    fn add(&mut self, told: Told) {
        match told.outcome {
            Outcome::Written => self.written += 1,
            Outcome::There => self.there += 1,
            Outcome::Passed => {}
            Outcome::Bad(findings) => {
                self.bad += 1;
                terminal::report(&findings);
            }
        }
        // The same note for every row would drown the others.
        for note in told.notes {
            if !self.notes.contains(&note) {
                terminal::note(&note);
                self.notes.push(note);
            }
        }
    }

    fn tell(&self) -> Result<(), Error> {
        let there = match self.there {
            0 => String::new(),
            n => format!(", {n} there already"),
        };
        terminal::note(&format!("{} written{there}", self.written));
        match self.bad {
            0 => Ok(()),
            bad => Err(Error::Rows { bad }),
        }
    }
}
