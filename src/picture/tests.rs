//! Exact pictures, and that every picture fits.

use super::*;
use crate::structures::Status;
use crate::trace::Packet;

const UNICODE_80: Style = Style { ascii: false, width: 80 };
const ASCII_80: Style = Style { ascii: true, width: 80 };

/// Threads with the packets that they have in hand: none, or these.
const NO_HANDS: &[(&str, &str)] = &[];
const STEP_12_HANDS: &[(&str, &str)] = &[("C", "p3"), ("D", "p2")];
const WORKER_HANDS: &[(&str, &str)] =
    &[("worker-1", "p10"), ("worker-2", "p1 p2 p4"), ("worker-3", "p5 p6 p7"), ("worker-4", "p8")];

#[test]
fn an_empty_port_says_so_under_each_structure() {
    check(
        &PortState { devices: Vec::new(), ..port(1) },
        NO_HANDS,
        UNICODE_80,
        r"
  devices     completion queue        waiting          released          paused
              ────────────────────    ╭─────────────   ┌──────┐┃
               ·   ·   ·   ·   ·  ▸   │                │ ·    │┃
              ────────────────────    ╰─────────────   └──────┘┃
  none        empty                   nobody           0 of 1            nobody",
    );
}

#[test]
fn a_thread_over_the_limit_stands_outside_the_wall() {
    check(
        &step_12(),
        STEP_12_HANDS,
        UNICODE_80,
        r"
  devices     completion queue        waiting          released          paused
  socket 1    ────────────────────    ╭─────────────   ┌──────┐┃ ▒▒▒▒▒
  file   2     ·   ·   ·   p5  p4 ▸   │ A  B           │ C p3 │┃ D p2
              ────────────────────    ╰─────────────   └──────┘┃ ▒▒▒▒▒
              2 queued, p4 first      B next           2 of 1, 1 over    nobody",
    );
}

#[test]
fn ascii_draws_the_same_picture() {
    check(
        &step_12(),
        STEP_12_HANDS,
        ASCII_80,
        r"
  devices     completion queue        waiting          released          paused
  socket 1    --------------------    +-------------   +------+# %%%%%
  file   2     .   .   .   p5  p4 >   | A  B           | C p3 |# D p2
              --------------------    +-------------   +------+# %%%%%
              2 queued, p4 first      B next           2 of 1, 1 over    nobody",
    );
}

#[test]
fn a_paused_thread_keeps_its_packet_and_no_slot() {
    let mut state = step_12();
    state.paused = vec![state.released.pop().unwrap()];
    check(
        &state,
        STEP_12_HANDS,
        UNICODE_80,
        r"
  devices     completion queue        waiting          released          paused
  socket 1    ────────────────────    ╭─────────────   ┌──────┐┃
  file   2     ·   ·   ·   p5  p4 ▸   │ A  B           │ C p3 │┃         D p2
              ────────────────────    ╰─────────────   └──────┘┃
              2 queued, p4 first      B next           1 of 1            1",
    );
}

#[test]
fn a_closed_port_says_so_above() {
    let mut state = PortState { closed: true, ..port(1) };
    state.queue = packets(4, 1);
    check(
        &state,
        NO_HANDS,
        UNICODE_80,
        r"
  port P is closed
  devices     completion queue        waiting          released          paused
  socket 1    ────────────────────    ╭─────────────   ┌──────┐┃
  file   2     ·   ·   ·   ·   p4 ▸   │                │ ·    │┃
              ────────────────────    ╰─────────────   └──────┘┃
              1 queued, p4 first      nobody           0 of 1            nobody",
    );
    let first = |state: &PortState| picture(state, NO_HANDS, ASCII_80).swap_remove(0);
    state.destroyed = true;
    assert_eq!(first(&state), "  port P is closed and destroyed");
    state.closed = false;
    assert_eq!(first(&state), "  port P is destroyed");
}

