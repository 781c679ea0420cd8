/* mswsock.h, where a program writes it so. */

#ifdef _WIN32
#include_next <MSWSock.h>
#else
#include "../mswsock.h"
#endif
