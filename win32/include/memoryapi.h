/* Pages of memory. */

#ifndef IOCPSIM_MEMORYAPI_H
#define IOCPSIM_MEMORYAPI_H

#ifdef _WIN32
#include_next <memoryapi.h>
#else

#include "winnt.h"

#define MEM_COMMIT 0x00001000
#define MEM_RESERVE 0x00002000
#define MEM_DECOMMIT 0x00004000
#define MEM_RELEASE 0x00008000
#define PAGE_NOACCESS 0x01
#define PAGE_READONLY 0x02
#define PAGE_READWRITE 0x04

#ifdef __cplusplus
extern "C" {
#endif

LPVOID WINAPI VirtualAlloc(LPVOID address, SIZE_T bytes, DWORD type, DWORD protection)
    IOCPSIM_NAME(VirtualAlloc);

BOOL WINAPI VirtualFree(LPVOID address, SIZE_T bytes, DWORD type) IOCPSIM_NAME(VirtualFree);

#ifdef __cplusplus
}
#endif

#endif
#endif
