/* Waits, and what threads wait for. */

#ifndef IOCPSIM_SYNCHAPI_H
#define IOCPSIM_SYNCHAPI_H

#ifdef _WIN32
#include_next <synchapi.h>
#else

#include "minwinbase.h"

#define CREATE_EVENT_MANUAL_RESET 0x00000001
#define CREATE_EVENT_INITIAL_SET 0x00000002
#define CREATE_MUTEX_INITIAL_OWNER 0x00000001
#define EVENT_MODIFY_STATE 0x0002
#define EVENT_ALL_ACCESS (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x3)
#define MUTEX_MODIFY_STATE 0x0001
#define MUTEX_ALL_ACCESS (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x1)
#define SEMAPHORE_MODIFY_STATE 0x0002
#define SEMAPHORE_ALL_ACCESS (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x3)
#define TIMER_QUERY_STATE 0x0001
#define TIMER_MODIFY_STATE 0x0002
#define TIMER_ALL_ACCESS (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x3)
#define CREATE_WAITABLE_TIMER_MANUAL_RESET 0x00000001
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 0x00000002
#define MAXIMUM_WAIT_OBJECTS 64

#define SRWLOCK_INIT { 0 }
#define CONDITION_VARIABLE_INIT { 0 }
#define INIT_ONCE_STATIC_INIT { 0 }
#define CONDITION_VARIABLE_LOCKMODE_SHARED 0x1
#define CRITICAL_SECTION_NO_DEBUG_INFO 0x01000000
#define INIT_ONCE_CHECK_ONLY 0x1
#define INIT_ONCE_ASYNC 0x2
#define INIT_ONCE_INIT_FAILED 0x4

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _RTL_CRITICAL_SECTION_DEBUG RTL_CRITICAL_SECTION_DEBUG;

typedef struct _RTL_CRITICAL_SECTION {
    RTL_CRITICAL_SECTION_DEBUG *DebugInfo;
    LONG LockCount;
    LONG RecursionCount;
    HANDLE OwningThread;
    HANDLE LockSemaphore;
    ULONG_PTR SpinCount;
} RTL_CRITICAL_SECTION, *PRTL_CRITICAL_SECTION;
typedef RTL_CRITICAL_SECTION CRITICAL_SECTION, *PCRITICAL_SECTION, *LPCRITICAL_SECTION;

typedef struct _RTL_SRWLOCK {
    PVOID Ptr;
} SRWLOCK, *PSRWLOCK;

typedef struct _RTL_CONDITION_VARIABLE {
    PVOID Ptr;
} CONDITION_VARIABLE, *PCONDITION_VARIABLE;

typedef union _RTL_RUN_ONCE {
    PVOID Ptr;
} INIT_ONCE, *PINIT_ONCE, *LPINIT_ONCE;

typedef BOOL (WINAPI *PINIT_ONCE_FN)(PINIT_ONCE once, PVOID parameter, PVOID *context);

typedef VOID (WINAPI *PTIMERAPCROUTINE)(LPVOID argument, DWORD low, DWORD high);

typedef struct _REASON_CONTEXT {
    ULONG Version;
    DWORD Flags;
    union {
        struct {
            HMODULE LocalizedReasonModule;
            ULONG LocalizedReasonId;
            ULONG ReasonStringCount;
            LPWSTR *ReasonStrings;
        } Detailed;
        LPWSTR SimpleReasonString;
    } Reason;
} REASON_CONTEXT, *PREASON_CONTEXT;

VOID WINAPI AcquireSRWLockExclusive(PSRWLOCK lock) IOCPSIM_NAME(AcquireSRWLockExclusive);

VOID WINAPI AcquireSRWLockShared(PSRWLOCK lock) IOCPSIM_NAME(AcquireSRWLockShared);

BOOL WINAPI CancelWaitableTimer(HANDLE timer) IOCPSIM_NAME(CancelWaitableTimer);

HANDLE WINAPI CreateEventA(LPSECURITY_ATTRIBUTES security, BOOL manual, BOOL signaled,
                           LPCSTR name)
    IOCPSIM_NAME(CreateEventA);

HANDLE WINAPI CreateEventExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags,
                             DWORD access)
    IOCPSIM_NAME(CreateEventExA);

HANDLE WINAPI CreateEventExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                             DWORD access)
    IOCPSIM_NAME(CreateEventExW);

HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES security, BOOL manual, BOOL signaled,
                           LPCWSTR name)
    IOCPSIM_NAME(CreateEventW);

HANDLE WINAPI CreateMutexA(LPSECURITY_ATTRIBUTES security, BOOL owned, LPCSTR name)
    IOCPSIM_NAME(CreateMutexA);

HANDLE WINAPI CreateMutexExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags,
                             DWORD access)
    IOCPSIM_NAME(CreateMutexExA);

HANDLE WINAPI CreateMutexExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                             DWORD access)
    IOCPSIM_NAME(CreateMutexExW);