#[test]
fn a_slot_that_nobody_takes_is_drawn_free() {
    let state = PortState { released: names("C"), ..port(2) };
    check(
        &state,
        STEP_12_HANDS,
        UNICODE_80,
        r"
  devices     completion queue        waiting          released          paused
  socket 1    ────────────────────    ╭─────────────   ┌──────┐┃
  file   2     ·   ·   ·   ·   ·  ▸   │                │ C p3 │┃
              ────────────────────    ╰─────────────   │ ·    │┃
                                                       └──────┘┃
              empty                   nobody           1 of 2            nobody",
    );
}

#[test]
fn a_huge_limit_leaves_the_box_open_below() {
    let state = PortState { released: names("C"), ..port(u32::MAX) };
    check(
        &state,
        STEP_12_HANDS,
        UNICODE_80,
        r"
  devices     completion queue        waiting          released          paused
  socket 1    ────────────────────    ╭─────────────   ┌──────┐┃
  file   2     ·   ·   ·   ·   ·  ▸   │                │ C p3 │┃
              ────────────────────    ╰─────────────   │ ·    │┃
                                                       │ ·    │┃
                                                       │ ·    │┃
                                                       └╌╌╌╌╌╌┘┃
              empty                   nobody           1 of 4294967295   nobody",
    );
}

#[test]
fn a_box_is_open_below_only_if_a_free_slot_is_left_out() {
    let bottom = |limit, threads: &str| {
        let state = PortState { released: names(threads), ..port(limit) };
        picture(&state, NO_HANDS, ASCII_80).remove(6)[55..].to_owned()
    };
    assert_eq!(bottom(4, "A"), "+------+#");
    assert_eq!(bottom(5, "A B C D"), "+......+#");
    assert_eq!(bottom(5, "A B C D E"), "+------+#");
    assert_eq!(bottom(6, "A B C D E"), "+......+#");
}

#[test]
fn many_of_everything_is_counted() {
    let hands: &[(&str, &str)] =
        &[("r0", "p1"), ("r4", "p2 p3 p4"), ("s0", "p5"), ("s1", "p6 p8 p9"), ("r5", "p7")];
    check(
        &many(4),
        hands,
        UNICODE_80,
        r"
  devices     completion queue   waiting         released               paused
  dev0    0   ───────────────    ╭────────────   ┌─────────┐┃ ▒▒▒▒▒▒▒▒
  dev1    7       … +13  p10 ▸   │ +28  w1  w0   │ r0 p1   │┃ r4 p2-p4  s0 p5
  dev2   14   ───────────────    ╰────────────   │ r1      │┃ r5 p7     s1 p6 +2
  dev3   21                                      │ r2      │┃ r6        s2
  dev4   28                                      │ r3      │┃ +5        s3
  +15                                            └─────────┘┃ ▒▒▒▒▒▒▒▒  +4
              14, p10 first      w0 next         12 of 4, 8 over        8",
    );
}

#[test]
fn more_threads_than_rows_are_counted_in_the_box() {
    check(
        &many(64),
        NO_HANDS,
        ASCII_80,
        r"
  devices     completion queue        waiting          released          paused
  dev0    0   --------------------    +-------------   +---------+#
  dev1    7       ~ +12  p11  p10 >   | +28  w1  w0    | r0      |#      s0
  dev2   14   --------------------    +-------------   | r1      |#      s1
  dev3   21                                            | r2      |#      s2
  dev4   28                                            | +9      |#      s3
  +15                                                  +.........+#      +4
              14 queued, p10 first    w0 next          12 of 64          8",
    );
}

#[test]
fn long_names_are_cut_in_the_middle() {
    let mut state = workers();
    state.devices = vec![("listener-socket".into(), u64::MAX), ("file".into(), 7)];
    check(
        &state,
        WORKER_HANDS,
        UNICODE_80,
        r"
  devices          completion queue   waiting      released              paused
  liste…et 184…15  ───────────────    ╭─────────   ┌─────────┐┃ ▒▒▒▒▒▒▒
  file          7   p14  p13  p12 ▸   │ +2  wo…5   │ w…1 p10 │┃ wo…3 +3  wo…4 p8
                   ───────────────    ╰─────────   │ wo…2 +3 │┃ ▒▒▒▒▒▒▒
                                                   └─────────┘┃
                   3, p12 first       wor…-5 next  3 of 2, 1 over        1",
    );
}

