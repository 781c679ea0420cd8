//! The inserts and the escapes of a message, and its width.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use super::{FORMAT_MESSAGE_ARGUMENT_ARRAY, FORMAT_MESSAGE_IGNORE_INSERTS, FORMAT_MESSAGE_OPTIONS};
use crate::codes::Refused;
use windows_sys::Win32::Foundation::{STATUS_INVALID_PARAMETER, STATUS_NOT_SUPPORTED};

/// What inserts are filled with: words, of which some are the addresses of texts.
#[derive(Clone, Copy)]
pub(super) enum Inserts<'a> {
    /// They stay as they are.
    Kept,
    /// The words, and how a text is read.
    From(*const usize, &'a dyn Fn(usize) -> Option<String>),
    /// There are none: an insert is an error.
    Missing,
    /// They come as a va_list, which is not read here.
    Listed,
}

impl<'a> Inserts<'a> {
    /// # Safety
    ///
    /// `words` is null, or has as many words as the message has inserts, and `text` may be called
    /// with each that the message takes for a text.
    pub(super) unsafe fn new(
        flags: FORMAT_MESSAGE_OPTIONS,
        words: *const usize,
        text: &'a dyn Fn(usize) -> Option<String>,
    ) -> Self {
        match (flags & FORMAT_MESSAGE_IGNORE_INSERTS != 0, words.is_null()) {
            (true, _) => Self::Kept,
            (false, true) => Self::Missing,
            _ if flags & FORMAT_MESSAGE_ARGUMENT_ARRAY == 0 => Self::Listed,
            _ => Self::From(words, text),
        }
    }
}

/// The text of a message. A width of 0 keeps its lines, one of 255 makes it one line, and any
/// other breaks lines there.
pub(super) fn expand(template: &str, inserts: Inserts, width: usize) -> Result<String, Refused> {
    let mut text = Text { whole: String::new(), line: 0, width };
    let mut rest = template.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '%' => match rest.next() {
                Some('0') => return Ok(text.whole),
                Some('n') => text.end_line(),
                Some('r') => text.push("\r"),
                Some('t') => text.push("\t"),
                Some('b') => text.push(" "),
                Some(digit @ '1'..='9') => {
                    text.push(&insert(digit, &mut rest, inserts)?);
                }
                Some(other) => text.push(other.encode_utf8(&mut [0; 4])),
                None => return Err(Refused(STATUS_INVALID_PARAMETER)),
            },
            '\r' | '\n' => {
                if letter == '\r' && rest.peek() == Some(&'\n') {
                    rest.next();
                }
                if width == 0 { text.end_line() } else { text.push(" ") }
            }
            _ => text.push(letter.encode_utf8(&mut [0; 4])),
        }
    }
    Ok(text.whole)
}

/// What has been written so far, with the length of its last line.
struct Text {
    whole: String,
    line: usize,
    width: usize,
}

impl Text {
    fn push(&mut self, piece: &str) {
        self.whole.push_str(piece);
        self.line += piece.chars().count();
        if !(1..255).contains(&self.width) || self.line <= self.width {
            return;
        }
        let start = self.whole.rfind('\n').map_or(0, |end| end + 1);
        if let Some(space) = self.whole[start..].rfind(' ') {
            self.whole.replace_range(start + space..=start + space, "\r\n");
            self.line = self.whole[start + space + 2..].chars().count();
        }
    }

    fn end_line(&mut self) {
        self.whole.push_str("\r\n");
        self.line = 0;
    }
}

/// An insert: `%1`, or `%1!format!`.
fn insert(first: char, rest: &mut Peekable<Chars>, inserts: Inserts) -> Result<String, Refused> {
    let mut number = first.to_string();
    number.extend(rest.next_if(char::is_ascii_digit));
    let format: Option<String> = rest.next_if_eq(&'!').map(|_| {
        let format = std::iter::from_fn(|| rest.next_if(|letter| *letter != '!')).collect();
        rest.next();
        format
    });
    let (words, text) = match inserts {
        Inserts::Kept => {
            let format = format.map(|format| format!("!{format}!")).unwrap_or_default();
            return Ok(format!("%{number}{format}"));
        }
        Inserts::Missing => return Err(Refused(STATUS_INVALID_PARAMETER)),
        Inserts::Listed => return Err(Refused(STATUS_NOT_SUPPORTED)),
        Inserts::From(words, text) => (words, text),
    };
    let number: usize = number.parse().expect("it is one digit or two");
    // SAFETY: whoever made the inserts promised that there are as many words.
    let word = unsafe { words.add(number - 1).read_unaligned() };
    filled(&format.unwrap_or_else(|| "s".to_owned()), word, text)
}

