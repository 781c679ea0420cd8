//! `examples/c`, built by both compilers with both libraries.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::build::{self, built, package, said};

/// What `limit.c` says of every port, whatever it does of the limit.
const LIMIT: &str = "\
8 workers, limit 2

                         begun  waiting  running
                        at least          at least
8 jobs are posted            2        0        2
job 1 waits                  3        1        2
job 2 waits                  4        2        2
job 3 waits                  5        3        2
job 4 waits                  6        4        2
job 5 waits                  7        5        2
job 6 waits                  8        6        2
job 7 waits                  8        7        1
job 8 waits                  8        8        0
job 1 is woken               8        7        1
job 2 is woken               8        6        2
job 3 is woken               8        5        3  over the limit
job 4 is woken               8        4        4  over the limit
job 5 is woken               8        3        5  over the limit
job 6 is woken               8        2        6  over the limit
job 7 is woken               8        1        7  over the limit
job 8 is woken               8        0        8  over the limit
8 more jobs are done        16        0        0

A worker that waits is replaced. One that is woken runs at once, whatever the limit.
";

const HELD: &str = "The limit held. Before the first worker was woken, at most 2 ran at a time. \
                    Jobs that began beside 2 others or more: 0.\n";

fn source(name: &str) -> PathBuf {
    package().join("../examples/c").join(name).with_extension("c")
}

/// Builds an example in each way for a test, and hands over the program.
fn each(name: &str, test: &str, check: impl Fn(&mut Command)) {
    let folder = build::libraries(&[]);
    for compiler in build::compilers() {
        for library in build::linked(&folder) {
            let program = built().join(format!("{name}-{test}-{compiler}"));
            said(build::compiler(compiler, &source(name), &program).args(library));
            check(&mut Command::new(&program));
        }
    }
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("it is UTF-8");
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_worker_that_waits_is_replaced_and_only_wake_ups_exceed_the_limit() {
    each("limit", "all", |program| {
        let output = program.output().expect("it runs");
        assert_eq!(texts(&output), (LIMIT.to_owned(), HELD.to_owned()));
        assert!(output.status.success());
    });
}

#[test]
fn a_pool_in_c_shows_its_port_while_it_works() {
    each("worker_pool", "watched", |program| {
        let shown = said(program.args(["--watch", "--ascii", "--jobs", "6"]));
        assert!(shown.is_ascii());
        let frames = shown.matches("  devices     completion queue        waiting").count();
        assert!(frames > 1, "{shown}");
        assert_eq!(shown.matches("8 workers, limit 2, ").count(), frames);
        let last = shown.lines().last().expect("it says something");
        assert!(last.starts_with("Jobs done: 6."), "{last}");
    });
}

#[test]
fn a_pool_in_c_says_how_it_went_and_what_words_it_knows() {
    each("worker_pool", "quiet", |program| {
        let output = program.args(["--jobs", "1"]).output().expect("it runs");
        let one = "Jobs done: 1. At most 1 workers computed at a time, with a limit of 2.\n";
        assert_eq!(texts(&output), (one.to_owned(), String::new()));
        let output = program.arg("--unknown").output().expect("it runs");
        assert!(texts(&output).1.starts_with("usage: "));
        assert_eq!(output.status.code(), Some(2));
    });
}
