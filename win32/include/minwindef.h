/* The basic types, and what words of Windows mean to this compiler. */

#ifndef IOCPSIM_MINWINDEF_H
#define IOCPSIM_MINWINDEF_H

#ifdef _WIN32
#include_next <minwindef.h>
#else

#include "basetsd.h"

/* What a function of this library is called outside. Its name in C stays as it is. */
#ifdef IOCPSIM_BARE_NAMES
#define IOCPSIM_NAME(name)
#else
#define IOCPSIM_TEXT_(text) #text
#define IOCPSIM_TEXT(text) IOCPSIM_TEXT_(text)
#define IOCPSIM_NAME(name) __asm__(IOCPSIM_TEXT(__USER_LABEL_PREFIX__) "iocpsim_" #name)
#endif

/* A layout that must be as in Windows. */
#ifdef __cplusplus
#define IOCPSIM_ASSERT(condition) static_assert(condition, #condition)
#else
#define IOCPSIM_ASSERT(condition) _Static_assert(condition, #condition)
#endif

/* There is one calling convention. */
#define WINAPI
#define NTAPI
#define APIENTRY
#define CALLBACK
#define PASCAL
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __cdecl
#define __cdecl
#endif
#ifndef __fastcall
#define __fastcall
#endif

#define WINBASEAPI
#define NTSYSAPI
#define NTSYSCALLAPI
#ifndef DECLSPEC_IMPORT
#define DECLSPEC_IMPORT
#endif
#ifndef __declspec
#define __declspec(what)
#endif
#ifndef __int64
#define __int64 long long
#endif
#ifndef FORCEINLINE
#define FORCEINLINE static inline __attribute__((always_inline, unused))
#endif

#ifndef CONST
#define CONST const
#endif
#ifndef IN
#define IN
#endif
#ifndef OUT
#define OUT
#endif
#ifndef OPTIONAL
#define OPTIONAL
#endif
#define _In_
#define _In_opt_
#define _Out_
#define _Out_opt_
#define _Inout_
#define _Inout_opt_

#ifndef FALSE
#define FALSE 0
#endif
#ifndef TRUE
#define TRUE 1
#endif
#define MAX_PATH 260

#ifdef __cplusplus
extern "C" {
#endif

typedef int BOOL, *PBOOL, *LPBOOL;
typedef unsigned char BYTE, *PBYTE, *LPBYTE;
typedef uint16_t WORD, *PWORD, *LPWORD;
typedef uint32_t DWORD, *PDWORD, *LPDWORD;
typedef int INT, *PINT, *LPINT;
typedef unsigned int UINT, *PUINT;
typedef float FLOAT, *PFLOAT;
typedef int32_t LONG, *PLONG, *LPLONG;
typedef uint32_t ULONG, *PULONG;
typedef uint16_t USHORT, *PUSHORT;
typedef unsigned char UCHAR, *PUCHAR;
typedef void *PVOID, *LPVOID;
typedef const void *LPCVOID;
typedef void *HANDLE, **PHANDLE, **LPHANDLE;
typedef HANDLE HLOCAL, HGLOBAL;
typedef void *HINSTANCE, *HMODULE;
typedef UINT_PTR WPARAM;
typedef LONG_PTR LPARAM, LRESULT;
typedef intptr_t (WINAPI *FARPROC)(void);

typedef struct _FILETIME {
    DWORD dwLowDateTime;
    DWORD dwHighDateTime;
} FILETIME, *PFILETIME, *LPFILETIME;

IOCPSIM_ASSERT(sizeof(DWORD) == 4);
IOCPSIM_ASSERT(sizeof(LONG) == 4);
IOCPSIM_ASSERT(sizeof(ULONG) == 4);

#ifdef __cplusplus
}
#endif

#define LOBYTE(word) ((BYTE)((DWORD_PTR)(word) & 0xFF))
#define HIBYTE(word) ((BYTE)(((DWORD_PTR)(word) >> 8) & 0xFF))
#define LOWORD(dword) ((WORD)((DWORD_PTR)(dword) & 0xFFFF))
#define HIWORD(dword) ((WORD)(((DWORD_PTR)(dword) >> 16) & 0xFFFF))
#define MAKEWORD(low, high) ((WORD)((BYTE)(low) | (WORD)(BYTE)(high) << 8))
#define MAKELONG(low, high) ((LONG)((WORD)(low) | (DWORD)(WORD)(high) << 16))
#define UNREFERENCED_PARAMETER(parameter) ((void)(parameter))

#ifndef __cplusplus
#ifndef NOMINMAX
#ifndef max
#define max(one, other) ((one) > (other) ? (one) : (other))
#endif
#ifndef min
#define min(one, other) ((one) < (other) ? (one) : (other))
#endif
#endif
#endif

#endif
#endif
