/* namedpipeapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <NamedPipeApi.h>
#else
#include "../namedpipeapi.h"
#endif
