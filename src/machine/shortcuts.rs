//! Shorter ways to what the most frequent steps come to, for a driver that need not be told what
//! moved.
//!
//! Each does what [`Machine::step`] does with the event that it names, or nothing at all; then the
//! event is to be sent. The tests below hold the two against each other. Whoever notes events says
//! what is to be done once it is decided, and before anything is: then nothing has to be kept for
//! it meanwhile.

use super::gets::Origin;
use super::{Call, Life, Machine};
use crate::ids::ThreadId;
use crate::structures::Packet;

impl Machine {
    /// Queues a packet as [`Event::Post`](super::Event::Post) does where nobody is released with
    /// it, and says whether it did.
    #[inline]
    pub(crate) fn queue_posted(&mut self, packet: Packet, decided: impl FnOnce()) -> bool {
        let hands_over = !self.waiting.is_empty() && self.has_free_slot();
        if self.life != Life::Open || hands_over {
            return false;
        }
        decided();
        self.arrived += 1;
        self.completions.push(packet);
        true
    }

    /// Takes the oldest packet as a get for one packet does, not alertable, by a thread that runs
    /// and belongs here already; nothing if there is none to take or another thread asks.
    #[inline]
    pub(crate) fn take_again(
        &mut self,
        thread: ThreadId,
        decided: impl FnOnce(),
    ) -> Option<Packet> {
        let open = self.life == Life::Open;
        // A released thread is neither blocked nor suspended nor in a call.
        let may_take =
            open && self.released.contains(thread) && self.has_free_slot_for(Origin::Here);
        if !may_take || self.completions.is_empty() {
            return None;
        }
        decided();
        self.completions.pop()
    }

    /// Takes what there is as a get with this call does, by a thread that runs and belongs here
    /// already, and says how much.
    pub(crate) fn take_batch_again(
        &mut self,
        thread: ThreadId,
        call: Call,
        batch: &mut Vec<Packet>,
    ) -> usize {
        let before = batch.len();
        if call.max() > 0
            && !call.is_alertable()
            && self.profile.has_batches()
            && let Some(first) = self.take_again(thread, || ())
        {
            batch.push(first);
            let others = std::iter::from_fn(|| self.completions.pop());
            batch.extend(others.take(call.max() as usize - 1));
        }
        batch.len() - before
    }

    /// Pauses a thread that runs as [`Event::Block`](super::Event::Block) does where nobody is
    /// released in its place, and says whether it did.
    #[inline]
    pub(crate) fn pause(&mut self, thread: ThreadId) -> bool {
        let may_hand_over = !self.waiting.is_empty() && !self.completions.is_empty();
        if may_hand_over || !self.released.remove(thread) {
            return false;
        }
        self.paused.add(thread);
        self.conditions.entry(thread).blocked = 1;
        true
    }

