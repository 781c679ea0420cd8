/* profileapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <ProfileApi.h>
#else
#include "../profileapi.h"
#endif
