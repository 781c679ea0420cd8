//! What the system is made of.

use std::ptr;

use windows_sys::Win32::System::SystemInformation::{
    PROCESSOR_ARCHITECTURE, PROCESSOR_ARCHITECTURE_AMD64, PROCESSOR_ARCHITECTURE_ARM64,
    PROCESSOR_ARCHITECTURE_UNKNOWN, SYSTEM_INFO, SYSTEM_INFO_0, SYSTEM_INFO_0_0,
};

use crate::objects::processors;
use crate::places::Place;

/// Where programs find memory in Windows with 64 bits.
const LOWEST: usize = 0x0001_0000;
const HIGHEST: usize = 0x7FFF_FFFE_FFFF;
/// Of what reserved memory begins at a multiple.
const GRANULARITY: u32 = 0x0001_0000;
/// As many processors as one group of Windows has at most.
const GROUP: u32 = usize::BITS;

#[cfg(target_arch = "x86_64")]
const KIND: (PROCESSOR_ARCHITECTURE, u32) = (PROCESSOR_ARCHITECTURE_AMD64, 8664);
#[cfg(target_arch = "aarch64")]
const KIND: (PROCESSOR_ARCHITECTURE, u32) = (PROCESSOR_ARCHITECTURE_ARM64, 0);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const KIND: (PROCESSOR_ARCHITECTURE, u32) = (PROCESSOR_ARCHITECTURE_UNKNOWN, 0);

export! {
    /// Processors and pages. The pages are those of the host, the addresses those of Windows.
    win32 fn GetSystemInfo(info: *mut SYSTEM_INFO) -> () {
        // SAFETY: the caller promised that the place is null or valid.
        unsafe { Place::required(info)? }.write(info_of_host());
        Ok(())
    }

    /// The same: no program is made for another processor.
    win32 fn GetNativeSystemInfo(info: *mut SYSTEM_INFO) -> () {
        // SAFETY: the caller promised that the place is null or valid.
        unsafe { Place::required(info)? }.write(info_of_host());
        Ok(())
    }
}

fn info_of_host() -> SYSTEM_INFO {
    let (architecture, kind) = KIND;
    let count = processors().min(GROUP);
    let (level, revision) = model();
    SYSTEM_INFO {
        Anonymous: SYSTEM_INFO_0 {
            Anonymous: SYSTEM_INFO_0_0 { wProcessorArchitecture: architecture, wReserved: 0 },
        },
        dwPageSize: page_size(),
        lpMinimumApplicationAddress: ptr::without_provenance_mut(LOWEST),
        lpMaximumApplicationAddress: ptr::without_provenance_mut(HIGHEST),
        dwActiveProcessorMask: usize::MAX >> (GROUP - count),
        dwNumberOfProcessors: count,
        dwProcessorType: kind,
        dwAllocationGranularity: GRANULARITY,
        wProcessorLevel: level,
        wProcessorRevision: revision,
    }
}

fn page_size() -> u32 {
    // SAFETY: the call only reads a number.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u32::try_from(size).expect("a page has a size")
}

/// Level and revision: the family, and model and stepping.
#[cfg(target_arch = "x86_64")]
fn model() -> (u16, u16) {
    let signature = std::arch::x86_64::__cpuid(1).eax;
    let part = |from: u32, bits: u32| (signature >> from & ((1 << bits) - 1)) as u16;
    let (family, model) = (part(8, 4), part(4, 4));
    let family = if family == 15 { family + part(20, 8) } else { family };
    let model = if family == 6 || family >= 15 { model | part(16, 4) << 4 } else { model };
    (family, model << 8 | part(0, 4))
}

/// Nobody says what they are.
#[cfg(not(target_arch = "x86_64"))]
fn model() -> (u16, u16) {
    (0, 0)
}
