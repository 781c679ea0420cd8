/*
 * What this library has and Windows has not: a look into a port. On Windows there is no such
 * header; include it where _WIN32 is not defined.
 */

#ifndef IOCPSIM_IOCPSIM_H
#define IOCPSIM_IOCPSIM_H

#include "minwindef.h"

/* In what characters a port is drawn. */
#define IOCPSIM_UNICODE 0
#define IOCPSIM_ASCII 1

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes the picture of a port: its devices, its queue, and its waiting, released and paused
 * threads. It is text in UTF-8, of lines that are at most `width` columns wide and each end in a
 * newline; a width below 80 is taken for 80, and one above 120 for 120. Threads are called T0,
 * T1 ... in the order in which they first got from the port; a number that has become free is
 * given again.
 *
 * At most `size` bytes are written, with the zero that ends them; what has no room is left out.
 * Returns how many bytes the whole picture takes without the zero, as snprintf does, so that a
 * `size` of 0, for which `buffer` may be null, asks how many there are. Returns 0 if it fails, and
 * GetLastError says why: ERROR_INVALID_HANDLE or its like for a handle that is none of a port.
 * Any handle to the port will do, whatever its rights.
 */
size_t iocpsim_describe_port(HANDLE port, char *buffer, size_t size, unsigned width,
                             unsigned style);

#ifdef __cplusplus
}
#endif

#endif
