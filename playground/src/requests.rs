//! What can be asked.

use serde::Deserialize;

/// A request, named as `{"canonical": {"text": …}}` is. Each holds the whole text of the scenario
/// that it is about.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Request {
    /// The lessons, with their texts.
    Lessons,
    /// Everything that happens in a scenario, and what of its expectations holds.
    Play {
        text: String,
        /// The most states of concurrent groups to look at.
        cap: usize,
        /// Another limit to compare with.
        limit: Option<u32>,
    },
    /// The steps that could happen after the first `after` steps.
    Choices {
        text: String,
        after: usize,
        /// As in the play that shows these steps: another end may be told under another one.
        #[serde(default = "few")]
        cap: usize,
    },
    /// The scenario that begins with the first `after` steps and goes on with `steps`, one a line.
    Branch {
        text: String,
        after: usize,
        steps: String,
        /// As in the play that shows these steps.
        #[serde(default = "few")]
        cap: usize,
    },
    /// The scenario in its canonical form.
    Canonical { text: String },
}

/// How many states are looked at where the request does not say.
fn few() -> usize {
    20_000
}
