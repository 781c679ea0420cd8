/*
 * Sockets, beside those of the host.
 *
 * A function that a C library has too is called iocpsim_... here, and a macro leads to it. The
 * addresses are those of the host, whose layouts are the same; an address family, an option or a
 * flag has the number of Windows. A timeval is the host's, so that its other calls still take it.
 */

#ifndef IOCPSIM_WINSOCK2_H
#define IOCPSIM_WINSOCK2_H

#ifdef _WIN32
#include_next <winsock2.h>
#else

/* What the host declares under these names is declared before the macros are. */
#include <sys/types.h>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "guiddef.h"
#include "windows.h"

#undef AF_INET6
#define AF_INET6 23
#undef PF_INET6
#define PF_INET6 AF_INET6

#undef SOL_SOCKET
#undef SO_REUSEADDR
#undef SO_KEEPALIVE
#undef SO_BROADCAST
#undef SO_LINGER
#undef SO_SNDBUF
#undef SO_RCVBUF
#undef SO_ERROR
#undef SO_TYPE
#define SOL_SOCKET 0xFFFF
#define SO_REUSEADDR 0x0004
#define SO_KEEPALIVE 0x0008
#define SO_BROADCAST 0x0020
#define SO_LINGER 0x0080
#define SO_EXCLUSIVEADDRUSE ((int)~SO_REUSEADDR)
#define SO_SNDBUF 0x1001
#define SO_RCVBUF 0x1002
#define SO_ERROR 0x1007
#define SO_TYPE 0x1008

#undef MSG_PEEK
#undef MSG_OOB
#undef MSG_WAITALL
#define MSG_OOB 0x1
#define MSG_PEEK 0x2
#define MSG_WAITALL 0x8
#define MSG_PARTIAL 0x8000

#undef FIONBIO
#undef FIONREAD
#define FIONREAD 0x4004667F
#define FIONBIO ((int)0x8004667E)

#undef u_char
#undef u_int
#undef u_long
#undef u_short
#define u_char UCHAR
#define u_int UINT
#define u_long ULONG
#define u_short USHORT
#undef fd_set
#define fd_set iocpsim_fd_set

#undef POLLIN
#undef POLLOUT
#undef POLLPRI
#undef POLLERR
#undef POLLHUP
#undef POLLNVAL
#undef POLLRDNORM
#undef POLLRDBAND
#undef POLLWRNORM
#define POLLRDNORM 0x0100
#define POLLRDBAND 0x0200
#define POLLIN (POLLRDNORM | POLLRDBAND)
#define POLLPRI 0x0400
#define POLLWRNORM 0x0010
#define POLLOUT POLLWRNORM
#define POLLERR 0x0001
#define POLLHUP 0x0002
#define POLLNVAL 0x0004

#define SD_RECEIVE 0
#define SD_SEND 1
#define SD_BOTH 2
#define INVALID_SOCKET ((SOCKET)~(SOCKET)0)
#define SOCKET_ERROR (-1)
#define WSA_FLAG_OVERLAPPED 0x01
#define WSA_INVALID_EVENT ((WSAEVENT)NULL)
#define WSA_IO_PENDING ERROR_IO_PENDING
#define WSA_IO_INCOMPLETE 996
#define WSA_INFINITE INFINITE
#define WSA_WAIT_FAILED WAIT_FAILED
#define WSA_MAXIMUM_WAIT_EVENTS MAXIMUM_WAIT_OBJECTS
#define WSADESCRIPTION_LEN 256
#define WSASYS_STATUS_LEN 128
#define SIO_GET_EXTENSION_FUNCTION_POINTER 0xC8000006
#define FD_READ 0x01
#define FD_WRITE 0x02
#define FD_OOB 0x04
#define FD_ACCEPT 0x08
#define FD_CONNECT 0x10
#define FD_CLOSE 0x20
#define FD_MAX_EVENTS 10

