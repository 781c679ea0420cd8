/* errhandlingapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <ErrHandlingApi.h>
#else
#include "../errhandlingapi.h"
#endif
