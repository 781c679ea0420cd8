//! The types of objects, and the rights that a handle can have.

use windows_sys::Win32::Foundation::{GENERIC_ALL, GENERIC_EXECUTE, GENERIC_READ, GENERIC_WRITE};
use windows_sys::Win32::Storage::FileSystem::FILE_ALL_ACCESS;
use windows_sys::Win32::System::Threading::{
    EVENT_ALL_ACCESS, PROCESS_ALL_ACCESS, SEMAPHORE_ALL_ACCESS, THREAD_ALL_ACCESS,
    THREAD_QUERY_INFORMATION, THREAD_QUERY_LIMITED_INFORMATION, THREAD_SET_CONTEXT,
    THREAD_SUSPEND_RESUME, THREAD_TERMINATE, TIMER_ALL_ACCESS,
};

const STANDARD_RIGHTS: u32 = 0x1F_0000;
const READ_CONTROL: u32 = 0x2_0000;
const SYNCHRONIZE: u32 = 0x10_0000;
const MAXIMUM_ALLOWED: u32 = 0x200_0000;

/// The rights that a handle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access(pub(crate) u32);

impl Access {
    /// To be used as a process that handles are duplicated from and to.
    pub(crate) const DUP_HANDLE: Self =
        Self(windows_sys::Win32::System::Threading::PROCESS_DUP_HANDLE);
    /// To ask how many packets are queued.
    pub(crate) const QUERY_STATE: Self = Self(0x1);
    /// To get, to post and to associate.
    pub(crate) const MODIFY_STATE: Self = Self(0x2);
    /// To wait for an object.
    pub(crate) const SYNCHRONIZE: Self = Self(SYNCHRONIZE);
    /// To queue APCs to a thread.
    pub(crate) const SET_CONTEXT: Self = Self(THREAD_SET_CONTEXT);
    /// To suspend and to resume a thread.
    pub(crate) const SUSPEND_RESUME: Self = Self(THREAD_SUSPEND_RESUME);
    /// To end a thread.
    pub(crate) const TERMINATE: Self = Self(THREAD_TERMINATE);
    /// To ask what a thread is.
    pub(crate) const QUERY_THREAD: Self = Self(THREAD_QUERY_LIMITED_INFORMATION);
    /// No right at all.
    pub(crate) const NONE: Self = Self(0);

    #[inline]
    pub(crate) fn allows(self, wanted: Self) -> bool {
        self.0 & wanted.0 == wanted.0
    }
}

/// A type of object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    IoCompletion,
    IoCompletionReserve,
    UserApcReserve,
    File,
    Process,
    Thread,
    Event,
    Semaphore,
    Mutex,
    Timer,
}

impl Kind {
    /// The name that Windows has for the type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::IoCompletion => "IoCompletion",
            Self::IoCompletionReserve => "IoCompletionReserve",
            Self::UserApcReserve => "UserApcReserve",
            Self::File => "File",
            Self::Process => "Process",
            Self::Thread => "Thread",
            Self::Event => "Event",
            Self::Semaphore => "Semaphore",
            Self::Mutex => "Mutant",
            Self::Timer => "Timer",
        }
    }

    /// Every right that a handle to such an object can have.
    pub(crate) fn all_access(self) -> Access {
        Access(match self {
            Self::IoCompletion | Self::IoCompletionReserve | Self::UserApcReserve => {
                STANDARD_RIGHTS | 0x3
            }
            Self::File => FILE_ALL_ACCESS,
            Self::Process => PROCESS_ALL_ACCESS,
            Self::Thread => THREAD_ALL_ACCESS,
            Self::Event => EVENT_ALL_ACCESS,
            Self::Semaphore => SEMAPHORE_ALL_ACCESS,
            Self::Mutex => STANDARD_RIGHTS | 0x1,
            Self::Timer => TIMER_ALL_ACCESS,
        })
    }

    /// The rights that are granted when these are asked for. Nobody is refused: a process may do
    /// as it likes with its own objects.
    ///
    /// By [`Rule::L07`](iocp_sim::Rule::L07).
    pub(crate) fn grant(self, asked: u32) -> Access {
        let [read, write, execute] = self.generic();
        let generic = [
            (GENERIC_READ, read),
            (GENERIC_WRITE, write),
            (GENERIC_EXECUTE, execute),
            (GENERIC_ALL | MAXIMUM_ALLOWED, self.all_access().0),
        ];
        let granted = generic.iter().filter(|(bits, _)| asked & bits != 0);
        let granted = granted.fold(asked, |granted, (_, rights)| granted | rights);
        // Who may ask a thread everything may ask it a little.
        let limited = match self {
            Self::Thread if granted & THREAD_QUERY_INFORMATION != 0 => {
                THREAD_QUERY_LIMITED_INFORMATION
            }
            _ => 0,
        };
        Access((granted | limited) & self.all_access().0)
    }

    /// What reading, writing and executing ask for in general.
    fn generic(self) -> [u32; 3] {
        let rights = match self {
            Self::IoCompletion => [0x1, 0x2, SYNCHRONIZE],
            Self::IoCompletionReserve | Self::UserApcReserve => [0x1, 0x2, 0],
            Self::File => [0x10_0089, 0x10_0116, 0x10_00A0],
            Self::Process => [0x0410, 0x0BEA, SYNCHRONIZE | 0x1001],
            Self::Thread => [0x0048, 0x0437, SYNCHRONIZE | 0x1800],
            Self::Event | Self::Semaphore | Self::Timer => [0x1, 0x2, SYNCHRONIZE],
            Self::Mutex => [0x1, 0, SYNCHRONIZE],
        };
        rights.map(|rights| rights | READ_CONTROL)
    }
}
