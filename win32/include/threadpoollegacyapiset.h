/* Timer queues, and the end of registered waits. */

#ifndef IOCPSIM_THREADPOOLLEGACYAPISET_H
#define IOCPSIM_THREADPOOLLEGACYAPISET_H

#ifdef _WIN32
#include_next <threadpoollegacyapiset.h>
#else

#include "winnt.h"

#define WT_EXECUTEDEFAULT 0x00000000
#define WT_EXECUTEINIOTHREAD 0x00000001
#define WT_EXECUTEINWAITTHREAD 0x00000004
#define WT_EXECUTEONLYONCE 0x00000008
#define WT_EXECUTELONGFUNCTION 0x00000010
#define WT_EXECUTEINTIMERTHREAD 0x00000020
#define WT_EXECUTEINPERSISTENTTHREAD 0x00000080
#define WT_TRANSFER_IMPERSONATION 0x00000100

#ifdef __cplusplus
extern "C" {
#endif

typedef VOID (NTAPI *WAITORTIMERCALLBACK)(PVOID context, BOOLEAN fired);

BOOL WINAPI ChangeTimerQueueTimer(HANDLE queue, HANDLE timer, ULONG due, ULONG period)
    IOCPSIM_NAME(ChangeTimerQueueTimer);

HANDLE WINAPI CreateTimerQueue(void) IOCPSIM_NAME(CreateTimerQueue);

BOOL WINAPI CreateTimerQueueTimer(PHANDLE timer, HANDLE queue, WAITORTIMERCALLBACK callback,
                                  PVOID context, DWORD due, DWORD period, ULONG flags)
    IOCPSIM_NAME(CreateTimerQueueTimer);

BOOL WINAPI DeleteTimerQueueEx(HANDLE queue, HANDLE event) IOCPSIM_NAME(DeleteTimerQueueEx);

BOOL WINAPI DeleteTimerQueueTimer(HANDLE queue, HANDLE timer, HANDLE event)
    IOCPSIM_NAME(DeleteTimerQueueTimer);

BOOL WINAPI UnregisterWaitEx(HANDLE wait, HANDLE event) IOCPSIM_NAME(UnregisterWaitEx);

#ifdef __cplusplus
}
#endif

#endif
#endif
