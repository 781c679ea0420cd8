/* The counter for short times. */

#ifndef IOCPSIM_PROFILEAPI_H
#define IOCPSIM_PROFILEAPI_H

#ifdef _WIN32
#include_next <profileapi.h>
#else

#include "winnt.h"

#ifdef __cplusplus
extern "C" {
#endif

BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER *count) IOCPSIM_NAME(QueryPerformanceCounter);

BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER *frequency)
    IOCPSIM_NAME(QueryPerformanceFrequency);

#ifdef __cplusplus
}
#endif

#endif
#endif
