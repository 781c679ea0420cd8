//! Long random programs over several ports, threads, devices and profiles, run on the world over
//! the machine and on the naive port of `reference`, which was written from SPEC.md alone.
//!
//! After each step both must say the same: what was possible, refused and returned, and what the
//! five lists of every port hold; and INV1 to INV6 hold. At the end every rule of kind move,
//! result and refusal must have fired. `PROPTEST_CASES` sets how many programs there are
//! (default 4000); the seed is fixed, so that a run can be repeated.

#[path = "../reference/mod.rs"]
mod reference;

mod compare;
mod program;

use std::cell::RefCell;
use std::collections::BTreeSet;

use iocp_sim::Rule;
use iocp_sim::rules::Kind;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};

use crate::compare::Pair;
use crate::program::{Program, programs};

const CASES: u32 = 4000;

fn config() -> Config {
    let given = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    Config {
        cases: given.unwrap_or(CASES),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        rng_seed: RngSeed::Fixed(0x10C9),
        ..Config::default()
    }
}

/// Runs a program on both, and says at which step they differ.
fn run(program: &Program, fired: &mut BTreeSet<Rule>) -> Result<(), String> {
    let mut pair = Pair::new(program);
    for (number, step) in (1..).zip(&program.steps) {
        pair.step(step, fired).map_err(|difference| format!("step {number}: {difference}"))?;
    }
    Ok(())
}

#[test]
fn machine_and_reference_agree_on_every_program_and_every_rule_fires() {
    let fired = RefCell::new(BTreeSet::new());
    let outcome = TestRunner::new(config()).run(&programs(), |program| {
        run(&program, &mut fired.borrow_mut()).map_err(TestCaseError::fail)
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, program)) => {
            let steps = program.possible();
            panic!("{reason}\n\nminimal program, {} steps:\n{program}\n", steps.len())
        }
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
    let labels = |rule: &&Rule| matches!(rule.kind(), Kind::Move | Kind::Result | Kind::Refusal);
    let expected = Rule::ALL.iter().filter(labels).filter(|rule| !rule.is_planned());
    let fired = fired.into_inner();
    let silent: Vec<&Rule> = expected.filter(|rule| !fired.contains(rule)).collect();
    assert!(silent.is_empty(), "no program made these rules fire: {silent:?}");
}
