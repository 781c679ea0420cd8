//! How cases are compared: round by round, in turn, so that whatever slows the machine for a while
//! slows all of them.
//!
//! A ratio is taken within a round, and the median of the ratios is what counts.

use std::io::{IsTerminal, Write};

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Enough for a first look.
    Quick,
    /// Enough for a claim.
    Full,
}

impl Scale {
    /// One number for a first look, another for a claim.
    pub(crate) fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

/// A question, and those who answer it.
pub(crate) struct Workload<'a> {
    /// Its name in the table: P1, S1 and so on.
    pub(crate) id: &'static str,
    /// What is done.
    pub(crate) what: &'static str,
    /// What is read off each case, in this order.
    pub(crate) quantities: Vec<Quantity>,
    /// The first is ours.
    pub(crate) cases: Vec<Case<'a>>,
    pub(crate) rounds: usize,
}

/// Something that is read off each case.
pub(crate) struct Quantity {
    pub(crate) name: &'static str,
    pub(crate) unit: Unit,
    pub(crate) goals: Vec<Goal>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Nanoseconds,
    Microseconds,
    Seconds,
    Bytes,
    Mebibytes,
    /// A number of things, or a ratio.
    Number,
}

/// What is to be reached. The less, the better.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// Ours may be so many times that of the peer.
    Ratio { peer: &'static str, at_most: f64 },
    /// Ours may be so much.
    Value { at_most: f64 },
}

/// One of those who answer.
pub(crate) struct Case<'a> {
    pub(crate) name: &'static str,
    read: Box<dyn FnMut() -> Vec<f64> + 'a>,
}

impl<'a> Case<'a> {
    /// A case that `read` is called for once a round. It gives a number for each quantity.
    pub(crate) fn new(name: &'static str, read: impl FnMut() -> Vec<f64> + 'a) -> Self {
        Self { name, read: Box::new(read) }
    }

    /// A case with one number.
    pub(crate) fn one(name: &'static str, mut read: impl FnMut() -> f64 + 'a) -> Self {
        Self::new(name, move || vec![read()])
    }
}

impl Quantity {
    pub(crate) fn new(name: &'static str, unit: Unit) -> Self {
        Self { name, unit, goals: Vec::new() }
    }

    pub(crate) fn goal(mut self, goal: Goal) -> Self {
        self.goals.push(goal);
        self
    }

    pub(crate) fn ratio(self, peer: &'static str, at_most: f64) -> Self {
        self.goal(Goal::Ratio { peer, at_most })
    }

    pub(crate) fn value(self, at_most: f64) -> Self {
        self.goal(Goal::Value { at_most })
    }
}

/// What was read: for each case its readings, round by round.
pub(crate) struct Readings(Vec<Vec<Vec<f64>>>);

impl Workload<'_> {
    /// Runs the rounds. Each begins with another case, so that none is always the first; a round
    /// before them warms up and is not read.
    pub(crate) fn run(&mut self) -> Readings {
        let count = self.cases.len();
        let mut readings = vec![Vec::new(); count];
        for round in 0..=self.rounds {
            progress(&format!("{} round {round} of {}", self.id, self.rounds));
            for turn in 0..count {
                let number = (round + turn) % count;
                let reading = (self.cases[number].read)();
                assert_eq!(reading.len(), self.quantities.len(), "{}", self.cases[number].name);
                if round > 0 {
                    readings[number].push(reading);
                }
            }
        }
        progress("");
        Readings(readings)
    }
}

impl Readings {
    /// One quantity of one case, round by round.
    pub(crate) fn of(&self, case: usize, quantity: usize) -> Vec<f64> {
        self.0[case].iter().map(|reading| reading[quantity]).collect()
    }

    /// Ours by the peer's, round by round. Where both are nothing they are equal.
    pub(crate) fn ratios(&self, peer: usize, quantity: usize) -> Vec<f64> {
        let ours = self.of(0, quantity);
        let theirs = self.of(peer, quantity);
        let pairs = ours.into_iter().zip(theirs);
        pairs.map(|(ours, theirs)| if ours == theirs { 1.0 } else { ours / theirs }).collect()
    }
}

/// The middle, and a quarter of the way from either end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) low: f64,
    pub(crate) median: f64,
    pub(crate) high: f64,
}

impl Spread {
    pub(crate) fn of(mut values: Vec<f64>) -> Self {
        assert!(!values.is_empty(), "something was read");
        values.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let place = part * (values.len() - 1) as f64;
            let (below, above) = (place.floor() as usize, place.ceil() as usize);
            let share = place - place.floor();
            if below == above {
                values[below]
            } else {
                values[below] * (1.0 - share) + values[above] * share
            }
        };
        Self { low: at(0.25), median: at(0.5), high: at(0.75) }
    }
}

/// The slope of a line through the logarithms: how fast `y` grows with `x`, 0 for not at all and 1
/// for in proportion.
pub(crate) fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean_x = logs.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = logs.iter().map(|(_, y)| y).sum::<f64>() / count;
    let covariance: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    covariance / variance
}

/// Says on a terminal what is going on, in a line that the next one takes the place of.
pub(crate) fn progress(what: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // Whether it is seen does not matter.
        let _ = write!(stderr, "\r\x1b[2K{what}").and_then(|()| stderr.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between_two() {
        let spread = Spread::of(vec![4.0, 1.0, 3.0, 2.0]);
        assert_eq!(spread, Spread { low: 1.75, median: 2.5, high: 3.25 });
    }

    #[test]
    fn a_ratio_is_taken_within_its_round() {
        let mut times = [2.0, 20.0, 200.0].into_iter().cycle();
        let mut other = [1.0, 10.0, 400.0].into_iter().cycle();
        let mut workload = Workload {
            id: "T",
            what: "test",
            quantities: vec![Quantity::new("time", Unit::Nanoseconds)],
            cases: vec![
                Case::one("ours", || times.next().unwrap()),
                Case::one("peer", || other.next().unwrap()),
            ],
            rounds: 3,
        };
        let readings = workload.run();
        // The round before the first is not read.
        assert_eq!(readings.ratios(1, 0), [2.0, 0.5, 2.0]);
    }

    #[test]
    fn the_exponent_tells_constant_linear_and_quadratic_apart() {
        let points = |power: i32| [10.0_f64, 100.0, 1000.0].map(|x| (x, 3.0 * x.powi(power)));
        for power in 0..3 {
            assert!((exponent(&points(power)) - f64::from(power)).abs() < 1e-9);
        }
    }
}
