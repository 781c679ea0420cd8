//! What a function returns when it fails.

use super::windows_sys::Declaration;

/// What stands for failure.
pub(super) enum Failure {
    /// An NTSTATUS, which no last error goes with.
    Native,
    /// A value, beside the last error, and the module that a name in it is from.
    Value(&'static str, Option<&'static str>),
}

const FOUNDATION: Option<&str> = Some("Win32::Foundation");
const FILES: Option<&str> = Some("Win32::Storage::FileSystem");
const SOCKETS: Option<&str> = Some("Win32::Networking::WinSock");

/// The error itself, of functions that return it.
const ERROR: Failure = Failure::Value("ERROR_CALL_NOT_IMPLEMENTED.cast_signed()", FOUNDATION);

impl Failure {
    pub(super) fn of(declaration: &Declaration) -> Self {
        match declaration.name.as_str() {
            "CreateFileA" | "CreateFileW" | "CreateNamedPipeA" | "CreateNamedPipeW" => {
                Self::Value("INVALID_HANDLE_VALUE", FOUNDATION)
            }
            "GetFileSize" => Self::Value("INVALID_FILE_SIZE", FILES),
            "SetFilePointer" => Self::Value("INVALID_SET_FILE_POINTER", FILES),
            "HeapSize" => Self::Value("usize::MAX", None),
            "inet_addr" => Self::Value("INADDR_NONE", SOCKETS),
            "WSAStartup" | "getaddrinfo" => ERROR,
            "__WSAFDIsSet" => Self::Value("0", None),
            _ => Self::by_type(declaration),
        }
    }

    fn by_type(declaration: &Declaration) -> Self {
        match declaration.returns.text.as_str() {
            "NTSTATUS" => Self::Native,
            "()" => Self::Value("()", None),
            "BOOL" => Self::Value("FALSE", FOUNDATION),
            "bool" => Self::Value("false", None),
            "WAIT_EVENT" => Self::Value("WAIT_FAILED", FOUNDATION),
            "SOCKET" => Self::Value("INVALID_SOCKET", SOCKETS),
            // In Winsock alone.
            "i32" => Self::Value("SOCKET_ERROR", SOCKETS),
            "HANDLE" | "PSTR" | "*mut c_void" => Self::Value("ptr::null_mut()", None),
            "PCSTR" => Self::Value("ptr::null()", None),
            "u32" | "u64" | "WSAEVENT" | "PTP_IO" | "PTP_WORK" | "PTP_WAIT" | "PTP_TIMER" => {
                Self::Value("0", None)
            }
            other => panic!("{}: how does {other} stand for failure?", declaration.name),
        }
    }
}
