//! The names of NTSTATUS values, without their prefix, as section 20 of the catalogue of rules
//! has them.

use crate::structures::Status;

/// Names and values, in the order of the names.
pub(crate) static STATUSES: &[(&str, u32)] = &[
    ("ABANDONED_WAIT_0", 0x0000_0080),
    ("ACCESS_DENIED", 0xC000_0022),
    ("BUFFER_OVERFLOW", 0x8000_0005),
    ("BUFFER_TOO_SMALL", 0xC000_0023),
    ("CANCELLED", 0xC000_0120),
    ("CONNECTION_ABORTED", 0xC000_0241),
    ("CONNECTION_DISCONNECTED", 0xC000_020C),
    ("CONNECTION_REFUSED", 0xC000_0236),
    ("CONNECTION_RESET", 0xC000_020D),
    ("END_OF_FILE", 0xC000_0011),
    ("FILE_LOCK_CONFLICT", 0xC000_0054),
    ("HOST_UNREACHABLE", 0xC000_023D),
    ("INFO_LENGTH_MISMATCH", 0xC000_0004),
    ("INSTANCE_NOT_AVAILABLE", 0xC000_00AB),
    ("INSUFFICIENT_RESOURCES", 0xC000_009A),
    ("INVALID_DEVICE_REQUEST", 0xC000_0010),
    ("INVALID_HANDLE", 0xC000_0008),
    ("INVALID_PARAMETER", 0xC000_000D),
    ("INVALID_PIPE_STATE", 0xC000_00AD),
    ("INVALID_READ_MODE", 0xC000_00B4),
    ("IO_TIMEOUT", 0xC000_00B5),
    ("LOCAL_DISCONNECT", 0xC000_013B),
    ("LOCK_NOT_GRANTED", 0xC000_0055),
    ("NETWORK_UNREACHABLE", 0xC000_023C),
    ("NOTIFY_CLEANUP", 0x0000_010B),
    ("NOTIFY_ENUM_DIR", 0x0000_010C),
    ("NOT_FOUND", 0xC000_0225),
    ("OBJECT_NAME_NOT_FOUND", 0xC000_0034),
    ("OBJECT_TYPE_MISMATCH", 0xC000_0024),
    ("PENDING", 0x0000_0103),
    ("PIPE_BROKEN", 0xC000_014B),
    ("PIPE_BUSY", 0xC000_00AE),
    ("PIPE_CLOSING", 0xC000_00B1),
    ("PIPE_CONNECTED", 0xC000_00B2),
    ("PIPE_DISCONNECTED", 0xC000_00B0),
    ("PIPE_EMPTY", 0xC000_00D9),
    ("PIPE_LISTENING", 0xC000_00B3),
    ("PIPE_NOT_AVAILABLE", 0xC000_00AC),
    ("PORT_UNREACHABLE", 0xC000_023F),
    ("REMOTE_DISCONNECT", 0xC000_013C),
    ("SHARING_VIOLATION", 0xC000_0043),
    ("SUCCESS", 0x0000_0000),
    ("TIMEOUT", 0x0000_0102),
    ("USER_APC", 0x0000_00C0),
];

/// The status with this name, without its prefix.
///
/// # Examples
///
/// ```
/// use iocp_sim::Status;
/// use iocp_sim::trace::{status_name, status_named};
///
/// assert_eq!(status_named("CANCELLED"), Some(Status(0xC000_0120)));
/// assert_eq!(status_name(Status::SUCCESS), Some("SUCCESS"));
/// ```
#[must_use]
pub fn status_named(name: &str) -> Option<Status> {
    let at = STATUSES.binary_search_by_key(&name, |&(known, _)| known).ok()?;
    Some(Status(STATUSES[at].1))
}

/// The name of `status`, without its prefix.
#[must_use]
pub fn status_name(status: Status) -> Option<&'static str> {
    STATUSES.iter().find(|&&(_, value)| value == status.0).map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_sorted_and_unique_and_so_are_values() {
        assert!(STATUSES.is_sorted_by(|(left, _), (right, _)| left < right));
        let values: BTreeSet<u32> = STATUSES.iter().map(|&(_, value)| value).collect();
        assert_eq!(values.len(), STATUSES.len());
    }

    #[test]
    fn every_name_leads_to_its_value_and_back() {
        for &(name, value) in STATUSES {
            assert_eq!(status_named(name), Some(Status(value)));
            assert_eq!(status_name(Status(value)), Some(name));
        }
        assert_eq!(status_named("STATUS_SUCCESS"), None);
        assert_eq!(status_named("success"), None);
        assert_eq!(status_name(Status(0xDEAD_BEEF)), None);
    }
}
