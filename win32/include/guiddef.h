/* Identifiers of 128 bits. */

#ifndef IOCPSIM_GUIDDEF_H
#define IOCPSIM_GUIDDEF_H

#ifdef _WIN32
#include_next <guiddef.h>
#else

#include <stdint.h>

typedef struct _GUID {
    uint32_t Data1;
    uint16_t Data2;
    uint16_t Data3;
    uint8_t Data4[8];
} GUID, *LPGUID;

#endif
#endif
