//! The calls that begin threads, end them, stop them and name them.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use windows_sys::Win32::Foundation::{
    HANDLE, STATUS_ACCESS_DENIED, STATUS_INVALID_CID, STATUS_INVALID_HANDLE,
    STATUS_INVALID_PARAMETER, STATUS_NO_MEMORY, STATUS_OBJECT_TYPE_MISMATCH, TRUE,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::System::Threading::{
    CREATE_SUSPENDED, LPTHREAD_START_ROUTINE, STACK_SIZE_PARAM_IS_A_RESERVATION,
};
use windows_sys::core::BOOL;

use super::attributes::inherited;
use crate::codes::Refused;
use crate::handles;
use crate::inside;
use crate::objects::{Access, Kind, Object, Thread, end, end_here};
use crate::places::Place;

/// What a thread begins with, as CreateThread and _beginthreadex have it.
type Start = unsafe extern "system" fn(*mut c_void) -> u32;

export! {
    /// Begins a thread.
    ///
    /// By [`Rule::U05`](iocp_sim::Rule::U05).
    win32 fn CreateThread(
        attributes: *const SECURITY_ATTRIBUTES,
        stack_size: usize,
        start: LPTHREAD_START_ROUTINE,
        parameter: *const c_void,
        flags: u32,
        id: *mut u32,
    ) -> HANDLE {
        // SAFETY: the caller promised that the attributes are null or can be read, and the place is
        // null or can be written to.
        let (flags_of_handle, id) = unsafe { (inherited(attributes), Place::optional(id)) };
        Ok(create(flags_of_handle, stack_size, start, parameter.cast_mut(), flags, id)?)
    }

    /// Begins a thread, as the library of C does.
    win32 fn _beginthreadex(
        attributes: *const c_void,
        stack_size: u32,
        start: LPTHREAD_START_ROUTINE,
        parameter: *mut c_void,
        flags: u32,
        id: *mut u32,
    ) -> usize {
        // SAFETY: as for CreateThread.
        let (flags_of_handle, id) = unsafe { (inherited(attributes.cast()), Place::optional(id)) };
        Ok(create(flags_of_handle, stack_size as usize, start, parameter, flags, id)?.addr())
    }

    /// A handle to a thread that is known by its number.
    win32 fn OpenThread(access: u32, inherited: BOOL, id: u32) -> HANDLE {
        let thread = Thread::find(id).ok_or(Refused(STATUS_INVALID_CID))?;
        thread.handles.add();
        let access = Kind::Thread.grant(access);
        let flags = handles::Flags::inherited_if(inherited != 0);
        Ok(handles::open(Object::Thread(thread), access, flags)?)
    }

    /// The number of the calling thread.
    plain fn GetCurrentThreadId() -> u32, or 0, { Thread::current_id() }

    /// The number of a thread.
    win32 fn GetThreadId(thread: HANDLE) -> u32 {
        Ok(thread_with(thread, Access::QUERY_THREAD)?.id)
    }

    /// The code that a thread ended with, or STILL_ACTIVE.
    win32 fn GetExitCodeThread(thread: HANDLE, code: *mut u32) -> BOOL {
        let thread = thread_with(thread, Access::QUERY_THREAD)?;
        // SAFETY: the caller promised that the place is null or can be written to.
        unsafe { Place::required(code)? }.write(thread.exit_code());
        Ok(TRUE)
    }

    /// Suspends a thread once more, and returns how often it was suspended before.
    ///
    /// By [`Rule::C30`](iocp_sim::Rule::C30), [`Rule::U08`](iocp_sim::Rule::U08).
    win32 fn SuspendThread(thread: HANDLE) -> u32, or FAILED, {
        Ok(thread_with(thread, Access::SUSPEND_RESUME)?.suspend()?)
    }

    /// Takes one suspension back, and returns how many there were.
    ///
    /// By [`Rule::C30`](iocp_sim::Rule::C30).
    win32 fn ResumeThread(thread: HANDLE) -> u32, or FAILED, {
        Ok(thread_with(thread, Access::SUSPEND_RESUME)?.resume()?)
    }

    /// Ends a thread: at once if it waits, and else when it next calls this library.
    ///
    /// By [`Rule::C29`](iocp_sim::Rule::C29), [`Rule::H08`](iocp_sim::Rule::H08).
    win32 fn TerminateThread(thread: HANDLE, code: u32) -> BOOL {
        thread_with(thread, Access::TERMINATE)?.terminate(code);
        Ok(TRUE)
    }
}

/// What stands for failure where 0 is a count.
const FAILED: u32 = u32::MAX;

export! {
    /// Ends the calling thread with a code.
    ///
    /// What is local to the thread is dropped; what its functions hold is not, as in Windows.
    ///
    /// By [`Rule::C18`](iocp_sim::Rule::C18), [`Rule::C29`](iocp_sim::Rule::C29).
    endless fn ExitThread(code: u32) { end(code) }

    /// Ends the calling thread with a code, as the library of C does. Its handles stay open.
    endless fn _endthreadex(code: u32) { end(code) }
}

/// The thread that a handle names, if the handle has this right.
pub(super) fn thread_with(handle: HANDLE, access: Access) -> Result<Arc<Thread>, Refused> {
    if handle.is_null() {
        return Err(Refused(STATUS_INVALID_HANDLE));
    }
    let entry = handles::look_up(handle)?;
    match entry.object {
        Object::Thread(thread) if entry.access.allows(access) => Ok(thread),
        Object::Thread(_) => Err(Refused(STATUS_ACCESS_DENIED)),
        _ => Err(Refused(STATUS_OBJECT_TYPE_MISMATCH)),
    }
}