#ifdef __cplusplus
extern "C" {
#endif

typedef UINT_PTR SOCKET;
typedef HANDLE WSAEVENT, *LPWSAEVENT;
typedef OVERLAPPED WSAOVERLAPPED, *LPWSAOVERLAPPED;
typedef unsigned int GROUP;
typedef struct sockaddr SOCKADDR, *PSOCKADDR, *LPSOCKADDR;
typedef struct sockaddr_in SOCKADDR_IN, *PSOCKADDR_IN, *LPSOCKADDR_IN;
typedef struct sockaddr_storage SOCKADDR_STORAGE, *PSOCKADDR_STORAGE, *LPSOCKADDR_STORAGE;
typedef struct in_addr IN_ADDR, *PIN_ADDR, *LPIN_ADDR;
typedef struct timeval TIMEVAL, *PTIMEVAL, *LPTIMEVAL;

#undef FD_SETSIZE
#define FD_SETSIZE 64

typedef struct iocpsim_fd_set {
    UINT fd_count;
    SOCKET fd_array[FD_SETSIZE];
} iocpsim_fd_set, *PFD_SET, *LPFD_SET;

/* A timeval as Windows has it. */
typedef struct iocpsim_timeval {
    LONG tv_sec;
    LONG tv_usec;
} iocpsim_timeval;

typedef struct _WSABUF {
    ULONG len;
    CHAR *buf;
} WSABUF, *LPWSABUF;

typedef struct WSAData {
    WORD wVersion;
    WORD wHighVersion;
    unsigned short iMaxSockets;
    unsigned short iMaxUdpDg;
    char *lpVendorInfo;
    char szDescription[WSADESCRIPTION_LEN + 1];
    char szSystemStatus[WSASYS_STATUS_LEN + 1];
} WSADATA, *LPWSADATA;

typedef struct _WSAPROTOCOLCHAIN {
    int ChainLen;
    DWORD ChainEntries[7];
} WSAPROTOCOLCHAIN, *LPWSAPROTOCOLCHAIN;

#define IOCPSIM_PROTOCOL_INFO(letter) \
    typedef struct _WSAPROTOCOL_INFO##letter { \
        DWORD dwServiceFlags1; \
        DWORD dwServiceFlags2; \
        DWORD dwServiceFlags3; \
        DWORD dwServiceFlags4; \
        DWORD dwProviderFlags; \
        GUID ProviderId; \
        DWORD dwCatalogEntryId; \
        WSAPROTOCOLCHAIN ProtocolChain; \
        int iVersion; \
        int iAddressFamily; \
        int iMaxSockAddr; \
        int iMinSockAddr; \
        int iSocketType; \
        int iProtocol; \
        int iProtocolMaxOffset; \
        int iNetworkByteOrder; \
        int iSecurityScheme; \
        DWORD dwMessageSize; \
        DWORD dwProviderReserved; \
        IOCPSIM_CHARACTER_##letter szProtocol[256]; \
    } WSAPROTOCOL_INFO##letter, *LPWSAPROTOCOL_INFO##letter
#define IOCPSIM_CHARACTER_A CHAR
#define IOCPSIM_CHARACTER_W WCHAR
IOCPSIM_PROTOCOL_INFO(A);
IOCPSIM_PROTOCOL_INFO(W);

typedef struct _flowspec {
    ULONG TokenRate;
    ULONG TokenBucketSize;
    ULONG PeakBandwidth;
    ULONG Latency;
    ULONG DelayVariation;
    ULONG ServiceType;
    ULONG MaxSduSize;
    ULONG MinimumPolicedSize;
} FLOWSPEC, *PFLOWSPEC, *LPFLOWSPEC;

typedef struct _QualityOfService {
    FLOWSPEC SendingFlowspec;
    FLOWSPEC ReceivingFlowspec;
    WSABUF ProviderSpecific;
} QOS, *LPQOS;

typedef struct _WSANETWORKEVENTS {
    LONG lNetworkEvents;
    int iErrorCode[FD_MAX_EVENTS];
} WSANETWORKEVENTS, *LPWSANETWORKEVENTS;

typedef struct _WSAMSG {
    LPSOCKADDR name;
    INT namelen;
    LPWSABUF lpBuffers;
    ULONG dwBufferCount;
    WSABUF Control;
    ULONG dwFlags;
} WSAMSG, *PWSAMSG, *LPWSAMSG;

