#!/usr/bin/env bash
# Checks the models of this directory with spin, and that each of their rules is needed: without it, spin finds a loss.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# check OPTION …: prints what is checked and the number of states; fails if a loss is found.
check() {
    spin -a "$@" "$here/commit.pml" >spin.log || { cat spin.log && exit 2; }
    gcc -O2 -DSAFETY -DCOLLAPSE -o pan pan.c
    ./pan -m100000 -E >pan.log
    grep --quiet 'max search depth' pan.log && { cat pan.log && exit 2; }
    printf '%s:%s\n' "commit.pml${*:+ $*}" "$(grep 'states, stored' pan.log)"
    grep --quiet 'errors: 0' pan.log
}

check
check -DHELD_OPEN
check -DREMOTES=1 -DLOCALS=2 -DHELD_OPEN
for rule in NO_LOOK_AGAIN NO_FENCE NO_CONFIRM NO_CONFIRM_AFTER_SWAP 'HELD_OPEN -DNO_PUTTING_BACK'; do
    # shellcheck disable=SC2086
    if check -D$rule; then
        echo "Nothing is lost without the rule: $rule" && exit 1
    fi
done
