//! The lessons, which travel with the library.

macro_rules! lessons {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../scenarios/lessons/", $name, ".scenario")))),*]
    };
}

static LESSONS: &[(&str, &str)] = lessons![
    "tour",
    "association",
    "lifo",
    "limit",
    "why-limit",
    "no-switch",
    "pause",
    "over-limit",
    "self-post",
    "poll",
    "two-ports",
    "batch",
    "suspend",
    "results",
    "devices",
    "quit-packets",
    "close",
    "close-xp",
];

/// The text of the lesson with this name.
#[must_use]
pub fn lesson(name: &str) -> Option<&'static str> {
    LESSONS.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}

/// The names of the lessons, in the order in which they are best read.
pub fn lesson_names() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().map(|&(name, _)| name)
}
