//! What the system is made of.

use std::thread;

use iocp_sim_win32::Win32::System::SystemInformation::*;

#[test]
fn there_are_processors_and_pages() {
    let (mut info, mut native) = (SYSTEM_INFO::default(), SYSTEM_INFO::default());
    // SAFETY: the places are there.
    unsafe {
        GetSystemInfo(&mut info);
        GetNativeSystemInfo(&mut native);
    }
    let usable = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    assert!(info.dwNumberOfProcessors as usize >= usable.min(64));
    assert_eq!(info.dwActiveProcessorMask.count_ones(), info.dwNumberOfProcessors);
    assert_eq!(info.dwActiveProcessorMask & 1, 1);
    assert!(info.dwPageSize.is_power_of_two() && info.dwPageSize >= 4096);
    assert_eq!(info.dwAllocationGranularity, 65_536);
    assert_eq!(info.lpMinimumApplicationAddress.addr(), 0x1_0000);
    assert!(info.lpMaximumApplicationAddress.addr() > (&raw const info).addr());
    // SAFETY: whatever bits there are, they are numbers.
    let architecture = unsafe { info.Anonymous.Anonymous.wProcessorArchitecture };
    let wanted = match std::env::consts::ARCH {
        "x86_64" => PROCESSOR_ARCHITECTURE_AMD64,
        "aarch64" => PROCESSOR_ARCHITECTURE_ARM64,
        _ => PROCESSOR_ARCHITECTURE_UNKNOWN,
    };
    assert_eq!(architecture, wanted);
    let numbers = |info: &SYSTEM_INFO| {
        let size = (info.dwPageSize, info.dwNumberOfProcessors, info.dwActiveProcessorMask);
        (size, info.dwProcessorType, info.wProcessorLevel, info.wProcessorRevision)
    };
    assert_eq!(numbers(&info), numbers(&native));
}
