//! Waits for as many objects as there can be in one.

use iocp_sim_win32::Win32::Foundation::*;

use crate::world::*;

const MOST: usize = 64;

#[test]
fn a_wait_for_64_events_takes_all_at_once_or_none() {
    let (events, worker) = ([(); MOST].map(|()| automatic()), Worker::new());
    let waits = worker.starts(move || wait_for(&events, TRUE, LONG_MS));
    worker.is_waiting();
    for event in &events[1..] {
        set(*event).expect("it is set");
    }
    // The wait takes none before it gets all.
    worker.is_waiting();
    assert!(events[1..].iter().all(|event| is_set(*event)));
    set(events[0]).expect("it is set");
    assert_eq!(comes(&waits), Ok(WAIT_OBJECT_0));
    assert!(!events.iter().any(|event| is_set(*event)));
}

#[test]
fn another_can_take_what_a_wait_for_all_has_not_got() {
    let (events, worker) = ([(); MOST].map(|()| automatic()), Worker::new());
    let waits = worker.starts(move || wait_for(&events, TRUE, LONG_MS));
    worker.is_waiting();
    for event in &events[..MOST - 1] {
        set(*event).expect("it is set");
    }
    assert_eq!(wait(events[7], 0), WAIT_OBJECT_0);
    set(events[MOST - 1]).expect("it is set");
    worker.is_waiting();
    set(events[7]).expect("it is set");
    assert_eq!(comes(&waits), Ok(WAIT_OBJECT_0));
}

#[test]
fn a_wait_for_all_takes_of_each_kind_what_it_takes() {
    let handles: [Handle; MOST] = std::array::from_fn(|number| match number % 4 {
        0 => automatic(),
        1 => manual(),
        2 => semaphore(0, 9),
        _ => mutex(TRUE),
    });
    let worker = Worker::new();
    let waits = worker.starts(move || wait_for(&handles, TRUE, LONG_MS));
    worker.is_waiting();
    for (number, handle) in handles.iter().enumerate() {
        match number % 4 {
            0 | 1 => set(*handle).expect("it is set"),
            2 => assert_eq!(release(*handle, 2), Ok(0)),
            _ => release_mutex(*handle).expect("it is owned"),
        }
    }
    assert_eq!(comes(&waits), Ok(WAIT_OBJECT_0));
    for (number, handle) in handles.iter().enumerate() {
        match number % 4 {
            0 => assert!(!is_set(*handle)),
            1 => assert!(is_set(*handle)),
            2 => assert_eq!(count(*handle), 1),
            _ => assert_eq!(wait(*handle, 0), WAIT_TIMEOUT),
        }
    }
}

#[test]
fn a_wait_for_any_of_64_says_which() {
    let events = [(); MOST].map(|()| automatic());
    for last in [MOST - 1, 40, 0] {
        set(events[last]).expect("it is set");
        let index = u32::try_from(last).expect("it is small");
        assert_eq!(wait_for(&events, FALSE, 0), Ok(WAIT_OBJECT_0 + index));
    }
    set(events[40]).expect("it is set");
    set(events[9]).expect("it is set");
    assert_eq!(wait_for(&events, FALSE, 0), Ok(WAIT_OBJECT_0 + 9));
    assert!(is_set(events[40]));
}

#[test]
fn threads_that_wait_for_all_in_other_orders_do_not_block_each_other() {
    const TURNS: u32 = 300;
    let forks = [(); 8].map(|()| mutex(FALSE));
    let workers = [(); 4].map(|()| Worker::new());
    let done: [_; 4] = std::array::from_fn(|number| {
        let mut order = forks;
        order.rotate_left(number * 2);
        if number % 2 == 1 {
            order.reverse();
        }
        workers[number].starts(move || {
            for _ in 0..TURNS {
                assert_eq!(wait_for(&order, TRUE, LONG_MS), Ok(WAIT_OBJECT_0));
                for fork in order {
                    release_mutex(fork).expect("it is owned");
                }
            }
        })
    });
    done.iter().for_each(comes);
}
