//! The page's form undone, as the player does it: what is encoded is compared with the trace.

use serde_json::Value;

/// Every list after every step.
pub(super) fn states(variant: &Value, first: Vec<Vec<u64>>) -> Vec<Vec<Vec<u64>>> {
    let mut lists = first;
    let mut states = Vec::new();
    for step in steps(variant) {
        for change in step["d"].as_array().into_iter().flatten() {
            let change: Vec<usize> = numbers(change).map(|number| number as usize).collect();
            let [place, start, gone] = [change[0], change[1], change[2]];
            let come = change[3..].iter().map(|&item| item as u64);
            lists[place].splice(start..start + gone, come);
        }
        states.push(lists.clone());
    }
    states
}

pub(super) fn steps(variant: &Value) -> &[Value] {
    variant["steps"].as_array().expect("a variant has steps")
}

pub(super) fn numbers(list: &Value) -> impl Iterator<Item = u64> {
    list.as_array().into_iter().flatten().map(|item| item.as_u64().expect("it is a number"))
}

/// The text that a number stands for.
pub(super) fn text<'a>(variant: &'a Value, number: &Value) -> &'a str {
    let number = number.as_u64().expect("a text has a number") as usize;
    variant["strings"][number].as_str().expect("the number has a text")
}

/// The sentence of a step with its names in their places.
pub(super) fn said(variant: &Value, step: &Value) -> String {
    let parts = step["s"].as_array().expect("a step says something");
    let mut names = parts[1..].iter().map(|name| text(variant, name));
    let mut said = String::new();
    for letter in text(variant, &parts[0]).chars() {
        match letter {
            super::table::HOLE => said.push_str(names.next().expect("every hole has a name")),
            letter => said.push(letter),
        }
    }
    said
}

/// The question before a step, and the right answer.
pub(super) fn asked(variant: &Value, step: &Value) -> Option<(String, String)> {
    let [words, list, right] = [0, 1, 2].map(|part| &step["q"][part]);
    let [list, right] = [list, right].map(Value::as_u64);
    let right = &variant["answers"][list? as usize][right? as usize][1];
    let packet = step["q"][3].as_u64().map(|packet| format!("p{packet}")).unwrap_or_default();
    let words = text(variant, words).replace(super::table::HOLE, &packet);
    let event = text(variant, &step["e"]);
    Some((format!("{event}. {words}"), right.as_str().expect("it is a text").to_owned()))
}
