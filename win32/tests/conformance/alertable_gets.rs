//! Gets that run APCs, and those that do not.

use windows_sys::Win32::Foundation::{
    FALSE, STATUS_TIMEOUT, STATUS_USER_APC, TRUE, WAIT_IO_COMPLETION, WAIT_TIMEOUT,
};
use windows_sys::Win32::System::IO::{GetQueuedCompletionStatusEx, OVERLAPPED_ENTRY};

use crate::actors::{Actor, queue_apc, ran};
use crate::arm::{comes, nothing_comes, settle};
use crate::calls::{FOREVER, Got, Handle, get, get_many, port, post, with_error};
use crate::native::{depth, remove_alertably};
use crate::sleeps::sleep;
use crate::waitables::{Alert, WORKED};

/// How an alertable call for several packets returns: their keys, or the error.
fn get_alertably(port: Handle, milliseconds: u32) -> Result<Vec<usize>, u32> {
    let (mut entries, mut removed) = ([OVERLAPPED_ENTRY::default(); 4], 0);
    // SAFETY: the places live longer than the call.
    let (ok, error) = with_error(|| unsafe {
        let entries = entries.as_mut_ptr();
        GetQueuedCompletionStatusEx(port.raw(), entries, 4, &raw mut removed, milliseconds, TRUE)
    });
    if ok == FALSE {
        return Err(error);
    }
    Ok(entries[..removed as usize].iter().map(|entry| entry.lpCompletionKey).collect())
}

/// Queues an APC to the calling thread.
fn interrupt(data: usize) {
    assert_eq!(queue_apc(Handle::THREAD, data), WORKED);
}

#[test]
fn a_get_of_one_packet_runs_no_apc() {
    shows![G12, U04];
    let (actor, port) = (Actor::new(), port(1));
    let timed_out = actor.does(move || {
        interrupt(7);
        (get(port, 0), get(port, 1), ran())
    });
    assert_eq!(timed_out, (Got::nothing(WAIT_TIMEOUT), Got::nothing(WAIT_TIMEOUT), vec![]));
    assert_eq!(actor.does(|| (sleep(0, Alert::Alertable), ran())), (WAIT_IO_COMPLETION, vec![7]));
}

#[test]
fn an_apc_does_not_end_a_get_of_one_packet() {
    shows![G12, U04];
    let (actor, port) = (Actor::new(), port(1));
    let got = actor.starts(move || (get(port, FOREVER), ran()));
    settle(port, 1);
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    nothing_comes(&got);
    post(port, 1);
    assert_eq!(comes(&got), (Got::packet(1, 0, 0), vec![]));
}

#[test]
fn a_batch_that_is_not_alertable_runs_no_apc() {
    shows![E06, U04];
    let (actor, port) = (Actor::new(), port(1));
    let got = actor.does(move || {
        interrupt(7);
        let timed_out = get_many(port, 4, 1).error;
        post(port, 1);
        (timed_out, get_many(port, 4, 0).keys(), ran())
    });
    assert_eq!(got, (WAIT_TIMEOUT, vec![1], vec![]));
}

#[test]
fn an_alertable_batch_runs_the_apcs_that_are_there() {
    shows![E07];
    let (actor, port) = (Actor::new(), port(1));
    let got = actor.does(move || {
        interrupt(7);
        interrupt(8);
        (get_alertably(port, FOREVER), ran())
    });
    assert_eq!(got, (Err(WAIT_IO_COMPLETION), vec![7, 8]));
}

#[test]
fn an_alertable_poll_runs_the_apcs_that_are_there() {
    shows![E07];
    let (actor, port) = (Actor::new(), port(1));
    let got = actor.does(move || {
        interrupt(7);
        (get_alertably(port, 0), ran(), get_alertably(port, 0))
    });
    assert_eq!(got, (Err(WAIT_IO_COMPLETION), vec![7], Err(WAIT_TIMEOUT)));
}

#[test]
fn an_apc_ends_an_alertable_batch_that_waits() {
    shows![E07];
    let (actor, port) = (Actor::new(), port(1));
    let got = actor.starts(move || (get_alertably(port, FOREVER), ran()));
    settle(port, 1);
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    assert_eq!(comes(&got), (Err(WAIT_IO_COMPLETION), vec![7]));
}

#[test]
fn an_alertable_batch_without_apcs_is_as_any_other() {
    let (actor, port) = (Actor::new(), port(1));
    assert_eq!(actor.does(move || get_alertably(port, 1)), Err(WAIT_TIMEOUT));
    post(port, 1);
    post(port, 2);
    assert_eq!(actor.does(move || get_alertably(port, FOREVER)), Ok(vec![1, 2]));
}

#[test]
fn a_thread_of_the_port_takes_the_packet_before_the_apc() {
    shows![E08];
    let (actor, port) = (Actor::new(), port(1));
    let got = actor.does(move || {
        assert_eq!(get(port, 0), Got::nothing(WAIT_TIMEOUT));
        post(port, 1);
        interrupt(7);
        (get_alertably(port, FOREVER), ran())
    });
    assert_eq!(got, (Ok(vec![1]), vec![]));
    assert_eq!(
        actor.does(move || (get_alertably(port, 0), ran())),
        (Err(WAIT_IO_COMPLETION), vec![7])
    );
}

