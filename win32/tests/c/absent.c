/* All functions link, and those that are not implemented fail as they should. */

#include <winsock2.h>
#include <ws2tcpip.h>
#include <mswsock.h>
#include <windows.h>
#include <winternl.h>
#include <process.h>

#include <stdio.h>

typedef void (*function)(void);

/* names.h has a line for each function. */
#define NAME(name) (function)name,
static const function all[] = {
#include "names.h"
};

static int failures;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%d: %s\n", __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

/* It failed, and set the error that says why. */
#define FAILS(condition) \
    do { \
        SetLastError(77); \
        CHECK(condition); \
        CHECK(GetLastError() == ERROR_CALL_NOT_IMPLEMENTED); \
    } while (0)

int main(void)
{
    size_t number;
    struct timeval none = { 0, 0 };
    struct addrinfo *first = NULL;
    HANDLE handle = NULL;
    WSADATA data;

    for (number = 0; number < sizeof all / sizeof *all; number++)
        CHECK(all[number]);
    CHECK(number > 240);

    FAILS(CreateFileA("x", 0, 0, NULL, 0, 0, NULL) == INVALID_HANDLE_VALUE);
    FAILS(CreateFileA("x", 0, 0, NULL, 0, 0, NULL) == INVALID_HANDLE_VALUE);
    FAILS(ReadFile(NULL, NULL, 0, NULL, NULL) == FALSE);
    FAILS(SetFilePointer(NULL, 0, NULL, 0) == INVALID_SET_FILE_POINTER);
    FAILS(GetTempPathA(0, NULL) == 0);
    FAILS(WSAStartup(0x0202, &data) == ERROR_CALL_NOT_IMPLEMENTED);
    FAILS(socket(AF_INET, SOCK_STREAM, 0) == INVALID_SOCKET);
    FAILS(bind(INVALID_SOCKET, NULL, 0) == SOCKET_ERROR);
    FAILS(select(0, NULL, NULL, NULL, &none) == SOCKET_ERROR);
    FAILS(getaddrinfo("x", "1", NULL, &first) == ERROR_CALL_NOT_IMPLEMENTED);
    CHECK(WSAGetLastError() == ERROR_CALL_NOT_IMPLEMENTED);
    CHECK(NtOpenFile(&handle, 0, NULL, NULL, 0, 0) == (NTSTATUS)0xC0000002);
    CHECK(*(const char *)&(u_short){ htons(0x0102) } == 1);
    return failures != 0;
}
