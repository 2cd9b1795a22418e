#!/usr/bin/env bash
# Many processes annotate one document at once, each edit a process of its own: nothing may be lost.
#
#   crowd.sh PROGRAM [PROCESSES [EDITS]]     64 processes and 50 edits each if not said otherwise
#
# Three times: as it is; while the document is moved away and back by coordinated moves; and while processes are killed. Half of
# the edits replace the file, half append to it. A process that had to wait too long (75) or was killed (137) tries again, one
# that finds the document moved away (66) looks under the other name; every other failure counts. Prints a line for each time,
# and fails where an edit is missing, there twice, in a revision before that of an edit that had ended before it began
# (history.py), or the document is not sound.
set -euo pipefail

pdfco=$(realpath "$1")
processes=${2:-64}
edits=${3:-50}
benchmarks=$(realpath "$(dirname "$0")")
fixture=$benchmarks/../Fixtures/report.pdf
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir runtime && chmod 700 runtime
export PDFCO_RUNTIME_DIR=$folder/runtime

# edit NUMBER NAME: one edit, until it is acknowledged. Its exit statuses go to the file "statuses".
edit() {
    local method=append file=document.pdf pid status tries
    (($1 % 2)) && method=replace
    echo "$EPOCHREALTIME invoke document.pdf add $2" >>history
    for ((tries = 0; tries < 200; tries++)); do
        "$pdfco" annotate highlight $file --page 2 --rect 72,696,300,712 --name "$2" --save --method $method \
            --quiet 2>>errors &
        pid=$!
        if [[ $mode = kills ]] && ((RANDOM % 4 == 0)); then
            for ((wait = RANDOM % 3000; wait > 0; wait--)); do :; done
            kill -KILL $pid 2>/dev/null || :
        fi
        status=0
        wait $pid 2>/dev/null || status=$?
        echo $status >>statuses
        case $status in
        0)
            echo "$EPOCHREALTIME ok document.pdf add $2" >>history
            return
            ;;
        66) [[ $mode = moves ]] || return; [[ $file = moved.pdf ]] && file=document.pdf || file=moved.pdf ;;
        75) ;;
        137) [[ $mode = kills ]] || return ;;
        *) return ;;
        esac
    done
}

move_to_and_fro() {
    while [[ ! -e finished ]]; do
        "$pdfco" save document.pdf --timeout 100 -- mv document.pdf moved.pdf
        "$pdfco" save moved.pdf --timeout 100 -- mv moved.pdf document.pdf
        echo >>moves
    done
}

failed=0
for mode in plain moves kills; do
    rm -f -- *.pdf statuses errors finished moves names history
    cp "$fixture" document.pdf
    touch statuses errors moves
    start=$EPOCHREALTIME
    workers=()
    for ((process = 1; process <= processes; process++)); do
        { for ((number = 1; number <= edits; number++)); do edit $((process + number)) "p$process-$number"; done; } &
        workers+=($!)
    done
    if [[ $mode = moves ]]; then move_to_and_fro & mover=$!; fi
    wait "${workers[@]}"
    touch finished
    [[ $mode = moves ]] && wait $mover
    end=$EPOCHREALTIME

    "$pdfco" annotate list document.pdf --page 2 | grep -o 'p[0-9]*-[0-9]*' | sort >names
    found=$(wc -l <names)
    different=$(uniq names | wc -l)
    summary=$(sort statuses | uniq -c | awk '{ printf "%s%s of %s", (NR > 1 ? ", " : ""), $1, $2 }')
    printf '%-6s %s edits of %s processes: %s there, %s different, %s s; exit statuses: %s\n' "$mode" $((processes * edits)) \
        "$processes" "$found" "$different" $(((${end/./} - ${start/./}) / 1000000)) "$summary"
    [[ $mode = moves ]] && printf '       moved to and fro %s times\n' "$(wc -l <moves)"
    if ((found != processes * edits || different != found)); then failed=1; fi
    if grep -Evx '0|66|75|137' statuses; then failed=1; fi
    "$benchmarks/history.py" "$pdfco" history document.pdf || failed=1
    qpdf --check document.pdf >/dev/null || failed=1
    sort errors | uniq -c | sort -rn | sed -n '1,3s/^/       /p'
    # Nothing is left beside the document.
    if [[ -n $(find . -maxdepth 1 -name '*.pdfco-tmp' -o -name moved.pdf) ]] && [[ $mode != kills ]]; then failed=1; fi
done
exit $failed
