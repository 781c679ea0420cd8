//! Threads that do jobs: as many as are needed, up to a limit.
//!
//! A few begin as soon as nobody is idle. More begin when jobs have not been begun for a moment,
//! since those that run may wait for them. A thread that has had nothing to do for a while ends;
//! the last one stays.
//!
//! The threads are inside this library but where a job calls what is the user's. One that ends
//! there is replaced. The lock of a pool is taken before that of the clockwork.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use iocp_sim::threads;
use parking_lot::Mutex;
use windows_sys::Win32::Foundation::STATUS_NO_MEMORY;

use crate::clockwork::{self, Alarm, Due, Moment};
use crate::codes::Refused;
use crate::inside;

/// Something to do, which calls what is the user's by [`inside::outside`] alone.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Where most callbacks run. As in Windows it has 500 threads at most.
pub(crate) static ANYWHERE: Pool = Pool::new(500);
/// The thread of callbacks that are wanted in the one that waits.
pub(crate) static WAITING: Pool = Pool::new(1);
/// The thread of callbacks that are wanted in the one that looks after timers.
pub(crate) static TIMING: Pool = Pool::new(1);
/// The thread of callbacks that are wanted in one that does not end.
pub(crate) static LASTING: Pool = Pool::new(1);

/// How many threads begin without delay.
const AT_ONCE: usize = 8;
/// How long jobs have not been begun when more threads begin.
const DELAY: Duration = Duration::from_millis(5);
/// How long a thread stays that has nothing to do.
const PATIENCE: Duration = Duration::from_secs(20);

/// Threads, and the jobs that they have not begun.
pub(crate) struct Pool {
    most: usize,
    patience: Duration,
    state: Mutex<State>,
}

struct State {
    jobs: VecDeque<Job>,
    /// How many threads there are.
    threads: usize,
    /// Those that sleep. The one that had something to do last is called first.
    idle: Vec<Thread>,
    /// How many were called, or have begun, and have not looked for a job yet.
    coming: usize,
    /// There while it is looked soon whether more threads are needed.
    growth: Option<Arc<Growth>>,
}

