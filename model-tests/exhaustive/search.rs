//! Breadth first search over the states of one machine.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

use iocp_sim::{DeviceId, Elsewhere, Event, Ledger, Limit, Machine, Profile};

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

/// Visits every state that `events` lead to, and panics with the shortest way to a violation.
pub(crate) fn search(bounds: &Bounds, events: fn(&Node, &Bounds) -> Vec<Event>) {
    let start = Instant::now();
    let limit = Limit::new(bounds.limit, std::num::NonZeroU32::MIN);
    let mut first = Node { machine: Machine::new(bounds.profile, limit), came: 0 };
    if bounds.device {
        let event = Event::Associate { device: DEVICE, key: 9, elsewhere: Elsewhere::Unbound };
        let _ = first.machine.step(event, &mut ()).expect("a device is associated with a port");
    }
    let mut found = Found { numbers: HashMap::new(), nodes: Vec::new() };
    found.add(first, None);
    let (mut visited, mut transitions) = (0, 0_u64);
    while let Some((node, _)) = found.nodes.get(visited).cloned() {
        for event in events(&node, bounds) {
            if let Some(next) = found.follow(&node, visited, event) {
                transitions += 1;
                found.add(next, Some((visited, event)));
            }
        }
        visited += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{bounds:?}: {visited} states, {transitions} transitions, {seconds:.1} s");
    assert!(visited > 1, "a world moves");
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
    fn follow(&self, node: &Node, number: usize, event: Event) -> Option<Node> {
        let mut next = node.clone();
        let mut ledger = Ledger::of(&next.machine);
        let answer = next.machine.step(event, &mut ledger);
        if answer.is_err() {
            assert!(next == *node, "{event:?} can not happen, and changed something");
            return None;
        }
        let queue: Vec<u64> = next.machine.snapshot().queue.iter().map(|&(n, _)| n).collect();
        if let Err(broken) = ledger.check(&next.machine, &queue) {
            panic!("{broken}\nminimal program:\n{}{event:?}\n", self.way(number));
        }
        if matches!(event, Event::Post { .. } | Event::Complete { .. }) {
            next.came += 1;
        }
        Some(next)
    }

    fn way(&self, mut number: usize) -> String {
        let mut events = Vec::new();
        while let Some((before, event)) = self.nodes[number].1 {
            events.push(format!("{event:?}\n"));
            number = before;
        }
        events.reverse();
        events.concat()
    }
}
