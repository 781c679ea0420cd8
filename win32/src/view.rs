//! A look into a port, which Windows does not give.

use iocp_sim::Snapshot;
use windows_sys::Win32::Foundation::HANDLE;

use crate::objects::Access;
use crate::{handles, inside};

/// The five structures of the port that a handle names, if it names one.
///
/// Any handle to the port will do, whatever its rights.
#[must_use]
pub fn snapshot(port: HANDLE) -> Option<Snapshot> {
    inside::within(|| handles::with_port(port, Access::NONE, |port| Ok(port.port.snapshot())).ok())
}
