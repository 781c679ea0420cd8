/* The system, and how long it runs. */

#ifndef IOCPSIM_SYSINFOAPI_H
#define IOCPSIM_SYSINFOAPI_H

#ifdef _WIN32
#include_next <sysinfoapi.h>
#else

#include "minwinbase.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _SYSTEM_INFO {
    __extension__ union {
        DWORD dwOemId;
        __extension__ struct {
            WORD wProcessorArchitecture;
            WORD wReserved;
        };
    };
    DWORD dwPageSize;
    LPVOID lpMinimumApplicationAddress;
    LPVOID lpMaximumApplicationAddress;
    DWORD_PTR dwActiveProcessorMask;
    DWORD dwNumberOfProcessors;
    DWORD dwProcessorType;
    DWORD dwAllocationGranularity;
    WORD wProcessorLevel;
    WORD wProcessorRevision;
} SYSTEM_INFO, *LPSYSTEM_INFO;

VOID WINAPI GetNativeSystemInfo(LPSYSTEM_INFO info) IOCPSIM_NAME(GetNativeSystemInfo);

VOID WINAPI GetSystemInfo(LPSYSTEM_INFO info) IOCPSIM_NAME(GetSystemInfo);

VOID WINAPI GetSystemTimeAsFileTime(LPFILETIME time) IOCPSIM_NAME(GetSystemTimeAsFileTime);

VOID WINAPI GetSystemTimePreciseAsFileTime(LPFILETIME time)
    IOCPSIM_NAME(GetSystemTimePreciseAsFileTime);

DWORD WINAPI GetTickCount(void) IOCPSIM_NAME(GetTickCount);

ULONGLONG WINAPI GetTickCount64(void) IOCPSIM_NAME(GetTickCount64);

#if UINTPTR_MAX > 0xFFFFFFFF
IOCPSIM_ASSERT(sizeof(SYSTEM_INFO) == 48);
IOCPSIM_ASSERT(offsetof(SYSTEM_INFO, dwNumberOfProcessors) == 32);
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
