//! The page of the rules.

use std::fmt::Write;

use iocp_sim::Rule;

use super::escaped;

const PAGE: &str = include_str!("../../../playground/site/rules.html");

/// All rules, in the order of the book.
pub(super) fn page() -> String {
    let mut rules = String::new();
    let mut section = "";
    for rule in Rule::ALL {
        let entry = rule.entry();
        if entry.section != section {
            section = &entry.section;
            let _ = writeln!(rules, "<h2>{}</h2>", escaped(section));
        }
        let planned = if entry.planned { " <span class=\"planned\">planned</span>" } else { "" };
        let _ = writeln!(
            rules,
            "<section class=\"rule\" id=\"{rule}\"><h3>{rule}{planned}</h3>\
             <p class=\"says\">{}</p><p>{}</p><p class=\"quiet\">{}</p></section>",
            escaped(&entry.sentence),
            escaped(&entry.why),
            escaped(&entry.evidence)
        );
    }
    PAGE.replace("<!--rules-->", &rules)
}
