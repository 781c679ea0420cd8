//! Events as words of 32 bits: one for most of them, nine at the most.
//!
//! A word begins with its kind, in 5 bits, then has one that says whether values follow, then a
//! number: of a thread, of a device, or the key of a posted packet. A number that does not fit
//! follows in two words. The other values follow a word that says which there are; a value that is
//! not there is 0.

use std::slice::Iter;

use crate::ids::{DeviceId, ThreadId};
use crate::machine::{Call, Elsewhere, Event, Form, Wait};
use crate::structures::{Packet, Status};

const KIND_BITS: u32 = 5;
const FOLLOWED: u32 = 1 << KIND_BITS;
const NUMBER_AT: u32 = KIND_BITS + 1;
/// The first number that does not fit beside a kind.
const LONG: u32 = (1 << (32 - NUMBER_AT)) - 1;

/// The words of the values that an event has beside its number.
const VALUES: usize = 5;

/// The most words that an event takes.
pub(super) const MOST: usize = 1 + 2 + 1 + VALUES;

/// What a word tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Came,
    Associate,
    Replace,
    Remove,
    CloseDevice,
    Complete,
    Post,
    Get(Wait),
    Enter(Wait),
    TimedOut,
    QueueApc,
    RunApcs,
    Block,
    Unblock,
    Suspend,
    Resume,
    Leave,
    Exit,
    Close,
}

/// The kinds by their numbers.
const KINDS: [Kind; 23] = [
    Kind::Came,
    Kind::Associate,
    Kind::Replace,
    Kind::Remove,
    Kind::CloseDevice,
    Kind::Complete,
    Kind::Post,
    Kind::Get(Wait::Forever),
    Kind::Get(Wait::Timed),
    Kind::Get(Wait::Poll),
    Kind::Enter(Wait::Forever),
    Kind::Enter(Wait::Timed),
    Kind::Enter(Wait::Poll),
    Kind::TimedOut,
    Kind::QueueApc,
    Kind::RunApcs,
    Kind::Block,
    Kind::Unblock,
    Kind::Suspend,
    Kind::Resume,
    Kind::Leave,
    Kind::Exit,
    Kind::Close,
];

impl Kind {
    #[inline(always)]
    fn number(self) -> u32 {
        match self {
            Self::Came => 0,
            Self::Associate => 1,
            Self::Replace => 2,
            Self::Remove => 3,
            Self::CloseDevice => 4,
            Self::Complete => 5,
            Self::Post => 6,
            Self::Get(Wait::Forever) => 7,
            Self::Get(Wait::Timed) => 8,
            Self::Get(Wait::Poll) => 9,
            Self::Enter(Wait::Forever) => 10,
            Self::Enter(Wait::Timed) => 11,
            Self::Enter(Wait::Poll) => 12,
            Self::TimedOut => 13,
            Self::QueueApc => 14,
            Self::RunApcs => 15,
            Self::Block => 16,
            Self::Unblock => 17,
            Self::Suspend => 18,
            Self::Resume => 19,
            Self::Leave => 20,
            Self::Exit => 21,
            Self::Close => 22,
        }
    }
}

/// What words tell: an event, or that a number was given to a thread that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Came(ThreadId),
    Event(Event),
}

/// What is to be told, taken apart: its kind, its number, its other values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts(Kind, u64, Values);

/// The values of an event beside its number: a context and an information, which stand for others
/// where an event has none, and a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Values(u64, u64, u32);

const NO_VALUES: Values = Values(0, 0, 0);

impl Parts {
    #[inline(always)]
    pub(super) fn of(event: Event) -> Self {
        let plain = |kind, number: u32| Self(kind, number.into(), NO_VALUES);
        match event {
            Event::Associate { device, key, elsewhere } => {
                let elsewhere = match elsewhere {
                    Elsewhere::Unbound => 0,
                    Elsewhere::Open => 1,
                    Elsewhere::Closed => 2,
                };
                Self(Kind::Associate, device.0.into(), Values(key, elsewhere, 0))
            }
            Event::Replace { device, key } => {
                Self(Kind::Replace, device.0.into(), Values(key, 0, 0))
            }
            Event::Remove { device } => plain(Kind::Remove, device.0),
            Event::CloseDevice { device } => plain(Kind::CloseDevice, device.0),
            Event::Complete { device, context, status, information } => {
                Self(Kind::Complete, device.0.into(), Values(context, information, status.0))
            }
            Event::Post { packet: Packet { key, context, status, information } } => {
                Self(Kind::Post, key, Values(context, information, status.0))
            }
            Event::Get { thread, call } => Self(Kind::Get(call.wait), thread.0.into(), form(call)),
            Event::Enter { thread, call } => {
                Self(Kind::Enter(call.wait), thread.0.into(), form(call))
            }
            Event::TimedOut { thread } => plain(Kind::TimedOut, thread.0),
            Event::QueueApc { thread } => plain(Kind::QueueApc, thread.0),
            Event::RunApcs { thread } => plain(Kind::RunApcs, thread.0),
            Event::Block { thread } => plain(Kind::Block, thread.0),
            Event::Unblock { thread } => plain(Kind::Unblock, thread.0),
            Event::Suspend { thread } => plain(Kind::Suspend, thread.0),
            Event::Resume { thread } => plain(Kind::Resume, thread.0),
            Event::Leave { thread } => plain(Kind::Leave, thread.0),
            Event::Exit { thread } => plain(Kind::Exit, thread.0),
            Event::Close => plain(Kind::Close, 0),
        }
    }

