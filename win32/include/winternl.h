/* The native calls. Windows declares fewer of them here, and exports them all. */

#ifndef IOCPSIM_WINTERNL_H
#define IOCPSIM_WINTERNL_H

#ifdef _WIN32
#include_next <winternl.h>
#else

#include "winbase.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef LONG NTSTATUS;

#define NT_SUCCESS(status) (((NTSTATUS)(status)) >= 0)
#define NT_INFORMATION(status) ((((ULONG)(status)) >> 30) == 1)
#define NT_WARNING(status) ((((ULONG)(status)) >> 30) == 2)
#define NT_ERROR(status) ((((ULONG)(status)) >> 30) == 3)

typedef struct _UNICODE_STRING {
    USHORT Length;
    USHORT MaximumLength;
    PWSTR Buffer;
} UNICODE_STRING, *PUNICODE_STRING;
typedef const UNICODE_STRING *PCUNICODE_STRING;

typedef struct _OBJECT_ATTRIBUTES {
    ULONG Length;
    HANDLE RootDirectory;
    PUNICODE_STRING ObjectName;
    ULONG Attributes;
    PVOID SecurityDescriptor;
    PVOID SecurityQualityOfService;
} OBJECT_ATTRIBUTES, *POBJECT_ATTRIBUTES;

#define OBJ_INHERIT 0x00000002
#define OBJ_PERMANENT 0x00000010
#define OBJ_EXCLUSIVE 0x00000020
#define OBJ_CASE_INSENSITIVE 0x00000040
#define OBJ_OPENIF 0x00000080
#define OBJ_OPENLINK 0x00000100
#define OBJ_KERNEL_HANDLE 0x00000200
#define OBJ_FORCE_ACCESS_CHECK 0x00000400

#define InitializeObjectAttributes(attributes, name, flags, root, descriptor) \
    do { \
        (attributes)->Length = sizeof(OBJECT_ATTRIBUTES); \
        (attributes)->RootDirectory = (root); \
        (attributes)->Attributes = (flags); \
        (attributes)->ObjectName = (name); \
        (attributes)->SecurityDescriptor = (descriptor); \
        (attributes)->SecurityQualityOfService = NULL; \
    } while (0)

FORCEINLINE VOID NTAPI RtlInitUnicodeString(PUNICODE_STRING string, PCWSTR text)
{
    size_t length = 0;
    while (text && text[length] && length < 0x7FFE)
        length++;
    string->Length = (USHORT)(length * sizeof(WCHAR));
    string->MaximumLength = (USHORT)(text ? string->Length + sizeof(WCHAR) : 0);
    string->Buffer = (PWSTR)(ULONG_PTR)text;
}

typedef struct _IO_STATUS_BLOCK {
    __extension__ union {
        NTSTATUS Status;
        PVOID Pointer;
    };
    ULONG_PTR Information;
} IO_STATUS_BLOCK, *PIO_STATUS_BLOCK;

typedef enum _OBJECT_INFORMATION_CLASS {
    ObjectBasicInformation = 0,
    ObjectTypeInformation = 2
} OBJECT_INFORMATION_CLASS;

typedef struct _PUBLIC_OBJECT_BASIC_INFORMATION {
    ULONG Attributes;
    ACCESS_MASK GrantedAccess;
    ULONG HandleCount;
    ULONG PointerCount;
    ULONG Reserved[10];
} PUBLIC_OBJECT_BASIC_INFORMATION, *PPUBLIC_OBJECT_BASIC_INFORMATION;

typedef struct __PUBLIC_OBJECT_TYPE_INFORMATION {
    UNICODE_STRING TypeName;
    ULONG Reserved[22];
} PUBLIC_OBJECT_TYPE_INFORMATION, *PPUBLIC_OBJECT_TYPE_INFORMATION;

typedef enum _IO_COMPLETION_INFORMATION_CLASS {
    IoCompletionBasicInformation = 0
} IO_COMPLETION_INFORMATION_CLASS;

typedef struct _IO_COMPLETION_BASIC_INFORMATION {
    LONG Depth;
} IO_COMPLETION_BASIC_INFORMATION, *PIO_COMPLETION_BASIC_INFORMATION;

typedef struct _FILE_IO_COMPLETION_INFORMATION {
    PVOID KeyContext;
    PVOID ApcContext;
    IO_STATUS_BLOCK IoStatusBlock;
} FILE_IO_COMPLETION_INFORMATION, *PFILE_IO_COMPLETION_INFORMATION;

