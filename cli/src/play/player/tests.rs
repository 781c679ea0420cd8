//! Keys that are pressed, and what comes of them.

use iocp_sim::sim::{Scenario, lesson, run};

use super::predict::answered;
use super::*;

fn player(name: &str) -> Player {
    let text = lesson(name).expect("it is a lesson");
    Player::new(run(&Scenario::parse(text).expect("it can be read")).trace, 0, false)
}

fn press(player: &mut Player, keys: &[Key]) {
    for &key in keys {
        assert_eq!(player.press(key), Then::GoOn, "{key:?}");
    }
}

fn types(player: &mut Player, text: &str) {
    text.chars().for_each(|letter| press(player, &[Key::Char(letter)]));
}

#[test]
fn steps_go_forward_and_back_and_stop_at_both_ends() {
    let mut player = player("lifo");
    let last = player.tale().last();
    press(&mut player, &[Key::Left, Key::Home]);
    assert_eq!(player.at, 0);
    press(&mut player, &[Key::Right, Key::Char('l'), Key::Char('h')]);
    assert_eq!(player.at, 1);
    press(&mut player, &[Key::End, Key::Right, Key::PageDown]);
    assert_eq!(player.at, last);
    press(&mut player, &[Key::PageUp]);
    assert_eq!(player.at, last - 10);
    assert_eq!(player.press(Key::Char('q')), Then::Quit);
}

#[test]
fn a_step_is_gone_to_by_its_number_and_one_that_is_not_there_is_named() {
    let mut player = player("lifo");
    types(&mut player, "g7");
    press(&mut player, &[Key::Enter]);
    assert_eq!(player.at, 7);
    types(&mut player, "g999");
    press(&mut player, &[Key::Enter]);
    assert_eq!(player.at, 7);
    assert!(player.told.as_deref().is_some_and(|told| told.contains("no step 999")));
}

#[test]
fn what_if_goes_on_from_the_step_and_undo_returns_to_it() {
    let mut player = player("lifo");
    let whole = player.tale().last();
    types(&mut player, "g5");
    press(&mut player, &[Key::Enter, Key::Char('w')]);
    let Mode::WhatIf(what_if) = &player.mode else { panic!("it asks") };
    assert!(what_if.choices.offered.len() > 3);
    types(&mut player, "close P");
    press(&mut player, &[Key::Enter]);
    assert_eq!((player.at, player.tale().last()), (6, 6));
    assert!(player.tale().state(6)[0].closed);
    press(&mut player, &[Key::Char('w'), Key::Down, Key::Enter]);
    assert_eq!((player.at, player.branches().count()), (7, 2));
    types(&mut player, "uu");
    assert_eq!((player.at, player.tale().last()), (5, whole));
    types(&mut player, "u");
    assert!(player.told.as_deref().is_some_and(|told| told.contains("no what if")));
}

#[test]
fn a_step_that_can_not_be_is_refused_with_the_words_of_the_language() {
    let mut player = player("lifo");
    for (typed, says) in [("A: gte P", "get"), ("A: unblock", "can not happen"), ("#", "no step")] {
        press(&mut player, &[Key::Char('w')]);
        types(&mut player, typed);
        press(&mut player, &[Key::Enter]);
        let Mode::WhatIf(what_if) = &player.mode else { panic!("it still asks") };
        let wrong = what_if.wrong.as_deref().unwrap_or_default();
        assert!(wrong.contains(says), "{typed}: {wrong}");
        press(&mut player, &[Key::Escape]);
    }
    assert_eq!(player.branches().count(), 0);
}

#[test]
fn every_question_can_be_answered_and_only_the_right_answer_counts() {
    for name in ["lifo", "limit", "no-switch", "pause", "over-limit"] {
        for rightly in [true, false] {
            let mut player = player(name);
            press(&mut player, &[Key::Char('p')]);
            let mut asked = 0;
            while player.at < player.tale().last() {
                press(&mut player, &[Key::Right]);
                let Mode::Predict(question) = &player.mode else { continue };
                asked += 1;
                let said = (question.right + usize::from(!rightly)) % question.answers.len();
                let answer = Key::Char(question.answers[said].key);
                press(&mut player, &[answer]);
                assert_eq!(player.guess().map(Guess::hits), Some(rightly), "{name}");
            }
            assert!(asked > 2, "{name} asks {asked}");
            let right = if rightly { asked } else { 0 };
            assert_eq!(player.score(), Score { right, answered: asked, skipped: 0 }, "{name}");
        }
    }
}

