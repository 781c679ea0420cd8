//! The threads that do what they are told.
//!
//! Such a thread may be suspended anywhere in its code. So it takes no lock there and allocates
//! nothing, or whoever is to resume it might wait for it.

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use iocp_sim::ThreadId;
use iocp_sim::sim::{Get, Step};
use iocp_sim_win32::Win32::System::IO::OVERLAPPED_ENTRY;
use iocp_sim_win32::Win32::System::Threading::ExitThread;

use super::calls::{self, Handle};
use super::picture::{StepId, Told};

/// What all threads of a performance share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) steps: Vec<Step>,
    pub(crate) ports: Vec<Handle>,
    /// How long each get waits.
    pub(crate) timeouts_ms: Vec<u32>,
    /// The blocks whose beginning somebody waits for.
    pub(crate) announced: BTreeSet<StepId>,
    pub(crate) told: Vec<OnceLock<Told>>,
    pub(crate) desks: Vec<Desk>,
}

/// Where a thread finds what it is to do.
#[derive(Debug)]
pub(crate) struct Desk {
    /// Steps, in order, each as its number plus 1; 0 where there is none yet.
    inbox: Vec<AtomicUsize>,
    ordered: AtomicUsize,
    sleeper: OnceLock<thread::Thread>,
    pub(crate) apcs_run: AtomicU32,
    /// It is signalled when a wait is to end.
    pub(crate) gate: Handle,
    /// It is signalled when an announced wait begins.
    pub(crate) begins: Handle,
}

impl Desk {
    pub(crate) fn new(steps: usize) -> Self {
        Self {
            inbox: (0..=steps).map(|_| AtomicUsize::new(0)).collect(),
            ordered: AtomicUsize::new(0),
            sleeper: OnceLock::new(),
            apcs_run: AtomicU32::new(0),
            gate: calls::open_event(),
            begins: calls::open_event(),
        }
    }

    /// Orders a step.
    pub(crate) fn order(&self, id: StepId) {
        let place = self.ordered.fetch_add(1, Ordering::SeqCst);
        self.inbox[place].store(id.0 + 1, Ordering::SeqCst);
        self.wake();
    }

    pub(crate) fn wake(&self) {
        self.sleeper.wait().unpark();
    }
}

/// What a thread begins with.
struct Beginning {
    shared: Arc<Shared>,
    number: usize,
}

/// Begins a thread, which has a reference to what is shared: it gives it back by `has_ended`.
pub(crate) fn begin(shared: &Arc<Shared>, number: usize) -> Handle {
    let beginning = Beginning { shared: Arc::clone(shared), number };
    let beginning = Box::into_raw(Box::new(beginning));
    // SAFETY: the function takes the box.
    let thread = unsafe { calls::begin_thread(run, beginning.cast()) };
    shared.desks[number].sleeper.wait();
    thread
}

/// Gives back the reference of a thread that has ended.
///
/// # Safety
///
/// It is called once for each thread that was begun, when that has ended.
pub(crate) unsafe fn has_ended(shared: &Arc<Shared>) {
    // SAFETY: a thread that was begun never gives its reference back by itself.
    unsafe { Arc::decrement_strong_count(Arc::as_ptr(shared)) };
}

unsafe extern "system" fn run(beginning: *mut c_void) -> u32 {
    // SAFETY: it is the box that was given away in `begin`.
    let Beginning { shared, number } = *unsafe { Box::from_raw(beginning.cast::<Beginning>()) };
    // It ends in the middle of its functions, which drop nothing.
    let shared = ManuallyDrop::new(shared);
    shared.work(number)
}

impl Shared {
    fn work(&self, number: usize) -> u32 {
        let desk = &self.desks[number];
        let mut room = vec![OVERLAPPED_ENTRY::default(); self.most_room()];
        let known = desk.sleeper.set(thread::current());
        known.expect("a thread begins once");
        let mut done = 0;
        loop {
            calls::come_to_the_border();
            match desk.inbox[done].load(Ordering::SeqCst) {
                0 => thread::park(),
                ordered => {
                    done += 1;
                    self.obey(desk, StepId(ordered - 1), &mut room);
                }
            }
        }
    }

    fn most_room(&self) -> usize {
        let room = self.steps.iter().map(|step| match step {
            Step::Get(_, _, Get { max, .. }) => max.unwrap_or(1) as usize,
            _ => 0,
        });
        room.max().unwrap_or(0)
    }

    fn obey(&self, desk: &Desk, id: StepId, room: &mut [OVERLAPPED_ENTRY]) {
        let told = match self.steps[id.0] {
            Step::Get(_, port, Get { max, alertable, .. }) => {
                let (port, timeout_ms) = (self.ports[port.0], self.timeouts_ms[id.0]);
                if max.is_none() && !alertable {
                    calls::get(port, timeout_ms)
                } else {
                    let room = &mut room[..max.unwrap_or(1) as usize];
                    calls::get_many(port, room, timeout_ms, alertable)
                }
            }
            Step::Post(_, port, content) => calls::post(self.ports[port.0], id, content),
            Step::Block(_) => self.wait(desk, id),
            // SAFETY: nothing has to be done after it.
            Step::Exit(_) => unsafe { ExitThread(0) },
            _ => unreachable!("this is done to a thread"),
        };
        self.tell(id, told);
    }

    fn wait(&self, desk: &Desk, id: StepId) -> Told {
        let ended = match self.announced.contains(&id) {
            true => calls::signal_and_wait(desk.begins, desk.gate),
            false => calls::wait(desk.gate, u32::MAX),
        };
        if ended { Told::Done } else { Told::Refused }
    }

    /// Says what came of a step.
    pub(crate) fn tell(&self, id: StepId, told: Told) {
        let first = self.told[id.0].set(told);
        first.expect("a step happens once");
    }

    pub(crate) fn desk(&self, thread: ThreadId) -> &Desk {
        &self.desks[thread.0 as usize]
    }
}
