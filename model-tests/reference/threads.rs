//! What threads do and suffer: get, block, suspend, APC, exit, and the passing of time.
//!
//! Each event answers true when it happened and false when it was refused.

use super::{Call, CallResult, Kind, Packet, Reference, Thread};
use iocp_sim::sim::PortId;
use iocp_sim::{Profile, ThreadId};

impl Reference {
    pub(super) fn get(&mut self, thread: ThreadId, call: Call) -> bool {
        let port = call.port;
        if self.ports[port.0].closed {
            self.end_call(thread, Kind::Closed, Vec::new()); // G05: before any other test
            return true;
        }
        if call.max == 0 {
            self.end_call(thread, Kind::Refused, Vec::new()); // E01
            return false;
        }
        let is_foreign = self.thread(thread).port != Some(port);
        let apc_pends = call.alertable && self.thread(thread).apc;
        if self.profile >= Profile::Windows7 && is_foreign && apc_pends {
            self.thread_mut(thread).apc = false;
            self.end_call(thread, Kind::Apc, Vec::new()); // E09, C28
            return true;
        }
        if let Some(old) = self.thread(thread).port {
            self.ports[old.0].released.retain(|other| *other != thread);
            if is_foreign {
                self.hand_over(old); // C06, C19; a get of the same port hands nothing over, C05
            }
        }
        self.thread_mut(thread).port = Some(port);
        self.thread_mut(thread).call = Some(call);
        self.go_on(thread);
        true
    }

    /// A thread inside its call, in no structure, looks at the queue, the APC and the deadline.
    fn go_on(&mut self, thread: ThreadId) {
        let call = self.thread(thread).call.expect("a thread that goes on is inside a call");
        if call.abandoned {
            self.end_call(thread, Kind::Abandoned, Vec::new()); // K01: it is not counted
            return;
        }
        let port = call.port;
        if self.has_free_slot(port) && !self.ports[port.0].queue.is_empty() {
            let queue = &mut self.ports[port.0].queue;
            let mut packets = Vec::new();
            while !queue.is_empty() && (packets.len() as u64) < u64::from(call.max) {
                packets.push(queue.remove(0));
            }
            self.return_counted(thread, port, Kind::Got, packets); // E02, E08
        } else if call.alertable && self.thread(thread).apc {
            self.thread_mut(thread).apc = false;
            self.return_counted(thread, port, Kind::Apc, Vec::new()); // E07
        } else if call.deadline_ns.is_some_and(|deadline| deadline <= self.now_ns) {
            self.return_counted(thread, port, Kind::Timeout, Vec::new()); // C13, C15
        } else {
            self.ports[port.0].waiting.push(thread); // P03
        }
    }

    /// The get returns and its thread holds a slot of the port, whatever the limit.
    pub(super) fn return_counted(
        &mut self,
        thread: ThreadId,
        port: PortId,
        kind: Kind,
        packets: Vec<Packet>,
    ) {
        self.ports[port.0].waiting.retain(|other| *other != thread);
        self.ports[port.0].released.push(thread);
        self.end_call(thread, kind, packets);
    }

    pub(super) fn end_call(&mut self, thread: ThreadId, kind: Kind, packets: Vec<Packet>) {
        self.thread_mut(thread).call = None;
        self.results.push(CallResult { thread, kind, packets });
    }

    pub(super) fn block(&mut self, thread: ThreadId) -> bool {
        self.thread_mut(thread).blocked += 1;
        if self.thread(thread).blocked == 1 {
            self.pause_released(thread); // C10
        }
        true
    }

    pub(super) fn unblock(&mut self, thread: ThreadId) -> bool {
        self.thread_mut(thread).blocked -= 1;
        self.release_paused(thread); // C11
        true
    }

    pub(super) fn suspend(&mut self, thread: ThreadId) -> bool {
        self.thread_mut(thread).suspended += 1;
        if let Some(port) = self.waits_for(thread) {
            self.ports[port.0].waiting.retain(|other| *other != thread);
            self.ports[port.0].paused.push(thread); // W07: it held no slot
        } else {
            self.pause_released(thread); // C30
        }
        true
    }

