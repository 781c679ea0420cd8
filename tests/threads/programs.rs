//! Random programs of calls by a few threads, one call after the other, recorded from somewhere in
//! the middle: the scenario that is made of each recording does the same.

use std::cell::RefCell;
use std::time::Duration;

use iocp_sim::recordings::Untold;
use iocp_sim::sim::{Scenario, run};
use iocp_sim::threads::{CompletionPort, Device, GetError, Pause, Recorded, Thread, leave};
use iocp_sim::{Packet, Profile, Status};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::crew::{Begun, Worker, until};
use crate::told::told;

const THREADS: usize = 3;

/// Something that a thread of the program does, or has done to it.
#[derive(Clone, Copy, Debug)]
enum Act {
    Get(Ask),
    /// A get of the other port, which makes the thread leave this one.
    GetElsewhere,
    Leave,
    Block,
    Unblock,
    Suspend,
    Resume,
    QueueApc,
    RunApcs,
    /// It ends, and another one takes its place.
    Exit,
    Post(Packet),
    Associate {
        key: u64,
        elsewhere: bool,
    },
    Replace(u64),
    Dissociate,
    Complete(Status),
    CloseDevice,
    Close {
        elsewhere: bool,
    },
}

#[derive(Clone, Copy, Debug)]
enum Ask {
    Poll,
    Forever,
    Timed,
    Batch { max: u32, alertable: bool, poll: bool },
}

fn ask() -> impl Strategy<Value = Ask> {
    let batch = (0..3_u32, any::<bool>(), any::<bool>());
    let batch = batch.prop_map(|(max, alertable, poll)| Ask::Batch { max, alertable, poll });
    prop_oneof![3 => Just(Ask::Poll), 3 => Just(Ask::Forever), 1 => Just(Ask::Timed), 2 => batch]
}

fn status() -> impl Strategy<Value = Status> {
    select(vec![Status::SUCCESS, Status(0xC000_0120), Status(0xE000_0001)])
}

fn packet() -> impl Strategy<Value = Packet> {
    let numbers = (0..4_u64, select(vec![0, 0x1000]), select(vec![0, 512]), status());
    numbers.prop_map(|(key, context, information, status)| Packet {
        key,
        context,
        status,
        information,
    })
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        10 => ask().prop_map(Act::Get),
        2 => Just(Act::GetElsewhere),
        1 => Just(Act::Leave),
        3 => Just(Act::Block),
        3 => Just(Act::Unblock),
        2 => Just(Act::Suspend),
        3 => Just(Act::Resume),
        2 => Just(Act::QueueApc),
        1 => Just(Act::RunApcs),
        1 => Just(Act::Exit),
        8 => packet().prop_map(Act::Post),
        2 => (0..3_u64, select(vec![false, false, true]))
            .prop_map(|(key, elsewhere)| Act::Associate { key, elsewhere }),
        1 => (0..3_u64).prop_map(Act::Replace),
        1 => Just(Act::Dissociate),
        3 => status().prop_map(Act::Complete),
        1 => Just(Act::CloseDevice),
        1 => any::<bool>().prop_map(|elsewhere| Act::Close { elsewhere }),
    ]
}

/// A thread of the program, as whoever drives it knows it.
struct Player {
    worker: Worker,
    thread: Thread,
    get: Option<Begun<Result<(), GetError>>>,
    blocked: bool,
    suspended: u32,
}

thread_local! {
    static PAUSE: RefCell<Option<Pause>> = const { RefCell::new(None) };
}

impl Player {
    fn new() -> Self {
        let worker = Worker::new();
        let thread = worker.does(Thread::current);
        Self { worker, thread, get: None, blocked: false, suspended: 0 }
    }

    /// Whether it would do at once what it is told.
    fn is_free(&self) -> bool {
        self.get.is_none() && self.suspended == 0
    }

    fn gets(&mut self, port: &CompletionPort, ask: Ask) {
        let port = port.clone();
        self.get = Some(self.worker.begins(move || match ask {
            Ask::Poll => port.poll().map(drop),
            Ask::Forever => port.get().map(drop),
            Ask::Timed => port.get_timeout(Duration::from_micros(200)).map(drop),
            Ask::Batch { max, alertable, poll } => {
                let (mut batch, timeout) = (Vec::new(), poll.then_some(Duration::ZERO));
                let got = match alertable {
                    false => port.get_many(&mut batch, max, timeout),
                    true => port.get_many_alertable(&mut batch, max, timeout),
                };
                if got == Err(GetError::Apc) {
                    Thread::current().run_apcs();
                }
                got.map(drop)
            }
        }));
    }

