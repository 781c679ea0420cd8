//! The canonical texts of steps.

use crate::ids::{DeviceId, ThreadId};
use crate::sim::parse::UNITS;
use crate::sim::scenario::{Content, Get, Pattern, PortId, Scenario, Step, Timeout};
use crate::structures::Status;

impl Step {
    /// The line that tells the step, in canonical form, with the names of a scenario.
    ///
    /// # Panics
    ///
    /// If the scenario does not declare what the step is about.
    ///
    /// # Examples
    ///
    /// ```
    /// use iocp_sim::sim::{Content, PortId, Scenario, Step};
    ///
    /// let scenario = Scenario::parse("port P\npost P")?;
    /// let step = Step::Post(None, PortId(0), Content { key: 7, ..Content::default() });
    /// assert_eq!(step.text(&scenario), "post P key=7");
    /// # Ok::<(), iocp_sim::sim::ScenarioError>(())
    /// ```
    #[must_use]
    pub fn text(&self, names: &Scenario) -> String {
        let port = |port| names.port_name(port);
        let thread = |thread| names.thread_name(thread);
        let device = |device| names.device_name(device);
        match *self {
            Self::Get(by, at, get) => {
                format!("{}: get {}{}", thread(by), port(at), options(get))
            }
            Self::Block(by) => format!("{}: block", thread(by)),
            Self::Unblock(by) => format!("{}: unblock", thread(by)),
            Self::Suspend(whom) => format!("{}: suspend", thread(whom)),
            Self::Resume(whom) => format!("{}: resume", thread(whom)),
            Self::Apc(whom) => format!("{}: apc", thread(whom)),
            Self::Exit(whom) => format!("{}: exit", thread(whom)),
            Self::Post(None, at, content) => format!("post {}{}", port(at), attributes(content)),
            Self::Post(Some(by), at, content) => {
                format!("{}: post {}{}", thread(by), port(at), attributes(content))
            }
            Self::Associate(on, at, key) => {
                format!("associate {} {} key={key}", device(on), port(at))
            }
            Self::Replace(on, at, key) => format!("replace {} {} key={key}", device(on), port(at)),
            Self::Dissociate(on) => format!("dissociate {}", device(on)),
            Self::Complete(on, content) => {
                format!("{}: complete{}", device(on), attributes(Content { key: 0, ..content }))
            }
            Self::ClosePort(at) => format!("close {}", port(at)),
            Self::CloseDevice(on) => format!("close {}", device(on)),
            Self::Advance(ns) => format!("advance {}", duration(ns)),
        }
    }
}

impl Scenario {
    pub(super) fn port_name(&self, port: PortId) -> &str {
        &self.ports[port.0].name
    }

    pub(in crate::sim) fn thread_name(&self, thread: ThreadId) -> &str {
        &self.threads[thread.0 as usize]
    }

    pub(super) fn device_name(&self, device: DeviceId) -> &str {
        &self.devices[device.0 as usize]
    }
}

/// The options of a get, each with the blank before it.
fn options(Get { max, timeout, alertable }: Get) -> String {
    let max = max.map_or(String::new(), |max| format!(" max {max}"));
    let timeout = match timeout {
        Timeout::Never => String::new(),
        Timeout::Poll => " poll".to_owned(),
        Timeout::After(ns) => format!(" timeout {}", duration(ns)),
    };
    max + &timeout + if alertable { " alertable" } else { "" }
}

/// The attributes that are not the default, each with the blank before it.
fn attributes(Content { key, bytes, status }: Content) -> String {
    let pattern = Pattern {
        n: None,
        key: (key != 0).then_some(key),
        bytes: (bytes != 0).then_some(bytes),
        status: (status != Status::SUCCESS).then_some(status),
    };
    pattern.parts().iter().map(|part| format!(" {part}")).collect()
}

/// A duration, in the largest unit that is exact.
fn duration(ns: u64) -> String {
    let exact = |&&(_, size): &&(&str, u64)| ns.is_multiple_of(size);
    match UNITS.iter().rev().find(exact) {
        Some((unit, size)) if ns > 0 => format!("{}{unit}", ns / size),
        _ => ns.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_the_largest_unit_that_is_exact() {
        let cases = [
            (0, "0"),
            (1, "1ns"),
            (999, "999ns"),
            (1_000, "1us"),
            (1_001, "1001ns"),
            (90_000_000, "90ms"),
            (1_000_000_000, "1s"),
            (3_600_000_000_000, "3600s"),
            (u64::MAX, "18446744073709551615ns"),
        ];
        for (ns, text) in cases {
            assert_eq!(duration(ns), text);
        }
    }

    #[test]
    fn a_step_is_written_in_canonical_order_and_without_defaults() {
        let cases = [
            ("A:get P alertable timeout 0 max 0x10", "A: get P max 16 poll alertable"),
            ("A: get P timeout 60000ms", "A: get P timeout 60s"),
            ("A: post P status=CANCELLED bytes=0 key=0x1F", "A: post P key=31 status=CANCELLED"),
            ("post P status=PENDING bytes=3 key=2", "post P key=2 bytes=3 status=PENDING"),
            ("post P status=SUCCESS bytes=0 key=0", "post P"),
            ("associate D P key=0x0", "associate D P key=0"),
            ("replace D P key=0x2", "replace D P key=2"),
            ("dissociate \tD", "dissociate D"),
            ("D :complete status=END_OF_FILE bytes=1", "D: complete bytes=1 status=END_OF_FILE"),
            ("close  D", "close D"),
            ("close  P", "close P"),
            ("advance 0ms", "advance 0"),
            ("A : block", "A: block"),
        ];
        for (text, canonical) in cases {
            let opening = "port P\nthread A\ndevice D\n";
            let written = Scenario::canonical(&format!("{opening}{text}")).unwrap();
            assert_eq!(written, format!("{opening}{canonical}\n"));
        }
    }
}
