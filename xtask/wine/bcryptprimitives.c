/*
 * The one function of bcryptprimitives.dll that Rust programs import.
 *
 * Wine 8 does not have this DLL, so no Rust program would start there. It lies beside the program
 * and asks a function that Wine has. Windows itself never sees it.
 */

#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
