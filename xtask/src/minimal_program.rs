//! The minimal program that a failing property test prints.
//!
//! A line with the words `minimal program` begins it, best with the number of steps; the steps
//! follow, one a line, up to an empty line or the end of the panic message.

const BEGIN: &str = "minimal program";

/// A shrunk sequence of events that makes a property fail.
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
    fn a_failure_without_a_program_has_none() {
        assert_eq!(find("test result: FAILED. 0 passed; 1 failed"), None);
    }
}
