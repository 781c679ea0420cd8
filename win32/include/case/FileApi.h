/* fileapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <FileApi.h>
#else
#include "../fileapi.h"
#endif
