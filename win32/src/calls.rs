//! The functions of Windows, as they are exported.

mod attributes;
pub(crate) mod errors;
pub(crate) mod handles;
pub(crate) mod memory;
pub(crate) mod messages;
pub(crate) mod modules;
pub(crate) mod native;
pub(crate) mod port;
pub(crate) mod processes;
pub(crate) mod query;
mod texts;
