/* libloaderapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <LibLoaderApi.h>
#else
#include "../libloaderapi.h"
#endif
