//! The modules of `win32` that have the paths of windows-sys.

use std::collections::BTreeSet;

use super::modules::Module;
use super::windows_sys::Declaration;

const HEAD: &str = r#"//! The functions under the paths of windows-sys, beside all that is its own.
//!
//! A module is that of windows-sys with our functions in the place of its declarations: what is
//! named hides what a star imports. Features open modules and functions as they do there.
//!
//! `cargo xtask declarations` writes this file.

#![allow(non_snake_case, reason = "windows-sys names the modules")]
#![allow(missing_docs, reason = "windows-sys has no documentation either")]
#![allow(unused_imports, reason = "a module may have nothing but what is named or hidden here")]
#![allow(hidden_glob_reexports, reason = "that is what hiding is")]

pub use windows_sys::{core, s, w};

/// Hides modules of windows-sys that this library uses, and whose features are off.
#[allow(unused_macros, reason = "it may be that no module is open in which it hides others")]
macro_rules! hide {
    ($($feature:literal $name:ident)*) => {$(
        #[cfg(not(feature = $feature))]
        mod $name {}
    )*};
}

/// Puts functions of this library in the place of windows-sys's, or hides those that it would not
/// have with these features.
#[allow(unused_macros, reason = "it may be that no module is open that has functions")]
macro_rules! ours {
    (if $gate:tt $($name:ident)*) => {$(
        #[cfg $gate]
        pub use crate::calls::$name;
        #[cfg(not $gate)]
        use crate::calls::$name;
    )*};
    ($($name:ident)*) => {$(pub use crate::calls::$name;)*};
}
"#;

/// The file with all modules. Declarations stand in the order of their modules.
pub(super) fn file(modules: &BTreeSet<Module>, functions: &[&Declaration]) -> String {
    let tops = modules.iter().filter(|module| module.parts().len() == 1);
    let tops = tops.map(|module| format!("\n{}", written(module, modules, functions)));
    HEAD.to_owned() + &tops.collect::<String>()
}

/// A module with those below it.
fn written(module: &Module, modules: &BTreeSet<Module>, functions: &[&Declaration]) -> String {
    let begin = "    ".repeat(module.parts().len() - 1);
    let mut text = format!("{begin}#[cfg(feature = \"{}\")]\n", module.feature());
    text += &format!("{begin}pub mod {} {{\n", module.name());
    text += &format!("{begin}    pub use windows_sys::{module}::*;\n");
    text += &ours(&begin, module, functions);
    let children: Vec<&Module> = modules.iter().filter(|other| other.is_child_of(module)).collect();
    for child in &children {
        if functions.iter().any(|function| function.module.parts().starts_with(child.parts()))
            || modules.iter().any(|other| other.is_child_of(child))
        {
            text += &format!("\n{}", written(child, modules, functions));
        }
    }
    if !children.is_empty() {
        let rows = children
            .iter()
            .map(|child| format!("{begin}        \"{}\" {}\n", child.feature(), child.name()));
        text += &format!("\n{begin}    hide! {{\n{}{begin}    }}\n", rows.collect::<String>());
    }
    text + &format!("{begin}}}\n")
}

/// The functions of a module, by what they are gated with.
fn ours(begin: &str, module: &Module, functions: &[&Declaration]) -> String {
    let functions = functions.iter().filter(|function| function.module == *module);
    let gates: BTreeSet<&str> = functions.clone().map(|function| &*function.gate).collect();
    let groups = gates.into_iter().map(|gate| {
        let names = functions.clone().filter(|function| function.gate == gate);
        let names = names.map(|function| function.name.clone());
        let names = super::filled(&format!("{begin}        "), names);
        let condition = match gate {
            "" => String::new(),
            gate => super::filled(
                &format!("{begin}        "),
                format!("if ({gate})").split(' ').map(ToOwned::to_owned),
            ),
        };
        format!("{begin}    ours! {{\n{condition}{names}{begin}    }}\n")
    });
    groups.map(|group| format!("\n{group}")).collect()
}
