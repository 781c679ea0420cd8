/* Libraries and their functions. */

#ifndef IOCPSIM_LIBLOADERAPI_H
#define IOCPSIM_LIBLOADERAPI_H

#ifdef _WIN32
#include_next <libloaderapi.h>
#else

#include "winnt.h"

#ifdef __cplusplus
extern "C" {
#endif

HMODULE WINAPI GetModuleHandleA(LPCSTR name) IOCPSIM_NAME(GetModuleHandleA);

HMODULE WINAPI GetModuleHandleW(LPCWSTR name) IOCPSIM_NAME(GetModuleHandleW);

FARPROC WINAPI GetProcAddress(HMODULE library, LPCSTR name) IOCPSIM_NAME(GetProcAddress);

#ifdef UNICODE
#define GetModuleHandle GetModuleHandleW
#else
#define GetModuleHandle GetModuleHandleA
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
