//! A set of small ids that remembers the order of entering: adding, removing from anywhere and
//! asking for either end take constant time.
//!
//! Four of the five structures are made of it. It does not say which end leaves first.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use crate::slots::Slots;

/// The neighbour that an id at either end does not have.
const NONE: u32 = u32::MAX;

pub(crate) struct Chain<I> {
    links: Slots<Option<Link>>,
    oldest: u32,
    newest: u32,
    len: usize,
    ids: PhantomData<I>,
}

#[derive(Clone, Copy)]
struct Link {
    older: u32,
    newer: u32,
}

/// An id that a [`Chain`] can hold: a number under `u32::MAX`.
pub(crate) trait Id: Copy {
    fn from_number(number: u32) -> Self;
    fn number(self) -> u32;
}

impl<I: Id> Chain<I> {
    pub(crate) fn new() -> Self {
        Self { links: Slots::new(), oldest: NONE, newest: NONE, len: 0, ids: PhantomData }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) fn contains(&self, id: I) -> bool {
        self.link(id.number()).is_some()
    }

    pub(crate) fn newest(&self) -> Option<I> {
        (self.newest != NONE).then(|| I::from_number(self.newest))
    }

    /// Adds `id` as the newest.
    #[inline]
    pub(crate) fn add(&mut self, id: I) {
        let number = id.number();
        assert!(number != NONE, "an id is a number under {NONE}");
        let link = self.links.entry(number).replace(Link { older: self.newest, newer: NONE });
        assert!(link.is_none(), "an id enters once");
        match self.link_mut(self.newest) {
            Some(link) => link.newer = number,
            None => self.oldest = number,
        }
        self.newest = number;
        self.len += 1;
    }

    /// Removes `id` and says whether it was there.
    #[inline]
    pub(crate) fn remove(&mut self, id: I) -> bool {
        let Some(link) = self.links.get_mut(id.number()).and_then(Option::take) else {
            return false;
        };
        match self.link_mut(link.older) {
            Some(older) => older.newer = link.newer,
            None => self.oldest = link.newer,
        }
        match self.link_mut(link.newer) {
            Some(newer) => newer.older = link.older,
            None => self.newest = link.older,
        }
        self.len -= 1;
        true
    }

    /// The ids, the newest first.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = I> {
        self.walk(self.newest, |link| link.older)
    }

    /// The ids, the oldest first.
    pub(crate) fn oldest_first(&self) -> impl Iterator<Item = I> {
        self.walk(self.oldest, |link| link.newer)
    }

    /// Whether both hold the same ids, in whatever order they entered.
    pub(crate) fn same_members(&self, other: &Self) -> bool {
        self.len == other.len && self.oldest_first().all(|id| other.contains(id))
    }

    /// Hashes the ids alike in whatever order they entered.
    pub(crate) fn hash_members<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        for (number, _) in self.links.iter().filter(|(_, link)| link.is_some()) {
            number.hash(state);
        }
    }

    fn walk(&self, first: u32, next: fn(&Link) -> u32) -> impl Iterator<Item = I> {
        let mut number = first;
        std::iter::from_fn(move || {
            let link = self.link(number)?;
            let id = I::from_number(number);
            number = next(link);
            Some(id)
        })
    }

    #[inline]
    fn link(&self, number: u32) -> Option<&Link> {
        if number == NONE { None } else { self.links.get(number)?.as_ref() }
    }

    #[inline]
    fn link_mut(&mut self, number: u32) -> Option<&mut Link> {
        if number == NONE { None } else { self.links.get_mut(number)?.as_mut() }
    }
}

impl<I: Id> Clone for Chain<I> {
    fn clone(&self) -> Self {
        let Self { ref links, oldest, newest, len, ids } = *self;
        Self { links: links.clone(), oldest, newest, len, ids }
    }
}

impl<I: Id + fmt::Debug> fmt::Debug for Chain<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.oldest_first()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::ThreadId;

    fn chain(numbers: &[u32]) -> Chain<ThreadId> {
        let mut chain = Chain::new();
        numbers.iter().for_each(|&number| chain.add(ThreadId(number)));
        chain
    }

    fn numbers(chain: &Chain<ThreadId>) -> Vec<u32> {
        let forward: Vec<u32> = chain.oldest_first().map(|id| id.0).collect();
        let mut backward: Vec<u32> = chain.newest_first().map(|id| id.0).collect();
        backward.reverse();
        assert_eq!(forward, backward);
        assert_eq!(forward.len(), chain.len());
        assert_eq!(chain.newest(), forward.last().map(|&number| ThreadId(number)));
        forward
    }

    #[test]
    fn the_order_of_entering_survives_a_removal_anywhere() {
        for (removed, left) in [(5, vec![900, 2]), (900, vec![5, 2]), (2, vec![5, 900])] {
            let mut chain = chain(&[5, 900, 2]);
            assert!(chain.remove(ThreadId(removed)));
            assert!(!chain.remove(ThreadId(removed)));
            assert_eq!(numbers(&chain), left);
            chain.add(ThreadId(removed));
            assert_eq!(numbers(&chain), [left, vec![removed]].concat());
        }
    }

    #[test]
    fn a_chain_emptied_is_as_one_never_filled() {
        let mut chain = chain(&[1]);
        assert!(chain.remove(ThreadId(1)));
        assert!(chain.is_empty());
        assert!(numbers(&chain).is_empty());
        assert!(!chain.contains(ThreadId(u32::MAX)));
    }

    #[test]
    fn members_are_compared_without_their_order() {
        assert!(chain(&[1, 2, 70]).same_members(&chain(&[70, 1, 2])));
        assert!(!chain(&[1, 2]).same_members(&chain(&[1, 3])));
        assert!(!chain(&[1, 2]).same_members(&chain(&[1])));
    }

    #[test]
    #[should_panic(expected = "an id enters once")]
    fn an_id_that_is_there_does_not_enter_again() {
        chain(&[4, 4]);
    }
}
