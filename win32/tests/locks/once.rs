//! One-time initialisation.

use std::ffi::c_void;
use std::ptr;
use std::sync::Barrier;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Threading::*;

use crate::{Shared, UNTOUCHED, together, with_error, within_limit};

type Once = Shared<INIT_ONCE>;

static STATIC: Once = Shared::new(INIT_ONCE_STATIC_INIT);

/// What is stored with a result.
const STORED: usize = 0x1234_5678;

const fn once() -> Once {
    Shared::new(INIT_ONCE_STATIC_INIT)
}

/// What a try or a look has found: whether it is to try, what was stored, and the error.
fn begin(once: &Once, flags: u32) -> Result<(bool, usize), u32> {
    let (mut pending, mut context) = (77, ptr::null_mut());
    // SAFETY: all are there.
    let begun = || unsafe { InitOnceBeginInitialize(once.at(), flags, &mut pending, &mut context) };
    match with_error(begun) {
        (TRUE, UNTOUCHED) => Ok((pending == TRUE, context.addr())),
        (begun, error) => {
            assert_eq!((begun, pending, context), (FALSE, 77, ptr::null_mut()));
            Err(error)
        }
    }
}

fn complete(once: &Once, flags: u32, context: usize) -> Result<(), u32> {
    // SAFETY: it is there, and what is stored is only a number.
    match with_error(|| unsafe {
        InitOnceComplete(once.at(), flags, ptr::without_provenance(context))
    }) {
        (TRUE, UNTOUCHED) => Ok(()),
        (ended, error) => {
            assert_eq!(ended, FALSE);
            Err(error)
        }
    }
}

/// How often a callback is to fail before it succeeds, and how often it was called.
struct Calls {
    fail: usize,
    count: AtomicUsize,
}

/// Fails with an error of its own, or stores something.
unsafe extern "system" fn callback(
    _once: *mut INIT_ONCE,
    parameter: *mut c_void,
    context: *mut *mut c_void,
) -> i32 {
    // SAFETY: the tests give such a parameter.
    let calls = unsafe { &*parameter.cast::<Calls>() };
    if calls.count.fetch_add(1, SeqCst) < calls.fail {
        // SAFETY: the call has no places.
        unsafe { SetLastError(ERROR_DISK_FULL) };
        return FALSE;
    }
    // SAFETY: the tests give such a place, or none.
    unsafe { context.as_mut() }.into_iter().for_each(|place| {
        *place = ptr::without_provenance_mut(STORED);
    });
    TRUE
}

fn execute(once: &Once, calls: &Calls) -> Result<usize, u32> {
    let parameter = ptr::from_ref(calls).cast_mut().cast();
    let mut context = ptr::without_provenance_mut(1);
    // SAFETY: all are there.
    match with_error(|| unsafe {
        InitOnceExecuteOnce(once.at(), Some(callback), parameter, &mut context)
    }) {
        (TRUE, UNTOUCHED) => Ok(context.addr()),
        (ended, error) => {
            assert_eq!(ended, FALSE);
            Err(error)
        }
    }
}

#[test]
fn of_eight_threads_one_initialises() {
    within_limit(|| {
        for round in 0..500 {
            let (own, begin) = (once(), Barrier::new(8));
            let once = if round == 0 { &STATIC } else { &own };
            let calls = Calls { fail: 0, count: AtomicUsize::new(0) };
            together(8, |_| {
                begin.wait();
                assert_eq!(execute(once, &calls), Ok(STORED));
            });
            assert_eq!(calls.count.load(SeqCst), 1);
        }
    });
}

#[test]
fn after_a_callback_that_fails_another_thread_tries() {
    within_limit(|| {
        for _ in 0..200 {
            let (once, begin, failed) = (once(), Barrier::new(8), AtomicUsize::new(0));
            let calls = Calls { fail: 3, count: AtomicUsize::new(0) };
            together(8, |_| {
                begin.wait();
                match execute(&once, &calls) {
                    Ok(stored) => assert_eq!(stored, STORED),
                    Err(error) => {
                        assert_eq!(error, ERROR_DISK_FULL);
                        failed.fetch_add(1, SeqCst);
                    }
                }
            });
            assert_eq!((failed.load(SeqCst), calls.count.load(SeqCst)), (3, 4));
        }
    });
}

