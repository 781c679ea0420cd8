//! A program in C with two copies of this library.

use std::process::Command;

use crate::build::{self, built, package, said};

#[test]
fn threads_of_two_copies_are_suspended() {
    let folder = build::libraries(&[]);
    let [_, fixed] = build::linked(&folder);
    for compiler in build::compilers() {
        let program = built().join(format!("two-copies-{compiler}"));
        let source = package().join("tests/c/two_copies.c");
        said(build::compiler(compiler, &source, &program).args(&fixed));
        said(Command::new(&program).arg(folder.join("libiocp_sim_win32.so")));
    }
}