HANDLE WINAPI CreateMutexW(LPSECURITY_ATTRIBUTES security, BOOL owned, LPCWSTR name)
    IOCPSIM_NAME(CreateMutexW);

HANDLE WINAPI CreateSemaphoreExW(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                                 LPCWSTR name, DWORD flags, DWORD access)
    IOCPSIM_NAME(CreateSemaphoreExW);

HANDLE WINAPI CreateSemaphoreW(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                               LPCWSTR name)
    IOCPSIM_NAME(CreateSemaphoreW);

HANDLE WINAPI CreateWaitableTimerExW(LPSECURITY_ATTRIBUTES security, LPCWSTR name, DWORD flags,
                                     DWORD access)
    IOCPSIM_NAME(CreateWaitableTimerExW);

HANDLE WINAPI CreateWaitableTimerW(LPSECURITY_ATTRIBUTES security, BOOL manual, LPCWSTR name)
    IOCPSIM_NAME(CreateWaitableTimerW);

VOID WINAPI DeleteCriticalSection(LPCRITICAL_SECTION section) IOCPSIM_NAME(DeleteCriticalSection);

VOID WINAPI EnterCriticalSection(LPCRITICAL_SECTION section) IOCPSIM_NAME(EnterCriticalSection);

BOOL WINAPI InitOnceBeginInitialize(LPINIT_ONCE once, DWORD flags, PBOOL pending, LPVOID *context)
    IOCPSIM_NAME(InitOnceBeginInitialize);

BOOL WINAPI InitOnceComplete(LPINIT_ONCE once, DWORD flags, LPVOID context)
    IOCPSIM_NAME(InitOnceComplete);

BOOL WINAPI InitOnceExecuteOnce(PINIT_ONCE once, PINIT_ONCE_FN function, PVOID parameter,
                                LPVOID *context)
    IOCPSIM_NAME(InitOnceExecuteOnce);

VOID WINAPI InitOnceInitialize(PINIT_ONCE once) IOCPSIM_NAME(InitOnceInitialize);

VOID WINAPI InitializeConditionVariable(PCONDITION_VARIABLE condition)
    IOCPSIM_NAME(InitializeConditionVariable);

VOID WINAPI InitializeCriticalSection(LPCRITICAL_SECTION section)
    IOCPSIM_NAME(InitializeCriticalSection);

BOOL WINAPI InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD spins)
    IOCPSIM_NAME(InitializeCriticalSectionAndSpinCount);

BOOL WINAPI InitializeCriticalSectionEx(LPCRITICAL_SECTION section, DWORD spins, DWORD flags)
    IOCPSIM_NAME(InitializeCriticalSectionEx);

VOID WINAPI InitializeSRWLock(PSRWLOCK lock) IOCPSIM_NAME(InitializeSRWLock);

VOID WINAPI LeaveCriticalSection(LPCRITICAL_SECTION section) IOCPSIM_NAME(LeaveCriticalSection);

HANDLE WINAPI OpenEventA(DWORD access, BOOL inherited, LPCSTR name) IOCPSIM_NAME(OpenEventA);

HANDLE WINAPI OpenEventW(DWORD access, BOOL inherited, LPCWSTR name) IOCPSIM_NAME(OpenEventW);

HANDLE WINAPI OpenMutexW(DWORD access, BOOL inherited, LPCWSTR name) IOCPSIM_NAME(OpenMutexW);

HANDLE WINAPI OpenSemaphoreW(DWORD access, BOOL inherited, LPCWSTR name)
    IOCPSIM_NAME(OpenSemaphoreW);

HANDLE WINAPI OpenWaitableTimerW(DWORD access, BOOL inherited, LPCWSTR name)
    IOCPSIM_NAME(OpenWaitableTimerW);

BOOL WINAPI ReleaseMutex(HANDLE mutex) IOCPSIM_NAME(ReleaseMutex);

VOID WINAPI ReleaseSRWLockExclusive(PSRWLOCK lock) IOCPSIM_NAME(ReleaseSRWLockExclusive);

VOID WINAPI ReleaseSRWLockShared(PSRWLOCK lock) IOCPSIM_NAME(ReleaseSRWLockShared);

BOOL WINAPI ReleaseSemaphore(HANDLE semaphore, LONG count, LPLONG previous)
    IOCPSIM_NAME(ReleaseSemaphore);

BOOL WINAPI ResetEvent(HANDLE event) IOCPSIM_NAME(ResetEvent);

DWORD WINAPI SetCriticalSectionSpinCount(LPCRITICAL_SECTION section, DWORD spins)
    IOCPSIM_NAME(SetCriticalSectionSpinCount);

BOOL WINAPI SetEvent(HANDLE event) IOCPSIM_NAME(SetEvent);

BOOL WINAPI SetWaitableTimer(HANDLE timer, const LARGE_INTEGER *due, LONG period,
                             PTIMERAPCROUTINE routine, LPVOID argument, BOOL resume)
    IOCPSIM_NAME(SetWaitableTimer);

