//! The declarations of windows-sys, read from its source.

#[path = "../../../win32/tests/source/mod.rs"]
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};

use super::modules::Module;

/// How windows-sys declares a function.
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) module: Module,
    /// The condition in its `cfg`, or nothing.
    pub(super) gate: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) returns: Type,
}

pub(super) struct Argument {
    pub(super) name: String,
    pub(super) of: Type,
}

/// A type, without paths, and the modules that it is from.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) text: String,
    pub(super) uses: BTreeSet<String>,
}

/// The functions that the modules declare, by their names.
pub(super) fn declarations(modules: &BTreeSet<Module>) -> Result<BTreeMap<String, Declaration>> {
    let folder = source::of_windows_sys().join("src/Windows");
    let mut found = BTreeMap::new();
    for module in modules {
        let path = module.parts().iter().fold(folder.clone(), |path, part| path.join(part));
        let path = path.join("mod.rs");
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let mut above = "";
        for line in text.lines() {
            if let Some(declaration) = declaration(module, above, line) {
                found.insert(declaration.name.clone(), declaration);
            }
            above = line;
        }
    }
    Ok(found)
}

fn declaration(module: &Module, above: &str, line: &str) -> Option<Declaration> {
    let (_, line) = line.strip_prefix("windows_link::link!(")?.split_once(" fn ")?;
    let (name, rest) = line.split_once('(')?;
    let (arguments, returns) = rest.trim_end_matches(");").rsplit_once(')')?;
    let arguments = parts(arguments).into_iter().filter_map(|argument| {
        let (name, of) = argument.split_once(" : ")?;
        Some(Argument { name: name.to_owned(), of: Type::read(module, of) })
    });
    let gate = above.strip_prefix("#[cfg(").and_then(|above| above.strip_suffix(")]"));
    Some(Declaration {
        name: name.to_owned(),
        module: module.clone(),
        gate: gate.unwrap_or_default().to_owned(),
        arguments: arguments.collect(),
        returns: Type::read(module, returns.strip_prefix(" -> ").unwrap_or("()")),
    })
}

/// Splits at the commas that stand in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut parts) = (0, 0, Vec::new());
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '<' | '[' => depth += 1,
            ')' | '>' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[begin..place].trim());
                begin = place + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts
}

impl Type {
    fn read(module: &Module, text: &str) -> Self {
        let text = text.replace(":: ", "::");
        let (mut short, mut uses) = (String::new(), BTreeSet::new());
        let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        let mut rest = text.as_str();
        while let Some(letter) = rest.chars().next() {
            let length = rest.find(|letter| !is_of_path(letter)).unwrap_or(rest.len());
            let (path, after) = rest.split_at(length.max(letter.len_utf8()));
            let (above, name) = path.rsplit_once("::").unwrap_or(("", path));
            short += name;
            uses.extend(home(module, above, name));
            rest = after;
        }
        Self { text: short, uses }
    }
}

/// Where a name is from: the path to import it by, if it must be imported.
fn home(module: &Module, above: &str, name: &str) -> Option<String> {
    if above == "core::ffi" {
        return Some("std::ffi::c_void".to_owned());
    }
    if let Some(above) = above.strip_prefix("windows_sys::") {
        return Some(format!("windows_sys::{above}::*"));
    }
    let is_of_module = name.starts_with(|letter: char| letter.is_uppercase()) && name != "Option";
    if above.is_empty() && !is_of_module {
        return None;
    }
    let ups = above.matches("super").count();
    let down = above.split("::").filter(|part| !part.is_empty() && *part != "super");
    let kept = &module.parts()[..module.parts().len() - ups];
    let path = Module::new(kept.iter().map(String::as_str).chain(down));
    Some(format!("windows_sys::{path}::*"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_read() {
        let module = Module::new(["Win32", "System", "IO"]);
        let line = concat!(
            r#"windows_link::link!("kernel32.dll" "system" fn Do(a : *const PLACE, r#type : "#,
            "*mut core::ffi::c_void, c : super::super::Foundation:: HANDLE) -> ",
            "windows_sys::core::BOOL);"
        );
        let read = declaration(&module, r#"#[cfg(feature = "X")]"#, line).unwrap();
        assert_eq!((&*read.name, &*read.gate), ("Do", r#"feature = "X""#));
        let arguments: Vec<_> =
            read.arguments.iter().map(|a| format!("{}: {}", a.name, a.of.text)).collect();
        assert_eq!(arguments, ["a: *const PLACE", "r#type: *mut c_void", "c: HANDLE"]);
        assert_eq!(read.returns.text, "BOOL");
        let uses = read.arguments.iter().flat_map(|argument| &argument.of.uses);
        let wanted = [
            "windows_sys::Win32::System::IO::*",
            "std::ffi::c_void",
            "windows_sys::Win32::Foundation::*",
        ];
        assert_eq!(uses.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn a_function_may_take_and_return_nothing() {
        let module = Module::new(["Win32", "System", "IO"]);
        let line = r#"windows_link::link!("kernel32.dll" "system" fn Do());"#;
        let read = declaration(&module, "", line).unwrap();
        assert!(read.arguments.is_empty());
        assert_eq!(read.returns, Type { text: "()".to_owned(), uses: BTreeSet::new() });
    }
}
