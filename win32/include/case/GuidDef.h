/* guiddef.h, where a program writes it so. */

#ifdef _WIN32
#include_next <GuidDef.h>
#else
#include "../guiddef.h"
#endif
