//! What is initialized once.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

use windows_sys::Win32::Foundation::{ERROR_GEN_FAILURE, ERROR_INVALID_PARAMETER, FALSE, TRUE};
use windows_sys::Win32::System::Threading::{
    INIT_ONCE, INIT_ONCE_ASYNC, INIT_ONCE_CHECK_ONLY, INIT_ONCE_INIT_FAILED, INIT_ONCE_STATIC_INIT,
    InitOnceBeginInitialize, InitOnceComplete, InitOnceExecuteOnce, InitOnceInitialize,
};

use crate::actors::Actor;
use crate::arm::{comes, kept, nothing_comes};
use crate::calls::{Handle, UNTOUCHED_WORD};
use crate::locks::Place;
use crate::waitables::{LONG, WORKED, automatic, happens, manual, said, set, wait};

pub(crate) type Once = Place<INIT_ONCE>;

/// A context that leaves the low bits alone.
const CONTEXT: usize = 0x40;

pub(crate) fn once() -> Once {
    let once = Place::new(INIT_ONCE_STATIC_INIT);
    // SAFETY: it stays for ever.
    unsafe { InitOnceInitialize(once.raw()) };
    once
}

/// What an initialization does: it counts itself, waits for a gate, and gives a context or fails.
struct Work {
    runs: AtomicU32,
    fails: AtomicU32,
    begun: Handle,
    gate: Option<Handle>,
}

fn work(fails: u32, gate: Option<Handle>) -> &'static Work {
    let (runs, fails) = (AtomicU32::new(0), AtomicU32::new(fails));
    kept(Work { runs, fails, begun: automatic(), gate })
}

impl Work {
    fn runs(&self) -> u32 {
        self.runs.load(Ordering::SeqCst)
    }
}

extern "system" fn initialize(
    _: *mut INIT_ONCE,
    parameter: *mut c_void,
    context: *mut *mut c_void,
) -> i32 {
    // SAFETY: a work stays for ever.
    let work = unsafe { &*parameter.cast::<Work>() };
    work.runs.fetch_add(1, Ordering::SeqCst);
    if let Some(gate) = work.gate {
        set(work.begun);
        wait(gate, LONG);
    }
    let fails = |left: u32| left.checked_sub(1);
    if work.fails.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fails).is_ok() {
        // SAFETY: it only touches the last error.
        unsafe { windows_sys::Win32::Foundation::SetLastError(ERROR_GEN_FAILURE) };
        return FALSE;
    }
    // SAFETY: whoever asks gives a place.
    unsafe { *context = ptr::without_provenance_mut(CONTEXT) };
    TRUE
}

/// Whether it worked, and the context.
fn execute(once: Once, work: &'static Work) -> (bool, usize) {
    let mut context = ptr::without_provenance_mut(UNTOUCHED_WORD);
    let parameter = (&raw const *work).cast_mut().cast();
    // SAFETY: the once and the work stay for ever, and the place lives longer than the call.
    let ok =
        unsafe { InitOnceExecuteOnce(once.raw(), Some(initialize), parameter, &raw mut context) };
    (ok != FALSE, context.addr())
}

/// How a begin ends: whether it worked, the last error, whether there is something to do, and the
/// context.
pub(crate) fn begin(once: Once, flags: u32) -> ((bool, u32), bool, usize) {
    let (mut pending, mut context) = (FALSE, ptr::without_provenance_mut(UNTOUCHED_WORD));
    // SAFETY: the once stays for ever, and the places live longer than the call.
    let said = said(|| unsafe {
        InitOnceBeginInitialize(once.raw(), flags, &raw mut pending, &raw mut context)
    });
    (said, pending != FALSE, context.addr())
}

pub(crate) fn complete(once: Once, flags: u32, context: usize) -> (bool, u32) {
    // SAFETY: the once stays for ever.
    said(|| unsafe { InitOnceComplete(once.raw(), flags, ptr::without_provenance(context)) })
}

