/* The calls about handles. */

#ifndef IOCPSIM_HANDLEAPI_H
#define IOCPSIM_HANDLEAPI_H

#ifdef _WIN32
#include_next <handleapi.h>
#else

#include "winnt.h"

#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR)-1)
#define HANDLE_FLAG_INHERIT 0x00000001
#define HANDLE_FLAG_PROTECT_FROM_CLOSE 0x00000002

#ifdef __cplusplus
extern "C" {
#endif

BOOL WINAPI CloseHandle(HANDLE handle) IOCPSIM_NAME(CloseHandle);

BOOL WINAPI CompareObjectHandles(HANDLE first, HANDLE second) IOCPSIM_NAME(CompareObjectHandles);

BOOL WINAPI DuplicateHandle(HANDLE source_process, HANDLE source, HANDLE target_process,
                            LPHANDLE target, DWORD access, BOOL inherited, DWORD options)
    IOCPSIM_NAME(DuplicateHandle);

BOOL WINAPI GetHandleInformation(HANDLE handle, LPDWORD flags) IOCPSIM_NAME(GetHandleInformation);

BOOL WINAPI SetHandleInformation(HANDLE handle, DWORD mask, DWORD flags)
    IOCPSIM_NAME(SetHandleInformation);

#ifdef __cplusplus
}
#endif

#endif
#endif