BOOL WINAPI SetWaitableTimerEx(HANDLE timer, const LARGE_INTEGER *due, LONG period,
                               PTIMERAPCROUTINE routine, LPVOID argument, PREASON_CONTEXT reason,
                               ULONG delay)
    IOCPSIM_NAME(SetWaitableTimerEx);

DWORD WINAPI SignalObjectAndWait(HANDLE signaled, HANDLE awaited, DWORD milliseconds,
                                 BOOL alertable)
    IOCPSIM_NAME(SignalObjectAndWait);

VOID WINAPI Sleep(DWORD milliseconds) IOCPSIM_NAME(Sleep);

BOOL WINAPI SleepConditionVariableCS(PCONDITION_VARIABLE condition, PCRITICAL_SECTION section,
                                     DWORD milliseconds)
    IOCPSIM_NAME(SleepConditionVariableCS);

BOOL WINAPI SleepConditionVariableSRW(PCONDITION_VARIABLE condition, PSRWLOCK lock,
                                      DWORD milliseconds, ULONG flags)
    IOCPSIM_NAME(SleepConditionVariableSRW);

DWORD WINAPI SleepEx(DWORD milliseconds, BOOL alertable) IOCPSIM_NAME(SleepEx);

BOOLEAN WINAPI TryAcquireSRWLockExclusive(PSRWLOCK lock) IOCPSIM_NAME(TryAcquireSRWLockExclusive);

BOOLEAN WINAPI TryAcquireSRWLockShared(PSRWLOCK lock) IOCPSIM_NAME(TryAcquireSRWLockShared);

BOOL WINAPI TryEnterCriticalSection(LPCRITICAL_SECTION section)
    IOCPSIM_NAME(TryEnterCriticalSection);

DWORD WINAPI WaitForMultipleObjects(DWORD count, const HANDLE *handles, BOOL all,
                                    DWORD milliseconds)
    IOCPSIM_NAME(WaitForMultipleObjects);

DWORD WINAPI WaitForMultipleObjectsEx(DWORD count, const HANDLE *handles, BOOL all,
                                      DWORD milliseconds, BOOL alertable)
    IOCPSIM_NAME(WaitForMultipleObjectsEx);

DWORD WINAPI WaitForSingleObject(HANDLE handle, DWORD milliseconds)
    IOCPSIM_NAME(WaitForSingleObject);

DWORD WINAPI WaitForSingleObjectEx(HANDLE handle, DWORD milliseconds, BOOL alertable)
    IOCPSIM_NAME(WaitForSingleObjectEx);

BOOL WINAPI WaitOnAddress(volatile VOID *address, PVOID compared, SIZE_T size, DWORD milliseconds)
    IOCPSIM_NAME(WaitOnAddress);

VOID WINAPI WakeAllConditionVariable(PCONDITION_VARIABLE condition)
    IOCPSIM_NAME(WakeAllConditionVariable);

VOID WINAPI WakeByAddressAll(PVOID address) IOCPSIM_NAME(WakeByAddressAll);

VOID WINAPI WakeByAddressSingle(PVOID address) IOCPSIM_NAME(WakeByAddressSingle);

VOID WINAPI WakeConditionVariable(PCONDITION_VARIABLE condition)
    IOCPSIM_NAME(WakeConditionVariable);

#ifdef UNICODE
#define CreateEvent CreateEventW
#define CreateEventEx CreateEventExW
#define CreateMutex CreateMutexW
#define CreateMutexEx CreateMutexExW
#define OpenEvent OpenEventW
#else
#define CreateEvent CreateEventA
#define CreateEventEx CreateEventExA
#define CreateMutex CreateMutexA
#define CreateMutexEx CreateMutexExA
#define OpenEvent OpenEventA
#endif
#ifdef UNICODE
#define CreateSemaphore CreateSemaphoreW
#define CreateSemaphoreEx CreateSemaphoreExW
#define CreateWaitableTimer CreateWaitableTimerW
#define CreateWaitableTimerEx CreateWaitableTimerExW
#define OpenMutex OpenMutexW
#define OpenSemaphore OpenSemaphoreW
#define OpenWaitableTimer OpenWaitableTimerW
#endif

#if UINTPTR_MAX > 0xFFFFFFFF
IOCPSIM_ASSERT(sizeof(CRITICAL_SECTION) == 40);
IOCPSIM_ASSERT(offsetof(CRITICAL_SECTION, OwningThread) == 16);
IOCPSIM_ASSERT(sizeof(SRWLOCK) == 8);
IOCPSIM_ASSERT(sizeof(CONDITION_VARIABLE) == 8);
IOCPSIM_ASSERT(sizeof(INIT_ONCE) == 8);
IOCPSIM_ASSERT(sizeof(REASON_CONTEXT) == 32);
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
