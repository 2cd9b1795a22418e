#!/usr/bin/env bash
# Runs the tests of a bundle, one target after another, and prints how long each took, and the processor time of all its
# processes. They have a home and a directory for temporary files of their own; what they leave there fails the run, and so does
# a name with `pdfco` in the root directory or the real home.
#
# usage: run.sh BUNDLE LOG [OPTION …]        options of Swift Testing, such as --filter
set -uo pipefail
bundle=$(realpath "$1") || exit
log=$2
shift 2
work=$(mktemp -d "${TMPDIR:-/tmp}/pdfco-tests.XXXXXX")
chmod 755 "$work"
mkdir "$work"/{home,tmp,cache}
trap 'rm -rf "$work"' EXIT

# What has the program's name in directories to which it might add something; what else appears there is somebody else's.
entries() {
    for place in / ~ ~/.cache ~/.config ~/.local ~/.local/share ~/.local/state; do
        ls -A "$place" 2>/dev/null | grep -i pdfco | sed "s|^|${place%/}/|"
    done | LC_ALL=C sort
}
entries >"$work/before"

export NO_COLOR=1
targets=(Tests/*Tests)
targets=("${targets[@]#Tests/}")
[[ " $* " == *' --filter '* ]] && targets=('')
failed=()
: >"$log"
for target in "${targets[@]}"; do
    TIMEFORMAT="${target:-tests}: %0R s, of processor time %0U + %0S s"
    # As many at once as keep the processors busy: all together, as Swift Testing starts them, would wait for each other.
    # A shell that runs this in the background ignores the signals that some tests send.
    {
        time HOME=$work/home TMPDIR=$work/tmp XDG_CACHE_HOME=$work/cache \
            SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((2 * $(nproc))) \
            env --default-signal "$bundle" --testing-library swift-testing ${target:+--filter "^$target\\."} "$@" 2>&1 | tee -a "$log"
        status=("${PIPESTATUS[@]}")
    } 2>>"$work/times"
    ((status[0] == 0)) || { failed+=("${target:-tests} (exit status ${status[0]})") && tail -n 20 "$log" >>"$work/ends"; }
    ((status[1] == 0)) || failed+=("copying the output of ${target:-tests} (exit status of tee ${status[1]})")
done

# The runtime directory of pdfco stays, as that of a user does.
left=$(find "$work/home" "$work/tmp" -mindepth 1 -maxdepth 1 -not -name "pdfco-$(id -u)" &&
    LC_ALL=C comm -13 "$work/before" <(entries))
echo
cat "$work/times"
if [[ -n $left ]]; then
    printf 'The tests left behind:\n%s\nIn their directories:\n' "$left"
    find "$work/home" "$work/tmp" -mindepth 1 -ls
    failed+=('left behind')
fi
if ((${#failed[@]})); then
    # A crash records no issue: it is in the last lines.
    [[ ! -e $work/ends ]] || cat "$work/ends"
    grep --after-context=2 ' recorded an issue ' "$log"
    echo "Failed: ${failed[*]}. All output is in $log."
fi
grep ' Test run with ' "$log"
((${#failed[@]} == 0))
