/* Threads of a C runtime. */

#ifndef IOCPSIM_PROCESS_H
#define IOCPSIM_PROCESS_H

#ifdef _WIN32
#include_next <process.h>
#else

#include <stdint.h>
#include "minwindef.h"

#ifdef __cplusplus
extern "C" {
#endif

uintptr_t _beginthreadex(void *security, unsigned stack_size, unsigned (__stdcall *start)(void *),
                         void *argument, unsigned flags, unsigned *id)
    IOCPSIM_NAME(_beginthreadex);

__attribute__((noreturn)) void _endthreadex(unsigned code) IOCPSIM_NAME(_endthreadex);

#ifdef __cplusplus
}
#endif

#endif
#endif
