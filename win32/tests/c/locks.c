/* Locks in C: static ones, those that have to be initialised, and what is initialised once. */

#include <windows.h>

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define ROUNDS 5000

static SRWLOCK slim = SRWLOCK_INIT;
static CONDITION_VARIABLE changed = CONDITION_VARIABLE_INIT;
static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
static CRITICAL_SECTION section;
static LONG turn, count, begun;
static int failures;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%d: %s\n", __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

static BOOL WINAPI begin(PINIT_ONCE at, PVOID parameter, PVOID *context)
{
    (void)at;
    begun++;
    *context = parameter;
    return InitializeCriticalSectionEx(&section, 0, CRITICAL_SECTION_NO_DEBUG_INFO);
}

static void *run(void *number)
{
    PVOID context = NULL;
    int round;

    CHECK(InitOnceExecuteOnce(&once, begin, &count, &context) && context == &count);
    for (round = 0; round < ROUNDS; round++) {
        AcquireSRWLockExclusive(&slim);
        while (turn % 2 != *(LONG *)number)
            CHECK(SleepConditionVariableSRW(&changed, &slim, INFINITE, 0));
        turn++;
        ReleaseSRWLockExclusive(&slim);
        WakeAllConditionVariable(&changed);
        EnterCriticalSection(&section);
        count++;
        LeaveCriticalSection(&section);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    LONG numbers[2] = { 0, 1 };
    LARGE_INTEGER frequency;
    SYSTEM_INFO info;
    FILETIME time;

    /* A wake-up that is lost ends the program. */
    alarm(120);
    for (int number = 0; number < 2; number++)
        CHECK(pthread_create(&threads[number], NULL, run, &numbers[number]) == 0);
    for (int number = 0; number < 2; number++)
        CHECK(pthread_join(threads[number], NULL) == 0);
    CHECK(turn == 2 * ROUNDS && count == 2 * ROUNDS && begun == 1);
    CHECK(section.LockCount == -1);
    DeleteCriticalSection(&section);

    CHECK(!WaitOnAddress(&turn, &turn, sizeof turn, 1) && GetLastError() == ERROR_TIMEOUT);
    WakeByAddressAll(&turn);
    CHECK(QueryPerformanceFrequency(&frequency) && frequency.QuadPart > 0);
    GetSystemTimePreciseAsFileTime(&time);
    CHECK(time.dwHighDateTime != 0);
    GetNativeSystemInfo(&info);
    CHECK(info.dwNumberOfProcessors > 0);
    return failures != 0;
}
