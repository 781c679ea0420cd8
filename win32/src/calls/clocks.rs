//! Clocks: since the system was started, with the time that it slept, and since the year 1601.

use std::time::{SystemTime, UNIX_EPOCH};

use windows_sys::Win32::Foundation::{FILETIME, TRUE};
use windows_sys::core::BOOL;

use crate::places::Place;

/// How often the performance counter counts in a second, as Windows has it since version 10.
const FREQUENCY: i64 = 10_000_000;
const NANOSECONDS: i64 = 1_000_000_000;
/// From the beginning of 1601 to that of 1970, in seconds.
const BEFORE_1970: u64 = 11_644_473_600;
/// A file time counts tenths of microseconds.
const FILE_TIME: u64 = 10_000_000;

/// The clock that goes on while the system sleeps.
#[cfg(any(target_os = "linux", target_os = "android"))]
const CLOCK: libc::clockid_t = libc::CLOCK_BOOTTIME;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const CLOCK: libc::clockid_t = libc::CLOCK_MONOTONIC;

export! {
    /// Milliseconds since the system was started. After 49.7 days it begins again at 0.
    plain fn GetTickCount() -> u32, or 0, { ticks(1_000) as u32 }

    /// Milliseconds since the system was started.
    plain fn GetTickCount64() -> u64, or 0, { ticks(1_000).cast_unsigned() }

    /// A counter for short times.
    win32 fn QueryPerformanceCounter(count: *mut i64) -> BOOL {
        // SAFETY: the caller promised that the place is null or valid.
        unsafe { Place::required(count)? }.write(ticks(FREQUENCY));
        Ok(TRUE)
    }

    /// How often the performance counter counts in a second.
    win32 fn QueryPerformanceFrequency(frequency: *mut i64) -> BOOL {
        // SAFETY: the caller promised that the place is null or valid.
        unsafe { Place::required(frequency)? }.write(FREQUENCY);
        Ok(TRUE)
    }

    /// The time. It is as exact as that of GetSystemTimePreciseAsFileTime.
    win32 fn GetSystemTimeAsFileTime(time: *mut FILETIME) -> () {
        // SAFETY: the caller promised that the place is null or valid.
        unsafe { Place::required(time)? }.write(file_time());
        Ok(())
    }

    /// The time.
    win32 fn GetSystemTimePreciseAsFileTime(time: *mut FILETIME) -> () {
        // SAFETY: the caller promised that the place is null or valid.
        unsafe { Place::required(time)? }.write(file_time());
        Ok(())
    }
}

/// The time since the system was started, in parts of a second.
fn ticks(in_a_second: i64) -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the place lives longer than the call.
    let result = unsafe { libc::clock_gettime(CLOCK, &raw mut time) };
    assert_eq!(result, 0, "the clock is there");
    time.tv_sec * in_a_second + time.tv_nsec / (NANOSECONDS / in_a_second)
}

fn file_time() -> FILETIME {
    // Of a time before 1970 it is enough that it is early.
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = time.as_secs() + BEFORE_1970;
    let ticks = seconds * FILE_TIME + u64::from(time.subsec_nanos()) / 100;
    FILETIME { dwLowDateTime: ticks as u32, dwHighDateTime: (ticks >> 32) as u32 }
}
