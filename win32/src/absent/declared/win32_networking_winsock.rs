//! Functions of `Win32::Networking::WinSock` that are not implemented.

use std::ffi::c_void;
use std::ptr;

use windows_sys::Win32::Foundation::*;
use windows_sys::Win32::Networking::WinSock::*;
use windows_sys::Win32::System::IO::*;
use windows_sys::core::*;

absent! {
    fn AcceptEx(
        slistensocket: SOCKET, sacceptsocket: SOCKET, lpoutputbuffer: *mut c_void,
        dwreceivedatalength: u32, dwlocaladdresslength: u32, dwremoteaddresslength: u32,
        lpdwbytesreceived: *mut u32, lpoverlapped: *mut OVERLAPPED
    ) -> BOOL = FALSE;
    fn GetAcceptExSockaddrs(
        lpoutputbuffer: *const c_void, dwreceivedatalength: u32, dwlocaladdresslength: u32,
        dwremoteaddresslength: u32, localsockaddr: *mut *mut SOCKADDR,
        localsockaddrlength: *mut i32, remotesockaddr: *mut *mut SOCKADDR,
        remotesockaddrlength: *mut i32
    ) -> () = ();
    fn TransmitFile(
        hsocket: SOCKET, hfile: HANDLE, nnumberofbytestowrite: u32, nnumberofbytespersend: u32,
        lpoverlapped: *mut OVERLAPPED, lptransmitbuffers: *const TRANSMIT_FILE_BUFFERS,
        dwreserved: u32
    ) -> BOOL = FALSE;
    fn WSAAccept(
        s: SOCKET, addr: *mut SOCKADDR, addrlen: *mut i32, lpfncondition: LPCONDITIONPROC,
        dwcallbackdata: usize
    ) -> SOCKET = INVALID_SOCKET;
    fn WSACleanup() -> i32 = SOCKET_ERROR;
    fn WSACloseEvent(hevent: WSAEVENT) -> BOOL = FALSE;
    fn WSAConnect(
        s: SOCKET, name: *const SOCKADDR, namelen: i32, lpcallerdata: *const WSABUF,
        lpcalleedata: *mut WSABUF, lpsqos: *const QOS, lpgqos: *const QOS
    ) -> i32 = SOCKET_ERROR;
    fn WSACreateEvent() -> WSAEVENT = 0;
    fn WSAEnumNetworkEvents(
        s: SOCKET, heventobject: WSAEVENT, lpnetworkevents: *mut WSANETWORKEVENTS
    ) -> i32 = SOCKET_ERROR;
    fn WSAEventSelect(
        s: SOCKET, heventobject: WSAEVENT, lnetworkevents: i32
    ) -> i32 = SOCKET_ERROR;
    fn WSAGetOverlappedResult(
        s: SOCKET, lpoverlapped: *const OVERLAPPED, lpcbtransfer: *mut u32, fwait: BOOL,
        lpdwflags: *mut u32
    ) -> BOOL = FALSE;
    fn WSAIoctl(
        s: SOCKET, dwiocontrolcode: u32, lpvinbuffer: *const c_void, cbinbuffer: u32,
        lpvoutbuffer: *mut c_void, cboutbuffer: u32, lpcbbytesreturned: *mut u32,
        lpoverlapped: *mut OVERLAPPED, lpcompletionroutine: LPWSAOVERLAPPED_COMPLETION_ROUTINE
    ) -> i32 = SOCKET_ERROR;
    fn WSAPoll(fdarray: *mut WSAPOLLFD, fds: u32, timeout: i32) -> i32 = SOCKET_ERROR;
    fn WSARecv(
        s: SOCKET, lpbuffers: *const WSABUF, dwbuffercount: u32, lpnumberofbytesrecvd: *mut u32,
        lpflags: *mut u32, lpoverlapped: *mut OVERLAPPED,
        lpcompletionroutine: LPWSAOVERLAPPED_COMPLETION_ROUTINE
    ) -> i32 = SOCKET_ERROR;
    fn WSARecvDisconnect(s: SOCKET, lpinbounddisconnectdata: *const WSABUF) -> i32 = SOCKET_ERROR;
    fn WSARecvFrom(
        s: SOCKET, lpbuffers: *const WSABUF, dwbuffercount: u32, lpnumberofbytesrecvd: *mut u32,
        lpflags: *mut u32, lpfrom: *mut SOCKADDR, lpfromlen: *mut i32,
        lpoverlapped: *mut OVERLAPPED, lpcompletionroutine: LPWSAOVERLAPPED_COMPLETION_ROUTINE
    ) -> i32 = SOCKET_ERROR;
    fn WSAResetEvent(hevent: WSAEVENT) -> BOOL = FALSE;
    fn WSASend(
        s: SOCKET, lpbuffers: *const WSABUF, dwbuffercount: u32, lpnumberofbytessent: *mut u32,
        dwflags: u32, lpoverlapped: *mut OVERLAPPED,
        lpcompletionroutine: LPWSAOVERLAPPED_COMPLETION_ROUTINE
    ) -> i32 = SOCKET_ERROR;
    fn WSASendDisconnect(s: SOCKET, lpoutbounddisconnectdata: *const WSABUF) -> i32 = SOCKET_ERROR;
    fn WSASendMsg(
        handle: SOCKET, lpmsg: *const WSAMSG, dwflags: u32, lpnumberofbytessent: *mut u32,
        lpoverlapped: *mut OVERLAPPED, lpcompletionroutine: LPWSAOVERLAPPED_COMPLETION_ROUTINE
    ) -> i32 = SOCKET_ERROR;
    fn WSASendTo(
        s: SOCKET, lpbuffers: *const WSABUF, dwbuffercount: u32, lpnumberofbytessent: *mut u32,
        dwflags: u32, lpto: *const SOCKADDR, itolen: i32, lpoverlapped: *mut OVERLAPPED,
        lpcompletionroutine: LPWSAOVERLAPPED_COMPLETION_ROUTINE
    ) -> i32 = SOCKET_ERROR;
    fn WSASetEvent(hevent: WSAEVENT) -> BOOL = FALSE;
    fn WSASocketA(
        af: i32, r#type: i32, protocol: i32, lpprotocolinfo: *const WSAPROTOCOL_INFOA, g: u32,
        dwflags: u32
    ) -> SOCKET = INVALID_SOCKET;
    fn WSASocketW(
        af: i32, r#type: i32, protocol: i32, lpprotocolinfo: *const WSAPROTOCOL_INFOW, g: u32,
        dwflags: u32
    ) -> SOCKET = INVALID_SOCKET;
    fn WSAStartup(
        wversionrequested: u16, lpwsadata: *mut WSADATA
    ) -> i32 = ERROR_CALL_NOT_IMPLEMENTED.cast_signed();
    fn WSAWaitForMultipleEvents(
        cevents: u32, lphevents: *const HANDLE, fwaitall: BOOL, dwtimeout: u32, falertable: BOOL
    ) -> WAIT_EVENT = WAIT_FAILED;
    fn __WSAFDIsSet(fd: SOCKET, param1: *mut FD_SET) -> i32 = 0;
    prefixed fn accept(
        s: SOCKET, addr: *mut SOCKADDR, addrlen: *mut i32
    ) -> SOCKET = INVALID_SOCKET;
    prefixed fn bind(s: SOCKET, name: *const SOCKADDR, namelen: i32) -> i32 = SOCKET_ERROR;
    fn closesocket(s: SOCKET) -> i32 = SOCKET_ERROR;
    prefixed fn connect(s: SOCKET, name: *const SOCKADDR, namelen: i32) -> i32 = SOCKET_ERROR;
    prefixed fn freeaddrinfo(paddrinfo: *const ADDRINFOA) -> () = ();
    prefixed fn getaddrinfo(
        pnodename: PCSTR, pservicename: PCSTR, phints: *const ADDRINFOA,
        ppresult: *mut *mut ADDRINFOA
    ) -> i32 = ERROR_CALL_NOT_IMPLEMENTED.cast_signed();
    prefixed fn getpeername(
        s: SOCKET, name: *mut SOCKADDR, namelen: *mut i32
    ) -> i32 = SOCKET_ERROR;
    prefixed fn getsockname(
        s: SOCKET, name: *mut SOCKADDR, namelen: *mut i32
    ) -> i32 = SOCKET_ERROR;
    prefixed fn getsockopt(
        s: SOCKET, level: i32, optname: i32, optval: PSTR, optlen: *mut i32
    ) -> i32 = SOCKET_ERROR;
    prefixed fn inet_addr(cp: PCSTR) -> u32 = INADDR_NONE;
    prefixed fn inet_ntoa(r#in: IN_ADDR) -> PSTR = ptr::null_mut();
    prefixed fn inet_ntop(
        family: i32, paddr: *const c_void, pstringbuf: PSTR, stringbufsize: usize
    ) -> PCSTR = ptr::null();
    prefixed fn inet_pton(
        family: i32, pszaddrstring: PCSTR, paddrbuf: *mut c_void
    ) -> i32 = SOCKET_ERROR;
    fn ioctlsocket(s: SOCKET, cmd: i32, argp: *mut u32) -> i32 = SOCKET_ERROR;
    prefixed fn listen(s: SOCKET, backlog: i32) -> i32 = SOCKET_ERROR;
    prefixed fn recv(s: SOCKET, buf: PSTR, len: i32, flags: SEND_RECV_FLAGS) -> i32 = SOCKET_ERROR;
    prefixed fn recvfrom(
        s: SOCKET, buf: PSTR, len: i32, flags: i32, from: *mut SOCKADDR, fromlen: *mut i32
    ) -> i32 = SOCKET_ERROR;
    prefixed fn select(
        nfds: i32, readfds: *mut FD_SET, writefds: *mut FD_SET, exceptfds: *mut FD_SET,
        timeout: *const TIMEVAL
    ) -> i32 = SOCKET_ERROR;
    prefixed fn send(
        s: SOCKET, buf: PCSTR, len: i32, flags: SEND_RECV_FLAGS
    ) -> i32 = SOCKET_ERROR;
    prefixed fn sendto(
        s: SOCKET, buf: PCSTR, len: i32, flags: i32, to: *const SOCKADDR, tolen: i32
    ) -> i32 = SOCKET_ERROR;
    prefixed fn setsockopt(
        s: SOCKET, level: i32, optname: i32, optval: PCSTR, optlen: i32
    ) -> i32 = SOCKET_ERROR;
    prefixed fn shutdown(s: SOCKET, how: WINSOCK_SHUTDOWN_HOW) -> i32 = SOCKET_ERROR;
    prefixed fn socket(
        af: i32, r#type: WINSOCK_SOCKET_TYPE, protocol: i32
    ) -> SOCKET = INVALID_SOCKET;
}