/// Looks whether more threads are needed.
struct Growth(&'static Pool);

/// What a thread does that has looked for a job.
enum Next {
    Does(Job),
    LooksAgain,
    Ends,
}

thread_local! {
    static MEMBER: Member = const { Member(Cell::new(None)) };
}

/// Which pool the calling thread belongs to. A thread that still does when it ends has ended in the
/// middle of a job.
struct Member(Cell<Option<&'static Pool>>);

impl Pool {
    const fn new(most: usize) -> Self {
        Self::patient(most, PATIENCE)
    }

    const fn patient(most: usize, patience: Duration) -> Self {
        let state =
            State { jobs: VecDeque::new(), threads: 0, idle: Vec::new(), coming: 0, growth: None };
        Self { most, patience, state: Mutex::new(state) }
    }

    /// Makes sure that there is a thread, which stays: from here on every job is done.
    pub(crate) fn begin(&'static self) -> Result<(), Refused> {
        clockwork::begin()?;
        let mut state = self.state.lock();
        match state.threads {
            0 => self.add_thread(&mut state),
            _ => Ok(()),
        }
    }

    /// Has a job done. Those that came before are begun before. There is a thread.
    pub(crate) fn submit(&'static self, job: Job) {
        let mut state = self.state.lock();
        state.jobs.push_back(job);
        self.call_threads(&mut state);
    }

    /// Calls threads for the jobs that nobody is coming for.
    fn call_threads(&'static self, state: &mut State) {
        while state.coming < state.jobs.len() {
            if let Some(idle) = state.idle.pop() {
                state.coming += 1;
                idle.unpark();
            } else if state.threads >= self.most.min(AT_ONCE) || self.add_thread(state).is_err() {
                return self.looks_soon(state);
            }
        }
    }

    fn looks_soon(&'static self, state: &mut State) {
        if state.threads < self.most && state.growth.is_none() {
            let growth = Arc::new(Growth(self));
            let due: Arc<dyn Due> = growth.clone();
            clockwork::set(Moment::after(DELAY), Arc::downgrade(&due));
            state.growth = Some(growth);
        }
    }

    /// Adds threads, half as many as there are, if jobs still wait. If the host begins no more of
    /// them it is tried again.
    fn grow(&'static self) {
        let mut state = self.state.lock();
        let growth = state.growth.take();
        for _ in 0..(state.threads / 2).max(1) {
            let is_needed = state.coming < state.jobs.len() && state.threads < self.most;
            if !is_needed || self.add_thread(&mut state).is_err() {
                break;
            }
        }
        self.call_threads(&mut state);
        drop((state, growth));
    }

    fn add_thread(&'static self, state: &mut State) -> Result<(), Refused> {
        let thread = thread::Builder::new().name("iocp-sim pool".to_owned());
        thread.spawn(|| self.work()).map_err(|_| Refused(STATUS_NO_MEMORY))?;
        state.threads += 1;
        state.coming += 1;
        Ok(())
    }

    fn work(&'static self) {
        inside::enter();
        MEMBER.with(|Member(pool)| pool.set(Some(self)));
        self.state.lock().coming -= 1;
        loop {
            match self.next() {
                Next::Does(job) => {
                    job();
                    // In Windows a thread that comes for work leaves the port that it got from.
                    threads::leave();
                }
                Next::LooksAgain => {}
                Next::Ends => break,
            }
        }
        MEMBER.with(|Member(pool)| pool.set(None));
        inside::leave();
    }

    /// A job, or else what becomes of the calling thread, after a sleep.
    fn next(&self) -> Next {
        let mut state = self.state.lock();
        if let Some(job) = state.jobs.pop_front() {
            return Next::Does(job);
        }
        state.idle.push(thread::current());
        drop(state);
        let mut deadline = Some(Instant::now() + self.patience);
        loop {
            match deadline {
                Some(deadline) => thread::park_timeout(deadline - Instant::now()),
                None => thread::park(),
            }
            let mut state = self.state.lock();
            let Some(place) = state.place_of_this_thread() else {
                state.coming -= 1;
                return Next::LooksAgain;
            };
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                if state.threads > 1 {
                    state.threads -= 1;
                    state.idle.remove(place);
                    return Next::Ends;
                }
                deadline = None;
            }
        }
    }

    /// A thread has ended in the middle of a job.
    fn loses_a_thread(&'static self) {
        let mut state = self.state.lock();
        state.threads -= 1;
        self.call_threads(&mut state);
    }
}

impl State {
    /// Where the calling thread stands among the idle ones, unless it was called.
    fn place_of_this_thread(&self) -> Option<usize> {
        let this = thread::current().id();
        self.idle.iter().position(|idle| idle.id() == this)
    }
}

impl Due for Growth {
    fn is_due(&self, _: Alarm) {
        self.0.grow();
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        if let Some(pool) = self.0.get() {
            pool.loses_a_thread();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{self, Sender};
    use std::sync::{Barrier, Condvar, Mutex as HostMutex};

    /// How long something may take that must happen.
    const LIMIT: Duration = Duration::from_secs(60);

    fn pool(most: usize, patience: Duration) -> &'static Pool {
        let pool: &'static Pool = Box::leak(Box::new(Pool::patient(most, patience)));
        pool.begin().expect("a thread can begin");
        pool
    }

    fn threads_of(pool: &Pool) -> usize {
        pool.state.lock().threads
    }

    fn until(what: &str, is_so: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < LIMIT, "it never came: {what}");
            thread::yield_now();
        }
    }

    #[test]
    fn jobs_that_wait_for_each_other_all_get_a_thread() {
        let (pool, together) = (pool(40, PATIENCE), Arc::new(Barrier::new(40)));
        let (done, is_done) = mpsc::channel();
        for _ in 0..40 {
            let (together, done) = (Arc::clone(&together), done.clone());
            pool.submit(Box::new(move || {
                together.wait();
                done.send(()).expect("the test listens");
            }));
        }
        for _ in 0..40 {
            is_done.recv_timeout(LIMIT).expect("it is done");
        }
        assert_eq!(threads_of(pool), 40);
    }

    /// A job that says which thread it runs in, and stays until the gate is open.
    fn stays(gate: &Arc<(HostMutex<bool>, Condvar)>, says: &Sender<thread::ThreadId>) -> Job {
        let (gate, says) = (Arc::clone(gate), says.clone());
        Box::new(move || {
            says.send(thread::current().id()).expect("the test listens");
            let open = gate.0.lock().expect("nobody panics with it");
            drop(gate.1.wait_while(open, |open| !*open).expect("nobody panics with it"));
        })
    }

    fn open(gate: &(HostMutex<bool>, Condvar)) {
        *gate.0.lock().expect("nobody panics with it") = true;
        gate.1.notify_all();
    }

    #[test]
    fn there_are_no_more_threads_than_the_limit_and_jobs_wait_in_order() {
        let (pool, gate) = (pool(2, PATIENCE), Arc::new((HostMutex::new(false), Condvar::new())));
        let (says, said) = mpsc::channel();
        pool.submit(stays(&gate, &says));
        pool.submit(stays(&gate, &says));
        let both = [(); 2].map(|()| said.recv_timeout(LIMIT).expect("it runs"));
        assert_ne!(both[0], both[1]);
        let (order, ordered) = mpsc::channel();
        for number in 0..2 {
            let order = order.clone();
            pool.submit(Box::new(move || order.send(number).expect("the test listens")));
        }
        assert!(ordered.try_recv().is_err());
        assert_eq!((threads_of(pool), pool.state.lock().jobs.len()), (2, 2));
        open(&gate);
        let mut numbers = [(); 2].map(|()| ordered.recv_timeout(LIMIT).expect("it runs"));
        numbers.sort_unstable();
        assert_eq!((numbers, threads_of(pool)), ([0, 1], 2));
    }

    #[test]
    fn a_pool_of_one_does_every_job_in_the_same_thread_in_order() {
        let (pool, (says, said)) = (pool(1, Duration::ZERO), mpsc::channel());
        let mut threads = Vec::new();
        for number in 0..100 {
            let says = says.clone();
            let job = move || says.send((number, thread::current().id()));
            pool.submit(Box::new(move || job().expect("the test listens")));
            if number % 10 == 0 {
                until("it is idle", || !pool.state.lock().idle.is_empty());
            }
        }
        for number in 0..100 {
            let (told, thread) = said.recv_timeout(LIMIT).expect("it runs");
            assert_eq!(told, number);
            threads.push(thread);
        }
        assert!(threads.iter().all(|thread| *thread == threads[0]));
    }

    #[test]
    fn threads_with_nothing_to_do_end_but_for_the_last() {
        let pool = pool(9, Duration::from_millis(1));
        let (gate, (says, said)) =
            (Arc::new((HostMutex::new(false), Condvar::new())), mpsc::channel());
        for _ in 0..9 {
            pool.submit(stays(&gate, &says));
        }
        for _ in 0..9 {
            said.recv_timeout(LIMIT).expect("it runs");
        }
        assert_eq!(threads_of(pool), 9);
        open(&gate);
        until("one thread is left", || threads_of(pool) == 1);
        pool.submit(stays(&gate, &says));
        said.recv_timeout(LIMIT).expect("it runs");
    }

    #[test]
    fn a_thread_that_ends_in_a_job_is_replaced() {
        let (pool, (says, said)) = (pool(1, PATIENCE), mpsc::channel());
        pool.submit(Box::new(|| inside::outside(|| crate::objects::end(7))));
        pool.submit(Box::new(move || says.send(()).expect("the test listens")));
        said.recv_timeout(LIMIT).expect("it runs");
        assert_eq!(threads_of(pool), 1);
    }
}
