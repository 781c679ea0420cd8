/* What Microsoft adds to sockets. */

#ifndef IOCPSIM_MSWSOCK_H
#define IOCPSIM_MSWSOCK_H

#ifdef _WIN32
#include_next <mswsock.h>
#else

#include "winsock2.h"

#define SO_UPDATE_ACCEPT_CONTEXT 0x700B
#define SO_UPDATE_CONNECT_CONTEXT 0x7010
#define TF_DISCONNECT 0x01
#define TF_REUSE_SOCKET 0x02

#define WSAID_ACCEPTEX \
    { 0xb5367df1, 0xcbac, 0x11cf, { 0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92 } }
#define WSAID_CONNECTEX \
    { 0x25a207b9, 0xddf3, 0x4660, { 0x8e, 0xe9, 0x76, 0xe5, 0x8c, 0x74, 0x06, 0x3e } }
#define WSAID_DISCONNECTEX \
    { 0x7fda2e11, 0x8630, 0x436f, { 0xa0, 0x31, 0xf5, 0x36, 0xa6, 0xee, 0xc1, 0x57 } }
#define WSAID_GETACCEPTEXSOCKADDRS \
    { 0xb5367df2, 0xcbac, 0x11cf, { 0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92 } }
#define WSAID_TRANSMITFILE \
    { 0xb5367df0, 0xcbac, 0x11cf, { 0x95, 0xca, 0x00, 0x80, 0x5f, 0x48, 0xa1, 0x92 } }
#define WSAID_WSARECVMSG \
    { 0xf689d7c8, 0x6f1f, 0x436b, { 0x8a, 0x53, 0xe5, 0x4f, 0xe3, 0x51, 0xc3, 0x22 } }

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _TRANSMIT_FILE_BUFFERS {
    LPVOID Head;
    DWORD HeadLength;
    LPVOID Tail;
    DWORD TailLength;
} TRANSMIT_FILE_BUFFERS, *PTRANSMIT_FILE_BUFFERS, *LPTRANSMIT_FILE_BUFFERS;

typedef BOOL (PASCAL *LPFN_ACCEPTEX)(SOCKET listener, SOCKET accepted, PVOID buffer, DWORD length,
                                     DWORD local_length, DWORD remote_length, LPDWORD bytes,
                                     LPOVERLAPPED overlapped);
typedef BOOL (PASCAL *LPFN_CONNECTEX)(SOCKET socket, const struct sockaddr *address, int length,
                                      PVOID buffer, DWORD buffer_length, LPDWORD bytes,
                                      LPOVERLAPPED overlapped);
typedef BOOL (PASCAL *LPFN_DISCONNECTEX)(SOCKET socket, LPOVERLAPPED overlapped, DWORD flags,
                                         DWORD reserved);
typedef VOID (PASCAL *LPFN_GETACCEPTEXSOCKADDRS)(PVOID buffer, DWORD length, DWORD local_length,
                                                 DWORD remote_length, struct sockaddr **local,
                                                 LPINT local_size, struct sockaddr **remote,
                                                 LPINT remote_size);
typedef BOOL (PASCAL *LPFN_TRANSMITFILE)(SOCKET socket, HANDLE file, DWORD length, DWORD part,
                                         LPOVERLAPPED overlapped, LPTRANSMIT_FILE_BUFFERS buffers,
                                         DWORD flags);
typedef INT (PASCAL *LPFN_WSARECVMSG)(SOCKET socket, LPWSAMSG message, LPDWORD bytes,
                                      LPWSAOVERLAPPED overlapped,
                                      LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);

BOOL PASCAL AcceptEx(SOCKET listener, SOCKET accepted, PVOID buffer, DWORD length,
                     DWORD local_length, DWORD remote_length, LPDWORD bytes,
                     LPOVERLAPPED overlapped)
    IOCPSIM_NAME(AcceptEx);

BOOL PASCAL ConnectEx(SOCKET socket, const struct sockaddr *address, int length, PVOID buffer,
                      DWORD buffer_length, LPDWORD bytes, LPOVERLAPPED overlapped)
    IOCPSIM_NAME(ConnectEx);

BOOL PASCAL DisconnectEx(SOCKET socket, LPOVERLAPPED overlapped, DWORD flags, DWORD reserved)
    IOCPSIM_NAME(DisconnectEx);

VOID PASCAL GetAcceptExSockaddrs(PVOID buffer, DWORD length, DWORD local_length,
                                 DWORD remote_length, struct sockaddr **local, LPINT local_size,
                                 struct sockaddr **remote, LPINT remote_size)
    IOCPSIM_NAME(GetAcceptExSockaddrs);

BOOL PASCAL TransmitFile(SOCKET socket, HANDLE file, DWORD length, DWORD part,
                         LPOVERLAPPED overlapped, LPTRANSMIT_FILE_BUFFERS buffers, DWORD flags)
    IOCPSIM_NAME(TransmitFile);

INT PASCAL WSARecvMsg(SOCKET socket, LPWSAMSG message, LPDWORD bytes, LPWSAOVERLAPPED overlapped,
                      LPWSAOVERLAPPED_COMPLETION_ROUTINE routine)
    IOCPSIM_NAME(WSARecvMsg);

#if UINTPTR_MAX > 0xFFFFFFFF
IOCPSIM_ASSERT(sizeof(TRANSMIT_FILE_BUFFERS) == 32);
#endif

#ifdef __cplusplus
}
#endif

#endif
#endif
