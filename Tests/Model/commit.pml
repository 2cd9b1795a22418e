/* Commits on one document by processes with two views of locks: those on the server's own file system (`Local`), which see
 * each other's byte locks, and those that reach it through FUSE or a network (`Remote`), for which the lock file alone decides.
 *
 * An action is what the server does in one step; it names the function that it models. Between any two actions a process may
 * stall for any time, or crash. A lock file may be found old at any moment, so that no clock is trusted. Each process makes one
 * edit of the document that it read, and acknowledges it. Checked: each acknowledged edit is in the document, and the
 * document is there, or lies under a hidden name where `restore` finds it. `check.sh` also takes out each rule in turn.
 */

#ifndef REMOTES
#define REMOTES 2
#endif
#ifndef LOCALS
#define LOCALS 1
#endif
#define PROCESSES (REMOTES + LOCALS)
#define NONE 255

byte edits[PROCESSES + 1];   /* the edits in each file: 0 is the first document, N + 1 what process N writes, as bits */
byte target = 0;             /* the file at the document's path */
byte hiddenFile = NONE;      /* the file that libfuse has given a hidden name */
byte base[PROCESSES];        /* the file that a process replaces */
byte swap[PROCESSES];        /* the file that has the swap name of a process (TemporaryName.swap) */
byte kept = 0;               /* the edits in files that were given a name which the user sees, as bits */
byte lockFile = NONE;        /* whose lock file is there (LockFile) */
byte renewals = 0;           /* changes with each renewal, as the lock file's time does */
byte byteLock = NONE;        /* which local process has the byte lock (CommitByteLock) */
bool acknowledged[PROCESSES];
byte ended = 0;
bool crashed = false;

#define mayCrash if :: true :: atomic { crashed = true; goto end } fi
/* The kernel releases the byte lock of a crashed process. */
#define mayCrashLocked if :: true :: atomic { crashed = true; goto unlock } fi

/* LockFile.clearOld: moves the lock file aside and looks at what it got. */
inline takeOver() {
    atomic { lockFile != NONE -> seen = lockFile; seenRenewals = renewals }
    atomic {
        aside = lockFile; asideRenewals = renewals; lockFile = NONE
    }
    if
    :: aside != NONE && (aside != seen || asideRenewals != seenRenewals) ->
        atomic { if :: lockFile == NONE -> lockFile = aside :: else fi }
    :: else
    fi
}

/* Leftovers.settle: what a dead process was about to publish is removed, so that it cannot when it comes back; what it has
 * exchanged for its own is not lost. */
inline settle() {
#ifdef NO_FENCE
    skip
#else
    other = 0;
    do
    :: other < PROCESSES ->
        atomic {
            if
            :: other == me || swap[other] == NONE -> skip
            /* Without a document, the swap file may be all that is left of it: the save fails. */
            :: other != me && swap[other] != NONE && target == NONE -> goto give_up
            :: else ->
                if
                :: swap[other] != other + 1 && swap[other] != base[other] -> kept = kept | edits[swap[other]]
                :: else
                fi;
                swap[other] = NONE
            fi
        };
        other++
    :: else -> break
    od
#endif
}

/* Leftovers.putBack */
inline putBack() {
    atomic { if :: target == NONE && hiddenFile != NONE -> target = hiddenFile; hiddenFile = NONE :: else fi }
}

