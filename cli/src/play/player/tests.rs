//! Keys that are pressed, and what comes of them.

use iocp_sim::sim::{Scenario, lesson, run};

use super::*;

fn player(name: &str) -> Player {
    let text = lesson(name).expect("it is a lesson");
    Player::new(run(&Scenario::parse(text).expect("it can be read")).trace, 0)
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
    assert!(what_if.choices.len() > 3);
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
                let answer = question.answer.clone();
                let place = |name: &String| question.threads.iter().position(|one| one == name);
                let said = if rightly { answer.clone() } else { other(question) };
                let key = said
                    .as_ref()
                    .map_or(Some('n'), |name| char::from_digit(place(name)? as u32 + 1, 10));
                press(&mut player, &[Key::Char(key.expect("every answer has a key"))]);
                assert_eq!(player.guess().map(Guess::hits), Some(rightly), "{name}");
            }
            assert!(asked > 2, "{name} asks {asked}");
            assert_eq!(player.score(), (if rightly { asked } else { 0 }, asked), "{name}");
        }
    }
}

/// An answer that is wrong.
fn other(question: &Question) -> Option<String> {
    match &question.answer {
        Some(_) => None,
        None => question.threads.first().cloned(),
    }
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
    let threads = ["A", "Bert", "Bill"].map(str::to_owned);
    assert_eq!(named(&threads, 'a'), Some(&threads[0]));
    assert_eq!(named(&threads, '3'), Some(&threads[2]));
    assert_eq!(
        (named(&threads, 'b'), named(&threads, '0'), named(&threads, '9')),
        (None, None, None)
    );
}
