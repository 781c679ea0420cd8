//! The functions that are not implemented, as Rust: a file for each module of windows-sys.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::windows_sys::Declaration;

/// Winsock's names that a C library has too. They are exported under a name of our own only.
const IN_C: [&str; 21] = [
    "accept",
    "bind",
    "connect",
    "freeaddrinfo",
    "getaddrinfo",
    "getpeername",
    "getsockname",
    "getsockopt",
    "inet_addr",
    "inet_ntoa",
    "inet_ntop",
    "inet_pton",
    "listen",
    "recv",
    "recvfrom",
    "select",
    "send",
    "sendto",
    "setsockopt",
    "shutdown",
    "socket",
];

/// The names and texts of the files.
pub(super) fn files(missing: &[&Declaration]) -> Vec<(String, String)> {
    let of_modules = missing.chunk_by(|one, next| one.module == next.module);
    of_modules.map(|functions| (format!("{}.rs", stem(functions[0])), file(functions))).collect()
}

/// The file that has the others as modules.
pub(super) fn index(missing: &[&Declaration]) -> String {
    let mut text = "//! Functions that windows-sys declares and that are not implemented.\n//!\n\
                    //! `cargo xtask declarations` writes this file and those below.\n\n\
                    #![allow(unused_imports, reason = \"features say which of them a face \
                    shows\")]\n\n"
        .to_owned();
    let stems: BTreeSet<String> = missing.iter().map(|function| stem(function)).collect();
    stems.iter().for_each(|stem| text += &format!("mod {stem};\n"));
    text.push('\n');
    stems.iter().for_each(|stem| text += &format!("pub use self::{stem}::*;\n"));
    text
}

fn stem(function: &Declaration) -> String {
    function.module.feature().to_lowercase()
}

fn file(functions: &[&Declaration]) -> String {
    let module = &functions[0].module;
    let mut text = format!("//! Functions of `{module}` that are not implemented.\n\n");
    let uses: BTreeSet<String> = functions.iter().flat_map(|function| uses(function)).collect();
    let (own, others): (Vec<_>, Vec<_>) =
        uses.into_iter().partition(|path| path.starts_with("std"));
    for group in [own, others].iter().filter(|group| !group.is_empty()) {
        group.iter().for_each(|path| text += &format!("use {path};\n"));
        text.push('\n');
    }
    text += "absent! {\n";
    functions.iter().for_each(|function| text += &declared(function));
    text + "}\n"
}

fn uses(function: &Declaration) -> BTreeSet<String> {
    let arguments = function.arguments.iter().map(|argument| &argument.of);
    let types = arguments.chain([&function.returns]);
    let mut uses: BTreeSet<String> = types.flat_map(|of| of.uses.clone()).collect();
    match Failure::of(function) {
        Failure::Value(_, Some(module)) => _ = uses.insert(format!("windows_sys::{module}::*")),
        Failure::Value(text, None) if text.contains("ptr::") => {
            uses.insert("std::ptr".to_owned());
        }
        Failure::Native | Failure::Value(_, None) => {}
    }
    uses
}

fn declared(function: &Declaration) -> String {
    let Declaration { name, returns, .. } = function;
    let kind = match Failure::of(function) {
        Failure::Native => "native ",
        Failure::Value(..) if IN_C.contains(&name.as_str()) => "prefixed ",
        Failure::Value(..) => "",
    };
    let end = match Failure::of(function) {
        Failure::Native => String::new(),
        Failure::Value(text, _) => format!(" -> {} = {text}", returns.text),
    };
    let count = function.arguments.len();
    let arguments = (1..).zip(&function.arguments).map(|(number, argument)| {
        let comma = if number == count { "" } else { "," };
        format!("{}: {}{comma}", argument.name, argument.of.text)
    });
    let arguments: Vec<String> = arguments.collect();
    let line = format!("    {kind}fn {name}({}){end};\n", arguments.join(" "));
    if line.len() <= 100 {
        return line;
    }
    let arguments = super::filled("        ", arguments);
    format!("    {kind}fn {name}(\n{arguments}    ){end};\n")
}
