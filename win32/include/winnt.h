/* Characters, large integers, and rights. */

#ifndef IOCPSIM_WINNT_H
#define IOCPSIM_WINNT_H

#ifdef _WIN32
#include_next <winnt.h>
#else

#include <stddef.h>
#include <string.h>
#include "minwindef.h"
#include "iocpsim_interlocked.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A wide character has 16 bits. With -fshort-wchar it is wchar_t, and L"text" is wide; without it
 * u"text" is.
 */
#if __WCHAR_MAX__ <= 0xFFFF
typedef wchar_t WCHAR;
#elif defined __cplusplus
typedef char16_t WCHAR;
#else
typedef __CHAR16_TYPE__ WCHAR;
#endif

typedef char CHAR, *PCHAR, *PSTR, *LPSTR;
typedef const char *PCSTR, *LPCSTR, *PCCH, *LPCCH;
typedef WCHAR *PWCHAR, *PWSTR, *LPWSTR;
typedef const WCHAR *PCWSTR, *LPCWSTR, *PCWCH, *LPCWCH;
typedef int16_t SHORT, *PSHORT;
typedef long long LONGLONG, *PLONGLONG;
typedef unsigned long long ULONGLONG, *PULONGLONG, DWORDLONG, *PDWORDLONG;
typedef double DOUBLE;
typedef BYTE BOOLEAN, *PBOOLEAN;
typedef LONG HRESULT;
typedef DWORD ACCESS_MASK, *PACCESS_MASK;
#ifndef VOID
#define VOID void
#endif

IOCPSIM_ASSERT(sizeof(WCHAR) == 2);

#if __WCHAR_MAX__ <= 0xFFFF
#define IOCPSIM_WIDE(text) L##text
#else
#define IOCPSIM_WIDE(text) u##text
#endif
#ifdef UNICODE
typedef WCHAR TCHAR, *PTCHAR, *PTSTR, *LPTSTR;
typedef const WCHAR *PCTSTR, *LPCTSTR;
#define __TEXT(text) IOCPSIM_WIDE(text)
#else
typedef char TCHAR, *PTCHAR, *PTSTR, *LPTSTR;
typedef const char *PCTSTR, *LPCTSTR;
#define __TEXT(text) text
#endif
#define TEXT(text) __TEXT(text)

typedef union _LARGE_INTEGER {
    __extension__ struct {
        DWORD LowPart;
        LONG HighPart;
    };
    struct {
        DWORD LowPart;
        LONG HighPart;
    } u;
    LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;

typedef union _ULARGE_INTEGER {
    __extension__ struct {
        DWORD LowPart;
        DWORD HighPart;
    };
    struct {
        DWORD LowPart;
        DWORD HighPart;
    } u;
    ULONGLONG QuadPart;
} ULARGE_INTEGER, *PULARGE_INTEGER;

IOCPSIM_ASSERT(sizeof(LARGE_INTEGER) == 8);

typedef union _FILE_SEGMENT_ELEMENT {
    PVOID Buffer;
    ULONGLONG Alignment;
} FILE_SEGMENT_ELEMENT, *PFILE_SEGMENT_ELEMENT;

/* The whole of which `address` is the field. */
#define CONTAINING_RECORD(address, type, field) \
    ((type *)((PCHAR)(address) - offsetof(type, field)))
#define FIELD_OFFSET(type, field) ((LONG)offsetof(type, field))
#define RTL_NUMBER_OF(array) (sizeof(array) / sizeof((array)[0]))
#define ARRAYSIZE(array) RTL_NUMBER_OF(array)
#define _ARRAYSIZE(array) RTL_NUMBER_OF(array)

#define RtlZeroMemory(to, length) memset((to), 0, (length))
#define RtlFillMemory(to, length, byte) memset((to), (byte), (length))
#define RtlCopyMemory(to, from, length) memcpy((to), (from), (length))
#define RtlMoveMemory(to, from, length) memmove((to), (from), (length))

#define MAXWORD 0xFFFF
#define MAXDWORD 0xFFFFFFFF
#define MAXLONG 0x7FFFFFFF

#define PROCESSOR_ARCHITECTURE_INTEL 0
#define PROCESSOR_ARCHITECTURE_AMD64 9
#define PROCESSOR_ARCHITECTURE_ARM64 12
#define PROCESSOR_ARCHITECTURE_UNKNOWN 0xFFFF

#define DELETE 0x00010000
#define READ_CONTROL 0x00020000
#define WRITE_DAC 0x00040000
#define WRITE_OWNER 0x00080000
#define SYNCHRONIZE 0x00100000
#define STANDARD_RIGHTS_REQUIRED 0x000F0000
#define STANDARD_RIGHTS_ALL 0x001F0000
#define MAXIMUM_ALLOWED 0x02000000
#define GENERIC_READ 0x80000000
#define GENERIC_WRITE 0x40000000
#define GENERIC_EXECUTE 0x20000000
#define GENERIC_ALL 0x10000000

#define FILE_READ_DATA 0x0001
#define FILE_WRITE_DATA 0x0002
#define FILE_APPEND_DATA 0x0004
#define FILE_READ_ATTRIBUTES 0x0080
#define FILE_WRITE_ATTRIBUTES 0x0100
#define FILE_SHARE_READ 0x00000001
#define FILE_SHARE_WRITE 0x00000002
#define FILE_SHARE_DELETE 0x00000004
#define FILE_ATTRIBUTE_READONLY 0x00000001
#define FILE_ATTRIBUTE_NORMAL 0x00000080
#define FILE_ATTRIBUTE_TEMPORARY 0x00000100

#define IO_COMPLETION_QUERY_STATE 0x0001
#define IO_COMPLETION_MODIFY_STATE 0x0002
#define IO_COMPLETION_ALL_ACCESS (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | 0x3)

#define MUTANT_QUERY_STATE 0x0001
#define MUTANT_ALL_ACCESS (STANDARD_RIGHTS_REQUIRED | SYNCHRONIZE | MUTANT_QUERY_STATE)

#define DUPLICATE_CLOSE_SOURCE 0x00000001
#define DUPLICATE_SAME_ACCESS 0x00000002

#define LANG_NEUTRAL 0x00
#define LANG_ENGLISH 0x09
#define SUBLANG_NEUTRAL 0x00
#define SUBLANG_DEFAULT 0x01
#define MAKELANGID(language, sub) ((WORD)((WORD)(sub) << 10 | (WORD)(language)))

#ifndef WIN32_NO_STATUS
#define STATUS_WAIT_0 ((DWORD)0x00000000)
#define STATUS_ABANDONED_WAIT_0 ((DWORD)0x00000080)
#define STATUS_USER_APC ((DWORD)0x000000C0)
#define STATUS_TIMEOUT ((DWORD)0x00000102)
#define STATUS_PENDING ((DWORD)0x00000103)
#define STATUS_INVALID_HANDLE ((DWORD)0xC0000008)
#define STATUS_INVALID_PARAMETER ((DWORD)0xC000000D)
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
