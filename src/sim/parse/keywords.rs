//! The keywords of the language, by the places where they may stand.

/// What a line may begin with, if not with a name and a colon.
pub(super) const STARTS: &[&str] = &[
    "title",
    "question",
    "profile",
    "processors",
    "port",
    "thread",
    "device",
    "post",
    "associate",
    "replace",
    "dissociate",
    "close",
    "advance",
    "expect",
    "note",
];

/// What has text behind it, to the end of the line.
pub(super) const TEXTS: &[&str] = &["title", "question", "note"];

/// What a thread does, or is done to it.
pub(super) const THREAD_VERBS: &[&str] =
    &["get", "block", "unblock", "suspend", "resume", "apc", "exit", "post"];

/// What a device does.
pub(super) const DEVICE_VERBS: &[&str] = &["complete"];

/// The options of a get.
pub(super) const OPTIONS: &[&str] = &["max", "timeout", "poll", "alertable"];

/// The attributes of a packet.
pub(super) const ATTRIBUTES: &[&str] = &["key", "bytes", "status"];

/// What is expected of a thread.
pub(super) const RESULTS: &[&str] =
    &["got", "timeout", "abandoned", "closed", "apc", "refused", "waiting"];

/// What is expected of a port.
pub(super) const PARTS: &[&str] = &["devices", "queue", "waiting", "released", "paused", "active"];

/// What a line of a group, or of its outcomes, may begin with.
pub(super) const GROUPS: &[&str] = &["concurrently", "and", "end", "always", "sometimes", "never"];

/// What traces call the places that are no structures, and what becomes of things.
const PLACES: &[&str] = &["outside", "discarded", "open", "destroyed", "done"];

/// Whether traces have the word for something else: for a place, or as `p1` for a packet.
pub(super) fn is_word_of_traces(word: &str) -> bool {
    let digits = word.strip_prefix('p').unwrap_or_default();
    let is_packet = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_packet || PLACES.contains(&word)
}

/// Whether `word` is a keyword anywhere, and thus cannot be a name.
pub(super) fn is_keyword(word: &str) -> bool {
    let tables = [STARTS, THREAD_VERBS, DEVICE_VERBS, OPTIONS, ATTRIBUTES, RESULTS, PARTS, GROUPS];
    word == "limit" || tables.iter().any(|table| table.contains(&word))
}
