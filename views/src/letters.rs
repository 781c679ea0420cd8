//! Texts that are cut, and texts among marks.

/// A text of at most so many letters, cut at its end with a mark.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// A text as XML and HTML have it.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // They end a line of a script.
            '\u{2028}' => escaped.push_str("&#8232;"),
            '\u{2029}' => escaped.push_str("&#8233;"),
            // XML has no word for these.
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_its_end_with_a_mark_and_only_where_it_is_long() {
        assert_eq!(shortened("äöüß", 4), "äöüß");
        assert_eq!(shortened("äöüßx", 4), "äöü…");
    }

    #[test]
    fn a_text_has_nothing_that_begins_a_mark_or_ends_a_line() {
        let text = escaped("<a b=\"&amp;\">\u{2028}\u{2029}\u{FFFF}\u{7}'");
        assert_eq!(text, "&lt;a b=&quot;&amp;amp;&quot;&gt;&#8232;&#8233;\u{FFFD} '");
    }
}
