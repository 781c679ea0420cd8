//! Clocks, and what the machine is.

use std::thread;
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::TRUE;
use windows_sys::Win32::System::Performance::{QueryPerformanceCounter, QueryPerformanceFrequency};
use windows_sys::Win32::System::SystemInformation::{
    GetSystemInfo, GetTickCount, GetTickCount64, SYSTEM_INFO,
};

use crate::waitables::{manual, wait};

fn ticks() -> u64 {
    // SAFETY: the call has no places.
    unsafe { GetTickCount64() }
}

fn counter() -> i64 {
    let mut counter = 0;
    // SAFETY: the place lives longer than the call.
    assert_eq!(unsafe { QueryPerformanceCounter(&raw mut counter) }, TRUE);
    counter
}

fn frequency() -> i64 {
    let mut frequency = 0;
    // SAFETY: the place lives longer than the call.
    assert_eq!(unsafe { QueryPerformanceFrequency(&raw mut frequency) }, TRUE);
    frequency
}

#[test]
fn ticks_grow_as_time_goes_by() {
    let (started, from) = (Instant::now(), ticks());
    wait(manual(), 100);
    let (to, elapsed) = (ticks(), started.elapsed().as_millis());
    let grown = u128::from(to - from);
    assert!(grown >= 60, "{grown}");
    assert!(grown <= elapsed + 20, "{grown} of {elapsed}");
}

#[test]
fn ticks_do_not_go_back() {
    let ticks: Vec<u64> = (0..10_000).map(|_| ticks()).collect();
    assert!(ticks.is_sorted());
}

#[test]
fn the_short_ticks_are_the_low_half_of_the_long_ones() {
    let from = ticks() as u32;
    // SAFETY: the call has no places.
    let short = unsafe { GetTickCount() };
    let to = ticks() as u32;
    assert!(short.wrapping_sub(from) <= to.wrapping_sub(from), "{from} {short} {to}");
}

#[test]
fn the_counter_has_a_frequency_that_stays() {
    let frequencies = [frequency(), frequency()];
    assert!(frequencies[0] > 0);
    assert_eq!(frequencies[0], frequencies[1]);
}

#[test]
fn the_counter_counts_seconds_by_its_frequency() {
    let (started, from) = (Instant::now(), counter());
    thread::sleep(Duration::from_millis(100));
    let (to, elapsed) = (counter(), started.elapsed().as_secs_f64());
    let counted = (to - from) as f64 / frequency() as f64;
    assert!(counted >= 0.06, "{counted}");
    assert!(counted <= elapsed + 0.02, "{counted} of {elapsed}");
}

#[test]
fn the_counter_does_not_go_back() {
    let counters: Vec<i64> = (0..10_000).map(|_| counter()).collect();
    assert!(counters.is_sorted());
}

#[test]
fn the_machine_has_processors_and_pages() {
    let mut info = SYSTEM_INFO::default();
    // SAFETY: the place lives longer than the call.
    unsafe { GetSystemInfo(&raw mut info) };
    let parallel = thread::available_parallelism().map_or(1, usize::from);
    assert!(info.dwNumberOfProcessors as usize >= parallel);
    assert!(info.dwPageSize.is_power_of_two() && info.dwPageSize >= 4_096);
    assert!(info.dwAllocationGranularity >= info.dwPageSize);
    assert_eq!(info.dwAllocationGranularity % info.dwPageSize, 0);
    let addresses = info.lpMinimumApplicationAddress..info.lpMaximumApplicationAddress;
    assert!(addresses.contains(&(&raw const info).cast_mut().cast()));
}

#[test]
fn each_processor_has_a_bit_in_the_mask() {
    let mut info = SYSTEM_INFO::default();
    // SAFETY: the place lives longer than the call.
    unsafe { GetSystemInfo(&raw mut info) };
    let count = info.dwActiveProcessorMask.count_ones();
    assert!(count >= 1 && count <= info.dwNumberOfProcessors);
}
