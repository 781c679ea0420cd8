//! `iocp-sim fmt`: what it changes, and what it leaves alone.

use std::fs;

use crate::{Ended, command, ended, file, run};

const UNTIDY: &str = "port P limit 0x1 # one\nthread  A\nA:get P\n";
const TIDY: &str = "port P limit 1  # one\nthread A\nA: get P\n";

#[test]
fn a_file_is_changed_in_place_and_once() {
    let path = file("untidy.scenario", UNTIDY.as_bytes());
    let name = path.to_str().expect("the path is UTF-8");

    let Ended { code, out, .. } = run(&["fmt", "--check", name]);
    assert_eq!((code, out), (1, format!("would change {name}\n")));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), UNTIDY);

    let Ended { code, out, .. } = run(&["fmt", name]);
    assert_eq!((code, out), (0, format!("changed {name}\n")));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), TIDY);

    let quiet = Ended { code: 0, out: String::new(), err: String::new() };
    assert_eq!(run(&["fmt", name]), quiet);
    assert_eq!(run(&["fmt", "--check", name]), quiet);
}

#[test]
fn standard_input_is_printed_tidy() {
    let Ended { code, out, err } = ended(command(&["fmt", "-"]).write_stdin(UNTIDY));
    assert_eq!((code, out.as_str(), err.as_str()), (0, TIDY, ""));
    let check = |text: &str| ended(command(&["fmt", "-", "--check"]).write_stdin(text)).code;
    assert_eq!((check(UNTIDY), check(TIDY)), (1, 0));
}

#[test]
fn the_repositorys_scenarios_are_tidy() {
    for name in iocp_sim::sim::lesson_names() {
        let text = iocp_sim::sim::lesson(name).expect("it is there");
        let end = ended(command(&["fmt", "-", "--check"]).write_stdin(text));
        assert_eq!(end.code, 0, "{name}: `iocp-sim fmt` tidies it");
    }
}

#[test]
fn what_can_not_be_read_is_not_touched() {
    let path = file("broken.scenario", b"port P\npots P\n");
    let name = path.to_str().expect("the path is UTF-8");
    let Ended { code, err, .. } = run(&["fmt", name]);
    assert_eq!(code, 2);
    assert!(err.contains("`pots`") && err.contains("`post`"), "{err}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "port P\npots P\n");
    assert_eq!(run(&["fmt", "missing.scenario"]).code, 2);
}
