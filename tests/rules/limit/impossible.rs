//! Examples of section 7 of SPEC.md: what can not happen, and moves nothing.

use std::num::NonZeroU32;

use iocp_sim::{Answer, Call, DeviceId, Event, Limit, Machine, Misuse, Profile, Status};
use iocp_sim::{ThreadId, Told, Wait};

const THREAD: ThreadId = ThreadId(0);
const BLOCK: Event = Event::Block { thread: THREAD };
const SUSPEND: Event = Event::Suspend { thread: THREAD };

fn get(wait: Wait) -> Event {
    Event::Get { thread: THREAD, call: Call::single(wait) }
}

/// Lets `before` happen, and requires `event` to be the misuse and to change and tell nothing.
#[track_caller]
fn check_misuse(profile: Profile, before: &[Event], event: Event, misuse: Misuse) {
    let mut port = Machine::new(profile, Limit::new(1, NonZeroU32::MIN));
    for &event in before {
        assert_eq!(port.step(event, &mut ()), Ok(Answer::Done));
    }
    let as_before = port.clone();
    let mut told = Told::default();
    assert_eq!(port.step(event, &mut told), Err(misuse));
    assert_eq!(port, as_before);
    assert_eq!(told, Told::default());
}

#[track_caller]
fn check_on_11(before: &[Event], event: Event, misuse: Misuse) {
    check_misuse(Profile::Windows11, before, event, misuse);
}

#[test]
fn a_thread_that_waits_blocks_or_is_suspended_does_not_get() {
    let again = get(Wait::Poll);
    check_on_11(&[get(Wait::Forever)], again, Misuse::InCall);
    check_on_11(&[get(Wait::Forever), SUSPEND], again, Misuse::InCall);
    check_on_11(&[get(Wait::Poll), BLOCK], again, Misuse::Blocked);
    check_on_11(&[get(Wait::Poll), SUSPEND], again, Misuse::Suspended);
    check_on_11(&[BLOCK], again, Misuse::Blocked);
    check_on_11(&[SUSPEND], again, Misuse::Suspended);
}

#[test]
fn a_thread_that_waits_or_is_suspended_does_not_block() {
    check_on_11(&[get(Wait::Forever)], BLOCK, Misuse::InCall);
    check_on_11(&[get(Wait::Poll), SUSPEND], BLOCK, Misuse::Suspended);
}

#[test]
fn what_did_not_begin_does_not_end() {
    let unblock = Event::Unblock { thread: THREAD };
    let resume = Event::Resume { thread: THREAD };
    check_on_11(&[get(Wait::Poll)], unblock, Misuse::NotBlocked);
    check_on_11(&[get(Wait::Poll), BLOCK, unblock], unblock, Misuse::NotBlocked);
    check_on_11(&[get(Wait::Poll)], resume, Misuse::NotSuspended);
    check_on_11(&[get(Wait::Poll), SUSPEND, resume], resume, Misuse::NotSuspended);
}

#[test]
fn a_thread_that_does_not_run_leaves_for_no_other_port_and_runs_no_apcs() {
    let leave = Event::Leave { thread: THREAD };
    let run_apcs = Event::RunApcs { thread: THREAD };
    check_on_11(&[get(Wait::Forever)], leave, Misuse::InCall);
    check_on_11(&[get(Wait::Poll), BLOCK], leave, Misuse::Blocked);
    check_on_11(&[get(Wait::Poll), SUSPEND], leave, Misuse::Suspended);
    check_on_11(&[get(Wait::Forever)], run_apcs, Misuse::InCall);
    check_on_11(&[get(Wait::Poll), SUSPEND], run_apcs, Misuse::Suspended);
}

#[test]
fn a_thread_of_a_port_does_not_enter_it() {
    let enter = Event::Enter { thread: THREAD, call: Call::single(Wait::Poll) };
    check_on_11(&[get(Wait::Poll)], enter, Misuse::Here);
}

#[test]
fn a_get_without_a_deadline_does_not_time_out() {
    check_on_11(&[get(Wait::Forever)], Event::TimedOut { thread: THREAD }, Misuse::NoDeadline);
}

#[test]
fn a_device_that_is_not_associated_neither_completes_nor_leaves() {
    let device = DeviceId(0);
    let (context, status, information) = (0, Status::SUCCESS, 0);
    let complete = Event::Complete { device, context, status, information };
    check_on_11(&[], complete, Misuse::NotAssociated);
    check_on_11(&[], Event::CloseDevice { device }, Misuse::NotAssociated);
    check_on_11(&[], Event::Remove { device }, Misuse::NotAssociated);
}

#[test]
fn xp_has_no_batch_get_and_no_alertable_one() {
    let call = Call::batch(1, false, Wait::Poll);
    let gets = [Event::Get { thread: THREAD, call }, Event::Enter { thread: THREAD, call }];
    for event in gets {
        check_misuse(Profile::Xp, &[], event, Misuse::NoBatches);
        let mut port = Machine::new(Profile::Vista, Limit::new(1, NonZeroU32::MIN));
        assert_eq!(port.step(event, &mut ()), Ok(Answer::Done));
    }
}
