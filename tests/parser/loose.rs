//! Well-formed scenarios, written as loosely as the language allows.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// The text of a scenario that can be read.
pub(crate) fn scenarios() -> impl Strategy<Value = String> {
    let statements = (vec(statement(), 0..6), commented(step()), vec(statement(), 0..6));
    let layout = (vec(0..60_usize, 1..50), any::<bool>(), any::<bool>());
    (opening(), statements, layout).prop_map(|(opening, (before, step, after), layout)| {
        let (blanks, crlf, mark) = layout;
        let mut text = String::from(if mark { "\u{feff}" } else { "" });
        let mut blanks = blanks.into_iter().cycle();
        let statements =
            before.into_iter().flatten().chain(step).chain(after.into_iter().flatten());
        for line in opening.into_iter().chain(statements) {
            line.write(&mut text, &mut blanks, if crlf { "\r\n" } else { "\n" });
        }
        text
    })
}

/// Headers and declarations.
fn opening() -> impl Strategy<Value = Vec<Loose>> {
    let profile = select(vec!["xp", "vista", "7", "8", "8.1", "10", "11"]);
    let profile = commented(profile.prop_map(|profile| format!("profile {profile}")));
    let processors = number(u64::from(u32::MAX) - 1).prop_map(|count| match count.as_str() {
        "0x0" | "0x00" | "00" | "0" => "processors 1".to_owned(),
        count => format!("processors {count}"),
    });
    let headers = (with_text("title"), with_text("question"), profile, commented(processors));
    let headers = headers.prop_flat_map(|(title, question, profile, processors)| {
        subsequence(vec![title, question, profile, processors], 0..=4).prop_shuffle()
    });
    let limit = number(u64::from(u32::MAX)).prop_map(|limit| format!(" limit {limit}"));
    let port = proptest::option::of(limit).prop_map(|limit| limit.unwrap_or_default());
    let port = commented(port.prop_map(|limit| format!("port P{limit}")));
    let rest = ["thread A", "thread B C2", "device D E_", "port Q limit 0"];
    let rest = rest.map(|line| commented(Just(line.to_owned())));
    (headers, port, rest).prop_map(|(headers, port, rest)| {
        headers.into_iter().flatten().chain(port).chain(rest.into_iter().flatten()).collect()
    })
}

fn statement() -> impl Strategy<Value = Vec<Loose>> {
    prop_oneof![
        6 => commented(step()),
        3 => claim(&["expect"]),
        1 => with_text("note"),
        1 => group(),
    ]
}

/// A group and its outcomes.
fn group() -> impl Strategy<Value = Vec<Loose>> {
    let word = |word: &str| commented(Just(word.to_owned()));
    let branch = || vec(commented(step()), 1..3).prop_map(|steps| steps.concat());
    let more = vec((word("and"), branch()), 1..3);
    let outcomes = vec(claim(&["always", "sometimes", "never"]), 0..3);
    (word("concurrently"), branch(), more, word("end"), outcomes).prop_map(
        |(begin, first, more, end, outcomes)| {
            let more = more.into_iter().flat_map(|(and, branch)| [and, branch].concat());
            let lines = begin.into_iter().chain(first).chain(more).chain(end);
            lines.chain(outcomes.into_iter().flatten()).collect()
        },
    )
}

/// A well-formed line, whose blanks are still to be chosen: where `words` has a blank there is one
/// or more, and where it has a `~` there may be some.
#[derive(Clone, Debug)]
struct Loose {
    words: String,
    /// Text to the end of the line, or a comment.
    rest: String,
}