proctype Remote(byte me) {
    byte seen, seenRenewals, aside, asideRenewals, other;
    base[me] = target;                                        /* OpenFile(reading:) */
    if :: base[me] == NONE -> goto end :: else fi;
    edits[me + 1] = edits[base[me]] | (1 << me);
    mayCrash;
    do                                                        /* LockFile.created */
    :: atomic { lockFile == NONE -> lockFile = me; break }
    :: lockFile != NONE -> takeOver()
    :: goto end                                               /* busy */
    od;
    mayCrash;
    settle();
    mayCrash;
    if :: target != base[me] -> goto release :: else fi;      /* the caller's check */
#ifdef NO_CONFIRM_AFTER_SWAP
    if :: lockFile == me :: else -> goto release fi;
    swap[me] = me + 1;
#else
    swap[me] = me + 1;                                        /* TemporaryFile.rename */
    mayCrash;
#ifndef NO_CONFIRM
    if :: lockFile == me :: else -> goto abandon fi;          /* LockFile.renew: opened by name … */
    renewals++;                                               /* … and written, wherever it is by then */
#endif
#endif
    mayCrash;
    if
    :: atomic { swap[me] != NONE -> target = swap[me]; swap[me] = NONE }     /* Directory.rename in one step */
    :: atomic { swap[me] == NONE -> goto release }
#ifdef HELD_OPEN
    :: atomic { target != NONE -> hiddenFile = target; target = NONE };  /* the same where the mount has the old file open */
        mayCrash;
        if
        :: atomic { swap[me] != NONE -> target = swap[me]; swap[me] = NONE; hiddenFile = NONE }
        :: atomic { swap[me] == NONE -> skip };
#ifndef NO_PUTTING_BACK
            putBack();
#endif
            goto release
        fi
#endif
    fi;
    mayCrash;
    acknowledged[me] = true;
    goto release;
abandon:
    swap[me] = NONE;                                          /* TemporaryFile.deinit */
give_up:
release:
    atomic { if :: lockFile == me -> lockFile = NONE :: else fi };   /* LockFile.deinit */
end:
    ended++
}

/* CommitLock: a lock file is waited for, and an old one taken over. */
inline honour() {
    do
    :: lockFile == NONE -> break
    :: lockFile != NONE -> takeOver(); settle()
    :: goto unlock                                            /* busy */
    od
}

proctype Local(byte me) {
    byte seen, seenRenewals, aside, asideRenewals, other, out, placed, newest;
    base[me] = target;
    if :: base[me] == NONE -> goto end :: else fi;
    edits[me + 1] = edits[base[me]] | (1 << me);
    if :: atomic { byteLock == NONE -> byteLock = me } :: goto end fi;
    mayCrashLocked;
    honour();
    if :: target != base[me] -> goto unlock :: else fi;
    mayCrashLocked;
    swap[me] = me + 1;                                        /* TemporaryFile.rename */
    mayCrashLocked;
    atomic {                                                  /* Directory.exchange */
        if
        :: swap[me] == NONE || target == NONE -> goto unlock
        :: else -> out = target; target = swap[me]; swap[me] = out
        fi
    };
    mayCrashLocked;
    if                                                        /* FinishedReplacement.judge */
    :: swap[me] == base[me] || swap[me] == NONE -> swap[me] = NONE
    :: else ->
        /* What came out goes back, as long as the target is what this process put there. */
        placed = me + 1; newest = swap[me];
        do
        :: target != placed -> break
        :: target == placed ->
            mayCrashLocked;
            atomic {
                if
                :: swap[me] != NONE && target != NONE -> out = target; target = swap[me]; swap[me] = out
                :: else -> goto unlock
                fi
            };
            if :: out == placed -> break :: else -> placed = newest; newest = out fi
        od;
        goto unlock
    fi;
    mayCrashLocked;
#ifndef NO_LOOK_AGAIN
    honour();                                                 /* CommitLock.confirmPublished */
    settle();                                                 /* Leftovers.clear(besides:) */
    if :: target == NONE || !(edits[target] & (1 << me)) -> goto unlock :: else fi;
#endif
    acknowledged[me] = true;
give_up:
unlock:
    byteLock = NONE;                                          /* the kernel releases it after a crash as well */
end:
    ended++
}

init {
    byte number = 0;
    atomic {
        do
        :: number < PROCESSES -> swap[number] = NONE; number++
        :: else -> break
        od;
        number = 0;
        do
        :: number < REMOTES -> run Remote(number); number++
        :: number >= REMOTES && number < PROCESSES -> run Local(number); number++
        :: else -> break
        od
    }
    ended == PROCESSES;
    byte left = (target != NONE -> target : hiddenFile);
    assert(left != NONE && (target != NONE || crashed));
    /* What a local process that crashed has exchanged for its own file: the next save gives it a name that the user sees. */
    number = 0;
    do
    :: number < PROCESSES ->
        if
        :: swap[number] != NONE && swap[number] != number + 1 && swap[number] != base[number] ->
            kept = kept | edits[swap[number]]
        :: else
        fi;
        number++
    :: else -> break
    od;
    number = 0;
    do
    :: number < PROCESSES -> assert(!acknowledged[number] || ((edits[left] | kept) & (1 << number))); number++
    :: else -> break
    od
}
