/* Appends to one document, and replacements beside them, by processes with two views of locks (see commit.pml): `Local` on the
 * server's own file system, whose writes go to the end of the file as it is, and `Remote` behind a mount, whose writes go to the offset that
 * it has in mind. Between any two actions a process may stall for any time, or crash; a lock file may be found old at any moment.
 *
 * A file is a row of increments: of each, the mark or the whole. An increment that does not lie where it was made for leads readers past
 * what is between. Checked: each acknowledged edit is found by a reader of the document, and so is each edit of a crashed
 * process whose checkpoint says by its `saving` record that it was saved, so that `restore` drops it.
 */

#ifndef REMOTES
#define REMOTES 2
#endif
#ifndef LOCALS
#define LOCALS 1
#endif
#define PROCESSES (REMOTES + LOCALS)
#define ROOM 5
#define NONE 255
#define OLD 254
#define WHOLE 16
#define at(file, place) increment[(file) * ROOM + (place)]

byte increment[(PROCESSES + 1) * ROOM];   /* whose mark, or with WHOLE whose increment, is at each place of each file */
byte length[PROCESSES + 1];               /* file 0 is the first document, N + 1 what process N writes */
byte target = 0;                          /* the file at the document's path */
byte base[PROCESSES];                     /* the file that a process has read */
byte made[PROCESSES];                     /* the place that its increment was made for */
byte size[PROCESSES];                     /* the length of the file that it has read */
byte tail[PROCESSES];                     /* whose unfinished increment it ended in */
bool swap[PROCESSES];                     /* whether its new file has the swap name (TemporaryName.swap) */
byte lockFile = NONE;                     /* whose lock file is there (LockFile); OLD: it was dated back (Directory.makeOld) */
byte byteLock = NONE;                     /* which local process has the byte lock (CommitByteLock) */
bool acknowledged[PROCESSES];
bool saving[PROCESSES];                   /* whether its checkpoint has the record of what it is about to write */
byte ended = 0;

#define mayCrash if :: true :: goto end fi

/* OpenedPDF: an unfinished increment at the end is not part of the document. */
inline read() {
    atomic {
        base[me] = target; size[me] = length[target]; made[me] = length[target];
        if
        :: made[me] > 0 && at(target, made[me] - 1) < WHOLE -> made[me]--; tail[me] = at(target, made[me])
        :: else
        fi;
        /* The new file, if it is replaced. */
        place = 0;
        do
        :: place < made[me] -> at(me + 1, place) = at(target, place); place++
        :: else -> break
        od;
        at(me + 1, made[me]) = me + WHOLE; length[me + 1] = made[me] + 1; place = 0;
        saving[me] = true                                     /* UnsavedChanges.noteSaving */
    }
}

/* Leftovers.clear(besides:): what others were about to publish is removed. */
inline settle() {
#ifndef NO_FENCE
    atomic {
        place = 0;
        do
        :: place < PROCESSES -> if :: place != me -> swap[place] = false :: else fi; place++
        :: else -> break
        od;
        place = 0
    }
#else
    skip
#endif
}

/* LockFile.created, LockFile.locked, and LockFile.taken, which replaces whatever lock file is there by then. */
inline lock() {
    do
    :: atomic { lockFile == NONE -> lockFile = me; break }
    :: lockFile != NONE -> atomic { lockFile = me; after = true; break }
    :: goto unlock                                            /* busy */
    od;
    settle()
}

#ifdef NO_CONFIRM
#define isMine true
#else
#define isMine (lockFile == me)
#endif

/* LockFile.deinit */
inline release() {
    atomic {
        if
        :: lockFile != me
#ifndef NO_EVIDENCE
        :: lockFile == me && after && !replaced -> lockFile = OLD
        :: lockFile == me && !(after && !replaced) -> lockFile = NONE
#else
        :: lockFile == me -> lockFile = NONE
#endif
        fi
    }
}

#define isUnchanged \
    (target == base[me] && length[target] == size[me] && (size[me] == made[me] || at(target, made[me]) == tail[me]))

/* InPlaceAppend.isInDocument: the path leads to what was written, in this file or in one that continues it. */
#define isInDocument (length[target] > made[me] && at(target, made[me]) == me + WHOLE)

/* InPlaceAppend.cutBack. What is after the increment of this process is not touched. */
inline cutBack() {
#ifndef CUT_WITHOUT_LOCK
    if :: lockFile == me :: else -> goto unlock fi;
#endif
    atomic {
        if
        :: wrote != NONE && length[base[me]] == wrote + 1 && at(base[me], wrote) % WHOLE == me -> skip
        :: else -> goto unlock
        fi
    };
    length[base[me]] = wrote
}

/* FinishedReplacement.commit. The exchange that a local process does, and undoes, is that of commit.pml: here in one step. */
inline replace() {
    if :: isUnchanged :: else -> goto unlock fi;
    swap[me] = true;
    mayCrash;
    if :: isMine || isLocal && !after :: else -> swap[me] = false; goto unlock fi;
    atomic {
        if
        :: swap[me] && (!isLocal || isUnchanged) -> target = me + 1; swap[me] = false; replaced = true
        :: else -> swap[me] = false; goto unlock
        fi
    };
    mayCrash
}

