//! A way through the states of a machine, written as a scenario that `iocp-sim explain` tells.

use std::fmt::Write;

use iocp_sim::{Call, Event, Form, Machine, Profile, ThreadId, Wait};

use crate::search::{Bounds, DEVICE, start};

/// How a deadline that never passes is written.
const NEVER: &str = "3600s";

/// Writes events down, stepping a machine along with them.
pub(crate) struct Program<'a> {
    bounds: &'a Bounds,
    events: &'a [Event],
    machine: Machine,
    /// How many threads with each number have ended: a number is given again.
    ended: Vec<u32>,
    threads: Vec<String>,
    steps: String,
}

impl<'a> Program<'a> {
    pub(crate) fn new(bounds: &'a Bounds, events: &'a [Event]) -> Self {
        let ended = vec![0; bounds.threads as usize];
        let (threads, steps) = (Vec::new(), String::new());
        let mut program = Self { bounds, events, machine: start(bounds), ended, threads, steps };
        for number in 0..events.len() {
            program.write(number);
        }
        program
    }

    /// The scenario. Port Q is where threads go that leave P.
    pub(crate) fn text(&self) -> String {
        let Bounds { profile, limit, device, .. } = self.bounds;
        let mut text = format!("profile {profile}\nprocessors 1\nport P limit {limit}\nport Q\n");
        if !self.threads.is_empty() {
            let _ = writeln!(text, "thread {}", self.threads.join(" "));
        }
        if *device {
            text += "device D\nassociate D P key=9\n";
        }
        text + &self.steps
    }

    /// The name of the thread that has this number at the end.
    pub(crate) fn name(&self, thread: ThreadId) -> String {
        let letter = char::from(b'A' + u8::try_from(thread.0).expect("threads are few"));
        match self.ended[thread.0 as usize] {
            0 => letter.to_string(),
            ended => format!("{letter}{}", ended + 1),
        }
    }

    fn named(&mut self, thread: ThreadId) -> String {
        let name = self.name(thread);
        if !self.threads.contains(&name) {
            self.threads.push(name.clone());
        }
        name
    }

    fn write(&mut self, number: usize) {
        let event = self.events[number];
        let line = match event {
            Event::Post { packet } => format!("post P key={}", packet.key),
            Event::Complete { .. } => "D: complete".to_owned(),
            Event::CloseDevice { device } => {
                assert_eq!(device, DEVICE);
                "close D".to_owned()
            }
            Event::Close => "close P".to_owned(),
            Event::TimedOut { .. } => "advance 1s".to_owned(),
            Event::Get { thread, call } => {
                format!("{}: get P{}", self.named(thread), self.options(number, thread, call))
            }
            Event::Block { thread } => format!("{}: block", self.named(thread)),
            Event::Unblock { thread } => format!("{}: unblock", self.named(thread)),
            Event::Suspend { thread } => format!("{}: suspend", self.named(thread)),
            Event::Resume { thread } => format!("{}: resume", self.named(thread)),
            Event::QueueApc { thread } => format!("{}: apc", self.named(thread)),
            Event::Exit { thread } => format!("{}: exit", self.named(thread)),
            Event::Leave { thread } => format!("{}: get Q poll", self.named(thread)),
            Event::RunApcs { thread } => self.run_apcs(thread),
            Event::Associate { .. }
            | Event::Replace { .. }
            | Event::Remove { .. }
            | Event::Enter { .. } => unreachable!("no world here has this event"),
        };
        let _ = writeln!(self.steps, "{line}");
        let _ = self.machine.step(event, &mut ()).expect("it happened before");
        if let Event::Exit { thread } = event {
            self.ended[thread.0 as usize] += 1;
        }
    }

    /// A get from another port runs the pending APCs and goes nowhere, on the versions that take
    /// the APC first (E09).
    fn run_apcs(&mut self, thread: ThreadId) -> String {
        let pending = self.machine.apcs(thread) > 0;
        match pending && self.bounds.profile >= Profile::Windows7 {
            true => format!("{}: get Q poll alertable", self.named(thread)),
            false => format!("# {} runs its APCs elsewhere", self.name(thread)),
        }
    }

    fn options(&self, number: usize, thread: ThreadId, call: Call) -> String {
        let (max, alertable) = match call.form {
            Form::Single => (String::new(), ""),
            Form::Batch { max, alertable } => {
                (format!(" max {max}"), if alertable { " alertable" } else { "" })
            }
        };
        let wait = match call.wait {
            Wait::Poll => " poll".to_owned(),
            Wait::Forever => String::new(),
            Wait::Timed => format!(" timeout {}", self.timeout(number, thread)),
        };
        format!("{max}{wait}{alertable}")
    }

    /// Each time-out is an `advance` of a second: a deadline is as many of them away.
    fn timeout(&self, number: usize, thread: ThreadId) -> String {
        let mut seconds = 0;
        for event in &self.events[number + 1..] {
            match *event {
                Event::TimedOut { thread: timed_out } => {
                    seconds += 1;
                    if timed_out == thread {
                        return format!("{seconds}s");
                    }
                }
                Event::Get { thread: next, .. } | Event::Exit { thread: next }
                    if next == thread =>
                {
                    return NEVER.to_owned();
                }
                _ => {}
            }
        }
        NEVER.to_owned()
    }
}
