//! Steps: what happens to ports, threads and devices.

use super::fault::Fault;
use super::keywords::{ATTRIBUTES, DEVICE_VERBS, OPTIONS, THREAD_VERBS};
use super::line::{Kind, Line, Token};
use super::names::{Named, Names, Sort};
use super::values::{attribute, duration, number, put};
use crate::ids::{DeviceId, ThreadId};
use crate::sim::scenario::{Content, Get, Pattern, Step, Timeout};
use crate::structures::Status;

/// A step that begins with a name and a colon.
pub(super) fn step_by_name(line: &mut Line<'_>, names: &Names) -> Result<Step, Fault> {
    let name = line.take();
    line.sign(Kind::Colon, ":")?;
    match names.find(name, &[Sort::Thread, Sort::Device], &[])? {
        Named::Thread(thread) => step_of_thread(line, names, name, thread),
        Named::Device(device) => step_of_device(line, name, device),
        port @ Named::Port(_) => Err(port.instead(name, "a thread or device")),
    }
}

/// A step that begins with its verb, which is `verb`.
pub(super) fn step_from_outside(
    line: &mut Line<'_>,
    names: &Names,
    verb: Token<'_>,
) -> Result<Option<Step>, Fault> {
    Ok(Some(match verb.text {
        "post" => post(line, names, None)?,
        "associate" => {
            Step::Associate(names.device(line.take())?, names.port(line.take())?, key(line)?)
        }
        "replace" => {
            Step::Replace(names.device(line.take())?, names.port(line.take())?, key(line)?)
        }
        "dissociate" => Step::Dissociate(names.device(line.take())?),
        "close" => close(line, names)?,
        "advance" => Step::Advance(duration(line.take())?),
        _ => return Ok(None),
    }))
}

fn step_of_thread(
    line: &mut Line<'_>,
    names: &Names,
    name: Token<'_>,
    thread: ThreadId,
) -> Result<Step, Fault> {
    let verb = line.take();
    Ok(match verb.text {
        "get" => get(line, names, thread)?,
        "post" => post(line, names, Some(thread))?,
        "block" => Step::Block(thread),
        "unblock" => Step::Unblock(thread),
        "suspend" => Step::Suspend(thread),
        "resume" => Step::Resume(thread),
        "apc" => Step::Apc(thread),
        "exit" => Step::Exit(thread),
        _ => return Err(not_a_verb(name, verb, Sort::Thread)),
    })
}

fn step_of_device(line: &mut Line<'_>, name: Token<'_>, device: DeviceId) -> Result<Step, Fault> {
    let verb = line.take();
    match verb.text {
        "complete" => complete(line, device),
        _ => Err(not_a_verb(name, verb, Sort::Device)),
    }
}

fn get(line: &mut Line<'_>, names: &Names, thread: ThreadId) -> Result<Step, Fault> {
    let port = names.port(line.take())?;
    let (mut max, mut timeout, mut alertable) = (None, None, None);
    while !line.is_at_end() {
        let option = line.take();
        match option.text {
            "max" => put(&mut max, number(line.take(), "max")?, option)?,
            "timeout" => wait(&mut timeout, after(duration(line.take())?), option)?,
            "poll" => wait(&mut timeout, Timeout::Poll, option)?,
            "alertable" => put(&mut alertable, (), option)?,
            _ => return Err(Fault::unexpected(option, OPTIONS)),
        }
    }
    let timeout = timeout.unwrap_or(Timeout::Never);
    Ok(Step::Get(thread, port, Get { max, timeout, alertable: alertable.is_some() }))
}

fn after(nanoseconds: u64) -> Timeout {
    if nanoseconds == 0 { Timeout::Poll } else { Timeout::After(nanoseconds) }
}

fn wait(slot: &mut Option<Timeout>, timeout: Timeout, option: Token<'_>) -> Result<(), Fault> {
    let help = "a get has one `timeout`, or one `poll`";
    put(slot, timeout, option)
        .map_err(|_| Fault::at(option, "how long the get waits is said twice").help(help))
}

fn post(line: &mut Line<'_>, names: &Names, thread: Option<ThreadId>) -> Result<Step, Fault> {
    let port = names.port(line.take())?;
    Ok(Step::Post(thread, port, content(line, ATTRIBUTES)?))
}

fn complete(line: &mut Line<'_>, device: DeviceId) -> Result<Step, Fault> {
    Ok(Step::Complete(device, content(line, &["bytes", "status"])?))
}

fn content(line: &mut Line<'_>, allowed: &[&'static str]) -> Result<Content, Fault> {
    let mut pattern = Pattern::default();
    while !line.is_at_end() {
        let name = line.peek();
        if name.text == "key" && !allowed.contains(&"key") {
            let message = "`complete` has no key: the device's own counts";
            return Err(Fault::at(name, message));
        }
        attribute(line, &mut pattern, allowed)?;
    }
    Ok(Content {
        key: pattern.key.unwrap_or(0),
        bytes: pattern.bytes.unwrap_or(0),
        status: pattern.status.unwrap_or(Status::SUCCESS),
    })
}

/// The key of an association, which must be written.
fn key(line: &mut Line<'_>) -> Result<u64, Fault> {
    let (at, mut pattern) = (line.peek(), Pattern::default());
    attribute(line, &mut pattern, &["key"])?;
    pattern.key.ok_or_else(|| Fault::unexpected(at, &["key"]))
}

fn close(line: &mut Line<'_>, names: &Names) -> Result<Step, Fault> {
    let name = line.take();
    match names.find(name, &[Sort::Port, Sort::Device], &[])? {
        Named::Port(port) => Ok(Step::ClosePort(port)),
        Named::Device(device) => Ok(Step::CloseDevice(device)),
        thread @ Named::Thread(_) => Err(thread.instead(name, "a port or device")),
    }
}

/// The fault of a verb that `name`, which is of this sort, cannot do.
fn not_a_verb(name: Token<'_>, verb: Token<'_>, sort: Sort) -> Fault {
    let (own, others, other) = match sort {
        Sort::Device => (DEVICE_VERBS, THREAD_VERBS, Sort::Thread.noun()),
        Sort::Thread | Sort::Port => (THREAD_VERBS, DEVICE_VERBS, Sort::Device.noun()),
    };
    let (name, quoted, noun) = (name.quoted(), verb.quoted(), sort.noun());
    if others.contains(&verb.text) {
        Fault::at(verb, format!("{name} is a {noun}, and {quoted} is for a {other}"))
    } else if ["associate", "replace", "dissociate", "close", "advance"].contains(&verb.text) {
        Fault::at(verb, format!("{quoted} begins the line: nobody stands before it"))
    } else {
        Fault::unexpected(verb, own)
    }
}
