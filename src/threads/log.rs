//! What is noted while a port is recorded: its events alone. The machine is deterministic, so that
//! whatever came of them can be had again.

mod words;

use std::collections::HashMap;

use self::words::{Parts, Word};
use super::sync::Thread;
use crate::ids::ThreadId;
use crate::machine::Event;

/// The most room that is made before a recording begins, in words, and by how much it grows under
/// the lock of the port when that is full.
const RESERVED: usize = 1 << 22;
const GROWTH: usize = 1 << 16;
/// The words for which room is made for each event: some have one, and posts of packets with a
/// context have five.
const EXPECTED: usize = 3;

/// What a word is that has not been written. It is not 0: the pages are to be there when they are
/// needed.
const UNWRITTEN: u32 = u32::MAX;

/// The events of a port, from a moment on, and who came to it.
#[derive(Debug)]
pub(super) struct Log {
    /// The words, and room for others.
    words: Vec<u32>,
    written: usize,
    /// How many of the words are not the first, or the only one, of an event.
    others: usize,
    capacity: usize,
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
        let words = vec![UNWRITTEN; capacity.saturating_mul(EXPECTED).min(RESERVED)];
        let (here, came) = (Vec::new(), Vec::new());
        Self { words, written: 0, others: 0, capacity, missed: 0, here, came }
    }

    /// These threads are at the port when the log begins.
    pub(super) fn begin(&mut self, here: impl Iterator<Item = (ThreadId, Thread)>) {
        self.here.extend(here);
    }

    pub(super) fn missed(&self) -> usize {
        self.missed
    }

    /// Notes an event that is one word most of the time, or five. It is made where it is needed.
    #[inline(always)]
    pub(super) fn note(&mut self, event: impl Fn() -> Event) {
        if self.left() == 0 {
            self.missed += 1;
            return;
        }
        match (Parts::of(event()).short(), self.words.get_mut(self.written)) {
            (Some(word), Some(place)) => {
                *place = word;
                self.written += 1;
            }
            _ => self.note_long(Parts::of(event())),
        }
    }

    #[inline(never)]
    fn note_long(&mut self, event: Parts) {
        let room = self.words.get_mut(self.written..).and_then(<[u32]>::first_chunk_mut);
        match (event.five(), room) {
            (Some(words), Some(room)) => {
                *room = words;
                self.written += words.len();
                self.others += words.len() - 1;
            }
            _ => self.write(event),
        }
    }

    /// Notes any event.
    pub(super) fn note_any(&mut self, event: Event) {
        self.write(Parts::of(event));
    }

    /// Notes that a thread came, if there is room for what it does.
    pub(super) fn came(&mut self, thread: ThreadId, who: Thread) {
        if self.left() > 0 {
            self.others += 1;
            self.put(Parts::of_coming(thread));
            self.came.push(who);
        }
    }

    /// Writes an event, if there is room.
    #[inline(never)]
    fn write(&mut self, event: Parts) {
        if self.left() > 0 {
            self.put(event);
        } else {
            self.missed += 1;
        }
    }

    /// For how many events more there is room.
    #[inline(always)]
    fn left(&self) -> usize {
        self.capacity - (self.written - self.others)
    }

    #[inline(always)]
    fn put(&mut self, parts: Parts) {
        let room = self.words.get_mut(self.written..).and_then(<[u32]>::first_chunk_mut);
        let count = match room {
            Some(room) => parts.write(room),
            None => self.put_at_the_end(parts),
        };
        self.written += count;
        self.others += count - 1;
    }

    /// Makes room if there is none, for other events as well.
    #[cold]
    fn put_at_the_end(&mut self, parts: Parts) -> usize {
        let mut words = [0; words::MOST];
        let count = parts.write(&mut words);
        let end = self.written + count;
        if self.words.len() < end {
            let others = self.left().saturating_sub(1).saturating_mul(EXPECTED).min(GROWTH);
            self.words.resize(end + others, UNWRITTEN);
        }
        self.words[self.written..end].copy_from_slice(&words[..count]);
        count
    }

    /// Tells the threads apart.
    pub(super) fn account(mut self) -> Account {
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
        self.words.truncate(self.written);
        self.words.shrink_to_fit();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structures::Packet;

    fn post(key: u64, context: u64) -> Event {
        Event::Post { packet: Packet { key, context, ..Packet::default() } }
    }

    /// Short and long events, by either way, up to a capacity that is met anywhere.
    #[test]
    fn as_many_events_are_kept_as_there_is_room_for() {
        let events: Vec<Event> = (0..40).map(|number| post(number, number % 3)).collect();
        for capacity in 0..=events.len() {
            let mut log = Log::new(capacity);
            for (number, &event) in events.iter().enumerate() {
                if number % 4 == 0 {
                    log.came(ThreadId(number as u32), std::thread::current());
                }
                match number % 5 {
                    0 => log.note_any(event),
                    _ => log.note(|| event),
                }
            }
            assert_eq!(log.missed(), events.len() - capacity);
            let account = log.account();
            assert_eq!(account.events().collect::<Vec<_>>(), events[..capacity]);
            let came = account.noted().filter(|noted| matches!(noted, Noted::Came(..)));
            assert_eq!(came.count(), capacity.div_ceil(4));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn a_log_grows_beyond_what_was_reserved() {
        let events = RESERVED as u64 + 2 * GROWTH as u64 + 5;
        let mut log = Log::new(usize::MAX);
        (0..events).for_each(|key| log.note(|| post(key % 7, 0)));
        let read = log.account();
        assert!(read.events().eq((0..events).map(|key| post(key % 7, 0))));
    }
}