/// A word as a format of printf has it: flags, width, precision, a size, a letter.
fn filled(
    format: &str,
    word: usize,
    text: &dyn Fn(usize) -> Option<String>,
) -> Result<String, Refused> {
    let wrong = Refused(STATUS_INVALID_PARAMETER);
    let letter = format.chars().last().ok_or(wrong)?;
    let rest = &format[..format.len() - letter.len_utf8()];
    let size = rest.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(rest.len());
    let is_wide = rest[size..].contains("ll") || rest[size..].contains("I64");
    let rest = &rest[..size];
    let digits = rest.trim_start_matches(['-', '+', ' ', '0', '#']);
    let flags = &rest[..rest.len() - digits.len()];
    let (width, precision) = digits.split_once('.').map_or((digits, None), |(w, p)| (w, Some(p)));
    let count = |digits: &str| match digits {
        "" => Ok(0),
        _ => digits.parse::<usize>().ok().filter(|count| *count <= 0xFFFF).ok_or(wrong),
    };
    let (width, precision) = (count(width)?, precision.map(count).transpose()?);
    let short = word as u32;
    let mut body = String::new();
    let _ = match letter {
        'd' | 'i' if is_wide => write!(body, "{}", word.cast_signed()),
        'd' | 'i' => write!(body, "{}", short.cast_signed()),
        'u' if is_wide => write!(body, "{word}"),
        'u' => write!(body, "{short}"),
        'x' if is_wide => write!(body, "{word:x}"),
        'x' => write!(body, "{short:x}"),
        'X' if is_wide => write!(body, "{word:X}"),
        'X' => write!(body, "{short:X}"),
        'o' => write!(body, "{short:o}"),
        'p' => write!(body, "{word:016X}"),
        'c' | 'C' => {
            write!(body, "{}", char::from_u32(short).unwrap_or(char::REPLACEMENT_CHARACTER))
        }
        's' | 'S' => {
            let text = text(word).unwrap_or_else(|| "(null)".to_owned());
            body.extend(text.chars().take(precision.unwrap_or(usize::MAX)));
            Ok(())
        }
        _ => return Err(wrong),
    };
    Ok(padded(body, flags, width))
}

fn padded(body: String, flags: &str, width: usize) -> String {
    let missing = width.saturating_sub(body.chars().count());
    match (flags.contains('-'), flags.contains('0')) {
        (true, _) => body + &" ".repeat(missing),
        (false, true) => {
            let digits = body.trim_start_matches('-');
            let sign = &body[..body.len() - digits.len()];
            format!("{sign}{}{digits}", "0".repeat(missing))
        }
        (false, false) => " ".repeat(missing) + &body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(template: &str, words: &[usize], width: usize) -> Result<String, Refused> {
        let text = |word: usize| Some(format!("<{word}>"));
        expand(template, Inserts::From(words.as_ptr(), &text), width)
    }

    #[test]
    fn inserts_are_filled() {
        assert_eq!(of("%1 %2!d! %2!u!", &[7, 0xFFFF_FFFF], 0).unwrap(), "<7> -1 4294967295");
        assert_eq!(of("%1!08X!|%1!-4d!|%1!4d!|", &[10], 0).unwrap(), "0000000A|10  |  10|");
        assert_eq!(of("%1!lld!", &[usize::MAX], 0).unwrap(), "-1");
    }

    #[test]
    fn escapes_are_replaced() {
        assert_eq!(of("100%% a%n%tb%!c%0 rest", &[], 0).unwrap(), "100% a\r\n\tb!c");
        assert_eq!(of("%", &[], 0), Err(Refused(STATUS_INVALID_PARAMETER)));
    }

    #[test]
    fn lines_are_broken_at_the_width() {
        assert_eq!(of("a\r\nb\nc", &[], 0).unwrap(), "a\r\nb\r\nc");
        assert_eq!(of("a\r\nb%nc", &[], 255).unwrap(), "a b\r\nc");
        assert_eq!(of("one two three", &[], 8).unwrap(), "one two\r\nthree");
    }

    #[test]
    fn inserts_can_be_kept_and_can_be_missing() {
        assert_eq!(expand("%1 %12!x!", Inserts::Kept, 0).unwrap(), "%1 %12!x!");
        assert_eq!(expand("%1", Inserts::Missing, 0), Err(Refused(STATUS_INVALID_PARAMETER)));
        assert_eq!(expand("none", Inserts::Missing, 0).unwrap(), "none");
    }
}
