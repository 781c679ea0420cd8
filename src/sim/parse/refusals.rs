//! What the language has not, and what is said of that, as tests.

mod groups;

use super::tests::EXAMPLE;
use crate::sim::scenario::Scenario;

/// Checks where the fault of a scenario is, and a part of what is said of it.
fn check(text: &str, line: usize, column: usize, part: &str) {
    let error = Scenario::parse(text).expect_err(text);
    let said = error.to_string();
    assert!(said.contains(part), "{text}\nsaid: {said}\nnot:  {part}");
    assert_eq!((error.span.line, error.span.column), (line, column), "{text}\nsaid: {said}");
    assert!(said.starts_with(&format!("line {line}, column {column}: ")));
    assert!(said.chars().count() < 400 && !said.contains('\n'), "{said}");
}

/// Checks the fault of one line that follows a port, two threads and two devices.
fn refuse(line: &str, column: usize, part: &str) {
    check(&format!("port P\nthread A B\ndevice D E\n{line}\npost P"), 4, column, part);
}

#[test]
fn a_line_begins_with_what_lines_begin_with() {
    refuse("pots P", 1, "there is no keyword `pots`; did you mean `post`?");
    refuse("EXPECT refused", 1, "there is no keyword `EXPECT`; did you mean `expect`?");
    refuse("whatever", 1, "there is no keyword `whatever`; a line begins with a keyword, or with");
    refuse("limit 3", 1, "`limit` does not fit here");
    refuse("[A]", 1, "`[` does not fit here; a line begins");
    refuse("get P", 1, "`get` lacks its thread; write `NAME: get`");
    refuse("  complete", 3, "`complete` lacks its device");
    refuse("A get P", 1, "`A` is a thread, and no line begins so; a colon follows it");
    refuse("P: get", 1, "`P` is a port, and a thread or device is wanted here");
    refuse("P get", 1, "`P` is a port, and no line begins so; a port follows its verb");
    refuse("post: P", 1, "a thread or device is wanted here, and `post` is a keyword");
    refuse(": get P", 1, "`:` does not fit here");
    refuse("A\u{a0}: get P", 1, r"a thread or device is wanted here, not `A\u{a0}`");
}

#[test]
fn headers_stand_once_and_first() {
    check("title a\ntitle b", 2, 1, "there is a `title` already, on line 1");
    check("question a\n\nprofile xp\nprofile xp", 4, 1, "there is a `profile` already, on line 3");
    check("question a\nquestion a", 2, 1, "there is a `question` already, on line 1");
    check("processors 1\nprocessors 1", 2, 1, "there is a `processors` already, on line 1");
    check("note x\ntitle late", 2, 1, "`title` stands before all steps, expectations and notes");
    check("port P\npost P\nprofile xp", 3, 1, "`profile` stands before all steps");
    check("title", 1, 6, "text is missing after `title`");
    check("title: a", 1, 6, "a blank is missing after `title`");
    check("title a\tb\u{1b}[2J", 1, 10, "a control character is not text");
    check("question a\u{202e}b", 1, 11, "a control character is not text");
    check("note \t ", 1, 5, "text is missing after `note`");
    check("profile", 1, 8, "a profile is missing here; the profiles are xp, vista, 7, 8, 8.1, 10");
    check("profile vsita", 1, 9, "there is no profile `vsita`; did you mean `vista`?");
    check("profile longhorn", 1, 9, "there is no profile `longhorn`; the profiles are xp");
    check("profile 7 8", 1, 11, "`8` is too much here");
    check("processors 0", 1, 12, "there is at least one processor");
    check("processors", 1, 11, "a number is missing here");
    check("processors 4294967296", 1, 12, "too large: the count of processors has 32 bits");
}

