//! How many instructions each workload takes, and how that compares with a baseline.
//!
//! Counts say something beside those of the same compiler and target only, so both stand with them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// How many times the baseline is too much.
pub(crate) const MOST: f64 = 1.05;

/// How many times the baseline is so little that the baseline is to be renewed.
pub(crate) const LEAST: f64 = 0.95;

/// Instructions a unit of each workload: a packet, a pair of calls, a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    pub(crate) compiler: String,
    pub(crate) target: String,
    pub(crate) instructions: BTreeMap<String, f64>,
}

/// What has become of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Equal,
    Less,
    More,
    /// Only one of the two has it.
    Unknown,
}

/// A workload in the baseline and as it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) workload: String,
    baseline: Option<f64>,
    now: Option<f64>,
}

const HEAD: &str = "\
# Instructions for a packet, a pair of calls or a step of benches/count.rs, counted by callgrind.
# Written by `cargo xtask instructions --bless`; `cargo xtask instructions` compares with it.

";

impl Counts {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("cannot understand {}", path.display()))
    }

    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let text = HEAD.to_owned() + &toml::to_string(self)?;
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Why the two can not be compared, if they can not.
    pub(crate) fn apart(&self, now: &Self) -> Option<String> {
        let build = |counts: &Self| format!("{}, {}", counts.compiler, counts.target);
        let (before, now) = (build(self), build(now));
        (before != now).then(|| format!("the baseline is of {before}, and this is {now}"))
    }

    /// Compares with this as the baseline.
    pub(crate) fn compare(&self, now: &Self) -> Vec<Row> {
        let names: BTreeSet<_> = self.instructions.keys().chain(now.instructions.keys()).collect();
        let count = |counts: &Self, name: &String| counts.instructions.get(name).copied();
        let row = |name: &String| Row {
            workload: name.clone(),
            baseline: count(self, name),
            now: count(now, name),
        };
        names.into_iter().map(row).collect()
    }
}

impl Row {
    pub(crate) fn verdict(&self) -> Verdict {
        match self.ratio() {
            None => Verdict::Unknown,
            Some(ratio) if ratio > MOST => Verdict::More,
            Some(ratio) if ratio < LEAST => Verdict::Less,
            Some(_) => Verdict::Equal,
        }
    }

    pub(crate) fn ratio(&self) -> Option<f64> {
        Some(self.now? / self.baseline?)
    }
}

/// The lines of a table.
pub(crate) fn table(rows: &[Row]) -> Vec<String> {
    let width = rows.iter().map(|row| row.workload.len()).max().unwrap_or(0).max("workload".len());
    let line = |name: &str, cells: [String; 3], word: &str| {
        let [baseline, now, change] = cells;
        let line = format!("{name:width$}  {baseline:>9}  {now:>9}  {change:>8}  {word}");
        line.trim_end().to_owned()
    };
    let head = line("workload", ["baseline", "now", "change"].map(ToOwned::to_owned), "");
    let count = |count: Option<f64>| count.map_or("-".to_owned(), |count| format!("{count:.1}"));
    let lines = rows.iter().map(|row| {
        let change = row.ratio().map(|ratio| format!("{:+.1} %", (ratio - 1.0) * 100.0));
        let word = match row.verdict() {
            Verdict::Equal => "",
            Verdict::Less => "less",
            Verdict::More => "MORE",
            Verdict::Unknown => "UNKNOWN",
        };
        line(&row.workload, [count(row.baseline), count(row.now), change.unwrap_or_default()], word)
    });
    [head].into_iter().chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(instructions: &[(&str, f64)]) -> Counts {
        let instructions = instructions.iter().map(|&(name, count)| (name.to_owned(), count));
        let (compiler, target) = ("rustc 1.0.0".to_owned(), "x86_64".to_owned());
        Counts { compiler, target, instructions: instructions.collect() }
    }

    fn verdict(baseline: f64, now: f64) -> Verdict {
        let (baseline, now) = (counts(&[("pair", baseline)]), counts(&[("pair", now)]));
        let rows = baseline.compare(&now);
        assert_eq!(rows.len(), 1);
        rows[0].verdict()
    }

    #[test]
    fn five_in_a_hundred_are_borne_either_way() {
        assert_eq!(verdict(200.0, 210.0), Verdict::Equal);
        assert_eq!(verdict(200.0, 210.1), Verdict::More);
        assert_eq!(verdict(200.0, 190.0), Verdict::Equal);
        assert_eq!(verdict(200.0, 189.9), Verdict::Less);
    }

    #[test]
    fn a_workload_that_one_of_the_two_lacks_is_unknown() {
        let (baseline, now) = (counts(&[("old", 1.0)]), counts(&[("new", 1.0)]));
        let verdicts: Vec<_> = baseline.compare(&now).iter().map(Row::verdict).collect();
        assert_eq!(verdicts, [Verdict::Unknown; 2]);
    }

    #[test]
    fn counts_of_another_compiler_stand_apart() {
        let (one, mut other) = (counts(&[]), counts(&[]));
        assert_eq!(one.apart(&other), None);
        other.compiler = "rustc 2.0.0".to_owned();
        let reason = "the baseline is of rustc 1.0.0, x86_64, and this is rustc 2.0.0, x86_64";
        assert_eq!(one.apart(&other).as_deref(), Some(reason));
    }

    #[test]
    fn the_table_shows_baseline_now_and_change() {
        let baseline = counts(&[("pair", 200.0), ("step", 100.0), ("old", 3.0)]);
        let now = counts(&[("pair", 222.0), ("step", 98.0)]);
        assert_eq!(
            table(&baseline.compare(&now)),
            [
                "workload   baseline        now    change",
                "old             3.0          -            UNKNOWN",
                "pair          200.0      222.0   +11.0 %  MORE",
                "step          100.0       98.0    -2.0 %",
            ]
        );
    }

    #[test]
    fn what_is_written_can_be_read() {
        let written = counts(&[("a-b", 296.0), ("c", 0.5)]);
        let text = HEAD.to_owned() + &toml::to_string(&written).unwrap();
        assert_eq!(toml::from_str::<Counts>(&text).unwrap(), written);
    }
}
