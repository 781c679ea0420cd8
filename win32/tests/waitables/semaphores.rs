//! Many threads at one semaphore.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use iocp_sim_win32::Win32::Foundation::*;

use crate::world::*;

const THREADS: usize = 6;
const TURNS: i32 = 1_000;

#[test]
fn no_more_threads_are_let_through_than_it_counts() {
    const COUNT: i32 = 2;
    let semaphore = semaphore(COUNT, COUNT);
    let (inside, most) = (Arc::new(AtomicI32::new(0)), Arc::new(AtomicI32::new(0)));
    let workers = [(); THREADS].map(|()| Worker::new());
    let done = workers.each_ref().map(|worker| {
        let (inside, most) = (Arc::clone(&inside), Arc::clone(&most));
        worker.starts(move || {
            for _ in 0..TURNS {
                assert_eq!(wait(semaphore, LONG_MS), WAIT_OBJECT_0);
                let now = inside.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                std::thread::yield_now();
                inside.fetch_sub(1, Ordering::SeqCst);
                assert!(release(semaphore, 1).expect("it was taken") < COUNT);
            }
        })
    });
    done.iter().for_each(comes);
    let most = most.load(Ordering::SeqCst);
    assert!((1..=COUNT).contains(&most), "{most} threads were inside");
    assert_eq!(count(semaphore), COUNT);
}

#[test]
fn each_release_lets_as_many_waits_through_as_it_counts() {
    let semaphore = semaphore(0, i32::MAX);
    let workers = [(); THREADS].map(|()| Worker::new());
    let (makers, takers) = workers.split_at(THREADS / 2);
    let taken: Vec<_> = takers
        .iter()
        .map(|taker| {
            taker.starts(move || {
                (0..3 * TURNS).filter(|_| wait(semaphore, LONG_MS) == WAIT_OBJECT_0).count()
            })
        })
        .collect();
    for maker in makers {
        // It counts 1, 2, 3, 1, 2, …: twice as many as there are turns.
        drop(maker.starts(move || {
            for turn in 0..TURNS * 3 / 2 {
                release(semaphore, turn % 3 + 1).expect("there is room");
            }
        }));
    }
    let all = taken.iter().map(|taken| i32::try_from(comes(taken)).expect("it is small"));
    assert_eq!(all.sum::<i32>(), 9 * TURNS);
    drop(workers);
    assert_eq!(count(semaphore), 0);
}

#[test]
fn no_release_goes_over_the_maximum_whoever_else_releases() {
    const MOST: i32 = 500;
    let semaphore = semaphore(0, MOST);
    let refused = Arc::new(AtomicU32::new(0));
    let workers = [(); THREADS].map(|()| Worker::new());
    let done = workers.each_ref().map(|worker| {
        let refused = Arc::clone(&refused);
        worker.starts(move || {
            for _ in 0..TURNS {
                match release(semaphore, 1) {
                    Ok(before) => assert!(before < MOST),
                    Err(error) => {
                        assert_eq!(error, ERROR_TOO_MANY_POSTS);
                        refused.fetch_add(1, Ordering::SeqCst);
                    }
                }
            }
        })
    });
    done.iter().for_each(comes);
    assert_eq!(count(semaphore), MOST);
    let all = u32::try_from(TURNS).expect("it is small") * u32::try_from(THREADS).expect("so too");
    assert_eq!(refused.load(Ordering::SeqCst), all - MOST.cast_unsigned());
}

#[test]
fn one_release_releases_several_threads_in_one_step() {
    let (semaphore, port) = (semaphore(0, 4), port(4));
    let workers = [(); 4].map(|()| Worker::at(port));
    let waits = workers.each_ref().map(|worker| worker.starts(move || wait(semaphore, LONG_MS)));
    until("they do not wait", || released_and_paused(port) == (0, 4));
    assert_eq!(release(semaphore, 3), Ok(0));
    assert_eq!(released_and_paused(port), (3, 1));
    assert_eq!(count(semaphore), 0);
    assert_eq!(release(semaphore, 3), Ok(0));
    assert_eq!(released_and_paused(port), (4, 0));
    assert_eq!(count(semaphore), 2);
    assert_eq!(waits.map(|wait| comes(&wait)), [WAIT_OBJECT_0; 4]);
}
