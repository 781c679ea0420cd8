//! The ports, threads and devices of a performance, and what is done to them from outside.

use std::collections::BTreeSet;
use std::ptr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use iocp_sim::sim::{Content, PortId, Step};
use iocp_sim::{DeviceId, ThreadId};
use iocp_sim_win32::device::OwnDevice;
use iocp_sim_win32::snapshot;

use super::calls::{self, Handle};
use super::picture::{PortPicture, Seen, StepId, Told};
use super::score::{Measure, Score};
use super::worker::{self, Desk, Shared};

/// Longer than anything takes here.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// What there is of a performance.
#[derive(Debug)]
pub(crate) struct Stage {
    shared: Arc<Shared>,
    threads: Vec<Handle>,
    devices: Vec<OwnDevice>,
}

/// How a thread comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By ExitThread.
    ByItself,
    /// By TerminateThread.
    ByAnother,
}

impl Stage {
    pub(crate) fn open(score: &Score, timeouts_ms: Vec<u32>) -> Self {
        let Score { scenario, steps, .. } = score;
        let desks = scenario.threads.iter().map(|_| Desk::new(steps.len()));
        let shared = Arc::new(Shared {
            steps: steps.clone(),
            ports: scenario.ports.iter().map(|port| calls::open_port(port.limit)).collect(),
            timeouts_ms,
            announced: announced(score),
            told: steps.iter().map(|_| OnceLock::new()).collect(),
            desks: desks.collect(),
        });
        let numbers = 0..scenario.threads.len();
        let threads = numbers.map(|number| worker::begin(&shared, number)).collect();
        let devices = scenario.devices.iter().map(|_| OwnDevice::open()).collect();
        Self { shared, threads, devices }
    }

    /// Lets a step happen, or orders it where a thread is to do it.
    pub(crate) fn perform(&self, id: StepId, end: End) {
        let told = match self.shared.steps[id.0] {
            Step::Get(thread, ..) | Step::Block(thread) | Step::Post(Some(thread), ..) => {
                return self.shared.desk(thread).order(id);
            }
            Step::Post(None, port, content) => calls::post(self.port(port), id, content),
            Step::Unblock(thread) => calls::set(self.shared.desk(thread).gate),
            Step::Suspend(thread) => calls::suspend(self.thread(thread)),
            Step::Resume(thread) => calls::resume(self.thread(thread)),
            Step::Apc(thread) => {
                let count = &self.shared.desk(thread).apcs_run;
                // SAFETY: the thread keeps what is shared.
                unsafe { calls::queue_apc(self.thread(thread), count) }
            }
            Step::Exit(thread) => self.end_thread(id, thread, end),
            Step::Associate(device, port, key) => {
                calls::associate(self.device(device).handle(), self.port(port), key)
            }
            Step::Replace(device, port, key) => self.replace(device, self.port(port).raw(), key),
            Step::Dissociate(device) => self.replace(device, ptr::null_mut(), 0),
            Step::Complete(device, content) => self.complete(id, device, content),
            Step::ClosePort(port) => calls::close(self.port(port).raw()),
            Step::CloseDevice(device) => calls::close(self.device(device).handle()),
            Step::Advance(_) => Told::Done,
        };
        self.shared.tell(id, told);
    }

    fn replace(
        &self,
        device: DeviceId,
        port: iocp_sim_win32::Win32::Foundation::HANDLE,
        key: u64,
    ) -> Told {
        let key = usize::try_from(key).expect("keys have 64 bits");
        match self.device(device).replace(port, key) {
            Ok(()) => Told::Done,
            Err(_) => Told::Refused,
        }
    }

    fn complete(&self, id: StepId, device: DeviceId, content: Content) -> Told {
        let (bytes, status) = (content.bytes as usize, content.status.0.cast_signed());
        let came = self.device(device).complete(calls::context(id), bytes, status);
        Told::Completed(usize::from(came))
    }

    /// Ends a thread, and waits until it has left.
    fn end_thread(&self, id: StepId, thread: ThreadId, end: End) -> Told {
        match end {
            End::ByItself => self.shared.desk(thread).order(id),
            End::ByAnother => calls::terminate(self.thread(thread)),
        }
        self.wait_for_end(thread);
        Told::Done
    }

