/*
 * What do a post and a get cost in C? Prints nanoseconds.
 *
 * Built for Windows and run under Wine beside ours, which it has nothing of.
 */

#include <stdio.h>
#include <stdlib.h>

#include <windows.h>

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 1);
    LARGE_INTEGER frequency, begun, ended;
    unsigned long number;

    if (port == NULL || count == 0) {
        return 1;
    }
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&begun);
    for (number = 0; number < count; number++) {
        DWORD bytes;
        ULONG_PTR key;
        LPOVERLAPPED overlapped;

        if (!PostQueuedCompletionStatus(port, 0, number, NULL)) {
            return 1;
        }
        if (!GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, 0) || key != number) {
            return 1;
        }
    }
    QueryPerformanceCounter(&ended);
    printf("%.1f\n", (double)(ended.QuadPart - begun.QuadPart) * 1e9
                         / (double)frequency.QuadPart / (double)count);
    CloseHandle(port);
    return 0;
}
