//! How does the cost grow with the number of threads, packets and devices?

use iocp_sim::threads::WaitStrategy;
use serde::Serialize;

use crate::harness::{Scale, Spread, exponent, progress};
use crate::{depth, model, queues, wake};

/// A cost at several sizes.
#[derive(Debug, Serialize)]
pub(crate) struct Growth {
    pub(crate) what: &'static str,
    pub(crate) unit: &'static str,
    /// Size and cost.
    pub(crate) points: Vec<(f64, f64)>,
    /// How fast it grows: 0 not at all, 1 in proportion.
    pub(crate) exponent: f64,
}

fn growth(
    what: &'static str,
    sizes: &[u64],
    rounds: usize,
    mut cost: impl FnMut(u64) -> f64,
) -> Growth {
    let mut points = Vec::new();
    for &size in sizes {
        progress(&format!("growth: {what}, {size}"));
        let costs = (0..rounds).map(|_| cost(size)).collect();
        points.push((size as f64, Spread::of(costs).median));
    }
    progress("");
    Growth { what, unit: "ns", exponent: exponent(&points), points }
}

pub(crate) fn all(scale: Scale) -> Vec<Growth> {
    let rounds = scale.pick(1, 3);
    let port = || queues::ours(1, WaitStrategy::Park);
    let wakes = scale.pick(1_000, 5_000);
    let steps = scale.pick(200_000, 1_000_000);
    vec![
        growth(
            "post, wake, answer; sleeping threads",
            &[1, 10, 100, 1_000, 10_000],
            rounds,
            |size| wake::among(port, size as usize, wakes),
        ),
        growth(
            "fill and drain, a packet; packets",
            scale.pick(
                &[1_000, 10_000, 100_000, 1_000_000],
                &[1_000, 10_000, 100_000, 1_000_000, 10_000_000],
            ),
            rounds,
            |size| {
                // The shallow are filled as often as it takes to be timed.
                let times = (1_000_000 / size).max(1);
                (0..times).map(|_| depth::at_depth(size)).sum::<f64>() / times as f64
            },
        ),
        growth(
            "a step of the machine; devices",
            &[10, 100, 1_000, 10_000, 100_000, 1_000_000],
            rounds,
            |size| model::among_devices(size as u32, steps),
        ),
    ]
}
