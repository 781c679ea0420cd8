/* process.h, where a program writes it so. */

#ifdef _WIN32
#include_next <Process.h>
#else
#include "../process.h"
#endif
