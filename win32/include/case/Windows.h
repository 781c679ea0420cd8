/* windows.h, where a program writes it so. */

#ifdef _WIN32
#include_next <Windows.h>
#else
#include "../windows.h"
#endif
