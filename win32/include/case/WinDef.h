/* windef.h, where a program writes it so. */

#ifdef _WIN32
#include_next <WinDef.h>
#else
#include "../windef.h"
#endif
