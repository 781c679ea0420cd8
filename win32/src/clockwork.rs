//! What is due when, and the one thread that says so.
//!
//! That thread begins when it is first needed. It runs nothing of the user's and waits for nothing
//! but locks that are held for a step, so that nothing delays it. Whoever is due is told while no
//! lock is held.
//!
//! The lock of the clockwork is taken after that of all waits.

use std::collections::BTreeMap;
use std::sync::Weak;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use parking_lot::{Condvar, Mutex, MutexGuard};
use windows_sys::Win32::Foundation::STATUS_NO_MEMORY;

use crate::codes::Refused;

/// How soon it is noticed that the clock of the system was set, while somebody waits for a time of
/// that clock.
const LOOKS_AGAIN: Duration = Duration::from_secs(1);

/// Who is told that an alarm is due.
pub(crate) trait Due: Send + Sync {
    /// Is called in the thread of the clockwork. The alarm may have been cancelled at this very
    /// moment: who keeps it compares.
    fn is_due(&self, alarm: Alarm);
}

/// A moment by one of two clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Moment {
    /// By the clock that nobody can set: where a span of time ends.
    Steady(Instant),
    /// By the clock of the system. If that is set the moment comes earlier, or later.
    OfSystem(SystemTime),
}

/// What somebody is told of when it is due. No other is equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Alarm {
    moment: Moment,
    number: u64,
}

static STATE: Mutex<State> = Mutex::new(State { alarms: Alarms::new(), runs: false });
/// The first alarm may be another one.
static CHANGED: Condvar = Condvar::new();

struct State {
    alarms: Alarms,
    /// Whether the thread has begun.
    runs: bool,
}

/// Lets the thread begin, if it has not. Without it no alarm is due.
pub(crate) fn begin() -> Result<(), Refused> {
    let mut state = STATE.lock();
    if !state.runs {
        let thread = thread::Builder::new().name("iocp-sim clock".to_owned());
        thread.spawn(run).map_err(|_| Refused(STATUS_NO_MEMORY))?;
        state.runs = true;
    }
    Ok(())
}

/// Sets an alarm. The thread has begun.
pub(crate) fn set(moment: Moment, who: Weak<dyn Due>) -> Alarm {
    let mut state = STATE.lock();
    debug_assert!(state.runs, "somebody tells of alarms");
    let alarm = state.alarms.insert(moment, who);
    if state.alarms.is_first(alarm) {
        CHANGED.notify_one();
    }
    alarm
}

/// Takes an alarm back, if it is not due yet.
pub(crate) fn cancel(alarm: Alarm) {
    STATE.lock().alarms.remove(alarm);
}

fn run() {
    let mut state = STATE.lock();
    loop {
        let now = Now::read();
        if let Some((alarm, who)) = state.alarms.take_due(now) {
            MutexGuard::unlocked(&mut state, || {
                if let Some(who) = who.upgrade() {
                    who.is_due(alarm);
                }
            });
            continue;
        }
        match state.alarms.until_next(now) {
            Some(time) => _ = CHANGED.wait_for(&mut state, time),
            None => CHANGED.wait(&mut state),
        }
    }
}

impl Moment {
    /// So much later than this.
    pub(crate) fn after(span: Duration) -> Self {
        let now = Instant::now();
        Self::Steady(now.checked_add(span).unwrap_or_else(|| now + CENTURY))
    }

    /// Whether it is in the past.
    pub(crate) fn has_come(self) -> bool {
        self.is_due(Now::read())
    }

    /// The first moment that is so many periods after this one, and has not come. It does not
    /// depend on how late it was noticed that this one has; one of the system's clock is counted
    /// from when that was.
    pub(crate) fn next(self, period: Duration) -> Self {
        self.next_after(Now::read(), period)
    }

    fn next_after(self, Now { steady: now, .. }: Now, period: Duration) -> Self {
        let from = match self {
            Self::Steady(moment) => moment,
            Self::OfSystem(_) => now,
        };
        let late = now.saturating_duration_since(from).as_nanos() % period.as_nanos();
        let late = Duration::from_nanos(u64::try_from(late).expect("a period is short"));
        Self::Steady(now.max(from) + (period - late))
    }

