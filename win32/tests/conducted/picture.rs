//! What there is to see between two steps: in the simulator, and of the real threads.
//!
//! Of a port that is closed nothing can be seen, here or in Windows: its handle names nothing.

use std::collections::BTreeMap;
use std::fmt;

use iocp_sim::Snapshot;
use iocp_sim::sim::{Scenario, Step, World};

use super::calls;

/// A step, by the order in which the steps of a scenario stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StepId(pub(crate) usize);

/// The most packets that a call can return here.
pub(crate) const ROOM: usize = 16;

/// A packet, by the step that it comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Parcel {
    pub(crate) from: StepId,
    pub(crate) key: u64,
    pub(crate) bytes: u64,
    /// Its NTSTATUS, or the error that a get of one packet makes of it.
    pub(crate) status: u32,
}

/// The packets that a call returned. It needs no memory but its own: a thread that writes one down
/// may be suspended meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Batch {
    parcels: [Parcel; ROOM],
    count: usize,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::large_enum_variant, reason = "it needs no memory but its own, see Batch")]
pub(crate) enum Told {
    Done,
    Refused,
    /// How often a thread was suspended before.
    SuspendedBefore(u32),
    /// A request completed, and so many packets came of it: one, or none.
    Completed(usize),
    Got(Batch),
    Timeout,
    Abandoned,
    Closed,
    Apc,
    /// A get failed as no get of a scenario does.
    Failed(u32),
}

/// How far the simulator is with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::large_enum_variant, reason = "it needs no memory but its own, see Batch")]
pub(crate) enum Progress {
    /// It has not happened, or is held back.
    NotMade,
    /// A call that has not returned.
    UnderWay,
    Told(Told),
}

/// Whether a thread can say what came of its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Standing {
    Free,
    Suspended,
    Ended,
}

/// A port that is open. Threads and devices have numbers of some kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PortPicture {
    pub(crate) limit: u32,
    pub(crate) devices: Vec<(u32, u64)>,
    pub(crate) queue: Vec<Parcel>,
    pub(crate) waiting: Vec<u32>,
    pub(crate) released: Vec<u32>,
    pub(crate) paused: Vec<u32>,
}

/// What the simulator shows. Threads and devices have the numbers of the scenario.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Picture {
    pub(crate) ports: Vec<Option<PortPicture>>,
    pub(crate) told: Vec<Progress>,
    /// Of each thread: where it stands, and how many APCs it has run.
    pub(crate) threads: Vec<(Standing, u32)>,
}

/// What can be seen of the real threads. Each port has numbers of its own for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) ports: Vec<Option<PortPicture>>,
    pub(crate) told: Vec<Option<Told>>,
    /// How many APCs each thread has run.
    pub(crate) ran: Vec<u32>,
}

/// Which thread and which device of the scenario a port means by a number: learnt from the pictures
/// that agreed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) threads: BTreeMap<u32, u32>,
    pub(crate) devices: BTreeMap<u32, u32>,
}

impl Batch {
    /// As many as there is room for.
    pub(crate) fn of(parcels: impl IntoIterator<Item = Parcel>) -> Self {
        let mut batch = Self { parcels: [Parcel::default(); ROOM], count: 0 };
        for (place, parcel) in batch.parcels.iter_mut().zip(parcels) {
            *place = parcel;
            batch.count += 1;
        }
        batch
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.parcels[..self.count]).finish()
    }
}

impl PortPicture {
    /// A port of the simulator; `packets` says from which step the n-th packet comes.
    pub(crate) fn of_world(
        world: &World,
        port: iocp_sim::sim::PortId,
        packets: &[StepId],
    ) -> Option<Self> {
        let shown = world.machine(port).snapshot();
        let queue = world.queue(port);
        let queue = queue.iter().map(|queued| Parcel {
            from: packets[usize::try_from(queued.n).expect("it is small") - 1],
            key: queued.packet.key,
            bytes: queued.packet.information,
            status: queued.packet.status.0,
        });
        (!shown.closed).then(|| Self::of(&shown, queue.collect()))
    }

    /// A real port.
    pub(crate) fn of_snapshot(shown: &Snapshot) -> Self {
        let queue = shown.queue.iter().map(|(_, packet)| Parcel {
            from: calls::step_of(packet.context),
            key: packet.key,
            bytes: packet.information,
            status: packet.status.0,
        });
        Self::of(shown, queue.collect())
    }

