/* The handles that always name the calling process and the calling thread. */

#ifndef IOCPSIM_PROCESSTHREADSAPI_H
#define IOCPSIM_PROCESSTHREADSAPI_H

#ifdef _WIN32
#include_next <processthreadsapi.h>
#else

#include "winnt.h"

#ifdef __cplusplus
extern "C" {
#endif

HANDLE WINAPI GetCurrentProcess(void) IOCPSIM_NAME(GetCurrentProcess);

HANDLE WINAPI GetCurrentThread(void) IOCPSIM_NAME(GetCurrentThread);

#ifdef __cplusplus
}
#endif

#endif
#endif
