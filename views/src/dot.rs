//! The explored states of a scenario in the language of Graphviz.

use std::fmt::Write;

use iocp_sim::sim::{Edge, Graph, Node, NodeKind};
use iocp_sim::trace::{Packet, PortState, Trace};

use crate::letters::shortened;

/// The most names or packets of a list that a node shows.
const MOST: usize = 8;

/// The most characters of a title and of a step. Graphviz gives each its whole width.
const TITLE: usize = 200;
const EVENT: usize = 80;

/// Colours of branches: text and lines on white paper.
const BRANCHES: [&str; 4] = ["#1f5fa8", "#8a6100", "#1f756b", "#7a2e6b"];

/// The graph of a scenario, with the way that `trace` tells in bold.
///
/// # Panics
///
/// If an edge or the told way leads to what the graph does not have. A graph that
/// [`graph`](iocp_sim::sim::graph) made has all of it.
#[must_use]
pub fn dot(graph: &Graph, trace: &Trace) -> String {
    let mut out = String::from("digraph scenario {\n");
    let caption = escaped(&caption(graph, trace)).replace('\n', "\\n");
    let _ = writeln!(out, "  graph [label=\"{caption}\", labelloc=t, fontname=\"sans-serif\"];");
    out += "  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10];\n";
    out += "  edge [fontname=\"monospace\", fontsize=9];\n";
    let told = told(graph);
    for (number, node) in graph.nodes.iter().enumerate().filter(|(_, node)| node.group.is_none()) {
        write_node(&mut out, trace, number, node, told.nodes[number]);
    }
    for group in 0..graph.groups {
        write_group(&mut out, graph, trace, group, &told);
    }
    for (edge, is_told) in graph.edges.iter().zip(&told.edges) {
        write_edge(&mut out, edge, *is_told);
    }
    out + "}\n"
}

/// What lies on the told way, where there are others.
struct Told {
    nodes: Vec<bool>,
    edges: Vec<bool>,
}

fn told(graph: &Graph) -> Told {
    let mut told =
        Told { nodes: vec![false; graph.nodes.len()], edges: vec![false; graph.edges.len()] };
    if graph.groups == 0 {
        return told;
    }
    told.nodes[0] = true;
    for &number in &graph.way {
        told.edges[number] = true;
        told.nodes[graph.edges[number].to] = true;
    }
    told
}

fn caption(graph: &Graph, trace: &Trace) -> String {
    let Graph { nodes, edges, .. } = graph;
    let counted = |count: usize, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    let (states, steps) = (counted(nodes.len(), "state"), counted(edges.len(), "step"));
    let ends = counted(graph.ends(), "end");
    let title = shortened(&trace.title, TITLE);
    let mut caption = format!("{title}\n{states}, {steps}, {ends} (double border). ");
    caption += if graph.groups == 0 { "Nothing is concurrent." } else { "The told way is bold." };
    caption += "\nA port has its active threads and its limit, and whatever it holds.";
    if graph.is_cut() {
        caption += "\nCut: what follows a dashed state is not shown, or not all of it.";
    }
    caption
}

fn write_group(out: &mut String, graph: &Graph, trace: &Trace, group: usize, told: &Told) {
    let nodes = graph.nodes.iter().enumerate();
    let inside: Vec<(usize, &Node)> = nodes.filter(|(_, it)| it.group == Some(group)).collect();
    if inside.is_empty() {
        return;
    }
    let label = format!("group {}; [n] is the branch", group + 1);
    let _ = writeln!(out, "  subgraph cluster_{group} {{");
    let _ = writeln!(out, "  label=\"{label}\"; color=\"#5b606a\"; style=dotted;");
    for (number, node) in inside {
        write_node(out, trace, number, node, told.nodes[number]);
    }
    out.push_str("  }\n");
}

fn write_node(out: &mut String, trace: &Trace, number: usize, node: &Node, is_told: bool) {
    let mut lines: Vec<String> = node.state.iter().map(port_line).collect();
    lines.extend(hands(trace, node));
    let shape = match &node.kind {
        NodeKind::Between => "",
        NodeKind::End => ", peripheries=2",
        NodeKind::Cut => ", style=\"rounded,dashed\"",
        NodeKind::Stopped(why) => {
            lines.push(format!("stopped: {why}"));
            ", shape=octagon, color=\"#b3261e\""
        }
    };
    let label: String = lines.iter().map(|line| escaped(line) + "\\l").collect();
    let bold = if is_told { ", penwidth=2.5" } else { "" };
    let _ = writeln!(out, "  n{number} [label=\"{label}\"{shape}{bold}];");
}

/// A port with those of its structures that hold something.
fn port_line(port: &PortState) -> String {
    let queue: Vec<String> = port.queue.iter().map(Packet::name).collect();
    let devices: Vec<String> = port.devices.iter().map(|(name, _)| name.clone()).collect();
    let mut line = format!("{} {}/{}", port.port, port.released.len(), port.limit);
    let structures = [
        ("devices", &devices),
        ("queue", &queue),
        ("waiting", &port.waiting),
        ("released", &port.released),
        ("paused", &port.paused),
    ];
    for (structure, names) in structures.into_iter().filter(|(_, names)| !names.is_empty()) {
        let _ = write!(line, " {structure} [{}]", listed(names));
    }
    match (port.closed, port.destroyed) {
        (_, true) => line += " destroyed",
        (true, false) => line += " closed",
        (false, false) => {}
    }
    line
}

/// What the threads have in hand, on one line if anything.
fn hands(trace: &Trace, node: &Node) -> Option<String> {
    let held = trace.threads.iter().zip(&node.holds).filter(|(_, packets)| !packets.is_empty());
    let hands: Vec<String> = held
        .map(|(thread, packets)| {
            let names: Vec<String> = packets.iter().map(Packet::name).collect();
            format!("{} has {}", thread.name, listed(&names))
        })
        .collect();
    (!hands.is_empty()).then(|| hands.join(", "))
}

fn listed(names: &[String]) -> String {
    let shown = names.iter().take(MOST).map(|name| shortened(name, EVENT)).collect::<Vec<_>>();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(" "),
        more => format!("{} +{more}", shown.join(" ")),
    }
}

fn write_edge(out: &mut String, edge: &Edge, is_told: bool) {
    let Edge { from, to, event, line, branch } = edge;
    let event = escaped(&shortened(event, EVENT));
    let (label, color) = match branch {
        Some(branch) => (format!("[{}] {event}", branch + 1), BRANCHES[branch % BRANCHES.len()]),
        None => (event, "#22252b"),
    };
    let bold = if is_told { ", penwidth=2.5, style=bold" } else { "" };
    let _ = write!(out, "  n{from} -> n{to} [label=\"{label}\", tooltip=\"line {line}\"");
    let _ = writeln!(out, ", color=\"{color}\", fontcolor=\"{color}\"{bold}];");
}

/// Text between double quotes. A backslash begins an escape there, `&` an entity of HTML; what
/// can not be seen is a blank.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out += "\\\\",
            '"' => out += "\\\"",
            '&' => out += "&amp;",
            '\n' => out.push('\n'),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
