/* winbase.h, where a program writes it so. */

#ifdef _WIN32
#include_next <WinBase.h>
#else
#include "../winbase.h"
#endif
