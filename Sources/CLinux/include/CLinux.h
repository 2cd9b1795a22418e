// What Swift's Glibc module does not show: functions hidden behind _GNU_SOURCE, and macros that compute.
// Header only, no logic: each line below is one system call or one constant under its own name.
#pragma once

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>
#include <unistd.h>
