//! How the host ends a thread in the middle of its functions.
//!
//! Windows lets what these functions hold be, and drops what is local to the thread. So does
//! `pthread_exit` where it does not unwind. That of glibc does, and a function of Rust that must
//! not unwind would end the program: so it is called on another stack, on which nothing stands.

use std::ptr;

/// Ends the calling thread, of which this library knows nothing any more.
pub(crate) fn end_at_the_host() -> ! {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    other_stack::end();
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    end_here();
}

/// Ends the thread, and unwinds what stands on the stack where the host does that.
extern "C" fn end_here() -> ! {
    // SAFETY: nothing that must be unwound stands on this stack, or the host does not unwind.
    unsafe { libc::pthread_exit(ptr::null_mut()) }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod other_stack {
    use std::cell::Cell;
    use std::mem::{self, MaybeUninit};

    /// More than the unwinder needs.
    const SIZE: usize = 256 * 1024;

    thread_local! {
        /// It is dropped on the thread's own stack, to which `pthread_exit` goes back.
        static STACK: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }

    /// Ends the calling thread on a stack of its own.
    pub(super) fn end() -> ! {
        let mut stack = Vec::<u8>::with_capacity(SIZE);
        let place = stack.as_mut_ptr();
        // A thread whose thread-local values are gone leaves the stack behind.
        if STACK.try_with(|kept| kept.set(mem::take(&mut stack))).is_err() {
            mem::forget(stack);
        }
        let mut context = MaybeUninit::<libc::ucontext_t>::zeroed();
        // SAFETY: the first call fills the context, which then gets a stack that lives until the
        // thread has left it; the function has the type that is called, and never returns.
        unsafe {
            let context = context.as_mut_ptr();
            libc::getcontext(context);
            (*context).uc_stack.ss_sp = place.cast();
            (*context).uc_stack.ss_size = SIZE;
            let end = mem::transmute::<extern "C" fn() -> !, extern "C" fn()>(super::end_here);
            libc::makecontext(context, end, 0);
            libc::setcontext(context);
        }
        unreachable!("the context goes elsewhere")
    }
}
