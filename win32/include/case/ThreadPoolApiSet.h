/* threadpoolapiset.h, where a program writes it so. */

#ifdef _WIN32
#include_next <ThreadPoolApiSet.h>
#else
#include "../threadpoolapiset.h"
#endif
