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
    use std::ffi::c_void;
    use std::mem::{self, MaybeUninit};
    use std::ptr;

    /// More than the unwinder needs. Only what is touched takes memory.
    const SIZE: usize = 4 << 20;
    /// The stack is the lower half, so that it is far from any other: tools that watch memory tell
    /// a change of stacks by that.
    const MAPPED: usize = 2 * SIZE;

    /// Memory for a stack.
    struct Stack(*mut c_void);

    thread_local! {
        /// It is dropped on the thread's own stack, to which `pthread_exit` goes back.
        static STACK: Cell<Option<Stack>> = const { Cell::new(None) };
    }

    impl Stack {
        fn new() -> Self {
            let (rights, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE);
            let kind = kind | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
            // SAFETY: it asks for memory of its own.
            let place = unsafe { libc::mmap(ptr::null_mut(), MAPPED, rights, kind, -1, 0) };
            assert_ne!(place, libc::MAP_FAILED, "there is room for a stack");
            Self(place)
        }
    }

    impl Drop for Stack {
        fn drop(&mut self) {
            // SAFETY: it was mapped, and nothing stands on it any more.
            unsafe { libc::munmap(self.0, MAPPED) };
        }
    }

    /// Ends the calling thread on a stack of its own.
    pub(super) fn end() -> ! {
        let stack = Stack::new();
        let place = stack.0;
        // A thread whose thread-local values are gone leaves the stack behind.
        let mut stack = Some(stack);
        if STACK.try_with(|kept| kept.set(stack.take())).is_err() {
            mem::forget(stack);
        }
        let mut context = MaybeUninit::<libc::ucontext_t>::zeroed();
        // SAFETY: the first call fills the context, which then gets a stack that lives until the
        // thread has left it; the function has the type that is called, and never returns.
        unsafe {
            let context = context.as_mut_ptr();
            libc::getcontext(context);
            (*context).uc_stack.ss_sp = place;
            (*context).uc_stack.ss_size = SIZE;
            let end = mem::transmute::<extern "C" fn() -> !, extern "C" fn()>(super::end_here);
            libc::makecontext(context, end, 0);
            libc::setcontext(context);
        }
        unreachable!("the context goes elsewhere")
    }
}
