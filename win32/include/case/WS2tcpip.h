/* ws2tcpip.h, where a program writes it so. */

#ifdef _WIN32
#include_next <WS2tcpip.h>
#else
#include "../ws2tcpip.h"
#endif
