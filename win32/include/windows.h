/*
 * The part of Windows that this library has. On Windows this is the real header.
 *
 * A DWORD has 32 bits and is an unsigned int, also where a long has 64: print it with %u.
 */

#ifndef IOCPSIM_WINDOWS_H
#define IOCPSIM_WINDOWS_H

#ifdef _WIN32
#include_next <windows.h>
#else
#include "winbase.h"
#include "windef.h"
#endif

#endif
