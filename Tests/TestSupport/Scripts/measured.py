"""measured.py REPORT PROGRAM ARGUMENT …: runs a program; writes the seconds of processor time and the MiB of memory that it
took to REPORT. Ends as the program does, with 128 + N after signal N."""

import os
import resource
import sys

child = os.fork()
if child == 0:
    # Whatever the program's own limits are worth, the machine stays usable.
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    os.execvp(sys.argv[2], sys.argv[2:])
_, status, used = os.wait4(child, 0)
with open(sys.argv[1], "w") as report:
    print(round(used.ru_utime + used.ru_stime), used.ru_maxrss >> 10, end="", file=report)
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
