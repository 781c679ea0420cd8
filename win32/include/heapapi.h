/* Heaps. */

#ifndef IOCPSIM_HEAPAPI_H
#define IOCPSIM_HEAPAPI_H

#ifdef _WIN32
#include_next <heapapi.h>
#else

#include "winnt.h"

#define HEAP_NO_SERIALIZE 0x00000001
#define HEAP_GENERATE_EXCEPTIONS 0x00000004
#define HEAP_ZERO_MEMORY 0x00000008

#ifdef __cplusplus
extern "C" {
#endif

HANDLE WINAPI GetProcessHeap(void) IOCPSIM_NAME(GetProcessHeap);

LPVOID WINAPI HeapAlloc(HANDLE heap, DWORD flags, SIZE_T bytes) IOCPSIM_NAME(HeapAlloc);

HANDLE WINAPI HeapCreate(DWORD flags, SIZE_T size, SIZE_T maximum) IOCPSIM_NAME(HeapCreate);

BOOL WINAPI HeapDestroy(HANDLE heap) IOCPSIM_NAME(HeapDestroy);

BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, LPVOID memory) IOCPSIM_NAME(HeapFree);

LPVOID WINAPI HeapReAlloc(HANDLE heap, DWORD flags, LPVOID memory, SIZE_T bytes)
    IOCPSIM_NAME(HeapReAlloc);

SIZE_T WINAPI HeapSize(HANDLE heap, DWORD flags, LPCVOID memory) IOCPSIM_NAME(HeapSize);

#ifdef __cplusplus
}
#endif

#endif
#endif