    /// A thread came to the port, and has this number there.
    pub(super) fn of_coming(thread: ThreadId) -> Self {
        Self(Kind::Came, thread.0.into(), NO_VALUES)
    }

    fn word(self) -> Word {
        let Self(kind, number, Values(first, second, third)) = self;
        // Only the key of a packet has more than 32 bits.
        let (thread, device) = (ThreadId(number as u32), DeviceId(number as u32));
        let (context, information, status) = (first, second, Status(third));
        Word::Event(match kind {
            Kind::Came => return Word::Came(thread),
            Kind::Associate => {
                let elsewhere = match second {
                    0 => Elsewhere::Unbound,
                    1 => Elsewhere::Open,
                    _ => Elsewhere::Closed,
                };
                Event::Associate { device, key: first, elsewhere }
            }
            Kind::Replace => Event::Replace { device, key: first },
            Kind::Remove => Event::Remove { device },
            Kind::CloseDevice => Event::CloseDevice { device },
            Kind::Complete => Event::Complete { device, context, status, information },
            Kind::Post => {
                Event::Post { packet: Packet { key: number, context, status, information } }
            }
            Kind::Get(wait) => Event::Get { thread, call: call(wait, first, second) },
            Kind::Enter(wait) => Event::Enter { thread, call: call(wait, first, second) },
            Kind::TimedOut => Event::TimedOut { thread },
            Kind::QueueApc => Event::QueueApc { thread },
            Kind::RunApcs => Event::RunApcs { thread },
            Kind::Block => Event::Block { thread },
            Kind::Unblock => Event::Unblock { thread },
            Kind::Suspend => Event::Suspend { thread },
            Kind::Resume => Event::Resume { thread },
            Kind::Leave => Event::Leave { thread },
            Kind::Exit => Event::Exit { thread },
            Kind::Close => Event::Close,
        })
    }

    /// The one word that these are, if they are.
    #[inline(always)]
    pub(super) fn short(self) -> Option<u32> {
        let Self(kind, number, Values(first, second, third)) = self;
        let alone = first | second | u64::from(third) == 0;
        (alone && number < LONG.into()).then(|| kind.number() | (number as u32) << NUMBER_AT)
    }

    /// The five words that these are if there is a context and an information of 32 bits, and all
    /// that they have fits beside them.
    #[inline(always)]
    pub(super) fn five(self) -> Option<[u32; 5]> {
        let Self(kind, number, Values(first, second, third)) = self;
        let fits = number < LONG.into() && second <= u32::MAX.into() && third == 0;
        let ([low, high], head) = (halves(first), kind.number() | FOLLOWED);
        fits.then_some([head | (number as u32) << NUMBER_AT, 0b111, low, high, second as u32])
    }

    /// Writes the words, and says how many they are. Those behind them may be written, too.
    #[inline(always)]
    pub(super) fn write(self, words: &mut [u32; MOST]) -> usize {
        let Self(kind, number, Values(first, second, third)) = self;
        let ([a, b], [c, d]) = (halves(first), halves(second));
        let values = [a, b, c, d, third];
        let which = (0..).zip(values).fold(0, |all, (at, value)| all | u32::from(value != 0) << at);
        let followed = if which == 0 { 0 } else { FOLLOWED };
        let short = u32::try_from(number).unwrap_or(LONG).min(LONG);
        words[0] = kind.number() | followed | short << NUMBER_AT;
        let mut count = 1;
        if short == LONG {
            [words[1], words[2]] = halves(number);
            count = 3;
        }
        if which != 0 {
            words[count] = which;
            count += 1;
            for value in values {
                words[count] = value;
                count += usize::from(value != 0);
            }
        }
        count
    }

