/* Integers of the width that Windows has, on every host. */

#ifndef IOCPSIM_BASETSD_H
#define IOCPSIM_BASETSD_H

#ifdef _WIN32
#include_next <basetsd.h>
#else

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int8_t INT8, *PINT8;
typedef int16_t INT16, *PINT16;
typedef int32_t INT32, *PINT32, LONG32, *PLONG32;
typedef long long INT64, *PINT64, LONG64, *PLONG64;
typedef uint8_t UINT8, *PUINT8;
typedef uint16_t UINT16, *PUINT16;
typedef uint32_t UINT32, *PUINT32, ULONG32, *PULONG32, DWORD32, *PDWORD32;
typedef unsigned long long UINT64, *PUINT64, ULONG64, *PULONG64, DWORD64, *PDWORD64;

typedef intptr_t INT_PTR, *PINT_PTR, LONG_PTR, *PLONG_PTR;
typedef uintptr_t UINT_PTR, *PUINT_PTR, ULONG_PTR, *PULONG_PTR, DWORD_PTR, *PDWORD_PTR;
typedef size_t SIZE_T, *PSIZE_T;
typedef intptr_t SSIZE_T, *PSSIZE_T;
typedef ULONG_PTR KAFFINITY, *PKAFFINITY;

#ifdef __cplusplus
}
#endif

#endif
#endif
