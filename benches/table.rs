//! The results, for the eye and as JSON.

use serde::Serialize;

use crate::growth::Growth;
use crate::harness::{Goal, Quantity, Readings, Spread, Unit, Workload};
use crate::host::Host;
use crate::native;

/// What a run found.
#[derive(Debug, Serialize)]
pub(crate) struct Results {
    pub(crate) host: Host,
    pub(crate) quick: bool,
    pub(crate) gates: &'static str,
    pub(crate) rows: Vec<Row>,
    pub(crate) memory: Vec<Memory>,
    pub(crate) growth: Vec<Growth>,
}

/// One quantity of one case, and for a peer how ours compares with it.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) id: &'static str,
    pub(crate) what: &'static str,
    pub(crate) quantity: &'static str,
    pub(crate) case: &'static str,
    pub(crate) value: f64,
    #[serde(skip)]
    shown: String,
    /// Ours by this, the median of the rounds, with the quartiles.
    pub(crate) ratio: Option<[f64; 3]>,
    pub(crate) goal: Option<f64>,
    pub(crate) met: Option<bool>,
}

/// What one of many things takes.
#[derive(Debug, Serialize)]
pub(crate) struct Memory {
    pub(crate) what: &'static str,
    pub(crate) bytes: f64,
}

/// The rows of a workload: for each quantity ours, then the peers.
pub(crate) fn rows(workload: &Workload<'_>, readings: &Readings) -> Vec<Row> {
    let mut rows = Vec::new();
    for (number, quantity) in workload.quantities.iter().enumerate() {
        for (case, name) in workload.cases.iter().map(|case| case.name).enumerate() {
            let value = Spread::of(readings.of(case, number)).median;
            if value.is_nan() {
                continue;
            }
            let ratio = (case > 0).then(|| Spread::of(readings.ratios(case, number)));
            let goal = goal(quantity, case, name);
            let reached = ratio.map_or(value, |ratio| ratio.median);
            rows.push(Row {
                id: workload.id,
                what: workload.what,
                quantity: quantity.name,
                case: name,
                value,
                shown: shown(value, quantity.unit),
                ratio: ratio.map(|Spread { low, median, high }| [low, median, high]),
                goal,
                met: goal.map(|goal| reached <= goal),
            });
        }
    }
    rows
}

/// The goal that is read off this case. Under Wine the goals are those that are set against it: a
/// thread of Wine's is not what the others were set for.
fn goal(quantity: &Quantity, case: usize, name: &str) -> Option<f64> {
    let counts = |goal: &&Goal| match goal {
        Goal::Ratio { peer, .. } => !native::is_wine() || *peer == native::name(),
        Goal::Value { .. } => !native::is_wine(),
    };
    quantity.goals.iter().filter(counts).find_map(|goal| match *goal {
        Goal::Ratio { peer, at_most } if peer == name => Some(at_most),
        Goal::Value { at_most } if case == 0 => Some(at_most),
        Goal::Ratio { .. } | Goal::Value { .. } => None,
    })
}

fn shown(value: f64, unit: Unit) -> String {
    let (value, unit) = match unit {
        Unit::Nanoseconds if value >= 1e6 => (value / 1e6, " ms"),
        Unit::Nanoseconds if value >= 1e4 => (value / 1e3, " µs"),
        Unit::Nanoseconds => (value, " ns"),
        Unit::Microseconds => (value, " µs"),
        Unit::Seconds => (value, " s"),
        Unit::Bytes => (value, " B"),
        Unit::Mebibytes => (value, " MiB"),
        Unit::Number => (value, ""),
    };
    format!("{}{unit}", digits(value))
}

/// Three digits or so.
fn digits(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        large if large >= 100.0 => format!("{value:.0}"),
        middle if middle >= 10.0 => format!("{value:.1}"),
        small if small >= 0.1 => format!("{value:.2}"),
        tiny if tiny >= 0.001 => format!("{value:.4}"),
        _ => format!("{value:.1e}"),
    }
}

impl Results {
    /// The whole, for a terminal or a document.
    pub(crate) fn text(&self) -> String {
        let mut text = self.host.line() + "\n";
        let gates = self.gates;
        text += &format!("gates passed: {gates}\n");
        if self.quick {
            text += "quick: few rounds; for a first look\n";
        }
        let mut last = "";
        let mut lines = Vec::new();
        for row in &self.rows {
            if row.id != last {
                lines.push(vec![]);
                let head = format!("{} {}", row.id, row.what);
                lines.push(vec![head]);
                last = row.id;
            }
            lines.push(row.cells());
        }
        text += &aligned(&lines);
        if !self.memory.is_empty() {
            text += "\nmemory\n";
            let cells = |memory: &Memory| {
                vec![format!("   {}", memory.what), format!("{} B", digits(memory.bytes))]
            };
            text += &aligned(&self.memory.iter().map(cells).collect::<Vec<_>>());
        }
        for growth in &self.growth {
            text += &format!("\ngrowth: {}\n", growth.what);
            let sizes = growth.points.iter().map(|(size, _)| format!("{size}"));
            let costs = growth.points.iter().map(|(_, cost)| shown(*cost, Unit::Nanoseconds));
            let exponent = format!("n^{:.2}", growth.exponent);
            let head = ["  ".to_owned()].into_iter().chain(sizes).chain(["exponent".to_owned()]);
            let line = ["  ".to_owned()].into_iter().chain(costs).chain([exponent]);
            text += &aligned(&[head.collect(), line.collect()]);
        }
        text + &self.verdict()
    }

    /// How many goals were reached, and which not.
    fn verdict(&self) -> String {
        let met = self.rows.iter().filter(|row| row.met == Some(true)).count();
        let missed: Vec<_> = self.rows.iter().filter(|row| row.met == Some(false)).collect();
        let mut text = format!("\n{met} of {} goals met\n", met + missed.len());
        for row in missed {
            text += &format!("missed: {} {}, {}\n", row.id, row.quantity, row.case);
        }
        text
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let case = format!("   {}", self.case);
        let mut cells = vec![case, self.shown.clone(), self.quantity.to_owned()];
        cells.push(match self.ratio {
            Some([low, median, high]) => {
                format!("× {} ({}–{})", digits(median), digits(low), digits(high))
            }
            None => String::new(),
        });
        if let (Some(goal), Some(met)) = (self.goal, self.met) {
            let word = if met { "met" } else { "MISSED" };
            cells.push(format!("≤ {}", digits(goal)));
            cells.push(word.to_owned());
        }
        cells
    }
}

/// Columns as wide as they must be. A line of one cell is a heading.
fn aligned(lines: &[Vec<String>]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter(|line| line.len() > 1).filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            // Numbers stand to the right.
            if line.len() > 1 && column == 1 {
                format!("{cell:>width$}")
            } else {
                format!("{cell:width$}")
            }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text += "\n";
    }
    text
}
