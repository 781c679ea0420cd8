/* sysinfoapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <SysInfoApi.h>
#else
#include "../sysinfoapi.h"
#endif
