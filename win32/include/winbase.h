/* What else windows.h has: waits, messages, local memory. */

#ifndef IOCPSIM_WINBASE_H
#define IOCPSIM_WINBASE_H

#ifdef _WIN32
#include_next <winbase.h>
#else

#include <stdarg.h>

#include "errhandlingapi.h"
#include "handleapi.h"
#include "ioapiset.h"
#include "libloaderapi.h"
#include "minwinbase.h"
#include "processthreadsapi.h"
#include "winerror.h"

#define INFINITE 0xFFFFFFFF
#define WAIT_OBJECT_0 0x00000000
#define WAIT_ABANDONED 0x00000080
#define WAIT_ABANDONED_0 0x00000080
#define WAIT_IO_COMPLETION 0x000000C0
#define WAIT_FAILED ((DWORD)0xFFFFFFFF)
#ifndef STILL_ACTIVE
#define STILL_ACTIVE 0x00000103
#endif

#define HasOverlappedIoCompleted(overlapped) (((DWORD)(overlapped)->Internal) != 0x00000103)

#define FORMAT_MESSAGE_ALLOCATE_BUFFER 0x00000100
#define FORMAT_MESSAGE_IGNORE_INSERTS 0x00000200
#define FORMAT_MESSAGE_FROM_STRING 0x00000400
#define FORMAT_MESSAGE_FROM_HMODULE 0x00000800
#define FORMAT_MESSAGE_FROM_SYSTEM 0x00001000
#define FORMAT_MESSAGE_ARGUMENT_ARRAY 0x00002000
#define FORMAT_MESSAGE_MAX_WIDTH_MASK 0x000000FF

#define LMEM_FIXED 0x0000
#define LMEM_MOVEABLE 0x0002
#define LMEM_ZEROINIT 0x0040
#define LPTR (LMEM_FIXED | LMEM_ZEROINIT)

#ifdef __cplusplus
extern "C" {
#endif

DWORD WINAPI FormatMessageA(DWORD flags, LPCVOID source, DWORD id, DWORD language, LPSTR buffer,
                            DWORD size, va_list *arguments)
    IOCPSIM_NAME(FormatMessageA);

DWORD WINAPI FormatMessageW(DWORD flags, LPCVOID source, DWORD id, DWORD language, LPWSTR buffer,
                            DWORD size, va_list *arguments)
    IOCPSIM_NAME(FormatMessageW);

HLOCAL WINAPI LocalAlloc(UINT flags, SIZE_T bytes) IOCPSIM_NAME(LocalAlloc);

HLOCAL WINAPI LocalFree(HLOCAL memory) IOCPSIM_NAME(LocalFree);

#ifdef UNICODE
#define FormatMessage FormatMessageW
#else
#define FormatMessage FormatMessageA
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
