/* winsock2.h, where a program writes it so. */

#ifdef _WIN32
#include_next <WinSock2.h>
#else
#include "../winsock2.h"
#endif
