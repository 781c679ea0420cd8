/*
 * What programs of Windows use every day beside its functions: the record that a field is of,
 * operations that nobody comes between, memory, lengths, and results.
 */

#include <windows.h>
#include <stdio.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%d: %s\n", __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

static int failures;
static LONG volatile count;

typedef struct {
    DWORD number;
    OVERLAPPED overlapped;
} JOB;

static DWORD WINAPI adds(LPVOID parameter)
{
    int turn;

    (void)parameter;
    for (turn = 0; turn < 10000; turn++) {
        InterlockedIncrement(&count);
        YieldProcessor();
    }
    return 3;
}

int main(void)
{
    JOB job, *found;
    HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 1), threads[4];
    DWORD bytes, code, at;
    ULONG_PTR key;
    LPOVERLAPPED overlapped = NULL;
    LONG64 volatile wide = 5;
    PVOID volatile pointer = NULL;
    char text[8];

    ZeroMemory(&job, sizeof(job));
    job.number = 7;
    CHECK(PostQueuedCompletionStatus(port, 0, 1, &job.overlapped));
    CHECK(GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, INFINITE));
    found = CONTAINING_RECORD(overlapped, JOB, overlapped);
    CHECK(found == &job && found->number == 7);
    CHECK(FIELD_OFFSET(JOB, number) == 0);

    for (at = 0; at < ARRAYSIZE(threads); at++) {
        threads[at] = CreateThread(NULL, 0, adds, NULL, 0, NULL);
        CHECK(threads[at] != NULL);
    }
    CHECK(WaitForMultipleObjects(4, threads, TRUE, INFINITE) == WAIT_OBJECT_0);
    CHECK(GetExitCodeThread(threads[0], &code) && code == 3);
    CHECK(count == 40000 && InterlockedDecrement(&count) == 39999);
    CHECK(InterlockedExchange(&count, 1) == 39999 && InterlockedExchangeAdd(&count, 4) == 1);
    CHECK(InterlockedCompareExchange(&count, 9, 4) == 5 && count == 5);
    CHECK(InterlockedCompareExchange(&count, 9, 5) == 5 && count == 9);
    CHECK(InterlockedOr(&count, 6) == 9 && InterlockedAnd(&count, 3) == 15 && count == 3);
    CHECK(InterlockedXor(&count, 1) == 3 && count == 2);
    CHECK(InterlockedIncrement64(&wide) == 6 && InterlockedExchange64(&wide, 1) == 6);
    CHECK(InterlockedCompareExchange64(&wide, 2, 1) == 1 && wide == 2);
    CHECK(InterlockedExchangePointer(&pointer, &job) == NULL);
    CHECK(InterlockedCompareExchangePointer(&pointer, NULL, &job) == &job && pointer == NULL);
    MemoryBarrier();

    FillMemory(text, sizeof(text), 'a');
    CopyMemory(text, "bc", 2);
    MoveMemory(text + 1, text, 2);
    CHECK(text[0] == 'b' && text[1] == 'b' && text[2] == 'c' && text[7] == 'a');
    CHECK(MAXDWORD == INFINITE && SUCCEEDED(S_OK));
    CHECK(HRESULT_FROM_WIN32(ERROR_INVALID_HANDLE) == (HRESULT)0x80070006);
    CHECK(FAILED(HRESULT_FROM_WIN32(ERROR_INVALID_HANDLE)) && !FAILED(HRESULT_FROM_WIN32(0)));
    puts(failures == 0 ? "all as in Windows" : "not as in Windows");
    fflush(stdout);
    ExitProcess(failures == 0 ? 0 : 1);
}
