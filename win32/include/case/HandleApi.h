/* handleapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <HandleApi.h>
#else
#include "../handleapi.h"
#endif
