/* threadpoollegacyapiset.h, where a program writes it so. */

#ifdef _WIN32
#include_next <ThreadPoolLegacyApiSet.h>
#else
#include "../threadpoollegacyapiset.h"
#endif
