//! A state of the simulator on the way through a scenario, with what its calls have come to.

use std::collections::BTreeSet;

use iocp_sim::sim::{Happened, Impossible, Numbered, PortId, Returned, Scenario, Step, World};
use iocp_sim::{Item, Outcome, ThreadId};

use super::calls;
use super::group::Unfit;
use super::picture::{Batch, Parcel, Picture, PortPicture, Progress, Standing, StepId, Told};

/// A state between two steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Front {
    pub(crate) world: World,
    /// What can be seen of its ports. Worlds are equal in whatever order threads entered a list.
    ports: Vec<Option<PortPicture>>,
    /// Whether the step before was refused.
    pub(crate) refused: bool,
    told: Vec<Progress>,
    /// From which step the n-th packet comes.
    packets: Vec<StepId>,
    actors: Vec<Actor>,
    /// The gets whose time passed before they returned.
    pub(crate) expired: BTreeSet<StepId>,
}

/// What a thread is doing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Actor {
    /// The port that it called last.
    home: Option<PortId>,
    get: Option<(StepId, Form)>,
    wait: Option<StepId>,
    /// Whether what it waits for has come.
    unblocked: bool,
    suspended: u32,
    has_ended: bool,
    apcs: u32,
    apcs_run: u32,
}

/// How a get tells of its packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// The status of its one packet is an error.
    Single,
    Batch,
}

/// Why a step does not happen.
pub(crate) enum Held {
    Back(Impossible),
    Unfit(Unfit),
}

