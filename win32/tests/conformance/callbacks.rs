//! Callbacks of registered waits and of timer queues, and what they tell.

use std::ffi::c_void;
use std::sync::mpsc::{Receiver, Sender, channel};

use windows_sys::Win32::System::Threading::WAITORTIMERCALLBACK;

use crate::actors::own_id;
use crate::arm::kept;
use crate::calls::Handle;
use crate::waitables::{LONG, automatic, happens, set, wait};

/// What a callback tells: whether time had run out, and which thread it ran in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) timed_out: bool,
    pub(crate) thread: u32,
}

/// What a callback is given: it tells that it was called, and may wait then.
pub(crate) struct Bell {
    reports: Sender<Told>,
    gate: Option<Handle>,
    left: Handle,
}

impl Bell {
    /// A bell that tells each call.
    pub(crate) fn new() -> (&'static Self, Receiver<Told>) {
        Self::with_gate(None)
    }

    /// A bell that tells each call, and lets it return when the gate is open.
    pub(crate) fn gated(gate: Handle) -> (&'static Self, Receiver<Told>) {
        Self::with_gate(Some(gate))
    }

    /// A callback may come late, so what it is given stays for ever.
    fn with_gate(gate: Option<Handle>) -> (&'static Self, Receiver<Told>) {
        let (reports, told) = channel();
        (kept(Self { reports, gate, left: automatic() }), told)
    }

    /// The callback that goes with a bell.
    pub(crate) const CALLBACK: WAITORTIMERCALLBACK = Some(ring);

    pub(crate) fn context(&'static self) -> *const c_void {
        (&raw const *self).cast()
    }

    /// Waits until a callback has gone through the gate.
    pub(crate) fn is_left(&self) {
        happens(self.left);
    }
}

extern "system" fn ring(context: *mut c_void, timed_out: bool) {
    // SAFETY: a bell stays for ever.
    let bell = unsafe { &*context.cast::<Bell>() };
    // Nobody may be interested any more.
    let _ = bell.reports.send(Told { timed_out, thread: own_id() });
    if let Some(gate) = bell.gate {
        wait(gate, LONG);
        set(bell.left);
    }
}
