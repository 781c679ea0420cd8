//! What is noted while a port is recorded: its events alone. The machine is deterministic, so that
//! whatever came of them can be had again.

mod words;

use std::collections::HashMap;

use self::words::Word;
use super::sync::Thread;
use crate::ids::ThreadId;
use crate::machine::Event;

/// The room that is made before a recording begins, in words; beyond it the log grows under the
/// lock of the port.
const RESERVED: usize = 1 << 16;

/// The events of a port, from a moment on, and who came to it.
#[derive(Debug)]
pub(super) struct Log {
    words: Vec<u32>,
    /// For how many events more there is room.
    left: usize,
    missed: usize,
    /// Who was at the port in the beginning.
    here: Vec<(ThreadId, Thread)>,
    /// Who came later, in the order of the words that tell of it.
    came: Vec<Thread>,
}

/// What a log tells when it is over.
#[derive(Clone, Debug)]
pub(super) struct Account {
    words: Vec<u32>,
    here: Vec<(ThreadId, usize)>,
    came: Vec<usize>,
    /// The threads, by the numbers that the others use, with their names.
    pub(super) people: Vec<Option<String>>,
}

/// What a log tells: an event, or that a thread has this number from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noted {
    Event(Event),
    Came(ThreadId, usize),
}

impl Log {
    /// A log with room for so many events.
    pub(super) fn new(capacity: usize) -> Self {
        let words = Vec::with_capacity(capacity.min(RESERVED));
        Self { words, left: capacity, missed: 0, here: Vec::new(), came: Vec::new() }
    }

    /// These threads are at the port when the log begins.
    pub(super) fn begin(&mut self, here: impl Iterator<Item = (ThreadId, Thread)>) {
        self.here.extend(here);
    }

    pub(super) fn missed(&self) -> usize {
        self.missed
    }

    /// Notes an event that is one word most of the time.
    #[inline(always)]
    pub(super) fn note(&mut self, event: Event) {
        match words::short(event) {
            Some(word) if self.left > 0 && self.words.len() < self.words.capacity() => {
                self.left -= 1;
                self.words.push(word);
            }
            _ => self.write(event),
        }
    }

    /// Notes an event, if there is room.
    #[inline(never)]
    pub(super) fn write(&mut self, event: Event) {
        if self.left == 0 {
            self.missed += 1;
            return;
        }
        self.left -= 1;
        words::write(event, &mut self.words);
    }

    /// Notes that a thread came, if there is room for what it does.
    pub(super) fn came(&mut self, thread: ThreadId, who: Thread) {
        if self.left > 0 {
            words::write_coming(thread, &mut self.words);
            self.came.push(who);
        }
    }

    /// Tells the threads apart.
    pub(super) fn account(self) -> Account {
        let mut people = Vec::new();
        let mut known = HashMap::new();
        let mut number = |who: &Thread| {
            *known.entry(who.id()).or_insert_with(|| {
                people.push(who.name().map(ToOwned::to_owned));
                people.len() - 1
            })
        };
        let here = self.here.iter().map(|(thread, who)| (*thread, number(who))).collect();
        let came = self.came.iter().map(number).collect();
        Account { words: self.words, here, came, people }
    }
}

impl Account {
    pub(super) fn events(&self) -> impl Iterator<Item = Event> {
        words::read(&self.words).filter_map(|word| match word {
            Word::Event(event) => Some(event),
            Word::Came(_) => None,
        })
    }

    /// Who was at the port in the beginning.
    pub(super) fn here(&self) -> impl Iterator<Item = (ThreadId, usize)> {
        self.here.iter().copied()
    }

    /// The events and the comings, in order.
    pub(super) fn noted(&self) -> impl Iterator<Item = Noted> {
        let mut came = self.came.iter();
        words::read(&self.words).map_while(move |word| match word {
            Word::Event(event) => Some(Noted::Event(event)),
            Word::Came(thread) => came.next().map(|&who| Noted::Came(thread, who)),
        })
    }
}
