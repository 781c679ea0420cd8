//! How a thread that runs the user's code is stopped: by a signal, in whose handler it waits.
//!
//! A thread inside this library is left to go on to the border, since it may hold a lock. The
//! handler allocates nothing and takes no lock.

use std::ffi::c_void;
use std::io;
use std::mem::{self, MaybeUninit};
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::inside::{self, Interrupted};

/// How long a thread is waited for that does not answer: it blocks all signals, say.
const LONGEST_ANSWER: Duration = Duration::from_millis(100);

/// How one thread is stopped.
#[derive(Debug)]
pub(crate) struct Stop {
    host: Option<Host>,
    /// Whether it is to stand still.
    held: AtomicBool,
    /// Whether it waits in the handler.
    in_handler: AtomicBool,
    /// How many signals it has answered.
    answers: AtomicU32,
}

/// What the host knows of a thread, until it has ended.
#[derive(Debug)]
struct Host {
    thread: libc::pthread_t,
    /// What makes the thread look at the border, which is its own.
    attends: AtomicPtr<AtomicBool>,
}

impl Stop {
    /// How the calling thread is stopped.
    pub(crate) fn current() -> Self {
        // SAFETY: the call has no conditions.
        let thread = unsafe { libc::pthread_self() };
        let attends = AtomicPtr::new(inside::attends().cast_mut());
        Self { host: Some(Host { thread, attends }), ..Self::never() }
    }

    /// How a thread is stopped that can not be.
    pub(crate) fn never() -> Self {
        let (held, in_handler) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { host: None, held, in_handler, answers: AtomicU32::new(0) }
    }

    /// Lets the thread stand still, as soon as it can. The caller knows that it has not ended.
    pub(crate) fn hold(&self) -> u32 {
        // The handler must see it: `SeqCst` here and there, as for `release`.
        self.held.store(true, Ordering::SeqCst);
        self.interrupt()
    }

    /// Lets the thread go on. The caller knows that it has not ended.
    pub(crate) fn release(&self) {
        // Either the handler sees that the thread is not held, or this sees that it is in there.
        self.held.store(false, Ordering::SeqCst);
        if self.in_handler.load(Ordering::SeqCst) {
            self.interrupt();
        }
    }

    /// Makes the thread look at the border whether it is to end, or whether it is held. Gives how
    /// many signals it had answered before.
    pub(crate) fn interrupt(&self) -> u32 {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(install);
        let answers = self.answers.load(Ordering::SeqCst);
        let Some(host) = &self.host else { return answers };
        // A thread that answers to no signal looks too. What it is to see there is guarded by the
        // lock of all waits, which the caller holds.
        // SAFETY: the caller knows that the thread has not ended, and it has the place until then.
        unsafe { &*host.attends.load(Ordering::Relaxed) }.store(true, Ordering::Relaxed);
        // SAFETY: the caller knows that the thread has not ended.
        let failed = unsafe { libc::pthread_kill(host.thread, signal()) };
        // The host can have too many signals that wait. Then the thread looks at its next call.
        assert!(matches!(failed, 0 | libc::EAGAIN), "the thread is there, and so is the signal");
        answers
    }

    /// The thread has ended, so that it answers to no signal any more: whoever waits need not.
    pub(crate) fn has_ended(&self) {
        self.answers.fetch_add(1, Ordering::SeqCst);
    }

    /// Waits until the thread has answered, which takes as long as a signal takes: it stands
    /// still then, or is inside this library. One that answers to no signal is not waited for.
    pub(crate) fn wait_for_answer(&self, answered_before: u32) {
        let begun = Instant::now();
        while self.answers.load(Ordering::SeqCst) == answered_before {
            if begun.elapsed() > LONGEST_ANSWER {
                return;
            }
            thread::yield_now();
        }
    }

    /// Waits in the handler as long as the thread is held.
    fn stand_still(&self) {
        self.in_handler.store(true, Ordering::SeqCst);
        self.answers.fetch_add(1, Ordering::SeqCst);
        let all_but_ours = all_but_ours();
        while self.held.load(Ordering::SeqCst) {
            // SAFETY: the set is a set. Our signal is blocked until then, so none is missed.
            unsafe { libc::sigsuspend(&raw const all_but_ours) };
        }
        self.in_handler.store(false, Ordering::SeqCst);
    }
}

/// A real-time signal where there are some, since nothing else is likely to use it.
fn signal() -> libc::c_int {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    return libc::SIGRTMIN() + 7;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    return libc::SIGUSR2;
}

/// A handler that is told who sent the signal.
type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut c_void);

/// The handler that was there before: of another copy of this library, say, whose threads are
/// stopped by the same signal. 0 if there was none.
static BEFORE: AtomicUsize = AtomicUsize::new(0);

fn install() {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: an action of zeros is one; the handler does what a handler may.
    let failed = unsafe {
        let action = action.assume_init_mut();
        libc::sigaction(signal(), ptr::null(), action);
        if action.sa_flags & libc::SA_SIGINFO != 0 {
            // The handler, which may run at once, sees it.
            BEFORE.store(action.sa_sigaction, Ordering::SeqCst);
        }
        action.sa_sigaction = on_signal as Handler as usize;
        // Calls of the host that are interrupted go on where they can.
        action.sa_flags = libc::SA_RESTART | libc::SA_SIGINFO;
        libc::sigfillset(&raw mut action.sa_mask);
        libc::sigaction(signal(), action, ptr::null_mut())
    };
    assert_eq!(failed, 0, "a handler can be installed: {}", io::Error::last_os_error());
}

fn all_but_ours() -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call makes it a set.
    unsafe {
        libc::sigfillset(set.as_mut_ptr());
        libc::sigdelset(set.as_mut_ptr(), signal());
        set.assume_init()
    }
}

extern "C" fn on_signal(
    signal: libc::c_int,
    information: *mut libc::siginfo_t,
    context: *mut c_void,
) {
    let error = io::Error::last_os_error();
    match inside::interrupted() {
        Interrupted::Unknown => {}
        // SAFETY: the thread that this interrupts keeps it until it has ended.
        Interrupted::Inside(stop) => unsafe {
            (*stop).answers.fetch_add(1, Ordering::SeqCst);
        },
        Interrupted::InUserCode(stop) => {
            // SAFETY: as before.
            let stop = unsafe { &*stop };
            // One that comes while the thread stands still wakes it. It looks whether it is held
            // before it goes on, so whoever has just held it again has its answer.
            match stop.in_handler.load(Ordering::SeqCst) {
                true => _ = stop.answers.fetch_add(1, Ordering::SeqCst),
                false => stop.stand_still(),
            }
        }
    }
    let before = ptr::with_exposed_provenance::<c_void>(BEFORE.load(Ordering::SeqCst));
    if !before.is_null() {
        // SAFETY: it was a handler of this kind.
        let before = unsafe { mem::transmute::<*const c_void, Handler>(before) };
        before(signal, information, context);
    }
    restore(error);
}

/// Restores the error number of the thread that was interrupted.
fn restore(error: io::Error) {
    if let Some(number) = error.raw_os_error() {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        // SAFETY: the place is the thread's own.
        unsafe {
            *libc::__errno_location() = number;
        }
        #[cfg(any(target_os = "macos", target_os = "freebsd"))]
        // SAFETY: as before.
        unsafe {
            *libc::__error() = number;
        }
        let _ = number;
    }
}
