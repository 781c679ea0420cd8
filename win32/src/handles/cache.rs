//! What each thread knows of the handles that it used last, so that a look-up needs no lock and
//! no count.
//!
//! What a thread knows is borrowed while a call uses it. A call within that call can use it too,
//! and leaves it as it is.

use std::cell::RefCell;

use super::Entry;
use super::table::{self, Slot};
use crate::codes::Refused;

const PLACES: usize = 8;

thread_local! {
    static KNOWN: [RefCell<Option<Known>>; PLACES] =
        const { [const { RefCell::new(None) }; PLACES] };
}

/// A handle that was looked up, and is as it was while its slot has this version.
struct Known {
    value: usize,
    version: u64,
    slot: &'static Slot,
    entry: Entry,
}

impl Known {
    fn look_up(value: usize) -> Result<Self, Refused> {
        let (entry, slot, version) = table::look_up(value)?;
        Ok(Self { value, version, slot, entry })
    }

    #[inline]
    fn is_true_of(&self, value: usize) -> bool {
        self.value == value && self.slot.is_at(self.version)
    }
}

/// Acts on what a handle stands for, if this thread knows it.
#[inline]
pub(super) fn with_known<R>(value: usize, act: impl FnOnce(&Entry) -> R) -> Option<R> {
    let known = |all: &[RefCell<Option<Known>>; PLACES]| {
        let place = all[place(value)].try_borrow().ok()?;
        let known = place.as_ref().filter(|known| known.is_true_of(value))?;
        Some(act(&known.entry))
    };
    // A thread that is ending knows nothing any more.
    KNOWN.try_with(known).ok()?
}

/// Looks up what a handle stands for, to know it from here on.
pub(super) fn learn(value: usize) -> Result<Entry, Refused> {
    let known = Known::look_up(value)?;
    let entry = known.entry.clone();
    replace(value, Some(known));
    Ok(entry)
}

/// Forgets a handle that is to be closed.
pub(super) fn forget(value: usize) {
    replace(value, None);
}

fn replace(value: usize, new: Option<Known>) {
    // What is borrowed stays: it is checked each time, so it can be out of date.
    let old = KNOWN.try_with(|all| {
        let mut place = all[place(value)].try_borrow_mut().ok()?;
        std::mem::replace(&mut *place, new)
    });
    drop(old);
}

#[inline]
fn place(value: usize) -> usize {
    value / 4 % PLACES
}
