/* minwinbase.h, where a program writes it so. */

#ifdef _WIN32
#include_next <MinWinBase.h>
#else
#include "../minwinbase.h"
#endif
