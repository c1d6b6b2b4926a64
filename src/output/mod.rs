//! Outputs: pictures as bytes, bytes as files.

pub mod animation;
#[cfg(feature = "cli")]
mod file;
mod png;

#[cfg(feature = "cli")]
pub use file::write_whole;
pub use png::{Compression, encode_png};