impl Front {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        Self::with_steps(scenario, scenario.steps().count())
    }

    /// The state before the first of so many steps.
    pub(crate) fn with_steps(scenario: &Scenario, steps: usize) -> Self {
        Self {
            world: World::new(scenario),
            ports: vec![None; scenario.ports.len()],
            refused: false,
            told: vec![Progress::NotMade; steps],
            packets: Vec::new(),
            actors: vec![Actor::default(); scenario.threads.len()],
            expired: BTreeSet::new(),
        }
    }

    pub(crate) fn step(&mut self, id: StepId, step: &Step) -> Result<(), Held> {
        let happened = self.world.step(step).map_err(Held::Back)?;
        self.refused = happened.refused.is_some();
        let before = self.packets.len();
        for (_, moved) in &happened.moves {
            if let Item::Packet { n, .. } = moved.item
                && n > self.packets.len() as u64
            {
                self.packets.push(id);
            }
        }
        let packets = self.packets.len() - before;
        let told = self.begin(id, step, &happened, packets)?;
        self.told[id.0] = told;
        self.note_deadlines(step, &happened);
        for returned in &happened.returns {
            self.note_return(returned);
        }
        self.note_waits();
        self.note_home(id, step);
        for (port, shown) in (0..).map(PortId).zip(&mut self.ports) {
            *shown = PortPicture::of_world(&self.world, port, &self.packets);
        }
        Ok(())
    }

    /// What the step itself comes to, before any call returns.
    fn begin(
        &mut self,
        id: StepId,
        step: &Step,
        happened: &Happened,
        packets: usize,
    ) -> Result<Progress, Held> {
        let actor = step.actor().map(|thread| &mut self.actors[thread.0 as usize]);
        let done = if happened.refused.is_some() { Told::Refused } else { Told::Done };
        Ok(Progress::Told(match (step, actor) {
            (Step::Get(_, _, get), Some(actor)) => {
                let is_single = get.max.is_none() && !get.alertable;
                actor.get = Some((id, if is_single { Form::Single } else { Form::Batch }));
                return Ok(Progress::UnderWay);
            }
            (Step::Block(_), Some(actor)) => {
                if actor.wait.is_some() {
                    return Err(Held::Unfit(Unfit::WaitWithinAWait));
                }
                actor.wait = Some(id);
                return Ok(Progress::UnderWay);
            }
            (Step::Unblock(_), Some(actor)) => {
                actor.unblocked = true;
                done
            }
            (Step::Suspend(_), Some(actor)) => {
                actor.suspended += 1;
                Told::SuspendedBefore(actor.suspended - 1)
            }
            (Step::Resume(_), Some(actor)) => {
                actor.suspended -= 1;
                Told::SuspendedBefore(actor.suspended + 1)
            }
            (Step::Apc(_), Some(actor)) => {
                actor.apcs += 1;
                done
            }
            (Step::Exit(_), Some(actor)) => {
                actor.has_ended = true;
                done
            }
            (Step::Complete(..), _) => Told::Completed(packets),
            _ => done,
        }))
    }

    fn note_deadlines(&mut self, step: &Step, happened: &Happened) {
        if !matches!(step, Step::Advance(_)) {
            return;
        }
        let returned = happened.returns.iter();
        let in_time = returned.filter(|returned| returned.outcome == Some(Outcome::Timeout));
        let threads = in_time.map(|returned| returned.thread).chain(happened.expired.clone());
        for thread in threads {
            let get = self.actors[thread.0 as usize].get;
            self.expired.extend(get.map(|(call, _)| call));
        }
    }

    fn note_return(&mut self, returned: &Returned) {
        let actor = &mut self.actors[returned.thread.0 as usize];
        let (call, form) = actor.get.take().expect("a call that returns is under way");
        self.told[call.0] = Progress::Told(match returned.outcome {
            None => Told::Refused,
            Some(Outcome::Timeout) => Told::Timeout,
            Some(Outcome::Abandoned) => Told::Abandoned,
            Some(Outcome::Closed) => Told::Closed,
            Some(Outcome::Apc) => {
                actor.apcs_run += std::mem::take(&mut actor.apcs);
                Told::Apc
            }
            Some(Outcome::Packets(_)) => {
                let packets = returned.packets.iter();
                Told::Got(Batch::of(packets.map(|packet| self.parcel(form, packet))))
            }
        });
    }

    fn parcel(&self, form: Form, &Numbered { n, packet }: &Numbered) -> Parcel {
        Parcel {
            from: self.packets[usize::try_from(n).expect("it is small") - 1],
            key: packet.key,
            bytes: packet.information,
            status: match form {
                Form::Single => calls::error_of(packet.status),
                Form::Batch => packet.status.0,
            },
        }
    }

    /// A call that is refused, finds the port closed or ends for an APC does not come to it.
    fn note_home(&mut self, id: StepId, step: &Step) {
        let told = self.told[id.0];
        if let Step::Get(thread, port, _) = *step
            && !matches!(told, Progress::Told(Told::Refused | Told::Closed | Told::Apc))
        {
            self.actors[thread.0 as usize].home = Some(port);
        }
    }

    /// A wait returns when its object is signalled and its thread is not suspended.
    fn note_waits(&mut self) {
        for actor in &mut self.actors {
            if actor.unblocked && actor.suspended == 0 && !actor.has_ended {
                let wait = actor.wait.take().expect("only a thread that waits is unblocked");
                actor.unblocked = false;
                self.told[wait.0] = Progress::Told(Told::Done);
            }
        }
    }

    pub(crate) fn is_under_way(&self, call: StepId) -> bool {
        self.told[call.0] == Progress::UnderWay
    }

    /// Whether a step that is held back is one that a thread does once it comes to it.
    pub(crate) fn does_later(&self, step: &Step) -> bool {
        let is_done = matches!(step, Step::Get(..) | Step::Block(_) | Step::Post(Some(_), ..));
        let thread = step.actor().map(|thread| &self.actors[thread.0 as usize]);
        is_done && thread.is_some_and(|thread| !thread.has_ended)
    }

    /// Whether a call may have run APCs in these steps that came only after its first: the
    /// simulator lets it return at once (E07), but it runs all that are pending before it does
    /// (U01).
    pub(crate) fn runs_apcs_meanwhile(&self, before: &Self, steps: &[&Step]) -> bool {
        let actors = (0..).map(ThreadId).zip(before.actors.iter().zip(&self.actors));
        let queued = |thread| steps.iter().filter(|step| ***step == Step::Apc(thread)).count();
        actors.into_iter().any(|(thread, (before, after))| {
            let queued = queued(thread);
            queued > 0 && queued + before.apcs as usize > 1 && after.apcs_run > before.apcs_run
        })
    }

    /// Whether a step ends a thread that is paused, and in no get. It counts until it has ended
    /// (C18), so that a get beside it may find no slot; the simulator has it end at once.
    pub(crate) fn ends_in_a_pause(&self, step: &Step) -> bool {
        let Step::Exit(thread) = step else { return false };
        let Actor { get, wait, suspended, .. } = &self.actors[thread.0 as usize];
        get.is_none() && (wait.is_some() || *suspended > 0)
    }

    /// Whether a get that has just been made has come from another port, and returned at once. The
    /// simulator lets both be one step; but if its port is closed in between the call is abandoned.
    pub(crate) fn came_and_returned(&self, before: &Self, id: StepId, step: &Step) -> bool {
        let Step::Get(thread, port, _) = *step else { return false };
        let home = |front: &Self| front.actors[thread.0 as usize].home;
        let came = home(before).is_some_and(|old| old != port) && home(self) == Some(port);
        came && !self.is_under_way(id)
    }

    /// What there is to see.
    pub(crate) fn picture(&self) -> Picture {
        Picture {
            ports: self.ports.clone(),
            told: self.told.clone(),
            threads: self.actors.iter().map(|actor| (actor.standing(), actor.apcs_run)).collect(),
        }
    }
}

impl Actor {
    fn standing(&self) -> Standing {
        match (self.has_ended, self.suspended) {
            (true, _) => Standing::Ended,
            (false, 0) => Standing::Free,
            (false, _) => Standing::Suspended,
        }
    }
}
