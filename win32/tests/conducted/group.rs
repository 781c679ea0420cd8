//! The states in which a step, or a group of concurrent steps, can end, and what of it real threads
//! can not be conducted through.

use std::collections::HashSet;
use std::fmt;

use iocp_sim::sim::{Get, Impossible, Step, Timeout};
use iocp_sim::{Misuse, Profile};

use super::front::{Front, Held};
use super::picture::StepId;
use super::score::Measure;

/// Why a scenario is not for real threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    Profile(Profile),
    WaitWithinAWait,
    HeldBack,
    BranchStops,
    AfterAWait,
    AfterADeadline,
    ApcsMeanwhile,
    EndsInAPause,
    ClosedOnTheWay,
    SeveralDeadlines,
    TooLarge,
}

/// The most states of a group.
const MOST_STATES: usize = 100_000;

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Profile(profile) => return write!(f, "the rules are those of profile {profile}"),
            Self::WaitWithinAWait => "a thread that waits can not begin another wait",
            Self::HeldBack => "a step can not happen, and would have to be held back",
            Self::BranchStops => "a branch may stop, and its thread would go on with it later",
            Self::AfterAWait => "a branch goes on after a get that may wait",
            Self::AfterADeadline => {
                "a branch goes on after an advance, beside a get with a time-out"
            }
            Self::ApcsMeanwhile => {
                "an APC may come while its thread runs another, in the same call"
            }
            Self::EndsInAPause => "a thread ends in a pause, and counts until it has (C18)",
            Self::ClosedOnTheWay => "a port may be closed while a thread comes from another (K01)",
            Self::SeveralDeadlines => "the time of several gets passes in one step",
            Self::TooLarge => "it has too many states, packets or places for packets",
        })
    }
}

/// The states in which a measure can end.
pub(crate) fn ends(
    mut front: Front,
    measure: &Measure,
    steps: &[Step],
) -> Result<Vec<Front>, Unfit> {
    match measure {
        Measure::One(id) => match front.step(*id, &steps[id.0]) {
            Ok(()) => Ok(vec![front]),
            Err(Held::Unfit(unfit)) => Err(unfit),
            Err(Held::Back(_)) => Err(Unfit::HeldBack),
        },
        Measure::Group(branches) => {
            branches.iter().try_for_each(|branch| must_go_on(branch, branches, steps))?;
            let before = front.clone();
            let ends = ends_of_group(front, branches, steps)?;
            let all: Vec<&Step> = branches.iter().flatten().map(|id| &steps[id.0]).collect();
            match ends.iter().any(|end| end.runs_apcs_meanwhile(&before, &all)) {
                true => Err(Unfit::ApcsMeanwhile),
                false => Ok(ends),
            }
        }
    }
}

/// Every interleaving. A step that can not happen yet is held back.
fn ends_of_group(
    front: Front,
    branches: &[Vec<StepId>],
    steps: &[Step],
) -> Result<Vec<Front>, Unfit> {
    let first = (front, vec![0; branches.len()]);
    let mut seen = HashSet::from([first.clone()]);
    let (mut open, mut ends, mut known) = (vec![first], Vec::new(), HashSet::new());
    while let Some((front, positions)) = open.pop() {
        let mut moved = false;
        for (number, branch) in branches.iter().enumerate() {
            let Some(&id) = branch.get(positions[number]) else { continue };
            let Some(next) = after(&front, id, branches, steps)? else { continue };
            moved = true;
            let mut next = (next, positions.clone());
            next.1[number] += 1;
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > MOST_STATES {
            return Err(Unfit::TooLarge);
        }
        if !moved {
            must_have_ended(&front, branches, &positions, steps)?;
            if known.insert(front.clone()) {
                ends.push(front);
            }
        }
    }
    Ok(ends)
}

/// The state after one step of a group, unless it is held back.
fn after(
    front: &Front,
    id: StepId,
    branches: &[Vec<StepId>],
    steps: &[Step],
) -> Result<Option<Front>, Unfit> {
    let step = &steps[id.0];
    let has = |wanted: &dyn Fn(&Step) -> bool| steps_of(branches, steps).any(wanted);
    if front.ends_in_a_pause(step) && has(&|step| matches!(step, Step::Get(..))) {
        return Err(Unfit::EndsInAPause);
    }
    let mut next = front.clone();
    match next.step(id, step) {
        Ok(()) => {}
        Err(Held::Unfit(unfit)) => return Err(unfit),
        Err(Held::Back(Impossible::Misuse(Misuse::NotSuspended | Misuse::NotBlocked))) => {
            return Err(Unfit::HeldBack);
        }
        Err(Held::Back(_)) => return Ok(None),
    }
    if let Step::Get(_, port, _) = *step
        && next.came_and_returned(front, id, step)
        && has(&|step| *step == Step::ClosePort(port))
    {
        return Err(Unfit::ClosedOnTheWay);
    }
    Ok(Some(next))
}

/// What is held back at the end of a group must not happen later.
fn must_have_ended(
    front: &Front,
    branches: &[Vec<StepId>],
    positions: &[usize],
    steps: &[Step],
) -> Result<(), Unfit> {
    let stopped = branches.iter().zip(positions);
    let mut stopped = stopped.filter(|(branch, position)| branch.len() > **position);
    let goes_on = |branch: &[StepId]| branch.len() > 1 || front.does_later(&steps[branch[0].0]);
    if stopped.any(|(branch, _)| goes_on(branch)) { Err(Unfit::BranchStops) } else { Ok(()) }
}

fn steps_of<'a>(branches: &'a [Vec<StepId>], steps: &'a [Step]) -> impl Iterator<Item = &'a Step> {
    branches.iter().flatten().map(|id| &steps[id.0])
}

/// Whoever plays a branch must be able to see that one step has happened before the next.
fn must_go_on(branch: &[StepId], branches: &[Vec<StepId>], steps: &[Step]) -> Result<(), Unfit> {
    let gets_in_time = || branches.iter().flatten().any(|id| is_timed(&steps[id.0]));
    for pair in branch.windows(2) {
        let (step, next) = (&steps[pair[0].0], &steps[pair[1].0]);
        let is_poll = |get: &Get| get.timeout == Timeout::Poll;
        match step {
            Step::Get(_, _, get) if !is_poll(get) && !follows_by_itself(step, next) => {
                return Err(Unfit::AfterAWait);
            }
            Step::Advance(_) if gets_in_time() => return Err(Unfit::AfterADeadline),
            _ => {}
        }
    }
    Ok(())
}

/// Whether the thread that does `step` does `next` as soon as it can.
pub(crate) fn follows_by_itself(step: &Step, next: &Step) -> bool {
    let is_done = matches!(next, Step::Get(..) | Step::Block(_) | Step::Post(Some(_), ..));
    is_done && step.actor() == next.actor()
}

pub(crate) fn is_timed(step: &Step) -> bool {
    matches!(step, Step::Get(_, _, Get { timeout: Timeout::After(_), .. }))
}
