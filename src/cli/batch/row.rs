//! A row becomes what `phiz render` would be told, so that the same values are allowed and the same is said of wrong ones.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use phiz::nearest;

use super::list::Row;
use crate::cli::args::{Batch, Compress, Format, Options, Output, Render, Who};
use crate::cli::usage;

/// Columns that are no options of `phiz render`.
const OWN: [&str; 3] = ["id", "character", "format"];

/// All columns that a row may have.
pub fn columns() -> Vec<String> {
    let mut columns: Vec<String> = OWN.map(str::to_owned).to_vec();
    columns.extend(options().get_arguments().filter_map(|arg| arg.get_long()).map(str::to_owned));
    columns
}

fn options() -> Command {
    Options::augment_args(Command::new("phiz render").no_binary_name(true))
}

impl Format {
    /// How files of it end.
    fn ending(self) -> &'static str {
        match self {
            Self::Png | Self::Sprites => "png",
            Self::Svg => "svg",
            Self::Gif => "gif",
            Self::Webp => "webp",
            Self::Y4m => "y4m",
            Self::Rgba => "rgba",
        }
    }
}

/// What a row asks for: its cells over what the command line of the batch says. `given` is that command line as clap has
/// it, which still knows what was said and what is a default. The output is the name of the file without its folder.
pub fn render(row: &Row, batch: &Batch, given: &ArgMatches) -> Result<Render, String> {
    let cell = |column: &str| row.cells.iter().find(|(name, _)| name == column).map(|(_, value)| value.as_str());
    let id = cell("id").ok_or("there is no id")?;
    let format = match cell("format") {
        None => batch.format,
        Some(name) => format(name)?,
    };
    let mut words: Vec<OsString> = Vec::new();
    for arg in options().get_arguments() {
        let Some(long) = arg.get_long() else { continue };
        let id = arg.get_id().as_str();
        let said = given.value_source(id) == Some(ValueSource::CommandLine);
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            let on = match cell(long) {
                Some("true" | "yes" | "1") => true,
                Some("false" | "no" | "0") => false,
                Some(other) => return Err(format!("--{long} cannot be {other:?}; write true or false")),
                None => said && given.get_flag(id),
            };
            if on {
                words.push(format!("--{long}").into());
            }
        } else if let Some(value) = cell(long) {
            words.push(format!("--{long}={value}").into());
        } else if said {
            for value in given.get_raw(id).into_iter().flatten() {
                let mut word = OsString::from(format!("--{long}="));
                word.push(value);
                words.push(word);
            }
        }
    }
    let options = options()
        .try_get_matches_from(words)
        .and_then(|matches| Options::from_arg_matches(&matches))
        .map_err(|error| usage::sentence(&error))?;
    Ok(Render {
        who: Who { character: cell("character").map_or_else(|| batch.character.clone(), OsString::from) },
        output: Output {
            output: format!("{}.{}", super::name::file_name(id), format.ending()).into(),
            format: Some(format),
            no_clobber: false,
            compress: Compress::clone(&batch.compress),
        },
        options,
    })
}

fn format(name: &str) -> Result<Format, String> {
    Format::from_str(name, true).map_err(|_| {
        let known: Vec<String> = Format::value_variants()
            .iter()
            .filter_map(|f| Some(f.to_possible_value()?.get_name().to_owned()))
            .collect();
        let fix = match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("known are {}", known.join(", ")),
        };
        format!("format cannot be {name:?}; {fix}")
    })
}