/// What a thread is begun with.
struct Beginning {
    start: Start,
    parameter: *mut c_void,
    /// Who wants to know the thread.
    begun: Sender<Arc<Thread>>,
}

fn create(
    inherited: handles::Flags,
    stack_size: usize,
    start: LPTHREAD_START_ROUTINE,
    parameter: *mut c_void,
    flags: u32,
    id: Option<Place<u32>>,
) -> Result<HANDLE, Refused> {
    let start = start.ok_or(Refused(STATUS_INVALID_PARAMETER))?;
    if flags & !(CREATE_SUSPENDED | STACK_SIZE_PARAM_IS_A_RESERVATION) != 0 {
        return Err(Refused(STATUS_INVALID_PARAMETER));
    }
    let (begun, begins) = channel();
    let suspended = flags & CREATE_SUSPENDED != 0;
    let reserved = flags & STACK_SIZE_PARAM_IS_A_RESERVATION != 0;
    let stack = if reserved { Stack::Reserved(stack_size) } else { Stack::Committed(stack_size) };
    spawn(stack, Box::new(Beginning { start, parameter, begun }))?;
    let thread = begins.recv().map_err(|_| Refused(STATUS_NO_MEMORY))?;
    thread.handles.add();
    if let Some(id) = id {
        id.write(thread.id);
    }
    let opened =
        handles::open(Object::Thread(thread.clone()), Kind::Thread.all_access(), inherited);
    if opened.is_err() {
        // Nobody can name the thread, and it has not begun.
        thread.terminate(FAILED);
    }
    if !suspended {
        let _ = thread.resume();
    }
    opened
}

/// Lets the host begin a thread. It stands still until it is resumed.
fn spawn(stack: Stack, beginning: Box<Beginning>) -> Result<(), Refused> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let mut thread = MaybeUninit::<libc::pthread_t>::uninit();
    let beginning = Box::into_raw(beginning);
    // SAFETY: the first call makes the attributes what the others take; the box goes to the thread,
    // or back to here if there is none.
    unsafe {
        let attributes = attributes.as_mut_ptr();
        libc::pthread_attr_init(attributes);
        libc::pthread_attr_setdetachstate(attributes, libc::PTHREAD_CREATE_DETACHED);
        let mut usual = 0;
        libc::pthread_attr_getstacksize(attributes, &raw mut usual);
        // A size that the host does not like leaves its own.
        libc::pthread_attr_setstacksize(attributes, stack.size(usual));
        let failed = libc::pthread_create(thread.as_mut_ptr(), attributes, begin, beginning.cast());
        libc::pthread_attr_destroy(attributes);
        if failed != 0 {
            drop(Box::from_raw(beginning));
            return Err(Refused(STATUS_NO_MEMORY));
        }
    }
    Ok(())
}

/// What CreateThread is told of a stack.
#[derive(Clone, Copy, Debug)]
enum Stack {
    /// How much of it has memory in the beginning: it grows to the usual size all the same.
    Committed(usize),
    /// How large it can become.
    Reserved(usize),
}

impl Stack {
    /// A size that this library and the host can do with, in whole pages. None is the usual one.
    fn size(self, usual: usize) -> usize {
        const LEAST: usize = 256 * 1024;
        let size = match self {
            Self::Committed(0) | Self::Reserved(0) => return usual,
            Self::Committed(size) => size.max(usual),
            Self::Reserved(size) => size.max(LEAST),
        };
        size.checked_next_multiple_of(64 * 1024).unwrap_or(usize::MAX & !0xFFFF)
    }
}

/// The first function of a thread.
extern "C" fn begin(beginning: *mut c_void) -> *mut c_void {
    inside::enter();
    // SAFETY: it is the box that `spawn` gave away.
    let Beginning { start, parameter, begun } =
        *unsafe { Box::from_raw(beginning.cast::<Beginning>()) };
    let thread = Thread::current();
    // It is suspended until whoever made it knows it, so that nothing runs before.
    let suspended = thread.suspend();
    debug_assert!(suspended.is_ok(), "a thread that has just begun can be suspended");
    let told = begun.send(Arc::clone(&thread));
    drop((begun, told));
    thread.stops_or_ends();
    Thread::current().run_apcs();
    inside::leave();
    // SAFETY: the function is what CreateThread was given, with its parameter.
    let code = unsafe { start(parameter) };
    inside::enter();
    end_here(code);
    inside::leave();
    ptr::null_mut()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_committed_of_a_stack_does_not_make_it_smaller() {
        const USUAL: usize = 8 << 20;
        assert_eq!(Stack::Committed(0).size(USUAL), USUAL);
        assert_eq!(Stack::Committed(4096).size(USUAL), USUAL);
        assert_eq!(Stack::Committed(USUAL + 1).size(USUAL), USUAL + 0x1_0000);
        assert_eq!(Stack::Reserved(0).size(USUAL), USUAL);
        assert_eq!(Stack::Reserved(1).size(USUAL), 256 * 1024);
        assert_eq!(Stack::Reserved(usize::MAX).size(USUAL), usize::MAX & !0xFFFF);
    }
}
