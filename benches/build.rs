//! Notes the compiler, so that a table of results can name it.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").expect("cargo names the compiler");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler runs");
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    println!("cargo::rustc-env=COMPILER={version}");
    let target = env::var("TARGET").expect("cargo names the target");
    println!("cargo::rustc-env=TARGET={target}");
}