#[test]
fn a_wider_line_cuts_less() {
    check(
        &workers(),
        WORKER_HANDS,
        Style { ascii: true, width: 96 },
        r"
  devices     completion queue   waiting        released                            paused
  socket 1    ---------------    +-----------   +----------------+# %%%%%%%%%%%%%%
  file   2     p14  p13  p12 >   | +2  wor~-5   | worker-1 p10   |# worker-3 p5-p7  worker-4 p8
              ---------------    +-----------   | worker-2 p1 +2 |# %%%%%%%%%%%%%%
                                                +----------------+#
              3, p12 first       worker-5 next  3 of 2, 1 over                      1",
    );
}

#[test]
fn a_wide_line_gives_its_room_to_the_queue_and_the_waiting_threads() {
    check(
        &step_12(),
        STEP_12_HANDS,
        Style { ascii: false, width: 96 },
        r"
  devices     completion queue                  waiting                released          paused
  socket 1    ──────────────────────────────    ╭───────────────────   ┌──────┐┃ ▒▒▒▒▒
  file   2       ·   ·   ·   ·   ·   p5  p4 ▸   │ A  B                 │ C p3 │┃ D p2
              ──────────────────────────────    ╰───────────────────   └──────┘┃ ▒▒▒▒▒
              2 queued, p4 first                B next                 2 of 1, 1 over    nobody",
    );
}

#[test]
fn the_width_counts_from_80_to_120() {
    let drawn = |width| picture(&many(4), NO_HANDS, Style { width, ..UNICODE_80 });
    assert_eq!(drawn(0), drawn(80));
    assert_ne!(drawn(80), drawn(81));
    assert_ne!(drawn(119), drawn(120));
    assert_eq!(drawn(120), drawn(500));
}

#[test]
fn a_hand_is_told_in_the_room_that_there_is() {
    let label = |packets: &str, width| labels::thread("worker-1", &names(packets), width, '~');
    assert_eq!(label("", 20), "worker-1");
    assert_eq!(label("", 6), "wor~-1");
    assert_eq!(label("p2", 11), "worker-1 p2");
    assert_eq!(label("p2", 10), "work~-1 p2");
    assert_eq!(label("p9 p10 p11", 20), "worker-1 p9-p11");
    assert_eq!(label("p9 p10 p11", 10), "wo~1 p9 +2");
    assert_eq!(label("p9 p10 p11", 9), "wor~-1 +3");
    assert_eq!(label("p9 p11", 20), "worker-1 p9 +1");
    assert_eq!(label("p123456789", 20), "worker-1 p1234~89");
    assert_eq!(label("p2", 6), "w~1 p2");
    assert_eq!(label("p123456", 6), "w~1 +1");
    assert_eq!(label("p2", 1), "~");
    assert_eq!(label("p2", 0), "");
}

#[test]
fn no_line_is_too_wide_or_ends_in_a_blank() {
    let mut seen = Seen::default();
    for seed in 0..4000 {
        let (state, hands) = generated(seed);
        let holds = |thread: &str| hands[thread.len() % hands.len()].clone();
        for ascii in [false, true] {
            let width = 80 + seed % 51;
            let lines = draw(&state, &holds, Style { ascii, width });
            for line in &lines {
                let shown = lines.join("\n");
                assert!(line.chars().count() <= width.min(120), "seed {seed}\n{shown}");
                assert!(!line.ends_with(' '), "seed {seed}\n{shown}");
                assert!(line.starts_with("  "), "seed {seed}\n{shown}");
                assert!(!ascii || line.is_ascii(), "seed {seed}\n{shown}");
            }
            assert!(lines.len() <= 9, "seed {seed}: {} lines", lines.len());
            seen.look(&lines);
        }
    }
    assert!(seen.full && seen.over && seen.cut && seen.counted && seen.closed);
}

