//! A caller that calls whatever it likes with whatever it likes: each call returns, and keeps its
//! promises about what it writes.
//!
//! `IOCP_SIM_CALLS` says how many calls there are; a few thousand if it is not set.

#![cfg(not(windows))]

mod named;
mod texts;
mod waiting;

use std::ptr;

use iocp_sim_win32::Wdk::Foundation::{NtClose, NtQueryObject};
use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::IO::*;
use iocp_sim_win32::device::OwnDevice;
use iocp_sim_win32::ntdll::*;
use proptest::prelude::*;

const CALLS_IN_A_PROGRAM: usize = 100;

/// A handle: one of those that the program has made, as it is or wrong by a little, or a number.
#[derive(Clone, Copy, Debug)]
enum Which {
    Made(u8),
    MadeOff(u8, i8),
    Number(isize),
}

/// A call with its arguments. `None` in the place of a place is null.
#[derive(Clone, Debug)]
enum Call {
    Create(Which, Which, usize, u32),
    Get(Which, [bool; 3]),
    GetMany(Which, u32, [bool; 2]),
    Post(Which, u32, usize, usize),
    Close(Which),
    Duplicate(Which, Which, Which, bool, u32, bool, u32),
    Compare(Which, Which),
    Information(Which, bool),
    SetInformation(Which, u32, u32),
    NativeCreate(bool, u32, u32),
    NativeQuery(Which, i32, u32, bool),
    NativeSet(Which, usize, usize, i32, usize),
    NativeSetEx(Which, Which, usize, i32),
    NativeRemove(Which, [bool; 3], i64),
    NativeRemoveEx(Which, u32, [bool; 2], i64),
    NativeReserve(bool, i32),
    NativeObject(Which, i32, u32),
    NativeClose(Which),
    Device(bool),
    Complete(u8, usize, i32),
    Named(named::Call),
    Text(texts::Call),
    Waiting(waiting::Call),
}

