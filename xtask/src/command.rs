//! Commands of other programs: how they are written down, run, and given up on.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// What a command said before it ended in time.
pub(crate) struct Captured {
    pub(crate) success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Returns the command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        Some(format!("{}={}", name.to_string_lossy(), quoted(&value?.to_string_lossy())))
    });
    let program = command.get_program().to_string_lossy().into_owned();
    let arguments = command.get_args().map(|argument| quoted(&argument.to_string_lossy()));
    variables.chain([program]).chain(arguments).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    if word.is_empty() || word.contains([' ', '*', '\'', '"']) {
        format!("'{word}'")
    } else {
        word.to_owned()
    }
}

/// Runs the command with its output let through, and fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {}", shown(command)))?;
    ensure!(status.success(), "{} failed ({status})", shown(command));
    Ok(())
}

/// Tells whether the command can be started and succeeds within the limit.
pub(crate) fn succeeds(command: &mut Command, limit: Duration) -> bool {
    matches!(capture(command, limit), Ok(Some(captured)) if captured.success)
}

/// Runs the command and keeps what it says; `None` if it was killed at the limit.
///
/// The limit ends when both outputs are closed, so a grandchild that keeps one open counts too.
pub(crate) fn capture(command: &mut Command, limit: Duration) -> Result<Option<Captured>> {
    let deadline = Instant::now() + limit;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("cannot run {}", shown(command)))?;
    let (sender, receiver) = mpsc::channel();
    read_to_end(Output::Stdout, child.stdout.take().expect("stdout is piped"), sender.clone());
    read_to_end(Output::Stderr, child.stderr.take().expect("stderr is piped"), sender);

    let (mut stdout, mut stderr) = (String::new(), String::new());
    for _ in 0..2 {
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((Output::Stdout, text)) => stdout = text,
            Ok((Output::Stderr, text)) => stderr = text,
            Err(_) => {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
        }
    }
    let success = child.wait()?.success();
    Ok(Some(Captured { success, stdout, stderr }))
}

enum Output {
    Stdout,
    Stderr,
}

fn read_to_end(
    output: Output,
    mut source: impl Read + Send + 'static,
    sender: Sender<(Output, String)>,
) {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is still worth showing.
        let _ = source.read_to_end(&mut bytes);
        // Nobody listens once the limit has passed.
        let _ = sender.send((output, String::from_utf8_lossy(&bytes).into_owned()));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("cargo");
        command.env("RUSTDOCFLAGS", "-D warnings").env_remove("GIT_DIR").args(["doc", "src/*.rs"]);
        assert_eq!(shown(&command), "RUSTDOCFLAGS='-D warnings' cargo doc 'src/*.rs'");
    }

    #[test]
    fn a_missing_program_does_not_succeed() {
        let mut command = Command::new("no-such-program-of-iocp-sim");
        assert!(!succeeds(&mut command, Duration::from_secs(5)));
    }

    #[cfg(unix)]
    #[test]
    fn a_command_past_its_limit_is_given_up() {
        let started = Instant::now();
        let captured = capture(Command::new("sleep").arg("60"), Duration::from_millis(50)).unwrap();
        assert!(captured.is_none());
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[cfg(unix)]
    #[test]
    fn both_outputs_are_kept_apart() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two >&2; exit 3"]);
        let captured = capture(&mut command, Duration::from_secs(30)).unwrap().unwrap();
        assert!(!captured.success);
        assert_eq!(captured.stdout, "one\n");
        assert_eq!(captured.stderr, "two\n");
    }
}
