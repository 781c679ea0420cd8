//! Loom.
#![cfg(loom)]
use iocp_sim::Packet;
use iocp_sim::threads::CompletionPort;
#[test]
fn first() {
    let n = std::sync::atomic::AtomicUsize::new(0);
    let n = std::sync::Arc::new(n);
    let m = n.clone();
    let mut b = loom::model::Builder::new();
    b.preemption_bound = Some(2);
    b.check(move || {
        m.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let port = CompletionPort::new(1);
        let p = port.clone();
        let t = loom::thread::spawn(move || p.get());
        port.post(Packet::default()).unwrap();
        t.join().unwrap().unwrap();
    });
    println!("{n:?}");
}
