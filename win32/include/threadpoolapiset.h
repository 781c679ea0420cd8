/* Pools of threads. */

#ifndef IOCPSIM_THREADPOOLAPISET_H
#define IOCPSIM_THREADPOOLAPISET_H

#ifdef _WIN32
#include_next <threadpoolapiset.h>
#else

#include "minwinbase.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _TP_CALLBACK_INSTANCE TP_CALLBACK_INSTANCE, *PTP_CALLBACK_INSTANCE;
typedef struct _TP_CALLBACK_ENVIRON_V3 TP_CALLBACK_ENVIRON, *PTP_CALLBACK_ENVIRON;
typedef struct _TP_IO TP_IO, *PTP_IO;
typedef struct _TP_TIMER TP_TIMER, *PTP_TIMER;
typedef struct _TP_WAIT TP_WAIT, *PTP_WAIT;
typedef struct _TP_WORK TP_WORK, *PTP_WORK;
typedef DWORD TP_WAIT_RESULT;

typedef VOID (WINAPI *PTP_WIN32_IO_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context,
                                             PVOID overlapped, ULONG result, ULONG_PTR bytes,
                                             PTP_IO io);
typedef VOID (NTAPI *PTP_TIMER_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context,
                                         PTP_TIMER timer);
typedef VOID (NTAPI *PTP_WAIT_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context,
                                        PTP_WAIT wait, TP_WAIT_RESULT result);
typedef VOID (NTAPI *PTP_WORK_CALLBACK)(PTP_CALLBACK_INSTANCE instance, PVOID context,
                                        PTP_WORK work);

VOID WINAPI CancelThreadpoolIo(PTP_IO io) IOCPSIM_NAME(CancelThreadpoolIo);

VOID WINAPI CloseThreadpoolIo(PTP_IO io) IOCPSIM_NAME(CloseThreadpoolIo);

VOID WINAPI CloseThreadpoolTimer(PTP_TIMER timer) IOCPSIM_NAME(CloseThreadpoolTimer);

VOID WINAPI CloseThreadpoolWait(PTP_WAIT wait) IOCPSIM_NAME(CloseThreadpoolWait);

VOID WINAPI CloseThreadpoolWork(PTP_WORK work) IOCPSIM_NAME(CloseThreadpoolWork);

PTP_IO WINAPI CreateThreadpoolIo(HANDLE file, PTP_WIN32_IO_CALLBACK callback, PVOID context,
                                 PTP_CALLBACK_ENVIRON environment)
    IOCPSIM_NAME(CreateThreadpoolIo);

PTP_TIMER WINAPI CreateThreadpoolTimer(PTP_TIMER_CALLBACK callback, PVOID context,
                                       PTP_CALLBACK_ENVIRON environment)
    IOCPSIM_NAME(CreateThreadpoolTimer);

PTP_WAIT WINAPI CreateThreadpoolWait(PTP_WAIT_CALLBACK callback, PVOID context,
                                     PTP_CALLBACK_ENVIRON environment)
    IOCPSIM_NAME(CreateThreadpoolWait);

PTP_WORK WINAPI CreateThreadpoolWork(PTP_WORK_CALLBACK callback, PVOID context,
                                     PTP_CALLBACK_ENVIRON environment)
    IOCPSIM_NAME(CreateThreadpoolWork);

VOID WINAPI SetThreadpoolTimer(PTP_TIMER timer, PFILETIME due, DWORD period, DWORD window)
    IOCPSIM_NAME(SetThreadpoolTimer);

VOID WINAPI SetThreadpoolWait(PTP_WAIT wait, HANDLE handle, PFILETIME timeout)
    IOCPSIM_NAME(SetThreadpoolWait);

VOID WINAPI StartThreadpoolIo(PTP_IO io) IOCPSIM_NAME(StartThreadpoolIo);

VOID WINAPI SubmitThreadpoolWork(PTP_WORK work) IOCPSIM_NAME(SubmitThreadpoolWork);

VOID WINAPI WaitForThreadpoolIoCallbacks(PTP_IO io, BOOL cancels)
    IOCPSIM_NAME(WaitForThreadpoolIoCallbacks);

VOID WINAPI WaitForThreadpoolTimerCallbacks(PTP_TIMER timer, BOOL cancels)
    IOCPSIM_NAME(WaitForThreadpoolTimerCallbacks);

VOID WINAPI WaitForThreadpoolWaitCallbacks(PTP_WAIT wait, BOOL cancels)
    IOCPSIM_NAME(WaitForThreadpoolWaitCallbacks);

VOID WINAPI WaitForThreadpoolWorkCallbacks(PTP_WORK work, BOOL cancels)
    IOCPSIM_NAME(WaitForThreadpoolWorkCallbacks);

#ifdef __cplusplus
}
#endif

#endif
#endif
