// What Swift's Glibc module does not show: functions hidden behind _GNU_SOURCE, calls with a variable number of
// arguments, and macros that compute. Header only, no logic: each function is one system call under its own name.
#pragma once

#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

// Hidden by stdio.h and unistd.h unless _GNU_SOURCE was defined before the Glibc module was built, which a later module
// cannot do: renameat2(2), copy_file_range(2).
extern int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags);
extern ssize_t copy_file_range(int source, off_t *source_offset, int target, off_t *target_offset, size_t count,
                               unsigned int flags);

// ioctl_ficlone(2): makes `target` share all blocks of `source`.
static inline int clinux_clone_file(int target, int source) { return ioctl(target, FICLONE, source); }
