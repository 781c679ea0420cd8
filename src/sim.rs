//! The driver without threads: scenarios, and the world they are run in.
//!
//! It is deterministic: the same scenario gives the same trace on every platform.

mod error;
mod expect;
mod explore;
mod graph;
mod lessons;
mod names;
mod parse;
mod possible;
mod record;
mod replay;
mod run;
mod says;
mod scenario;
mod unfold;
mod world;
mod write;

pub use self::error::{Excerpt, ScenarioError};
pub use self::explore::{Search, Way};
pub use self::graph::{Edge, Graph, Node, NodeKind, graph};
pub use self::lessons::{lesson, lesson_names};
pub use self::possible::{Choice, Choices, NoBranch, branch, choices};
pub use self::replay::{Unplayable, replay};
pub use self::run::{Failure, Run, Stop, Tally, Told, run, run_with};
pub use self::scenario::{
    Act, Branch, BranchStep, Condition, Content, Get, Pattern, PortDeclaration, PortHas, PortId,
    Quantifier, Scenario, Span, Statement, Step, ThreadIs, Timeout,
};
pub use self::world::{Done, Happened, Impossible, Numbered, Returned, World};
