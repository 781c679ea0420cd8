/* processthreadsapi.h, where a program writes it so. */

#ifdef _WIN32
#include_next <ProcessThreadsApi.h>
#else
#include "../processthreadsapi.h"
#endif
