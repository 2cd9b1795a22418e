#!/usr/bin/env bash
# Measures pdfco beside libqpdf's full rewrite: `Benchmarks/run.sh PROGRAM [FOLDER]`. Needs bash, awk, coreutils and qpdf.
#
# Every number is of a whole process. What is compared runs in turns, and the medians are compared, so that whatever else
# the machine does burdens all alike. A save by pdfco includes its fsyncs; qpdf never syncs.
#
# RUNS says how often each is run (default 9; 3 for the largest files). The files, 450 MB, are made in FOLDER (default
# .build/bench) and kept there for the next time.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
pdfco=$(realpath "$1")
folder=${2:-.build/bench}
mkdir -p "$folder"
cd "$folder"

# document NAME FORM IMAGES OBJECTS: makes NAME-FORM.pdf, unless it is there.
document() {
    local file=$1-$2.pdf table=$1-table.pdf
    [[ -e $file ]] && return
    case $2 in
        table | hybrid)
            awk -v form="$2" -v images="$3" -v objects="$4" -f "$here/make-document.awk" </dev/null >new.pdf ;;
        stream) qpdf --deterministic-id --object-streams=generate "$table" new.pdf ;;
        linearized) qpdf --deterministic-id --linearize "$table" new.pdf ;;
    esac
    mv new.pdf "$file"
}

# timed NAME COMMAND...: runs the command and adds its microseconds to times[NAME].
declare -A times=()
timed() {
    local name=$1 start=${EPOCHREALTIME/./}
    shift
    "$@" >/dev/null 2>errors || { cat errors >&2; exit 1; }
    times[$name]+=" $((${EPOCHREALTIME/./} - start))"
}

# median NAME: the median of times[NAME] in microseconds.
median() { tr ' ' '\n' <<<"${times[$1]# }" | sort -n | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'; }

# ratio A B: A / B with two decimals.
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
milliseconds() { awk -v t="$1" 'BEGIN { printf "%.1f", t / 1000 }'; }

start_up() {
    times=()
    local run
    for ((run = 0; run < 5 * ${RUNS:-9}; run++)); do
        timed pdfco "$pdfco" --version
        timed qpdf qpdf --version
    done
    local ours theirs
    ours=$(median pdfco) theirs=$(median qpdf)
    echo "start-up: pdfco --version $(milliseconds "$ours") ms, qpdf --version $(milliseconds "$theirs") ms:" \
        "$(ratio "$ours" "$theirs") times"
}

# compare FILE RUNS: one row of the table.
compare() {
    times=()
    local file=$1 size run method
    size=$(stat -c %s "$file")
    for method in append replace; do cp "$file" "$method.pdf"; done
    sync append.pdf replace.pdf
    for ((run = 0; run < $2; run++)); do
        timed qpdf qpdf "$file" rewritten.pdf
        timed open "$pdfco" open "$file"
        for method in append replace; do
            timed "$method" "$pdfco" annotate highlight "$method.pdf" --rect 72,696,300,712 --save --method "$method"
            # The increment goes again: the document is what it was.
            truncate -s "$size" "$method.pdf"
            sync "$method.pdf"
        done
    done
    local theirs
    theirs=$(median qpdf)
    printf '%-22s %11s %9s %7s %7s %7s\n' "$file" "$size" "$(milliseconds "$theirs")" \
        "$(ratio "$(median open)" "$theirs")" "$(ratio "$(median append)" "$theirs")" \
        "$(ratio "$(median replace)" "$theirs")"
    rm -f append.pdf replace.pdf rewritten.pdf errors
}

start_up
echo
echo "qpdf: its full rewrite in milliseconds; open, append and replace: pdfco in multiples of that"
printf '%-22s %11s %9s %7s %7s %7s\n' document bytes qpdf open append replace
while read -r name images objects runs; do
    for form in table stream hybrid linearized; do
        document "$name" $form "$images" "$objects"
        compare "$name-$form.pdf" "$runs"
    done
done <<END
tiny 0 0 ${RUNS:-9}
5MB 5 0 ${RUNS:-9}
100MB 100 0 ${RUNS:-3}
objects 0 200000 ${RUNS:-3}
END
