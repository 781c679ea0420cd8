//! Runs a model in every interleaving, and holds what came about against what is to come about.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use loom::model::Builder;

/// How many steps one run can have: more than any of these models needs.
const STEPS: usize = 10_000;

/// Runs `model` in every interleaving with so many preemptions at most. It returns what came
/// about in one run; over all of them that must be `sometimes`: all of it, and nothing else.
pub(crate) fn explore(
    title: &str,
    preemptions: usize,
    sometimes: &[&str],
    model: impl Fn() -> Vec<String> + Send + Sync + 'static,
) {
    let begun = Instant::now();
    let seen = Arc::new(Mutex::new((0_u64, BTreeMap::<String, u64>::new())));
    let mut builder = Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = STEPS;
    let noted = Arc::clone(&seen);
    builder.check(move || {
        let facts = model();
        let mut seen = noted.lock().expect("a failure ends the test");
        seen.0 += 1;
        for fact in facts {
            *seen.1.entry(fact).or_default() += 1;
        }
    });

    let seen = seen.lock().expect("a failure ends the test");
    let (executions, facts) = &*seen;
    let seconds = begun.elapsed().as_secs_f64();
    let head = format!("{title}: bound {preemptions}, {executions} executions, {seconds:.2} s");
    let told = facts.iter().map(|(fact, times)| format!("\n{times:9}  {fact}"));
    println!("{head}{}", told.collect::<String>());
    let came: Vec<&str> = facts.keys().map(String::as_str).collect();
    let mut sometimes = sometimes.to_vec();
    sometimes.sort_unstable();
    assert_eq!(came, sometimes, "{title}: what came about, and what was to come about");
}
