/* minwindef.h, where a program writes it so. */

#ifdef _WIN32
#include_next <MinWinDef.h>
#else
#include "../minwindef.h"
#endif
