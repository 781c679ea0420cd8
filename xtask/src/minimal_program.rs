//! What a failing test prints to show a fault: a minimal program, or the panic of a thread.
//!
//! A line with the words `minimal program` begins a program, best with the number of steps; the
//! steps follow, one a line, up to an empty line or the end of the panic message.

const BEGIN: &str = "minimal program";
const PANIC: &str = " panicked at ";

/// A shrunk sequence of events that makes a property fail, or no steps and what was said instead.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MinimalProgram {
    pub(crate) steps: usize,
    /// The line that begins it, then the steps.
    pub(crate) lines: Vec<String>,
}

/// Returns the shortest program in a test's output; the first of several that are as short.
pub(crate) fn find(output: &str) -> Option<MinimalProgram> {
    let lines: Vec<&str> = output.lines().collect();
    let begins = (0..lines.len()).filter(|&index| lines[index].contains(BEGIN));
    begins.map(|index| read(&lines[index..])).min_by_key(|program| program.steps)
}

/// Returns the first panic of a test, which loom prints when threads wait for ever as well: the
/// test, then what it said. An abort may follow, since a panic in loom can not always be unwound.
pub(crate) fn find_panic(output: &str) -> Option<MinimalProgram> {
    let mut lines = output.lines().skip_while(|line| !line.contains(PANIC));
    let (_, thread) = lines.next()?.split_once("thread '")?;
    let (test, _) = thread.split_once('\'')?;
    let said: Vec<&str> = lines.take_while(|line| !ends(line)).collect();
    let deadlock = said.first().is_some_and(|first| first.starts_with("deadlock"));
    let what = if deadlock { "a deadlock" } else { "a panic" };
    let lines = [format!("{what} in {test}")].into_iter();
    Some(MinimalProgram {
        steps: 0,
        lines: lines.chain(said.into_iter().map(str::to_owned)).collect(),
    })
}

fn read(lines: &[&str]) -> MinimalProgram {
    let head = lines[0];
    let body: Vec<&str> = lines[1..].iter().copied().take_while(|line| !ends(line)).collect();
    let steps = stated_steps(head).unwrap_or(body.len());
    let lines = [head.trim()].into_iter().chain(body).map(str::to_owned).collect();
    MinimalProgram { steps, lines }
}

fn ends(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty()
        || line.contains(BEGIN)
        || ["note: run with", "stack backtrace:", "minimal failing input", "thread '"]
            .iter()
            .any(|end| line.starts_with(end))
}

/// Returns the first number after the words that begin a program.
fn stated_steps(head: &str) -> Option<usize> {
    let (_, rest) = head.split_once(BEGIN)?;
    rest.split(|character: char| !character.is_ascii_digit())
        .find(|digits| !digits.is_empty())?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_are_counted_when_no_number_is_given() {
        let program = find("Test failed: minimal program:\n  post p\n  get t\n\nrest\n").unwrap();
        assert_eq!(program.steps, 2);
        assert_eq!(program.lines, ["Test failed: minimal program:", "  post p", "  get t"]);
    }

    #[test]
    fn a_given_number_wins_over_the_lines() {
        let program = find("minimal program (3 steps):\n  a\n  b\n  c\n  the state\n").unwrap();
        assert_eq!(program.steps, 3);
    }

    #[test]
    fn the_shortest_of_several_is_found() {
        let output = "minimal program:\n a\n b\nminimal program:\n c\nnote: run with `X`\n";
        assert_eq!(find(output).unwrap().lines, ["minimal program:", " c"]);
    }

    #[test]
    fn the_first_panic_names_its_test_and_what_it_said() {
        let output = "\nthread 'posts::a_post' (7) panicked at rt.rs:2:3:\ndeadlock; threads = []\n\
                      stack backtrace:\n 0: x\n\nthread 'other' (8) panicked at a.rs:1:1:\nlater\n";
        let panic = find_panic(output).unwrap();
        assert_eq!(panic.lines, ["a deadlock in posts::a_post", "deadlock; threads = []"]);
        assert_eq!(find_panic("test result: FAILED. 0 passed; 1 failed"), None);
    }

    #[test]
    fn a_failure_without_a_program_has_none() {
        assert_eq!(find("test result: FAILED. 0 passed; 1 failed"), None);
    }
}
