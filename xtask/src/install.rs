//! `cargo xtask install-c`: the libraries, the headers and the pkg-config file of `win32`, in the
//! places where C looks for them.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::command;

/// Builds the libraries of `win32` for C and puts them below a prefix, with headers and a
/// pkg-config file.
#[derive(Args)]
pub(crate) struct Options {
    /// Where lib and include are, or are to be.
    #[arg(long)]
    prefix: PathBuf,
    /// Builds in less time what runs in more.
    #[arg(long)]
    debug: bool,
}

const NAME: &str = "iocp-sim-win32";
const LIBRARY: &str = "iocp_sim_win32";

pub(crate) fn run(options: &Options) -> Result<()> {
    let built = build(options.debug)?;
    let libraries = options.prefix.join("lib");
    let descriptions = libraries.join("pkgconfig");
    fs::create_dir_all(&descriptions).with_context(|| shown(&descriptions))?;
    for file in [format!("lib{LIBRARY}.a"), format!("{DLL_PREFIX}{LIBRARY}{DLL_SUFFIX}")] {
        // A program that runs keeps the old one.
        let _ = fs::remove_file(libraries.join(&file));
        fs::copy(built.join(&file), libraries.join(&file)).with_context(|| file)?;
    }
    let headers = options.prefix.join("include").join(NAME);
    copy(&crate::root().join("win32/include"), &headers)?;
    let description = descriptions.join(format!("{NAME}.pc"));
    fs::write(&description, text()).with_context(|| shown(&description))?;
    println!("installed {NAME} below {}", options.prefix.display());
    Ok(())
}

/// Builds both libraries, and returns where they are.
fn build(debug: bool) -> Result<PathBuf> {
    let target = crate::target_directory().join("c");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(crate::root()).args(["rustc", "--package", NAME, "--lib"]);
    cargo.args(["--crate-type", "staticlib,cdylib", "--target-dir"]).arg(&target);
    if !debug {
        cargo.arg("--release");
    }
    command::run(&mut cargo)?;
    Ok(target.join(if debug { "debug" } else { "release" }))
}

