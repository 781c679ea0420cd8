/* A program that this library is linked to, and that loads another copy of it: threads of both are
 * suspended, and resumed, whichever of the copies was the last to begin. */

#include <windows.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef HANDLE (*create)(void *, size_t, LPTHREAD_START_ROUTINE, void *, DWORD, DWORD *);
typedef DWORD (*stop)(HANDLE);

static volatile unsigned long turns[2];
static volatile int goes_on = 1;

static DWORD WINAPI turn(void *parameter) {
    volatile unsigned long *mine = parameter;
    while (goes_on)
        ++*mine;
    return 0;
}

static void must(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "not so: %s\n", what);
        exit(1);
    }
}

static void *function(void *copy, const char *name) {
    void *function = dlsym(copy, name);
    must(function != NULL, name);
    return function;
}

/* Neither thread does anything while both are suspended. */
static void both_stand_still(void) {
    unsigned long before[2] = {turns[0], turns[1]};
    Sleep(20);
    must(before[0] == turns[0], "the thread of the first copy stands still");
    must(before[1] == turns[1], "the thread of the second copy stands still");
}

int main(int count, char **arguments) {
    must(count == 2, "it is told where the other copy is");
    void *copy = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    must(copy != NULL, "it is there");
    create other_create;
    stop other_suspend, other_resume;
    void *found[3] = {function(copy, "iocpsim_CreateThread"),
                      function(copy, "iocpsim_SuspendThread"),
                      function(copy, "iocpsim_ResumeThread")};
    memcpy(&other_create, &found[0], sizeof found[0]);
    memcpy(&other_suspend, &found[1], sizeof found[1]);
    memcpy(&other_resume, &found[2], sizeof found[2]);

    HANDLE mine = CreateThread(NULL, 0, turn, (void *)&turns[0], 0, NULL);
    HANDLE others = other_create(NULL, 0, turn, (void *)&turns[1], 0, NULL);
    must(mine != NULL && others != NULL, "there are threads");
    for (int round = 0; round < 4; round++) {
        while (turns[0] == 0 || turns[1] == 0)
            Sleep(1);
        must(SuspendThread(mine) == 0, "the first is suspended");
        must(other_suspend(others) == 0, "the second is suspended");
        both_stand_still();
        turns[0] = turns[1] = 0;
        must(ResumeThread(mine) == 1, "the first is resumed");
        must(other_resume(others) == 1, "the second is resumed");
    }
    goes_on = 0;
    must(WaitForSingleObject(mine, 60000) == WAIT_OBJECT_0, "the first ends");
    return 0;
}