fn which() -> impl Strategy<Value = Which> {
    prop_oneof![
        6 => any::<u8>().prop_map(Which::Made),
        1 => (any::<u8>(), any::<i8>()).prop_map(|(made, off)| Which::MadeOff(made, off)),
        1 => (-8_isize..8).prop_map(Which::Number),
        1 => any::<isize>().prop_map(Which::Number),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    // Nobody else posts, so no call may wait for long.
    let native_timeout = prop_oneof![-10_i64..=1, 0_i64..=i64::from(i32::MAX)];
    let other_timeout = -10_i64..=1;
    prop_oneof![
        (which(), which(), any::<usize>(), any::<u32>())
            .prop_map(|(file, port, key, limit)| Call::Create(file, port, key, limit)),
        Just(Call::Create(Which::Number(-1), Which::Number(0), 0, 1)),
        (which(), any::<[bool; 3]>()).prop_map(|(port, places)| Call::Get(port, places)),
        (which(), 0_u32..6, any::<[bool; 2]>())
            .prop_map(|(port, count, places)| Call::GetMany(port, count, places)),
        (which(), any::<u32>(), any::<usize>(), any::<usize>())
            .prop_map(|(port, bytes, key, overlapped)| Call::Post(port, bytes, key, overlapped)),
        which().prop_map(Call::Close),
        (which(), which(), which(), any::<bool>(), any::<u32>(), any::<bool>(), 0_u32..8).prop_map(
            |(from, handle, to, place, access, inherited, options)| {
                Call::Duplicate(from, handle, to, place, access, inherited, options)
            }
        ),
        (which(), any::<u32>(), 0_u32..8).prop_map(|(handle, access, options)| {
            let process = Which::Number(-1);
            Call::Duplicate(process, handle, process, true, access, false, options)
        }),
        (which(), which()).prop_map(|(one, other)| Call::Compare(one, other)),
        (which(), any::<bool>()).prop_map(|(handle, place)| Call::Information(handle, place)),
        (which(), any::<u32>(), any::<u32>())
            .prop_map(|(handle, mask, flags)| Call::SetInformation(handle, mask, flags)),
        (any::<bool>(), any::<u32>(), any::<u32>())
            .prop_map(|(place, access, limit)| Call::NativeCreate(place, access, limit)),
        (which(), -1_i32..2, 0_u32..6, any::<bool>())
            .prop_map(|(port, class, length, place)| Call::NativeQuery(port, class, length, place)),
        (which(), any::<usize>(), any::<usize>(), any::<i32>(), any::<usize>()).prop_map(
            |(port, key, context, status, bytes)| Call::NativeSet(
                port, key, context, status, bytes
            )
        ),
        (which(), which(), any::<usize>(), any::<i32>())
            .prop_map(|(port, reserve, key, status)| Call::NativeSetEx(port, reserve, key, status)),
        (which(), any::<[bool; 3]>(), native_timeout)
            .prop_map(|(port, places, timeout)| Call::NativeRemove(port, places, timeout)),
        (which(), 0_u32..6, any::<[bool; 2]>(), other_timeout).prop_map(
            |(port, count, places, timeout)| Call::NativeRemoveEx(port, count, places, timeout)
        ),
        (any::<bool>(), -1_i32..4).prop_map(|(place, kind)| Call::NativeReserve(place, kind)),
        (which(), -1_i32..6, 0_u32..200)
            .prop_map(|(handle, class, length)| Call::NativeObject(handle, class, length)),
        which().prop_map(Call::NativeClose),
        any::<bool>().prop_map(Call::Device),
        (any::<u8>(), any::<usize>(), any::<i32>())
            .prop_map(|(device, bytes, status)| Call::Complete(device, bytes, status)),
        named::call().prop_map(Call::Named),
        texts::call().prop_map(Call::Text),
        waiting::call().prop_map(Call::Waiting),
        waiting::call().prop_map(Call::Waiting),
        waiting::call().prop_map(Call::Waiting),
    ]
}

/// What a program has made.
#[derive(Default)]
struct Program {
    handles: Vec<HANDLE>,
    devices: Vec<OwnDevice>,
}

fn place<T>(given: bool, place: &mut T) -> *mut T {
    if given { place } else { ptr::null_mut() }
}

fn word(word: usize) -> *const std::ffi::c_void {
    ptr::without_provenance(word)
}

impl Program {
    fn handle(&self, which: Which) -> HANDLE {
        let made = |number: u8| match self.handles.len() {
            0 => 0,
            count => self.handles[usize::from(number) % count] as usize,
        };
        ptr::without_provenance_mut(match which {
            Which::Made(number) => made(number),
            Which::MadeOff(number, off) => made(number).wrapping_add_signed(isize::from(off)),
            Which::Number(number) => number.cast_unsigned(),
        })
    }

    fn keep(&mut self, handle: HANDLE) {
        if !handle.is_null() && handle != INVALID_HANDLE_VALUE {
            self.handles.push(handle);
        }
    }

    fn make(&mut self, call: &Call) {
        // SAFETY: the places are null, or live longer than the call, and are as long as is said.
        unsafe {
            self.make_of_win32(call);
            self.make_native(call);
        }
        match *call {
            Call::Named(ref call) => call.make(self),
            Call::Text(ref call) => call.make(),
            Call::Waiting(ref call) => call.make(self),
            Call::Device(overlapped) => {
                let device =
                    if overlapped { OwnDevice::open() } else { OwnDevice::open_synchronous() };
                self.keep(device.handle());
                self.devices.push(device);
            }
            Call::Complete(number, bytes, status) if !self.devices.is_empty() => {
                let device = &self.devices[usize::from(number) % self.devices.len()];
                device.complete(ptr::null(), bytes, status);
            }
            _ => {}
        }
    }

    /// # Safety
    ///
    /// None is asked for: whatever is called gets places that are null or good.
    unsafe fn make_of_win32(&mut self, call: &Call) {
        // SAFETY: the places are null, or live longer than the calls.
        unsafe {
            match *call {
                Call::Create(file, port, key, limit) => {
                    let (file, port) = (self.handle(file), self.handle(port));
                    let made = CreateIoCompletionPort(file, port, key, limit);
                    assert!(made.is_null() || port.is_null() || made == port);
                    self.keep(if port.is_null() { made } else { ptr::null_mut() });
                }
                Call::Get(port, [one, two, three]) => {
                    let (mut bytes, mut key, mut overlapped) = (0, 0, ptr::dangling_mut());
                    let (bytes, key) = (place(one, &mut bytes), place(two, &mut key));
                    let place = place(three, &mut overlapped);
                    let got = GetQueuedCompletionStatus(self.handle(port), bytes, key, place, 0);
                    assert!(got == TRUE || GetLastError() != 0);
                }
                Call::GetMany(port, count, [one, two]) => {
                    let (mut entries, mut removed) = ([OVERLAPPED_ENTRY::default(); 6], 0);
                    let first = if one { entries.as_mut_ptr() } else { ptr::null_mut() };
                    let (port, place) = (self.handle(port), place(two, &mut removed));
                    let got = GetQueuedCompletionStatusEx(port, first, count, place, 0, 0);
                    assert!(got == FALSE || (1..=count).contains(&removed));
                }
                Call::Post(port, bytes, key, overlapped) => {
                    let overlapped = word(overlapped).cast();
                    PostQueuedCompletionStatus(self.handle(port), bytes, key, overlapped);
                }
                Call::Close(handle) => {
                    CloseHandle(self.handle(handle));
                }
                Call::Duplicate(from, handle, to, given, access, inherited, options) => {
                    let (from, handle, to) =
                        (self.handle(from), self.handle(handle), self.handle(to));
                    let mut made = ptr::null_mut();
                    let (target, inherited) = (place(given, &mut made), i32::from(inherited));
                    DuplicateHandle(from, handle, to, target, access, inherited, options);
                    self.keep(made);
                }
                Call::Compare(one, other) => {
                    CompareObjectHandles(self.handle(one), self.handle(other));
                }
                Call::Information(handle, given) => {
                    let mut flags = 0;
                    GetHandleInformation(self.handle(handle), place(given, &mut flags));
                    assert!(flags <= 3);
                }
                Call::SetInformation(handle, mask, flags) => {
                    SetHandleInformation(self.handle(handle), mask, flags);
                }
                _ => {}
            }
        }
    }

    /// # Safety
    ///
    /// None is asked for: whatever is called gets places that are null or good.
    unsafe fn make_native(&mut self, call: &Call) {
        let mut made = ptr::null_mut();
        // SAFETY: the places are null, or live longer than the calls.
        unsafe {
            match *call {
                Call::NativeCreate(given, access, limit) => {
                    let place = place(given, &mut made);
                    let status = NtCreateIoCompletion(place, access, ptr::null(), limit);
                    assert_eq!(status == 0, given);
                }
                Call::NativeQuery(port, class, length, given) => {
                    let (mut depth, mut returned) = ([0_u32; 2], 0);
                    let place = place(given, &mut depth).cast();
                    NtQueryIoCompletion(self.handle(port), class, place, length, &mut returned);
                }
                Call::NativeSet(port, key, context, status, bytes) => {
                    NtSetIoCompletion(self.handle(port), word(key), word(context), status, bytes);
                }
                Call::NativeSetEx(port, reserve, key, status) => {
                    let (port, reserve) = (self.handle(port), self.handle(reserve));
                    NtSetIoCompletionEx(port, reserve, word(key), word(key), status, key);
                }
                Call::NativeRemove(port, [one, two, three], timeout) => {
                    let (mut key, mut context) = (ptr::null_mut(), ptr::null_mut());
                    let mut block = IO_STATUS_BLOCK::default();
                    let (key, context) = (place(one, &mut key), place(two, &mut context));
                    let (port, block) = (self.handle(port), place(three, &mut block));
                    NtRemoveIoCompletion(port, key, context, block, &timeout);
                }
                Call::NativeRemoveEx(port, count, [one, two], timeout) => {
                    let empty = FILE_IO_COMPLETION_INFORMATION {
                        KeyContext: ptr::null_mut(),
                        ApcContext: ptr::null_mut(),
                        IoStatusBlock: IO_STATUS_BLOCK::default(),
                    };
                    let (mut entries, mut removed) = ([empty; 6], 0);
                    let first = if one { entries.as_mut_ptr() } else { ptr::null_mut() };
                    let (port, place) = (self.handle(port), place(two, &mut removed));
                    NtRemoveIoCompletionEx(port, first, count, place, &timeout, 0);
                    assert!(removed <= count);
                }
                Call::NativeReserve(given, kind) => {
                    NtAllocateReserveObject(place(given, &mut made), ptr::null(), kind);
                }
                Call::NativeObject(handle, class, length) => {
                    let (mut room, mut returned) = ([0_u8; 200], 0);
                    let room = room.as_mut_ptr().cast();
                    NtQueryObject(self.handle(handle), class, room, length, &mut returned);
                }
                Call::NativeClose(handle) => {
                    NtClose(self.handle(handle));
                }
                _ => {}
            }
        }
        self.keep(made);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        for handle in &self.handles {
            waiting::let_end(*handle);
            // SAFETY: the calls have no places.
            unsafe {
                SetHandleInformation(*handle, HANDLE_FLAG_PROTECT_FROM_CLOSE, 0);
                CloseHandle(*handle);
            }
        }
    }
}

fn cases() -> u32 {
    let calls = std::env::var("IOCP_SIM_CALLS").ok().and_then(|calls| calls.parse().ok());
    calls.unwrap_or(20_000_u32).div_ceil(CALLS_IN_A_PROGRAM as u32)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_is_called_returns(calls in prop::collection::vec(call(), CALLS_IN_A_PROGRAM)) {
        let mut program = Program::default();
        for call in &calls {
            program.make(call);
        }
    }
}