    /// Releases a thread that is paused by one wait and nothing else, as
    /// [`Event::Unblock`](super::Event::Unblock) does, and says whether it did.
    #[inline]
    pub(crate) fn unpause_blocked(&mut self, thread: ThreadId) -> bool {
        let condition = self.conditions.entry(thread);
        let alone = condition.blocked == 1 && condition.suspended == 0;
        if !alone || !self.paused.remove(thread) {
            return false;
        }
        condition.blocked = 0;
        self.released.add(thread);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use proptest::prelude::*;

    use super::super::{Event, Item, Limit, Move, Place, Profile, Told, Wait};
    use super::*;

    const THREADS: u32 = 4;

    fn event() -> impl Strategy<Value = Event> {
        let thread = (0..THREADS).prop_map(ThreadId);
        let wait = prop_oneof![Just(Wait::Poll), Just(Wait::Timed), Just(Wait::Forever)];
        (thread, wait, 0..24_u32).prop_map(|(thread, wait, kind)| match kind {
            0..8 => Event::Get { thread, call: Call::single(wait) },
            8..14 => Event::Post { packet: packet(u64::from(kind)) },
            14 => Event::Get { thread, call: Call::batch(2, true, wait) },
            15 => Event::TimedOut { thread },
            16 => Event::Block { thread },
            17 => Event::Unblock { thread },
            18 => Event::Suspend { thread },
            19 => Event::Resume { thread },
            20 => Event::QueueApc { thread },
            21 => Event::Leave { thread },
            22 => Event::Exit { thread },
            _ => Event::Close,
        })
    }

    fn packet(key: u64) -> Packet {
        Packet { key, ..Packet::default() }
    }

    /// What the step moved, and nothing if it was no plain post or get.
    fn stepped(machine: &Machine, event: Event) -> (Machine, Vec<Move>) {
        let (mut machine, mut told) = (machine.clone(), Told::default());
        let _ = machine.step(event, &mut told);
        (machine, told.moves)
    }

    fn a_shortcut_does_what_the_step_does(machine: &Machine) -> Result<(), TestCaseError> {
        let (after, moves) = stepped(machine, Event::Post { packet: packet(99) });
        let mut short = machine.clone();
        let queued = short.queue_posted(packet(99), || ());
        let queues = moves.iter().any(|moved| moved.to == Place::Queue);
        prop_assert_eq!(queued, queues);
        prop_assert_eq!(&short, if queued { &after } else { machine });
        prop_assert_eq!(short.arrived, if queued { after.arrived } else { machine.arrived });

        for thread in (0..THREADS).map(ThreadId) {
            a_pause_does_what_the_step_does(machine, thread)?;
            for max in 0..4 {
                for alertable in [false, true] {
                    let call = Call::batch(max, alertable, Wait::Forever);
                    a_batch_does_what_the_step_does(machine, thread, call)?;
                }
            }
            let call = Call::single(Wait::Forever);
            let (after, moves) = stepped(machine, Event::Get { thread, call });
            let mut short = machine.clone();
            let taken = short.take_again(thread, || ());
            prop_assert_eq!(taken, taken_again(&moves, thread).pop());
            prop_assert_eq!(&short, if taken.is_some() { &after } else { machine });
        }
        Ok(())
    }

    fn a_pause_does_what_the_step_does(
        machine: &Machine,
        thread: ThreadId,
    ) -> Result<(), TestCaseError> {
        let alone = |moves: &[Move], from, to| {
            moves.iter().map(|moved| (moved.from, moved.to)).eq([(from, to)])
        };
        let (after, moves) = stepped(machine, Event::Block { thread });
        let mut short = machine.clone();
        let paused = short.pause(thread);
        prop_assert_eq!(&short, if paused { &after } else { machine });
        let alone_paused = alone(&moves, Place::Released, Place::Paused);
        // Where a packet and a thread wait for each other it leaves the decision to the step.
        let nobody_waits = machine.waiting.is_empty() || machine.completions.is_empty();
        prop_assert_eq!(paused, alone_paused && nobody_waits);

        let (after, moves) = stepped(machine, Event::Unblock { thread });
        let mut short = machine.clone();
        let released = short.unpause_blocked(thread);
        prop_assert_eq!(&short, if released { &after } else { machine });
        prop_assert_eq!(released, alone(&moves, Place::Paused, Place::Released));
        Ok(())
    }

    fn a_batch_does_what_the_step_does(
        machine: &Machine,
        thread: ThreadId,
        call: Call,
    ) -> Result<(), TestCaseError> {
        let (after, moves) = stepped(machine, Event::Get { thread, call });
        // What was there before is none of it.
        let (mut short, mut batch) = (machine.clone(), vec![packet(77)]);
        let taken = short.take_batch_again(thread, call, &mut batch);
        prop_assert_eq!(batch.remove(0), packet(77));
        prop_assert_eq!(taken, batch.len());
        let expected = if call.is_alertable() { Vec::new() } else { taken_again(&moves, thread) };
        prop_assert_eq!(batch, expected);
        prop_assert_eq!(&short, if taken > 0 { &after } else { machine });
        Ok(())
    }

    /// The packets that moved to a thread that was released before; one that comes from outside is
    /// moved to the released list as well.
    fn taken_again(moves: &[Move], thread: ThreadId) -> Vec<Packet> {
        if moves.iter().any(|moved| moved.item == Item::Thread(thread)) {
            return Vec::new();
        }
        let packets = moves.iter().filter_map(|moved| match (moved.item, moved.to) {
            (Item::Packet { packet, .. }, Place::Thread(to)) if to == thread => Some(packet),
            _ => None,
        });
        packets.collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        #[cfg_attr(miri, ignore = "takes a minute for one program")]
        fn shortcuts_do_what_the_steps_do(
            profile in prop_oneof![Just(Profile::Xp), Just(Profile::Windows11)],
            limit in 1..3_u32,
            events in prop::collection::vec(event(), 0..40),
        ) {
            let limit = Limit::new(limit, NonZeroU32::MIN);
            let mut machine = Machine::new(profile, limit);
            a_shortcut_does_what_the_step_does(&machine)?;
            for event in events {
                let _ = machine.step(event, &mut ());
                a_shortcut_does_what_the_step_does(&machine)?;
            }
        }
    }
}
