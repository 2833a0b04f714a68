/* For Wine 8 only, which has no bcryptprimitives.dll: libraries written in Rust ask it for random bytes. Never part of a bundle. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
