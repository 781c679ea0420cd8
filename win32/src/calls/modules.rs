//! The libraries that a program may ask for, and the functions that they have here.
//!
//! Programs load native calls in this way, since no import library has all of them.

use windows_sys::Win32::Foundation::{
    FARPROC, HMODULE, STATUS_DLL_NOT_FOUND, STATUS_ENTRYPOINT_NOT_FOUND,
};
use windows_sys::core::{PCSTR, PCWSTR};

use super::{
    addresses, apcs, clocks, condition_variables, critical_sections, errors, events, handles,
    memory, messages, modules as this, mutexes, native, once, port, processes, query,
    registered_waits, semaphores, slim_locks, sockets, system, texts, threads, timer_queues,
    timers, waiting,
};
use crate::codes::Refused;

/// A library, which is known by its address.
struct Library {
    name: &'static str,
    functions: &'static [&'static [(&'static str, Function)]],
}

/// A function of any signature.
struct Function(*const ());

// SAFETY: it is the address of code, which nobody writes to.
unsafe impl Sync for Function {}

macro_rules! functions {
    ($($module:ident: $($name:ident)*;)*) => {
        &[$($((stringify!($name), Function($module::$name as *const ())),)*)*]
    };
}

static KERNEL: &[(&str, Function)] = functions! {
    apcs: QueueUserAPC;
    clocks: GetSystemTimeAsFileTime GetSystemTimePreciseAsFileTime GetTickCount GetTickCount64
        QueryPerformanceCounter QueryPerformanceFrequency;
    condition_variables: InitializeConditionVariable SleepConditionVariableCS
        SleepConditionVariableSRW WakeAllConditionVariable WakeConditionVariable;
    critical_sections: DeleteCriticalSection EnterCriticalSection InitializeCriticalSection
        InitializeCriticalSectionAndSpinCount InitializeCriticalSectionEx LeaveCriticalSection
        SetCriticalSectionSpinCount TryEnterCriticalSection;
    errors: GetLastError SetLastError;
    events: CreateEventA CreateEventExA CreateEventExW CreateEventW OpenEventA OpenEventW PulseEvent
        ResetEvent SetEvent;
    handles: CloseHandle CompareObjectHandles DuplicateHandle GetHandleInformation
        SetHandleInformation;
    memory: LocalAlloc LocalFree;
    messages: FormatMessageA FormatMessageW;
    this: GetModuleHandleA GetModuleHandleW GetProcAddress;
    mutexes: CreateMutexA CreateMutexExA CreateMutexExW CreateMutexW OpenMutexA OpenMutexW
        ReleaseMutex;
    once: InitOnceBeginInitialize InitOnceComplete InitOnceExecuteOnce InitOnceInitialize;
    port: CreateIoCompletionPort GetQueuedCompletionStatus GetQueuedCompletionStatusEx
        PostQueuedCompletionStatus;
    processes: ExitProcess GetCurrentProcess GetCurrentProcessId GetCurrentThread;
    registered_waits: RegisterWaitForSingleObject UnregisterWait UnregisterWaitEx;
    semaphores: CreateSemaphoreA CreateSemaphoreExA CreateSemaphoreExW CreateSemaphoreW
        OpenSemaphoreA OpenSemaphoreW ReleaseSemaphore;
    slim_locks: AcquireSRWLockExclusive AcquireSRWLockShared InitializeSRWLock
        ReleaseSRWLockExclusive ReleaseSRWLockShared TryAcquireSRWLockExclusive
        TryAcquireSRWLockShared;
    system: GetNativeSystemInfo GetSystemInfo;
    threads: CreateThread ExitThread GetCurrentThreadId GetExitCodeThread GetThreadId OpenThread
        ResumeThread SuspendThread TerminateThread;
    timer_queues: ChangeTimerQueueTimer CreateTimerQueue CreateTimerQueueTimer DeleteTimerQueue
        DeleteTimerQueueEx DeleteTimerQueueTimer;
    timers: CancelWaitableTimer CreateWaitableTimerA CreateWaitableTimerExA CreateWaitableTimerExW
        CreateWaitableTimerW OpenWaitableTimerA OpenWaitableTimerW SetWaitableTimer
        SetWaitableTimerEx;
    waiting: SignalObjectAndWait Sleep SleepEx SwitchToThread WaitForMultipleObjects
        WaitForMultipleObjectsEx WaitForSingleObject WaitForSingleObjectEx;
};

/// What is in kernelbase.dll alone.
static ADDRESSES: &[(&str, Function)] = functions! {
    addresses: WaitOnAddress WakeByAddressAll WakeByAddressSingle;
};

static NATIVE: &[(&str, Function)] = functions! {
    apcs: NtQueueApcThread NtTestAlert;
    errors: RtlNtStatusToDosError RtlNtStatusToDosErrorNoTeb;
    events: NtClearEvent NtCreateEvent NtOpenEvent NtPulseEvent NtQueryEvent NtResetEvent
        NtSetEvent;
    handles: NtClose;
    mutexes: NtCreateMutant NtOpenMutant NtQueryMutant NtReleaseMutant;
    native: NtAllocateReserveObject NtCreateIoCompletion NtOpenIoCompletion NtQueryIoCompletion
        NtRemoveIoCompletion NtRemoveIoCompletionEx NtSetIoCompletion NtSetIoCompletionEx;
    query: NtQueryObject;
    semaphores: NtCreateSemaphore NtOpenSemaphore NtQuerySemaphore NtReleaseSemaphore;
    timers: NtCancelTimer NtCreateTimer NtOpenTimer NtQueryTimer NtSetTimer;
    waiting: NtDelayExecution NtSignalAndWaitForSingleObject NtWaitForMultipleObjects
        NtWaitForSingleObject NtYieldExecution;
};

/// The library of C.
static RUNTIME: &[(&str, Function)] = functions! {
    threads: _beginthreadex _endthreadex;
};

static SOCKETS: &[(&str, Function)] = functions! {
    sockets: WSAGetLastError WSASetLastError htonl htons ntohl ntohs;
};

/// Names that stand for a library: the one under which Windows documents waits at addresses, and
/// the older library of C.
static ALIASES: [(&str, &str); 2] =
    [("api-ms-win-core-synch-l1-2-0.dll", "kernelbase.dll"), ("msvcrt.dll", "ucrtbase.dll")];

/// The first is the program itself, which is asked for without a name.
static LIBRARIES: [Library; 6] = [
    Library { name: "", functions: &[] },
    Library { name: "kernel32.dll", functions: &[KERNEL] },
    Library { name: "kernelbase.dll", functions: &[KERNEL, ADDRESSES] },
    Library { name: "ntdll.dll", functions: &[NATIVE] },
    Library { name: "ws2_32.dll", functions: &[SOCKETS] },
    Library { name: "ucrtbase.dll", functions: &[RUNTIME] },
];

export! {
    /// The library of this name, or the program if there is none.
    win32 fn GetModuleHandleA(name: PCSTR) -> HMODULE {
        // SAFETY: the caller promised that the name is null or a text.
        Ok(module(unsafe { texts::narrow(name) })?)
    }

    /// The library of this name, or the program if there is none.
    win32 fn GetModuleHandleW(name: PCWSTR) -> HMODULE {
        // SAFETY: the caller promised that the name is null or a text.
        Ok(module(unsafe { texts::wide(name) })?)
    }

    /// A function of a library, by its name. None has an ordinal.
    win32 fn GetProcAddress(module: HMODULE, name: PCSTR) -> FARPROC {
        let is_ordinal = name.addr() <= usize::from(u16::MAX);
        // SAFETY: the caller promised that what is no ordinal is a text.
        let name = if is_ordinal { None } else { unsafe { texts::narrow(name) } };
        let library = match module.is_null() {
            true => Some(&LIBRARIES[0]),
            false => LIBRARIES.iter().find(|library| handle_of(library) == module),
        };
        let library = library.ok_or(Refused(STATUS_DLL_NOT_FOUND))?;
        let mut functions = library.functions.iter().copied().flatten();
        let found = functions.find(|(known, _)| name.as_deref() == Some(known));
        let (_, Function(address)) = found.ok_or(Refused(STATUS_ENTRYPOINT_NOT_FOUND))?;
        // SAFETY: it is the address of a function; whoever calls it knows its signature.
        Ok(unsafe { std::mem::transmute::<*const (), FARPROC>(*address) })
    }
}

fn module(name: Option<String>) -> Result<HMODULE, Refused> {
    let Some(name) = name else { return Ok(handle_of(&LIBRARIES[0])) };
    let name = name.rsplit(['\\', '/']).next().unwrap_or_default().to_ascii_lowercase();
    let name = if name.contains('.') { name } else { name + ".dll" };
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name.as_str(), |(_, name)| name);
    let library = LIBRARIES[1..].iter().find(|library| library.name == name);
    library.map(handle_of).ok_or(Refused(STATUS_DLL_NOT_FOUND))
}

fn handle_of(library: &Library) -> HMODULE {
    std::ptr::from_ref(library).cast_mut().cast()
}

/// Whether this is the handle of ntdll.
pub(super) fn is_native(module: *const std::ffi::c_void) -> bool {
    module == handle_of(&LIBRARIES[3]).cast_const()
}