#[test]
fn a_thread_of_the_port_takes_the_apc_if_the_limit_holds_up_the_packet() {
    shows![E08, E07, E02];
    let (actor, other, port) = (Actor::new(), Actor::new(), port(1));
    assert_eq!(actor.does(move || get(port, 0)), Got::nothing(WAIT_TIMEOUT));
    assert_eq!(other.does(move || get(port, 0)), Got::nothing(WAIT_TIMEOUT));
    post(port, 1);
    let got = actor.does(move || {
        interrupt(7);
        (get_alertably(port, FOREVER), ran())
    });
    assert_eq!(got, (Err(WAIT_IO_COMPLETION), vec![7]));
    assert_eq!(depth(port), 1);
}

#[test]
fn a_thread_that_is_new_to_the_port_takes_the_apc_before_the_packet() {
    shows![E09];
    let (actor, port) = (Actor::new(), port(1));
    post(port, 1);
    let got = actor.does(move || {
        interrupt(7);
        (get_alertably(port, FOREVER), ran())
    });
    assert_eq!(got, (Err(WAIT_IO_COMPLETION), vec![7]));
    assert_eq!(depth(port), 1);
    assert_eq!(actor.does(move || get_alertably(port, FOREVER)), Ok(vec![1]));
}

#[test]
fn a_thread_of_another_port_takes_the_apc_before_the_packet() {
    shows![E09];
    let (actor, own, port) = (Actor::new(), port(1), port(1));
    post(port, 1);
    let got = actor.does(move || {
        assert_eq!(get(own, 0), Got::nothing(WAIT_TIMEOUT));
        interrupt(7);
        (get_alertably(port, FOREVER), ran())
    });
    assert_eq!(got, (Err(WAIT_IO_COMPLETION), vec![7]));
    assert_eq!(depth(port), 1);
}

#[test]
fn each_apc_of_a_thread_that_is_new_to_the_port_comes_before_the_packet() {
    shows![E09, C28];
    let (actor, port) = (Actor::new(), port(1));
    post(port, 1);
    for data in [7, 8] {
        let got = actor.does(move || {
            interrupt(data);
            (get_alertably(port, 0), ran())
        });
        assert_eq!(got, (Err(WAIT_IO_COMPLETION), vec![data]));
    }
    assert_eq!(actor.does(move || get_alertably(port, 0)), Ok(vec![1]));
}

#[test]
fn a_batch_that_an_apc_kept_from_waiting_binds_nobody() {
    shows![C28];
    let (actor, other, port) = (Actor::new(), Actor::new(), port(1));
    let got = actor.does(move || {
        interrupt(7);
        get_alertably(port, FOREVER)
    });
    assert_eq!(got, Err(WAIT_IO_COMPLETION));
    post(port, 1);
    // The one slot is free.
    assert_eq!(other.does(move || get(port, 0)), Got::packet(1, 0, 0));
}

#[test]
fn a_batch_that_an_apc_kept_from_waiting_leaves_its_thread_where_it_is() {
    shows![C32, E09];
    let (actor, waits, own, port) = (Actor::new(), Actor::new(), port(1), port(1));
    post(own, 1);
    assert_eq!(actor.does(move || get(own, FOREVER)), Got::packet(1, 0, 0));
    let got = waits.starts(move || get(own, FOREVER));
    settle(own, 1);
    post(own, 2);
    let interrupted = actor.does(move || {
        interrupt(7);
        get_alertably(port, FOREVER)
    });
    assert_eq!(interrupted, Err(WAIT_IO_COMPLETION));
    nothing_comes(&got);
    assert_eq!(actor.does(move || get(own, FOREVER)), Got::packet(2, 0, 0));
}

#[test]
fn a_thread_whose_get_an_apc_has_ended_holds_a_slot() {
    shows![C14];
    let (actor, mut other, port) = (Actor::new(), Actor::new(), port(1));
    let ended = actor.starts(move || get_alertably(port, FOREVER));
    settle(port, 1);
    assert_eq!(queue_apc(actor.handle, 7), WORKED);
    assert_eq!(comes(&ended), Err(WAIT_IO_COMPLETION));
    post(port, 1);
    assert_eq!(other.does(move || get(port, 0)), Got::nothing(WAIT_TIMEOUT));
    other.end();
    assert_eq!(actor.does(move || get(port, 0)), Got::packet(1, 0, 0));
}

#[test]
fn a_native_alertable_call_runs_apcs() {
    shows![E07];
    let (actor, port) = (Actor::new(), port(1));
    let got = actor.does(move || {
        interrupt(7);
        (remove_alertably(port, None).0, ran(), remove_alertably(port, Some(0)).0)
    });
    let (apc, timeout) = (STATUS_USER_APC.cast_unsigned(), STATUS_TIMEOUT.cast_unsigned());
    assert_eq!(got, (apc, vec![7], timeout));
}

#[test]
fn a_native_alertable_call_takes_packets() {
    shows![E08];
    let (actor, port) = (Actor::new(), port(1));
    let got = actor.does(move || {
        assert_eq!(get(port, 0), Got::nothing(WAIT_TIMEOUT));
        post(port, 1);
        interrupt(7);
        (remove_alertably(port, None), ran())
    });
    assert_eq!(got, ((0, vec![1]), vec![]));
}
