//! Critical sections: locks that the thread which has one can enter again.
//!
//! The fields are as debuggers of Windows read them: LockCount is the word that the lock is made
//! of, OwningThread and RecursionCount say who entered how often, and DebugInfo is that of a
//! section without debug information. A section is initialised if LockCount is negative, so zeros
//! are none. Entering one that was not initialised, or was deleted, enters nothing, and sets
//! ERROR_INVALID_PARAMETER; leaving one that another thread entered, or nobody, changes nothing,
//! and sets ERROR_NOT_OWNER. Windows promises nothing there.
//!
//! A thread tries as often as SpinCount says before it waits: never, unless that is asked for.

mod word;

use std::hint;
use std::ptr::{self, NonNull};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicUsize};

use windows_sys::Win32::Foundation::{
    FALSE, STATUS_INVALID_PARAMETER, STATUS_INVALID_PARAMETER_2, STATUS_INVALID_PARAMETER_3,
    STATUS_RESOURCE_NOT_OWNED, TRUE,
};
use windows_sys::Win32::System::Threading::{
    CRITICAL_SECTION, RTL_CRITICAL_SECTION_ALL_FLAG_BITS, RTL_CRITICAL_SECTION_FLAG_DYNAMIC_SPIN,
    RTL_CRITICAL_SECTION_FLAG_FORCE_DEBUG_INFO, RTL_CRITICAL_SECTION_FLAG_NO_DEBUG_INFO,
    RTL_CRITICAL_SECTION_FLAG_RESOURCE_TYPE, RTL_CRITICAL_SECTION_FLAG_STATIC_INIT,
};
use windows_sys::core::BOOL;

use self::word::Entered;
use super::locking;
use crate::codes::Refused;
use crate::objects::{Thread, processors};

/// The flags that a section can be initialised with. None of them changes what it does.
const FLAGS: u32 = RTL_CRITICAL_SECTION_FLAG_NO_DEBUG_INFO
    | RTL_CRITICAL_SECTION_FLAG_DYNAMIC_SPIN
    | RTL_CRITICAL_SECTION_FLAG_STATIC_INIT
    | RTL_CRITICAL_SECTION_FLAG_RESOURCE_TYPE
    | RTL_CRITICAL_SECTION_FLAG_FORCE_DEBUG_INFO;

/// The bits of a spin count that do not count: they are those of flags.
const NO_COUNT: u32 = RTL_CRITICAL_SECTION_ALL_FLAG_BITS;

export! {
    /// Makes a section that nobody has entered.
    win32 fn InitializeCriticalSection(section: *mut CRITICAL_SECTION) -> () {
        // SAFETY: the caller promised that the section is null or valid.
        unsafe { initialise(section, 0)? };
        Ok(())
    }

    /// Makes a section that nobody has entered. Who wants to enter tries so often before it waits.
    win32 fn InitializeCriticalSectionAndSpinCount(
        section: *mut CRITICAL_SECTION, spins: u32,
    ) -> BOOL {
        // SAFETY: the caller promised that the section is null or valid.
        unsafe { initialise(section, spins & !NO_COUNT)? };
        Ok(TRUE)
    }

    /// Makes a section that nobody has entered. There is no debug information, whatever flags say.
    win32 fn InitializeCriticalSectionEx(
        section: *mut CRITICAL_SECTION, spins: u32, flags: u32,
    ) -> BOOL {
        if spins & NO_COUNT != 0 {
            return Err(Refused(STATUS_INVALID_PARAMETER_2).into());
        }
        if flags & !FLAGS != 0 {
            return Err(Refused(STATUS_INVALID_PARAMETER_3).into());
        }
        // SAFETY: the caller promised that the section is null or valid.
        unsafe { initialise(section, spins)? };
        Ok(TRUE)
    }

    /// Sets how often who wants to enter tries before it waits, and returns what it was.
    win32 fn SetCriticalSectionSpinCount(section: *mut CRITICAL_SECTION, spins: u32) -> u32 {
        // SAFETY: the caller promised that the section is null or valid.
        let section = unsafe { Section::at(section)? };
        let before = section.spins().swap(spin_count(spins & !NO_COUNT), Relaxed);
        Ok(u32::try_from(before).unwrap_or(u32::MAX))
    }

    /// Enters a section. A thread that has it enters once more.
    win32 fn EnterCriticalSection(section: *mut CRITICAL_SECTION) -> () {
        // SAFETY: the caller promised that the section is null or valid.
        Ok(unsafe { Section::at(section)? }.enter()?)
    }

    /// Enters a section if that needs no wait.
    win32 fn TryEnterCriticalSection(section: *mut CRITICAL_SECTION) -> BOOL {
        // SAFETY: the caller promised that the section is null or valid.
        let entered = unsafe { Section::at(section)? }.try_enter();
        Ok(if entered { TRUE } else { FALSE })
    }

    /// Leaves a section as often as it was entered.
    win32 fn LeaveCriticalSection(section: *mut CRITICAL_SECTION) -> () {
        // SAFETY: the caller promised that the section is null or valid.
        Ok(unsafe { Section::at(section)? }.leave()?)
    }

    /// Ends a section, so that it has to be initialised again. It has nothing to be freed.
    win32 fn DeleteCriticalSection(section: *mut CRITICAL_SECTION) -> () {
        // SAFETY: the caller promised that the section is null or valid.
        unsafe { Section::at(section)? }.delete();
        Ok(())
    }
}

