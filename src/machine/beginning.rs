//! The shortest story that explains a port: events that lead to the state in which it is.

use super::{Elsewhere, Event, Life, Machine};
use crate::ids::ThreadId;
use crate::machine::event::{Call, Wait};

impl Machine {
    /// Events that lead a new port of this profile and limit to this state, in which the threads
    /// of `here` belong to it; nothing if none are known.
    pub(crate) fn beginning(&self, here: impl IntoIterator<Item = ThreadId>) -> Option<Vec<Event>> {
        let mut events: Vec<Event> = self.associations().collect();
        let (in_call, running) = self.threads(here);
        for &thread in &running {
            let call = Call::single(Wait::Poll);
            events.push(Event::Get { thread, call });
            events.extend(self.waits(thread));
            events.extend(self.suspensions(thread));
        }
        for &thread in &in_call {
            let condition = self.conditions.of(thread);
            events.push(Event::Get { thread, call: condition.call? });
            events.extend(self.suspensions(thread));
            events.extend(condition.expired.then_some(Event::TimedOut { thread }));
        }
        for &thread in running.iter().chain(&in_call) {
            events.extend((0..self.apcs(thread)).map(|_| Event::QueueApc { thread }));
        }
        events.extend(self.completions.iter().map(|&packet| Event::Post { packet }));
        events.extend((self.life != Life::Open).then_some(Event::Close));
        self.comes_of(&events).then_some(events)
    }

    fn associations(&self) -> impl Iterator<Item = Event> {
        let elsewhere = Elsewhere::Unbound;
        self.devices.iter().map(move |(device, key)| Event::Associate { device, key, elsewhere })
    }

    /// The threads in a call, the first to wait first, and those that are in none.
    fn threads(&self, here: impl IntoIterator<Item = ThreadId>) -> (Vec<ThreadId>, Vec<ThreadId>) {
        let mut waiting: Vec<ThreadId> = self.waiting.iter().collect();
        waiting.reverse();
        let known = self.conditions.iter().map(|(thread, _)| thread);
        let listed = self.released.iter().chain(self.paused.iter());
        let mut seen = std::collections::BTreeSet::new();
        let others = listed.chain(here).chain(known).filter(|&thread| seen.insert(thread));
        let others = others.filter(|&thread| !self.waiting.contains(thread));
        let (interrupted, running) = others.partition(|&thread| self.is_in_call(thread));
        ([interrupted, waiting].concat(), running)
    }

    fn waits(&self, thread: ThreadId) -> impl Iterator<Item = Event> {
        (0..self.blocked(thread)).map(move |_| Event::Block { thread })
    }

    fn suspensions(&self, thread: ThreadId) -> impl Iterator<Item = Event> {
        (0..self.suspended(thread)).map(move |_| Event::Suspend { thread })
    }

    /// Whether these events lead to this state.
    fn comes_of(&self, events: &[Event]) -> bool {
        let mut port = Self::new(self.profile, self.limit);
        events.iter().all(|&event| port.step(event, &mut ()).is_ok()) && port == *self
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use proptest::prelude::*;

    use super::super::{Limit, Profile};
    use super::*;
    use crate::ids::DeviceId;
    use crate::structures::Packet;

    /// What threads of one port can do and have done to them, as a driver of threads tells it: a
    /// thread that comes has no history.
    fn event() -> impl Strategy<Value = Event> {
        let thread = (0..4_u32).prop_map(ThreadId);
        let wait = prop_oneof![Just(Wait::Poll), Just(Wait::Timed), Just(Wait::Forever)];
        (thread, wait, any::<bool>(), 0..18_u32).prop_map(|(thread, wait, flag, kind)| {
            let device = DeviceId(thread.0 % 2);
            match kind {
                0..4 => Event::Get { thread, call: Call::single(wait) },
                4 => Event::Get { thread, call: Call::batch(2, flag, wait) },
                5..9 => Event::Post { packet: Packet { key: 1, ..Packet::default() } },
                9 => Event::TimedOut { thread },
                10 => Event::Block { thread },
                11 => Event::Unblock { thread },
                12 => Event::Suspend { thread },
                13 => Event::Resume { thread },
                14 => Event::QueueApc { thread },
                15 if flag => Event::Leave { thread },
                15 => Event::Exit { thread },
                16 => {
                    let elsewhere = Elsewhere::Unbound;
                    Event::Associate { device, key: thread.0.into(), elsewhere }
                }
                _ => Event::CloseDevice { device },
            }
        })
    }

    fn of_one_thread(event: Event) -> Option<ThreadId> {
        match event {
            Event::Block { thread }
            | Event::Suspend { thread }
            | Event::QueueApc { thread }
            | Event::Leave { thread }
            | Event::Exit { thread } => Some(thread),
            _ => None,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        #[cfg_attr(miri, ignore = "takes minutes")]
        fn whatever_state_a_port_of_threads_is_in_has_a_beginning(
            profile in prop::sample::select(Profile::ALL.to_vec()),
            limit in 1..4_u32,
            events in prop::collection::vec(event(), 0..60),
            closes in any::<bool>(),
        ) {
            let mut port = Machine::new(profile, Limit::new(limit, NonZeroU32::MIN));
            for event in events {
                if of_one_thread(event).is_none_or(|thread| port.is_associated(thread)) {
                    let _ = port.step(event, &mut ());
                }
                prop_assert!(port.beginning([]).is_some(), "{port:?}");
            }
            if closes {
                let here: Vec<ThreadId> = port.released.iter().collect();
                let _ = port.step(Event::Close, &mut ());
                prop_assert!(port.beginning(here).is_some(), "{port:?}");
            }
        }
    }

    #[test]
    fn the_lists_are_in_their_order() {
        let mut port = Machine::new(Profile::Windows11, Limit::new(3, NonZeroU32::MIN));
        let (poll, forever) = (Call::single(Wait::Poll), Call::single(Wait::Forever));
        for (thread, call) in [(5, poll), (2, poll), (9, poll), (4, forever), (1, forever)] {
            let _ = port.step(Event::Get { thread: ThreadId(thread), call }, &mut ());
        }
        let _ = port.step(Event::Block { thread: ThreadId(9) }, &mut ());
        let _ = port.step(Event::Block { thread: ThreadId(5) }, &mut ());
        let mut again = Machine::new(Profile::Windows11, Limit::new(3, NonZeroU32::MIN));
        for event in port.beginning([]).unwrap() {
            let _ = again.step(event, &mut ());
        }
        assert_eq!(again.snapshot(), port.snapshot());
    }
}
