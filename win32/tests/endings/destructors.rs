//! What a destructor of something thread-local does with this library, as the thread ends.

use std::cell::RefCell;
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use iocp_sim_win32::Win32::Foundation::{TRUE, WAIT_OBJECT_0};
use iocp_sim_win32::Win32::System::Threading::{
    CRITICAL_SECTION, CreateMutexW, EnterCriticalSection, GetCurrentThreadId,
    InitializeCriticalSection, LeaveCriticalSection, ReleaseMutex, Sleep, TryEnterCriticalSection,
    WaitForSingleObject,
};

/// Does something when it is dropped.
struct Last(RefCell<Option<Box<dyn FnOnce()>>>);

thread_local! {
    static LAST: Last = const { Last(RefCell::new(None)) };
}

impl Drop for Last {
    fn drop(&mut self) {
        if let Some(act) = self.0.take() {
            act();
        }
    }
}

/// A thread that knows this library after the value, whose destructor so comes last.
fn ends_with(act: impl FnOnce() + Send + 'static) {
    let thread = std::thread::spawn(move || {
        LAST.with(|last| last.0.replace(Some(Box::new(act))));
        // SAFETY: the call has no places.
        unsafe { Sleep(0) };
    });
    thread.join().expect("it does not panic");
}

#[test]
fn a_critical_section_is_left_by_the_destructor_that_entered_it() {
    /// Nobody else has the section while a thread is in it.
    struct Section(CRITICAL_SECTION);
    // SAFETY: it is made for many threads.
    unsafe impl Send for Section {}
    let section = Box::leak(Box::new(Section(CRITICAL_SECTION::default())));
    let place = &raw mut section.0;
    let address = place.expose_provenance();
    // SAFETY: the section stays where it is.
    unsafe { InitializeCriticalSection(place) };
    ends_with(move || {
        let section = ptr::with_exposed_provenance_mut(address);
        // SAFETY: as before.
        unsafe {
            EnterCriticalSection(section);
            LeaveCriticalSection(section);
        }
    });
    // SAFETY: as before.
    assert_eq!(unsafe { TryEnterCriticalSection(place) }, TRUE);
}

#[test]
fn a_mutex_is_released_by_the_destructor_that_took_it() {
    static RELEASED: AtomicU32 = AtomicU32::new(2);
    // SAFETY: neither attributes nor a name are given.
    let mutex = unsafe { CreateMutexW(ptr::null(), 0, ptr::null()) }.addr();
    ends_with(move || {
        let mutex = ptr::without_provenance_mut(mutex);
        // SAFETY: the calls have no places.
        unsafe {
            assert_eq!(WaitForSingleObject(mutex, 0), WAIT_OBJECT_0);
            RELEASED.store(ReleaseMutex(mutex).cast_unsigned(), Ordering::Relaxed);
        }
    });
    assert_eq!(RELEASED.load(Ordering::Relaxed), 1);
    // SAFETY: as before.
    let taken = unsafe { WaitForSingleObject(ptr::without_provenance_mut(mutex), 0) };
    assert_eq!(taken, WAIT_OBJECT_0);
}

#[test]
fn a_thread_keeps_its_number_to_the_end() {
    static NUMBERS: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];
    /// Keeps the number of the calling thread.
    fn note(place: usize) {
        // SAFETY: the call has no places.
        NUMBERS[place].store(unsafe { GetCurrentThreadId() } as usize, Ordering::Relaxed);
    }
    let thread = std::thread::spawn(|| {
        LAST.with(|last| last.0.replace(Some(Box::new(|| note(1)))));
        note(0);
    });
    thread.join().expect("it does not panic");
    let [before, after] = [0, 1].map(|place| NUMBERS[place].load(Ordering::Relaxed));
    assert!(before > 0);
    assert_eq!(before, after);
}
