/* The basic types, under the name that some programs include. */

#ifndef IOCPSIM_WINDEF_H
#define IOCPSIM_WINDEF_H

#ifdef _WIN32
#include_next <windef.h>
#else
#include "winnt.h"
#endif

#endif
