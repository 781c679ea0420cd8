//! Clocks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use iocp_sim_win32::Win32::Foundation::{FILETIME, TRUE};
use iocp_sim_win32::Win32::System::Performance::*;
use iocp_sim_win32::Win32::System::SystemInformation::*;
use iocp_sim_win32::Win32::System::Threading::WaitOnAddress;

use crate::within_limit;

fn counter() -> i64 {
    let mut count = 0;
    // SAFETY: the place is there.
    assert_eq!(unsafe { QueryPerformanceCounter(&mut count) }, TRUE);
    count
}

fn ticks() -> u64 {
    // SAFETY: the call has no places.
    unsafe { GetTickCount64() }
}

#[test]
fn the_counter_counts_ten_million_in_a_second_and_never_back() {
    let mut frequency = 0;
    // SAFETY: the place is there.
    assert_eq!(unsafe { QueryPerformanceFrequency(&mut frequency) }, TRUE);
    assert_eq!(frequency, 10_000_000);
    let counts: Vec<i64> = (0..10_000).map(|_| counter()).collect();
    assert!(counts.is_sorted() && counts[0] > 0);
    assert!(counts[0] < counts[9_999]);
}

#[test]
fn a_wait_takes_as_long_on_every_clock() {
    within_limit(|| {
        let (count, tick) = (counter(), ticks());
        let place = 0_u32;
        // SAFETY: the place is there.
        unsafe {
            let place = (&raw const place).cast();
            WaitOnAddress(place, place, 4, 50);
        }
        // The clocks of the host may be a little apart.
        assert!(counter() - count >= 495_000);
        assert!(ticks() - tick >= 49);
    });
}

#[test]
fn both_ticks_and_the_counter_are_of_one_clock() {
    let before = ticks();
    // SAFETY: the call has no places.
    let short = unsafe { GetTickCount() };
    let after = ticks();
    assert!(short.wrapping_sub(before as u32) <= (after - before) as u32);
    let between = counter() / 10_000;
    assert!((after..=ticks()).contains(&between.cast_unsigned()));
}

#[test]
fn the_time_is_that_of_the_host() {
    let gets = [GetSystemTimeAsFileTime, GetSystemTimePreciseAsFileTime];
    for get in gets {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later");
        let (before, mut time) = (now(), FILETIME::default());
        // SAFETY: the place is there.
        unsafe { get(&mut time) };
        let after = now();
        let ticks = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
        // 1970 began 116,444,736,000,000,000 ticks after 1601.
        let since_1970 = Duration::from_nanos((ticks - 116_444_736_000_000_000) * 100);
        assert!(before - Duration::from_nanos(100) <= since_1970 && since_1970 <= after);
    }
}
