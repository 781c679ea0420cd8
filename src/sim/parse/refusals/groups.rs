//! What groups and outcomes have not, as tests.

use super::{check, refuse};

/// Checks the fault of lines that follow a port, two threads and a `concurrently` on line 3.
fn refuse_in_group(lines: &str, line: usize, column: usize, part: &str) {
    check(&format!("port P\nthread A B\n concurrently\n{lines}"), line, column, part);
}

#[test]
fn a_group_has_two_branches_with_steps() {
    let empty = "has no step; a branch has one step or more";
    let open = "this group has no `end`; `end` follows its last step, on a line of its own";
    refuse_in_group("end", 4, 1, &format!("the branch before this `end` {empty}"));
    refuse_in_group("# one\n and", 5, 2, &format!("the branch before this `and` {empty}"));
    refuse_in_group("post P\nand\nand", 6, 1, &format!("the branch before this `and` {empty}"));
    refuse_in_group("post P\nand\n\nend", 7, 1, &format!("the branch before this `end` {empty}"));
    refuse_in_group("post P\npost P\nend", 6, 1, "the group has only one branch; a group has two");
    refuse_in_group("", 3, 2, open);
    refuse_in_group("post P\nand\npost P\n", 3, 2, open);
    refuse_in_group("post P\nend A", 5, 5, "`A` is too much here; `end` stands on a line of its");
    refuse_in_group("post P\nand A: get P", 5, 5, "too much here; `and` stands on a line of its");
    refuse_in_group("post P\nand: get P", 5, 4, "`:` is too much here; `and` stands on a line");
    refuse("concurrently A: get P", 14, "`concurrently` stands on a line of its own");
    refuse("concurrently: get P", 1, "wanted here, and `concurrently` is a keyword");
    refuse("concurently", 1, "did you mean `concurrently`?");
    refuse("and", 1, "`and` belongs to a group, and none is open; a group begins with");
    refuse("end", 1, "`end` belongs to a group, and none is open; a group begins with");
}

#[test]
fn a_group_has_nothing_but_steps() {
    let after = "it stands after the `end` of the group that begins on line 3";
    for word in ["expect", "note"] {
        let part = format!("a group has only steps, and `{word}` is none; {after}");
        refuse_in_group(&format!("post P\n\t{word} refused"), 5, 2, &part);
    }
    for word in ["always", "sometimes", "never"] {
        let part = format!("and `{word}` is none; it stands directly after the `end` of the group");
        refuse_in_group(&format!("{word} refused"), 4, 1, &part);
    }
    for word in ["title", "question", "profile", "processors", "port", "thread", "device"] {
        let part = format!("and `{word}` is none; it stands before the group that begins on line");
        refuse_in_group(&format!("{word} 7"), 4, 1, &part);
    }
    let nested = "a group stands in no other group; the one that begins on line 3 has no `end` yet";
    refuse_in_group("concurrently", 4, 1, nested);
    refuse_in_group("A: gte P", 4, 4, "did you mean `get`?");
    refuse_in_group("A: block 3", 4, 10, "`3` is too much here");
    refuse_in_group("edn", 4, 1, "there is no keyword `edn`; did you mean `end`?");
    refuse_in_group("A get P", 4, 1, "`A` is a thread, and no line begins so");
}

#[test]
fn an_outcome_stands_directly_after_a_group() {
    let group = "port P\nthread A\nconcurrently\nA: get P\nand\npost P\nend\n";
    let apart = "an outcome stands directly after a group; only outcomes, comments and blank lines";
    refuse("always refused", 1, apart);
    for line in ["post P", "note on", "expect A got", "thread B", "concurrently"] {
        let text = format!("{group}always A got\n{line}\n");
        let is_group = line == "concurrently";
        let part = if is_group { "`sometimes` is none" } else { apart };
        check(&format!("{text}sometimes A got"), 10, 1, part);
    }
    check(&format!("{group}sometimes"), 8, 10, "a thread or port is missing here");
    check(&format!("{group}alwyas A got"), 8, 1, "did you mean `always`?");
    check(&format!("{group}never A get"), 8, 9, "`get` does not fit here; did you mean `got`?");
    check(&format!("{group}never: A got"), 8, 1, "`never` is a keyword");
}
