//! Calls that take texts: messages, libraries and their functions.

use std::ffi::c_void;
use std::ptr;

use iocp_sim_win32::Win32::Foundation::*;
use iocp_sim_win32::Win32::System::Diagnostics::Debug::*;
use iocp_sim_win32::Win32::System::LibraryLoader::*;
use proptest::prelude::*;
use proptest::sample::select;

/// Pieces of which messages are made, right ones and wrong ones.
const PIECES: [&str; 18] = [
    "word ",
    "é",
    "\r\n",
    "\n",
    "%",
    "%%",
    "%0",
    "%n",
    "%t",
    "%x",
    "%1",
    "%99",
    "%1!s!",
    "%2!-5.2s!",
    "%3!08llx!",
    "%1!99999d!",
    "%1!*d!",
    "%1!",
];
const LIBRARIES: [&str; 7] =
    ["kernel32", "NTDLL.DLL", r"C:\Windows\ws2_32.dll", "", ".", "/", "no such library"];
const FUNCTIONS: [&str; 5] = ["CloseHandle", "closehandle", "NtClose", "", "CreateFileW"];
/// As many units as a message may be given room for.
const ROOM: usize = 64;
/// As many inserts as a message can name.
const INSERTS: usize = 99;

/// Whether a text is narrow or wide.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Width {
    Narrow,
    Wide,
}

#[derive(Clone, Debug)]
pub(crate) enum Call {
    Message(Message),
    Library(Width, Option<String>),
    Function(Library, Name),
}

/// A call of FormatMessage.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    width: Width,
    flags: u32,
    /// The text that it is of, or the library.
    source: Option<String>,
    id: u32,
    has_room: bool,
    size: u32,
    has_inserts: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Library {
    Named(&'static str),
    Number(isize),
}

#[derive(Clone, Debug)]
pub(crate) enum Name {
    Text(String),
    Ordinal(u16),
}

pub(crate) fn call() -> impl Strategy<Value = Call> {
    let library = prop_oneof![
        select(&LIBRARIES[..]).prop_map(Library::Named),
        any::<isize>().prop_map(Library::Number)
    ];
    let name =
        prop_oneof![text(&FUNCTIONS).prop_map(Name::Text), any::<u16>().prop_map(Name::Ordinal)];
    prop_oneof![
        4 => message().prop_map(Call::Message),
        1 => (width(), prop::option::of(text(&LIBRARIES)))
            .prop_map(|(width, name)| Call::Library(width, name)),
        1 => (library, name).prop_map(|(library, name)| Call::Function(library, name)),
    ]
}

fn width() -> impl Strategy<Value = Width> {
    select(&[Width::Narrow, Width::Wide][..])
}

/// One of these texts, or any other.
fn text(known: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![select(known).prop_map(ToOwned::to_owned), "[^\0]{0,20}"]
}

fn message() -> impl Strategy<Value = Message> {
    let template = prop::collection::vec(select(&PIECES[..]), 0..8);
    let source = prop::option::of(template.prop_map(|pieces| pieces.concat()));
    // Most calls want what can be had: a text of the caller's, or a message of the system.
    let from = prop_oneof![
        3 => Just(FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY),
        2 => Just(FORMAT_MESSAGE_FROM_SYSTEM),
        1 => any::<u32>(),
    ];
    let others = prop_oneof![
        Just(0),
        Just(FORMAT_MESSAGE_IGNORE_INSERTS),
        Just(FORMAT_MESSAGE_ALLOCATE_BUFFER),
        0_u32..256
    ];
    let id = prop_oneof![0_u32..1500, any::<u32>()];
    let size = prop_oneof![0..=ROOM as u32, Just(ROOM as u32)];
    let fixed = (width(), from, others, source, id, any::<bool>(), size, any::<bool>());
    fixed.prop_map(|(width, from, others, source, id, has_room, size, has_inserts)| Message {
        width,
        flags: from | others,
        source,
        id,
        has_room,
        size,
        has_inserts,
    })
}

impl Call {
    pub(crate) fn make(&self) {
        match self {
            Call::Message(message) => message.make(),
            Call::Library(width, name) => {
                let _ = library(*width, name.as_deref());
            }
            Call::Function(from, name) => {
                let from = match from {
                    Library::Named(name) => library(Width::Wide, Some(name)),
                    Library::Number(number) => ptr::without_provenance_mut(number.cast_unsigned()),
                };
                function(from, name);
            }
        }
    }
}

fn library(width: Width, name: Option<&str>) -> HMODULE {
    // SAFETY: a name is null, or ends with a zero.
    let found = unsafe {
        match (width, name) {
            (Width::Narrow, None) => GetModuleHandleA(ptr::null()),
            (Width::Wide, None) => GetModuleHandleW(ptr::null()),
            (Width::Narrow, Some(name)) => GetModuleHandleA(narrow(name).as_ptr()),
            (Width::Wide, Some(name)) => GetModuleHandleW(wide(name).as_ptr()),
        }
    };
    assert!(!found.is_null() || name.is_some());
    found
}

fn function(from: HMODULE, name: &Name) {
    let text = narrow(if let Name::Text(text) = name { text } else { "" });
    let name = match name {
        Name::Text(_) => text.as_ptr(),
        Name::Ordinal(number) => ptr::without_provenance(usize::from(*number)),
    };
    // SAFETY: a name is a number, or ends with a zero.
    if unsafe { GetProcAddress(from, name) }.is_none() {
        // SAFETY: the call has no places.
        assert_ne!(unsafe { GetLastError() }, 0);
    }
}

impl Message {
    fn make(&self) {
        let (narrow, wide) = (self.source.as_deref().map(narrow), self.source.as_deref().map(wide));
        // Wide and narrow inserts are texts alike.
        let word = ['i', 'n', '\0', '\0'].map(|letter| letter as u16);
        let words = [word.as_ptr(); INSERTS];
        let words: *const *const i8 =
            if self.has_inserts { words.as_ptr().cast() } else { ptr::null() };
        let mut room = [0_u64; ROOM];
        let place: *mut c_void =
            if self.has_room { room.as_mut_ptr().cast() } else { ptr::null_mut() };
        let Message { flags, id, size, .. } = *self;
        // SAFETY: the texts end with zeros, there are as many words as a message can name, and the
        // room holds `size` units as well as a pointer.
        let length = unsafe {
            match self.width {
                Width::Narrow => {
                    let source = narrow.as_ref().map_or(ptr::null(), |text| text.as_ptr().cast());
                    FormatMessageA(flags, source, id, 0, place.cast(), size, words)
                }
                Width::Wide => {
                    let source = wide.as_ref().map_or(ptr::null(), |text| text.as_ptr().cast());
                    FormatMessageW(flags, source, id, 0, place.cast(), size, words)
                }
            }
        };
        if flags & FORMAT_MESSAGE_ALLOCATE_BUFFER == 0 {
            assert!(length == 0 || length < size, "{self:?}: {length}");
        } else {
            let memory = ptr::with_exposed_provenance_mut(room[0] as usize);
            // SAFETY: it is null, or memory that the call gave.
            assert!(unsafe { LocalFree(memory) }.is_null(), "{self:?}");
        }
    }
}

fn narrow(text: &str) -> Vec<u8> {
    text.bytes().chain([0]).collect()
}

fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}
