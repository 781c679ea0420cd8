//! What is said of each kind of step, and that something is said of every rule that moves.

use std::cell::RefCell;
use std::collections::BTreeSet;

use iocp_sim::Rule;
use iocp_sim::rules::Kind;
use iocp_sim::sim::{Scenario, run};

/// The cast of every example; the limit of P is 1 and that of Q is 2.
const CAST: &str = "port P limit 1\nport Q limit 2\nthread A B C\ndevice file sock\n";

struct Sentences {
    told: RefCell<BTreeSet<Rule>>,
}

impl Sentences {
    /// The last of `steps`, which are divided by slashes, is said so.
    #[track_caller]
    fn check(&self, steps: &str, says: &str) {
        self.check_in("profile 11\n", steps, says);
    }

    #[track_caller]
    fn check_in(&self, profile: &str, steps: &str, says: &str) {
        let steps = steps.replace(" / ", "\n");
        let scenario = Scenario::parse(&format!("{profile}{CAST}{steps}\n"));
        let run = run(&scenario.unwrap_or_else(|error| panic!("{error}")));
        if let Some(stop) = run.stop {
            panic!("{stop}");
        }
        let last = run.trace.steps.last().expect("there are steps");
        assert_eq!(last.says, says);
        self.told.borrow_mut().extend(last.moves.iter().map(|moved| moved.rule));
    }

    fn gets(&self) {
        self.check("A: get P", "A comes to P and waits: no packet is queued.");
        self.check(
            "A: get P / B: get P",
            "B comes to P and waits: no packet is queued. B is the newest waiting thread.",
        );
        self.check(
            "A: get P / post P / B: get P",
            "B comes to P and waits: no packet is queued, and no slot is free.",
        );
        self.check("post P / A: get P", "A comes to P and takes p1 at once.");
        self.check("post P / post P / A: get P max 3", "A comes to P and takes p1 and p2 at once.");
        self.check(
            "A: get P / B: get P / post P / post P / B: get P",
            "B is done with p1, asks again, and takes p2 itself. Nobody is woken.",
        );
        self.check(
            "A: get P / post P / A: get P",
            "A is done with p1, asks again, and waits: no packet is queued.",
        );
        self.check(
            "A: get P / post P / post P / B: get P",
            "B comes to P and must wait, although one packet is queued: the limit is reached.",
        );
        self.check("A: get P poll", "A comes to P and finds nothing, and does not wait.");
        self.check(
            "A: get P poll / A: get P poll",
            "A asks P and finds nothing, and does not wait.",
        );
        self.check(
            "post P / post P / A: get P / B: get P poll",
            "B comes to P and gets nothing, although one packet is queued: the limit is reached. \
             Two threads run under a limit of one.",
        );
        self.check(
            "post P / A: get Q poll / A: apc / A: get P max 2 alertable",
            "A asks P and gets no packet: an APC was pending, and the call ends for it.",
        );
        self.check("close P / A: get P", "A asks, but the handle of P is closed: the call fails.");
        self.check("A: get P max 0", "A batch with room for no packet: refused.");
    }

    fn switches(&self) {
        self.check("A: get P poll / A: get Q poll", SWITCH_ALONE);
        self.check("A: get P / B: get P / post P / post P / B: get Q", SWITCH_WITH_SUCCESSOR);
        self.check("A: get P poll / post Q / A: get Q", SWITCH_AND_TAKE);
    }

    fn arrivals(&self) {
        self.check("post P", "p1 is posted. No thread waits, so it queues.");
        self.check("post P status=CANCELLED", "p1 is posted. No thread waits, so it queues.");
        self.check("A: get P / post P", "p1 is posted. A waits, so A gets it at once.");
        self.check(
            "A: get P / B: get P / post P",
            "p1 is posted. B waited last, so B gets it at once.",
        );
        self.check(
            "A: get P / B: get P / post P / post P",
            "p2 is posted. B holds the only slot, so p2 queues.",
        );
        self.check(
            "A: get P poll / post P / post P / post P",
            "p3 is posted. No thread waits and no slot is free, so it queues behind two older.",
        );
        self.check(
            "associate file P key=1 / file: complete",
            "A request on file completes: p1 comes. No thread waits, so it queues.",
        );
        self.check(
            "associate file P key=1 / A: get P / file: complete status=END_OF_FILE",
            "A request on file fails with END_OF_FILE: p1 comes. A waits, so A gets it at once.",
        );
        self.check(
            "file: complete",
            "A request on file completes. The device has no port, so there is no packet.",
        );
        self.check("close P / post P", "P is closed, so the post is refused.");
        self.check(
            "associate file P key=1 / close P / file: complete",
            "A request on file completes: p1 comes. P is closed, so no new get can take it.",
        );
        self.check_in(
            "profile xp\n",
            "associate file P key=1 / A: get P / close P / file: complete",
            "A request on file completes: p1 comes. A waits, so A gets it at once.",
        );
    }

    fn pauses(&self) {
        self.check(
            "A: get P poll / A: block",
            "A must wait for something else, so it stops counting.",
        );
        self.check(
            "A: get P / B: get P / post P / post P / B: block",
            "B must wait for something else, so it stops counting. A takes its place, with p2.",
        );
        self.check(
            "A: get P / B: get P / post P / B: block",
            "B must wait for something else, so it stops counting. No packet is queued, so \
             nobody takes its place.",
        );
        self.check("A: block", "A must wait for something else. It belongs to no port.");
        self.check(
            "A: get P poll / A: block / A: block",
            "A must wait for something else, once more. It stays paused.",
        );
        self.check(
            "A: get P poll / A: suspend / A: suspend",
            "A is suspended, once more. It stays paused.",
        );
        self.check(
            "A: get P poll / A: block / A: unblock",
            "A has what it waited for and runs again.",
        );
        self.check(
            "A: get P poll / A: block / B: get P poll / A: unblock",
            "A has what it waited for and runs again. Two threads run under a limit of one.",
        );
        self.check(
            "A: get P poll / A: block / A: suspend / A: unblock",
            "A has what it waited for, but stays suspended.",
        );
        self.check(
            "A: get P poll / A: suspend / A: suspend / A: resume",
            "One suspension of A ends. It stays suspended.",
        );
        self.check(
            "A: get P poll / A: block / A: suspend / A: resume",
            "A is resumed, but stays blocked.",
        );
    }