/// A critical section in the memory of its user.
#[derive(Clone, Copy)]
pub(super) struct Section(NonNull<CRITICAL_SECTION>);

impl Section {
    /// The section there.
    ///
    /// # Safety
    ///
    /// `section` is null, or valid as long as this is used, and nobody writes to it in another way.
    #[inline]
    pub(super) unsafe fn at(section: *mut CRITICAL_SECTION) -> Result<Self, Refused> {
        locking::place(section).map(Self)
    }

    #[inline]
    pub(super) fn enter(self) -> Result<(), Refused> {
        if self.try_enter() {
            return Ok(());
        }
        if !word::is_initialised(self.word().load(Relaxed)) {
            return Err(Refused(STATUS_INVALID_PARAMETER));
        }
        if !self.spin() {
            locking::take::<word::Section>(self.word(), Entered);
        }
        self.is_entered_by(this_thread());
        Ok(())
    }

    #[inline]
    fn try_enter(self) -> bool {
        let me = this_thread();
        if locking::try_take::<word::Section>(self.word(), Entered) {
            self.is_entered_by(me);
        } else if self.owner().load(Relaxed) == me {
            self.recursion().fetch_add(1, Relaxed);
        } else {
            return false;
        }
        true
    }

    /// Tries to enter as often as it is worth while.
    fn spin(self) -> bool {
        let spins = self.spins().load(Relaxed);
        (0..spins).any(|_| {
            hint::spin_loop();
            locking::try_take::<word::Section>(self.word(), Entered)
        })
    }

    #[inline]
    fn is_entered_by(self, me: usize) {
        self.owner().store(me, Relaxed);
        self.recursion().store(1, Relaxed);
    }

    #[inline]
    pub(super) fn leave(self) -> Result<(), Refused> {
        if !self.is_mine() {
            return Err(Refused(STATUS_RESOURCE_NOT_OWNED));
        }
        // No other thread writes it meanwhile.
        let left = self.recursion().load(Relaxed) - 1;
        self.recursion().store(left, Relaxed);
        if left > 0 {
            return Ok(());
        }
        self.owner().store(0, Relaxed);
        locking::give::<word::Section>(self.word(), Entered)
    }

    /// Whether the calling thread has entered it.
    #[inline]
    pub(super) fn is_mine(self) -> bool {
        self.owner().load(Relaxed) == this_thread()
    }

    fn delete(self) {
        self.owner().store(0, Relaxed);
        self.recursion().store(0, Relaxed);
        self.spins().store(0, Relaxed);
        self.word().store(0, Relaxed);
        // SAFETY: the pointer is valid, and nobody reads this field.
        unsafe { (&raw mut (*self.0.as_ptr()).DebugInfo).write(ptr::null_mut()) };
    }

    #[inline]
    fn word<'a>(self) -> &'a AtomicU32 {
        // SAFETY: the pointer is valid and aligned, and its words are used as atomics only.
        unsafe { AtomicU32::from_ptr((&raw mut (*self.0.as_ptr()).LockCount).cast()) }
    }

    #[inline]
    fn recursion<'a>(self) -> &'a AtomicI32 {
        // SAFETY: as for the word.
        unsafe { AtomicI32::from_ptr(&raw mut (*self.0.as_ptr()).RecursionCount) }
    }

    #[inline]
    fn owner<'a>(self) -> &'a AtomicUsize {
        // SAFETY: as for the word; a handle is as large as a number of that size.
        unsafe { AtomicUsize::from_ptr((&raw mut (*self.0.as_ptr()).OwningThread).cast()) }
    }

    fn spins<'a>(self) -> &'a AtomicUsize {
        // SAFETY: as for the word.
        unsafe { AtomicUsize::from_ptr(&raw mut (*self.0.as_ptr()).SpinCount) }
    }
}

/// Makes a section that nobody has entered.
///
/// # Safety
///
/// `section` is null or valid, and nobody uses it.
unsafe fn initialise(section: *mut CRITICAL_SECTION, spins: u32) -> Result<(), Refused> {
    let fields = CRITICAL_SECTION {
        DebugInfo: ptr::without_provenance_mut(usize::MAX),
        LockCount: word::FREE.cast_signed(),
        RecursionCount: 0,
        OwningThread: ptr::null_mut(),
        LockSemaphore: ptr::null_mut(),
        SpinCount: spin_count(spins),
    };
    // SAFETY: the caller promised it.
    unsafe { locking::place(section)?.write(fields) };
    Ok(())
}

/// How often it is worth while to try: on one processor nobody can leave meanwhile.
fn spin_count(spins: u32) -> usize {
    if processors() == 1 { 0 } else { usize::try_from(spins).unwrap_or(usize::MAX) }
}

/// The number of the calling thread, as Windows keeps it in a section.
#[inline]
fn this_thread() -> usize {
    Thread::current_id() as usize
}
