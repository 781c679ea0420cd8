//! A program in C whose threads use locks of this library.

use std::process::Command;

use crate::build::{self, built, package, said};

#[test]
fn threads_of_c_exclude_and_wake_each_other() {
    let folder = build::libraries(&[]);
    for compiler in build::compilers() {
        for library in build::linked(&folder) {
            let program = built().join(format!("locks-{compiler}"));
            let source = package().join("tests/c/locks.c");
            said(build::compiler(compiler, &source, &program).args(library));
            said(&mut Command::new(&program));
        }
    }
}