    fn suspended_calls(&self) {
        let suspended = "A: get P timeout 5ms / A: suspend";
        let says = |steps: &str, says: &str| self.check(&format!("{suspended}{steps}"), says);
        says("", "A is suspended while it waits, and loses its place.");
        says(
            " / A: resume",
            "A is resumed and goes on with its call: it waits again, as the newest.",
        );
        says(" / post P / A: resume", "A is resumed and goes on with its call: it takes p1.");
        says(" / advance 5ms", "A's time is over, but A is suspended and can not return yet.");
        says(
            " / advance 5ms / A: resume",
            "A is resumed and goes on with its call: its time is over.",
        );
        says(
            " / close P / A: resume",
            "A is resumed and goes on with its call: the port was closed meanwhile.",
        );
    }

    fn times_and_apcs(&self) {
        self.check("advance 1s", "Time passes. No wait ends.");
        self.check(
            "A: get P timeout 1ms / advance 1ms",
            "A's time is over. It runs, without a packet, and counts.",
        );
        self.check(
            "A: get P timeout 1ms / B: get P timeout 1ms / advance 1ms",
            "The time of A and B is over. They run, without a packet. Two threads run under a \
             limit of one.",
        );
        self.check("A: get P poll / A: apc", "An APC is pending for A.");
        self.check("A: get P / A: apc", "A's wait is not alertable, so the APC stays pending.");
        self.check(
            "A: get P alertable / A: apc",
            "An APC ends A's alertable wait. A runs, without a packet.",
        );
        self.check(
            "A: get P poll / post P / A: apc / A: get P max 1 alertable",
            "A asks P and takes p1 at once.",
        );
    }

    fn exits_and_closes(&self) {
        self.check("A: exit", "A ends. It belonged to no port.");
        self.check("A: get P / A: exit", "A ends. It held no slot.");
        self.check(
            "A: get P / B: get P / post P / post P / B: exit",
            "B ends and gives up its slot. A takes its place, with p2.",
        );
        self.check(
            "A: get P / B: get P / close P",
            "The last handle of P is closed. B and A return without a packet. Nothing refers to \
             P any more: it is destroyed.",
        );
        self.check(
            "A: get P poll / associate file P key=1 / close P",
            "The last handle of P is closed.",
        );
        self.check_in(
            "profile xp\n",
            "A: get P / close P",
            "The last handle of P is closed. Nobody is woken.",
        );
        self.check_in(
            "profile xp\n",
            "A: get P poll / close P",
            "The last handle of P is closed. Nothing refers to P any more: it is destroyed.",
        );
        self.check(
            "post P / close P",
            "The last handle of P is closed. Nothing refers to P any more: it is destroyed. One \
             packet is lost with it.",
        );
        self.check("close P / close P", "P is closed already: refused.");
    }

    fn devices(&self) {
        self.check("associate file P key=7", "file is associated with P: its packets carry key 7.");
        self.check(
            "associate file P key=7 / associate file Q key=8",
            "file has a port already: refused.",
        );
        self.check(
            "associate file P key=7 / replace file Q key=8",
            "file reports to Q from here on, with key 8.",
        );
        self.check("associate file P key=7 / dissociate file", "file has no port from here on.");
        self.check_in(
            "profile 8\n",
            "associate file P key=7 / dissociate file",
            "Before Windows 8.1 no association can be changed: refused.",
        );
        self.check(
            "close P / associate file P key=7",
            "P is closed, so no device can be associated: refused.",
        );
        self.check(
            "associate file P key=7 / close P / associate file Q key=7",
            "file still belongs to the port that was closed: refused.",
        );
        self.check(
            "associate file P key=7 / close file",
            "file is closed and leaves the list of P. That makes no packet.",
        );
        self.check("close file / close file", "file is closed already: refused.");
    }
}

const SWITCH_ALONE: &str =
    "A asks Q, so it leaves P. A comes to Q and finds nothing, and does not wait.";
const SWITCH_WITH_SUCCESSOR: &str = "B is done with p1 and asks Q, so it leaves P. A takes its \
     place, with p2. B comes to Q and waits: no packet is queued.";
const SWITCH_AND_TAKE: &str = "A asks Q, so it leaves P. A comes to Q and takes p1 at once.";

#[test]
fn every_kind_of_step_and_every_rule_that_moves_has_its_sentence() {
    let sentences = Sentences { told: RefCell::default() };
    sentences.gets();
    sentences.switches();
    sentences.arrivals();
    sentences.pauses();
    sentences.suspended_calls();
    sentences.times_and_apcs();
    sentences.exits_and_closes();
    sentences.devices();
    let told = sentences.told.into_inner();
    let moves = Rule::ALL.iter().filter(|rule| rule.kind() == Kind::Move && !rule.is_planned());
    let silent: Vec<&Rule> = moves.filter(|rule| !told.contains(rule)).collect();
    assert!(silent.is_empty(), "no sentence was checked for {silent:?}");
}