#[test]
fn names_are_declared_once_before_their_use_and_for_one_thing() {
    check("port", 1, 5, "the name of a port is missing here");
    check("thread # none", 1, 7, "the name of a thread is missing here");
    check(
        "device D 1E",
        1,
        10,
        "`1E` is no name; a name is a letter, then letters, digits and `_`",
    );
    check(
        "thread A, B",
        1,
        9,
        "`,` is no name; a name is a letter, then letters, digits and `_`; \
                                blanks separate names",
    );
    check("thread caf\u{e9}", 1, 8, "`caf\u{e9}` is no name");
    check("thread A get", 1, 10, "`get` is a keyword, and cannot be a name");
    for word in ["outside", "discarded", "open", "destroyed", "done", "p1", "p007"] {
        check(&format!("port {word}"), 1, 6, "is a word of traces, and cannot be a name");
    }
    check(&format!("thread A {}", "B".repeat(65)), 1, 10, "has 65 letters, and a name at most 64");
    check("thread A B A", 1, 12, "`A` is declared already: it is a thread, by line 1");
    check(
        "port P\ndevice D\nthread A P",
        3,
        10,
        "`P` is declared already: it is a port, by line 1",
    );
    check("port P\nport P", 2, 6, "`P` is declared already");
    check("port P Q", 1, 8, "there is no keyword `Q`; expected `limit`");
    check("port P limt 3", 1, 8, "did you mean `limit`?");
    check("port P limit", 1, 13, "a number is missing here; a number is decimal, or `0x` and hex");
    check("port P limit 4294967296", 1, 14, "`4294967296` is too large: a limit has 32 bits");
    check("port P limit 3 4", 1, 16, "`4` is too much here");
    check("post P\nport P", 1, 6, "there is no port `P`; a name is declared before its first use");
    refuse("post worker", 6, "there is no port `worker`; a name is declared");
    refuse("post p", 6, "there is no port `p`; did you mean `P`?");
    refuse("post Q", 6, "there is no port `Q`; a name is declared before its first use");
    refuse("C: block", 1, "there is no thread or device `C`; a name is declared");
    refuse("A: get", 7, "a port is missing here");
    refuse("A: get max 3", 8, "a port is wanted here, and `max` is a keyword");
    refuse("A: get [P]", 8, "a port is wanted here, not `[`");
    refuse("A: get B", 8, "`B` is a thread, and a port is wanted here");
    refuse("post D", 6, "`D` is a device, and a port is wanted here");
    refuse("associate P D key=1", 11, "`P` is a port, and a device is wanted here");
    refuse("associate D A key=1", 13, "`A` is a thread, and a port is wanted here");
    refuse("dissociate", 11, "a device is missing here");
    refuse("close A", 7, "`A` is a thread, and a port or device is wanted here");
    refuse("close Wrong", 7, "there is no port or device `Wrong`");
}

#[test]
fn a_step_has_its_verb_and_its_options_once() {
    refuse("A:", 3, "the line ends too early; expected `get`, `block`, ");
    refuse("A: gte P", 4, "there is no keyword `gte`; did you mean `get`?");
    refuse("A: complete", 4, "`A` is a thread, and `complete` is for a device");
    refuse("D: get P", 4, "`D` is a device, and `get` is for a thread");
    refuse("D: post P", 4, "`D` is a device, and `post` is for a thread");
    refuse("D: compelte", 4, "did you mean `complete`?");
    refuse("A: close P", 4, "`close` begins the line: nobody stands before it");
    refuse("A: block B", 10, "`B` is too much here");
    refuse("A: get P poll, alertable", 14, "`,` does not fit here; expected `max`, `timeout`, ");
    refuse("A: get P alertabel", 10, "there is no keyword `alertabel`; did you mean `alertable`?");
    refuse("A: get P max 1 max 1", 16, "`max` stands here twice");
    refuse("A: get P alertable alertable", 20, "`alertable` stands here twice");
    refuse("A: get P poll timeout 1s", 15, "how long the get waits is said twice");
    refuse("A: get P timeout", 17, "a duration is missing here");
    refuse("A: get P timeout 5", 18, "`5` has no unit; `ns`, `us`, `ms` or `s` follows at once");
    refuse("A: get P timeout 5 ms", 18, "`5` has no unit");
    refuse("advance 1.5s", 9, "`1.5s` is no duration; a duration is written as in `10ms`");
    refuse("advance 5min", 9, "`5min` is no duration");
    refuse("advance s", 9, "`s` is no duration");
    refuse("advance 18446744074s", 9, "`18446744074s` is too long: nanoseconds have 64 bits");
    refuse("advance 18446744073709551616ns", 9, "is too long: nanoseconds have 64 bits");
    refuse("A: get P max -1", 14, "`-1` is no number");
    refuse("A: get P max +1", 14, "`+1` is no number");
    refuse("A: get P max 0x", 14, "`0x` is no number");
    refuse("A: get P max 0x+1", 14, "`0x+1` is no number");
    refuse("A: get P max 4294967296", 14, "`4294967296` is too large: max has 32 bits");
}

