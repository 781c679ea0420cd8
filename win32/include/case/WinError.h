/* winerror.h, where a program writes it so. */

#ifdef _WIN32
#include_next <WinError.h>
#else
#include "../winerror.h"
#endif
