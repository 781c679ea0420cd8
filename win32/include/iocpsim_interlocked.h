/*
 * What compilers for Windows have of themselves: operations that no other thread can come between,
 * and barriers. winnt.h includes it.
 */

#ifndef IOCPSIM_INTERLOCKED_H
#define IOCPSIM_INTERLOCKED_H
#ifndef _WIN32

#include "minwindef.h"

#ifdef __cplusplus
extern "C" {
#endif

#define IOCPSIM_INLINE static inline __attribute__((always_inline, unused))

/* Returns the value from before, but for Add, Increment and Decrement, which return the new one. */
#define IOCPSIM_INTERLOCKED(suffix, type) \
    IOCPSIM_INLINE type InterlockedIncrement##suffix(type volatile *target) \
    { \
        return __atomic_add_fetch(target, 1, __ATOMIC_SEQ_CST); \
    } \
    IOCPSIM_INLINE type InterlockedDecrement##suffix(type volatile *target) \
    { \
        return __atomic_sub_fetch(target, 1, __ATOMIC_SEQ_CST); \
    } \
    IOCPSIM_INLINE type InterlockedAdd##suffix(type volatile *target, type value) \
    { \
        return __atomic_add_fetch(target, value, __ATOMIC_SEQ_CST); \
    } \
    IOCPSIM_INLINE type InterlockedExchange##suffix(type volatile *target, type value) \
    { \
        return __atomic_exchange_n(target, value, __ATOMIC_SEQ_CST); \
    } \
    IOCPSIM_INLINE type InterlockedExchangeAdd##suffix(type volatile *target, type value) \
    { \
        return __atomic_fetch_add(target, value, __ATOMIC_SEQ_CST); \
    } \
    IOCPSIM_INLINE type InterlockedAnd##suffix(type volatile *target, type value) \
    { \
        return __atomic_fetch_and(target, value, __ATOMIC_SEQ_CST); \
    } \
    IOCPSIM_INLINE type InterlockedOr##suffix(type volatile *target, type value) \
    { \
        return __atomic_fetch_or(target, value, __ATOMIC_SEQ_CST); \
    } \
    IOCPSIM_INLINE type InterlockedXor##suffix(type volatile *target, type value) \
    { \
        return __atomic_fetch_xor(target, value, __ATOMIC_SEQ_CST); \
    } \
    IOCPSIM_INLINE type InterlockedCompareExchange##suffix(type volatile *target, type value, \
                                                           type comparand) \
    { \
        __atomic_compare_exchange_n(target, &comparand, value, 0, __ATOMIC_SEQ_CST, \
                                    __ATOMIC_SEQ_CST); \
        return comparand; \
    }

IOCPSIM_INTERLOCKED(, LONG)
IOCPSIM_INTERLOCKED(64, LONG64)

IOCPSIM_INLINE PVOID InterlockedExchangePointer(PVOID volatile *target, PVOID value)
{
    return __atomic_exchange_n(target, value, __ATOMIC_SEQ_CST);
}

IOCPSIM_INLINE PVOID InterlockedCompareExchangePointer(PVOID volatile *target, PVOID value,
                                                       PVOID comparand)
{
    __atomic_compare_exchange_n(target, &comparand, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return comparand;
}

/* Lets another thread of the same core have its turn. */
IOCPSIM_INLINE void YieldProcessor(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield" ::: "memory");
#else
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
#endif
}

#define MemoryBarrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)

#ifdef __cplusplus
}
#endif

#endif
#endif