#[test]
fn others_wait_until_the_one_that_tries_is_done() {
    within_limit(|| {
        for _ in 0..200 {
            let (once, value) = (once(), Shared::new(0));
            assert_eq!(begin(&once, 0), Ok((true, 0)));
            thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        assert_eq!(begin(&once, 0), Ok((false, STORED)));
                        // SAFETY: it was written before that.
                        assert_eq!(unsafe { value.get() }, 1);
                    });
                }
                // SAFETY: the others wait.
                unsafe { value.add_one() };
                assert_eq!(complete(&once, 0, STORED), Ok(()));
            });
        }
    });
}

#[test]
fn one_of_those_who_wait_tries_when_a_try_has_failed() {
    within_limit(|| {
        for _ in 0..200 {
            let (once, tries) = (once(), AtomicUsize::new(0));
            assert_eq!(begin(&once, 0), Ok((true, 0)));
            thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| match begin(&once, 0).expect("it can begin") {
                        (false, stored) => assert_eq!(stored, STORED),
                        (true, _) => match tries.fetch_add(1, SeqCst) {
                            0 => complete(&once, INIT_ONCE_INIT_FAILED, 0).expect("it has begun"),
                            _ => complete(&once, 0, STORED).expect("it has begun"),
                        },
                    });
                }
                assert_eq!(complete(&once, INIT_ONCE_INIT_FAILED, 0), Ok(()));
            });
            assert_eq!(tries.load(SeqCst), 2);
        }
    });
}

#[test]
fn a_look_begins_nothing() {
    let once = once();
    assert_eq!(begin(&once, INIT_ONCE_CHECK_ONLY), Err(ERROR_GEN_FAILURE));
    assert_eq!(begin(&once, 0), Ok((true, 0)));
    assert_eq!(begin(&once, INIT_ONCE_CHECK_ONLY), Err(ERROR_GEN_FAILURE));
    assert_eq!(complete(&once, 0, STORED), Ok(()));
    assert_eq!(begin(&once, INIT_ONCE_CHECK_ONLY), Ok((false, STORED)));
    assert_eq!(begin(&once, 0), Ok((false, STORED)));
    assert_eq!(begin(&once, INIT_ONCE_ASYNC), Ok((false, STORED)));
}

#[test]
fn of_those_who_try_at_once_the_first_one_succeeds() {
    let once = once();
    assert_eq!(begin(&once, INIT_ONCE_ASYNC), Ok((true, 0)));
    assert_eq!(begin(&once, INIT_ONCE_ASYNC), Ok((true, 0)));
    assert_eq!(complete(&once, INIT_ONCE_ASYNC, STORED), Ok(()));
    assert_eq!(complete(&once, INIT_ONCE_ASYNC, 0x8888), Err(ERROR_GEN_FAILURE));
    assert_eq!(begin(&once, INIT_ONCE_CHECK_ONLY), Ok((false, STORED)));
}

#[test]
fn in_a_race_of_those_who_try_at_once_one_succeeds_and_all_find_its_result() {
    within_limit(|| {
        for _ in 0..500 {
            let (once, start, winners) = (once(), Barrier::new(8), AtomicUsize::new(0));
            together(8, |number| {
                start.wait();
                let mine = 8 * (number + 1);
                if begin(&once, INIT_ONCE_ASYNC).expect("it can begin").0 {
                    match complete(&once, INIT_ONCE_ASYNC, mine) {
                        Ok(()) => assert_eq!(winners.swap(mine, SeqCst), 0),
                        Err(error) => assert_eq!(error, ERROR_GEN_FAILURE),
                    }
                }
                assert!(begin(&once, INIT_ONCE_CHECK_ONLY).is_ok());
            });
            let (is_pending, stored) = begin(&once, 0).expect("it is done");
            assert_eq!((is_pending, stored), (false, winners.load(SeqCst)));
        }
    });
}

