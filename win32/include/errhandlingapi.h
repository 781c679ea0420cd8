/* The last error. */

#ifndef IOCPSIM_ERRHANDLINGAPI_H
#define IOCPSIM_ERRHANDLINGAPI_H

#ifdef _WIN32
#include_next <errhandlingapi.h>
#else

#include "winnt.h"

#ifdef __cplusplus
extern "C" {
#endif

DWORD WINAPI GetLastError(void) IOCPSIM_NAME(GetLastError);

VOID WINAPI SetLastError(DWORD error) IOCPSIM_NAME(SetLastError);

#ifdef __cplusplus
}
#endif

#endif
#endif