/// Copies a folder with those below it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| shown(to))?;
    for entry in fs::read_dir(from).with_context(|| shown(from))? {
        let from = entry?.path();
        let to = to.join(from.file_name().expect("an entry has a name"));
        if from.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(&from, &to).with_context(|| shown(&to))?;
        }
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// What pkg-config reads. It finds the rest from where it lies, so that all can be moved.
fn text() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "prefix=${{pcfiledir}}/../..\n\
         libdir=${{prefix}}/lib\n\
         includedir=${{prefix}}/include/{NAME}\n\n\
         Name: {NAME}\n\
         Description: Windows I/O completion ports where there is no Windows\n\
         Version: {version}\n\
         Cflags: -I${{includedir}} -I${{includedir}}/case\n\
         Libs: -L${{libdir}} -l{LIBRARY}\n\
         Libs.private: -lpthread -ldl -lm\n"
    )
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::command::Captured;
    use crate::wine::Wine;
    use std::sync::LazyLock;
    use std::time::Duration;

    const LIMIT: Duration = Duration::from_secs(60);

    /// What pkg-config says of what was installed, as words.
    fn asked(prefix: &Path, words: &[&str]) -> Vec<String> {
        let mut command = Command::new("pkg-config");
        command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(words).arg(NAME);
        let said = command::capture(&mut command, LIMIT).unwrap().unwrap();
        assert!(said.success, "{}", said.stderr);
        said.stdout.split_whitespace().map(ToOwned::to_owned).collect()
    }

    fn is_here(tool: &str) -> bool {
        let is_here = command::succeeds(Command::new(tool).arg("--version"), LIMIT);
        if !is_here {
            println!("skipped: there is no {tool}");
        }
        is_here
    }

    /// Installs once, and returns the prefix.
    fn installed() -> PathBuf {
        static PREFIX: LazyLock<PathBuf> = LazyLock::new(|| {
            let prefix = crate::target_directory().join("tmp/installed");
            run(&Options { prefix: prefix.clone(), debug: true }).unwrap();
            prefix
        });
        PREFIX.clone()
    }

    /// What an example in C says, built by this compiler and linked like this.
    fn said(prefix: &Path, source: &Path, compiler: &str, library: &[String]) -> Captured {
        let name = source.file_stem().unwrap().to_str().unwrap();
        let program = prefix.join(format!("{name}-{compiler}"));
        let mut build = Command::new(compiler);
        build.args(["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror"]);
        build.args(asked(prefix, &["--cflags"])).arg(source);
        command::run(build.arg("-o").arg(&program).args(library)).unwrap();
        let said = command::capture(&mut Command::new(&program), LIMIT).unwrap().unwrap();
        assert!(said.success, "{}", said.stderr);
        said
    }

    /// What an example in C says under Wine.
    fn said_there(wine: &Wine, source: &Path, words: &[&str]) -> Captured {
        let program = wine.compile(source).unwrap();
        let mut said = wine.run(&program, words, LIMIT).unwrap().unwrap();
        assert!(said.success, "{}", said.stderr);
        said.stdout = said.stdout.replace('\r', "");
        said
    }

    fn example(path: &str) -> PathBuf {
        crate::root().join("examples").join(path)
    }

    fn shared(prefix: &Path) -> Vec<String> {
        let run_path = asked(prefix, &["--variable=libdir"]).concat();
        let mut words = asked(prefix, &["--libs"]);
        words.extend([format!("-Wl,-rpath,{run_path}"), "-lpthread".to_owned()]);
        words
    }

    #[test]
    fn a_program_is_built_against_what_was_installed() {
        if !is_here("pkg-config") || !is_here("cc") {
            return;
        }
        let prefix = installed();
        let folder = asked(&prefix, &["--variable=libdir"]).concat();
        let mut fixed = asked(&prefix, &["--libs", "--static"]);
        fixed.retain(|word| *word != format!("-l{LIBRARY}"));
        fixed.insert(0, format!("{folder}/lib{LIBRARY}.a"));
        for library in [shared(&prefix), fixed] {
            let said = said(&prefix, &example("port-me/main.c"), "cc", &library);
            assert!(said.stdout.contains("sum 500500"), "{library:?}");
        }
    }

    #[test]
    fn one_source_in_c_says_here_what_it_says_under_wine() {
        let wine = match Wine::find() {
            Ok(wine) if is_here("pkg-config") => wine,
            Ok(_) => return,
            Err(reason) => {
                println!("skipped: {reason}");
                return;
            }
        };
        let prefix = installed();
        let everyday = "../win32/tests/c/everyday.c";
        for (path, says) in [
            ("port-me/main.c", "sum 500500"),
            ("c/limit.c", "job 8 is woken"),
            (everyday, "all as in Windows"),
        ] {
            let there = said_there(&wine, &example(path), &[]);
            assert!(there.stdout.contains(says), "{}", there.stdout);
            for compiler in ["gcc", "clang"].into_iter().filter(|compiler| is_here(compiler)) {
                let here = said(&prefix, &example(path), compiler, &shared(&prefix));
                assert_eq!(here.stdout, there.stdout, "{path}, {compiler}");
                assert_eq!(here.stderr.starts_with("The limit held."), path == "c/limit.c");
            }
            assert_eq!(there.stderr.contains("The limit was exceeded."), path == "c/limit.c");
        }
        let words = ["--watch", "--jobs", "2"];
        let pool = said_there(&wine, &example("c/worker_pool.c"), &words);
        assert!(pool.stderr.contains("There is no view"), "{}", pool.stderr);
        assert!(pool.stdout.starts_with("Jobs done: 2."), "{}", pool.stdout);
    }
}
