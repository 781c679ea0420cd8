//! The calls that register waits, whose ends are told to a function.

mod registration;

use std::ffi::c_void;

use windows_sys::Win32::Foundation::{HANDLE, TRUE};
use windows_sys::Win32::System::Threading::{
    WAITORTIMERCALLBACK, WORKER_THREAD_FLAGS, WT_EXECUTEONLYONCE,
};
use windows_sys::core::BOOL;

use self::registration::{Registration, Repeats, Terms};
use super::times::Timeout;
use crate::callbacks::{self, Callback, Told};
use crate::codes::Refused;
use crate::handles;
use crate::objects::Access;
use crate::places::Place;
use crate::tickets::Tickets;

static REGISTRATIONS: Tickets<Registration> = Tickets::of(0);

export! {
    /// Registers a wait, for which no thread waits: the function is called when the object is
    /// signalled, or when the time has run out, and the wait begins again.
    ///
    /// | flag | the function is called |
    /// |---|---|
    /// | WT_EXECUTEDEFAULT | in any thread of a pool, which grows when all are busy, up to 500 |
    /// | WT_EXECUTEONLYONCE | once |
    /// | WT_EXECUTEINWAITTHREAD | in one thread, which calls only those that want this |
    /// | WT_EXECUTEINTIMERTHREAD, WT_EXECUTEINPERSISTENTTHREAD | each in another such thread |
    /// | WT_EXECUTEINIOTHREAD | as by default: there is no such thread, as in Windows since Vista |
    /// | WT_EXECUTELONGFUNCTION | as by default: the pool grows anyway |
    /// | WT_TRANSFER_IMPERSONATION | as by default: no thread has a token |
    ///
    /// The object is held, so its handle may be closed. One that stays signalled is waited for
    /// again when the function has returned; others at once, while less than 64 calls are under
    /// way. A mutex is owned by the registration, and abandoned at its end: no thread can release
    /// it.
    ///
    /// By [`Rule::U18`](iocp_sim::Rule::U18).
    win32 fn RegisterWaitForSingleObject(
        wait: *mut HANDLE,
        object: HANDLE,
        function: WAITORTIMERCALLBACK,
        context: *const c_void,
        milliseconds: u32,
        flags: WORKER_THREAD_FLAGS,
    ) -> BOOL {
        // SAFETY: the caller promised that the place is null or can be written to.
        let wait = unsafe { Place::required(wait)? };
        let terms = Terms {
            callback: Callback::new(function, context)?,
            place: callbacks::place(flags)?,
            span: Timeout::milliseconds(milliseconds).0,
            repeats: match flags & WT_EXECUTEONLYONCE {
                0 => Repeats::Always,
                _ => Repeats::Never,
            },
        };
        register(wait, object, terms)?;
        Ok(TRUE)
    }

    /// Ends a registered wait. If callbacks are under way the call fails with ERROR_IO_PENDING,
    /// and the wait is ended.
    win32 fn UnregisterWait(wait: HANDLE) -> BOOL {
        unregister(wait, Told::Nobody)?;
        Ok(TRUE)
    }

    /// Ends a registered wait, and sets an event when no callback is under way any more; with
    /// INVALID_HANDLE_VALUE in its place the call returns then. In a callback of the wait itself
    /// that can never be, and is refused with ERROR_POSSIBLE_DEADLOCK where Windows hangs.
    win32 fn UnregisterWaitEx(wait: HANDLE, event: HANDLE) -> BOOL {
        unregister(wait, Told::by(event)?)?;
        Ok(TRUE)
    }
}

fn register(wait: Place<HANDLE>, object: HANDLE, terms: Terms) -> Result<(), Refused> {
    let entry = handles::look_up(object)?;
    entry.object.waitable()?;
    entry.must_allow(Access::SYNCHRONIZE)?;
    let registration = Registration::new(entry.object, terms)?;
    let ticket = REGISTRATIONS.give(registration.clone());
    match ticket {
        Ok(ticket) => wait.write(ticket),
        Err(_) => registration.end(),
    }
    ticket?;
    // A callback may use the number.
    registration.begin();
    Ok(())
}

fn unregister(wait: HANDLE, told: Told) -> Result<(), Refused> {
    let callbacks = &REGISTRATIONS.find(wait)?.callbacks;
    callbacks.can_be_awaited(&told)?;
    let registration = REGISTRATIONS.take(wait)?;
    registration.end();
    registration.callbacks.end(told)
}
