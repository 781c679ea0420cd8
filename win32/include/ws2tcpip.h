/* Names and addresses of hosts. */

#ifndef IOCPSIM_WS2TCPIP_H
#define IOCPSIM_WS2TCPIP_H

#ifdef _WIN32
#include_next <ws2tcpip.h>
#else

#include "winsock2.h"

#undef AI_PASSIVE
#undef AI_CANONNAME
#undef AI_NUMERICHOST
#define AI_PASSIVE 0x1
#define AI_CANONNAME 0x2
#define AI_NUMERICHOST 0x4

#undef addrinfo
#define addrinfo iocpsim_addrinfo

#ifdef __cplusplus
extern "C" {
#endif

typedef struct iocpsim_addrinfo {
    int ai_flags;
    int ai_family;
    int ai_socktype;
    int ai_protocol;
    size_t ai_addrlen;
    char *ai_canonname;
    struct sockaddr *ai_addr;
    struct iocpsim_addrinfo *ai_next;
} ADDRINFOA, *PADDRINFOA;

VOID WINAPI iocpsim_freeaddrinfo(PADDRINFOA first);

INT WINAPI iocpsim_getaddrinfo(PCSTR node, PCSTR service, const ADDRINFOA *hints,
                               PADDRINFOA *first);

PCSTR WINAPI iocpsim_inet_ntop(INT family, const VOID *address, PSTR buffer, size_t length);

INT WINAPI iocpsim_inet_pton(INT family, PCSTR text, PVOID address);

#if UINTPTR_MAX > 0xFFFFFFFF
IOCPSIM_ASSERT(sizeof(ADDRINFOA) == 48);
IOCPSIM_ASSERT(offsetof(ADDRINFOA, ai_canonname) == 24);
#endif

#ifdef __cplusplus
}
#endif

#undef freeaddrinfo
#define freeaddrinfo iocpsim_freeaddrinfo
#undef getaddrinfo
#define getaddrinfo iocpsim_getaddrinfo
#undef inet_ntop
#define inet_ntop iocpsim_inet_ntop
#undef inet_pton
#define inet_pton iocpsim_inet_pton

#endif
#endif
