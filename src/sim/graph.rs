//! The states that a scenario can be in, and the steps that lead from one to the next.
//!
//! It tells the same ends as a run does. It checks no expectation.

use std::collections::{HashMap, VecDeque};
use std::iter;

use super::explore::fingerprint;
use super::record::{holds, port_state};
use super::scenario::{Act, Branch, PortId, Scenario, Step};
use super::world::{Impossible, World};
use crate::trace::{Packet, PortState, Trace};

/// The states of a scenario and the steps between them. The first node is the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The states, in the order in which they were found; those of the told way come first.
    pub nodes: Vec<Node>,
    /// The steps.
    pub edges: Vec<Edge>,
    /// The told way: the numbers of its edges, from the beginning on.
    pub way: Vec<usize>,
    /// How many groups the scenario has.
    pub groups: usize,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What the ports hold, in the order of declaration.
    pub state: Vec<PortState>,
    /// What each thread has in hand, in the order of declaration.
    pub holds: Vec<Vec<Packet>>,
    /// The number of the group that is under way, counted from 0.
    pub group: Option<usize>,
    /// What follows.
    pub kind: NodeKind,
}

/// What follows a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Steps, and the graph has them all.
    Between,
    /// Nothing: the scenario is over.
    End,
    /// A step that can not happen.
    Stopped(Impossible),
    /// Steps that the graph does not have, since it would grow too large.
    Cut,
}

/// A step from one state to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the state before it.
    pub from: usize,
    /// The number of the state after it.
    pub to: usize,
    /// The step, as a scenario has it.
    pub event: String,
    /// The line that it stands in.
    pub line: usize,
    /// The branch of its group, counted from 0.
    pub branch: Option<usize>,
}

impl Graph {
    /// The most states that are worth looking at where nobody says otherwise.
    pub const CAP: usize = 500;

    /// The most that its states hold together, in ports, threads and packets: some 400 MB. A state
    /// has a copy of everything, so that few states of a large scenario would fill any memory.
    const MOST: usize = 4_000_000;

    /// In how many ends the scenario can end, as far as the graph has them.
    #[must_use]
    pub fn ends(&self) -> usize {
        self.nodes.iter().filter(|node| node.kind == NodeKind::End).count()
    }

    /// Whether something was left out.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.nodes.iter().any(|node| node.kind == NodeKind::Cut)
    }
}

/// The states of `scenario`: at most `cap` of them, fewer where they hold much, and at least one.
/// The way that `told` tells comes first, so that it is there whatever is left out.
///
/// Within a group, states are one where whatever follows is the same; after it, each of its ends
/// goes on by itself, as in a run.
///
/// # Examples
///
/// ```
/// use iocp_sim::sim::{Graph, Scenario, graph, run};
///
/// let scenario = Scenario::parse(
///     "port P limit 1\n\
///      thread A B\n\
///      concurrently\n\
///      A: get P\n\
///      and\n\
///      B: get P\n\
///      end\n",
/// )?;
/// let graph = graph(&scenario, &run(&scenario).trace, Graph::CAP);
/// assert_eq!((graph.nodes.len(), graph.edges.len(), graph.ends()), (5, 4, 2));
/// # Ok::<(), iocp_sim::sim::ScenarioError>(())
/// ```
#[must_use]
pub fn graph(scenario: &Scenario, told: &Trace, cap: usize) -> Graph {
    let groups = scenario.statements.iter().filter(|it| matches!(it.act, Act::Group(_))).count();
    let graph = Graph { nodes: Vec::new(), edges: Vec::new(), way: Vec::new(), groups };
    let cap = cap.max(1);
    let known = HashMap::new();
    let mut builder = Builder { scenario, cap, graph, known, weight: 0, rest: VecDeque::new() };
    builder.add_way(told);
    while let Some((number, spot)) = builder.rest.pop_front() {
        builder.expand(number, &spot);
    }
    builder.mark_way(told);
    builder.graph
}

/// Where a scenario can be.
#[derive(Clone)]
struct Spot {
    world: World,
    refused: bool,
    /// The statement that comes next: a step, or a group in which something can go on.
    statement: usize,
    /// How many steps of each branch have happened; nothing where no group comes next.
    positions: Vec<usize>,
    /// The end of a group that this follows, without a group in between. Such ends stay apart.
    front: Option<usize>,
}

/// A step that can come next, and where it leads.
struct Next {
    line: usize,
    event: String,
    branch: Option<usize>,
    spot: Spot,
}

struct Builder<'a> {
    scenario: &'a Scenario,
    cap: usize,
    graph: Graph,
    /// The number of each state, by its fingerprint.
    known: HashMap<u128, usize>,
    /// How much the states hold together.
    weight: usize,
    /// What was found and not looked at, in the order in which it was found.
    rest: VecDeque<(usize, Spot)>,
}

