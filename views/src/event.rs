//! What a step is, read from its canonical form: who acts, what happens, and at which port.

use iocp_sim::trace::Step;

/// A step in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event<'a> {
    /// The thread or the device that acts, or to which it is done. `None` for what comes from
    /// outside.
    pub(crate) actor: Option<&'a str>,
    /// What happens: `get`, `post`, `complete` and so on.
    pub(crate) verb: &'a str,
    /// The words behind it.
    words: &'a str,
}

impl<'a> Event<'a> {
    pub(crate) fn of(step: &'a Step) -> Self {
        let (actor, act) = match step.event.split_once(": ") {
            Some((actor, act)) => (Some(actor), act),
            None => (None, step.event.as_str()),
        };
        let (verb, words) = act.split_once(' ').unwrap_or((act, ""));
        Self { actor, verb, words }
    }

    /// The thread that acts, or to which it is done.
    pub(crate) fn thread(&self) -> Option<&'a str> {
        self.actor.filter(|_| self.verb != "complete")
    }

    /// The port that is named. What is closed may be a device as well.
    pub(crate) fn port(&self) -> Option<&'a str> {
        let place = match self.verb {
            "get" | "post" | "close" => 0,
            "associate" | "replace" => 1,
            _ => return None,
        };
        self.words.split(' ').nth(place)
    }

    /// The thread that asks, and the port.
    pub(crate) fn asks(&self) -> Option<(&'a str, &'a str)> {
        self.actor.zip(self.port()).filter(|_| self.verb == "get")
    }

    /// Whether a call may return without a packet by itself.
    pub(crate) fn may_give_up(&self) -> bool {
        let mut options = self.words.split(' ').skip(1);
        options.any(|word| ["poll", "timeout", "alertable"].contains(&word))
    }
}

#[cfg(test)]
mod tests {
    use iocp_sim::sim::{Scenario, run};

    use super::*;

    /// Of each step who acts, what happens and at which port.
    fn parts(steps: &str) -> Vec<String> {
        let trace = run(&Scenario::parse(steps).expect("it is one")).trace;
        let part = |step: &Step| {
            let Event { actor, verb, .. } = Event::of(step);
            format!("{actor:?} {verb} {:?}", Event::of(step).port()).replace('"', "")
        };
        trace.steps.iter().skip(1).map(part).collect()
    }

    #[test]
    fn the_parts_of_a_step_are_read_from_its_canonical_form() {
        let steps = "B: get port_1\nclose1: post port_1 key=2\nD: complete\n\
                     replace D port_1 key=3\nB: block\nadvance 3ms\nclose D\nclose port_1\n";
        let expected = [
            "Some(B) get Some(port_1)",
            "Some(close1) post Some(port_1)",
            "Some(D) complete None",
            "None replace Some(port_1)",
            "Some(B) block None",
            "None advance None",
            "None close Some(D)",
            "None close Some(port_1)",
        ];
        let head = "port port_1 limit 1\nthread close1 B\ndevice D\nassociate D port_1 key=1\n";
        assert_eq!(parts(&format!("{head}{steps}")), expected);
    }

    #[test]
    fn a_call_may_give_up_by_its_options_and_not_by_the_name_of_its_port() {
        let gives_up = |event: &str| {
            let text = format!("port timeout1\nthread A\n{event}\n");
            let trace = run(&Scenario::parse(&text).expect("it is one")).trace;
            Event::of(&trace.steps[0]).may_give_up()
        };
        assert!(!gives_up("A: get timeout1"));
        assert!(gives_up("A: get timeout1 max 2 poll"));
    }
}
