//! A scenario in every way in which the simulator lets it go, as what must be seen after each
//! measure: a step, or a group of concurrent steps.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use iocp_sim::Profile;
use iocp_sim::sim::{Act, Get, PortId, Scenario, Step, run};

use super::front::Front;
use super::group::{Unfit, ends, is_timed};
use super::picture::{Picture, ROOM, StepId};

/// What there is to play.
#[derive(Debug)]
pub(crate) struct Score {
    pub(crate) scenario: Scenario,
    pub(crate) steps: Vec<Step>,
    pub(crate) measures: Vec<Measure>,
    pub(crate) paths: Vec<Path>,
}

/// What happens between two looks.
#[derive(Clone, Debug)]
pub(crate) enum Measure {
    One(StepId),
    /// Branches, each in its own order.
    Group(Vec<Vec<StepId>>),
}

/// One way through the scenario.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// What is to be seen after each measure.
    pub(crate) pictures: Vec<Picture>,
    /// The gets whose time passed, with the measure in which it did.
    pub(crate) expired: BTreeMap<StepId, usize>,
    /// The gets whose time has not passed, and that wait at the end.
    pub(crate) pending: BTreeSet<StepId>,
}

/// The most room that a get asks for.
const MOST_ROOM: u32 = 4096;

impl Score {
    /// Reads a scenario as one of Windows 11, which the library is. A port that names no limit gets
    /// the scenario's processors as its limit, since the host has as many as it has.
    pub(crate) fn of(scenario: &Scenario) -> Result<Self, Unfit> {
        let profile = scenario.profile;
        let mut scenario = Scenario { profile: Profile::Windows11, ..scenario.clone() };
        let ran = run(&scenario);
        if !ran.failures.is_empty() || ran.stop.is_some() {
            let why = (&ran.failures, &ran.stop);
            assert_ne!(profile, Profile::Windows11, "the simulator fails: {why:?}");
            return Err(Unfit::Profile(profile));
        }
        for port in &mut scenario.ports {
            if port.limit == 0 {
                port.limit = scenario.processors.get();
            }
        }
        let steps: Vec<Step> = scenario.steps().map(|(_, _, step)| *step).collect();
        let measures = measures(&scenario);
        must_be_small(&steps)?;
        let ways = Ways::explore(&scenario, &steps, &measures)?;
        if let Some(ends) = ways.ends_of_the_group {
            assert_eq!(ends, ran.ends, "the explorer finds other ends of the group");
        }
        Ok(Self { scenario, steps, measures, paths: ways.paths })
    }
}

/// Who has the same number at a port before a measure and after it, if there at all.
impl Score {
    fn steps_of(&self, measure: usize) -> impl Iterator<Item = &Step> {
        let ids: Vec<StepId> = match &self.measures[measure] {
            Measure::One(id) => vec![*id],
            Measure::Group(branches) => branches.iter().flatten().copied().collect(),
        };
        ids.into_iter().map(|id| &self.steps[id.0])
    }

    /// A thread that does not end, or go to another port and perhaps back.
    pub(crate) fn thread_stays(&self, measure: usize, here: PortId, thread: u32) -> bool {
        !self.steps_of(measure).any(|step| match *step {
            Step::Get(caller, port, _) => caller.0 == thread && port != here,
            Step::Exit(ended) => ended.0 == thread,
            _ => false,
        })
    }

    /// A device of which nothing is changed.
    pub(crate) fn device_stays(&self, measure: usize, device: u32) -> bool {
        !self.steps_of(measure).any(|step| match *step {
            Step::Associate(changed, ..)
            | Step::Replace(changed, ..)
            | Step::Dissociate(changed)
            | Step::CloseDevice(changed) => changed.0 == device,
            _ => false,
        })
    }
}

fn measures(scenario: &Scenario) -> Vec<Measure> {
    let mut ids = (0..).map(StepId);
    let mut next = || ids.next().expect("they do not end");
    let mut measures = Vec::new();
    for statement in &scenario.statements {
        match &statement.act {
            Act::Step(_) => measures.push(Measure::One(next())),
            Act::Group(branches) => {
                let ids =
                    branches.iter().map(|branch| branch.steps.iter().map(|_| next()).collect());
                measures.push(Measure::Group(ids.collect()));
            }
            Act::Expect(_) | Act::Note(_) | Act::Outcome(..) => {}
        }
    }
    measures
}

fn must_be_small(steps: &[Step]) -> Result<(), Unfit> {
    let packets = steps.iter().filter(|step| matches!(step, Step::Post(..) | Step::Complete(..)));
    let has_room = |step: &Step| match step {
        Step::Get(_, _, Get { max, .. }) => max.unwrap_or(0) <= MOST_ROOM,
        _ => true,
    };
    let is_small = packets.count() <= ROOM && steps.iter().all(has_room);
    if is_small { Ok(()) } else { Err(Unfit::TooLarge) }
}

/// The ways through the scenario, as far as they have been followed.
struct Ways {
    paths: Vec<Path>,
    /// In how many states the one group can end, by the count of the explorer.
    ends_of_the_group: Option<usize>,
}

impl Ways {
    fn explore(scenario: &Scenario, steps: &[Step], measures: &[Measure]) -> Result<Self, Unfit> {
        let nothing =
            Path { pictures: Vec::new(), expired: BTreeMap::new(), pending: BTreeSet::new() };
        let mut ways = vec![(Front::new(scenario), nothing)];
        let mut ends_of_groups = Vec::new();
        for (number, measure) in measures.iter().enumerate() {
            let mut longer = Vec::new();
            for (front, path) in ways {
                for end in ends(front, measure, steps)? {
                    let path = path.clone().followed_by(number, &end)?;
                    longer.push((end, path));
                }
            }
            ways = longer;
            if let Measure::Group(_) = measure {
                let states = ways.iter().map(|(end, _)| (&end.world, end.refused));
                ends_of_groups.push(states.collect::<HashSet<_>>().len());
            }
        }
        let paths = ways.into_iter().map(|(end, path)| path.ended(&end, steps)).collect();
        let ends_of_the_group = match ends_of_groups[..] {
            [ends] => Some(ends),
            _ => None,
        };
        Ok(Self { paths, ends_of_the_group })
    }
}

impl Path {
    fn followed_by(mut self, measure: usize, end: &Front) -> Result<Self, Unfit> {
        let before = self.expired.len();
        for &get in &end.expired {
            self.expired.entry(get).or_insert(measure);
        }
        if self.expired.len() > before + 1 {
            return Err(Unfit::SeveralDeadlines);
        }
        self.pictures.push(end.picture());
        Ok(self)
    }

    fn ended(mut self, end: &Front, steps: &[Step]) -> Self {
        let gets = (0..steps.len()).map(StepId).filter(|&id| is_timed(&steps[id.0]));
        let waits = |id: &StepId| end.is_under_way(*id) && !self.expired.contains_key(id);
        self.pending = gets.filter(waits).collect();
        self
    }
}
