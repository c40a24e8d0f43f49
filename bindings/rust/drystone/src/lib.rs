//! Drystone: a 2D rigid-body physics engine.
#![doc = include_str!("../rust.md")]

mod convert;
mod cores;
mod drawing;
#[allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, unused_parens)]
mod generated;
mod object;
mod world;

pub use cores::{AnyShape, Core, Points};
pub use drawing::DebugDraw;
pub use generated::*;

use std::fmt;

/// A failure of a call: misuse or bad data, unless `status` says otherwise. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub status: Status,
    /// Names function, argument and value.
    pub message: String,
}

/// Kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Misuse or bad data.
    Argument,
    /// An object that is gone or of another kind.
    Handle,
    /// A callback or another thread uses the object.
    Busy,
    /// A world that may only be read.
    ReadOnly,
    /// An allocation failed.
    Memory,
    /// The crate and the library are of different versions.
    Layout,
    /// An error of the standard library of C++.
    Other,
}

pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}
impl std::error::Error for Error {}
