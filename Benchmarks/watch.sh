#!/usr/bin/env bash
# pdfco watch on a folder of many documents, of which many change at once while the kernel's queue overflows: every change must
# be reported, and memory stay bounded.
#
#   watch.sh PROGRAM [DOCUMENTS [CHANGED]]     10,000 and 1,000 if not said otherwise
#
# Prints how long it takes until the folder is watched and until all is told after the watch goes on, and the most memory that it
# had; fails where a change is missing, one is told of a document that was not changed, or no overflow was told.
set -euo pipefail

pdfco=$(realpath "$1")
documents=${2:-10000}
changed=${3:-1000}
fixture=$(realpath "$(dirname "$0")/../Fixtures/report.pdf")
limit=$(</proc/sys/fs/inotify/max_queued_events)
folder=$(mktemp -d)
trap 'kill -KILL "${watch:-}" 2>/dev/null || :; rm -rf "$folder"' EXIT
cd "$folder"
mkdir -m 700 runtime documents
touch messages
for ((number = 1; number <= documents; number++)); do echo "documents/$number.pdf"; done >all
while read -r file; do cp "$fixture" "$file"; done <all

# since START: milliseconds.
since() { echo $(((${EPOCHREALTIME/./} - ${1/./}) / 1000)); }
# until COMMAND...: waits until it succeeds, at most two minutes.
until_true() {
    for ((wait = 0; wait < 2400; wait++)); do if "$@"; then return; fi; read -r -t 0.05 <> <(:) || :; done
    echo "nothing has come of: $*" >&2
    exit 1
}
is_watching() { grep -q watching messages; }
memory() { awk '/^VmHWM/ { print $2 }' "/proc/$watch/status"; }
told() { grep '"event":"changed"' events | grep -o '[0-9]*\.pdf' | sort -u; }
is_all_told() { (($(told | wc -l) >= changed)) && grep -q '"event":"overflow"' events; }

start=$EPOCHREALTIME
PDFCO_RUNTIME_DIR=$folder/runtime PDFCO_DATA_DIR=$folder/data "$pdfco" watch documents --json >events 2>messages &
watch=$!
until_true is_watching
printf '%s documents are watched after %s ms, with %s kB\n' "$documents" "$(since "$start")" "$(memory)"

kill -STOP "$watch"
shuf -n "$changed" all >chosen
while read -r file; do echo '%' >>"$file"; done <chosen
# Events that say nothing until the queue is full: no two alike one after the other, of which the kernel would make one.
for ((round = 0; round <= limit / documents + 1; round++)); do xargs chmod $((600 + round % 2 * 44)) <all; done
start=$EPOCHREALTIME
kill -CONT "$watch"
until_true is_all_told
printf '%s changes and the overflow are told after %s ms, with %s kB at most\n' "$changed" "$(since "$start")" "$(memory)"

# All at once, in a burst, while it listens.
cp events before
start=$EPOCHREALTIME
while read -r file; do echo '%' >>"$file"; done <chosen
is_told_again() { (($(tail -n +$(($(wc -l <before) + 1)) events | grep '"event":"changed"' | grep -o '[0-9]*\.pdf' | sort -u | wc -l) >= changed)); }
until_true is_told_again
printf '%s changes in a burst are told after %s ms, with %s kB at most\n' "$changed" "$(since "$start")" "$(memory)"

kill -TERM "$watch"
wait "$watch"
diff <(told) <(grep -o '[0-9]*\.pdf' chosen | sort -u)