    fn of(shown: &Snapshot, queue: Vec<Parcel>) -> Self {
        let threads = |threads: &[iocp_sim::ThreadId]| threads.iter().map(|id| id.0).collect();
        Self {
            limit: shown.limit,
            devices: shown.devices.iter().map(|&(device, key)| (device.0, key)).collect(),
            queue,
            waiting: threads(&shown.waiting),
            released: threads(&shown.released),
            paused: threads(&shown.paused),
        }
    }

    /// The threads in the order of the three lists, each list with its length.
    fn threads(&self) -> ([usize; 3], impl Iterator<Item = u32>) {
        let lists = [&self.waiting, &self.released, &self.paused];
        (lists.map(Vec::len), lists.into_iter().flatten().copied())
    }

    /// The names by which this real port is that of the simulator, if it is.
    pub(crate) fn named_as(&self, port: &Self) -> Option<Names> {
        let ((lengths, numbers), (expected, names)) = (self.threads(), port.threads());
        let keys = |port: &Self| port.devices.iter().map(|&(_, key)| key).collect::<Vec<_>>();
        let same = self.limit == port.limit && self.queue == port.queue && lengths == expected;
        let devices = |port: &Self| port.devices.clone().into_iter().map(|(device, _)| device);
        let named = Names {
            threads: numbers.zip(names).collect(),
            devices: devices(self).zip(devices(port)).collect(),
        };
        (same && keys(self) == keys(port)).then_some(named)
    }
}

impl Names {
    /// Whether these follow the earlier ones: who has not been away has kept its number.
    pub(crate) fn follow(
        &self,
        earlier: &Self,
        thread_stays: impl Fn(u32) -> bool,
        device_stays: impl Fn(u32) -> bool,
    ) -> bool {
        keeps(&self.threads, &earlier.threads, thread_stays)
            && keeps(&self.devices, &earlier.devices, device_stays)
    }
}

/// Whether `names` are one to one, and those that stay have the numbers that they had.
fn keeps(
    names: &BTreeMap<u32, u32>,
    earlier: &BTreeMap<u32, u32>,
    stays: impl Fn(u32) -> bool,
) -> bool {
    let mut found: Vec<u32> = names.values().copied().collect();
    found.sort_unstable();
    let is_one_to_one = found.windows(2).all(|pair| pair[0] != pair[1]);
    let kept = |(number, name): (&u32, &u32)| !stays(*name) || names.get(number) == Some(name);
    is_one_to_one && earlier.iter().all(kept)
}

impl Picture {
    /// Whether calls have returned what they were to, and no other call has returned.
    pub(crate) fn agrees_on_calls(&self, steps: &[Step], seen: &Seen) -> bool {
        let calls = steps.iter().zip(self.told.iter().zip(&seen.told));
        let agree = |(step, (expected, told)): (&Step, (&Progress, &Option<Told>))| {
            agrees(step, *expected, *told, self.standing(step))
        };
        let mut apcs = self.threads.iter().zip(&seen.ran);
        calls.into_iter().all(agree)
            && apcs.all(|(&(standing, expected), &ran)| match standing {
                Standing::Free => ran == expected,
                Standing::Suspended | Standing::Ended => ran <= expected,
            })
    }

    fn standing(&self, step: &Step) -> Standing {
        step.actor().map_or(Standing::Free, |thread| self.threads[thread.0 as usize].0)
    }
}

/// Whether something real is what the simulator says. What the simulator holds back for ever is
/// refused in reality, or done to a thread that has ended already. A thread that stands still
/// or has ended may not have come to say what it was told.
fn agrees(step: &Step, expected: Progress, told: Option<Told>, standing: Standing) -> bool {
    match (expected, told) {
        (Progress::NotMade, None | Some(Told::Refused | Told::Completed(0))) => true,
        (Progress::NotMade, Some(Told::Done)) => {
            matches!(step, Step::Unblock(_) | Step::Exit(_)) && standing == Standing::Ended
        }
        (Progress::NotMade, Some(_)) => false,
        (Progress::UnderWay, told) => told.is_none(),
        (Progress::Told(expected), Some(told)) => expected == told,
        (Progress::Told(_), None) => standing != Standing::Free,
    }
}

/// Writes ports and calls, with names where there are some.
pub(crate) fn describe(
    scenario: &Scenario,
    ports: &[Option<PortPicture>],
    told: &[String],
) -> String {
    let mut text = String::new();
    for (declared, port) in scenario.ports.iter().zip(ports) {
        text += &match port {
            Some(port) => format!("    port {}: {port:?}\n", declared.name),
            None => format!("    port {}: closed\n", declared.name),
        };
    }
    for ((_, _, step), told) in scenario.steps().zip(told) {
        text += &format!("    {}: {told}\n", step.text(scenario));
    }
    text
}
