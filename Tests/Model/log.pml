/* Changes recorded in the log of one document, by processes with two views of locks (see commit.pml): `Local` on the server's own file
 * system, which see one another's flock of the log, and `Remote` behind a mount, for which the lock file alone decides. A process may also
 * write the log anew, or save its changes and remove it.
 *
 * A file is a row of records. Between any two actions a process may stall for any time, or crash, and a lock file may be found old at any
 * moment; but where a name is changed, the confirmation that the lock file is still the process's own counts as the same action: a
 * stall in between is not promised. Checked: each acknowledged change is in the log, or was saved from it.
 */

#ifndef REMOTES
#define REMOTES 2
#endif
#ifndef LOCALS
#define LOCALS 1
#endif
#define PROCESSES (REMOTES + LOCALS)
#define ROOM 4
#define NONE 255
#define at(file, place) record[(file) * ROOM + (place)]

byte record[(3 * PROCESSES + 1) * ROOM];  /* whose change is at each place of each file */
byte length[3 * PROCESSES + 1];           /* file 0 is the first log; process N makes the files 3 N + 1 to 3 N + 3 */
byte log = 0;                             /* the file that has the log's name; NONE: there is no log */
byte flock[3 * PROCESSES + 1] = NONE;     /* which local process has the flock of each file */
byte lockFile = NONE;                     /* whose lock file is there (LockFile) */
byte saved = 0;                           /* whose changes are in the document */
bool acknowledged[PROCESSES];
byte ended = 0;

/* The kernel releases the flock of a crashed process; the lock file stays. */
#define mayCrash if :: true :: goto end fi

/* LockFile.renew */
#define isMine (lockFile == me || !hasLockFile)

/* LockFile.created, locked and takenOver: an old lock file, that of a process that died or stalled, becomes this one's. */
inline lock() {
    if
    :: atomic { lockFile == NONE -> lockFile = me }
    :: atomic { lockFile != NONE -> lockFile = me; isTakenOver = true }
    :: goto end                                               /* busy */
    fi
}

/* CheckpointStore.openFile, and OpenFile(creating) where there is none. */
inline open() {
    atomic {
        if
        :: log == NONE -> file = 3 * me + 1; log = file
        :: else -> file = log
        fi
    }
}

/* CheckpointLog.init */
inline read() { atomic { count = length[file] } }

/* A new file with the records that were read, and perhaps one more (CheckpointLog.replace, AtomicReplacement). */
inline writeAnew(new, more) {
    atomic {
        place = 0;
        do
        :: place < count -> at(new, place) = at(file, place); place++
        :: else -> break
        od;
        place = 0;
        length[new] = count;
        if :: more -> at(new, count) = me; length[new]++ :: else fi;
    };
    mayCrash;
    atomic {
        if :: isMine -> log = new; file = new :: else -> goto end fi;
        /* Locked since it was created. */
        if :: isLocal -> flock[new] = me :: else fi
    }
}

/* What both do with the log that is open, and theirs. */
inline work() {
    mayCrash;
    if
    :: isTakenOver ->
#ifndef NO_NEW_FILE
        writeAnew(3 * me + 2, false);
#endif
        isTakenOver = false
    :: else
    fi;
    mayCrash;
    if
    ::  true ->                                               /* CheckpointLog.write */
        atomic { at(file, count) = me; length[file] = count + 1 };
        mayCrash;
#ifndef NO_CONFIRM
        if :: isMine :: else -> goto end fi;
#endif
        acknowledged[me] = true
    ::  true ->                                               /* CheckpointLog.rewrite */
        writeAnew(3 * me + 3, true);
        mayCrash;
        if :: isMine :: else -> goto end fi;
        acknowledged[me] = true
    ::  true ->                                               /* CheckpointLog.remove, keep */
        atomic {
            if :: isMine -> log = NONE :: else -> goto end fi;
            place = 0;
            do
            :: place < count -> saved = saved | (1 << at(file, place)); place++
            :: else -> break
            od;
            place = 0
        }
    fi;
    mayCrash;
    atomic { if :: lockFile == me -> lockFile = NONE :: else fi }
}

proctype Remote(byte me) {
    byte file, count, place;
    bool isTakenOver = false, isLocal = false, hasLockFile = true;
#ifdef OPEN_BEFORE_LOCK
    open();
    mayCrash;
    lock();
#else
    lock();
    mayCrash;
    open();
#ifndef NO_CONFIRM_AFTER_OPENING
    if :: isMine :: else -> goto end fi;
#endif
#endif
    read();
    work();
end:
    ended++
}

proctype Local(byte me) {
    byte file, count, place;
    bool isTakenOver = false, isLocal = true, hasLockFile = true;
    open();
    mayCrash;
    if :: atomic { flock[file] == NONE -> flock[file] = me } :: goto end fi;
    mayCrash;
#ifndef NO_LOCAL_LOCK_FILE
    lock();
    mayCrash;
#else
    hasLockFile = false;
#endif
#ifndef NO_NAME_CHECK
    if :: log == file :: else -> goto end fi;
#endif
    read();
    work();
end:
    atomic {
        place = 0;
        do
        :: place <= 3 * PROCESSES -> if :: flock[place] == me -> flock[place] = NONE :: else fi; place++
        :: else -> break
        od;
        ended++
    }
}

init {
    byte number = 0, place = 0, found = 0;
    atomic {
        do
        :: number < REMOTES -> run Remote(number); number++
        :: number >= REMOTES && number < PROCESSES -> run Local(number); number++
        :: else -> break
        od
    }
    ended == PROCESSES;
    d_step {
        found = saved;
        if
        :: log != NONE ->
            do
            :: place < length[log] -> found = found | (1 << at(log, place)); place++
            :: else -> break
            od
        :: else
        fi;
        number = 0;
        do
        :: number < PROCESSES -> assert(!acknowledged[number] || (found & (1 << number))); number++
        :: else -> break
        od
    }
}
