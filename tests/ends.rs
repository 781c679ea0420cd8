//! What a run says of the ends of a scenario with concurrent groups, against the end that it tells.

use iocp_sim::sim::{Failure, Run, Scenario, Told, run};

fn played(text: &str) -> Run {
    run(&Scenario::parse(text).expect("it is a scenario"))
}

#[test]
fn the_end_that_is_told_as_a_witness_is_one_whatever_groups_follow() {
    // The second group makes worlds alike: in most of its ends nobody can tell what A got first.
    let story = |groups: &str| {
        format!(
            "port P limit 1\nthread A\nconcurrently\nA: get P poll\nand\npost P key=1\nend\n\
             sometimes A got key=1\n{groups}"
        )
    };
    let forgets = "concurrently\nA: get P poll\nA: get P poll\nand\nadvance 1ms\nend\n";
    for groups in ["", forgets, &forgets.repeat(3), "A: get P poll\nA: get P poll\n"] {
        let run = played(&story(groups));
        assert_eq!(run.told, Told::Witness, "{groups}");
        let got = run.trace.steps[..2].iter().flat_map(|step| &step.results);
        let keys: Vec<u64> = got.flat_map(|result| &result.packets).map(|it| it.key).collect();
        assert_eq!(keys, [1], "{groups}");
    }
}

#[test]
fn a_way_whose_states_hold_too_much_is_cut_short_and_gone_to_its_end() {
    let posts = "post P\n".repeat(4000);
    let run = played(&format!("port P\nconcurrently\n{posts}and\n{posts}end\n"));
    assert!(!run.complete && run.trace.more_ends);
    assert_eq!((run.steps, run.ends), (8000, 1));
    assert!(run.trace.stops.is_some_and(|why| why.contains("too many for a trace")));
}

#[test]
fn what_fails_is_counted_in_all_ends_and_shown_in_the_first() {
    let run = played(
        "port P limit 1\nthread A B\nconcurrently\nA: get P poll\nand\nB: get P poll\n\
         and\npost P key=1\nend\nexpect A got\nexpect P queue []\n",
    );
    let told = run
        .failures
        .iter()
        .map(|Failure { span, of, found, .. }| (span.line, *of, found.as_str()))
        .collect::<Vec<_>>();
    let queue = "P queue [p1], which is [key=1]";
    assert_eq!(told, [(10, Some((2, 3)), "A timeout"), (11, Some((1, 3)), queue)]);
}
