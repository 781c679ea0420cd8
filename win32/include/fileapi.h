/* Files. */

#ifndef IOCPSIM_FILEAPI_H
#define IOCPSIM_FILEAPI_H

#ifdef _WIN32
#include_next <fileapi.h>
#else

#include "minwinbase.h"

#define CREATE_NEW 1
#define CREATE_ALWAYS 2
#define OPEN_EXISTING 3
#define OPEN_ALWAYS 4
#define TRUNCATE_EXISTING 5
#define INVALID_FILE_SIZE ((DWORD)0xFFFFFFFF)
#define INVALID_SET_FILE_POINTER ((DWORD)0xFFFFFFFF)

#ifdef __cplusplus
extern "C" {
#endif

HANDLE WINAPI CreateFileA(LPCSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES security,
                          DWORD disposition, DWORD flags, HANDLE pattern)
    IOCPSIM_NAME(CreateFileA);

HANDLE WINAPI CreateFileW(LPCWSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES security,
                          DWORD disposition, DWORD flags, HANDLE pattern)
    IOCPSIM_NAME(CreateFileW);

BOOL WINAPI DeleteFileA(LPCSTR name) IOCPSIM_NAME(DeleteFileA);

BOOL WINAPI DeleteFileW(LPCWSTR name) IOCPSIM_NAME(DeleteFileW);

BOOL WINAPI FlushFileBuffers(HANDLE file) IOCPSIM_NAME(FlushFileBuffers);

DWORD WINAPI GetFileSize(HANDLE file, LPDWORD high) IOCPSIM_NAME(GetFileSize);

BOOL WINAPI GetFileSizeEx(HANDLE file, PLARGE_INTEGER size) IOCPSIM_NAME(GetFileSizeEx);

UINT WINAPI GetTempFileNameA(LPCSTR folder, LPCSTR begin, UINT unique, LPSTR name)
    IOCPSIM_NAME(GetTempFileNameA);

DWORD WINAPI GetTempPathA(DWORD length, LPSTR buffer) IOCPSIM_NAME(GetTempPathA);

BOOL WINAPI LockFileEx(HANDLE file, DWORD flags, DWORD reserved, DWORD bytes_low,
                       DWORD bytes_high, LPOVERLAPPED overlapped)
    IOCPSIM_NAME(LockFileEx);

BOOL WINAPI ReadFile(HANDLE file, LPVOID buffer, DWORD length, LPDWORD bytes,
                     LPOVERLAPPED overlapped)
    IOCPSIM_NAME(ReadFile);

BOOL WINAPI ReadFileEx(HANDLE file, LPVOID buffer, DWORD length, LPOVERLAPPED overlapped,
                       LPOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(ReadFileEx);

BOOL WINAPI ReadFileScatter(HANDLE file, FILE_SEGMENT_ELEMENT segments[], DWORD length,
                            LPDWORD reserved, LPOVERLAPPED overlapped)
    IOCPSIM_NAME(ReadFileScatter);

BOOL WINAPI SetEndOfFile(HANDLE file) IOCPSIM_NAME(SetEndOfFile);

DWORD WINAPI SetFilePointer(HANDLE file, LONG distance, PLONG distance_high, DWORD method)
    IOCPSIM_NAME(SetFilePointer);

BOOL WINAPI SetFilePointerEx(HANDLE file, LARGE_INTEGER distance, PLARGE_INTEGER pointer,
                             DWORD method)
    IOCPSIM_NAME(SetFilePointerEx);

BOOL WINAPI UnlockFileEx(HANDLE file, DWORD reserved, DWORD bytes_low, DWORD bytes_high,
                         LPOVERLAPPED overlapped)
    IOCPSIM_NAME(UnlockFileEx);

BOOL WINAPI WriteFile(HANDLE file, LPCVOID buffer, DWORD length, LPDWORD bytes,
                      LPOVERLAPPED overlapped)
    IOCPSIM_NAME(WriteFile);

BOOL WINAPI WriteFileEx(HANDLE file, LPCVOID buffer, DWORD length, LPOVERLAPPED overlapped,
                        LPOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(WriteFileEx);

BOOL WINAPI WriteFileGather(HANDLE file, FILE_SEGMENT_ELEMENT segments[], DWORD length,
                            LPDWORD reserved, LPOVERLAPPED overlapped)
    IOCPSIM_NAME(WriteFileGather);

#ifdef UNICODE
#define CreateFile CreateFileW
#define DeleteFile DeleteFileW
#else
#define CreateFile CreateFileA
#define DeleteFile DeleteFileA
#endif
#ifndef UNICODE
#define GetTempFileName GetTempFileNameA
#define GetTempPath GetTempPathA
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
