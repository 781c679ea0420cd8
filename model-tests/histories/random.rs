//! A small generator of numbers, splitmix64: the same seed gives the same numbers everywhere.

#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The generator number `stream` of a seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut seeds = Self(seed);
        let first = seeds.next();
        Self(first ^ stream.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// True in so many of 100 cases.
    pub(crate) fn percent(&mut self, cases: u64) -> bool {
        self.below(100) < cases
    }
}
