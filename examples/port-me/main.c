/*
 * A program for Windows: workers add up numbers that come through a completion port.
 *
 * It knows nothing of iocp-sim, and is built for Windows and elsewhere from this one source.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <windows.h>

enum { WORKERS = 4, LIMIT = 2, NUMBER = 1, QUIT = 2 };

static void must(BOOL done, const char *what)
{
    if (!done) {
        fprintf(stderr, "%s: error %u\n", what, (unsigned)GetLastError());
        exit(1);
    }
}

static void post(HANDLE port, ULONG_PTR key, DWORD bytes)
{
    must(PostQueuedCompletionStatus(port, bytes, key, NULL), "post");
}

/* Adds up what comes, until it is told to stop. */
static void *work(void *argument)
{
    HANDLE port = argument;
    static unsigned long long sums[WORKERS];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int workers;
    unsigned long long sum = 0;

    for (;;) {
        DWORD bytes;
        ULONG_PTR key;
        LPOVERLAPPED overlapped;
        must(GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, INFINITE), "get");
        if (key == QUIT)
            break;
        sum += bytes;
    }
    must(CloseHandle(port), "close");
    pthread_mutex_lock(&lock);
    sums[workers] = sum;
    argument = &sums[workers++];
    pthread_mutex_unlock(&lock);
    return argument;
}

static HANDLE duplicate(HANDLE port)
{
    HANDLE process = GetCurrentProcess(), other;
    must(DuplicateHandle(process, port, process, &other, 0, FALSE, DUPLICATE_SAME_ACCESS),
         "duplicate");
    return other;
}

int main(void)
{
    HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, LIMIT);
    pthread_t threads[WORKERS];
    unsigned long long sum = 0;
    OVERLAPPED_ENTRY entries[8];
    LPOVERLAPPED overlapped;
    ULONG_PTR key;
    DWORD bytes;
    ULONG removed;

    must(port != NULL, "create");
    for (int worker = 0; worker < WORKERS; worker++)
        pthread_create(&threads[worker], NULL, work, duplicate(port));
    for (DWORD number = 1; number <= 1000; number++)
        post(port, NUMBER, number);
    for (int worker = 0; worker < WORKERS; worker++)
        post(port, QUIT, 0);
    for (int worker = 0; worker < WORKERS; worker++) {
        void *part;
        pthread_join(threads[worker], &part);
        sum += *(unsigned long long *)part;
    }
    printf("sum %u\n", (unsigned)sum);

    for (DWORD number = 1; number <= 3; number++)
        post(port, NUMBER, number);
    must(GetQueuedCompletionStatusEx(port, entries, 8, &removed, INFINITE, FALSE), "get a batch");
    printf("batch");
    for (ULONG entry = 0; entry < removed; entry++)
        printf(" %u", (unsigned)entries[entry].dwNumberOfBytesTransferred);
    printf("\ntimed out %d\n", !GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, 0) &&
                                   GetLastError() == WAIT_TIMEOUT);
    must(CloseHandle(port), "close");
    if (!GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, 0))
        printf("closed: error %u\n", (unsigned)GetLastError());
    return 0;
}
