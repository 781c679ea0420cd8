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
#include <winsock2.h>
#include <ws2tcpip.h>
#include <mswsock.h>
#include <windows.h>
#undef WIN32_NO_STATUS
#include <ntstatus.h>
#include <winternl.h>
#include <process.h>
#ifdef __cplusplus
#include <functional>
#endif

#ifndef _WIN32
#include <basetsd.h>
#include <errhandlingapi.h>
#include <fileapi.h>
#include <guiddef.h>
#include <handleapi.h>
#include <heapapi.h>
#include <ioapiset.h>
#include <iocpsim.h>
#include <libloaderapi.h>
#include <memoryapi.h>
#include <minwinbase.h>
#include <minwindef.h>
#include <namedpipeapi.h>
#include <processthreadsapi.h>
#include <profileapi.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <threadpoolapiset.h>
#include <threadpoollegacyapiset.h>
#include <winbase.h>
#include <windef.h>
#include <winerror.h>
#include <winnt.h>

#include <BaseTsd.h>
#include <ErrHandlingApi.h>
#include <FileApi.h>
#include <GuidDef.h>
#include <HandleApi.h>
#include <HeapApi.h>
#include <IoApiSet.h>
#include <LibLoaderApi.h>
#include <MSWSock.h>
#include <MemoryApi.h>
#include <MinWinBase.h>
#include <MinWinDef.h>
#include <NamedPipeApi.h>
#include <NtStatus.h>
#include <Process.h>
#include <ProcessThreadsApi.h>
#include <ProfileApi.h>
#include <SynchApi.h>
#include <SysInfoApi.h>
#include <ThreadPoolApiSet.h>
#include <ThreadPoolLegacyApiSet.h>
#include <WS2tcpip.h>
#include <WinBase.h>
#include <WinDef.h>
#include <WinError.h>
#include <WinNT.h>
#include <WinSock2.h>
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
    SRWLOCK lock = SRWLOCK_INIT;
    struct timeval none = { 0, 0 };
    struct addrinfo hints;
    fd_set sockets;
    SOCKET socket_of_ours = 8;
    u_long yes = 1;

    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_INET6;
    FD_ZERO(&sockets);
    FD_SET(7, &sockets);
    FD_SET(8, &sockets);
    FD_CLR(7, &sockets);
    bind(socket_of_ours, NULL, 0);
    ioctlsocket(socket_of_ours, FIONBIO, &yes);
    select(0, &sockets, NULL, NULL, &none);
    AcquireSRWLockExclusive(&lock);
    memset(&overlapped, 0, sizeof overlapped);
    overlapped.Offset = 1;
    large.QuadPart = -1;
    memset(&name, 0, sizeof name);
    InitializeObjectAttributes(&attributes, &name, OBJ_OPENIF, NULL, NULL);
    return large.HighPart == -1 && text[0] == 'n' && HasOverlappedIoCompleted(&overlapped) &&
           attributes.Length == sizeof attributes && STATUS_INVALID_HANDLE < 0 ? 0 : 1;
}