typedef struct iocpsim_pollfd {
    SOCKET fd;
    SHORT events;
    SHORT revents;
} WSAPOLLFD, *PWSAPOLLFD, *LPWSAPOLLFD;

typedef int (WINAPI *LPCONDITIONPROC)(LPWSABUF caller, LPWSABUF caller_data, LPQOS socket_qos,
                                      LPQOS group_qos, LPWSABUF callee, LPWSABUF callee_data,
                                      GROUP *group, DWORD_PTR parameter);
typedef VOID (WINAPI *LPWSAOVERLAPPED_COMPLETION_ROUTINE)(DWORD error, DWORD bytes,
                                                          LPWSAOVERLAPPED overlapped, DWORD flags);

int WINAPI __WSAFDIsSet(SOCKET socket, fd_set *set) IOCPSIM_NAME(__WSAFDIsSet);

SOCKET WINAPI WSAAccept(SOCKET socket, struct sockaddr *address, LPINT length,
                        LPCONDITIONPROC condition, DWORD_PTR parameter)
    IOCPSIM_NAME(WSAAccept);

int WINAPI WSACleanup(void) IOCPSIM_NAME(WSACleanup);

BOOL WINAPI WSACloseEvent(WSAEVENT event) IOCPSIM_NAME(WSACloseEvent);

int WINAPI WSAConnect(SOCKET socket, const struct sockaddr *address, int length, LPWSABUF caller,
                      LPWSABUF callee, LPQOS socket_qos, LPQOS group_qos)
    IOCPSIM_NAME(WSAConnect);

WSAEVENT WINAPI WSACreateEvent(void) IOCPSIM_NAME(WSACreateEvent);

int WINAPI WSAEnumNetworkEvents(SOCKET socket, WSAEVENT event, LPWSANETWORKEVENTS events)
    IOCPSIM_NAME(WSAEnumNetworkEvents);

int WINAPI WSAEventSelect(SOCKET socket, WSAEVENT event, LONG events) IOCPSIM_NAME(WSAEventSelect);

int WINAPI WSAGetLastError(void) IOCPSIM_NAME(WSAGetLastError);

BOOL WINAPI WSAGetOverlappedResult(SOCKET socket, LPWSAOVERLAPPED overlapped, LPDWORD bytes,
                                   BOOL waits, LPDWORD flags)
    IOCPSIM_NAME(WSAGetOverlappedResult);

