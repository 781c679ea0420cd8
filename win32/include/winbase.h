/* What else windows.h has: messages, local memory, and what stands in no header of its own. */

#ifndef IOCPSIM_WINBASE_H
#define IOCPSIM_WINBASE_H

#ifdef _WIN32
#include_next <winbase.h>
#else

#include <stdarg.h>

#include "errhandlingapi.h"
#include "fileapi.h"
#include "handleapi.h"
#include "heapapi.h"
#include "ioapiset.h"
#include "libloaderapi.h"
#include "memoryapi.h"
#include "minwinbase.h"
#include "namedpipeapi.h"
#include "processthreadsapi.h"
#include "profileapi.h"
#include "synchapi.h"
#include "sysinfoapi.h"
#include "threadpoolapiset.h"
#include "threadpoollegacyapiset.h"
#include "winerror.h"

#define INFINITE 0xFFFFFFFF
#define WAIT_OBJECT_0 0x00000000
#define WAIT_ABANDONED 0x00000080
#define WAIT_ABANDONED_0 0x00000080
#define WAIT_IO_COMPLETION 0x000000C0
#define WAIT_FAILED ((DWORD)0xFFFFFFFF)
#ifndef STILL_ACTIVE
#define STILL_ACTIVE 0x00000103
#endif

#define HasOverlappedIoCompleted(overlapped) (((DWORD)(overlapped)->Internal) != 0x00000103)

#define FORMAT_MESSAGE_ALLOCATE_BUFFER 0x00000100
#define FORMAT_MESSAGE_IGNORE_INSERTS 0x00000200
#define FORMAT_MESSAGE_FROM_STRING 0x00000400
#define FORMAT_MESSAGE_FROM_HMODULE 0x00000800
#define FORMAT_MESSAGE_FROM_SYSTEM 0x00001000
#define FORMAT_MESSAGE_ARGUMENT_ARRAY 0x00002000
#define FORMAT_MESSAGE_MAX_WIDTH_MASK 0x000000FF

#define LMEM_FIXED 0x0000
#define LMEM_MOVEABLE 0x0002
#define LMEM_ZEROINIT 0x0040
#define LPTR (LMEM_FIXED | LMEM_ZEROINIT)

#define FILE_BEGIN 0
#define FILE_CURRENT 1
#define FILE_END 2
#define FILE_FLAG_WRITE_THROUGH 0x80000000
#define FILE_FLAG_OVERLAPPED 0x40000000
#define FILE_FLAG_NO_BUFFERING 0x20000000
#define FILE_FLAG_RANDOM_ACCESS 0x10000000
#define FILE_FLAG_SEQUENTIAL_SCAN 0x08000000
#define FILE_FLAG_DELETE_ON_CLOSE 0x04000000
#define FILE_FLAG_FIRST_PIPE_INSTANCE 0x00080000
#define FILE_SKIP_COMPLETION_PORT_ON_SUCCESS 0x1
#define FILE_SKIP_SET_EVENT_ON_HANDLE 0x2
#define LOCKFILE_FAIL_IMMEDIATELY 0x00000001
#define LOCKFILE_EXCLUSIVE_LOCK 0x00000002

#define PIPE_ACCESS_INBOUND 0x00000001
#define PIPE_ACCESS_OUTBOUND 0x00000002
#define PIPE_ACCESS_DUPLEX 0x00000003
#define PIPE_WAIT 0x00000000
#define PIPE_NOWAIT 0x00000001
#define PIPE_READMODE_BYTE 0x00000000
#define PIPE_READMODE_MESSAGE 0x00000002
#define PIPE_TYPE_BYTE 0x00000000
#define PIPE_TYPE_MESSAGE 0x00000004
#define PIPE_UNLIMITED_INSTANCES 255
#define NMPWAIT_USE_DEFAULT_WAIT 0x00000000
#define NMPWAIT_WAIT_FOREVER 0xFFFFFFFF

