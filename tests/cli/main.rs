//! The command as people use it: what they type, what they read, what is written.

mod animated_svg;
mod bad_input;
mod batch;
mod clips;
mod cookbook;
mod films;
mod geometry;
mod habits;
mod numbers;
mod pictures;
mod pointer;
mod support;
mod writing;
