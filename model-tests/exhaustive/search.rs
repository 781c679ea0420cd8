//! Breadth first search over the states of one machine.

use std::collections::HashMap;
use std::rc::Rc;

use iocp_sim::sim::{Scenario, run};
use iocp_sim::{DeviceId, Elsewhere, Event, Ledger, Limit, Machine, Profile, ThreadId};

use crate::program::Program;

/// In how many states of a world its way is told as a scenario.
const TOLD: usize = 300;

/// The one device of a world that has one.
pub(crate) const DEVICE: DeviceId = DeviceId(0);

/// How large a world is.
#[derive(Debug)]
pub(crate) struct Bounds {
    pub(crate) profile: Profile,
    pub(crate) limit: u32,
    pub(crate) threads: u32,
    pub(crate) packets: u32,
    /// Whether a device is associated from the beginning, which completes requests and is closed.
    pub(crate) device: bool,
    /// How deep waits and suspensions nest, and how many APCs are pending, for each thread.
    pub(crate) depth: u32,
}

/// A state: the machine, and how many packets have come.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) machine: Machine,
    pub(crate) came: u32,
}

/// The nodes in the order in which they were found.
struct Found {
    numbers: HashMap<Rc<Node>, usize>,
    nodes: Vec<(Rc<Node>, Option<Way>)>,
}

/// How a node was found: by an event, from the node with this number.
type Way = (usize, Event);

/// How much a search has seen.
pub(crate) struct Searched {
    pub(crate) states: usize,
    pub(crate) transitions: u64,
}

/// Visits every state that `events` lead to, and panics with the shortest way to a violation.
pub(crate) fn search(bounds: &Bounds, events: fn(&Node, &Bounds) -> Vec<Event>) -> Searched {
    let first = Node { machine: start(bounds), came: 0 };
    let mut found = Found { numbers: HashMap::new(), nodes: Vec::new() };
    found.add(first, None);
    let (mut visited, mut transitions) = (0, 0_u64);
    while let Some((node, _)) = found.nodes.get(visited).cloned() {
        for event in events(&node, bounds) {
            if let Some(next) = found.follow(bounds, &node, visited, event) {
                transitions += 1;
                found.add(next, Some((visited, event)));
            }
        }
        visited += 1;
    }
    assert!(visited > 1, "a world moves");
    found.tell_some_as_scenarios(bounds);
    Searched { states: visited, transitions }
}

/// The machine in the state that a search starts from.
pub(crate) fn start(bounds: &Bounds) -> Machine {
    let limit = Limit::new(bounds.limit, std::num::NonZeroU32::MIN);
    let mut machine = Machine::new(bounds.profile, limit);
    if bounds.device {
        let event = Event::Associate { device: DEVICE, key: 9, elsewhere: Elsewhere::Unbound };
        let _ = machine.step(event, &mut ()).expect("a device is associated with a port");
    }
    machine
}

impl Found {
    fn add(&mut self, node: Node, way: Option<Way>) {
        if !self.numbers.contains_key(&node) {
            let node = Rc::new(node);
            self.numbers.insert(Rc::clone(&node), self.nodes.len());
            self.nodes.push((node, way));
        }
    }

    /// The state after `event`, if it can happen.
    fn follow(&self, bounds: &Bounds, node: &Node, number: usize, event: Event) -> Option<Node> {
        let mut next = node.clone();
        let mut ledger = Ledger::of(&next.machine);
        let answer = next.machine.step(event, &mut ledger);
        if answer.is_err() {
            assert!(next == *node, "{event:?} can not happen, and changed something");
            return None;
        }
        let queue: Vec<u64> = next.machine.snapshot().queue.iter().map(|&(n, _)| n).collect();
        if let Err(broken) = ledger.check(&next.machine, &queue) {
            // The event that broke it can not be written as a step of a machine that holds.
            let way = self.way(number);
            let program = Program::new(bounds, &way).text();
            panic!("{broken}\n\nminimal program, and then {event:?}:\n{program}\n");
        }
        if matches!(event, Event::Post { .. } | Event::Complete { .. }) {
            next.came += 1;
        }
        Some(next)
    }

    /// The events that lead to a state.
    fn way(&self, mut number: usize) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some((before, event)) = self.nodes[number].1 {
            events.push(event);
            number = before;
        }
        events.reverse();
        events
    }

    /// Holds that a way, written as a scenario, leads the simulator to the same state. The states
    /// are taken at even distances.
    fn tell_some_as_scenarios(&self, bounds: &Bounds) {
        let stride = (self.nodes.len() / TOLD).max(1);
        for number in (0..self.nodes.len()).step_by(stride) {
            let way = self.way(number);
            if !way.is_empty() {
                assert_same_end(bounds, &way, &self.nodes[number].0.machine);
            }
        }
    }
}

fn assert_same_end(bounds: &Bounds, way: &[Event], machine: &Machine) {
    let program = Program::new(bounds, way);
    let text = program.text();
    let scenario = Scenario::parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let run = run(&scenario);
    assert_eq!(run.stop, None, "{text}");
    let snapshot = machine.snapshot();
    let names = |threads: &[ThreadId]| -> Vec<String> {
        threads.iter().map(|&thread| program.name(thread)).collect()
    };
    let Some(step) = run.trace.steps.last() else { return };
    let state = &step.state[0];
    assert_eq!(state.waiting, names(&snapshot.waiting), "{text}");
    assert_eq!(sorted(&state.released), sorted(&names(&snapshot.released)), "{text}");
    assert_eq!(sorted(&state.paused), sorted(&names(&snapshot.paused)), "{text}");
    assert_eq!(state.queue.len(), snapshot.queue.len(), "{text}");
    assert_eq!((state.closed, state.destroyed), (snapshot.closed, snapshot.destroyed), "{text}");
}

fn sorted(names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort();
    names
}
