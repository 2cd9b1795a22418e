#!/usr/bin/env bash
# Checks the models of this directory with spin, and that each of their rules is needed: without it, spin finds a loss.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export here work

# check sound|loss MODEL OPTION …: prints what is checked and the number of states; fails if what spin finds is not what is said.
check() {
    local expected=$1 model=$2 found=loss
    shift 2
    cd "$(mktemp -d --tmpdir="$work")"
    spin -a "$@" "$here/$model.pml" >spin.log || { cat spin.log && return 1; }
    gcc -w -O2 -DSAFETY -DCOLLAPSE -o pan pan.c
    ./pan -m100000 -E >pan.log
    grep --quiet 'max search depth' pan.log && { cat pan.log && return 1; }
    grep --quiet 'errors: 0' pan.log && found=sound
    printf '%s: %s: %s\n' "$model.pml${*:+ $*}" $found "$(sed -n 's/ *\(.*\) states, stored.*/\1 states/p' pan.log)"
    [[ $found = "$expected" ]]
}
export -f check

# The largest first.
xargs --max-procs="$(nproc)" --max-lines=1 bash -c 'set -euo pipefail; check "$@"' check <<'END'
sound commit -DHELD_OPEN
sound commit
sound append
sound log
sound commit -DREMOTES=1 -DLOCALS=2 -DHELD_OPEN
sound append -DREMOTES=1 -DLOCALS=2
sound log -DREMOTES=1 -DLOCALS=2
loss commit -DNO_LOOK_AGAIN
loss commit -DNO_FENCE
loss commit -DNO_CONFIRM
loss commit -DNO_CONFIRM_AFTER_SWAP
loss commit -DHELD_OPEN -DNO_PUTTING_BACK
loss append -DNO_LOOK_AGAIN
loss append -DNO_FENCE
loss append -DNO_CONFIRM
loss append -DNO_EVIDENCE
loss append -DAPPEND_AFTER_STALL
loss append -DNO_LOCAL_LOCK_FILE
loss append -DNO_READING_BACK
loss append -DSAVED_BY_MARK
loss log -DNO_LOCAL_LOCK_FILE
loss log -DNO_NEW_FILE
loss log -DNO_CONFIRM
loss log -DNO_CONFIRM_AFTER_OPENING
loss log -DOPEN_BEFORE_LOCK
loss log -DREMOTES=1 -DLOCALS=2 -DNO_NAME_CHECK
END
