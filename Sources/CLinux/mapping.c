// A signal handler that searches a list without a lock, which Swift cannot be used for.
//
// When a mapped file is truncated, its pages beyond the new end are gone, and touching one of them raises SIGBUS (mmap(2)).
// For watched mappings, the handler maps zeros there and records it; the reader goes on, and afterwards asks whether what it
// read is valid.
#include "CLinux.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

struct clinux_mapping {
    // Set before the entry joins the list. Entries are never removed; they are reused.
    struct clinux_mapping *next;
    atomic_bool is_used;
    // The pages; no address lies between the two while the entry is unused.
    atomic_uintptr_t start, end;
    atomic_bool was_cut;
};

static _Atomic(struct clinux_mapping *) first;
static struct sigaction before;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static uintptr_t page_size;

// Maps zeros in place of the pages from the touched one to the end of its mapping. signal-safety(7) does not list mmap(2), but
// it is a single system call, as the functions listed there are.
static int cover(uintptr_t address) {
    uintptr_t page = address & ~(page_size - 1);
    for (struct clinux_mapping *each = first; each != NULL; each = each->next) {
        uintptr_t end = each->end;
        if (address < each->start || address >= end) continue;
        void *zeros = mmap((void *)page, end - page, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        if (zeros == MAP_FAILED) return 0;
        each->was_cut = 1;
        return 1;
    }
    return 0;
}

static void handle(int signal, siginfo_t *information, void *context) {
    int error = errno;
    // A code of 0 or less means that a process sent the signal.
    int is_covered = information->si_code > 0 && cover((uintptr_t)information->si_addr);
    errno = error;
    if (is_covered) return;
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(signal, information, context);
    } else if (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN) {
        // On return, the access is repeated, and ends the process as it would have without this handler.
        sigaction(signal, &before, NULL);
        if (information->si_code <= 0) raise(signal);
    } else {
        before.sa_handler(signal);
    }
}

static void install(void) {
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction ours = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SIGBUS, NULL, &before);
    sigaction(SIGBUS, &ours, NULL);
}

struct clinux_mapping *clinux_watch_mapping(const void *start, size_t size) {
    pthread_once(&once, install);
    struct clinux_mapping *entry = first;
    for (; entry != NULL; entry = entry->next) {
        _Bool free = 0;
        if (atomic_compare_exchange_strong(&entry->is_used, &free, 1)) break;
    }
    if (entry == NULL) {
        entry = calloc(1, sizeof *entry);
        if (entry == NULL) return NULL;
        entry->is_used = 1;
        entry->start = UINTPTR_MAX;
        entry->next = first;
        while (!atomic_compare_exchange_weak(&first, &entry->next, entry)) {}
    }
    entry->was_cut = 0;
    // The end first: until the entry has a start, it contains no address.
    entry->end = ((uintptr_t)start + size + page_size - 1) & ~(page_size - 1);
    entry->start = (uintptr_t)start;
    return entry;
}

int clinux_mapping_was_cut(const struct clinux_mapping *entry) { return entry->was_cut; }

void clinux_forget_mapping(struct clinux_mapping *entry) {
    entry->start = UINTPTR_MAX;
    entry->end = 0;
    entry->is_used = 0;
}
