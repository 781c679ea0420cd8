//! The canonical texts of conditions and of kinds of packets.

use crate::sim::scenario::{Condition, Pattern, PortHas, Scenario, Span, ThreadIs};
use crate::structures::Status;
use crate::trace::status_name;

impl Condition {
    /// The condition as it follows `expect`, in canonical form, with the names of a scenario.
    ///
    /// # Panics
    ///
    /// If the scenario does not declare what the condition is about.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::{Condition, PortHas, PortId, Scenario};
    ///
    /// let scenario = Scenario::parse("port P\npost P")?;
    /// let condition = Condition::Port(PortId(0), vec![PortHas::Active(2)]);
    /// assert_eq!(condition.text(&scenario), "P active 2");
    /// # Ok::<(), iocp_sim::sim::ScenarioError>(())
    /// ```
    #[must_use]
    pub fn text(&self, names: &Scenario) -> String {
        match self {
            Self::Refused => "refused".to_owned(),
            Self::Thread(thread, is) => format!("{} {}", names.thread_name(*thread), is.text()),
            Self::Port(port, parts) => {
                let parts = parts.iter().map(|part| format!(" {}", part.text(names)));
                names.port_name(*port).to_owned() + &parts.collect::<String>()
            }
        }
    }
}

impl Pattern {
    /// The kind of packet as it stands in a list, in canonical form.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::Pattern;
    ///
    /// let pattern = Pattern { key: Some(1), bytes: Some(0), ..Pattern::default() };
    /// assert_eq!(pattern.text(), "key=1,bytes=0");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        self.parts().join(",")
    }

    pub(super) fn parts(&self) -> Vec<String> {
        let parts = [
            self.n.map(|n| format!("p{n}")),
            self.key.map(|key| format!("key={key}")),
            self.bytes.map(|bytes| format!("bytes={bytes}")),
            self.status.map(|status| format!("status={}", name_of(status))),
        ];
        parts.into_iter().flatten().collect()
    }
}

impl ThreadIs {
    fn text(&self) -> String {
        match self {
            Self::Got => "got",
            Self::GotOne(pattern) => return format!("got {}", pattern.parts().join(" ")),
            Self::GotList(patterns) => return format!("got {}", packets(patterns)),
            Self::Timeout => "timeout",
            Self::Abandoned => "abandoned",
            Self::Closed => "closed",
            Self::Apc => "apc",
            Self::Refused => "refused",
            Self::Waiting => "waiting",
        }
        .to_owned()
    }
}

impl PortHas {
    fn text(&self, names: &Scenario) -> String {
        match self {
            Self::Devices(devices) => {
                format!("devices {}", list(devices, |&device| names.device_name(device)))
            }
            Self::Queue(patterns) => format!("queue {}", packets(patterns)),
            Self::Waiting(threads) => {
                format!("waiting {}", list(threads, |&thread| names.thread_name(thread)))
            }
            Self::Released(threads) => {
                format!("released {}", list(threads, |&thread| names.thread_name(thread)))
            }
            Self::Paused(threads) => {
                format!("paused {}", list(threads, |&thread| names.thread_name(thread)))
            }
            Self::Active(number) => format!("active {number}"),
        }
    }
}

/// The conditions of one line.
pub(super) fn joined(conditions: &[(Span, Condition)], names: &Scenario) -> String {
    let texts = conditions.iter().map(|(_, condition)| condition.text(names));
    texts.collect::<Vec<_>>().join(" and ")
}

/// The name of `status`, or its value if it has none.
fn name_of(status: Status) -> String {
    status_name(status).map_or_else(|| format!("0x{:08X}", status.0), ToOwned::to_owned)
}

fn packets(patterns: &[Pattern]) -> String {
    list(patterns, Pattern::text)
}

fn list<'a, T, S: AsRef<str>>(items: &'a [T], text: impl Fn(&'a T) -> S) -> String {
    let texts: Vec<S> = items.iter().map(text).collect();
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    format!("[{}]", texts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_written_with_single_blanks_and_decimal_numbers() {
        let cases = [
            ("A  got", "A got"),
            ("A got status=SUCCESS, bytes=0x2 ,key=0", "A got key=0 bytes=2 status=SUCCESS"),
            ("A got p007", "A got p7"),
            ("A got[]", "A got []"),
            ("A got [ p1\tstatus=PENDING,key=0x1 ]", "A got [p1 key=1,status=PENDING]"),
            ("A waiting  and  refused", "A waiting and refused"),
            ("P active 0x0 queue[] devices[D]", "P active 0 queue [] devices [D]"),
            ("P paused [ ] released [ A ] waiting []", "P paused [] released [A] waiting []"),
        ];
        for (text, canonical) in cases {
            let opening = "port P\nthread A\ndevice D\npost P\n";
            let written = Scenario::canonical(&format!("{opening}expect {text}")).unwrap();
            assert_eq!(written, format!("{opening}expect {canonical}\n"));
        }
    }
}