impl Loose {
    fn write(&self, text: &mut String, blanks: &mut impl Iterator<Item = usize>, end: &str) {
        let mut choose = |all: &[&'static str]| all[blanks.next().unwrap_or(0) % all.len()];
        text.push_str(choose(&["", " ", "\t "]));
        for letter in self.words.chars() {
            match letter {
                ' ' => text.push_str(choose(&[" ", "\t", "   "])),
                '~' => text.push_str(choose(&["", " ", "\t"])),
                other => text.push(other),
            }
        }
        text.extend([choose(&[" ", "\t", "  "]), &self.rest, choose(&["", " "]), end]);
    }
}

fn commented(words: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<Loose>> {
    let comment = prop_oneof![3 => Just(String::new()), 1 => "#[ -~é]{0,12}"];
    let noise = prop_oneof![4 => Just(None), 1 => "(#[ -~é]{0,12})?".prop_map(Some)];
    (words, comment, noise).prop_map(|(words, rest, noise)| {
        let noise = noise.map(|rest| Loose { words: String::new(), rest });
        noise.into_iter().chain([Loose { words, rest }]).collect()
    })
}

fn with_text(keyword: &'static str) -> impl Strategy<Value = Vec<Loose>> {
    let text = "[!-~é]([ -~é\t]{0,20}[!-~é])?";
    text.prop_map(move |rest| vec![Loose { words: keyword.to_owned(), rest }])
}

fn number(largest: u64) -> impl Strategy<Value = String> {
    let value = prop_oneof![8 => 0..5_u64, 1 => 0..=largest, 1 => Just(largest)];
    (value, 0..4).prop_map(|(value, form)| match form {
        0 => format!("0x{value:x}"),
        1 => format!("0x0{value:X}"),
        2 => format!("0{value}"),
        _ => value.to_string(),
    })
}

fn duration() -> impl Strategy<Value = String> {
    let unit = select(vec!["ns", "us", "ms", "s"]);
    let scale = select(vec!["", "0", "000", "000000"]);
    let written =
        (0..3000_u32, scale, unit).prop_map(|(n, scale, unit)| format!("{n}{scale}{unit}"));
    prop_oneof![9 => written, 1 => Just("0".to_owned())]
}

/// Some of `names` in any order, with `between` them.
fn some(names: &'static [&'static str], between: &'static str) -> impl Strategy<Value = String> {
    let chosen = subsequence(names, 0..=names.len()).prop_shuffle();
    chosen.prop_map(move |names| names.join(between))
}

/// Some of key, bytes and status, `least` or more, in any order.
fn attributes(least: usize, equals: &'static str) -> impl Strategy<Value = Vec<String>> {
    let status = select(vec!["SUCCESS", "CANCELLED", "END_OF_FILE"]);
    let all = (number(u64::MAX), number(u64::from(u32::MAX)), status);
    all.prop_flat_map(move |(key, bytes, status)| {
        let all = [("key", key), ("bytes", bytes), ("status", status.to_owned())];
        let all = all.map(|(name, value)| format!("{name}{equals}{value}"));
        subsequence(all.to_vec(), least..=3).prop_shuffle()
    })
}

fn get() -> impl Strategy<Value = String> {
    let max =
        proptest::option::of(number(u64::from(u32::MAX)).prop_map(|max| format!(" max {max}")));
    let timeout = duration().prop_map(|duration| format!(" timeout {duration}"));
    let timeout = proptest::option::of(prop_oneof![3 => timeout, 1 => Just(" poll".to_owned())]);
    let alertable = proptest::option::of(Just(" alertable".to_owned()));
    let options = (max, timeout, alertable).prop_flat_map(|(max, timeout, alertable)| {
        Just([max, timeout, alertable].into_iter().flatten().collect::<Vec<_>>()).prop_shuffle()
    });
    options.prop_map(|options| format!("get P{}", options.concat()))
}

fn step() -> impl Strategy<Value = String> {
    let verb = select(vec!["block", "unblock", "suspend", "resume", "apc", "exit"]);
    let spaced = |attributes: Vec<String>| -> String {
        attributes.iter().map(|attribute| format!(" {attribute}")).collect()
    };
    let content = move || attributes(0, "~=~").prop_map(spaced);
    let post = move || content().prop_map(|content| format!("post P{content}"));
    let by = prop_oneof![4 => get(), 1 => verb.prop_map(str::to_owned), 2 => post()];
    let complete = attributes(0, "~=~").prop_map(move |mut attributes| {
        attributes.retain(|attribute| !attribute.starts_with("key"));
        spaced(attributes)
    });
    let bind = (select(vec!["associate", "replace"]), number(u64::MAX));
    prop_oneof![
        9 => (select(vec!["A", "B", "C2"]), by).prop_map(|(by, what)| format!("{by}~:~{what}")),
        3 => post(),
        1 => bind.prop_map(|(verb, key)| format!("{verb} D P key~=~{key}")),
        2 => complete.prop_map(|content| format!("D~:~complete{content}")),
        1 => select(vec!["dissociate E_", "close P", "close D"]).prop_map(str::to_owned),
        1 => duration().prop_map(|duration| format!("advance {duration}")),
    ]
}

fn packets() -> impl Strategy<Value = String> {
    let one = attributes(1, "~=~").prop_map(|attributes| attributes.join(","));
    let packet =
        prop_oneof![one, (1..9_u8, 0..3_usize).prop_map(|(n, width)| format!("p{n:0width$}"))];
    vec(packet, 0..3).prop_map(|packets| format!("~[~{}~]", packets.join(" ")))
}

fn condition() -> impl Strategy<Value = String> {
    let results = ["got", "timeout", "abandoned", "closed", "apc", "refused", "waiting", "got p07"];
    let one = (attributes(1, "~=~"), select(vec![" ", "~,~"]));
    let got = prop_oneof![
        2 => select(results.to_vec()).prop_map(str::to_owned),
        1 => one.prop_map(|(attributes, between)| format!("got {}", attributes.join(between))),
        1 => packets().prop_map(|packets| format!("got{packets}")),
    ];
    let threads = || some(&["A", "B", "C2"], " ").prop_map(|names| format!("~[~{names}~]"));
    let devices = some(&["D", "E_"], " ").prop_map(|names| format!("~[~{names}~]"));
    let parts = (packets(), threads(), threads(), threads(), devices, number(9));
    let has = parts.prop_flat_map(|(queue, waiting, released, paused, devices, active)| {
        let parts = vec![
            format!("queue{queue}"),
            format!("waiting{waiting}"),
            format!("released{released}"),
            format!("paused{paused}"),
            format!("devices{devices}"),
            format!("active {active}"),
        ];
        subsequence(parts, 1..=6).prop_shuffle()
    });
    prop_oneof![
        4 => got.prop_map(|got| format!("A {got}")),
        3 => has.prop_map(|parts| format!("P {}", parts.join(" "))),
        1 => Just("refused".to_owned()),
    ]
}

fn claim(keywords: &'static [&'static str]) -> impl Strategy<Value = Vec<Loose>> {
    let conditions = vec(condition(), 1..3);
    let claim = (select(keywords), conditions);
    commented(claim.prop_map(|(keyword, all)| format!("{keyword} {}", all.join(" and "))))
}
