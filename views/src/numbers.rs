//! The places of threads, devices and ports in the declarations, by name.

use std::collections::HashMap;

use iocp_sim::trace::Trace;

/// The places, counted from 0.
pub(crate) struct Numbers<'a> {
    threads: HashMap<&'a str, usize>,
    devices: HashMap<&'a str, usize>,
    ports: HashMap<&'a str, usize>,
}

impl<'a> Numbers<'a> {
    pub(crate) fn new(trace: &'a Trace) -> Self {
        let threads = trace.threads.iter().map(|thread| thread.name.as_str());
        let ports = trace.ports.iter().map(|port| port.name.as_str());
        Self {
            threads: threads.zip(0..).collect(),
            devices: trace.devices.iter().map(String::as_str).zip(0..).collect(),
            ports: ports.zip(0..).collect(),
        }
    }

    pub(crate) fn thread(&self, name: &str) -> Option<usize> {
        self.threads.get(name).copied()
    }

    pub(crate) fn device(&self, name: &str) -> Option<usize> {
        self.devices.get(name).copied()
    }

    pub(crate) fn port(&self, name: &str) -> Option<usize> {
        self.ports.get(name).copied()
    }
}
