//! A program in C that uses what stands in the headers beside the functions.

use std::process::Command;

use crate::build::{self, built, package, said};

#[test]
fn everyday_words_of_windows_mean_here_what_they_mean_there() {
    let folder = build::libraries(&[]);
    for compiler in build::compilers() {
        for library in build::linked(&folder) {
            let program = built().join(format!("everyday-{compiler}"));
            let source = package().join("tests/c/everyday.c");
            said(build::compiler(compiler, &source, &program).args(library));
            assert_eq!(said(&mut Command::new(&program)).trim_end(), "all as in Windows");
        }
    }
}