#define EVENT_QUERY_STATE 0x0001
#define SEMAPHORE_QUERY_STATE 0x0001

typedef enum _EVENT_TYPE {
    NotificationEvent = 0,
    SynchronizationEvent = 1
} EVENT_TYPE;

typedef enum _EVENT_INFORMATION_CLASS {
    EventBasicInformation = 0
} EVENT_INFORMATION_CLASS;

typedef struct _EVENT_BASIC_INFORMATION {
    EVENT_TYPE EventType;
    LONG EventState;
} EVENT_BASIC_INFORMATION, *PEVENT_BASIC_INFORMATION;

typedef enum _SEMAPHORE_INFORMATION_CLASS {
    SemaphoreBasicInformation = 0
} SEMAPHORE_INFORMATION_CLASS;

typedef struct _SEMAPHORE_BASIC_INFORMATION {
    LONG CurrentCount;
    LONG MaximumCount;
} SEMAPHORE_BASIC_INFORMATION, *PSEMAPHORE_BASIC_INFORMATION;

typedef enum _TIMER_TYPE {
    NotificationTimer = 0,
    SynchronizationTimer = 1
} TIMER_TYPE;

typedef enum _TIMER_INFORMATION_CLASS {
    TimerBasicInformation = 0
} TIMER_INFORMATION_CLASS;

typedef struct _TIMER_BASIC_INFORMATION {
    LARGE_INTEGER RemainingTime;
    BOOLEAN TimerState;
} TIMER_BASIC_INFORMATION, *PTIMER_BASIC_INFORMATION;

typedef enum _MUTANT_INFORMATION_CLASS {
    MutantBasicInformation = 0,
    MutantOwnerInformation = 1
} MUTANT_INFORMATION_CLASS;

typedef struct _MUTANT_BASIC_INFORMATION {
    LONG CurrentCount;
    BOOLEAN OwnedByCaller;
    BOOLEAN AbandonedState;
} MUTANT_BASIC_INFORMATION, *PMUTANT_BASIC_INFORMATION;

typedef struct _CLIENT_ID {
    HANDLE UniqueProcess;
    HANDLE UniqueThread;
} CLIENT_ID, *PCLIENT_ID;

typedef struct _MUTANT_OWNER_INFORMATION {
    CLIENT_ID ClientId;
} MUTANT_OWNER_INFORMATION, *PMUTANT_OWNER_INFORMATION;

typedef enum _MEMORY_RESERVE_TYPE {
    MemoryReserveUserApc = 0,
    MemoryReserveIoCompletion = 1
} MEMORY_RESERVE_TYPE;

NTSTATUS NTAPI NtClose(HANDLE handle) IOCPSIM_NAME(NtClose);

NTSTATUS NTAPI NtQueryObject(HANDLE handle, OBJECT_INFORMATION_CLASS information_class,
                             PVOID information, ULONG length, PULONG return_length)
    IOCPSIM_NAME(NtQueryObject);

ULONG NTAPI RtlNtStatusToDosError(NTSTATUS status) IOCPSIM_NAME(RtlNtStatusToDosError);

ULONG NTAPI RtlNtStatusToDosErrorNoTeb(NTSTATUS status) IOCPSIM_NAME(RtlNtStatusToDosErrorNoTeb);

NTSTATUS NTAPI NtCreateIoCompletion(PHANDLE handle, ACCESS_MASK access,
                                    POBJECT_ATTRIBUTES attributes, ULONG count)
    IOCPSIM_NAME(NtCreateIoCompletion);

NTSTATUS NTAPI NtOpenIoCompletion(PHANDLE handle, ACCESS_MASK access,
                                  POBJECT_ATTRIBUTES attributes)
    IOCPSIM_NAME(NtOpenIoCompletion);

NTSTATUS NTAPI NtQueryIoCompletion(HANDLE port, IO_COMPLETION_INFORMATION_CLASS information_class,
                                   PVOID information, ULONG length, PULONG return_length)
    IOCPSIM_NAME(NtQueryIoCompletion);

NTSTATUS NTAPI NtSetIoCompletion(HANDLE port, PVOID key, PVOID context, NTSTATUS status,
                                 ULONG_PTR information)
    IOCPSIM_NAME(NtSetIoCompletion);

