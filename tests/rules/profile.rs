//! What a driver reads off a port and its parts: profiles, limits, mistakes, threads.

use std::num::NonZeroU32;

use iocp_sim::machine::UnknownProfile;
use iocp_sim::{Answer, Call, Event, Limit, Machine, Misuse, Outcome, Profile, Rule, Status};
use iocp_sim::{ThreadId, Told, Wait};

const A: ThreadId = ThreadId(0);
const B: ThreadId = ThreadId(1);

fn port(profile: Profile) -> Machine {
    Machine::new(profile, Limit::new(1, NonZeroU32::MIN))
}

fn get(thread: ThreadId, wait: Wait) -> Event {
    Event::Get { thread, call: Call::single(wait) }
}

#[test]
fn a_profile_is_known_by_the_name_it_shows() {
    let names = ["xp", "vista", "7", "8", "8.1", "10", "11"];
    for (profile, name) in Profile::ALL.into_iter().zip(names) {
        assert_eq!(profile.to_string(), name);
        assert_eq!(name.parse(), Ok(profile));
        assert_eq!(port(profile).profile(), profile);
    }
}

#[test]
fn a_name_that_is_no_profile_is_refused_with_those_that_are() {
    let error = "95".parse::<Profile>().unwrap_err();
    assert_eq!(error, UnknownProfile("95".to_owned()));
    let expected = "`95` is no profile; the profiles are xp, vista, 7, 8, 8.1, 10, 11";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn versions_differ_in_batches_from_vista_and_in_replacement_from_windows_8_1() {
    for profile in Profile::ALL {
        assert_eq!(profile.has_batches(), profile != Profile::Xp);
        assert_eq!(profile.has_replacement(), profile >= Profile::Windows8_1);
    }
}

#[test]
fn a_limit_of_zero_asks_for_as_many_as_there_are_processors() {
    let processors = NonZeroU32::new(4).expect("4 is not 0");
    assert_eq!(Limit::new(0, processors).get(), 4);
    assert_eq!(Limit::new(7, processors).get(), 7);
    let port = Machine::new(Profile::Windows11, Limit::new(7, processors));
    assert_eq!(port.limit(), Limit::new(7, processors));
}

#[test]
fn success_and_information_codes_are_success() {
    assert!(Status::SUCCESS.is_success());
    assert!(Status(0x7FFF_FFFF).is_success());
    assert!(!Status(0x8000_0000).is_success());
}

/// Lets the events happen but the last, which can not.
fn misuse(profile: Profile, events: &[Event]) -> String {
    let (&last, before) = events.split_last().expect("there is a last event");
    let mut port = port(profile);
    for &event in before {
        assert_eq!(port.step(event, &mut ()), Ok(Answer::Done));
    }
    let unchanged = port.clone();
    let misuse = port.step(last, &mut ()).expect_err("the event can not happen");
    assert_eq!(port, unchanged);
    misuse.to_string()
}

#[test]
fn a_mistake_of_the_driver_is_named_and_changes_nothing() {
    let (wait, poll) = (get(A, Wait::Forever), get(A, Wait::Poll));
    let thread = A;
    let device = iocp_sim::DeviceId(0);
    let call = Call::batch(1, false, Wait::Poll);
    let xp = misuse(Profile::Xp, &[Event::Get { thread, call }]);
    assert_eq!(xp, "Windows XP has no batch and no alertable get");
    let mistakes: [(&[Event], &str); 10] = [
        (&[wait, wait], "the thread is inside a get"),
        (&[wait, Event::RunApcs { thread }], "the thread is inside a get"),
        (&[Event::Block { thread }, wait], "the thread is blocked"),
        (&[Event::Suspend { thread }, wait], "the thread is suspended"),
        (&[Event::Unblock { thread }], "the thread is not blocked"),
        (&[Event::Resume { thread }], "the thread is not suspended"),
        (&[poll, Event::Enter { thread, call }], "the thread belongs to this port already"),
        (&[wait, Event::TimedOut { thread }], "the thread's call has no deadline"),
        (&[Event::CloseDevice { device }], "the device is not associated with this port"),
        (&[Event::Remove { device }], "the device is not associated with this port"),
    ];
    for (events, expected) in mistakes {
        assert_eq!(misuse(Profile::Windows11, events), expected);
    }
}

#[test]
fn a_port_says_how_many_threads_count_and_which_belong_to_it() {
    let mut port = port(Profile::Windows11);
    let mut counts = vec![port.active()];
    for event in [
        get(A, Wait::Poll),
        get(B, Wait::Poll),
        Event::Block { thread: A },
        Event::Block { thread: A },
        Event::Suspend { thread: A },
        Event::Suspend { thread: A },
        Event::QueueApc { thread: A },
        get(B, Wait::Forever),
    ] {
        assert_eq!(port.step(event, &mut ()), Ok(Answer::Done));
        counts.push(port.active());
    }
    assert_eq!(counts, [0, 1, 2, 1, 1, 1, 1, 1, 0]);
    assert_eq!((port.blocked(A), port.suspended(A), port.apcs(A)), (2, 2, 1));
    assert_eq!((port.blocked(B), port.suspended(B), port.apcs(B)), (0, 0, 0));
    assert!(port.is_associated(A) && port.is_associated(B) && !port.is_associated(ThreadId(2)));
    assert_eq!(port.must_run(A), Err(Misuse::Suspended));
    assert_eq!(port.must_run(B), Err(Misuse::InCall));
}

#[test]
fn a_port_shows_its_threads_in_a_debugger() {
    let mut port = port(Profile::Windows11);
    for thread in [ThreadId(30), ThreadId(20)] {
        assert_eq!(port.step(get(thread, Wait::Forever), &mut ()), Ok(Answer::Done));
    }
    assert!(format!("{port:?}").contains("Waiting([ThreadId(30), ThreadId(20)])"));
}

#[test]
fn a_batch_with_room_for_none_is_refused_to_a_thread_that_left_another_port_too() {
    let mut port = port(Profile::Windows11);
    let call = Call::batch(0, false, Wait::Poll);
    let mut told = Told::default();
    let answer = port.step(Event::Enter { thread: A, call }, &mut told);
    assert_eq!((answer, told), (Ok(Answer::Refused(Rule::E01)), Told::default()));
}

#[test]
fn a_port_that_was_closed_since_the_admission_abandons_the_call() {
    let mut port = port(Profile::Windows11);
    assert_eq!(port.step(Event::Close, &mut ()), Ok(Answer::Done));
    let mut told = Told::default();
    let enter = Event::Enter { thread: A, call: Call::single(Wait::Forever) };
    assert_eq!(port.step(enter, &mut told), Ok(Answer::Done));
    assert_eq!(told.returns, [(A, Outcome::Abandoned, Rule::G04)]);
    assert!(!port.is_associated(A));
}
