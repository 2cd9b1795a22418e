// A signal handler, which may make only calls that signal-safety(7) lists, and its variable.
#include "CLinux.h"

#include <errno.h>
#include <stdint.h>

static volatile sig_atomic_t told = -1;

static void tell(int signal) {
    (void)signal;
    int before = errno;
    uint64_t one = 1;
    ssize_t written = write(told, &one, sizeof one);
    (void)written;
    errno = before;
}

int clinux_divert_stop(int event) {
    struct sigaction now, diverting = {.sa_handler = tell, .sa_flags = SA_RESTART};
    if (sigaction(SIGTSTP, NULL, &now) != 0) return -1;
    if (now.sa_handler == SIG_IGN) return 0;
    told = event;
    return sigaction(SIGTSTP, &diverting, NULL);
}