#[test]
fn tries_at_once_and_tries_alone_can_not_be_mixed() {
    let (alone, at_once) = (once(), once());
    assert_eq!(begin(&alone, 0), Ok((true, 0)));
    assert_eq!(begin(&alone, INIT_ONCE_ASYNC), Err(ERROR_INVALID_PARAMETER));
    assert_eq!(complete(&alone, INIT_ONCE_ASYNC, STORED), Err(ERROR_INVALID_PARAMETER));
    assert_eq!(complete(&alone, 0, STORED), Ok(()));
    assert_eq!(begin(&at_once, INIT_ONCE_ASYNC), Ok((true, 0)));
    assert_eq!(begin(&at_once, 0), Err(ERROR_INVALID_PARAMETER));
    assert_eq!(complete(&at_once, 0, STORED), Err(ERROR_INVALID_PARAMETER));
    let failed = complete(&at_once, INIT_ONCE_INIT_FAILED, 0);
    assert_eq!(failed, Err(ERROR_INVALID_PARAMETER));
    assert_eq!(complete(&at_once, INIT_ONCE_ASYNC, STORED), Ok(()));
}

#[test]
fn what_nobody_has_begun_can_not_end_and_a_result_stays() {
    let once = once();
    for flags in [0, INIT_ONCE_ASYNC, INIT_ONCE_INIT_FAILED] {
        assert_eq!(complete(&once, flags, 0), Err(ERROR_GEN_FAILURE));
    }
    assert_eq!(begin(&once, 0), Ok((true, 0)));
    assert_eq!(complete(&once, 0, STORED), Ok(()));
    for flags in [0, INIT_ONCE_ASYNC, INIT_ONCE_INIT_FAILED] {
        assert_eq!(complete(&once, flags, 0), Err(ERROR_GEN_FAILURE));
    }
    // SAFETY: it is there, and nobody uses it.
    unsafe { InitOnceInitialize(once.at()) };
    assert_eq!(begin(&once, 0), Ok((true, 0)));
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    let once = once();
    let (looks, many, failed) = (INIT_ONCE_CHECK_ONLY, INIT_ONCE_ASYNC, INIT_ONCE_INIT_FAILED);
    for flags in [looks | many, failed, 8, u32::MAX] {
        assert_eq!(begin(&once, flags), Err(ERROR_INVALID_PARAMETER));
    }
    assert_eq!(begin(&once, 0), Ok((true, 0)));
    for flags in [failed | many, looks, 8, u32::MAX] {
        assert_eq!(complete(&once, flags, 0), Err(ERROR_INVALID_PARAMETER));
    }
    assert_eq!(complete(&once, failed, STORED), Err(ERROR_INVALID_PARAMETER));
    assert_eq!(complete(&once, 0, STORED), Ok(()));
}

#[test]
fn the_two_low_bits_of_what_is_stored_must_be_clear() {
    for bits in 1..4 {
        let once = once();
        assert_eq!(begin(&once, 0), Ok((true, 0)));
        assert_eq!(complete(&once, 0, STORED | bits), Err(ERROR_INVALID_PARAMETER));
        assert_eq!(complete(&once, 0, STORED), Ok(()));
        assert_eq!(begin(&once, 0), Ok((false, STORED)));
    }
}

/// Stores what can not be stored.
unsafe extern "system" fn store_bits(
    _once: *mut INIT_ONCE,
    _parameter: *mut c_void,
    context: *mut *mut c_void,
) -> i32 {
    // SAFETY: the test gives a place.
    unsafe { context.write(ptr::without_provenance_mut(STORED | 1)) };
    TRUE
}

#[test]
fn a_callback_whose_result_can_not_be_stored_has_failed() {
    let (once, mut context) = (once(), ptr::null_mut());
    // SAFETY: all are there.
    let stored = with_error(|| unsafe {
        InitOnceExecuteOnce(once.at(), Some(store_bits), ptr::null_mut(), &mut context)
    });
    assert_eq!(stored, (FALSE, ERROR_INVALID_PARAMETER));
    let calls = Calls { fail: 0, count: AtomicUsize::new(0) };
    assert_eq!(execute(&once, &calls), Ok(STORED));
}

#[test]
fn a_callback_without_a_place_stores_nothing() {
    let (once, calls) = (once(), Calls { fail: 0, count: AtomicUsize::new(0) });
    let parameter = ptr::from_ref(&calls).cast_mut().cast();
    // SAFETY: all are there but the place, which need not be.
    let ended =
        unsafe { InitOnceExecuteOnce(once.at(), Some(callback), parameter, ptr::null_mut()) };
    assert_eq!((ended, begin(&once, 0)), (TRUE, Ok((false, 0))));
}
