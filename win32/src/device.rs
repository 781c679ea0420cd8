//! Devices of your own: handles that can be associated with a port, and on which I/O completes when
//! you say so.
//!
//! Windows has no such thing: there a device is a file, a socket or a pipe. A test of code that
//! serves a port needs neither: it opens a device, has the code associate it, and completes
//! requests with whatever status it likes.
//!
//! # Examples
//!
//! ```
//! use std::ptr;
//!
//! # #[cfg(feature = "Win32_System_IO")] {
//! use iocp_sim_win32::Win32::Foundation::{CloseHandle, INVALID_HANDLE_VALUE};
//! use iocp_sim_win32::Win32::System::IO::{CreateIoCompletionPort, GetQueuedCompletionStatus};
//! use iocp_sim_win32::device::OwnDevice;
//!
//! let device = OwnDevice::open();
//! let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
//! unsafe {
//!     let port = CreateIoCompletionPort(device.handle(), ptr::null_mut(), 7, 1);
//!     assert!(device.complete(ptr::null(), 512, 0));
//!     GetQueuedCompletionStatus(port, &mut bytes, &mut key, &mut overlapped, 0);
//!     assert_eq!((bytes, key), (512, 7));
//!     CloseHandle(device.handle());
//!     CloseHandle(port);
//! }
//! # }
//! ```

use std::sync::Arc;

use iocp_sim::Status;
use windows_sys::Win32::Foundation::{HANDLE, NTSTATUS};
use windows_sys::Win32::System::IO::OVERLAPPED;

use crate::handles::{self, Flags};
use crate::inside;
use crate::objects::{Access, Device, Kind, Object};

/// A device, and its first handle.
///
/// Dropping this closes no handle, and a device whose handles are closed completes nothing more.
#[derive(Clone, Debug)]
pub struct OwnDevice {
    handle: HANDLE,
    device: Arc<Device>,
}

// SAFETY: the handle is a number that any thread may use, never an address.
unsafe impl Send for OwnDevice {}
// SAFETY: as for Send.
unsafe impl Sync for OwnDevice {}

impl OwnDevice {
    /// Opens a device for asynchronous I/O.
    ///
    /// # Panics
    ///
    /// If there are as many handles as there can be: 2^24.
    #[must_use]
    pub fn open() -> Self {
        Self::new(true)
    }

    /// Opens a device for synchronous I/O, which no port takes.
    ///
    /// # Panics
    ///
    /// As [`OwnDevice::open`].
    #[must_use]
    pub fn open_synchronous() -> Self {
        Self::new(false)
    }

    /// The handle that the device was opened with. It is for the user to close.
    #[must_use]
    pub fn handle(&self) -> HANDLE {
        self.handle
    }

    /// Completes a request. Says whether a packet came of it: it does while the device is open and
    /// associated.
    ///
    /// The OVERLAPPED is not written to, and need not be one.
    pub fn complete(&self, overlapped: *const OVERLAPPED, bytes: usize, status: NTSTATUS) -> bool {
        let context = overlapped.expose_provenance() as u64;
        let status = Status(status.cast_unsigned());
        inside::within(|| self.device.complete(context, bytes as u64, status))
    }

    /// Replaces the association by one with `port` under `key`, or removes it where the port is
    /// null: what NtSetInformationFile does with FileReplaceCompletionInformation, which is not
    /// here yet. Packets that are queued stay where they are.
    ///
    /// # Errors
    ///
    /// The NTSTATUS that the native call returns: STATUS_INVALID_HANDLE and its like for a handle
    /// that is none of a port, STATUS_ACCESS_DENIED for one that may not change it.
    pub fn replace(&self, port: HANDLE, key: usize) -> Result<(), NTSTATUS> {
        let replaced = inside::within(|| {
            if port.is_null() {
                return self.device.replace(None, key);
            }
            let entry = handles::look_up(port)?;
            self.device.replace(Some(entry.port(Access::MODIFY_STATE)?), key)
        });
        replaced.map_err(|refused| refused.0)
    }

    fn new(overlapped: bool) -> Self {
        let device = Arc::new(Device::new(overlapped));
        let object = Object::Device(Arc::clone(&device));
        let open = || handles::open(object, Kind::File.all_access(), Flags::default());
        let handle = inside::within(open);
        let handle = handle.expect("there are fewer handles than there can be");
        Self { handle, device }
    }
}
