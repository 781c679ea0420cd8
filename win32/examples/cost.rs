//! What post and get cost through this API, as a ratio to the ports of Rust that stand behind it.
//!
//! Rounds of both are interleaved, and the ratio is the median of those of the rounds.

use std::hint::black_box;
use std::ptr;
use std::time::{Duration, Instant};

use iocp_sim::Packet;
use iocp_sim::threads::CompletionPort;
use iocp_sim_win32::Win32::Foundation::{CloseHandle, HANDLE, INVALID_HANDLE_VALUE};
use iocp_sim_win32::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, GetQueuedCompletionStatusEx,
    OVERLAPPED_ENTRY, PostQueuedCompletionStatus,
};

const ROUNDS: usize = 21;
const PACKETS: u32 = 200_000;
const BATCH: u32 = 64;

fn main() {
    // SAFETY: it makes a port, and asks for nothing else.
    let handle = unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, ptr::null_mut(), 0, 1) };
    let port = CompletionPort::new(1);
    let single = ratio(|| behind_one(&port), || face_one(handle));
    println!("post + get                 {single}");
    let batch = ratio(|| behind_many(&port), || face_many(handle));
    println!("{BATCH} posts + get of {BATCH}      {batch}");
    // SAFETY: the handle is open, and nobody uses it any more.
    unsafe { CloseHandle(handle) };
}

fn ratio(mut behind: impl FnMut(), mut face: impl FnMut()) -> String {
    let mut rounds: Vec<(f64, Duration, Duration)> = (0..ROUNDS)
        .map(|_| {
            let (behind, face) = (time(&mut behind), time(&mut face));
            (face.as_secs_f64() / behind.as_secs_f64(), behind, face)
        })
        .collect();
    rounds.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (ratio, behind, face) = rounds[ROUNDS / 2];
    let ns = |time: Duration| time.as_secs_f64() * 1e9 / f64::from(PACKETS);
    format!("{ratio:.2} ×  ({:.1} ns a packet, behind it {:.1} ns)", ns(face), ns(behind))
}

fn time(work: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn behind_one(port: &CompletionPort) {
    for key in 0..u64::from(PACKETS) {
        port.post(Packet { key, ..Packet::default() }).expect("the port is open");
        black_box(port.get().expect("there is a packet"));
    }
}

fn face_one(port: HANDLE) {
    let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::null_mut());
    for number in 0..PACKETS as usize {
        // SAFETY: the places live longer than the call.
        unsafe {
            PostQueuedCompletionStatus(port, 0, number, ptr::null());
            GetQueuedCompletionStatus(port, &mut bytes, &mut key, &mut overlapped, u32::MAX);
        }
        black_box(key);
    }
}

fn behind_many(port: &CompletionPort) {
    let mut packets = Vec::with_capacity(BATCH as usize);
    for _ in 0..PACKETS / BATCH {
        for key in 0..u64::from(BATCH) {
            port.post(Packet { key, ..Packet::default() }).expect("the port is open");
        }
        black_box(port.get_many(&mut packets, BATCH, None).expect("there are packets"));
    }
}

fn face_many(port: HANDLE) {
    let mut entries = [OVERLAPPED_ENTRY::default(); BATCH as usize];
    let mut removed = 0;
    for _ in 0..PACKETS / BATCH {
        // SAFETY: the places live longer than the calls.
        unsafe {
            for number in 0..BATCH as usize {
                PostQueuedCompletionStatus(port, 0, number, ptr::null());
            }
            let entries = entries.as_mut_ptr();
            GetQueuedCompletionStatusEx(port, entries, BATCH, &mut removed, u32::MAX, 0);
        }
        black_box(removed);
    }
}
