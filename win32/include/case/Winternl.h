/* winternl.h, where a program writes it so. */

#ifdef _WIN32
#include_next <Winternl.h>
#else
#include "../winternl.h"
#endif