/* CommitLock.confirmPublished: whoever may still replace the document began before. */
inline lookAgain() {
#ifndef NO_LOOK_AGAIN
    do
    :: lockFile == NONE || lockFile == OLD -> break
    :: lockFile != NONE && lockFile != OLD -> lockFile = OLD; break
    :: goto unlock
    od;
    settle()
#else
    skip
#endif
}

proctype Remote(byte me) {
    byte place, wrote = NONE;
    bool after = false, replaced = false, isLocal = false;
    read();
    mayCrash;
    lock();
    mayCrash;
    if
    :: replace(); goto publish
#ifndef APPEND_AFTER_STALL
    :: !after &&
#else
    ::
#endif
        /* An unfinished increment is not cut off here: the file is replaced. */
#ifndef CUT_BEHIND_MOUNT
        size[me] == made[me] -> skip
#else
        true -> skip
#endif
    :: goto unlock                                            /* Its other names would keep the old document. */
    fi;
    if :: isUnchanged :: else -> goto unlock fi;
    if :: isMine :: else -> goto unlock fi;
#ifdef CUT_BEHIND_MOUNT
    length[base[me]] = made[me];
#endif
    atomic {                                                  /* OpenFile.write of the mark */
        at(base[me], made[me]) = me; wrote = made[me];
        if :: length[base[me]] <= wrote -> length[base[me]] = wrote + 1 :: else fi
    };
    mayCrash;
    if :: isMine :: else -> goto unlock fi;
    if :: length[base[me]] == made[me] + 1 :: else -> cutBack(); goto unlock fi;
    atomic {                                                  /* and of the rest */
        at(base[me], made[me]) = me + WHOLE;
        if :: length[base[me]] <= wrote -> length[base[me]] = wrote + 1 :: else fi
    };
    mayCrash;
    if :: isMine :: else -> lookAgain() fi;
publish:
#ifndef NO_READING_BACK
    if :: isInDocument :: else -> if :: replaced :: else -> cutBack() fi; goto unlock fi;
#endif
    acknowledged[me] = true;
unlock:
    release();
end:
    ended++
}

/* CommitLock for a replacement: a lock file is waited for, and an old one taken over. */
inline honour() {
    do
    :: lockFile == NONE -> break
    :: lockFile != NONE -> atomic { lockFile = me; after = true }; settle(); break
    :: goto unlock                                            /* busy */
    od
}

proctype Local(byte me) {
    byte place, wrote = NONE;
    bool after = false, replaced = false, isLocal = true;
    read();
    if :: atomic { byteLock == NONE -> byteLock = me } :: goto end fi;
    mayCrash;
    if
    ::  honour();
        mayCrash;
        replace();
        release();
        lookAgain();
        goto publish
    ::
#ifdef NO_LOCAL_LOCK_FILE
        honour()
#else
        lock()
#endif
    fi;
    mayCrash;
#ifndef APPEND_AFTER_STALL
    if :: !after :: else -> goto unlock fi;
#endif
    if :: isUnchanged :: else -> goto unlock fi;
#ifndef NO_LOCAL_LOCK_FILE
    if :: isMine :: else -> goto unlock fi;
#endif
    /* Who left an unfinished increment is dead: otherwise it would have the byte lock, or its lock file would be there. */
    if
    :: size[me] > made[me] -> length[base[me]] = made[me]
    :: else
    fi;
    if :: length[base[me]] == made[me] :: else -> goto unlock fi;
    atomic { wrote = length[base[me]]; at(base[me], wrote) = me; length[base[me]] = wrote + 1 };
    mayCrash;
#ifndef NO_LOCAL_LOCK_FILE
    if :: isMine :: else -> goto unlock fi;
#endif
    if :: wrote == made[me] && length[base[me]] == made[me] + 1 :: else -> cutBack(); goto unlock fi;
    at(base[me], made[me]) = me + WHOLE;
    mayCrash;
    if :: lockFile == me -> settle() :: else -> lookAgain() fi;
publish:
#ifndef NO_READING_BACK
    if :: isInDocument :: else -> if :: replaced :: else -> cutBack() fi; goto unlock fi;
#endif
    acknowledged[me] = true;
unlock:
    release();
end:
    atomic { if :: byteLock == me -> byteLock = NONE :: else fi; ended++ }
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
        /* What a reader finds, from the end on: each increment leads to what is before the place that it was made for. */
        place = length[target];
        if
        :: place > 0 && at(target, place - 1) < WHOLE -> place--
        :: else
        fi;
        do
        :: place > 0 ->
            /* Where a mark is in the place of an increment, the document is damaged. */
            assert(at(target, place - 1) >= WHOLE);
            number = at(target, place - 1) - WHOLE;
            found = found | (1 << number);
            place = made[number]
        :: else -> break
        od;
        number = 0;
        do
        :: number < PROCESSES ->
            assert(!acknowledged[number] || (found & (1 << number)));
            /* DocumentState.isBeginning: `restore` drops the changes, for they are in the document. */
#ifndef SAVED_BY_MARK
            assert(!(saving[number] && length[target] > made[number] && at(target, made[number]) == number + WHOLE)
                || (found & (1 << number)));
#else
            assert(!(saving[number] && length[target] > made[number] && at(target, made[number]) % WHOLE == number)
                || (found & (1 << number)));
#endif
            number++
        :: else -> break
        od
    }
}
