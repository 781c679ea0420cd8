/*
 * The limit of a completion port, as a program sees it that counts for itself which of its workers
 * run: a worker that waits is replaced, and more than the limit run only after a wake-up.
 *
 * It knows nothing of iocp-sim, and is built for Windows and elsewhere from this one source. What
 * it claims of every port goes to stdout; whether the limit held goes to stderr.
 * README.md of win32 says how it is built.
 */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <windows.h>

enum { WORKERS = 8, LIMIT = 2 };

/* The keys of packets: a job in which the worker waits, one in which it does not, and the end. */
enum { LONG_JOB = 1, SHORT_JOB, QUIT };

/* How many milliseconds anything may take. */
enum { PATIENCE = 60000 };

static HANDLE port;
static HANDLE wakes[WORKERS];

/* Is set whenever a counter has changed. */
static HANDLE changed;

/* Who runs: the threads that are between a get and their next get or wait. */
static atomic_uint running, most_running;
/* Jobs that were begun, that wait, that are done, and that began beside too many others. */
static atomic_uint begun, waiting, done, begun_over_limit;
/* How many of the long jobs may go on to their wait, and from there to their end. */
static atomic_uint may_wait, may_end;

static void must(BOOL succeeded, const char *what)
{
    if (!succeeded) {
        fprintf(stderr, "%s: error %u\n", what, (unsigned)GetLastError());
        exit(1);
    }
}

static void tell(void)
{
    must(SetEvent(changed), "tell");
}

/* One thread more runs. Returns how many do. */
static unsigned run(void)
{
    unsigned now = atomic_fetch_add(&running, 1) + 1;
    unsigned most = atomic_load(&most_running);
    while (now > most && !atomic_compare_exchange_weak(&most_running, &most, now))
        ;
    return now;
}

static unsigned begin(void)
{
    unsigned number;
    if (run() > LIMIT)
        atomic_fetch_add(&begun_over_limit, 1);
    number = atomic_fetch_add(&begun, 1) + 1;
    tell();
    return number;
}

static void end(void)
{
    atomic_fetch_sub(&running, 1);
    atomic_fetch_add(&done, 1);
    tell();
}

/* Computes until the job may go on. It does not wait, so the thread goes on counting. */
static void compute(unsigned job, atomic_uint *may_go_on)
{
    while (atomic_load(may_go_on) < job)
        SwitchToThread();
}

static void wait_in_job(unsigned job)
{
    atomic_fetch_sub(&running, 1);
    atomic_fetch_add(&waiting, 1);
    tell();
    must(WaitForSingleObject(wakes[job - 1], INFINITE) == WAIT_OBJECT_0, "wait");
    atomic_fetch_sub(&waiting, 1);
    run();
    tell();
}

static DWORD WINAPI work(LPVOID nothing)
{
    DWORD bytes;
    ULONG_PTR key;
    LPOVERLAPPED overlapped;

    UNREFERENCED_PARAMETER(nothing);
    for (;;) {
        unsigned job;
        must(GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, INFINITE), "get");
        if (key == QUIT)
            return 0;
        job = begin();
        if (key == LONG_JOB) {
            compute(job, &may_wait);
            wait_in_job(job);
            compute(job, &may_end);
        }
        end();
    }
}

/* A thread that takes a job if there is one for it at once. */
static DWORD WINAPI ask_once(LPVOID nothing)
{
    DWORD bytes;
    ULONG_PTR key;
    LPOVERLAPPED overlapped;

    UNREFERENCED_PARAMETER(nothing);
    if (GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, 0)) {
        begin();
        end();
    } else {
        must(GetLastError() == WAIT_TIMEOUT, "ask");
    }
    return 0;
}

static HANDLE start(LPTHREAD_START_ROUTINE routine)
{
    HANDLE thread = CreateThread(NULL, 0, routine, NULL, 0, NULL);
    must(thread != NULL, "start");
    return thread;
}

static void post(ULONG_PTR key)
{
    for (int packet = 0; packet < WORKERS; packet++)
        must(PostQueuedCompletionStatus(port, 0, key, NULL), "post");
}

