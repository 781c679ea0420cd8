//! Events, semaphores and mutexes where other implementations can not be asked: what the port sees
//! of a wait, what native calls say of Win32 objects, counts under many threads, and bad arguments.
//!
//! Whether a thread waits is seen at its port, where it is paused. Nothing sleeps.

#![cfg(not(windows))]

mod hostile;
mod many;
mod mutexes;
mod names;
mod pauses;
mod semaphores;
mod world;
