/* Every header under both spellings of its name, after headers of the host. */

#include <sys/types.h>
#ifndef _WIN32
#include <sys/select.h>
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <algorithm>
#include <string>
#include <vector>
#endif

#define WIN32_NO_STATUS
#include <windows.h>
#undef WIN32_NO_STATUS
#include <ntstatus.h>
#include <winternl.h>

#ifndef _WIN32
#include <basetsd.h>
#include <errhandlingapi.h>
#include <handleapi.h>
#include <ioapiset.h>
#include <libloaderapi.h>
#include <minwinbase.h>
#include <minwindef.h>
#include <processthreadsapi.h>
#include <winbase.h>
#include <windef.h>
#include <winerror.h>
#include <winnt.h>

#include <BaseTsd.h>
#include <ErrHandlingApi.h>
#include <HandleApi.h>
#include <IoApiSet.h>
#include <LibLoaderApi.h>
#include <MinWinBase.h>
#include <MinWinDef.h>
#include <NtStatus.h>
#include <ProcessThreadsApi.h>
#include <WinBase.h>
#include <WinDef.h>
#include <WinError.h>
#include <WinNT.h>
#include <Windows.h>
#include <Winternl.h>
#endif

/* As a program may declare again what the header has. */
#ifndef _WIN32
#ifdef __cplusplus
extern "C"
#endif
BOOL WINAPI CloseHandle(HANDLE handle);
#endif

static const TCHAR text[] = TEXT("narrow or wide");

int main(void)
{
    LARGE_INTEGER large;
    OVERLAPPED overlapped;
    UNICODE_STRING name;
    OBJECT_ATTRIBUTES attributes;

    memset(&overlapped, 0, sizeof overlapped);
    overlapped.Offset = 1;
    large.QuadPart = -1;
    memset(&name, 0, sizeof name);
    InitializeObjectAttributes(&attributes, &name, OBJ_OPENIF, NULL, NULL);
    return large.HighPart == -1 && text[0] == 'n' && HasOverlappedIoCompleted(&overlapped) &&
           attributes.Length == sizeof attributes && STATUS_INVALID_HANDLE < 0 ? 0 : 1;
}
