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

/// Whether `word` is a keyword anywhere, and thus cannot be a name.
pub(super) fn is_keyword(word: &str) -> bool {
    let tables = [STARTS, THREAD_VERBS, DEVICE_VERBS, OPTIONS, ATTRIBUTES, RESULTS, PARTS, GROUPS];
    word == "limit" || tables.iter().any(|table| table.contains(&word))
}
