//! Traces whose threads, devices and ports have names that no scenario can give them, as a trace
//! that was read from elsewhere may have.

use iocp_sim::trace::Trace;

/// The trace with other names, each as long as the one that it stands for. That one must not
/// occur in any other word.
pub(crate) fn renamed(mut trace: Trace, names: &[(&str, &str)]) -> Trace {
    for (old, new) in names {
        assert_eq!(old.len(), new.len(), "names keep their places in sentences");
        each_text(&mut trace, &|text| *text = text.replace(old, new));
    }
    trace
}

fn each_text(trace: &mut Trace, change: &dyn Fn(&mut String)) {
    trace.ports.iter_mut().for_each(|port| change(&mut port.name));
    trace.threads.iter_mut().for_each(|thread| change(&mut thread.name));
    trace.devices.iter_mut().for_each(change);
    for step in &mut trace.steps {
        [&mut step.text, &mut step.event, &mut step.says].into_iter().for_each(change);
        for moved in &mut step.moves {
            let texts = [&mut moved.port, &mut moved.item, &mut moved.from, &mut moved.to];
            texts.into_iter().for_each(change);
        }
        step.results.iter_mut().for_each(|result| change(&mut result.thread));
        for port in &mut step.state {
            change(&mut port.port);
            port.devices.iter_mut().for_each(|(device, _)| change(device));
            let lists = [&mut port.waiting, &mut port.released, &mut port.paused];
            lists.into_iter().flatten().for_each(change);
        }
    }
}