#[test]
fn an_initialization_runs_once() {
    let (once, work) = (once(), work(0, None));
    for _ in 0..3 {
        assert_eq!(execute(once, work), (true, CONTEXT));
    }
    assert_eq!(work.runs(), 1);
}

#[test]
fn an_initialization_that_fails_can_be_tried_again() {
    let (once, work) = (once(), work(2, None));
    assert!(!execute(once, work).0);
    assert!(!execute(once, work).0);
    assert_eq!(execute(once, work), (true, CONTEXT));
    assert_eq!(execute(once, work), (true, CONTEXT));
    assert_eq!(work.runs(), 3);
}

#[test]
fn others_wait_for_an_initialization_that_is_under_way() {
    let (gate, first, second) = (manual(), Actor::new(), Actor::new());
    let (once, work) = (once(), work(0, Some(gate)));
    let executed = first.starts(move || execute(once, work));
    happens(work.begun);
    let waits = second.starts(move || execute(once, work));
    nothing_comes(&waits);
    set(gate);
    assert_eq!([comes(&executed), comes(&waits)], [(true, CONTEXT); 2]);
    assert_eq!(work.runs(), 1);
}

#[test]
fn who_waits_for_an_initialization_that_fails_tries_itself() {
    let (gate, first, second) = (manual(), Actor::new(), Actor::new());
    let (once, work) = (once(), work(1, Some(gate)));
    let executed = first.starts(move || execute(once, work).0);
    happens(work.begun);
    let waits = second.starts(move || execute(once, work));
    nothing_comes(&waits);
    set(gate);
    assert!(!comes(&executed));
    assert_eq!(comes(&waits), (true, CONTEXT));
    assert_eq!(work.runs(), 2);
}

#[test]
fn of_many_threads_one_initializes() {
    let (once, work, actors) = (once(), work(0, None), [(); 4].map(|()| Actor::new()));
    let executed = actors.each_ref().map(|actor| actor.starts(move || execute(once, work)));
    assert_eq!(executed.map(|executed| comes(&executed)), [(true, CONTEXT); 4]);
    assert_eq!(work.runs(), 1);
}

#[test]
fn who_begins_first_has_something_to_do() {
    let once = once();
    let (said, pending, _) = begin(once, 0);
    assert_eq!((said, pending), (WORKED, true));
    assert_eq!(complete(once, 0, CONTEXT), WORKED);
    assert_eq!(begin(once, 0), (WORKED, false, CONTEXT));
}

#[test]
fn who_begins_later_waits_for_the_first() {
    let (once, other) = (once(), Actor::new());
    assert!(begin(once, 0).1);
    let begun = other.starts(move || begin(once, 0));
    nothing_comes(&begun);
    assert_eq!(complete(once, 0, CONTEXT), WORKED);
    assert_eq!(comes(&begun), (WORKED, false, CONTEXT));
}

#[test]
fn who_fails_leaves_it_to_the_next() {
    let (once, other) = (once(), Actor::new());
    assert!(begin(once, 0).1);
    let begun = other.starts(move || begin(once, 0));
    nothing_comes(&begun);
    assert_eq!(complete(once, INIT_ONCE_INIT_FAILED, 0), WORKED);
    let (said, pending, _) = comes(&begun);
    assert_eq!((said, pending), (WORKED, true));
    assert_eq!(other.does(move || complete(once, 0, CONTEXT)), WORKED);
    assert_eq!(begin(once, 0), (WORKED, false, CONTEXT));
}

#[test]
fn a_check_says_whether_it_is_done_and_begins_nothing() {
    let once = once();
    assert!(!begin(once, INIT_ONCE_CHECK_ONLY).0.0);
    assert!(begin(once, 0).1);
    assert_eq!(complete(once, 0, CONTEXT), WORKED);
    assert_eq!(begin(once, INIT_ONCE_CHECK_ONLY), (WORKED, false, CONTEXT));
}

#[test]
fn a_check_does_not_wait_for_who_has_begun() {
    let once = once();
    assert!(begin(once, 0).1);
    assert!(!begin(once, INIT_ONCE_CHECK_ONLY).0.0);
    assert_eq!(complete(once, 0, CONTEXT), WORKED);
}

