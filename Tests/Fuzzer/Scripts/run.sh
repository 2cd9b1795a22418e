#!/usr/bin/env bash
# run.sh FUZZER PROGRAM FOLDER: COUNT mutated files (default 20000) through `open` and `annotate -o`, from SEED on (default
# 1), by three fuzzers for each processor (JOBS); each has its own corpus below FOLDER and its own seed.
#
# The files to begin with are those of Fixtures, and of CORPUS, a folder of PDF files, where they are small; each also with its
# object streams and cross-reference streams decoded, so that what they say can be changed. Needs qpdf, mutool and libpoppler-cpp.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
fuzzer=$(realpath "$1") PROGRAM=$(realpath "$2")
mkdir -p "$3"
folder=$(cd "$3" && pwd)
# An unsound file that was just written is waited for, a tenth of a second each time; another fuzzer works meanwhile.
count=${COUNT:-20000} seed=${SEED:-1} jobs=${JOBS:-$((3 * $(nproc)))}
limit=65536  # bytes of a mutated file
FINDINGS=$folder/findings TALLY=$folder/tally POPPLER=$folder/poppler
export PROGRAM FINDINGS TALLY POPPLER
rm -rf "$FINDINGS" "$TALLY" "$folder"/seeds "$folder"/corpus-* "$folder"/log-* "$folder"/done-*
mkdir -p "$folder/seeds" "$FINDINGS"

# shellcheck disable=SC2046
clang++ -std=c++17 -O2 "$here/poppler.cc" $(pkg-config --cflags --libs poppler-cpp) -o "$POPPLER"

# seed FILE: copies a file, and what qpdf makes of it, to the seeds.
seed() {
    local name mode
    name=$(basename "$1" .pdf)
    # What is small is tried more often in the same time.
    if (($(stat -c %s "$1") > limit / 4)); then return; fi
    cp "$1" "$folder/seeds/$name.pdf"
    for mode in preserve generate; do
        qpdf --no-warn --static-id --stream-data=uncompress --object-streams=$mode \
            "$1" "$folder/seeds/$name-$mode.pdf" 2>/dev/null || true
    done
}
for file in "$here"/../../../Fixtures/*.pdf ${CORPUS:+"$CORPUS"/*.pdf}; do
    [[ -e $file ]] && seed "$file"
done
find "$folder/seeds" -size +$((limit / 4096))k -delete

# The files of a run are many and short-lived; they stay in memory where they can.
scratch=$(mktemp -d -p "$([[ -w /dev/shm ]] && echo /dev/shm || echo "${TMPDIR:-/tmp}")" pdfco-fuzzer.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
export PDFCO_FUZZER_FOLDER=$scratch PDFCO_FUZZER_READERS=$here/readers.sh
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1
export ASAN_OPTIONS=detect_leaks=${LEAKS:-0}:quarantine_size_mb=16:malloc_context_size=2:detect_stack_use_after_return=0:allocator_may_return_null=1

# fuzz JOB: files until the job's share is done; a finding ends libFuzzer, which then goes on with the next seed.
fuzz() {
    local job=$1 share=$(((count + jobs - 1) / jobs)) round=0 done=0 log known finding
    mkdir -p "$folder/corpus-$job"
    while ((done < share)); do
        log=$folder/log-$job-$round
        # It tries first what it begins with; only what is made of that counts.
        known=$(find "$folder/corpus-$job" "$folder/seeds" -type f | wc -l)
        "$fuzzer" -seed=$((seed + job + 1000 * round)) -runs=$((known + share - done)) -max_len=$limit -mutate_depth=2 -timeout=10 \
            -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$FINDINGS/job$job-" \
            "$folder/corpus-$job" "$folder/seeds" >"$log" 2>&1 || true
        # What hangs does so every time; on a busy machine any file may have to wait.
        for finding in "$FINDINGS/job$job"-timeout-*; do
            if [[ -e $finding ]] && timeout 60 "$fuzzer" -timeout=10 "$finding" >>"$log" 2>&1; then rm "$finding"; fi
        done
        done=$((done + $(awk '/ INITED / { known = substr($1, 2) } /^stat::number_of_executed_units/ { n = $2 }
            END { print (n > known) ? n - known : 0 }' "$log")))
        round=$((round + 1))
        if ((round > 100)); then echo "job $job: too many findings" >&2; break; fi
    done
    echo "$done" >"$folder/done-$job"
}
start=$SECONDS
for ((job = 0; job < jobs; job++)); do fuzz $job & done
wait
for rest in "$scratch"/*/; do "$here/readers.sh" "${rest%/}"; done

awk -v seconds=$((SECONDS - start)) '{ n += $1 } END { printf "%d files in %d s\n", n, seconds }' "$folder"/done-*
awk '{ w += $1; m += $2; p += $3; r += $4 }
    END { printf "%d written; MuPDF judged %d, poppler %d; %d also through the real program\n", w, m, p, r }' "$TALLY"
found=$(find "$FINDINGS" -type f ! -name list | wc -l)
echo "$found findings${found:+ in $FINDINGS}"
((found == 0))