NTSTATUS NTAPI NtSetIoCompletionEx(HANDLE port, HANDLE reserve, PVOID key, PVOID context,
                                   NTSTATUS status, ULONG_PTR information)
    IOCPSIM_NAME(NtSetIoCompletionEx);

NTSTATUS NTAPI NtRemoveIoCompletion(HANDLE port, PVOID *key, PVOID *context,
                                    PIO_STATUS_BLOCK status_block, PLARGE_INTEGER timeout)
    IOCPSIM_NAME(NtRemoveIoCompletion);

NTSTATUS NTAPI NtRemoveIoCompletionEx(HANDLE port, PFILE_IO_COMPLETION_INFORMATION information,
                                      ULONG count, PULONG removed, PLARGE_INTEGER timeout,
                                      BOOLEAN alertable)
    IOCPSIM_NAME(NtRemoveIoCompletionEx);

NTSTATUS NTAPI NtAllocateReserveObject(PHANDLE handle, POBJECT_ATTRIBUTES attributes,
                                       MEMORY_RESERVE_TYPE type)
    IOCPSIM_NAME(NtAllocateReserveObject);

typedef VOID (NTAPI *PPS_APC_ROUTINE)(PVOID first, PVOID second, PVOID third);

NTSTATUS NTAPI NtDelayExecution(BOOLEAN alertable, PLARGE_INTEGER timeout)
    IOCPSIM_NAME(NtDelayExecution);

NTSTATUS NTAPI NtQueueApcThread(HANDLE thread, PPS_APC_ROUTINE function, PVOID first,
                                PVOID second, PVOID third)
    IOCPSIM_NAME(NtQueueApcThread);

NTSTATUS NTAPI NtSignalAndWaitForSingleObject(HANDLE to_signal, HANDLE to_wait_for,
                                              BOOLEAN alertable, PLARGE_INTEGER timeout)
    IOCPSIM_NAME(NtSignalAndWaitForSingleObject);

NTSTATUS NTAPI NtTestAlert(void) IOCPSIM_NAME(NtTestAlert);

NTSTATUS NTAPI NtWaitForMultipleObjects(ULONG count, PHANDLE handles, int wait_type,
                                        BOOLEAN alertable, PLARGE_INTEGER timeout)
    IOCPSIM_NAME(NtWaitForMultipleObjects);

NTSTATUS NTAPI NtCreateEvent(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                             EVENT_TYPE type, BOOLEAN signaled)
    IOCPSIM_NAME(NtCreateEvent);

NTSTATUS NTAPI NtOpenEvent(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes)
    IOCPSIM_NAME(NtOpenEvent);

NTSTATUS NTAPI NtSetEvent(HANDLE event, PLONG previous) IOCPSIM_NAME(NtSetEvent);

NTSTATUS NTAPI NtResetEvent(HANDLE event, PLONG previous) IOCPSIM_NAME(NtResetEvent);

NTSTATUS NTAPI NtClearEvent(HANDLE event) IOCPSIM_NAME(NtClearEvent);

NTSTATUS NTAPI NtPulseEvent(HANDLE event, PLONG previous) IOCPSIM_NAME(NtPulseEvent);

NTSTATUS NTAPI NtQueryEvent(HANDLE event, EVENT_INFORMATION_CLASS information_class,
                            PVOID information, ULONG length, PULONG return_length)
    IOCPSIM_NAME(NtQueryEvent);

NTSTATUS NTAPI NtCreateSemaphore(PHANDLE handle, ACCESS_MASK access,
                                 POBJECT_ATTRIBUTES attributes, LONG count, LONG maximum)
    IOCPSIM_NAME(NtCreateSemaphore);

NTSTATUS NTAPI NtOpenSemaphore(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes)
    IOCPSIM_NAME(NtOpenSemaphore);

NTSTATUS NTAPI NtReleaseSemaphore(HANDLE semaphore, LONG count, PLONG previous)
    IOCPSIM_NAME(NtReleaseSemaphore);

NTSTATUS NTAPI NtQuerySemaphore(HANDLE semaphore, SEMAPHORE_INFORMATION_CLASS information_class,
                                PVOID information, ULONG length, PULONG return_length)
    IOCPSIM_NAME(NtQuerySemaphore);

NTSTATUS NTAPI NtCreateMutant(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                              BOOLEAN owned)
    IOCPSIM_NAME(NtCreateMutant);

NTSTATUS NTAPI NtOpenMutant(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes)
    IOCPSIM_NAME(NtOpenMutant);

