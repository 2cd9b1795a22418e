// What Swift's Glibc module does not show: functions hidden behind _GNU_SOURCE, calls with a variable number of
// arguments, and macros that compute. No logic: each function is one system call under its own name. The signal handlers in
// limits.c, mapping.c and stop.c are the exceptions.
#pragma once

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// Hidden by stdio.h, unistd.h, poll.h and pthread.h unless _GNU_SOURCE was defined before the Glibc module was built,
// which a later module cannot do: renameat2(2), copy_file_range(2), ppoll(2), pthread_setname_np(3),
// memfd_create(2), pipe2(2), prlimit(2).
extern int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags);
extern ssize_t copy_file_range(int source, off_t *source_offset, int target, off_t *target_offset, size_t count,
                               unsigned int flags);
extern int ppoll(struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *signals);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int memfd_create(const char *name, unsigned int flags);
enum { CLINUX_MFD_CLOEXEC = 1 };
extern int pipe2(int files[2], int flags);
extern int prlimit(pid_t process, int resource, const struct rlimit *new_limit, struct rlimit *old_limit);

// The creation time from statx(2), which is hidden in the same way; returns 1, or 0 if the file system does not record it.
extern int statx(int directory, const char *path, int flags, unsigned int mask, struct statx *status);
static inline int clinux_birth_time(int file, long *seconds, long *nanoseconds) {
    struct statx status;
    if (statx(file, "", 0x1000 /* AT_EMPTY_PATH */, STATX_BTIME, &status) < 0) return -1;
    *seconds = status.stx_btime.tv_sec;
    *nanoseconds = status.stx_btime.tv_nsec;
    return (status.stx_mask & STATX_BTIME) != 0;
}

// ioctl_ficlone(2): makes `target` share all blocks of `source`.
static inline int clinux_clone_file(int target, int source) { return ioctl(target, FICLONE, source); }

// statx(2), hidden in the same way, with AT_EMPTY_PATH and AT_STATX_FORCE_SYNC: asks the server about an open file instead of
// using the attributes that the kernel has cached, and updates the cache.
extern int statx(int directory, const char *name, int flags, unsigned int mask, struct statx *status);
static inline int clinux_refresh_status(int file) {
    struct statx status;
    return statx(file, "", 0x1000 | 0x2000, STATX_BASIC_STATS, &status);
}

// The processor time in nanoseconds that a process has used, clock_getcpuclockid(3); 0 where that cannot be told.
static inline int64_t clinux_processor_time(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// signalfd(2), whose header would define the types of signal.h a second time; SFD_CLOEXEC | SFD_NONBLOCK; and the size of the
// structure that is read, which begins with the signal number.
extern int signalfd(int file, const sigset_t *signals, int flags);
enum { CLINUX_SIGNALFD_FLAGS = 02004000, CLINUX_SIGNALFD_SIZE = 128 };

// TIOCGWINSZ of ioctl_tty(2): the size of a terminal's window, in characters.
static inline int clinux_window_size(int terminal, int *columns, int *rows) {
    struct winsize size;
    int result = ioctl(terminal, TIOCGWINSZ, &size);
    if (result == 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
    }
    return result;
}

// The numbers of F_OFD_GETLK, F_OFD_SETLK and O_PATH, which fcntl.h hides in the same way.
enum { CLINUX_OFD_GETLK = 36, CLINUX_OFD_SETLK = 37, CLINUX_O_PATH = 010000000 };

// F_SETSIG and F_SETLEASE of fcntl(2), whose numbers are hidden, too: which signal reports that a lease is to end, and a lease
// of `type`, or F_UNLCK.
static inline int clinux_set_lease_signal(int file, int signal) { return fcntl(file, 10, signal); }
static inline int clinux_set_lease(int file, int type) { return fcntl(file, 1024, type); }

// F_OFD_SETLK of fcntl_locking(2): sets a lock of `type` on a range of bytes, or F_UNLCK.
static inline int clinux_set_range_lock(int file, short type, off_t start, off_t count) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = count};
    return fcntl(file, CLINUX_OFD_SETLK, &lock);
}

// F_OFD_GETLK of fcntl_locking(2): `type` becomes F_UNLCK if a lock of this type could be set.
static inline int clinux_get_range_lock(int file, short *type, off_t start, off_t count) {
    struct flock lock = {.l_type = *type, .l_whence = SEEK_SET, .l_start = start, .l_len = count};
    int result = fcntl(file, CLINUX_OFD_GETLK, &lock);
    *type = lock.l_type;
    return result;
}

// struct ucred of unix(7), hidden in the same way, read with SO_PEERCRED: the process at the other end of a socket.
struct clinux_credentials { pid_t process; uid_t user; gid_t group; };
static inline int clinux_peer_credentials(int socket, struct clinux_credentials *credentials) {
    socklen_t size = sizeof *credentials;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, credentials, &size);
}

// The most descriptors that one message carries here.
enum { CLINUX_DESCRIPTORS = 8 };

// sendmsg(2) with SCM_RIGHTS of unix(7): one message with open descriptors attached.
static inline ssize_t clinux_send(int socket, const void *bytes, size_t size, const int *descriptors, size_t count) {
    union { struct cmsghdr header; char bytes[CMSG_SPACE(CLINUX_DESCRIPTORS * sizeof(int))]; } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// recvmsg(2), its counterpart: `count` is the capacity of `descriptors`, and becomes the number received.
static inline ssize_t clinux_receive(int socket, void *bytes, size_t size, int *descriptors, size_t *count) {
    union { struct cmsghdr header; char bytes[CMSG_SPACE(CLINUX_DESCRIPTORS * sizeof(int))]; } control;
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_SPACE(*count * sizeof(int))};
    ssize_t result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = result < 0 ? NULL : CMSG_FIRSTHDR(&message);
    *count = 0;
    if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        *count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors, CMSG_DATA(header), *count * sizeof(int));
    }
    return result;
}

// sigaction(2): SIGTSTP adds to the counter of an eventfd(2) instead of stopping the process. Does nothing if the signal is
// ignored.
int clinux_divert_stop(int event);

// What clinux_set_limits sets: pages of memory of its own, and what is written to standard error when they, or the processor time
// (RLIMIT_CPU), are used up. Where `continuation` is not empty, the program then begins anew, with the same arguments and
// that line of environ(7), with the address space and processor time of `inherited`; otherwise it ends. The strings stay valid.
struct clinux_limits {
    long pages;
    const char *time_message;
    const char *memory_message;
    int exit_status;
    char continuation[64];
    char **arguments;
    struct rlimit inherited[2];
};

// sigaction(2) and setitimer(2): ends the process with a message when it reaches RLIMIT_CPU, and when it uses more memory.
// 0, or -1 with errno.
int clinux_set_limits(const struct clinux_limits *next);

// Watches the pages of a mapped file, which begin at `start`: if a touched page no longer exists (SIGBUS), it and all pages after
// it become zeros. NULL if there is no memory. The watch must end before the pages are unmapped.
struct clinux_mapping;
struct clinux_mapping *clinux_watch_mapping(const void *start, size_t size);
int clinux_mapping_was_cut(const struct clinux_mapping *mapping);
void clinux_forget_mapping(struct clinux_mapping *mapping);