#[test]
fn an_attribute_has_a_value_that_fits_and_stands_once() {
    refuse("post P key", 11, "`=` is missing here");
    refuse("post P key=", 12, "a number is missing here");
    refuse("post P key=0x10000000000000000", 12, "is too large: a key has 64 bits");
    refuse("post P bytes=4294967296", 14, "is too large: a count of bytes has 32 bits");
    refuse("post P key=1 key=1", 14, "`key` stands here twice");
    refuse(
        "post P key=1,bytes=2",
        13,
        "`,` does not fit here; expected `key`, `bytes` or `status`",
    );
    refuse("post P statsu=SUCCESS", 8, "there is no keyword `statsu`; did you mean `status`?");
    refuse(
        "post P status=CANCELED",
        15,
        "there is no status `CANCELED`; did you mean `CANCELLED`?",
    );
    refuse("post P status=success", 15, "did you mean `SUCCESS`?");
    refuse("post P status=STATUS_PENDING", 15, "write `PENDING`, without the prefix");
    refuse("post P status=", 15, "a status is missing here");
    refuse("post P status=[", 15, "`[` is no status");
    refuse(
        "post P status=0xC0000120",
        15,
        "there is no status `0xC0000120`; its name is `CANCELLED`",
    );
    refuse("post P status=0x100000000", 15, "there is no status `0x100000000`");
    refuse("post P status=5", 15, "there is no status `5`");
    refuse("D: complete key=1", 13, "`complete` has no key: the device's own counts");
    refuse("D: complete bytes=1 bytes=1", 21, "`bytes` stands here twice");
    refuse("associate D P", 14, "the line ends too early; expected `key`");
    refuse("replace D P bytes=1", 13, "`bytes` does not fit here; expected `key`");
    refuse("associate D P key=1 bytes=1", 21, "`bytes` is too much here");
}

#[test]
fn a_condition_is_about_a_thread_or_a_port() {
    refuse("expect", 7, "a thread or port is missing here");
    refuse("expect refused and", 19, "a thread or port is missing here");
    refuse("expect and refused", 8, "a thread or port is wanted here, and `and` is a keyword");
    refuse("expect refsued", 8, "did you mean `refused`?");
    refuse("expect D closed", 8, "`D` is a device, and a thread or port is wanted here");
    refuse("expect refused refused", 16, "`refused` does not fit here; expected `and`");
    refuse("expect A", 9, "the line ends too early; expected `got`, `timeout`, ");
    refuse("expect A wating", 10, "there is no keyword `wating`; did you mean `waiting`?");
    refuse("expect A waiting, B got", 17, "`,` does not fit here; expected `and`");
    refuse(
        "expect A got foo",
        14,
        "there is no keyword `foo`; expected `key`, `bytes` or `status`",
    );
    refuse("expect A got key=1 key=2", 20, "`key` stands here twice");
    refuse("expect A got key=1, and refused", 21, "`and` does not fit here; expected `key`");
    refuse(
        "expect A got p1 p2",
        17,
        "one packet has one number, and no attributes beside it; several",
    );
    refuse("expect A got p1,key=1", 16, "a packet has a number or attributes");
    refuse("expect P", 9, "the line ends too early; expected `devices`, `queue`, ");
    refuse("expect P and refused", 10, "`and` does not fit here; expected `devices`");
    refuse("expect P quue []", 10, "did you mean `queue`?");
    refuse("expect P queue [] active 0 queue []", 28, "`queue` stands here twice");
    refuse("expect P active", 16, "a number is missing here");
}

