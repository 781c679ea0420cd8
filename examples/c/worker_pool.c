/*
 * A pool of workers that is fed by posts. With --watch it shows the port while they work.
 *
 * Windows does not tell what is in a port, so that there --watch only says so; all else is built
 * from this one source for Windows and elsewhere.
 * README.md of win32 says how it is built. The same in Rust is examples/worker_pool.
 */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <windows.h>

enum { WORKERS = 8, LIMIT = 2 };

/* The keys of packets. The bytes of a job are its number. */
enum { JOB = 1, QUIT };

/* In milliseconds: what a job computes before its wait and again after it, what some of them
 * sleep, and how often the feeder looks what there is to do. */
enum { COMPUTES = 150, SLEEPS = 500, TICK = 100 };

/* The feeder posts by waves, one each so many ticks. Answers come each so many ticks, for a tick. */
enum { WAVE_TICKS = 6, ANSWER_TICKS = 10 };
static const unsigned waves[] = { 3, 7, 1, 5, 0 };

static HANDLE port;
/* Is set while there are answers for the jobs that wait for one. */
static HANDLE answers;

static atomic_uint computing, most_computing, asleep, waiting, done;

static void must(BOOL succeeded, const char *what)
{
    if (!succeeded) {
        fprintf(stderr, "%s: error %u\n", what, (unsigned)GetLastError());
        exit(1);
    }
}

static void compute(void)
{
    ULONGLONG until = GetTickCount64() + COMPUTES;
    unsigned now = atomic_fetch_add(&computing, 1) + 1;
    unsigned most = atomic_load(&most_computing);
    while (now > most && !atomic_compare_exchange_weak(&most_computing, &most, now))
        ;
    while (GetTickCount64() < until)
        SwitchToThread();
    atomic_fetch_sub(&computing, 1);
}

/* Some jobs sleep, some wait for an answer, and the others do neither. */
static void pause_in_job(unsigned job)
{
    if (job % 3 == 1) {
        atomic_fetch_add(&asleep, 1);
        Sleep(SLEEPS);
        atomic_fetch_sub(&asleep, 1);
    } else if (job % 3 == 2) {
        atomic_fetch_add(&waiting, 1);
        must(WaitForSingleObject(answers, INFINITE) == WAIT_OBJECT_0, "wait");
        atomic_fetch_sub(&waiting, 1);
    }
}

static DWORD WINAPI work(LPVOID nothing)
{
    DWORD job;
    ULONG_PTR key;
    LPOVERLAPPED overlapped;

    UNREFERENCED_PARAMETER(nothing);
    for (;;) {
        must(GetQueuedCompletionStatus(port, &job, &key, &overlapped, INFINITE), "get");
        if (key == QUIT)
            return 0;
        compute();
        pause_in_job(job);
        compute();
        atomic_fetch_add(&done, 1);
    }
}

/* What was asked for on the command line. */
struct options {
    unsigned jobs;
    int watch;
    unsigned ascii;
};

#ifdef _WIN32

static void begin_to_watch(void)
{
    fprintf(stderr, "There is no view: Windows does not tell what is in a port.\n");
}

static void show(const struct options *options)
{
    (void)options;
}

static void end_to_watch(void)
{
}

#else

#include <iocpsim.h>

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Another screen, on which lines are cut at the edge and no cursor is seen; and back. */
#define OTHER_SCREEN "\033[?1049h\033[?7l\033[?25l"
#define OWN_SCREEN "\033[?25h\033[?7h\033[?1049l"

#define LEGEND \
    "\n  A job enters the queue on the left. While fewer than 2 threads are released,\n" \
    "  the newest of the waiting threads gets the oldest job. A thread that sleeps\n" \
    "  or waits is paused; when it comes back it runs at once, outside the wall if\n" \
    "  there is no free slot.\n"

static int on_terminal;

/* Gives the terminal back before a signal ends the program. */
static void leave_screen(int number)
{
    ssize_t written = write(STDOUT_FILENO, OWN_SCREEN, sizeof OWN_SCREEN - 1);
    (void)written;
    signal(number, SIG_DFL);
    raise(number);
}

