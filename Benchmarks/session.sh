#!/usr/bin/env bash
# Edits in one session beside the same edits in one import: `session.sh PROGRAM [EDITS]`, 3,000 if not said otherwise. Needs
# bash, awk and coreutils.
#
# Both record unsaved changes in a document of a hundred objects and in one of a million. They run in turns, RUNS times
# (default 5), and the medians are compared. The documents, 94 MB, are made anew.
set -euo pipefail
export LC_ALL=C USER=user
here=$(cd "$(dirname "$0")" && pwd)
pdfco=$(realpath "$1")
edits=${2:-3000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export PDFCO_DATA_DIR=$work/data PDFCO_RUNTIME_DIR=$work/runtime
mkdir -m 700 runtime

seq 0 $((edits - 1)) | awk '{
    x = 50 + $1 % 40 * 12; y = 60 + int($1 / 40) % 80 * 9
    rect = x "," y "," x + 10 "," y + 7
    print "annotate highlight --rect " rect " --name n" $1 >"script"
    print (NR > 1 ? "," : "[") "{\"subtype\":\"Highlight\",\"page\":1,\"rect\":[" rect "],\"name\":\"n" $1 "\"}" >"import"
} END { print "quit" >"script"; print "]" >"import" }'

# timed NAME COMMAND...: runs the command and adds its microseconds to times[NAME].
declare -A times
timed() {
    local name=$1 start=${EPOCHREALTIME/./}
    shift
    "$@" >/dev/null 2>errors || { cat errors >&2; exit 1; }
    times[$name]+=" $((${EPOCHREALTIME/./} - start))"
    "$pdfco" checkpoint discard document.pdf --quiet >/dev/null
}

median() { tr ' ' '\n' <<<"${times[$1]# }" | sort -n | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] / 1000 }'; }

for objects in 100 1000000; do
    awk -v images=0 -v objects=$objects -v form=table -f "$here/make-document.awk" </dev/null >document.pdf
    times=()
    for ((run = 0; run < ${RUNS:-5}; run++)); do
        timed import "$pdfco" annotate import document.pdf import
        timed session "$pdfco" open document.pdf --script script
    done
    awk -v objects=$objects -v edits="$edits" -v import="$(median import)" -v session="$(median session)" 'BEGIN {
        printf "%d edits, %d objects: import %.0f ms, session %.0f ms, %.2f times\n",
            edits, objects, import, session, session / import
    }'
done
