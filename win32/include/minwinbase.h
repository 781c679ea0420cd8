/* OVERLAPPED, and the packets of a batch. */

#ifndef IOCPSIM_MINWINBASE_H
#define IOCPSIM_MINWINBASE_H

#ifdef _WIN32
#include_next <minwinbase.h>
#else

#include "winnt.h"

#define ZeroMemory RtlZeroMemory
#define FillMemory RtlFillMemory
#define CopyMemory RtlCopyMemory
#define MoveMemory RtlMoveMemory

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _SECURITY_ATTRIBUTES {
    DWORD nLength;
    LPVOID lpSecurityDescriptor;
    BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;

typedef struct _OVERLAPPED {
    ULONG_PTR Internal;
    ULONG_PTR InternalHigh;
    __extension__ union {
        __extension__ struct {
            DWORD Offset;
            DWORD OffsetHigh;
        };
        PVOID Pointer;
    };
    HANDLE hEvent;
} OVERLAPPED, *LPOVERLAPPED;

typedef struct _OVERLAPPED_ENTRY {
    ULONG_PTR lpCompletionKey;
    LPOVERLAPPED lpOverlapped;
    ULONG_PTR Internal;
    DWORD dwNumberOfBytesTransferred;
} OVERLAPPED_ENTRY, *LPOVERLAPPED_ENTRY;

typedef VOID (WINAPI *LPOVERLAPPED_COMPLETION_ROUTINE)(DWORD error, DWORD bytes,
                                                       LPOVERLAPPED overlapped);

#if UINTPTR_MAX > 0xFFFFFFFF
IOCPSIM_ASSERT(sizeof(OVERLAPPED) == 32);
IOCPSIM_ASSERT(offsetof(OVERLAPPED, InternalHigh) == 8);
IOCPSIM_ASSERT(offsetof(OVERLAPPED, Offset) == 16);
IOCPSIM_ASSERT(offsetof(OVERLAPPED, OffsetHigh) == 20);
IOCPSIM_ASSERT(offsetof(OVERLAPPED, Pointer) == 16);
IOCPSIM_ASSERT(offsetof(OVERLAPPED, hEvent) == 24);
IOCPSIM_ASSERT(sizeof(OVERLAPPED_ENTRY) == 32);
IOCPSIM_ASSERT(offsetof(OVERLAPPED_ENTRY, lpOverlapped) == 8);
IOCPSIM_ASSERT(offsetof(OVERLAPPED_ENTRY, Internal) == 16);
IOCPSIM_ASSERT(offsetof(OVERLAPPED_ENTRY, dwNumberOfBytesTransferred) == 24);
IOCPSIM_ASSERT(sizeof(SECURITY_ATTRIBUTES) == 24);
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
