/* ntstatus.h, where a program writes it so. */

#ifdef _WIN32
#include_next <NtStatus.h>
#else
#include "../ntstatus.h"
#endif
