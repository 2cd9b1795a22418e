#!/usr/bin/env bash
# Checks the models of this directory with spin, and that each of their rules is needed: without it, spin finds a loss.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# check MODEL OPTION …: prints what is checked and the number of states; fails if a loss is found.
check() {
    local model=$1
    shift
    spin -a "$@" "$here/$model.pml" >spin.log || { cat spin.log && exit 2; }
    gcc -w -O2 -DSAFETY -DCOLLAPSE -o pan pan.c
    ./pan -m100000 -E >pan.log
    grep --quiet 'max search depth' pan.log && { cat pan.log && exit 2; }
    printf '%s:%s\n' "$model.pml${*:+ $*}" "$(grep 'states, stored' pan.log)"
    grep --quiet 'errors: 0' pan.log
}

check commit
check commit -DHELD_OPEN
check commit -DREMOTES=1 -DLOCALS=2 -DHELD_OPEN
check append
check append -DREMOTES=1 -DLOCALS=2
for rule in commit\ -D{NO_LOOK_AGAIN,NO_FENCE,NO_CONFIRM,NO_CONFIRM_AFTER_SWAP,'HELD_OPEN -DNO_PUTTING_BACK'} \
    append\ -D{NO_LOOK_AGAIN,NO_FENCE,NO_CONFIRM,NO_EVIDENCE,APPEND_AFTER_STALL,NO_LOCAL_LOCK_FILE,NO_READING_BACK,SAVED_BY_MARK}; do
    # shellcheck disable=SC2086
    if check $rule; then
        echo "Nothing is lost without the rule: $rule" && exit 1
    fi
done
