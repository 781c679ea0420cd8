//! Waits at addresses.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize};
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::LibraryLoader::{GetModuleHandleA, GetProcAddress};
use iocp_sim_win32::Win32::System::Threading::*;

use crate::{UNTOUCHED, together, until, with_error, within_limit};

fn wait<T>(place: *const T, unwanted: *const T, size: usize, timeout_ms: u32) -> (i32, u32) {
    // SAFETY: the tests give places of that size, or null.
    with_error(|| unsafe { WaitOnAddress(place.cast(), unwanted.cast(), size, timeout_ms) })
}

fn wake_one<T>(place: *const T) {
    // SAFETY: the place is not looked at.
    unsafe { WakeByAddressSingle(place.cast::<c_void>()) }
}

fn wake_all<T>(place: *const T) {
    // SAFETY: the place is not looked at.
    unsafe { WakeByAddressAll(place.cast::<c_void>()) }
}

#[test]
fn a_value_that_is_another_already_is_not_waited_for() {
    within_limit(|| {
        let (eight, four) = (AtomicU64::new(0x8000_0000_0000_0001), AtomicU32::new(0x8000_0001));
        let (two, one) = (AtomicU16::new(0x8001), AtomicU8::new(0x81));
        assert_eq!(wait(eight.as_ptr(), &1, 8, INFINITE), (TRUE, UNTOUCHED));
        assert_eq!(wait(four.as_ptr(), &1, 4, INFINITE), (TRUE, UNTOUCHED));
        assert_eq!(wait(two.as_ptr(), &1, 2, INFINITE), (TRUE, UNTOUCHED));
        assert_eq!(wait(one.as_ptr(), &1, 1, INFINITE), (TRUE, UNTOUCHED));
    });
}

#[test]
fn bytes_behind_the_value_do_not_count() {
    within_limit(|| {
        let (place, unwanted) =
            (0x1111_1111_1111_1101_u64.to_le(), 0x2222_2222_2222_2201_u64.to_le());
        assert_eq!(wait(&place, &unwanted, 1, 1), (FALSE, ERROR_TIMEOUT));
        assert_eq!(wait(&place, &unwanted, 2, 1), (TRUE, UNTOUCHED));
    });
}

#[test]
fn a_wait_ends_with_its_time_out() {
    within_limit(|| {
        for timeout_ms in [0, 1, 20] {
            let (place, begun) = (AtomicU32::new(7), Instant::now());
            assert_eq!(wait(place.as_ptr(), &7, 4, timeout_ms), (FALSE, ERROR_TIMEOUT));
            assert!(begun.elapsed() >= Duration::from_millis(timeout_ms.into()));
        }
    });
}

#[test]
fn a_value_need_not_be_aligned() {
    within_limit(|| {
        let bytes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9_u8];
        for (size, offset) in [(2, 1), (4, 1), (4, 2), (8, 1), (8, 4)] {
            let place = &raw const bytes[offset.min(10 - size)];
            let mut unwanted = [0; 8];
            let offset = offset.min(10 - size);
            unwanted[..size].copy_from_slice(&bytes[offset..offset + size]);
            assert_eq!(wait(place, unwanted.as_ptr(), size, 1), (FALSE, ERROR_TIMEOUT));
            unwanted[size - 1] ^= 0x80;
            assert_eq!(wait(place, unwanted.as_ptr(), size, INFINITE), (TRUE, UNTOUCHED));
        }
    });
}

#[test]
fn no_wake_up_is_lost_when_two_threads_hand_over() {
    within_limit(|| {
        let turn = AtomicU64::new(0);
        together(2, |number| {
            for round in 0..50_000 {
                let mine = 2 * round + number as u64;
                loop {
                    let seen = turn.load(SeqCst);
                    if seen == mine {
                        break;
                    }
                    assert_eq!(wait(turn.as_ptr(), &seen, 8, INFINITE), (TRUE, UNTOUCHED));
                }
                turn.store(mine + 1, SeqCst);
                wake_one(turn.as_ptr());
            }
        });
        assert_eq!(turn.load(SeqCst), 100_000);
    });
}

#[test]
fn each_wake_up_wakes_one_at_most_unless_it_is_for_all() {
    within_limit(|| {
        // The value stays, so that only a wake-up ends a wait.
        let (place, woken) = (AtomicU8::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    assert_eq!(wait(place.as_ptr(), &0, 1, INFINITE), (TRUE, UNTOUCHED));
                    woken.fetch_add(1, SeqCst);
                });
            }
            let mut count = 0;
            until("two are woken", || {
                // It finds nobody as long as nobody waits.
                if woken.load(SeqCst) < 2 {
                    count += 1;
                    wake_one(place.as_ptr());
                }
                assert!(woken.load(SeqCst) <= count);
                woken.load(SeqCst) >= 2
            });
            until("all are woken", || {
                wake_all(place.as_ptr());
                woken.load(SeqCst) == 4
            });
        });
    });
}

#[test]
fn a_wake_up_elsewhere_ends_no_wait() {
    within_limit(|| {
        let (places, is_over) = ([AtomicU8::new(0), AtomicU8::new(0)], AtomicU8::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                let ended = wait(places[0].as_ptr(), &0, 1, 20);
                is_over.store(1, SeqCst);
                assert_eq!(ended, (FALSE, ERROR_TIMEOUT));
            });
            while is_over.load(SeqCst) == 0 {
                wake_all(places[1].as_ptr());
            }
        });
    });
}

#[test]
fn sizes_that_no_value_has_are_refused_first() {
    for size in [0, 3, 5, 6, 7, 9, 16, usize::MAX] {
        let refused = (FALSE, ERROR_INVALID_PARAMETER);
        assert_eq!(wait(&0_u64, &0, size, INFINITE), refused);
        assert_eq!(wait(ptr::null::<u64>(), ptr::null(), size, INFINITE), refused);
    }
    assert_eq!(wait(ptr::null(), &0_u64, 8, INFINITE), (FALSE, ERROR_NOACCESS));
    assert_eq!(wait(&0_u64, ptr::null(), 8, INFINITE), (FALSE, ERROR_NOACCESS));
    wake_one(ptr::null::<u64>());
    wake_all(ptr::null::<u64>());
}

#[test]
fn the_functions_are_found_where_windows_has_them() {
    let is_in = |library: &std::ffi::CStr| {
        // SAFETY: the names end with zeros.
        unsafe {
            let library = GetModuleHandleA(library.as_ptr().cast());
            assert!(!library.is_null());
            GetProcAddress(library, c"WaitOnAddress".as_ptr().cast()).is_some()
        }
    };
    assert!(is_in(c"api-ms-win-core-synch-l1-2-0.dll"));
    assert!(is_in(c"api-ms-win-core-synch-l1-2-0"));
    assert!(is_in(c"kernelbase.dll"));
    assert!(!is_in(c"kernel32.dll"));
}