    /// How long it is until then; how long ago it was if that is past.
    pub(crate) fn distance(self) -> Result<Duration, Duration> {
        let Now { steady, system } = Now::read();
        match self {
            Self::Steady(moment) => match moment.checked_duration_since(steady) {
                Some(left) => Ok(left),
                None => Err(steady - moment),
            },
            Self::OfSystem(moment) => {
                moment.duration_since(system).map_err(|error| error.duration())
            }
        }
    }

    fn is_due(self, now: Now) -> bool {
        match self {
            Self::Steady(moment) => moment <= now.steady,
            Self::OfSystem(moment) => moment <= now.system,
        }
    }
}

/// As good as never.
const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// What the clocks say.
#[derive(Clone, Copy)]
struct Now {
    steady: Instant,
    system: SystemTime,
}

impl Now {
    fn read() -> Self {
        Self { steady: Instant::now(), system: SystemTime::now() }
    }
}

/// The alarms that are set, by the clock and in the order of what it has to say.
struct Alarms {
    steady: BTreeMap<(Instant, u64), Weak<dyn Due>>,
    of_system: BTreeMap<(SystemTime, u64), Weak<dyn Due>>,
    /// The number of the next alarm.
    next: u64,
}

impl Alarms {
    const fn new() -> Self {
        Self { steady: BTreeMap::new(), of_system: BTreeMap::new(), next: 0 }
    }

    fn insert(&mut self, moment: Moment, who: Weak<dyn Due>) -> Alarm {
        let number = self.next;
        self.next += 1;
        match moment {
            Moment::Steady(moment) => _ = self.steady.insert((moment, number), who),
            Moment::OfSystem(moment) => _ = self.of_system.insert((moment, number), who),
        }
        Alarm { moment, number }
    }

    fn remove(&mut self, Alarm { moment, number }: Alarm) {
        match moment {
            Moment::Steady(moment) => _ = self.steady.remove(&(moment, number)),
            Moment::OfSystem(moment) => _ = self.of_system.remove(&(moment, number)),
        }
    }

    /// Whether no alarm of the same clock is due before this one.
    fn is_first(&self, Alarm { moment, number }: Alarm) -> bool {
        match moment {
            Moment::Steady(moment) => self.steady.keys().next() == Some(&(moment, number)),
            Moment::OfSystem(moment) => self.of_system.keys().next() == Some(&(moment, number)),
        }
    }

    /// Takes an alarm out that is due, the first of its clock.
    fn take_due(&mut self, now: Now) -> Option<(Alarm, Weak<dyn Due>)> {
        let steady = take_first(&mut self.steady, now.steady)
            .map(|((moment, number), who)| (Alarm { moment: Moment::Steady(moment), number }, who));
        steady.or_else(|| {
            let ((moment, number), who) = take_first(&mut self.of_system, now.system)?;
            Some((Alarm { moment: Moment::OfSystem(moment), number }, who))
        })
    }

    /// How long nothing has to be looked at.
    fn until_next(&self, now: Now) -> Option<Duration> {
        let steady = self.steady.keys().next();
        let steady = steady.map(|(moment, _)| moment.saturating_duration_since(now.steady));
        let of_system = self.of_system.keys().next().map(|(moment, _)| {
            moment.duration_since(now.system).unwrap_or_default().min(LOOKS_AGAIN)
        });
        steady.into_iter().chain(of_system).min()
    }
}

