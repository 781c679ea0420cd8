//! The driver without threads: scenarios, and the world they are run in.
//!
//! It is deterministic: the same scenario gives the same trace on every platform.

mod error;
mod expect;
mod lessons;
mod parse;
mod run;
mod says;
mod scenario;
mod status;
mod world;

pub use self::error::{Excerpt, ScenarioError};
pub use self::lessons::{lesson, lesson_names};
pub use self::run::{Failure, Run, Stop, run};
pub use self::scenario::{
    Act, Condition, Content, Get, Pattern, PortDeclaration, PortHas, PortId, Scenario, Span,
    Statement, Step, ThreadIs, Timeout,
};
pub use self::status::{status_name, status_named};
pub use self::world::{Happened, Impossible, Numbered, Returned, World};
