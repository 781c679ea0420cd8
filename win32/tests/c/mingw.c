/* The headers of mingw, and the types that it lacks. The declarations of ours stand below. */

#define _WIN32_WINNT 0x0A00
#include <stdint.h>

#include <winsock2.h>
#include <ws2tcpip.h>
#include <mswsock.h>
#include <windows.h>
#include <winternl.h>
#include <process.h>

typedef int IO_COMPLETION_INFORMATION_CLASS;
typedef int MEMORY_RESERVE_TYPE;
typedef int EVENT_TYPE;
typedef int EVENT_INFORMATION_CLASS;
typedef int SEMAPHORE_INFORMATION_CLASS;
typedef int MUTANT_INFORMATION_CLASS;
typedef int TIMER_TYPE;
typedef int TIMER_INFORMATION_CLASS;
typedef void *PFILE_IO_COMPLETION_INFORMATION;
typedef void (NTAPI *PPS_APC_ROUTINE)(void *, void *, void *);
typedef void (NTAPI *PTIMER_APC_ROUTINE)(void *, unsigned long, long);