    /// It ends, whatever it does.
    fn ends(mut self) {
        self.thread.end();
        if let Some(get) = self.get.take() {
            let _ = get.done();
        }
        self.worker.exits();
    }
}

/// Two ports, of which the first is recorded.
struct Stage {
    here: CompletionPort,
    there: CompletionPort,
    device: Device,
    players: Vec<Player>,
}

impl Stage {
    fn new(profile: Profile, limit: u32) -> Self {
        let port = |limit| CompletionPort::builder().profile(profile).limit(limit).build();
        let players = (0..THREADS).map(|_| Player::new()).collect();
        Self { here: port(limit), there: port(1), device: Device::new(), players }
    }

    /// Does it, unless the thread can not or would not return; whatever is refused is refused.
    fn act(&mut self, by: usize, act: Act) {
        let player = &mut self.players[by];
        let runs = player.is_free() && !player.blocked;
        match act {
            Act::Get(ask) if runs => player.gets(&self.here, ask),
            Act::GetElsewhere if runs => player.gets(&self.there, Ask::Poll),
            Act::Leave if runs => player.worker.does(leave),
            Act::RunApcs if runs => player.worker.does(|| Thread::current().run_apcs()),
            Act::Block if runs => {
                player.worker.does(|| PAUSE.set(Some(Pause::begin())));
                player.blocked = true;
            }
            Act::Unblock if player.blocked => {
                player.worker.does(|| drop(PAUSE.take()));
                player.blocked = false;
            }
            Act::Suspend => {
                player.thread.suspend();
                player.suspended += 1;
            }
            Act::Resume => {
                player.thread.resume();
                player.suspended = player.suspended.saturating_sub(1);
            }
            Act::QueueApc => player.thread.queue_apc(),
            Act::Exit => std::mem::replace(player, Player::new()).ends(),
            Act::Post(packet) => drop(self.here.post(packet)),
            Act::Associate { key, elsewhere } => {
                let port = if elsewhere { &self.there } else { &self.here };
                let _ = port.associate(&self.device, key);
            }
            Act::Replace(key) => drop(self.here.replace(&self.device, key)),
            Act::Dissociate => drop(self.device.dissociate()),
            Act::Complete(status) => drop(self.device.complete(7, 512, status)),
            Act::CloseDevice => self.device = Device::new(),
            Act::Close { elsewhere } => drop(match elsewhere {
                true => self.there.close(),
                false => self.here.close(),
            }),
            _ => {}
        }
        self.settle();
    }

    /// Waits until each get has returned, or waits at the port.
    fn settle(&mut self) {
        let Self { here, players, .. } = self;
        let players = RefCell::new(players);
        until(here, |snapshot| {
            let mut waiting = 0;
            for player in players.borrow_mut().iter_mut() {
                if player.get.as_ref().is_some_and(Begun::is_done) {
                    player.get = None;
                }
                waiting += usize::from(player.get.is_some() && player.suspended == 0);
            }
            snapshot.waiting.len() == waiting
        });
    }
}

/// What holds of a recording, whatever happened in it.
fn check(recorded: &Recorded, profile: Profile) -> Result<(), TestCaseError> {
    prop_assert_eq!(recorded.replay(), Ok(()));
    let scenario = match recorded.scenario() {
        Ok(scenario) => scenario,
        Err(Untold::Nothing) => return Ok(()),
        Err(Untold::Apcs { .. }) if profile == Profile::Vista => return Ok(()),
        Err(untold) => return Err(TestCaseError::fail(untold.to_string())),
    };
    told(recorded).map_err(TestCaseError::fail)?;
    let trace = recorded.trace().map_err(|untold| TestCaseError::fail(untold.to_string()))?;
    let written = Scenario::parse(&trace.scenario(trace.steps.len()));
    let written = written.map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(&written, &scenario);
    prop_assert_eq!(run(&written).trace.text(), trace.text());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    })]

    #[test]
    fn whatever_threads_do_is_told(
        profile in select(vec![Profile::Xp, Profile::Vista, Profile::Windows7, Profile::Windows11]),
        limit in 1..3_u32,
        before in vec((0..THREADS, act()), 0..20),
        after in vec((0..THREADS, act()), 1..30),
    ) {
        let mut stage = Stage::new(profile, limit);
        for (by, act) in before {
            stage.act(by, act);
        }
        let recording = stage.here.record(1_000);
        for (by, act) in after {
            stage.act(by, act);
        }
        let recorded = recording.finish();
        stage.players.into_iter().for_each(Player::ends);
        check(&recorded, profile)?;
    }
}