    fn wait_for_end(&self, thread: ThreadId) {
        until("a thread ends", || {
            self.shared.desk(thread).wake();
            calls::wait(self.thread(thread), 0)
        });
    }

    /// What there is to see.
    pub(crate) fn look(&self) -> Seen {
        let ports = self.shared.ports.iter().map(|port| snapshot(port.raw()));
        let desks = self.shared.desks.iter();
        Seen {
            ports: ports.map(|port| port.as_ref().map(PortPicture::of_snapshot)).collect(),
            told: self.all_told(),
            ran: desks.map(|desk| desk.apcs_run.load(Ordering::SeqCst)).collect(),
        }
    }

    fn all_told(&self) -> Vec<Option<Told>> {
        self.shared.told.iter().map(|told| told.get().copied()).collect()
    }

    pub(crate) fn told(&self, id: StepId) -> Option<Told> {
        self.shared.told[id.0].get().copied()
    }

    /// Waits until a wait that was announced has begun.
    pub(crate) fn wait_for_wait(&self, thread: ThreadId) {
        let limit_ms = u32::try_from(LONG.as_millis()).expect("it is short");
        assert!(calls::wait(self.shared.desk(thread).begins, limit_ms), "no wait begins");
    }

    /// Ends all threads and closes all handles; says which calls have returned meanwhile. Those
    /// that wait end first, since the end of any other lets them go on.
    pub(crate) fn end(self, waiting: &[u32]) -> Vec<StepId> {
        let before = self.all_told();
        let mut threads: Vec<_> = (0..).map(ThreadId).zip(&self.threads).collect();
        threads.sort_by_key(|(thread, _)| !waiting.contains(&thread.0));
        for (thread, handle) in threads {
            calls::terminate(*handle);
            self.wait_for_end(thread);
            // SAFETY: it has ended, and no thread comes here twice.
            unsafe { worker::has_ended(&self.shared) };
            calls::close(handle.raw());
        }
        let late = self.all_told().into_iter().zip(before).enumerate();
        let late = late.filter(|(_, (after, before))| after != before);
        let late = late.map(|(number, _)| StepId(number)).collect();
        self.close_handles();
        late
    }

    /// Closes the handles that no step has closed.
    fn close_handles(&self) {
        let closed = |closes: &dyn Fn(&Step) -> bool| {
            let mut steps = self.shared.steps.iter().zip(self.all_told());
            steps.any(|(step, told)| closes(step) && told == Some(Told::Done))
        };
        for (port, handle) in (0..).map(PortId).zip(&self.shared.ports) {
            if !closed(&|step| *step == Step::ClosePort(port)) {
                calls::close(handle.raw());
            }
        }
        for (device, opened) in (0..).map(DeviceId).zip(&self.devices) {
            if !closed(&|step| *step == Step::CloseDevice(device)) {
                calls::close(opened.handle());
            }
        }
        for desk in &self.shared.desks {
            calls::close(desk.gate.raw());
            calls::close(desk.begins.raw());
        }
    }

    pub(crate) fn port(&self, port: PortId) -> Handle {
        self.shared.ports[port.0]
    }

    fn thread(&self, thread: ThreadId) -> Handle {
        self.threads[thread.0 as usize]
    }

    fn device(&self, device: DeviceId) -> &OwnDevice {
        &self.devices[device.0 as usize]
    }
}

/// The blocks of groups after which their branch goes on.
fn announced(score: &Score) -> BTreeSet<StepId> {
    let groups = score.measures.iter().filter_map(|measure| match measure {
        Measure::Group(branches) => Some(branches),
        Measure::One(_) => None,
    });
    let followed = groups.flatten().flat_map(|branch| &branch[..branch.len() - 1]);
    followed.copied().filter(|id| matches!(score.steps[id.0], Step::Block(_))).collect()
}

/// Waits until something holds, and fails if that takes too long.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LONG, "{what}: that takes too long");
        thread::yield_now();
    }
}