int WINAPI WSAIoctl(SOCKET socket, DWORD code, LPVOID in, DWORD in_length, LPVOID out,
                    DWORD out_length, LPDWORD bytes, LPWSAOVERLAPPED overlapped,
                    LPWSAOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(WSAIoctl);

int WINAPI WSAPoll(LPWSAPOLLFD sockets, ULONG count, INT milliseconds) IOCPSIM_NAME(WSAPoll);

int WINAPI WSARecv(SOCKET socket, LPWSABUF buffers, DWORD count, LPDWORD bytes, LPDWORD flags,
                   LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(WSARecv);

int WINAPI WSARecvDisconnect(SOCKET socket, LPWSABUF data) IOCPSIM_NAME(WSARecvDisconnect);

int WINAPI WSARecvFrom(SOCKET socket, LPWSABUF buffers, DWORD count, LPDWORD bytes, LPDWORD flags,
                       struct sockaddr *from, LPINT from_length, LPWSAOVERLAPPED overlapped,
                       LPWSAOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(WSARecvFrom);

BOOL WINAPI WSAResetEvent(WSAEVENT event) IOCPSIM_NAME(WSAResetEvent);

int WINAPI WSASend(SOCKET socket, LPWSABUF buffers, DWORD count, LPDWORD bytes, DWORD flags,
                   LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(WSASend);

int WINAPI WSASendDisconnect(SOCKET socket, LPWSABUF data) IOCPSIM_NAME(WSASendDisconnect);

int WINAPI WSASendMsg(SOCKET socket, LPWSAMSG message, DWORD flags, LPDWORD bytes,
                      LPWSAOVERLAPPED overlapped, LPWSAOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(WSASendMsg);

int WINAPI WSASendTo(SOCKET socket, LPWSABUF buffers, DWORD count, LPDWORD bytes, DWORD flags,
                     const struct sockaddr *to, int to_length, LPWSAOVERLAPPED overlapped,
                     LPWSAOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(WSASendTo);

BOOL WINAPI WSASetEvent(WSAEVENT event) IOCPSIM_NAME(WSASetEvent);

VOID WINAPI WSASetLastError(int error) IOCPSIM_NAME(WSASetLastError);

SOCKET WINAPI WSASocketA(int family, int type, int protocol, LPWSAPROTOCOL_INFOA info,
                         GROUP group, DWORD flags)
    IOCPSIM_NAME(WSASocketA);

SOCKET WINAPI WSASocketW(int family, int type, int protocol, LPWSAPROTOCOL_INFOW info,
                         GROUP group, DWORD flags)
    IOCPSIM_NAME(WSASocketW);

int WINAPI WSAStartup(WORD version, LPWSADATA data) IOCPSIM_NAME(WSAStartup);

DWORD WINAPI WSAWaitForMultipleEvents(DWORD count, const WSAEVENT *events, BOOL all,
                                      DWORD milliseconds, BOOL alertable)
    IOCPSIM_NAME(WSAWaitForMultipleEvents);

int WINAPI closesocket(SOCKET socket) IOCPSIM_NAME(closesocket);

int WINAPI ioctlsocket(SOCKET socket, LONG command, u_long *argument) IOCPSIM_NAME(ioctlsocket);

SOCKET WINAPI iocpsim_accept(SOCKET socket, struct sockaddr *address, int *length);

int WINAPI iocpsim_bind(SOCKET socket, const struct sockaddr *address, int length);

int WINAPI iocpsim_connect(SOCKET socket, const struct sockaddr *address, int length);

int WINAPI iocpsim_getpeername(SOCKET socket, struct sockaddr *address, int *length);

int WINAPI iocpsim_getsockname(SOCKET socket, struct sockaddr *address, int *length);

int WINAPI iocpsim_getsockopt(SOCKET socket, int level, int option, char *value, int *length);

u_long WINAPI iocpsim_htonl(u_long value);

u_short WINAPI iocpsim_htons(u_short value);

u_long WINAPI iocpsim_inet_addr(const char *text);

char *WINAPI iocpsim_inet_ntoa(struct in_addr address);

int WINAPI iocpsim_listen(SOCKET socket, int backlog);

u_long WINAPI iocpsim_ntohl(u_long value);

u_short WINAPI iocpsim_ntohs(u_short value);

int WINAPI iocpsim_recv(SOCKET socket, char *buffer, int length, int flags);

int WINAPI iocpsim_recvfrom(SOCKET socket, char *buffer, int length, int flags,
                            struct sockaddr *from, int *from_length);

int WINAPI iocpsim_send(SOCKET socket, const char *buffer, int length, int flags);

int WINAPI iocpsim_sendto(SOCKET socket, const char *buffer, int length, int flags,
                          const struct sockaddr *to, int to_length);

int WINAPI iocpsim_setsockopt(SOCKET socket, int level, int option, const char *value, int length);

int WINAPI iocpsim_shutdown(SOCKET socket, int how);

SOCKET WINAPI iocpsim_socket(int family, int type, int protocol);

int WINAPI iocpsim_select(int ignored, fd_set *read, fd_set *write, fd_set *except,
                          const iocpsim_timeval *timeout);

/* The timeout is the host's, and can be more than Windows has room for. */
FORCEINLINE int iocpsim_select_of_host(int ignored, fd_set *read, fd_set *write, fd_set *except,
                                       const struct timeval *timeout)
{
    iocpsim_timeval of_windows;

    if (!timeout)
        return iocpsim_select(ignored, read, write, except, NULL);
    of_windows.tv_sec = timeout->tv_sec > 0x7FFFFFFF ? 0x7FFFFFFF : (LONG)timeout->tv_sec;
    of_windows.tv_usec = (LONG)timeout->tv_usec;
    return iocpsim_select(ignored, read, write, except, &of_windows);
}

#if UINTPTR_MAX > 0xFFFFFFFF
IOCPSIM_ASSERT(sizeof(fd_set) == 520);
IOCPSIM_ASSERT(sizeof(WSABUF) == 16);
IOCPSIM_ASSERT(offsetof(WSABUF, buf) == 8);
IOCPSIM_ASSERT(sizeof(WSADATA) == 408);
IOCPSIM_ASSERT(sizeof(WSAPROTOCOL_INFOA) == 372);
IOCPSIM_ASSERT(sizeof(WSAPROTOCOL_INFOW) == 628);
IOCPSIM_ASSERT(sizeof(QOS) == 80);
IOCPSIM_ASSERT(sizeof(WSANETWORKEVENTS) == 44);
IOCPSIM_ASSERT(sizeof(WSAMSG) == 56);
IOCPSIM_ASSERT(sizeof(WSAPOLLFD) == 16);
IOCPSIM_ASSERT(sizeof(struct sockaddr_in) == 16);
IOCPSIM_ASSERT(sizeof(struct sockaddr_storage) == 128);
#endif

#ifdef __cplusplus
}
#endif

/* In C++ std::bind keeps its name, and what is told apart by its socket stays. */
#ifdef __cplusplus
inline int bind(SOCKET socket, const struct sockaddr *address, int length)
{
    return iocpsim_bind(socket, address, length);
}
#else
#define bind iocpsim_bind
#endif
#undef accept
#define accept iocpsim_accept
#undef connect
#define connect iocpsim_connect
#undef getpeername
#define getpeername iocpsim_getpeername
#undef getsockname
#define getsockname iocpsim_getsockname
#undef getsockopt
#define getsockopt iocpsim_getsockopt
#undef htonl
#define htonl iocpsim_htonl
#undef htons
#define htons iocpsim_htons
#undef inet_addr
#define inet_addr iocpsim_inet_addr
#undef inet_ntoa
#define inet_ntoa iocpsim_inet_ntoa
#undef listen
#define listen iocpsim_listen
#undef ntohl
#define ntohl iocpsim_ntohl
#undef ntohs
#define ntohs iocpsim_ntohs
#undef recv
#define recv iocpsim_recv
#undef recvfrom
#define recvfrom iocpsim_recvfrom
#undef select
#define select iocpsim_select_of_host
#undef send
#define send iocpsim_send
#undef sendto
#define sendto iocpsim_sendto
#undef setsockopt
#define setsockopt iocpsim_setsockopt
#undef shutdown
#define shutdown iocpsim_shutdown
#undef socket
#define socket iocpsim_socket

#undef FD_ZERO
#undef FD_SET
#undef FD_CLR
#undef FD_ISSET
#define FD_ZERO(set) ((void)((set)->fd_count = 0))
#define FD_SET(socket, set) iocpsim_fd_set_add((socket), (set))
#define FD_CLR(socket, set) iocpsim_fd_set_remove((socket), (set))
#define FD_ISSET(socket, set) __WSAFDIsSet((SOCKET)(socket), (set))

FORCEINLINE void iocpsim_fd_set_add(SOCKET one, fd_set *set)
{
    UINT place = 0;

    while (place < set->fd_count && set->fd_array[place] != one)
        place++;
    if (place == set->fd_count && place < FD_SETSIZE)
        set->fd_array[set->fd_count++] = one;
}

FORCEINLINE void iocpsim_fd_set_remove(SOCKET one, fd_set *set)
{
    UINT place = 0;

    while (place < set->fd_count && set->fd_array[place] != one)
        place++;
    if (place == set->fd_count)
        return;
    set->fd_count--;
    for (; place < set->fd_count; place++)
        set->fd_array[place] = set->fd_array[place + 1];
}

#ifdef UNICODE
#define WSASocket WSASocketW
typedef WSAPROTOCOL_INFOW WSAPROTOCOL_INFO, *LPWSAPROTOCOL_INFO;
#else
#define WSASocket WSASocketA
typedef WSAPROTOCOL_INFOA WSAPROTOCOL_INFO, *LPWSAPROTOCOL_INFO;
#endif

#endif
#endif
