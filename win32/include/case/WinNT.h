/* winnt.h, where a program writes it so. */

#ifdef _WIN32
#include_next <WinNT.h>
#else
#include "../winnt.h"
#endif
