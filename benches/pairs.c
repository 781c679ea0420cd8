/*
 * What do two calls cost in C: a post and a get, or an event that is set and waited for? Prints
 * nanoseconds.
 *
 * Built for Windows and run under Wine beside ours, which it has nothing of.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <windows.h>

static int post_and_get(HANDLE port, unsigned long number)
{
    DWORD bytes;
    ULONG_PTR key;
    LPOVERLAPPED overlapped;

    return PostQueuedCompletionStatus(port, 0, number, NULL)
           && GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, 0) && key == number;
}

static int set_and_wait(HANDLE event, unsigned long number)
{
    (void)number;
    return SetEvent(event) && WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0;
}

int main(int argc, char **argv)
{
    int of_event = argc > 1 && strcmp(argv[1], "event") == 0;
    unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 10000;
    int (*pair)(HANDLE, unsigned long) = of_event ? set_and_wait : post_and_get;
    HANDLE object = of_event ? CreateEventW(NULL, FALSE, FALSE, NULL)
                             : CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 1);
    LARGE_INTEGER frequency, begun, ended;
    unsigned long number;

    if (object == NULL || count == 0) {
        return 1;
    }
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&begun);
    for (number = 0; number < count; number++) {
        if (!pair(object, number)) {
            return 1;
        }
    }
    QueryPerformanceCounter(&ended);
    printf("%.1f\n", (double)(ended.QuadPart - begun.QuadPart) * 1e9
                         / (double)frequency.QuadPart / (double)count);
    CloseHandle(object);
    return 0;
}
