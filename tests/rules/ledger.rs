//! The invariants can be seen to break: ledgers that are told of moves which did not happen, and
//! ports that were broken off in the middle of a step.

use std::num::NonZeroU32;
use std::panic::{AssertUnwindSafe, catch_unwind};

use iocp_sim::{
    Answer, Call, DeviceId, Event, Item, Ledger, Limit, Machine, Move, Outcome, Packet, Place,
};
use iocp_sim::{Profile, Rule, Sink, ThreadId, Wait};

const A: ThreadId = ThreadId(0);
const B: ThreadId = ThreadId(1);
const C: ThreadId = ThreadId(2);

/// A port of limit 1 to which all this has happened.
fn port(events: &[Event]) -> Machine {
    let mut port = Machine::new(Profile::Windows11, Limit::new(1, NonZeroU32::MIN));
    for &event in events {
        assert_eq!(port.step(event, &mut ()), Ok(Answer::Done));
    }
    port
}

fn get(thread: ThreadId, wait: Wait) -> Event {
    Event::Get { thread, call: Call::single(wait) }
}

fn poll(thread: ThreadId) -> Event {
    get(thread, Wait::Poll)
}

fn wait(thread: ThreadId) -> Event {
    get(thread, Wait::Forever)
}

fn post() -> Event {
    Event::Post { packet: Packet::default() }
}

/// The move of the `n`-th packet.
fn packet(n: u64, from: Place, to: Place) -> Move {
    let packet = Packet::default();
    Move { item: Item::Packet { n, packet }, from, to, rule: Rule::Q01 }
}

fn thread(thread: ThreadId, from: Place, to: Place, rule: Rule) -> Move {
    Move { item: Item::Thread(thread), from, to, rule }
}

fn ledger(told: &[Move]) -> Ledger {
    let mut ledger = Ledger::default();
    told.iter().for_each(|&moved| ledger.moved(moved));
    ledger
}

/// What a ledger that was told this finds broken in this port.
fn broken(told: &[Move], port: &Machine, queue: &[u64]) -> Option<Rule> {
    ledger(told).check(port, queue).err().map(|broken| broken.rule)
}

#[test]
fn a_ledger_that_was_told_the_truth_finds_nothing() {
    let (came, gone) = (Place::Outside, Place::Thread(A));
    let told = [
        packet(1, came, gone),
        packet(2, came, gone),
        packet(3, came, Place::Queue),
        packet(4, came, Place::Queue),
        packet(5, came, Place::Queue),
        packet(6, came, Place::Queue),
        packet(7, came, Place::Queue),
        packet(3, Place::Queue, gone),
        packet(4, Place::Queue, Place::Discarded),
        packet(5, Place::Queue, Place::Discarded),
        Move { item: Item::Device(DeviceId(0)), ..packet(0, came, Place::Devices) },
        Move { item: Item::Port, ..packet(0, Place::Open, Place::Closed) },
    ];
    assert_eq!(broken(&told, &port(&[post(), post()]), &[6, 7]), None);
}