#ifdef __cplusplus
extern "C" {
#endif

BOOL WINAPI BindIoCompletionCallback(HANDLE file, LPOVERLAPPED_COMPLETION_ROUTINE routine,
                                     ULONG flags)
    IOCPSIM_NAME(BindIoCompletionCallback);

HANDLE WINAPI CreateNamedPipeA(LPCSTR name, DWORD open_mode, DWORD pipe_mode, DWORD instances,
                               DWORD out_size, DWORD in_size, DWORD milliseconds,
                               LPSECURITY_ATTRIBUTES security)
    IOCPSIM_NAME(CreateNamedPipeA);

HANDLE WINAPI CreateSemaphoreA(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                               LPCSTR name)
    IOCPSIM_NAME(CreateSemaphoreA);

HANDLE WINAPI CreateWaitableTimerA(LPSECURITY_ATTRIBUTES security, BOOL manual, LPCSTR name)
    IOCPSIM_NAME(CreateWaitableTimerA);

HANDLE WINAPI CreateWaitableTimerExA(LPSECURITY_ATTRIBUTES security, LPCSTR name, DWORD flags,
                                     DWORD access)
    IOCPSIM_NAME(CreateWaitableTimerExA);

BOOL WINAPI DeleteTimerQueue(HANDLE queue) IOCPSIM_NAME(DeleteTimerQueue);

BOOL WINAPI GetNamedPipeHandleStateA(HANDLE pipe, LPDWORD state, LPDWORD instances,
                                     LPDWORD collected, LPDWORD milliseconds, LPSTR user,
                                     DWORD user_length)
    IOCPSIM_NAME(GetNamedPipeHandleStateA);

HANDLE WINAPI CreateSemaphoreExA(LPSECURITY_ATTRIBUTES security, LONG count, LONG maximum,
                                 LPCSTR name, DWORD flags, DWORD access)
    IOCPSIM_NAME(CreateSemaphoreExA);

HANDLE WINAPI OpenMutexA(DWORD access, BOOL inherited, LPCSTR name) IOCPSIM_NAME(OpenMutexA);

HANDLE WINAPI OpenSemaphoreA(DWORD access, BOOL inherited, LPCSTR name)
    IOCPSIM_NAME(OpenSemaphoreA);

HANDLE WINAPI OpenWaitableTimerA(DWORD access, BOOL inherited, LPCSTR name)
    IOCPSIM_NAME(OpenWaitableTimerA);

BOOL WINAPI PulseEvent(HANDLE event) IOCPSIM_NAME(PulseEvent);

BOOL WINAPI RegisterWaitForSingleObject(PHANDLE wait, HANDLE handle, WAITORTIMERCALLBACK callback,
                                        PVOID context, ULONG milliseconds, ULONG flags)
    IOCPSIM_NAME(RegisterWaitForSingleObject);

BOOL WINAPI SetFileCompletionNotificationModes(HANDLE file, UCHAR flags)
    IOCPSIM_NAME(SetFileCompletionNotificationModes);

BOOL WINAPI UnregisterWait(HANDLE wait) IOCPSIM_NAME(UnregisterWait);

BOOL WINAPI WaitNamedPipeA(LPCSTR name, DWORD milliseconds) IOCPSIM_NAME(WaitNamedPipeA);

DWORD WINAPI FormatMessageA(DWORD flags, LPCVOID source, DWORD id, DWORD language, LPSTR buffer,
                            DWORD size, va_list *arguments)
    IOCPSIM_NAME(FormatMessageA);

DWORD WINAPI FormatMessageW(DWORD flags, LPCVOID source, DWORD id, DWORD language, LPWSTR buffer,
                            DWORD size, va_list *arguments)
    IOCPSIM_NAME(FormatMessageW);

HLOCAL WINAPI LocalAlloc(UINT flags, SIZE_T bytes) IOCPSIM_NAME(LocalAlloc);

HLOCAL WINAPI LocalFree(HLOCAL memory) IOCPSIM_NAME(LocalFree);

#ifdef UNICODE
#define FormatMessage FormatMessageW
#else
#define FormatMessage FormatMessageA
#define CreateNamedPipe CreateNamedPipeA
#define CreateSemaphore CreateSemaphoreA
#define CreateSemaphoreEx CreateSemaphoreExA
#define CreateWaitableTimer CreateWaitableTimerA
#define CreateWaitableTimerEx CreateWaitableTimerExA
#define GetNamedPipeHandleState GetNamedPipeHandleStateA
#define OpenMutex OpenMutexA
#define OpenSemaphore OpenSemaphoreA
#define OpenWaitableTimer OpenWaitableTimerA
#define WaitNamedPipe WaitNamedPipeA
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