static HANDLE event(void)
{
    HANDLE made = CreateEvent(NULL, FALSE, FALSE, NULL);
    must(made != NULL, "make an event");
    return made;
}

/* Waits until so many jobs have begun and so many threads run, or more, and so many wait. */
static void await(unsigned began, unsigned wait, unsigned run)
{
    while (atomic_load(&begun) < began || atomic_load(&waiting) != wait ||
           atomic_load(&running) < run) {
        if (WaitForSingleObject(changed, PATIENCE) != WAIT_OBJECT_0) {
            fprintf(stderr, "nothing happens: %u jobs begun, %u wait, %u run\n",
                    atomic_load(&begun), atomic_load(&waiting), atomic_load(&running));
            exit(1);
        }
    }
}

static void await_done(unsigned jobs)
{
    while (atomic_load(&done) < jobs)
        must(WaitForSingleObject(changed, PATIENCE) == WAIT_OBJECT_0, "the end of a job");
}

static unsigned least(unsigned one, unsigned other)
{
    return one < other ? one : other;
}

/* Waits for what a row says, and prints it. */
static void row(const char *what, unsigned job, unsigned began, unsigned wait, unsigned run)
{
    char step[32];
    snprintf(step, sizeof step, what, job);
    await(began, wait, run);
    printf("%-24s%6u%9u%9u%s\n", step, began, wait, run, run > LIMIT ? "  over the limit" : "");
}

/* One worker after the other waits: as long as there are jobs, another one runs in its place. */
static void all_wait(void)
{
    row("%u jobs are posted", WORKERS, LIMIT, 0, LIMIT);
    for (unsigned job = 1; job <= WORKERS; job++) {
        atomic_store(&may_wait, job);
        row("job %u waits", job, least(LIMIT + job, WORKERS), job, least(LIMIT, WORKERS - job));
    }
}

/* One worker after the other is woken, and runs, whatever the limit. */
static void all_are_woken(void)
{
    for (unsigned job = 1; job <= WORKERS; job++) {
        must(SetEvent(wakes[job - 1]), "wake");
        row("job %u is woken", job, WORKERS, WORKERS - job, job);
    }
}

/* There are more jobs, but too many threads run. One after the other ends its job. */
static void all_end(void)
{
    HANDLE thread;
    post(SHORT_JOB);
    thread = start(ask_once);
    must(WaitForSingleObject(thread, PATIENCE) == WAIT_OBJECT_0, "the thread that asks once");
    must(CloseHandle(thread), "close");
    for (unsigned job = 1; job <= WORKERS; job++) {
        atomic_store(&may_end, job);
        await_done(job);
    }
    await_done(2 * WORKERS);
    row("%u more jobs are done", WORKERS, 2 * WORKERS, 0, 0);
}

static void say_whether_it_held(unsigned most, unsigned over)
{
    fprintf(stderr,
            "The limit %s. Before the first worker was woken, at most %u ran at a time. "
            "Jobs that began beside %d others or more: %u.\n",
            most > LIMIT || over > 0 ? "was exceeded" : "held", most, LIMIT, over);
}

int main(void)
{
    HANDLE workers[WORKERS];
    unsigned most;

    port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, LIMIT);
    must(port != NULL, "make a port");
    changed = event();
    for (int worker = 0; worker < WORKERS; worker++) {
        wakes[worker] = event();
        workers[worker] = start(work);
    }
    printf("%d workers, limit %d\n\n%-24s%6s%9s%9s\n", WORKERS, LIMIT, "", "begun", "waiting",
           "running");
    printf("%-24s%6s%18s\n", "", "at least", "at least");
    post(LONG_JOB);
    all_wait();
    most = atomic_load(&most_running);
    all_are_woken();
    all_end();

    post(QUIT);
    must(WaitForMultipleObjects(WORKERS, workers, TRUE, PATIENCE) == WAIT_OBJECT_0, "join");
    printf("\nA worker that waits is replaced. "
           "One that is woken runs at once, whatever the limit.\n");
    fflush(stdout);
    say_whether_it_held(most, atomic_load(&begun_over_limit));
    return 0;
}
