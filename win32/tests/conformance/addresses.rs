//! Waits for a change of memory.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{ERROR_INVALID_PARAMETER, ERROR_TIMEOUT};
use windows_sys::Win32::System::Threading::{WaitOnAddress, WakeByAddressAll, WakeByAddressSingle};

use crate::actors::Actor;
use crate::arm::{comes, kept, nothing_comes};
use crate::calls::FOREVER;
use crate::waitables::{WORKED, said};

/// What a wait may be shorter than it was told, where time goes by in ticks.
const TICK: Duration = Duration::from_millis(20);

/// A number that can be waited at. It stays for ever.
#[derive(Clone, Copy)]
pub(crate) struct Word(&'static AtomicU32);

impl Word {
    pub(crate) fn new(value: u32) -> Self {
        Self(kept(AtomicU32::new(value)))
    }

    pub(crate) fn set(self, value: u32) {
        self.0.store(value, Ordering::SeqCst);
    }

    fn address(self) -> *const c_void {
        self.0.as_ptr().cast_const().cast()
    }

    /// Waits while the number is this one, and maybe not so long.
    pub(crate) fn wait(self, value: u32, milliseconds: u32) -> (bool, u32) {
        let compared = (&raw const value).cast();
        // SAFETY: both numbers live longer than the call.
        said(|| unsafe { WaitOnAddress(self.address(), compared, 4, milliseconds) })
    }

    pub(crate) fn wake(self) {
        // SAFETY: the number stays for ever.
        unsafe { WakeByAddressSingle(self.address()) };
    }

    fn wake_all(self) {
        // SAFETY: the number stays for ever.
        unsafe { WakeByAddressAll(self.address()) };
    }
}

#[test]
fn a_wait_at_an_address_that_has_changed_comes_back_at_once() {
    assert_eq!(Word::new(1).wait(2, FOREVER), WORKED);
}

#[test]
fn a_wait_at_an_address_ends_when_it_is_woken() {
    let (word, actor) = (Word::new(1), Actor::new());
    let waits = actor.starts(move || word.wait(1, FOREVER));
    nothing_comes(&waits);
    word.set(2);
    word.wake();
    assert_eq!(comes(&waits), WORKED);
}

#[test]
fn everybody_who_waits_at_an_address_can_be_woken() {
    let (word, actors) = (Word::new(1), [(); 3].map(|()| Actor::new()));
    let waits = actors.each_ref().map(|actor| actor.starts(move || word.wait(1, FOREVER)));
    waits.iter().for_each(nothing_comes);
    word.set(2);
    word.wake_all();
    assert_eq!(waits.map(|wait| comes(&wait)), [WORKED; 3]);
}

#[test]
fn each_wake_wakes_one_who_waits_at_the_address() {
    let (word, actors) = (Word::new(1), [(); 3].map(|()| Actor::new()));
    let waits = actors.each_ref().map(|actor| actor.starts(move || word.wait(1, FOREVER)));
    waits.iter().for_each(nothing_comes);
    word.set(2);
    for _ in 0..3 {
        word.wake();
    }
    assert_eq!(waits.map(|wait| comes(&wait)), [WORKED; 3]);
}

#[test]
fn a_wait_at_an_address_times_out() {
    let (word, started) = (Word::new(1), Instant::now());
    assert_eq!(word.wait(1, 60), (false, ERROR_TIMEOUT));
    assert!(started.elapsed() + TICK >= Duration::from_millis(60));
    assert_eq!(word.wait(1, 0), (false, ERROR_TIMEOUT));
}

#[test]
fn waking_at_an_address_wakes_nobody_elsewhere() {
    let (word, other, actor) = (Word::new(1), Word::new(1), Actor::new());
    let waits = actor.starts(move || word.wait(1, FOREVER));
    nothing_comes(&waits);
    other.wake();
    other.wake_all();
    nothing_comes(&waits);
    word.set(2);
    word.wake();
    assert_eq!(comes(&waits), WORKED);
}

#[test]
fn a_wake_that_finds_nobody_is_forgotten() {
    let word = Word::new(1);
    word.wake();
    word.wake_all();
    assert_eq!(word.wait(1, 20), (false, ERROR_TIMEOUT));
}

#[test]
fn memory_of_one_two_four_and_eight_bytes_can_be_waited_at() {
    let (bytes, same, mut differs) = ([7_u64], [7_u64], [7_u64]);
    differs[0] ^= 0x80;
    for size in [1, 2, 4, 8] {
        let wait = |compared: &[u64; 1]| {
            let (address, compared) = (bytes.as_ptr().cast(), compared.as_ptr().cast());
            // SAFETY: both live longer than the call.
            said(|| unsafe { WaitOnAddress(address, compared, size, 1) })
        };
        assert_eq!(wait(&same), (false, ERROR_TIMEOUT), "{size}");
        assert_eq!(wait(&differs), WORKED, "{size}");
    }
}

#[test]
fn memory_of_another_size_can_not_be_waited_at() {
    let bytes = [0_u64; 4];
    for size in [0, 3, 5, 16] {
        let address = bytes.as_ptr().cast();
        // SAFETY: it lives longer than the call.
        let waited = said(|| unsafe { WaitOnAddress(address, address, size, 0) });
        assert_eq!(waited, (false, ERROR_INVALID_PARAMETER), "{size}");
    }
}

#[test]
fn only_so_many_bytes_are_compared_as_it_is_told() {
    let (bytes, compared) = ([0x1122_3344_5566_7788_u64], [0x0022_3344_0066_7788_u64]);
    let (address, compared) = (bytes.as_ptr().cast(), compared.as_ptr().cast());
    // SAFETY: both live longer than the calls.
    let waited = [2, 4].map(|size| said(|| unsafe { WaitOnAddress(address, compared, size, 1) }).0);
    assert_eq!(waited, [false, true]);
}
