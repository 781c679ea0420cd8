/* synchapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <SynchApi.h>
#else
#include "../synchapi.h"
#endif