#[test]
fn a_packet_that_is_lost_or_doubled_breaks_inv4() {
    let queued = packet(1, Place::Outside, Place::Queue);
    assert_eq!(broken(&[], &port(&[]), &[]), None);
    assert_eq!(broken(&[queued], &port(&[]), &[1]), Some(Rule::INV4));
    assert_eq!(broken(&[queued], &port(&[post(), post()]), &[1]), Some(Rule::INV4));
    let error = ledger(&[queued]).check(&port(&[]), &[1]).unwrap_err();
    let expected = "INV4 does not hold: 1 packets came and 0 are accounted for";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_packet_that_leaves_out_of_turn_breaks_inv5() {
    let queued = [1, 2].map(|n| packet(n, Place::Outside, Place::Queue));
    let two = port(&[post(), post()]);
    assert_eq!(broken(&queued, &two, &[1, 2]), None);
    assert_eq!(broken(&queued, &two, &[2, 1]), Some(Rule::INV5));
    let second = packet(2, Place::Queue, Place::Thread(A));
    let told = [queued[0], queued[1], second];
    assert_eq!(broken(&told, &port(&[post()]), &[2]), Some(Rule::INV5));
}

#[test]
fn the_first_of_two_broken_invariants_is_told() {
    let queued = packet(1, Place::Outside, Place::Queue);
    let overtaking = packet(2, Place::Outside, Place::Thread(A));
    let out_of_turn = packet(3, Place::Queue, Place::Thread(A));
    assert_eq!(broken(&[queued, overtaking, out_of_turn], &port(&[]), &[]), Some(Rule::Q07));
    let missing = packet(9, Place::Queue, Place::Thread(A));
    assert_eq!(broken(&[missing, queued, overtaking], &port(&[]), &[]), Some(Rule::INV5));
}

#[test]
fn a_packet_that_overtakes_the_queue_breaks_q07() {
    let queued = packet(1, Place::Outside, Place::Queue);
    let handed_over = packet(2, Place::Outside, Place::Thread(A));
    let one = port(&[post()]);
    assert_eq!(broken(&[queued, handed_over], &one, &[1]), Some(Rule::Q07));
    assert_eq!(broken(&[handed_over, queued], &one, &[1]), None);
}

#[test]
fn a_thread_that_is_released_with_a_packet_out_of_turn_breaks_inv5() {
    let comes = |waiting| thread(waiting, Place::Outside, Place::Waiting, Rule::C03);
    let goes = |waiting, by| thread(waiting, Place::Waiting, Place::Released, by);
    let told = |released, by| [comes(A), comes(B), comes(C), goes(released, by)];
    let left = |one, other| port(&[wait(one), wait(other)]);
    assert_eq!(broken(&told(C, Rule::W01), &left(A, B), &[]), None);
    assert_eq!(broken(&told(B, Rule::W01), &left(A, C), &[]), Some(Rule::INV5));
    // A time-out ends a wait anywhere in the stack.
    assert_eq!(broken(&told(B, Rule::C13), &left(A, C), &[]), None);
    assert_eq!(broken(&told(B, Rule::C13), &left(C, A), &[]), Some(Rule::INV5));
    assert_eq!(broken(&[comes(A), comes(A)], &left(A, B), &[]), Some(Rule::INV5));
}

#[test]
fn a_thread_that_stays_where_it_is_moves_nothing() {
    let stays = thread(A, Place::Waiting, Place::Waiting, Rule::E06);
    let comes = thread(A, Place::Outside, Place::Waiting, Rule::C03);
    assert_eq!(broken(&[comes, stays], &port(&[wait(A)]), &[]), None);
}

#[test]
fn only_a_rule_without_a_packet_raises_the_active_threads_above_the_limit() {
    let over = port(&[poll(A), poll(B)]);
    let raised = |by| [thread(A, Place::Outside, Place::Released, by)];
    for by in [Rule::C11, Rule::C13, Rule::C14, Rule::W06, Rule::P04] {
        assert_eq!(broken(&raised(by), &over, &[]), None, "{by}");
    }
    for by in [Rule::W01, Rule::C05, Rule::C06, Rule::C07, Rule::W07] {
        assert_eq!(broken(&raised(by), &over, &[]), Some(Rule::INV6), "{by}");
    }
    assert_eq!(broken(&[], &over, &[]), Some(Rule::INV6));
    assert_eq!(broken(&raised(Rule::W01), &port(&[poll(A)]), &[]), None);
}

#[test]
fn an_excess_is_allowed_to_the_step_that_found_it() {
    let (below, over) = (port(&[poll(A)]), port(&[poll(A), poll(B)]));
    let mut ledger = Ledger::default();
    ledger.moved(thread(B, Place::Outside, Place::Released, Rule::P04));
    ledger.begin(&over);
    assert_eq!(ledger.check(&over, &[]), Ok(()));
    ledger.begin(&below);
    assert_eq!(ledger.check(&over, &[]).map_err(|broken| broken.rule), Err(Rule::INV6));
}

#[test]
fn a_ledger_is_opened_for_a_port_that_has_a_history() {
    let port = port(&[wait(A), wait(B), poll(C), poll(ThreadId(3)), post(), post()]);
    let queue: Vec<u64> = port.snapshot().queue.iter().map(|&(n, _)| n).collect();
    assert_eq!(queue.len(), 2);
    assert_eq!(Ledger::of(&port).check(&port, &queue), Ok(()));
    let mut later = port.clone();
    let mut ledger = Ledger::of(&port);
    ledger.step(&mut later, Event::Exit { thread: C }).expect("every invariant holds");
    ledger.step(&mut later, Event::Exit { thread: ThreadId(3) }).expect("every invariant holds");
    assert_eq!((later.active(), later.snapshot().queue.len()), (1, 1));
}

#[test]
#[should_panic(expected = "can not happen: the thread is not blocked")]
fn a_ledger_does_not_step_what_can_not_happen() {
    let _ = Ledger::default().step(&mut port(&[]), Event::Unblock { thread: A });
}

/// A sink that breaks a step off at its first move.
struct Breaks;

impl Sink for Breaks {
    fn moved(&mut self, _: Move) {
        std::panic::resume_unwind(Box::new("broken off"));
    }

    fn returned(&mut self, _: ThreadId, _: Outcome, _: Rule) {}
}

/// A port to which all this has happened, the last of it by half.
fn broken_off(events: &[Event], last: Event) -> Machine {
    let mut port = port(events);
    let outcome = catch_unwind(AssertUnwindSafe(|| port.step(last, &mut Breaks)));
    assert!(outcome.is_err(), "nothing moved");
    port
}

#[test]
fn a_slot_that_is_not_handed_on_breaks_inv2() {
    let broken = broken_off(&[poll(A), wait(B), post()], Event::Block { thread: A });
    assert_eq!(broken.check_invariants().map_err(|broken| broken.rule), Err(Rule::INV2));
    let ledger = Ledger::of(&broken);
    assert_eq!(ledger.check(&broken, &[1]).map_err(|broken| broken.rule), Err(Rule::INV2));
}

#[test]
fn a_thread_that_runs_and_does_not_count_breaks_inv1() {
    let events = [wait(A), Event::Suspend { thread: A }, post()];
    let broken = broken_off(&events, Event::Resume { thread: A });
    assert_eq!(broken.check_invariants().map_err(|broken| broken.rule), Err(Rule::INV1));
}
