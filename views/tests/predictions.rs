//! Random programs of many threads: the answer that is called right is what the step comes to.

use std::cell::RefCell;

use iocp_sim::sim::{Act, Scenario, World, run};
use iocp_sim::trace::{Step, Trace};
use iocp_sim_views::{Prediction, prediction};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};

const THREADS: usize = 14;

/// What is asked, by the words of the question.
const KINDS: [&str; 4] = [" leaves ", "Does ", "Which thread gets p", "How many threads of "];

/// Most threads ask at one port first, so that many wait there.
fn programs() -> impl Strategy<Value = String> {
    let line = (0..THREADS, select(["P", "P", "P", "Q"].as_slice()), 0..16_u32);
    let line = line.prop_map(|(thread, port, what)| match what {
        0..=3 => format!("post {port}\n"),
        4 => "D: complete\n".to_owned(),
        5 => format!("t{thread}: post {port}\n"),
        6..=8 => format!("t{thread}: get {port}\n"),
        9 => format!("t{thread}: get {port} poll\n"),
        10 => format!("t{thread}: get {port} max 2 alertable\n"),
        11 | 12 => format!("t{thread}: block\n"),
        13 => format!("t{thread}: unblock\n"),
        14 => format!("t{thread}: suspend\n"),
        _ => format!("t{thread}: resume\n"),
    });
    let rare = (0..THREADS, 0..3).prop_map(|(thread, what)| match what {
        0 => "close Q\n".to_owned(),
        1 => "close P\n".to_owned(),
        _ => format!("t{thread}: exit\n"),
    });
    let first = Just((0..THREADS).collect::<Vec<_>>()).prop_shuffle();
    let lines = vec(prop_oneof![40 => line, 1 => rare], 20..120);
    (1..4_u32, first, lines).prop_map(|(limit, first, lines)| {
        let names: Vec<String> = (0..THREADS).map(|number| format!("t{number}")).collect();
        let gets: String = first[2..].iter().map(|number| format!("t{number}: get P\n")).collect();
        let head = format!("processors 2\nport P limit {limit}\nport Q limit 1\ndevice D\n");
        let head = format!("{head}thread {}\nassociate D P key=1\n", names.join(" "));
        format!("{head}{gets}{}", lines.concat())
    })
}

/// The trace of what can happen of a program.
fn trace(text: &str) -> Trace {
    let mut scenario = Scenario::parse(text).expect("a program is a scenario");
    let mut world = World::new(&scenario);
    scenario.statements.retain(|statement| match &statement.act {
        Act::Step(step) => world.step(step).is_ok(),
        _ => panic!("a program has only steps"),
    });
    run(&scenario).trace
}

/// The thread that gets a packet in a step, as an answer says it.
fn receiver(step: &Step, packet: u64) -> String {
    let mut results = step.results.iter();
    let result = results.find(|result| result.packets.iter().any(|one| one.n == packet));
    result.map_or_else(|| "nobody yet".to_owned(), |result| result.thread.clone())
}

/// What a get came to, as an answer says it.
fn outcome(step: &Step) -> String {
    let (actor, _) = step.event.split_once(": ").expect("a thread asks");
    let waits = step.state.iter().any(|port| port.waiting.iter().any(|name| name == actor));
    let own = step.results.iter().find(|result| result.thread == actor);
    let says = match (own, waits) {
        (None, true) => "it waits",
        (Some(result), false) if result.packets.is_empty() => "it returns without one",
        (Some(_), false) => "it gets a packet",
        other => panic!("a get waits or returns: {other:?}"),
    };
    says.to_owned()
}

/// The right answer, read from the step and from the words of the question.
fn right(step: &Step, kind: usize, words: &str) -> String {
    let after = |start: &str| {
        let (_, rest) = words.rsplit_once(start).expect("the kind has these words");
        rest.trim_end_matches('?').split(' ').next().expect("a word follows").to_owned()
    };
    match kind {
        0 | 2 => receiver(step, after("gets p").parse().expect("a packet has a number")),
        1 => outcome(step),
        _ => {
            let name = after("How many threads of ");
            let port = step.state.iter().find(|port| port.port == name);
            port.expect("the port is there").released.len().to_string()
        }
    }
}

/// How many questions of each kind there were, and of how many a thread was the answer while more
/// waited than are offered.
#[derive(Default)]
struct Seen {
    kinds: [usize; 4],
    among_many: [usize; 4],
}

fn hold(step: &Step, before: &Step, asked: &Prediction, seen: &mut Seen) {
    let Prediction { text, answers, right: place, .. } = asked;
    let words = text.strip_prefix(&step.event).expect("a question begins with its step");
    let kind = KINDS.iter().position(|kind| words.contains(kind)).expect("it is of a kind");
    let place = &answers[*place];
    assert_eq!(place.text, right(step, kind, words), "{text}");
    assert!((2..=10).contains(&answers.len()));
    for (number, answer) in answers.iter().enumerate() {
        assert!(answer.key != 's' && answer.thread.as_ref().is_none_or(|it| *it == answer.text));
        let others = &answers[..number];
        assert!(others.iter().all(|other| other.key != answer.key && other.text != answer.text));
    }
    if kind == 0 {
        let (actor, _) = step.event.split_once(": ").expect("a thread leaves");
        let (_, left) = words.split_once(" leaves ").expect("it leaves a port");
        let (left, _) = left.split_once('.').expect("a sentence ends");
        let left = step.state.iter().find(|port| port.port == left).expect("the port is there");
        assert!(
            [&left.waiting, &left.released, &left.paused]
                .iter()
                .all(|list| list.iter().all(|name| name != actor))
        );
    }
    seen.kinds[kind] += 1;
    let many = before.state.iter().any(|port| port.waiting.len() > 8);
    seen.among_many[kind] += usize::from(many && place.thread.is_some());
}

#[test]
fn the_right_answer_is_always_offered_and_is_what_the_step_comes_to() {
    let seen = RefCell::new(Seen::default());
    let config = Config {
        cases: 200,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x10C9),
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&programs(), |program| {
        let trace = trace(&program);
        for pair in trace.steps.windows(2) {
            if let Some(asked) = prediction(&trace, pair[1].n) {
                hold(&pair[1], &pair[0], &asked, &mut seen.borrow_mut());
            }
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let Seen { kinds, among_many } = seen.into_inner();
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    assert!(among_many[0] > 5 && among_many[2] > 5, "{among_many:?}");
}