#[test]
fn many_can_begin_at_once_if_they_say_so() {
    let once = once();
    for _ in 0..2 {
        let (said, pending, _) = begin(once, INIT_ONCE_ASYNC);
        assert_eq!((said, pending), (WORKED, true));
    }
    assert_eq!(complete(once, INIT_ONCE_ASYNC, CONTEXT), WORKED);
    assert_eq!(begin(once, INIT_ONCE_ASYNC), (WORKED, false, CONTEXT));
}

#[test]
fn of_many_that_have_begun_at_once_one_completes() {
    let once = once();
    begin(once, INIT_ONCE_ASYNC);
    begin(once, INIT_ONCE_ASYNC);
    assert_eq!(complete(once, INIT_ONCE_ASYNC, CONTEXT), WORKED);
    assert!(!complete(once, INIT_ONCE_ASYNC, 2 * CONTEXT).0);
    assert_eq!(begin(once, INIT_ONCE_CHECK_ONLY), (WORKED, false, CONTEXT));
}

#[test]
fn what_one_begins_alone_many_do_not_begin_at_once() {
    let once = once();
    assert!(begin(once, 0).1);
    assert_eq!(begin(once, INIT_ONCE_ASYNC).0, (false, ERROR_INVALID_PARAMETER));
    assert_eq!(complete(once, 0, CONTEXT), WORKED);
}

#[test]
fn what_many_begin_at_once_one_does_not_begin_alone() {
    let once = once();
    assert!(begin(once, INIT_ONCE_ASYNC).1);
    assert_eq!(begin(once, 0).0, (false, ERROR_INVALID_PARAMETER));
    assert_eq!(complete(once, INIT_ONCE_ASYNC, CONTEXT), WORKED);
}

#[test]
fn a_context_leaves_the_low_bits_alone() {
    let once = once();
    assert!(begin(once, 0).1);
    for bits in 1..=3 {
        let refused = complete(once, 0, CONTEXT | bits);
        assert_eq!(refused, (false, ERROR_INVALID_PARAMETER));
    }
    assert_eq!(complete(once, 0, CONTEXT), WORKED);
}

#[test]
fn a_failure_has_no_context() {
    let once = once();
    assert!(begin(once, 0).1);
    let refused = complete(once, INIT_ONCE_INIT_FAILED, CONTEXT);
    assert_eq!(refused, (false, ERROR_INVALID_PARAMETER));
    assert_eq!(complete(once, INIT_ONCE_INIT_FAILED, 0), WORKED);
}

#[test]
fn nobody_tells_that_what_many_begin_at_once_has_failed() {
    let once = once();
    assert!(begin(once, INIT_ONCE_ASYNC).1);
    let refused = complete(once, INIT_ONCE_ASYNC | INIT_ONCE_INIT_FAILED, 0);
    assert_eq!(refused, (false, ERROR_INVALID_PARAMETER));
    assert_eq!(complete(once, INIT_ONCE_ASYNC, CONTEXT), WORKED);
}

#[test]
fn what_nobody_has_begun_can_not_be_completed() {
    assert!(!complete(once(), 0, CONTEXT).0);
}

#[test]
fn it_needs_no_call_to_be_made() {
    static ONCE: Zero = Zero(UnsafeCell::new(INIT_ONCE_STATIC_INIT));
    /// Memory that is zero when the program begins.
    struct Zero(UnsafeCell<INIT_ONCE>);
    // SAFETY: only the calls look into it, and they are made for any thread.
    unsafe impl Sync for Zero {}
    let (mut pending, none) = (FALSE, ptr::null_mut());
    // SAFETY: it stays for ever, and the place lives longer than the call.
    let begun = unsafe { InitOnceBeginInitialize(ONCE.0.get(), 0, &raw mut pending, none) };
    assert_eq!((begun, pending), (TRUE, TRUE));
    // SAFETY: it stays for ever.
    assert_eq!(unsafe { InitOnceComplete(ONCE.0.get(), 0, ptr::null()) }, TRUE);
}
