//! Programs outside of this workspace, which use the library as a stranger would.

#![cfg(unix)]

mod absent_in_c;
mod build;
mod everyday_in_c;
mod examples_in_c;
mod locks_in_c;
mod port_me;
mod two_copies_in_c;