NTSTATUS NTAPI NtReleaseMutant(HANDLE mutex, PLONG previous) IOCPSIM_NAME(NtReleaseMutant);

NTSTATUS NTAPI NtQueryMutant(HANDLE mutex, MUTANT_INFORMATION_CLASS information_class,
                             PVOID information, ULONG length, PULONG return_length)
    IOCPSIM_NAME(NtQueryMutant);

typedef VOID (NTAPI *PTIMER_APC_ROUTINE)(PVOID context, ULONG low, LONG high);

NTSTATUS NTAPI NtCreateTimer(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                             TIMER_TYPE type)
    IOCPSIM_NAME(NtCreateTimer);

NTSTATUS NTAPI NtOpenTimer(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes)
    IOCPSIM_NAME(NtOpenTimer);

NTSTATUS NTAPI NtSetTimer(HANDLE timer, PLARGE_INTEGER due, PTIMER_APC_ROUTINE routine,
                          PVOID context, BOOLEAN resume, LONG period, PBOOLEAN previous)
    IOCPSIM_NAME(NtSetTimer);

NTSTATUS NTAPI NtCancelTimer(HANDLE timer, PBOOLEAN current) IOCPSIM_NAME(NtCancelTimer);

NTSTATUS NTAPI NtQueryTimer(HANDLE timer, TIMER_INFORMATION_CLASS information_class,
                            PVOID information, ULONG length, PULONG return_length)
    IOCPSIM_NAME(NtQueryTimer);

NTSTATUS NTAPI NtWaitForSingleObject(HANDLE handle, BOOLEAN alertable, PLARGE_INTEGER timeout)
    IOCPSIM_NAME(NtWaitForSingleObject);

NTSTATUS NTAPI NtYieldExecution(void) IOCPSIM_NAME(NtYieldExecution);

typedef VOID (NTAPI *PIO_APC_ROUTINE)(PVOID context, PIO_STATUS_BLOCK status_block,
                                      ULONG reserved);

typedef enum _FILE_INFORMATION_CLASS {
    FileDirectoryInformation = 1,
    FilePositionInformation = 14,
    FileModeInformation = 16,
    FileCompletionInformation = 30,
    FileIoCompletionNotificationInformation = 41,
    FileReplaceCompletionInformation = 61
} FILE_INFORMATION_CLASS;

NTSTATUS NTAPI NtAssociateWaitCompletionPacket(HANDLE packet, HANDLE port, HANDLE target,
                                               PVOID key, PVOID context, NTSTATUS status,
                                               ULONG_PTR information, PBOOLEAN already_signaled)
    IOCPSIM_NAME(NtAssociateWaitCompletionPacket);

NTSTATUS NTAPI NtCancelIoFile(HANDLE file, PIO_STATUS_BLOCK status_block)
    IOCPSIM_NAME(NtCancelIoFile);

NTSTATUS NTAPI NtCancelIoFileEx(HANDLE file, PIO_STATUS_BLOCK request,
                                PIO_STATUS_BLOCK status_block)
    IOCPSIM_NAME(NtCancelIoFileEx);

NTSTATUS NTAPI NtCancelSynchronousIoFile(HANDLE thread, PIO_STATUS_BLOCK request,
                                         PIO_STATUS_BLOCK status_block)
    IOCPSIM_NAME(NtCancelSynchronousIoFile);

NTSTATUS NTAPI NtCancelWaitCompletionPacket(HANDLE packet, BOOLEAN remove_signaled)
    IOCPSIM_NAME(NtCancelWaitCompletionPacket);

NTSTATUS NTAPI NtCreateFile(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                            PIO_STATUS_BLOCK status_block, PLARGE_INTEGER size,
                            ULONG file_attributes, ULONG share, ULONG disposition, ULONG options,
                            PVOID extended, ULONG extended_length)
    IOCPSIM_NAME(NtCreateFile);

NTSTATUS NTAPI NtCreateNamedPipeFile(PHANDLE handle, ULONG access, POBJECT_ATTRIBUTES attributes,
                                     PIO_STATUS_BLOCK status_block, ULONG share,
                                     ULONG disposition, ULONG options, ULONG type,
                                     ULONG read_mode, ULONG completion_mode, ULONG instances,
                                     ULONG inbound_quota, ULONG outbound_quota,
                                     PLARGE_INTEGER timeout)
    IOCPSIM_NAME(NtCreateNamedPipeFile);