    fn read(words: &mut Iter<'_, u32>) -> Option<Self> {
        let first = *words.next()?;
        let mut next = || words.next().copied();
        let kind = *KINDS.get((first % FOLLOWED) as usize)?;
        let short = first >> NUMBER_AT;
        let number = if short == LONG { whole(next()?, next()?) } else { short.into() };
        let mut values = [0; VALUES];
        if first & FOLLOWED != 0 {
            let which = next()?;
            for (at, value) in (0..).zip(&mut values) {
                if which & 1 << at != 0 {
                    *value = next()?;
                }
            }
        }
        let [a, b, c, d, third] = values;
        Some(Self(kind, number, Values(whole(a, b), whole(c, d), third)))
    }
}

#[inline(always)]
fn halves(value: u64) -> [u32; 2] {
    [value as u32, (value >> 32) as u32]
}

fn whole(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

#[inline(always)]
fn form(call: Call) -> Values {
    match call.form {
        Form::Single => NO_VALUES,
        Form::Batch { max, alertable } => Values(1 + u64::from(alertable), max.into(), 0),
    }
}

fn call(wait: Wait, form: u64, max: u64) -> Call {
    // It was made of 32 bits.
    if form == 0 { Call::single(wait) } else { Call::batch(max as u32, form == 2, wait) }
}

/// What these words tell, in order.
pub(super) fn read(words: &[u32]) -> impl Iterator<Item = Word> {
    let mut words = words.iter();
    std::iter::from_fn(move || Parts::read(&mut words).map(Parts::word))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_kind_has_its_number() {
        let numbers = KINDS.map(Kind::number);
        assert!(numbers.into_iter().eq(0..KINDS.len() as u32));
        assert!(KINDS.len() <= FOLLOWED as usize);
    }

    fn value() -> impl Strategy<Value = u64> {
        let edge = prop::sample::select(vec![LONG - 1, LONG, LONG + 1, u32::MAX]);
        prop_oneof![
            Just(0),
            0..9_u64,
            edge.prop_map(u64::from),
            Just(1 << 32),
            Just(u64::MAX),
            any::<u64>()
        ]
    }

    fn wait() -> impl Strategy<Value = Wait> {
        prop_oneof![Just(Wait::Poll), Just(Wait::Timed), Just(Wait::Forever)]
    }

    fn any_call() -> impl Strategy<Value = Call> {
        let batch = (any::<u32>(), any::<bool>(), wait());
        let batch = batch.prop_map(|(max, alertable, wait)| Call::batch(max, alertable, wait));
        prop_oneof![wait().prop_map(Call::single), batch]
    }

    fn event() -> impl Strategy<Value = Event> {
        let elsewhere =
            prop_oneof![Just(Elsewhere::Unbound), Just(Elsewhere::Open), Just(Elsewhere::Closed)];
        let numbers = (value(), value(), value(), value());
        (numbers, any_call(), elsewhere, 0..18_u32).prop_map(
            |((first, context, information, status), call, elsewhere, kind)| {
                let (thread, device) = (ThreadId(first as u32), DeviceId(first as u32));
                let status = Status(status as u32);
                match kind {
                    0 => Event::Associate { device, key: context, elsewhere },
                    1 => Event::Replace { device, key: context },
                    2 => Event::Remove { device },
                    3 => Event::CloseDevice { device },
                    4 => Event::Complete { device, context, status, information },
                    5 => {
                        let packet = Packet { key: first, context, status, information };
                        Event::Post { packet }
                    }
                    6 => Event::Get { thread, call },
                    7 => Event::Enter { thread, call },
                    8 => Event::TimedOut { thread },
                    9 => Event::QueueApc { thread },
                    10 => Event::RunApcs { thread },
                    11 => Event::Block { thread },
                    12 => Event::Unblock { thread },
                    13 => Event::Suspend { thread },
                    14 => Event::Resume { thread },
                    15 => Event::Leave { thread },
                    16 => Event::Exit { thread },
                    _ => Event::Close,
                }
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        #[cfg_attr(miri, ignore = "takes minutes")]
        fn what_is_written_is_read_and_one_word_is_what_is_written(
            events in prop::collection::vec(event(), 0..20),
            came in any::<u32>(),
        ) {
            let mut words = Vec::new();
            for &event in &events {
                let mut written = [7; MOST];
                let count = Parts::of(event).write(&mut written);
                match Parts::of(event).short() {
                    Some(word) => prop_assert_eq!(&written[..count], [word]),
                    None => prop_assert!(count > 1),
                }
                words.extend(&written[..count]);
            }
            let mut written = [7; MOST];
            let count = Parts::of_coming(ThreadId(came)).write(&mut written);
            words.extend(&written[..count]);
            let told = events.into_iter().map(Word::Event).chain([Word::Came(ThreadId(came))]);
            prop_assert_eq!(read(&words).collect::<Vec<_>>(), told.collect::<Vec<_>>());
        }
    }
}
