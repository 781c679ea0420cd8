//! A driver of a machine that plays a lesson, written from the documentation of `Machine::step`.

use std::fmt::Write;
use std::num::NonZeroU32;

use iocp_sim::{Call, DeviceId, Elsewhere::Unbound, Event, Item, Limit, Machine, Misuse};
use iocp_sim::{Place, Profile, Status, ThreadId, Told, Wait};

fn words(line: &str) -> Vec<&str> {
    line.split([' ', ':', '=']).filter(|word| !word.is_empty()).collect()
}

/// Plays the lesson in `text` and tells its outcome.
pub(crate) fn drive(text: &str) -> Result<String, Misuse> {
    let declared = |kind| text.lines().map(words).find(|w| w.first() == Some(&kind)).unwrap();
    let (threads, devices) = (declared("thread"), declared("device"));
    let id = |names: &[&str], name| names.iter().position(|n| *n == name).unwrap() as u32;
    let device = |name| DeviceId(id(&devices, name));
    let name = |t: &ThreadId| threads[t.0 as usize];
    let limit = Limit::new(declared("port")[3].parse().unwrap(), NonZeroU32::MIN);
    let mut port = Machine::new(Profile::Windows11, limit);
    let mut out = String::new();
    for line in text.lines() {
        let event = match words(line)[..] {
            ["associate", socket, _, "key", key] => Event::Associate {
                device: device(socket),
                key: key.parse().unwrap(),
                elsewhere: Unbound,
            },
            [thread, "get", _] => Event::Get {
                thread: ThreadId(id(&threads, thread)),
                call: Call::single(Wait::Forever),
            },
            [socket, "complete", "bytes", bytes] => Event::Complete {
                device: device(socket),
                context: 0,
                status: Status::SUCCESS,
                information: bytes.parse().unwrap(),
            },
            _ => continue,
        };
        let mut told = Told::default();
        let _ = port.step(event, &mut told)?;
        writeln!(out, "{line}").unwrap();
        for moved in &told.moves {
            if let (Item::Packet { n, packet }, Place::Thread(t)) = (moved.item, moved.to) {
                writeln!(out, "  {} got p{n} key={}", name(&t), packet.key).unwrap();
            }
        }
        let now = port.snapshot();
        let line = |s: Vec<_>| s.iter().map(name).collect::<String>();
        let queue: Vec<_> = now.queue.iter().map(|(n, p)| (n, p.key)).collect();
        let (waiting, runs) = (line(now.waiting), line(now.released));
        writeln!(out, "  waiting [{waiting}], runs [{runs}], queue {queue:?}").unwrap();
    }
    Ok(out)
}
