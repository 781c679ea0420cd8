//! What holds between steps: INV1, INV2, INV3, P07 and C27, over all ports.
//!
//! The lists are held against what the threads are: associated, blocked, suspended, in a call.

use super::Reference;
use iocp_sim::ThreadId;
use iocp_sim::sim::PortId;

impl Reference {
    /// Says which invariant is broken, and where.
    pub fn check_invariants(&self) -> Result<(), String> {
        for port in (0..self.ports.len()).map(PortId) {
            self.check_active(port)?;
            self.check_no_idle_work(port)?;
            self.check_waiting(port)?;
        }
        self.thread_ids().into_iter().try_for_each(|thread| self.check_place(thread))
    }

    /// INV1 and C27.
    fn check_active(&self, port: PortId) -> Result<(), String> {
        let mut associated = self.thread_ids();
        associated.retain(|thread| self.thread(*thread).port == Some(port));
        let mut running = associated.clone();
        running.retain(|thread| self.runs(*thread));
        let released = self.lists(port).released;
        if released != running {
            return Err(format!("INV1: {port:?} counts {released:?}, but {running:?} run"));
        }
        if released.len() > associated.len() {
            return Err(format!("C27: {port:?} counts {released:?} of {associated:?}"));
        }
        Ok(())
    }

    /// INV2.
    fn check_no_idle_work(&self, port: PortId) -> Result<(), String> {
        let p = &self.ports[port.0];
        if !p.queue.is_empty() && !p.waiting.is_empty() && self.has_free_slot(port) {
            return Err(format!("INV2: {port:?} has a packet, a waiting thread and a slot: {p:?}"));
        }
        Ok(())
    }

    /// INV3.
    fn check_waiting(&self, port: PortId) -> Result<(), String> {
        for thread in &self.ports[port.0].waiting {
            let t = self.thread(*thread);
            if t.port != Some(port) || t.call.is_none_or(|call| call.port != port) {
                return Err(format!("INV3: {thread:?} waits for {port:?} but is {t:?}"));
            }
        }
        Ok(())
    }

    /// P07: in at most one place, and in one exactly when it is associated, with that port.
    fn check_place(&self, thread: ThreadId) -> Result<(), String> {
        let mut places = Vec::new();
        for (n, p) in self.ports.iter().enumerate() {
            for list in [&p.waiting, &p.released, &p.paused] {
                let times = list.iter().filter(|other| **other == thread).count();
                places.extend(vec![PortId(n); times]);
            }
        }
        let expected: Vec<PortId> = self.thread(thread).port.into_iter().collect();
        if places != expected {
            return Err(format!("P07: {thread:?} stands in {places:?}, it has {expected:?}"));
        }
        Ok(())
    }
}