impl Builder<'_> {
    fn add_way(&mut self, told: &Trace) {
        let mut spot = self.first();
        let mut number = self.add(&spot).expect("there is room for one");
        for step in &told.steps {
            let Ok(mut followed) = followed_by(self.scenario, number, &spot) else { return };
            let Some(next) = followed.find(|next| next.line == step.line) else { return };
            drop(followed);
            let Some(found) = self.add(&next.spot) else { return };
            (number, spot) = (found, next.spot);
        }
    }

    /// Finds the edges of the told way. A line holds one step, so that no two edges of a state
    /// share it.
    fn mark_way(&mut self, told: &Trace) {
        let edges = self.graph.edges.iter().enumerate();
        let leaving: HashMap<(usize, usize), usize> =
            edges.map(|(number, edge)| ((edge.from, edge.line), number)).collect();
        let mut at = 0;
        for step in &told.steps {
            let Some(&number) = leaving.get(&(at, step.line)) else { return };
            self.graph.way.push(number);
            at = self.graph.edges[number].to;
        }
    }

    fn first(&self) -> Spot {
        let world = World::new(self.scenario);
        let positions = Vec::new();
        let first = Spot { world, refused: false, statement: 0, positions, front: None };
        first.settled(self.scenario)
    }

    /// The number of a state, or nothing where there is no room for another.
    fn add(&mut self, spot: &Spot) -> Option<usize> {
        let Spot { world, refused, statement, positions, front } = spot;
        let mark = fingerprint(&(world, refused, statement, positions, front));
        if let Some(&number) = self.known.get(&mark) {
            return Some(number);
        }
        let number = self.graph.nodes.len();
        if number == self.cap || self.is_full() {
            return None;
        }
        self.weight += world.weight();
        self.known.insert(mark, number);
        self.graph.nodes.push(self.node(spot));
        self.rest.push_back((number, spot.clone()));
        Some(number)
    }

    fn node(&self, spot: &Spot) -> Node {
        let ports = (0..self.scenario.ports.len()).map(PortId);
        let under_way = spot.positions.iter().any(|&steps| steps > 0);
        let before = &self.scenario.statements[..spot.statement];
        let groups = before.iter().filter(|it| matches!(it.act, Act::Group(_))).count();
        Node {
            state: ports.map(|port| port_state(self.scenario, &spot.world, port)).collect(),
            holds: holds(self.scenario, &spot.world),
            group: under_way.then_some(groups),
            kind: NodeKind::Between,
        }
    }

    fn expand(&mut self, number: usize, spot: &Spot) {
        let kind = match followed_by(self.scenario, number, spot) {
            Ok(nexts) => self.connect(number, nexts),
            Err(why) => NodeKind::Stopped(why),
        };
        self.graph.nodes[number].kind = kind;
    }

    /// Adds what comes next; where nothing does, it is an end.
    fn connect(&mut self, from: usize, nexts: impl Iterator<Item = Next>) -> NodeKind {
        let mut kind = NodeKind::End;
        for Next { line, event, branch, spot } in nexts {
            match self.add(&spot) {
                Some(to) => {
                    self.graph.edges.push(Edge { from, to, event, line, branch });
                    if kind == NodeKind::End {
                        kind = NodeKind::Between;
                    }
                }
                // To look at all the others would take too long.
                None if self.is_full() => return NodeKind::Cut,
                None => kind = NodeKind::Cut,
            }
        }
        kind
    }

    fn is_full(&self) -> bool {
        self.weight > Graph::MOST
    }
}

/// What can come next, made one at a time; nothing at an end.
fn followed_by<'a>(
    scenario: &'a Scenario,
    number: usize,
    spot: &'a Spot,
) -> Result<Box<dyn Iterator<Item = Next> + 'a>, Impossible> {
    let Some(statement) = scenario.statements.get(spot.statement) else {
        return Ok(Box::new(iter::empty()));
    };
    let next = |line, step: &Step, branch, spot: Spot| {
        let event = step.text(scenario);
        Next { line, event, branch, spot: spot.settled(scenario) }
    };
    match &statement.act {
        Act::Step(step) => {
            let mut after = spot.after(step)?;
            after.statement += 1;
            after.front = spot.front.or(Some(number));
            Ok(Box::new(iter::once(next(statement.span.line, step, None, after))))
        }
        Act::Group(branches) => {
            let able = branches.iter().enumerate().filter_map(move |(branch, steps)| {
                let after = spot.after_branch(branch, steps)?;
                let one = &steps.steps[spot.positions[branch]];
                Some(next(one.span.line, &one.step, Some(branch), after))
            });
            Ok(Box::new(able))
        }
        Act::Expect(_) | Act::Note(_) | Act::Outcome(..) => {
            unreachable!("a settled spot stands before what happens")
        }
    }
}

impl Spot {
    /// Goes past what does not happen: notes, expectations, and groups that can not go on.
    fn settled(mut self, scenario: &Scenario) -> Self {
        while let Some(statement) = scenario.statements.get(self.statement) {
            match &statement.act {
                Act::Step(_) => break,
                Act::Group(branches) => {
                    if self.positions.is_empty() {
                        self.positions = vec![0; branches.len()];
                    }
                    let mut numbered = branches.iter().enumerate();
                    if numbered.any(|(branch, steps)| self.after_branch(branch, steps).is_some()) {
                        break;
                    }
                    self.positions = Vec::new();
                    self.front = None;
                }
                Act::Expect(_) | Act::Note(_) | Act::Outcome(..) => {}
            }
            self.statement += 1;
        }
        self
    }

    fn after(&self, step: &Step) -> Result<Self, Impossible> {
        let mut next = self.clone();
        next.refused = next.world.step(step)?.refused.is_some();
        Ok(next)
    }

    /// After the next step of a branch, if there is one and it can happen.
    fn after_branch(&self, number: usize, branch: &Branch) -> Option<Self> {
        let one = branch.steps.get(self.positions[number])?;
        let mut next = self.after(&one.step).ok()?;
        next.positions[number] += 1;
        next.front = None;
        Some(next)
    }
}
