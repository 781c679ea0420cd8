//! Numbers for what is no kernel object but is known by a value of the type of handles: registered
//! waits, timer queues and their timers.
//!
//! A number is none of a handle, and is not given again until all others were. One that was given
//! back, or never given, names nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use windows_sys::Win32::Foundation::{
    HANDLE, STATUS_INSUFFICIENT_RESOURCES, STATUS_INVALID_HANDLE,
};

use crate::codes::Refused;

/// The numbers of one kind of things. Each is a multiple of 4.
pub(crate) struct Tickets<T> {
    /// The lowest. There are [`COUNT`] of them.
    first: usize,
    given: Mutex<Given<T>>,
}

struct Given<T> {
    things: BTreeMap<usize, Arc<T>>,
    next: usize,
}

/// How many numbers a kind has. Together they are below 2^31, and above those of handles.
const COUNT: usize = 1 << 26;
const FIRST: usize = 0x3000_0000;

impl<T> Tickets<T> {
    /// The numbers of a kind, which is the one of this place among all kinds.
    pub(crate) const fn of(kind: usize) -> Self {
        assert!(kind < 5, "the numbers have 31 bits");
        let given = Given { things: BTreeMap::new(), next: 0 };
        Self { first: FIRST + kind * COUNT * 4, given: Mutex::new(given) }
    }

    /// Gives a number to a thing.
    pub(crate) fn give(&self, thing: Arc<T>) -> Result<HANDLE, Refused> {
        let mut given = self.given.lock();
        if given.things.len() == COUNT {
            return Err(Refused(STATUS_INSUFFICIENT_RESOURCES));
        }
        loop {
            let number = given.next;
            given.next = (number + 1) % COUNT;
            if let std::collections::btree_map::Entry::Vacant(place) = given.things.entry(number) {
                place.insert(thing);
                return Ok(std::ptr::without_provenance_mut(self.first + number * 4));
            }
        }
    }

    pub(crate) fn find(&self, ticket: HANDLE) -> Result<Arc<T>, Refused> {
        let number = self.number(ticket)?;
        let given = self.given.lock();
        given.things.get(&number).cloned().ok_or(Refused(STATUS_INVALID_HANDLE))
    }

    /// Takes a number back.
    pub(crate) fn take(&self, ticket: HANDLE) -> Result<Arc<T>, Refused> {
        let number = self.number(ticket)?;
        self.given.lock().things.remove(&number).ok_or(Refused(STATUS_INVALID_HANDLE))
    }

    fn number(&self, ticket: HANDLE) -> Result<usize, Refused> {
        let distance = ticket.addr().checked_sub(self.first);
        let distance = distance.filter(|distance| distance.is_multiple_of(4));
        distance.map(|distance| distance / 4).ok_or(Refused(STATUS_INVALID_HANDLE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_was_taken_back_names_nothing() {
        let tickets = Tickets::of(0);
        let [one, other] =
            [1, 2].map(|thing| tickets.give(Arc::new(thing)).expect("there is room"));
        assert_eq!((tickets.find(one), tickets.take(one)), (Ok(Arc::new(1)), Ok(Arc::new(1))));
        let nothing = Err(Refused(STATUS_INVALID_HANDLE));
        assert_eq!((tickets.find(one), tickets.take(one)), (nothing.clone(), nothing));
        assert_eq!(tickets.find(other), Ok(Arc::new(2)));
        let third = tickets.give(Arc::new(3)).expect("there is room");
        assert!(third != one && third != other);
    }

    #[test]
    fn a_number_names_nothing_of_another_kind() {
        let (one, other) = (Tickets::of(0), Tickets::of(1));
        let ticket = one.give(Arc::new(1)).expect("there is room");
        other.give(Arc::new(1)).expect("there is room");
        assert_eq!(other.find(ticket), Err(Refused(STATUS_INVALID_HANDLE)));
        for near in [1, 2, 3, 4] {
            let near = ticket.wrapping_byte_add(near);
            assert_eq!(one.find(near), Err(Refused(STATUS_INVALID_HANDLE)));
        }
    }

    #[test]
    fn numbers_begin_again_at_the_first_and_pass_over_those_that_are_given() {
        let tickets = Tickets::of(4);
        let first = tickets.give(Arc::new(1)).expect("there is room");
        tickets.given.lock().next = COUNT - 1;
        let last = tickets.give(Arc::new(2)).expect("there is room");
        let second = tickets.give(Arc::new(3)).expect("there is room");
        assert_eq!(
            (last.addr() - first.addr(), second.addr() - first.addr()),
            (4 * (COUNT - 1), 4)
        );
        assert!(last.addr() < 1 << 31);
    }
}
