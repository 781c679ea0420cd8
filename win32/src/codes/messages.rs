//! What the errors say, in the words of Microsoft's page on system error codes.

use windows_sys::Win32::Foundation::*;

/// The text of a Win32 error, without the end of its line.
pub(crate) fn message(error: WIN32_ERROR) -> Option<&'static str> {
    MESSAGES.iter().find(|(code, _)| *code == error).map(|(_, text)| *text)
}

const MESSAGES: &[(WIN32_ERROR, &str)] = &[
    (ERROR_SUCCESS, "The operation completed successfully."),
    (ERROR_INVALID_FUNCTION, "Incorrect function."),
    (ERROR_FILE_NOT_FOUND, "The system cannot find the file specified."),
    (ERROR_PATH_NOT_FOUND, "The system cannot find the path specified."),
    (ERROR_ACCESS_DENIED, "Access is denied."),
    (ERROR_INVALID_HANDLE, "The handle is invalid."),
    (ERROR_NOT_ENOUGH_MEMORY, "Not enough memory resources are available to process this command."),
    (ERROR_BAD_COMMAND, "The device does not recognize the command."),
    (ERROR_BAD_LENGTH, "The program issued a command but the command length is incorrect."),
    (
        ERROR_SHARING_VIOLATION,
        "The process cannot access the file because it is being used by another process.",
    ),
    (
        ERROR_LOCK_VIOLATION,
        "The process cannot access the file because another process has locked a portion of the \
         file.",
    ),
    (ERROR_HANDLE_EOF, "Reached the end of the file."),
    (ERROR_NOT_SUPPORTED, "The request is not supported."),
    (ERROR_NETNAME_DELETED, "The specified network name is no longer available."),
    (ERROR_INVALID_PARAMETER, "The parameter is incorrect."),
    (ERROR_BROKEN_PIPE, "The pipe has been ended."),
    (ERROR_CALL_NOT_IMPLEMENTED, "This function is not supported on this system."),
    (ERROR_SEM_TIMEOUT, "The semaphore timeout period has expired."),
    (ERROR_INSUFFICIENT_BUFFER, "The data area passed to a system call is too small."),
    (ERROR_INVALID_NAME, "The filename, directory name, or volume label syntax is incorrect."),
    (ERROR_MOD_NOT_FOUND, "The specified module could not be found."),
    (ERROR_PROC_NOT_FOUND, "The specified procedure could not be found."),
    (ERROR_WAIT_NO_CHILDREN, "There are no child processes to wait for."),
    (ERROR_SIGNAL_REFUSED, "The recipient process has refused the signal."),
    (ERROR_BAD_PATHNAME, "The specified path is invalid."),
    (ERROR_ALREADY_EXISTS, "Cannot create a file when that file already exists."),
    (ERROR_FILENAME_EXCED_RANGE, "The filename or extension is too long."),
    (ERROR_BAD_PIPE, "The pipe state is invalid."),
    (ERROR_PIPE_BUSY, "All pipe instances are busy."),
    (ERROR_NO_DATA, "The pipe is being closed."),
    (ERROR_PIPE_NOT_CONNECTED, "No process is on the other end of the pipe."),
    (ERROR_MORE_DATA, "More data is available."),
    (WAIT_TIMEOUT, "The wait operation timed out."),
    (ERROR_NOT_OWNER, "Attempt to release mutex not owned by caller."),
    (ERROR_TOO_MANY_POSTS, "Too many posts were made to a semaphore."),
    (
        ERROR_MR_MID_NOT_FOUND,
        "The system cannot find message text for message number 0x%1 in the message file for %2.",
    ),
    (ERROR_INVALID_ADDRESS, "Attempt to access invalid address."),
    (ERROR_PIPE_CONNECTED, "There is a process on other end of the pipe."),
    (ERROR_PIPE_LISTENING, "Waiting for a process to open the other end of the pipe."),
    (
        ERROR_MUTANT_LIMIT_EXCEEDED,
        "An attempt was made to acquire a mutant such that its maximum recursive count would have \
         been exceeded.",
    ),
    (ERROR_ABANDONED_WAIT_0, "Abandoned wait."),
    (
        ERROR_OPERATION_ABORTED,
        "The I/O operation has been aborted because of either a thread exit or an application \
         request.",
    ),
    (ERROR_IO_INCOMPLETE, "Overlapped I/O event is not in a signaled state."),
    (ERROR_IO_PENDING, "Overlapped I/O operation is in progress."),
    (ERROR_NOACCESS, "Invalid access to memory location."),
    (ERROR_POSSIBLE_DEADLOCK, "A potential deadlock condition has been detected."),
    (ERROR_NOT_FOUND, "Element not found."),
    (ERROR_CONNECTION_REFUSED, "The remote computer refused the network connection."),
    (ERROR_NETWORK_UNREACHABLE, "The network location cannot be reached."),
    (ERROR_HOST_UNREACHABLE, "The network location cannot be reached."),
    (
        ERROR_PORT_UNREACHABLE,
        "No service is operating at the destination network endpoint on the remote system.",
    ),
    (ERROR_CONNECTION_ABORTED, "The network connection was aborted by the local system."),
    (ERROR_PRIVILEGE_NOT_HELD, "A required privilege is not held by the client."),
    (ERROR_INTERNAL_ERROR, "An internal error occurred."),
    (
        ERROR_NO_SYSTEM_RESOURCES,
        "Insufficient system resources exist to complete the requested service.",
    ),
    (ERROR_TIMEOUT, "This operation returned because the timeout period expired."),
    (ERROR_NOT_SAME_OBJECT, "The two handles do not refer to the same kernel object."),
];