/// Takes the first alarm out if its moment has come.
fn take_first<M: Copy + Ord>(
    alarms: &mut BTreeMap<(M, u64), Weak<dyn Due>>,
    now: M,
) -> Option<((M, u64), Weak<dyn Due>)> {
    let first = alarms.first_entry()?;
    (first.key().0 <= now).then(|| first.remove_entry())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, mpsc};

    /// Passes on what is due.
    struct Passes(Mutex<mpsc::Sender<Alarm>>);

    impl Due for Passes {
        fn is_due(&self, alarm: Alarm) {
            // Nobody may listen any more.
            let _ = self.0.lock().send(alarm);
        }
    }

    fn nobody() -> Weak<dyn Due> {
        Weak::<Passes>::new()
    }

    fn now() -> Now {
        Now::read()
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn alarms_are_due_in_the_order_of_their_moments_and_then_of_setting() {
        let (now, mut alarms) = (now(), Alarms::new());
        let [late, early, also_early] = [2, 1, 1]
            .map(|seconds| alarms.insert(Moment::Steady(now.steady + SECOND * seconds), nobody()));
        assert!(alarms.take_due(now).is_none());
        let later = Now { steady: now.steady + SECOND * 2, ..now };
        let due = std::iter::from_fn(|| alarms.take_due(later).map(|(alarm, _)| alarm));
        assert_eq!(due.collect::<Vec<_>>(), [early, also_early, late]);
    }

    #[test]
    fn each_clock_decides_for_its_own_alarms() {
        let (now, mut alarms) = (now(), Alarms::new());
        let steady = alarms.insert(Moment::Steady(now.steady + SECOND), nobody());
        let of_system = alarms.insert(Moment::OfSystem(now.system + SECOND), nobody());
        let set_ahead = Now { system: now.system + SECOND, ..now };
        assert_eq!(alarms.take_due(set_ahead).expect("it is due").0, of_system);
        assert!(alarms.take_due(set_ahead).is_none());
        let later = Now { steady: now.steady + SECOND, ..now };
        assert_eq!(alarms.take_due(later).expect("it is due").0, steady);
    }

    #[test]
    fn the_clock_of_the_system_is_looked_at_again() {
        let (now, mut alarms) = (now(), Alarms::new());
        assert_eq!(alarms.until_next(now), None);
        alarms.insert(Moment::Steady(now.steady + SECOND * 90), nobody());
        assert_eq!(alarms.until_next(now), Some(SECOND * 90));
        alarms.insert(Moment::OfSystem(now.system + SECOND * 60), nobody());
        assert_eq!(alarms.until_next(now), Some(LOOKS_AGAIN));
    }

    #[test]
    fn an_alarm_that_is_taken_back_is_never_due() {
        let (now, mut alarms) = (now(), Alarms::new());
        let [kept, taken_back] =
            [(); 2].map(|()| alarms.insert(Moment::Steady(now.steady), nobody()));
        alarms.remove(taken_back);
        assert_eq!(alarms.take_due(now).expect("it is due").0, kept);
        assert!(alarms.take_due(now).is_none());
    }

    #[test]
    fn periods_are_counted_from_the_moment_and_not_from_when_it_was_noticed() {
        let (now, due) = (now(), |now: Now| Moment::Steady(now.steady));
        let noticed =
            |milliseconds| Now { steady: now.steady + Duration::from_millis(milliseconds), ..now };
        let next = |milliseconds| due(now).next_after(noticed(milliseconds), SECOND);
        assert_eq!(next(0), due(noticed(1_000)));
        assert_eq!(next(999), due(noticed(1_000)));
        assert_eq!(next(1_000), due(noticed(2_000)), "what has come already is left out");
        assert_eq!(next(5_300), due(noticed(6_000)));
        let of_system = Moment::OfSystem(now.system - SECOND * 7);
        assert_eq!(of_system.next_after(noticed(400), SECOND), due(noticed(1_400)));
    }

    #[test]
    fn the_thread_tells_of_what_is_due_and_of_nothing_else() {
        begin().expect("a thread can begin");
        let (told, is_told) = mpsc::channel();
        let passes: Arc<dyn Due> = Arc::new(Passes(Mutex::new(told)));
        let far = set(Moment::after(Duration::from_secs(3_600)), Arc::downgrade(&passes));
        let first = set(Moment::after(Duration::from_millis(2)), Arc::downgrade(&passes));
        let second = set(Moment::OfSystem(SystemTime::now()), Arc::downgrade(&passes));
        let mut due = [(); 2].map(|()| is_told.recv_timeout(SECOND * 60).expect("it is due"));
        due.sort_by_key(|alarm| alarm.number);
        assert_eq!(due, [first, second]);
        cancel(far);
        drop(passes);
        assert!(is_told.recv_timeout(SECOND * 60).is_err(), "nobody is told any more");
    }
}
