//! The APCs of a thread: how they are queued, and how the thread runs them.

use windows_sys::Win32::Foundation::STATUS_UNSUCCESSFUL;

use super::{Apc, Ending, Thread};
use crate::codes::Refused;
use crate::{inside, waits};

impl Thread {
    /// Queues an APC, which ends an alertable wait.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01), [`Rule::U05`](iocp_sim::Rule::U05).
    pub(crate) fn queue_apc(&self, apc: Apc) -> Result<(), Refused> {
        waits::step(|dispatcher, ends| {
            let mut state = self.state.lock();
            if let Ending::Ended(_) = state.ending {
                return Err(Refused(STATUS_UNSUCCESSFUL));
            }
            state.apcs.push_back(apc);
            drop(state);
            self.at_ports.queue_apc();
            dispatcher.queue_apc(self.who, ends);
            Ok(())
        })
    }

    /// Runs the APCs of the calling thread, in the order in which they came, and those that come
    /// meanwhile; says whether there were any. An alertable wait in one of them runs the next.
    ///
    /// By [`Rule::U01`](iocp_sim::Rule::U01).
    pub(crate) fn run_apcs(&self) -> bool {
        let mut ran = false;
        while let Some(apc) = self.next_apc() {
            ran = true;
            inside::outside(apc);
            self.state.lock().runs_apcs -= 1;
        }
        ran
    }

    fn next_apc(&self) -> Option<Apc> {
        waits::step(|dispatcher, _| {
            let mut state = self.state.lock();
            let apc = state.apcs.pop_front()?;
            state.runs_apcs += 1;
            dispatcher.take_apc(self.who);
            self.at_ports.run_apcs();
            Some(apc)
        })
    }

    /// Makes the port know of the APCs that are pending while the thread is in one of them: it was
    /// told that all of them run. The thread is about to get alertably.
    pub(crate) fn tells_its_port_of_apcs(&self) {
        waits::step(|_, _| {
            let state = self.state.lock();
            if state.runs_apcs > 0 {
                self.at_ports.run_apcs();
                state.apcs.iter().for_each(|_| self.at_ports.queue_apc());
            }
        });
    }
}
