/* ioapiset.h, where a program writes it so. */

#ifdef _WIN32
#include_next <IoApiSet.h>
#else
#include "../ioapiset.h"
#endif
