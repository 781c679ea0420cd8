/* heapapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <HeapApi.h>
#else
#include "../heapapi.h"
#endif
