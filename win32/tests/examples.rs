//! The examples run, and show what they claim.

#![cfg(not(windows))]

use worker_pool::{Options, view};

#[expect(dead_code, reason = "an example has a main function of its own")]
#[path = "../../examples/worker_pool/worker_pool.rs"]
mod worker_pool;

const HEADS: &str = "  devices     completion queue        waiting";

/// What is written while nine jobs are done, and what is said at the end.
fn watched(ascii: bool, terminal: bool) -> (String, String) {
    let mut out = Vec::new();
    let options = Options { jobs: 9, watch: true, ascii };
    let said = view::watched(&options, &mut out, terminal).expect("there is room for it");
    (String::from_utf8(out).expect("it is UTF-8"), said)
}

#[test]
fn a_pool_is_seen_frame_by_frame_as_its_workers_pause_and_go_on() {
    let (shown, said) = watched(true, false);
    assert!(shown.is_ascii());
    let frames: Vec<&str> =
        shown.split("--------------------------------------------------\n  ").skip(1).collect();
    for frame in &frames {
        assert!(frame.starts_with("8 workers, limit 2, "), "{frame}");
        assert!(frame.contains(HEADS), "{frame}");
    }
    // The caption of the paused threads stands last in its line.
    let paused = |frame: &&&str| {
        let captions = frame.lines().find(|line| line.contains(" of 2"));
        !captions.expect("it tells how many are released").ends_with("nobody")
    };
    assert!(frames.iter().any(|frame| paused(&frame)), "nobody was seen to pause:\n{shown}");
    assert!(said.starts_with("Jobs done: 9."), "{said}");
}

#[test]
fn a_terminal_has_its_own_screen_again_after_the_pool_was_watched() {
    let (shown, said) = watched(false, true);
    assert!(shown.starts_with("\x1b[?1049h"));
    assert!(shown.ends_with("\x1b[?1049l"));
    let frames = shown.matches("\x1b[H").count();
    assert!(frames > 1 && shown.matches(HEADS).count() == frames, "{shown:?}");
    assert!(said.starts_with("Jobs done: 9."), "{said}");
}
