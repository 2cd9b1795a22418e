// Signal handlers, which may make only calls that signal-safety(7) lists, and their variables.
#include "CLinux.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/time.h>

static struct clinux_limits limits;
static int statistics = -1;
extern char **environ;

// The environment with the line of the continuation in front.
static char **environment;

// The timer, the mask and the limits stay over execve(2).
static void begin_anew(void) {
    struct itimerval none = {0};
    sigset_t empty;
    sigemptyset(&empty);
    if (setitimer(ITIMER_PROF, &none, NULL) != 0 || setrlimit(RLIMIT_AS, &limits.inherited[0]) != 0 ||
        setrlimit(RLIMIT_CPU, &limits.inherited[1]) != 0 || sigprocmask(SIG_SETMASK, &empty, NULL) != 0)
        return;
    execve("/proc/self/exe", limits.arguments, environment);
}

static void end(const char *message) {
    ssize_t written = write(2, message, strlen(message));
    (void)written;
    if (limits.continuation[0] != 0) begin_anew();
    _exit(limits.exit_status);
}

static int make_environment(void) {
    size_t count = 0;
    while (environ[count]) ++count;
    environment = malloc((count + 2) * sizeof *environment);
    if (!environment) return -1;
    environment[0] = limits.continuation;
    memcpy(environment + 1, environ, (count + 1) * sizeof *environment);
    return 0;
}

static void end_by_time(int signal) {
    (void)signal;
    end(limits.time_message);
}

// The pages that are resident, and those of them that a file has, from proc_pid_statm(5).
static long private_pages(void) {
    char text[128];
    ssize_t count = pread(statistics, text, sizeof text - 1, 0);
    long numbers[3] = {0, 0, 0};
    int index = 0;
    for (ssize_t place = 0; place < count && index < 3; ++place) {
        if (text[place] == ' ') {
            ++index;
        } else if (text[place] >= '0' && text[place] <= '9') {
            numbers[index] = numbers[index] * 10 + (text[place] - '0');
        }
    }
    return numbers[1] - numbers[2];
}

static void check_memory(int signal) {
    (void)signal;
    int before = errno;
    if (private_pages() > limits.pages) end(limits.memory_message);
    errno = before;
}

// Swift ends the process this way if an allocation fails.
static void end_by_allocation(int number) {
    if (private_pages() > limits.pages / 2) end(limits.memory_message);
    signal(number, SIG_DFL);
    raise(number);
}

int clinux_set_limits(const struct clinux_limits *next) {
    limits = *next;
    if (!environment && make_environment() != 0) return -1;
    if (statistics < 0) statistics = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    struct sigaction action = {.sa_handler = end_by_time, .sa_flags = SA_RESTART};
    if (sigaction(SIGXCPU, &action, NULL) != 0) return -1;
    action.sa_handler = end_by_allocation;
    if (sigaction(SIGABRT, &action, NULL) != 0) return -1;
    action.sa_handler = check_memory;
    if (sigaction(SIGPROF, &action, NULL) != 0) return -1;
    // No file takes much memory in less processor time than the first interval.
    struct itimerval interval = {.it_interval = {.tv_usec = 25000}, .it_value = {.tv_usec = 200000}};
    return setitimer(ITIMER_PROF, &interval, NULL);
}
