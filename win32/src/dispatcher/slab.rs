//! A table that gives each entry a number, and gives numbers of removed entries again.

use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Slab<T> {
    slots: Vec<Option<T>>,
    /// The numbers of empty slots; the last one is given next.
    free: Vec<u32>,
}

impl<T> Slab<T> {
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }

    pub(super) fn insert(&mut self, entry: T) -> u32 {
        if let Some(number) = self.free.pop() {
            self.slots[number as usize] = Some(entry);
            return number;
        }
        let number = u32::try_from(self.slots.len()).expect("memory ends before numbers do");
        self.slots.push(Some(entry));
        number
    }

    pub(super) fn remove(&mut self, number: u32) -> T {
        let entry = self.slots[number as usize].take().expect("a number names an entry");
        self.free.push(number);
        entry
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(&self.slots).filter_map(|(number, slot)| Some((number, slot.as_ref()?)))
    }
}

impl<T> Index<u32> for Slab<T> {
    type Output = T;

    fn index(&self, number: u32) -> &T {
        self.slots[number as usize].as_ref().expect("a number names an entry")
    }
}

impl<T> IndexMut<u32> for Slab<T> {
    fn index_mut(&mut self, number: u32) -> &mut T {
        self.slots[number as usize].as_mut().expect("a number names an entry")
    }
}
