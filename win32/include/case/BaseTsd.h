/* basetsd.h, where a program writes it so. */

#ifdef _WIN32
#include_next <BaseTsd.h>
#else
#include "../basetsd.h"
#endif