static void begin_to_watch(void)
{
    on_terminal = isatty(STDOUT_FILENO);
    if (on_terminal) {
        signal(SIGINT, leave_screen);
        signal(SIGTERM, leave_screen);
        fputs(OTHER_SCREEN, stdout);
    }
}

static void end_to_watch(void)
{
    if (on_terminal) {
        fputs(OWN_SCREEN, stdout);
        fflush(stdout);
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
    }
}

static unsigned width(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 80;
}

/* Prints lines. On a terminal each takes the place of the one that is there. */
static void print(const char *text)
{
    for (; *text != '\0'; text++) {
        putchar(*text);
        if (*text == '\n' && on_terminal)
            fputs("\033[K", stdout);
    }
}

static void show(const struct options *options)
{
    static char picture[16384];
    char line[128];

    if (iocpsim_describe_port(port, picture, sizeof picture, width(), options->ascii) == 0)
        must(FALSE, "describe");
    print(on_terminal ? "\033[H\033[K" : "--------------------------------------------------\n");
    snprintf(line, sizeof line, "  %u workers, limit %u, %u of %u jobs done\n\n", WORKERS, LIMIT,
             atomic_load(&done), options->jobs);
    print(line);
    print(picture);
    snprintf(line, sizeof line, "\n  %u compute, %u sleep, %u wait for an answer\n",
             atomic_load(&computing), atomic_load(&asleep), atomic_load(&waiting));
    print(line);
    print(LEGEND);
    if (on_terminal)
        fputs("\033[J", stdout);
    fflush(stdout);
}

#endif

static struct options parse(int count, char **words)
{
    struct options options = { 40, 0, 0 };
    for (int word = 1; word < count; word++) {
        if (strcmp(words[word], "--watch") == 0) {
            options.watch = 1;
        } else if (strcmp(words[word], "--ascii") == 0) {
            options.ascii = 1;
        } else if (strcmp(words[word], "--jobs") == 0 && word + 1 < count) {
            options.jobs = (unsigned)strtoul(words[++word], NULL, 10);
        } else {
            fprintf(stderr, "usage: %s [--watch [--ascii]] [--jobs NUMBER]\n", words[0]);
            exit(2);
        }
    }
    return options;
}

/* Posts the jobs in waves, and answers those that ask, until all are done. */
static void feed(const struct options *options)
{
    unsigned posted = 0;

    for (unsigned tick = 0; atomic_load(&done) < options->jobs; tick++) {
        unsigned wave = tick % WAVE_TICKS == 0
                            ? waves[tick / WAVE_TICKS % (sizeof waves / sizeof *waves)] : 0;
        for (; wave > 0 && posted < options->jobs; wave--)
            must(PostQueuedCompletionStatus(port, posted++, JOB, NULL), "post");
        must(tick % ANSWER_TICKS == 0 ? SetEvent(answers) : ResetEvent(answers), "answer");
        if (options->watch)
            show(options);
        Sleep(TICK);
    }
}

int main(int count, char **words)
{
    struct options options = parse(count, words);
    HANDLE workers[WORKERS];

    port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, LIMIT);
    must(port != NULL, "make a port");
    answers = CreateEvent(NULL, TRUE, FALSE, NULL);
    must(answers != NULL, "make an event");
    for (int worker = 0; worker < WORKERS; worker++) {
        workers[worker] = CreateThread(NULL, 0, work, NULL, 0, NULL);
        must(workers[worker] != NULL, "start a worker");
    }
    if (options.watch)
        begin_to_watch();
    feed(&options);
    if (options.watch)
        end_to_watch();

    for (int worker = 0; worker < WORKERS; worker++)
        must(PostQueuedCompletionStatus(port, 0, QUIT, NULL), "post");
    must(WaitForMultipleObjects(WORKERS, workers, TRUE, INFINITE) == WAIT_OBJECT_0, "join");
    printf("Jobs done: %u. At most %u workers computed at a time, with a limit of %u.\n",
           atomic_load(&done), atomic_load(&most_computing), LIMIT);
    return 0;
}