#[test]
fn a_list_is_closed_and_of_one_kind() {
    refuse("expect P waiting A", 18, "`[` is missing here");
    refuse("expect P waiting [A", 20, "`]` is missing here");
    refuse("expect P waiting [A and refused", 21, "`]` is missing here");
    refuse("expect P waiting [A B A]", 23, "`A` stands here twice");
    refuse("expect P paused [A, B]", 19, "blanks separate names, not `,`");
    refuse("expect P released [D]", 20, "`D` is a device, and a thread is wanted here");
    refuse("expect P devices [A]", 19, "`A` is a thread, and a device is wanted here");
    refuse("expect P devices [P]", 19, "`P` is a port, and a device is wanted here");
    refuse("expect P waiting [Another]", 19, "there is no thread `Another`");
    refuse("expect P waiting [[", 19, "a thread is wanted here, not `[`");
    refuse("expect P queue key=1", 16, "`[` is missing here");
    refuse("expect P queue [p1 key=2", 25, "`]` is missing here");
    refuse("expect P queue [p0]", 17, "packets are counted from 1");
    refuse("expect P queue [p18446744073709551616]", 17, "the number of a packet has 64 bits");
    refuse("expect P queue [p1,key=1]", 19, "a packet has a number or attributes");
    refuse("expect P queue [p1, p2]", 19, "blanks separate packets");
    refuse(
        "expect P queue [key=1, key=2]",
        22,
        "a blank beside the comma: blanks separate packets",
    );
    refuse("expect P queue [key=1 ,key=2]", 23, "a blank beside the comma");
    refuse("expect P queue [key=1,key=2]", 23, "`key` stands here twice");
    refuse("expect P queue [key=1,p2]", 23, "there is no keyword `p2`; expected `key`");
    refuse("expect P queue [key=1,]", 23, "`]` does not fit here; expected `key`");
    refuse("expect P queue [kye=1]", 17, "there is no keyword `kye`; did you mean `key`?");
    refuse("expect P queue [ky=1]", 17, "there is no keyword `ky`; expected `pN`, `key`, ");
    refuse("expect P queue [A]", 17, "there is no keyword `A`; expected `pN`, `key`, `bytes` or");
}

#[test]
fn a_scenario_without_a_step_is_empty() {
    let empty = "the scenario is empty: it has no step; a step is a line such as `post P`";
    for text in ["", "\u{feff}", "\r\n# nothing", "port P\nthread A", "port P\nexpect P active 0"] {
        check(text, 1, 1, empty);
    }
}

#[test]
#[cfg_attr(miri, ignore = "the texts are long")]
fn a_word_is_quoted_so_that_a_terminal_does_not_obey_it() {
    refuse("post \u{1b}[2J", 6, r"a port is wanted here, not `\u{1b}`");
    refuse(&"x".repeat(10_000_000), 1, &format!("there is no keyword `{}…`", "x".repeat(40)));
    let error = Scenario::parse(&format!("# {}\npost \r P", "é".repeat(99))).unwrap_err();
    assert_eq!(error.excerpt(), ("post \u{fffd} P", 6));
}