    pub(super) fn resume(&mut self, thread: ThreadId) -> bool {
        self.thread_mut(thread).suspended -= 1;
        if self.thread(thread).suspended > 0 {
            return true;
        }
        if let Some(call) = self.thread(thread).call {
            self.ports[call.port.0].paused.retain(|other| *other != thread);
            self.go_on(thread); // W07, K01
        } else {
            self.release_paused(thread); // C30
        }
        true
    }

    pub(super) fn apc(&mut self, thread: ThreadId) -> bool {
        let is_alertable = self.thread(thread).call.is_some_and(|call| call.alertable);
        match self.waits_for(thread) {
            Some(port) if is_alertable => {
                self.return_counted(thread, port, Kind::Apc, Vec::new()); // C14
            }
            _ => self.thread_mut(thread).apc = true, // E06
        }
        true
    }

    pub(super) fn exit(&mut self, thread: ThreadId) -> bool {
        let old = self.thread(thread).port;
        let fresh =
            Thread { port: None, blocked: 0, suspended: 0, apc: false, call: None, exited: true };
        *self.thread_mut(thread) = fresh;
        if let Some(port) = old {
            let p = &mut self.ports[port.0];
            let held_a_slot = p.released.contains(&thread);
            for list in [&mut p.waiting, &mut p.released, &mut p.paused] {
                list.retain(|other| *other != thread);
            }
            if held_a_slot {
                self.hand_over(port); // C18; no other exit frees a slot, C29
            }
        }
        true
    }

    /// Time goes on; the waits whose deadline has come end in its order, then in that of threads.
    pub(super) fn advance(&mut self, ns: u64) -> bool {
        self.now_ns += ns;
        let mut due = Vec::new();
        for port in (0..self.ports.len()).map(PortId) {
            for thread in self.ports[port.0].waiting.clone() {
                let call = self.thread(thread).call.expect("a waiting thread is inside a call");
                if let Some(deadline) = call.deadline_ns.filter(|end| *end <= self.now_ns) {
                    due.push((deadline, thread, port));
                }
            }
        }
        due.sort_by_key(|(deadline, thread, _)| (*deadline, thread.0));
        for (_, thread, port) in due {
            self.return_counted(thread, port, Kind::Timeout, Vec::new()); // C13
        }
        true
    }

    /// A released thread stops counting; its slot may release a waiting thread.
    fn pause_released(&mut self, thread: ThreadId) {
        let Some(port) = self.thread(thread).port else { return };
        let p = &mut self.ports[port.0];
        if p.released.contains(&thread) {
            p.released.retain(|other| *other != thread);
            p.paused.push(thread);
            self.hand_over(port);
        }
    }

    /// A paused thread outside a get counts again once it is neither blocked nor suspended.
    fn release_paused(&mut self, thread: ThreadId) {
        let Some(port) = self.thread(thread).port else { return };
        if self.runs(thread) {
            self.ports[port.0].paused.retain(|other| *other != thread);
            self.ports[port.0].released.push(thread);
        }
    }

    fn waits_for(&self, thread: ThreadId) -> Option<PortId> {
        let port = self.thread(thread).port?;
        self.ports[port.0].waiting.contains(&thread).then_some(port)
    }

    /// It lives, and is in no wait, no get and not suspended.
    pub(super) fn runs(&self, thread: ThreadId) -> bool {
        let t = self.thread(thread);
        !t.exited && t.blocked == 0 && t.suspended == 0 && t.call.is_none()
    }

    pub(super) fn thread(&self, thread: ThreadId) -> &Thread {
        &self.threads[thread.0 as usize]
    }

    pub(super) fn thread_mut(&mut self, thread: ThreadId) -> &mut Thread {
        &mut self.threads[thread.0 as usize]
    }

    /// Every thread there ever was, exited ones included.
    pub(super) fn thread_ids(&self) -> Vec<ThreadId> {
        (0..).take(self.threads.len()).map(ThreadId).collect()
    }
}
