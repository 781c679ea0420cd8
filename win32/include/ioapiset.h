/* The calls of ports, and of requests that are under way. */

#ifndef IOCPSIM_IOAPISET_H
#define IOCPSIM_IOAPISET_H

#ifdef _WIN32
#include_next <ioapiset.h>
#else

#include "minwinbase.h"

#ifdef __cplusplus
extern "C" {
#endif

BOOL WINAPI CancelIo(HANDLE file) IOCPSIM_NAME(CancelIo);

BOOL WINAPI CancelIoEx(HANDLE file, LPOVERLAPPED overlapped) IOCPSIM_NAME(CancelIoEx);

BOOL WINAPI CancelSynchronousIo(HANDLE thread) IOCPSIM_NAME(CancelSynchronousIo);

HANDLE WINAPI CreateIoCompletionPort(HANDLE file, HANDLE existing_port, ULONG_PTR key,
                                     DWORD concurrent_threads)
    IOCPSIM_NAME(CreateIoCompletionPort);

BOOL WINAPI GetOverlappedResult(HANDLE file, LPOVERLAPPED overlapped, LPDWORD bytes, BOOL waits)
    IOCPSIM_NAME(GetOverlappedResult);

BOOL WINAPI GetOverlappedResultEx(HANDLE file, LPOVERLAPPED overlapped, LPDWORD bytes,
                                  DWORD milliseconds, BOOL alertable)
    IOCPSIM_NAME(GetOverlappedResultEx);

BOOL WINAPI GetQueuedCompletionStatus(HANDLE port, LPDWORD bytes, PULONG_PTR key,
                                      LPOVERLAPPED *overlapped, DWORD milliseconds)
    IOCPSIM_NAME(GetQueuedCompletionStatus);

BOOL WINAPI GetQueuedCompletionStatusEx(HANDLE port, LPOVERLAPPED_ENTRY entries, ULONG count,
                                        PULONG removed, DWORD milliseconds, BOOL alertable)
    IOCPSIM_NAME(GetQueuedCompletionStatusEx);

BOOL WINAPI PostQueuedCompletionStatus(HANDLE port, DWORD bytes, ULONG_PTR key,
                                       LPOVERLAPPED overlapped)
    IOCPSIM_NAME(PostQueuedCompletionStatus);

#ifdef __cplusplus
}
#endif

#endif
#endif
