//! The lock of a port: one thread at a time has the value, and sees what those before it did.
//!
//! A thread tries a few times and gives up: to try until it has the lock, as the lock itself does,
//! would be a run without end among the interleavings.

use std::sync::Arc;

use iocp_sim::threads::Lock;
use loom::thread;

use crate::explore::explore;

const TRIES: usize = 3;

/// A value that loom notices the use of without order.
type Watched = loom::cell::Cell<u32>;

/// Adds one under the lock, and says what came of it; nothing if the lock could not be had.
fn add_one(lock: &Lock<Watched>) -> Option<u32> {
    for _ in 0..TRIES {
        if let Some(held) = lock.try_lock() {
            held.set(held.get() + 1);
            return Some(held.get());
        }
        thread::yield_now();
    }
    None
}

fn told(came: &[Option<u32>]) -> String {
    let words = came.iter().map(|came| came.map_or("-".to_owned(), |sum| sum.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_was_done_under_the_lock_is_seen_by_the_next_who_has_it() {
    explore("two threads at a lock", 4, &["1 2", "2 1"], || {
        let lock = Arc::new(Lock::new(Watched::new(0)));
        let other = Arc::clone(&lock);
        let second = thread::spawn(move || add_one(&other));
        let first = add_one(&lock);
        let came = [first, second.join().unwrap()];
        let sum = came.iter().flatten().count();
        let held = lock.try_lock().expect("nobody has it");
        assert_eq!(held.get() as usize, sum);
        drop(held);
        vec![told(&came)]
    });
}

#[test]
fn three_threads_have_the_lock_one_after_the_other() {
    explore("three threads at a lock", 2, &["some gave up", "all three"], || {
        let lock = Arc::new(Lock::new(Watched::new(0)));
        let others = [(); 2].map(|()| {
            let lock = Arc::clone(&lock);
            thread::spawn(move || add_one(&lock))
        });
        let own = add_one(&lock);
        let [a, b] = others.map(|thread| thread.join().unwrap());
        let mut sums: Vec<u32> = [own, a, b].into_iter().flatten().collect();
        sums.sort_unstable();
        assert!(sums.iter().copied().eq(1..=sums.len() as u32), "{sums:?}");
        vec![if sums.len() == 3 { "all three" } else { "some gave up" }.to_owned()]
    });
}