/// What the generated pictures showed at least once.
#[derive(Default)]
struct Seen {
    full: bool,
    over: bool,
    cut: bool,
    counted: bool,
    closed: bool,
}

impl Seen {
    fn look(&mut self, lines: &[String]) {
        let any = |part: &str| lines.iter().any(|line| line.contains(part));
        self.full |= lines.iter().any(|line| line.chars().count() == 80);
        self.over |= any("▒");
        self.cut |= any("…");
        self.counted |= any("+1");
        self.closed |= any("closed");
    }
}

/// A port with up to 40 of everything, and hands for its threads.
fn generated(seed: usize) -> (PortState, Vec<Vec<String>>) {
    let mut random = seed as u64 + 1;
    let mut below = move |bound: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % bound
    };
    let most = 1 + below(40);
    let length = 1 + below(14) as usize;
    let mut list = |start: &str| -> Vec<String> {
        let count = below(most);
        (0..count).map(|n| format!("{start}{n}{:x<1$}", "", below(14) as usize % length)).collect()
    };
    let (devices, waiting, released, paused) = (list("d"), list("w"), list("r"), list("s"));
    let devices = devices.into_iter().map(|name| (name, u64::MAX >> below(64))).collect();
    let limit = [1, 2, 4, 20, u32::MAX][below(5) as usize];
    let first = 1 + (u64::MAX >> 1 >> below(64));
    let queue = packets(first, below(most));
    let hand = |_| (0..below(4)).map(|_| format!("p{}", 1 + below(12))).collect();
    let hands = (0..7).map(hand).collect();
    let (closed, destroyed) = (below(4) == 0, below(8) == 0);
    let port = "port".to_owned();
    let state =
        PortState { port, limit, closed, destroyed, devices, queue, waiting, released, paused };
    (state, hands)
}

fn check(state: &PortState, hands: &[(&str, &str)], style: Style, expected: &str) {
    let actual = picture(state, hands, style);
    let lines: Vec<_> = expected.lines().skip(1).collect();
    assert!(actual == lines, "\nexpected\n{}\n\nactual\n{}\n", expected, actual.join("\n"));
}

fn picture(state: &PortState, hands: &[(&str, &str)], style: Style) -> Vec<String> {
    let hand = |thread: &str| hands.iter().find(|hand| hand.0 == thread);
    draw(state, &|thread| hand(thread).map_or_else(Vec::new, |hand| names(hand.1)), style)
}

/// A port with two devices and nothing else.
fn port(limit: u32) -> PortState {
    PortState {
        port: "P".into(),
        limit,
        closed: false,
        destroyed: false,
        devices: vec![("socket".into(), 1), ("file".into(), 2)],
        queue: Vec::new(),
        waiting: Vec::new(),
        released: Vec::new(),
        paused: Vec::new(),
    }
}

/// Step 12 of the lesson on last in, first out.
fn step_12() -> PortState {
    let (waiting, released) = (names("B A"), names("C D"));
    PortState { queue: packets(4, 2), waiting, released, ..port(1) }
}

fn workers() -> PortState {
    PortState {
        queue: packets(12, 3),
        waiting: names("worker-5 worker-6 worker-7"),
        released: names("worker-1 worker-2 worker-3"),
        paused: names("worker-4"),
        ..port(2)
    }
}

fn many(limit: u32) -> PortState {
    let list = |start: &str, count| (0..count).map(|n| format!("{start}{n}")).collect();
    let devices: Vec<String> = list("dev", 20);
    PortState {
        devices: devices.into_iter().zip((0..).step_by(7)).collect(),
        queue: packets(10, 14),
        waiting: list("w", 30),
        released: list("r", 12),
        paused: list("s", 8),
        ..port(limit)
    }
}

fn packets(first: u64, count: u64) -> Vec<Packet> {
    let packet = |n| Packet { n, key: 1, bytes: 0, status: Status::SUCCESS, status_name: None };
    (first..first + count).map(packet).collect()
}

fn names(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
