//! The table of handles.
//!
//! Its slots stand in segments that never move and never go, each twice as large as the one
//! before, so that a slot can be looked at without a lock.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{
    STATUS_HANDLE_NOT_CLOSABLE, STATUS_INSUFFICIENT_RESOURCES, STATUS_INVALID_HANDLE,
};

use super::{Entry, Flags};
use crate::codes::Refused;

/// How many handles are closed after one before its value is given again.
pub(super) const QUARANTINE: usize = 4096;

/// The first value: neither a small integer nor an address of mapped memory.
const FIRST: usize = 0x1C0C_0000;
const FIRST_SEGMENT: usize = 64;
const SEGMENTS: usize = 18;
/// How many handles there can be: as many as in Windows, 2^24, but for a few.
const MOST: usize = FIRST_SEGMENT * ((1 << SEGMENTS) - 1);

static TABLE: [OnceLock<Box<[Slot]>>; SEGMENTS] = [const { OnceLock::new() }; SEGMENTS];
static FREE: Mutex<Free> = Mutex::new(Free { fresh: 0, closed: VecDeque::new() });

/// A place for one handle.
#[derive(Debug, Default)]
pub(super) struct Slot {
    /// Grows by one each time when the handle is opened and when it is closed.
    version: AtomicU64,
    entry: Mutex<Option<Entry>>,
}

/// The slots without a handle.
#[derive(Debug)]
struct Free {
    /// From here on none has ever been used.
    fresh: usize,
    /// The closed ones, the first to be closed first.
    closed: VecDeque<usize>,
}

impl Slot {
    /// Whether the handle is the one that it was when it had this version.
    #[inline]
    pub(super) fn is_at(&self, version: u64) -> bool {
        // Whoever knows that the handle was closed must see that it was: what lies before the
        // closing in another thread is seen with it.
        self.version.load(Ordering::Acquire) == version
    }

    fn step(&self) {
        // See `is_at`. The lock of the entry is held, so nobody else steps.
        self.version.fetch_add(1, Ordering::Release);
    }
}

/// Puts an entry, of which a handle is counted, into a free slot.
pub(super) fn install(entry: Entry) -> Result<usize, Refused> {
    let Some(index) = FREE.lock().take() else {
        entry.object.handle_is_closed();
        return Err(Refused(STATUS_INSUFFICIENT_RESOURCES));
    };
    let slot = slot_of(index);
    let mut place = slot.entry.lock();
    assert!(place.is_none(), "the slot was free");
    *place = Some(entry);
    slot.step();
    Ok(FIRST + index * 4)
}

/// Takes out an entry. The caller counts the handle off.
pub(super) fn remove(value: usize) -> Result<Entry, Refused> {
    let (index, slot) = find(value)?;
    let mut place = slot.entry.lock();
    match &*place {
        None => return Err(Refused(STATUS_INVALID_HANDLE)),
        Some(entry) if entry.flags.is_protected() => {
            return Err(Refused(STATUS_HANDLE_NOT_CLOSABLE));
        }
        Some(_) => {}
    }
    let entry = place.take().expect("it was looked at just now");
    slot.step();
    drop(place);
    FREE.lock().closed.push_back(index);
    Ok(entry)
}

/// Copies an entry, with its slot and the version that the slot has.
pub(super) fn look_up(value: usize) -> Result<(Entry, &'static Slot, u64), Refused> {
    with_entry(value, |entry, slot| {
        // The lock is held, so nobody steps.
        (entry.clone(), slot, slot.version.load(Ordering::Relaxed))
    })
}

/// Copies an entry, and counts a handle to its object while this one is open.
pub(super) fn look_up_counted(value: usize) -> Result<Entry, Refused> {
    with_entry(value, |entry, _| {
        entry.object.handles().add();
        entry.clone()
    })
}

pub(super) fn set_flags(value: usize, mask: Flags, flags: Flags) -> Result<(), Refused> {
    with_entry(value, |entry, _| {
        entry.flags = Flags(entry.flags.0 & !mask.0 | flags.0 & mask.0);
    })
}

fn with_entry<R>(
    value: usize,
    act: impl FnOnce(&mut Entry, &'static Slot) -> R,
) -> Result<R, Refused> {
    let (_, slot) = find(value)?;
    let mut place = slot.entry.lock();
    let entry = place.as_mut().ok_or(Refused(STATUS_INVALID_HANDLE))?;
    Ok(act(entry, slot))
}

/// The slot of a value, if it ever had one.
///
/// By [`Rule::L27`](iocp_sim::Rule::L27).
fn find(value: usize) -> Result<(usize, &'static Slot), Refused> {
    let index = value.checked_sub(FIRST).map(|distance| distance / 4);
    let index = index.filter(|index| *index < MOST).ok_or(Refused(STATUS_INVALID_HANDLE))?;
    let (segment, offset) = place_of(index);
    let slots = TABLE[segment].get().ok_or(Refused(STATUS_INVALID_HANDLE))?;
    Ok((index, &slots[offset]))
}

/// The slot of an index that was taken.
fn slot_of(index: usize) -> &'static Slot {
    let (segment, offset) = place_of(index);
    let slots = || (0..FIRST_SEGMENT << segment).map(|_| Slot::default()).collect();
    &TABLE[segment].get_or_init(slots)[offset]
}

fn place_of(index: usize) -> (usize, usize) {
    let segment = ((index + FIRST_SEGMENT) / FIRST_SEGMENT).ilog2() as usize;
    (segment, index + FIRST_SEGMENT - (FIRST_SEGMENT << segment))
}

impl Free {
    fn take(&mut self) -> Option<usize> {
        if self.closed.len() <= QUARANTINE && self.fresh < MOST {
            self.fresh += 1;
            return Some(self.fresh - 1);
        }
        self.closed.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_index_has_a_place_of_its_own() {
        let mut next = (0, 0);
        for index in 0..10_000 {
            assert_eq!(place_of(index), next);
            let (segment, offset) = next;
            let is_last = offset + 1 == FIRST_SEGMENT << segment;
            next = if is_last { (segment + 1, 0) } else { (segment, offset + 1) };
        }
        assert_eq!(place_of(MOST - 1), (SEGMENTS - 1, (FIRST_SEGMENT << (SEGMENTS - 1)) - 1));
    }

    #[test]
    fn a_value_is_not_given_again_until_many_others_were_closed() {
        let mut free = Free { fresh: 0, closed: VecDeque::new() };
        let first = free.take().expect("there is room");
        free.closed.push_back(first);
        for _ in 0..QUARANTINE {
            let index = free.take().expect("there is room");
            assert_ne!(index, first);
            free.closed.push_back(index);
        }
        assert_eq!(free.take(), Some(first));
    }

    #[test]
    fn there_is_an_end_to_the_values() {
        let mut free = Free { fresh: MOST, closed: VecDeque::from([7]) };
        assert_eq!(free.take(), Some(7));
        assert_eq!(free.take(), None);
        const { assert!(FIRST + 4 * MOST < 1 << 31) };
    }
}