#[test]
fn a_question_stands_until_it_is_answered_or_skipped_with_enter() {
    let mut player = player("lifo");
    press(&mut player, &[Key::Char('p')]);
    while !matches!(player.mode, Mode::Predict(_)) {
        press(&mut player, &[Key::Right]);
    }
    let at = player.at;
    for key in [Key::Right, Key::End, Key::PageDown, Key::Char('x'), Key::Char(' '), Key::Tab] {
        press(&mut player, &[key]);
        assert!(matches!(player.mode, Mode::Predict(_)) && player.at == at, "{key:?}");
    }
    assert_eq!(player.pane, Pane::Programs);
    press(&mut player, &[Key::Enter]);
    assert_eq!((player.at, player.score().skipped), (at + 1, 1));
    // The step was shown: it is not asked again.
    press(&mut player, &[Key::Left, Key::Right]);
    assert_eq!((player.at, player.score().skipped), (at + 1, 1));
    assert!(matches!(player.mode, Mode::Look));
}

#[test]
fn the_next_lesson_is_played_where_there_is_one() {
    let mut player = player("lifo");
    press(&mut player, &[Key::Char('n')]);
    assert!(player.told.as_deref().is_some_and(|told| told.contains("no next lesson")));
    player.next = Some("limit");
    press(&mut player, &[Key::Char('n')]);
    assert!(player.told.as_deref().is_some_and(|told| told.contains("next lesson, limit")));
    press(&mut player, &[Key::End]);
    assert_eq!(player.press(Key::Char('n')), Then::Next);
}

#[test]
fn running_stands_still_at_the_end_and_at_a_question() {
    let mut player = player("lifo");
    press(&mut player, &[Key::Char(' ')]);
    assert!(player.beat().is_some());
    while player.beat().is_some() {
        player.tick();
    }
    assert_eq!(player.at, player.tale().last());
    press(&mut player, &[Key::Home, Key::Char('p'), Key::Char(' ')]);
    while player.beat().is_some() {
        player.tick();
    }
    assert!(matches!(player.mode, Mode::Predict(_)));
}

#[test]
fn a_letter_names_a_thread_only_if_it_names_one_alone() {
    let text = "port P\nthread Nora Bert Bill\nNora: get P\nBert: get P\nBill: get P\npost P\n";
    let trace = run(&Scenario::parse(text).expect("it can be read")).trace;
    let asked = prediction(&trace, 4).expect("a packet arrives");
    let said = |key| answered(&asked, key).map(|place| asked.answers[place].text.as_str());
    assert_eq!((said('1'), said('3')), (Some("Nora"), Some("Bill")));
    assert_eq!((said('b'), said('9')), (None, None));
    // The key of an answer comes first.
    assert_eq!(said('N'), Some("nobody yet"));
}

#[test]
fn what_is_saved_and_too_long_to_be_read_again_is_said_to_be() {
    let title = "t".repeat(Scenario::LARGEST);
    let text = format!("title {title}\nport P\npost P\n");
    let trace = run(&Scenario::parse(&text).expect("it can be read")).trace;
    let mut player = Player::new(trace, 0, false);
    let path = std::env::temp_dir().join(format!("iocp-sim-{}.scenario", std::process::id()));
    let name = path.to_str().expect("the path is UTF-8").to_owned();
    player.mode = Mode::Save { name, replace: true };
    press(&mut player, &[Key::Char('y')]);
    let told = player.told.expect("it says so");
    assert!(told.contains(" bytes, and a scenario is read up to 1048576."), "{told}");
    std::fs::remove_file(path).expect("it was written");
}
