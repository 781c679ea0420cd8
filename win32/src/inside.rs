//! Where the calling thread is: inside this library, or in code of the user's.
//!
//! A thread that is to stop or to end does so in the user's code, or when it comes to the border:
//! never inside, where it may hold a lock that others need.

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering, compiler_fence};

use crate::objects::Thread;
use crate::suspension::Stop;

/// Plain values, without a destructor, so that a signal handler can look at them.
struct Here {
    /// How many calls of this library the thread is in, one within the other.
    depth: AtomicU32,
    /// Whether the thread is to look whether it is to stop or to end.
    attends: AtomicBool,
    /// How the thread is stopped; null before others know of it, and once it has ended.
    stop: AtomicPtr<Stop>,
}

thread_local! {
    static HERE: Here = const {
        Here {
            depth: AtomicU32::new(0),
            attends: AtomicBool::new(false),
            stop: AtomicPtr::new(std::ptr::null_mut()),
        }
    };
}

/// Comes in. Only this thread and a signal handler in it look at the values, in program order, so
/// that nothing has to be ordered but the compiler.
#[inline]
pub(crate) fn enter() {
    HERE.with(|here| {
        let depth = here.depth.load(Ordering::Relaxed);
        here.depth.store(depth + 1, Ordering::Relaxed);
        compiler_fence(Ordering::SeqCst);
        if depth == 0 && here.attends.load(Ordering::Relaxed) {
            heed(here);
        }
    });
}

/// Goes out, and returns unless the thread is to end.
#[inline]
pub(crate) fn leave() {
    HERE.with(|here| {
        let depth = here.depth.load(Ordering::Relaxed) - 1;
        compiler_fence(Ordering::SeqCst);
        here.depth.store(depth, Ordering::Relaxed);
        compiler_fence(Ordering::SeqCst);
        if depth == 0 && here.attends.load(Ordering::Relaxed) {
            heed_on_the_way_out(here);
        }
    });
}

/// Runs something of this library that is no exported function.
pub(crate) fn within<R>(act: impl FnOnce() -> R) -> R {
    /// Goes out also if `act` panics.
    struct Out;
    impl Drop for Out {
        fn drop(&mut self) {
            leave();
        }
    }
    enter();
    let _out = Out;
    act()
}

/// Calls a function of the user's from inside. No lock is held.
pub(crate) fn outside<R>(call: impl FnOnce() -> R) -> R {
    let depth = HERE.with(|here| here.depth.load(Ordering::Relaxed));
    set_depth_and_heed(0);
    let result = call();
    set_depth_and_heed(depth);
    result
}

/// Makes the thread look, at the border, whether it is to stop or to end.
pub(crate) fn attend() {
    HERE.with(|here| here.attends.store(true, Ordering::Relaxed));
}

/// What makes the calling thread look. It is there until the thread has ended at the host.
pub(crate) fn attends() -> *const AtomicBool {
    HERE.with(|here| &raw const here.attends)
}

/// Says how the thread is stopped from here on.
pub(crate) fn is_stopped_by(stop: *mut Stop) {
    HERE.with(|here| here.stop.store(stop, Ordering::Relaxed));
}

/// What a signal handler is to do, in the thread that it interrupts.
pub(crate) enum Interrupted {
    /// Nothing: others do not know the thread.
    Unknown,
    /// The thread is inside, and will look at the border.
    Inside(*mut Stop),
    InUserCode(*mut Stop),
}

/// Is called by the signal handler alone, and allocates nothing.
pub(crate) fn interrupted() -> Interrupted {
    HERE.with(|here| {
        let stop = here.stop.load(Ordering::Relaxed);
        if stop.is_null() {
            return Interrupted::Unknown;
        }
        here.attends.store(true, Ordering::Relaxed);
        match here.depth.load(Ordering::Relaxed) {
            0 => Interrupted::InUserCode(stop),
            _ => Interrupted::Inside(stop),
        }
    })
}

fn set_depth_and_heed(depth: u32) {
    HERE.with(|here| {
        compiler_fence(Ordering::SeqCst);
        here.depth.store(depth, Ordering::Relaxed);
        compiler_fence(Ordering::SeqCst);
        if here.attends.load(Ordering::Relaxed) {
            match depth {
                0 => heed_on_the_way_out(here),
                _ => heed(here),
            }
        }
    });
}

/// A signal that comes between a look and the going out is heeded too.
#[cold]
fn heed_on_the_way_out(here: &Here) {
    while here.attends.load(Ordering::Relaxed) {
        here.depth.store(1, Ordering::Relaxed);
        compiler_fence(Ordering::SeqCst);
        heed(here);
        compiler_fence(Ordering::SeqCst);
        here.depth.store(0, Ordering::Relaxed);
        compiler_fence(Ordering::SeqCst);
    }
}

#[cold]
fn heed(here: &Here) {
    here.attends.store(false, Ordering::Relaxed);
    compiler_fence(Ordering::SeqCst);
    if !here.stop.load(Ordering::Relaxed).is_null() {
        Thread::current().stops_or_ends();
    }
}
