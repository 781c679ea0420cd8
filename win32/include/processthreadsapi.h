/* Threads and processes. */

#ifndef IOCPSIM_PROCESSTHREADSAPI_H
#define IOCPSIM_PROCESSTHREADSAPI_H

#ifdef _WIN32
#include_next <processthreadsapi.h>
#else

#include "minwinbase.h"

#define CREATE_SUSPENDED 0x00000004
#define STACK_SIZE_PARAM_IS_A_RESERVATION 0x00010000
#define THREAD_TERMINATE 0x0001
#define THREAD_SUSPEND_RESUME 0x0002
#define THREAD_GET_CONTEXT 0x0008
#define THREAD_SET_CONTEXT 0x0010
#define THREAD_QUERY_INFORMATION 0x0040
#define THREAD_ALL_ACCESS (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0xFFFF)

#ifdef __cplusplus
extern "C" {
#endif

typedef DWORD (WINAPI *PTHREAD_START_ROUTINE)(LPVOID parameter);
typedef PTHREAD_START_ROUTINE LPTHREAD_START_ROUTINE;

typedef VOID (NTAPI *PAPCFUNC)(ULONG_PTR parameter);

HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES security, SIZE_T stack_size,
                           LPTHREAD_START_ROUTINE start, LPVOID parameter, DWORD flags,
                           LPDWORD id)
    IOCPSIM_NAME(CreateThread);

__attribute__((noreturn)) VOID WINAPI ExitProcess(UINT code) IOCPSIM_NAME(ExitProcess);

__attribute__((noreturn)) VOID WINAPI ExitThread(DWORD code) IOCPSIM_NAME(ExitThread);

HANDLE WINAPI GetCurrentProcess(void) IOCPSIM_NAME(GetCurrentProcess);

DWORD WINAPI GetCurrentProcessId(void) IOCPSIM_NAME(GetCurrentProcessId);

HANDLE WINAPI GetCurrentThread(void) IOCPSIM_NAME(GetCurrentThread);

DWORD WINAPI GetCurrentThreadId(void) IOCPSIM_NAME(GetCurrentThreadId);

BOOL WINAPI GetExitCodeThread(HANDLE thread, LPDWORD code) IOCPSIM_NAME(GetExitCodeThread);

DWORD WINAPI GetThreadId(HANDLE thread) IOCPSIM_NAME(GetThreadId);

HANDLE WINAPI OpenThread(DWORD access, BOOL inherited, DWORD id) IOCPSIM_NAME(OpenThread);

DWORD WINAPI QueueUserAPC(PAPCFUNC function, HANDLE thread, ULONG_PTR parameter)
    IOCPSIM_NAME(QueueUserAPC);

DWORD WINAPI ResumeThread(HANDLE thread) IOCPSIM_NAME(ResumeThread);

DWORD WINAPI SuspendThread(HANDLE thread) IOCPSIM_NAME(SuspendThread);

BOOL WINAPI SwitchToThread(void) IOCPSIM_NAME(SwitchToThread);

BOOL WINAPI TerminateThread(HANDLE thread, DWORD code) IOCPSIM_NAME(TerminateThread);

#ifdef __cplusplus
}
#endif

#endif
#endif
