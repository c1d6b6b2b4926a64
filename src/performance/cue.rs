//! Cues: what can be asked of a character while time runs.

use std::sync::Arc;

use crate::clip::{Clip, Expression, Speech};
use crate::color::Color;
use crate::face::FaceKind;
use crate::frame::Look;
use crate::geometry::Pose;
use crate::motion::Pulse;

/// One thing a character is asked to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Cue {
    /// To feel or do something, by the name of a state; it enters with the state's own gesture.
    State(String),
    /// To wear another face.
    Face(FaceKind),
    /// To look somewhere; none hands the gaze back to idle drift. A pointer that is followed comes first.
    Look(Option<Look>),
    /// To hold its head so, over its home pose.
    Pose(Pose),
    /// To take on another body colour; none is its own again.
    Color(Option<Color>),
    /// To make a gesture.
    Pulse(Pulse),
    /// To play a clip, in place of the one before; none lets that one go.
    Clip(Option<Arc<Clip>>),
    /// To hold an expression, in place of the one before; none lets that one go.
    Expression(Option<Arc<Expression>>),
    /// To speak, in place of what was being said; none cuts that short.
    Say(Option<Arc<Speech>>),
    /// To keep still but for what is asked (true), or to live again.
    ReducedMotion(bool),
}
