//! A table indexed by small numbers, which grows block by block and never copies what it holds.
//!
//! It does not know which of its entries are in use: one that was never written is the default.

/// Entries in the first block; each further block doubles it, up to [`LARGEST`].
const FIRST: u32 = 8;
/// Entries in every block from the [`DOUBLING`]th on, so that growing never stalls for long.
const LARGEST: u32 = 1024;
/// Blocks that double: 8, 16, … 512.
const DOUBLING: u32 = LARGEST.ilog2() - FIRST.ilog2();
/// Entries in the doubling blocks together.
const DOUBLED: u32 = LARGEST - FIRST;

#[derive(Clone, Debug)]
pub(crate) struct Slots<T> {
    blocks: Vec<Box<[T]>>,
}

impl<T: Clone + Default> Slots<T> {
    pub(crate) fn new() -> Self {
        Self { blocks: Vec::new() }
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<&T> {
        let (block, offset) = place(index);
        self.blocks.get(block).map(|entries| &entries[offset])
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: u32) -> Option<&mut T> {
        let (block, offset) = place(index);
        self.blocks.get_mut(block).map(|entries| &mut entries[offset])
    }

    /// The entry at `index`, which is made where it is missing.
    #[inline]
    pub(crate) fn entry(&mut self, index: u32) -> &mut T {
        let (block, offset) = place(index);
        if self.blocks.len() <= block {
            self.grow(block);
        }
        &mut self.blocks[block][offset]
    }

    #[inline(never)]
    fn grow(&mut self, block: usize) {
        while self.blocks.len() <= block {
            let size = (FIRST << self.blocks.len().min(DOUBLING as usize)) as usize;
            self.blocks.push(vec![T::default(); size].into_boxed_slice());
        }
    }

    /// Every entry with its index, those never written included.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(self.blocks.iter().flatten())
    }
}

#[inline]
fn place(index: u32) -> (usize, usize) {
    if index < DOUBLED {
        let shifted = index + FIRST;
        let top = shifted.ilog2();
        ((top - FIRST.ilog2()) as usize, (shifted - (1 << top)) as usize)
    } else {
        let past = index - DOUBLED;
        ((DOUBLING + past / LARGEST) as usize, (past % LARGEST) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_its_own_entry() {
        let mut slots = Slots::new();
        for index in 0..5000 {
            *slots.entry(index) = index + 1;
        }
        assert!(slots.iter().take(5000).all(|(index, &entry)| entry == index + 1));
        assert!((0..5000).all(|index| slots.get(index) == Some(&(index + 1))));
    }

    #[test]
    fn an_entry_never_written_is_the_default_or_missing() {
        let mut slots = Slots::<u32>::new();
        assert_eq!(slots.get(3), None);
        assert_eq!(slots.get_mut(3), None);
        slots.entry(3);
        assert_eq!(slots.get(7), Some(&0));
        assert_eq!(slots.get(8), None);
    }

    #[test]
    fn blocks_double_and_then_keep_their_size() {
        assert_eq!(place(0), (0, 0));
        assert_eq!(place(8), (1, 0));
        assert_eq!(place(DOUBLED - 1), (6, 511));
        assert_eq!(place(DOUBLED), (7, 0));
        assert_eq!(place(DOUBLED + LARGEST), (8, 0));
    }
}