#[test]
#[cfg_attr(miri, ignore = "the texts are long")]
fn bytes_that_are_no_text_or_too_many_are_refused() {
    let said = |bytes: &[u8]| Scenario::from_bytes(bytes).unwrap_err().to_string();
    let utf16 = b"\xff\xfep\0o\0";
    assert_eq!(
        said(utf16),
        "line 1, column 1: the byte 0xFF is not UTF-8; the file is UTF-16; save it as UTF-8"
    );
    let nul = "line 2, column 4: a NUL byte: this is a binary file, and no scenario";
    assert_eq!(said("\u{feff}port P\r\né# \0\n".as_bytes()), nul);
    assert_eq!(said(b"port P\n\xe9"), "line 2, column 1: the byte 0xE9 is not UTF-8");
    assert_eq!(said(b"post \xc3"), "line 1, column 6: the byte 0xC3 is not UTF-8");

    let error = Scenario::from_bytes(b"port P\npost P # \xe9t\xe9\nA").unwrap_err();
    assert_eq!(error.excerpt(), ("post P # \u{fffd}t\u{fffd}", 10));

    let mut largest = b"port P\npost P\n#".to_vec();
    largest.resize(1 << 20, b'x');
    assert!(Scenario::from_bytes(&largest).is_ok());
    largest.push(b'x');
    let large = "line 1, column 1: the file has 1048577 bytes, which is too large; \
                 a scenario has at most 1048576 bytes (1 MiB)";
    assert_eq!(said(&largest), large);
}

#[test]
#[cfg_attr(miri, ignore = "the texts are many")]
fn every_beginning_of_the_example_is_read_or_refused() {
    for end in 0..=EXAMPLE.len() {
        let read = Scenario::from_bytes(&EXAMPLE.as_bytes()[..end]);
        assert!(end < EXAMPLE.len() || read.is_ok());
    }
}

#[test]
#[cfg_attr(miri, ignore = "the texts are many")]
fn the_example_with_any_one_byte_changed_is_read_or_refused() {
    let (mut bytes, mut read, mut refused) = (EXAMPLE.as_bytes().to_vec(), 0, 0);
    for at in 0..bytes.len() {
        let byte = bytes[at];
        for other in 0..=u8::MAX {
            bytes[at] = other;
            match Scenario::from_bytes(&bytes) {
                Ok(_) => read += 1,
                Err(error) => {
                    refused += 1;
                    assert!(error.excerpt.text.chars().count() <= 80);
                    assert!(error.excerpt.column <= 80);
                }
            }
        }
        bytes[at] = byte;
    }
    assert!(read > 0 && refused > 0);
}

#[test]
#[cfg_attr(miri, ignore = "the texts are many")]
fn the_example_with_a_character_put_in_anywhere_is_read_or_refused() {
    for at in 0..=EXAMPLE.len() {
        for other in ["é", "\u{3000}", "\r", "\t", "=", ",", "[", "]", ":", " and ", "p1", "\n"] {
            let text = format!("{}{other}{}", &EXAMPLE[..at], &EXAMPLE[at..]);
            if let Err(error) = Scenario::parse(&text) {
                assert!(error.excerpt.text.chars().count() <= 80);
            }
        }
    }
}

#[test]
fn no_keyword_is_a_name() {
    let keywords = "title question profile processors port limit thread device get max timeout \
                    poll alertable block unblock suspend resume apc exit post key bytes status \
                    associate replace dissociate complete close advance concurrently and end \
                    expect always sometimes never got abandoned closed refused waiting devices \
                    queue released paused active note";
    for keyword in keywords.split(' ') {
        check(&format!("thread {keyword}"), 1, 8, "is a keyword, and cannot be a name");
    }
    for name in ["A1_", "ms", "xp", "p", "p1_", "SUCCESS", "Get"] {
        assert!(Scenario::parse(&format!("port {name}\npost {name}")).is_ok(), "{name}");
    }
}
