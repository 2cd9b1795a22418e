// In a statically linked program, Swift's runtime looks up its own executable in /proc before `main`, and aborts if it cannot.
// This runs first and reports what is missing, as `main` does in a dynamically linked program.
#ifdef PDFCO_STATIC

#include <string.h>
#include <unistd.h>

__attribute__((constructor(101))) static void require_proc(void)
{
    static const char message[] =
        "pdfco: error: /proc: is not mounted\n"
        "hint: mount it: mount -t proc proc /proc\n";
    if (access("/proc/self/exe", F_OK) == 0) return;
    // Nothing can be done about an error here.
    ssize_t written = write(STDERR_FILENO, message, strlen(message));
    (void)written;
    _exit(74);
}

#endif
