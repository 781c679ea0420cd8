//! The player in a terminal of its own, as a person sees it: keys go in, screens are compared with
//! those in `golden`. `IOCP_SIM_GOLDEN=write` writes them anew, to be looked at before they are
//! kept.
//!
//! Nothing here waits for a time: each step waits for something to be on the screen. Files have
//! names without a folder, so that no screen depends on where the sources lie.
#![cfg(unix)]

mod terminal;

use std::fs;
use std::path::PathBuf;

use terminal::Terminal;

const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";
const ENTER: &str = "\r";
const ESCAPE: &str = "\x1b";
const TAB: &str = "\t";

/// Waits until the screen is the golden one of this name.
fn assert_golden(terminal: &Terminal, name: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/golden");
    let path = folder.join(format!("{name}.txt"));
    if std::env::var_os("IOCP_SIM_GOLDEN").is_some() {
        fs::write(&path, terminal.settled()).expect("the folder is there");
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    terminal.wait_for(&format!("{name}, which was\n{golden}\n"), |screen| screen == golden);
}

#[test]
fn a_lesson_is_played_to_its_end_and_left() {
    let mut terminal = Terminal::play(&["lifo"], 80, 24);
    terminal.wait("step 0 of 11");
    assert_golden(&terminal, "lifo-start");
    terminal.press(RIGHT);
    terminal.wait("step 1 of 11");
    terminal.press("g7");
    terminal.wait("go to step: 7");
    terminal.press(ENTER);
    terminal.wait("step 7 of 11");
    assert_golden(&terminal, "lifo-middle");
    terminal.press(END);
    terminal.wait("step 11 of 11");
    assert_golden(&terminal, "lifo-end");
    terminal.press(LEFT);
    terminal.wait("step 10 of 11");
    terminal.press(HOME);
    terminal.wait("step 0 of 11");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn what_if_is_chosen_undone_and_saved_as_a_scenario_that_holds() {
    let saved = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("played.scenario");
    let _ = fs::remove_file(&saved);
    let mut terminal = Terminal::play(&["lifo", "--step", "6"], 80, 24);
    terminal.wait("step 6 of 11");
    terminal.press("w");
    terminal.wait("What if?");
    assert_golden(&terminal, "what-if");
    terminal.press(DOWN);
    terminal.press("A: gte P");
    terminal.wait("A: gte P_");
    terminal.press(ENTER);
    terminal.wait("did you mean");
    terminal.press(ESCAPE);
    // A key that follows at once would be read as one with Alt.
    terminal.wait_for("the steps alone", |screen| !screen.contains("What if?"));
    terminal.press("wpost P key=9\r");
    terminal.wait("step 7 of 7");
    terminal.wait("what if after 6");
    assert_golden(&terminal, "branch");
    terminal.press("s");
    terminal.wait("as: whatif.scenario_");
    terminal.press(&"\x7f".repeat("whatif.scenario".len()));
    terminal.press("played.scenario");
    terminal.press(ENTER);
    terminal.wait("Saved:");
    terminal.press("u");
    terminal.wait("step 6 of 11");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    let saved = fs::read_to_string(&saved).expect("it was saved");
    assert!(saved.ends_with("post P key=9\n"), "{saved}");
    let scenario = iocp_sim::sim::Scenario::parse(&saved).expect("it is a scenario");
    assert_eq!(iocp_sim::sim::run(&scenario).trace.steps.len(), 7);
}

#[test]
fn a_prediction_is_asked_for_before_the_step_and_judged_in_words() {
    let mut terminal = Terminal::play(&["lifo", "--step", "6", "--predict"], 80, 24);
    terminal.wait("predict 0/0");
    terminal.press(RIGHT);
    terminal.wait("Which thread gets p1?");
    assert_golden(&terminal, "question");
    terminal.press("a");
    terminal.wait("You said: A. Right is: D.");
    assert_golden(&terminal, "wrong");
    terminal.press(RIGHT);
    terminal.wait("Does D get a packet, or does it wait?");
    terminal.press("w");
    terminal.wait("As you said: it waits.");
    terminal.press(RIGHT);
    terminal.wait("Which thread gets p2?");
    terminal.press("4");
    terminal.wait("As you said: D.");
    terminal.wait("predict 2/3");
    terminal.press(ESCAPE);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn a_question_is_not_passed_unseen_and_the_end_leads_to_the_next_lesson() {
    let mut terminal = Terminal::play(&["lifo", "--step", "10", "--predict"], 80, 24);
    terminal.wait("predict 0/0");
    terminal.press(RIGHT);
    terminal.wait("[s] skip it");
    terminal.press(RIGHT);
    terminal.wait("Answer first, or skip the question with s.");
    terminal.press(ENTER);
    terminal.wait("The end: 1 skipped.");
    assert_golden(&terminal, "skipped");
    terminal.press("n");
    terminal.wait("The limit");
    terminal.wait("predict 0/0");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn a_story_that_can_not_go_on_does_not_end_but_stops() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stops.scenario");
    fs::write(&path, "port P\nthread A\nA: get P\nA: block\n").expect("it can be written");
    let mut terminal = Terminal::play(&["stops.scenario", "--step", "1"], 80, 24);
    terminal.wait("Here the trace stops.");
    terminal.wait("The story can not go on with `A: block`");
    terminal.press("q");
    assert_eq!(terminal.ends(), 2);
}

#[test]
fn without_colour_and_in_ascii_nothing_is_lost() {
    let mut terminal = Terminal::play(&["over-limit", "--step", "8", "--ascii"], 80, 24);
    terminal.wait("step 8 of 11");
    assert_golden(&terminal, "ascii");
    assert!(terminal.screen().is_ascii(), "{}", terminal.screen());
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    let mut terminal = Terminal::play(&["over-limit", "--step", "8", "--color", "never"], 80, 24);
    terminal.wait("1 over");
    assert!(!terminal.has_colour());
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn help_names_every_key_and_any_key_leaves_it() {
    let mut terminal = Terminal::play(&["lifo"], 80, 24);
    terminal.wait("step 0 of 11");
    terminal.press("?");
    terminal.wait("The keys");
    assert_golden(&terminal, "help");
    terminal.press("x");
    terminal.wait("Nothing has happened yet.");
    terminal.press(TAB);
    terminal.wait("A runs");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn a_large_terminal_shows_all_at_once_and_a_small_one_what_fits() {
    let mut terminal = Terminal::play(&["two-ports", "--step", "5"], 120, 40);
    terminal.wait("step 5 of 11");
    terminal.wait("Programs");
    assert_golden(&terminal, "large");
    terminal.resize(80, 24);
    terminal.wait_for("one pane", |screen| !screen.contains("Programs"));
    assert_golden(&terminal, "two-ports");
    terminal.resize(40, 10);
    let is_small = |screen: &str| screen.lines().count() <= 10 && screen.contains("step 5");
    terminal.wait_for("a small screen", is_small);
    terminal.resize(20, 5);
    terminal.wait("play needs");
    terminal.resize(80, 24);
    terminal.wait("tab pane");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn what_fails_is_said_after_the_screen_is_left() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fails.scenario");
    let text = "port P\nthread A\nA: get P\nexpect A got key=1\n";
    fs::write(&path, text).expect("the folder is there");
    let mut terminal = Terminal::play(&["fails.scenario"], 80, 24);
    terminal.wait("step 0 of 1");
    terminal.press("q");
    terminal.wait("this does not hold");
    assert_eq!(terminal.ends(), 1);
}

#[test]
fn a_file_that_is_there_is_replaced_with_y_and_never_by_a_held_enter() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kept.scenario");
    fs::write(&path, "kept").expect("the folder is there");
    let mut terminal = Terminal::play(&["lifo"], 80, 24);
    terminal.wait("step 0 of 11");
    terminal.press("s");
    terminal.wait("as: whatif.scenario_");
    terminal.press(&"\x7f".repeat("whatif.scenario".len()));
    terminal.press("kept.scenario");
    terminal.press(&ENTER.repeat(5));
    terminal.wait("There is such a file already. y replaces it.");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "kept");
    terminal.press("y");
    terminal.wait("Saved: iocp-sim explain kept.scenario");
    assert!(fs::read_to_string(&path).expect("it is there").contains("title Last in"));
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn keys_that_come_many_at_a_time_are_all_read() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("keys.scenario");
    fs::write(&path, format!("port P\n{}", "post P\n".repeat(600))).expect("it can be written");
    let mut terminal = Terminal::play(&["keys.scenario", "--step", "600"], 80, 24);
    terminal.wait("step 600 of 600");
    terminal.press(&LEFT.repeat(500));
    terminal.wait("step 100 of 600");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn it_stands_aside_while_it_is_stopped_and_comes_back_as_it_was() {
    let mut terminal = Terminal::play(&["lifo", "--step", "7"], 80, 24);
    terminal.wait("step 7 of 11");
    for stop in [Terminal::stop_with_signal, Terminal::stop_with_key] {
        stop(&mut terminal);
        terminal.is_stopped();
        terminal.wait_for("the screen before", |screen| !screen.contains("step 7"));
        terminal.signal("CONT");
        assert_golden(&terminal, "lifo-middle");
    }
    terminal.press(RIGHT);
    terminal.wait("step 8 of 11");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    assert!(terminal.is_left());
}

#[test]
fn it_ends_when_it_is_told_to_and_when_its_terminal_is_gone() {
    let mut terminal = Terminal::play(&["lifo"], 80, 24);
    terminal.wait("step 0 of 11");
    terminal.signal("TERM");
    assert_eq!(terminal.ends(), 128 + 15);
    assert!(terminal.is_left());
    let mut terminal = Terminal::play(&["lifo"], 80, 24);
    terminal.wait("step 0 of 11");
    terminal.signal("INT");
    assert_eq!(terminal.ends(), 128 + 2);
    assert!(terminal.is_left());
    let terminal = Terminal::play(&["lifo"], 80, 24);
    terminal.wait("step 0 of 11");
    terminal.hang_up();
}
