//! The completion queue: packets, the first in being the first out.

use std::collections::{LinkedList, VecDeque};
use std::hash::{Hash, Hasher};
use std::mem;

/// Packets in one block: with its length, its links and what the allocator adds it fills 2 KiB.
const BLOCK: usize = 62;

/// A completion packet: four words, none of which the port interprets
/// ([`Rule::Q04`](crate::Rule::Q04)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Packet {
    /// The completion key of the device, or the one that was posted.
    pub key: u64,
    /// The context of the request: the address of its OVERLAPPED, or whatever was posted.
    pub context: u64,
    /// The NTSTATUS that the request ended with.
    pub status: Status,
    /// The information of the request: most often a count of bytes.
    pub information: u64,
}

/// An NTSTATUS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Status(pub u32);

impl Status {
    /// STATUS_SUCCESS.
    pub const SUCCESS: Self = Self(0);

    /// Whether the code is of the success or the information class, as NT_SUCCESS has it.
    #[must_use]
    pub fn is_success(self) -> bool {
        self.0.cast_signed() >= 0
    }
}

/// The packets that wait for a thread, in blocks, so that growing copies none of them.
#[derive(Debug, Default)]
pub(crate) struct Completions {
    /// The oldest packets; there are none anywhere if there are none here.
    oldest: VecDeque<Packet>,
    /// The packets that came after them: blocks that are full, but for the last.
    younger: LinkedList<Vec<Packet>>,
    /// An emptied block for the next one that is needed, or none.
    spare: LinkedList<Vec<Packet>>,
    len: usize,
}

impl Completions {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends `packet` at the tail.
    #[inline(always)]
    pub(crate) fn push(&mut self, packet: Packet) {
        if self.len == self.oldest.len() && self.len < BLOCK {
            self.oldest.push_back(packet);
        } else {
            self.push_younger(packet);
        }
        self.len += 1;
    }

    /// Takes the packet at the head.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Packet> {
        let packet = self.oldest.pop_front()?;
        self.len -= 1;
        if self.oldest.is_empty() && self.len > 0 {
            self.next_block();
        }
        Some(packet)
    }

    /// The packets, the next to leave first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Packet> {
        self.oldest.iter().chain(self.younger.iter().flatten())
    }

    #[inline(never)]
    fn push_younger(&mut self, packet: Packet) {
        if let Some(block) = self.younger.back_mut().filter(|block| block.len() < BLOCK) {
            block.push(packet);
            return;
        }
        if self.spare.is_empty() {
            self.spare.push_back(Vec::with_capacity(BLOCK));
        }
        self.younger.append(&mut self.spare);
        self.younger.back_mut().expect("it was just added").push(packet);
    }

    /// Lets the next block be the oldest, and keeps the emptied one.
    #[inline(never)]
    fn next_block(&mut self) {
        let others = self.younger.split_off(1);
        let mut next = mem::replace(&mut self.younger, others);
        let block = next.front_mut().expect("packets are left in younger blocks");
        let emptied = mem::replace(&mut self.oldest, VecDeque::from(mem::take(block)));
        *block = Vec::from(emptied);
        self.spare = next;
    }
}

impl Clone for Completions {
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        self.iter().for_each(|&packet| clone.push(packet));
        clone
    }
}

impl PartialEq for Completions {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl Eq for Completions {}

impl Hash for Completions {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        self.iter().for_each(|packet| packet.hash(state));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(key: u64) -> Packet {
        Packet { key, ..Packet::default() }
    }

    #[test]
    fn packets_leave_in_the_order_they_came_across_many_blocks() {
        let mut queue = Completions::new();
        let (mut pushed, mut popped) = (0, 0);
        for round in 0..40 {
            for _ in 0..round * 7 {
                queue.push(packet(pushed));
                pushed += 1;
            }
            for _ in 0..round * 5 {
                assert_eq!(queue.pop(), Some(packet(popped)));
                popped += 1;
            }
            assert_eq!(queue.len() as u64, pushed - popped);
            assert!(queue.iter().map(|packet| packet.key).eq(popped..pushed));
        }
        while let Some(packet) = queue.pop() {
            assert_eq!(packet.key, popped);
            popped += 1;
        }
        assert_eq!(pushed, popped);
        assert!(queue.is_empty());
    }

    #[test]
    fn a_drained_queue_keeps_two_blocks() {
        let mut queue = Completions::new();
        (0..1000).for_each(|key| queue.push(packet(key)));
        while queue.pop().is_some() {}
        assert_eq!((queue.younger.len(), queue.spare.len()), (0, 1));
        assert!(queue.oldest.capacity() <= 2 * BLOCK);
        queue.push(packet(7));
        assert_eq!((queue.younger.len(), queue.spare.len()), (0, 1));
    }

    #[test]
    fn queues_are_equal_by_what_is_queued_alone() {
        let mut used = Completions::new();
        (0..100).for_each(|key| used.push(packet(key)));
        assert!((0..99).all(|_| used.pop().is_some()));
        let mut fresh = Completions::new();
        fresh.push(packet(99));
        assert_eq!(used, fresh);
        assert_eq!(used.clone(), fresh);
        fresh.push(packet(99));
        assert_ne!(used, fresh);
    }

    #[test]
    fn success_and_information_codes_are_success_and_no_others() {
        assert!(Status::SUCCESS.is_success());
        assert!(Status(0x4000_0000).is_success());
        assert!(!Status(0x8000_0005).is_success());
        assert!(!Status(0xC000_0120).is_success());
    }
}
