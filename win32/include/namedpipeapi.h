/* Pipes. */

#ifndef IOCPSIM_NAMEDPIPEAPI_H
#define IOCPSIM_NAMEDPIPEAPI_H

#ifdef _WIN32
#include_next <namedpipeapi.h>
#else

#include "minwinbase.h"

#ifdef __cplusplus
extern "C" {
#endif

BOOL WINAPI CallNamedPipeW(LPCWSTR name, LPVOID written, DWORD written_length, LPVOID read,
                           DWORD read_length, LPDWORD bytes, DWORD milliseconds)
    IOCPSIM_NAME(CallNamedPipeW);

BOOL WINAPI ConnectNamedPipe(HANDLE pipe, LPOVERLAPPED overlapped) IOCPSIM_NAME(ConnectNamedPipe);

HANDLE WINAPI CreateNamedPipeW(LPCWSTR name, DWORD open_mode, DWORD pipe_mode, DWORD instances,
                               DWORD out_size, DWORD in_size, DWORD milliseconds,
                               LPSECURITY_ATTRIBUTES security)
    IOCPSIM_NAME(CreateNamedPipeW);

BOOL WINAPI CreatePipe(PHANDLE read, PHANDLE write, LPSECURITY_ATTRIBUTES security, DWORD size)
    IOCPSIM_NAME(CreatePipe);

BOOL WINAPI DisconnectNamedPipe(HANDLE pipe) IOCPSIM_NAME(DisconnectNamedPipe);

BOOL WINAPI GetNamedPipeHandleStateW(HANDLE pipe, LPDWORD state, LPDWORD instances,
                                     LPDWORD collected, LPDWORD milliseconds, LPWSTR user,
                                     DWORD user_length)
    IOCPSIM_NAME(GetNamedPipeHandleStateW);

BOOL WINAPI GetNamedPipeInfo(HANDLE pipe, LPDWORD flags, LPDWORD out_size, LPDWORD in_size,
                             LPDWORD instances)
    IOCPSIM_NAME(GetNamedPipeInfo);

BOOL WINAPI PeekNamedPipe(HANDLE pipe, LPVOID buffer, DWORD length, LPDWORD bytes,
                          LPDWORD available, LPDWORD left)
    IOCPSIM_NAME(PeekNamedPipe);

BOOL WINAPI SetNamedPipeHandleState(HANDLE pipe, LPDWORD mode, LPDWORD collected,
                                    LPDWORD milliseconds)
    IOCPSIM_NAME(SetNamedPipeHandleState);

BOOL WINAPI TransactNamedPipe(HANDLE pipe, LPVOID written, DWORD written_length, LPVOID read,
                              DWORD read_length, LPDWORD bytes, LPOVERLAPPED overlapped)
    IOCPSIM_NAME(TransactNamedPipe);

BOOL WINAPI WaitNamedPipeW(LPCWSTR name, DWORD milliseconds) IOCPSIM_NAME(WaitNamedPipeW);

#ifdef UNICODE
#define CallNamedPipe CallNamedPipeW
#define CreateNamedPipe CreateNamedPipeW
#define GetNamedPipeHandleState GetNamedPipeHandleStateW
#define WaitNamedPipe WaitNamedPipeW
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