NTSTATUS NTAPI NtCreateWaitCompletionPacket(PHANDLE handle, ACCESS_MASK access,
                                            POBJECT_ATTRIBUTES attributes)
    IOCPSIM_NAME(NtCreateWaitCompletionPacket);

NTSTATUS NTAPI NtDeviceIoControlFile(HANDLE file, HANDLE event, PIO_APC_ROUTINE routine,
                                     PVOID context, PIO_STATUS_BLOCK status_block, ULONG code,
                                     PVOID in, ULONG in_length, PVOID out, ULONG out_length)
    IOCPSIM_NAME(NtDeviceIoControlFile);

NTSTATUS NTAPI NtFsControlFile(HANDLE file, HANDLE event, PIO_APC_ROUTINE routine, PVOID context,
                               PIO_STATUS_BLOCK status_block, ULONG code, PVOID in,
                               ULONG in_length, PVOID out, ULONG out_length)
    IOCPSIM_NAME(NtFsControlFile);

NTSTATUS NTAPI NtOpenFile(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                          PIO_STATUS_BLOCK status_block, ULONG share, ULONG options)
    IOCPSIM_NAME(NtOpenFile);

NTSTATUS NTAPI NtQueryInformationFile(HANDLE file, PIO_STATUS_BLOCK status_block,
                                      PVOID information, ULONG length,
                                      FILE_INFORMATION_CLASS information_class)
    IOCPSIM_NAME(NtQueryInformationFile);

NTSTATUS NTAPI NtReadFile(HANDLE file, HANDLE event, PIO_APC_ROUTINE routine, PVOID context,
                          PIO_STATUS_BLOCK status_block, PVOID buffer, ULONG length,
                          PLARGE_INTEGER offset, PULONG key)
    IOCPSIM_NAME(NtReadFile);

NTSTATUS NTAPI NtSetInformationFile(HANDLE file, PIO_STATUS_BLOCK status_block, PVOID information,
                                    ULONG length, FILE_INFORMATION_CLASS information_class)
    IOCPSIM_NAME(NtSetInformationFile);

NTSTATUS NTAPI NtWriteFile(HANDLE file, HANDLE event, PIO_APC_ROUTINE routine, PVOID context,
                           PIO_STATUS_BLOCK status_block, PVOID buffer, ULONG length,
                           PLARGE_INTEGER offset, PULONG key)
    IOCPSIM_NAME(NtWriteFile);

#if UINTPTR_MAX > 0xFFFFFFFF
IOCPSIM_ASSERT(sizeof(UNICODE_STRING) == 16);
IOCPSIM_ASSERT(offsetof(UNICODE_STRING, Buffer) == 8);
IOCPSIM_ASSERT(sizeof(OBJECT_ATTRIBUTES) == 48);
IOCPSIM_ASSERT(offsetof(OBJECT_ATTRIBUTES, ObjectName) == 16);
IOCPSIM_ASSERT(offsetof(OBJECT_ATTRIBUTES, Attributes) == 24);
IOCPSIM_ASSERT(sizeof(IO_STATUS_BLOCK) == 16);
IOCPSIM_ASSERT(offsetof(IO_STATUS_BLOCK, Information) == 8);
IOCPSIM_ASSERT(sizeof(FILE_IO_COMPLETION_INFORMATION) == 32);
IOCPSIM_ASSERT(sizeof(EVENT_BASIC_INFORMATION) == 8);
IOCPSIM_ASSERT(sizeof(SEMAPHORE_BASIC_INFORMATION) == 8);
IOCPSIM_ASSERT(sizeof(TIMER_BASIC_INFORMATION) == 16);
IOCPSIM_ASSERT(offsetof(TIMER_BASIC_INFORMATION, TimerState) == 8);
IOCPSIM_ASSERT(sizeof(MUTANT_BASIC_INFORMATION) == 8);
IOCPSIM_ASSERT(offsetof(MUTANT_BASIC_INFORMATION, AbandonedState) == 5);
IOCPSIM_ASSERT(sizeof(MUTANT_OWNER_INFORMATION) == 16);
IOCPSIM_ASSERT(sizeof(PUBLIC_OBJECT_BASIC_INFORMATION) == 56);
IOCPSIM_ASSERT(sizeof(PUBLIC_OBJECT_TYPE_INFORMATION) == 104);
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
