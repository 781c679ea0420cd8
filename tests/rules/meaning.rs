//! What a port means: two that mean the same are equal and hash alike, whatever way they came,
//! and two that differ in anything that matters are unequal and hash unlike.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

use iocp_sim::{
    Answer, Call, DeviceId, Elsewhere, Event, Item, Limit, Machine, Packet, Profile, ThreadId,
};
use iocp_sim::{Told, Wait};

const A: ThreadId = ThreadId(0);
const B: ThreadId = ThreadId(1);
const C: ThreadId = ThreadId(2);
const D: DeviceId = DeviceId(0);
const E: DeviceId = DeviceId(1);

fn new(profile: Profile, limit: u32) -> Machine {
    Machine::new(profile, Limit::new(limit, NonZeroU32::MIN))
}

/// A port of limit 2 to which all this has happened.
#[track_caller]
fn port(events: &[Event]) -> Machine {
    let mut port = new(Profile::Windows11, 2);
    events.iter().for_each(|&event| happen(&mut port, event));
    port
}

#[track_caller]
fn happen(port: &mut Machine, event: Event) {
    assert_eq!(port.step(event, &mut ()), Ok(Answer::Done), "{event:?}");
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

fn post(key: u64) -> Event {
    Event::Post { packet: Packet { key, ..Packet::default() } }
}

fn associate(device: DeviceId, key: u64) -> Event {
    Event::Associate { device, key, elsewhere: Elsewhere::Unbound }
}

fn block(thread: ThreadId) -> Event {
    Event::Block { thread }
}

fn suspend(thread: ThreadId) -> Event {
    Event::Suspend { thread }
}

fn apc(thread: ThreadId) -> Event {
    Event::QueueApc { thread }
}

fn hash(port: &Machine) -> u64 {
    let mut hasher = DefaultHasher::new();
    port.hash(&mut hasher);
    hasher.finish()
}

#[track_caller]
fn same(one: &[Event], other: &[Event]) {
    let (one, other) = (port(one), port(other));
    assert_eq!(one, other);
    assert_eq!(hash(&one), hash(&other));
}

#[track_caller]
fn different(one: &[Event], other: &[Event]) {
    assert_differ(&port(one), &port(other));
}

#[track_caller]
fn assert_differ(one: &Machine, other: &Machine) {
    assert_ne!(one, other);
    assert_ne!(other, one);
    assert_ne!(hash(one), hash(other));
}

#[test]
fn the_order_of_association_does_not_matter() {
    same(&[associate(D, 4), associate(E, 5)], &[associate(E, 5), associate(D, 4)]);
    same(&[associate(D, 4)], &[associate(D, 4), associate(E, 5), Event::Remove { device: E }]);
}

#[test]
fn the_order_of_released_and_of_paused_threads_does_not_matter() {
    same(&[poll(A), poll(B), poll(C)], &[poll(C), poll(A), poll(B)]);
    let paused = |one, other| [poll(A), poll(B), block(one), block(other)];
    same(&paused(A, B), &paused(B, A));
}

#[test]
fn the_order_of_suspension_inside_a_call_does_not_matter() {
    let suspended = |one, other| [wait(A), wait(B), suspend(one), suspend(other)];
    same(&suspended(A, B), &suspended(B, A));
}

#[test]
fn packets_that_have_passed_do_not_matter() {
    let mut events: Vec<Event> = (0..200).map(post).collect();
    events.extend([poll(A); 199]);
    same(&events, &[poll(A), block(A), post(199), Event::Unblock { thread: A }]);
    events.push(poll(A));
    same(&events, &[poll(A)]);
}

#[test]
fn a_thread_that_has_gone_leaves_nothing() {
    let stranger = ThreadId(70);
    let leave = Event::Leave { thread: stranger };
    let exit = Event::Exit { thread: stranger };
    same(&[], &[apc(stranger), poll(stranger), leave]);
    same(&[], &[apc(stranger), wait(stranger), suspend(stranger), exit]);
    same(&[apc(A)], &[apc(A), apc(stranger), Event::RunApcs { thread: stranger }]);
}

#[test]
fn a_copy_means_the_same_and_goes_its_own_way() {
    let original =
        port(&[associate(D, 4), wait(A), wait(B), poll(C), suspend(A), post(1), post(2)]);
    let mut copy = original.clone();
    assert_eq!(copy, original);
    assert_eq!(hash(&copy), hash(&original));
    happen(&mut copy, Event::Exit { thread: B });
    assert_differ(&copy, &original);
}

#[test]
fn profile_and_limit_matter() {
    let port = new(Profile::Windows11, 2);
    assert_differ(&port, &new(Profile::Windows10, 2));
    assert_differ(&port, &new(Profile::Windows11, 1));
}

#[test]
fn open_closed_and_destroyed_are_three() {
    different(&[associate(D, 4)], &[associate(D, 4), Event::Close]);
    different(&[], &[Event::Close]);
    different(&[Event::Close], &[associate(D, 4), Event::Close]);
}

#[test]
fn devices_and_their_keys_matter() {
    different(&[associate(D, 4)], &[]);
    different(&[associate(D, 4)], &[associate(E, 4)]);
    different(&[associate(D, 4)], &[associate(D, 4), associate(E, 4)]);
    // Keys are left out of the hash.
    assert_ne!(port(&[associate(D, 4)]), port(&[associate(D, 5)]));
}

#[test]
fn packets_and_their_order_matter() {
    different(&[post(1)], &[]);
    different(&[post(1)], &[post(2)]);
    different(&[post(1)], &[post(1), post(1)]);
    different(&[post(1), post(2)], &[post(2), post(1)]);
}

#[test]
fn the_order_of_waiting_threads_matters() {
    different(&[wait(A), wait(B)], &[wait(B), wait(A)]);
    different(&[wait(A)], &[wait(A), wait(B)]);
}

#[test]
fn who_is_released_matters() {
    different(&[poll(A)], &[]);
    different(&[poll(A)], &[poll(B)]);
    different(&[poll(A)], &[poll(A), poll(B)]);
}

#[test]
fn who_is_paused_matters() {
    // A thread that blocks before it comes to the port is not paused.
    different(&[poll(A), block(A)], &[block(A)]);
    different(&[poll(A), block(A), block(B)], &[poll(B), block(A), block(B)]);
}

#[test]
fn waits_suspensions_and_apcs_of_a_thread_matter() {
    different(&[block(A)], &[]);
    different(&[block(A)], &[block(B)]);
    different(&[block(A)], &[block(A), block(A)]);
    different(&[suspend(A)], &[]);
    different(&[suspend(A)], &[suspend(A), suspend(A)]);
    different(&[apc(A)], &[]);
    different(&[apc(A)], &[apc(A), apc(A)]);
}

#[test]
fn the_call_of_a_thread_and_its_deadline_matter() {
    different(&[wait(A)], &[get(A, Wait::Timed)]);
    let batch = |alertable| {
        let call = Call::batch(3, alertable, Wait::Forever);
        [Event::Get { thread: A, call }]
    };
    different(&batch(true), &batch(false));
    let suspended = [get(A, Wait::Timed), suspend(A)];
    let expired = [get(A, Wait::Timed), suspend(A), Event::TimedOut { thread: A }];
    different(&suspended, &expired);
}

/// Keeps the numbers of 32 bits that are hashed.
#[derive(Default)]
struct Numbers(Vec<u32>);

impl Hasher for Numbers {
    fn write(&mut self, _: &[u8]) {}

    fn write_u32(&mut self, number: u32) {
        self.0.push(number);
    }

    fn finish(&self) -> u64 {
        0
    }
}

#[test]
fn threads_and_devices_are_kept_apart_by_their_numbers_however_large() {
    // Where room is wasted, or a number is mistaken for another, the hash does not name it: this
    // comes first, since the rest would then take all memory.
    for number in [5, 1017] {
        let mut hashed = Numbers::default();
        port(&[apc(ThreadId(number))]).hash(&mut hashed);
        assert!(hashed.0.contains(&number), "{number} is not among {:?}", hashed.0);
    }
    let mut port = port(&[]);
    let key = |number: u32| u64::from(number) + 7;
    for number in 0..5000 {
        happen(&mut port, associate(DeviceId(number), key(number)));
        for _ in 0..number % 3 {
            happen(&mut port, apc(ThreadId(number)));
        }
    }
    let devices = port.snapshot().devices;
    assert!(devices.into_iter().eq((0..5000).map(|number| (DeviceId(number), key(number)))));
    assert!((0..5000).all(|number| port.apcs(ThreadId(number)) == number % 3));
    assert_eq!(port.apcs(ThreadId(1_000_000)), 0);
}

#[test]
fn packets_leave_in_their_order_however_many_there_are() {
    let mut port = port(&[]);
    let (mut came, mut left) = (0, 0);
    for _ in 0..30 {
        for _ in 0..20 {
            happen(&mut port, post(came));
            came += 1;
        }
        for _ in 0..15 {
            let mut told = Told::default();
            assert_eq!(port.step(poll(A), &mut told), Ok(Answer::Done));
            let packet = Packet { key: left, ..Packet::default() };
            left += 1;
            assert_eq!(told.moves[0].item, Item::Packet { n: left, packet });
        }
        let queue = port.snapshot().queue;
        assert!(queue.iter().map(|&(n, packet)| (n - 1, packet.key)).eq((left..came).zip(left..)));
    }
}
