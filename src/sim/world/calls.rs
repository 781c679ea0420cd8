//! What threads do and what time does to them: gets, posts, ends, deadlines.

use super::{Done, Happened, Impossible, Returned, World};
use crate::ids::ThreadId;
use crate::machine::{Admission, Answer, Call, Event, Misuse, Outcome, Wait};
use crate::rules::Rule;
use crate::sim::scenario::{Content, Get, PortId, Timeout};
use crate::structures::Packet;

impl World {
    pub(super) fn get(
        &mut self,
        thread: ThreadId,
        port: PortId,
        get: Get,
        into: &mut Happened,
    ) -> Result<(), Impossible> {
        let home = self.thread(thread)?.home;
        self.home(thread).must_run(thread)?;
        let call = self.call(get)?;
        let deadline_ns = match get.timeout {
            Timeout::After(ns) => Some(self.now_ns.checked_add(ns).ok_or(Impossible::TimeEnds)?),
            Timeout::Never | Timeout::Poll => None,
        };
        let answer = if home == Some(port) {
            if self.machine(port).admit(call, 0) == Admission::Enter {
                self.finish_packets(thread, Rule::C05, into);
            }
            self.set_deadline(thread, deadline_ns);
            self.at_port(port, Event::Get { thread, call }, into)?
        } else {
            self.switch(thread, port, call, deadline_ns, into)?
        };
        if let Answer::Refused(rule) = answer {
            self.set_deadline(thread, None);
            self.tell_return(Returned { thread, outcome: None, packets: Vec::new(), rule }, into);
        }
        Ok(())
    }

    fn call(&self, get: Get) -> Result<Call, Impossible> {
        let wait = match get.timeout {
            Timeout::Never => Wait::Forever,
            Timeout::Poll => Wait::Poll,
            Timeout::After(_) => Wait::Timed,
        };
        if get.max.is_none() && !get.alertable {
            return Ok(Call::single(wait));
        }
        if !self.profile.has_batches() {
            return Err(Misuse::NoBatches.into());
        }
        Ok(Call::batch(get.max.unwrap_or(1), get.alertable, wait))
    }

    /// Goes from the port that the thread belongs to, if any, to `port`: asks, leaves, enters.
    fn switch(
        &mut self,
        thread: ThreadId,
        port: PortId,
        call: Call,
        deadline_ns: Option<u64>,
        into: &mut Happened,
    ) -> Result<Answer, Impossible> {
        let home = self.threads[thread.0 as usize].home;
        let apcs = self.home(thread).apcs(thread);
        match self.machine(port).admit(call, apcs) {
            Admission::Refused(rule) => {
                into.refused = Some(rule);
                return Ok(Answer::Refused(rule));
            }
            Admission::Returns(outcome, rule) => {
                if outcome == Outcome::Apc {
                    self.at_home(thread, Event::RunApcs { thread }, into)?;
                }
                let packets = Vec::new();
                self.tell_return(Returned { thread, outcome: Some(outcome), packets, rule }, into);
                return Ok(Answer::Done);
            }
            Admission::Enter => {}
        }
        self.finish_packets(thread, Rule::C06, into);
        self.at_home(thread, Event::Leave { thread }, into)?;
        self.threads[thread.0 as usize].home = Some(port);
        for _ in 0..apcs {
            let _ = self.at_port(port, Event::QueueApc { thread }, into)?;
        }
        self.set_deadline(thread, deadline_ns);
        let event = match home {
            Some(_) => Event::Enter { thread, call },
            None => Event::Get { thread, call },
        };
        self.at_port(port, event, into)
    }

    /// A thread that asks again is done with what it had.
    fn finish_packets(&mut self, thread: ThreadId, because: Rule, into: &mut Happened) {
        let known = &mut self.threads[thread.0 as usize];
        // Only a thread that has called a port has packets.
        let Some(port) = known.home else { return };
        let had = known.holds.drain(..);
        into.done.extend(had.map(|packet| Done { port, thread, packet, rule: because }));
    }

    pub(super) fn exit(&mut self, thread: ThreadId, into: &mut Happened) -> Result<(), Impossible> {
        self.at_home(thread, Event::Exit { thread }, into)?;
        let ended = &mut self.threads[thread.0 as usize];
        ended.exited = true;
        ended.deadline_ns = None;
        ended.holds.clear();
        Ok(())
    }

    pub(super) fn post(
        &mut self,
        by: Option<ThreadId>,
        port: PortId,
        content: Content,
        into: &mut Happened,
    ) -> Result<(), Impossible> {
        if let Some(thread) = by {
            self.thread(thread)?;
            self.home(thread).must_run(thread)?;
        }
        let Content { key, bytes, status } = content;
        let packet = Packet { key, context: 0, status, information: bytes.into() };
        self.at_port(port, Event::Post { packet }, into).map(drop)
    }

    /// Ends what is due in the order of the deadlines, ties in the order of declaration.
    pub(super) fn advance(&mut self, ns: u64, into: &mut Happened) -> Result<(), Impossible> {
        self.now_ns = self.now_ns.checked_add(ns).ok_or(Impossible::TimeEnds)?;
        let mut due: Vec<(u64, ThreadId)> = (0..)
            .zip(&self.threads)
            .filter_map(|(number, thread)| Some((thread.deadline_ns?, ThreadId(number))))
            .filter(|&(deadline_ns, _)| deadline_ns <= self.now_ns)
            .collect();
        due.sort_unstable();
        for (_, thread) in due {
            self.set_deadline(thread, None);
            self.at_home(thread, Event::TimedOut { thread }, into)?;
            if into.returns.last().is_none_or(|returned| returned.thread != thread) {
                into.expired.push(thread);
            }
        }
        Ok(())
    }
}
