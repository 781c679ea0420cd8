//! The lists of functions that tests of `win32` go through.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::windows_sys::Declaration;

/// All that must have the type that windows-sys gives it.
pub(super) fn signatures(functions: &[&Declaration]) -> String {
    let mut text = "//! The functions that windows-sys declares too.\n//!\n\
                    //! `cargo xtask declarations` writes this file.\n\nsame! {\n"
        .to_owned();
    for functions in functions.chunk_by(|one, next| one.module == next.module) {
        text += &format!("    {}:\n", functions[0].module);
        let mut names: Vec<String> = functions.iter().map(|f| f.name.clone()).collect();
        *names.last_mut().expect("a chunk has a part") += ";";
        text += &super::filled("        ", names);
    }
    text + "}\n"
}

/// All that are not implemented, with as many holes as they take arguments, and what they return.
pub(super) fn failures(missing: &[&Declaration]) -> String {
    let mut text = "//! The functions that are not implemented, with what they return.\n//!\n\
                    //! `cargo xtask declarations` writes this file.\n\nuse std::ptr;\n\n"
        .to_owned();
    let uses: BTreeSet<&str> = missing.iter().filter_map(|function| home(function)).collect();
    uses.iter().for_each(|module| text += &format!("use iocp_sim_win32::{module}::*;\n"));
    text += "\nfailures! {\n";
    for functions in missing.chunk_by(|one, next| one.module == next.module) {
        text += &format!("    iocp_sim_win32::{} {{\n", functions[0].module);
        functions.iter().for_each(|function| text += &row(function));
        text += "    }\n";
    }
    text + "}\n"
}

fn home(function: &Declaration) -> Option<&'static str> {
    match Failure::of(function) {
        Failure::Native => Some("Win32::Foundation"),
        Failure::Value(_, module) => module,
    }
}

fn row(function: &Declaration) -> String {
    let failed = match Failure::of(function) {
        Failure::Native => "STATUS_NOT_IMPLEMENTED",
        Failure::Value(text, _) => text,
        // A test of its own calls it.
    };
    let holes = vec!["_"; function.arguments.len()].join(" ");
    format!("        {}({holes}) = {failed};\n", function.name)
}
