//! What must hold at the end of a run, and what its recording tells.

use iocp_sim::threads::{CompletionPort, Entry, GetError, Recorded};
use iocp_sim::{Event, Item, Ledger, Packet, Place, Snapshot};
use loom::thread;

/// How much a recording holds: more than any of these models needs.
pub(crate) const ROOM: usize = 128;

/// A packet that is told apart by its key.
pub(crate) fn packet(key: u64) -> Packet {
    Packet { key, ..Packet::default() }
}

/// What a get returned: a key, or why there is none.
pub(crate) fn told(result: Result<Packet, GetError>) -> String {
    match result {
        Ok(packet) => packet.key.to_string(),
        Err(error) => format!("{error:?}"),
    }
}

/// Requires of a snapshot, whenever it was taken, what holds between any two events, and that
/// at most `most` threads are active.
pub(crate) fn check_snapshot(snapshot: &Snapshot, most: usize) {
    let Snapshot { limit, queue, waiting, released, paused, .. } = snapshot;
    assert!(released.len() <= most, "too many are active: {snapshot:?}");
    let slot_is_free = released.len() < *limit as usize;
    let idle = slot_is_free && !queue.is_empty() && !waiting.is_empty();
    assert!(!idle, "a thread waits although it could run: {snapshot:?}");
    let mut threads: Vec<_> = [waiting, released, paused].into_iter().flatten().collect();
    threads.sort_unstable();
    assert!(threads.windows(2).all(|pair| pair[0] != pair[1]), "a thread is twice: {snapshot:?}");
    let empty = threads.is_empty() && queue.is_empty();
    assert!(empty || !snapshot.destroyed, "a port that is no more holds something: {snapshot:?}");
}

/// One more thread, which looks at the port at any time.
pub(crate) fn watch(port: &CompletionPort, most: usize) {
    let port = port.clone();
    thread::spawn(move || check_snapshot(&port.snapshot(), most));
}

/// Requires of a recording that it is whole and replays, and that every invariant holds after
/// each of its events: also that the limit is exceeded only by the rules that may do so.
pub(crate) fn check_recorded(recorded: &Recorded) {
    assert_eq!(recorded.missed, 0);
    recorded.replay().unwrap_or_else(|difference| panic!("{difference}"));
    let mut machine = recorded.start.clone();
    let mut ledger = Ledger::of(&machine);
    for event in recorded.events() {
        let held = ledger.step(&mut machine, event);
        held.unwrap_or_else(|broken| panic!("{broken}: {:?}", recorded.entries()));
    }
}

/// Requires that each posted packet was got once, or is queued, or was lost with the port; that
/// nobody waits; and what the recording and the snapshot must fulfil.
pub(crate) fn check_end(
    port: &CompletionPort,
    recorded: &Recorded,
    posted: impl IntoIterator<Item = u64>,
    got: &[&Result<Packet, GetError>],
) {
    check_recorded(recorded);
    let end = port.snapshot();
    check_snapshot(&end, most_active(recorded));
    assert!(end.waiting.is_empty(), "nobody is left to wait: {end:?}");
    let queued = end.queue.iter().map(|(_, packet)| packet.key);
    let got = got.iter().filter_map(|result| result.as_ref().ok()).map(|packet| packet.key);
    let mut found: Vec<u64> = got.chain(queued).chain(lost(recorded)).collect();
    let mut posted: Vec<u64> = posted.into_iter().collect();
    found.sort_unstable();
    posted.sort_unstable();
    assert_eq!(found, posted, "each packet is found once: {:?}", recorded.entries());
}

/// The packets that were lost with the port.
fn lost(recorded: &Recorded) -> impl Iterator<Item = u64> {
    recorded.entries().into_iter().filter_map(|entry| match entry {
        Entry::Move(moved) if moved.to == Place::Discarded => match moved.item {
            Item::Packet { packet, .. } => Some(packet.key),
            _ => None,
        },
        _ => None,
    })
}

/// The rule by which the packet with this key went where it is.
pub(crate) fn by(recorded: &Recorded, key: u64) -> String {
    let last = recorded.entries().into_iter().rev().find_map(|entry| match entry {
        Entry::Move(moved) => match moved.item {
            Item::Packet { packet, .. } if packet.key == key => Some(moved.rule.id()),
            _ => None,
        },
        _ => None,
    });
    last.unwrap_or("nothing").to_owned()
}

/// The largest number of threads that were active at a time.
pub(crate) fn most_active(recorded: &Recorded) -> usize {
    let mut machine = recorded.start.clone();
    let active = recorded.events().map(|event| {
        let _ = machine.step(event, &mut ());
        machine.active()
    });
    active.max().unwrap_or_default().max(recorded.start.active())
}

/// Whether something came of none of the events that `is` names, and there was one.
pub(crate) fn came_to_nothing(recorded: &Recorded, is: fn(&Event) -> bool) -> bool {
    let mut entries = recorded.entries().into_iter().peekable();
    while let Some(entry) = entries.next() {
        if let Entry::Event(event) = entry
            && is(&event)
            && entries.peek().is_none_or(|next| matches!(next, Entry::Event(_)))
        {
            return true;
        }
    }
    false
}
