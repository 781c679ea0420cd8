/* memoryapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <MemoryApi.h>
#else
#include "../memoryapi.h"
#endif
