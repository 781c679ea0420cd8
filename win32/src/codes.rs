//! Error codes: the only table that leads from an NTSTATUS to a Win32 error, and what the errors
//! say.

mod messages;
mod table;

use windows_sys::Win32::Foundation::{
    ERROR_ABANDONED_WAIT_0, ERROR_MR_MID_NOT_FOUND, ERROR_SUCCESS, NTSTATUS,
    STATUS_ABANDONED_WAIT_0, STATUS_THREAD_IS_TERMINATING, STATUS_TIMEOUT, STATUS_USER_APC,
    STATUS_WAIT_0, WAIT_IO_COMPLETION, WAIT_TIMEOUT, WIN32_ERROR,
};

pub(crate) use self::messages::message;
use self::table::TABLE;
use crate::dispatcher::Outcome;

/// The upper halves of an NTSTATUS that carries a Win32 error: a warning or an error of the
/// facility NTWIN32.
const CARRIES_WIN32: [u32; 2] = [0x8007, 0xC007];
/// The bit of codes that are not Microsoft's.
const CUSTOMER: u32 = 0x2000_0000;

/// Why a call was refused, or how it ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) NTSTATUS);

/// A Win32 error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Win32Error(pub(crate) WIN32_ERROR);

impl From<Refused> for Win32Error {
    fn from(Refused(status): Refused) -> Self {
        general(status)
    }
}

/// The Win32 error for an NTSTATUS by the general table.
///
/// By [`Rule::R02`](iocp_sim::Rule::R02).
pub(crate) fn general(status: NTSTATUS) -> Win32Error {
    let code = status.cast_unsigned();
    if code == 0 {
        return Win32Error(ERROR_SUCCESS);
    }
    if code & CUSTOMER != 0 {
        return Win32Error(code);
    }
    if let Ok(row) = TABLE.binary_search_by_key(&code, |(status, _)| status.cast_unsigned()) {
        return Win32Error(TABLE[row].1);
    }
    match CARRIES_WIN32.contains(&(code >> 16)) {
        true => Win32Error(code & 0xFFFF),
        false => Win32Error(ERROR_MR_MID_NOT_FOUND),
    }
}

/// The Win32 error for the way in which a get itself ended ([`Rule::R01`](iocp_sim::Rule::R01)).
pub(crate) fn of_get(Refused(status): Refused) -> Win32Error {
    match status {
        STATUS_TIMEOUT => Win32Error(WAIT_TIMEOUT),
        STATUS_ABANDONED_WAIT_0 => Win32Error(ERROR_ABANDONED_WAIT_0),
        STATUS_USER_APC => Win32Error(WAIT_IO_COMPLETION),
        _ => general(status),
    }
}

/// The status for the way in which a wait ended.
pub(crate) fn of_wait(outcome: Outcome) -> NTSTATUS {
    match outcome {
        Outcome::Object(index) => STATUS_WAIT_0 + index.cast_signed(),
        Outcome::Abandoned(index) => STATUS_ABANDONED_WAIT_0 + index.cast_signed(),
        Outcome::Apc => STATUS_USER_APC,
        Outcome::Timeout => STATUS_TIMEOUT,
        Outcome::Ended => STATUS_THREAD_IS_TERMINATING,
    }
}

/// The way in which a wait ended, from its status.
pub(crate) fn outcome(status: NTSTATUS) -> Outcome {
    const LAST: NTSTATUS = STATUS_ABANDONED_WAIT_0 + MAXIMUM_WAIT_OBJECTS.cast_signed();
    match status {
        STATUS_WAIT_0..STATUS_ABANDONED_WAIT_0 => Outcome::Object(status.cast_unsigned()),
        STATUS_ABANDONED_WAIT_0..LAST => {
            Outcome::Abandoned((status - STATUS_ABANDONED_WAIT_0).cast_unsigned())
        }
        STATUS_USER_APC => Outcome::Apc,
        STATUS_TIMEOUT => Outcome::Timeout,
        STATUS_THREAD_IS_TERMINATING => Outcome::Ended,
        _ => unreachable!("no wait ends with {status:#x}"),
    }
}

/// How many objects one wait can be for.
pub(crate) const MAXIMUM_WAIT_OBJECTS: u32 = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, ERROR_TIMEOUT, STATUS_PENDING};

    #[test]
    fn each_way_in_which_a_wait_ends_has_a_status() {
        let numbered = [Outcome::Object(0), Outcome::Object(63), Outcome::Abandoned(63)];
        let others = [Outcome::Abandoned(0), Outcome::Apc, Outcome::Timeout, Outcome::Ended];
        for end in numbered.into_iter().chain(others) {
            assert_eq!(outcome(of_wait(end)), end);
        }
        assert_eq!(of_wait(Outcome::Abandoned(63)), 0xBF);
    }

    #[test]
    fn the_table_is_in_order() {
        let codes = TABLE.iter().map(|(status, _)| status.cast_unsigned());
        assert!(codes.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn three_ends_of_a_get_have_errors_of_their_own() {
        assert_eq!(general(STATUS_TIMEOUT), Win32Error(ERROR_TIMEOUT));
        assert_eq!(of_get(Refused(STATUS_TIMEOUT)), Win32Error(258));
        assert_eq!(of_get(Refused(STATUS_ABANDONED_WAIT_0)), Win32Error(735));
        assert_eq!(of_get(Refused(STATUS_USER_APC)), Win32Error(192));
        assert_eq!(of_get(Refused(STATUS_PENDING)), Win32Error(ERROR_IO_PENDING));
    }

    #[test]
    fn a_code_that_nobody_knows_has_an_error_too() {
        assert_eq!(general(0xC0FF_FFFF_u32.cast_signed()), Win32Error(ERROR_MR_MID_NOT_FOUND));
        assert_eq!(general(0xC007_0005_u32.cast_signed()), Win32Error(5));
        assert_eq!(general(0xE000_0001_u32.cast_signed()), Win32Error(0xE000_0001));
    }
}
