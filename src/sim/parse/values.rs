//! Numbers, durations, statuses, and the attributes of packets.

use std::num::IntErrorKind;

use super::fault::Fault;
use super::line::{Kind, Line, Token};
use crate::sim::scenario::Pattern;
use crate::structures::Status;
use crate::trace::{STATUSES, status_name, status_named};

/// The units of durations, in nanoseconds. `s` comes last: the others end in it.
pub(in crate::sim) const UNITS: [(&str, u64); 4] =
    [("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000)];

/// Why a word is not the number that it should be.
enum NoNumber {
    Malformed,
    TooLarge,
}

/// The number that `token` writes, which is `of` something.
pub(super) fn number<T: TryFrom<u64>>(token: Token<'_>, of: &str) -> Result<T, Fault> {
    let read = unsigned(token.text);
    let fits = read.and_then(|number| T::try_from(number).map_err(|_| NoNumber::TooLarge));
    fits.map_err(|reason| match reason {
        NoNumber::Malformed => malformed(token, "number", "a number is decimal, or `0x` and hex"),
        NoNumber::TooLarge => {
            let (word, bits) = (token.quoted(), 8 * size_of::<T>());
            Fault::at(token, format!("{word} is too large: {of} has {bits} bits"))
        }
    })
}

/// The nanoseconds of the duration that `token` writes.
pub(super) fn duration(token: Token<'_>) -> Result<u64, Fault> {
    let split = |&(unit, size)| token.text.strip_suffix(unit).map(|number| (number, Some(size)));
    let (number, unit) = UNITS.iter().find_map(split).unwrap_or((token.text, None));
    let nanoseconds = match (unsigned(number), unit) {
        (Ok(0), None) => Ok(0),
        (Ok(_), None) => {
            let message = format!("{} has no unit", token.quoted());
            return Err(Fault::at(token, message).help("`ns`, `us`, `ms` or `s` follows at once"));
        }
        (Ok(number), Some(unit)) => number.checked_mul(unit).ok_or(NoNumber::TooLarge),
        (Err(reason), _) => Err(reason),
    };
    nanoseconds.map_err(|reason| match reason {
        NoNumber::Malformed => malformed(token, "duration", "a duration is written as in `10ms`"),
        NoNumber::TooLarge => {
            let message = format!("{} is too long: nanoseconds have 64 bits", token.quoted());
            Fault::at(token, message)
        }
    })
}

/// Takes one of the `allowed` attributes and its value.
pub(super) fn attribute(
    line: &mut Line<'_>,
    pattern: &mut Pattern,
    allowed: &[&'static str],
) -> Result<(), Fault> {
    let name = line.take();
    if !allowed.contains(&name.text) {
        return Err(Fault::unexpected(name, allowed));
    }
    line.sign(Kind::Equals, "=")?;
    let value = line.take();
    match name.text {
        "key" => put(&mut pattern.key, number(value, "a key")?, name),
        "bytes" => put(&mut pattern.bytes, number(value, "a count of bytes")?, name),
        _ => put(&mut pattern.status, status(value)?, name),
    }
}

/// Fills `slot`, if nothing is in it.
pub(super) fn put<T>(slot: &mut Option<T>, value: T, name: Token<'_>) -> Result<(), Fault> {
    if slot.replace(value).is_some() { Err(Fault::twice(name)) } else { Ok(()) }
}

/// A status has one spelling: its name, or its value if it has none.
fn status(token: Token<'_>) -> Result<Status, Fault> {
    if token.kind != Kind::Word {
        return Err(malformed(token, "status", "a status is a name such as `CANCELLED`"));
    }
    let value = token.text.starts_with("0x").then(|| unsigned(token.text).ok()).flatten();
    let value = value.and_then(|value| u32::try_from(value).ok()).map(Status);
    let name = value.and_then(status_name);
    if let Some(status) = status_named(token.text).or(value.filter(|_| name.is_none())) {
        return Ok(status);
    }
    let fault = Fault::at(token, format!("there is no status {}", token.quoted()));
    let unprefixed = token.text.strip_prefix("STATUS_");
    Err(match (name, unprefixed.filter(|name| status_named(name).is_some())) {
        (Some(name), _) => fault.help(format!("its name is `{name}`")),
        (_, Some(name)) => fault.help(format!("write `{name}`, without the prefix")),
        _ => fault.near(token, STATUSES.iter().map(|&(name, _)| name)),
    })
}

fn unsigned(word: &str) -> Result<u64, NoNumber> {
    let (digits, radix) = word.strip_prefix("0x").map_or((word, 10), |digits| (digits, 16));
    // The library takes a sign.
    if !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(NoNumber::Malformed);
    }
    u64::from_str_radix(digits, radix).map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow => NoNumber::TooLarge,
        _ => NoNumber::Malformed,
    })
}

fn malformed(token: Token<'_>, noun: &str, help: &str) -> Fault {
    let message = if token.kind == Kind::End {
        format!("a {noun} is missing here")
    } else {
        format!("{} is no {noun}", token.quoted())
    };
    Fault::at(token, message).help(help)
}
